"""The pages as a person uses them: what is clicked and dragged, and what can be read."""

import math
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

#: Where a point of the mat, mm, is on the screen, px; the drawing's unit is the millimetre.
_TO_SCREEN = """([x, y]) => {
  const matrix = document.querySelector('#table').getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
}"""
#: The highest card of a zone that a person can reach.
_TOP_CARD = """(zone) => [...document.querySelectorAll('#table [data-handle]')]
  .filter((card) => card.dataset.zone === zone).at(-1)?.dataset.handle ?? null"""
_STEPS = 6


@dataclass(frozen=True)
class Lying:
    """A card on the drawn table: its handle, and its face ("back" while face down)."""

    handle: str
    face: str


class SimulatorPage:
    """The simulator page, used with the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, host_url: str) -> None:
        """Open the page with the key of the host's address, and wait until cards lie there."""
        self.page.goto(host_url.replace("/host?", "/simulator?"))
        expect(self.page.locator("#table [data-handle]").first).to_be_attached()

    def zones(self) -> list[str]:
        """Return the names of the zones on the mat."""
        names: list[str] = self.page.locator("#table [data-zone].zone").evaluate_all(
            "(zones) => zones.map((zone) => zone.dataset.zone)"
        )
        return names

    def cards_in(self, zone: str) -> list[Lying]:
        """Return the cards in a zone, from the bottom up."""
        found = self.page.locator(f'#table .table-card[data-zone="{zone}"]').evaluate_all(
            "(cards) => cards.map((card) => [card.dataset.handle, card.dataset.face])"
        )
        return [Lying(handle, face) for handle, face in found]

    def deal(self) -> None:
        """Have everything dealt."""
        with self.changing():
            self.page.click("#deal")

    def drag_top(self, source: str, target: str) -> str:
        """Drag the top card of a zone into another; return its handle."""
        handle = self._top(source)
        self.drag(handle, target)
        return handle

    def drag(self, handle: str, target: str) -> None:
        """Drag a card into a zone."""
        start = self._middle_of_card(handle)
        end = self._middle_of_zone(target)
        with self.changing():
            self._drag(start, end)
        expect(self.page.locator(f'#table [data-handle="{handle}"]')).to_have_attribute(
            "data-zone", target
        )

    def drag_to(self, handle: str, x_mm: float, y_mm: float) -> None:
        """Drag a card to a place on the mat, mm."""
        with self.changing():
            self._drag(self._middle_of_card(handle), self._on_screen(x_mm, y_mm))

    def drag_pile(self, source: str, target: str) -> None:
        """Drag the whole pile of a zone into another, with the Shift key held."""
        start = self._middle_of_card(self._top(source))
        self.page.keyboard.down("Shift")
        with self.changing():
            self._drag(start, self._middle_of_zone(target))
        self.page.keyboard.up("Shift")

    def touch_drag_top(self, source: str, target: str) -> str:
        """Drag the top card of a zone into another with a finger; return its handle."""
        handle = self._top(source)
        start, end = self._middle_of_card(handle), self._middle_of_zone(target)
        finger = self.page.context.new_cdp_session(self.page)
        with self.changing():
            for kind, points in (("Start", [start]), ("Move", [end]), ("End", [])):
                touches = [{"x": x, "y": y} for x, y in points]
                finger.send(
                    "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches}
                )
        return handle

    def put_into(self, zone: str) -> None:
        """Put the chosen card into a zone by the list instead of a drag."""
        with self.changing():
            self.page.select_option("#put", zone)

    def key(self, key: str) -> None:
        """Press a key that changes something about the focused card."""
        with self.changing():
            self.page.keyboard.press(key)

    def focus(self, handle: str) -> None:
        """Put the keyboard's focus on a card."""
        self.page.locator(f'#table [data-handle="{handle}"]').focus()

    def card(self, handle: str) -> dict[str, Any]:
        """Return a card as the server describes it: face, x_mm, y_mm, angle_deg."""
        scene = self.page.evaluate("fetch('/simulator/scene').then((answer) => answer.json())")
        found: dict[str, Any] = next(c for c in scene["cards"] if c["handle"] == handle)
        return found

    def select(self, handle: str) -> None:
        """Tap a card, so that its handle for turning shows."""
        self.page.mouse.click(*self._middle_of_card(handle))
        expect(self.page.locator(".turn-handle")).to_be_visible()

    def turn_to(self, angle_deg: float) -> None:
        """Drag the chosen card's handle until its top points there, clockwise from the top."""
        start = self._middle(self.page.locator(".turn-handle"))
        middle = self._middle_of_card(self._chosen())
        reach, turn = math.dist(start, middle), math.radians(angle_deg)
        end = (middle[0] + reach * math.sin(turn), middle[1] - reach * math.cos(turn))
        self.page.keyboard.down("Alt")
        with self.changing():
            self._drag(start, end)
        self.page.keyboard.up("Alt")

    def _chosen(self) -> str:
        card = self.page.locator("#table .table-card.is-selected")
        return str(card.get_attribute("data-handle"))

    def flip(self, handle: str) -> None:
        """Turn a card over by a double tap."""
        x, y = self._middle_of_card(handle)
        with self.changing():
            self.page.mouse.dblclick(x, y)

    def flip_top(self, zone: str) -> str:
        """Turn over the top card of a zone; return its handle."""
        handle = self._top(zone)
        self.flip(handle)
        return handle

    def peek(self, handle: str) -> str:
        """Lift a face-down card's corner by holding the peek button; return its face."""
        x, y = self._middle_of_card(handle)
        self.page.mouse.click(x, y)
        box = self.page.locator("#peek").bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        face = self.page.locator("#table .peeked [data-face]").get_attribute("data-face")
        self.page.mouse.up()
        assert face
        return face

    def name_of(self, handle: str) -> str:
        """Return what a face-up card is called, as its label on the drawn table says."""
        label = self.page.locator(f'#table [data-handle="{handle}"]').get_attribute("aria-label")
        return (label or "").partition(",")[0]

    def press(self, seat: str) -> None:
        """Press a seat's button ("host": the host's) and let it go."""
        button = self.page.locator(f'[data-button="{seat}"]')
        with self.page.expect_response(_lets_go):
            button.click()

    def lamp(self, seat: str) -> Locator:
        """Return a seat's row; its `data-lit` says whether the lamp is lit."""
        return self.page.locator(f'#seats [data-seat="{seat}"]')

    def read(self, zone: str) -> Locator:
        """Return the line that says what the camera reads in a zone."""
        return self.page.locator(f'#read [data-zone="{zone}"] strong')

    def _top(self, zone: str) -> str:
        handle = self.page.evaluate(_TOP_CARD, zone)
        assert handle, f"no card lies in {zone}"
        return str(handle)

    def changing(self) -> "_NextVersion":
        """Wait until the page shows the next version of the table."""
        return _NextVersion(self.page)

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=_STEPS)
        mouse.up()

    def _middle_of_card(self, handle: str) -> tuple[float, float]:
        return self._middle(self.page.locator(f'#table [data-handle="{handle}"]'))

    def _middle_of_zone(self, zone: str) -> tuple[float, float]:
        return self._middle(self.page.locator(f'#table .zone[data-zone="{zone}"] > rect'))

    def _middle(self, locator: Locator) -> tuple[float, float]:
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _on_screen(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        x, y = self.page.evaluate(_TO_SCREEN, [x_mm, y_mm])
        return x, y


def _lets_go(answer: Response) -> bool:
    """Tell whether this answers a finger that was lifted from a button."""
    wish = answer.request.post_data_json if answer.url.endswith("/button") else None
    return bool(wish) and wish["down"] is False


class _NextVersion:
    """What is done inside ends when the drawn table has moved on."""

    def __init__(self, page: Page) -> None:
        self._table = page.locator("#table")

    def __enter__(self) -> None:
        self._before = self._table.get_attribute("data-version") or ""

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            moved_on = re.compile(f"^(?!{self._before}$)")
            expect(self._table).to_have_attribute("data-version", moved_on)


class TablePage:
    """The table screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str, language: str = "en") -> None:
        """Open the screen in a language and wait until it shows the table."""
        self.page.goto(f"{url}table?language={language}")
        expect(self.page.locator("#now")).not_to_be_empty()

    @property
    def now(self) -> Locator:
        """Return the part that says whose turn it is and what to do."""
        return self.page.locator("#now")

    @property
    def banners(self) -> Locator:
        """Return the part with repairs, questions and rulings."""
        return self.page.locator("#banners")

    def seat(self, seat: str) -> Locator:
        """Return a player's part of the screen."""
        return self.page.locator(f'#players [data-seat="{seat}"].player')

    def pile(self, seat: str) -> list[str]:
        """Return the faces on a seat's pile, from bottom to top."""
        faces: list[str] = self.page.locator(
            f'.player[data-seat="{seat}"] .player__pile [data-face]'
        ).evaluate_all("(cards) => cards.map((card) => card.dataset.face)")
        return faces
