from itertools import pairwise

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest

from vision.calibration.board import BOARDS
from vision.plan import MAT_TAG_MM
from vision.printing import Paper, PrintingError, board_pdf, calibration_mat_pdf
from vision.printing.board import board_place
from vision.printing.calibration_mat import sheet_plan
from vision.printing.raster import page_image
from vision.printing.sheet import FOOT_MM, MARGIN_MM

PX_PER_MM = 6


def text_of(document: bytes) -> str:
    opened = pdfium.PdfDocument(document)
    text = opened[0].get_textpage().get_text_range()
    opened.close()
    return str(text)


@pytest.mark.parametrize("paper", Paper)
def test_the_printed_pattern_is_the_one_that_is_looked_for(paper: Paper) -> None:
    spec = BOARDS[paper.name]
    page = page_image(board_pdf(paper), 0, PX_PER_MM)
    corners, ids, _, markers = cv2.aruco.CharucoDetector(spec.pattern()).detectBoard(page)
    places = (np.reshape(corners, (-1, 2)) + 0.5) / PX_PER_MM - board_place(paper)

    assert sorted(np.ravel(markers)) == list(spec.marker_ids)
    assert sorted(np.ravel(ids)) == list(range(spec.corners))
    assert np.allclose(places, spec.corners_mm()[np.ravel(ids)], atol=0.1)


@pytest.mark.parametrize("paper", Paper)
def test_the_pattern_keeps_clear_of_margins_rulers_and_words(paper: Paper) -> None:
    left, top = board_place(paper)
    width, height = BOARDS[paper.name].size_mm

    assert left > MARGIN_MM + 1
    assert left + width < paper.width_mm - MARGIN_MM
    assert top > MARGIN_MM + 15
    assert top + height < paper.height_mm - FOOT_MM


@pytest.mark.parametrize("paper", Paper)
def test_parameters_and_both_rulers_stand_on_the_sheet(paper: Paper) -> None:
    text, spec = text_of(board_pdf(paper)), BOARDS[paper.name]

    assert f"{spec.columns} × {spec.rows} squares of {spec.square_mm:g} mm" in text
    assert f"tags of {spec.marker_mm:g} mm, {spec.dictionary} from id {spec.first_id}" in text
    assert "measure me: 100 mm" in text
    assert "measure me: 50 mm" in text


def test_the_sheets_speak_french() -> None:
    assert "carrés de 25 mm" in text_of(board_pdf("A4", "fr"))
    assert "Tapis d’étalonnage" in text_of(calibration_mat_pdf("A4", "fr"))


@pytest.mark.parametrize("paper", Paper)
def test_the_mats_tags_are_where_its_plan_has_them(paper: Paper, detect) -> None:
    found = dict(detect(page_image(calibration_mat_pdf(paper), 0, PX_PER_MM), PX_PER_MM))

    assert sorted(found) == [244, 245, 246, 247]
    for tag in sheet_plan(paper).mat_tags:
        assert tag.size_mm == MAT_TAG_MM
        assert np.allclose(found[244 + tag.corner], tag.outline(), atol=0.15)


@pytest.mark.parametrize("paper", Paper)
def test_a_card_fits_into_every_frame_and_no_frame_into_another(paper: Paper) -> None:
    zones = sheet_plan(paper).zones
    edges = sorted(
        (zone.y_mm - zone.height_mm / 2, zone.y_mm + zone.height_mm / 2) for zone in zones
    )

    assert all(zone.width_mm >= 88 and zone.height_mm >= 63 for zone in zones)
    assert all(above[1] <= below[0] for above, below in pairwise(edges))
    assert edges[0][0] > MARGIN_MM
    assert edges[-1][1] < paper.height_mm - FOOT_MM


def test_an_unknown_paper_or_language_is_refused() -> None:
    with pytest.raises(PrintingError, match="use A4, A3 or LETTER"):
        board_pdf("A5")
    with pytest.raises(PrintingError, match="use en or fr"):
        calibration_mat_pdf("A4", "xx")
