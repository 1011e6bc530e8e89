"""The host's page in a browser: what was begun there stays when the table moves on."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from playwright.sync_api import expect

from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Join, SetLogged
from companion.game import Message
from companion.table import Observe
from tests.browser.conftest import LAPTOP, PATIENCE_MS, PHONE, NewPage
from tests.browser.people import HostPage
from tests.web.house import HOST_KEY, ROOMY, House
from tests.web.test_calibrate import Fake as Calibration
from tests.web.test_marked_backs import Keys
from vision.calibration.picture import packed
from web import create_app
from web.glimpses import Shown
from web.serve import Server


@pytest.fixture
def house() -> Iterator[House]:
    """Return a table at which Ann sits."""
    found = House()
    found.table.do(Join("Ann", "ann"))
    yield found
    found.table.close()


@pytest.fixture
def host(house: House, new_page: NewPage) -> Iterator[HostPage]:
    """Return the host's page."""
    with Server(create_app(house.services, ROOMY), "127.0.0.1", 0) as server:
        page = HostPage(new_page(LAPTOP))
        page.open(f"http://127.0.0.1:{server.port}/host?key={HOST_KEY}")
        yield page


def test_an_opened_player_stays_open_after_a_change(house: House, host: HostPage) -> None:
    player = host.page.locator("#seats details").first
    player.locator("summary").click()
    house.table.do(SetLogged(Seat("p1"), True))
    expect(player.locator("input[type=checkbox]")).to_be_checked()

    expect(player).to_have_attribute("open", "")


def test_a_half_written_name_outlives_a_newcomer(house: House, host: HostPage) -> None:
    host.page.locator("#add-name").type("Zo")
    house.table.do(Join("Ben", "ben"))
    expect(host.page.locator("#seats")).to_contain_text("Ben")
    host.page.keyboard.type("é")

    expect(host.page.locator("#add-name")).to_have_value("Zoé")


def test_the_test_of_the_buttons_looks_while_it_is_open(host: HostPage) -> None:
    summary = host.page.locator("summary", has_text="Try buttons")
    for _ in range(2):
        with host.page.expect_response("**/host/panel") as found:
            summary.click()
        summary.click()

        assert found.value.ok


def test_a_name_that_was_taken_in_leaves_the_field(host: HostPage) -> None:
    host.add("Zoé")

    expect(host.page.locator("#add-name")).to_have_value("")


def test_the_one_who_was_chosen_to_begin_stays_chosen(house: House, host: HostPage) -> None:
    house.table.do(Join("Ben", "ben"))
    expect(host.page.locator("#first")).to_contain_text("Ben")
    host.page.select_option("#first", "p2")
    house.table.do(Join("Cleo", "cleo"))
    expect(host.page.locator("#first")).to_contain_text("Cleo")

    expect(host.page.locator("#first")).to_have_value("p2")


def test_a_camera_that_moved_is_aimed_anew_from_the_hosts_page(
    house: House, new_page: NewPage
) -> None:
    aimed = Event()
    services = replace(house.services, calibration=Calibration(), aim=aimed.set)
    with Server(create_app(services, ROOMY), "127.0.0.1", 0) as server:
        host = HostPage(new_page(PHONE, "fr"))
        host.open(f"http://127.0.0.1:{server.port}/host?key={HOST_KEY}")
        link = host.page.locator("#banners a")
        house.table.do(Observe({}, (Message("foreign_card"),)))
        expect(host.page.locator("#banners .banner")).to_have_count(1)
        expect(link).to_have_count(0)
        house.table.do(Observe({}, (Message("foreign_card"), Message("camera_moved"))))

        expect(link).to_have_attribute("href", "/calibrate#table")
        host.page.get_by_role("button", name="C’est sa place désormais").click()

        assert aimed.wait(PATIENCE_MS / 1000)


def test_a_marked_deck_is_printed_and_can_be_chosen(new_page: NewPage) -> None:
    keys = Keys()
    house = House(marked=keys.decks())
    house.table.do(ChooseGame("good_cop_bad_cop"))
    with Server(create_app(house.services, ROOMY), "127.0.0.1", 0) as server:
        host = HostPage(new_page(LAPTOP))
        host.open(f"http://127.0.0.1:{server.port}/host?key={HOST_KEY}")
        host.page.locator("#marked-print summary").click()
        with host.page.expect_download() as sheets:
            host.page.locator("#marked-print button").click()
        expect(host.page.locator("#marked li")).to_contain_text("A00")
        with host.page.expect_response("**/host/rule"):
            host.page.locator("#rule-backs").select_option("A00")
        expect(host.page.locator("#rule-backs option:checked")).to_contain_text("deck A00")

    assert sheets.value.suggested_filename == "good-cop-bad-cop-A00-a4-en.pdf"
    assert house.table.session().rules == {"backs": "A00"}
    house.table.close()


class Seen:
    """Two things that a camera saw, one with a picture."""

    def shown(self) -> tuple[Shown, ...]:
        facts = (("seat", "p1"), ("place", "fan"), ("face", "7"), ("where", "seen_left"))
        message = Message("seen_appeared", (*facts, ("percent", "62")))
        picture = packed(np.full((220, 158, 3), 200, np.uint8))
        return Shown(message, taken=False, picture=picture), Shown(message, True, None)


def test_what_was_seen_is_shown_with_its_picture(house: House, new_page: NewPage) -> None:
    house.table.do(Join("Ben", "ben"))
    house.table.do(Deal(Seat("p1")))
    services = replace(house.services, glimpses=Seen())
    with Server(create_app(services, ROOMY), "127.0.0.1", 0) as server:
        host = HostPage(new_page(PHONE))
        host.open(f"http://127.0.0.1:{server.port}/host?key={HOST_KEY}")
        host.page.locator("#seen-box summary").click()
        rows = host.page.locator("#seen-box li")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("I saw “7” at the left of Ann's pile, 62 % sure.")
        expect(rows.first).to_contain_text("not in the record")
        expect(rows.first.locator("canvas")).to_have_attribute("width", "158")
        expect(rows.last.locator("canvas")).to_have_count(0)
