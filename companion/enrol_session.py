"""A deck enrolled on a terminal: each card of the game is asked for in turn.

It is the draft that the page works on too, so what was begun here can be finished there.
"""

from collections.abc import Callable, Iterator

from companion.cards import BACK, Face
from companion.commands import Refused
from companion.deck_places import standing
from companion.enrol_draft import DeckDraft, DraftStore
from companion.enrol_photos import EnrolPhotos
from companion.game import Message
from companion.rulebook import Rulebook
from companion.table_camera import Shooter
from vision.png import png
from web.translation import said, translation

TAKE, SKIP, UNDO, QUIT = "", "s", "u", "q"

#: Asks on the terminal, and returns what was typed.
Ask = Callable[[str], str]
Say = Callable[[str], None]


class EnrolSession:
    """Asks for cards until all are there, or somebody stops.

    Args:
        name: of the deck.
        drafts: where it is kept as it goes.
        camera: gives pictures of the table.
        book: the game's words, in the language that is spoken.
        ask: asks for a key.
        say: says what happened.

    """

    def __init__(
        self, name: str, drafts: DraftStore, camera: Shooter, book: Rulebook, ask: Ask, *, say: Say
    ) -> None:
        self._name, self._drafts, self._book = name, drafts, book
        self._photos = EnrolPhotos(camera, lambda: False, lambda: False)
        self._ask, self._say = ask, say

    def run(self, draft: DeckDraft, wanted: dict[Face, int]) -> DeckDraft:
        """Ask for each card of the game that is not there yet; return the draft as it is then."""
        skipped: set[tuple[Face, int]] = set()
        while (place := next(self._open(draft, wanted, skipped), None)) is not None:
            face, number = place
            typed = self._asked(face, number, wanted[face])
            if typed == QUIT:
                break
            if typed == SKIP:
                skipped.add(place)
            elif typed == UNDO:
                draft = self._undone(draft)
            elif typed == TAKE:
                draft = self._taken(draft, face)
        return draft

    def _open(
        self, draft: DeckDraft, wanted: dict[Face, int], skipped: set[tuple[Face, int]]
    ) -> Iterator[tuple[Face, int]]:
        """Yield each card that is wanted and was not skipped: its face and which of several."""
        have = standing(draft)
        for face, count in wanted.items():
            for number in range(have[face] + 1, count + 1):
                if (face, number) not in skipped:
                    yield face, number

    def _asked(self, face: Face, number: int, count: int) -> str:
        facts = ("card", self._named(face)), ("number", str(number)), ("count", str(count))
        return self._ask(self._told(Message("enrol_lay", facts))).strip().lower()

    def _taken(self, draft: DeckDraft, face: Face) -> DeckDraft:
        try:
            cut = self._photos.take(self._name, draft)
        except Refused as error:
            for message in error.messages:
                self._say(self._told(message))
            return draft
        photo = self._drafts.next_photo(self._name)
        changed = draft.with_photo(photo, None, face)
        picture = png(self._photos.approved(self._name, cut.number))
        self._drafts.save(self._name, changed, {photo: picture})
        file = str(self._drafts.file(self._name, photo))
        self._say(self._told(Message("enrol_kept", (("file", file),))))
        return changed

    def _undone(self, draft: DeckDraft) -> DeckDraft:
        try:
            before = draft.undone()
        except Refused as error:
            self._say(self._told(error.messages[0]))
            return draft
        self._drafts.save(self._name, before)
        return before

    def _named(self, face: Face) -> str:
        if face == BACK:
            return translation(self._book.language).words["deck_back"]
        return self._book.face(face)

    def _told(self, message: Message) -> str:
        return said(message, self._book.language)
