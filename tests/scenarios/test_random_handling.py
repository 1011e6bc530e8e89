"""A few random muddles through frames: the shown instructions lead table and record together."""

from random import Random

import pytest

from companion.cards import Face, Seat
from companion.game import Message
from companion.layout import Zone
from tests.scenarios.conftest import SEATS, Film
from vision.simulated.things import Handle


def cards(film: Film, zone: str) -> list[Handle]:
    return [card.handle for card in film.person.cards_in(Zone(zone))]


def muddle(film: Film, rng: Random) -> None:
    """Do two things that nobody may do."""
    for _ in range(2):
        seat, other = rng.sample(SEATS, 2)
        pile, held = cards(film, f"{seat}.pile"), cards(film, f"{seat}.hand")
        if rng.random() < 0.3 or not (pile or held):
            film.person.draw(Zone("deck"), Zone(f"{seat}.hand"))
        else:
            film.person.lay(rng.choice([*pile, *held]), Zone(f"{other}.pile"), face_up=True)


def follow(film: Film, repair: Message, aside: list[Handle]) -> None:
    """Do what the instruction says, and nothing else."""
    facts = dict(repair.facts)
    zone = Zone(f"{facts['seat']}.{'pile' if facts['place'] == 'fan' else 'hand'}")
    lying = cards(film, zone)
    match repair.code.removesuffix("_under"):
        case "repair_extra":
            card = next(h for h in reversed(lying) if film.scene.face_of(h) == facts["face"])
            _lift(film, card, aside)
        case "repair_extra_back":
            for card in lying[-int(facts["count"]) :]:
                _lift(film, card, aside)
        case "repair_missing":
            hands = [*aside, *(h for seat in SEATS for h in cards(film, f"{seat}.hand"))]
            card = next(h for h in hands if film.scene.face_of(h) == Face(facts["face"]))
            film.person.lay(card, zone, face_up=True)
        case other:
            raise AssertionError(f"{other} is not needed here")


def _lift(film: Film, card: Handle, aside: list[Handle]) -> None:
    film.scene.pick_up(card)
    aside.append(card)


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_a_muddle_takes_no_more_instructions_than_it_has_differences(film: Film, seed: int) -> None:
    rng, aside = Random(seed), list[Handle]()
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    film.lay("p1", "6")
    film.roll()
    muddle(film, rng)
    film.roll()
    shown = film.wait()
    most, followed = shown.differences, 0
    while shown.repair is not None:
        followed += 1
        assert followed <= most
        follow(film, shown.repair, aside)
        film.roll()
        shown = film.wait()

    assert not shown.paused
    state = film.play().state
    for seat in map(Seat, SEATS):
        pile = film.person.cards_in(Zone(f"{seat}.pile"))
        assert tuple(film.scene.face_of(c.handle) for c in pile) == state.player(seat).pile
