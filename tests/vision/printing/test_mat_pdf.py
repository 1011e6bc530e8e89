import numpy as np
import pypdfium2 as pdfium
import pytest

from vision.plan import MAT_TAG_INSET_MM
from vision.printing import Paper, PrintingError, mat_pdf
from vision.printing.mat import SQUARE_MM, square_centre
from vision.printing.raster import page_image


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
