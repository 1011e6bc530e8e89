import cv2
import numpy as np
import pytest

from companion.cards import BACK, Deck, Face, Print, PrintId
from companion.game import TableError
from vision import tags
from vision.tags import DeckError, SlotCorner, SlotOwner


def small_deck(first_tag_slot: int = 0, name: str = "small") -> Deck:
    return Deck(
        name,
        (
            Print(PrintId("1a"), Face("1")),
            Print(PrintId("1b"), Face("1")),
            Print(PrintId("back"), BACK, copies=2),
        ),
        first_tag_slot,
    )


def test_tag_ids_and_slots_are_each_others_inverse() -> None:
    every = [(slot, corner) for slot in range(62) for corner in range(4)]

    assert [tags.slot_and_corner(tags.tag_id(*place)) for place in every] == every


def test_the_mat_has_the_last_four_ids_of_the_dictionary_in_corner_order() -> None:
    ids = [tags.tag_id(tags.MAT_SLOT, corner) for corner in range(4)]

    assert ids == [244, 245, 246, 247]


@pytest.mark.parametrize("place", [(-1, 0), (62, 0), (0, 4), (0, -1)])
def test_a_place_without_a_tag_is_refused(place: tuple[int, int]) -> None:
    with pytest.raises(DeckError, match="slots run from 0 to 61"):
        tags.tag_id(*place)


@pytest.mark.parametrize("tag", [-1, 248, 249])
def test_a_tag_that_is_on_nothing_is_refused(tag: int) -> None:
    with pytest.raises(DeckError, match=f"tag {tag} is on no card"):
        tags.slot_and_corner(tag)


def test_a_deck_error_is_a_table_error_and_a_value_error() -> None:
    assert issubclass(DeckError, TableError)
    assert issubclass(DeckError, ValueError)


def test_modules_are_what_opencv_reads() -> None:
    """Draw each tag from its modules; the detector names the same id, upright."""
    detector = cv2.aruco.ArucoDetector(tags.dictionary())
    for tag in range(248):
        black = np.pad(tags.tag_modules(tag), 2)
        picture = np.where(black, 0, 255).astype(np.uint8).repeat(10, 0).repeat(10, 1)
        corners, ids, _ = detector.detectMarkers(picture)

        assert np.ravel(ids).tolist() == [tag]
        assert np.allclose(
            np.reshape(corners, (4, 2)), [(20, 20), (99, 20), (99, 99), (20, 99)], atol=1
        )


def test_no_more_wrong_bits_are_mended_than_the_tags_are_apart() -> None:
    whole = tags.dictionary()
    codes = [tags.tag_modules(tag)[1:-1, 1:-1] for tag in range(250)]
    turned = [np.rot90(code, k) for code in codes for k in range(4)]
    apart = min(
        np.count_nonzero(code != other)
        for place, code in enumerate(codes)
        for other in turned[4 * (place + 1) :]
    )

    assert apart == 12
    assert whole.maxCorrectionBits == (apart - 1) // 2


def test_border_is_black_all_around() -> None:
    black = tags.tag_modules(0)

    assert black.dtype == np.bool_
    assert black[[0, -1]].all()
    assert black[:, [0, -1]].all()


def test_tags_lie_one_quiet_zone_inside_the_card() -> None:
    deck = small_deck()
    everything = np.vstack([tags.tag_corners_mm(deck, corner) for corner in range(4)])

    assert everything.min(axis=0).tolist() == [-31.5 + 1.25, -44 + 1.25]
    assert everything.max(axis=0).tolist() == [31.5 - 1.25, 44 - 1.25]


@pytest.mark.parametrize("corner", range(4))
def test_each_tag_stands_upright_in_its_own_corner(corner: int) -> None:
    deck = small_deck()
    outline = tags.tag_corners_mm(deck, corner)
    top_left, top_right, bottom_right, bottom_left = outline
    card = tags.card_corners_mm(deck)
    nearest = np.linalg.norm(card - outline.mean(axis=0), axis=1).argmin()

    assert nearest == corner
    assert (top_right - top_left).tolist() == [10, 0]
    assert (bottom_left - top_left).tolist() == [0, 10]
    assert (bottom_right - bottom_left).tolist() == [10, 0]


def test_card_corners_run_clockwise_from_the_top_left() -> None:
    assert tags.card_corners_mm(small_deck()).tolist() == [
        [-31.5, -44],
        [31.5, -44],
        [31.5, 44],
        [-31.5, 44],
    ]


def test_slots_of_two_decks_side_by_side() -> None:
    first, second = small_deck(0, "first"), small_deck(3, "second")
    owners = tags.slots([first, second])

    assert list(owners) == [0, 1, 2, 3, 4, 5]
    assert owners[1] == SlotOwner(first, first.prints[1])
    assert owners[5] == SlotOwner(second, second.prints[2])
    assert tags.slot_and_corner(7) == SlotCorner(1, 3)


def test_overlapping_decks_are_refused_by_name() -> None:
    with pytest.raises(DeckError, match="'first' and 'second' both use tag slot 2"):
        tags.slots([small_deck(0, "first"), small_deck(2, "second")])


def test_the_slot_of_the_mat_is_not_for_decks() -> None:
    with pytest.raises(DeckError, match="decks have 0 to 60"):
        tags.slots([small_deck(59)])


def test_slot_of_a_print() -> None:
    deck = small_deck(7)

    assert tags.slot_of(deck, deck.prints[2]) == 9
    with pytest.raises(KeyError):
        tags.slot_of(deck, Print(PrintId("9a"), Face("9")))
