from companion.games import game_named
from vision.printing import Paper, stickers_pdf
from vision.printing.raster import page_image
from vision.tags import CORNERS, slot_of, tag_id

DECK = game_named("deadlock_city").deck


def test_each_card_has_four_readable_stickers_in_order(detect) -> None:
    found = dict(detect(page_image(stickers_pdf(DECK, Paper.A4), 0, 6), 6))

    for design in DECK.prints[:3]:
        ids = [tag_id(slot_of(DECK, design), corner) for corner in range(CORNERS)]
        lefts = [found[tag][:, 0].min() for tag in ids]
        assert sorted(lefts) == lefts
        assert all(abs(found[tag][:, 0].max() - found[tag][:, 0].min() - 10) < 0.2 for tag in ids)


def test_the_sheet_says_in_french_how_it_is_printed() -> None:
    assert stickers_pdf(DECK, Paper.LETTER, "fr").startswith(b"%PDF")
