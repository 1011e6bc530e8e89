"""Mistakes that other game engines and table companions made; each row's right behaviour here.

The docstrings name the rows. What concerns games that are not on the shelf has no test.
"""

from collections.abc import Iterator
from random import Random

import pytest

from companion.cards import UNKNOWN, Face, Seat
from companion.commands import (
    AskAdopt,
    AskUndo,
    Consent,
    Correct,
    Deal,
    Declare,
    PutAway,
    Refused,
)
from companion.game import TABLE, Correction, Setup, TableError
from companion.games import game_named
from companion.games.deadlock_city.state import State
from companion.layout import EMPTY, Pile, Zone
from companion.record import Record, dump, parse, replay
from companion.table import AdoptTable, Press, Tick
from tests.companion.evening import P1, P2, P3, Evening, fan, hand
from tests.web.house import House, post
from vision.plan import plan_table
from vision.printing import card_image
from vision.reader import Reader
from vision.simulated.player import Player, crossed_deck
from vision.simulated.renderer import Renderer
from vision.simulated.scene import Scene

GAME = game_named("deadlock_city")


def deal(*hands: str, stock: str = "", **rules: str) -> State:
    seats = tuple(Seat(f"p{place}") for place in range(1, len(hands) + 1))
    places = {seat: (Face(held),) for seat, held in zip(seats, hands, strict=True) if held}
    places["stock"] = tuple(Face(face) for face in stock)
    return GAME.setup(Setup(seats, seats[0], rules, frozenset(), places))


def after(state: State, *acts: str) -> State:
    for act in acts:
        state = GAME.apply(state, GAME.parse(act))
    return state


def clauses(state: State, act: str) -> set[str]:
    return {violation.clause for violation in GAME.violations(state, GAME.parse(act))}


def with_deck_of_one(state: State) -> State:
    """Lay so many cards open that one is left to draw, and the hidden one."""
    for seat, pile in (("p1", "1 1 1 1 1 2 3 3"), ("p2", "4 4 5 5 6 6 7 0")):
        state = GAME.correct(state, Correction(f"{seat}.pile", pile))
    return state


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    yield found
    found.table.close()


# --- rules -------------------------------------------------------------------------------


def test_safety_lasts_until_ones_own_next_turn() -> None:
    """B-01, B-07: what counts is whether a player is safe, not that he can be."""
    state = after(deal("6", "3", "8", stock="5432"), "p1 draws", "p1 plays 6", "p2 draws")

    assert "DC-32" in clauses(state, "p2 plays 3 > p1")
    state = after(state, "p2 plays 3 > p3", "p2 looks 8", "p3 draws")
    assert "DC-32" in clauses(state, "p3 plays 3 > p1")
    assert after(state, "p3 plays 3 > p2", "p3 looks 5", "p1 draws").player(P1).protected is False


def test_a_guess_never_names_a_one() -> None:
    """B-01, B-02."""
    state = after(deal("1", "3", stock="5"), "p1 draws")

    assert clauses(state, "p1 plays 1 > p2 = 1") == {"DC-27"}


def test_a_two_may_be_used_on_oneself_and_must_be_when_all_others_are_safe() -> None:
    """B-01, B-05, B-07."""
    state = after(deal("6", "2", stock="534"), "p1 draws", "p1 plays 6", "p2 draws")

    assert clauses(state, "p2 plays 2 > p2") == set()
    assert clauses(state, "p2 plays 2 > p1") & {"DC-32", "DC-33"}


def test_with_the_deck_gone_the_hidden_card_is_drawn_and_nobody_is_left_without() -> None:
    """B-03."""
    state = with_deck_of_one(deal("2", "9"))
    state = after(state, "p1 draws", "p1 plays 2 > p2", "p2 drops 9", "p2 draws")

    assert (state.stock, state.hidden) == ((), ())
    assert len(state.player(P2).hand) == 1


def test_of_two_equal_cards_one_is_put_down_and_the_other_kept() -> None:
    """B-04, B-11, B-36: cards are told apart, never taken out by number."""
    state = after(deal("4", "3", stock="45"), "p1 draws", "p1 plays 4 > p2")

    assert state.player(P1).pile == ("4",)
    assert sorted(state.player(P1).hand + state.player(P2).hand) == ["3", "4"]


def test_a_tie_is_won_by_all_who_share_it() -> None:
    """B-06."""
    state = deal("6", "6", tie="shared")
    for seat, pile in (("p1", "1 1 1 1 1 2 3 3"), ("p2", "0 4 4 5 5 7 8")):
        state = GAME.correct(state, Correction(f"{seat}.pile", pile))
    draft = state.draft()
    draft.stock, draft.hidden = (Face("0"),), (Face("2"),)
    state = after(draft.frozen(), "p1 draws", "p1 plays 0", "p1 shows 6", "p2 shows 6")

    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (P1, P2)


def test_who_goes_out_lays_every_card_open() -> None:
    """B-07."""
    state = after(deal("8", "3", "4", stock="5"), "p1 draws", "p1 plays 8", "p1 shows 5")

    assert (state.player(P1).pile, state.player(P1).hand) == (("8", "5"), ())


def test_when_the_deck_is_gone_all_who_are_left_show_and_one_wins() -> None:
    """B-08."""
    state = with_deck_of_one(deal("8", "9", stock="2"))
    state = after(state, "p1 draws", "p1 plays 2 > p1", "p1 drops 8")

    assert state.player(P1).out
    state = after(state, *(["p1 shows 2"] if state.player(P1).hand else []))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (P2,)


def test_a_nought_is_a_card_like_any_other() -> None:
    """B-09: it can be guessed, dropped, shown, written down, read back, and counted."""
    state = after(deal("1", "0", stock="52"), "p1 draws", "p1 plays 1 > p2 = 0", "p2 hit")

    assert state.player(P2).out
    assert str(GAME.parse("p2 shows 0")) == "p2 shows 0"
    assert after(state, "p2 shows 0").player(P2).pile == ("0",)
    record = Record(GAME.name, Setup((P1, P2), P1, deal={"p2": (Face("0"),)}))
    assert parse(dump(record)).setup.deal == {"p2": ("0",)}


def test_cards_do_not_leak_from_one_game_into_the_next() -> None:
    """B-09."""
    evening = Evening(["Ann", "Ben"])
    evening.deal()
    evening.say("p1 draws", "p1 plays 1 > p2 = 4", "p2 hit")
    evening.table.do(PutAway())
    evening.table.do(Deal(P1))

    play = evening.table.session().play
    assert play is not None
    assert play.states == (GAME.setup(Setup((P1, P2), P1)),)


@pytest.mark.parametrize(
    "line", ["p1.hand =", "p1.hand = ", "p1.hand", "hand = 3", "p1.hand = none"]
)
def test_a_field_that_is_missing_empties_no_hand(line: str) -> None:
    """B-10."""
    evening = Evening()
    evening.deal()

    with pytest.raises(TableError):
        evening.table.do(Correct((line,)))

    assert [] == evening.acts()


def test_a_choice_that_cannot_be_costs_nothing() -> None:
    """B-12."""
    state = after(deal("3", "4", stock="5"), "p1 draws")

    for act in ("p1 plays 3 > p1", "p1 plays 3", "p1 plays 8", "p2 draws"):
        with pytest.raises(TableError):
            GAME.apply(state, GAME.parse(act))
    assert {str(act) for act in GAME.legal(state)} == {"p1 plays 3 > p2", "p1 plays 5 > p2"}


def test_a_hit_nine_is_replaced_and_its_holder_plays_on() -> None:
    """B-27: an effect in the middle of an answer is neither lost nor doubled."""
    state = after(deal("1", "9", "3", stock="524"), "p1 draws", "p1 plays 1 > p2 = 9", "p2 hit")
    state = after(state, *(str(a) for a in GAME.legal(state) if str(a) == "p2 drops 9"))
    state = after(state, "p2 draws")

    assert (state.player(P2).pile, len(state.player(P2).hand)) == (("9",), 1)
    assert not state.player(P2).out


def test_the_turn_goes_past_a_neighbour_who_has_just_gone_out() -> None:
    """B-28, B-08."""
    state = after(
        deal("1", "4", "8", stock="52"), "p1 draws", "p1 plays 1 > p2 = 4", "p2 hit", "p2 shows 4"
    )

    assert [str(act) for act in GAME.legal(state)] == ["p3 draws"]


def test_the_game_is_over_as_soon_as_one_is_left() -> None:
    """B-28: no later duty of the same turn is asked for."""
    state = after(deal("1", "4", stock="52"), "p1 draws", "p1 plays 1 > p2 = 4", "p2 hit")
    state = after(state, *(["p2 shows 4"] if GAME.legal(state) else []))

    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason.clause) == ((P1,), "DC-43")
    assert GAME.legal(state) == ()


# --- secrets -----------------------------------------------------------------------------


def test_no_view_holds_what_its_viewer_may_not_know() -> None:
    """B-01, B-12, B-13, B-14, B-16: not even while a player still chooses."""
    state = after(deal("7", "8", "9", stock="456"), "p1 draws")

    for viewer in (TABLE, P2, P3):
        seen = {seat.seat: seat.hand for seat in GAME.view(state, viewer).seats}
        assert seen[P1] == (UNKNOWN, UNKNOWN)
    assert GAME.view(state, P2).choices == ()


def test_the_end_shows_the_cards_that_were_laid_open_and_no_others() -> None:
    """B-17."""
    state = after(deal("1", "4", "8", stock="52"), "p1 draws", "p1 plays 1 > p2 = 4", "p2 hit")
    state = after(state, "p2 shows 4")
    seen = {seat.seat: seat for seat in GAME.view(state, TABLE).seats}

    assert dict(seen[P2].piles)[Zone("p2.pile")].face_up == ("4",)
    assert (seen[P1].hand, seen[P3].hand) == ((UNKNOWN,), (UNKNOWN,))


def test_a_ruling_comes_with_its_reason_and_its_rule() -> None:
    """B-22: a right ruling that nobody understands looks like a bug."""
    evening = Evening()
    evening.deal()
    evening.say("p1 draws")
    ruling = evening.table.ask(P2, "p1 plays 1 > p2 = 1")

    assert not ruling.allowed
    assert "DC-27" in [reason.clause for reason in ruling.reasons]


def test_no_refusal_tells_a_player_about_another_ones_cards() -> None:
    """B-23, B-24: asked the same, two tables that differ in a secret answer the same."""
    answers = []
    for told in ("7", "3"):
        evening = Evening(logged=[P1])
        evening.deal()
        evening.say(f"p1 holds {told}", "p1 draws", f"p1 holds {told} 5")
        tried = []
        for line in ("p1 plays 5 > p2", "p1 plays 7", "p2 draws", "p1 shows 7"):
            with pytest.raises(Refused) as refusal:
                evening.table.do(Declare(P2, line))
            tried.append((refusal.value.messages, evening.table.ask(P2, line)))
        answers.append(tried)
        evening.table.close()

    assert answers[0] == answers[1]


def test_neither_history_nor_an_undo_gives_a_secret_away() -> None:
    """B-25."""
    shown = []
    for told in ("9", "3"):
        evening = Evening(logged=[P1])
        evening.deal()
        evening.say(f"p1 holds {told}", "p1 draws", f"p1 holds {told} 6", "p1 plays 6")
        evening.table.do(AskUndo("host"))
        shown.append([evening.table.published(viewer).json for viewer in (TABLE, "host", P2)])
        evening.table.close()

    assert shown[0] == shown[1]


def test_after_a_restart_nobody_sees_more_than_before() -> None:
    """B-26."""
    evening = Evening(logged=[P1])
    evening.deal()
    evening.say("p1 holds 3", "p1 draws", "p1 holds 3 6")
    before = evening.table.published(P2).json
    evening.table.close()

    assert before == evening.open().published(P2).json


# --- phones ------------------------------------------------------------------------------


def test_a_phone_that_comes_back_has_its_seat_and_its_secrets(house: House) -> None:
    """B-29, B-31: a seat is lost by no pause, however long."""
    ann = house.phone("Ann")
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(house.host(), "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 holds 3"})
    house.clock.now += 100_000
    house.table.do(Tick())

    secret = ann.get("/seat/view").json["screen"]["secret"]
    assert [card["face"] for card in secret["hand"]] == ["3"]


def test_another_phone_gets_the_seat_by_its_button_and_the_lost_one_stands_in_no_way(
    house: House,
) -> None:
    """B-29, B-31."""
    lost, new = house.phone("Ann"), house.stranger()
    post(new, "/join/claim", {"seat": "p1"})
    house.table.do(Press(P1))

    assert new.get("/seat/view").status_code == 200
    assert lost.get("/seat/view").status_code == 403


def test_the_game_goes_on_without_the_hosts_phone() -> None:
    """B-30: no act, no repair and no correction waits for one phone alone."""
    evening = Evening()
    evening.deal()
    evening.see(p3_pile=fan("8"), p2_pile=fan("9"), p1_pile=fan("7"))
    evening.table.do(AskAdopt(P2))
    evening.table.do(Consent(P1, True))
    evening.table.do(Consent(P3, True))

    assert evening.table.published(TABLE).snapshot.paused is False
    assert "correct p3.pile = 8" in evening.acts()


def test_a_stale_phone_is_told_a_newer_revision(house: House) -> None:
    """B-34: a page fetches what is now, and never builds it from events it may have missed."""
    ann = house.phone("Ann")
    first = ann.get("/seat/view").json["revision"]
    house.phone("Ben")

    assert house.table.wait(P1, first, 0.0) > first
    assert len(ann.get("/seat/view").json["screen"]["players"]) == 2


# --- the table ---------------------------------------------------------------------------


def test_gathering_the_cards_neither_ends_nor_undoes_a_game() -> None:
    """B-32: the app never ends a game, or begins one, on its own."""
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))
    evening.see(p1_hand=hand(0), p2_pile=fan("7"))
    before = evening.acts()
    evening.see(
        **{f"p{n}_pile": EMPTY for n in (1, 2, 3)}, **{f"p{n}_hand": EMPTY for n in (1, 2, 3)}
    )

    assert len(before) == 4
    assert [line for line in evening.acts() if line.startswith(("undo", "deal", "lobby"))] == []
    assert evening.table.published(TABLE).snapshot.stage == "playing"


def test_after_an_undo_record_and_screens_are_one() -> None:
    """B-33: and if they were not, a correction would bring them together."""
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))
    evening.table.do(AskUndo(P1))
    evening.see(p1_pile=EMPTY, p1_hand=hand(2))
    play = evening.table.session().play

    assert play is not None
    assert replay(GAME, play.record)[-1] == play.state
    assert evening.table.published(TABLE).snapshot.repair is None


def test_what_is_wrong_can_always_be_overruled() -> None:
    """B-33."""
    evening = Evening()
    evening.deal()
    evening.see(p2_hand=hand(4), p3_pile=fan("7"), deck=Pile())
    evening.clock.now += 2
    evening.table.do(Tick())
    assert evening.table.published(TABLE).snapshot.paused
    evening.table.do(AdoptTable())
    evening.clock.now += 2
    evening.table.do(Tick())

    assert not evening.table.published(TABLE).snapshot.paused


def test_fast_hands_skip_no_state_and_a_lifted_card_is_no_ghost() -> None:
    """B-35."""
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"), p2_pile=fan("7"))
    evening.see(p1_hand=hand(0), p2_hand=hand(0))

    assert evening.acts() == ["act p1 draws", "act p1 plays 6", "act p2 draws", "act p2 plays 7"]


def test_equal_cards_are_counted_and_an_empty_place_holds_none() -> None:
    """B-36, B-37: five prints of the 1 lie in one fan; no other zone shows a card."""
    seats = (P1, P2, P3)
    plan = plan_table(GAME.zones(seats), seats)
    start = crossed_deck(GAME.deck, plan, Zone("deck"), Random(5))
    scene = Scene(GAME.deck, (plan.width_mm, plan.height_mm), start, Random(6))
    person = Player(scene, plan, rng=Random(7))
    for card in scene.snapshot().cards:
        if scene.face_of(card.handle) == "1":
            person.lay(card.handle, Zone("p2.pile"), face_up=True)
    eye = Renderer(scene, plan, card_image)
    layout = Reader(plan, GAME.deck, profile=eye.profile).read(eye.frame()).layout

    assert layout[Zone("p2.pile")].face_up == ("1",) * 5
    empty = {zone for zone, pile in layout.items() if not pile.face_up and not pile.face_down}
    assert empty == layout.keys() - {"p2.pile", "deck"}
