"""A deck enrolled at the table: photos in, an outline to approve, cards kept, a verdict out."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.cards import Deck, Face
from companion.commands import Refused, refused
from companion.deck_choice import DeckChoice
from companion.deck_places import game_on, places, serves, standing
from companion.enrol_draft import DeckDraft, DraftStore, OwnCard
from companion.enrol_photos import EnrolPhotos
from companion.enrolling import EnrolledDecks, is_deck_name
from companion.game import Game
from companion.games.deadeye_dinah.entering import deck_name
from companion.table_camera import Shooter
from vision.calibration.errors import CalibrationError
from vision.calibration.job import Job
from vision.camera import Image
from vision.enrolled.assess import read_as, with_best_method
from vision.enrolled.deck import LARGEST_MM, SMALLEST_MM, EnrolledDeck, EnrolledDeckError
from vision.png import png
from web.enrolment import DeckCard, DeckCut, DeckListed, DeckLook, DeckState, DeckVerdict

#: Nobody owns more decks than this.
MOST_DECKS = 24
LONGEST_TITLE = 40


class EnrolDesk:
    """Decks that are enrolled at a table; see `web.enrolment.Enrolment`.

    Args:
        decks: those that can be played with.
        drafts: those that are being enrolled.
        choice: which deck each game is played with.
        games: on the shelf.
        is_playing: tells whether a game is on.
        is_marked: tells whether the cards on the table have marked backs.
        camera: gives pictures of the table.

    """

    def __init__(
        self,
        decks: EnrolledDecks,
        drafts: DraftStore,
        choice: DeckChoice,
        games: Mapping[str, Game[Any, Any]],
        *,
        is_playing: Callable[[], bool],
        is_marked: Callable[[], bool],
        camera: Shooter,
    ) -> None:
        self._decks, self._drafts, self._choice, self._games = decks, drafts, choice, games
        self._photos, self._is_playing = EnrolPhotos(camera, is_playing, is_marked), is_playing
        self._lock = threading.RLock()
        self._job, self._worked_at = Job(lambda: None), ""

    def close(self) -> None:
        """Stop what is being worked out."""
        self._job.call_off()

    def wait(self, timeout_s: float) -> None:
        """Wait for the end of what is being worked out."""
        self._job.wait(timeout_s)

    def decks(self) -> tuple[DeckListed, ...]:
        """Return the decks there are."""
        with self._lock:
            names = sorted({*self._drafts.names(), *self._decks.names()})
            return tuple(self._in_list(name) for name in names)

    def _in_list(self, name: str) -> DeckListed:
        draft = self._drafts.load(name)
        try:
            return self._listed(name, self._made(name)[0] if draft is None else draft)
        except Refused:
            # It is listed so that it can be removed.
            return DeckListed(name, name, "", 0, 0, "", False)

    def create(self, title: str, width_mm: float, height_mm: float, game: str) -> str:
        """Begin a deck; return its name."""
        title = " ".join(title.split())[:LONGEST_TITLE]
        if not title:
            raise refused("enrol_no_title")
        if not all(SMALLEST_MM <= size <= LARGEST_MM for size in (width_mm, height_mm)):
            raise refused("enrol_no_size", least=f"{SMALLEST_MM:g}", most=f"{LARGEST_MM:g}")
        if width_mm > height_mm:
            width_mm, height_mm = height_mm, width_mm
        game_on(self._games, game)
        with self._lock:
            taken = {*self._drafts.names(), *self._decks.names()}
            if len(taken) >= MOST_DECKS:
                raise refused("decks_full", most=str(MOST_DECKS))
            name = deck_name(title, taken)
            self._drafts.save(name, DeckDraft(title, width_mm, height_mm, game))
            return name

    def remove(self, deck: str) -> None:
        """Forget a deck; games that were played with it are played with printed cards."""
        self._check_idle()
        with self._lock:
            self._known(deck)
            if self._worked_at == deck:
                self._job.call_off()
            self._drafts.remove(deck)
            self._decks.remove(deck)
            self._photos.drop(deck)
            self._choice.renewed()

    def state(self, deck: str) -> DeckState:
        """Return how far a deck has come."""
        with self._lock:
            draft = self._draft(deck)
        listed, working = self._listed(deck, draft), self._job.working
        mine = self._worked_at == deck
        return DeckState(
            deck=deck,
            title=draft.title,
            width_mm=draft.width_mm,
            height_mm=draft.height_mm,
            game=draft.game,
            places=tuple(places(self._deck_of(draft)).items()),
            cards=tuple(DeckCard(card.face, card.means, card.photos) for card in draft.cards),
            have=listed.have,
            need=listed.need,
            can_undo=bool(draft.before),
            working=working.share if working and mine else None,
            failed=mine and self._job.failed is not None,
            verdict=self._verdict(deck, draft),
            stale=listed.stale,
        )

    def _listed(self, deck: str, draft: DeckDraft) -> DeckListed:
        wanted, have = places(self._deck_of(draft)), standing(draft)
        verdict = self._verdict(deck, draft)
        return DeckListed(
            deck=deck,
            title=draft.title,
            game=draft.game,
            have=sum(min(have[face], count) for face, count in wanted.items()),
            need=sum(wanted.values()),
            promise=verdict.promise if verdict else "",
            stale=draft.enrolled is not None and draft.enrolled != draft.cards,
        )

    def _verdict(self, deck: str, draft: DeckDraft) -> DeckVerdict | None:
        expected = None
        if draft.enrolled is not None:
            try:
                expected = self._decks.load(deck).expectation
            except EnrolledDeckError:
                return None
        if expected is None:
            return None
        told = tuple(expected.told())
        return DeckVerdict(expected.promise.value, expected.method, told, expected.confused)

    def look(self, deck: str, after: int) -> DeckLook | None:
        """Return the newest picture of the middle of the mat, None if it is known already."""
        return self._photos.look(self._draft(deck), after)

    def take(self, deck: str) -> DeckCut:
        """Photograph the card in the middle of the mat."""
        draft = self._draft(deck)
        return self._compared(deck, draft, self._photos.take(deck, draft))

    def read(self, deck: str, data: bytes) -> DeckCut:
        """Take in a photo that was sent; raise UnusablePicture for what is none."""
        draft = self._draft(deck)
        return self._compared(deck, draft, self._photos.read(deck, draft, data))

    def _compared(self, deck: str, draft: DeckDraft, cut: DeckCut) -> DeckCut:
        """Return a card with the one it would be taken for, so that none is enrolled twice."""
        try:
            known = self._drafts.deck(deck, draft)
        except EnrolledDeckError:
            return cut  # It is the first.
        return replace(cut, like=read_as(known, self._photos.approved(deck, cut.number)))

    def photo(self, deck: str, number: int) -> bytes | None:
        """Return an approved picture as PNG."""
        self._photos.check_open()
        return self._drafts.photo(self._known(deck), number)

    def approve(self, deck: str, number: int, face: Face | None, means: Face) -> None:
        """Keep the card that was cut out last: as one of the deck's, or as a new one."""
        with self._changing(deck) as draft:
            picture = self._photos.approved(deck, number)
            self._check_means(draft, means)
            photo = self._drafts.next_photo(deck)
            changed = draft.with_photo(photo, face, means)
            self._drafts.save(deck, changed, {photo: png(picture)})
            self._photos.drop(deck)

    def mean(self, deck: str, face: Face, means: Face) -> None:
        """Let a card stand for something else."""
        with self._changing(deck) as draft:
            self._check_means(draft, means)
            self._drafts.save(deck, draft.meaning(face, means))

    def delete(self, deck: str, face: Face, photo: int | None) -> None:
        """Take a card out, or one of its photos."""
        with self._changing(deck) as draft:
            self._drafts.save(deck, draft.without(face, photo))

    def undo(self, deck: str) -> None:
        """Undo the last step."""
        with self._changing(deck) as draft:
            self._drafts.save(deck, draft.undone())

    def assess(self, deck: str) -> None:
        """Find out in the background how well a deck is read, and save it."""
        self._check_idle()
        with self._changing(deck) as draft:
            try:
                made = self._drafts.deck(deck, draft)
            except EnrolledDeckError as error:
                raise refused("enrol_too_few") from error
            if len(made.pictures) < 2:
                raise refused("enrol_too_few")
            try:
                self._job.start("assess", lambda told: self._assess(deck, draft, made, told))
            except CalibrationError as error:
                raise refused("enrol_busy") from error
            self._worked_at = deck

    def _assess(
        self, deck: str, draft: DeckDraft, made: EnrolledDeck, told: Callable[[float], None]
    ) -> None:
        ready = with_best_method(made, lambda share: told(0.98 * share))
        with self._lock:
            # Whoever called it off, or removed the deck, does not want it kept.
            told(0.99)
            self._decks.keep(deck, ready)
            now = self._drafts.load(deck)
            if now is not None:
                self._drafts.save(deck, replace(now, enrolled=draft.cards))
            self._choice.renewed()

    def call_off(self, deck: str) -> None:
        """Stop the assessment of a deck."""
        if self._worked_at == deck:
            self._job.call_off()

    def _check_idle(self) -> None:
        """Raise Refused while a game is on: its cards may be this deck's."""
        if self._is_playing():
            raise refused("game_is_on")

    def _deck_of(self, draft: DeckDraft) -> Deck | None:
        game = self._games.get(draft.game)
        return None if game is None else game.deck

    def _check_means(self, draft: DeckDraft, means: Face) -> None:
        if means not in places(self._deck_of(draft)):
            raise refused("enrol_no_such_face")

    def _known(self, deck: str) -> str:
        if not is_deck_name(deck) or deck not in {*self._drafts.names(), *self._decks.names()}:
            raise refused("no_such_deck")
        return deck

    def _draft(self, deck: str) -> DeckDraft:
        """Return a deck's draft, made from the deck itself where it was enrolled elsewhere."""
        with self._lock:
            found = self._drafts.load(deck) if is_deck_name(deck) else None
            return self._taken_up(self._known(deck)) if found is None else found

    def _taken_up(self, name: str) -> DeckDraft:
        draft, pictures = self._made(name)
        photos = {number: png(picture) for number, picture in pictures.items()}
        self._drafts.save(name, draft, photos)
        return draft

    def _made(self, name: str) -> tuple[DeckDraft, Mapping[int, Image]]:
        """Return the draft that an enrolled deck would come from, and its photos."""
        try:
            deck = self._decks.load(name)
        except EnrolledDeckError as error:
            raise refused("enrol_damaged") from error
        fresh, cards = dict[int, Image](), []
        for face, pictures in deck.pictures.items():
            numbers = range(len(fresh) + 1, len(fresh) + 1 + len(pictures))
            fresh.update(zip(numbers, pictures, strict=True))
            cards.append(OwnCard(face, deck.stands_for.get(face, face), tuple(numbers)))
        game = next((g.name for g in self._games.values() if serves(deck, g.deck)), "")
        kept = tuple(cards)
        made = DeckDraft(deck.name, deck.width_mm, deck.height_mm, game, kept, (), kept)
        return made, fresh

    @contextmanager
    def _changing(self, deck: str) -> Iterator[DeckDraft]:
        with self._lock:
            yield self._draft(deck)
