"""A deck without tags, of which one card cannot be read: the table asks, and play goes on."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.cards import Deck, Face, PrintId
from companion.layout import Zone
from tests.painted import painted
from tests.scenarios.conftest import GAME, Film
from vision.camera import Image
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.finder import FoundCard, Possible
from vision.simulated.things import Pose

PILE = Zone("p1.pile")
#: Ink was spilt on this one after it was photographed.
SPOILT = Face("6")


class Faces:
    """The owner's cards: their pictures as enrolled, and as they lie on the table."""

    def __init__(self) -> None:
        self._numbers = {design.id: n for n, design in enumerate(GAME.deck.prints)}
        names = {design.id: Face(design.id) for design in GAME.deck.prints}
        self.enrolled = EnrolledDeck(
            "mine",
            GAME.deck.width_mm,
            GAME.deck.height_mm,
            {names[design.id]: [painted(self._numbers[design.id])] for design in GAME.deck.prints},
            {names[design.id]: design.face for design in GAME.deck.prints},
        )

    def art(self, deck: Deck, print_id: PrintId, px_per_mm: float) -> Image:
        spoilt = deck.print_of(print_id).face == SPOILT
        picture = painted(200 if spoilt else self._numbers[print_id])
        size = round(deck.width_mm * px_per_mm), round(deck.height_mm * px_per_mm)
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.fixture(scope="module")
def own_film() -> Film:
    """Return a table whose cards have no tags."""
    faces = Faces()
    return Film(faces.art, faces.enrolled)


@pytest.fixture
def cards(own_film: Film) -> Iterator[Film]:
    yield own_film
    own_film.end()


def asked(film: Film) -> str:
    """Return what everyone is asked to put right, in short; "" for nothing."""
    film.wait(4.0)
    shown = film.shown()
    if shown.repair is None:
        return ""
    facts = dict(shown.repair.facts)
    return f"{shown.repair.code} {facts['seat']} {facts['place']}"


UNREAD = "repair_unread p1 fan"


def test_a_card_that_cannot_be_read_is_asked_for_and_play_goes_on(cards: Film) -> None:
    cards.begin(hands="6 7 5", draws="9 8 1", frames=3)
    cards.draw("p1")
    spoilt = cards.lay("p1", "6")
    cards.roll(3)
    first = asked(cards)
    cards.say("p1 draws", "p1 plays 6")
    said = asked(cards)
    cards.draw("p2")
    cards.lay("p2", "7")
    cards.roll(3)

    assert (first, said) == (UNREAD, "")
    assert cards.entries() == ["p1 draws", "p1 plays 6", "p2 draws", "p2 plays 7"]
    # What is legible again is compared again.
    cards.scene.pick_up(spoilt)
    cards.roll(3)
    assert asked(cards) == "repair_missing p1 fan"


def test_a_fan_is_read_card_by_card_as_it_is_laid(cards: Film) -> None:
    """Of cards without tags the strips under others are no longer read, but known."""
    cards.begin(hands="7 6 5", draws="9 8 1", frames=3)
    zone = cards.plan.zone(PILE)
    stack = {cards.scene.face_of(c.handle): c.handle for c in cards.scene.snapshot().cards}
    for x, face in ((-60.0, "9"), (-45.0, "8"), (-30.0, "1")):
        ((x_mm, y_mm),) = zone.from_zone([[x, 0.0]])
        place = Pose(float(x_mm), float(y_mm), zone.angle_deg)
        cards.scene.put_down(stack[Face(face)], place, face_up=True)
        cards.roll(3)
    cards.roll(1)
    look = cards.loop.look

    assert look is not None
    assert look.layout[PILE].face_up == ("9", "8", "1")


class Askew:
    """Finds one card, of an outline that is askew and too small."""

    def find(self, picture: Image, possible: Possible) -> tuple[FoundCard, ...]:
        height, width = picture.shape[:2]
        corners = np.array([(-48, -70), (46, -68), (49, 66), (-44, 70)], np.float32)
        outline = corners + np.array([width / 2, height / 2], np.float32)
        face = Face(GAME.deck.prints[0].id)
        return (FoundCard(face, outline, (0, 0, 1, 1), 1.0, 1.0, (True,) * 4),)


def test_a_card_found_askew_is_one_card(own_film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = own_film.watched.reader(own_film.simulated.profile)
    monkeypatch.setattr(reader, "_finder", Askew())
    frame = own_film.simulated.frame()
    reader.read(frame)
    reading = reader.read_zone(frame, PILE)

    assert [(card.print_id, card.tags_seen) for card in reading.sightings] == [
        (GAME.deck.prints[0].id, 4)
    ]
    assert reading.warnings == ()
