"""What one viewer may know of a state, built field by field: the only way out.

Everyone may know the boss, the scene that is faced, how many cards are where, and what
was captured. Which cards are in hand and how the scenes lie is the player's own affair.
"""

from collections.abc import Iterable, Iterator

from companion.cards import UNKNOWN, Face
from companion.game import Choice, Message, Outcome, Prompt, SeatView, View, Viewer
from companion.games.deadeye_dinah.actions import Act
from companion.games.deadeye_dinah.campaign import campaign
from companion.games.deadeye_dinah.cards import LEGEND
from companion.games.deadeye_dinah.dealing import prompt_facts
from companion.games.deadeye_dinah.resolution import kind_of
from companion.games.deadeye_dinah.sheet import sheet
from companion.games.deadeye_dinah.state import State, Step
from companion.games.deadeye_dinah.surroundings import (
    face,
    fan,
    fan_zone,
    open_to_all,
)
from companion.layout import Pile, Zone

GAME_NAME = "deadeye_dinah"


def view(state: State, viewer: Viewer, legal: Iterable[Act], result: Outcome | None) -> View:
    """Return what the player may know, or anyone else."""
    own = viewer == state.seat
    return View(
        game=GAME_NAME,
        viewer=viewer,
        phase=state.step.value,
        seats=(_seat_view(state, own),),
        common=(),
        prompts=prompts(state),
        notes=(*_public_notes(state), *(_own_notes(state) if own else ())),
        choices=tuple(Choice(str(act), act.path()) for act in legal) if own else (),
        outcome=result,
        sheet=sheet(state) if own else {"campaign": campaign(state)},
    )


def _seat_view(state: State, own: bool) -> SeatView:
    job = state.job
    marks = () if state.step is Step.OVER else ("active",)
    if job is None:
        return SeatView(state.seat, (), (), marks)
    held = (*job.kit, *job.lucky)
    hand: tuple[Face, ...] = tuple(face(state, h) if own else UNKNOWN for h in held)
    return SeatView(state.seat, hand, tuple(_piles(state, own)), marks)


def _piles(state: State, own: bool) -> Iterator[tuple[Zone, Pile]]:
    assert state.job is not None
    seen = fan(state, state.job) if own else (LEGEND, *open_to_all(state, state.job))
    yield fan_zone(state.seat), Pile(seen)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what has to happen now, in public terms."""
    facts = (("seat", str(state.seat)),)
    if state.step is Step.HUNT:
        return (Prompt("ask_hunt", facts, "DD-01", state.seat),)
    if state.step is Step.STACK:
        return (Prompt("ask_stack", prompt_facts(state), "DD-01", state.seat),)
    if state.job is None:
        return ()
    kind = kind_of(state.job)
    clause = {"peril": "DD-43", "shootout": "DD-07", "duel": "DD-36"}[kind.value]
    return (Prompt(f"ask_{kind.value}", (*facts, _faced(state)), clause, state.seat),)


def _faced(state: State) -> tuple[str, str]:
    assert state.job is not None
    return ("card", str(state.job.scene if state.job.scenes else state.job.boss))


def _public_notes(state: State) -> Iterator[Message]:
    if state.last:
        yield state.last
    captured = " ".join(state.deck.by_id[card].boss_face for card in state.captured)
    if captured:
        yield Message("captured_so_far", (("face", captured),))
    yield Message("reputation", (("number", str(state.reputation)),), "DD-40")
    if state.job:
        sizes = {
            "kit": len(state.job.kit),
            "lucky": len(state.job.lucky),
            "scenes": len(state.job.scenes),
            "lost": len(state.job.lost),
        }
        yield Message("cards_left", tuple((name, str(size)) for name, size in sizes.items()))


def _own_notes(state: State) -> Iterator[Message]:
    job = state.job
    if job is None:
        return
    if job.lucky:
        lucky = " ".join(face(state, held) for held in job.lucky)
        yield Message("your_lucky", (("face", lucky),), "DD-32")
    if job.resting:
        yield Message("horse_resting", (("face", face(state, job.hand[job.resting])),), "DD-23")
    if job.scenes[1:]:
        coming = " ".join(f"{card}.kit" for card in job.scenes[1:])
        yield Message("scenes_coming", (("face", coming),))
