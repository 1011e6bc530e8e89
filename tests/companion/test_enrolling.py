"""From a folder of photos to a table that is read by a deck nobody printed for it."""

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cards import BACK, Face, Seat
from companion.cli import main
from companion.deck_choice import DeckChoice
from companion.deck_room import DeckRoom
from companion.enrol_draft import DeckDraft, DraftStore
from companion.enrolling import EnrolledDecks, is_enrolled_file
from companion.games import game_named
from companion.lookout import Lookout
from companion.simulated_table import SimulatedTable
from companion.store import MemoryJournal
from companion.table import Table
from companion.table_camera import Shot
from companion.zone_desk import ZoneDesk
from tests.painted import painted
from vision.calibration.zones import ZoneStore
from vision.camera import CameraError
from vision.enrolled.art import art_of
from vision.enrolled.deck import EnrolledDeckError
from vision.enrolled.reader import EnrolledReader
from vision.plan import TablePlan, plan_table
from vision.simulated.sprites import CardArt

GAME = game_named("deadlock_city")
SEATS = (Seat("p1"), Seat("p2"))


class Blind:
    """A camera that shows nothing."""

    def last(self) -> Shot | None:
        return None

    def shoot(self) -> Shot:
        raise CameraError("it is dark", "wait for the morning")


class Redrawn:
    """A simulated table that notes how it is to look."""

    def use(self, art: CardArt) -> None:
        self.art = art

    def replan(self, plan: TablePlan) -> None:
        self.plan = plan


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder in which a deck of twenty cards and a back was enrolled."""
    photos, folder = tmp_path_factory.mktemp("photos"), tmp_path_factory.mktemp("data")
    means = []
    for number, design in enumerate(GAME.deck.physical_cards()):
        cv2.imwrite(str(photos / f"card{number}.png"), painted(number))
        means += ["--means", f"card{number}={design.face}"]
    cv2.imwrite(str(photos / f"{BACK}.png"), painted(99))
    words = ["enrol", "mine", "--data", str(folder), "--photos", str(photos)]
    told = CliRunner().invoke(main, [*words, *means, "--game", "deadlock-city"])
    assert told.exit_code == 0, told.output
    assert "It has all of deadlock-city." in told.output
    return folder


def test_a_table_is_read_by_the_enrolled_faces(data: Path) -> None:
    """Cards without tags make the same layout as printed ones."""
    enrolled = EnrolledDecks(data).load("mine")
    plan = plan_table(GAME.zones(SEATS), SEATS)
    simulated = SimulatedTable(GAME, plan, Random(3), art=art_of(enrolled))
    reader = EnrolledReader(plan, GAME.deck, enrolled, profile=simulated.profile)

    reading = reader.read(simulated.frame())

    assert (1, ()) == (reading.layout["deck"].face_down, reading.layout["deck"].face_up)
    assert all(not pile.face_up for pile in reading.layout.values())
    assert 1 == len(reading.sightings)


def test_the_chosen_deck_is_looked_for_and_lies_on_the_simulated_table(
    data: Path, tmp_path: Path
) -> None:
    """From the choice on, without a new start."""
    table = Table({GAME.name: GAME}, MemoryJournal(), Random(3), lambda: 0.0)
    room = DeckRoom(tmp_path, data, "", [].append)
    room.open({GAME.name: GAME}, lambda: False, lambda: False, Blind())
    lookout = Lookout(table, {GAME.name: GAME}, ZoneDesk(ZoneStore(tmp_path / "z")), room.choice)
    printed = lookout.wanted()
    lookout.simulated = simulated = Redrawn()  # type: ignore[assignment]

    room.choose(GAME.name, "mine")
    chosen = lookout.wanted()
    table.close()

    assert printed.enrolled is None
    assert chosen.enrolled is not None
    assert "mine" == chosen.enrolled.name
    assert chosen is lookout.wanted()
    assert simulated.plan is chosen.plan
    face = simulated.art(GAME.deck, GAME.deck.prints[0].id, 1.0)
    own = chosen.enrolled.pictures[Face("card0")][0]
    assert np.allclose(face, cv2.resize(own, (63, 88), interpolation=cv2.INTER_AREA), atol=1)


def test_what_was_chosen_is_in_a_backup() -> None:
    """Beside the decks, and nothing else is."""
    names = ["chosen.json", "mine/deck.json", "mine/c1_0.png", "other.json", "../chosen.json"]

    assert names[:3] == [name for name in names if is_enrolled_file(name)]


def test_a_deck_that_was_never_enrolled_is_named(data: Path) -> None:
    """With those there are, and with what to do."""
    with pytest.raises(EnrolledDeckError, match=r"there: mine\); enrol it"):
        EnrolledDecks(data).load("yours")


def test_no_name_leads_out_of_the_folder(data: Path) -> None:
    """A name is part of a path."""
    with pytest.raises(EnrolledDeckError, match="no name for a deck"):
        EnrolledDecks(data).load("../mine")


def test_faces_stand_for_what_was_said(data: Path) -> None:
    """The meanings are kept with the pictures."""
    assert Face("0") == EnrolledDecks(data).load("mine").stands_for[Face("card0")]


def test_decks_are_looked_through_anew_only_after_one_has_changed(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the host's page asks at every look costs no reading of folders."""
    decks, seen = EnrolledDecks(tmp_path), list[Path]()
    choice = DeckChoice(tmp_path, decks, "", print)
    look_through = Path.glob
    monkeypatch.setattr(Path, "glob", lambda one, what: seen.append(one) or look_through(one, what))
    for _ in range(3):
        assert list(choice.covering(GAME)) == []
    # Another process may enrol one while this table runs.
    shutil.copytree(data / "enrolled", tmp_path / "enrolled")
    for _ in range(3):
        assert list(choice.covering(GAME)) == ["mine"]
    decks.remove("mine")
    assert list(choice.covering(GAME)) == []

    assert len(seen) == 3


def test_a_draft_is_read_anew_only_after_it_has_changed(tmp_path: Path) -> None:
    """A camera's page asks for it five times a second."""
    store, draft = DraftStore(tmp_path), DeckDraft("Mine", 63.0, 88.0, "deadlock_city")
    store.save("mine", draft)
    known = store.load("mine")
    assert (known, store.names()) == (draft, ("mine",))
    assert store.load("mine") is known
    DraftStore(tmp_path).save("mine", replace(draft, title="Ours, by another hand"))
    assert store.load("mine") == replace(draft, title="Ours, by another hand")
    store.remove("mine")

    assert (store.load("mine"), store.names()) == (None, ())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "nanx88"], "no card is nan x 88 mm"),
        (["--size=-5x88"], "no card is -5 x 88 mm"),
        (["--game", "chess"], "no game 'chess' on the shelf"),
        (["--means", "7H"], "write it as 7H=7"),
    ],
    ids=str,
)
def test_words_that_cannot_be_right_are_refused_before_a_photo_is_read(
    tmp_path: Path, words: list[str], said: str
) -> None:
    """The only photo is broken, and that is not spoken of."""
    (tmp_path / "7H.jpg").write_text("no picture")
    told = CliRunner().invoke(main, ["enrol", "mine", "--photos", str(tmp_path), *words])

    assert told.exit_code != 0
    assert said in told.output
    assert "7H.jpg" not in told.output


def test_what_a_face_stands_for_needs_a_photo_of_that_face(tmp_path: Path) -> None:
    """Otherwise a slip of the pen would only show in play."""
    cv2.imwrite(str(tmp_path / "7H.png"), painted(1))
    words = ["enrol", "mine", "--data", str(tmp_path), "--photos", str(tmp_path), "--means", "7S=7"]
    told = CliRunner().invoke(main, words)

    assert told.exit_code == 2
    assert "no photo that can be used shows 7S; there are 7H" in told.output
    assert not (tmp_path / "enrolled").exists()
