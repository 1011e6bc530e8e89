"""The calibration page as the host uses it."""

from playwright.sync_api import Locator, Page, expect


class CalibrationPage:
    """The page, on a laptop or a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, host_url: str, step: str) -> None:
        """Open a step of the page with the key of the host's address, and wait for a picture."""
        self.page.goto(host_url.replace("/host?", "/calibrate?"))
        self.go(step)
        expect(self.page.locator("#picture[data-number]")).to_be_visible()

    def go(self, step: str) -> None:
        """Choose a step."""
        self.page.click(f"#tab-{step}")
        expect(self.page.locator(f"#panel-{step}")).to_be_visible()

    @property
    def views(self) -> Locator:
        """Return the views so far."""
        return self.page.locator("#views > li")

    def expect_views(self, *numbers: int) -> None:
        """Wait until exactly these views are listed."""
        expect(self.views.locator(".views__number")).to_have_text([str(n) for n in numbers])

    def delete(self, number: int) -> None:
        """Take a view out."""
        self.page.locator(f'[data-view="{number}"] button').click()

    def zone(self, name: str) -> Locator:
        """Return a zone over the picture."""
        return self.page.locator(f'#overlay [data-zone="{name}"]')

    def drag_with_a_finger(self, name: str, right_px: float, down_px: float) -> None:
        """Drag a zone by its middle, px of the screen."""
        box = self.zone(name).locator(".zone__area").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.75
        finger = self.page.context.new_cdp_session(self.page)
        for kind, points in (
            ("Start", [(x, y)]),
            ("Move", [(x + right_px / 2, y + down_px / 2)]),
            ("Move", [(x + right_px, y + down_px)]),
            ("End", []),
        ):
            touches = [{"x": a, "y": b} for a, b in points]
            event = {"type": f"touch{kind}", "touchPoints": touches}
            finger.send("Input.dispatchTouchEvent", event)
