from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.cards import BACK, Deck, Face
from vision.printing import PrintingError, back_svg, card_svg

FACES = [Face(figure) for figure in "0123456789"]
ALLOWED = {"svg", "g", "rect", "circle", "path", "text"}


def elements(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter())


@pytest.mark.parametrize("tags", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("face", [*FACES, BACK])
def test_a_card_is_well_formed_and_keeps_to_a_strict_content_policy(
    face: Face, language: str, tags: bool, deadlock_city: Deck
) -> None:
    picture = card_svg(deadlock_city, face, language, tags)
    for element in elements(picture):
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ALLOWED
        assert not {"style", "class", "id", "href"} & element.attrib.keys()
        assert not any(name.startswith("on") for name in element.attrib)
    assert "url(" not in picture


def test_the_card_fills_its_page_and_says_its_name(deadlock_city: Deck) -> None:
    root = ElementTree.fromstring(card_svg(deadlock_city, Face("0"), "fr"))

    assert root.get("viewBox") == "-31.5 -44 63 88"
    assert root.get("aria-label") == "0 Piège"
    assert "width" not in root.attrib


def test_screens_see_no_tags_unless_asked(deadlock_city: Deck) -> None:
    def black(tags: bool) -> int:
        picture = card_svg(deadlock_city, Face("3"), tags=tags)
        return sum(element.get("fill") == "#000000" for element in elements(picture))

    assert (black(tags=False), black(tags=True)) == (0, 4)


def test_the_back_is_the_same_for_every_card(deadlock_city: Deck) -> None:
    assert back_svg(deadlock_city) == card_svg(deadlock_city, BACK)
    assert ElementTree.fromstring(back_svg(deadlock_city)).get("aria-label") == "back"


def test_each_face_looks_different(deadlock_city: Deck) -> None:
    assert len({card_svg(deadlock_city, face) for face in FACES}) == len(FACES)


def test_prints_of_one_face_look_the_same_on_screen(deadlock_city: Deck) -> None:
    """Five 1s must not be told apart by what a phone is sent."""
    only_second = replace(deadlock_city, prints=deadlock_city.prints[3:])

    assert card_svg(only_second, Face("1")) == card_svg(deadlock_city, Face("1"))


def test_text_in_a_name_is_escaped(plain_deck: Deck) -> None:
    sly = replace(plain_deck.prints[0], face=Face('<b a="1">&'))
    picture = card_svg(replace(plain_deck, prints=(sly,)), sly.face)

    assert ElementTree.fromstring(picture).get("aria-label") == '<b a="1">&'
    assert "<b" not in picture


def test_a_game_without_art_shows_the_name_of_the_face(plain_deck: Deck) -> None:
    texts = [element.text for element in elements(card_svg(plain_deck, Face("good cop")))]

    assert "good cop" in texts


def test_an_unknown_face_is_refused_with_those_there_are(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match=r"'deadlock_city' has no face '10': it has 0, 1,"):
        card_svg(deadlock_city, Face("10"))


def test_an_unknown_language_is_refused(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match="language 'de' is not printed: use en or fr"):
        card_svg(deadlock_city, Face("1"), "de")


def test_a_deck_without_a_back_has_none_to_show(plain_deck: Deck) -> None:
    with pytest.raises(PrintingError, match="has no face 'back'"):
        back_svg(plain_deck)
