"""Looking back and reading records on the host's page and the table screen, in a browser."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.app import draw_card
from companion.cards import Seat
from companion.commands import Deal, Declare, Join
from tests.browser.conftest import PHONE, NewPage
from tests.web.house import HOST_KEY, ROOMY, House
from web import create_app
from web.serve import Server

WITHHELD = ("p1 draws", "p1 plays 5 > p2", "p1 compares p1", "p1 shows 7")
WRONG = "[game deadlock_city]\n[seats p1 Ann, p2 Ben]\n[first p1]\np1 draws\np1 draws\n"
NO_SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def house() -> Iterator[House]:
    """A table on which Ann has withheld a 7 and is out."""
    house = House()
    for name in ("Ann", "Ben", "Zoé"):
        house.table.do(Join(name, "-"))
    house.table.do(Deal(Seat("p1")))
    for line in WITHHELD:
        house.table.do(Declare(Seat("p1"), line))
    yield house
    house.table.close()


@pytest.fixture
def address(house: House) -> Iterator[str]:
    app = create_app(replace(house.services, art=draw_card), ROOMY)
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def host(address: str, new_page: NewPage) -> Page:
    page = new_page()
    page.goto(f"{address}/host?key={HOST_KEY}")
    return page


def test_the_table_screen_says_what_was_not_right(address: str, new_page: NewPage) -> None:
    for size in (None, PHONE):
        page = new_page() if size is None else new_page(size)
        page.goto(f"{address}/table")

        expect(page.locator("#banners .banner")).to_contain_text("Ann put the 5 down")
        expect(page.locator("#banners .banner")).to_contain_text("DC-11")
        expect(page.locator(".player[data-seat=p2]")).to_be_visible()
        assert page.evaluate(NO_SIDEWAYS) <= 0


def test_a_phone_says_it_too_and_leads_to_the_rule(address: str, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(f"{address}/watch")
    found = page.locator("#banners .banner").filter(has_text="Ann put the 5 down")
    found.locator("summary").click()
    found.get_by_role("button").click()
    rules = page.locator("dialog .clauses > div:visible")

    expect(rules).to_have_count(1)
    expect(rules).to_contain_text("DC-11")
    page.fill("#rule-search", "")
    expect(page.locator("dialog .clauses > div:visible")).not_to_have_count(1)


def test_the_host_lets_it_stand(host: Page) -> None:
    finding = host.locator("#past [data-finding]")
    finding.get_by_role("button", name="Let it stand").click()

    expect(finding).to_contain_text("stands")


def test_the_host_goes_back_after_being_asked(house: House, host: Page) -> None:
    host.locator("#past [data-finding]").get_by_role("button", name="Go back").click()
    host.get_by_role("dialog").get_by_role("button", name="Go back").click()

    expect(host.locator("#past [data-finding]")).to_have_count(0)
    expect(host.locator("#now")).to_contain_text("put one of your two cards down")


def test_the_host_voids_the_game_and_the_screen_says_so(
    address: str, host: Page, new_page: NewPage
) -> None:
    host.get_by_role("button", name="Void the game").click()
    host.get_by_role("dialog").get_by_role("button", name="Void the game").click()
    screen = new_page()
    screen.goto(f"{address}/table")

    expect(host.locator("#now")).to_contain_text("does not count")
    expect(screen.locator("#banners")).to_contain_text("This game does not count.")


def test_a_saved_record_is_looked_at_step_by_step(host: Page) -> None:
    with host.expect_download() as saved:
        host.get_by_role("link", name="Save what everybody saw").click()
    host.locator("#record-file").set_input_files(saved.value.path())
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("Ann draws.")
    dialog.get_by_role("button", name="Next").click()
    dialog.get_by_role("button", name="Next").click()

    expect(dialog.locator("[aria-current]")).to_contain_text("Ann plays 5")
    expect(dialog).to_contain_text("DC-11")


def test_faults_of_an_uploaded_record_are_named(host: Page) -> None:
    file = {"name": "wrong.rec", "mimeType": "text/plain", "buffer": WRONG.encode()}
    host.locator("#record-file").set_input_files(file)

    expect(host.locator("#record-verdict")).to_contain_text("line 5")
    expect(host.locator("#record-verdict")).to_contain_text("Ann has already drawn")


def test_an_empty_file_is_refused_in_words(host: Page) -> None:
    file = {"name": "empty.rec", "mimeType": "text/plain", "buffer": b""}
    host.locator("#record-file").set_input_files(file)

    expect(host.locator("#toast")).to_contain_text("nothing in that file")
