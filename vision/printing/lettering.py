"""Lines of text for card art, wrapped and kept within a width."""

from vision.printing.pdf import text_width
from vision.printing.shapes import INK, Font, Text

#: Baseline to baseline, in sizes of the type.
LEADING = 1.22


def line(
    text: str, y: float, size: float, room: float, *, fill: str = INK, font: Font = "regular"
) -> Text:
    """Return one line around x = 0, made smaller where it would be wider than `room` mm."""
    size = min(size, room / text_width(text, 1, font))
    return Text(0, y, size, text, text_width(text, size, font), fill, font)


def paragraph(
    text: str, middle: float, size: float, room: float, fill: str = INK
) -> tuple[Text, ...]:
    """Return `text` in lines no wider than `room` mm, centred on the height `middle`."""
    lines = _balanced(text, size, room)
    first = middle - (len(lines) - 1) * LEADING * size / 2 + 0.36 * size
    return tuple(
        line(words, first + place * LEADING * size, size, room, fill=fill)
        for place, words in enumerate(lines)
    )


def _balanced(text: str, size: float, room: float) -> list[str]:
    """Wrap into as few lines as fit, then as narrow as that number of lines allows."""
    lines = _wrapped(text, size, room)
    while len(narrower := _wrapped(text, size, room * 0.97)) == len(lines) and room > size:
        lines, room = narrower, room * 0.97
    return lines


def _wrapped(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
