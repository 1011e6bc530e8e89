"""Cards with something on both sides: what is behind what, read back by our own reader."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import pytest

from companion.cards import Deck
from companion.games.deadeye_dinah import DeadeyeDinah
from vision import tags
from vision.cards import CardFit, group_cards, tag_models
from vision.detection import TagDetector
from vision.printing import Paper, PrintingError, card_svg, deck_pdf
from vision.printing.deck import FLIPS, behind_of
from vision.printing.raster import page_image

PX_PER_MM = 6


@pytest.fixture(scope="module")
def dinah() -> Deck:
    """Return the practice deck: eight job cards and the legend."""
    return DeadeyeDinah().deck


@pytest.fixture(scope="module")
def owners(dinah: Deck) -> Mapping[int, tags.SlotOwner]:
    return tags.slots([dinah])


def cards_on(
    document: bytes, page: int, owners: Mapping[int, tags.SlotOwner]
) -> tuple[CardFit, ...]:
    picture = cv2.cvtColor(page_image(document, page, PX_PER_MM), cv2.COLOR_BGR2GRAY)
    seen = TagDetector(owners).detect(picture)
    found = group_cards(seen.ids, (seen.corners + 0.5) / PX_PER_MM, tag_models(owners))
    assert found.rejected_tags == found.contradictions == ()
    assert all(len(fit.corners) == 4 for fit in found.fits)
    return found.fits


def through_the_paper(fit: CardFit, flip: str) -> tuple[complex, float]:
    """Return where a card on the back of an A4 sheet is, seen from the front, and its turn."""
    x, y = fit.centre.real, fit.centre.imag
    if flip == "long":
        return complex(Paper.A4.width_mm - x, y), -fit.angle_deg
    return complex(x, Paper.A4.height_mm - y), 180 - fit.angle_deg


@pytest.mark.parametrize("flip", FLIPS)
def test_each_boss_is_behind_his_card_and_the_same_way_up(
    flip: str, dinah: Deck, owners: Mapping[int, tags.SlotOwner]
) -> None:
    document = deck_pdf(dinah, Paper.A4, "en", flip)
    fronts, backs = (cards_on(document, page, owners) for page in (0, 1))
    behind = {owners[fit.slot].design.id: through_the_paper(fit, flip) for fit in backs}

    assert sorted(owners[fit.slot].design.id for fit in fronts) == sorted(
        design.id for design in dinah.physical_cards()
    )
    assert len(backs) == len(fronts) == 9
    for fit in fronts:
        other = behind_of(dinah, owners[fit.slot].design)
        assert other is not None
        centre, angle = behind[other.id]
        assert abs(centre - fit.centre) < 0.15
        assert (angle - fit.angle_deg + 180) % 360 - 180 == pytest.approx(0, abs=0.5)


def test_an_unknown_edge_is_refused(dinah: Deck) -> None:
    with pytest.raises(PrintingError, match="'left' is not known: use long or short"):
        deck_pdf(dinah, Paper.A4, "en", "left")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_says_what_its_print_says_in_its_language(dinah: Deck, language: str) -> None:
    drawn = card_svg(dinah, dinah.print_of("silas-boss").face, language)
    wanted = {"en": ("WANTED", "SILAS BRAMBLE"), "fr": ("RECHERCHÉ", "équipement")}[language]

    assert all(word in drawn for word in wanted)
    assert 'aria-label="silas.boss Silas Bramble"' in drawn


def test_the_scrap_end_is_the_same_card_upside_down(dinah: Deck) -> None:
    kit, scrap = (card_svg(dinah, face) for face in dinah.print_of("otis").faces)

    turned = kit.replace("translate(0 0) scale", "translate(0 0) rotate(180) scale", 1)

    assert scrap == turned.replace("otis.kit", "otis.scrap")
    assert scrap != kit


def test_odd_values_of_an_owner_still_make_a_card(dinah: Deck) -> None:
    says = dict(dinah.print_of("mabel").says) | {
        "name": "马贝尔 with a very long name that goes on and on \N{NARROW NO-BREAK SPACE}!",
        "kit_bullets": "0, 2, 4, 6, 8",
        "scrap_bullets": "",
        "lose": "rope fire horse knife rifle flask 1 2 3",
    }
    fight = says | {
        "scene": "shootout",
        "outlaws": "0,2,4,6,8:7 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8-9:2",
        "cover": "-3 -2 -1 +1 +2 +3",
    }
    legend = {"steps": "0"}
    odd = {"mabel": says, "otis": fight, "legend": legend}
    prints = tuple(
        replace(p, says=tuple(odd[p.id].items())) if p.id in odd else p for p in dinah.prints
    )
    deck = replace(dinah, prints=prints)
    owners = tags.slots([deck])

    assert len(cards_on(deck_pdf(deck, Paper.A4, "fr"), 0, owners)) == 9


def test_art_leaves_the_tags_alone(dinah: Deck, owners: Mapping[int, tags.SlotOwner]) -> None:
    """The white around each tag, which a detector needs, is white."""
    page = page_image(deck_pdf(dinah, Paper.A4), 0, PX_PER_MM)
    fit = cards_on(deck_pdf(dinah, Paper.A4), 0, owners)[4]
    for corner in range(tags.CORNERS):
        across, down = tags.tag_corners_mm(dinah, corner).mean(axis=0).tolist()
        x, y = (round(v * PX_PER_MM) for v in (across + fit.centre.real, down + fit.centre.imag))
        reach = int(5.7 * PX_PER_MM)
        ring = page[y - reach : y + reach + 1, x - reach : x + reach + 1]

        assert min(ring[0].min(), ring[-1].min(), ring[:, 0].min(), ring[:, -1].min()) > 200
