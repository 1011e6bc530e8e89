"""The belief against a list of all worlds in every ending of a game of two.

Why this covers games of two. What is hidden at any moment is a multiset of unseen cards,
and how they are spread over two hands and the deck. The belief knows it as weights over
such spreads; each act takes the weights before to the weights after, whatever led to them.
So it is enough that every kind of act is right from every kind of weights:

* with three unseen cards (two hands and the hidden one) every multiset is tried, and from
  each every record that can be seen to happen, to the end of the game;
* with four (one card more to draw, so that hands of two and exchanged hands come up) every
  twelfth multiset, again with every record; five and more only make the weights larger;
* the first turn with the whole deck in every record (`test_belief_counts`), and whole games
  from the deal, drawn at random, tie both ends together: there weights become long tables,
  words pile up, and cards that were looked at are drawn, swapped and put down.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.cards import Face
from companion.game import TABLE, Correction, Setup, Viewer
from companion.games.deadlock_city.actions import Hold
from companion.games.deadlock_city.belief import DeadlockBelief
from companion.games.deadlock_city.cards import COPIES, FACES, PACK
from tests.games.deadlock_city.listing import Listing
from tests.games.deadlock_city.test_belief_counts import agree, next_step, setup_of

Faces = tuple[Face, ...]


def unseen(cards: int) -> list[Faces]:
    """Return every multiset of so many cards of the pack."""
    return [
        faces
        for faces in combinations_with_replacement(FACES, cards)
        if all(number <= COPIES[face] for face, number in Counter(faces).items())
    ]


def beginning(game, setup: Setup, left: Faces, viewer: Viewer) -> tuple[DeadlockBelief, Listing]:
    """Lay all cards but those on the two piles."""
    rest = list((Counter(PACK) - Counter(left)).elements())
    belief, listing = game.belief(setup, viewer), Listing(game, setup, viewer, undoes=False)
    state = game.setup(setup)
    for at, seat in enumerate(setup.seats):
        pile = Correction(f"{seat}.pile", " ".join(rest[at::2]))
        state, belief = game.correct(state, pile), belief.after(pile)
    listing.begin(state)
    return belief, listing


def branches(game, listing: Listing) -> list[object]:
    """Return everything that the viewer could see happen next, in any world."""
    acts: dict[str | None, object] = {}
    for world in listing.worlds:
        forced = game.forced(world.state)
        for act in (forced,) if forced else game.legal(world.state):
            acts.setdefault(game.seen_by(world.state, act, listing.viewer), act)
    return list(acts.values())


def told(listing: Listing) -> list[Hold]:
    """Return each hand that a seat may tell its phone it holds."""
    seat = listing.viewer
    hands = {world.state.player(seat).hand for world in listing.worlds}
    return [Hold(seat, hand) for hand in sorted(hands)]


def every_record(
    game, belief: DeadlockBelief, listing: Listing
) -> Iterator[tuple[DeadlockBelief, Listing]]:
    """Yield the belief and the list after every record, to the end of the game."""
    yield belief, listing
    for act in branches(game, listing):
        yield from every_record(game, belief.after(act), after(listing, act))


def after(listing: Listing, step) -> Listing:
    twin = Listing.__new__(Listing)
    twin.__dict__.update(listing.__dict__)
    twin.take(step)
    return twin


@pytest.mark.parametrize(("cards", "every", "records"), [(3, 1, 1500), (4, 12, 4000)])
def test_every_record_of_an_ending_as_the_table_sees_it(game, cards, every, records) -> None:
    setup, found = setup_of(2), 0
    for left in unseen(cards)[::every]:
        for belief, listing in every_record(game, *beginning(game, setup, left, TABLE)):
            agree(belief, listing, setup.seats)
            found += 1

    assert found > records


def test_every_record_of_an_ending_as_a_seat_that_knows_its_card_sees_it(game) -> None:
    setup, found = setup_of(2), 0
    for left in unseen(3)[::2]:
        belief, listing = beginning(game, setup, left, "p1")
        for hold in told(listing):
            for ending in every_record(game, belief.after(hold), after(listing, hold)):
                agree(*ending, setup.seats)
                found += 1

    assert found > 900


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_of_two_from_the_deal(game, seed) -> None:
    rng, setup = Random(seed), setup_of(2)
    viewer = rng.choice((TABLE, "p1"))
    belief, listing = game.belief(setup, viewer), Listing(game, setup, viewer, undoes=False)
    while (step := next_step(listing, viewer, rng, 0)) is not None:
        listing.take(step)
        belief = belief.after(step)
        agree(belief, listing, setup.seats)

    assert belief.proofs() == ()
    assert listing.worlds
