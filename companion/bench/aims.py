"""How well the camera tells whom guns aim at: eight guns on the simulated table, read from frames.

Everyone aims at everyone, as people do: somewhere between a player's cards and the player,
with a gun laid down carelessly and a hand that errs (`natural_*`), or at the mark that
stands on the printed mat (`marked_*`). An aim is read, or doubtful so that the phone asks,
or wrong. `same_side` are the aims along one's own side of the table.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.bench.result import BenchResult
from companion.cards import Seat
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.games.good_cop_bad_cop.cards import GUN
from companion.games.good_cop_bad_cop.surroundings import GUNS_ZONE, gun_zone
from companion.simulated_table import SimulatedTable
from vision.plan import TablePlan, plan_table
from vision.pointing import plainest, sectors
from vision.reader import Reader
from vision.simulated.things import Pose

SEED = 5
PLAYERS, ROUNDS = 8, 12
#: How carelessly a gun is laid down, mm to each side, and aimed, degrees (one deviation).
LAID_MM, HAND_SD_DEG = 15.0, 2.0


@dataclass(frozen=True, slots=True)
class Aimed:
    """One aim: at whom, what was read, and whether both sit on one side of the table."""

    owner: Seat
    target: Seat
    read: Seat | None
    same_side: bool


def run(players: int = PLAYERS, rounds: int = ROUNDS) -> BenchResult:
    """Measure all pairs of seats, each so many times for either way of aiming."""
    natural, marked = (list(aims(players, rounds, marks=marks)) for marks in (False, True))
    figures = {
        **_shares("natural", natural),
        **_shares("natural_same_side", [aim for aim in natural if aim.same_side]),
        **_shares("marked", marked),
        **_shares("marked_same_side", [aim for aim in marked if aim.same_side]),
        "aims": float(len(natural) + len(marked)),
    }
    return BenchResult("aims", figures)


def aims(players: int, rounds: int, *, marks: bool) -> Iterator[Aimed]:
    """Yield what is read of every aim; one frame shows a gun of each player."""
    game, rng = GoodCopBadCop(), Random(SEED)
    seats = tuple(Seat(f"p{place}") for place in range(1, players + 1))
    plan = plan_table(game.zones(seats), seats)
    table = SimulatedTable(game, plan, Random(SEED), lambda: {"edition": "fourth"})
    reader = Reader(plan, game.deck, profile=table.profile)
    guns = dict(zip(seats, table.person.cards_in(GUNS_ZONE), strict=True))
    for turn in range(1, players):
        for _ in range(rounds):
            targets = {s: seats[(n + turn) % players] for n, s in enumerate(seats)}
            for owner, target in targets.items():
                pose = _aimed(plan, owner, target, rng, marks=marks)
                table.scene.put_down(guns[owner].handle, pose, face_up=True)
            lies = reader.read(table.frame()).layout
            for owner, target in targets.items():
                pile = lies[gun_zone(owner)]
                read = pile.towards if pile.face_up == (GUN,) else None
                yield Aimed(owner, target, read, _side(plan, owner) == _side(plan, target))


def _aimed(plan: TablePlan, owner: Seat, target: Seat, rng: Random, *, marks: bool) -> Pose:
    zone = plan.zone(gun_zone(owner))
    x = zone.x_mm + rng.uniform(-LAID_MM, LAID_MM)
    y = zone.y_mm + rng.uniform(-LAID_MM, LAID_MM)
    sector = next(sector for sector in sectors(plan, x, y) if sector.seat == target)
    angle = sector.middle_deg + rng.uniform(-1.0, 1.0) * sector.half_deg
    if marks:
        # The marks are printed for a gun in the middle of its place.
        angle = plainest(plan, zone.x_mm, zone.y_mm, target).angle_deg
    return Pose(x, y, angle + rng.gauss(0.0, HAND_SD_DEG))


def _side(plan: TablePlan, seat: Seat) -> float:
    return plan.zone(gun_zone(seat)).angle_deg


def _shares(name: str, found: list[Aimed]) -> dict[str, float]:
    counts = Counter(
        "read" if aim.read == aim.target else "asked" if aim.read is None else "wrong"
        for aim in found
    )
    return {
        f"{name}_{what}": counts[what] / max(1, len(found)) for what in ("read", "asked", "wrong")
    }
