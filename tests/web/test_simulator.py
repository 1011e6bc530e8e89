"""The simulator's room: for the host alone, strict about wishes, silent about hidden faces."""

import base64
import json
from dataclasses import dataclass, field, replace

import pytest

from companion.cards import BACK, Face, Seat
from companion.commands import Join
from companion.game import Message, TableError
from companion.layout import ZoneKind
from tests.web.house import HOST_KEY, ROOMY, post
from web import create_app
from web import simulation as sim
from web.scene_wishes import read_wish

HIDDEN, OPEN = "c-hidden", "c-open"
HIDDEN_FACE = Face("secret-face")


@dataclass
class FakeTable:
    """A simulated table of two cards that remembers what it was asked to do."""

    refuses: bool = False
    seen: sim.Picture | None = None
    done: list[sim.SceneCommand] = field(default_factory=list)

    @property
    def version(self):
        return len(self.done)

    @property
    def picture_version(self):
        return self.seen.version if self.seen else 0

    def describe(self):
        zones = (
            sim.SceneZone("p1.pile", ZoneKind.FAN, Seat("p1"), 100, 100, 200, 98, 0),
            sim.SceneZone("deck", ZoneKind.STACK, None, 400, 100, 76, 98, 0),
        )
        cards = (
            sim.SceneCard(HIDDEN, BACK, 400, 100, 0),
            sim.SceneCard(OPEN, Face("5"), 100, 100, 0),
        )
        return sim.SceneState(self.version, 900, 500, 63, 88, zones, cards)

    def perform(self, command):
        if self.refuses:
            raise TableError(f"the card with {HIDDEN_FACE} is glued to the table")
        self.done.append(command)
        return self.version

    def peek(self, card):
        return HIDDEN_FACE if card == HIDDEN else Face("5")

    def picture(self):
        return self.seen


@dataclass
class FakeButtons:
    """Buttons of seat p1 and the host."""

    moves: list[tuple[Seat | None, str]] = field(default_factory=list)

    def press(self, seat):
        self.moves.append((seat, "down"))

    def release(self, seat):
        self.moves.append((seat, "up"))

    def lit(self, seat):
        return seat == "p1"

    def buzzing(self):
        return False


@pytest.fixture
def fake():
    return FakeTable()


@pytest.fixture
def buttons():
    return FakeButtons()


@pytest.fixture
def app(house, fake, buttons):
    return create_app(replace(house.services, simulator=fake, buttons=buttons), ROOMY)


@pytest.fixture
def host(app):
    client = app.test_client()
    client.get(f"/simulator?key={HOST_KEY}")
    return client


MOVE = {"do": "move", "card": OPEN, "x_mm": 10, "y_mm": 20.5, "angle_deg": 90}

GOOD_WISHES = {
    "move": (MOVE, sim.MoveCard(OPEN, 10, 20.5, 90)),
    "move a pile": ({**MOVE, "whole_pile": True}, sim.MoveCard(OPEN, 10, 20.5, 90, True)),
    "turn": ({"do": "turn", "card": OPEN, "angle_deg": -15}, sim.TurnCard(OPEN, -15)),
    "flip": ({"do": "flip", "card": OPEN}, sim.FlipCard(OPEN)),
    "deal": ({"do": "deal"}, sim.DealCards()),
    "shuffle": (
        {"do": "shuffle", "x_mm": 1, "y_mm": 2, "angle_deg": 0},
        sim.ShuffleCards(1, 2, 0),
    ),
    "reset": ({"do": "reset"}, sim.ResetTable()),
    "hold a hand": ({"do": "hand", "over": True, "x_mm": 1, "y_mm": 2}, sim.HoldHand(1, 2)),
    "take it away": ({"do": "hand", "over": False}, sim.TakeHandAway()),
    "light": ({"do": "light", "level": 0.5}, sim.SetLight(0.5)),
    "nudge": (
        {"do": "nudge", "x_mm": 5, "y_mm": -5, "turn_deg": 2},
        sim.NudgeCamera(5, -5, 2),
    ),
}

BAD_WISHES = {
    "nothing": ({}, "scene_unknown_wish"),
    "an unknown verb": ({"do": "burn"}, "scene_unknown_wish"),
    "a verb that is no text": ({"do": ["move"]}, "scene_unknown_wish"),
    "an unknown card": ({**MOVE, "card": "c-none"}, "scene_unknown_card"),
    "a card that is no text": ({**MOVE, "card": [OPEN]}, "scene_unknown_card"),
    "no card": ({"do": "flip"}, "scene_unknown_card"),
    "NaN": ({**MOVE, "x_mm": float("nan")}, "scene_out_of_range"),
    "infinity": ({**MOVE, "y_mm": float("inf")}, "scene_out_of_range"),
    "a huge number": ({**MOVE, "x_mm": 10**400}, "scene_out_of_range"),
    "off the table": ({**MOVE, "x_mm": 1021}, "scene_out_of_range"),
    "text for a number": ({**MOVE, "x_mm": "10"}, "scene_not_a_number"),
    "true for a number": ({**MOVE, "angle_deg": True}, "scene_not_a_number"),
    "a number left out": ({"do": "turn", "card": OPEN}, "scene_not_a_number"),
    "text for a flag": ({**MOVE, "whole_pile": "yes"}, "scene_not_a_flag"),
    "a hand nowhere": ({"do": "hand", "over": True}, "scene_not_a_number"),
    "no light at all": ({"do": "light", "level": 0}, "scene_out_of_range"),
    "a kick": ({"do": "nudge", "x_mm": 900, "y_mm": 0, "turn_deg": 0}, "scene_out_of_range"),
}


@pytest.mark.parametrize("name", GOOD_WISHES)
def test_a_good_wish_reaches_the_table(host, fake, name):
    wish, command = GOOD_WISHES[name]
    answer = post(host, "/simulator/do", wish)

    assert answer.get_json() == {"ok": True, "scene": 1}
    assert fake.done == [command]


@pytest.mark.parametrize("name", BAD_WISHES)
def test_a_bad_wish_is_refused_and_changes_nothing(host, fake, name):
    wish, code = BAD_WISHES[name]
    answer = post(host, "/simulator/do", wish)

    assert (answer.status_code, answer.get_json()["error"]) == (400, code)
    assert answer.get_json()["messages"][0]["text"] != code
    assert fake.done == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 9_000])
def test_a_body_that_is_no_object_is_refused(host, fake, body):
    headers = {"Origin": "http://localhost", "Content-Type": "application/json"}
    answer = host.post("/simulator/do", data=body, headers=headers)

    assert (answer.status_code, answer.get_json()["error"]) == (400, "scene_unknown_wish")
    assert fake.done == []


def test_what_the_table_refuses_is_said_without_the_reason_of_the_scene(host, fake):
    fake.refuses = True
    answer = post(host, "/simulator/do", MOVE)

    assert (answer.status_code, answer.get_json()["error"]) == (400, "scene_impossible")
    assert HIDDEN_FACE not in answer.text


def test_every_wish_is_tried_above():
    known = read_known()

    assert {wish["do"] for wish, _ in GOOD_WISHES.values()} == known


def read_known():
    """Return the verbs the room knows, from its own refusal."""
    with pytest.raises(TableError) as refusal:
        read_wish({}, FakeTable().describe())
    return set(dict(refusal.value.messages[0].facts)["known"].split(", "))


def test_a_hidden_face_leaves_by_peek_alone(host):
    paths = ("", "/words", "/state", "/scene", "/picture")
    texts = [host.get(f"/simulator{path}").text for path in paths]
    texts += [post(host, "/simulator/do", {"do": "flip", "card": HIDDEN}).text]

    assert not [text for text in texts if HIDDEN_FACE in text]
    assert post(host, "/simulator/peek", {"card": HIDDEN}).get_json()["face"] == HIDDEN_FACE


def test_a_peek_at_no_card_is_refused(host):
    answer = post(host, "/simulator/peek", {"card": "c-none"})

    assert (answer.status_code, answer.get_json()["error"]) == (400, "scene_unknown_card")


@pytest.mark.parametrize("path", ["/words", "/state", "/scene", "/picture"])
def test_strangers_and_players_read_nothing_here(app, path):
    stranger, player = app.test_client(), app.test_client()
    post(player, "/join", {"name": "Ann"})

    assert stranger.get(f"/simulator{path}").status_code == 403
    assert player.get(f"/simulator{path}").data == stranger.get(f"/simulator{path}").data


@pytest.mark.parametrize("path", ["/do", "/peek", "/button"])
def test_strangers_and_players_do_nothing_here(app, fake, buttons, path):
    stranger, player = app.test_client(), app.test_client()
    post(player, "/join", {"name": "Ann"})
    wish = {**MOVE, "seat": "p1", "down": True}
    answers = [post(client, f"/simulator{path}", wish) for client in (stranger, player)]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert (fake.done, buttons.moves) == ([], [])


def test_another_site_moves_nothing_with_the_hosts_cookie(host, fake):
    answer = post(host, "/simulator/do", MOVE, origin="http://evil.example")

    assert answer.status_code == 403
    assert fake.done == []


def test_a_wrong_key_opens_nothing(app):
    client = app.test_client()
    client.get("/simulator?key=wrong")

    assert client.get("/simulator/scene").status_code == 403


def test_where_cards_are_real_there_is_no_such_page(house):
    host = house.host()

    assert [host.get(f"/simulator{p}").status_code for p in ("", "/state", "/scene")] == [404] * 3
    assert post(host, "/simulator/do", MOVE).status_code == 404


def test_before_the_first_picture_there_is_none(host):
    assert host.get("/simulator/picture").status_code == 404


def test_a_picture_comes_with_what_was_read(host, fake):
    outline = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    fake.seen = sim.Picture(
        version=7,
        jpeg=b"\xff\xd8jpeg",
        width=640,
        height=400,
        frames_per_second=9.87,
        cards=(sim.ReadCard(Face("5"), outline),),
        zones=(sim.ReadZone("p1.pile", (Face("5"),), 0, outline),),
        warnings=(Message("mat_missing"),),
    )
    shown = host.get("/simulator/picture").get_json()

    assert base64.b64decode(shown["jpeg"]) == b"\xff\xd8jpeg"
    assert (shown["version"], shown["frames_per_second"]) == (7, 9.9)
    assert shown["cards"] == [{"face": "5", "outline": [list(point) for point in outline]}]
    assert shown["zones"][0]["face_up"] == ["5"]
    assert "camera" in shown["warnings"][0]["text"]


def test_the_state_names_players_and_lamps(host, house):
    house.table.do(Join("Ann", "-"))
    state = host.get("/simulator/state").get_json()

    assert state["seats"] == [{"seat": "p1", "name": "Ann", "lit": True}]
    assert (state["scene"], state["picture"], state["buzzing"]) == (0, 0, False)


def test_buttons_go_down_and_up(host, buttons):
    for seat in ("p1", "host"):
        for down in (True, False):
            assert post(host, "/simulator/button", {"seat": seat, "down": down}).status_code == 200

    assert buttons.moves == [(Seat("p1"), "down"), (Seat("p1"), "up"), (None, "down"), (None, "up")]


@pytest.mark.parametrize(
    "wish",
    [
        {"seat": "p9", "down": True},
        {"seat": ["p1"], "down": True},
        {"seat": None, "down": True},
        {"down": True},
        {"seat": "p1"},
        {"seat": "p1", "down": "yes"},
    ],
    ids=json.dumps,
)
def test_a_button_that_is_not_there_is_refused(host, buttons, wish):
    assert post(host, "/simulator/button", wish).status_code == 400
    assert buttons.moves == []


def test_without_simulated_buttons_a_press_says_so(house, fake):
    client = create_app(replace(house.services, simulator=fake), ROOMY).test_client()
    client.get(f"/simulator?key={HOST_KEY}")
    answer = post(client, "/simulator/button", {"seat": "p1", "down": True})

    assert (answer.status_code, answer.get_json()["error"]) == (400, "scene_no_button")
