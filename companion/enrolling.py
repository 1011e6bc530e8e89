"""Where an owner's enrolled decks are kept: one folder each, under `enrolled` in the data folder.

enrolled/<name>/deck.json    size, and what each face stands for; written last
enrolled/<name>/FACE_n.png   a picture of a face, cut out and upright
enrolled/chosen.json         which game is played with which of them
"""

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from companion.cards import Deck, Face
from companion.files import Stamp, save, stamp
from vision.camera import Image
from vision.enrolled.deck import ABOUT, PICTURE, EnrolledDeck, EnrolledDeckError
from vision.enrolled.enrolment import cut_out
from vision.uploads import UploadError, picture_in

FOLDER, CHOSEN = "enrolled", "chosen.json"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SUFFIXES = frozenset({".png", ".jpg", ".jpeg"})


def is_enrolled_file(name: str) -> bool:
    """Tell whether a file of this name, within the folder of enrolled decks, is one of ours."""
    deck, _, file = name.partition("/")
    return name == CHOSEN or bool(
        _NAME.fullmatch(deck) and (file == ABOUT or PICTURE.fullmatch(file))
    )


def is_deck_name(name: str) -> bool:
    """Tell whether a deck may be called so: its name becomes part of a path."""
    return _NAME.fullmatch(name) is not None


def check_deck_name(name: str) -> None:
    """Raise EnrolledDeckError unless a deck may be called so."""
    if not is_deck_name(name):
        remedy = "use small letters, digits, - and _"
        raise EnrolledDeckError(f"{name!r} is no name for a deck; {remedy}")


class EnrolledDecks:
    """The enrolled decks of a data folder. All methods may be called from any thread."""

    def __init__(self, data: Path, *also: Path) -> None:
        """Use the data folder `data`, and read what others have `also`.

        Nothing is made until something is kept.
        """
        self._folder = data / FOLDER
        self._folders = (self._folder, *(folder / FOLDER for folder in also))
        self._lock = threading.Lock()
        self._loaded: dict[str, tuple[int, EnrolledDeck]] = {}
        self._names: tuple[object, tuple[str, ...]] | None = None

    def names(self) -> tuple[str, ...]:
        """Return the decks there are."""
        now = self.stamps()
        if self._names is None or self._names[0] != now:
            found = (path.parent.name for one in self._folders for path in one.glob(f"*/{ABOUT}"))
            self._names = now, tuple(sorted(set(found)))
        return self._names[1]

    def stamps(self) -> frozenset[tuple[str, Stamp | None]]:
        """Return what is another value once any deck has come, gone or changed."""
        return frozenset(
            (path, stamp(Path(path))) for one in self._folders for path in _inside(one)
        )

    def load(self, name: str) -> EnrolledDeck:
        """Return a deck; raise EnrolledDeckError if there is none, or it is damaged.

        As long as it is not enrolled anew, it is the same object.
        """
        self._place(name)
        places = (one / name for one in self._folders if (one / name / ABOUT).is_file())
        folder = next(places, None)
        if folder is None:
            known = ", ".join(self.names()) or "none yet"
            problem = f"no deck {name!r} is enrolled in {self._folder} (there: {known})"
            raise EnrolledDeckError(f"{problem}; enrol it: marshal enrol {name} --photos DIR")
        try:
            with self._lock:
                return self._read(name, folder)
        except OSError as error:
            raise EnrolledDeckError(f"{folder} cannot be read ({error}); enrol it again") from error

    def _read(self, name: str, folder: Path) -> EnrolledDeck:
        stamp = (folder / ABOUT).stat().st_mtime_ns
        known = self._loaded.get(name)
        if known is None or known[0] != stamp:
            files = {p.name: p.read_bytes() for p in folder.iterdir()}
            known = self._loaded[name] = (stamp, EnrolledDeck.from_files(files))
        return known[1]

    def remove(self, name: str) -> None:
        """Forget a deck; raise EnrolledDeckError where that cannot be."""
        folder = self._place(name)
        try:
            # Without this file it is no deck, so half a removal leaves none.
            (folder / ABOUT).unlink(missing_ok=True)
        except OSError as error:
            raise EnrolledDeckError(
                f"{folder} cannot be removed: {error}; do it by hand"
            ) from error
        shutil.rmtree(folder, ignore_errors=True)

    def keep(self, name: str, deck: EnrolledDeck) -> Path:
        """Write a deck over one of the same name, and return its folder."""
        folder, files = self._place(name), deck.to_files()
        try:
            for file in sorted(files, key=lambda one: one == ABOUT):
                save(folder / file, files[file])
            for old in folder.iterdir():
                if old.name not in files and PICTURE.fullmatch(old.name):
                    old.unlink()
        except OSError as error:
            problem = f"{folder} cannot be written: {error}"
            raise EnrolledDeckError(
                f"{problem}; free some space, or mend its permissions"
            ) from error
        return folder

    def _place(self, name: str) -> Path:
        check_deck_name(name)
        return self._folder / name


def _inside(folder: Path) -> Iterator[str]:
    """Yield the paths of a folder's entries, none where there is no such folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry.path for entry in entries)


def read_photos(
    folder: Path, width_mm: float, height_mm: float, say: Callable[[str], None]
) -> Mapping[Face, list[Image]]:
    """Return the cards in a folder's photos FACE.jpg or FACE_n.jpg, cut out, by face.

    `say` is told which photo cannot be used, and why.
    """
    faces: dict[Face, list[Image]] = {}
    for path in _photos(folder):
        match = PICTURE.fullmatch(path.name)
        if match is None:
            say(f"{path.name} is passed over: call it FACE.jpg or FACE_2.jpg, such as 7H.jpg.")
            continue
        try:
            photo = picture_in(path.read_bytes())
            card = cut_out(photo, width_mm, height_mm, path.name)
        except (UploadError, EnrolledDeckError) as error:
            say(f"{error}.")
            continue
        faces.setdefault(Face(match["face"]), []).append(card)
    return faces


def _photos(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES)


def fits(deck: EnrolledDeck, game: Deck) -> str:
    """Return why a game cannot be played with a deck, or the empty string."""
    try:
        deck.prints(game)
    except EnrolledDeckError as error:
        return str(error)
    return ""
