"""A robot that plays Good Cop Bad Cop: it turns guns and cards, and keeps its place tidy.

Whatever the camera can see it does on the table first; the rest it tells its phone.
"""

from collections.abc import Callable, Mapping
from random import Random

from companion.cards import Face, Seat
from companion.game import Choice, Prompt, View
from companion.robots.police_hands import PoliceHands
from companion.robots.seat import Robot
from companion.simulated_table import SimulatedTable
from companion.snapshot import Snapshot
from companion.table import Table

Steps = Mapping[str, str]

#: How often a robot that could say something in a window says something.
SPEAKS_UP = 0.3
PLACES = ("left", "middle", "right")
#: What is told to the phone alone, or said in one's own time.
_PRIVATE = ("hold", "saw", "have")


class CopRobot(Robot):
    """Plays one seat of Good Cop Bad Cop."""

    def __init__(
        self, seat: Seat, table: Table, simulated: SimulatedTable, rng: Random, pause_s: float
    ) -> None:
        super().__init__(seat, table, simulated, rng, pause_s)
        self._hands = PoliceHands(seat, simulated)
        self._chosen: Steps = {}

    def _play_on(self, snapshot: Snapshot, view: View) -> bool:
        edition = next(rule.value for rule in snapshot.rules if rule.name == "edition")
        if self._hands.tidy(view, discards=edition == "fourth"):
            return True
        asked = [prompt for prompt in view.prompts if prompt.seat == self.seat]
        return self._tell(asked) or self._choose(view, asked)

    # --- what the phone asks ---------------------------------------------------------------

    def _tell(self, asked: list[Prompt]) -> bool:
        """Tell the phone about cards that only this player has seen."""
        for prompt in asked:
            if prompt.code in ("tell_cards", "tell_cards_again"):
                self._say(f"{self.seat} holds {' '.join(self._hands.row_faces())}")
            elif prompt.code == "tell_equipment":
                self._say(f"{self.seat} has {' '.join(self._hands.tool_faces())}")
            elif prompt.code == "tell_seen":
                facts = dict(prompt.facts)
                owner, place = Seat(facts["target"]), facts["place"]
                face = self._hands.peek(owner, PLACES.index(place))
                self._say(f"{self.seat} saw {owner} {place} {face}")
            else:
                continue
            return True
        return False

    # --- what to do ------------------------------------------------------------------------

    def _choose(self, view: View, asked: list[Prompt]) -> bool:
        steps = {choice: dict(choice.path) for choice in view.choices}
        able = [c for c, path in steps.items() if self._is_true(path)]
        if not asked:
            able = [c for c in able if steps[c]["verb"] == "claim"]
        if not able:
            return False
        choice = self._rng.choice(self._preferred(able, steps))
        face = next((dict(p.facts)["face"] for p in asked if "face" in dict(p.facts)), "")
        self._do(choice, steps[choice], face)
        return True

    def _is_true(self, path: Steps) -> bool:
        """Tell whether an act names cards as they are, and is no private telling."""
        verb = path["verb"]
        if verb in _PRIVATE:
            return False
        row = self._hands.row_faces()
        if verb in ("reveal", "claim"):
            shown = [path[key] for key in ("first", "second", "third") if key in path]
            return shown == (row if verb == "claim" else self._hands.hidden_faces())
        if verb == "flip":
            return path["card"] == self._hands.face_at(PLACES.index(path["place"]))
        if verb == "mix":
            return "order" in path
        if verb in ("return", "use"):
            return path.get("card") in self._hands.tool_faces()
        return True

    def _preferred(self, able: list[Choice], steps: Mapping[Choice, Steps]) -> list[Choice]:
        """Prefer what brings the game on: shots, then guns, and no more talk than needed."""
        by_verb: dict[str, list[Choice]] = {}
        for choice in able:
            by_verb.setdefault(steps[choice]["verb"], []).append(choice)
        if "pass" in by_verb:
            speaks = "use" in by_verb and self._rng.random() < SPEAKS_UP
            return by_verb["use"] if speaks else by_verb["pass"]
        for verb in ("claim", "shoot", "arm"):
            if verb in by_verb and self._rng.random() < 0.8:
                return by_verb[verb]
        due = [c for verb, choices in by_verb.items() if verb != "use" for c in choices]
        return due or able

    def _do(self, choice: Choice, path: Steps, face: str) -> None:
        """Do an act with the hands where the camera can see it, else say it."""
        verb = path["verb"]
        seen = _BY_HAND.get(verb)
        if seen is None:
            self._say(choice.notation)
        elif seen(self._hands, path):
            self._wait_until_done(choice)
        else:
            self._say(choice.notation)
        if verb == "choose":
            self.chose(Face(face), path)
        elif verb == "mix":
            self._hands.mix(path["order"])
        elif verb == "return":
            self._hands.put_away(Face(path["card"]))

    def chose(self, face: Face, path: Steps) -> None:
        """Move what a choice for this equipment makes change its owner unseen.

        What was chosen is kept for an exchange that wants another card, and for nothing else.
        """
        before, self._chosen = self._chosen, path if face == "blackmail" else {}
        target = Seat(path["target"])
        if face == "blackmail" and "place" in before and before["target"] != target:
            self._hands.exchange(
                (Seat(before["target"]), PLACES.index(before["place"])),
                (target, PLACES.index(path["place"])),
            )
            self._chosen = {}
        elif face == "evidence_bag":
            self._hands.move_equipment(target, self.seat)


#: Acts that the camera sees; each tells whether it will.
_BY_HAND: Mapping[str, Callable[[PoliceHands, Steps], bool]] = {
    "arm": lambda hands, _: hands.take_gun(),
    "equip": lambda hands, _: hands.draw(),
    "aim": lambda hands, path: hands.aim(Seat(path["target"])),
    "flip": lambda hands, path: hands.flip(PLACES.index(path["place"])),
    "reveal": lambda hands, _: hands.flip_all(),
    "use": lambda hands, path: hands.lay_open(Face(path["card"])),
}
