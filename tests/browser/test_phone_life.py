"""What phones go through in an evening: tabs, dead spots, restarts, other hands, other means."""

from playwright.sync_api import Page, expect

from companion.cards import Seat
from companion.commands import Deal, Declare, Join
from companion.table import Table
from tests.browser.conftest import PHONE, NewPage, Place
from tests.browser.people import PhonePage, Sheet
from tests.browser.test_phone_page import HIDE
from tests.web.house import HOST_KEY
from web.serve import Server

ANN, BEN = Seat("p1"), Seat("p2")
#: Far more than a page has of things to stop at.
MANY_STOPS = 60


def say(table: Table, *lines: str) -> None:
    for line in lines:
        table.do(Declare(Seat(line.split(maxsplit=1)[0]), line))


def seated(place: Place, new_page: NewPage, name: str = "Ann") -> PhonePage:
    phone = PhonePage(new_page(PHONE))
    phone.join(place.url, name)
    return phone


def test_a_second_tab_and_the_first_one_both_follow(place: Place, new_page: NewPage) -> None:
    """The newest stream wins; the other tab asks every few seconds instead."""
    first = seated(place, new_page)
    second = PhonePage(first.page.context.new_page())
    second.page.goto(f"{place.url}seat")
    expect(second.page.locator("#who")).to_contain_text("Ann")
    place.table.do(Join("Ben", "ben"))
    place.table.do(Deal(ANN))

    for tab in (first, second):
        expect(tab.now).to_contain_text("draw a card")


def test_a_phone_in_a_dead_spot_says_so_and_comes_back(place: Place, new_page: NewPage) -> None:
    phone = seated(place, new_page)
    phone.page.context.set_offline(True)
    expect(phone.page.locator("#offline")).to_be_visible()
    place.table.do(Join("Ben", "ben"))
    place.table.do(Deal(ANN))
    phone.page.context.set_offline(False)

    expect(phone.page.locator("#offline")).to_be_hidden()
    expect(phone.now).to_contain_text("draw a card")


def test_a_phone_is_back_after_a_restart_without_a_tap(place: Place, new_page: NewPage) -> None:
    phone = seated(place, new_page)
    place.server.close()
    expect(phone.page.locator("#offline")).to_be_visible()
    place.table.do(Join("Ben", "ben"))
    place.table.do(Deal(ANN))
    again = Server(place.fresh_app(), "127.0.0.1", place.server.port)
    again.start()

    expect(phone.now).to_contain_text("draw a card")
    again.close()


def test_one_phone_is_passed_between_two_players(place: Place, new_page: NewPage) -> None:
    phone = seated(place, new_page)
    phone.page.click("#settings")
    phone.page.locator("dialog .button").filter(has_text="Another player").click()
    phone.page.fill("#also-name", "Ben")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#who")).to_contain_text("Ben")
    place.table.do(Deal(ANN))
    phone.page.locator("#shared .button--due").click()
    expect(phone.page.locator("dialog")).to_contain_text("Give the phone to Ann")
    phone.page.locator("dialog .button--primary").click()

    expect(phone.page.locator("#who")).to_contain_text("Ann")
    expect(phone.page.locator("#now")).to_have_class("now now--mine")


def test_the_screen_stays_on_while_a_game_is_played(place: Place, new_page: NewPage) -> None:
    locked, filming = new_page(PHONE), new_page(PHONE)
    locked.add_init_script(
        "navigator.wakeLock.request = async () => { window.locks = (window.locks ?? 0) + 1;"
        " return new EventTarget(); }"
    )
    filming.add_init_script("Object.defineProperty(Navigator.prototype, 'wakeLock', {value: null})")
    PhonePage(locked).join(place.url, "Ann")
    PhonePage(filming).join(place.url, "Ben")
    place.table.do(Deal(ANN))
    expect(locked.locator("#deeds")).to_be_visible()
    filming.click("#rules")

    locked.wait_for_function("window.locks === 1")
    filming.wait_for_function("document.querySelector('video')?.currentTime > 0")
    locked.evaluate(HIDE, "hidden")
    locked.evaluate(HIDE, "visible")


class Keys:
    """Someone who has a keyboard, or a switch, and no pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str) -> None:
        """Go on with Tab until this has the focus."""
        for _ in range(MANY_STOPS):
            if self.page.evaluate("(one) => document.activeElement?.matches(one)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def press(self, selector: str) -> None:
        self.to(selector)
        self.page.keyboard.press("Enter")

    def join(self, url: str, name: str) -> None:
        self.page.goto(url)
        expect(self.page.locator("#seats label").first).to_be_visible()
        self.to("#name")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#who")).to_contain_text(name)

    def say(self, *steps: str) -> None:
        """Say what one does; steps with one option choose themselves."""
        self.press("#move")
        for step in steps:
            self.to(".picker .option, .picker .button--primary")
            Sheet(self.page).option(step).evaluate("(one) => one.dataset.wanted = ''")
            self.press("[data-wanted]")
        self.press(".picker .button--primary")
        expect(self.page.locator("dialog")).to_have_count(0)


def test_the_keyboard_alone_plays_a_whole_game(place: Place, new_page: NewPage) -> None:
    ann, ben, host = (Keys(new_page(PHONE)) for _ in range(3))
    ann.join(place.url, "Ann")
    ben.join(place.url, "Ben")
    host.page.goto(f"{place.url}host?key={HOST_KEY}")
    expect(host.page.locator("#first")).to_contain_text("Ben")
    host.to("#first")
    host.page.keyboard.type("Ann")
    host.press("#start .button--primary")
    for player, act in ((ann, ()), (ann, ("1", "8")), (ben, ("Yes",))):
        expect(player.page.locator("#now")).to_have_class("now now--mine")
        player.say(*act)

    for player in (ann, ben, host):
        expect(player.page.locator("#now")).to_contain_text("Ann")
        expect(player.page.locator("#now .pill")).to_contain_text("over")
