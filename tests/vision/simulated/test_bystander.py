import json

from companion.layout import Zone
from vision.simulated.bystander import describe
from vision.simulated.things import Arm, Pose


def test_the_description_is_plain_json_with_the_plan(scene, plan):
    scene.hover(Arm(100, 200, 90))

    told = json.loads(json.dumps(describe(scene, plan)))

    assert told["version"] == scene.version
    assert told["plan"] == json.loads(json.dumps(plan.to_plain()))
    assert told["hands"] == [{"name": "hand", "x": 100, "y": 200, "from": 90}]
    assert len(told["cards"]) == 20


def test_only_faces_that_lie_open_are_told(player, scene, plan):
    shown = player.play(Zone("deck"), Zone("p1.pile"))
    player.draw(Zone("deck"), Zone("p1.hand"))

    told = describe(scene, plan)["cards"]

    assert {c["handle"]: c["face"] for c in told if c["face"]} == {shown: scene.face_of(shown)}
    assert {c["print"] for c in told if c["handle"] != shown} == {None}


def test_a_covered_face_is_not_told(player, scene, plan):
    under = player.play(Zone("deck"), Zone("p1.pile"))
    over = player.top_of(Zone("deck"))
    scene.put_down(over, scene.card(under).pose, face_up=False)

    card = next(c for c in describe(scene, plan)["cards"] if c["handle"] == under)

    assert (card["face"], card["face_up"], card["covered"]) == (None, False, True)


def test_a_card_in_somebodys_hand_is_not_told(player, scene, plan):
    handle = player.play(Zone("deck"), Zone("p1.pile"))
    scene.pick_up(handle)

    card = next(c for c in describe(scene, plan)["cards"] if c["handle"] == handle)

    assert (card["face"], card["print"], card["in_hand"]) == (None, None, True)


def test_a_peeked_card_stays_hidden(scene, plan):
    before = describe(scene, plan)

    scene.peek(scene.snapshot().cards[-1].handle)

    assert describe(scene, plan) == before


def test_tables_that_differ_in_hidden_cards_only_look_the_same(scene, plan, deck):
    """Exchange all face-down cards: the description may not change by a byte."""
    scene.move(scene.snapshot().cards[5].handle, Pose(100, 100))
    told = json.dumps(describe(scene, plan))

    prints = [card.print_id for card in scene.snapshot().cards]
    swapped = dict(
        zip(
            [card.handle for card in scene.snapshot().cards],
            [*prints[1:], prints[0]],
            strict=True,
        )
    )
    scene._now = _with_prints(scene.snapshot(), swapped)

    assert json.dumps(describe(scene, plan)) == told


def _with_prints(snapshot, prints):
    from dataclasses import replace

    cards = tuple(replace(card, print_id=prints[card.handle]) for card in snapshot.cards)
    return replace(snapshot, cards=cards)
