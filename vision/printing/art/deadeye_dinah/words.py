"""What is printed on the cards of Deadeye Dinah besides what the deck itself says."""

from collections.abc import Mapping
from typing import NamedTuple

TITLES: Mapping[str, str] = {"en": "Deadeye Dinah", "fr": "Deadeye Dinah"}


class Words(NamedTuple):
    """The few words that every deck's cards share."""

    kit: str
    scrap: str
    peril: str
    both: str
    or_lose: str
    shootout: str
    cover: str
    wanted: str
    kit_number: str
    legend: str


_BY_LANGUAGE = {
    "en": Words(
        "kit",
        "scrap",
        "PERIL",
        "play both",
        "or lose one of these",
        "SHOOTOUT",
        "cover",
        "WANTED",
        "kit",
        "legend",
    ),
    "fr": Words(
        "équipement",
        "rebut",
        "PÉRIL",
        "jouez les deux",
        "ou perdez l’une de ces chances",
        "FUSILLADE",
        "couvert",
        "RECHERCHÉ",
        "équip.",
        "légende",
    ),
}


def words(language: str) -> Words:
    """Return the words of a language; raise KeyError for one that is not printed."""
    return _BY_LANGUAGE[language]
