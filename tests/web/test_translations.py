"""Every word in every language, none missing and none left over."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import companion
import vision
import web
from companion.rulebooks import rulebook
from web.translation import LANGUAGES, translation

ROOT = Path(web.__file__).parent
PAGES = {
    "join": ("join.html", "join/main.js"),
    "seat": ("seat.html", "phone/seat.js", "watch.html", "phone/watch.js"),
    "host": ("host.html", "host/main.js"),
    "campaign": ("campaign.html", "campaign/main.js"),
    "cards": ("cards.html", "own.html", "cards/main.js"),
    "own_deck": ("own_deck.html", "own.html", "own_deck/main.js"),
    "deadeye_dinah": ("seat.html", "phone/seat.js", "games/deadeye_dinah/desk.js"),
    "table": ("table.html", "table/main.js"),
    "calibrate": ("calibrate.html", "calibrate/main.js"),
    "simulator": ("simulator.html", "simulator/main.js"),
}
REFERENCE = re.compile(
    r"""(?:\blabel|\bsay)\(\s*"(\w+)"|data-label(?:-name)?="(\w+)"|\{\{\s*words\.(\w+)"""
)
#: The calibration has words of its own, and a test of its own for them.
CALIBRATING = {
    *Path(companion.__file__).parent.glob("*calib*.py"),
    Path(companion.__file__).with_name("held_board.py"),
}
#: What the machine tells of itself; the host's page shows them by these names.
MACHINE_FACTS = {"camera", "panel", "data", "notice"}
#: Messages of the table itself: their codes, wherever Python makes them.
CODE = re.compile(
    r"""(?:refused|refusal|bad_wish|Message|_about|_idle_code)\(\s*(?:\d{3},\s*)?"(\w+)\""""
)


def closure(page: str) -> Iterator[str]:
    """Yield the texts of a page: its templates and every script it imports."""
    found: set[Path] = set()
    wanted = [ROOT / ("templates" if n.endswith("html") else "static") / n for n in PAGES[page]]
    wanted += [ROOT / "templates" / name for name in ("base.html", "language.html")]
    while wanted:
        path = wanted.pop().resolve()
        if path in found:
            continue
        found.add(path)
        text = path.read_text("utf-8")
        yield text
        wanted += [path.parent / name for name in re.findall(r'from "(\.[^"]+)"', text)]


def flat(language: str) -> dict[str, str]:
    text = (ROOT / "translations" / f"{language}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    # What is said of the machine has its English in the code, and a test of its own.
    data.pop("machine", None)
    return dict(_flat(data, ""))


def _flat(tree: dict[str, object], path: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", str(value)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_language_says_the_same_things_with_the_same_facts() -> None:
    english = {key: fields(text) for key, text in flat("en").items()}

    for language in LANGUAGES:
        assert {key: fields(text) for key, text in flat(language).items()} == english


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_for_no_label_that_is_missing(page: str) -> None:
    labels = translation("en").labels
    # A page may speak another page's words as well, for the dialogs it borrows.
    spoken = {
        name
        for text in closure(page)
        for pages in re.findall(r"speak\(([^)]*)\)", text)
        for name in re.findall(r'"(\w+)"', pages)
    }
    known = set().union(*(labels[name].keys() for name in {"all", page, *spoken}))
    asked = {
        key for text in closure(page) for keys in REFERENCE.findall(text) for key in keys if key
    }

    assert asked - known == set()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_label_that_nothing_shows(page: str) -> None:
    text = " ".join(closure(page))
    words = set(re.findall(r"\w+", text)) | MACHINE_FACTS
    # Some labels are named by what they are about: `${kind}_word`.
    words |= {f"{word}{end}" for end in re.findall(r"\$\{\w+\}(_\w+)`", text) for word in words}
    begun = tuple(re.findall(r"`(\w+_)\$\{", text))
    left = {
        key for key in translation("en").labels[page].keys() - words if not key.startswith(begun)
    }

    assert left == set()


def test_shared_labels_are_shown_somewhere() -> None:
    pages = [text for page in PAGES for text in closure(page)]
    door = (ROOT / "templates" / "door.html").read_text("utf-8")
    words = set(re.findall(r"\w+", " ".join([*pages, door])))

    assert translation("en").labels["all"].keys() - words == set()


def test_every_message_that_the_code_makes_has_a_sentence() -> None:
    house = set(Path(companion.__file__).parent.glob("*.py")) - CALIBRATING
    sources = [*ROOT.glob("*.py"), *house]
    made = {code for path in sources for code in CODE.findall(path.read_text("utf-8"))}
    warned = (Path(vision.__file__).parent / "reading.py").read_text("utf-8")
    made |= set(re.findall(r'^    [A-Z_]+ = "(\w+)"$', warned, re.MULTILINE))
    known = translation("en").messages.keys() | rulebook("deadlock_city", "en").messages.keys()

    assert made - known == set()
    assert len(made) > 40


def test_no_message_is_left_over() -> None:
    sources = [*ROOT.glob("*.py"), *Path(companion.__file__).parent.glob("*.py")]
    sources += list(Path(vision.__file__).parent.glob("*.py"))
    sources += list((Path(vision.__file__).parent / "enrolled").glob("*.py"))
    words = set(re.findall(r"\w+", " ".join(path.read_text("utf-8") for path in sources)))
    left = {code for code in translation("en").messages if not code.startswith("repair_")}

    assert left - words == set()


def test_french_is_set_as_french_is() -> None:
    """Narrow no-break space before ; ! and ?, no-break before :, curved apostrophes."""
    wrong = re.compile(r"[^\u202f][;!?]|[^\u00a0]:(?!//)|'|\u00ab[^\u00a0]|[^\u00a0]\u00bb")
    texts = [text for text in flat("fr").values() if wrong.search(text)]
    typed = re.compile(r"\b(usb|pi|files|simulated):")
    machine = translation("fr").machine.values()
    texts += [text for text in machine if wrong.search(typed.sub("", text))]

    assert texts == []


def test_a_french_page_speaks_french(house) -> None:  # type: ignore[no-untyped-def]
    page = house.stranger().get("/?language=fr")

    assert '<html lang="fr">' in page.text
    assert translation("fr").labels["join"]["sit_down"] in page.text


def test_the_language_is_the_phones_own_choice_then_the_browsers(house) -> None:  # type: ignore[no-untyped-def]
    client = house.stranger()
    browser = client.get("/watch/view", headers={"Accept-Language": "fr-CA,en;q=0.5"})
    client.get("/watch/view?language=en")
    chosen = client.get("/watch/view", headers={"Accept-Language": "fr"})
    unknown = house.stranger().get("/watch/view?language=xx", headers={"Accept-Language": "de"})

    assert browser.json["screen"]["language"] == "fr"
    assert chosen.json["screen"]["language"] == "en"
    assert unknown.json["screen"]["language"] == "en"
