"""From tags on the mat to cards: which tags belong to one card, where it lies, how turned.

Tags are grouped by geometry, never by id alone: several physical cards may carry the
same print, as all backs do. Each tag by itself says where its card's centre is and how
the card is turned; tags that say the same are on one card. Poses are fitted by least
squares over a rotation and a shift (Umeyama 1991, without scale), in complex numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision import tags
from vision.detection import Corners, Ids

Complex = npt.NDArray[np.complex128]

#: Two tags belong together if they agree this well about their card.
SAME_CENTRE_MM = 6.0
SAME_ANGLE_DEG = 8.0
#: A tag whose size is further off is not lying on the table, or not ours.
TAG_SCALE = (0.75, 1.3)
#: A single tag, or a card, that fits its printed shape worse than this is rejected.
WORST_FIT_MM = 2.5


class CardFit(NamedTuple):
    """A card as its tags tell it.

    Args:
        slot: which print.
        centre: on the mat, mm, as x + yj.
        angle_deg: clockwise from the mat's top, -180 to 180.
        corners: which of its four tags were seen.
        residual_mm: of the fit, root mean square over the tags' corners.

    """

    slot: int
    centre: complex
    angle_deg: float
    corners: frozenset[int]
    residual_mm: float


class Cards(NamedTuple):
    """What the tags came to: cards, tags rejected, and cards at one place (slots)."""

    fits: tuple[CardFit, ...]
    rejected_tags: tuple[int, ...]
    contradictions: tuple[int, ...]


@dataclass(slots=True)
class _Group:
    slot: int
    centre: complex
    direction: complex
    members: dict[int, int]

    def fits(self, corner: int, centre: complex, direction: complex) -> bool:
        turned = abs(np.angle(direction / self.direction, deg=True))
        near = abs(centre - self.centre) <= SAME_CENTRE_MM
        return bool(near and turned <= SAME_ANGLE_DEG and corner not in self.members)


def tag_models(owners: Mapping[int, tags.SlotOwner]) -> Mapping[int, Complex]:
    """Return per slot the printed corners of its four tags in the card frame, (4, 4)."""
    shapes: dict[tuple[float, float], Complex] = {}
    models = {}
    for slot, (deck, _) in owners.items():
        size = (deck.width_mm, deck.height_mm)
        if size not in shapes:
            printed = np.array([tags.tag_corners_mm(deck, c) for c in range(tags.CORNERS)])
            shapes[size] = printed[..., 0] + 1j * printed[..., 1]
        models[slot] = shapes[size]
    return models


def group_cards(ids: Ids, corners_mm: Corners, models: Mapping[int, Complex]) -> Cards:
    """Group tags (N,) with corners (N, 4, 2), mm on the mat, into cards."""
    if not len(ids):
        return Cards((), (), ())
    seen = corners_mm[..., 0] + 1j * corners_mm[..., 1]
    slots, corners = np.divmod(ids, tags.CORNERS)
    printed = np.array(
        [models[s][c] for s, c in zip(slots.tolist(), corners.tolist(), strict=True)]
    )
    centres, directions, sound = _single_poses(seen, printed)
    groups: dict[int, list[_Group]] = {}
    for n in np.flatnonzero(sound).tolist():
        slot, corner = int(slots[n]), int(corners[n])
        tag = _Group(slot, complex(centres[n]), complex(directions[n]), {corner: n})
        _join(groups.setdefault(slot, []), n, tag, corner)
    fits = [_fit(g, seen, printed) for same in groups.values() for g in same]
    kept, contradictions = _without_contradictions(fits)
    return Cards(kept, tuple(ids[~sound].tolist()), contradictions)


def _single_poses(
    seen: Complex, printed: Complex
) -> tuple[Complex, Complex, npt.NDArray[np.bool_]]:
    """Return per tag its card's centre and direction, and whether it has the right shape."""
    middle, model_middle = seen.mean(axis=1), printed.mean(axis=1)
    shape, model = seen - middle[:, None], printed - model_middle[:, None]
    product = (np.conj(model) * shape).sum(axis=1)
    scale = np.abs(product) / (np.abs(model) ** 2).sum(axis=1)
    direction = product / np.maximum(np.abs(product), 1e-9)
    off = np.sqrt((np.abs(shape - direction[:, None] * model) ** 2).mean(axis=1))
    sound = (scale > TAG_SCALE[0]) & (scale < TAG_SCALE[1]) & (off < WORST_FIT_MM)
    return middle - direction * model_middle, direction, sound


def _join(groups: list[_Group], n: int, tag: _Group, corner: int) -> None:
    """Put tag number `n`, by itself a group of one, into the nearest group that agrees."""
    near = [g for g in groups if g.fits(corner, tag.centre, tag.direction)]
    if not near:
        groups.append(tag)
        return
    best = min(near, key=lambda g: abs(g.centre - tag.centre))
    weight = len(best.members)
    best.centre = (best.centre * weight + tag.centre) / (weight + 1)
    best.members[corner] = n


def _fit(group: _Group, seen: Complex, printed: Complex) -> CardFit:
    members = list(group.members.values())
    points, model = seen[members].ravel(), printed[members].ravel()
    middle, model_middle = points.mean(), model.mean()
    product = (np.conj(model - model_middle) * (points - middle)).sum()
    direction = product / max(abs(product), 1e-9)
    centre = middle - direction * model_middle
    off = np.sqrt((np.abs(points - centre - direction * model) ** 2).mean())
    return CardFit(
        slot=group.slot,
        centre=complex(centre),
        angle_deg=float(np.angle(direction, deg=True)),
        corners=frozenset(group.members),
        residual_mm=float(off),
    )


def _without_contradictions(
    fits: Sequence[CardFit],
) -> tuple[tuple[CardFit, ...], tuple[int, ...]]:
    """Drop what can't be: bent cards, and the weaker of two cards at one place.

    The upper of two cards that lie so exactly on each other hides all of the lower
    one's tags, so one of the two readings is wrong; equal ones are both dropped.
    """
    dropped: set[int] = {n for n, fit in enumerate(fits) if fit.residual_mm > WORST_FIT_MM}
    for n, one in enumerate(fits):
        for m, other in enumerate(fits[:n]):
            if abs(one.centre - other.centre) <= SAME_CENTRE_MM and _parallel(one, other):
                seen = len(one.corners) - len(other.corners)
                dropped |= {n} if seen < 0 else {m} if seen > 0 else {n, m}
    kept = tuple(fit for n, fit in enumerate(fits) if n not in dropped)
    return kept, tuple(fits[n].slot for n in sorted(dropped))


def _parallel(one: CardFit, other: CardFit) -> bool:
    apart = abs(one.angle_deg - other.angle_deg) % 180
    return min(apart, 180 - apart) <= SAME_ANGLE_DEG
