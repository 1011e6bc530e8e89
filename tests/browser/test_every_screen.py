"""Every screen in every state: axe finds nothing, and nothing runs off any screen.

Pictures of them all, in both languages, are kept with the artefacts.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.app import draw_card
from companion.cards import Face, Seat
from companion.commands import AskUndo, Deal, Declare, Join, SetLogged, SetTimer
from companion.game import Message
from companion.layout import Pile, Zone
from companion.table import Claim, Observe, Tick
from tests.browser.conftest import LAPTOP, PHONE, NewPage
from tests.browser.looking import Looking
from tests.web.house import HOST_KEY, ROOMY, House
from web import create_app
from web.serve import Server

ANN, BEN = Seat("p1"), Seat("p2")
NAMES = ("Ben", "Maximilienne", "Zoé", "Jean-Baptiste")
WARNINGS = (Message("unknown_tag"), Message("half_covered"))
BEFORE = ("p1 holds 5", "p1 draws", "p1 holds 5 7", "p1 plays 7", "p2 draws", "p2 plays 6")
AFTER = ("p3 draws", "p3 plays 3 > p4")
#: One shot after the other.
TO_THE_END = (
    *("p1 draws", "p1 plays 1 > p2 = 8", "p2 hit", "p3 draws", "p3 plays 1 > p4 = 4", "p4 hit"),
    *("p5 draws", "p5 plays 1 > p1 = 5", "p1 hit", "p3 draws", "p3 plays 1 > p5 = 6", "p5 hit"),
)


class Evening:
    """A table, and the pages that are looked at."""

    def __init__(self, house: House, url: str, new_page: NewPage, language: str) -> None:
        self.house, self.table, self.url = house, house.table, url
        self._new_page, self._language = new_page, language
        self.phone = self.open("", PHONE)

    def open(self, path: str, size: tuple[int, int]) -> Page:
        """Open a page, and wait until it shows the table."""
        page = self._new_page(size, self._language)
        page.goto(f"{self.url}{path}")
        return page

    def say(self, *lines: str) -> None:
        """Let players say what they do."""
        for line in lines:
            self.table.do(Declare(Seat(line.split()[0]), line))

    def disagree(self) -> None:
        """Let the camera see what nobody has said, and complain."""
        play = self.table.session().play
        assert play is not None
        layout = dict(self.table.session().game.layout(play.state))
        layout[Zone("p2.pile")] = Pile((Face("9"), Face("8")))
        self.table.do(Observe(layout, WARNINGS))
        self.house.clock.now += 2
        self.table.do(Tick())


@pytest.fixture(params=["en", "fr"])
def evening(request: pytest.FixtureRequest, new_page: NewPage) -> Iterator[Evening]:
    """Return an empty table with its pages, in one of the languages."""
    house = House()
    app = create_app(replace(house.services, art=draw_card), ROOMY)
    with Server(app, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.port}/"
        yield Evening(house, url, new_page, request.param)
    house.table.close()


@pytest.fixture
def looking(request: pytest.FixtureRequest, artefacts: Path, evening: Evening) -> Looking:
    return Looking(artefacts, evening.phone.evaluate("document.documentElement.lang"))


def dialogs(page: Page, looking: Looking, *buttons: str) -> None:
    """Look at the dialog behind each of these buttons."""
    for button in buttons:
        page.click(button)
        expect(page.locator("dialog")).to_be_visible()
        looking.at(page, f"dialog-{button.strip('#')}")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_before_the_deal(evening: Evening, looking: Looking) -> None:
    phone, table = evening.phone, evening.open("table", LAPTOP)
    host = evening.open(f"host?key={HOST_KEY}", LAPTOP)
    expect(phone.locator("#seats label").first).to_be_visible()
    for page, name in ((phone, "join"), (table, "table-empty"), (host, "host-empty")):
        looking.at(page, name)
    looking.at(evening.open("host", PHONE), "door")
    phone.fill("#name", "Ann")
    phone.click("#form button[type=submit]")
    for name in NAMES:
        evening.table.do(Join(name, f"key-{name}"))
    expect(phone.locator("#table .player")).to_have_count(5)
    looking.at(phone, "seat-lobby")
    dialogs(phone, looking, "#settings", "#rules")
    host.locator("#seats summary").first.click()
    looking.at(host, "host-lobby")
    looking.at(table, "table-lobby")
    late = evening.open("", PHONE)
    late.locator("#taken button").last.click()
    expect(late.locator("#waiting")).to_be_visible()
    looking.at(late, "join-claiming")

    assert "\n".join(looking.faults) == ""


def in_a_game(evening: Evening, told: bool = True) -> tuple[Page, Page, Page]:
    """Deal, and return Ann's phone, the table's screen and the host's page.

    With `told` Ann tells her phone her cards.
    """
    phone = evening.phone
    phone.fill("#name", "Ann")
    phone.click("#form button[type=submit]")
    expect(phone.locator("#who")).to_contain_text("Ann")
    for name in NAMES:
        evening.table.do(Join(name, f"key-{name}"))
    evening.table.do(SetLogged(ANN, told))
    evening.table.do(SetTimer(10))
    evening.table.do(Deal(ANN))
    table, host = evening.open("table", LAPTOP), evening.open(f"host?key={HOST_KEY}", LAPTOP)
    expect(host.locator("#mend")).not_to_be_empty()
    expect(table.locator("#now")).not_to_be_empty()
    return phone, table, host


def test_in_a_game(evening: Evening, looking: Looking) -> None:
    phone, table, host = in_a_game(evening)
    evening.say(*BEFORE[:3])
    expect(phone.locator("#hand .playing-card")).to_have_count(2)
    looking.at(phone, "seat-covered")
    phone.locator("#cover").focus()
    phone.keyboard.down("Space")
    expect(phone.locator("#secret .playing-card")).to_have_count(2)
    looking.at(phone, "seat-open")
    phone.keyboard.up("Space")
    dialogs(phone, looking, "#move", "#history", "#undo", "#settings")
    phone.click("#ask")
    expect(phone.locator(".picker .option").first).to_be_visible()
    looking.at(phone, "ask")
    while phone.locator(".picker .option").count():
        phone.locator(".picker .option").first.click()
    looking.at(phone, "ask-check")
    phone.locator(".picker .button--primary").click()
    expect(phone.locator(".verdict")).to_be_visible()
    looking.at(phone, "ask-verdict")
    phone.keyboard.press("Escape")
    evening.say(*BEFORE[3:], *AFTER)
    host.locator("#corrections summary").click()
    looking.at(host, "host-game")
    looking.at(table, "table-game")
    watch = evening.open("watch", PHONE)
    expect(watch.locator("#table .player")).to_have_count(5)
    looking.at(watch, "watch")

    assert "\n".join(looking.faults) == ""


def test_when_much_is_wrong_at_once(evening: Evening, looking: Looking) -> None:
    phone, table, host = in_a_game(evening)
    evening.say(*BEFORE)
    evening.disagree()
    evening.table.do(Claim(BEN, "another"))
    evening.table.do(Claim(ANN, "a third"))
    evening.table.do(AskUndo(BEN))
    for page, name in ((phone, "seat"), (table, "table"), (host, "host")):
        expect(page.locator("#banners .banner--repair").first).to_be_visible()
        expect(page.locator("#banners .banner--question").nth(1)).to_be_visible()
        looking.at(page, f"{name}-troubled")
    looking.on_one_screen(table, "table-troubled")
    watch = evening.open("watch", PHONE)
    expect(watch.locator("#banners .banner--repair").first).to_be_visible()
    looking.at(watch, "watch-troubled")

    assert "\n".join(looking.faults) == ""


def test_when_it_is_over(evening: Evening, looking: Looking) -> None:
    phone, table, host = in_a_game(evening, told=False)
    evening.say(*TO_THE_END)
    expect(table.locator(".outcome")).to_be_visible()
    for page, name in ((phone, "seat"), (table, "table"), (host, "host")):
        expect(page.locator("main")).to_contain_text("Maximilienne")
        looking.at(page, f"{name}-over")
    looking.on_one_screen(table, "table-over")

    assert "\n".join(looking.faults) == ""
