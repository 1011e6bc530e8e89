"""A table that plays with marked backs: read by the camera, told to the right phones alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.camera_loop import Look
from companion.cards import BACK, Face, PrintId, Seat
from companion.commands import (
    HOST,
    AskAdopt,
    ChooseGame,
    Consent,
    Deal,
    Declare,
    Join,
    Refused,
    SetRule,
)
from companion.game import TABLE, NotationError, message
from companion.games import GAMES
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.layout import Layout, Pile, Zone
from companion.marked_backs import BackKey, CardName, card_names, draw_key, read_deck
from companion.page_simulator import PageSimulator
from companion.simulated_table import SimulatedTable
from companion.store import MemoryJournal
from companion.table import AdoptTable, Observe, Table, Tick
from tests.companion.evening import Clock
from vision.camera import Frame, Image, small_grey
from vision.plan import TablePlan, plan_table
from vision.reader import Reader
from vision.watcher import Watcher
from web.simulation import Picture

GAME = GoodCopBadCop(lambda: ("A3F",))
NAMES = card_names(GAME.deck, GAME.marked_faces)
SEATS = tuple(Seat(f"p{n}") for n in range(1, 5))


def key(seed: int) -> BackKey:
    return draw_key(GAME.deck, GAME.marked_faces, "A3F", Random(seed))


class MarkedTable:
    """A live table of four, whose camera reports backs as they lie in `rows`."""

    def __init__(self, seed: int = 1, *, lost: bool = False) -> None:
        self.key, self.lost = key(seed), lost
        self.journal, self.clock = MemoryJournal(), Clock()
        self.table = self.open()
        self.table.do(ChooseGame(GAME.name))
        for name in ("Ann", "Ben", "Cleo", "Dan"):
            self.table.do(Join(name, "-"))
        self.table.do(SetRule("backs", "A3F"))
        #: In the game of four: who holds which of the deck's cards, by the order of names.
        dealt = [*NAMES[:2], *NAMES[2:7], *NAMES[13:18]]
        self.rows = {seat: dealt[n::4] for n, seat in enumerate(SEATS)}

    def open(self) -> Table:
        games = {**GAMES, GAME.name: GAME}
        found = lambda number: None if self.lost else self.key  # noqa: E731
        return Table(games, self.journal, Random(7), self.clock, key_of=found)

    def look(self, **changes: Pile) -> None:
        play = self.table.session().play
        assert play is not None
        layout: Layout = {**GAME.layout(play.state), **{Zone(z): p for z, p in changes.items()}}
        backs = {card: back for back, card in self.key.cards.items()}
        self.table.do(
            Observe(
                layout,
                backs={
                    Zone(f"{seat}.integrity"): tuple(
                        None if card.up else backs.get(name, PrintId("back"))
                        for card, name in zip(play.state.player(seat).cards, row, strict=True)
                    )
                    for seat, row in self.rows.items()
                },
            )
        )

    def swap(self, one: tuple[str, int], other: tuple[str, int]) -> None:
        (a, n), (b, m) = one, other
        mine, theirs = self.rows[Seat(a)], self.rows[Seat(b)]
        mine[n], theirs[m] = theirs[m], mine[n]

    def hand(self, viewer: str, owner: str) -> tuple[str, ...]:
        view = self.table.published(viewer).snapshot.view
        assert view is not None
        return next(seat.hand[:3] for seat in view.seats if seat.seat == owner)

    def faces(self, seat: str) -> tuple[str, ...]:
        return tuple(name.partition(".")[0] for name in self.rows[Seat(seat)])

    def repair(self) -> str | None:
        found = self.table.published(TABLE).snapshot.repair
        return found and " ".join((found.code, *(value for _, value in found.facts)))

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds
        self.table.do(Tick())


@pytest.fixture
def evening():  # type: ignore[no-untyped-def]
    found = MarkedTable()
    found.table.do(Deal(SEATS[0]))
    yield found
    found.table.close()


def test_who_holds_what_is_known_as_soon_as_the_cards_lie(evening: MarkedTable) -> None:
    revisions = {v: evening.table.published(v).revision for v in (TABLE, HOST)}
    evening.look()

    for seat in SEATS:
        assert evening.hand(seat, seat) == evening.faces(seat)
    assert evening.hand(TABLE, "p1") == evening.hand("p2", "p1") == ("?",) * 3
    assert {v: evening.table.published(v).snapshot.history for v in revisions} == {
        TABLE: (),
        HOST: (),
    }


def test_a_card_put_elsewhere_is_told_after_a_moment_and_mended(evening: MarkedTable) -> None:
    evening.look()
    evening.table.do(Declare(HOST, "p1 arms"))
    evening.swap(("p2", 0), ("p2", 2))
    evening.look()

    assert evening.repair() is None
    evening.wait(2.0)
    assert evening.repair() == "back_elsewhere p2 left p2 right"
    evening.swap(("p2", 0), ("p2", 2))
    evening.look()
    assert evening.repair() is None
    assert evening.table.published(TABLE).snapshot.repaired is not None


def test_all_may_agree_that_the_table_is_right(evening: MarkedTable) -> None:
    evening.look()
    evening.table.do(Declare(HOST, "p1 arms"))
    evening.swap(("p2", 0), ("p3", 2))
    evening.look()
    evening.wait(2.0)
    evening.table.do(AskAdopt(SEATS[0]))
    evening.table.do(Consent(HOST, agree=True))

    assert evening.repair() is None
    assert evening.hand("p2", "p2") == evening.faces("p2")
    assert evening.hand("p3", "p3") == evening.faces("p3")


def test_who_exchanges_cards_by_stealth_cannot_say_at_once_that_the_table_is_right(
    evening: MarkedTable,
) -> None:
    evening.look()
    evening.table.do(Declare(HOST, "p1 arms"))
    evening.swap(("p1", 0), ("p2", 0))
    evening.look()
    before = evening.hand("p1", "p1")
    evening.table.do(AdoptTable())
    shown = evening.hand("p1", "p1")
    evening.wait(2.0)
    told = evening.repair()
    evening.table.do(AdoptTable())
    history = evening.table.published(TABLE).snapshot.history

    assert shown == before != evening.faces("p1")
    assert told == "back_elsewhere p1 left p2 left"
    assert evening.hand("p1", "p1") == evening.faces("p1")
    assert history[-1] == message("did_exchange", seat="p1")


def test_an_open_card_of_another_deck_is_told_to_all_by_its_place(evening: MarkedTable) -> None:
    evening.look()
    evening.table.do(Declare(HOST, "p1 arms"))
    shown = next(face for face in ("honest", "crooked") if face != evening.faces("p1")[0])
    evening.look(**{"p1.integrity": Pile((Face(shown), BACK, BACK))})
    rulings = {v: evening.table.published(v).snapshot.ruling for v in (TABLE, HOST, *SEATS)}

    assert {v: [m.code for m in told] for v, told in rulings.items()} == {
        **{viewer: ["other_deck"] for viewer in (TABLE, HOST, *SEATS)},
        "p1": ["not_by_its_back"],
    }
    assert rulings[TABLE][0].facts == (("seat", "p1"), ("deck", "A3F"))
    evening.table.do(AdoptTable())
    assert evening.table.published(TABLE).snapshot.ruling == ()
    assert evening.hand(TABLE, "p1")[0] == shown


def test_a_restart_forgets_nothing_and_no_back_is_written_down(evening: MarkedTable) -> None:
    evening.look()
    evening.table.do(Declare(HOST, "p1 arms"))
    again = evening.open()
    evening.table, before = again, evening.table
    before.close()

    assert evening.hand("p4", "p4") == evening.faces("p4")
    assert not [event for event in evening.journal.events() if "back." in event]
    assert "lays" not in again.written()
    evening.swap(("p1", 0), ("p4", 0))
    evening.look()
    evening.wait(2.0)
    assert evening.repair() == "back_elsewhere p1 left p4 left"


@pytest.mark.parametrize("by", [SEATS[0], HOST])
def test_nobody_says_or_asks_what_only_the_camera_knows(evening: MarkedTable, by: str) -> None:
    evening.look()
    for act in (f"p1 lays {evening.rows[SEATS[0]][0]} ? ?", "p1 lays agent.1 ? ?"):
        with pytest.raises(NotationError):
            evening.table.do(Declare(by, act))
        with pytest.raises(NotationError):
            evening.table.ask(by, act)


def test_without_its_key_a_game_goes_on_and_the_backs_say_nothing() -> None:
    evening = MarkedTable()
    evening.table.do(Deal(SEATS[0]))
    evening.lost = True
    evening.look()

    assert evening.hand("p1", "p1") == ("?",) * 3
    evening.table.do(Declare(HOST, "p1 arms"))
    evening.swap(("p2", 0), ("p3", 2))
    evening.look()
    evening.wait(2.0)
    assert evening.repair() is None
    evening.table.close()


def test_a_deck_that_lost_its_key_is_not_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = MarkedTable()
    monkeypatch.setattr(GAME, "_marked", tuple)

    with pytest.raises(Refused, match=r"marked_key_gone.*A3F"):
        evening.table.do(Deal(SEATS[0]))
    (rule,) = [r for r in evening.table.published(HOST).snapshot.rules if r.name == "backs"]
    assert (rule.value, rule.values) == ("A3F", ("plain", "A3F"))
    evening.table.do(SetRule("backs", "plain"))
    evening.table.do(Deal(SEATS[0]))
    evening.table.close()


# --- through the camera -------------------------------------------------------------------


def plan_of(players: int) -> TablePlan:
    seats = tuple(Seat(f"p{n}") for n in range(1, players + 1))
    return plan_table(GAME.zones(seats), seats)


def simulated(players: int, seed: int) -> SimulatedTable:
    rules: Mapping[str, str] = {"backs": "A3F"}
    return SimulatedTable(
        GAME, plan_of(players), Random(5), lambda: rules, key_of=lambda number: key(seed)
    )


def test_the_camera_reads_every_back_of_eight_players() -> None:
    plan, found = plan_of(8), simulated(8, seed=3)
    read = Reader(plan, read_deck(GAME.deck), profile=found.profile).read(found.frame())
    lying = {c.print_id: c.pose for c in found.scene.snapshot().cards if c.print_id in NAMES}
    backs = {key(3).cards[c.print_id]: c for c in read.sightings if c.print_id in key(3).cards}
    off_mm = [
        max(abs(pose.x_mm - backs[name].x_mm), abs(pose.y_mm - backs[name].y_mm))
        for name, pose in lying.items()
    ]

    assert read.warnings == ()
    assert backs.keys() == lying.keys() == set(NAMES)
    assert max(off_mm) < 3.0


def test_the_watcher_says_when_two_backs_of_a_row_change_places() -> None:
    found = simulated(4, seed=3)
    watcher = Watcher(Reader(found.plan, read_deck(GAME.deck), profile=found.profile))
    row, times = Zone("p1.integrity"), count(1)

    def watched() -> tuple[tuple[CardName | None, ...], Sequence[Zone]]:
        """Look until all is quiet; return p1's row by name, and the zones that changed."""
        changed: list[Zone] = []
        for number in times:
            image = found.frame()
            seen = watcher.feed(Frame(image, small_grey(image), number / 4, number))
            changed += seen.observation.changed if seen.observation else ()
            if changed and seen.quiet:
                break
        names = tuple(back and key(3).cards[back] for back in watcher.backs[row])
        return names, changed

    before, _ = watched()
    layout = watcher.layout
    left, _, right = sorted(found.person.cards_in(row), key=lambda card: card.pose.x_mm)
    found.scene.put_down(left.handle, right.pose, face_up=False)
    found.scene.put_down(right.handle, left.pose, face_up=False)
    after, changed = watched()

    assert sorted(before) == sorted(after)
    assert after == before[::-1]
    assert changed == [row]
    assert {z: p.face_up for z, p in watcher.layout.items()} == {
        z: p.face_up for z, p in layout.items()
    }


@dataclass
class Loop:
    """The camera's thread, of which the page wants the last look only."""

    look: Look


def pictures(seed: int) -> tuple[Image, Picture, Picture]:
    """Return a frame, and what the host's page shows of it: veiled, and as it is."""
    found = simulated(4, seed)
    image = found.frame()
    frame = Frame(image, small_grey(image), 0.0, 1)
    read = Reader(found.plan, read_deck(GAME.deck)).read(image)
    loop: Any = Loop(Look(1, frame, found.plan, read.pose, read.sightings, read.layout, 1.0))
    pages = [PageSimulator(found, loop, tuple, lambda v=v: v) for v in (True, False)]
    veiled, plain = (page.picture() for page in pages)
    assert veiled is not None
    assert plain is not None
    assert [warning.code for warning in veiled.warnings] == ["backs_veiled"]
    assert [card.face for card in plain.cards].count(BACK) >= 12
    return image, veiled, plain


def test_no_picture_for_a_page_tells_one_back_from_another() -> None:
    """Two tables that differ in their backs alone look the same; unveiled they would not."""
    (one, veiled, plain), (other, veiled_too, plain_too) = pictures(1), pictures(2)

    assert not np.array_equal(one, other)
    assert veiled == veiled_too
    assert plain.jpeg != plain_too.jpeg
    assert plain.cards != plain_too.cards
