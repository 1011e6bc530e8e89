"""Corrections: the host's word that a part of the state is now thus.

    cards = mabel.kit otis.scrap | ruth.scrap | vera wanda | ezra ida
    captured = mabel otis       in the order of their capture; `none` for nobody

`cards` says where the seven cards besides the boss are: kit, lucky, scenes (top first)
and lost, with bars between. They belong together, since every card is always somewhere.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.cards import UNKNOWN, Face
from companion.game import Correction, NotationError
from companion.games.deadeye_dinah.cards import LEGEND, CardId, Side, card_of
from companion.games.deadeye_dinah.state import Held, Job, State, Step
from companion.games.deadeye_dinah.surroundings import fan_zone, layout
from companion.layout import Layout

NOTHING = "none"
_BAR = " | "


def corrections(state: State) -> tuple[Correction, ...]:
    """Return the fields with their values; cards in hand and the stack print as "?"."""
    captured = Correction("captured", " ".join(state.captured) or NOTHING)
    if state.job is None:
        return (captured,)
    job = state.job
    sizes = [len(part) for part in (job.kit, job.lucky, job.scenes, job.lost)]
    hidden = _BAR.join(" ".join([UNKNOWN] * size) for size in sizes)
    return (Correction("cards", hidden), captured)


def correct(state: State, correction: Correction) -> State:
    """Return the corrected state; raise NotationError where it makes no sense."""
    if correction.field == "captured":
        return _captured(state, correction)
    if correction.field == "cards" and state.job:
        return _cards(state, state.job, correction)
    known = ", ".join(known.field for known in corrections(state))
    raise _refused(correction, f"no such field now; known: {known}")


def _captured(state: State, correction: Correction) -> State:
    words = [] if correction.value.strip() == NOTHING else correction.value.split()
    captured = tuple(CardId(word) for word in words)
    for card in captured:
        if card not in state.deck.by_id:
            raise _refused(correction, f"{card!r} is no boss; choose {' '.join(state.deck.by_id)}")
    if len(set(captured)) < len(captured) or state.hunting in captured:
        raise _refused(correction, "each boss once, and not the one who is hunted")
    everyone = len(captured) == len(state.deck.jobs)
    step = Step.OVER if everyone else Step.HUNT if state.step is Step.OVER else state.step
    return replace(state, captured=captured, step=step, last=None)


def _cards(state: State, job: Job, correction: Correction) -> State:
    parts = [part.split() for part in correction.value.split("|")]
    if len(parts) != 4:
        raise _refused(correction, "write kit | lucky | scenes | lost, with three bars")
    kit, lucky = (tuple(_held(correction, word) for word in part) for part in parts[:2])
    scenes, lost = (tuple(CardId(word) for word in part) for part in parts[2:])
    counted = Counter([*(held.card for held in kit + lucky), *scenes, *lost])
    wanted = Counter(card for card in state.deck.by_id if card != job.boss)
    if counted != wanted:
        wrong = ", ".join(sorted({*(counted - wanted), *(wanted - counted)}))
        raise _refused(correction, f"name each card besides the boss once; look at {wrong}")
    if not kit:
        raise _refused(correction, "no kit card is left, so the job is failed; let him give up")
    resting = job.resting if any(h.card == job.resting for h in kit + lucky) else None
    changed = Job(job.terms, kit, scenes, lucky, lost, resting, job.used)
    return replace(state, job=changed, step=Step.SCENE if scenes else Step.DUEL)


def _held(correction: Correction, word: str) -> Held:
    card, _, side = word.partition(".")
    if side not in (Side.KIT.value, Side.SCRAP.value):
        raise _refused(correction, f"{word!r} has no side; write e.g. mabel.kit or mabel.scrap")
    return Held(CardId(card), Side(side))


def _refused(correction: Correction, remedy: str) -> NotationError:
    return NotationError(f"{correction}: {remedy}; nothing was changed")


def adopt(state: State, seen: Layout) -> tuple[Correction, ...]:
    """Return the correction that makes the record agree with the fan, if one does.

    Cards that are neither held nor scenes to come are lost. Where the fan cannot be a hand
    of this job, nothing is proposed.
    """
    fan = seen.get(fan_zone(state.seat))
    if state.job is None or fan is None or seen == layout(state):
        return ()
    value = _read(state, state.job, fan.face_up)
    if value is None:
        return ()
    correction = Correction("cards", value)
    try:
        changed = correct(state, correction)
    except NotationError:
        return ()
    return (correction,) if changed != state else ()


def _read(state: State, job: Job, fan: tuple[Face, ...]) -> str | None:
    boss = state.deck.by_id[job.boss].boss_face
    if fan.count(LEGEND) != 1 or fan.count(boss) != 1 or fan.index(LEGEND) > fan.index(boss):
        return None
    lucky, kit = fan[: fan.index(LEGEND)], fan[fan.index(LEGEND) + 1 : fan.index(boss)]
    scenes = tuple(_scenes_left(job, fan[fan.index(boss) + 1 :]))
    known = {card_of(f) for f in (*lucky, *kit)} | set(scenes)
    lost = [card for card in state.deck.by_id if card != job.boss and card not in known]
    parts = (kit, lucky, scenes, lost)
    return _BAR.join(" ".join(part) for part in parts)


def _scenes_left(job: Job, seen: tuple[Face, ...]) -> Iterator[CardId]:
    """Yield the scenes from the one seen on top; the order below it is as it was."""
    if len(seen) != 1:
        return
    top = card_of(seen[0])
    yield top
    if top in job.scenes:
        place = job.scenes.index(top)
        yield from job.scenes[place + 1 :]
