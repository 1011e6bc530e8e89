"""Marks around a pointer's place on the mat: turn its tip at a letter to mean that seat.

A seat which no direction means alone has no mark; there the phone asks.
"""

import math
from collections.abc import Iterator

from companion.cards import Seat
from companion.layout import ZoneKind
from vision.plan import PlacedZone, TablePlan
from vision.pointing import plainest
from vision.printing.pdf import text_width
from vision.printing.shapes import INK, Circle, Group, Paint, Path, Shape, Text

#: From the middle of the place: the tip of a card just fails to reach it, mm.
_RING_MM = 46.0
_TICK_MM = 4.0
_LETTER_MM = 4.5
#: A direction that a hand can miss by less is no use as a mark, degrees.
_LEAST_ROOM_DEG = 1.0
_LETTERS = "ABCDEFGH"
_TICK = Paint(stroke=INK, width=0.5)
#: Under each letter, for some stand on the lines around a zone.
_GROUND = Circle(0.0, 0.0, 2.4, Paint("#FFFFFF"))


def seat_letter(seat: Seat) -> str:
    """Return the letter that stands for a seat on screens and mats."""
    return _LETTERS[int(seat[1:]) - 1]


def aim_marks(plan: TablePlan) -> Iterator[Shape]:
    """Yield a tick and a letter for each seat that a pointer can be turned at, in mat mm."""
    seats = list(dict.fromkeys(z.spec.seat for z in plan.zones if z.spec.seat))
    for zone in plan.zones:
        if zone.spec.kind is ZoneKind.POINTER:
            for seat in seats:
                if seat != zone.spec.seat:
                    yield from _mark(plan, zone, seat)


def _mark(plan: TablePlan, zone: PlacedZone, seat: Seat) -> Iterator[Shape]:
    turn, room = plainest(plan, zone.x_mm, zone.y_mm, seat)
    if room < _LEAST_ROOM_DEG:
        return
    tick = Path(f"M 0 {-_RING_MM} L 0 {-_RING_MM - _TICK_MM}", _TICK)
    yield Group((tick,), zone.x_mm, zone.y_mm, 1, turn)
    # Letters stand upright for the player whose place it is.
    away = _RING_MM + _TICK_MM + _LETTER_MM * 0.7
    x = zone.x_mm + away * math.sin(math.radians(turn))
    y = zone.y_mm - away * math.cos(math.radians(turn))
    letter = seat_letter(seat)
    width = text_width(letter, _LETTER_MM, "bold")
    text = Text(0.0, _LETTER_MM * 0.35, _LETTER_MM, letter, width, font="bold")
    yield Group((_GROUND, text), x, y, 1, zone.angle_deg)
