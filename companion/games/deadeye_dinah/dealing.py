"""Beginning a campaign: the first state, and random deals for simulation and tests.

The deal may hold `boss`, the boss of the first job ("mabel.boss"), and `stack`, the other
seven job cards, top first ("otis.kit"). A table tells neither: the player chooses his
boss, and his phone is told how the cards lie.
"""

from collections.abc import Mapping
from random import Random

from companion.cards import Face
from companion.game import OtherCards, Setup, SetupError
from companion.games.deadeye_dinah.actions import Hunt, Stack
from companion.games.deadeye_dinah.cards import LEGEND, CardId, JobDeck, Side
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.state import State
from companion.games.deadeye_dinah.steps import carried_out
from companion.games.deadeye_dinah.surroundings import fan_zone
from companion.layout import Zone

#: The one rule a record may carry: the fingerprint of the deck it was played with.
DECK_RULE = "deck"


def first_state(deck: JobDeck, setup: Setup) -> State:
    """Return the campaign as it begins; raise SetupError where it cannot be."""
    if len(setup.seats) != 1 or setup.first not in setup.seats:
        raise SetupError("Deadeye Dinah is for one player; take one seat and let it begin")
    _check_rules(deck, setup.rules)
    strange = setup.deal.keys() - {"boss", "stack"}
    if strange:
        raise SetupError(f"deal: no place {', '.join(sorted(strange))}; places: boss, stack")
    state = State(deck, setup.first)
    if "boss" in setup.deal:
        state = _hunting(state, _ids(setup.deal["boss"], ".boss"))
    if "stack" in setup.deal:
        state = _stacked(state, _ids(setup.deal["stack"], f".{Side.KIT.value}"))
    return state


def dealt(deck: JobDeck, setup: Setup) -> Mapping[Zone, tuple[Face, ...]]:
    """Return the fan that the player checks at the set-up: every card spread out."""
    if "stack" not in setup.deal:
        return {}
    [boss], stack = setup.deal["boss"], setup.deal["stack"]
    kit = deck.by_id[CardId(boss.removesuffix(".boss"))].boss.kit
    return {fan_zone(setup.first): (LEGEND, *stack[:kit], boss, *stack[kit:])}


def shuffled(deck: JobDeck, rng: Random) -> Mapping[str, tuple[Face, ...]]:
    """Return a random boss and a random order of the other cards, the first one as ruled."""
    boss = rng.choice(deck.jobs)
    first = deck.by_item[boss.boss.starts_with]
    others = [job for job in deck.jobs if job not in (boss, first)]
    rng.shuffle(others)
    return {
        "boss": (boss.boss_face,),
        "stack": tuple(job.face(Side.KIT) for job in (first, *others)),
    }


def _check_rules(deck: JobDeck, rules: Mapping[str, str]) -> None:
    for name, value in rules.items():
        if name != DECK_RULE:
            raise SetupError(f"house rule {name!r} is unknown; known: {DECK_RULE}")
        if value != deck.fingerprint:
            raise OtherCards(
                f"this campaign was begun with another deck ({value}); the cards here are "
                f"{deck.name!r} ({deck.fingerprint}): load the deck it was begun with"
            )


def _hunting(state: State, boss: tuple[CardId, ...]) -> State:
    if len(boss) != 1:
        raise SetupError("deal: boss is one card; write e.g. boss=mabel.boss")
    return _done(state, Hunt(state.seat, boss[0]))


def _stacked(state: State, stack: tuple[CardId, ...]) -> State:
    if state.hunting is None:
        raise SetupError("deal: a stack needs its boss; write e.g. boss=mabel.boss")
    return _done(state, Stack(state.seat, stack))


def _done(state: State, action: Hunt | Stack) -> State:
    found = violations(state, action)
    if found:
        reasons = "; ".join(f"{v.code} {dict(v.facts)}" for v in found)
        raise SetupError(f"deal: {action}: {reasons}")
    return carried_out(state, action)


def _ids(faces: tuple[Face, ...], ending: str) -> tuple[CardId, ...]:
    return tuple(CardId(face.removesuffix(ending)) for face in faces)


def prompt_facts(state: State) -> tuple[tuple[str, str], ...]:
    """Return what the set-up of the chosen job needs: boss, first card, kit number."""
    assert state.hunting is not None
    boss = state.deck.by_id[state.hunting].boss
    first = state.deck.by_item[boss.starts_with]
    return (
        ("seat", state.seat),
        ("face", state.deck.by_id[state.hunting].boss_face),
        ("other", first.face(Side.KIT)),
        ("item", boss.starts_with.value),
        ("number", str(boss.kit)),
    )
