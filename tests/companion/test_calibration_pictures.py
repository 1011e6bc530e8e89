"""What of the camera's picture reaches the calibration page, and what not while a game is on."""

import base64
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.calibration_pictures import Pictures
from companion.cards import Seat
from companion.layout import Pile
from tests.vision.calibration.test_live import CAMERA, MODEL, Room
from vision.calibration.live import MAT, VIEWS
from vision.camera import Frame, small_grey
from vision.plan import plan_table


@pytest.fixture(scope="module")
def plan():
    return plan_table((), (Seat("p1"),))


@pytest.fixture(scope="module")
def frame(plan):
    """Return a picture of a mat, and on it a card that is all noise."""
    height, width = MODEL.height, MODEL.width
    image = np.full((height, width, 3), 90, np.uint8)
    image[300:500, 700:900] = np.random.default_rng(1).integers(0, 255, (200, 200, 3))
    return Frame(image, small_grey(image), 1.0, 1)


@pytest.fixture
def room(tmp_path, plan):
    made = Room(tmp_path, plan)
    made.live.start()
    yield made
    made.live.close()


@pytest.fixture
def pictures(room):
    read = SimpleNamespace(look=SimpleNamespace(pose=True, plan=_Read(), layout=_LAYOUT))
    return Pictures(room.live, read)


class _Read:
    zones = (SimpleNamespace(spec=SimpleNamespace(name="p1.pile")),)


_LAYOUT = {"p1.pile": Pile(face_up=("5",), face_down=1)}


def drawn(look):
    jpeg = np.frombuffer(base64.b64decode(look["jpeg"]), np.uint8)
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


def test_the_newest_picture_comes_once(room, pictures, frame):
    room.look(frame, VIEWS)
    first = pictures.look("plain", 0, "en")

    assert (first["width"], first["height"]) == (1152, 648)
    assert [reason["code"] for reason in first["refused"]] == ["no_board"]
    assert pictures.look("plain", first["number"], "en") is None


def test_before_the_deal_the_page_sees_what_is_read(room, pictures, frame):
    room.look(frame)

    assert pictures.look("plain", 0, "en")["read"] == [
        {"zone": "p1.pile", "faces": ("5",), "down": 1}
    ]


@pytest.mark.parametrize("layer", ["plain", "straight", "glare"])
@pytest.mark.parametrize("seeks", [VIEWS, MAT])
def test_while_a_game_is_on_no_card_is_in_the_picture(room, pictures, frame, layer, seeks):
    room.playing = True
    room.look(frame, seeks)
    look = pictures.look(layer, 0, "fr")
    picture = drawn(look)

    assert picture.std(axis=(0, 1)).max() < 1
    assert (look["read"], look["light"], look["corners"]) == ([], None, [])
    assert [reason["code"] for reason in look["refused"]] == ["cards_hidden"]


def test_a_game_that_has_just_begun_hides_the_picture_before_it(room, pictures, frame):
    room.look(frame)
    room.playing = True

    assert drawn(pictures.look("plain", 0, "en")).std(axis=(0, 1)).max() < 1


def test_the_straight_layer_needs_a_lens(room, pictures, frame):
    room.look(frame)

    assert CAMERA.known is False
    assert pictures.look("straight", 0, "en")["straight"] is False
