"""What has to happen now, in words for one reader: what several are asked is said once."""

from dataclasses import replace

from companion.cards import Seat
from companion.game import Prompt
from companion.snapshot import Snapshot
from web.words import Json, Words

#: Stands for all seats at once.
EVERYONE = Seat("everyone")


def what_now(own: Snapshot, words: Words, seat: Seat | None) -> list[Json]:
    """Return what has to happen, this reader's own part first; never empty.

    What several are asked alike is said once: to a reader who is among them, as his own.
    """
    prompts = own.view.prompts if own.view and not own.void else ()
    found: dict[object, list[Prompt]] = {}
    for prompt in sorted(prompts, key=lambda one: seat is None or one.seat != seat):
        found.setdefault(_asked(prompt), []).append(prompt)
    together = list(found.values()) or [[Prompt(_idle_code(own))]]
    return [_prompt(alike, words, seat) for alike in together]


def _asked(prompt: Prompt) -> object:
    """Return what is asked, whoever is asked it."""
    facts = tuple(fact for fact in prompt.facts if fact != ("seat", prompt.seat))
    return prompt.code, facts, prompt.clause


def _idle_code(own: Snapshot) -> str:
    if own.stage == "lobby":
        return "waiting_for_players" if len(own.seats) < own.fewest else "waiting_for_deal"
    if own.void:
        return "game_is_void"
    return "game_over" if own.stage == "over" else "nothing_due"


def _prompt(alike: list[Prompt], words: Words, seat: Seat | None) -> Json:
    """Return what one player or several have to do; `seats` are all of them, the reader first."""
    first, seats = alike[0], [prompt.seat for prompt in alike if prompt.seat is not None]
    mine = seat is not None and first.seat == seat
    alone = mine or len(seats) < 2
    said = words.said(first) if alone else _said_to_all(first, seats, words)
    return {**said, "seat": first.seat, "seats": seats, "mine": mine}


def _said_to_all(first: Prompt, seats: list[Seat], words: Words) -> Json:
    """Say a prompt to all these seats, by name unless they are everyone."""
    listed = EVERYONE if set(seats) == set(words.names) else " ".join(seats)
    facts = tuple((name, listed if name == "seat" else value) for name, value in first.facts)
    names = {**words.names, EVERYONE: words.word(EVERYONE)}
    return replace(words, names=names).said(replace(first, facts=facts))
