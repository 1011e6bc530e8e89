"""Enrolling a deck in a browser: cards on the simulated table, photographed, tried, played."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.app import House
from companion.cards import Deck, PrintId
from tests.browser.conftest import LAPTOP, PHONE, NewPage, settings_for
from tests.browser.looking import Looking
from tests.companion.test_enrolling import painted
from tests.vision.enrolled.conftest import drawn, lay, table
from vision.camera import Image
from web.simulation import FlipCard, MoveCard, SetLight

MIDDLE, ASIDE = (450.0, 250.0), (150.0, 120.0)


def untagged(deck: Deck, print_id: PrintId, px_per_mm: float) -> Image:
    """Draw a card of another maker: no tags, and no two alike."""
    number = [design.id for design in deck.prints].index(print_id)
    size = round(deck.width_mm * px_per_mm), round(deck.height_mm * px_per_mm)
    drawn_card = cv2.resize(painted(number), size, interpolation=cv2.INTER_AREA)
    return np.asarray(drawn_card, dtype=np.uint8)


class Table:
    """The simulated table, and the hands of whoever enrols its cards."""

    def __init__(self, house: House) -> None:
        assert house.simulated is not None
        self._simulated = house.simulated
        self._simulated.use(untagged)
        self._simulated.replan(self._simulated.plan)
        pile = self._simulated.describe().cards[0].handle
        self._simulated.perform(MoveCard(pile, *ASIDE, 0.0, True))
        self._left = [card.handle for card in self._simulated.describe().cards]

    def lay_next(self) -> str:
        """Lay another card face up into the middle of the mat."""
        card = self._left.pop()
        self._simulated.perform(MoveCard(card, *MIDDLE, 5.0))
        self._simulated.perform(FlipCard(card))
        return card

    def take_away(self, card: str) -> None:
        """Lay a card aside again."""
        self._simulated.perform(MoveCard(card, *ASIDE, 0.0))

    def light(self, level: float) -> None:
        """Turn the lamp up or down."""
        self._simulated.perform(SetLight(level))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(settings_for(tmp_path), seed=1, in_memory=True) as running:
        yield running


def photograph(page: Page, table: Table, number: int) -> None:
    """Lay a card, take its photo, approve it, and take the card away."""
    card = table.lay_next()
    expect(page.locator("#hint")).to_have_class("hint is-good")
    page.click("#take")
    expect(page.locator(".approval .cut")).to_be_visible()
    page.click("#part-photos .button--primary")
    expect(page.locator(f'.tile[data-card="c{number}"]')).to_be_visible()
    table.take_away(card)
    expect(page.locator("#hint")).to_have_class("hint is-refused")


def upload_twice(page: Page, picture: Path, artefacts: Path) -> None:
    """Send a phone's photo, think again, send it once more and keep it."""
    shot = table()
    lay(shot, drawn("R"), 300, 240, 8, 200)
    cv2.imwrite(str(picture), shot)
    page.set_input_files("#upload", picture)
    expect(page.locator("#wanted")).to_contain_text("1 (1 of 5)")
    page.screenshot(path=artefacts / "own-deck-approve.en.png", full_page=True)
    page.click("text=Take it again")
    page.set_input_files("#upload", picture)
    expect(page.locator(".approval .cut")).to_be_visible()
    page.click("#part-photos .button--primary")


def expect_toast_in_both_languages(page: Page) -> None:
    """What is said for a moment is said in the language that is chosen meanwhile."""
    expect(page.locator(".toast")).to_have_text("Kept.")
    page.click("[data-language=fr]")
    expect(page.locator(".toast")).to_have_text("Gardé.")
    page.click("[data-language=en]")


def test_a_deck_is_enrolled_tried_and_told(
    house: House, new_page: NewPage, tmp_path: Path, artefacts: Path
) -> None:
    table_, page, looking = Table(house), new_page(LAPTOP), Looking(artefacts, "en")
    page.goto(house.host_url)
    page.click("#own-deck")
    page.fill("#new-title", "Grandpa’s poker")
    page.click("form button[type=submit]")
    expect(page.locator("#hint")).to_contain_text("No card is found")

    photograph(page, table_, 1)
    photograph(page, table_, 2)
    page.reload()
    expect(page.locator("#progress")).to_have_text("2 of 21")
    table_.light(0.06)
    table_.lay_next()
    expect(page.locator("#hint")).to_contain_text("too dark")
    table_.light(1.0)
    upload_twice(page, tmp_path / "phone.png", artefacts)
    expect_toast_in_both_languages(page)
    expect(page.locator("#progress")).to_have_text("3 of 21")

    page.locator('.tile[data-card="c3"]').click()
    page.select_option("#means", "9")
    expect(page.locator('[data-place="9"] .tile[data-card="c3"]')).to_be_visible()
    page.click("#undo")
    expect(page.locator('[data-place="1"] .tile[data-card="c3"]')).to_be_visible()
    page.click("#assess")
    expect(page.locator("#verdict")).to_have_attribute("data-promise", "usable")
    expect(page.locator("#verdict")).to_contain_text("Cards that the game still needs: 18")
    looking.at(page, "own-deck-verdict")
    page.click("[data-language=fr]")
    expect(page.locator("#verdict")).to_contain_text("utilisable, avec prudence")
    french = Looking(artefacts, "fr")
    french.at(page, "own-deck-verdict")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.screenshot(path=artefacts / "own-deck-phone.fr.png", full_page=True)

    assert looking.faults + french.faults == []
