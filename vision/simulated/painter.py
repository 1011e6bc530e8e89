"""Composes the sharp picture, and redraws only the parts of it that changed."""

from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np

from vision.camera import Image
from vision.plan import Points, rotation
from vision.simulated import geometry
from vision.simulated.lens import CameraModel
from vision.simulated.sprites import Sprite
from vision.simulated.staging import ARM, Item
from vision.simulated.things import Nudge, Pose

#: left, top, right, bottom in px; the last two are outside.
Box = tuple[int, int, int, int]

#: Sprites are lit by light / LIGHT_UNIT, so that the lamp may also brighten.
LIGHT_UNIT = 160.0


_ORIGIN = Pose(0.0, 0.0)


class Painter:
    """Keeps a picture of the table up to date.

    Args:
        camera: where and how the picture is taken.
        backdrop: the empty table, drawn at `px_per_mm` with the mat at `origin_mm`.
        sprite: finds a sprite by its key.
        light: how bright each pixel is lit, (height, width, 3), in 1/LIGHT_UNIT.
        glare: what glossy cards mirror of the lamp, (height, width, 3); None: nothing.

    """

    def __init__(
        self,
        camera: CameraModel,
        backdrop: Sprite,
        sprite: Callable[[str], Sprite],
        light: Image,
        glare: Image | None,
    ) -> None:
        self._camera = camera
        self._rays = camera.rays()
        self._backdrop = backdrop
        self._sprite = sprite
        self._light = light
        self._glare = glare
        self._nudge: Nudge | None = None
        self._drawn: tuple[Item, ...] = ()
        self._boxes: dict[Item, Box] = {}
        self.picture: Image = np.zeros((camera.height, camera.width, 3), np.uint8)
        self._empty = self.picture

    def paint(self, items: tuple[Item, ...], nudge: Nudge) -> list[Box]:
        """Bring `picture` up to date and return the boxes that changed."""
        if nudge != self._nudge:
            self._nudge, self._drawn = nudge, items
            self._boxes.clear()
            boxes = [(0, 0, self._camera.width, self._camera.height)]
            self._empty = self._draw_empty()
        else:
            boxes = merged(self._box(item) for item in changed(self._drawn, items))
            self._drawn = items
        for box in boxes:
            self._redraw(box, items)
        self._boxes = {item: self._box(item) for item in items}
        return boxes

    def _redraw(self, box: Box, items: Iterable[Item]) -> None:
        left, top, right, bottom = box
        self.picture[top:bottom, left:right] = self._empty[top:bottom, left:right]
        for item in items:
            part = common(box, self._box(item))
            if part is not None:
                self._draw(item, part)

    def _draw_empty(self) -> Image:
        picture = np.empty_like(self.picture)
        whole = (0, 0, self._camera.width, self._camera.height)
        picture[:] = self._warped(self._backdrop, Item("", _ORIGIN, 0.0), whole)
        cv2.multiply(picture, self._light, dst=picture, scale=1 / LIGHT_UNIT)
        return picture

    def _draw(self, item: Item, box: Box) -> None:
        left, top, right, bottom = box
        region = np.s_[top:bottom, left:right]
        patch = self._warped(self._sprite(item.sprite), item, box)
        colours = cv2.cvtColor(patch, cv2.COLOR_BGRA2BGR)
        alpha = cv2.cvtColor(cv2.extractChannel(patch, 3), cv2.COLOR_GRAY2BGR)
        lit = cv2.multiply(colours, self._light[region], scale=1 / LIGHT_UNIT)
        if self._glare is not None and item.sprite != ARM:
            _, gloss = cv2.threshold(alpha, 250, 255, cv2.THRESH_TOZERO)
            lit = cv2.add(lit, cv2.multiply(gloss, self._glare[region], scale=1 / 255))
        under = cv2.multiply(self.picture[region], cv2.bitwise_not(alpha), scale=1 / 255)
        self.picture[region] = cv2.add(under, lit)

    def _warped(self, sprite: Sprite, item: Item, box: Box) -> Image:
        left, top, right, bottom = box
        rays = np.ascontiguousarray(self._rays[top:bottom, left:right])
        to_mat = self._camera.plane(item.height_mm, self._nudge)
        matrix = sprite.to_texture() @ _into(item) @ to_mat
        columns, rows = cv2.split(cv2.perspectiveTransform(rays, matrix))
        warped = cv2.remap(sprite.texture, columns, rows, cv2.INTER_LINEAR)
        return np.asarray(warped, dtype=np.uint8)

    def _box(self, item: Item) -> Box:
        if item not in self._boxes:
            self._boxes[item] = self._seen_box(item)
        return self._boxes[item]

    def _seen_box(self, item: Item) -> Box:
        """Return where in the picture an item is, a little too large."""
        corners = geometry.placed(_edge_points(self._sprite(item.sprite).outline()), item.pose)
        pixels = self._camera.project(corners, item.height_mm, self._nudge)
        left, top = np.floor(pixels.min(axis=0)).astype(int) - 2
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 3
        width, height = self._camera.width, self._camera.height
        return (
            min(max(int(left), 0), width),
            min(max(int(top), 0), height),
            min(max(int(right), 0), width),
            min(max(int(bottom), 0), height),
        )


def changed(before: Sequence[Item], after: Sequence[Item]) -> set[Item]:
    """Return the items that came, went, or changed their order."""
    old, new = set(before), set(after)
    kept_before = [item for item in before if item in new]
    kept_after = [item for item in after if item in old]
    if len(kept_before) != len(kept_after):
        return old | new
    moved = {b for a, b in zip(kept_before, kept_after, strict=True) if a != b}
    return (old ^ new) | moved


def common(first: Box, second: Box) -> Box | None:
    """Return the box inside both, if any."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Return boxes that touch nowhere and hold all of `boxes`; empty ones are dropped."""
    apart: list[Box] = []
    for box in boxes:
        if common(box, box) is None:
            continue
        grown = box
        while hits := [other for other in apart if common(other, grown) is not None]:
            apart = [other for other in apart if other not in hits]
            grown = _around([grown, *hits])
        apart.append(grown)
    return apart


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _into(item: Item) -> Points:
    """Return the matrix (3, 3) from mat mm to mm around the sprite's origin."""
    pose, matrix = item.pose, np.eye(3)
    matrix[:2, :2] = rotation(pose.angle_deg).T
    matrix[:2, 2] = -matrix[:2, :2] @ np.array([pose.x_mm, pose.y_mm])
    return matrix


def _edge_points(corners: Points) -> Points:
    """Return the corners and points between them: a lens bends long edges."""
    steps = np.linspace(0, 1, 5)[:-1, None]
    following = np.roll(corners, -1, axis=0)
    return np.concatenate([a + (b - a) * steps for a, b in zip(corners, following, strict=True)])
