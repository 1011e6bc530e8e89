import numpy as np
import pytest

from vision.calibration.board import BOARDS, BoardSpec
from vision.calibration.errors import CalibrationError


@pytest.mark.parametrize("name", BOARDS)
def test_our_boards_have_an_odd_number_of_rows(name):
    assert BOARDS[name].rows % 2 == 1


def test_the_small_and_the_large_board_share_no_tag():
    assert not set(BOARDS["A4"].marker_ids) & set(BOARDS["A3"].marker_ids)


@pytest.mark.parametrize("name", BOARDS)
def test_corners_lie_where_opencv_has_them(name):
    spec = BOARDS[name]
    theirs = np.array(spec.pattern().getChessboardCorners()).reshape(-1, 3)[:, :2]

    assert np.allclose(spec.corners_mm(), theirs)


@pytest.mark.parametrize("rows", [8, 9])
@pytest.mark.parametrize("legacy", [False, True])
def test_tags_lie_where_opencv_has_them(rows, legacy):
    spec = BoardSpec(7, rows, 25, 17.5, legacy=legacy)
    theirs = np.array(spec.pattern().getObjPoints()).reshape(-1, 4, 3).mean(axis=1)[:, :2]
    ours = [((column + 0.5) * 25, (row + 0.5) * 25) for column, row, _ in spec.white_squares()]

    assert np.allclose(ours, theirs)


@pytest.mark.parametrize(
    "spec",
    [*BOARDS.values(), BoardSpec(5, 8, 30, 22, "DICT_6X6_250", 7, legacy=True)],
    ids=str,
)
def test_a_board_prints_as_text_that_reads_back(spec):
    assert BoardSpec.parse(str(spec)) == spec


def test_a_board_is_known_by_its_paper():
    assert BoardSpec.parse(" a3 ") == BOARDS["A3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A5", "'A5' is no board; name A4, LETTER, A3"),
        ("7x9", "no board"),
        ("7x9:1.2.3:1:DICT_5X5_250", "no sizes in mm"),
        ("7x9:17.5:25:DICT_5X5_250", "give the square first"),
        ("2x9:25:17.5:DICT_5X5_250", "too few squares"),
        ("7x9:25:17.5:DICT_5X5_251", "no dictionary 'DICT_5X5_251'"),
        ("7x9:25:17.5:DICT_5X5_50+40", "needs 31 tags, DICT_5X5_50 has 50"),
    ],
)
def test_what_is_no_board_is_refused_with_a_remedy(text, said):
    with pytest.raises(CalibrationError, match=said):
        BoardSpec.parse(text)


def test_measured_rulers_stretch_the_board():
    spec = BOARDS["A4"].measured(97.0, 49.0)

    assert np.allclose(spec.size_mm, (175 * 0.97, 225 * 0.98))
    assert np.allclose(spec.corners_mm()[0], (25 * 0.97, 25 * 0.98))


def test_one_ruler_stretches_both_ways_alike():
    assert BOARDS["A4"].measured(98.0).stretch == (0.98, 0.98)


@pytest.mark.parametrize("length", [0.0, 10.0, 1000.0, float("nan"), float("inf")])
def test_a_ruler_no_printer_makes_is_refused(length):
    with pytest.raises(CalibrationError, match="measure from its 0 to its 100 again, in mm"):
        BOARDS["A4"].measured(length)


def test_a_board_survives_as_plain_data():
    spec = BOARDS["A3"].measured(101.0, 49.5)

    assert BoardSpec.from_plain(spec.to_plain()) == spec


@pytest.mark.parametrize("plain", [{}, {"stretch": (1, 1)}, {**BOARDS["A4"].to_plain(), "rows": 0}])
def test_plain_data_that_is_no_board_is_refused(plain):
    with pytest.raises(CalibrationError):
        BoardSpec.from_plain(plain)
