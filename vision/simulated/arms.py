"""A drawn hand with its sleeve, as a sprite; the palm is the origin, fingers point up."""

import cv2
import numpy as np

from vision.camera import Image
from vision.simulated.sprites import Sprite

_WIDTH_MM, _ABOVE_MM, _BELOW_MM = 190.0, 125.0, 640.0
_PX_PER_MM = 1.4
_SKIN, _NAIL = (134, 164, 214), (170, 188, 226)
_SLEEVE, _CUFF = (96, 70, 44), (120, 92, 62)
#: Finger tips and roots around the palm, mm, and how thick they are.
_FINGERS = (
    ((-27, -78), (-24, -22), 17),
    ((-9, -92), (-9, -26), 18),
    ((10, -86), (8, -26), 18),
    ((27, -66), (23, -20), 15),
    ((-58, -16), (-24, 22), 20),
)


def arm_sprite() -> Sprite:
    """Return a hand, forearm and sleeve that reach beyond the table's edge."""
    width = round(_WIDTH_MM * _PX_PER_MM)
    height = round((_ABOVE_MM + _BELOW_MM) * _PX_PER_MM)
    mask, colours = np.zeros((height, width), np.uint8), np.zeros((height, width, 3), np.uint8)
    colours[:] = _SKIN
    _draw_hand(mask, colours)
    _draw_sleeve(mask, colours)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.0)
    lit = _rounded_light(colours, mask)
    texture = np.dstack([(lit * (alpha[..., None] / 255.0)).astype(np.uint8), alpha])
    return Sprite(np.ascontiguousarray(texture), _PX_PER_MM, (_WIDTH_MM / 2, _ABOVE_MM))


def arm_shadow(arm: Sprite, shadow: float, soft_mm: float) -> Sprite:
    """Return the soft shadow an arm throws on the table."""
    small = cv2.resize(arm.texture[..., 3], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    alpha = cv2.GaussianBlur(small, (0, 0), soft_mm * arm.px_per_mm / 2) * shadow
    texture = np.zeros((*alpha.shape, 4), np.uint8)
    texture[..., 3] = alpha.astype(np.uint8)
    return Sprite(texture, arm.px_per_mm / 2, arm.origin_mm)


def _at(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((x_mm + _WIDTH_MM / 2) * _PX_PER_MM), round((y_mm + _ABOVE_MM) * _PX_PER_MM)


def _length(mm: float) -> int:
    return max(1, round(mm * _PX_PER_MM))


def _draw_hand(mask: Image, colours: Image) -> None:
    for tip, root, thick in _FINGERS:
        cv2.line(mask, _at(*tip), _at(*root), (255,), _length(thick), cv2.LINE_AA)
        cv2.circle(colours, _at(*tip), _length(thick * 0.3), _NAIL, -1, cv2.LINE_AA)
    palm = (_length(38), _length(46))
    cv2.ellipse(mask, _at(0, 8), palm, 0, 0, 360, (255,), -1, cv2.LINE_AA)
    wrist = [_at(-27, 30), _at(27, 30), _at(31, 150), _at(-31, 150)]
    cv2.fillConvexPoly(mask, np.array(wrist, np.int32), (255,), cv2.LINE_AA)


def _draw_sleeve(mask: Image, colours: Image) -> None:
    shape = np.array(
        [_at(-40, 110), _at(40, 110), _at(62, _BELOW_MM), _at(-62, _BELOW_MM)], np.int32
    )
    cv2.fillConvexPoly(mask, shape, (255,), cv2.LINE_AA)
    cv2.fillConvexPoly(colours, shape, _SLEEVE)
    cuff = np.array([_at(-40, 110), _at(40, 110), _at(42, 126), _at(-42, 126)], np.int32)
    cv2.fillConvexPoly(colours, cuff, _CUFF)
    for fold in range(8):
        y = 160 + 58 * fold
        cv2.line(colours, _at(-50, y), _at(30, y + 34), (80, 56, 34), _length(3), cv2.LINE_AA)


def _rounded_light(colours: Image, mask: Image) -> Image:
    """Darken towards the outline, so that arms look round."""
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    depth = np.clip(inside / _length(16), 0, 1)
    light = 0.62 + 0.42 * np.sqrt(depth)
    soft = cv2.GaussianBlur(colours, (0, 0), 1.2)
    return np.clip(soft * light[..., None], 0, 255).astype(np.uint8)
