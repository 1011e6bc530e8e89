"""A close look at a page: its picture, axe's verdict, and whether it fits every screen."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TELEVISIONS = ((1280, 720), (1920, 1080))
#: How far what is shown has to be scrolled. A page learns of its new size some frames later,
#: and takes some more to settle on it.
_SCROLLS = """async () => {
  const main = document.querySelector('#main');
  const over = () => Math.max(0, main.scrollHeight - main.clientHeight);
  const frame = () => new Promise(requestAnimationFrame);
  for (let frames = 0; frames < 8; frames += 1) await frame();
  for (let frames = 0; frames < 30 && over() > 0; frames += 1) await frame();
  return over();
}"""
WIDTHS = (320, 390, 768, 1280, 1920)
WIDTHS_IN_LARGE = (320, 1280)
#: How far a page is wider than its screen, and which elements stick out of it. What sticks
#: out must still do so two frames later, when the page has had its own say on its new size.
_STICKS_OUT = """async () => {
  const root = document.documentElement;
  const over = () => root.scrollWidth - root.clientWidth;
  const frame = () => new Promise(requestAnimationFrame);
  if (over() <= 0) return null;
  await frame();
  await frame();
  if (over() <= 0) return null;
  const sticks = (one) => one.getBoundingClientRect().right > root.clientWidth + 1;
  const out = [...document.body.querySelectorAll('*')].filter(sticks);
  return `${over()} px: ${out.slice(-3).map((one) => one.outerHTML.slice(0, 90)).join(' | ')}`;
}"""
_LARGER = """(times) => {
  const root = document.documentElement;
  const usual = parseFloat(getComputedStyle(root).fontSize);
  root.style.fontSize = times === 1 ? '' : `${times * usual}px`;
}"""
_AXE = Axe()


class Looking:
    """Looks at pages in one language and gathers what is wrong with them."""

    def __init__(self, folder: Path, language: str) -> None:
        self._folder, self._language = folder, language
        self.faults: list[str] = []

    def at(self, page: Page, name: str) -> None:
        """Keep a picture of the page, and note what is wrong with it.

        What axe looks at is the same in every language; how long the words are is not.
        """
        page.screenshot(path=self._folder / f"{name}.{self._language}.png", full_page=True)
        violations = unusable(page) if self._language == "en" else []
        self.faults += [f"{name}: {fault}" for fault in (*violations, *self._too_wide(page))]

    def on_one_screen(self, page: Page, name: str) -> None:
        """Note where what a television shows would have to be scrolled."""
        for width, height in TELEVISIONS:
            page.set_viewport_size({"width": width, "height": height})
            over = page.evaluate(_SCROLLS)
            self.faults += [f"{name}: {width} × {height}: {over} px to scroll"] if over else []

    def _too_wide(self, page: Page) -> list[str]:
        """Return where the page runs off its screen, at every width and in large text."""
        usual, found = page.viewport_size, []
        assert usual
        # Longer words show where there is least room; the rest is as in English.
        everywhere = WIDTHS if self._language == "en" else ()
        for times, widths in ((1, everywhere), (2, WIDTHS_IN_LARGE)):
            page.evaluate(_LARGER, times)
            for width in widths:
                page.set_viewport_size({"width": width, "height": usual["height"]})
                over = page.evaluate(_STICKS_OUT)
                found += [f"{width} px, text × {times}: {over}"] if over else []
        page.evaluate(_LARGER, 1)
        page.set_viewport_size(usual)
        return found


def unusable(page: Page) -> list[str]:
    """Return what axe has against the page."""
    violations = _AXE.run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in violations
    ]
