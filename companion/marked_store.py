"""Where the keys of decks with marked backs are kept, readable by the table's owner alone.

    marked/A3F.json    the deck A3F: the card behind each back

Whoever reads such a file, or the printed sheets, knows every card of that deck by its back.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom

from companion.cards import Deck, Face, PrintId
from companion.commands import refused
from companion.files import PRIVATE, flush_folder, give_to_owner_of, save_new, set_aside
from companion.game import TableError
from companion.marked_backs import NUMBER, BackKey, card_names, draw_key, free_backs
from companion.sentences import sentence

#: The folder of keys in the data folder.
MARKED = "marked"
#: More decks than this nobody tells apart.
MOST_KEYS = 8
_FILE = re.compile(rf"{NUMBER.pattern}\.json")
#: When the folder had changed, nanoseconds, and what was in it.
_UNLISTED: tuple[int, tuple[str, ...]] = (0, ())


def is_key_file(name: str) -> bool:
    """Tell whether a file of this name, within the folder of keys, is one of ours."""
    return _FILE.fullmatch(name) is not None


class KeyStoreError(TableError, OSError):
    """A key cannot be read or written; says which deck and what to do, but no card."""


class KeyTaken(KeyStoreError):
    """Another deck has got this number a moment ago: draw again."""


class MarkedStore:
    """The keys of a game's marked decks. All methods may be called from any thread.

    Args:
        folder: it is made when a key is written.
        deck: whose cards are marked.
        faces: which of them.
        rng: draws the marks; the system's own unless a test says otherwise.

    """

    def __init__(
        self, folder: Path, deck: Deck, faces: tuple[Face, ...], rng: Random | None = None
    ) -> None:
        self._folder, self._deck, self._faces = folder, deck, faces
        self._rng = rng or SystemRandom()
        self._read: dict[str, tuple[int, BackKey]] = {}
        self._listed = _UNLISTED

    def numbers(self) -> tuple[str, ...]:
        """Return the decks that have a key, newest first.

        Each screen asks whenever anything happens: the folder is listed when it has changed.
        """
        with suppress(OSError):
            changed, listed = self._folder.stat().st_ctime_ns, self._listed
            if changed != listed[0]:
                self._listed = listed = changed, self._list()
            return listed[1]
        return ()

    def _list(self) -> tuple[str, ...]:
        files = [file for file in self._folder.iterdir() if is_key_file(file.name)]
        files.sort(key=lambda file: (-file.stat().st_mtime_ns, file.stem))
        return tuple(file.stem for file in files)

    def draw(self) -> BackKey:
        """Draw the key of a deck to be printed; it is kept by `keep` alone."""
        taken = self.numbers()
        if len(taken) >= MOST_KEYS:
            raise refused("marked_decks_full", most=str(MOST_KEYS))
        number = next(n for n in iter(self._number, "") if n not in taken)
        return draw_key(self._deck, self._faces, number, self._rng)

    def _number(self) -> str:
        return f"{self._rng.randrange(16**3):03X}"

    def keep(self, key: BackKey) -> None:
        """Write a key down; raise KeyTaken, or KeyStoreError where that fails.

        The key of another deck is never written over, not even by two prints at one moment.
        """
        data = json.dumps({"deck": key.number, "cards": dict(key.cards)})
        try:
            self._make_folder()
            self._write(key.number, data.encode())
            # Two changes within one tick of the clock bear the same time.
            self._listed = _UNLISTED
            give_to_owner_of(self._folder.parent, self._file(key.number))
        except KeyTaken:
            raise
        except OSError as error:
            remedy = "free some space or check the folder's permissions, then print again"
            why = error.strerror or "it fails"
            raise KeyStoreError(
                f"the key of deck {key.number} cannot be written in {self._folder}: {why}; {remedy}"
            ) from error

    def _make_folder(self) -> None:
        self._folder.mkdir(PRIVATE, parents=True, exist_ok=True)
        self._folder.chmod(PRIVATE)

    def _write(self, number: str, data: bytes) -> None:
        try:
            save_new(self._file(number), data)
        except FileExistsError as error:
            raise KeyTaken(f"there is a key of a deck {number} already; print again") from error

    def forget(self, number: str) -> None:
        """Throw a key away: the backs of that deck say nothing any more."""
        if number not in self.numbers():
            raise refused("no_such_marked_deck", deck=number)
        try:
            self._file(number).unlink(missing_ok=True)
            self._listed = _UNLISTED
            flush_folder(self._folder)
        except OSError as error:
            raise KeyStoreError(
                f"the key of deck {number} cannot be deleted: check the folder's permissions"
            ) from error

    def key(self, number: str) -> BackKey | None:
        """Return a deck's key; None where there is none, or none that can be read."""
        if not NUMBER.fullmatch(number):
            return None
        try:
            stamp = self._file(number).stat().st_mtime_ns
            if number not in self._read or self._read[number][0] != stamp:
                self._read[number] = stamp, self._load(number)
            return self._read[number][1]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._read.pop(number, None)
            return None

    def check(self) -> tuple[str, ...]:
        """Set keys aside that cannot be read; return a sentence for the host about each."""
        return tuple(self._aside(number) for number in self.numbers() if self.key(number) is None)

    def _aside(self, number: str) -> str:
        kept = f"{number}.json"
        with suppress(OSError):
            kept = set_aside(self._file(number)).name
        return sentence(
            "The key of the marked deck {deck} is damaged (kept as {kept}), so its backs say "
            "nothing now: restore a backup, or play with plain backs, or print another deck.",
            deck=number,
            kept=kept,
        )

    def _load(self, number: str) -> BackKey:
        found = json.loads(self._file(number).read_bytes())
        cards = {str(back): str(card) for back, card in found["cards"].items()}
        backs = {str(back.id) for back in free_backs(self._deck)}
        names = sorted(card_names(self._deck, self._faces))
        if found["deck"] != number or not cards.keys() <= backs or sorted(cards.values()) != names:
            raise ValueError("not the key of this deck")
        return BackKey(number, _typed(cards))

    def _file(self, number: str) -> Path:
        return self._folder / f"{number}.json"


def _typed(cards: Mapping[str, str]) -> Mapping[PrintId, PrintId]:
    return {PrintId(back): PrintId(card) for back, card in cards.items()}
