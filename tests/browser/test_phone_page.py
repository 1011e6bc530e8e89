"""A player's phone in a browser: the cover, the choices, sleep and wake, another phone."""

import pytest
from playwright.sync_api import Page, expect

from companion.cards import Seat
from companion.commands import Deal, Declare, Join, SetLogged
from companion.table import Press
from tests.browser.conftest import PHONE, NewPage, Place
from tests.browser.people import PhonePage
from tests.web.house import HOST_KEY

ANN = Seat("p1")
OPEN_AT_MOST_MS = 10_000
HIDE = """(state) => {
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def ann(place: Place, new_page: NewPage) -> PhonePage:
    """Return Ann's phone; she holds 5 and 7 and has told it so, and it is her turn."""
    phone = PhonePage(new_page(PHONE))
    phone.join(place.url, "Ann")
    place.table.do(Join("Ben", "-"))
    place.table.do(SetLogged(ANN, True))
    place.table.do(Deal(ANN))
    for line in ("p1 holds 5", "p1 draws", "p1 holds 5 7"):
        place.table.do(Declare(ANN, line))
    expect(phone.page.locator("#hand .playing-card")).to_have_count(2)
    return phone


def faces(page: Page) -> list[str]:
    """Return the faces that stand anywhere in the page."""
    found: list[str] = page.locator("[data-face]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.face)"
    )
    return found


def expect_covered(page: Page) -> None:
    expect(page.locator("#secret > *")).to_have_count(0)
    assert set(faces(page)) == {"back"}
    assert "DC-11" not in page.content()


def press_and_hold(page: Page) -> None:
    box = page.locator("#cover").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator("#secret")).to_contain_text("7")


def test_a_hand_stands_in_the_page_only_while_it_is_held(ann: PhonePage) -> None:
    expect_covered(ann.page)
    text = ann.reveal()

    assert "DC-11" in text
    expect_covered(ann.page)


def test_the_keyboard_holds_as_a_finger_does(ann: PhonePage) -> None:
    ann.page.locator("#cover").focus()
    ann.page.keyboard.down("Space")
    expect(ann.page.locator("#secret [data-face='7']")).to_be_visible()
    ann.page.keyboard.up("Space")

    expect_covered(ann.page)


def test_the_cover_closes_by_itself(ann: PhonePage) -> None:
    ann.page.clock.install()
    press_and_hold(ann.page)
    ann.page.clock.run_for(OPEN_AT_MOST_MS)

    expect_covered(ann.page)


def test_the_cover_closes_when_the_phone_turns_elsewhere(ann: PhonePage) -> None:
    press_and_hold(ann.page)
    ann.page.evaluate(HIDE, "hidden")

    expect_covered(ann.page)


def test_who_cannot_hold_may_tap(ann: PhonePage) -> None:
    ann.page.click("#settings")
    ann.page.locator("dialog input[type=checkbox]").check()
    ann.page.keyboard.press("Escape")
    ann.page.click("#cover")
    expect(ann.page.locator("#secret [data-face='5']")).to_be_visible()
    expect(ann.page.locator("#cover")).to_have_attribute("aria-pressed", "true")
    ann.page.click("#cover")

    expect_covered(ann.page)


def test_a_change_at_the_table_opens_no_cover(ann: PhonePage, place: Place) -> None:
    place.table.do(Declare(ANN, "p1 plays 7"))
    expect(ann.now).to_contain_text("Ben")

    expect(ann.page.locator("#secret > *")).to_have_count(0)
    expect(ann.page.locator("#secret [data-face='5']")).to_have_count(0)


def test_an_act_is_said_in_steps_by_keyboard_alone(ann: PhonePage, place: Place) -> None:
    ann.page.locator("#move").focus()
    for _ in range(3):
        ann.page.keyboard.press("Enter")
    expect(ann.now).to_contain_text("Ben")

    assert str(place.table.session().play.record.entries[-1]) == "p1 plays 7"  # type: ignore[union-attr]


def test_choices_leave_the_page_with_their_sheet(ann: PhonePage) -> None:
    ann.page.click("#move")
    ann.page.locator(".picker .option").first.click()
    expect(ann.page.locator(".picker [data-face='7']")).to_be_visible()
    ann.page.evaluate(HIDE, "hidden")

    expect(ann.page.locator("dialog")).to_have_count(0)
    expect_covered(ann.page)


def test_the_arbiter_answers_with_the_clause(ann: PhonePage) -> None:
    ruling = ann.ask("Ann", "Put down", "5", "Ben")

    assert "not allowed" in ruling
    assert "DC-11" in ruling


def test_the_language_changes_without_loading_the_page_again(ann: PhonePage) -> None:
    ann.page.evaluate("window.sameDocument = true")
    ann.page.click("[data-language=fr]")
    expect(ann.page.locator("#cover")).to_have_text("Maintenir pour voir")
    expect(ann.now).to_contain_text("posez")

    assert ann.page.evaluate("window.sameDocument") is True
    assert ann.page.locator("html").get_attribute("lang") == "fr"


def test_a_phone_that_slept_shows_the_present_when_it_wakes(ann: PhonePage, place: Place) -> None:
    ann.page.evaluate(HIDE, "hidden")
    ann.page.context.set_offline(True)
    place.table.do(Declare(ANN, "p1 plays 7"))
    ann.page.context.set_offline(False)
    ann.page.evaluate(HIDE, "visible")

    expect(ann.now).to_contain_text("Ben")


def test_a_new_phone_takes_the_seat_over_by_the_seats_button(
    ann: PhonePage, place: Place, new_page: NewPage
) -> None:
    new = new_page(PHONE)
    new.goto(place.url)
    new.locator("#taken button").first.click()
    expect(new.locator("#waiting")).to_be_visible()
    place.table.do(Press(ANN, held=True))
    expect(new.locator("#who")).to_contain_text("Ann")

    expect(ann.page.locator("h1")).to_have_text("Take a seat")


@pytest.mark.parametrize("width", [320, 390, 768])
def test_no_page_is_wider_than_its_phone(place: Place, new_page: NewPage, width: int) -> None:
    phone, host = new_page((width, 700), language="fr"), new_page((width, 700), language="fr")
    phone.goto(place.url)
    sizes = [phone.evaluate("document.documentElement.scrollWidth")]
    PhonePage(phone).join(place.url, "Bartholomäus-Maximil")
    place.table.do(Join("Ben", "-"))
    place.table.do(Deal(ANN))
    expect(phone.locator("#deeds")).to_be_visible()
    sizes.append(phone.evaluate("document.documentElement.scrollWidth"))
    host.goto(f"{place.url}host?key={HOST_KEY}")
    expect(host.locator("#mend")).not_to_be_empty()
    host.locator("#mend summary").click()
    sizes.append(host.evaluate("document.documentElement.scrollWidth"))

    assert sizes == [width] * 3


def test_near_black_from_the_first_paint(place: Place, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(place.url, wait_until="commit")
    page.wait_for_selector("body")
    # Before a frame is drawn the style sheets have to be there, but not earlier.
    ground = page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(
            () => done(getComputedStyle(document.documentElement).backgroundColor)))"""
    )

    assert ground == "rgb(14, 11, 9)"
