"""Players with phones and a host, as they use their pages."""

from playwright.sync_api import Locator, Page, expect


class Sheet:
    """The dialog in which an act is chosen step by step."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def pick(self, *steps: str) -> None:
        """Choose these options in turn, then confirm; steps with one option choose themselves."""
        for step in steps:
            self.option(step).click()
        self._page.locator(".picker .button--primary").click()
        expect(self._page.locator("dialog")).to_have_count(0)

    def option(self, text: str) -> Locator:
        """Return the option that says this."""
        options = self._page.locator(".picker .option")
        if text.isdigit():
            return options.filter(has=self._page.locator(f'.option__name:text-is("{text}")'))
        return options.filter(has_text=text).first


class PhonePage:
    """A player's own page on a phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.sheet = page, Sheet(page)

    def join(self, url: str, name: str) -> None:
        """Scan the code, write a name and sit down."""
        self.page.goto(url)
        self.page.fill("#name", name)
        self.page.click("#form button[type=submit]")
        expect(self.page.locator("#who")).to_contain_text(name)

    def say(self, *steps: str) -> None:
        """Say what one does, unasked."""
        self.page.click("#move")
        self.sheet.pick(*steps)

    def answer(self, *steps: str) -> None:
        """Answer what the table asks."""
        self.page.locator("#banners .button--primary").first.click()
        self.sheet.pick(*steps)

    def ask(self, *steps: str) -> str:
        """Ask "is that right?" and return the ruling."""
        self.page.click("#ask")
        for step in steps:
            self.page.locator(".picker .option").filter(has_text=step).first.click()
        self.page.locator(".picker .button--primary").click()
        verdict = self.page.locator(".picker")
        expect(self.page.locator(".picker .verdict")).to_be_visible()
        text = verdict.inner_text()
        self.page.keyboard.press("Escape")
        return text

    def reveal(self) -> str:
        """Hold the cover, read what lies under it, and let go."""
        handle = self.page.locator("#cover")
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        expect(self.page.locator("#secret p").first).to_be_visible()
        text = self.page.locator("#secret").inner_text()
        self.page.mouse.up()
        expect(self.page.locator("#secret > *")).to_have_count(0)
        return text

    @property
    def now(self) -> Locator:
        """Return what has to happen now."""
        return self.page.locator("#now-text")

    @property
    def banners(self) -> Locator:
        """Return rulings, repairs and questions."""
        return self.page.locator("#banners")


class HostPage:
    """The host's page."""

    def __init__(self, page: Page) -> None:
        self.page, self.sheet = page, Sheet(page)

    def open(self, host_url: str) -> None:
        """Open the host's address, key and all."""
        self.page.goto(host_url)
        expect(self.page.locator("#seats")).not_to_be_empty()

    def add(self, name: str) -> None:
        """Add a player without a phone."""
        self.page.fill("#add-name", name)
        self.page.locator("#add-name").press("Enter")
        expect(self.page.locator("#seats")).to_contain_text(name)

    def lets_tell(self, seat: str, name: str) -> None:
        """Let a player tell his phone what he holds."""
        row = self.page.locator("#seats .host-seat").filter(has_text=name)
        box = row.locator("input[type=checkbox]")
        row.locator("summary").click()
        box.click()
        expect(box).to_be_checked()

    def deal(self, first: str) -> None:
        """Start the game; `first` begins."""
        self.page.select_option("#first", first)
        self.page.locator("#start .button--primary").click()
        expect(self.page.locator("#start > *")).to_have_count(0)

    def answer_for(self, *steps: str) -> None:
        """Answer the question that the table asks a player without a phone."""
        rows = self.page.locator("#speak li")
        # One row for all that player may do, and before it the question.
        expect(rows).to_have_count(2)
        rows.first.locator("button").click()
        self.sheet.pick(*steps)
