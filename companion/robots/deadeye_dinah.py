"""A robot that plays Deadeye Dinah: it shuffles and fans its cards, and slides them up.

It lays its hand under the camera, tells its phone what the camera read, and plays what the
phone advises. A job that cannot be won it lets go, and tries another shuffle.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.cards import Face, PrintId
from companion.game import View
from companion.games.deadeye_dinah.cards import LEGEND
from companion.layout import ZoneKind
from companion.robots.seat import Robot
from companion.snapshot import Snapshot
from vision.simulated.player import STRIP_MM
from vision.simulated.things import Handle, Placement, Pose

Sheet = Mapping[str, Any]

#: How far a card is slid up, mm.
UP_MM = 30.0


class DinahRobot(Robot):
    """Plays the one seat of Deadeye Dinah."""

    def _play_on(self, snapshot: Snapshot, view: View) -> bool:
        sheet = view.sheet or {}
        if sheet["step"] == "hunt":
            left = [card for card in sheet["cards"] if card not in sheet["captured"]]
            self._say(f"{self.seat} hunts {self._rng.choice(left)}")
        elif sheet["step"] == "stack":
            self._set_up(sheet)
        else:
            self._play(sheet)
        return True

    # --- setting up -------------------------------------------------------------------------

    def _set_up(self, sheet: Sheet) -> None:
        """Shuffle, turn, tuck and fan, then tell the phone what the camera reads."""
        hunted, boss = sheet["hunting"], sheet["cards"][sheet["hunting"]]["boss"]
        others = [c for c in sheet["cards"] if c not in (hunted, boss["first"])]
        self._rng.shuffle(others)
        stack = [f"{card}.kit" for card in (boss["first"], *others)]
        fan = [LEGEND, *stack[: boss["kit"]], f"{hunted}.boss", *stack[boss["kit"] :]]
        self._fan(fan)
        # Until the camera has looked again, what is read is the fan of the job before.
        held = self._wait(
            lambda shown: shown.held is not None and set(shown.held.face_up) == set(fan)
        )
        faces = held.held.face_up if held.held else ()
        read = self._table.consult(self.seat, {"ask": "read", "fan": list(faces)})
        if read["cards"]:
            self._say(f"{self.seat} stacks {' '.join(read['cards'])}")

    def _fan(self, faces: Sequence[str]) -> None:
        """Lay these cards as a fan; what else there is goes beside the mat."""
        zone = self._plan.zone(self._zone(ZoneKind.HELD))
        left = zone.x_mm - (len(faces) - 1) / 2 * STRIP_MM
        poses = [Pose(left + place * STRIP_MM, zone.y_mm) for place in range(len(faces))]
        self._reach(zone.spec.name)
        self._scene.lay_out([*map(self._card, faces, poses)])
        self._withdraw()

    def _card(self, face: str, pose: Pose) -> Placement:
        """Return the card that shows this face, the right way up and round."""
        deck = self._scene.deck
        for design in deck.prints:
            if face in design.faces:
                front = design.id if not face.endswith(".boss") else design.behind
                turned = 180.0 if face == design.turned else 0.0
                up = front == design.id
                return Placement(PrintId(front or ""), _turned(pose, turned), face_up=up)
        raise LookupError(f"the deck {deck.name} has no face {face}")

    # --- playing ----------------------------------------------------------------------------

    def _play(self, sheet: Sheet) -> None:
        self._fan(_hand(sheet["job"], sheet["hunting"]))
        advice = self._table.consult(self.seat, {"ask": "hint", "strength": 3})
        act = advice["act"]
        if act is None:
            self._say(f"{self.seat} gives up")
            return
        if act["verb"] == "play":
            self._slide_up([played["card"] for played in act["cards"]])
        self._say(act["notation"])

    def _slide_up(self, cards: Iterable[str]) -> None:
        """Slide the cards up that are played, and wait until the camera has seen it."""
        wanted = set(cards)
        self._reach(self._zone(ZoneKind.HELD))
        for card in self._scene.snapshot().cards:
            if card.print_id in wanted:
                pose = card.pose
                self._scene.slide(
                    Handle(card.handle), Pose(pose.x_mm, pose.y_mm - UP_MM, pose.angle_deg)
                )
        self._withdraw()
        self._wait(lambda shown: _raised(shown) == wanted)


def _raised(shown: Snapshot) -> set[str]:
    faces = shown.held.raised if shown.held else ()
    return {face.partition(".")[0] for face in faces}


def _hand(job: Sheet, boss: str) -> list[str]:
    """Return the faces of the hand, left to right."""
    lucky, kit = (
        [Face(f"{h['card']}.{h['side']}") for h in job[part]] for part in ("lucky", "kit")
    )
    scenes = [f"{card}.kit" for card in job["scenes"][:1]]
    return [*lucky, LEGEND, *kit, f"{boss}.boss", *scenes]


def _turned(pose: Pose, angle_deg: float) -> Pose:
    return Pose(pose.x_mm, pose.y_mm, pose.angle_deg + angle_deg)
