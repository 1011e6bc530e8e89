"""Questions of the player's own page: what would this come to, what to do, what is this fan.

    preview   notation          what an act would do, and every reason against it
    why       notation          what an act does to the job: won, winnable or lost, and why
    hint      strength 1 2 3    whether it can be won, what to aim at, what to play
    ways                        every kind of way out, and what each costs
    read      fan               the set-up that a fan shows, or what is wrong with it and
                                what could be read all the same

Answers are plain values and messages. They rest on the player's own cards, so nobody else
is answered.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.cards import Face
from companion.game import IllegalAction, NotationError, Viewer
from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Play, Played, Ride, parse
from companion.games.deadeye_dinah.choosing import candidates
from companion.games.deadeye_dinah.fanned import order_read, read_fan
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.hints import Strength, hint, why
from companion.games.deadeye_dinah.numbers import members
from companion.games.deadeye_dinah.preview import Preview, preview
from companion.games.deadeye_dinah.state import State

Question = Mapping[str, Any]
Answer = Mapping[str, Any]

#: A fan of more cards than this is no question; nine are right.
MOST_CARDS = 30


def answer(state: State, viewer: Viewer, question: Question) -> Answer:
    """Return the answer to the player's question.

    Raises NotationError for a question that is none, and for one by anyone else.
    """
    ask = question.get("ask")
    if viewer != state.seat or ask not in _ANSWERS:
        known = ", ".join(_ANSWERS)
        raise NotationError(f"{viewer} asks {ask!r}; the player may ask {known}")
    return _ANSWERS[str(ask)](state, question)


def _preview(state: State, question: Question) -> Answer:
    act = _act(question)
    seen, faults = preview(state, act), violations(state, act)
    shown = _shown(seen) if isinstance(seen, Preview) else None
    return {"legal": not faults, "reasons": list(faults), "shown": shown}


def _shown(seen: Preview) -> Answer:
    cards = [
        {"card": card.card, "bullets": list(members(card.bullets)), "hat": card.hat}
        for card in seen.cards
    ]
    outlaws = [{"numbers": list(members(o.numbers)), "hearts": o.hearts} for o in seen.outlaws]
    return {
        "overcome": seen.overcome,
        "cards": cards,
        "outlaws": outlaws,
        "ignored": sorted(seen.ignored),
        "fallen": sorted(seen.fallen),
        "shot": sorted(seen.shot),
        "lost": sorted(seen.lost),
        "turned": sorted(seen.turned),
        "rescuable": sorted(seen.rescuable),
    }


def _why(state: State, question: Question) -> Answer:
    try:
        return {"message": why(state, _act(question))}
    except IllegalAction as error:
        return {"message": error.violations[0]}


def _hint(state: State, question: Question) -> Answer:
    strength = question.get("strength")
    if strength not in list(Strength):
        raise NotationError(f"hint: {strength!r} is no strength; ask for 1, 2 or 3")
    found = hint(state, Strength(strength))
    return {"message": found.message, "act": _told(found.act) if found.act else None}


def _ways(state: State, question: Question) -> Answer:
    return {"ways": list(_ways_out(state))}


def _ways_out(state: State) -> Iterator[Answer]:
    for act in candidates(state) if state.job else ():
        if isinstance(act, Play | Pay | Escape | Ride):
            seen = preview(state, act)
            lost = sorted(seen.lost) if isinstance(seen, Preview) else []
            yield {"act": _told(act), "lost": lost}


def _told(act: Act) -> Answer:
    """Return an act with its parts, so that a page can show and change it."""
    return {"notation": str(act), "verb": act.path()[0][1], **_parts(act)}


def _parts(act: Act) -> Answer:
    match act:
        case Play(_, cards, cover, ignores, rescues):
            played = [_played(card) for card in cards]
            named = [{"source": source, "place": place} for source, place in ignores]
            return {"cards": played, "cover": cover, "ignores": named, "rescues": rescues}
        case Escape(_, loses, rescues):
            return {"loses": list(loses), "rescues": rescues}
        case Pay(_, card, rescues):
            return {"card": card, "rescues": rescues}
        case Ride(_, card):
            return {"card": card}
    return {}


def _played(played: Played) -> Answer:
    return {
        "card": played.card,
        "item": played.as_item,
        "outlaws": list(played.outlaws),
        "on": played.on,
        "by": played.by,
        "widen": list(played.widen) if played.widen else None,
    }


def _read(state: State, question: Question) -> Answer:
    fan = question.get("fan")
    if not isinstance(fan, list) or not all(isinstance(face, str) for face in fan):
        raise NotationError("read: give the fan as a list of faces, left to right")
    faces = tuple(Face(face) for face in fan[:MOST_CARDS])
    reading = read_fan(state, faces)
    return {
        "cards": list(reading.act.cards) if reading.act else [],
        "order": list(order_read(state, faces)),
        "problems": list(reading.problems),
    }


def _act(question: Question) -> Act:
    return parse(str(question.get("notation", "")))


_ANSWERS: Mapping[str, Callable[[State, Question], Answer]] = {
    "preview": _preview,
    "why": _why,
    "hint": _hint,
    "ways": _ways,
    "read": _read,
}
