"""A whole job of Deadeye Dinah on one phone: boss, photo of the hand, plays, duel."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.app import House
from companion.commands import ChooseGame, Deal
from companion.game import TABLE
from companion.games.deadeye_dinah.hints import is_winnable
from tests.browser.conftest import PHONE, NewPage
from tests.browser.looking import Looking
from tests.browser.people import PhonePage
from vision.printing import card_image
from vision.simulated.renderer import Renderer
from vision.simulated.things import Handle, Pose
from web.simulation import DealCards

#: How far a card is slid up, mm.
UP_MM = 30.0


class Dinah:
    """The player's own page, and the cards before her."""

    def __init__(self, house: House, page: Page) -> None:
        assert house.simulated is not None
        self.house, self.page, self.table = house, page, house.simulated

    def card(self, face: str) -> Handle:
        return next(Handle(c.handle) for c in self.table.describe().cards if c.face == face)

    def boss(self) -> str:
        faces = [card.face for card in self.table.describe().cards]
        return next(face for face in faces if face.endswith(".boss")).removesuffix(".boss")

    def deal(self) -> None:
        """Shuffle until a job lies there that can be won."""
        game = self.house.games["deadeye_dinah"]
        state = self.house.table.session().play.state
        while True:
            self.table.perform(DealCards())
            fan = sorted(self.table.describe().cards, key=lambda card: card.x_mm)
            cards = [c.face.partition(".")[0] for c in fan if c.face.endswith(".kit")]
            hunted = game.apply(state, game.parse(f"p1 hunts {self.boss()}"))
            if is_winnable(game.apply(hunted, game.parse(f"p1 stacks {' '.join(cards)}"))):
                return

    def photo(self, file: Path) -> Path:
        """Take a picture of the fan, as a phone's camera would from above."""
        zone = self.table.plan.zones[0]
        # The table's own renderer belongs to the camera's thread.
        frame = Renderer(self.table.scene, self.table.plan, card_image).frame()
        height, width = frame.shape[:2]
        left = int((zone.x_mm - 130) / self.table.plan.width_mm * width)
        picture = frame[height // 2 :, left : width - left]
        cv2.imwrite(str(file), np.ascontiguousarray(picture))
        return file

    def slide(self, face: str, up_mm: float) -> None:
        card = self.table.scene.card(self.card(face))
        pose = Pose(card.pose.x_mm, card.pose.y_mm - up_mm, card.pose.angle_deg)
        self.table.scene.slide(card.handle, pose)

    def play_as_advised(self) -> None:
        """Ask what to play and do it, until the job is over."""
        over = self.page.locator(".news")
        while True:
            self.page.click("[data-key=hint3]")
            expect(self.page.locator(".hints__said p").first).to_be_visible()
            do = self.page.locator("[data-key^=do-]").first
            before = len(self.house.table.published(TABLE).snapshot.history)
            do.click()
            self.page.wait_for_function("() => !document.querySelector('.hints__said p')")
            assert len(self.house.table.published(TABLE).snapshot.history) > before
            if over.count():
                return


@pytest.fixture
def dinah(house: House, new_page: NewPage) -> Dinah:
    """Return the player of a campaign that has just begun."""
    house.table.do(ChooseGame("deadeye_dinah"))
    phone = PhonePage(new_page(PHONE, touch=True))
    phone.join(house.url, "Dinah")
    house.table.do(Deal())
    return Dinah(house, phone.page)


def test_a_job_from_the_choice_of_a_boss_to_the_duel(
    dinah: Dinah, tmp_path: Path, artefacts: Path
) -> None:
    page, table, looking = dinah.page, dinah.house.table, Looking(artefacts, "en")
    dinah.deal()
    expect(page.locator(f".poster[data-card={dinah.boss()}]")).to_be_visible()
    looking.at(page, "bosses")
    page.click(f".poster[data-card={dinah.boss()}]")
    expect(page.locator(".guide")).to_be_visible()
    looking.at(page, "guide")

    page.set_input_files("#fan-photo", dinah.photo(tmp_path / "fan.png"))
    expect(page.locator(".slot--told")).to_have_count(7)
    page.locator("#desk .button--big").click()
    tiles = page.locator(".tile")
    expect(tiles.first).to_be_visible()
    kit = tiles.first.get_attribute("data-card")
    looking.at(page, "hand")

    dinah.slide(f"{kit}.kit", UP_MM)
    expect(page.locator(f".tile--up[data-card={kit}]")).to_be_visible()
    dinah.slide(f"{kit}.kit", -UP_MM)
    expect(page.locator(".tile--up")).to_have_count(0)

    dinah.play_as_advised()
    expect(page.locator(".news--captured")).to_be_visible()
    looking.at(page, "captured")

    assert "\n".join(looking.faults) == ""
    assert len(table.session().play.state.captured) == 1
    assert "job" not in table.published(TABLE).snapshot.view.sheet
