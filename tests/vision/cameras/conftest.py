import numpy as np
import pytest

from vision.pacing import Clock


class HandClock:
    """A clock that only moves when somebody waits."""

    def __init__(self):
        self.now_s = 100.0
        self.waits = []

    def wait(self, seconds):
        self.waits.append(seconds)
        self.now_s += seconds

    def clock(self):
        return Clock(lambda: self.now_s, self.wait)


@pytest.fixture
def hand_clock():
    return HandClock()


def picture_of(level, width=640, height=360):
    """A grey picture with a gradient, so that JPEG has something to get wrong."""
    ramp = np.linspace(0, 40, width, dtype=np.uint8)[None, :, None]
    return np.clip(np.full((height, width, 3), level, np.int16) + ramp, 0, 255).astype(np.uint8)


@pytest.fixture
def picture():
    return picture_of
