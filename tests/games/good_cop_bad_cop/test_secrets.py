"""What a viewer is shown depends on nothing that he may not know.

Two worlds are twins for a viewer when he has seen the same acts and the same cards in
both. Who has seen what is worked out here from the acts, not from the engine's ledger.
"""

from dataclasses import replace
from random import Random

import pytest

from companion.cards import UNKNOWN, Face, Seat
from companion.game import TABLE, Setup
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    PRIVATE,
    Choose,
    Hold,
    Investigate,
    Pass,
    Saw,
)
from companion.games.good_cop_bad_cop.candidates import tellings
from companion.games.good_cop_bad_cop.faults import faults
from companion.games.good_cop_bad_cop.state import State
from companion.games.good_cop_bad_cop.views import shown_face
from companion.record import take_back


def exchanged(deal, viewer, rng):
    """Exchange two hidden cards of the deal that are not the viewer's own."""
    changed = {place: list(faces) for place, faces in deal.items()}
    kinds = [
        [p for p in changed if "equipment" not in p and p != viewer],
        [p for p in changed if "equipment" in p and p != f"{viewer}.equipment"],
    ]
    spots = [(p, n) for p in rng.choice(kinds) for n in range(len(changed[p]))]
    (one, at), (other, there) = rng.sample(spots, 2)
    changed[one][at], changed[other][there] = changed[other][there], changed[one][at]
    return {place: tuple(faces) for place, faces in changed.items()}


def eyes(state: State, viewer: str, action=None) -> tuple:
    """Return the faces the viewer sees: his own cards, open cards, what he looks at now."""
    cards = []
    for owner, place, card in state.located():
        looks = isinstance(action, Investigate | Choose) and action.seat == viewer
        chosen = looks and (action.target, action.place) == (owner, place)
        polygraph = state.due and state.due.about in ("polygraph", "blackmail")
        sees_all = isinstance(action, Choose) and polygraph and viewer != TABLE
        if owner == viewer or card.up or chosen or sees_all:
            cards.append((owner, place, card.face))
    own = state.player(Seat(viewer)).equipment if viewer in state.table.seats else ()
    return tuple(cards), own


def twin(game, setup, acts, viewer, rng):
    """Replay the acts on another deal; None where the viewer would notice, or it can't be."""
    first = game.setup(setup)
    try:
        other = game.setup(replace(setup, deal=exchanged(setup.deal, viewer, rng)))
    except ValueError:
        return None
    one, pairs = first, [(first, other)]
    for action in acts:
        same = game.seen_by(one, action, viewer)
        answer = game.forced(other) or action
        if game.violations(other, answer) or game.seen_by(other, answer, viewer) != same:
            return None
        if eyes(one, viewer, action) != eyes(other, viewer, answer):
            return None
        one, other = game.apply(one, action), game.apply(other, answer)
        if eyes(one, viewer) != eyes(other, viewer):
            return None
        pairs.append((one, other))
    return pairs if any(a != b for a, b in pairs) else None


def twins(game, random_game, seed):
    """Yield a viewer with twin worlds, for games of one seed."""
    rng = Random(seed)
    states, acts = random_game(seed, most=rng.randint(4, 40))
    table, first = states[0].table, states[0]
    deal = {
        **{seat: tuple(c.face for c in player.cards) for seat, player in first.seated()},
        **{f"{seat}.equipment": player.equipment for seat, player in first.seated()},
        "equipment": first.stock,
        "removed": tuple(card.face for card in first.removed),
    }
    rules = rules_of(table)
    setup = Setup(table.seats, first.turn, rules, table.logged, deal)
    assert game.setup(setup) == first
    for viewer in (TABLE, *table.seats):
        for _ in range(3):
            pairs = twin(game, setup, acts, viewer, rng)
            if pairs:
                yield viewer, pairs


def rules_of(table) -> dict[str, str]:
    return {
        "edition": table.edition.value,
        "guns": str(table.guns) if table.guns <= 4 else "usual",
        "windows": "all" if table.all_windows else "shots",
        "void_shot": "again" if table.again else "used_up",
        "own_cards": "shown" if table.own_cards else "hidden",
        "notes": "on" if table.notes else "off",
    }


@pytest.mark.parametrize("seed", range(12))
def test_twin_worlds_look_alike(game, random_game, seed) -> None:
    for viewer, pairs in twins(game, random_game, seed):
        for one, other in pairs[::3] + pairs[-1:]:
            assert game.view(one, viewer) == game.view(other, viewer)
            assert game.layout(one) == game.layout(other)
            assert game.corrections(one) == game.corrections(other)
            assert tuple(game.candidates(one)) == tuple(game.candidates(other))


def test_there_are_twins_to_compare(game, random_game) -> None:
    found = [viewer for seed in range(6) for viewer, _ in twins(game, random_game, seed)]

    assert len(found) >= 20
    assert TABLE in found


def test_a_planted_leak_would_show(game, random_game) -> None:
    """The check sees a view that depends on hidden cards: it is no check that sees nothing."""

    def leaky(state: State, viewer: str):
        return [c.face for owner, _, c in state.located() if owner != viewer][:3]

    differing = [
        1
        for seed in range(6)
        for viewer, pairs in twins(game, random_game, seed)
        if leaky(pairs[0][0], viewer) != leaky(pairs[0][1], viewer)
    ]

    assert differing


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
