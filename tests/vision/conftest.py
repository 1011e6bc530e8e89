"""A small flat table for the reader's tests: cards pasted on a mat, seen by a camera."""

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.cards import BACK, Deck, Face, Print, PrintId, Seat
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision import tags
from vision.camera import CameraProfile
from vision.plan import plan_table, rotation

PX_PER_MM = 4.0
SIZE = (2304, 1296)
FOCAL_PX = 1900.0
HEIGHT_MM = 760.0


def numbered_deck(name="city", first=0):
    faces = [Print(PrintId(f"{name}-{n}"), Face(str(n)), copies=2) for n in range(10)]
    return Deck(name, (*faces, Print(PrintId(f"{name}-back"), BACK, copies=20)), first)


def zones_of(seats):
    yield ZoneSpec(Zone("deck"), ZoneKind.STACK)
    yield ZoneSpec(Zone("removed"), ZoneKind.FAN)
    for seat in seats:
        yield ZoneSpec(Zone(f"{seat}.pile"), ZoneKind.FAN, seat)
        yield ZoneSpec(Zone(f"{seat}.hand"), ZoneKind.HAND, seat)


def paste(canvas, picture, centre, angle_deg):
    """Paste a picture of PX_PER_MM, turned, with its centre at a mat point in mm."""
    height, width = picture.shape[:2]
    turn = rotation(angle_deg)
    middle = np.array([width / 2, height / 2])
    shift = np.array(centre) * PX_PER_MM - turn @ middle - 0.5 + turn @ np.array([0.5, 0.5])
    reach = int(np.hypot(height, width) / 2) + 2
    low = np.maximum(np.floor(np.array(centre) * PX_PER_MM).astype(int) - reach, 0)
    region = canvas[low[1] : low[1] + 2 * reach + 2, low[0] : low[0] + 2 * reach + 2]
    matrix = np.column_stack([turn, shift - low])
    size = region.shape[1::-1]
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, size)
    layer = cv2.warpAffine(picture, matrix, size)
    share = mask[..., None] / 255.0
    region[:] = (region * (1 - share) + layer * share).astype(np.uint8)


def tag_picture(tag, size_mm):
    side = round(size_mm * PX_PER_MM)
    picture = np.where(tags.tag_modules(tag), 20, 245).astype(np.uint8)
    return cv2.resize(picture, (side, side), interpolation=cv2.INTER_NEAREST)


def card_picture(deck, print_id):
    design = deck.print_of(print_id)
    size = (round(deck.height_mm * PX_PER_MM), round(deck.width_mm * PX_PER_MM))
    picture = np.full((*size, 3), 120 if design.face == BACK else 245, np.uint8)
    cv2.putText(picture, design.face[:1], (size[1] // 3, size[0] // 2), 2, 4.0, (30, 30, 160), 6)
    for corner in range(4):
        tag = tag_picture(tags.tag_id(tags.slot_of(deck, design), corner), tags.TAG_MM)
        mm = tags.tag_corners_mm(deck, corner).min(0) - tags.card_corners_mm(deck).min(0)
        x, y = np.round(mm * PX_PER_MM).astype(int)
        quiet = round(tags.QUIET_MM * PX_PER_MM)
        side = tag.shape[0]
        picture[max(0, y - quiet) : y + side + quiet, max(0, x - quiet) : x + side + quiet] = 245
        picture[y : y + side, x : x + side] = tag[..., None]
    return picture


@dataclass
class FlatTable:
    """Cards as (deck, print id, x mm, y mm, angle), from the bottom up, and things over them."""

    plan: object
    cards: list = field(default_factory=list)
    blobs: list = field(default_factory=list)
    tilt_deg: float = 0.0
    distortion: tuple = (0.0, 0.0, 0.0, 0.0, 0.0)
    noise: float = 2.0
    blur: float = 0.0
    light: float = 1.0
    shadow: float = 0.0
    jpeg: int = 0
    printed_at: float = 1.0

    def lay(self, deck, print_id, zone, x=0.0, *, y=0.0, turn=0.0):
        placed = self.plan.zone(zone)
        centre = placed.from_zone([[x, y]])[0]
        self.cards.append((deck, print_id, *centre, placed.angle_deg + turn))
        return self

    def fan(self, deck, faces, zone, strip=15.0, start=-65.0):
        for place, face in enumerate(faces):
            self.lay(deck, f"{deck.name}-{face}", zone, start + place * strip)
        return self

    def profile(self):
        matrix = (FOCAL_PX, 0, SIZE[0] / 2 - 0.5, 0, FOCAL_PX, SIZE[1] / 2 - 0.5, 0, 0, 1)
        return CameraProfile("flat", *SIZE, intrinsics=matrix, distortion=self.distortion)

    def frame(self, seed=0):
        rng = np.random.default_rng(seed)
        picture = self._through_the_lens(self._mat())
        if self.shadow:
            ramp = np.clip(np.linspace(-8, 8, SIZE[0]) + 3, 0, 1) * self.shadow
            picture = picture * (1 - ramp[None, :, None])
        if self.blur:
            picture = cv2.GaussianBlur(picture, None, self.blur)
        picture = picture * self.light + rng.normal(0, self.noise, picture.shape)
        picture = np.clip(picture, 0, 255).astype(np.uint8)
        if self.jpeg:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg])[1]
            picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        return picture

    def _mat(self):
        size = (round(self.plan.height_mm * PX_PER_MM), round(self.plan.width_mm * PX_PER_MM), 3)
        mat = np.full(size, (70, 95, 60), np.uint8)
        for tag in self.plan.mat_tags:
            ident = tags.tag_id(tags.MAT_SLOT, tag.corner)
            inner = tag_picture(ident, tag.size_mm)
            sheet = np.full((inner.shape[0] + 20, inner.shape[1] + 20), 245, np.uint8)
            sheet[10:-10, 10:-10] = inner
            paste(mat, cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), (tag.x_mm, tag.y_mm), 0)
        for deck, print_id, x, y, angle in self.cards:
            card = card_picture(deck, print_id)
            if self.printed_at != 1.0:
                size = [round(side * self.printed_at) for side in card.shape[1::-1]]
                card = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
            paste(mat, card, (x, y), angle)
        for x, y, radius, colour in self.blobs:
            cv2.circle(
                mat,
                np.round([x * PX_PER_MM, y * PX_PER_MM]).astype(int),
                round(radius * PX_PER_MM),
                colour,
                -1,
            )
        return mat

    def homography(self):
        """Return the matrix from mat mm to undistorted picture px."""
        tilt = np.deg2rad(self.tilt_deg)
        turn = np.array(
            [[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]
        )
        middle = np.array([self.plan.width_mm / 2, self.plan.height_mm / 2, 0])
        shift = -turn @ middle + (0, 0, HEIGHT_MM * (1 + abs(self.tilt_deg) / 90))
        return self.profile().matrix() @ np.column_stack([turn[:, 0], turn[:, 1], shift])

    def _through_the_lens(self, mat):
        x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
        seen = np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float64)
        matrix = self.profile().matrix()
        if any(self.distortion):
            seen = cv2.undistortPoints(
                seen.reshape(-1, 1, 2), matrix, np.array(self.distortion), P=matrix
            ).reshape(-1, 2)
        mm = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), np.linalg.inv(self.homography()))
        px = (mm.reshape(*SIZE[::-1], 2) * PX_PER_MM - 0.5).astype(np.float32)
        ground = (60, 80, 110)
        return cv2.remap(mat, px, None, cv2.INTER_AREA, borderValue=ground).astype(np.float64)


@pytest.fixture
def seats():
    return tuple(Seat(f"p{n}") for n in (1, 2, 3))


@pytest.fixture
def plan(seats):
    return plan_table(zones_of(seats), seats)


@pytest.fixture
def city():
    return numbered_deck()


@pytest.fixture
def table(plan):
    return FlatTable(plan)


@pytest.fixture
def other_deck():
    return numbered_deck("saloon", 20)
