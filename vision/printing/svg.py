"""Write shapes as SVG for phones, the table screen and the simulator.

Only presentation attributes, no style, script, id or outside reference: the picture may
stand inline in a page with a strict content security policy, any number of times.
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from vision.printing.shapes import Circle, Font, Group, Paint, Path, Rect, Shape, Text

_FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_FONTS: dict[Font, str] = {
    "regular": "",
    "bold": ' font-weight="700"',
    "italic": ' font-style="italic"',
}


def svg(shapes: Iterable[Shape], width: float, height: float, title: str) -> str:
    """Return an SVG picture of the card frame, `width` by `height` mm, sized by its page."""
    box = f"{number(-width / 2)} {number(-height / 2)} {number(width)} {number(height)}"
    body = "".join(_element(shape) for shape in shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f"aria-label={quoteattr(title)}>{body}</svg>"
    )


def number(value: float) -> str:
    """Return a number as short as a tenth of a micrometre allows."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def _element(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, paint, radius):
            size = _attributes(x=x, y=y, width=width, height=height, rx=radius)
            return f"<rect{size}{_paint(paint)}/>"
        case Circle(x, y, radius, paint):
            return f"<circle{_attributes(cx=x, cy=y, r=radius)}{_paint(paint)}/>"
        case Path(d, paint):
            return f'<path d="{d}"{_paint(paint)}/>'
        case Text():
            return _text(shape)
        case Group():
            return _group(shape)


def _attributes(**values: float) -> str:
    return "".join(f' {name}="{number(value)}"' for name, value in values.items())


def _paint(paint: Paint) -> str:
    fill = f' fill="{paint.fill or "none"}"'
    if paint.fill:
        fill += ' fill-rule="evenodd"'
    if not paint.stroke:
        return fill
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if paint.round else ""
    return f'{fill} stroke="{paint.stroke}" stroke-width="{number(paint.width)}"{ends}'


def _text(text: Text) -> str:
    # textLength keeps a line inside its card whichever font the device really has.
    size = _attributes(x=text.x, y=text.y, textLength=text.width)
    look = f'font-family="{_FAMILY}" font-size="{number(text.size)}"{_FONTS[text.font]}'
    return (
        f'<text{size} lengthAdjust="spacingAndGlyphs" text-anchor="middle" {look} '
        f'fill="{text.fill}">{escape(text.text)}</text>'
    )


def _group(group: Group) -> str:
    moves = [f"translate({number(group.x)} {number(group.y)})"]
    if group.degrees:
        moves.append(f"rotate({number(group.degrees)})")
    if group.scale != 1:
        moves.append(f"scale({number(group.scale)})")
    body = "".join(_element(shape) for shape in group.shapes)
    return f'<g transform="{" ".join(moves)}">{body}</g>'
