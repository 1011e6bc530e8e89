from random import Random

import numpy as np
import pytest

from companion.cards import Face, PrintId
from companion.layout import EMPTY, Pile, Zone
from vision.camera import Frame, small_grey
from vision.glimpses import Change, Place
from vision.printing import card_image
from vision.proof import proved
from vision.reader import Reader
from vision.reading import Warned
from vision.simulated.renderer import Renderer
from vision.simulated.scene import Scene
from vision.simulated.things import Arm, Nudge, Placement, Pose
from vision.watcher import Watcher

PILE, HAND, DECK = Zone("p1.pile"), Zone("p1.hand"), Zone("deck")


class Evening:
    """A scene, a camera over it and a watcher that gets ten frames a second."""

    def __init__(self, plan, deck):
        self.plan = plan
        start = [
            *(Placement(PrintId(f"city-{n}"), self.at("deck")) for n in range(5)),
            Placement(PrintId("city-5"), self.at("p1.hand", -33)),
            Placement(PrintId("city-6"), self.at("p1.hand", 33)),
            Placement(PrintId("city-7"), self.at("p1.pile", -40), face_up=True),
            Placement(PrintId("city-8"), self.at("p1.pile", -25), face_up=True),
            Placement(PrintId("city-9"), self.at("p1.pile", -10), face_up=True),
        ]
        self.scene = Scene(deck, (plan.width_mm, plan.height_mm), start, Random(3))
        self.eye = Renderer(self.scene, plan, card_image)
        self.watcher = Watcher(Reader(plan, deck, profile=self.eye.profile))
        self.frames = 0
        self.looks = []

    def at(self, zone, x=0.0, y=0.0):
        placed = self.plan.zone(Zone(zone))
        ((px, py),) = placed.from_zone([[x, y]])
        return Pose(float(px), float(py), placed.angle_deg)

    def handle(self, print_id):
        return next(c.handle for c in self.scene.snapshot().cards if c.print_id == print_id)

    def reach(self, zone, x=0.0, y=0.0):
        place = self.at(zone, x, y)
        self.scene.hover(Arm(place.x_mm, place.y_mm))

    def show(self, image):
        self.frames += 1
        look = self.watcher.feed(Frame(image, small_grey(image), self.frames / 10, self.frames))
        self.looks.append(look)
        return look

    def wait(self, frames=6):
        """Let frames pass; return what was observed in them."""
        looks = [self.show(self.eye.frame()) for _ in range(frames)]
        return [look.observation for look in looks if look.observation]


@pytest.fixture
def evening(plan, city):
    evening = Evening(plan, city)
    evening.first = evening.wait()
    return evening


def faces(text):
    return tuple(Face(face) for face in text.split())


def test_the_first_observation_tells_the_whole_table(evening):
    (observation,) = evening.first

    assert observation.layout[PILE].face_up == faces("7 8 9")
    assert observation.layout[HAND].face_down == 2
    assert observation.layout[DECK].face_down == 1
    assert observation.layout[Zone("p2.pile")] == EMPTY
    assert set(observation.changed) == {zone.spec.name for zone in evening.plan.zones}
    assert observation.warnings == ()
    assert observation.confidence == 1.0


def test_a_still_table_says_nothing(evening):
    assert evening.wait(35) == []
    assert evening.looks[-1].quiet


def test_a_played_card_is_observed_once_with_its_picture(evening):
    card = evening.handle("city-6")
    evening.reach("p1.hand", 33)
    evening.wait(2)
    evening.scene.put_down(card, evening.at("p1.pile", 5), face_up=True)
    evening.reach("p1.pile", 5, 20)
    evening.wait(1)
    evening.scene.withdraw()
    (observation,) = evening.wait()

    assert observation.layout[PILE].face_up == faces("7 8 9 6")
    assert observation.layout[HAND].face_down == 1
    assert set(observation.changed) == {PILE, HAND}
    (glimpse,) = observation.glimpses
    deck = evening.scene.deck
    assert (glimpse.zone, glimpse.face, glimpse.change) == (PILE, "6", Change.APPEARED)
    assert (glimpse.place, glimpse.alike, glimpse.sure) == (Place.RIGHT, 1, 1.0)
    assert proved(glimpse.crop, deck, [card_image(deck, glimpse.crop.print_id, 2.5)]) is not None


def test_the_event_comes_within_two_looks_of_stillness(evening):
    evening.scene.put_down(evening.handle("city-6"), evening.at("p1.pile", 5), face_up=True)
    looks = [evening.show(evening.eye.frame()) for _ in range(3)]

    assert [bool(look.observation) for look in looks] == [False, False, True]
    assert PILE in looks[0].moving
    assert PILE in looks[1].unsettled
    assert looks[2].quiet


@pytest.mark.parametrize("x", [-70, -40, 0, 40])
def test_a_hand_resting_on_a_fan_takes_no_card_away(evening, x):
    evening.reach("p1.pile", x)
    observations = evening.wait(12)

    assert [o for o in observations if o.changed] == []
    assert evening.watcher.layout[PILE].face_up == faces("7 8 9")
    evening.scene.withdraw()
    assert [o for o in evening.wait() if o.changed] == []
    assert evening.looks[-1].quiet


def test_a_zone_hidden_for_long_is_said_to_be_covered(evening):
    evening.reach("p1.pile", -25)
    observations = evening.wait(30)

    assert {o.changed for o in observations} == {()}
    assert (Warned.HALF_COVERED, (("zone", PILE), ("face", ""))) in [
        (w.code, w.facts) for w in observations[-1].warnings
    ]


def without_tags(worn):
    """Return what draws cards of which one has lost its four tags."""

    def draw(deck, print_id, px_per_mm):
        card = card_image(deck, print_id, px_per_mm).copy()
        if print_id == worn:
            size = round(14 * px_per_mm)
            for down, right in ((0, 0), (0, -size), (-size, 0), (-size, -size)):
                card[down:, right:][:size, :size] = 235
        return card

    return draw


def test_a_card_of_which_no_tag_can_be_read_is_told_and_not_taken_for_mat(evening):
    evening.eye = Renderer(evening.scene, evening.plan, without_tags("city-4"))
    worn = evening.handle("city-4")
    evening.scene.move(worn, evening.at("p2.pile", 12, 3))
    evening.scene.flip(worn)
    observations = evening.wait(40)
    told = {(w.code, w.facts) for w in observations[-1].warnings}
    evening.scene.move(worn, evening.at("deck"))
    evening.scene.flip(worn)
    afterwards = evening.wait(12)

    assert told == {(Warned.HALF_COVERED, (("zone", "p2.pile"), ("face", "")))}
    assert observations[-1].layout["p2.pile"].face_up == ()
    assert afterwards[-1].warnings == ()


def test_a_card_taken_away_by_a_hand_is_gone_once_the_mat_shows(evening):
    evening.reach("p1.pile", -10)
    assert evening.wait(8) == []
    evening.scene.pick_up(evening.handle("city-9"))
    assert evening.wait(8) == []
    evening.scene.withdraw()
    (observation,) = evening.wait()

    assert observation.changed == (PILE,)
    assert observation.layout[PILE].face_up == faces("7 8")


def test_a_hand_that_was_there_from_the_start_does_not_matter_later(plan, city):
    evening = Evening(plan, city)
    evening.reach("p2.pile", 0)
    evening.wait(8)
    evening.scene.withdraw()
    evening.wait(8)
    evening.scene.pick_up(evening.handle("city-9"))

    assert [o.changed for o in evening.wait()] == [(PILE,)]


def test_a_turned_over_card_changes_its_zone(evening):
    evening.scene.flip(evening.handle("city-9"))
    (observation,) = evening.wait()

    assert observation.layout[PILE] == Pile(faces("7 8"), 1, pytest.approx(0, abs=1))


def test_darkness_takes_nothing_away_and_says_that_it_is_blind(evening):
    evening.scene.set_light(0.05)
    frames = [np.zeros_like(evening.eye.frame())] * 12
    observations = [o for o in (evening.show(f).observation for f in frames) if o]

    assert [o.changed for o in observations] == [()]
    assert [w.code for w in observations[0].warnings] == [Warned.TOO_DARK]
    evening.scene.set_light(1.0)
    (back,) = evening.wait()
    assert (back.changed, back.warnings) == ((), ())


@pytest.mark.parametrize("level", [0.15, 0.5, 1.3])
def test_another_light_changes_nothing(evening, level):
    evening.scene.set_light(level)

    assert [o for o in evening.wait(10) if o.changed] == []
    assert evening.watcher.layout[PILE].face_up == faces("7 8 9")


def test_a_card_is_seen_to_go_in_another_light_as_well(evening):
    evening.scene.set_light(0.6)
    evening.wait()
    evening.scene.pick_up(evening.handle("city-9"))

    assert [o.changed for o in evening.wait()] == [(PILE,)]


def test_a_nudged_camera_changes_nothing(evening):
    evening.scene.nudge_camera(Nudge(5.0, -3.0, 0.4))

    assert evening.wait(10) == []
    assert evening.looks[-1].quiet


def test_a_camera_that_moved_is_said_to_have_until_it_is_aimed_anew(evening):
    evening.scene.nudge_camera(Nudge(14.0, -9.0, 1.0))
    (moved,) = evening.wait(10)
    evening.watcher.aim()
    (aimed,) = evening.wait(6)

    assert (moved.changed, [w.code for w in moved.warnings]) == ((), [Warned.CAMERA_MOVED])
    assert (aimed.changed, aimed.warnings) == ((), ())
    assert evening.watcher.layout[PILE].face_up == faces("7 8 9")


def test_only_the_zones_beside_the_change_are_read_again(evening, monkeypatch):
    read = []
    whole = []
    reader = evening.watcher._reader
    part, everything = reader.read_zone, reader.read
    monkeypatch.setattr(reader, "read_zone", lambda f, n, k: read.append(n) or part(f, n, k))
    monkeypatch.setattr(reader, "read", lambda f: whole.append(1) or everything(f))
    evening.scene.pick_up(evening.handle("city-9"))
    evening.wait(3)

    assert set(read) <= {PILE, HAND}
    assert whole == []


def test_a_card_dropped_between_the_zones_is_reported(evening):
    evening.scene.move(evening.handle("city-9"), Pose(250.0, 255.0, 20.0))
    observations = evening.wait(10)

    assert evening.watcher.layout[PILE].face_up == faces("7 8")
    assert [w.code for w in observations[-1].warnings] == [Warned.BETWEEN_ZONES]


def test_a_card_buried_by_the_next_one_is_named(evening):
    evening.scene.put_down(evening.handle("city-6"), evening.at("p1.pile", -2), face_up=True)
    (observation,) = evening.wait()

    assert observation.layout[PILE].face_up == faces("7 8 6")
    assert [(w.code, w.facts) for w in observation.warnings] == [
        (Warned.HALF_COVERED, (("zone", PILE), ("face", "9")))
    ]


def test_a_card_turned_over_is_not_said_to_be_buried(evening):
    evening.scene.flip(evening.handle("city-9"))
    (observation,) = evening.wait()

    assert observation.warnings == ()
