"""What comes of a play: what cards count as, who falls, whose hats are shot.

The order is the one ruled in DD-10: printed effects (in `Terms`), then items, then cover.
The rules and the solver both call the functions at the end of this file.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.deadeye_dinah.actions import Play, Played
from companion.games.deadeye_dinah.cards import CardId, Item, Kind, Outlaw, Peril, Side
from companion.games.deadeye_dinah.numbers import (
    NONE,
    Numbers,
    members,
    only,
    shifted,
    shifted_number,
    widened,
)
from companion.games.deadeye_dinah.state import Job

#: How many numbers the Rifle adds, and how many outlaws the Rope binds.
RIFLE_ADDS = 3
ROPE_BINDS = 2


@dataclass(frozen=True, slots=True)
class Raised:
    """A played card as it counts: its bullet (none for an item) and its hat."""

    card: CardId
    bullets: Numbers
    hat: int


@dataclass(frozen=True, slots=True)
class Upshot:
    """What a play comes to before a rescue.

    Args:
        overcome: the scene is overcome, or the boss is shot.
        shot: played cards whose hat is shot, the one that Fire saves included.
        lost: cards that are lost.
        turned: cards that now lie on their scrap side (Fire, Flask).

    """

    overcome: bool
    shot: frozenset[CardId]
    lost: frozenset[CardId]
    turned: frozenset[CardId]


def used_as(job: Job, played: Played) -> Item | None:
    """Return the item a played card is used as; None for a bullet."""
    held = job.hand.get(played.card)
    return job.terms.item(held.card, held.side) if played.as_item and held else None


def played_as(job: Job, play: Play, item: Item) -> Played | None:
    """Return the card played as this item, if one is."""
    return next((played for played in play.cards if used_as(job, played) is item), None)


def kind_of(job: Job) -> Kind:
    """Return what is faced now."""
    return job.terms.kind(job.scene) if job.scenes else Kind.DUEL


def raised(job: Job, play: Play) -> tuple[Raised, ...]:
    """Return the played cards as they count after effects, items and cover."""
    return tuple(_raised(job, play, played) for played in play.cards)


def _raised(job: Job, play: Play, played: Played) -> Raised:
    flask, rifle = played_as(job, play, Item.FLASK), played_as(job, play, Item.RIFLE)
    side = job.hand[played.card].side
    if flask is not None and flask.card == played.card and flask.on:
        side = Side.SCRAP  # DD-18: turning happens on use, so its scrap hat is exposed
    lucky = job.is_lucky(played.card)
    bullets, hat = job.terms.edge(played.card, side, lucky, kind_of(job))
    if rifle is not None and rifle.on == played.card and rifle.widen:
        bullets = widened(bullets, *rifle.widen)
    if flask is not None and flask.on == played.card and flask.by:
        hat += flask.by
    bullets = NONE if played.as_item else bullets
    return Raised(played.card, shifted(bullets, play.cover), shifted_number(hat, play.cover))


def ignored_places(job: Job, play: Play) -> set[int]:
    """Return the places, from 1, of outlaws who are ignored (DD-17, and by an effect)."""
    ignored = {place for _, place in play.ignores}
    for item in (Item.ROPE, Item.KNIFE):
        if tool := played_as(job, play, item):
            ignored |= set(tool.outlaws)
    return ignored


def starred_outlaws(job: Job, play: Play) -> tuple[Outlaw, ...]:
    """Return every outlaw of the scene as he counts after the Tin Star."""
    star = played_as(job, play, Item.TIN_STAR)
    return starred(job.terms.outlaws(job.scene), star.by or 0 if star else 0)


def left_standing(job: Job, play: Play) -> tuple[Outlaw, ...]:
    """Return the outlaws who are not ignored, as they count after the Tin Star."""
    ignored = ignored_places(job, play)
    outlaws = enumerate(starred_outlaws(job, play), start=1)
    return tuple(outlaw for place, outlaw in outlaws if place not in ignored)


def upshot(job: Job, play: Play) -> Upshot:
    """Return what a play in the present scene or in the duel comes to."""
    kind = kind_of(job)
    if kind is Kind.PERIL:
        return _peril_upshot(job, play)
    return _shootout_upshot(job, play) if kind is Kind.SHOOTOUT else _duel_upshot(job, play)


def _peril_upshot(job: Job, play: Play) -> Upshot:
    peril = job.terms.peril(job.scene)
    items = {used_as(job, played) for played in play.cards}
    ranges = [card.bullets for card in raised(job, play)]
    nothing: frozenset[CardId] = frozenset()
    if peril and has_top_chances(peril, items, ranges):
        return Upshot(True, nothing, nothing, nothing)
    dynamite = played_as(job, play, Item.DYNAMITE)
    lost = frozenset([dynamite.card] if dynamite else [])
    return Upshot(dynamite is not None, nothing, lost, nothing)


def _shootout_upshot(job: Job, play: Play) -> Upshot:
    cards, outlaws = raised(job, play), left_standing(job, play)
    shot = shot_by(danger(outlaws), cards)
    dynamite = played_as(job, play, Item.DYNAMITE)
    price = frozenset([dynamite.card] if dynamite else [])
    overcome = not price & shot if price else shoots_all([c.bullets for c in cards], outlaws)
    return _after_hats(job, play, overcome, shot, price)


def _duel_upshot(job: Job, play: Play) -> Upshot:
    cards, boss = raised(job, play), job.terms.boss
    overcome = any(card.bullets & only(boss.hat) for card in cards)
    return _after_hats(job, play, overcome, shot_by(boss.bullets, cards), frozenset())


def _after_hats(
    job: Job, play: Play, overcome: bool, shot: frozenset[CardId], price: frozenset[CardId]
) -> Upshot:
    """Let Fire save one shot card; a price must really be paid (DD-19, DD-20)."""
    fire, flask = played_as(job, play, Item.FIRE), played_as(job, play, Item.FLASK)
    saved = frozenset([fire.on] if fire and fire.on else [])
    turned = {tool.card for tool in (fire, flask) if tool and tool.on}
    return Upshot(overcome, shot, (shot - saved) | price, frozenset(turned))


# What follows knows numbers only; the solver calls it too.


def has_top_chances(peril: Peril, items: Iterable[Item | None], ranges: Iterable[Numbers]) -> bool:
    """Tell whether both top chances of a peril are played (DD-43)."""
    return peril.item in items and any(r & only(peril.number) for r in ranges)


def is_price(peril: Peril, item: Item | None, bullets: Numbers) -> bool:
    """Tell whether losing this card is one of the bottom chances (DD-44)."""
    numbers = [price for price in peril.prices if not isinstance(price, Item)]
    return (item is not None and item in peril.prices) or any(bullets & only(n) for n in numbers)


def starred(outlaws: Iterable[Outlaw], by: int) -> tuple[Outlaw, ...]:
    """Return outlaws with the Tin Star's one change for all of them (DD-16)."""
    return tuple(Outlaw(shifted(outlaw.numbers, by), outlaw.hearts) for outlaw in outlaws)


def may_bind(outlaws: Sequence[Outlaw], item: Item) -> tuple[int, ...]:
    """Return the places of outlaws that the Rope or the Knife can be used on (DD-17)."""
    tough = item is Item.KNIFE
    return tuple(n for n, outlaw in enumerate(outlaws, start=1) if outlaw.tough == tough)


def danger(outlaws: Iterable[Outlaw]) -> Numbers:
    """Return the hats that are shot; outlaws who fall shoot as well (DD-06)."""
    numbers = NONE
    for outlaw in outlaws:
        numbers |= outlaw.numbers
    return numbers


def shot_by(numbers: Numbers, cards: Iterable[Raised]) -> frozenset[CardId]:
    """Return the cards whose hats these bullets hit."""
    return frozenset(card.card for card in cards if numbers & only(card.hat))


def shoots_all(ranges: Sequence[Numbers], outlaws: Sequence[Outlaw]) -> bool:
    """Tell whether bullets of these ranges can fell every outlaw.

    Each number of a range is one shot (DD-07). An outlaw takes as many shots as he has
    hearts, from that many different cards (DD-08), at any of his numbers (DD-09).
    """
    if not outlaws:
        return True
    first, rest = outlaws[0], outlaws[1:]
    return any(shoots_all(left, rest) for left in _fell(tuple(ranges), first, first.hearts, 0))


def _fell(
    ranges: tuple[Numbers, ...], outlaw: Outlaw, hearts: int, start: int
) -> Iterator[tuple[Numbers, ...]]:
    """Yield the shots that are left, for each way in which cards from `start` on fell him."""
    if hearts == 0:
        yield ranges
        return
    for card in range(start, len(ranges)):
        for number in members(ranges[card] & outlaw.numbers):
            left = (*ranges[:card], ranges[card] & ~only(number), *ranges[card + 1 :])
            yield from _fell(left, outlaw, hearts - 1, card + 1)
