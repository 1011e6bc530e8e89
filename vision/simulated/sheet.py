"""A printed sheet that is held before the simulated camera: moved, tilted, even bowed.

Unlike the cards of `renderer` it may stand anyhow in space. Its frame is the sheet's own:
mm from its top left corner, x right, y down. Heights are mm towards the reader.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.plan import Points
from vision.simulated.difficulty import USUAL, Difficulty
from vision.simulated.lens import CameraModel
from vision.simulated.sensor import Sensor

#: Rays per pixel in each direction: edges fall between pixels as they do in a real sensor.
_FINER = 2
#: Where a ray meets the sheet is worked out on a grid this coarse, and linear in between, px.
_GRID_PX = 4
#: A bowed surface is met by walking; each step leaves about a tenth of the error.
_STEPS = 5
_WOOD = (58, 84, 118)

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A flat print.

    Args:
        picture: of the whole sheet, BGR (height, width, 3).
        px_per_mm: its resolution.
        bow_mm: how much higher its middle line stands than its top and bottom edges.
        sag_mm: the same between its left and right edges.

    """

    picture: Image
    px_per_mm: float
    bow_mm: float = 0.0
    sag_mm: float = 0.0

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return width and height, mm."""
        height, width = self.picture.shape[:2]
        return width / self.px_per_mm, height / self.px_per_mm

    def height_mm(self, x: Points, y: Points) -> Points:
        """Return how high the surface is at points of the sheet, mm towards the reader."""
        width, height = self.size_mm
        across, down = 2 * x / width - 1, 2 * y / height - 1
        return np.asarray(self.bow_mm * (1 - down**2) + self.sag_mm * (1 - across**2))


@dataclass(frozen=True, slots=True)
class SheetPose:
    """How a sheet is held, seen from the camera.

    Args:
        x_mm: of its middle, to the right of the optical axis.
        y_mm: the same, down.
        distance_mm: of its middle from the lens, along the axis.
        tilt_deg: between its surface and the picture plane.
        near_deg: where in the picture its nearest edge is, clockwise: 0 top, 90 right.
        turn_deg: its turn in its own plane, clockwise.

    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    distance_mm: float = 700.0
    tilt_deg: float = 0.0
    near_deg: float = 0.0
    turn_deg: float = 0.0

    def rotation(self) -> Points:
        """Return the matrix (3, 3) from the sheet's directions to the camera's."""
        near, turn = math.radians(self.near_deg), math.radians(self.turn_deg)
        axis = np.array([math.cos(near), math.sin(near), 0.0])
        lean, _ = cv2.Rodrigues(axis * math.radians(self.tilt_deg))
        spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
        return np.asarray(lean, dtype=np.float64) @ np.asarray(spin, dtype=np.float64)


class SheetCamera:
    """A camera that sees one sheet before a table. Repeatable for one seed.

    Args:
        model: its lens and sensor; where it hangs over a mat does not matter here.
        sheet: what is held before it.
        difficulty: `blur_px`, `noise`, `shadow`, `glare` and `jpeg_quality` count.
        glare_at: where the lamp mirrors, as shares of the picture's width and height.
        seed: of the noise.

    """

    def __init__(
        self,
        model: CameraModel,
        sheet: Sheet,
        difficulty: Difficulty = USUAL,
        glare_at: tuple[float, float] = (0.5, 0.5),
        seed: int = 1,
    ) -> None:
        self.model, self.sheet = model, sheet
        self._sensor = Sensor(model.width, model.height, difficulty, seed)
        self._light = _light(model, difficulty.shadow)
        self._glare = _glare(model, difficulty.glare, glare_at)
        self._exposed_for: tuple[SheetPose, float] | None = None

    def picture(self, pose: SheetPose, moved_px: float = 0.0) -> Image:
        """Return a frame, BGR (height, width, 3); it is smeared if the sheet `moved_px`.

        A sheet that is held as before costs no more than the noise.
        """
        if self._exposed_for != (pose, moved_px):
            self._expose(pose, moved_px)
            self._exposed_for = (pose, moved_px)
        return self._sensor.frame()

    def before(self, table: Image, pose: SheetPose) -> Image:
        """Return a frame of a table, BGR, with the sheet held before it."""
        seen = self.picture(pose)
        left, top, right, bottom = self._box(pose)
        part = np.s_[top:bottom, left:right]
        hidden = np.zeros(table.shape[:2], np.uint8)
        cv2.fillPoly(hidden, [np.rint(self._border(pose)).astype(np.int32)], 255)
        cv2.copyTo(seen[part], hidden[part], table[part])
        return table

    def _expose(self, pose: SheetPose, moved_px: float) -> None:
        sharp = np.full((self.model.height, self.model.width, 3), _WOOD, dtype=np.uint8)
        box = self._box(pose)
        if box[0] < box[2] and box[1] < box[3]:
            sharp[box[1] : box[3], box[0] : box[2]] = self._drawn(pose, box)
        lit = np.clip(sharp * self._light + self._glare, 0, 255).astype(np.uint8)
        if moved_px > 1:
            smear = np.full((1, round(moved_px)), 1 / round(moved_px))
            lit = np.asarray(cv2.filter2D(lit, -1, smear), dtype=np.uint8)
        self._sensor.expose(lit, [(0, 0, self.model.width, self.model.height)], 1.0)

    def _border(self, pose: SheetPose) -> Points:
        """Return the outline of the sheet in the picture, (N, 2), px, bent by the lens."""
        width, height = self.sheet.size_mm
        way = np.linspace(0, 1, 24, endpoint=False)
        ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
        sides = [
            a + (b - a) * way[:, None] for a, b in zip(ends, np.roll(ends, -1, 0), strict=True)
        ]
        return self.project(np.concatenate(sides), pose)

    def project(self, points_mm: Points, pose: SheetPose) -> Points:
        """Return where points (N, 2) of the sheet, mm, truly are in the picture, px."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
        heights = self.sheet.height_mm(points[:, 0], points[:, 1])
        middle = np.array(self.sheet.size_mm) / 2
        solid = np.column_stack([points - middle, -heights])
        rvec, _ = cv2.Rodrigues(pose.rotation())
        pixels, _ = cv2.projectPoints(
            solid, rvec, _place(pose), self.model.matrix(), np.array(self.model.distortion)
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def _box(self, pose: SheetPose) -> Box:
        width, height = self.sheet.size_mm
        steps = np.linspace(0, 1, 9)
        grid = np.stack(np.meshgrid(steps * width, steps * height), axis=-1).reshape(-1, 2)
        pixels = self.project(grid, pose)
        low = np.clip(np.floor(pixels.min(axis=0)) - 3, 0, None).astype(int)
        high = np.minimum(np.ceil(pixels.max(axis=0)) + 4, (self.model.width, self.model.height))
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _drawn(self, pose: SheetPose, box: Box) -> Image:
        """Return the part of the picture that shows the sheet, lit by nothing yet."""
        met = self._met(pose, self._rays(box))
        scale = self.sheet.px_per_mm
        maps = [_upsampled(each * scale - 0.5, box) for each in met]
        fine = cv2.remap(
            self.sheet.picture, maps[0], maps[1], cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT, borderValue=_WOOD,
        )  # fmt: skip
        size = (box[2] - box[0], box[3] - box[1])
        return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _met(self, pose: SheetPose, rays: Points) -> tuple[Points, Points]:
        """Return where rays (H, W, 2) meet the surface, as x and y on the sheet, mm."""
        turned = pose.rotation()
        eye = -turned.T @ _place(pose)
        x, y = (rays @ turned[:2, k] + turned[2, k] for k in range(2))
        z = rays @ turned[:2, 2] + turned[2, 2]
        middle = np.array(self.sheet.size_mm) / 2
        depth = -eye[2] / z
        for _ in range(_STEPS if self.sheet.bow_mm or self.sheet.sag_mm else 0):
            rise = self.sheet.height_mm(
                eye[0] + depth * x + middle[0], eye[1] + depth * y + middle[1]
            )
            depth = (-rise - eye[2]) / z
        return eye[0] + depth * x + middle[0], eye[1] + depth * y + middle[1]

    def _rays(self, box: Box) -> Points:
        """Return the undistorted rays of a coarse grid over a box, (rows, columns, 2)."""
        left, top, right, bottom = box
        columns = np.arange(left - 1, right + _GRID_PX + 1, _GRID_PX, dtype=np.float64)
        rows = np.arange(top - 1, bottom + _GRID_PX + 1, _GRID_PX, dtype=np.float64)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2)
        coarse = cv2.undistortPoints(grid, self.model.matrix(), np.array(self.model.distortion))
        return np.asarray(coarse, dtype=np.float64).reshape(len(rows), len(columns), 2)


def _upsampled(coarse: Points, box: Box) -> npt.NDArray[np.float32]:
    """Return a coarse grid over a box linearly in between, `_FINER` to a pixel each way."""
    left, top, right, bottom = box
    x = ((np.arange((right - left) * _FINER) + 0.5) / _FINER + 0.5) / _GRID_PX
    y = ((np.arange((bottom - top) * _FINER) + 0.5) / _FINER + 0.5) / _GRID_PX
    maps = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    fine = cv2.remap(coarse.astype(np.float32), maps[0], maps[1], cv2.INTER_LINEAR)
    return np.asarray(fine, dtype=np.float32)


def _place(pose: SheetPose) -> Points:
    return np.array([pose.x_mm, pose.y_mm, pose.distance_mm], dtype=np.float64)


def _grid(model: CameraModel) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    x = np.linspace(0, 1, model.width, dtype=np.float32)[None, :]
    return x, np.linspace(0, 1, model.height, dtype=np.float32)[:, None]


def _light(model: CameraModel, shadow: float) -> npt.NDArray[np.float32]:
    """Return how bright each pixel is lit, (height, width, 1): a lamp up and left."""
    x, y = _grid(model)
    far = np.hypot((x - 0.38) * 1.6, y - 0.3)
    return np.asarray(0.92 * (1 - 0.5 * shadow * np.clip(far, 0, 1.4)), np.float32)[..., None]


def _glare(model: CameraModel, strength: float, at: tuple[float, float]) -> npt.NDArray[np.float32]:
    """Return the lamp's mirror image, (height, width, 1), grey levels to add."""
    x, y = _grid(model)
    spot = np.exp(-(((x - at[0]) / 0.08) ** 2 + ((y - at[1]) / 0.14) ** 2))
    return np.asarray(2 * 255 * strength * spot, np.float32)[..., None]
