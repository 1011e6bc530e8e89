from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from companion.cards import BACK, Deck, Face, PrintId
from vision.printing import LANGUAGES, card_image, figures
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, art_of
from vision.printing.lettering import paragraph
from vision.printing.shapes import Circle, Group, Path, Shape, Text, steps
from vision.printing.tag_art import outlines
from vision.tags import tag_modules

FACES = [Face(figure) for figure in "0123456789"]


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield from flat(shape.shapes) if isinstance(shape, Group) else [shape]


@pytest.mark.parametrize("tag", [0, 83, 247])
def test_the_outline_of_a_tag_filled_even_odd_is_its_black_modules(tag: int) -> None:
    black = tag_modules(tag)
    loops = list(outlines(black))
    filled = np.zeros_like(black)
    for row, column in np.ndindex(black.shape):
        # Count the upright edges to the right of the module's centre.
        crossings = 0
        for loop in loops:
            for (x0, y0), (x1, y1) in zip(loop, loop[1:] + loop[:1], strict=True):
                crossings += x0 == x1 > column and min(y0, y1) <= row < max(y0, y1)
        filled[row, column] = crossings % 2

    assert np.array_equal(filled, black)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", FACES)
def test_every_word_stays_within_its_panel(face: Face, language: str, deadlock_city: Deck) -> None:
    lines = [s for s in art_of(deadlock_city).panel(face, language) if isinstance(s, Text)]

    assert len(lines) >= 2
    for text in lines:
        assert text.width <= PANEL_WIDTH - 3
        assert abs(text.y) + 0.3 * text.size < PANEL_HEIGHT / 2
        assert text.size >= 2.5


@pytest.mark.parametrize("face", FACES)
def test_each_card_carries_its_figure_and_an_emblem_of_its_own(
    face: Face, deadlock_city: Deck
) -> None:
    figure = set(flat([figures.figure(face, 17)]))
    panel = art_of(deadlock_city).panel(face, "en")
    groups = [set(flat([shape])) for shape in panel if isinstance(shape, Group)]

    assert len(groups) == 2
    outlines_drawn = {shape.d for shape in groups[0] if isinstance(shape, Path)}
    wanted = {s.d for s in figure if isinstance(s, Path) and s.paint.width > 2}
    assert wanted <= outlines_drawn


def test_names_differ_from_card_to_card(deadlock_city: Deck) -> None:
    for language in LANGUAGES:
        names = {art_of(deadlock_city).face_name(face, language) for face in FACES}

        assert len(names) == len(FACES)


def test_a_deck_finds_its_art_whatever_way_its_name_is_written(deadlock_city: Deck) -> None:
    renamed = Deck("Deadlock-City", deadlock_city.prints, 0)

    assert art_of(renamed).titles == art_of(deadlock_city).titles
    assert art_of(renamed).titles["en"] == "Deadlock City"


@pytest.mark.parametrize("name", ["", "!!", "type", "os", "../escape"])
def test_a_deck_with_any_other_name_wears_the_generic_art(name: str, plain_deck: Deck) -> None:
    art = art_of(Deck(name, plain_deck.prints, 0))

    assert art.titles["en"] == name
    assert art.panel(Face("agent"), "en") == art_of(plain_deck).panel(Face("agent"), "en")


def test_the_back_looks_the_same_either_way_up(deadlock_city: Deck) -> None:
    panel = card_image(deadlock_city, PrintId("back"), 6)[84:-84, 84:-84].astype(int)

    # Half-covered pixels along an edge may round either way.
    assert np.abs(panel - panel[::-1, ::-1]).max() < 128
    assert art_of(deadlock_city).mark(BACK)


@pytest.mark.parametrize("name", "0123456789")
def test_figures_are_as_tall_as_asked_and_centred(name: str) -> None:
    group = figures.figure(name, 16)
    ys = [y for part in flat([group]) for y in heights(part)]

    assert group.scale == 1
    assert max(ys) <= 11
    assert -8 <= min(ys) <= -5.5


def heights(part: Shape) -> list[float]:
    if isinstance(part, Circle):
        return [part.y]
    assert isinstance(part, Path)
    return [y for step in steps(part.d) for _, y in step.points]


def test_six_and_nine_are_underlined_where_a_card_may_lie_either_way() -> None:
    for name in "0123456789":
        bars = sum(
            "M -3.6 10" in s.d for s in figures.figure(name, 8).shapes if isinstance(s, Path)
        )

        assert bars == (name in "69")


def test_a_path_with_a_command_we_do_not_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="'A' is not one of M, L, C, Z"):
        list(steps("M 0 0 A 1 1"))


def test_a_paragraph_is_balanced_and_never_wider_than_its_room() -> None:
    lines = paragraph("one two three four five six seven", 0, 3, 30)

    assert len(lines) == 2
    assert all(line.width <= 30 for line in lines)
    assert abs(lines[0].width - lines[1].width) < 10
