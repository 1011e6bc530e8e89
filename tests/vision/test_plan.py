import json
from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.cards import Seat
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision.plan import PlanError, TablePlan, plan_table


def seats_of(count):
    return tuple(Seat(f"p{n}") for n in range(1, count + 1))


def deadlock_zones(seats):
    yield ZoneSpec(Zone("deck"), ZoneKind.STACK)
    yield ZoneSpec(Zone("removed"), ZoneKind.FAN)
    for seat in seats:
        yield ZoneSpec(Zone(f"{seat}.pile"), ZoneKind.FAN, seat)
        yield ZoneSpec(Zone(f"{seat}.hand"), ZoneKind.HAND, seat)


def planned(count):
    seats = seats_of(count)
    return plan_table(deadlock_zones(seats), seats)


def common_area(first, second):
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return area


@pytest.mark.parametrize("count", range(1, 9))
def test_no_two_zones_overlap(count):
    zones = planned(count).zones

    overlaps = [
        (a.spec.name, b.spec.name)
        for a, b in combinations(zones, 2)
        if common_area(a.outline(), b.outline()) > 1
    ]

    assert overlaps == []


@pytest.mark.parametrize("count", range(1, 9))
def test_zones_leave_the_mat_tags_free_and_stay_on_the_mat(count):
    plan = planned(count)

    for zone in plan.zones:
        outline = zone.outline()
        assert outline.min() >= 0
        assert outline[:, 0].max() <= plan.width_mm
        assert outline[:, 1].max() <= plan.height_mm
        for tag in plan.mat_tags:
            assert common_area(outline, tag.outline()) == 0


@pytest.mark.parametrize("count", range(2, 9))
def test_a_fan_holds_nine_cards_and_a_hand_three(count):
    plan = planned(count)

    for zone in plan.zones:
        if zone.spec.kind is ZoneKind.FAN:
            assert zone.width_mm >= 63 + 8 * 16
        if zone.spec.kind is ZoneKind.HAND:
            assert zone.width_mm >= 3 * 63
        assert zone.height_mm >= 88


def test_zone_frames_are_inverse_to_each_other():
    plan = planned(5)
    points = np.array([[3.0, -40.0], [-90.0, 12.0]])

    for zone in plan.zones:
        np.testing.assert_allclose(zone.to_zone(zone.from_zone(points)), points)


def test_the_top_of_a_seats_zone_points_away_from_the_player():
    plan = planned(4)
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2])

    for zone in plan.zones:
        if zone.spec.seat:
            top = zone.from_zone([[0, -40]])[0]
            bottom = zone.from_zone([[0, 40]])[0]
            assert np.linalg.norm(top - middle) < np.linalg.norm(bottom - middle)


def test_seats_go_clockwise_around_the_table():
    plan = planned(5)
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2])

    centres = [
        np.array([zone.x_mm, zone.y_mm]) - middle
        for zone in plan.zones
        if zone.spec.kind is ZoneKind.HAND
    ]

    bearings = np.rad2deg([np.arctan2(y, x) for x, y in centres])
    assert list(np.argsort((bearings - 90) % 360)) == [0, 1, 2, 3, 4]


def test_zone_at_names_the_zone_under_a_point():
    plan = planned(3)

    for zone in plan.zones:
        assert plan.zone_at(zone.x_mm, zone.y_mm) is zone
    assert plan.zone_at(5, 5) is None


def test_a_plan_survives_json():
    plan = planned(5)

    assert TablePlan.from_plain(json.loads(json.dumps(plan.to_plain()))) == plan


@pytest.mark.parametrize("plain", [{}, {"width_mm": 1}, {**planned(2).to_plain(), "zones": [{}]}])
def test_what_is_no_plan_is_refused(plain):
    with pytest.raises(PlanError, match="not a table plan"):
        TablePlan.from_plain(plain)


def test_nine_seats_are_refused():
    with pytest.raises(PlanError, match="1 to 8 seats, not 9"):
        plan_table([], seats_of(9))


def test_more_zones_than_a_row_holds_are_refused():
    seat = Seat("p1")
    specs = [ZoneSpec(Zone(f"p1.{n}"), ZoneKind.STACK, seat) for n in range(4)]

    with pytest.raises(PlanError, match=r"p1\.0, p1\.1"):
        plan_table(specs, [seat])
