"""Whom a gun points at: hands err, and people aim at cards or at players."""

from dataclasses import dataclass
from random import Random

import pytest

from companion.cards import Seat
from companion.games import GAMES
from vision.plan import TablePlan, plan_table
from vision.pointing import FURTHEST_DEG, HAND_DEG, arcs, plainest, pointed_at, sectors

#: Of all aims with this many seats, the share that is read.
READ = {4: 0.99, 5: 0.97, 6: 0.95, 7: 0.8, 8: 0.74}


@dataclass
class Gun:
    x_mm: float
    y_mm: float
    angle_deg: float


def table(count: int) -> tuple[tuple[Seat, ...], TablePlan]:
    seats = tuple(Seat(f"p{place}") for place in range(1, count + 1))
    return seats, plan_table(GAMES["good_cop_bad_cop"].zones(seats), seats)


def laid_down(plan: TablePlan, owner: Seat, rng: Random) -> Gun:
    zone = plan.zone(f"{owner}.gun")
    return Gun(zone.x_mm + rng.uniform(-15, 15), zone.y_mm + rng.uniform(-15, 15), 0.0)


def aims(count: int, rng: Random, *, by_the_mark: bool) -> list[tuple[Seat, Seat | None]]:
    """Let everyone aim at everyone, a few times; return who was meant, and what was read."""
    seats, plan = table(count)
    found = []
    for owner in seats:
        for target in seats * 3:
            gun = laid_down(plan, owner, rng)
            sector = next(s for s in sectors(plan, gun.x_mm, gun.y_mm) if s.seat == target)
            aimed = sector.middle_deg + rng.uniform(-1, 1) * sector.half_deg
            if by_the_mark:
                aimed = plainest(plan, gun.x_mm, gun.y_mm, target).angle_deg
            gun.angle_deg = aimed + max(-HAND_DEG, min(HAND_DEG, rng.gauss(0.0, 2.0))) * 0.999
            if target != owner:
                found.append((target, pointed_at(plan, gun, owner)))
    return found


@pytest.mark.parametrize("count", READ)
def test_however_a_hand_errs_no_aim_is_read_wrongly_and_most_are_read(count: int) -> None:
    for by_the_mark in (False, True):
        found = aims(count, Random(7), by_the_mark=by_the_mark)
        wrong = [pair for pair in found if pair[1] not in (pair[0], None)]
        read = [pair for pair in found if pair[0] == pair[1]]

        assert wrong == []
        assert len(read) / len(found) >= (0.92 if by_the_mark else READ[count])


@pytest.mark.parametrize("count", READ)
def test_every_seat_can_be_aimed_at_plainly_from_every_gun(count: int) -> None:
    seats, plan = table(count)
    for owner in seats:
        zone = plan.zone(f"{owner}.gun")
        for target in seats:
            angle, room = plainest(plan, zone.x_mm, zone.y_mm, target)
            if target != owner:
                assert room >= 1.0
                assert pointed_at(plan, Gun(zone.x_mm, zone.y_mm, angle), owner) == target


def test_between_two_seats_and_at_its_owner_a_gun_points_at_nobody() -> None:
    seats, plan = table(4)
    zone = plan.zone("p1.gun")
    around = {pointed_at(plan, Gun(zone.x_mm, zone.y_mm, a), seats[0]) for a in range(360)}

    assert around == {None, *seats[1:]}
    own = plainest(plan, zone.x_mm, zone.y_mm, seats[0]).angle_deg
    assert pointed_at(plan, Gun(zone.x_mm, zone.y_mm, own), seats[0]) is None


def test_what_points_past_everyone_points_at_nobody() -> None:
    seats, plan = table(4)
    gun = Gun(plan.width_mm / 2, 10.0, 0.0)
    off = min(s.off_deg(0.0) for s in sectors(plan, gun.x_mm, gun.y_mm) if s.seat != seats[2])

    assert off > FURTHEST_DEG
    assert pointed_at(plan, gun, None) == seats[2]
    assert pointed_at(plan, gun, seats[2]) is None


@pytest.mark.parametrize("count", [4, 8])
def test_the_arcs_that_are_drawn_are_those_by_which_a_gun_is_read(count: int) -> None:
    seats, plan = table(count)
    for owner in seats:
        x, y = plan.zone(f"{owner}.gun").x_mm, plan.zone(f"{owner}.gun").y_mm
        drawn = dict.fromkeys(range(360))
        for arc in arcs(plan, x, y, owner):
            for angle in range(round(arc.from_deg), round(arc.to_deg) + 1):
                drawn[angle % 360] = arc.seat

        assert drawn == {a: pointed_at(plan, Gun(x, y, a), owner) for a in range(360)}
