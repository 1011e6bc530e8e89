"""A deck while it is being entered: how it begins, what it is called, what is still wrong."""

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from companion.game import Message
from companion.games.deadeye_dinah.cards import JOBS
from companion.games.deadeye_dinah.deck_faults import DeckFault, JobDeckError
from companion.games.deadeye_dinah.effect_fields import effect_in
from companion.games.deadeye_dinah.effect_words import told_effect
from companion.games.deadeye_dinah.reading import data_in, deck_from
from companion.games.deadeye_dinah.source_lines import Place, lines_of

#: No value of a deck lies deeper within others than the numbers of an outlaw.
DEEPEST = 8
#: Names of decks become names of folders (characters).
_LONGEST = 24


def empty_deck() -> Mapping[str, Any]:
    """Return a deck of which nothing is known yet but that it has eight job cards."""
    job: Mapping[str, Any] = {"boss": {}, "kit": {}, "scrap": {}, "scene": {}}
    jobs = [{"id": f"job{number}", **job} for number in range(1, JOBS + 1)]
    return {"schema": 1, "id": "", "name": "", "job": jobs, "legend": [{"reputation": 0}]}


def faults_in(text: str) -> tuple[DeckFault, ...]:
    """Return everything that is wrong with a TOML text of a deck, with its lines."""
    try:
        deck_from(data_in(text, "deck"), "deck", lines_of(text))
    except JobDeckError as error:
        return error.faults
    return ()


def deck_name(called: str, taken: set[str]) -> str:
    """Return a short name for a deck that people call so, unlike those that are taken."""
    words = re.sub(r"[^a-z0-9]+", "_", called.lower()).strip("_")
    stem = words if words[:1].isalpha() else f"deck_{words}"
    return next(n for n in _numbered(stem[:_LONGEST].rstrip("_")) if n not in taken)


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}_{number}" for number in count(2))


def effects_told(data: Mapping[str, Any]) -> Iterator[tuple[Place, tuple[Message, ...]]]:
    """Yield the place of each effect that is without fault, and what it does in words."""
    for place, listed in _effect_lists(data):
        for number, item in enumerate(listed if isinstance(listed, list) else ()):
            effect = effect_in(item)
            if effect is not None:
                yield (*place, number), told_effect(effect)


def _effect_lists(data: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    for key, way in (("job", ("boss", "effects")), ("legend", ("effects",))):
        tables = data.get(key)
        for number, table in enumerate(tables if isinstance(tables, list) else ()):
            inner = table
            for step in way:
                inner = inner.get(step) if isinstance(inner, Mapping) else None
            yield (key, number, *way), inner


def is_too_deep(data: Any) -> bool:
    """Tell whether values lie deeper within others than any deck's."""
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
    return bool(level)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
