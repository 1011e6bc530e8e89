"""The physical truth of a simulated table: cards, hands, light, and what a hand can do.

The scene knows no game. It never looks at the engine, and the engine never looks here:
what happens on the table reaches the engine only through a camera's frames.

Positions are mm on the mat, angles degrees clockwise as the camera sees them, both as in
`vision.plan`. A card's position is that of its centre.
"""

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from companion.cards import BACK, Deck, Face, PrintId
from companion.game import TableError
from vision.simulated import geometry
from vision.simulated.things import Arm, Handle, Nudge, PhysicalCard, Placement, Pose, Snapshot

#: A card may lie this far outside the mat before it falls off the table, mm.
TABLE_RIM_MM = 120.0
#: No arm lifts a card higher over the mat, mm.
HIGHEST_LIFT_MM = 250.0
LIGHT_RANGE = (0.05, 3.0)


class SceneError(TableError, ValueError):
    """Nobody can do this on a real table; says why. Nothing was changed."""


class Scene:
    """A table of cards that several threads may look at and one hand at a time changes.

    Every verb returns the new version. A verb that is refused raises SceneError and
    changes nothing.

    Args:
        deck: whose cards lie here; gives their size in mm.
        size_mm: width and height of the mat.
        start: the cards to begin with, from the bottom of the table up.
        rng: draws the handles, so that a handle tells nothing about its card.

    """

    def __init__(
        self, deck: Deck, size_mm: tuple[float, float], start: Sequence[Placement], rng: Random
    ) -> None:
        self.deck = deck
        self.size_mm = size_mm
        self._rng = rng
        self._lock = threading.Condition(threading.RLock())
        self._now = Snapshot()
        self.lay_out(start)

    @property
    def version(self) -> int:
        """Return a number that moves with every change."""
        return self._now.version

    def snapshot(self) -> Snapshot:
        """Return the scene as it is at this moment."""
        return self._now

    def wait_for_change(self, version: int, timeout_s: float) -> Snapshot:
        """Return the scene once its version is another than `version`, or after the wait."""
        with self._lock:
            self._lock.wait_for(lambda: self._now.version != version, timeout_s)
            return self._now

    def card(self, handle: Handle) -> PhysicalCard:
        """Return a card; raise SceneError if there is none of that handle."""
        return self._now.cards[self._place(handle)]

    def lay_out(self, start: Sequence[Placement]) -> int:
        """Clear the table and lay `start` on it, from the bottom up, under new handles."""
        for placement in start:
            self._check_print(placement.print_id)
            self._check_pose(placement.pose)
        with self._lock:
            handles = self._new_handles(len(start))
            cards = [
                PhysicalCard(handle, p.print_id, p.pose, p.face_up)
                for handle, p in zip(handles, start, strict=True)
            ]
            return self._change(cards=tuple(cards), arms=())

    def pick_up(self, handle: Handle) -> int:
        """Take a card into the hand: off the table, out of the camera's sight."""
        return self._edit(handle, lambda card: replace(card, in_hand=True, face_up=False))

    def put_down(self, handle: Handle, pose: Pose, *, face_up: bool) -> int:
        """Lay a card on top of whatever lies at `pose`."""
        return self._edit(
            handle, lambda c: replace(c, pose=pose, face_up=face_up, in_hand=False), on_top=True
        )

    def move(self, handle: Handle, pose: Pose) -> int:
        """Move a single card, which then lies on top of whatever lies there."""
        return self._edit(handle, lambda c: replace(c, pose=pose, in_hand=False), on_top=True)

    def slide(self, handle: Handle, pose: Pose) -> int:
        """Slide a card to a place, between the same cards as before."""
        return self._edit(handle, lambda c: replace(c, pose=pose, in_hand=False))

    def turn(self, handle: Handle, angle_deg: float) -> int:
        """Turn a card where it lies, to an angle in degrees."""
        return self._edit(
            handle, lambda card: replace(card, pose=replace(card.pose, angle_deg=angle_deg))
        )

    def flip(self, handle: Handle) -> int:
        """Turn a card over where it lies."""
        return self._edit(handle, lambda card: replace(card, face_up=not card.face_up))

    def lift(self, handle: Handle, raised_mm: float) -> int:
        """Hold a card over its place, `raised_mm` above the mat; 0 lets it down."""
        return self._edit(
            handle,
            lambda card: replace(card, pose=replace(card.pose, raised_mm=raised_mm)),
            on_top=raised_mm > 0,
        )

    def put_under(self, handle: Handle, other: Handle, pose: Pose | None = None) -> int:
        """Slide a card beneath `other`, to `pose` or exactly below it."""
        if handle == other:
            raise SceneError(f"card {handle} can't lie under itself; name another card")
        with self._lock:
            place = pose or replace(self.card(other).pose, raised_mm=0.0)
            self._check_pose(place)
            card = replace(self.card(handle), pose=place, in_hand=False)
            rest = [c for c in self._now.cards if c.handle != handle]
            rest.insert([c.handle for c in rest].index(other), card)
            return self._change(cards=tuple(rest))

    def resting_on(self, handle: Handle) -> tuple[Handle, ...]:
        """Return a card and all that lies on it, directly or not, from the bottom up."""
        self.card(handle)
        return geometry.stack_above(self.deck, self._now.cards, handle)

    def move_stack(self, handle: Handle, pose: Pose) -> int:
        """Move a card together with all that lies on it, as one rigid whole."""
        self._check_pose(pose)
        with self._lock:
            moving = set(self.resting_on(handle))
            turned = geometry.carried(self.card(handle).pose, pose)
            lifted = [
                replace(c, pose=turned(c.pose), in_hand=False)
                for c in self._now.cards
                if c.handle in moving
            ]
            for card in lifted:
                self._check_pose(card.pose)
            rest = [c for c in self._now.cards if c.handle not in moving]
            return self._change(cards=(*rest, *lifted))

    def fan(self, handles: Sequence[Handle], first: Pose, strip_mm: float) -> int:
        """Lay cards as a fan from `first` on, each `strip_mm` further to its own right.

        The first handle lies at the bottom; a negative strip fans to the left.
        """
        self._check_distinct(handles)
        poses = [geometry.shifted(first, step * strip_mm, 0.0) for step in range(len(handles))]
        for pose in poses:
            self._check_pose(pose)
        with self._lock:
            known = {handle: self.card(handle) for handle in handles}
            fanned = [
                replace(known[handle], pose=pose, in_hand=False)
                for handle, pose in zip(handles, poses, strict=True)
            ]
            rest = [c for c in self._now.cards if c.handle not in known]
            return self._change(cards=(*rest, *fanned))

    def shuffle(self, handles: Sequence[Handle], pose: Pose, rng: Random) -> int:
        """Gather cards face down, shuffle them and lay them at `pose` as a neat stack.

        They come out under new handles: nobody can follow a card through a shuffle.
        """
        self._check_distinct(handles)
        self._check_pose(pose)
        with self._lock:
            prints = [self.card(handle).print_id for handle in handles]
            rng.shuffle(prints)
            fresh = self._new_handles(len(prints))
            stack = [PhysicalCard(h, p, pose) for h, p in zip(fresh, prints, strict=True)]
            rest = [c for c in self._now.cards if c.handle not in set(handles)]
            return self._change(cards=(*rest, *stack))

    def hover(self, arm: Arm, name: str = "hand") -> int:
        """Hold a hand over the table; each name has one."""
        numbers = (arm.x_mm, arm.y_mm, arm.from_deg, arm.height_mm)
        if not all(map(math.isfinite, numbers)):
            raise SceneError(f"a hand can't be at {numbers}; give finite mm and degrees")
        if not 0 < arm.height_mm <= HIGHEST_LIFT_MM:
            raise SceneError(f"a hand is over the table, 1 to {HIGHEST_LIFT_MM:.0f} mm high")
        with self._lock:
            others = [(n, a) for n, a in self._now.arms if n != name]
            return self._change(arms=(*others, (name, arm)))

    def withdraw(self, name: str = "hand") -> int:
        """Take a hand away; harmless if there is none of that name."""
        with self._lock:
            return self._change(arms=tuple((n, a) for n, a in self._now.arms if n != name))

    def set_light(self, level: float) -> int:
        """Dim or brighten the room; 1 is the light the camera was set up in."""
        low, high = LIGHT_RANGE
        if not low <= level <= high:
            raise SceneError(f"light {level} is not between {low} and {high}")
        return self._change(light=level)

    def nudge_camera(self, nudge: Nudge) -> int:
        """Push the camera; the nudge is measured from where it was set up."""
        limits = ((nudge.x_mm, 200.0), (nudge.y_mm, 200.0), (nudge.turn_deg, 45.0))
        if not all(abs(value) <= limit for value, limit in limits):
            raise SceneError(f"{nudge}: at most 200 mm and 45 degrees, or it leaves its mount")
        return self._change(nudge=nudge)

    def peek(self, handle: Handle) -> PrintId:
        """Return the print that a person sees who lifts this card's corner."""
        return self.card(handle).print_id

    def face_of(self, handle: Handle) -> Face:
        """Return the face that a person sees who lifts this card's corner."""
        card = self.card(handle)
        return self.deck.print_of(card.print_id).face_at(card.pose.angle_deg)

    def _edit(
        self,
        handle: Handle,
        changed: Callable[[PhysicalCard], PhysicalCard],
        *,
        on_top: bool = False,
    ) -> int:
        with self._lock:
            cards = list(self._now.cards)
            place = self._place(handle)
            card = changed(cards.pop(place))
            self._check_pose(card.pose)
            cards.insert(len(cards) if on_top else place, card)
            return self._change(cards=tuple(cards))

    def _change(self, **parts: object) -> int:
        with self._lock:
            fields = {name: getattr(self._now, name) for name in Snapshot.__slots__} | parts
            changed = Snapshot(**fields | {"version": self._now.version})
            if changed != self._now:
                self._now = replace(changed, version=self._now.version + 1)
                self._lock.notify_all()
            return self._now.version

    def _place(self, handle: Handle) -> int:
        for place, card in enumerate(self._now.cards):
            if card.handle == handle:
                return place
        raise SceneError(f"there is no card {handle!r} on this table; look at the table again")

    def _check_pose(self, pose: Pose) -> None:
        numbers = (pose.x_mm, pose.y_mm, pose.angle_deg, pose.raised_mm)
        if not all(isinstance(n, int | float) and math.isfinite(n) for n in numbers):
            raise SceneError(f"{numbers} is no place for a card; give finite mm and degrees")
        width, height = self.size_mm
        inside_x = -TABLE_RIM_MM <= pose.x_mm <= width + TABLE_RIM_MM
        inside_y = -TABLE_RIM_MM <= pose.y_mm <= height + TABLE_RIM_MM
        if not (inside_x and inside_y):
            place = f"({pose.x_mm:.0f}, {pose.y_mm:.0f}) mm"
            raise SceneError(f"{place} is off the table of {width:.0f} x {height:.0f} mm")
        if not 0 <= pose.raised_mm <= HIGHEST_LIFT_MM:
            raise SceneError(f"a card is raised by 0 to {HIGHEST_LIFT_MM:.0f} mm")

    def _check_print(self, print_id: PrintId) -> None:
        try:
            design = self.deck.print_of(print_id)
        except KeyError:
            design = None
        if design is None or design.face == BACK:
            raise SceneError(f"the deck {self.deck.name} has no card {print_id!r}")

    def _check_distinct(self, handles: Sequence[Handle]) -> None:
        for handle in handles:
            self.card(handle)
        if len(set(handles)) != len(handles):
            raise SceneError("one card is named twice; name each card once")

    def _new_handles(self, count: int) -> Iterable[Handle]:
        taken = {card.handle for card in self._now.cards}
        fresh: list[Handle] = []
        while len(fresh) < count:
            handle = Handle(f"c{self._rng.getrandbits(48):012x}")
            if handle not in taken:
                taken.add(handle)
                fresh.append(handle)
        return fresh
