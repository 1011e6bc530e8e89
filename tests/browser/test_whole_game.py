"""A whole evening: cards moved by hand on the simulated table, read from camera frames,
followed by two phones and the table screen, with one illegal play ruled on and repaired.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.app import House
from companion.cards import PrintId
from companion.layout import Zone
from companion.run import written
from tests.browser.conftest import PHONE, TELEVISION, NewPage, settings_for
from tests.browser.pages import SimulatorPage, TablePage
from tests.browser.people import HostPage, PhonePage
from vision.simulated.player import stacked_deck

#: The deck as someone stacked it, top card first; the last one is the hidden card.
DECK = tuple("7a 4a 1a 5a 3a 6a 1b 9a 2a 0a 8a 1c 1d 1e 2b 4b 5b 6b 0b 3b".split(" "))  # noqa: SIM905

#: Longer than any playback takes; only a hang is as long (seconds).
AGES_S = 300.0

GAME = """\
[game deadlock_city]
[seats p1 Ann, p2 Ben, p3 Cleo]
[first p1]
[logged p1 p2]
p1 holds 7
p2 holds 4
p1 draws
p1 holds 7 5
p1 plays 7
p2 draws
p2 holds 4 3
p2 plays 3 > p3
p2 looks 1
p3 draws
p3 plays 1 > p1 = 4
p1 miss
p1 draws
p1 holds 5 1
p1 plays 1 > p2 = 4
p2 hit
p2 shows 4
p3 draws
p3 plays 6
p1 draws
p1 holds 5 2
p1 plays 2 > p1
p1 drops 5
p1 draws
p1 holds 0
p3 draws
p3 plays 9 as 1 > p1 = 0
p1 hit
p1 shows 0
"""


@dataclass
class Room:
    """Everyone and everything in the room."""

    house: House
    table: SimulatorPage
    screen: TablePage
    host: HostPage
    ann: PhonePage
    ben: PhonePage

    def draw(self, seat: str) -> None:
        """Draw a card and wait until the camera has seen it."""
        self.table.drag_top("deck", f"{seat}.hand")
        expect(self.screen.now).not_to_contain_text("draw a card")

    def lay(self, seat: str, face: str) -> str:
        """Lay the card with this face from a hand face up on the own pile."""
        handle = self.find(seat, face)
        self.table.drag(handle, f"{seat}.pile")
        self.table.flip(handle)
        return handle

    def find(self, seat: str, face: str) -> str:
        """Look through a seat's hand, as its player may, and return the card."""
        held = [card.handle for card in self.table.cards_in(f"{seat}.hand")]
        return next(handle for handle in held if self.table.peek(handle) == face)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Return the folder in which the evening is kept."""
    return tmp_path / "recording"


@pytest.fixture
def house(tmp_path: Path, recording: Path) -> Iterator[House]:
    """Return a running table whose frames and events are recorded."""
    with House(settings_for(tmp_path), recording, seed=1, in_memory=True) as running:
        yield running


@pytest.fixture
def room(house: House, new_page: NewPage) -> Room:
    """Three players: two sit down with phones, the host adds the third."""
    simulator, screen = SimulatorPage(new_page()), TablePage(new_page(TELEVISION))
    host = HostPage(new_page())
    ann, ben = PhonePage(new_page(PHONE)), PhonePage(new_page(PHONE, language="fr"))
    ann.join(house.url, "Ann")
    ben.join(house.url, "Ben")
    host.open(house.host_url)
    host.add("Cleo")
    host.lets_tell("p1", "Ann")
    host.lets_tell("p2", "Ben")
    screen.open(house.url)
    return Room(house, simulator, screen, host, ann, ben)


def stack_the_deck(house: House) -> None:
    """Put a deck in a known order on the table, as a trickster would."""
    assert house.simulated is not None
    house.lookout.wanted()
    order = [PrintId(name) for name in reversed(DECK)]
    plan = house.simulated.plan
    house.simulated.scene.lay_out(stacked_deck(plan, Zone("deck"), order, across=1))


def test_three_players_play_from_the_first_card_to_the_winner(
    room: Room, recording: Path, tmp_path: Path
) -> None:
    room.host.deal("p1")
    stack_the_deck(room.house)
    room.table.open(room.house.host_url)
    for seat in ("p1", "p2", "p3"):
        room.table.drag_top("deck", f"{seat}.hand")
    room.ann.say("Tell", "7")
    room.ben.say("4")
    for turn in TURNS:
        turn(room)

    expect(room.ann.now).to_contain_text("Cleo")
    expect(room.ben.now).to_contain_text("Cleo")
    assert GAME == written(room.house)
    room.house.close()
    files = replace(settings_for(tmp_path), camera=f"files:{recording}")
    with House(files) as again:
        assert again.ended.wait(AGES_S)
        assert GAME == written(again)


def ann_withholds_the_seven(room: Room) -> None:
    """Ann holds 7 and 5: the 7 must go down (DC-11), but she tries the 5."""
    table, ann = room.table, room.ann
    room.draw("p1")
    ann.say("Tell", "7", "5")
    five = room.lay("p1", "5")
    expect(ann.banners).to_contain_text("for you alone")
    assert "DC-11" in ann.reveal()
    expect(room.screen.banners).to_contain_text("Ann")
    for other in (room.screen.page, room.ben.page, room.host.page):
        expect(other.locator("body")).not_to_contain_text("DC-11")
    table.flip(five)
    table.drag(five, "p1.hand")
    expect(ann.banners).to_be_empty()
    expect(room.screen.banners).to_be_empty()


def ann_asks_and_obeys(room: Room) -> None:
    assert "DC-11" in room.ann.ask("Ann", "Put down", "5", "Ben")
    room.lay("p1", "7")
    expect(room.screen.now).to_contain_text("Ben")
    assert "5" in room.ann.reveal()


def ben_looks_at_cleos_card(room: Room) -> None:
    room.draw("p2")
    room.ben.say("Dire", "4", "3")
    room.lay("p2", "3")
    room.ben.answer("Cleo")
    room.ben.say("regard", "1")
    expect(room.screen.now).to_contain_text("Cleo")
    assert "1" in room.ben.reveal()


def the_host_speaks_for_cleo(room: Room) -> None:
    room.draw("p3")
    room.lay("p3", "1")
    room.host.answer_for("Ann", "4")
    expect(room.screen.now).to_contain_text("Ann")


def ann_guesses_right(room: Room) -> None:
    room.draw("p1")
    room.ann.say("Tell", "5", "1")
    room.lay("p1", "1")
    room.ann.answer("Ben", "4")
    expect(room.screen.seat("p2")).to_contain_text("out")
    room.lay("p2", "4")


def cleo_is_safe_so_anns_two_is_for_herself(room: Room) -> None:
    """DC-33: everyone else is protected."""
    room.draw("p3")
    room.lay("p3", "6")
    expect(room.screen.now).to_contain_text("Ann")
    room.draw("p1")
    room.ann.say("Tell", "5", "2")
    room.lay("p1", "2")
    room.lay("p1", "5")
    room.draw("p1")
    expect(room.screen.now).to_contain_text("Cleo")
    room.ann.say("0")


def the_nine_works_as_a_one(room: Room) -> None:
    room.draw("p3")
    room.lay("p3", "9")
    room.host.answer_for("1", "0")
    expect(room.screen.page.locator("main")).to_contain_text("wins")


TURNS = (
    ann_withholds_the_seven,
    ann_asks_and_obeys,
    ben_looks_at_cleos_card,
    the_host_speaks_for_cleo,
    ann_guesses_right,
    cleo_is_safe_so_anns_two_is_for_herself,
    the_nine_works_as_a_one,
)
