"""What is printed on each card besides its face, as plain words: art is drawn from it.

Ranges are written as on a card ("1, 4-6"), lists with spaces, an outlaw as "6-7:2" (his
numbers and his hearts). Texts come by language; where the card says nothing in a language,
its effects are told.
"""

from collections.abc import Iterator, Mapping

from companion.games.books import LANGUAGES, rulebook_in
from companion.games.deadeye_dinah.cards import (
    Boss,
    Edge,
    Effect,
    Item,
    JobCard,
    LegendStep,
    Peril,
    Shootout,
)
from companion.games.deadeye_dinah.effect_words import told_effect
from companion.games.deadeye_dinah.numbers import written

Says = tuple[tuple[str, str], ...]


def front_says(job: JobCard) -> Says:
    """Return what the played side of a job card says: its two ends and its scene."""
    return (
        ("name", job.boss.name),
        *_edge("kit", job.kit),
        *_edge("scrap", job.scrap),
        *_scene(job.scene),
    )


def boss_says(job: JobCard, number: int) -> Says:
    """Return what the boss face of the how-manieth job card says."""
    boss = job.boss
    return (
        ("name", boss.name),
        ("number", str(number)),
        ("stars", str(boss.stars)),
        ("bullets", written(boss.bullets)),
        ("hat", str(boss.hat)),
        ("kit", str(boss.kit)),
        ("starts_with", boss.starts_with.value),
        *_texts("text", boss),
    )


def legend_says(steps: tuple[LegendStep, ...]) -> Says:
    """Return what the legend card says, step by step."""
    told: list[tuple[str, str]] = [("steps", str(len(steps)))]
    for number, step in enumerate(steps, start=1):
        told += [(f"from_{number}", str(step.reputation)), *_texts(f"step_{number}", step)]
    return tuple(told)


def _edge(end: str, edge: Edge) -> Says:
    item = edge.item.value if edge.item else ""
    return (
        (f"{end}_bullets", written(edge.bullets)),
        (f"{end}_hat", str(edge.hat)),
        (f"{end}_item", item),
    )


def _scene(scene: Peril | Shootout) -> Says:
    if isinstance(scene, Peril):
        prices = (price.value if isinstance(price, Item) else str(price) for price in scene.prices)
        top = (("top_item", scene.item.value), ("top_bullet", str(scene.number)))
        return (("scene", "peril"), *top, ("lose", " ".join(prices)))
    outlaws = (f"{written(o.numbers).replace(' ', '')}:{o.hearts}" for o in scene.outlaws)
    cover = " ".join(f"{value:+d}" for value in scene.cover)
    return (("scene", "shootout"), ("outlaws", " ".join(outlaws)), ("cover", cover))


def _texts(name: str, card: Boss | LegendStep) -> Iterator[tuple[str, str]]:
    said: Mapping[str, str] = card.text or {}
    for language in LANGUAGES:
        yield f"{name}_{language}", said.get(language) or _told(card.effects, language)


def _told(effects: tuple[Effect, ...], language: str) -> str:
    book = rulebook_in(__package__, language)
    return " ".join(book.say(part, {}) for effect in effects for part in told_effect(effect))
