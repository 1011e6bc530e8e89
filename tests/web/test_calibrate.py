"""The calibration's room: whose it is, what it answers, and what it refuses."""

from dataclasses import replace

import pytest

from tests.web.house import ROOMY, House, post
from web import create_app
from web.calibration import ChooseBoard, DeleteView, NotSo, PlaceZone


class Fake:
    """A calibration that notes its wishes."""

    def __init__(self):
        self.wishes, self.refuses = [], ""

    def look(self, step, layer, after, language):
        return None if after == 7 else {"number": 7, "read": [{"zone": "p1.pile", "faces": ["5"]}]}

    def state(self, language):
        zones = [{"name": "p1.pile", "kind": "fan", "seat": "p1"}]
        return {"language": language, "table": {"zones": zones}}

    def thumbnail(self, number):
        return b"jpeg" if number == 3 else None

    def exported(self):
        return "{}"

    def sheet(self, name, paper, language):
        return b"%PDF" if (name, paper) == ("board", "A4") else None

    def perform(self, wish, language):
        if self.refuses:
            raise NotSo(self.refuses)
        self.wishes.append(wish)


@pytest.fixture
def fake(house):
    found = Fake()
    house.services = replace(house.services, calibration=found)
    house.app = create_app(house.services, ROOMY)
    return found


@pytest.fixture
def host(house, fake):
    return house.host()


@pytest.mark.parametrize("path", ["state", "look?step=lens&layer=plain", "view/3.jpg", "lens.json"])
def test_the_camera_is_the_hosts_alone(house, fake, path):
    for client in (house.stranger(), house.phone("Ann")):
        assert client.get(f"/calibrate/{path}").status_code == 403
    assert post(house.phone("Ben"), "/calibrate/do", {"do": "fit"}).status_code == 403
    assert fake.wishes == []


def test_without_a_camera_there_is_no_such_room(house):
    assert house.host().get("/calibrate").status_code == 404


def test_the_host_opens_the_page_with_his_key(house, fake):
    client = house.stranger()
    answer = client.get("/calibrate?key=the-host-key-of-this-test", follow_redirects=True)

    assert answer.status_code == 200
    assert "key=" not in answer.request.url


def test_zones_and_cards_are_called_by_name(host):
    host.get("/host")
    state = host.get("/calibrate/state?language=fr").json
    look = host.get("/calibrate/look?step=table&layer=straight").json

    assert state["table"]["zones"][0]["place"] == "pile"
    assert state["table"]["zones"][0]["player"] is None
    assert look["read"][0]["cards"] == ["5"]


def test_a_picture_that_the_page_has_is_not_sent_again(host):
    assert host.get("/calibrate/look?step=lens&layer=plain&after=7").status_code == 204


@pytest.mark.parametrize("query", ["step=attic&layer=plain", "step=lens&layer=x-ray", ""])
def test_what_nobody_can_look_at_is_not_understood(host, query):
    assert host.get(f"/calibrate/look?{query}").status_code == 400


@pytest.mark.parametrize(
    ("sent", "wish"),
    [
        ({"do": "board", "board": "A3"}, ChooseBoard("A3")),
        ({"do": "delete", "number": 3}, DeleteView(3)),
        (
            {"do": "zone", "zone": "deck", "x_mm": 1, "y_mm": 2.5, "width_mm": 70, "height_mm": 80,
             "angle_deg": 0},
            PlaceZone("deck", 1.0, 2.5, 70.0, 80.0, 0.0),
        ),
    ],
)  # fmt: skip
def test_a_wish_reaches_the_calibration(host, fake, sent, wish):
    assert post(host, "/calibrate/do", sent).json == {"ok": True}
    assert fake.wishes == [wish]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "explode"},
        {"do": "delete"},
        {"do": "delete", "number": "3"},
        {"do": "delete", "number": True},
        {"do": "board", "board": 4},
        {"do": "rulers", "ruler_mm": float("nan"), "upright_mm": 50},
        {"do": "run", "running": 1},
    ],
)
def test_what_is_no_wish_does_nothing(host, fake, sent):
    assert post(host, "/calibrate/do", sent).status_code == 400
    assert fake.wishes == []


def test_a_refusal_is_a_sentence(host, fake):
    fake.refuses = "Measure the lens first."
    answer = post(host, "/calibrate/do", {"do": "aim"})

    assert answer.status_code == 409
    assert [message["text"] for message in answer.json["messages"]] == ["Measure the lens first."]


def test_files_go_out_under_their_names(host):
    lens, sheet = host.get("/calibrate/lens.json"), host.get("/calibrate/print/board-A4.pdf")

    assert "table-marshal-lens.json" in lens.headers["Content-Disposition"]
    assert (sheet.mimetype, sheet.data) == ("application/pdf", b"%PDF")
    assert host.get("/calibrate/print/board-A9.pdf").status_code == 404
    assert host.get("/calibrate/view/3.jpg").data == b"jpeg"
    assert host.get("/calibrate/view/4.jpg").status_code == 404


def test_the_host_page_leads_there(house, fake):
    assert house.host().get("/host/view").json["calibrate"] is True
    assert House().host().get("/host/view").json["calibrate"] is False
