"""What the camera makes of guns and cards: acts, questions and repairs."""

from dataclasses import replace

import pytest

from companion.events import evolve
from companion.eye import Eye
from companion.games import GAMES
from companion.games.good_cop_bad_cop.cards import GUN
from companion.layout import Pile
from companion.picture import Picture
from companion.reconcile import Acted, Agreed, Forbidden, Mismatch, explain
from companion.session import Session
from tests.companion.evening import Clock

BEGUN = (
    "game good_cop_bad_cop",
    *(f"join p{n} - Player{n}" for n in range(1, 5)),
    "deal p1",
)


def session(*acts: str) -> Session:
    """Return a game of four in which these acts were done."""
    evening = Session(GAMES, next(iter(GAMES.values())))
    for event in (*BEGUN, *(f"act {act}" for act in acts)):
        evening = evolve(evening, event)
    return evening


def found(evening: Session, owed=(), **piles: Pile):
    """Return what a picture tells in which these zones lie otherwise than recorded."""
    game, play = evening.game, evening.play
    seen = {**game.layout(play.state)}
    for zone, pile in piles.items():
        name = zone.replace("_", ".")
        seen[name] = replace(seen[name], **{f: getattr(pile, f) for f in pile.__slots__})
    kinds = {spec.name: spec.kind for spec in game.zones(play.record.setup.seats)}
    picture = Picture(seen, kinds, owed=owed)
    return explain(game, play.states, picture), picture.wrong(game.layout(play.state))


def gun(towards: str | None = None) -> Pile:
    return Pile((GUN,), towards=towards)


ARMED = ("p1 arms", "p1 flips left honest")


#: Ann shoots Ben, who has not turned his cards up yet.
SHOT_AT_P2 = (
    *ARMED,
    "p1 aims p2",
    "p2 arms",
    "p2 flips left honest",
    "p2 aims p3",
    "p3 equips",
    "p3 returns",
    "p4 equips",
    "p4 returns",
    "p1 shoots p2",
    *(f"p{n} passes" for n in range(1, 5)),
)


def test_a_gun_that_is_turned_aims() -> None:
    finding, _ = found(session(*ARMED), p1_gun=gun("p3"))

    assert [str(act) for act in finding.actions] == ["p1 aims p3"]


def test_a_gun_between_two_seats_says_nothing_and_its_player_is_asked() -> None:
    evening = session(*ARMED)
    finding, _ = found(evening, p1_gun=gun(None))

    assert finding == Agreed()
    assert [p.code for p in evening.game.prompts(evening.play.state)] == ["ask_aim"]


def test_a_gun_that_lay_so_before_its_player_had_to_aim_is_no_act_and_no_fault() -> None:
    evening = session(*ARMED)
    _, lying = found(evening, p1_gun=gun("p3"))
    finding, _ = found(evening, owed=lying, p1_gun=gun("p3"))

    assert finding == Agreed()


def test_it_aims_as_soon_as_it_is_turned_to_somebody_else() -> None:
    evening = session(*ARMED)
    _, lying = found(evening, p1_gun=gun("p3"))
    finding, _ = found(evening, owed=lying, p1_gun=gun("p2"))

    assert [str(act) for act in finding.actions] == ["p1 aims p2"]


def test_turning_a_gun_out_of_turn_is_forbidden_and_has_to_be_undone() -> None:
    finding, _ = found(session(*ARMED, "p1 aims p2", "p2 arms"), p1_gun=gun("p3"))

    assert isinstance(finding, Forbidden)
    assert str(finding.action) == "p1 aims p3"


def test_a_card_not_turned_up_on_arming_is_asked_for() -> None:
    evening = session("p1 arms")

    assert [p.code for p in evening.game.prompts(evening.play.state)] == ["ask_flip"]


@pytest.mark.parametrize("row", [("honest", "honest", "crooked"), ("honest", "crooked", "honest")])
def test_the_shot_turn_their_cards_up_before_gun_and_equipment_go_away(row) -> None:
    evening = session(*SHOT_AT_P2)
    finding, _ = found(evening, p2_integrity=Pile(row))

    assert [str(act) for act in finding.actions] == [f"p2 reveals {' '.join(row[1:])}"]


def test_a_card_put_back_in_another_place_is_noticed() -> None:
    evening = session(*ARMED, "p1 aims p2", "p2 arms")
    finding, _ = found(evening, p1_integrity=Pile(("back", "honest", "back")))

    assert isinstance(finding, Mismatch)


def test_a_fourth_card_in_a_row_is_noticed() -> None:
    finding, _ = found(session(), p2_integrity=Pile(("back",) * 4))

    assert isinstance(finding, Mismatch)


def test_used_equipment_may_lie_there_still_when_the_turn_ends() -> None:
    evening = session("p2 uses coffee", "p1 arms", "p1 flips left honest")
    finding, _ = found(evening, p1_gun=gun("p3"))
    after = evolve(evening, "act p1 aims p3")
    eye = Eye(lambda: 0.0)
    seen = {**evening.game.layout(evening.play.state), "p1.gun": gun("p3")}
    eye.see(seen, (), frozenset())

    assert isinstance(finding, Acted)
    assert evening.game.layout(after.play.state)["p2.equipment"] == Pile()
    assert eye.interpret(evening) == ("act p1 aims p3",)


def test_of_two_used_cards_one_put_away_leaves_the_other_owed_and_hides_no_act() -> None:
    clock = Clock()
    before, after = session(), session("p1 equips", "p1 returns")
    eye, used = Eye(clock), Pile(("coffee", "taser"), face_down=1)
    eye.see({**before.game.layout(before.play.state)}, (), frozenset())
    eye.interpret(before)
    for lying in (used, replace(used, face_up=("taser",))):
        eye.see({**after.game.layout(after.play.state), "p3.equipment": lying}, (), frozenset())
        assert eye.interpret(after) == ()
    seen = {
        **after.game.layout(after.play.state),
        "p3.equipment": replace(used, face_up=("taser",)),
    }
    seen["guns"], seen["p2.gun"] = Pile((GUN,)), gun()
    eye.see(seen, (), frozenset())

    assert eye.interpret(after) == ("act p2 arms",)


def test_a_gun_that_has_still_to_go_back_does_not_hide_that_another_is_taken() -> None:
    before = session(*SHOT_AT_P2)
    after = evolve(before, "act p2 reveals honest honest")
    eye = Eye(Clock())
    eye.see({**before.game.layout(before.play.state)}, (), frozenset())
    eye.interpret(before)
    late = {"p2.gun": gun("p3"), "guns": Pile((GUN,))}
    eye.see({**after.game.layout(after.play.state), **late}, (), frozenset())
    assert eye.interpret(after) == ()
    late |= {"p3.gun": gun(), "guns": Pile()}
    eye.see({**after.game.layout(after.play.state), **late}, (), frozenset())

    assert eye.interpret(after) == ("act p3 arms",)


def test_a_gun_that_aimed_at_the_dead_is_aimed_anew_by_turning_it() -> None:
    evening = session(
        *ARMED,
        "p1 aims p3",
        *("p2 arms", "p2 flips left crooked", "p2 aims p3"),
        *("p3 equips", "p3 returns", "p4 equips", "p4 returns"),
        "p1 shoots p3",
        *(f"p{n} passes" for n in range(1, 5)),
        "p3 reveals honest honest crooked",
        *("p2 equips", "p2 returns"),
    )
    as_before, _ = found(evening, p2_gun=gun("p3"))
    turned, _ = found(evening, p2_gun=gun("p4"))

    assert [p.code for p in evening.game.prompts(evening.play.state)] == ["ask_aim"]
    assert as_before == Agreed()
    assert [str(act) for act in turned.actions] == ["p2 aims p4"]


def test_a_gun_that_was_fired_is_asked_back_when_it_stays() -> None:
    clock = Clock()
    before, after = session(*SHOT_AT_P2), session(*SHOT_AT_P2, "p2 reveals honest honest")
    eye = Eye(clock)
    lies = {**after.game.layout(after.play.state), "p1.gun": gun("p2"), "guns": Pile((GUN,))}
    eye.see({**before.game.layout(before.play.state)}, (), frozenset())
    eye.interpret(before)
    eye.see(lies, (), frozenset())
    at_once = eye.interpret(after)
    clock.now += 30.0
    repair = eye.sight(after).repair

    assert at_once == ()
    assert repair is not None
    assert (repair.code, dict(repair.facts)["seat"]) == ("repair_extra", "p1")
