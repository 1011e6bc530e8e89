import cv2
import numpy as np
import pytest

from companion.cards import Face
from companion.game import Message
from companion.layout import EMPTY, Pile, Zone
from vision.reader import Reader
from vision.reading import Warned

LENS = (-0.05, 0.01, 0.0005, -0.0005, 0.0)


def codes(reading):
    return {message.code for message in reading.warnings}


def faces(text):
    return tuple(Face(face) for face in text.split())


@pytest.fixture
def look(plan, city, table):
    """Return a function that reads the table with a fresh reader."""

    def read(**how):
        return Reader(plan, city, profile=table.profile(), **how).read(table.frame())

    return read


def test_an_empty_mat_reads_as_empty_zones(plan, look):
    reading = look()

    assert reading.layout == {zone.spec.name: EMPTY for zone in plan.zones}
    assert reading.warnings == ()


@pytest.mark.parametrize("zone", ["p1.pile", "p2.pile", "p3.pile"])
def test_a_fan_of_nine_reads_from_bottom_to_top_in_every_direction(table, city, look, zone):
    table.fan(city, "350173926", zone, strip=14.0)

    assert look().layout[Zone(zone)] == Pile(
        faces("3 5 0 1 7 3 9 2 6"), 0, pytest.approx(0, abs=0.5)
    )


def test_a_fan_that_grows_to_the_left_still_reads_from_bottom_to_top(table, city, look):
    table.fan(city, "3501", "p1.pile", strip=-15.0, start=60.0)

    assert look().layout[Zone("p1.pile")].face_up == faces("3 5 0 1")


def test_a_card_laid_across_a_fan_lies_on_top_of_it(table, city, look):
    table.lay(city, "city-3", "p1.pile", -40).lay(city, "city-5", "p1.pile", -10)
    table.lay(city, "city-7", "p1.pile", -25, y=-15)

    assert look().layout[Zone("p1.pile")].face_up == faces("3 5 7")


def test_a_card_slipped_in_at_the_bottom_is_found_beneath_the_fan(table, city, look):
    table.lay(city, "city-7", "p1.pile", -25, y=-15)
    table.lay(city, "city-3", "p1.pile", -40).lay(city, "city-5", "p1.pile", -10)

    assert look().layout[Zone("p1.pile")].face_up == faces("7 3 5")


def test_cards_side_by_side_read_in_the_fans_direction(table, city, look):
    table.lay(city, "city-9", "p1.pile", 60).lay(city, "city-1", "p1.pile", -60)

    assert look().layout[Zone("p1.pile")].face_up == faces("1 9")


def test_a_cross_whose_order_cannot_be_told_is_not_guessed(table, city, look):
    table.lay(city, "city-9", "p1.pile").lay(city, "city-1", "p1.pile", turn=90)
    reading = look()

    assert Zone("p1.pile") not in reading.layout
    assert codes(reading) == {Warned.HALF_COVERED}


def test_equal_backs_are_counted_one_by_one(table, city, look):
    for x in (-64, 0, 64):
        table.lay(city, "city-back", "p2.hand", x)

    assert look().layout[Zone("p2.hand")].face_down == 3


def test_equal_faces_side_by_side_are_two_cards(table, city, look):
    table.fan(city, "11", "p1.pile")
    reading = look()

    assert reading.layout[Zone("p1.pile")].face_up == faces("1 1")
    assert reading.warnings == ()


def test_a_stack_is_one_back_however_high_and_its_angle_is_the_top_ones(table, city, look):
    for turn in (0, 2, 30):
        table.lay(city, "city-back", "deck", turn=turn)
    pile = look().layout[Zone("deck")]

    assert pile.face_down == 1
    assert pile.angle_deg == pytest.approx(30, abs=0.3)


def test_a_face_in_a_hand_shows_in_the_layout(table, city, look):
    table.lay(city, "city-4", "p3.hand", -40).lay(city, "city-back", "p3.hand", 40)
    pile = look().layout[Zone("p3.hand")]

    assert (pile.face_up, pile.face_down) == (faces("4"), 1)


def test_more_copies_than_printed_are_reported(table, city, look):
    table.fan(city, "777", "p1.pile")
    (warning,) = look().warnings

    assert warning.code == Warned.DUPLICATE_CARD
    assert dict(warning.facts) == {"face": "7", "count": "3", "copies": "2"}


@pytest.mark.parametrize("card", ["city-8", "city-back"])
def test_a_card_between_the_zones_is_reported_without_its_name(table, city, look, card):
    table.cards.append((city, card, 60.0, 80.0, 10.0))
    reading = look()

    assert all(pile == EMPTY for pile in reading.layout.values())
    assert reading.warnings == (Message(Warned.BETWEEN_ZONES),)


def test_cards_that_are_not_shown_to_all_are_not_counted(table, city, look):
    table.lay(city, "city-9", "p1.pile").lay(city, "city-9", "p2.hand")
    table.cards.append((city, "city-9", 60.0, 80.0, 10.0))
    reading = look()

    assert Warned.DUPLICATE_CARD not in codes(reading)


def test_a_card_of_another_deck_is_named_and_not_counted(table, city, plan, other_deck):
    table.lay(other_deck, "saloon-2", "p1.pile").lay(city, "city-5", "p1.pile", 70)
    reading = Reader(plan, city, [other_deck], table.profile()).read(table.frame())
    (warning,) = reading.warnings

    assert reading.layout[Zone("p1.pile")].face_up == faces("5")
    assert warning.code == Warned.FOREIGN_CARD
    assert dict(warning.facts) == {"deck": "saloon", "zone": "p1.pile"}


def test_a_tag_of_no_known_deck_is_reported(table, city, look, other_deck):
    table.lay(other_deck, "saloon-2", "p1.pile")
    reading = look()

    assert codes(reading) == {Warned.UNKNOWN_TAG}
    assert reading.layout[Zone("p1.pile")] == EMPTY


def test_a_card_under_an_elbow_is_said_to_be_half_covered(plan, table, city, look):
    table.lay(city, "city-5", "p1.pile")
    zone = plan.zone(Zone("p1.pile"))
    for x, y in ((-25, 38), (25, 38), (25, -38)):
        ((at_x, at_y),) = zone.from_zone([[x, y]])
        table.blobs.append((at_x, at_y, 12, (90, 120, 190)))
    reading = look()

    assert reading.layout[Zone("p1.pile")].face_up == faces("5")
    assert codes(reading) == {Warned.HALF_COVERED}


@pytest.mark.parametrize(
    "how",
    [
        {"tilt_deg": 15.0},
        {"tilt_deg": -12.0},
        {"distortion": LENS},
        {"noise": 6.0},
        {"blur": 1.0},
        {"shadow": 0.6},
        {"jpeg": 70},
        {"light": 0.35},
        {"light": 1.25},
        {
            "tilt_deg": 10.0,
            "distortion": LENS,
            "noise": 4.0,
            "blur": 0.7,
            "shadow": 0.4,
            "jpeg": 85,
        },
    ],
    ids=str,
)
def test_what_a_real_camera_does_to_a_picture_changes_nothing(table, city, look, how):
    table.fan(city, "3501739", "p1.pile").fan(city, "86", "p2.pile").lay(city, "city-back", "deck")
    for name, value in how.items():
        setattr(table, name, value)
    reading = look()

    assert reading.layout[Zone("p1.pile")].face_up == faces("3 5 0 1 7 3 9")
    assert reading.layout[Zone("p2.pile")].face_up == faces("8 6")
    assert reading.layout[Zone("deck")].face_down == 1
    assert reading.warnings == ()
    for sighting in reading.sightings:
        true = min(
            (card for card in table.cards if card[1] == sighting.print_id),
            key=lambda card: np.hypot(card[2] - sighting.x_mm, card[3] - sighting.y_mm),
        )
        assert np.hypot(true[2] - sighting.x_mm, true[3] - sighting.y_mm) < 1.0
        assert abs((sighting.angle_deg - true[4] + 180) % 360 - 180) < 1.0


def test_an_uncalibrated_bent_lens_still_reads_the_zones(table, city, plan):
    table.distortion = LENS
    table.fan(city, "3501", "p1.pile").fan(city, "86", "p3.pile")
    reading = Reader(plan, city).read(table.frame())

    assert reading.layout[Zone("p1.pile")].face_up == faces("3 5 0 1")
    assert reading.layout[Zone("p3.pile")].face_up == faces("8 6")


def test_the_outline_in_the_picture_lies_on_the_card(table, city, look):
    table.distortion = LENS
    table.lay(city, "city-5", "p1.pile")
    (sighting,) = look().sightings
    frame = table.frame()
    outline = np.round(sighting.outline_px).astype(np.int32)
    inside = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, outline, 1)
    inside = cv2.erode(inside, np.ones((7, 7))) > 0
    around = (cv2.dilate(inside.astype(np.uint8), np.ones((25, 25))) > 0) & ~(
        cv2.dilate(inside.astype(np.uint8), np.ones((13, 13))) > 0
    )

    assert np.median(frame[inside], axis=0).min() > 230
    assert np.median(frame[around], axis=0).max() < 110


def test_one_zone_reads_the_same_as_in_the_whole_frame(plan, table, city):
    table.fan(city, "3501739", "p1.pile").fan(city, "86", "p2.pile")
    reader = Reader(plan, city, profile=table.profile())
    frame = table.frame()
    whole = reader.read(frame)

    for zone in plan.zones:
        part = reader.read_zone(frame, zone.spec.name)
        assert part.layout == {zone.spec.name: whole.layout[zone.spec.name]}


def test_grey_frames_and_smaller_ones_read_as_well(table, city, plan):
    table.lay(city, "city-5", "p1.pile").noise = 1.0
    frame = cv2.cvtColor(table.frame(), cv2.COLOR_BGR2GRAY)
    small = cv2.resize(frame, (1920, 1080), interpolation=cv2.INTER_AREA)

    for picture in (frame, small):
        reading = Reader(plan, city, profile=table.profile()).read(picture)
        assert reading.layout[Zone("p1.pile")].face_up == faces("5")


def test_a_frame_too_small_for_tags_is_said_to_be(plan, city):
    reading = Reader(plan, city).read(np.zeros((480, 640), np.uint8))
    (warning,) = reading.warnings

    assert reading.void
    assert warning.code == Warned.WRONG_RESOLUTION
    assert dict(warning.facts) == {"width": "640", "height": "480", "least": "1280"}


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"light": 0.0}, Warned.TOO_DARK),
        ({"light": 0.05}, Warned.TOO_DARK),
        ({"light": 20.0}, Warned.OVEREXPOSED),
        ({"blur": 4.0}, Warned.OUT_OF_FOCUS),
        ({"blur": 4.0, "light": 0.4, "noise": 6.0}, Warned.OUT_OF_FOCUS),
    ],
    ids=str,
)
def test_a_picture_without_a_mat_says_why(table, city, look, fault, said):
    table.lay(city, "city-5", "p1.pile")
    for name, value in fault.items():
        setattr(table, name, value)
    reading = look()

    assert reading.void
    assert (reading.layout, reading.sightings) == ({}, ())
    assert codes(reading) == {said}


def test_a_sharp_picture_of_something_else_only_lacks_the_mat(table, city, plan):
    table.fan(city, "35", "p1.pile")
    reading = Reader(plan, city, profile=table.profile()).read(cover(table, {0, 1, 2, 3}))

    assert codes(reading) == {Warned.MAT_MISSING}


def test_blur_is_named_before_cards_are_lost_to_it(table, city, look):
    table.fan(city, "350173926", "p1.pile", strip=14.0).blur = 1.8
    reading = look()

    assert not reading.void
    assert Warned.OUT_OF_FOCUS in codes(reading)


@pytest.mark.parametrize(("light", "lost"), [(1.5, False), (4.0, True)])
def test_light_that_eats_into_black_is_named_though_the_mat_is_seen(table, city, look, light, lost):
    table.fan(city, "3501739", "p1.pile")
    table.blur, table.light = 0.7, light
    reading = look()

    assert not reading.void
    assert (Warned.OVEREXPOSED in codes(reading)) is lost


@pytest.mark.parametrize(("scale", "read"), [(0.9, False), (0.96, True), (1.1, False)])
def test_cards_printed_at_another_scale_are_named_and_not_misread(table, city, plan, scale, read):
    table.fan(city, "3501739", "p1.pile").lay(city, "city-back", "deck").printed_at = scale
    table.lay(city, "city-8", "p2.pile").lay(city, "city-9", "p2.pile", 64)
    reader = Reader(plan, city, profile=table.profile())
    frame = table.frame()
    reading, part = reader.read(frame), reader.read_zone(frame, Zone("p2.pile"))

    assert not reading.void
    assert codes(reading) == (set() if read else {Warned.WRONG_SCALE})
    assert (len(reading.sightings), len(part.sightings)) == ((10, 2) if read else (0, 0))


def test_a_card_held_up_is_not_taken_for_a_wrong_print(table, city, look):
    table.lay(city, "city-8", "p2.pile").printed_at = 1.15

    assert Warned.WRONG_SCALE not in codes(look())


def test_a_card_whose_tags_are_cut_off_is_named(plan, table, city, look):
    table.lay(city, "city-5", "p1.pile")
    zone = plan.zone(Zone("p1.pile"))
    for x, y in ((-31, -44), (31, -44), (31, 44)):
        ((at_x, at_y),) = zone.from_zone([[x, y]])
        table.blobs.append((at_x, at_y, 6, (70, 95, 60)))

    assert codes(look()) == {Warned.HALF_COVERED}


def cover(table, corners):
    table.blobs = [
        (tag.x_mm, tag.y_mm, 25, (90, 120, 190))
        for tag in table.plan.mat_tags
        if tag.corner in corners
    ]
    return table.frame()


def test_three_mat_tags_are_enough(plan, table, city):
    table.lay(city, "city-5", "p1.pile")
    reading = Reader(plan, city, profile=table.profile()).read(cover(table, {1}))

    assert reading.layout[Zone("p1.pile")].face_up == faces("5")


def test_two_mat_tags_are_enough_only_for_a_mat_seen_before(plan, table, city):
    table.lay(city, "city-5", "p1.pile")
    fresh = Reader(plan, city, profile=table.profile())
    used = Reader(plan, city, profile=table.profile())
    used.read(table.frame())
    frame = cover(table, {1, 3})

    assert fresh.read(frame).void
    assert used.read(frame).layout[Zone("p1.pile")].face_up == faces("5")


def test_a_mat_that_was_moved_is_not_remembered(plan, table, city):
    table.lay(city, "city-5", "p1.pile")
    reader = Reader(plan, city, profile=table.profile())
    reader.read(table.frame())
    moved = np.roll(cover(table, {1, 3}), 20, axis=1)

    assert reader.read(moved).void
