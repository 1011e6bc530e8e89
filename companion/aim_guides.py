"""The guide to aiming on screens, from the same geometry by which the camera reads aims."""

from functools import lru_cache

from companion.cards import Seat
from companion.layout import ZoneKind
from vision.plan import TablePlan
from vision.pointing import arcs, card_places
from web.aiming import AimArc, AimGuide, AimPlace

#: As many as players at a table; a plan changes only when the mat does.
_KEPT = 8


@lru_cache(_KEPT)
def aim_guide(plan: TablePlan, seat: Seat) -> AimGuide | None:
    """Return whom the seat's pointer means by its direction; None where it has none."""
    own = (zone for zone in plan.zones if zone.spec.seat == seat)
    zone = next((zone for zone in own if zone.spec.kind is ZoneKind.POINTER), None)
    if zone is None:
        return None
    return AimGuide(
        seat=seat,
        width_mm=plan.width_mm,
        height_mm=plan.height_mm,
        x_mm=zone.x_mm,
        y_mm=zone.y_mm,
        angle_deg=zone.angle_deg,
        places=tuple(AimPlace(*place) for place in card_places(plan)),
        arcs=tuple(AimArc(*arc) for arc in arcs(plan, zone.x_mm, zone.y_mm, seat)),
    )
