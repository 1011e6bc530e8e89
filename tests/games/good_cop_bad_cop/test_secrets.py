"""What a player tells his phone, and whether he still thinks, leaves no trace elsewhere.

That nothing a viewer is shown depends on cards he may not know is checked on twin worlds,
as `marshal bench leaks` does, in tests/companion/bench/test_cop_leaks.py.
"""

import pytest

from companion.cards import UNKNOWN, Face, Seat
from companion.game import TABLE, Correction
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    PRIVATE,
    Hold,
    Pass,
    Saw,
)
from companion.games.good_cop_bad_cop.candidates import tellings
from companion.games.good_cop_bad_cop.faults import faults
from companion.games.good_cop_bad_cop.state import State
from companion.games.good_cop_bad_cop.views import shown_face
from companion.record import take_back


@pytest.mark.parametrize("seed", range(8))
def test_what_others_tell_their_phones_leaves_no_trace(game, random_game, seed) -> None:
    for state in random_game(seed, most=40)[0][::10]:
        blank = unmarked(state)
        for seat in state.table.seats:
            for telling in [*tellings(blank, seat)][::37]:
                if faults(blank, telling):
                    continue
                after = game.apply(blank, telling)
                for viewer in (TABLE, *state.table.seats):
                    if viewer != seat:
                        assert game.seen_by(blank, telling, viewer) is None
                        assert game.told(blank, telling, viewer) is None
                        assert game.view(after, viewer) == game.view(blank, viewer)
                        assert game.forced(after) == game.forced(blank)
                assert game.knowledge(after) == game.knowledge(blank)


def unmarked(state: State) -> State:
    """Return the state of a table that knows no hidden card."""
    for owner, place, card in tuple(state.located()):
        if not card.up:
            state = state.with_card(owner, place, face=UNKNOWN, marked=False, told=())
    for seat, player in state.seated():
        hidden = (UNKNOWN,) * len(player.equipment)
        state = state.with_player(seat, equipment=hidden)
    return state


@pytest.mark.parametrize("seed", range(8))
def test_who_has_passed_shows_nowhere(game, random_game, seed) -> None:
    for state in random_game(seed, most=80, windows="all")[0]:
        passes = [act for act in game.candidates(state) if isinstance(act, Pass)]
        legal = [act for act in passes if not game.violations(state, act)]
        if len(legal) < 2:
            continue
        after = game.apply(state, legal[0])

        assert tuple(game.candidates(after)) == tuple(game.candidates(state))
        for viewer in (TABLE, *state.table.seats):
            if viewer != legal[0].seat:
                assert game.view(after, viewer) == game.view(state, viewer)
        (again,) = game.violations(after, legal[0])
        assert again.secret_of == legal[0].seat


@pytest.mark.parametrize("seed", range(6))
def test_no_act_of_others_names_a_hidden_card(game, random_game, seed) -> None:
    states, acts = random_game(seed)
    for state, action in zip(states, acts, strict=False):
        for viewer in (TABLE, *state.table.seats):
            text = game.seen_by(state, action, viewer)
            if viewer != action.seat and " returns" in str(action):
                assert text == f"{action.seat} returns"
            if viewer != action.seat and " mixes" in str(action):
                assert text == f"{action.seat} mixes"
            assert (text is None) == (isinstance(action, PRIVATE) and viewer != action.seat)


def test_a_phone_shows_own_and_seen_cards_only(game, start, play) -> None:
    state = play(start(), "p1 investigates p2 left\n*")

    assert game.view(state, "p1").seats[1].hand[:3] == ("kingpin", UNKNOWN, UNKNOWN)
    assert game.view(state, "p3").seats[1].hand[:3] == (UNKNOWN,) * 3
    assert game.view(state, TABLE).seats[0].hand[:3] == (UNKNOWN,) * 3
    assert game.view(state, "p1").seats[0].hand[:3] == ("agent", "honest", "crooked")


def test_house_rules_let_a_phone_forget(game, start, play) -> None:
    rules = {"own_cards": "hidden", "notes": "off"}
    state = start(rules=rules)

    assert game.view(state, "p1").seats[0].hand[:3] == ("agent", "honest", "crooked")

    state = play(state, "p1 investigates p2 left\n*")

    assert game.view(state, "p1").seats[1].hand[:3] == (UNKNOWN,) * 3
    assert game.view(state, "p1").seats[0].hand[:3] == (UNKNOWN,) * 3


def test_two_agents_are_found_and_nobody_is_named(game, start, play) -> None:
    state = start(dealt={}, logged=("p1", "p2"))
    state = play(state, "p1 holds agent honest honest\np2 holds crooked agent honest")

    assert "words_disagree" not in codes(game, state, TABLE)

    state = play(state, "p1 equips\np1 returns")

    for viewer in (TABLE, *state.table.seats):
        (note,) = [n for n in game.view(state, viewer).notes if n.code == "words_disagree"]
        assert note.facts == ()
    assert "words_disagree" not in codes(
        game, play(state, "p2 holds crooked honest honest\np2 equips\np2 returns"), TABLE
    )


def test_who_tells_a_phone_a_lie_to_find_out_another_word_is_named_at_the_end(
    game, start, play
) -> None:
    told = "p2 holds agent honest crooked\np1 holds agent honest honest\np1 equips\np1 returns\n"
    state = play(start(dealt={}, logged=("p1", "p2")), told + "p1 holds crooked honest honest")
    ended = game.correct(state, Correction("p2.integrity", "agent ? ?"))
    ended = game.correct(ended, Correction("p2.out", "yes"))
    rest = "p3 reveals honest honest crooked\np4 reveals kingpin crooked crooked"
    ended = play(ended, f"p1 reveals crooked honest honest\np2 reveals honest crooked\n{rest}")
    lies = [dict(n.facts) for n in game.view(ended, TABLE).notes if n.code == "told_wrong"]

    assert "told_wrong" not in codes(game, state, TABLE)
    assert lies == [{"seat": "p1", "face": "agent", "other": "crooked"}]


def test_two_words_on_one_card_disagree(game, start, play) -> None:
    state = play(start(dealt={}), "p1 investigates p2 left\n*")
    state = play(state, "p1 saw p2 left agent\np2 holds honest honest honest\np2 arms")

    assert "words_disagree" in codes(game, state, TABLE)


def codes(game, state: State, viewer: str) -> list[str]:
    return [note.code for note in game.view(state, viewer).notes]


def test_the_final_reveal_is_checked_against_what_was_told(game, start, play) -> None:
    state = start(dealt={}, logged=("p1",))
    state = play(state, "p1 holds agent honest crooked\np1 arms\np1 flips left honest\np1 aims p2")

    assert "told_wrong" not in codes(game, state, TABLE)

    state = play(state, "p2 equips\np2 returns\np3 equips\np3 returns\np4 equips\np4 returns")
    state = play(state, "p1 shoots p2\n*\np2 reveals kingpin honest crooked\np2 returns")
    state = play(state, "p2 arms\np2 aims p3\np3 equips\np3 returns\np4 equips\np4 returns")
    state = play(state, "p1 arms\np1 flips middle honest\np1 aims p2")
    state = play(state, "p2 equips\np2 returns\np2 aims p3\np3 equips\np3 returns")
    state = play(state, "p4 equips\np4 returns\np1 shoots p2\n*\np1 reveals crooked")
    state = play(state, "p3 reveals honest honest agent\np4 reveals crooked crooked crooked")

    told = [n for n in game.view(state, TABLE).notes if n.code == "told_wrong"]
    assert [dict(n.facts) for n in told] == [{"seat": "p1", "face": "agent", "other": "honest"}]
    assert game.outcome(state).winners == ("p1", "p3")


def test_undo_makes_nobody_forget(game, start, play) -> None:
    states = [start(dealt={})]
    for line in ("p1 arms", "p1 flips left agent"):
        states.append(play(states[-1], line))
    take_back(game, states, 1)

    card = states[-1].player(Seat("p1")).card(PLACES[0])
    assert not card.up
    for seat in states[-1].table.seats:
        assert shown_face(states[-1], Seat("p1"), card, seat) == Face("agent")


def test_telling_frees_an_undo_as_before(game, start, play) -> None:
    """Whether a step may be taken back freely does not depend on what phones were told."""
    state = start(dealt={})
    after = play(play(state, "p1 arms"), "p2 holds agent honest honest")

    assert game.knowledge(after) == game.knowledge(state)


def test_messages_of_private_acts_reach_their_own_phone(game, start) -> None:
    state = start(dealt={})
    hold, saw = Hold(Seat("p1"), (Face("agent"),) * 3), Saw(Seat("p1"), Seat("p2"), "left", "agent")

    assert game.told(state, hold, "p1").code == "did_hold"
    assert game.told(state, saw, "p1").code == "did_see"
    assert game.told(state, saw, "p2") is None
