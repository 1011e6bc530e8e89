"""The table without cards: wood, the cloth mat, its tags and the faint zone outlines."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision import tags
from vision.camera import Image
from vision.plan import PlacedZone, Points, TablePlan

#: How much wood there is around the mat, mm.
TABLE_MM = 220.0
PX_PER_MM = 2.5

_WOOD = (52, 84, 128)
_CLOTH = (74, 78, 40)
_OUTLINE = (104, 110, 74)

Floats = npt.NDArray[np.float32]


@lru_cache(maxsize=2)
def draw_backdrop(plan: TablePlan, seed: int) -> Image:
    """Draw the empty table at `PX_PER_MM`; the mat starts at `TABLE_MM` in x and y.

    The picture is cached and read-only; `seed` draws wood grain and weave.
    """
    rng = np.random.default_rng(seed)
    size = np.array([plan.width_mm, plan.height_mm]) + 2 * TABLE_MM
    width, height = (round(float(n) * PX_PER_MM) for n in size)
    picture = _wood(width, height, rng)
    _lay_mat(picture, plan, rng)
    for zone in plan.zones:
        _draw_zone(picture, zone)
    for tag in plan.mat_tags:
        _stamp_tag(picture, tags.tag_id(tags.MAT_SLOT, tag.corner), tag.outline())
    picture.flags.writeable = False
    return picture


def _noise(width: int, height: int, cell: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Return smooth noise around 0 whose lumps are `cell` px wide and high."""
    shape = (height // cell[1] + 2, width // cell[0] + 2)
    coarse = rng.standard_normal(shape, dtype=np.float32)
    fine = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine, dtype=np.float32)


def _tinted(colour: tuple[int, int, int], shade: Floats) -> Image:
    """Return a colour made lighter and darker by `shade`, grey levels."""
    levels = (np.arange(256)[:, None] - 128) * (np.array(colour) / 80) + colour
    table = np.clip(levels, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    grey = cv2.convertScaleAbs(shade, alpha=1, beta=128)
    return np.asarray(cv2.LUT(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), table), dtype=np.uint8)


def _wood(width: int, height: int, rng: np.random.Generator) -> Image:
    """Draw boards at half the scale: only a rim of them is ever seen."""
    half = (width // 2, height // 2)
    rings = _noise(*half, (450, 13), rng) * 1.8 + _noise(*half, (250, 45), rng) * 0.8
    grain = np.sin(rings * 3.0) * 6 + _noise(*half, (60, 2), rng) * 5
    board = np.linspace(0, 5, half[1], dtype=np.float32)[:, None]
    seams = np.where(np.mod(board, 1.0) < 0.012, -38.0, 0.0)
    tones = rng.normal(0, 6, 6)[np.floor(board).astype(int).clip(0, 5)]
    boards = _tinted(_WOOD, (grain + seams + tones).astype(np.float32))
    return np.asarray(cv2.resize(boards, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _lay_mat(picture: Image, plan: TablePlan, rng: np.random.Generator) -> None:
    width, height = round(plan.width_mm * PX_PER_MM), round(plan.height_mm * PX_PER_MM)
    left = top = round(TABLE_MM * PX_PER_MM)
    shade = np.zeros(picture.shape[:2], np.uint8)
    shade[top + 6 : top + height + 8, left + 5 : left + width + 7] = 110
    soft = cv2.cvtColor(cv2.GaussianBlur(shade, (0, 0), 5), cv2.COLOR_GRAY2BGR)
    cv2.multiply(picture, cv2.bitwise_not(soft), dst=picture, scale=1 / 255)
    weave = _noise(width, height, (2, 2), rng) * 3.0 + _noise(width, height, (160, 120), rng)
    picture[top : top + height, left : left + width] = _tinted(_CLOTH, weave)
    cv2.rectangle(picture, (left, top), (left + width, top + height), (48, 52, 26), 5)


def _pixels(points: Points) -> npt.NDArray[np.int32]:
    """Return mat points (N, 2), mm, as picture points in 1/16 px."""
    return np.round((points + TABLE_MM) * PX_PER_MM * 16).astype(np.int32)


def _draw_zone(picture: Image, zone: PlacedZone) -> None:
    outline = _pixels(zone.outline()).reshape(-1, 1, 2)
    cv2.polylines(picture, [outline], True, _OUTLINE, 3, cv2.LINE_AA, 4)


def _stamp_tag(picture: Image, tag: int, outline: Points) -> None:
    """Print a tag with its white margin, its edges true to 1/8 px."""
    module = float(outline[1, 0] - outline[0, 0]) / tags.MODULES
    start = (outline[0] - module + TABLE_MM) * PX_PER_MM
    first = np.floor(start).astype(int)
    side = int(np.ceil(module * (tags.MODULES + 2) * PX_PER_MM)) + 1
    region = np.s_[first[1] : first[1] + side, first[0] : first[0] + side]
    fine = cv2.resize(picture[region], None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    modules = np.where(tags.tag_modules(tag), 22, 236).astype(np.uint8)
    printed = cv2.copyMakeBorder(modules, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(236,))
    length = round(module * (tags.MODULES + 2) * PX_PER_MM * 8)
    stamp = cv2.resize(printed, (length, length), interpolation=cv2.INTER_NEAREST)
    x, y = np.round((start - first) * 8).astype(int)
    fine[y : y + length, x : x + length] = stamp[..., None]
    picture[region] = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
