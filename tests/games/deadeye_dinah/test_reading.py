"""Card files: what is read, and what each mistake is told."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from companion.games.deadeye_dinah.cards import EffectKind, Item, Kind
from companion.games.deadeye_dinah.deck_faults import JobDeckError
from companion.games.deadeye_dinah.numbers import parse_numbers, written
from companion.games.deadeye_dinah.practice import PRACTICE
from companion.games.deadeye_dinah.reading import deck_from, read_deck
from companion.rulebook import Rulebook

TEXT = (files("companion.games.deadeye_dinah") / "practice.toml").read_text(encoding="utf-8")


def line_with(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_practice_deck_has_eight_cards_and_each_item_once() -> None:
    assert len(PRACTICE.jobs) == 8
    assert {job.kit.item for job in PRACTICE.jobs} == set(Item)
    assert all(job.scrap.item is None for job in PRACTICE.jobs)


def test_the_practice_deck_uses_every_kind_of_effect() -> None:
    effects = [e for job in PRACTICE.jobs for e in job.boss.effects]
    effects += [e for step in PRACTICE.legend for e in step.effects]

    assert {effect.kind for effect in effects} == set(EffectKind)
    assert {effect.of for effect in effects} >= {"kit", "played", "boss"}


def test_the_legend_gives_the_highest_step_reached() -> None:
    assert [PRACTICE.step(stars).reputation for stars in (0, 1, 2, 5, 6, 21)] == [0, 0, 2, 2, 6, 12]


def test_the_fingerprint_follows_numbers_and_not_words() -> None:
    renamed = read_deck(TEXT.replace("Mabel Quickwater", "Somebody Else"), "own.toml")
    changed = read_deck(TEXT.replace("hat = 9", "hat = 8", 1), "own.toml")

    assert renamed.fingerprint == PRACTICE.fingerprint
    assert changed.fingerprint != PRACTICE.fingerprint


def test_an_effect_can_be_limited_to_some_scenes() -> None:
    silas = PRACTICE.by_id["silas"].boss

    assert silas.effects[0].scenes == (Kind.SHOOTOUT,)


@pytest.mark.parametrize(
    ("old", "new", "field", "remedy"),
    [
        ('bullets = "1-3"', 'bullets = "1-x"', "job.1.kit.bullets", "write a range like"),
        ('bullets = "1-3"', 'bullets = "3-1"', "job.1.kit.bullets", "write 1-3"),
        ('bullets = "1-3"', 'bullets = "9-12"', "job.1.kit.bullets", "not a number from 0 to 9"),
        ('bullets = "1-3"', "bullets = 1", "job.1.kit.bullets", "in quotes"),
        ("hat = 5", "hat = 12", "job.1.kit.hat", "not from 0 to 9"),
        ("hat = 5", "hat = true", "job.1.kit.hat", "whole number"),
        ("hat = 5", "hatt = 5", "job.1.kit.hat", "is missing; write a whole number"),
        ('item = "rope"', 'item = "lasso"', "job.1.kit.item", "write one of rope, fire"),
        ('item = "fire"', 'item = "rope"', "job.2.kit.item", "fire is on none"),
        ("stars = 1", "stars = -1", "job.1.boss.stars", "not from 0"),
        ("kit = 4", "kit = 8", "job.1.boss.kit", "not from 1 to 7"),
        (
            'starts_with = "knife"',
            'starts_with = "rope"',
            "job.1.boss.starts_with",
            "on this very card",
        ),
        ('id = "otis"', 'id = "mabel"', "job.2.id", "stands twice"),
        ('id = "otis"', 'id = "Otis Fenn"', "job.2.id", "small letters"),
        ('id = "otis"', 'id = "legend"', "job.2.id", "cannot be a name"),
        ('lose = ["knife"]', 'lose = ["spoon"]', "job.1.scene.lose", "a list of items"),
        ("bullet = 3", "bulet = 3", "job.1.scene.bullet", "is missing"),
        ("cover = [-1, 1]", "cover = [0.5]", "job.2.scene.cover", "whole numbers"),
        (
            '{ range = "2" }, { range = "5" }',
            '{ range = "2", heart = 2 }',
            "job.2.scene.outlaws.1.heart",
            "mend the spelling",
        ),
        ("[job.scene]\nitem", "[job.scene]\noutlaws = []\nitem", "job.1.scene", "a peril"),
        ('kind = "no_cover"', 'kind = "nothing"', "job.5.boss.effects.1.kind", "shift_bullets"),
        ('of = "kit", by = 1', 'of = "kit", by = 0', "job.4.boss.effects.1.by", "changes nothing"),
        ('in = ["shootout"]', 'in = ["brawl"]', "job.4.boss.effects.1.in", "peril, shootout, duel"),
        ("reputation = 2", "reputation = 0", "legend.2.reputation", "sort the steps"),
        ("reputation = 0\n", "reputation = 1\n", "legend", "reputation 0"),
        ("schema = 1", "schema = 2", "schema", "reads schema = 1"),
        ("[job.scrap]\n", '[job.scrap]\nitem = "rope"\n', "job.1.scrap.item", "no item"),
    ],
)
def test_a_mistake_is_told_with_line_field_and_remedy(
    old: str, new: str, field: str, remedy: str
) -> None:
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(JobDeckError) as caught:
        read_deck(broken, "own.toml")
    said = str(caught.value)

    assert said.startswith("own.toml, line ")
    assert f": {field}: " in said
    assert remedy in said


def test_the_line_told_is_the_line_of_the_mistake() -> None:
    broken = TEXT.replace("hat = 8\n[job.scene]", "hat = 88\n[job.scene]", 1)
    with pytest.raises(JobDeckError, match=f"line {line_with(broken, 'hat = 88')}: job.2.scrap"):
        read_deck(broken, "own.toml")


def test_a_missing_card_is_counted() -> None:
    with pytest.raises(JobDeckError, match="there are 7 job cards; a deck has 8"):
        read_deck(
            TEXT[: TEXT.index('[[job]]\nid = "josiah"')] + TEXT[TEXT.index("[[legend]]") :], "x"
        )


def test_what_is_no_toml_says_so() -> None:
    with pytest.raises(JobDeckError, match="not valid TOML"):
        read_deck("[[job", "own.toml")


@pytest.mark.parametrize("text", ["0", "1-3", "0, 2-3, 5, 7-9", "0-9", ""])
def test_a_range_reads_back_as_it_is_written(text: str) -> None:
    assert written(parse_numbers(text)) == text


def test_everything_that_is_wrong_is_told_at_once() -> None:
    broken = TEXT.replace("hat = 5", "hat = 12", 1).replace('item = "fire"', 'item = "rope"')
    broken = broken.replace('kind = "no_cover"', 'kind = "nothing"').replace("[job.kit]", "[x]", 1)
    with pytest.raises(JobDeckError) as caught:
        read_deck(broken, "own.toml")
    fields = [fault.field for fault in caught.value.faults]

    assert fields == ["job.1.kit", "job.5.boss.effects.1.kind", "x"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_fault_can_be_said_to_people(language: str) -> None:
    book = files("companion.games.deadeye_dinah") / f"rulebook.{language}.toml"
    words = Rulebook.parse(book.read_text(encoding="utf-8"), book.name)
    broken = TEXT.replace('item = "fire"', 'item = "rope"').replace('"1-3"', '"3-1"', 1)
    with pytest.raises(JobDeckError) as caught:
        read_deck(broken, "own.toml")
    said = [fault.said(words) for fault in caught.value.faults]

    assert len(said) == 2
    assert "1-3" in said[0]
    assert "Mabel Quickwater" in said[1]
    assert {"en": "Fire is on none", "fr": "il manque Feu"}[language] in said[1]


def test_whatever_a_page_sends_is_told_and_never_trips_the_reader() -> None:
    for odd in (None, 1, "x", [], [[]], {"hat": {}}, [{"kind": []}], {"en": 3}):
        for place in (("job",), ("job", 0, "boss"), ("job", 0, "scene"), ("legend", 0, "effects")):
            data = tomllib.loads(TEXT)
            holder: Any = data
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = odd
            if odd == [] and place[-1] == "effects":
                continue
            with pytest.raises(JobDeckError):
                deck_from(data, "own", {})
