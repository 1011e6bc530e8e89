"""Zones that people put elsewhere: where they may lie, and that they stay there."""

import pytest

from companion.cards import Seat
from companion.games.deadlock_city import DeadlockCity
from companion.layout import Zone
from vision.calibration.errors import CalibrationError
from vision.calibration.zones import ZonePlace, ZoneStore, laid_over, moved
from vision.plan import plan_table

SEATS = (Seat("p1"), Seat("p2"), Seat("p3"))
PILE, FREE = Zone("p1.pile"), ZonePlace(700.0, 80.0, 190.0, 90.0, 15.0)


@pytest.fixture(scope="module")
def plan():
    return plan_table(DeadlockCity().zones(SEATS), SEATS)


def test_a_zone_lies_where_it_was_put_and_the_others_stay(plan):
    after = moved(plan, PILE, FREE)

    assert after.zone_at(700, 80).spec.name == PILE
    assert [z for z in after.zones if z.spec.name != PILE] == [
        z for z in plan.zones if z.spec.name != PILE
    ]


@pytest.mark.parametrize(
    ("name", "place", "code"),
    [
        (PILE, ZonePlace(700, 80, 190, 40, 0), "zone_small"),
        (PILE, ZonePlace(880, 80, 190, 90, 0), "zone_outside"),
        (PILE, ZonePlace(450, 430, 190, 90, 0), "zone_overlaps"),
        (Zone("p9.pile"), FREE, "no_such_zone"),
    ],
)
def test_where_no_zone_may_lie_it_is_refused(plan, name, place, code):
    with pytest.raises(CalibrationError) as error:
        moved(plan, name, place)

    assert error.value.told.code == code


def test_zones_stay_for_this_game_and_these_seats(plan, tmp_path):
    ZoneStore(tmp_path / "zones.json").save("deadlock_city", SEATS, {PILE: FREE})
    store = ZoneStore(tmp_path / "zones.json")

    assert laid_over(plan, store.load("deadlock_city", SEATS)) == moved(plan, PILE, FREE)
    assert store.load("deadlock_city", SEATS[:2]) == {}
    assert store.load("deadeye_dinah", SEATS) == {}


@pytest.mark.parametrize("text", ["", "{", '{"version": 9}', '{"version": 1, "zones": 3}'])
def test_a_damaged_file_moves_no_zone(tmp_path, text):
    (tmp_path / "zones.json").write_text(text)

    assert ZoneStore(tmp_path / "zones.json").load("deadlock_city", SEATS) == {}


def test_numbers_that_are_none_move_no_zone(tmp_path):
    store = ZoneStore(tmp_path / "zones.json")
    store.save("deadlock_city", SEATS, {PILE: ZonePlace(float("nan"), 1, 100, 100, 0)})

    assert store.load("deadlock_city", SEATS) == {}
