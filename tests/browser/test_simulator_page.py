"""Cards on the drawn table, moved by mouse, finger and keys; what the camera then reads."""

import pytest
from playwright.sync_api import expect

from companion.cards import BACK, Seat
from companion.commands import Join
from companion.game import TABLE
from companion.table import Claim
from tests.browser.conftest import PHONE
from tests.browser.looking import Looking
from tests.browser.pages import SimulatorPage


@pytest.fixture
def simulator(house, new_page):
    """A simulated table with three players, dealt."""
    for name in ("Ann", "Ben", "Cy"):
        house.table.do(Join(name, "-"))
    page = SimulatorPage(new_page())
    page.open(house.host_url)
    page.deal()
    return page


def test_the_top_card_of_the_deck_is_dragged_into_a_hand(simulator):
    before = simulator.cards_in("deck")

    handle = simulator.drag_top("deck", "p1.hand")

    assert handle == before[-1].handle
    assert simulator.cards_in("deck") == before[:-1]
    assert len(simulator.cards_in("p1.hand")) == 2


def test_a_card_dropped_on_a_pile_lies_one_strip_further(simulator):
    first = simulator.drag_top("deck", "p1.pile")
    second = simulator.drag_top("deck", "p1.pile")

    below, above = simulator.card(first), simulator.card(second)
    assert above["x_mm"] - below["x_mm"] == pytest.approx(16, abs=0.1)
    assert above["y_mm"] == pytest.approx(below["y_mm"], abs=0.1)


def test_the_camera_reads_what_was_turned_over(simulator):
    handle = simulator.drag_top("deck", "p1.pile")
    simulator.flip(handle)
    (card,) = simulator.cards_in("p1.pile")

    assert card.face != BACK
    expect(simulator.read("p1.pile")).to_have_text(simulator.name_of(handle))


def test_a_hidden_face_is_known_by_peeking_alone(simulator):
    handle = simulator.drag_top("deck", "p2.hand")

    face = simulator.peek(handle)

    assert face != BACK
    expect(simulator.page.locator("#table .peeked")).to_have_count(0)
    assert {card.face for card in simulator.cards_in("p2.hand")} == {BACK}


def test_keys_turn_flip_and_push_a_card(simulator):
    handle = simulator.drag_top("deck", "p1.pile")
    before = simulator.card(handle)
    simulator.focus(handle)
    for key in ("f", "e", "ArrowRight"):
        simulator.key(key)

    after = simulator.card(handle)
    assert (before["face"], after["face"] == BACK) == (BACK, False)
    assert after["angle_deg"] == pytest.approx(before["angle_deg"] + 15)
    assert after["x_mm"] == pytest.approx(before["x_mm"] + 5)


def test_shift_takes_the_whole_stack(simulator):
    stack = {card.handle for card in simulator.cards_in("deck")}
    simulator.drag_pile("deck", "p3.pile")

    moved = {card.handle for card in simulator.cards_in("p3.pile")}
    (hidden,) = stack - moved
    assert [card.handle for card in simulator.cards_in("deck")] == [hidden]


def test_without_a_drag_a_card_is_put_into_a_zone_from_the_list(simulator):
    handle = simulator.cards_in("deck")[-1].handle
    simulator.focus(handle)
    simulator.put_into("p2.pile")

    assert [card.handle for card in simulator.cards_in("p2.pile")] == [handle]


def test_a_finger_drags_on_a_phone(house, new_page):
    house.table.do(Join("Ann", "-"))
    simulator = SimulatorPage(new_page(PHONE, touch=True))
    simulator.open(house.host_url)

    handle = simulator.touch_drag_top("deck", "p1.pile")

    assert [card.handle for card in simulator.cards_in("p1.pile")] == [handle]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert simulator.page.evaluate(overflow) == 0


def test_a_seat_button_reaches_the_table_through_its_pin(simulator, house):
    house.table.do(Claim(Seat("p1"), "a-new-phone"))
    revision = house.table.published(TABLE).revision

    simulator.press("p1")

    house.table.wait(TABLE, revision, timeout_s=30)
    assert house.table.seat_of("a-new-phone") == "p1"


def test_the_page_speaks_another_language_without_being_loaded_again(simulator, artefacts):
    page, looking = simulator.page, Looking(artefacts, "en")
    looking.at(page, "simulator")
    page.evaluate("window.sameDocument = true")
    page.click("[data-language=fr]")
    expect(page.locator("#deal")).to_have_text("Donner")
    expect(page.locator("#seats .arcade").first).to_have_text("Appuyer")
    expect(page.locator("#table .zone__label").first).to_contain_text("ioche")

    assert page.evaluate("window.sameDocument") is True
    assert page.title().startswith("Table simulée")
    assert "\n".join(looking.faults) == ""
