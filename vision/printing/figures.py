"""Our own figures 0 to 9, so that no card depends on a font.

Each figure is a skeleton drawn with a broad pen, with the slabs and ball ends of
woodcut poster type. A figure is 16 mm tall and about 10 mm wide around the origin.
"""

from dataclasses import dataclass

from vision.printing.shapes import INK, Circle, Group, Paint, Path, Shape

HEIGHT = 16.0

_PEN = 3.2
_BALL = 2.05


@dataclass(frozen=True, slots=True)
class _Figure:
    strokes: tuple[str, ...]
    slabs: tuple[str, ...] = ()
    balls: tuple[tuple[float, float], ...] = ()


def _ring(rx: float, ry: float, y: float) -> str:
    """Return an ellipse whose shoulders are a little squarer than a true one's."""
    kx, ky = 0.6 * rx, 0.6 * ry
    top, bottom, over, under = y - ry, y + ry, y - ky, y + ky
    return (
        f"M 0 {top:g} C {kx:g} {top:g} {rx:g} {over:g} {rx:g} {y:g} "
        f"C {rx:g} {under:g} {kx:g} {bottom:g} 0 {bottom:g} "
        f"C {-kx:g} {bottom:g} {-rx:g} {under:g} {-rx:g} {y:g} "
        f"C {-rx:g} {over:g} {-kx:g} {top:g} 0 {top:g} Z"
    )


_SIX = (
    "M 2.7 -5 C 2.2 -5.9 1.3 -6.4 0.4 -6.4 C -2.2 -6.4 -3.4 -3.4 -3.4 0.6 "
    "C -3.4 4.4 -2.2 6.4 0 6.4 C 2.1 6.4 3.4 4.8 3.4 2.5 C 3.4 0.2 2.1 -1.4 0.1 -1.4 "
    "C -1.6 -1.4 -3 -0.2 -3.3 1.6"
)
_NINE = (
    "M -2.7 5 C -2.2 5.9 -1.3 6.4 -0.4 6.4 C 2.2 6.4 3.4 3.4 3.4 -0.6 "
    "C 3.4 -4.4 2.2 -6.4 0 -6.4 C -2.1 -6.4 -3.4 -4.8 -3.4 -2.5 C -3.4 -0.2 -2.1 1.4 -0.1 1.4 "
    "C 1.6 1.4 3 0.2 3.3 -1.6"
)

_FIGURES = {
    "0": _Figure((_ring(3.4, 6.4, 0),)),
    "1": _Figure(("M -2.9 -4 L 0.4 -6.1 L 0.4 6.4",), ("M -3.2 6.9 L 4 6.9",)),
    "2": _Figure(
        (
            "M -3.1 -3.4 C -3 -5.3 -1.7 -6.4 0.1 -6.4 C 2.1 -6.4 3.4 -5.2 3.4 -3.3 "
            "C 3.4 0.2 -2.4 2.2 -3.3 6.4 L 3.5 6.4",
        ),
        ("M 3.7 7.9 L 3.7 3.6",),
        ((-2.9, -3.3),),
    ),
    "3": _Figure(
        (
            "M -2.9 -4.3 C -2.3 -5.7 -1.2 -6.4 0.1 -6.4 C 2 -6.4 3.1 -5.3 3.1 -3.6 "
            "C 3.1 -1.8 1.8 -0.6 -0.6 -0.6 C 2 -0.6 3.4 0.8 3.4 2.8 "
            "C 3.4 5 2 6.4 0 6.4 C -1.7 6.4 -2.9 5.6 -3.3 4.1",
        ),
        (),
        ((-2.7, -4), (-3, 3.8)),
    ),
    "4": _Figure(("M 1.6 6.4 L 1.6 -5.9 L -3.7 2.6 L 4.4 2.6",), ("M -1.2 6.9 L 4.4 6.9",)),
    "5": _Figure(
        (
            "M 3.4 -6.4 L -2.3 -6.4 L -2.7 -0.6 C -1.9 -1.5 -1 -1.9 0.2 -1.9 "
            "C 2.2 -1.9 3.4 -0.3 3.4 2 C 3.4 4.7 2.1 6.4 -0.1 6.4 C -1.7 6.4 -2.9 5.6 -3.3 4.1",
        ),
        (),
        ((-3, 3.8),),
    ),
    "6": _Figure((_SIX,), (), ((2.5, -4.6),)),
    "7": _Figure(
        ("M -3.4 -6.4 L 3.2 -6.4 C 0.6 -2.2 -0.5 1.6 -0.8 6.4",),
        ("M -3.9 -7.9 L -3.9 -3.4", "M -3.4 6.9 L 1.8 6.9"),
    ),
    "8": _Figure((_ring(2.7, 2.95, -3.45), _ring(3.4, 3.3, 3.1))),
    "9": _Figure((_NINE,), (), ((-2.5, 4.6),)),
}

#: Figures that look like another one upside down are underlined.
_UNDERLINED = frozenset("69")


def figure(name: str, height: float, color: str = INK, inline: str | None = None) -> Group:
    """Return a figure `height` mm tall around the origin; raise KeyError if unknown.

    `inline` is the colour of a fine line inside the pen stroke, for large figures whose
    upright is plain; without it 6 and 9 are underlined.
    """
    shape = _FIGURES[name]
    parts: list[Shape] = [Path(d, Paint(stroke=color, width=_PEN)) for d in shape.strokes]
    parts += [Path(d, Paint(stroke=color, width=2.2, round=False)) for d in shape.slabs]
    parts += [Circle(x, y, _BALL, Paint(fill=color)) for x, y in shape.balls]
    if inline:
        parts += [Path(d, Paint(stroke=inline, width=0.5)) for d in shape.strokes]
    elif name in _UNDERLINED:
        parts.append(Path("M -3.6 10 L 3.6 10", Paint(stroke=color, width=1.5, round=False)))
    return Group(tuple(parts), scale=height / HEIGHT)
