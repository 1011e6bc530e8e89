import math
import threading
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from companion.cards import PrintId
from companion.layout import Zone
from vision.simulated.player import crossed_deck
from vision.simulated.scene import Scene, SceneError
from vision.simulated.things import Arm, Handle, Nudge, Placement, Pose


def handles(scene):
    return [card.handle for card in scene.snapshot().cards]


def top(scene):
    return scene.snapshot().cards[-1].handle


def test_the_deck_lies_whole_and_face_down_over_one_card_across(scene, deck, plan):
    cards = scene.snapshot().cards
    zone = plan.zone(Zone("deck"))

    assert sorted(c.print_id for c in cards) == sorted(p.id for p in deck.physical_cards())
    assert not any(card.face_up for card in cards)
    assert [card.pose.angle_deg for card in cards] == [90.0] + [0.0] * 19
    assert {(card.pose.x_mm, card.pose.y_mm) for card in cards} == {(zone.x_mm, zone.y_mm)}


def test_handles_are_drawn_apart_from_the_shuffle(deck, plan):
    """Two decks shuffled alike get other handles, two shuffled otherwise the same ones."""

    def laid(shuffle, names):
        start = crossed_deck(deck, plan, Zone("deck"), Random(shuffle))
        return Scene(deck, (900, 500), start, Random(names))

    assert set(handles(laid(1, 1))).isdisjoint(handles(laid(1, 2)))
    assert handles(laid(1, 1)) == handles(laid(2, 1))


def test_a_moved_card_lies_on_top(scene):
    lowest = handles(scene)[0]

    scene.move(lowest, Pose(100, 120, 30))

    assert top(scene) == lowest
    assert scene.card(lowest).pose == Pose(100, 120, 30)


def test_a_flipped_card_stays_where_it_is(scene):
    before = scene.card(top(scene))

    scene.flip(before.handle)

    assert scene.card(before.handle) == replace(before, face_up=True)
    assert top(scene) == before.handle


def test_a_turned_card_keeps_its_place_in_the_stack(scene):
    order, third = handles(scene), handles(scene)[3]

    scene.turn(third, 45)

    assert handles(scene) == order
    assert scene.card(third).pose.angle_deg == 45


def test_a_card_in_the_hand_comes_back_where_it_is_put_down(scene):
    handle = top(scene)
    scene.pick_up(handle)
    held = scene.card(handle).in_hand

    scene.put_down(handle, Pose(50, 60), face_up=True)

    assert held
    assert (scene.card(handle).in_hand, scene.card(handle).face_up) == (False, True)


def test_a_lifted_card_rises_above_the_others(scene):
    lowest = handles(scene)[0]

    scene.lift(lowest, 30)

    assert top(scene) == lowest
    assert scene.card(lowest).pose.raised_mm == 30


def test_a_card_slides_under_another(scene):
    first, second, *_ = handles(scene)

    scene.put_under(top(scene), first)

    assert handles(scene)[1:3] == [first, second]
    assert scene.snapshot().cards[0].pose == scene.card(first).pose


def test_all_that_lies_on_a_card_moves_with_it_as_one(scene):
    hidden = handles(scene)[0]

    scene.move_stack(hidden, Pose(200, 300, 180))

    assert len(scene.resting_on(hidden)) == 20
    assert [card.pose.angle_deg for card in scene.snapshot().cards] == [180.0] + [90.0] * 19
    assert all(c.pose.x_mm == pytest.approx(200) for c in scene.snapshot().cards)


def test_the_cards_beneath_stay_when_the_top_of_a_stack_moves(scene):
    order = handles(scene)

    scene.move_stack(order[15], Pose(200, 300))

    moved = [c.handle for c in scene.snapshot().cards if c.pose.x_mm == pytest.approx(200)]
    assert moved == order[15:]


def test_a_rigid_move_keeps_the_distances_of_a_fan(scene):
    fan = handles(scene)[-3:]
    scene.fan(fan, Pose(300, 100, 0), 15)

    scene.move_stack(fan[0], Pose(300, 300, 90))

    places = [(round(scene.card(h).pose.x_mm), round(scene.card(h).pose.y_mm)) for h in fan]
    assert places == [(300, 300), (300, 315), (300, 330)]


def test_a_fan_runs_to_its_own_right_in_the_order_named(scene):
    fan = handles(scene)[-3:]

    scene.fan(fan, Pose(500, 100, 180), 16)

    assert [round(scene.card(handle).pose.x_mm) for handle in fan] == [500, 484, 468]
    assert handles(scene)[-3:] == fan


def test_nobody_follows_a_card_through_a_shuffle(scene):
    before = handles(scene)

    scene.shuffle(before, Pose(450, 250), Random(9))

    assert set(handles(scene)).isdisjoint(before)
    assert len(handles(scene)) == 20


def test_a_peek_tells_the_print_and_changes_nothing(scene):
    version, card = scene.version, scene.snapshot().cards[-1]

    assert scene.peek(card.handle) == card.print_id
    assert scene.face_of(card.handle) == scene.deck.print_of(card.print_id).face
    assert scene.version == version


def test_the_version_moves_with_every_change_and_only_then(scene):
    handle, seen = top(scene), [scene.version]

    for change in (
        lambda: scene.move(handle, Pose(100, 100)),
        lambda: scene.move(handle, Pose(100, 100)),
        lambda: scene.hover(Arm(400, 300)),
        scene.withdraw,
        scene.withdraw,
        lambda: scene.set_light(0.5),
        lambda: scene.nudge_camera(Nudge(x_mm=3)),
    ):
        seen.append(change())

    assert [b - a for a, b in pairwise(seen)] == [1, 0, 1, 1, 0, 1, 1]
    assert scene.version == scene.snapshot().version == seen[-1]


NAN = float("nan")
OFF = "is off the table of 900 x 500 mm"
REFUSED = {
    "a card that is not there": (lambda s: s.flip(Handle("c0")), "there is no card 'c0'"),
    "right of the table": (lambda s: s.move(top(s), Pose(1100, 100)), OFF),
    "above the table": (lambda s: s.move_stack(top(s), Pose(450, -200)), OFF),
    "a fan over the edge": (lambda s: s.fan(handles(s), Pose(800, 100), 30), OFF),
    "no number": (lambda s: s.move(top(s), Pose(NAN, 100)), "give finite mm and degrees"),
    "no number in text": (lambda s: s.move(top(s), Pose("1", 2)), "give finite mm and degrees"),
    "no angle": (lambda s: s.turn(top(s), math.inf), "give finite mm and degrees"),
    "too high": (lambda s: s.lift(top(s), 900), "is raised by 0 to 250 mm"),
    "beneath the table": (lambda s: s.lift(top(s), -1), "is raised by 0 to 250 mm"),
    "under itself": (lambda s: s.put_under(top(s), top(s)), "can't lie under itself"),
    "under nothing": (lambda s: s.put_under(top(s), Handle("x")), "there is no card 'x'"),
    "one card twice": (lambda s: s.fan([top(s)] * 2, Pose(9, 9), 9), "named twice"),
    "a shuffle of strangers": (
        lambda s: s.shuffle([top(s), Handle("x")], Pose(9, 9), Random(1)),
        "there is no card 'x'",
    ),
    "a hand nowhere": (lambda s: s.hover(Arm(NAN, 1)), "give finite mm and degrees"),
    "a hand in the table": (lambda s: s.hover(Arm(1, 1, height_mm=0)), "over the table"),
    "no light": (lambda s: s.set_light(NAN), "light nan is not between"),
    "a camera flung away": (lambda s: s.nudge_camera(Nudge(x_mm=999)), "at most 200 mm"),
    "a foreign card": (
        lambda s: s.lay_out([Placement(PrintId("joker"), Pose(9, 9))]),
        "has no card 'joker'",
    ),
    "a back as a card": (
        lambda s: s.lay_out([Placement(PrintId("back"), Pose(9, 9))]),
        "has no card 'back'",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_impossible_is_refused_and_changes_nothing(scene, what):
    attempt, reason = REFUSED[what]
    before = scene.snapshot()

    with pytest.raises(SceneError, match=reason):
        attempt(scene)

    assert scene.snapshot() == before


def test_no_refusal_names_a_face_down_card(scene):
    for what, (attempt, _) in REFUSED.items():
        with pytest.raises(SceneError) as refused:
            attempt(scene)

        told = str(refused.value).split()
        hidden = {card.print_id for card in scene.snapshot().cards}
        assert not hidden & {word.strip("',;:()") for word in told}, what


def test_whoever_waits_for_a_change_gets_it(scene):
    seen = []
    version = scene.version
    waiting = threading.Thread(target=lambda: seen.append(scene.wait_for_change(version, 10)))
    waiting.start()

    scene.flip(top(scene))
    waiting.join(10)

    assert [snapshot.version for snapshot in seen] == [version + 1]


def test_many_hands_lose_no_change(scene):
    before, order = scene.version, handles(scene)

    def turn_over(mine):
        for _ in range(50):
            for handle in mine:
                scene.flip(handle)

    hands = [threading.Thread(target=turn_over, args=(order[n::4],)) for n in range(4)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()

    assert scene.version == before + 50 * 20
    assert not any(card.face_up for card in scene.snapshot().cards)
