"""What people do to cards, through frames: each time table and record come together again."""

from companion.cards import Seat
from companion.commands import HOST, Consent, Deal, PutAway
from companion.layout import Zone
from companion.table import AdoptTable
from tests.scenarios.conftest import Film, said
from vision.simulated.things import Nudge, Pose

P2, P3 = Seat("p2"), Seat("p3")


def test_two_turns_in_one_still_picture_are_both_written_down(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    film.lay("p1", "6")
    film.draw("p2")
    film.lay("p2", "7")
    film.roll()

    assert film.entries() == ["p1 draws", "p1 plays 6", "p2 draws", "p2 plays 7"]


def test_a_card_exchanged_before_anyone_reacts_corrects_the_play(film: Film) -> None:
    film.begin(hands="6 4 3", draws="7 4 5")
    film.draw("p1")
    first = film.lay("p1", "6")
    film.roll()
    film.take_up(first, "p1")
    film.lay("p1", "7")
    film.roll()

    assert film.entries() == ["p1 draws", "p1 plays 6", "undo 1", "p1 plays 7"]


def test_a_card_exchanged_for_one_with_a_target_is_asked_about(film: Film) -> None:
    film.begin(hands="6 7 3", draws="3 4 4")
    film.draw("p1")
    first = film.lay("p1", "6")
    film.roll()
    film.take_up(first, "p1")
    film.lay("p1", "3")
    shown = film.roll()

    assert shown.question is not None
    assert shown.question.seat == "p1"
    film.say("p1 plays 3 > p3")
    assert film.entries()[2:] == ["undo 1", "p1 plays 3 > p3"]


def test_a_card_taken_back_at_once_is_taken_back_in_the_record(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    card = film.lay("p1", "6")
    film.roll()
    film.take_up(card, "p1")
    film.roll()

    assert film.entries() == ["p1 draws", "p1 plays 6", "undo 1"]


def test_a_deep_take_back_waits_for_everyones_consent(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    first = film.lay("p1", "6")
    film.draw("p2")
    second = film.lay("p2", "7")
    film.roll()
    film.take_up(second, "p2")
    film.take_up(first, "p1")
    offered = film.roll()

    assert film.table is not None
    assert offered.offer is not None
    film.table.do(Consent(P2, True))
    film.table.do(Consent(P3, True))
    assert film.entries()[-1].startswith("undo")
    assert film.roll().offer is None


def test_a_take_back_that_is_declined_becomes_a_repair(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4", logged=["p1", "p2"])
    film.say("p1 holds 6", "p2 holds 7")
    film.draw("p1")
    film.roll()
    film.say("p1 holds 6 5")
    card = film.lay("p1", "6")
    film.roll()
    film.draw("p2")
    film.roll()
    film.say("p2 holds 7 4")
    film.scene.pick_up(card)
    film.roll()
    offer = film.shown().offer
    assert offer is not None
    assert film.table is not None
    film.table.do(Consent(P3, False))
    shown = film.wait()

    assert (shown.offer, said(shown.repair)) == (None, ("repair_missing", "p1", "6"))
    film.person.lay(card, Zone("p1.pile"), face_up=True)
    mended = film.roll()
    assert (mended.paused, mended.repaired is not None) == (False, True)
    assert "undo 1" not in film.entries()


def test_a_card_knocked_off_its_pile_is_asked_back(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    card = film.lay("p1", "6")
    film.roll()
    film.scene.move(card, Pose(250.0, 255.0, 20.0))
    film.roll(10)
    shown = film.wait()

    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert [w.code for w in shown.warnings] == ["between_zones"]
    assert (shown.paused, said(shown.repair)) == (True, ("repair_missing", "p1", "6"))
    film.scene.pick_up(card)
    film.roll()
    film.person.lay(card, Zone("p1.pile"), face_up=True)
    mended = film.roll()
    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert (mended.paused, mended.repaired is not None) == (False, True)


def test_a_card_askew_on_its_pile_is_the_same_card(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    card = film.lay("p1", "6")
    film.roll()
    film.scene.turn(card, film.plan.zone(Zone("p1.pile")).angle_deg + 35.0)
    film.roll()

    assert not film.wait().paused
    assert film.entries() == ["p1 draws", "p1 plays 6"]


def test_a_card_returned_to_the_wrong_pile_takes_two_instructions(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    card = film.lay("p1", "6")
    film.roll()
    film.person.lay(card, Zone("p3.pile"), face_up=True)
    film.roll()
    shown = film.wait()

    assert (shown.differences, said(shown.repair)) == (2, ("repair_extra", "p3", "6"))
    film.scene.pick_up(card)
    shown = film.roll()
    assert (shown.differences, said(shown.repair)) == (1, ("repair_missing", "p1", "6"))
    film.person.lay(card, Zone("p1.pile"), face_up=True)
    assert film.roll().repaired is not None
    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert film.wait(10.0).repaired is None


def test_a_hand_over_the_table_changes_nothing(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    film.lay("p1", "6")
    film.roll()
    film.reach("p1.pile")
    film.roll(8)
    film.wait()
    film.scene.withdraw()
    film.roll()

    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert not film.wait().paused


def test_a_second_copy_of_an_equal_card_is_a_second_card(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4 6")
    film.draw("p1")
    film.lay("p1", "6")
    film.draw("p2")
    film.lay("p2", "7")
    film.roll()
    film.draw("p3")
    film.roll()
    film.lay("p3", "3")
    film.roll()
    film.say("p3 looks")
    film.draw("p1")
    film.roll()
    film.lay("p1", "6")
    film.roll()

    assert film.entries()[-2:] == ["p1 draws", "p1 plays 6"]
    assert film.play().state.player("p1").pile == ("6", "6")
    assert not film.wait().paused


def test_the_deck_lifted_and_put_back_is_the_deck(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    cards = film.person.cards_in(Zone("deck"))
    for card in cards:
        film.scene.pick_up(card.handle)
    film.roll()
    lifted = film.wait()
    for card in cards:
        film.scene.put_down(card.handle, card.pose, face_up=False)
    back = film.roll()

    assert said(lifted.repair) == ("repair_missing_back_common", "deck", "")
    assert (back.paused, back.repaired is not None) == (False, True)
    assert film.entries() == []


def test_lights_off_and_on_again_change_nothing(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    film.lay("p1", "6")
    film.roll()
    lit = film.simulated.frame()
    for _ in range(8):
        film.show(lit * 0)
    dark = film.wait()
    film.roll(8)

    assert "too_dark" in [warning.code for warning in dark.warnings]
    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert (film.wait().paused, film.shown().warnings) == (False, ())


def test_with_the_mat_out_of_sight_no_card_is_marked_in_the_picture(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    before = film.loop.look
    dark = film.simulated.frame() * 0
    for _ in range(8):
        film.show(dark)
    after = film.loop.look

    assert before is not None
    assert after is not None
    assert len(before.sightings) > 0
    assert (after.pose, after.sightings) == (None, ())


def test_a_nudged_camera_changes_nothing(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.draw("p1")
    film.lay("p1", "6")
    film.roll()
    film.scene.nudge_camera(Nudge(6.0, -4.0, 1.0))
    film.roll(8)
    film.scene.nudge_camera(Nudge())

    assert film.entries() == ["p1 draws", "p1 plays 6"]
    assert not film.wait().paused


def test_a_camera_that_moved_is_the_hosts_matter_until_it_is_aimed_anew(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.scene.nudge_camera(Nudge(14.0, -9.0, 1.0))
    open_to_all = film.roll(6)
    host = film.shown(HOST)
    film.loop.aim()
    film.roll(4)
    film.scene.nudge_camera(Nudge())

    assert ([w.code for w in host.warnings], open_to_all.warnings) == (["camera_moved"], ())
    assert film.shown(HOST).warnings == ()
    assert film.entries() == []


def test_a_card_laid_out_of_turn_is_ruled_on_until_it_is_taken_back(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    card = film.lay("p3", "3")
    ruled = film.roll()
    film.take_up(card, "p3")
    mended = film.roll()

    assert (ruled.paused, said(ruled.repair)) == (True, ("repair_extra", "p3", "3"))
    assert ruled.ruling != ()
    assert (mended.paused, mended.ruling) == (False, ())
    assert mended.repaired is not None
    assert film.entries() == []


def test_the_host_lets_the_record_follow_the_table(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    film.lay("p3", "3")
    film.roll()
    assert film.table is not None
    film.table.do(AdoptTable())
    adopted = film.roll()

    assert not film.wait().paused
    assert adopted.ruling == ()
    assert "correct p3.pile = 3" in film.entries()


def test_a_game_begun_on_cards_that_lay_there_before_is_watched_at_once(film: Film) -> None:
    film.begin(hands="6 7 3", draws="5 4 4")
    assert film.table
    film.draw("p1")
    film.roll()
    film.table.do(PutAway())
    film.table.do(Deal(P2))
    film.roll(1)
    shown = film.wait()

    assert shown.watching
    assert shown.repair is not None
