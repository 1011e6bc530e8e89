"""The table screen in a browser: it follows the table, in both languages, at every size."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.app import draw_card
from companion.cards import Seat
from companion.commands import AskUndo, ChooseGame, Deal, Declare, Join
from companion.game import TABLE
from companion.table import Claim, ConfirmClaim
from tests.browser.conftest import LAPTOP, PHONE, TELEVISION
from tests.browser.looking import Looking
from tests.browser.pages import TablePage
from tests.web.house import ROOMY, House
from web import create_app
from web.serve import Server

NO_SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def table():
    """A table with three players and no camera."""
    house = House()
    for name in ("Ann", "Ben", "Zoé"):
        house.table.do(Join(name, f"key-{name}"))
    yield house.table, create_app(replace(house.services, art=draw_card), ROOMY)
    house.table.close()


@pytest.fixture
def address(table):
    """The address of the table's pages."""
    server = Server(table[1], "127.0.0.1", 0)
    server.start()
    yield f"http://127.0.0.1:{server.port}/"
    server.close()


def say(table, *lines):
    for line in lines:
        table.do(Declare(Seat(line.split()[0]), line))


def test_the_screen_follows_the_table(table, address, new_page):
    screen = TablePage(new_page())
    screen.open(address)
    table[0].do(Deal(Seat("p1")))
    expect(screen.now).to_contain_text("Ann")
    say(table[0], "p1 draws", "p1 plays 3 > p2", "p1 looks", "p2 draws", "p2 plays 6")

    expect(screen.now).to_contain_text("Zoé")
    assert (screen.pile("p1"), screen.pile("p2"), screen.pile("p3")) == (["3"], ["6"], [])
    expect(screen.seat("p2").locator(".mark--protected")).to_be_visible()
    expect(screen.seat("p3")).to_have_class("player is-due")


def test_a_hidden_card_is_drawn_as_every_other_hidden_card(table, address, new_page):
    table[0].do(Deal(Seat("p1")))
    screen = TablePage(new_page())
    screen.open(address)
    hands = screen.page.locator(".player__hand .playing-card")
    expect(hands).to_have_count(3)

    assert len(set(hands.evaluate_all("(cards) => cards.map((card) => card.outerHTML)"))) == 1


def test_a_phone_that_asks_for_a_seat_is_announced_until_the_seat_agrees(table, address, new_page):
    screen = TablePage(new_page())
    screen.open(address)
    table[0].do(Claim(Seat("p2"), "another-key"))
    expect(screen.banners).to_contain_text("Ben")
    table[0].do(ConfirmClaim(Seat("p2")))

    expect(screen.banners.locator(".banner")).to_have_count(0)


def test_an_offer_to_take_back_is_announced(table, address, new_page):
    table[0].do(Deal(Seat("p1")))
    say(table[0], "p1 draws", "p1 plays 3 > p2", "p1 looks")
    screen = TablePage(new_page())
    screen.open(address)
    table[0].do(AskUndo(Seat("p1")))

    assert table[0].published(TABLE).snapshot.offer
    expect(screen.banners.locator(".banner--undo")).to_contain_text("Ann")


def test_the_end_is_a_page_of_its_own(table, address, new_page):
    table[0].do(Deal(Seat("p1")))
    screen = TablePage(new_page())
    screen.open(address)
    say(table[0], "p1 draws", "p1 plays 1 > p2 = 8", "p2 hit")
    say(table[0], "p3 draws", "p3 plays 1 > p1 = 4", "p1 hit")

    expect(screen.now.locator(".outcome__winners")).to_contain_text("Zoé")
    expect(screen.now.locator(".clause")).to_contain_text("DC-43")


def test_the_language_changes_without_loading_the_page_again(table, address, new_page):
    screen = TablePage(new_page())
    screen.open(address)
    screen.page.evaluate("document.body.dataset.still = 'here'")
    screen.page.click('[data-language="fr"]')

    expect(screen.page.locator("#house h2")).to_have_text("Règles de la maison")
    assert screen.page.evaluate("document.body.dataset.still") == "here"
    assert screen.page.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TELEVISION], ids=["phone", "laptop", "television"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_runs_off_the_screen(table, address, new_page, size, language):
    table[0].do(Deal(Seat("p1")))
    say(table[0], "p1 draws", "p1 plays 3 > p2", "p1 looks", "p2 draws", "p2 plays 6")
    table[0].do(Claim(Seat("p2"), "another-key"))
    screen = TablePage(new_page(size, language))
    screen.open(address, language)

    assert screen.page.evaluate(NO_SIDEWAYS) == 0
    rules = screen.page.locator("#house li").last
    expect(rules).to_be_visible()
    if size != PHONE:
        expect(rules).to_be_in_viewport()


def test_the_screen_comes_back_after_the_connection_was_lost(table, address, new_page):
    screen = TablePage(new_page())
    screen.open(address)
    screen.page.context.set_offline(True)
    table[0].do(Deal(Seat("p1")))
    screen.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(screen.page.locator("#offline")).to_be_visible()
    screen.page.context.set_offline(False)

    expect(screen.now).to_contain_text("Ann")
    expect(screen.page.locator("#offline")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("deadlock_city", ["Dan"]),
        ("good_cop_bad_cop", ["Dan"]),
        ("good_cop_bad_cop", ["Dan", "Jean-Christophe", "Maximilienne", "Gus", "Hal"]),
    ],
)
def test_all_players_fit_a_television_under_a_banner(game, others, table, new_page, tmp_path):
    live, app = table
    live.do(ChooseGame(game))
    for name in others:
        live.do(Join(name, f"key-{name}"))
    live.do(Deal(Seat("p1")))
    if game == "good_cop_bad_cop":
        say(live, "p1 arms", "p1 flips left honest", "p1 aims p2", "p2 equips", "p2 returns")
    live.do(Claim(Seat("p2"), "another-key"))
    screen, looking = TablePage(new_page(TELEVISION)), Looking(tmp_path, "en")
    with Server(app, "127.0.0.1", 0) as server:
        screen.open(f"http://127.0.0.1:{server.port}/")
        expect(screen.seat("p4")).to_contain_text("Dan")
        expect(screen.banners).to_contain_text("Ben")
        looking.on_one_screen(screen.page, game)

    assert looking.faults == []
