"""Where the owner's own cards for Deadeye Dinah are kept, and which deck the table plays with.

    decks/<deck>/draft.json   the values as they were typed, right or not; kept at each change
    decks/<deck>/deck.toml    the values when they were last saved without a fault
    decks/<deck>/*.jpg        a photo of each side of each card
    decks/played.toml         the deck the table plays with; absent for the practice deck

The deck that is played with is a copy: to change cards never disturbs a campaign.
"""

import json
import re
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.commands import refused
from companion.files import flush_folder, save, set_aside
from companion.game import Message, TableError
from companion.games.deadeye_dinah.cards import JOBS, JobDeck
from companion.games.deadeye_dinah.deck_faults import DeckFault, JobDeckError
from companion.games.deadeye_dinah.entering import (
    deck_name,
    effects_told,
    empty_deck,
    faults_in,
    is_too_deep,
)
from companion.games.deadeye_dinah.practice import PRACTICE, practice_text
from companion.games.deadeye_dinah.reading import data_in, read_deck
from companion.games.deadeye_dinah.source_lines import Place
from companion.games.deadeye_dinah.writing import write_deck
from companion.sentences import sentence

Data = Mapping[str, Any]

DRAFT, SAVED, PLAYED = "draft.json", "deck.toml", "played.toml"
#: Nobody owns more prints of one game than this.
MOST_DECKS = 12
#: The longest text that is read as a deck, bytes.
MOST_BYTES = 64 * 1024
#: What can be photographed: both sides of each job card, and the legend card.
PHOTOS = (*(f"{n}-{side}" for n in range(1, JOBS + 1) for side in ("boss", "play")), "legend")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
_FILE = re.compile(
    rf"(?:{_NAME.pattern}/(?:draft\.json|deck\.toml|\d-\w+\.jpg|legend\.jpg)|played\.toml)"
)


def is_deck_file(name: str) -> bool:
    """Tell whether a file of this name, within the folder of decks, is one of ours."""
    return _FILE.fullmatch(name) is not None


class DeckStoreError(TableError, OSError):
    """The decks cannot be read or written; says which file and what to do."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A deck as it is being entered.

    Args:
        revision: counts the changes; a page that has seen an older one must look again.
        data: the values as they were typed.
        faults: everything that is wrong with them, lines as in the file they would make.
        effects: what each effect without fault does, by its place.
        saved: whether exactly these values were saved.

    """

    deck: str
    revision: int
    data: Data
    faults: tuple[DeckFault, ...]
    effects: tuple[tuple[Place, tuple[Message, ...]], ...]
    saved: bool


@dataclass(frozen=True, slots=True)
class DeckInfo:
    """A deck in the list: how many faults it has, and whether the table plays with it.

    `stale`: the table plays with what was saved earlier under this name.
    """

    deck: str
    name: str
    faults: int
    saved: bool
    played: bool
    stale: bool


class DeckStore:
    """The folder of decks. All methods may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when something is written."""
        self._folder = folder
        self._lock = threading.RLock()

    def played(self) -> tuple[JobDeck, tuple[str, ...]]:
        """Return the deck that the table plays with, and notices.

        A file that cannot be read is set aside; then it is the practice deck.
        """
        path = self._folder / PLAYED
        try:
            return read_deck(path.read_text("utf-8"), path.name), ()
        except FileNotFoundError:
            return PRACTICE, ()
        except (OSError, UnicodeDecodeError, JobDeckError) as error:
            with suppress(OSError):
                path = set_aside(path)
            said = (
                "The deck of Deadeye Dinah cannot be read, so the practice deck is on the "
                "table: {error}. The file was kept as {kept}; choose a deck again."
            )
            return PRACTICE, (sentence(said, error=error, kept=path.name),)

    def to_play(self, deck: str) -> JobDeck:
        """Return a saved deck, "practice" or one of the owner's; raise Refused for none."""
        if deck == PRACTICE.id:
            return PRACTICE
        text = self._saved(deck)
        if text is None:
            raise refused("deck_not_saved")
        return read_deck(text, f"{deck}.toml")

    def play(self, deck: str) -> JobDeck:
        """Let the table play with a saved deck from now on; return it."""
        with self._lock:
            chosen, path = self.to_play(deck), self._folder / PLAYED
            if deck == PRACTICE.id:
                with self._writing("choose"):
                    path.unlink(missing_ok=True)
            else:
                self._save(path, (self._saved(deck) or "").encode())
            return chosen

    def decks(self) -> tuple[DeckInfo, ...]:
        """Return the owner's decks, by name."""
        text = self._played_text()
        played = str(data_in(text, PLAYED).get("id")) if text else PRACTICE.id
        return tuple(self._info(deck, deck == played, text) for deck in self._names())

    @property
    def plays_practice(self) -> bool:
        """Tell whether the table plays with the practice deck."""
        return self._played_text() is None

    def create(self, name: str, text: str | None = None) -> str:
        """Begin a deck, empty or with the values of a TOML text; return what it is called.

        Raises JobDeckError for a text that is no TOML, and Refused where there is no room.
        """
        with self._lock:
            names = self._names()
            if len(names) >= MOST_DECKS:
                raise refused("decks_full", most=str(MOST_DECKS))
            data = dict(empty_deck() if text is None else data_in(text, "the file"))
            called = name or str(data.get("name") or "")
            deck = deck_name(called, {*names, PRACTICE.id})
            self._keep(deck, 1, {**data, "id": deck, "name": called})
            return deck

    def draft(self, deck: str) -> Draft:
        """Return a deck as it is being entered; raise Refused where there is none."""
        with self._lock:
            revision, data = self._read_draft(self._known(deck))
            text = write_deck(data)
            faults, effects = faults_in(text), tuple(effects_told(data))
            return Draft(deck, revision, data, faults, effects, text == self._saved(deck))

    def keep(self, deck: str, revision: int, data: Data) -> Draft:
        """Keep what was typed; raise Refused where another page has changed it meanwhile."""
        if is_too_deep(data):
            raise refused("not_understood")
        with self._lock:
            known, _ = self._read_draft(self._known(deck))
            if revision != known:
                raise refused("deck_changed_elsewhere")
            self._keep(deck, revision + 1, {**data, "id": deck})
            return self.draft(deck)

    def save(self, deck: str) -> Draft:
        """Save the draft as a deck to play with; raise Refused while it has faults."""
        with self._lock:
            draft = self.draft(deck)
            if draft.faults:
                raise refused("deck_has_faults", number=str(len(draft.faults)))
            self._save(self._folder / deck / SAVED, write_deck(draft.data).encode())
            return self.draft(deck)

    def toml(self, deck: str) -> str:
        """Return a deck's values as a TOML text, with their faults if they have any."""
        if deck == PRACTICE.id:
            return practice_text()
        return write_deck(self.draft(deck).data)

    def remove(self, deck: str) -> None:
        """Forget a deck and its photos; the table goes on with what it plays with."""
        with self._lock, self._writing("remove"):
            shutil.rmtree(self._folder / self._known(deck))
            flush_folder(self._folder)

    def deck(self, deck: str) -> JobDeck:
        """Return a deck that is without fault as it stands; raise Refused for another."""
        if deck == PRACTICE.id:
            return PRACTICE
        try:
            return read_deck(self.toml(deck), f"{deck}.toml")
        except JobDeckError as error:
            raise refused("deck_has_faults", number=str(len(error.faults))) from error

    def photo(self, deck: str, place: str) -> bytes | None:
        """Return the photo of a side of a card (`PHOTOS`) as JPEG, None without one."""
        try:
            return self._photo(deck, place).read_bytes()
        except FileNotFoundError:
            return None

    def photos(self, deck: str) -> tuple[str, ...]:
        """Return which photos there are."""
        return tuple(p for p in PHOTOS if self._photo(deck, p).exists())

    def put_photo(self, deck: str, place: str, jpeg: bytes) -> None:
        """Keep the photo of a side of a card; JPEG from our own encoder."""
        self._save(self._photo(deck, place), jpeg)

    def drop_photo(self, deck: str, place: str) -> None:
        """Forget a photo."""
        with self._writing("remove"):
            self._photo(deck, place).unlink(missing_ok=True)

    def _photo(self, deck: str, place: str) -> Path:
        if place not in PHOTOS:
            raise refused("no_such_photo")
        return self._folder / self._known(deck) / f"{place}.jpg"

    def _names(self) -> tuple[str, ...]:
        try:
            folders = sorted(path.name for path in self._folder.iterdir() if path.is_dir())
        except FileNotFoundError:
            return ()
        return tuple(name for name in folders if _NAME.fullmatch(name))

    def _known(self, deck: str) -> str:
        # The name becomes part of a path, so only names of ours ever get there.
        if not (_NAME.fullmatch(deck) and (self._folder / deck).is_dir()):
            raise refused("no_such_deck")
        return deck

    def _info(self, deck: str, played: bool, text: str | None) -> DeckInfo:
        draft = self.draft(deck)
        name = str(draft.data.get("name") or deck)
        stale = played and self._saved(deck) != text
        return DeckInfo(deck, name, len(draft.faults), draft.saved, played, stale)

    def _played_text(self) -> str | None:
        return _text(self._folder / PLAYED)

    def _saved(self, deck: str) -> str | None:
        return _text(self._folder / self._known(deck) / SAVED)

    def _read_draft(self, deck: str) -> tuple[int, Data]:
        """Return revision and values; what was saved last, where the draft is damaged."""
        path = self._folder / deck / DRAFT
        try:
            found = json.loads(path.read_bytes())
            return int(found["revision"]), dict(found["data"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            with suppress(OSError):
                set_aside(path)
            saved = self._saved(deck)
            return 0, data_in(saved, SAVED) if saved else {**empty_deck(), "id": deck, "name": deck}

    def _keep(self, deck: str, revision: int, data: Data) -> None:
        text = json.dumps({"revision": revision, "data": data}, ensure_ascii=False)
        self._save(self._folder / deck / DRAFT, text.encode("utf-8", "replace"))

    def _save(self, path: Path, data: bytes) -> None:
        with self._writing("write"):
            save(path, data)

    @contextmanager
    def _writing(self, verb: str) -> Iterator[None]:
        """Turn an error of the file system into one of ours."""
        try:
            yield
        except TableError:
            raise
        except OSError as error:
            remedy = "free some disk space or check the folder's permissions, then try again"
            raise DeckStoreError(f"cannot {verb} in {self._folder}: {error}; {remedy}") from error


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
