"""Whatever is declared, corrected and taken back, the belief keeps its footing."""

from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.cards import Seat
from companion.game import TABLE, Correction, NotationError, Setup, TakenBack
from companion.games.deadlock_city.candidates import tellings
from companion.games.deadlock_city.cards import FACES


def some_step(game, states, rng: Random):
    """Return what might be said to a table that knows no card, true or not."""
    state, luck = states[-1], rng.random()
    if luck < 0.08 and len(states) > 1:
        return TakenBack(rng.randint(1, min(4, len(states) - 1)))
    # A hand that is about to be put down or drawn anew is no hand to correct.
    if luck < 0.12 and {prompt.code for prompt in game.prompts(state)} <= {"ask_draw", "ask_play"}:
        known = rng.choice(game.corrections(state))
        faces = " ".join(rng.choices([*FACES, "?"], k=rng.randint(1, 2)))
        return Correction(known.field, rng.choice([known.value, faces, "yes", "no", "none"]))
    if luck < 0.2:
        seat = rng.choice(state.table.seats)
        told = [hand for hand in tellings(state, seat) if not game.violations(state, hand)]
        return rng.choice(told) if told else None
    legal = game.legal(state)
    return game.forced(state) or (rng.choice(legal) if legal else None)


def happens(game, states, step) -> bool:
    """Let the step happen if the rules and the host's fields allow it."""
    try:
        if isinstance(step, TakenBack):
            del states[-step.steps :]
        elif isinstance(step, Correction):
            states.append(game.correct(states[-1], step))
        else:
            states.append(game.apply(states[-1], step))
    except NotationError:
        return False
    return True


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
@given(st.integers(2, 5), st.integers(0, 2**32))
def test_lies_corrections_and_undo_in_any_order(game, count, seed) -> None:
    rng = Random(seed)
    seats = tuple(Seat(f"p{place}") for place in range(1, count + 1))
    setup = Setup(seats, seats[0], {"deduction_help": "on"}, frozenset(seats))
    states, beliefs = [game.setup(setup)], [game.belief(setup, v) for v in (TABLE, seats[0])]
    for _ in range(60):
        step = some_step(game, states, rng)
        if step is None or not happens(game, states, step):
            continue
        beliefs = [belief.after(step) for belief in beliefs]
        for belief in beliefs:
            assert belief.deals() > 0
            for seat in seats:
                cards = len(states[-1].player(seat).hand)
                chances = [belief.probability(seat, face) for face in FACES]

                assert {f for f, p in zip(FACES, chances, strict=True) if p} == belief.possible(
                    seat
                )
                assert 0 <= min(chances) <= max(chances) <= 1
                assert sum(chances) == cards if cards < 2 else sum(chances) <= Fraction(cards)
            assert all(set(proof.accused) <= set(seats) for proof in belief.proofs())
            belief.hints()
