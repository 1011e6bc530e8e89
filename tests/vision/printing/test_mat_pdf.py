from dataclasses import replace

import numpy as np
import pypdfium2 as pdfium
import pytest

from companion.cards import Seat
from companion.games import GAMES
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision.plan import MAT_TAG_INSET_MM, plan_table
from vision.pointing import pointed_at
from vision.printing import Paper, PrintingError, mat_pdf, whole_mat_pdf
from vision.printing.aim_marks import aim_marks, seat_letter
from vision.printing.mat import SQUARE_MM, square_centre
from vision.printing.raster import page_image
from vision.printing.shapes import Group, Text
from vision.printing.sheet import MARGIN_MM
from vision.printing.whole_mat import tiles_of


def text_of(document: bytes) -> str:
    opened = pdfium.PdfDocument(document)
    text = opened[0].get_textpage().get_text_range()
    opened.close()
    return str(text)


@pytest.mark.parametrize("paper", Paper)
def test_the_four_mat_tags_are_twenty_millimetres_wide_and_upright(paper: Paper, detect) -> None:
    found = dict(detect(page_image(mat_pdf(paper), 0, 8), 8))

    assert sorted(found) == [244, 245, 246, 247]
    for tag, outline in found.items():
        x, y = square_centre(paper, tag - 244)
        expected = [(x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10)]
        assert np.allclose(outline, expected, atol=0.1)


def test_a_square_flush_in_the_corner_puts_its_tag_where_the_plan_has_it() -> None:
    assert SQUARE_MM / 2 == MAT_TAG_INSET_MM


def test_the_sheet_says_where_the_tags_go() -> None:
    text = text_of(mat_pdf(Paper.A4))

    for corner in ("top left", "top right", "bottom right", "bottom left"):
        assert corner in text
    assert "flush into its corner of the mat: 900 by 500 mm" in text
    assert "measure me: 100 mm" in text


def test_the_sheet_says_it_in_french() -> None:
    text = text_of(mat_pdf(Paper.LETTER, "fr"))

    assert "en haut à gauche" in text
    assert "Découpez le long des lignes grises" in text


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(PrintingError, match="use en or fr"):
        mat_pdf(Paper.A4, "xx")


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(PrintingError, match="paper 'A7' is not known"):
        mat_pdf("A7")


PLAN = plan_table((ZoneSpec(Zone("p1.pile"), ZoneKind.FAN, Seat("p1")),), (Seat("p1"),))


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3])
def test_the_whole_mat_is_cut_into_equal_sheets_that_make_it_up(paper: Paper) -> None:
    tiles = list(tiles_of(paper, PLAN))

    assert sum(tile.width * tile.height for tile in tiles) == pytest.approx(900 * 500)
    assert max(tile.left + tile.width for tile in tiles) == pytest.approx(900)
    assert max(tile.top + tile.height for tile in tiles) == pytest.approx(500)


def test_a_tag_of_the_whole_mat_is_where_the_plan_has_it(detect) -> None:
    tiles = list(tiles_of(Paper.A3, PLAN))
    document = whole_mat_pdf(Paper.A3, PLAN, {Zone("p1.pile"): "A pile"})
    found = dict(detect(page_image(document, len(tiles) - 1, 4), 4))
    shift = np.array([tiles[-1].left, tiles[-1].top]) - MARGIN_MM

    assert np.allclose(found[246] + shift, PLAN.mat_tags[2].outline(), atol=0.2)


def test_the_sheets_of_the_whole_mat_are_numbered() -> None:
    assert "feuille 1 sur 8" in text_of(whole_mat_pdf(Paper.A3, PLAN, {}, "fr"))


def test_a_gun_turned_at_a_letter_around_its_place_points_at_that_seat() -> None:
    seats = tuple(Seat(f"p{number}") for number in range(1, 9))
    plan = plan_table(GAMES["good_cop_bad_cop"].zones(seats), seats)
    groups = [group for group in aim_marks(plan) if isinstance(group, Group)]
    letters = [(g, s.text) for g in groups for s in g.shapes if isinstance(s, Text)]
    guns = [zone for zone in plan.zones if zone.spec.kind is ZoneKind.POINTER]
    pairs = [(gun, seat) for gun in guns for seat in seats if seat != gun.spec.seat]

    for (gun, seat), (group, letter) in zip(pairs, letters, strict=True):
        right, down = group.x - gun.x_mm, group.y - gun.y_mm
        turned = replace(gun, angle_deg=float(np.degrees(np.arctan2(right, -down))))

        assert letter == seat_letter(seat)
        assert pointed_at(plan, turned, gun.spec.seat) == seat
