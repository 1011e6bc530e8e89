"""What every test may use: Hypothesis' profile, a folder for artefacts, a browser."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings

# A Raspberry Pi or a busy machine is slow without anything being wrong, and no test here
# judges by time.
settings.register_profile(
    "table", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("table"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "table")

ARTEFACTS = Path(__file__).parent / "artefacts"
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


@pytest.fixture
def artefacts(request: pytest.FixtureRequest) -> Path:
    """Return a folder of this test's own that is kept: for screenshots and traces."""
    name = re.sub(r"[^\w.-]+", "_", request.node.name)
    folder = ARTEFACTS / request.node.path.stem / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a Chromium; without one skip, but fail in CI (CI=true)."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        _do_without(f"no browser ({', '.join(BROWSERS)}): sudo apt install chromium")
    driver = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    if driver.returncode:
        _do_without(f"Playwright does not start, libatomic1 may be missing: {driver.stderr}")
    return path


@pytest.fixture(scope="session")
def mosquitto() -> str:
    """Return the path of an MQTT broker; without one skip, but fail in CI (CI=true)."""
    path = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        _do_without("no MQTT broker: sudo apt install mosquitto")
    return path


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
