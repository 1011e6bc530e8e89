"""The wiring diagram of a panel as SVG, drawn from the pins in the settings.

The 40-pin header stands in the middle as it is seen from above, pin 1 at the top left. What
is connected to a pin is written beside it; the colours follow the kind, and so do words.
"""

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from hardware.devices import PanelPins

#: GPIO numbers (BCM) by place on the header (Raspberry Pi documentation, "GPIO and the
#: 40-pin header"); places that are no GPIO are missing.
GPIO_AT: Mapping[int, int] = {
    **{3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24},
    **{19: 10, 21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12},
    **{33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21},
}
POWER_AT: Mapping[int, str] = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
GROUND_AT = (6, 9, 14, 20, 25, 30, 34, 39)

_ROW, _TOP, _MIDDLE, _WIDTH = 24, 56, 380, 760
_FILL = {"button": "#56b4e9", "lamp": "#e69f00", "buzzer": "#cc79a7", "GND": "#000000"}
_EMPTY = "#ffffff"


def wiring_svg(pins: PanelPins) -> str:
    """Return the diagram as SVG text, 760 units wide; it has a light ground of its own."""
    connected = {gpio: (kind, text) for gpio, kind, text in _connections(pins)}
    rows = "".join(_pin(place, connected) for place in range(1, 41))
    height = _TOP + 20 * _ROW + 150
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" role="img">'
        f"<title>Wiring of the panel</title>"
        f'<rect width="{_WIDTH}" height="{height}" fill="#fbf8f2"/>'
        f'<text x="{_MIDDLE}" y="28" text-anchor="middle" font-weight="bold">'
        "40-pin header, seen from above; pin 1 is at the corner of the board</text>"
        f'<rect x="{_MIDDLE - 34}" y="{_TOP - 8}" width="68" height="{20 * _ROW + 8}" '
        'rx="4" fill="#3c3c3c"/>'
        f"{rows}{_recipe(_TOP + 20 * _ROW + 28)}</svg>\n"
    )


def _connections(pins: PanelPins) -> Iterator[tuple[int, str, str]]:
    for seat, wired in pins.seats.items():
        if wired.button is not None:
            yield wired.button, "button", f"{seat} button"
        if wired.lamp is not None:
            yield wired.lamp, "lamp", f"{seat} lamp"
    if pins.host_button is not None:
        yield pins.host_button, "button", "host's button"
    if pins.buzzer is not None:
        yield pins.buzzer, "buzzer", "buzzer"


def _pin(place: int, connected: Mapping[int, tuple[str, str]]) -> str:
    left = place % 2 == 1
    y = _TOP + (place - 1) // 2 * _ROW + 10
    x = _MIDDLE - 14 if left else _MIDDLE + 14
    kind, text = _label(place, connected)
    edge, anchor = (x - 32, "end") if left else (x + 32, "start")
    wire = ""
    if kind in _FILL and kind != "GND":
        end = edge + 6 if left else edge - 6
        wire = (
            f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{_FILL[kind]}" stroke-width="4"/>'
        )
    weight = ' font-weight="bold"' if wire else ' fill="#6b6b6b"'
    return (
        f'{wire}<circle cx="{x}" cy="{y}" r="8" fill="{_FILL.get(kind, _EMPTY)}" stroke="#888"/>'
        f'<text x="{x}" y="{y + 3}" text-anchor="middle" font-size="8" '
        f'fill="{"#fff" if kind == "GND" else "#000"}">{place}</text>'
        f'<text x="{edge}" y="{y + 4}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )


def _label(place: int, connected: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    if place in GROUND_AT:
        return "GND", "GND"
    if place in POWER_AT:
        return "power", POWER_AT[place]
    gpio = GPIO_AT[place]
    kind, text = connected.get(gpio, ("free", ""))
    return kind, f"{text} · GPIO {gpio}" if text else f"GPIO {gpio}"


def _recipe(y: int) -> str:
    lines = (
        ("button", "Button: from its pin to GND. No resistor: the Pi's own pull-up is used."),
        ("lamp", "Lamp: from its pin through 330 ohms and an LED to GND; 12 V lamps by ULN2803."),
        ("buzzer", "Buzzer: an active one, from its pin to GND; over 8 mA by a transistor."),
        ("GND", "All grounds are one; GPIO 2, 3, 14 and 15 stay free."),
    )
    return "".join(
        f'<circle cx="60" cy="{y + 26 * n - 4}" r="8" fill="{_FILL[kind]}"/>'
        f'<text x="80" y="{y + 26 * n}">{escape(text)}</text>'
        for n, (kind, text) in enumerate(lines)
    )
