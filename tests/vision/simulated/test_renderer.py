"""Pictures are checked by what a tag detector makes of them, and against the truth."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest

from companion.layout import Zone, ZoneKind
from vision import tags
from vision.printing import card_image
from vision.simulated import geometry
from vision.simulated.difficulty import HARD, STUDIO, USUAL
from vision.simulated.lens import CameraModel
from vision.simulated.player import Player, crossed_deck
from vision.simulated.renderer import Renderer
from vision.simulated.scatter import random_scene
from vision.simulated.scene import Scene
from vision.simulated.things import Arm, Nudge, Pose
from vision.simulated.truth import readable

DECK, PILE, HAND = Zone("deck"), Zone("p1.pile"), Zone("p1.hand")


def detect(image):
    """Return every tag found as (id, corners (4, 2) px)."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.01
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.errorCorrectionRate = 0.2
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    detector = cv2.aruco.ArucoDetector(tags.dictionary(), parameters)
    corners, ids, _ = detector.detectMarkers(image)
    found = [] if ids is None else np.asarray(ids).ravel()
    return [(int(i), np.asarray(c).reshape(4, 2)) for i, c in zip(found, corners, strict=True)]


@pytest.fixture(scope="module")
def table(deck, plan):
    start = crossed_deck(deck, plan, DECK, Random(3))
    scene = Scene(deck, (plan.width_mm, plan.height_mm), start, Random(4))
    player = Player(scene, plan)
    for zone in ("p1", "p2", "p3"):
        player.draw(DECK, Zone(f"{zone}.hand"))
        for _ in range(3):
            player.play(DECK, Zone(f"{zone}.pile"))
    return scene


@pytest.fixture(scope="module")
def renderer(table, plan):
    return Renderer(table, plan, card_image)


@pytest.fixture(autouse=True)
def _same_table_for_each_test(table):
    before = table.snapshot()
    yield
    table._now = before


def test_the_whole_mat_is_in_the_picture_with_three_pixels_a_module(renderer, plan):
    corners = np.array([(0, 0), (plan.width_mm, 0), (plan.width_mm, plan.height_mm)])

    assert renderer.camera.sees(corners)
    assert min(truth.module_px for truth in renderer.truths()) > 3.0


def test_a_camera_that_leans_more_hangs_higher(plan):
    size = (plan.width_mm, plan.height_mm)

    straight, leaning = (CameraModel(tilt_deg=tilt).fitted(size) for tilt in (0, 15))

    assert straight.distance_mm < leaning.distance_mm


def test_pixels_and_rays_are_inverse(renderer):
    """A mat point goes through the lens to a pixel; that pixel's ray comes back to it."""
    camera = renderer.camera
    points = np.array([(20.0, 30.0), (450.0, 250.0), (880.0, 470.0)])
    rays = camera.rays()

    for height in (0.0, 40.0):
        pixels = camera.project(points, height, Nudge(1, -1, 0.5))
        back = camera.plane(height, Nudge(1, -1, 0.5))
        for point, (x, y) in zip(points, pixels, strict=True):
            mm = back @ [*_ray_at(rays, x, y), 1.0]
            assert mm[:2] / mm[2] == pytest.approx(point, abs=0.05)


def _ray_at(rays, x, y):
    left, top = int(x), int(y)
    fx, fy = x - left, y - top
    upper = rays[top, left] * (1 - fx) + rays[top, left + 1] * fx
    lower = rays[top + 1, left] * (1 - fx) + rays[top + 1, left + 1] * fx
    return upper * (1 - fy) + lower * fy


def test_every_tag_in_sight_is_found_where_the_truth_says(renderer, deck):
    found = detect(renderer.frame())

    for truth in renderer.truths():
        slot = tags.slot_of(deck, deck.print_of(truth.shows))
        for corner in truth.visible_tags:
            ident = tags.tag_id(slot, corner)
            middle = _tag_middle(deck, truth, corner)
            offsets = [np.linalg.norm(c.mean(axis=0) - middle) for i, c in found if i == ident]
            assert min(offsets, default=99) < 1.0, (truth.shows, corner)


def _tag_middle(deck, truth, corner):
    """Find a tag's middle from the card's outline in the picture, px."""
    card = tags.card_corners_mm(deck).astype(np.float32)
    to_px = cv2.getPerspectiveTransform(card, truth.outline_px.astype(np.float32))
    middle = tags.tag_corners_mm(deck, corner).mean(axis=0).reshape(1, 1, 2)
    return cv2.perspectiveTransform(middle, to_px).ravel()


def test_the_four_tags_of_the_mat_lie_where_the_plan_says(renderer, plan):
    found = dict(detect(renderer.frame()))

    for tag in plan.mat_tags:
        corners = found[tags.tag_id(tags.MAT_SLOT, tag.corner)]
        middle = renderer.camera.project([[tag.x_mm, tag.y_mm]])[0]
        assert corners.mean(axis=0) == pytest.approx(middle, abs=0.4)
        assert np.abs(corners - renderer.camera.project(tag.outline())).max() < 1.5


def test_no_face_of_a_face_down_card_is_in_the_picture(renderer, table, deck):
    open_prints = {card.print_id for card in table.snapshot().cards if card.face_up}

    seen = {tags.slot_and_corner(ident).slot for ident, _ in detect(renderer.frame())}

    allowed = {tags.slot_of(deck, deck.print_of(name)) for name in (*open_prints, "back")}
    assert seen <= {*allowed, tags.MAT_SLOT}


def test_pictures_of_tables_that_differ_in_hidden_cards_are_the_same(table, plan):
    """Not one pixel may depend on a card that nobody sees."""
    now = table.snapshot()
    hidden = [card.print_id for card in now.cards if not card.face_up]
    shifted = iter([*hidden[1:], hidden[0]])
    cards = tuple(c if c.face_up else replace(c, print_id=next(shifted)) for c in now.cards)

    pictures = [
        Renderer(table, plan, card_image, seed=5).frame_of(snapshot)
        for snapshot in (now, replace(now, cards=cards))
    ]

    assert np.array_equal(*pictures)


def test_the_same_seed_gives_the_same_frames_and_no_two_alike(table, plan):
    first, second = (
        [eye.frame() for _ in range(2)]
        for eye in (Renderer(table, plan, card_image, seed=8) for _ in range(2))
    )

    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])
    assert not np.array_equal(first[0], first[1])


def test_a_picture_brought_up_to_date_is_the_picture_drawn_anew(table, plan):
    """Redrawing only what changed must not leave a trace of what was there."""
    quiet = replace(USUAL, noise=0.0)
    small = CameraModel().fitted((plan.width_mm, plan.height_mm)).scaled(1024, 576)
    eye = Renderer(table, plan, card_image, camera=small, difficulty=quiet)
    player = Player(table, plan, rng=Random(1))
    eye.frame()
    for change in (
        lambda: player.play(DECK, PILE),
        lambda: player.play(HAND, PILE),
        lambda: table.hover(Arm(430, 300, 200)),
        lambda: table.lift(player.top_of(DECK), 35),
        lambda: table.flip(player.top_of(Zone("p2.hand"))),
        lambda: table.put_under(player.top_of(PILE), player.cards_in(PILE)[0].handle),
        lambda: table.set_light(0.7),
        table.withdraw,
        lambda: table.nudge_camera(Nudge(4, 2, 1)),
    ):
        change()
        updated = eye.frame()

        anew = Renderer(table, plan, card_image, camera=small, difficulty=quiet).frame()
        assert np.abs(updated.astype(int) - anew).max() <= 1


def test_a_card_picked_up_leaves_the_empty_table(table, plan):
    eye = Renderer(table, plan, card_image, difficulty=STUDIO)
    player = Player(table, plan)
    top, before = player.top_of(HAND), eye.frame()

    table.pick_up(top)
    gone = eye.frame()
    table.lay_out([])
    empty = eye.frame()

    left, upper = np.floor(eye.camera.project(plan.zone(HAND).outline()).min(axis=0)).astype(int)
    zone = np.s_[upper : upper + 200, left : left + 400]
    assert not np.array_equal(before[zone], empty[zone])
    assert np.array_equal(gone[zone], empty[zone])


def test_a_hand_hides_the_tags_beneath_it(table, plan, renderer, deck):
    zone = plan.zone(DECK)
    table.hover(Arm(zone.x_mm, zone.y_mm + 20))

    back = tags.slot_of(deck, deck.print_of("back"))
    near = renderer.camera.project([[zone.x_mm, zone.y_mm]])[0]
    found = [
        ident
        for ident, corners in detect(renderer.frame())
        if tags.slot_and_corner(ident).slot == back
        and np.linalg.norm(corners.mean(axis=0) - near) < 60
    ]
    hidden = [t for t in renderer.truths() if t.pose.x_mm == zone.x_mm and t.visible_tags]
    assert found == []
    assert hidden == []


def test_dim_light_dims_the_picture(table, renderer):
    bright = renderer.frame().mean()

    table.set_light(0.5)

    assert renderer.frame().mean() == pytest.approx(bright / 2, rel=0.05)


def test_a_pushed_camera_sees_the_mat_elsewhere(table, renderer, plan):
    table.nudge_camera(Nudge(10, 0, 0))

    found = dict(detect(renderer.frame()))
    tag = plan.mat_tags[0]
    middle = found[tags.tag_id(tags.MAT_SLOT, tag.corner)].mean(axis=0)
    before, after = (
        renderer.camera.project([[tag.x_mm, tag.y_mm]], nudge=nudge)[0]
        for nudge in (Nudge(), Nudge(10, 0, 0))
    )
    assert middle == pytest.approx(after, abs=0.4)
    assert np.linalg.norm(middle - before) > 15


def test_in_a_fan_of_one_strip_each_card_shows_tags(renderer, deck):
    truths = [truth for truth in renderer.truths() if truth.shows != "back"]

    assert len(readable(truths, deck)) == len(truths) == 9
    assert min(len(truth.visible_tags) for truth in truths) == 2


def test_hard_tables_are_harder_yet_almost_all_cards_are_seen(deck, plan):
    """Tags of a leaning, dim, noisy camera: four corners a card make up for lost ones."""
    cards = seen = 0
    eye = None
    for seed in range(4):
        scene = random_scene(Random(seed), deck, plan, HARD)
        eye = eye or Renderer(scene, plan, card_image, difficulty=HARD)
        found = {ident for ident, _ in detect(eye.frame_of(scene.snapshot()))}
        for truth in readable(eye.truths(scene.snapshot()), deck):
            slot = tags.slot_of(deck, deck.print_of(truth.shows))
            cards += 1
            seen += any(tags.tag_id(slot, corner) in found for corner in range(4))

    assert cards > 20
    assert seen / cards > 0.97


def test_a_random_table_is_repeatable(deck, plan):
    first, second = (random_scene(Random(6), deck, plan, HARD).snapshot() for _ in range(2))

    assert first == second


def test_a_raised_card_looks_larger(table, renderer):
    handle = table.snapshot().cards[-1].handle
    table.move(handle, Pose(300, 60))
    lying = renderer.truths()[-1].module_px

    table.lift(handle, 100)

    assert renderer.truths()[-1].module_px > lying * 1.1


def test_cards_of_hard_fans_leave_strips_of_at_least_14_mm_in_sight(deck, plan):
    """However they are turned against each other: measured along both ends of the edge."""
    least = []
    for seed in range(12):
        cards = random_scene(Random(seed), deck, plan, HARD).snapshot().cards
        for zone in (zone for zone in plan.zones if zone.spec.kind is ZoneKind.FAN):
            fan = [c.pose for c in cards if c.face_up and _near(c.pose, zone)]
            for below, above in pairwise(fan):
                seen = geometry.unplaced(geometry.outline(deck, above), below)
                half = np.array([deck.width_mm, deck.height_mm]) / 2
                gaps = [*(seen.min(axis=0) + half), *(half - seen.max(axis=0))]
                least.append(max(gaps))

    assert len(least) > 20
    assert min(least) > 14.0 - 0.1


def test_hard_fans_run_every_way_in_strips_of_14_mm_with_cards_upside_down(deck, plan):
    tidy = replace(HARD, jitter_mm=0.0, jitter_deg=0.0)
    strips, ways, turned = set(), set(), Counter()
    for seed in range(12):
        cards = random_scene(Random(seed), deck, plan, tidy).snapshot().cards
        for zone in (zone for zone in plan.zones if zone.spec.kind is ZoneKind.FAN):
            fan = [c.pose for c in cards if c.face_up and _near(c.pose, zone)]
            if len(fan) < 2:
                continue
            turned.update(round(pose.angle_deg - zone.angle_deg) % 360 for pose in fan)
            steps = np.diff(zone.to_zone([(p.x_mm, p.y_mm) for p in fan]), axis=0)
            strips |= {round(float(step), 6) for step in np.abs(steps).max(axis=-1, initial=0)}
            ways |= {round(float(np.degrees(np.arctan2(*step)))) % 360 for step in steps}

    assert strips == {14.0}
    assert len(ways) > 8
    assert set(turned) == {0, 180}
    assert 0.15 < turned[180] / turned.total() < 0.35


def _near(pose, zone):
    return np.hypot(pose.x_mm - zone.x_mm, pose.y_mm - zone.y_mm) < 60.0
