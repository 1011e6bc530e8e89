"""Eight phones, a table screen and guns that are turned: Good Cop Bad Cop in a browser."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from companion.app import House
from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Declare, SetLogged
from companion.games.good_cop_bad_cop.cards import DECK
from tests.browser.conftest import LAPTOP, PHONE, TELEVISION, NewPage, settings_for
from tests.browser.looking import Looking
from tests.browser.pages import SimulatorPage, TablePage
from tests.browser.people import PhonePage
from vision.pointing import towards_deg
from vision.printing import card_image
from web.simulation import DealCards

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
SEATS = tuple(Seat(f"p{number}") for number in range(1, 9))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return a running table for Good Cop Bad Cop."""
    with House(settings_for(tmp_path), seed=5, in_memory=True) as running:
        running.table.do(ChooseGame("good_cop_bad_cop"))
        yield running


def faces_of(house: House, seat: Seat) -> list[str]:
    """Return a seat's integrity cards from left to right, as its player sees them."""
    assert house.simulated is not None
    zone = house.simulated.plan.zone(f"{seat}.integrity")
    cards = house.simulated.person.cards_in(zone.spec.name)
    cards = sorted(cards, key=lambda c: float(zone.to_zone([(c.pose.x_mm, c.pose.y_mm)])[0, 0]))
    return [str(house.simulated.scene.face_of(card.handle)) for card in cards]


def photo_of(faces: list[str], path: Path) -> Path:
    """Write a photo of cards that lie side by side on a grey table."""
    cards = [card_image(DECK, DECK.print_of(face).id, 6.0) for face in faces]
    height, width = cards[0].shape[:2]
    table = np.full((height + 200, 3 * (width + 40) + 160, 3), 120, np.uint8)
    for place, card in enumerate(cards):
        left = 100 + place * (width + 40)
        table[100 : 100 + height, left : left + width] = card
    cv2.imwrite(str(path), table)
    return path


def tap_cards(phone: PhonePage, faces: list[str]) -> None:
    """Tell the phone its player's cards, one tap for each."""
    phone.page.click("#move")
    phone.page.locator(".picker .option").filter(has_text="my cards").click()
    for face in faces:
        name = f'.option__name:text-is("{face.capitalize()}")'
        phone.page.locator(".picker .option", has=phone.page.locator(name)).click()
    expect(phone.page.locator(".photo-button")).to_be_hidden()
    phone.page.locator(".picker .button--primary").click()
    expect(phone.page.locator("dialog")).to_have_count(0)


def turn_gun(table: SimulatorPage, house: House, seat: Seat, target: Seat) -> None:
    """Turn a gun by its handle on the drawn table, as far as it takes."""
    assert house.simulated is not None
    handle = table.cards_in(f"{seat}.gun")[-1].handle
    table.select(handle)
    pose = house.simulated.scene.card(handle).pose
    table.turn_to(towards_deg(house.simulated.plan, pose.x_mm, pose.y_mm, target))


def seated(house: House, new_page: NewPage) -> list[PhonePage]:
    """Let eight people join with their phones, deal, and return the phones."""
    phones = [PhonePage(new_page(PHONE, "fr" if n % 2 else "en")) for n in range(8)]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.join(house.url, name)
    for seat in SEATS:
        house.table.do(SetLogged(seat, True), 60)
    house.table.do(Deal(SEATS[0]), 60)
    house.lookout.wanted()
    assert house.simulated is not None
    house.simulated.perform(DealCards())
    return phones


def photograph_cards(phone: PhonePage, faces: list[str], path: Path) -> None:
    """Tell the phone its player's cards by a photo of them."""
    phone.page.click("#move")
    phone.page.locator(".photo-button input").set_input_files(photo_of(faces, path))
    phone.page.locator(".picker .button--primary").click()
    expect(phone.page.locator("dialog")).to_have_count(0)


def told_cards(house: House) -> set[str]:
    """Return every telling of cards that stands in the record."""
    play = house.table.session().play
    return {str(e) for e in play.record.entries if " holds " in str(e)} if play else set()


def take_a_gun_and_aim(
    table: SimulatorPage, screen: TablePage, phones: list[PhonePage], house: House
) -> None:
    """Let Ann take a gun, turn a card up and turn the gun at Finn, on the drawn table alone."""
    table.drag_top("guns", "p1.gun")
    expect(screen.now).to_contain_text("Ann: turn one")
    table.flip(table.cards_in("p1.integrity")[0].handle)
    expect(screen.now).to_contain_text("point your gun")
    # The directions that the camera goes by are shown to all, and to Ann as she sits.
    for page, shown in ((screen.page, 7), (phones[0].page, 7), (phones[1].page, 0)):
        expect(page.locator(".plan--aim .aim__wedge")).to_have_count(shown)
    turn_gun(table, house, SEATS[0], SEATS[5])
    expect(screen.page.locator("body")).to_contain_text("Ann aims at Finn")
    expect(screen.now).to_contain_text("Ben")
    expect(screen.page.locator(".plan--aim")).to_have_count(0)


def test_eight_phones_play_and_guns_aim_where_they_point(
    house: House, new_page: NewPage, tmp_path: Path, artefacts: Path
) -> None:
    phones = seated(house, new_page)
    screen, table = TablePage(new_page(TELEVISION)), SimulatorPage(new_page(LAPTOP))
    screen.open(house.url)
    table.open(house.host_url)
    expect(screen.page.locator("body")).to_contain_text("Shuffle")

    # Cards are told by taps, by a photo, and the rest as phones do.
    tap_cards(phones[0], faces_of(house, SEATS[0]))
    photograph_cards(phones[1], faces_of(house, SEATS[1]), tmp_path / "photo.png")
    for seat in SEATS[2:]:
        house.table.do(Declare(seat, f"{seat} holds {' '.join(faces_of(house, seat))}"), 60)
    assert "Vous êtes" in phones[1].reveal()
    assert told_cards(house) == {f"{s} holds {' '.join(faces_of(house, s))}" for s in SEATS}

    take_a_gun_and_aim(table, screen, phones, house)
    for phone in phones:
        expect(phone.now).to_contain_text("Ben")
    assert unread_in_grey(screen, artefacts) == []

    looking = Looking(artefacts, "en")
    looking.at(phones[0].page, "phone")
    looking.at(screen.page, "table")

    assert looking.faults == []


def unread_in_grey(screen: TablePage, artefacts: Path) -> list[str]:
    """Return what a picture without colours makes hard to read: text, and each seat's head."""
    picture = cv2.imdecode(np.frombuffer(screen.page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    cv2.imwrite(str(artefacts / "grey.png"), picture)
    parts = (screen.now, *screen.page.locator(".player__head").all())
    return [part.inner_text() for part in parts if contrast(picture, part) <= 120]


def contrast(grey: np.ndarray, part: Locator) -> int:
    """Return how far the darkest and the brightest of a part are from each other, of 255."""
    box = part.bounding_box()
    assert box
    left, top = round(box["x"]), round(box["y"])
    seen = grey[top : top + round(box["height"]), left : left + round(box["width"])]
    return int(np.percentile(seen, 99)) - int(np.percentile(seen, 20))
