"""What is drawn on the table: flat pictures with soft edges, in millimetres.

A sprite's colours are premultiplied with its alpha: to lay it over a picture, dim the
picture by alpha and add the sprite. Pure shadow is black with some alpha.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Deck, PrintId
from vision.camera import Image
from vision.plan import Points

#: Draws the print of a deck at so many px per mm: (deck, print, px_per_mm) -> BGR.
CardArt = Callable[[Deck, PrintId, float], Image]

#: A lying card dims the cloth around it this far, mm.
HALO_MM = 5.0
#: Art is drawn this fine and then averaged, px per mm.
_FINE = 9.6


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A flat picture: BGRA (height, width, 4), its scale, and where its origin is in it, mm."""

    texture: Image
    px_per_mm: float
    origin_mm: tuple[float, float]

    def outline(self) -> Points:
        """Return its corners (4, 2) around the origin, mm, clockwise from the top left."""
        height, width = self.texture.shape[:2]
        left, top = -self.origin_mm[0], -self.origin_mm[1]
        right, bottom = left + width / self.px_per_mm, top + height / self.px_per_mm
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])

    def to_texture(self) -> Points:
        """Return the matrix (3, 3) from mm around the origin to texture px."""
        s, (ox, oy) = self.px_per_mm, self.origin_mm
        return np.array([[s, 0, ox * s - 0.5], [0, s, oy * s - 0.5], [0, 0, 1]])


def card_sprite(
    deck: Deck, print_id: PrintId, art: CardArt, px_per_mm: float, shadow: float
) -> Sprite:
    """Return a card with rounded corners, a cut edge and the shadow it throws around it."""
    printed = art(deck, print_id, _FINE)
    width, height = round(deck.width_mm * px_per_mm), round(deck.height_mm * px_per_mm)
    small = cv2.resize(printed, (width, height), interpolation=cv2.INTER_AREA)
    mask = _rounded(width, height, 3.0 * px_per_mm)
    edge = cv2.erode(mask, np.ones((3, 3), np.uint8))
    face = np.where(edge[..., None] < 128, small * 0.82, small).astype(np.uint8)
    border = round(HALO_MM * px_per_mm)
    texture = _with_halo(face, mask, border, shadow)
    origin = ((width / 2 + border) / px_per_mm, (height / 2 + border) / px_per_mm)
    return Sprite(texture, px_per_mm, origin)


def _rounded(width: int, height: int, radius: float) -> Image:
    """Return the alpha of a card's outline with rounded, smoothed corners."""
    big, r = 4, round(radius * 4)
    mask = np.zeros((height * big, width * big), np.uint8)
    right, bottom = width * big - 1, height * big - 1
    cv2.rectangle(mask, (r, 0), (right - r, bottom), (255,), -1)
    cv2.rectangle(mask, (0, r), (right, bottom - r), (255,), -1)
    for centre in ((r, r), (right - r, r), (right - r, bottom - r), (r, bottom - r)):
        cv2.circle(mask, centre, r, (255,), -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _with_halo(face: Image, mask: Image, border: int, shadow: float) -> Image:
    padded = cv2.copyMakeBorder(mask, border, border, border, border, cv2.BORDER_CONSTANT)
    halo = cv2.GaussianBlur(padded, (0, 0), border / 3.2)
    halo = np.roll(halo, (border // 4, border // 5), axis=(0, 1)) * shadow
    alpha = np.maximum(padded, halo).astype(np.uint8)
    colours = cv2.copyMakeBorder(face, border, border, border, border, cv2.BORDER_CONSTANT)
    colours = (colours * (padded[..., None] / 255.0)).astype(np.uint8)
    return np.ascontiguousarray(np.dstack([colours, alpha]))


def shadow_sprite(width_mm: float, height_mm: float, soft_mm: float, shadow: float) -> Sprite:
    """Return the soft shadow of a rectangle that is held over the table."""
    scale, border = 1.0, round(3 * soft_mm)
    size = (round(height_mm) + 2 * border, round(width_mm) + 2 * border)
    alpha = np.zeros(size, np.float32)
    alpha[border:-border, border:-border] = 255 * shadow
    soft = np.asarray(cv2.GaussianBlur(alpha, (0, 0), soft_mm), np.float32)
    return Sprite(_black(soft), scale, (size[1] / 2, size[0] / 2))


def _black(alpha: npt.NDArray[np.float32]) -> Image:
    texture = np.zeros((*alpha.shape, 4), np.uint8)
    texture[..., 3] = np.clip(alpha, 0, 255).astype(np.uint8)
    return texture
