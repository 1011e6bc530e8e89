"""The host's page and the box on the table: clocks, wiring, buttons and lamps."""

from dataclasses import replace

from companion.cards import Seat
from companion.sentences import sentence
from tests.web.house import House, post
from vision.camera import CameraError
from web import create_app


class Panel:
    """A panel of one button, which remembers what it was to show."""

    def __init__(self) -> None:
        self.shown: list[Seat] = []

    def buttons(self) -> tuple[tuple[str, int, bool], ...]:
        return (("p1", 3, False), ("host", 0, True))

    def show(self, seat: Seat) -> None:
        self.shown.append(seat)


def with_panel(house: House) -> Panel:
    panel = Panel()
    house.app = create_app(replace(house.services, panel=panel, wiring=lambda: "<svg>pins</svg>"))
    return panel


def test_the_host_sees_buttons_and_has_lamps_lit(house: House) -> None:
    panel = with_panel(house)
    host = house.host()
    buttons = host.get("/host/panel").json
    answer = post(host, "/host/lamp", {"seat": "p1"})

    assert buttons[0] == {"seat": "p1", "presses": 3, "stuck": False}
    assert buttons[1]["stuck"]
    assert host.get("/host/view").json["stuck"] == ["host"]
    assert (answer.status_code, panel.shown) == (200, ["p1"])
    assert host.get("/host/wiring.svg").text == "<svg>pins</svg>"


def test_nobody_else_gets_at_the_panel(house: House) -> None:
    panel = with_panel(house)
    phone = house.phone("Ann")

    codes = [phone.get(path).status_code for path in ("/host/panel", "/host/wiring.svg")]
    codes.append(post(phone, "/host/lamp", {"seat": "p1"}).status_code)
    assert set(codes) <= {303, 403, 404}
    assert panel.shown == []


def timer(client, path: str = "/host/view"):  # type: ignore[no-untyped-def]
    answer = client.get(path).json
    return answer["screen"]["timer"], answer.get("clock_s")


def test_clocks_are_chosen_before_the_deal_and_shown_to_everybody(house: House) -> None:
    host, phone = house.host(), house.phone("Ann")
    house.phone("Ben")
    post(host, "/host/timer", {"minutes": 10})
    lobby = timer(host)
    post(host, "/host/deal", {"seat": "p1"})
    house.clock.now += 30.0
    seen = [timer(host), timer(phone, "/seat/view"), timer(house.stranger(), "/watch/view")]

    assert lobby == ({"minutes": 10, "halted": False, "times": []}, None)
    assert seen[0] == seen[1] == seen[2]
    times, clock = seen[0][0]["times"], seen[0][1]
    assert [(t["name"], t["until"], t["left"]) for t in times] == [
        ("Ann", 600.0, 600.0),
        ("Ben", None, 600.0),
    ]
    assert clock == 30.0


def test_the_host_stops_the_clocks(house: House) -> None:
    host = house.host()
    for name in ("Ann", "Ben"):
        house.phone(name)
    refused = post(host, "/host/halt", {"halted": True})
    post(host, "/host/timer", {"minutes": 1})
    post(host, "/host/deal", {"seat": "p1"})
    house.clock.now += 50.0
    post(host, "/host/halt", {"halted": True})
    shown, _ = timer(host)

    assert refused.status_code == 409
    assert shown["halted"]
    assert (shown["times"][0]["left"], shown["times"][0]["until"]) == (10.0, None)
    assert shown["times"][0]["text"] == "little time left"
    assert post(host, "/host/timer", {"minutes": "many"}).status_code == 400


def test_what_is_wrong_with_the_machine_is_told_in_the_hosts_language(house: House) -> None:
    error = CameraError("{camera} is busy ({error})", "open it again", camera="pi:0", error="EBUSY")
    said = sentence("No camera yet: {error}. It is looked for every two seconds.", error=error)
    house.app = create_app(replace(house.services, diagnostics=lambda: [("notice", said)]))
    host = house.host()
    told = {
        language: host.get("/host/view", headers={"Accept-Language": language}).json["diagnostics"]
        for language in ("en", "fr")
    }

    assert told["en"] == [{"label": "notice", "text": str(said)}]
    assert told["fr"][0]["text"].startswith("Pas encore de caméra")
    assert "pi:0 est déjà prise (EBUSY)" in told["fr"][0]["text"]
