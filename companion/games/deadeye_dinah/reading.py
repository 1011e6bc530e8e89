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

from companion.game import message
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
from companion.games.deadeye_dinah.deck_faults import DeckFault, JobDeckError
from companion.games.deadeye_dinah.effect_fields import is_cover, read_effects
from companion.games.deadeye_dinah.fields import Fields
from companion.games.deadeye_dinah.numbers import HIGHEST, LOWEST
from companion.games.deadeye_dinah.source_lines import Place, lines_of

ITEMS: Mapping[str, Item] = {item.value: item for item in Item}
MOST_OUTLAWS = 9
_ID = re.compile(r"[a-z][a-z0-9_]*")
#: Words that notation needs for itself.
_RESERVED = {"bullet", "item", "cover", "legend", "boss", "rescues", "loses"}


def read_deck(text: str, source: str) -> JobDeck:
    """Return the deck in a TOML text; `source` names the file in errors.

    Raises JobDeckError with everything that is wrong.
    """
    return deck_from(data_in(text, source), source, lines_of(text))


def data_in(text: str, source: str) -> Mapping[str, Any]:
    """Return the values in a TOML text, unchecked; raise JobDeckError where it is none."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        problem = message("deck_no_toml", error=error)
        fault = DeckFault((), int(found[1]) if found else 0, problem, message("mend_line"))
        raise JobDeckError(source, (fault,)) from error


def deck_from(data: Mapping[str, Any], source: str, lines: Mapping[Place, int]) -> JobDeck:
    """Return the deck that these values make; raise JobDeckError with every fault."""
    file = Fields(data, (), lines, [], set())
    if file.whole("schema", 0, 9) != 1:
        file.fault("schema", message("deck_schema"), message("write_schema"))
    jobs = file.tables("job", message("write_jobs", number=JOBS))
    deck = JobDeck(
        file.text("id", message("write_name")),
        file.text("name", message("write_name")),
        tuple(_job(fields) for fields in jobs),
        _legend(file),
    )
    file.finished()
    _check_whole(file, jobs, deck)
    if file.faults:
        raise JobDeckError(source, tuple(file.faults))
    return deck


def _job(fields: Fields) -> JobCard:
    card_id = fields.get("id", str, message("write_id"), "x")
    if not _ID.fullmatch(card_id) or card_id in _RESERVED:
        fields.fault("id", message("deck_bad_id", value=repr(card_id)), message("write_id"))
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
        fields.text("name", message("write_name")),
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
        fields.fault("item", message("deck_scrap_item"), message("move_item"))
        fields.asked.add("item")
    edge = Edge(
        fields.numbers("bullets", may_be_empty=True),
        fields.hat(),
        fields.choice("item", ITEMS) if with_item else None,
    )
    fields.finished()
    return edge


def _scene(fields: Fields) -> Peril | Shootout:
    is_peril = not fields.data.keys().isdisjoint(("item", "bullet", "lose"))
    if ("outlaws" in fields.data) == is_peril:
        problem = "deck_scene_unclear" if fields.data else "deck_missing"
        fields.fault(None, message(problem), message("choose_scene"))
        return Shootout(())
    scene = _peril(fields) if is_peril else _shootout(fields)
    fields.finished()
    return scene


def _peril(fields: Fields) -> Peril:
    prices = fields.get("lose", list, message("write_prices"), [])
    fields.each("lose", prices, _is_price, message("write_prices"))
    return Peril(
        fields.choice("item", ITEMS),
        fields.whole("bullet", LOWEST, HIGHEST),
        tuple(ITEMS.get(price, price) for price in prices if _is_price(price)),
    )


def _is_price(price: object) -> bool:
    if isinstance(price, str):
        return price in ITEMS
    return type(price) is int and LOWEST <= price <= HIGHEST


def _shootout(fields: Fields) -> Shootout:
    outlaws = tuple(
        _outlaw(outlaw) for outlaw in fields.tables("outlaws", message("write_outlaws"))
    )
    if not 1 <= len(outlaws) <= MOST_OUTLAWS and not fields.has_fault("outlaws"):
        problem = message("deck_outlaw_count", number=len(outlaws))
        fields.fault("outlaws", problem, message("write_so_many", low=1, high=MOST_OUTLAWS))
    cover = fields.get("cover", list, message("write_cover"), [], [])
    fields.each("cover", cover, is_cover, message("write_cover"))
    return Shootout(outlaws, tuple(cover))


def _outlaw(fields: Fields) -> Outlaw:
    outlaw = Outlaw(fields.numbers("range"), fields.whole("hearts", 1, JOBS - 1, 1))
    fields.finished()
    return outlaw


def _words(fields: Fields) -> Mapping[str, str] | None:
    words = fields.get("text", dict, message("write_text"), {}, {})
    fields.each("text", list(words.values()), lambda w: isinstance(w, str), message("write_text"))
    return words or None


def _legend(file: Fields) -> tuple[LegendStep, ...]:
    steps: list[LegendStep] = []
    for fields in file.tables("legend", message("write_legend")):
        step = LegendStep(fields.whole("reputation", 0, 999), read_effects(fields), _words(fields))
        fields.finished()
        before = steps[-1].reputation if steps else -1
        if step.reputation <= before and not fields.has_fault("reputation"):
            fields.fault("reputation", message("deck_legend_order"), message("sort_steps"))
        steps.append(step)
    if (not steps or steps[0].reputation != 0) and not file.has_fault("legend"):
        file.fault("legend", message("deck_legend_start"), message("add_first_step"))
    return tuple(steps)


def _check_whole(file: Fields, jobs: list[Fields], deck: JobDeck) -> None:
    """Check what only the eight cards together show."""
    if len(jobs) != JOBS and not file.has_fault("job"):
        problem = message("deck_job_count", number=len(jobs), wanted=JOBS)
        file.fault("job", problem, message("write_jobs", number=JOBS))
    cards = list(zip(jobs, deck.jobs, strict=True))
    for number, (fields, job) in enumerate(cards):
        _check_id(fields, job, deck.jobs[:number])
        if _has_item(fields):
            _check_item(fields, job, cards[:number], deck)


def _check_id(fields: Fields, job: JobCard, earlier: tuple[JobCard, ...]) -> None:
    if any(other.id == job.id for other in earlier) and not fields.has_fault("id"):
        fields.fault("id", message("deck_twice", value=repr(str(job.id))), message("own_name"))


def _has_item(fields: Fields) -> bool:
    return not fields.has_fault("kit") and not fields.has_fault("kit", "item")


def _check_item(
    fields: Fields, job: JobCard, earlier: list[tuple[Fields, JobCard]], deck: JobDeck
) -> None:
    assert job.kit.item is not None
    item, kit = job.kit.item.value, fields.table("kit")
    for other_fields, other in earlier:
        if other.kit.item is job.kit.item and _has_item(other_fields):
            name = other.boss.name if other.boss.name != "?" else other.id
            missing = ", ".join(i.value for i in Item if i not in deck.by_item)
            problem = message("deck_item_twice", item=item, card=name, missing=missing)
            kit.fault("item", problem, message("look_again"))
    if job.boss.starts_with is job.kit.item and not fields.has_fault("boss", "starts_with"):
        problem = message("deck_own_item", item=item)
        fields.table("boss").fault("starts_with", problem, message("look_boss"))
