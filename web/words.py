"""Words for one reader: messages, cards, zones and steps, from codes and facts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import BACK, UNKNOWN, Face, Seat
from companion.game import Choice, Message
from companion.layout import Pile, Zone
from companion.rulebook import Rulebook, RulebookError
from web.translation import Translation

Json = dict[str, Any]


def laid_over(rulebook: Rulebook, translation: Translation) -> Rulebook:
    """Return a game's words laid over the web's own."""
    messages = {**translation.messages, **rulebook.messages}
    words = {**translation.words, **rulebook.words}
    steps = {**translation.steps, **rulebook.steps}
    return replace(rulebook, messages=messages, words=words, steps=steps)


@dataclass(frozen=True, slots=True)
class Words:
    """A game's rulebook, laid over the web's own words, and who sits where."""

    rulebook: Rulebook
    names: Mapping[Seat, str]

    @classmethod
    def of(cls, rulebook: Rulebook, translation: Translation, names: Mapping[Seat, str]) -> "Words":
        """Lay a game's words over the web's own."""
        return cls(laid_over(rulebook, translation), names)

    @property
    def language(self) -> str:
        """Return the language's code."""
        return self.rulebook.language

    def sentence(self, message: Message) -> str:
        """Return a message as a sentence; its code where a rulebook lacks it.

        A missing sentence must not stop an evening; a test finds it instead.
        """
        try:
            return self.rulebook.say(message, self.names)
        except RulebookError:
            return message.code

    def said(self, message: Message) -> Json:
        """Return a message with its sentence and the clause behind it."""
        return {"code": message.code, "text": self.sentence(message), **self.clause(message.clause)}

    def all_said(self, messages: Iterable[Message]) -> list[Json]:
        """Return several messages as `said` does."""
        return [self.said(message) for message in messages]

    def spoken(self, value: Any) -> Any:
        """Return plain values with every message in them said."""
        if isinstance(value, Message):
            return self.said(value)
        if isinstance(value, Mapping):
            return {key: self.spoken(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.spoken(inner) for inner in value]
        return value

    def clause(self, clause: str) -> Json:
        """Return a clause's id and its text, both "" where there is none."""
        return {"clause": clause, "rule": self.rulebook.clauses.get(clause, "")}

    def word(self, code: str) -> str:
        """Return a word of the rulebook or of the web, the code itself where none is."""
        return self.rulebook.words.get(code, code)

    def name(self, seat: Seat) -> str:
        """Return who sits there."""
        return self.names.get(seat, seat)

    def card(self, face: Face) -> Json:
        """Return a card: its face and its name; a card that is not known is a back."""
        if face in (UNKNOWN, BACK):
            return {"face": BACK, "name": self.word("card_back")}
        return {"face": face, "name": self.rulebook.face(face)}

    def cards(self, faces: Iterable[Face]) -> list[Json]:
        """Return several cards."""
        return [self.card(face) for face in faces]

    def pile(self, zone: Zone, pile: Pile) -> Json:
        """Return a pile: face-up cards from bottom to top, and how many lie face down."""
        return {
            "zone": zone,
            "name": self.word(zone),
            "cards": self.cards(pile.face_up),
            "down": pile.face_down,
            "angle": pile.angle_deg,
            "towards": self._aimed_at(pile.towards),
        }

    def _aimed_at(self, seat: Seat | None) -> Json | None:
        """Return whom a pointer points at, if that is a player."""
        return {"seat": seat, "name": self.name(seat)} if seat and seat in self.names else None

    def choice(self, choice: Choice) -> Json:
        """Return an act as steps to tap."""
        steps = [self._step(step, value) for step, value in choice.path]
        return {"notation": choice.notation, "steps": steps}

    def choices(self, choices: Iterable[Choice]) -> list[Json]:
        """Return several acts."""
        return [self.choice(choice) for choice in choices]

    def _step(self, step: str, value: str) -> Json:
        found: Json = {"step": step, "label": self.rulebook.steps.get(step, step), "value": value}
        if Seat(value) in self.names:
            return {**found, "text": self.name(Seat(value)), "seat": value}
        if value in self.rulebook.faces and step != "verb":
            return {**found, "text": self.rulebook.face(Face(value)), "face": value}
        return {**found, "text": self.word(value)}
