"""Whatever is wrong with camera, picture or print reaches the host's page, with a remedy."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.camera_loop import Watched
from companion.cards import Deck, Print
from companion.games import game_named
from tests.scenarios.conftest import GAME, Film, host_of
from vision.camera import Image
from vision.printing import card_image
from vision.simulated.things import Nudge
from web.translation import LANGUAGES

OTHER = game_named("good_cop_bad_cop").deck
#: Places in no zone, and one on Ann's pile, mm on the mat.
FREE, PILE = [(130.0 + 80 * n, 80.0) for n in range(9)], (420.0, 350.0)
#: Between two pictures, seconds: none of them is looked at too early.
STEP_S = 0.4

Fault = Callable[[Film, Image], Image]


def dark(film: Film, image: Image) -> Image:
    return np.asarray(image * 0.02, np.uint8)


def overexposed(film: Film, image: Image) -> Image:
    return cv2.convertScaleAbs(image, alpha=1.0, beta=235)


def out_of_focus(film: Film, image: Image) -> Image:
    return cv2.GaussianBlur(image, (0, 0), 6.0)


def too_small(film: Film, image: Image) -> Image:
    return cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)


def moved(film: Film, image: Image) -> Image:
    film.scene.nudge_camera(Nudge(14.0, -9.0, 1.0))
    return film.simulated.frame()


def wrong_scale(film: Film, image: Image) -> Image:
    for place, design in zip(FREE, GAME.deck.prints, strict=False):
        image = pasted(film, image, (GAME.deck, design), place, scale=0.9)
    return image


def cut_off(film: Film, image: Image) -> Image:
    """Lay a card of whose four tags three are cut off."""
    image = pasted(film, image, (GAME.deck, GAME.deck.prints[8]), PILE)
    x, y = PILE
    for corner in ((-1, 1), (1, -1), (1, 1)):
        inner = np.array([x + 17 * corner[0], y + 29 * corner[1]])
        outer = np.array([x + 34 * corner[0], y + 46 * corner[1]])
        box = np.array([inner, (outer[0], inner[1]), outer, (inner[0], outer[1])])
        bare = image[10, 10].tolist()
        image = cv2.fillConvexPoly(image, np.rint(to_px(film, box)).astype(np.int32), bare)
    return image


def mixed_decks(film: Film, image: Image) -> Image:
    return pasted(film, image, (OTHER, OTHER.prints[1]), FREE[1])


def duplicate_ids(film: Film, image: Image) -> Image:
    nine = next(design for design in GAME.deck.prints if design.face == "9")
    for place in (PILE, (PILE[0] + 25.0, PILE[1])):
        image = pasted(film, image, (GAME.deck, nine), place)
    return image


FAULTS: dict[str, Fault] = {
    "too_dark": dark,
    "overexposed": overexposed,
    "out_of_focus": out_of_focus,
    "wrong_resolution": too_small,
    "camera_moved": moved,
    "wrong_scale": wrong_scale,
    "half_covered": cut_off,
    "foreign_card": mixed_decks,
    "duplicate_card": duplicate_ids,
}


def to_px(film: Film, points: np.ndarray) -> np.ndarray:
    """Return where points of the mat, mm, are in the picture, px."""
    look = film.loop.look
    assert look is not None
    assert look.pose is not None
    return look.pose.to_px(np.asarray(points, dtype=np.float64))


def pasted(
    film: Film,
    image: Image,
    card: tuple[Deck, Print],
    place: tuple[float, float],
    scale: float = 1.0,
) -> Image:
    """Return a picture in which one more card lies on the mat."""
    deck, design = card
    art = card_image(deck, design.id, 4.0)
    half = np.array([deck.width_mm, deck.height_mm]) / 2 * scale
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + place
    height, width = art.shape[:2]
    own = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(own, to_px(film, corners).astype(np.float32))
    size = (image.shape[1], image.shape[0])
    layer = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size) > 127
    return np.where(where[..., None], layer, image)


@pytest.fixture(scope="module")
def evening(shared_film: Film) -> Iterator[tuple[Film, FlaskClient, Image]]:
    """Return a table at which all is well, its host's browser, and a picture of it."""
    film = shared_film
    film.watched = Watched(film.plan, GAME.deck, (OTHER,))
    film.begin(hands="6 7 3", draws="5 4 4")
    yield film, host_of(film), film.simulated.frame()
    film.end()
    film.watched = Watched(film.plan, GAME.deck)


def told(client: FlaskClient, language: str) -> dict[str, str]:
    warnings = client.get(f"/host/view?language={language}").json["screen"]["warnings"]
    return {warning["code"]: warning["text"] for warning in warnings}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_named_on_the_hosts_page_with_what_to_do(
    evening: tuple[Film, FlaskClient, Image], code: str
) -> None:
    film, client, well = evening
    before = told(client, "en")
    bad = FAULTS[code](film, well)
    for image in (bad, bad, bad):
        film.show(image, STEP_S)
    texts = [told(client, language).get(code, "") for language in LANGUAGES]
    film.scene.nudge_camera(Nudge())
    for _ in range(4):
        film.show(well, STEP_S)

    assert code not in before
    assert len(set(texts)) == len(LANGUAGES)
    assert all(len(text.split()) > 8 for text in texts)
    assert told(client, "en") == {}
