"""The wiring diagram: from the settings, true to the header, and the one in the docs."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from companion.settings import PanelSettings
from hardware.wiring import GPIO_AT, GROUND_AT, POWER_AT, wiring_svg

from .conftest import P1, Wired, Wiring

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_every_place_of_the_header_is_one_thing():
    places = [*GPIO_AT, *GROUND_AT, *POWER_AT]

    assert sorted(places) == list(range(1, 41))
    assert sorted(GPIO_AT.values()) == list(range(28))


def test_the_diagram_shows_the_pins_of_the_settings_and_no_others():
    shown = texts(wiring_svg(Wiring(seats={P1: Wired(21, None)}, host_button=None, buzzer=12)))

    named = [text for text in shown if re.search(r" · GPIO", text)]
    assert sorted(named) == ["buzzer · GPIO 12", "p1 button · GPIO 21"]


def test_the_diagram_and_the_table_in_the_docs_agree_with_the_defaults():
    """`docs/wiring.svg` is drawn anew with: marshal wiring docs/wiring.svg."""
    panel = PanelSettings()
    told = (DOCS / "hardware.md").read_text("utf-8")

    assert (DOCS / "wiring.svg").read_text("utf-8") == wiring_svg(panel)
    place = {gpio: header for header, gpio in GPIO_AT.items()}
    for seat, pins in panel.seats.items():
        row = (
            f"| {seat} | {pins.button} ({place[pins.button]}) | {pins.lamp} ({place[pins.lamp]}) |"
        )
        assert row in told
