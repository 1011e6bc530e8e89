"""What did you see? The host's page shows open cards, and no pixel of what a hand hides."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera_loop import Watched
from companion.commands import PutAway
from companion.glimpsed import Glimpsed, Waiting
from companion.layout import Zone
from tests.scenarios.conftest import Film, host_of
from vision.calibration.picture import packed
from vision.moment import Observation
from vision.proof import VEIL
from vision.simulated.things import Handle, Pose

ANNS_PILE, ANNS_HAND, BENS_HAND = Zone("p1.pile"), Zone("p1.hand"), Zone("p2.hand")
#: Ben's card, which he tells nobody.
SECRETS = ("7", "3")


class Uncut(Glimpsed):
    """A planted leak: the crop goes out as it was cut."""

    def _picture(self, waiting: Waiting) -> bytes | None:
        return None if waiting.glimpse.crop is None else packed(waiting.glimpse.crop.picture)


class Both:
    """Lets the table's own memory and a leaking one see the same."""

    def __init__(self, *memories: Glimpsed) -> None:
        self._memories = memories

    def note(self, watched: Watched, seen: Observation | None) -> None:
        for memory in self._memories:
            memory.note(watched, seen)


def held(film: Film, zone: Zone) -> Handle:
    return film.person.cards_in(zone)[0].handle


def at(film: Film, zone: Zone, x: float, y: float) -> Pose:
    """Return a place in a zone, mm from its middle; people lay cards less exactly."""
    placed = film.plan.zone(zone)
    ((x_mm, y_mm),) = placed.from_zone([[x, y]])
    return Pose(float(x_mm), float(y_mm), placed.angle_deg)


def evening(film: Film, secret: str) -> Iterator[tuple[bytes, bytes]]:
    """Play with what Ben holds; yield what the host is told of what was seen, step by step.

    The second answer of each step is that of the planted leak.
    """
    film.begin(hands=f"6 {secret} 4", draws="5 4 0")
    assert film.table is not None
    # The same noise in both worlds.
    film.simulated.replan(film.plan)
    memories = film.glimpsed, Uncut(film.table)
    hosts, scene = [host_of(film, memory) for memory in memories], film.scene
    film.glimpsed = Both(*memories)  # type: ignore[assignment]

    def told() -> tuple[bytes, bytes]:
        sound, leaking = (host.get("/host/seen").data for host in hosts)
        return sound, leaking

    six, bens = held(film, ANNS_HAND), held(film, BENS_HAND)
    film.draw("p1")
    film.roll(4)
    # Ben shows his card to the camera, then holds it so that Ann lays hers half below it.
    scene.flip(bens)
    film.roll(4)
    yield told()
    scene.put_down(bens, at(film, ANNS_HAND, -50.0, -32.0), face_up=True)
    scene.flip(six)
    scene.put_under(six, bens, at(film, ANNS_PILE, -40.0, 0.0))
    film.roll(4)
    yield told()
    scene.put_down(bens, at(film, BENS_HAND, -35.0, 0.0), face_up=False)
    film.roll(6)
    scene.put_down(six, at(film, ANNS_HAND, -35.0, 0.0), face_up=False)
    film.roll()
    scene.put_down(six, at(film, ANNS_PILE, 20.0, 0.0), face_up=True)
    film.roll(6)
    yield told()
    film.table.do(PutAway())
    yield told()
    film.end()


Worlds = list[list[tuple[bytes, bytes]]]


@pytest.fixture(scope="module")
def worlds(shared_film: Film) -> Worlds:
    """Return the answers of two evenings that differ in Ben's card alone."""
    return [list(evening(shared_film, secret)) for secret in SECRETS]


def seen(answer: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(answer)["seen"]
    return found


def bright(one: dict[str, Any]) -> float:
    """Return which share of a picture is shown."""
    packed = np.frombuffer(base64.b64decode(one["picture"]), np.uint8)
    picture = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return float((picture > 2 * VEIL).mean())


def test_what_was_seen_is_told_with_the_picture_of_the_card(worlds: Worlds) -> None:
    shown, covered, laid, away = (seen(sound) for sound, _ in worlds[0])

    assert shown == []
    assert [one["text"] for one in covered] == ["I saw “6” at Ann's pile, 50 % sure."]
    assert [one["text"] for one in laid[:2]] == [
        "I saw “6” at Ann's pile, 100 % sure.",
        "I saw “6” go from Ann's pile.",
    ]
    assert [one["taken"] for one in laid] == [True] * 3
    assert bright(covered[0]) < 0.5
    assert bright(laid[0]) > 0.7
    assert away == []


def test_nobody_learns_from_it_what_a_player_showed_the_camera_alone(worlds: Worlds) -> None:
    one, other = ([sound for sound, _ in world] for world in worlds)

    assert one == other


def test_a_crop_that_is_not_cut_down_is_caught(worlds: Worlds) -> None:
    one, other = ([leaking for _, leaking in world] for world in worlds)

    assert one != other
