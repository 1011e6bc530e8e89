"""Enrolling a deck over HTTP: for the host alone, nothing lost, and nothing seen in a game."""

import base64
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cards import BACK, Face
from companion.deck_room import DeckRoom
from companion.enrolling import EnrolledDecks
from companion.games import GAMES
from companion.session import is_over
from companion.table_camera import Shot
from tests.vision.enrolled.conftest import drawn, lay, table
from tests.web.house import ROOMY, House, post
from vision.camera import CameraError, Image
from vision.enrolled.deck import EnrolledDeck
from web import create_app

GAME = "deadlock_city"
NEW = {"title": "Our Poker!", "width_mm": 63, "height_mm": 88, "game": GAME}
DECK = "/host/deck/our_poker"
MEANS = [("A", "1"), ("R", "1"), ("5", "2")]


@cache
def photo(face: str, width: float = 200.0) -> Image:
    """Return a photo of one card on a table."""
    picture = table()
    lay(picture, drawn(face), 300, 240, 6, width)
    return picture


def sent(picture: Image) -> str:
    return base64.b64encode(cv2.imencode(".png", picture)[1].tobytes()).decode()


class Camera:
    """A camera over a table without a mat."""

    def __init__(self) -> None:
        self.image: Image | None = photo("K")

    def last(self) -> Shot | None:
        return None if self.image is None else Shot(self.image, None, 7)

    def shoot(self) -> Shot:
        if self.image is None:
            raise CameraError("it is unplugged", "plug it in")
        return Shot(self.image, None, 0)


class DeckHouse(House):
    """A table at which decks may be enrolled."""

    def __init__(self, data: Path, usual: str = "") -> None:
        super().__init__()
        self.camera, self.told = Camera(), list[str]()
        self.decks = DeckRoom(data, data, usual, self.told.append)
        self.marked = False
        self.decks.open(GAMES, self._is_playing, lambda: self.marked, self.camera)
        self.services = replace(self.services, own_decks=self.decks)
        self.app = create_app(self.services, ROOMY)

    def _is_playing(self) -> bool:
        session = self.table.session()
        return session.play is not None and not is_over(session.game, session.play)

    def play(self) -> None:
        """Deal a game to two players."""
        self.phone("Ann"), self.phone("Ben")
        assert post(self.host(), "/host/deal", {"seat": "p1"}).status_code == 200


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckHouse]:
    found = DeckHouse(tmp_path)
    yield found
    found.decks.close()
    found.table.close()


@pytest.fixture
def host(house: DeckHouse) -> Any:
    """The host's browser, with a deck begun."""
    client = house.host()
    assert post(client, "/host/deck/new", NEW).json["deck"] == "our_poker"
    return client


def keep(host: Any, face: str, means: str, card: str = "") -> Any:
    cut = post(host, f"{DECK}/photo", {"image": sent(photo(face))}).json
    return post(host, f"{DECK}/approve", {"number": cut["number"], "means": means, "face": card})


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["error"]


ROUTES = [
    *(("GET", path) for path in ("/host/deck", "/host/deck/list", f"{DECK}/state", f"{DECK}/look")),
    *(("GET", path) for path in (f"{DECK}/picture/1.png", f"/host/deck/stickers/{GAME}-A4.pdf")),
    *(("POST", f"/host/deck/{path}") for path in ("new", "play")),
    *(("POST", f"{DECK}/{act}") for act in ("take", "photo", "approve", "mean", "delete")),
    *(("POST", f"{DECK}/{act}") for act in ("undo", "assess", "call-off", "remove")),
]


def test_the_page_is_the_hosts_alone(house: DeckHouse, host: Any) -> None:
    rules = [rule for rule in house.app.url_map.iter_rules() if rule.endpoint[:9] == "own_deck."]
    before = host.get(f"{DECK}/state").data

    assert len(ROUTES) == len(rules)
    for client in (house.stranger(), house.phone("Ann")):
        for method, path in ROUTES:
            answer = client.get(path) if method == "GET" else post(client, path, {"image": "x"})
            assert (path, answer.status_code) == (path, 403)
    assert before == host.get(f"{DECK}/state").data


def test_a_table_without_it_has_no_such_page() -> None:
    client = House().host()

    assert client.get("/host/deck/list").status_code == 404
    assert client.get("/host/view").json["own_decks"] is None


def test_cards_are_kept_at_once_and_survive_a_restart(
    house: DeckHouse, host: Any, tmp_path: Path
) -> None:
    for face, means in MEANS:
        assert keep(host, face, means).json["ok"]
    post(host, f"{DECK}/mean", {"face": "c2", "means": BACK})
    told = post(host, f"{DECK}/delete", {"face": "c3"}).json
    again = DeckHouse(tmp_path).host()
    undone = post(again, f"{DECK}/undo").json

    assert (told["have"], told["need"], len(told["cards"])) == (2, 21, 2)
    assert [(card["face"], card["means"]) for card in undone["cards"]] == [
        ("c1", "1"),
        ("c2", BACK),
        ("c3", "2"),
    ]
    assert again.get(f"{DECK}/picture/3.png").data.startswith(b"\x89PNG")
    [listed] = again.get("/host/deck/list").json["decks"]
    assert (listed["title"], listed["have"]) == ("Our Poker!", 3)


def test_a_card_that_is_there_already_is_named_before_it_is_kept(host: Any) -> None:
    first = post(host, f"{DECK}/photo", {"image": sent(photo("A"))}).json
    keep(host, "A", "1")
    again = post(host, f"{DECK}/photo", {"image": sent(photo("A", 190))}).json
    other = post(host, f"{DECK}/photo", {"image": sent(photo("R"))}).json

    assert [cut["like"] for cut in (first, again, other)] == [None, "c1", None]


def test_a_card_may_have_several_photos(host: Any) -> None:
    keep(host, "A", "1")
    told = keep(host, "A", "1", "c1").json

    assert [card["photos"] for card in told["cards"]] == [[1, 2]]
    told = post(host, f"{DECK}/delete", {"face": "c1", "photo": 1}).json
    assert [card["photos"] for card in told["cards"]] == [[2]]


def test_the_tables_camera_takes_the_card_that_lies_there(house: DeckHouse, host: Any) -> None:
    seen = host.get(f"{DECK}/look").json
    cut = post(host, f"{DECK}/take").json
    house.camera.image = None

    assert (seen["number"], len(seen["outline"]), seen["fault"]) == (7, 4, None)
    assert base64.b64decode(cut["card"]).startswith(b"\xff\xd8")
    assert host.get(f"{DECK}/look?after=7").status_code == 409
    assert error(post(host, f"{DECK}/take")) == (409, "enrol_camera_silent")


BAD_PHOTOS = [
    (sent(table()), (409, "photo_no_card")),
    (sent(photo("5", 60.0)), (409, "photo_small")),
    (sent(photo("5") // 12), (409, "photo_dark")),
    (sent(cv2.GaussianBlur(photo("5"), (0, 0), 9)), (409, "photo_blurred")),
    (base64.b64encode(b"GIF89a").decode(), (400, "picture_unknown")),
    ("no base64!", (400, "picture_unknown")),
    ("A" * (1 << 20), (413, "too_large")),
]


def test_a_photo_of_no_use_is_named_in_words(host: Any) -> None:
    for image, said in BAD_PHOTOS:
        answer = post(host, f"{DECK}/photo?language=fr", {"image": image})

        assert error(answer) == said
        assert answer.json["messages"][0]["text"] != said[1]
    assert host.get(f"{DECK}/state").json["cards"] == []


BAD_WISHES: list[tuple[str, Any, Any]] = [
    ("new", {**NEW, "width_mm": "63"}, (400, "not_understood")),
    ("new", {**NEW, "width_mm": float("nan")}, (400, "not_understood")),
    ("new", {**NEW, "height_mm": 900}, (409, "enrol_no_size")),
    ("new", {**NEW, "title": "  "}, (409, "enrol_no_title")),
    ("new", {**NEW, "game": "chess"}, (409, "no_such_game")),
    ("our_poker/approve", {"number": "1", "means": "1"}, (400, "not_understood")),
    ("our_poker/approve", {"number": 99, "means": "1"}, (409, "enrol_photo_gone")),
    ("our_poker/mean", {"face": "c1", "means": "king"}, (409, "enrol_no_such_face")),
    ("our_poker/mean", {"face": "c9", "means": "1"}, (409, "enrol_no_such_card")),
    ("our_poker/delete", {"face": "c1", "photo": "x"}, (400, "not_understood")),
    ("our_poker/undo", {}, (409, "enrol_no_step")),
    ("our_poker/assess", {}, (409, "enrol_too_few")),
    ("..%2f..%2fetc/undo", {}, (404, "not_found")),
    ("OTHER/undo", {}, (409, "no_such_deck")),
    ("play", {"game": GAME, "deck": "our_poker"}, (409, "no_such_deck")),
]


def test_bad_input_changes_nothing(host: Any) -> None:
    before = host.get("/host/deck/list").data, host.get(f"{DECK}/state").data
    for path, data, said in BAD_WISHES:
        answer = post(host, f"/host/deck/{path}", data)

        assert (path, data, *error(answer)) == (path, data, *said)
    assert before == (host.get("/host/deck/list").data, host.get(f"{DECK}/state").data)


def test_while_a_game_is_on_no_picture_leaves(house: DeckHouse, host: Any) -> None:
    """Whatever lies in the middle of the mat, the answers are the same."""
    keep(host, "A", "1")
    number = post(host, f"{DECK}/take").json["number"]
    house.play()
    answers = []
    for image in (photo("5"), photo("R"), table(), np.zeros((480, 640, 3), np.uint8)):
        house.camera.image = image
        asked = [host.get(f"{DECK}/{path}") for path in ("look", "picture/1.png")]
        asked += [post(host, f"{DECK}/take"), post(host, f"{DECK}/photo", {"image": sent(image)})]
        asked += [post(host, f"{DECK}/approve", {"number": number, "means": "2"})]
        answers.append([(answer.status_code, answer.data) for answer in asked])

    assert [{409}] * 4 == [{status for status, _ in asked} for asked in answers]
    assert all(b"enrol_hidden" in data for asked in answers for _, data in asked)
    assert all(asked == answers[0] for asked in answers)
    assert len(host.get(f"{DECK}/state").json["cards"]) == 1
    # Nor is a deck changed that may be the one in play.
    for act in ("assess", "remove"):
        assert error(post(host, f"{DECK}/{act}")) == (409, "game_is_on")


def test_a_table_with_marked_backs_is_never_shown(house: DeckHouse, host: Any) -> None:
    """Before the deal and after the game, too; a photo that the host sends is his own."""
    shoot = house.camera.shoot

    def late() -> Shot:
        house.marked = True
        return shoot()

    house.camera.shoot = late  # type: ignore[method-assign]

    assert error(post(host, f"{DECK}/take")) == (409, "backs_veiled")
    assert error(host.get(f"{DECK}/look")) == (409, "backs_veiled")
    assert error(post(host, f"{DECK}/take")) == (409, "backs_veiled")
    assert post(host, f"{DECK}/photo", {"image": sent(photo("5"))}).status_code == 200


def test_a_game_that_begins_under_the_camera_hides_what_it_sees(
    house: DeckHouse, host: Any
) -> None:
    """Between the question and the picture the cards were dealt."""
    shoot = house.camera.shoot

    def late() -> Shot:
        house.play()
        return shoot()

    house.camera.shoot = late  # type: ignore[method-assign]

    assert error(post(host, f"{DECK}/take")) == (409, "enrol_hidden")


def test_a_deck_is_tried_told_and_saved(house: DeckHouse, host: Any, tmp_path: Path) -> None:
    for face, means in MEANS:
        keep(host, face, means)
    assert post(host, f"{DECK}/assess").json["working"] is not None
    house.decks.enrolment.wait(60)
    told = host.get(f"{DECK}/state?language=fr").json
    stale = post(host, f"{DECK}/delete", {"face": "c3"}).json

    assert told["verdict"]["promise"] == "usable"
    assert "100\u00a0%" in told["verdict"]["told"][0]
    assert (told["stale"], stale["stale"]) == (False, True)
    assert EnrolledDecks(tmp_path).load("our_poker").expectation is not None
    assert post(host, f"{DECK}/remove").json["ok"]
    assert EnrolledDecks(tmp_path).names() == ()


def enrolled(data: Path, name: str) -> None:
    """Let a deck for the whole game be there, as if it was enrolled before."""
    cards = [*GAMES[GAME].deck.physical_cards()]
    faces = {Face(f"f{n}"): Face(card.face) for n, card in enumerate(cards)}
    faces[Face("b")] = BACK
    small = np.ascontiguousarray(drawn("A")[::4, ::4])
    pictures = {face: [small] for face in faces}
    EnrolledDecks(data).keep(name, EnrolledDeck(f"The {name}", 63, 88, pictures, faces))


def test_the_host_chooses_whose_cards_lie_there(tmp_path: Path) -> None:
    enrolled(tmp_path, "poker")
    house = DeckHouse(tmp_path)
    host = house.host()
    before = host.get("/host/view").json["own_decks"]
    wish = {"game": GAME, "deck": "poker"}

    assert post(host, "/host/deck/play", wish).json["ok"]
    assert before["all"] == [
        {"name": "", "title": "", "promise": ""},
        {"name": "poker", "title": "The poker", "promise": ""},
    ]
    chosen = house.decks.choice.deck_for(GAMES[GAME])
    assert chosen is not None
    assert chosen.name == "The poker"
    # A restart keeps it; a game that is on keeps its cards.
    again = DeckHouse(tmp_path)
    again.play()
    assert again.host().get("/host/view").json["own_decks"]["chosen"] == "poker"
    assert error(post(again.host(), "/host/deck/play", {**wish, "deck": ""})) == (409, "game_is_on")


def test_another_deck_in_the_settings_is_the_newer_word(tmp_path: Path) -> None:
    def read(usual: str) -> str:
        deck = room(usual).choice.deck_for(GAMES[GAME])
        return "printed" if deck is None else deck.name

    def room(usual: str) -> DeckRoom:
        found = DeckRoom(tmp_path, tmp_path, usual, [].append)
        found.open(GAMES, lambda: False, lambda: False, Camera())
        return found

    enrolled(tmp_path, "poker")
    assert read("poker") == "The poker"
    room("poker").choose(GAME, "")
    assert read("poker") == "printed"
    (tmp_path / "enrolled" / "poker").rename(tmp_path / "enrolled" / "other")

    assert read("other") == "The poker"


def test_a_deck_that_was_enrolled_elsewhere_can_be_taken_up(
    tmp_path: Path, house: DeckHouse
) -> None:
    enrolled(tmp_path, "poker")
    host = house.host()
    [listed] = host.get("/host/deck/list").json["decks"]
    state = host.get("/host/deck/poker/state").json

    assert (listed["have"], listed["need"]) == (state["have"], state["need"]) == (21, 21)
    assert state["game"]["name"] == GAME
    assert host.get("/host/deck/poker/picture/21.png").status_code == 200


def test_a_damaged_deck_is_listed_and_can_be_removed(tmp_path: Path, house: DeckHouse) -> None:
    enrolled(tmp_path, "poker")
    (tmp_path / "enrolled" / "poker" / "deck.json").write_text("{}")
    host = house.host()

    assert [deck["deck"] for deck in host.get("/host/deck/list").json["decks"]] == ["poker"]
    assert error(host.get("/host/deck/poker/state")) == (409, "enrol_damaged")
    assert post(host, "/host/deck/poker/remove").json["ok"]
    assert host.get("/host/deck/list").json["decks"] == []


def test_stickers_can_be_printed(host: Any) -> None:
    assert host.get(f"/host/deck/stickers/{GAME}-A4.pdf").data.startswith(b"%PDF")
    assert host.get(f"/host/deck/stickers/{GAME}-B5.pdf").status_code == 404
    assert host.get("/host/deck/stickers/chess-A4.pdf").status_code == 404


def test_what_a_power_cut_left_of_a_draft_is_taken_up(
    house: DeckHouse, host: Any, tmp_path: Path
) -> None:
    keep(host, "A", "1")
    (tmp_path / "enrolling" / "our_poker" / "draft.json").write_text("{")
    [card] = DeckHouse(tmp_path).host().get(f"{DECK}/state").json["cards"]

    assert (card["means"], card["photos"]) == ("", [1])
