"""Dealing: from a set-up to the first state."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.game import HouseRule, Setup, SetupError
from companion.games.deadlock_city.cards import CARDS, COPIES, PACK
from companion.games.deadlock_city.state import (
    ChangingPlayer,
    Draft,
    State,
    Table,
    turn_of,
)

FEWEST, MOST = 2, 5
REMOVED = 3
WHOLE_PACK = sorted(PACK)
#: Where cards lie after the deal, other than with a seat.
PLACES = ("stock", "hidden", "removed")

HOUSE_RULES = (
    HouseRule("two_player_removal", ("no", "yes"), "DC-03"),
    HouseRule("sprung_zero", ("kept", "redrawn"), "DC-23"),
    HouseRule("tie", ("shared", "pile_sum"), "DC-40"),
    # Whether phones say what follows from what their player knows; the rules are silent.
    HouseRule("deduction_help", ("off", "on"), "DC-45"),
)


def first_state(setup: Setup) -> State:
    """Return the state after the deal; raise SetupError where it cannot be."""
    table = _table(setup.seats, setup.first, setup.logged, tuple(setup.rules.items()))
    if setup.deal:
        _check_faces(setup)
    removed = REMOVED if _removes(setup) else 0
    stock_size = CARDS - 1 - len(setup.seats) - removed
    untouched = (False, False, ())
    return Draft(
        table=table,
        players=[ChangingPlayer(_dealt(setup, seat, 1), (), *untouched) for seat in setup.seats],
        turn=setup.first,
        agenda=turn_of(setup.first),
        stock=_dealt(setup, "stock", stock_size),
        hidden=_dealt(setup, "hidden", 1),
        removed=_dealt(setup, "removed", removed),
        played=None,
    ).frozen()


def random_state(setup: Setup, rng: Random) -> State:
    """Return the state after a random deal: `shuffled` and `first_state` in one."""
    table = _table(setup.seats, setup.first, setup.logged, tuple(setup.rules.items()))
    cards = _shuffle(rng)
    count = len(setup.seats)
    laid_out = count + (REMOVED if table.two_player_removal else 0)
    return Draft(
        table=table,
        players=[ChangingPlayer((card,), (), False, False, ()) for card in cards[:count]],
        turn=setup.first,
        agenda=turn_of(setup.first),
        stock=tuple(cards[laid_out + 1 :]),
        hidden=(cards[laid_out],),
        removed=tuple(cards[count:laid_out]),
        played=None,
    ).frozen()


def _shuffle(rng: Random) -> list[Face]:
    """Return the pack in random order.

    Sorting by random keys is a fair shuffle, and four times as fast as `rng.shuffle`.
    """
    draw = rng.random
    return sorted(PACK, key=lambda _: draw())


def shuffled(setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
    """Return a complete random deal."""
    cards = _shuffle(rng)
    deal: dict[str, tuple[Face, ...]] = {str(seat): (cards.pop(),) for seat in setup.seats}
    deal["hidden"] = (cards.pop(),)
    if _removes(setup):
        deal["removed"] = tuple(cards.pop() for _ in range(REMOVED))
    deal["stock"] = tuple(cards)
    return deal


def _removes(setup: Setup) -> bool:
    return len(setup.seats) == 2 and setup.rules.get("two_player_removal") == "yes"


@lru_cache(maxsize=64)
def _table(
    seats: tuple[Seat, ...],
    first: Seat,
    logged: frozenset[Seat],
    rules: tuple[tuple[str, str], ...],
) -> Table:
    if not FEWEST <= len(seats) <= MOST:
        raise SetupError(f"{len(seats)} seats: Deadlock City is for {FEWEST} to {MOST} players")
    if len(set(seats)) < len(seats):
        raise SetupError(f"seats {' '.join(seats)}: each seat may stand only once")
    strangers = ({first} | logged) - set(seats)
    if strangers:
        raise SetupError(f"{' '.join(sorted(strangers))}: not among the seats {' '.join(seats)}")
    for name, value in rules:
        _check_rule(name, value)
    return Table(
        seats,
        logged,
        two_player_removal=len(seats) == 2 and ("two_player_removal", "yes") in rules,
        sprung_zero_redrawn=("sprung_zero", "redrawn") in rules,
        tie_by_pile_sum=("tie", "pile_sum") in rules,
    )


def _check_rule(name: str, value: str) -> None:
    rule = next((rule for rule in HOUSE_RULES if rule.name == name), None)
    if rule is None:
        known = ", ".join(rule.name for rule in HOUSE_RULES)
        raise SetupError(f"house rule {name!r} is unknown; known: {known}")
    if value not in rule.values:
        raise SetupError(f"house rule {name} = {value!r}: choose one of {', '.join(rule.values)}")


def _check_faces(setup: Setup) -> None:
    for place in setup.deal:
        if place not in PLACES and place not in setup.seats:
            raise SetupError(f"deal: there is no place {place!r}; places: {', '.join(PLACES)}")
    faces = sorted(chain.from_iterable(setup.deal.values()))
    if faces == WHOLE_PACK:
        return
    counts = Counter(faces)
    for face, count in counts.items():
        if face != UNKNOWN and count > COPIES.get(face, 0):
            raise SetupError(f"deal: {count} cards {face!r}, the deck has {COPIES.get(face, 0)}")


def _dealt(setup: Setup, place: str | Seat, size: int) -> tuple[Face, ...]:
    """Return the faces told of this place, the untold rest unknown."""
    told = tuple(setup.deal.get(place, ()))
    if len(told) == size:
        return told
    if len(told) > size:
        raise SetupError(f"deal: {len(told)} cards for {place}, there is room for {size}")
    return told + (UNKNOWN,) * (size - len(told))
