"""Dealing: house rules, the two piles, and the first state."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.game import HouseRule, Setup, SetupError
from companion.games.good_cop_bad_cop.cards import (
    AGENT,
    CROOKED,
    HONEST,
    KINGPIN,
    LEADERS,
    Edition,
    equipment_set,
    integrity_counts,
    usual_guns,
)
from companion.games.good_cop_bad_cop.state import Card, Player, State, Table
from companion.games.good_cop_bad_cop.teams import holds_both
from companion.games.good_cop_bad_cop.turns import begin_turn, settle
from companion.marked_backs import NUMBER, PLAIN, RULE

FEWEST, MOST = 4, 8
CARDS_EACH = 3

HOUSE_RULES = (
    HouseRule("edition", tuple(edition.value for edition in Edition), "GC-01"),
    HouseRule("guns", ("usual", "2", "3", "4"), "GC-05"),
    HouseRule("windows", ("shots", "all"), "GC-24"),
    HouseRule("void_shot", ("by_edition", "used_up", "again"), "GC-20"),
    HouseRule("own_cards", ("shown", "hidden"), "GC-25"),
    HouseRule("notes", ("on", "off"), "GC-25"),
)


def house_rules(marked: tuple[str, ...], chosen: str = PLAIN) -> tuple[HouseRule, ...]:
    """Return the house rules where decks with these numbers have marked backs.

    The deck that is `chosen` is among them, whether or not its key is still there.
    """
    backs = tuple(dict.fromkeys((PLAIN, *marked, chosen)))
    return (*HOUSE_RULES, HouseRule(RULE, backs, "GC-26")) if len(backs) > 1 else HOUSE_RULES


def first_state(setup: Setup) -> State:
    """Return the state after the deal; raise SetupError where it cannot be."""
    table = _table(setup)
    _check_deal(setup, table)
    players = tuple(_player(setup, table, seat) for seat in setup.seats)
    spare = sum(table.integrity.values()) - CARDS_EACH * len(setup.seats)
    removed = _dealt(setup, "removed", spare)
    stock = _dealt(setup, "equipment", len(table.equipment) - len(setup.seats))
    first_spare = CARDS_EACH * len(setup.seats)
    state = State(
        table,
        players,
        turn=setup.first,
        agenda=(),
        stock=stock,
        removed=tuple(Card(first_spare + n, f, frozenset()) for n, f in enumerate(removed)),
    )
    return replace(settle(begin_turn(state, setup.first)), begun=False)


def _player(setup: Setup, table: Table, seat: Seat) -> Player:
    at = CARDS_EACH * table.place[seat]
    faces = _dealt(setup, seat, CARDS_EACH)
    left, middle, right = (
        Card(at + n, face, frozenset({seat}), marked=face != UNKNOWN)
        for n, face in enumerate(faces)
    )
    return Player((left, middle, right), equipment=_dealt(setup, f"{seat}.equipment", 1))


def _dealt(setup: Setup, place: str, size: int) -> tuple[Face, ...]:
    """Return the faces told of this place, the untold rest unknown."""
    told = tuple(setup.deal.get(place, ()))
    if len(told) > size:
        raise SetupError(f"deal: {len(told)} cards for {place}, there is room for {size}")
    return told + (UNKNOWN,) * (size - len(told))


# --- the shuffled deal --------------------------------------------------------------------


def shuffled(setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
    """Return a complete random deal, dealt in two piles so that nobody gets both leaders.

    The small pile has the leaders and a card for each other player: everyone gets one of
    it and two of the rest, and lays his three in an order of his own.
    """
    count = len(setup.seats)
    colours = [f for face in (HONEST, CROOKED) for f in [face] * integrity_counts(count)[face]]
    rng.shuffle(colours)
    small, rest = [AGENT, KINGPIN, *colours[: count - 2]], colours[count - 2 :]
    rng.shuffle(small)
    deal: dict[str, tuple[Face, ...]] = {}
    for seat in setup.seats:
        row = [small.pop(), rest.pop(), rest.pop()]
        rng.shuffle(row)
        deal[str(seat)] = tuple(row)
    deal["removed"] = tuple(rest)
    return {**deal, **_shuffled_equipment(setup, rng)}


def _shuffled_equipment(setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
    edition = Edition(setup.rules.get("edition", Edition.SEED.value))
    cards = list(equipment_set(edition, len(setup.seats)))
    rng.shuffle(cards)
    deal = {f"{seat}.equipment": (cards.pop(),) for seat in setup.seats}
    return {**deal, "equipment": tuple(cards)}


# --- checks -------------------------------------------------------------------------------


def _table(setup: Setup) -> Table:
    seats = setup.seats
    if not FEWEST <= len(seats) <= MOST:
        raise SetupError(f"{len(seats)} seats: Good Cop Bad Cop is for {FEWEST} to {MOST} players")
    if len(set(seats)) < len(seats):
        raise SetupError(f"seats {' '.join(seats)}: each seat may stand only once")
    strangers = ({setup.first} | setup.logged) - set(seats)
    if strangers:
        raise SetupError(f"{' '.join(sorted(strangers))}: not among the seats {' '.join(seats)}")
    rules = {rule.name: rule.values[0] for rule in HOUSE_RULES} | dict(setup.rules)
    for name, value in rules.items():
        _check_rule(name, value)
    edition = Edition(rules["edition"])
    usual = rules["guns"] == "usual"
    again = rules["void_shot"] == "again"
    return Table(
        seats,
        guns=usual_guns(edition, len(seats)) if usual else int(rules["guns"]),
        logged=setup.logged,
        edition=edition,
        again=again or (rules["void_shot"] == "by_edition" and edition is Edition.FOURTH),
        own_cards=rules["own_cards"] == "shown",
        notes=rules["notes"] == "on",
        all_windows=rules["windows"] == "all",
        backs=rules.get(RULE, PLAIN),
    )


def _check_rule(name: str, value: str) -> None:
    if name == RULE:
        # A game goes on though the key of its deck was lost.
        if value != PLAIN and not NUMBER.fullmatch(value):
            raise SetupError(f"house rule {name} = {value!r}: write {PLAIN} or a number like A3F")
        return
    rule = next((rule for rule in HOUSE_RULES if rule.name == name), None)
    if rule is None:
        known = ", ".join(rule.name for rule in HOUSE_RULES)
        raise SetupError(f"house rule {name!r} is unknown; known: {known}")
    if value not in rule.values:
        raise SetupError(f"house rule {name} = {value!r}: choose one of {', '.join(rule.values)}")


def _check_deal(setup: Setup, table: Table) -> None:
    places = {str(seat) for seat in setup.seats} | {"removed"}
    tools = {f"{seat}.equipment" for seat in setup.seats} | {"equipment"}
    for place in setup.deal:
        if place not in places | tools:
            known = ", ".join(sorted(places | tools))
            raise SetupError(f"deal: there is no place {place!r}; places: {known}")
    _check_counts(_faces(setup, places), table.integrity)
    _check_counts(_faces(setup, tools), Counter(table.equipment))
    for seat in setup.seats:
        if holds_both(setup.deal.get(seat, ())):
            raise SetupError(f"deal: {seat} has {' and '.join(LEADERS)}; deal in two piles")
    if any(leader in setup.deal.get("removed", ()) for leader in LEADERS):
        raise SetupError("deal: a leader is never removed; deal in two piles")


def _faces(setup: Setup, places: set[str]) -> Iterator[Face]:
    for place, faces in setup.deal.items():
        if place in places:
            yield from faces


def _check_counts(faces: Iterator[Face], most: Mapping[Face, int]) -> None:
    for face, count in Counter(faces).items():
        if face != UNKNOWN and count > most.get(face, 0):
            raise SetupError(f"deal: {count} cards {face!r}, this game has {most.get(face, 0)}")
