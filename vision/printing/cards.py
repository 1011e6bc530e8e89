"""Whole cards, put together from a game's art and the tags of a print."""

from companion.cards import BACK, Deck, Face, Print
from vision.printing.art import CARD_HEIGHT, CARD_WIDTH, PANEL_HEIGHT, PANEL_WIDTH, art_of
from vision.printing.lettering import line
from vision.printing.shapes import INK, PAPER, WHITE, Group, Paint, Rect, Shape
from vision.printing.svg import svg
from vision.printing.tag_art import tag_shapes
from vision.printing.words import PrintingError, known_language, word
from vision.tags import CORNERS, QUIET_MM, TAG_MM, slot_of, tag_corners_mm, tag_id

#: What a tag and its quiet zone take from two edges of a card, mm.
_CORNER = TAG_MM + 2 * QUIET_MM
#: Between the panel and the tags' quiet zones, mm.
_GAP = 0.5
#: Without tags the panel grows to this part of the card.
_SCREEN_FILL = 0.94
_WHOLE_FILL = 0.975
_ROUNDING = 3.5


def card_svg(deck: Deck, face: Face, language: str = "en", tags: bool = False) -> str:
    """Return a face as SVG; with `tags`, as the first of its prints is printed.

    Raise PrintingError for a face or language the deck does not have.
    """
    if face == BACK:
        return back_svg(deck, language, tags)
    design = _first_print(deck, face)
    name = dict(design.says).get("name") or art_of(deck).face_name(face, known_language(language))
    title = face if name == face else f"{face} {name}"
    return _svg(deck, design, language, tags, title, turned=face != design.face)


def back_svg(deck: Deck, language: str = "en", tags: bool = False) -> str:
    """Return the back of the deck's cards as SVG; the same for every card."""
    return _svg(deck, _first_print(deck, BACK), language, tags, word("back", language))


def card_shapes(deck: Deck, design: Print, language: str = "en") -> tuple[Shape, ...]:
    """Return a print as it is printed: white card, four tags, panel, figures on the rims."""
    width, height, scale = deck.width_mm, deck.height_mm, _panel_scale(deck)
    whole = _whole(deck, design, language)
    rims = () if whole else _rims(deck, design)
    drawn = whole or (Group(_panel(deck, design.face, language), scale=scale),)
    white = Rect(-width / 2, -height / 2, width, height, Paint(WHITE))
    return (white, *drawn, *rims, *_tags(deck, design))


def _whole(deck: Deck, design: Print, language: str) -> tuple[Shape, ...]:
    """Return a face whose art draws the whole card, () where it draws a panel only."""
    card = art_of(deck).card
    if card is None or design.face == BACK:
        return ()
    scale = min(deck.width_mm / CARD_WIDTH, deck.height_mm / CARD_HEIGHT)
    return (Group(card(design, known_language(language)), scale=scale),)


def _screen_shapes(deck: Deck, design: Print, language: str, turned: bool) -> tuple[Shape, ...]:
    width, height = deck.width_mm - 0.4, deck.height_mm - 0.4
    ground = Rect(-width / 2, -height / 2, width, height, Paint(PAPER, INK, 0.4), _ROUNDING)
    if whole := _whole(deck, design, language):
        return (ground, Group(whole, scale=_WHOLE_FILL, degrees=180 if turned else 0))
    scale = _SCREEN_FILL * min(width / PANEL_WIDTH, height / PANEL_HEIGHT)
    return (ground, Group(_panel(deck, design.face, language), scale=scale))


def _svg(
    deck: Deck, design: Print, language: str, tags: bool, title: str, *, turned: bool = False
) -> str:
    if tags:
        shapes = card_shapes(deck, design, language)
    else:
        shapes = _screen_shapes(deck, design, language, turned)
    return svg(shapes, deck.width_mm, deck.height_mm, title)


def _first_print(deck: Deck, face: Face) -> Print:
    for design in deck.prints:
        if face in design.faces:
            return design
    raise PrintingError(
        f"deck {deck.name!r} has no face {face!r}: it has {', '.join(deck.faces())}"
    )


def _panel(deck: Deck, face: Face, language: str) -> tuple[Shape, ...]:
    art = art_of(deck)
    return art.back() if face == BACK else art.panel(face, known_language(language))


def _panel_scale(deck: Deck) -> float:
    room = 2 * (_CORNER + _GAP)
    scale = min((deck.width_mm - room) / PANEL_WIDTH, (deck.height_mm - room) / PANEL_HEIGHT)
    if scale < 0.25:
        raise PrintingError(
            f"deck {deck.name!r}: cards of {deck.width_mm:g} by {deck.height_mm:g} mm are too "
            f"small for four tags: use at least {room + PANEL_WIDTH / 4:.0f} by "
            f"{room + PANEL_HEIGHT / 4:.0f} mm"
        )
    return scale


def number_of(deck: Deck) -> str:
    """Return the number of a deck with marked backs, "" for any other deck."""
    return next(
        (said["deck"] for design in deck.prints if "deck" in (said := dict(design.says))), ""
    )


def _rims(deck: Deck, design: Print) -> tuple[Shape, ...]:
    """Return the face's mark between the tags, so that a fan shows it on either side.

    Left and top marks stand upright; right and bottom ones do for whoever sits opposite.
    """
    number = dict(design.says).get("deck")
    mark = (line(number, 1.2, 3.4, 9.0),) if number else art_of(deck).mark(design.face)
    x, y = deck.width_mm / 2 - _CORNER / 2, deck.height_mm / 2 - _CORNER / 2
    return (
        Group(mark, x=-x),
        Group(mark, y=-y),
        Group(mark, x=x, degrees=180),
        Group(mark, y=y, degrees=180),
    )


def _tags(deck: Deck, design: Print) -> tuple[Shape, ...]:
    slot = slot_of(deck, design)
    shapes: list[Shape] = []
    for corner in range(CORNERS):
        x, y = tag_corners_mm(deck, corner)[0]
        shapes += tag_shapes(tag_id(slot, corner), float(x), float(y), TAG_MM)
    return tuple(shapes)
