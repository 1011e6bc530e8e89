"""A real browser before a real table: the system's Chromium, headless.

Without a Chromium these tests are skipped with a reason, and fail in CI.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from companion.app import House, draw_card
from companion.settings import PanelSettings, Settings
from companion.table import Table
from tests.web.house import ROOMY
from tests.web.house import House as Pages
from web import create_app
from web.serve import Server

#: A child of a phone's size, a laptop, a television.
PHONE, LAPTOP, TELEVISION = (390, 844), (1280, 800), (1920, 1080)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
)
#: Two cores may be shared by a camera, a renderer and a browser (milliseconds).
PATIENCE_MS = 30_000

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Return a running headless Chromium."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser, artefacts: Path) -> Iterator[NewPage]:
    """Return a maker of pages, each with cookies of its own; a script's error fails the test.

    When the test ends, a picture of every page is kept.
    """
    faults: list[str] = []
    with ExitStack() as contexts:
        pages: list[Page] = []

        def make(size: tuple[int, int] = LAPTOP, language: str = "en", touch: bool = False) -> Page:
            context = contexts.enter_context(
                browser.new_context(
                    viewport={"width": size[0], "height": size[1]},
                    locale=language,
                    has_touch=touch,
                    reduced_motion="reduce",
                )
            )
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda message: faults.extend(_refused_by_policy(message)))
            pages.append(page)
            return page

        yield make
        for number, page in enumerate(pages):
            page.screenshot(path=artefacts / f"{number}.png", full_page=True)

    assert not faults


def _refused_by_policy(message: ConsoleMessage) -> list[str]:
    """Return the message if it says that the content security policy refused something."""
    return [message.text] if "Content Security Policy" in message.text else []


def settings_for(data: Path) -> Settings:
    """Return settings without hardware: simulated cards, camera, buttons and lamps."""
    return Settings(
        data=data,
        port=0,
        host="127.0.0.1",
        address="127.0.0.1",
        camera="simulated",
        panel=PanelSettings(simulated=True),
    )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return a running table without hardware."""
    with House(settings_for(tmp_path), seed=1, in_memory=True) as running:
        yield running


@dataclass
class Place:
    """A running table without a camera."""

    table: Table
    server: Server
    fresh_app: Callable[[], Flask]

    @property
    def url(self) -> str:
        """Return the table's address."""
        return f"http://127.0.0.1:{self.server.port}/"


@pytest.fixture
def place() -> Iterator[Place]:
    """Return a table at which nobody sits yet."""
    house = Pages()

    def app() -> Flask:
        return create_app(replace(house.services, art=draw_card), ROOMY)

    with Server(app(), "127.0.0.1", 0) as server:
        yield Place(house.table, server, app)
    house.table.close()
