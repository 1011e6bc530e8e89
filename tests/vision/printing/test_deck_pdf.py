import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pytest

from companion.cards import BACK, Deck
from vision import tags
from vision.printing import Paper, PrintingError, deck_pdf
from vision.printing.deck import grid_for
from vision.printing.raster import page_image
from vision.printing.sheet import MARGIN_MM, UPRIGHT_FOOT_MM

PX_PER_MM = 8
POINTS_PER_MM = 72 / 25.4

Points = npt.NDArray[np.float64]
Card = tuple[int, Points]


def pages(document: bytes) -> list[tuple[tuple[float, float], str]]:
    opened = pdfium.PdfDocument(document)
    found = [(page.get_size(), page.get_textpage().get_text_range()) for page in opened]
    opened.close()
    return found


def cards_on(document: bytes, page: int, detect) -> list[Card]:
    """Return the slot and the sixteen tag corners (mm) of each card on a page."""
    found = detect(page_image(document, page, PX_PER_MM), PX_PER_MM)
    cards = []
    for tag, outline in ((tag, outline) for tag, outline in found if tag % 4 == 0):
        # From one tag to the next it is 63 - 12.5 mm across and 88 - 12.5 mm down.
        across, down = (outline[1] - outline[0]) / 10 * 50.5, (outline[3] - outline[0]) / 10 * 75.5
        ways = enumerate((0 * across, across, across + down, down))
        corners = [nearest(found, tag + corner, outline[0] + way) for corner, way in ways]
        cards.append((tag // 4, np.vstack(corners)))
    assert len(found) == 4 * len(cards)
    return cards


def nearest(found, tag: int, place: Points) -> Points:
    """Return the outline of the tag with this id that is nearest to where it should be."""
    outlines = [outline for found_tag, outline in found if found_tag == tag]
    return min(outlines, key=lambda outline: np.linalg.norm(outline[0] - place))


def placed(points: Points, deck: Deck) -> tuple[Points, Points, float]:
    """Return a card's centre, the direction of its top and the worst misplacement, mm.

    The card may lie anywhere and turned, but a stretched or shrunk one does not fit.
    """
    model = np.vstack([tags.tag_corners_mm(deck, corner) for corner in range(4)])
    centre = points.mean(axis=0)
    left, _, right = np.linalg.svd(model.T @ (points - centre))
    turn = left @ right
    misplaced = np.linalg.norm(model @ turn + centre - points, axis=1).max()
    return centre, np.array([0, -1]) @ turn, float(misplaced)


@pytest.mark.parametrize("paper", Paper)
def test_every_print_carries_its_four_tags_at_true_scale(
    paper: Paper, deadlock_city: Deck, detect
) -> None:
    document = deck_pdf(deadlock_city, paper)
    fronts = [
        card
        for page in range(0, len(pages(document)), 2)
        for card in cards_on(document, page, detect)
    ]

    assert sorted(slot for slot, _ in fronts) == list(range(20))
    for _, points in fronts:
        assert placed(points, deadlock_city)[2] < 0.1


@pytest.mark.parametrize("paper", Paper)
def test_backs_meet_their_fronts_when_the_paper_is_turned_over_its_long_edge(
    paper: Paper, deadlock_city: Deck, detect
) -> None:
    document = deck_pdf(deadlock_city, paper)
    back_slot = tags.slot_of(deadlock_city, deadlock_city.print_of("back"))
    for page in range(0, len(pages(document)), 2):
        fronts = [placed(card[1], deadlock_city) for card in cards_on(document, page, detect)]
        back_cards = cards_on(document, page + 1, detect)
        backs = [placed(points, deadlock_city) for _, points in back_cards]
        # Seen through the paper from the front, the back page is mirrored left to right.
        seen = [(np.array([paper.width_mm - c[0], c[1]]), t * [-1, 1]) for c, t, _ in backs]

        assert {slot for slot, _ in back_cards} == {back_slot}
        assert len(backs) == len(fronts)
        for centre, top, _ in fronts:
            behind = min(seen, key=lambda back: np.linalg.norm(back[0] - centre))
            assert np.linalg.norm(behind[0] - centre) < 0.1
            assert np.allclose(behind[1], top, atol=0.01)


@pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("letter", (215.9, 279.4))])
def test_page_sizes_are_the_papers(
    paper: str, size: tuple[float, float], deadlock_city: Deck
) -> None:
    for points, _ in pages(deck_pdf(deadlock_city, Paper.named(paper))):
        assert points == pytest.approx([mm * POINTS_PER_MM for mm in size], abs=0.01)


@pytest.mark.parametrize("paper", Paper)
def test_rulers_are_as_long_as_they_say(paper: Paper, deadlock_city: Deck) -> None:
    document, px_per_mm = deck_pdf(deadlock_city, paper), 12
    # Half way up the ten-millimetre ticks no other tick reaches.
    ticks_y = paper.height_mm - 6 - 2.6
    ticks_x = MARGIN_MM - 0.2 - 2.6
    for page in range(len(pages(document))):
        picture = page_image(document, page, px_per_mm).min(axis=2)
        row = picture[round(ticks_y * px_per_mm), : round((MARGIN_MM + 101) * px_per_mm)]
        first, last = round((UPRIGHT_FOOT_MM - 51) * px_per_mm), round(98 * px_per_mm)
        column = picture[first:last, round(ticks_x * px_per_mm)]

        assert dark_centres(row, px_per_mm) == pytest.approx(
            [MARGIN_MM + at for at in range(0, 101, 10)], abs=0.1
        )
        assert np.diff(dark_centres(column, px_per_mm)) == pytest.approx([10] * 5, abs=0.1)
        assert np.ptp(dark_centres(row, px_per_mm)) == pytest.approx(100, abs=0.1)


def dark_centres(line: npt.NDArray[np.uint8], px_per_mm: float) -> list[float]:
    dark = np.flatnonzero(line < 160)
    runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    return [float((run[0] + run[-1] + 1) / 2 / px_per_mm) for run in runs]


def test_each_sheet_says_what_it_is_and_how_to_check_it(deadlock_city: Deck) -> None:
    texts = [text for _, text in pages(deck_pdf(deadlock_city, Paper.A4))]

    assert len(texts) == 6
    for number, text in enumerate(texts):
        side = "backs" if number % 2 else "fronts"
        assert f"Deadlock City – sheet {number // 2 + 1} of 3, {side} – English" in text
        assert "measure me: 100 mm" in text
        assert "measure me: 50 mm" in text
        assert "Print at 100 %" in text


def test_french_words_are_written_right(deadlock_city: Deck) -> None:
    texts = [text for _, text in pages(deck_pdf(deadlock_city, Paper.A4, "fr"))]
    everything = " ".join(" ".join(texts).split())

    assert "Un autre joueur qui regarde cette carte est éliminé." in everything
    assert "Échangez votre carte avec un autre joueur." in everything
    assert "À COUVERT" in everything
    assert "la carte d’un autre joueur" in everything
    assert "Deadlock City – feuille 1 sur 3, faces – français" in everything
    assert "mesurez-moi: 100 mm" in everything


def test_the_same_deck_gives_the_same_bytes(deadlock_city: Deck) -> None:
    assert deck_pdf(deadlock_city, Paper.A4) == deck_pdf(deadlock_city, Paper.A4)


def test_a_deck_without_backs_has_fronts_only(plain_deck: Deck, detect) -> None:
    document = deck_pdf(plain_deck, Paper.A4)

    assert len(pages(document)) == 1
    assert sorted(slot for slot, _ in cards_on(document, 0, detect)) == [30, 31, 32]
    assert BACK not in plain_deck.faces()


def test_viewers_are_told_not_to_scale(deadlock_city: Deck) -> None:
    assert b"/PrintScaling /None" in deck_pdf(deadlock_city, Paper.A4)


@pytest.mark.parametrize(("paper", "cards"), [(Paper.A4, 9), (Paper.A3, 18), (Paper.LETTER, 8)])
def test_a_sheet_takes_as_many_cards_as_fit(paper: Paper, cards: int, deadlock_city: Deck) -> None:
    grid = grid_for(deadlock_city, paper)

    assert grid.columns * grid.rows == cards


def test_an_unknown_paper_is_refused_with_those_we_know(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match="paper 'B5' is not known: use A4, A3 or LETTER"):
        deck_pdf(deadlock_city, "B5")


def test_paper_may_be_named_in_words(deadlock_city: Deck) -> None:
    assert deck_pdf(deadlock_city, " letter") == deck_pdf(deadlock_city, Paper.LETTER)


def test_an_unknown_language_is_refused_with_those_we_know(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match="language 'de' is not printed: use en or fr"):
        deck_pdf(deadlock_city, Paper.A4, "de")


def test_cards_larger_than_the_paper_are_refused(deadlock_city: Deck) -> None:
    poster = Deck("poster", deadlock_city.prints, 0, width_mm=200, height_mm=280)

    with pytest.raises(PrintingError, match="200 by 280 mm do not fit on A4 paper"):
        deck_pdf(poster, Paper.A4)


def test_cards_too_small_for_four_tags_are_refused(deadlock_city: Deck) -> None:
    stamps = Deck("stamps", deadlock_city.prints, 0, width_mm=30, height_mm=40)

    with pytest.raises(PrintingError, match="too small for four tags: use at least 35 by 41 mm"):
        deck_pdf(stamps, Paper.A4)
