"""Calibrating in a browser: views taken, deleted and kept, zones dragged, the camera aimed."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.app import House
from companion.layout import Zone
from tests.browser.calibration import CalibrationPage
from tests.browser.conftest import PHONE, NewPage, settings_for
from tests.vision.calibration.shooting import good_poses, true_views
from vision.calibration.draft import Draft, DraftStore
from vision.calibration.views import ViewSet
from vision.camera import CameraProfile
from vision.simulated.lens import CameraModel

CAMERA = CameraProfile("simulated", 2304, 1296)
PILE = Zone("p1.pile")
NO_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Return a running table without hardware, for all of these tests."""
    folder = tmp_path_factory.mktemp("house")
    with House(settings_for(folder), seed=1, in_memory=True) as running:
        yield running


def draft(house: House, count: int) -> None:
    """Let this be what an earlier run has left: so many views, true but for their noise."""
    views = ViewSet(true_views(good_poses(count), model=CameraModel()))
    DraftStore(house.calibration.folder / "drafts").save(CAMERA, Draft(views=views))
    # The next picture is the camera's first again.
    house.calibration.live.capture.attach(CameraProfile("another"))


@pytest.fixture
def lens(house: House, new_page: NewPage) -> CalibrationPage:
    """Return the page at its third step, four views taken."""
    draft(house, 4)
    page = CalibrationPage(new_page())
    page.open(house.host_url, "lens")
    page.expect_views(1, 2, 3, 4)
    return page


def test_a_board_held_still_becomes_a_view(house: House, new_page: NewPage) -> None:
    draft(house, 0)
    page = CalibrationPage(new_page())
    page.open(house.host_url, "lens")
    page.page.click("#hand .button--primary")
    page.page.click("#run")
    page.expect_views(1)
    page.page.locator("#hand .button").nth(1).click()
    picture = page.views.locator("img")

    expect(picture).to_have_js_property("naturalWidth", 240)
    house.calibration.live.cancel()


def test_views_that_were_deleted_or_put_away_come_back(lens: CalibrationPage) -> None:
    lens.delete(2)
    lens.expect_views(1, 3, 4)
    lens.page.click("#cancel")
    lens.page.locator("dialog .button--danger").click()
    expect(lens.page.locator("#views")).to_have_count(0)
    lens.page.click("#undo")
    lens.expect_views(1, 3, 4)
    lens.page.click("#undo")

    lens.expect_views(1, 2, 3, 4)


def test_a_reload_in_mid_run_loses_nothing(lens: CalibrationPage) -> None:
    lens.page.click("#run")
    expect(lens.page.locator("#run")).to_have_attribute("aria-pressed", "true")
    lens.go("paper")
    lens.page.fill("#ruler", "99.5")
    lens.page.locator("#ruler").press("Enter")
    expect(lens.page.locator("#squares")).to_contain_text("24.88")
    lens.page.reload()
    lens.go("lens")

    lens.expect_views(1, 2, 3, 4)
    expect(lens.page.locator("#run")).to_have_attribute("aria-pressed", "true")
    lens.page.click("#run")


def test_a_link_to_a_step_is_followed_on_the_open_page(lens: CalibrationPage) -> None:
    lens.page.evaluate("location.hash = '#table'")
    expect(lens.page.locator("#panel-table")).to_be_visible()
    lens.page.evaluate("location.hash = '#lens'")
    expect(lens.page.locator("#panel-lens")).to_be_visible()


def test_a_lens_is_judged_saved_and_used(house: House, new_page: NewPage) -> None:
    draft(house, 14)
    page = CalibrationPage(new_page())
    page.open(house.host_url, "lens")
    page.page.click("#judge")
    verdict = page.page.locator("#verdict")
    expect(verdict).to_have_attribute("data-grade", re.compile("good|usable"))
    page.page.click("#save")
    expect(page.page.locator("#save")).to_be_disabled()
    page.go("table")
    page.page.click("#aim")

    expect(page.page.locator("#aimed")).to_contain_text("mm")
    saved = house.calibration.live.shelf.stored(CAMERA)
    assert saved is not None
    # The pose is measured through it and kept with it, and the table looks through it.
    assert saved.hung is not None
    assert house.loop.errand(lambda camera: camera.profile).result(60).matrix() == pytest.approx(
        saved.lens.matrix()
    )


def test_a_finger_drags_a_zone_and_it_stays_there(house: House, new_page: NewPage) -> None:
    page = CalibrationPage(new_page(PHONE, "fr", touch=True))
    page.open(house.host_url, "table")
    before = house.calibration.zones.plan().zone(PILE)
    expect(page.zone(PILE)).to_be_attached()
    page.drag_with_a_finger(PILE, 10, -80)
    expect(page.page.locator("#reset-zones")).to_be_enabled()
    after = house.lookout.wanted().plan.zone(PILE)
    page.drag_with_a_finger(PILE, 0, -200)
    expect(page.page.locator("#toast")).not_to_be_empty()

    assert after.x_mm > before.x_mm + 15
    assert after.y_mm < before.y_mm - 120
    # Out of the mat is nowhere: it went back.
    assert house.calibration.zones.plan().zone(PILE) == after
    assert page.page.evaluate(NO_OVERFLOW) == 0


def test_axe_finds_nothing_at_any_step(house: House, new_page: NewPage) -> None:
    draft(house, 4)
    page = CalibrationPage(new_page(PHONE, "fr"))
    page.open(house.host_url, "paper")
    found = []
    for step in ("paper", "camera", "lens", "table"):
        page.go(step)
        found += [(step, one["id"]) for one in Axe().run(page.page).response["violations"]]

    assert found == []


def test_keys_move_a_zone_and_all_can_be_put_back(house: House, new_page: NewPage) -> None:
    house.calibration.zones.reset()
    page = CalibrationPage(new_page())
    page.open(house.host_url, "table")
    before = house.calibration.zones.plan().zone(PILE)
    page.zone(PILE).focus()
    page.page.keyboard.press("ArrowRight")
    expect(page.page.locator("#reset-zones")).to_be_enabled()
    moved = house.calibration.zones.plan().zone(PILE)
    page.page.click("#reset-zones")
    expect(page.page.locator("#reset-zones")).to_be_disabled()

    assert moved.x_mm == pytest.approx(before.x_mm + 5, abs=0.1)
    assert house.calibration.zones.plan().zone(PILE) == before
