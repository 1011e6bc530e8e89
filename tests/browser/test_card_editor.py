"""The card editor in a browser: typed, told what is wrong, kept, saved and played with."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.cards import Seat
from companion.commands import ChooseGame, Correct, Deal, Join
from companion.own_cards import NAME
from tests.browser.conftest import LAPTOP, NewPage
from tests.browser.looking import Looking
from tests.web.house import HOST_KEY
from tests.web.test_cards import CardHouse
from web.serve import Server

CAPTURED = "captured = mabel ruth silas"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[CardHouse]:
    found = CardHouse(tmp_path / "decks")
    yield found
    found.table.close()


@pytest.fixture
def page(house: CardHouse, new_page: NewPage) -> Iterator[Page]:
    """Return the list of decks on the host's laptop."""
    with Server(house.app, "127.0.0.1", 0) as server:
        found = new_page(LAPTOP)
        found.goto(f"http://127.0.0.1:{server.port}/host?key={HOST_KEY}")
        found.click("[data-label=own_cards]")
        yield found


def test_a_deck_is_entered_kept_saved_and_played(
    house: CardHouse, page: Page, tmp_path: Path, artefacts: Path
) -> None:
    page.fill("#new-name", "My print")
    page.click("text=Begin with the practice deck")
    hat = page.get_by_label("Hat", exact=True).first
    hat.fill("12")
    expect(hat).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-place='job.0.boss.hat']")).to_contain_text(
        "12 is not from 0 to 9; look at the card again."
    )
    expect(page.get_by_role("status")).to_have_text("Kept as a draft")
    page.reload()
    expect(hat).to_have_value("12")
    hat.fill("4")

    page.click("text=Add an effect")
    page.get_by_label("What it does").select_option("ban_item")
    page.get_by_label("Item", exact=True).first.select_option("fire")
    expect(page.locator(".effect-told")).to_have_text("Fire does nothing.")

    picture = tmp_path / "boss.png"
    cv2.imwrite(str(picture), np.full((90, 60, 3), 200, np.uint8))
    page.set_input_files("#photo-1-boss", picture)
    expect(page.get_by_role("img", name="Photo of the boss face")).to_be_visible()

    looking = Looking(artefacts, "en")
    looking.at(page, "card-editor")
    page.click("text=Save deck")
    expect(page.get_by_role("status")).to_have_text("Kept and saved")
    page.click("text=To the list")
    page.locator(".decks > li", has_text="My print").get_by_text("Play with this").click()
    expect(page.locator(".decks > li", has_text="My print")).to_contain_text("on the table")
    played, _ = house.store.played()

    assert (played.name, played.jobs[0].boss.hat) == ("My print", 4)
    assert played.jobs[0].boss.effects[0].item.value == "fire"
    assert house.store.photos("my_print") == ("1-boss",)
    assert looking.faults == []


def test_what_was_typed_on_an_older_page_is_not_lost_silently(house: CardHouse, page: Page) -> None:
    page.click("text=Begin empty")
    name = page.get_by_label("Name", exact=True)
    expect(page.get_by_role("status")).to_have_text("Kept as a draft")
    store = house.store
    draft = store.draft("my_print")
    store.keep("my_print", draft.revision, {**draft.data, "name": "Elsewhere"})
    name.fill("Ida")

    expect(page.get_by_role("alert").first).to_contain_text("changed on another page")
    expect(name).to_have_value("Ida")
    assert store.draft("my_print").data["name"] == "Elsewhere"
    page.click("text=Keep what is here")
    expect(page.get_by_role("status")).to_have_text("Kept as a draft")
    assert store.draft("my_print").data["job"][0]["boss"]["name"] == "Ida"


def test_the_campaign_shows_what_was_done(house: CardHouse, page: Page, artefacts: Path) -> None:
    seat = Seat("p1")
    for wish in (ChooseGame(NAME), Join("Dinah", "-"), Deal(seat), Correct((CAPTURED,))):
        house.table.do(wish)
    page.goto(f"{page.url.split('/host')[0]}/campaign?language=fr")
    expect(page.locator(".reputation")).to_contain_text("5")
    expect(page.locator(".growth[aria-current]")).to_contain_text("On vous cache")
    expect(page.locator(".poster--captured")).to_have_count(3)
    looking = Looking(artefacts, "fr")
    looking.at(page, "campaign")

    assert looking.faults == []
