"""How the game lies on the table, and what a picture of it is taken for."""

from dataclasses import replace
from random import Random

import pytest

from companion.cards import BACK, UNKNOWN, Face, Seat
from companion.game import Correction, NotationError, Setup, SetupError
from companion.games import GAMES
from companion.games.good_cop_bad_cop.cards import (
    DECK,
    EQUIPMENT,
    Edition,
    equipment_set,
    integrity_counts,
    usual_guns,
)
from companion.games.good_cop_bad_cop.dealing import HOUSE_RULES
from companion.games.good_cop_bad_cop.teams import team
from companion.games.good_cop_bad_cop.turns import drawn
from companion.layout import NOBODY, Difference, DifferenceKind, Pile, ZoneKind, differences
from companion.picture import Picture
from companion.reconcile import Acted, Agreed, Mismatch, explain
from vision.plan import plan_table
from vision.tags import slots

SEATS = tuple(Seat(f"p{place}") for place in range(1, 9))


def kinds(game, state) -> dict:
    return {spec.name: spec.kind for spec in game.zones(state.table.seats)}


def look(game, states, **lies):
    """Explain the table as it should lie, but for some zones (p1_gun is p1.gun)."""
    seen = {**game.layout(states[-1]), **{z.replace("_", "."): p for z, p in lies.items()}}
    return explain(game, states, Picture(seen, kinds(game, states[-1])))


def acted(finding) -> list[str]:
    assert isinstance(finding, Acted)
    return [str(action) for action in finding.actions]


# --- the set-up table ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "colour", "spare", "guns"),
    [(4, 5, 0, 2), (5, 7, 1, 3), (6, 8, 0, 3), (7, 10, 1, 4), (8, 11, 0, 4)],
)
def test_the_set_up_table(game, players, colour, spare, guns) -> None:
    counts = integrity_counts(players)
    seats = SEATS[:players]

    assert counts == {"agent": 1, "kingpin": 1, "honest": colour, "crooked": colour}
    assert usual_guns(Edition.SEED, players) == guns
    assert usual_guns(Edition.FOURTH, players) == players
    for edition in Edition:
        state = game.setup(Setup(seats, seats[0], {"edition": edition.value}))
        assert len(state.removed) == spare
        assert len(state.stock) == len(state.table.equipment) - players


def test_equipment_stays_out_by_its_printed_number() -> None:
    assert len(equipment_set(Edition.SEED, 6)) == len(equipment_set(Edition.PRINTED, 8)) == 16
    assert set(equipment_set(Edition.SEED, 6)) - set(equipment_set(Edition.SEED, 5)) == {
        "report_audit"
    }
    assert set(equipment_set(Edition.SEED, 5)) - set(equipment_set(Edition.SEED, 4)) == {
        "defibrillator"
    }
    assert len(equipment_set(Edition.FOURTH, 8)) == 19


def test_nobody_is_dealt_both_leaders(game) -> None:
    for seed in range(200):
        seats = SEATS[: 4 + seed % 5]
        deal = game.shuffled(Setup(seats, seats[0]), Random(seed))

        assert not any({"agent", "kingpin"} <= set(deal[seat]) for seat in seats)
        assert not {"agent", "kingpin"} & set(deal["removed"])


@pytest.mark.parametrize(
    ("deal", "remedy"),
    [
        ({"p1": ("agent", "kingpin", "honest")}, "two piles"),
        ({"p1": ("agent",), "p2": ("agent",)}, "2 cards 'agent'"),
        ({"p9": ("agent",)}, "no place"),
        ({"p1": ("honest",) * 4}, "room for 3"),
        ({"p1.equipment": ("disguise",)}, "this game has 0"),
    ],
)
def test_deals_that_cannot_be_are_refused(game, deal, remedy) -> None:
    with pytest.raises(SetupError, match=remedy):
        game.setup(Setup(SEATS[:4], SEATS[0], deal=deal))


def test_three_or_nine_players_are_refused(game) -> None:
    for count in (3, 9):
        seats = tuple(Seat(f"p{place}") for place in range(1, count + 1))
        with pytest.raises(SetupError, match="4 to 8"):
            game.setup(Setup(seats, seats[0]))


def test_the_first_value_of_each_house_rule_is_the_default(game) -> None:
    usual = {rule.name: rule.values[0] for rule in HOUSE_RULES}

    assert game.setup(Setup(SEATS[:5], SEATS[0])) == game.setup(Setup(SEATS[:5], SEATS[0], usual))


def test_the_set_up_is_told_until_the_first_act(game, start, play) -> None:
    state = start()
    told = [note.code for note in game.view(state, "table").notes]

    assert told[:2] == ["set_up_cards", "set_up_piles"]
    assert "set_up_seed" in told
    assert game.view(play(state, "p1 arms"), "table").notes == ()


# --- cards and tags -----------------------------------------------------------------------


def test_the_deck_takes_the_tag_slots_after_deadlock_citys() -> None:
    owned = slots([GAMES["deadlock_city"].deck, DECK])

    assert set(owned) == set(range(47))
    assert DECK.copies(BACK) == 45
    assert all(DECK.copies(face) for face in EQUIPMENT)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_all_zones_fit_on_the_mat(game, players) -> None:
    plan = plan_table(game.zones(SEATS[:players]), SEATS[:players])
    row = plan.zone("p1.integrity")

    assert row.width_mm >= 3 * DECK.width_mm
    assert plan.zone("p1.gun").width_mm >= DECK.width_mm
    corners = [zone.outline() for zone in plan.zones]
    assert all((c >= 0).all() and (c <= (plan.width_mm, plan.height_mm)).all() for c in corners)


# --- pictures -----------------------------------------------------------------------------


def test_a_picture_of_an_armed_player_is_his_act(game, start) -> None:
    states = [start(dealt={})]

    taken = look(game, states, guns=Pile(("gun",)), p1_gun=Pile(("gun",), towards="p3"))

    assert acted(taken) == ["p1 arms"]


def test_a_flipped_card_is_read_with_its_place(game, start, play) -> None:
    state = play(start(dealt={}), "p1 arms")

    found = look(game, [state], p1_integrity=Pile((BACK, "honest", BACK)))

    assert acted(found) == ["p1 flips middle honest"]


def test_a_turned_gun_is_an_aim_and_a_wrong_turn_a_mismatch(game, start, play) -> None:
    state = play(start(dealt={}), "p1 arms\np1 flips left agent")

    assert game.layout(state)["p1.gun"] == Pile(("gun",), towards=NOBODY)
    aimed = look(game, [state], p1_gun=Pile(("gun",), towards=Seat("p4")))
    assert acted(aimed) == ["p1 aims p4"]

    after = game.apply(state, game.parse("p1 aims p4"))
    same = look(game, [after], p1_gun=Pile(("gun",), towards=Seat("p4")))
    unclear = look(game, [after], p1_gun=Pile(("gun",), towards=None))
    assert same == unclear == Agreed()


def test_a_used_card_is_read_face_up(game, start) -> None:
    state = start(dealt={})

    found = look(game, [state], p3_equipment=Pile(("coffee",)))

    assert acted(found) == ["p3 uses coffee"]


def test_passing_is_never_concluded_from_a_picture(game, start, play) -> None:
    states = [start(dealt={})]
    text = "p1 arms\np1 flips left agent\np1 aims p2\np2 equips\np2 returns\np3 equips\np3 returns"
    for line in [*text.splitlines(), "p4 equips", "p4 returns", "p1 shoots p2"]:
        states.append(play(states[-1], line))

    found = look(game, states[-1:], p2_integrity=Pile(("honest", "honest", "crooked")))

    assert isinstance(found, Mismatch)


def test_lifted_cards_of_a_row_are_no_difference(game, start) -> None:
    state = start(dealt={})

    assert look(game, [state], p1_integrity=Pile((BACK, BACK))) == Agreed()
    assert look(game, [state], p1_integrity=Pile(())) == Agreed()


@pytest.mark.parametrize(
    ("want", "got", "expected"),
    [
        ((BACK, "agent"), ("agent",), ()),
        ((BACK, "agent"), (BACK,), (DifferenceKind.MISSING,)),
        ((BACK, "agent", BACK), ("agent", BACK, BACK), (DifferenceKind.ORDER,)),
        ((BACK, BACK), (BACK, BACK, BACK), (DifferenceKind.EXTRA,)),
        ((BACK, BACK), (BACK, "honest"), (DifferenceKind.EXTRA, DifferenceKind.MISSING)),
    ],
)
def test_rows_are_compared_by_place(want, got, expected) -> None:
    found = differences({"p1.row": Pile(want)}, {"p1.row": Pile(got)}, {"p1.row": ZoneKind.ROW})

    assert tuple(difference.kind for difference in found) == expected


def test_a_pointer_differs_by_whom_it_points_at() -> None:
    kind = {"p1.gun": ZoneKind.POINTER}
    seen = {"p1.gun": Pile(("gun",), towards=Seat("p2"))}

    for towards in (Seat("p3"), NOBODY):
        (wrong,) = differences({"p1.gun": Pile(("gun",), towards=towards)}, seen, kind)
        assert wrong == Difference("p1.gun", DifferenceKind.ANGLE, towards=Seat("p2"))
        assert wrong.is_news == (towards == NOBODY)
    assert differences({"p1.gun": Pile(("gun",))}, seen, kind) == ()


def test_the_table_is_adopted(game, start, play) -> None:
    state = play(start(dealt={}), "p1 arms\np1 flips left agent\np1 aims p2")
    lies = {
        **game.layout(state),
        "p1.gun": Pile(),
        "p3.gun": Pile(("gun",), towards=Seat("p4")),
        "p2.integrity": Pile((BACK, BACK, "crooked")),
    }
    for correction in game.adopt(state, lies):
        state = game.correct(state, correction)

    assert {**game.layout(state), "guns": None} == {**lies, "guns": None}


# --- corrections and rare cases -----------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("p1.integrity = agent", "three words"),
        ("p1.integrity = agent ? king", "none of"),
        ("p1.integrity = agent agent ?", "there are 1"),
        ("p1.gun = p1", "one of p2"),
        ("p1.equipment = ? ?", "one card"),
        ("p1.front = coffee", "does not stay"),
        ("p1.wound = up", "left, middle"),
        ("deck = empty", "cards must be left"),
        ("turn = p9", "p1, p2"),
        ("p1.hat = red", "known: turn"),
    ],
)
def test_a_refused_correction_names_a_remedy(game, start, line, remedy) -> None:
    field, _, value = line.partition(" = ")

    with pytest.raises(NotationError, match=remedy):
        game.correct(start(dealt={}), Correction(field, value))


def test_the_last_two_cannot_be_put_out_by_the_host(game, start) -> None:
    state = start(dealt={})
    for seat in ("p1", "p2"):
        state = game.correct(state, Correction(f"{seat}.out", "yes"))

    assert state.turn == "p3"
    with pytest.raises(NotationError, match="until a leader is dead"):
        game.correct(state, Correction("p3.out", "yes"))


def test_an_empty_deck_gives_nothing(game, start) -> None:
    state = replace(start(dealt={}), stock=())
    (reason,) = game.violations(state, game.parse("p1 equips"))

    assert (reason.code, reason.clause) == ("deck_empty", "GC-03")
    assert drawn(state, Seat("p1")) == state


def test_discards_become_the_deck_in_the_fourth_edition(game, start) -> None:
    state = start(dealt={}, rules={"edition": "fourth"})
    state = replace(state, stock=(), discard=(Face("coffee"), Face("wiretap")))

    after = game.apply(state, game.parse("p1 equips"))

    assert after.stock == (UNKNOWN,)
    assert after.discard == ()


def test_two_cards_that_differ_count_as_crooked(start) -> None:
    player = start().player(Seat("p3"))

    assert team(player, (Face("honest"), Face("crooked"))) == "crooked"
    assert team(player, (Face("honest"),)) == "honest"
    assert team(player, (Face("honest"), UNKNOWN)) == UNKNOWN
