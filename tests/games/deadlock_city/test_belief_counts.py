"""The belief agrees with a list of all worlds: what is possible, how likely, how many deals."""

from collections.abc import Iterator
from math import factorial
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.cards import Seat
from companion.game import TABLE, Correction, Setup, TakenBack
from companion.games.deadlock_city.actions import Hold
from companion.games.deadlock_city.belief import DeadlockBelief
from companion.games.deadlock_city.cards import FACES, PACK
from tests.games.deadlock_city.listing import Listing, Step

#: So many unseen cards can still be listed in reasonable time.
MOST_UNSEEN = {2: 9, 3: 8, 4: 8, 5: 7}


def agree(belief: DeadlockBelief, listing: Listing, seats: tuple[Seat, ...]) -> None:
    places = (*seats, "hidden", "stock")
    deals, chances = listing.counted(places)

    assert belief.deals() == deals
    for place in places:
        likely = {f: p for f in FACES if (p := belief.probability(place, f))}
        assert likely == chances[place]
        assert belief.possible(place) == set(likely)


def setup_of(count: int, **rules: str) -> Setup:
    seats = tuple(Seat(f"p{place}") for place in range(1, count + 1))
    return Setup(seats, seats[0], rules)


def branches(game, listing: Listing) -> list[Step]:
    """Return everything that could be seen to happen next, in any world."""
    acts = {}
    for world in listing.worlds:
        forced = game.forced(world.state)
        for act in (forced,) if forced else game.legal(world.state):
            acts.setdefault(game.seen_by(world.state, act, TABLE), act)
    return [game.parse(text) for text in acts]


def every_record(game, setup: Setup, length: int) -> Iterator[tuple[DeadlockBelief, Listing]]:
    """Yield the belief and the list after every record of up to so many acts."""
    open_ends = [(game.belief(setup, TABLE), Listing(game, setup, TABLE, undoes=False))]
    for _ in range(length):
        longer = []
        for belief, listing in open_ends:
            for act in branches(game, listing):
                twin = Listing.__new__(Listing)
                twin.__dict__.update(listing.__dict__)
                twin.take(act)
                longer.append((belief.after(act), twin))
        yield from longer
        open_ends = longer


def test_before_the_first_act_every_deal_fits(game) -> None:
    belief = game.belief(setup_of(2), TABLE)

    assert belief.deals() == factorial(20) // (factorial(5) * 2**6)
    assert belief.probability("p1", FACES[1]) * 4 == 1
    assert belief.probability("hidden", FACES[9]) * 20 == 1


def test_every_record_of_one_turn_of_two_players(game) -> None:
    setup, records = setup_of(2), 0
    for belief, listing in every_record(game, setup, 4):
        agree(belief, listing, setup.seats)
        records += 1

    assert records > 200


def thinned(setup: Setup, rng: Random, left: int) -> list[Correction]:
    """Return corrections that lay all but `left` random cards on the piles."""
    cards = list(PACK)
    rng.shuffle(cards)
    piles = {seat: cards[left + at :: len(setup.seats)] for at, seat in enumerate(setup.seats)}
    return [Correction(f"{seat}.pile", " ".join(faces) or "none") for seat, faces in piles.items()]


def walk(game, case, undoes: bool) -> Iterator[tuple[DeadlockBelief, Listing]]:
    """Yield belief and list along a random game with few unseen cards."""
    count, seed, seated, sprung = case
    rng, setup = Random(seed), setup_of(count, sprung_zero=sprung)
    viewer = rng.choice(setup.seats) if seated else TABLE
    left = rng.randint(count + 1, MOST_UNSEEN[count] - undoes)
    belief, listing = game.belief(setup, viewer), Listing(game, setup, viewer, undoes)
    start = thinned(setup, rng, left)
    # The list of a full deck is long: it begins where the piles lie already.
    state = game.setup(setup)
    for correction in start:
        state, belief = game.correct(state, correction), belief.after(correction)
    listing.begin(state)
    done, steps = 0, 0
    while steps < 40:
        step = next_step(listing, viewer, rng, done if undoes else 0)
        if step is None:
            return
        listing.take(step)
        belief = belief.after(step)
        done = done - step.steps if isinstance(step, TakenBack) else done + 1
        steps += 1
        yield belief, listing


def next_step(listing: Listing, viewer: str, rng: Random, done: int) -> Step | None:
    act = listing.some_act(rng)
    if done and rng.random() < 0.2:
        return TakenBack(rng.randint(1, min(done, 6)))
    hand = _hand_somewhere(listing, viewer, rng)
    if hand and rng.random() < 0.4:
        return Hold(Seat(viewer), hand)
    return act


def _hand_somewhere(listing: Listing, viewer: str, rng: Random) -> tuple | None:
    state = rng.choice(list(listing.worlds)).state
    return state.player(Seat(viewer)).hand if viewer in state.table.seats else None


CASES = st.tuples(
    st.integers(2, 5), st.integers(0, 2**32), st.booleans(), st.sampled_from(["kept", "redrawn"])
)


WALKS = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # A walk can't be made smaller, only another one: shrinking would take minutes.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


@WALKS
@given(CASES)
def test_random_games_to_the_last_card(game, case) -> None:
    for belief, listing in walk(game, case, undoes=False):
        agree(belief, listing, setup_of(case[0]).seats)

        assert belief.proofs() == ()


@WALKS
@given(CASES)
def test_what_was_taken_back_is_still_known(game, case) -> None:
    for belief, listing in walk(game, case, undoes=True):
        agree(belief, listing, setup_of(case[0]).seats)

        assert belief.proofs() == ()
