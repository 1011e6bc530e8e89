"""Pictures full of square, dark and striped things, but without a single tag."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.camera import Image

_Drawer = Callable[[Image, np.random.Generator], None]


def clutter(rng: np.random.Generator, width: int = 2304, height: int = 1296) -> Image:
    """Return a grey picture (height, width) of what lies on tables and is no card.

    Tiles, crosswords, print, wood grain and coins: what square-finders trip over.
    """
    coarse = rng.integers(60, 200, (height // 48, width // 48), dtype=np.uint8)
    rough = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    picture = np.asarray(rough, dtype=np.uint8)
    for _ in range(int(rng.integers(60, 160))):
        size = int(rng.integers(14, 220))
        patch = np.full((size, size), int(rng.integers(0, 256)), dtype=np.uint8)
        _DRAWERS[int(rng.integers(len(_DRAWERS)))](patch, rng)
        _lay(picture, patch, rng)
    # OpenCV's generator is five times as fast as numpy's for a whole picture.
    cv2.setRNGSeed(int(rng.integers(2**31)))
    noise = np.zeros(picture.shape, dtype=np.int16)
    cv2.randn(noise, np.zeros(1), rng.uniform(0, 6, 1))
    noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noisy, (0, 0), rng.uniform(0.3, 1.2)), dtype=np.uint8)


def _lay(picture: Image, patch: Image, rng: np.random.Generator) -> None:
    """Put a patch somewhere, turned and a little stretched."""
    size = patch.shape[0]
    angle, stretch = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.3, 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * stretch
    left, top = (int(rng.integers(-size, limit)) for limit in picture.shape[::-1])
    region = picture[max(top, 0) : top + 2 * size, max(left, 0) : left + 2 * size]
    matrix = np.column_stack([turn, np.array(region.shape[::-1]) / 2 - turn @ np.full(2, size / 2)])
    region[:] = cv2.warpAffine(
        patch,
        matrix,
        region.shape[::-1],
        dst=region.copy(),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


def _tiles(patch: Image, rng: np.random.Generator) -> None:
    """Draw random black and white squares, inside a black frame half of the time."""
    side = int(rng.integers(3, 13))
    cells = rng.integers(0, 2, (side, side), dtype=np.uint8) * int(rng.integers(120, 256))
    if rng.random() < 0.5:
        cells[[0, -1]], cells[:, [0, -1]] = 0, 0
    patch[:] = 255
    inner = patch[len(patch) // 8 : -len(patch) // 8, len(patch) // 8 : -len(patch) // 8]
    inner[:] = cv2.resize(cells, inner.shape[::-1], interpolation=cv2.INTER_NEAREST)


def _print(patch: Image, rng: np.random.Generator) -> None:
    """Draw lines of letters."""
    letters = "".join(chr(n) for n in rng.integers(33, 127, 24))
    scale = rng.uniform(0.4, 1.6)
    for line in range(1, 8):
        y = int(line * 26 * scale)
        cv2.putText(patch, letters[line:], (2, y), line % 4, scale, (int(rng.integers(256)),), 2)


def _stripes(patch: Image, rng: np.random.Generator) -> None:
    """Draw a barcode."""
    bars = rng.integers(0, 2, (1, int(rng.integers(8, 60))), dtype=np.uint8) * 255
    patch[:] = cv2.resize(bars, patch.shape[::-1], interpolation=cv2.INTER_NEAREST)


def _coins(patch: Image, rng: np.random.Generator) -> None:
    """Draw rings and frames inside each other."""
    size = len(patch)
    for radius in range(size // 2, 4, -max(4, size // 8)):
        grey = (int(rng.integers(256)),)
        if rng.random() < 0.5:
            cv2.circle(patch, (size // 2, size // 2), radius, grey, -1)
        else:
            low, high = size // 2 - radius, size // 2 + radius
            cv2.rectangle(patch, (low, low), (high, high), grey, -1)


def _grain(patch: Image, rng: np.random.Generator) -> None:
    """Draw rough noise."""
    rough = rng.integers(0, 256, (max(2, len(patch) // 6),) * 2, dtype=np.uint8)
    patch[:] = cv2.resize(rough, patch.shape[::-1], interpolation=cv2.INTER_LINEAR)


_DRAWERS: tuple[_Drawer, ...] = (_tiles, _tiles, _print, _stripes, _coins, _grain)
