"""Reading a deck of job cards from TOML, every value checked.

schema = 1
id = "practice"
name = "Practice deck"

[[job]]                         # eight of these
id = "mabel"
[job.boss]
name = "Mabel Quick"
stars = 1
bullets = "0-2, 5"              # what her bullets hit
hat = 4
kit = 4                         # how many cards you start with
starts_with = "rope"            # the item of your first card
effects = [{ kind = "shift_hats", of = "kit", by = 1 }]
text = { en = "…", fr = "…" }   # what the card says
[job.kit]
bullets = "1-3"
hat = 5
item = "rope"
[job.scrap]
bullets = "4"
hat = 6
[job.scene]                     # a peril …
item = "rifle"
bullet = 3
lose = ["rope", 5]
[job.scene]                     # … or a shootout
outlaws = [{ range = "3" }, { range = "7", hearts = 2 }]
cover = [-1, 1]

[[legend]]                      # one per effect, lowest reputation first
reputation = 0
effects = []
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.games.deadeye_dinah.cards import (
    JOBS,
    Boss,
    CardId,
    Edge,
    Item,
    JobCard,
    JobDeck,
    LegendStep,
    Outlaw,
    Peril,
    Shootout,
)
from companion.games.deadeye_dinah.effect_fields import read_effects
from companion.games.deadeye_dinah.fields import Fields, JobDeckError
from companion.games.deadeye_dinah.numbers import HIGHEST, LOWEST
from companion.games.deadeye_dinah.source_lines import lines_of

ITEMS: Mapping[str, Item] = {item.value: item for item in Item}
_ID = re.compile(r"[a-z][a-z0-9_]*")
#: Words that notation needs for itself.
_RESERVED = {"bullet", "item", "cover", "legend", "boss", "rescues", "loses"}


def read_deck(text: str, source: str) -> JobDeck:
    """Return the deck in a TOML text; `source` names the file in errors.

    Raises JobDeckError for the first thing that is wrong.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise JobDeckError(f"{source}: not valid TOML: {error}; mend that line") from error
    file = Fields(data, (), source, lines_of(text), set())
    if file.whole("schema", 0, 9) != 1:
        raise file.fail("schema", "is not 1; this program reads schema = 1")
    jobs = file.tables("job", "eight tables [[job]]")
    deck = JobDeck(
        file.get("id", str, 'a short name such as "practice"'),
        file.get("name", str, "the deck's name in quotes"),
        tuple(_job(fields) for fields in jobs),
        _legend(file),
    )
    file.finished()
    _check_whole(file, jobs, deck)
    return deck


def _job(fields: Fields) -> JobCard:
    card_id = fields.get("id", str, 'a short name such as "mabel"')
    if not _ID.fullmatch(card_id) or card_id in _RESERVED:
        raise fields.fail("id", f"{card_id!r} cannot be a name; use small letters, digits and _")
    job = JobCard(
        CardId(card_id),
        _boss(fields.table("boss")),
        _edge(fields.table("kit"), with_item=True),
        _edge(fields.table("scrap"), with_item=False),
        _scene(fields.table("scene")),
    )
    fields.finished()
    return job


def _boss(fields: Fields) -> Boss:
    boss = Boss(
        fields.get("name", str, "the boss's name in quotes"),
        fields.whole("stars", 0, 99),
        fields.numbers("bullets"),
        fields.hat(),
        fields.whole("kit", 1, JOBS - 1),
        fields.choice("starts_with", ITEMS),
        read_effects(fields),
        _words(fields),
    )
    fields.finished()
    return boss


def _edge(fields: Fields, with_item: bool) -> Edge:
    if not with_item and "item" in fields.data:
        raise fields.fail("item", "a scrap side has no item; move it to the kit side")
    edge = Edge(
        fields.numbers("bullets", may_be_empty=True),
        fields.hat(),
        fields.choice("item", ITEMS) if with_item else None,
    )
    fields.finished()
    return edge


def _scene(fields: Fields) -> Peril | Shootout:
    if ("outlaws" in fields.data) == ("item" in fields.data):
        problem = "write either item, bullet and lose (a peril) or outlaws and cover (a shootout)"
        raise fields.fail(None, problem)
    scene = _shootout(fields) if "outlaws" in fields.data else _peril(fields)
    fields.finished()
    return scene


def _peril(fields: Fields) -> Peril:
    wanted = 'a list of items and bullet numbers such as ["rope", 5]'
    prices = fields.get("lose", list, wanted)
    return Peril(
        fields.choice("item", ITEMS),
        fields.whole("bullet", LOWEST, HIGHEST),
        tuple(_price(fields, price, wanted) for price in prices),
    )


def _price(fields: Fields, price: Any, wanted: str) -> Item | int:
    if isinstance(price, str) and price in ITEMS:
        return ITEMS[price]
    if type(price) is int and LOWEST <= price <= HIGHEST:
        return price
    raise fields.fail("lose", f"{price!r} does not fit; write {wanted}")


def _shootout(fields: Fields) -> Shootout:
    wanted = 'a list such as [{ range = "3" }, { range = "7", hearts = 2 }]'
    outlaws = tuple(_outlaw(outlaw) for outlaw in fields.tables("outlaws", wanted))
    if not 1 <= len(outlaws) <= 9:
        raise fields.fail("outlaws", f"there are {len(outlaws)}; write 1 to 9 of them")
    cover = tuple(fields.get("cover", list, "a list such as [-1, 1]", []))
    for value in cover:
        if type(value) is not int or not -HIGHEST <= value <= HIGHEST:
            raise fields.fail("cover", f"{value!r} does not fit; write whole numbers such as -1")
    return Shootout(outlaws, cover)


def _outlaw(fields: Fields) -> Outlaw:
    outlaw = Outlaw(fields.numbers("range"), fields.whole("hearts", 1, JOBS - 1, 1))
    fields.finished()
    return outlaw


def _words(fields: Fields) -> Mapping[str, str] | None:
    words = fields.get("text", dict, 'a table such as { en = "…" }', {})
    if not all(isinstance(word, str) for word in words.values()):
        raise fields.fail("text", 'write words in quotes by language, { en = "…", fr = "…" }')
    return words or None


def _legend(file: Fields) -> tuple[LegendStep, ...]:
    steps: list[LegendStep] = []
    for fields in file.tables("legend", "tables [[legend]], one for each effect"):
        step = LegendStep(fields.whole("reputation", 0, 999), read_effects(fields), _words(fields))
        fields.finished()
        if step.reputation <= (steps[-1].reputation if steps else -1):
            raise fields.fail("reputation", "must grow from step to step; sort the steps")
        steps.append(step)
    if not steps or steps[0].reputation != 0:
        raise file.fail(
            "legend", "has no step for reputation 0; add it, if need be without effects"
        )
    return tuple(steps)


def _check_whole(file: Fields, jobs: list[Fields], deck: JobDeck) -> None:
    """Check what only the eight cards together show."""
    if len(jobs) != JOBS:
        raise file.fail("job", f"there are {len(jobs)} job cards; a deck has {JOBS}")
    for number, (fields, job) in enumerate(zip(jobs, deck.jobs, strict=True)):
        for earlier in deck.jobs[:number]:
            if earlier.id == job.id:
                raise fields.fail("id", f"{job.id!r} stands twice; each card needs its own")
            if earlier.kit.item is job.kit.item:
                assert job.kit.item is not None
                raise fields.table("kit").fail("item", _twice(job.kit.item, earlier, deck))
        if job.boss.starts_with is job.kit.item:
            problem = "is on this very card, which is set aside; look at the boss face again"
            raise fields.table("boss").fail("starts_with", problem)


def _twice(item: Item, earlier: JobCard, deck: JobDeck) -> str:
    missing = [i.value for i in Item if i not in deck.by_item]
    return (
        f"{item.value} is already on {earlier.id!r}; each item is on one card, "
        f"and {', '.join(missing)} is on none"
    )
