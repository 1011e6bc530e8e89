from itertools import pairwise
from random import Random

import pytest

from companion.layout import Zone
from vision.simulated import geometry
from vision.simulated.player import STRIP_MM, Player
from vision.simulated.scene import SceneError

DECK, PILE, HAND = Zone("deck"), Zone("p2.pile"), Zone("p2.hand")


def along(plan, zone, card):
    """Where a card lies along its zone's axis, mm."""
    place = plan.zone(zone)
    return float(place.to_zone([[card.pose.x_mm, card.pose.y_mm]])[0, 0])


def test_cards_are_dealt_from_the_top_one_to_each_in_turn(player, scene):
    order = [card.handle for card in scene.snapshot().cards]

    dealt = player.deal(DECK, [Zone("p1.hand"), HAND, Zone("p3.hand")])

    assert dealt == (order[-1], order[-2], order[-3])
    assert [c.handle for c in player.cards_in(HAND)] == [order[-2]]
    assert not any(card.face_up for card in scene.snapshot().cards)


def test_a_drawn_card_lies_beside_the_one_held(player, plan, deck):
    player.draw(DECK, HAND)
    player.draw(DECK, HAND)

    first, second = player.cards_in(HAND)

    assert not geometry.overlap(
        geometry.outline(deck, first.pose), geometry.outline(deck, second.pose)
    )
    assert along(plan, HAND, second) > along(plan, HAND, first)
    assert first.pose.angle_deg == plan.zone(HAND).angle_deg


def test_a_freed_place_of_a_hand_is_used_again(player):
    player.draw(DECK, HAND)
    place = player.cards_in(HAND)[0].pose
    player.draw(DECK, HAND)
    player.play(HAND, PILE, which=0)

    player.draw(DECK, HAND)

    assert player.cards_in(HAND)[-1].pose == place


def test_played_cards_form_a_fan_of_one_strip_each(player, plan):
    for _ in range(9):
        player.play(DECK, PILE)

    fan = player.cards_in(PILE)
    places = [along(plan, PILE, card) for card in fan]

    assert all(card.face_up for card in fan)
    assert [b - a for a, b in pairwise(places)] == pytest.approx([STRIP_MM] * 8)


def test_a_full_fan_is_refused_and_the_card_stays(player, scene):
    with pytest.raises(SceneError, match=r"p2\.pile is full; push its cards together"):
        for _ in range(20):
            player.play(DECK, PILE)

    assert len(player.cards_in(PILE)) + len(player.cards_in(DECK)) == 20


def test_two_hands_are_swapped_face_down(player):
    player.deal(DECK, [Zone("p1.hand"), HAND])
    (mine,), (yours,) = player.cards_in(Zone("p1.hand")), player.cards_in(HAND)

    player.swap(Zone("p1.hand"), HAND)

    assert [c.handle for c in player.cards_in(Zone("p1.hand"))] == [yours.handle]
    assert [c.handle for c in player.cards_in(HAND)] == [mine.handle]


def test_a_careless_player_is_repeatable_and_never_exact(scene, plan):
    start = scene.snapshot()

    def laid(seed):
        careless = Player(scene, plan, rng=Random(seed))
        scene._now = start
        careless.draw(DECK, HAND)
        return careless.cards_in(HAND)[0].pose

    assert laid(1) == laid(1)
    assert laid(1) != laid(2)


@pytest.mark.parametrize(
    ("attempt", "reason"),
    [
        (lambda p: p.draw(Zone("p1.pile"), HAND), r"there is no card in p1\.pile"),
        (lambda p: p.draw(Zone("cellar"), HAND), "has no zone 'cellar', only deck, p1.pile"),
        (lambda p: p.draw(DECK, Zone("attic")), "has no zone 'attic'"),
        (lambda p: p.play(HAND, PILE, which=2), r"p2\.hand has 0 cards, none at place 2"),
    ],
)
def test_what_can_not_be_done_is_refused_and_changes_nothing(player, scene, attempt, reason):
    before = scene.snapshot()

    with pytest.raises(SceneError, match=reason):
        attempt(player)

    assert scene.snapshot() == before
