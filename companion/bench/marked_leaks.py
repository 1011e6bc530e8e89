"""Look for leaks in games with marked backs: worlds in which the same backs mean other cards.

Nobody tells his phone his cards here; a camera reads their backs, and now and then two cards
are exchanged and the record follows. In a twin world two cards of the deck have changed their
backs: of another face where the viewer may know neither, or of the same one anywhere.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from companion.bench import cop_leaks
from companion.bench.cop_leaks import ATTEMPTS, GAME, Surface, Twins, World, session_of
from companion.bench.result import BenchResult
from companion.bench.twins import Pair, judged
from companion.cards import Face, Seat
from companion.commands import HOST, Declare
from companion.decisions import decide
from companion.game import TABLE, Backs, Setup, TableError, Viewer
from companion.games.good_cop_bad_cop.actions import PLACES, Act, Hold, Lay, Saw
from companion.games.good_cop_bad_cop.cards import INTEGRITY
from companion.games.good_cop_bad_cop.state import State, Step
from companion.games.good_cop_bad_cop.surroundings import row_zone
from companion.marked_backs import RULE, STRANGER, CardName, card_names, face_of
from companion.record import Act as Entry
from companion.record import Record, dump
from companion.redaction import as_seen_by, in_full

COMPARISONS = 4_000
PATIENCE = 2_000
SEED = 29
MOST_ACTS = 40
#: How often two cards are exchanged and the table agrees with it.
EXCHANGES = 0.2
#: Of the many things that the host may say every so manieth is tried.
TRIED = 19
#: By place: each seat, and the cards that are out of the game.
Names = Mapping[str, tuple[CardName, ...]]


def twins(rng: Random) -> Iterator[Twins]:
    """Yield viewers with pairs of worlds they cannot tell apart, without end."""
    while True:
        world, names = marked_world(rng)
        cards = [name for place in names.values() for name in place]
        for viewer in (TABLE, *world.setup.seats):
            for _ in range(ATTEMPTS):
                other = twin(world, viewer, rng.sample(cards, 2))
                if other is not None:
                    yield viewer, world, other


def marked_world(rng: Random) -> tuple[World, Names]:
    """Play a random beginning of a game, its backs read first; return the cards by name."""
    seats = tuple(Seat(f"p{n}") for n in range(1, rng.randint(4, 8) + 1))
    rules = {rule.name: rng.choice(rule.values) for rule in GAME.house_rules}
    logged = frozenset(seat for seat in seats if rng.random() < 0.3)
    setup = Setup(seats, rng.choice(seats), {**rules, RULE: "A3F"}, logged)
    names = _named(GAME.shuffled(setup, rng), rng)
    states, acts = [GAME.setup(setup)], list[Act]()
    lays = [Lay(seat, names[seat]) for seat in seats]
    for turn in range(len(lays) + rng.randint(4, MOST_ACTS)):
        if GAME.outcome(states[-1]) is not None:
            break
        mixed = _read_anew(states[-2:], rng) if len(states) > 1 else None
        acts.append(lays[turn] if turn < len(lays) else mixed or _next(states[-1], rng))
        states.append(GAME.apply(states[-1], acts[-1]))
    return World(setup, tuple(states), tuple(acts)), names


def _named(deal: Mapping[str, tuple[Face, ...]], rng: Random) -> Names:
    """Say by lot which of the deck's cards each one is."""
    left = list(card_names(GAME.deck, INTEGRITY))
    rng.shuffle(left)
    places = [place for place in deal if "equipment" not in place]
    drawn: dict[str, tuple[CardName, ...]] = {}
    for place in places:
        cards = []
        for face in deal[place]:
            card = next(name for name in left if face_of(name) == face)
            left.remove(card)
            cards.append(card)
        drawn[place] = tuple(cards)
    return drawn


def _next(state: State, rng: Random) -> Act:
    between = state.begun and state.due is not None and state.due.step is Step.ACTION
    exchange = _exchange(state, rng) if between and rng.random() < EXCHANGES else None
    return GAME.forced(state) or exchange or cop_leaks.by_lot(state, rng)


def _read_anew(states: list[State], rng: Random) -> Lay | None:
    """Let the camera read cards that were mixed just now, in an order by lot."""
    before, now = states
    for seat, player in now.seated():
        lost = [c.name for c in before.player(seat).cards if c.name and not c.up]
        blank = [c for c in player.cards if not c.name and not c.up]
        if blank and len(lost) == len(blank):
            rng.shuffle(lost)
            names = (STRANGER if card not in blank else lost.pop() for card in player.cards)
            return Lay(seat, tuple(names))
    return None


def _exchange(state: State, rng: Random) -> Lay | None:
    """Let two cards lie in each other's places, and the record follow."""
    hidden = [found for found in state.located() if found[2].name and not found[2].up]
    if len(hidden) < 2:
        return None
    (seat, place, _), (_, _, card) = rng.sample(hidden, 2)
    places = [p for p, own in zip(PLACES, state.player(seat).row, strict=True) if own]
    return Lay(seat, tuple(card.name if p == place else STRANGER for p in places))


def twin(world: World, viewer: Viewer, exchanged: list[CardName]) -> World | None:
    """Let two cards have each other's backs and replay; None where the viewer would notice."""
    one, other = exchanged
    renamed = {one: other, other: one}
    states, acts = [GAME.setup(world.setup)], list[Act]()
    for state, action in zip(world.states, world.acts, strict=False):
        if isinstance(action, Lay):
            answer: Act = Lay(action.seat, tuple(renamed.get(n, n) for n in action.cards))
        else:
            answer = GAME.forced(states[-1]) or action
        if cop_leaks.notices(viewer, (state, action), (states[-1], answer)):
            return None
        acts.append(answer)
        states.append(GAME.apply(states[-1], answer))
    second = World(world.setup, tuple(states), tuple(acts))
    pairs = zip(world.states, second.states, strict=True)
    seen = cop_leaks.seen_cards
    alike = all(seen(first, viewer) == seen(last, viewer) for first, last in pairs)
    return second if alike and world.states != second.states else None


# --- the ways out that only such games have ----------------------------------------------


def host_words(world: World, at: int, viewer: Viewer) -> object:
    """Return what becomes of what the host says for players, hidden cards included."""
    if viewer != TABLE:
        return None
    session = session_of(world, at)
    found = []
    for text in _sayable(world.states[at], at):
        try:
            found.append((text, decide(Declare(HOST, text), session, Random(0))))
        except TableError as error:
            found.append((text, (type(error).__name__, *map(repr, error.args))))
    return found


def _sayable(state: State, at: int) -> Iterator[str]:
    """Yield acts, and words about hidden cards, the next ones each time."""
    seats, some = state.table.seats, at % TRIED
    every = product(seats, product(INTEGRITY, repeat=3))
    said = [str(Hold(seat, faces)) for seat, faces in every]
    spots = product(seats, seats, PLACES, INTEGRITY)
    said += [str(Saw(*spot)) for spot in spots]
    yield from said[some::TRIED]
    yield from map(str, list(GAME.candidates(state))[some::TRIED])


def moved(world: World, at: int, viewer: Viewer) -> object:
    """Return what is said when two cards lie in each other's places."""
    state = world.states[at]
    return GAME.misplaced(state, _lying(state))


def _lying(state: State) -> Backs:
    names = {(seat, place): card.name for seat, place, card in state.located() if not card.up}
    spots = [spot for spot, name in names.items() if name]
    if len(spots) > 1:
        one, other = spots[0], spots[-1]
        names[one], names[other] = names[other], names[one]
    return {
        row_zone(seat): tuple(
            names.get((seat, place))
            for place, card in zip(PLACES, player.row, strict=True)
            if card is not None
        )
        for seat, player in state.seated()
    }


def saved(world: World, at: int, viewer: Viewer) -> object:
    """Return the record as the viewer may save it, and the whole one of a finished game."""
    if at < len(world.states) - 1:
        return None
    record = _record(world)
    return dump(as_seen_by(GAME, record, viewer)), dump(in_full(GAME, record))


def _record(world: World) -> Record:
    return Record(GAME.name, world.setup, {}, tuple(Entry(str(act)) for act in world.acts))


SURFACES: Mapping[str, Surface] = {
    **cop_leaks.SURFACES,
    **{s.__name__: s for s in (host_words, moved, saved)},
}


# --- planted leaks ------------------------------------------------------------------------


def printed_names(world: World, at: int, viewer: Viewer) -> object:
    """Leak: the whole record calls cards by the names of the printed deck."""
    return dump(_record(world))


def tried_hand(world: World, at: int, viewer: Viewer) -> object:
    """Leak: the host is told whether a player holds the cards that he tries."""
    state = world.states[at]
    return [GAME.violations(state, GAME.parse(text)) for text in _sayable(state, at)]


def moved_face(world: World, at: int, viewer: Viewer) -> object:
    """Leak: a card put elsewhere is told only where the two do not look alike."""
    names = [card.name for _, _, card in world.states[at].located() if card.name and not card.up]
    return len(names) > 1 and face_of(names[0]) != face_of(names[-1])


def name_as_an_order(world: World, at: int, viewer: Viewer) -> object:
    """Leak: a row is drawn in the order of its cards' names."""
    return [
        sorted(range(len(player.cards)), key=lambda n: str(player.cards[n].name))
        for player in world.states[at].players
    ]


PLANTED: Mapping[str, Surface] = {
    s.__name__: s for s in (printed_names, tried_hand, moved_face, name_as_an_order)
}


def pairs(seed: int = SEED) -> Iterator[Pair]:
    """Yield random twins without end, looked at from their ends back."""
    return cop_leaks.looks(twins(Random(seed)))


def run(comparisons: int = COMPARISONS) -> BenchResult:
    """Compare the surfaces, and see that every planted leak is caught."""
    return judged(SURFACES, PLANTED, pairs, comparisons, PATIENCE)
