"""What Dinah does, and its notation.

    p1 hunts mabel                      chooses a boss to capture (DD-01)
    p1 stacks a b c d e f g             has set up: the other seven job cards, top first
    p1 plays a bullet, b item > 1 3     plays cards; Rope and Knife name outlaws by place
    p1 plays a bullet, c item > a -1+2  Rifle: 1 number lower and 2 higher
    p1 plays a bullet, d item > a -2    Flask: a hat two lower
    p1 plays a bullet, e item > -1      Tin Star: every outlaw one lower
    p1 plays a bullet, f item > a       Fire: saves a
    p1 plays a bullet, cover -1, legend > 2, rescues a
    p1 pays a, rescues a                loses a bottom chance of a peril
    p1 escapes, loses a b, rescues a
    p1 rides h                          Horse: switches the scene with the next
    p1 gives up

A play is one declaration: up to the first card added or lost everything may be changed
(DD-03), so nothing is told before all of it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.cards import Seat
from companion.game import Facts, NotationError
from companion.games.deadeye_dinah.cards import CardId


@dataclass(frozen=True, slots=True)
class Hunt:
    """Choose the boss of the next job."""

    seat: Seat
    boss: CardId

    def __str__(self) -> str:
        return f"{self.seat} hunts {self.boss}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "hunt"), ("boss", f"{self.boss}.boss"))


@dataclass(frozen=True, slots=True)
class Stack:
    """Tell in which order the seven other job cards lie, top first."""

    seat: Seat
    cards: tuple[CardId, ...]

    def __str__(self) -> str:
        return f"{self.seat} stacks {' '.join(self.cards)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "stack"), *(("card", card) for card in self.cards))


@dataclass(frozen=True, slots=True)
class Played:
    """A card slid up, as a bullet or as its item, and what the item is used on.

    Args:
        outlaws: places on the scene card, from 1 (Rope, Knife).
        on: a played card (Rifle, Flask, Fire).
        by: how far: -2 or 2 (Flask), -1 or 1 (Tin Star).
        widen: how many numbers lower and how many higher, three in all (Rifle).

    """

    card: CardId
    as_item: bool = False
    outlaws: tuple[int, ...] = ()
    on: CardId | None = None
    by: int | None = None
    widen: tuple[int, int] | None = None

    def __str__(self) -> str:
        if not self.as_item:
            return f"{self.card} bullet"
        return f"{self.card} item > {self.target}" if self.target else f"{self.card} item"

    @property
    def target(self) -> str:
        """Return the notation of what the item is used on; empty for nothing."""
        parts = [str(place) for place in self.outlaws]
        if self.on:
            parts.append(self.on)
        if self.widen:
            parts.append(f"-{self.widen[0]}+{self.widen[1]}")
        if self.by is not None:
            parts.append(f"{self.by:+d}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Play:
    """Play cards in a scene or in the duel, all of it declared at once (DD-03).

    Args:
        ignores: effect ("legend" or "boss") and the place of the outlaw it ignores.
        rescues: the lost card that is saved instead, if that is allowed.

    """

    seat: Seat
    cards: tuple[Played, ...]
    cover: int = 0
    ignores: tuple[tuple[str, int], ...] = ()
    rescues: CardId | None = None

    def __str__(self) -> str:
        parts = [str(card) for card in self.cards]
        if self.cover:
            parts.append(f"cover {self.cover:+d}")
        parts.extend(f"{source} > {place}" for source, place in self.ignores)
        if self.rescues:
            parts.append(f"rescues {self.rescues}")
        return f"{self.seat} plays {', '.join(parts)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        steps = [("verb", "play")]
        for played in self.cards:
            steps.append(("item" if played.as_item else "bullet", str(played.card)))
            if played.target:
                steps.append(("target", played.target))
        if self.cover:
            steps.append(("cover", f"{self.cover:+d}"))
        steps.extend((f"{source}_ignores", str(place)) for source, place in self.ignores)
        return (*steps, *_rescue_step(self.rescues))


@dataclass(frozen=True, slots=True)
class Pay:
    """Overcome a peril by losing one of its bottom chances (DD-44)."""

    seat: Seat
    card: CardId
    rescues: CardId | None = None

    def __str__(self) -> str:
        return f"{self.seat} pays {self.card}{_rescue_text(self.rescues)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "pay"), ("card", str(self.card)), *_rescue_step(self.rescues))


@dataclass(frozen=True, slots=True)
class Escape:
    """Barely survive a scene: its card is lost, and kit cards are (DD-27)."""

    seat: Seat
    loses: tuple[CardId, ...] = ()
    rescues: CardId | None = None

    def __str__(self) -> str:
        lost = f", loses {' '.join(self.loses)}" if self.loses else ""
        return f"{self.seat} escapes{lost}{_rescue_text(self.rescues)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        lost = (("lose", str(card)) for card in self.loses)
        return (("verb", "escape"), *lost, *_rescue_step(self.rescues))


@dataclass(frozen=True, slots=True)
class Ride:
    """Use the Horse: switch the scene with the next one instead of escaping (DD-23)."""

    seat: Seat
    card: CardId

    def __str__(self) -> str:
        return f"{self.seat} rides {self.card}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "ride"), ("card", str(self.card)))


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Let the boss slip away; the job is failed (DD-38)."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} gives up"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "give_up"),)


Act = Hunt | Stack | Play | Pay | Escape | Ride | GiveUp


def _rescue_text(card: CardId | None) -> str:
    return f", rescues {card}" if card else ""


def _rescue_step(card: CardId | None) -> Facts:
    return (("rescue", str(card)),) if card else ()


_SEAT, _CARD = r"(p[1-9]\d?)", r"([a-z][a-z0-9_]*)"
_LIST = r"([a-z][a-z0-9_]*(?: [a-z][a-z0-9_]*)*)"
_RESCUES = rf"(?:, rescues {_CARD})?"

_BULLET = re.compile(rf"{_CARD} bullet")
_ITEM = re.compile(
    rf"{_CARD} item(?: >(?P<outlaws>(?: [1-9])+)?(?: (?P<on>[a-z][a-z0-9_]*))?"
    r"(?: -(?P<low>[0-9])\+(?P<high>[0-9])| (?P<by>[+-][1-9]))?)?"
)
_COVER = re.compile(r"cover ([+-][1-9])")
_IGNORES = re.compile(r"(legend|boss) > ([1-9])")
_RESCUED = re.compile(rf"rescues {_CARD}")


def _card(text: str | None) -> CardId | None:
    return CardId(text) if text else None


def _cards(text: str | None) -> tuple[CardId, ...]:
    return tuple(CardId(card) for card in (text or "").split())


def _item(found: re.Match[str]) -> Played:
    widen = (int(found["low"]), int(found["high"])) if found["low"] else None
    return Played(
        CardId(found[1]),
        True,
        tuple(int(place) for place in (found["outlaws"] or "").split()),
        _card(found["on"]),
        int(found["by"]) if found["by"] else None,
        widen,
    )


def _play(found: re.Match[str]) -> Act:
    """Read the parts of a play; they come in any order but are kept in ours."""
    cards: list[Played] = []
    ignores: list[tuple[str, int]] = []
    cover, rescues = 0, None
    for part in found[2].split(", "):
        if bullet := _BULLET.fullmatch(part):
            cards.append(Played(CardId(bullet[1])))
        elif item := _ITEM.fullmatch(part):
            cards.append(_item(item))
        elif covered := _COVER.fullmatch(part):
            cover = int(covered[1])
        elif ignored := _IGNORES.fullmatch(part):
            ignores.append((ignored[1], int(ignored[2])))
        elif rescued := _RESCUED.fullmatch(part):
            rescues = CardId(rescued[1])
        else:
            raise NotationError(
                f"{part!r} is no part of a play; write e.g. 'mabel bullet', 'otis item > 1 3', "
                "'cover -1', 'legend > 2' or 'rescues mabel'"
            )
    return Play(Seat(found[1]), tuple(cards), cover, tuple(ignores), rescues)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Act]], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (rf"{_SEAT} hunts {_CARD}", lambda m: Hunt(Seat(m[1]), CardId(m[2]))),
        (rf"{_SEAT} stacks {_LIST}", lambda m: Stack(Seat(m[1]), _cards(m[2]))),
        (rf"{_SEAT} plays (.+)", _play),
        (rf"{_SEAT} pays {_CARD}{_RESCUES}", lambda m: Pay(Seat(m[1]), CardId(m[2]), _card(m[3]))),
        (
            rf"{_SEAT} escapes(?:, loses {_LIST})?{_RESCUES}",
            lambda m: Escape(Seat(m[1]), _cards(m[2]), _card(m[3])),
        ),
        (rf"{_SEAT} rides {_CARD}", lambda m: Ride(Seat(m[1]), CardId(m[2]))),
        (rf"{_SEAT} gives up", lambda m: GiveUp(Seat(m[1]))),
    )
)


def parse(text: str) -> Act:
    """Read one act; raise NotationError with what may be written."""
    line = " ".join(text.split())
    for pattern, reader in _FORMS:
        if found := pattern.fullmatch(line):
            return reader(found)
    raise NotationError(
        f"{text!r} is no act of Deadeye Dinah; write e.g. 'p1 hunts mabel', "
        "'p1 plays mabel bullet, otis item > 1 3, cover -1', 'p1 pays mabel', "
        "'p1 escapes, loses mabel', 'p1 rides otis' or 'p1 gives up'"
    )
