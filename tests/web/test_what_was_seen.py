"""What did you see? Only of cards that the table's own screen names may the host be told."""

from typing import Any

import numpy as np
import pytest

from companion import glimpsed
from companion.camera_loop import Watched
from companion.cards import Face, Seat
from companion.commands import ChooseGame, Declare
from companion.game import Message
from companion.games import game_named
from companion.glimpsed import MOST, Glimpsed
from companion.layout import Layout, Pile, Zone
from companion.table import Observe, Tick
from tests.web.house import HOST_KEY, ROOMY, House, post
from vision.glimpses import Change, Glimpse, Place
from vision.moment import Observation
from vision.plan import plan_table
from vision.proof import Crop
from web import create_app
from web.translation import LANGUAGES

COPS, CITY = "good_cop_bad_cop", "deadlock_city"
SEATS = tuple(Seat(f"p{n}") for n in (1, 2, 3, 4))


class Watching:
    """A table of one game with four players, its host, and what a camera hands over."""

    def __init__(self, game: str) -> None:
        self.game = game_named(game)
        self.house = House()
        self.table = self.house.table
        self.table.do(ChooseGame(game))
        for name in ("Ann", "Ben", "Cleo", "Dan"):
            self.house.phone(name)
        self.memory = Glimpsed(self.table)
        self.watched = Watched(plan_table(self.game.zones(SEATS), SEATS), self.game.deck)
        services = replace_glimpses(self.house, self.memory)
        self.host = create_app(services, ROOMY).test_client()
        self.host.get(f"/host?key={HOST_KEY}")
        post(self.house.host(), "/host/deal", {"seat": "p1"})

    def declare(self, *acts: str) -> None:
        for act in acts:
            self.table.do(Declare(Seat(act[:2]), act))

    def see(self, zone: str, face: str, alike: int = 1, change: Change = Change.APPEARED) -> None:
        """Let the camera see a card; the picture has nothing of it."""
        design = next(one for one in self.game.deck.prints if one.face == face)
        nothing = np.full((220, 158, 3), 90, np.uint8)
        crop = Crop(design.id, nothing, np.zeros((220, 158), np.bool_))
        glimpse = Glimpse(Zone(zone), Face(face), change, Place.LEFT, alike, 0.62, crop)
        self.note({}, glimpse)

    def turn_down(self, zone: str, cards: int) -> None:
        """Let the camera see that all cards of a place lie face down."""
        self.note({Zone(zone): Pile((), cards)})

    def note(self, changed: Layout, *glimpses: Glimpse) -> None:
        seen = Observation(changed, (), tuple(changed), 1.0, glimpses, 0.0)
        self.memory.note(self.watched, seen)

    def told(self, language: str = "en") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.answer(language).json["seen"]
        return found

    def answer(self, language: str = "en") -> Any:
        return self.host.get(f"/host/seen?language={language}")

    def close(self) -> None:
        self.table.close()


def replace_glimpses(house: House, memory: Glimpsed) -> Any:
    from dataclasses import replace

    return replace(house.services, glimpses=memory)


def gone(face: str, alike: int) -> Glimpse:
    return Glimpse(Zone("p1.integrity"), Face(face), Change.GONE, Place.LEFT, alike, 0.62)


@pytest.fixture
def cops() -> Any:
    found = Watching(COPS)
    yield found
    found.close()


@pytest.fixture
def city() -> Any:
    found = Watching(CITY)
    yield found
    found.close()


def peek(face: str) -> tuple[bytes, ...]:
    """Return all that the host is told while Ann's second card is turned up by stealth.

    Her first one, an honest one, lies open for everyone.
    """
    world = Watching(COPS)
    world.declare("p1 arms", "p1 flips left honest")
    world.see("p1.integrity", "honest")
    world.see("p1.integrity", face, alike=2 if face == "honest" else 1)
    answers = tuple(world.answer(language).data for language in LANGUAGES)
    world.close()
    return answers


def test_a_peek_that_the_camera_sees_is_told_nobody() -> None:
    honest, crooked = peek("honest"), peek("crooked")

    assert b"Ann" in honest[0]
    assert honest == crooked


def test_a_rule_that_lets_out_what_was_seen_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glimpsed, "_lies_open", lambda glimpse, openly: True)

    assert peek("honest") != peek("crooked")


def test_a_card_that_was_peeked_at_is_not_told_with_another_one_of_its_face(
    cops: Watching,
) -> None:
    cops.declare("p1 arms")
    cops.see("p1.integrity", "honest", change=Change.TURNED)
    cops.turn_down("p1.integrity", 3)
    cops.declare("p1 flips right honest")

    assert cops.told() == []


def test_a_card_that_nobody_was_told_of_is_not_told_to_be_gone(cops: Watching) -> None:
    cops.declare("p1 arms", "p1 flips left honest")
    cops.see("p1.integrity", "honest")
    cops.see("p1.integrity", "honest", alike=2, change=Change.TURNED)
    cops.note({Zone("p1.integrity"): Pile((Face("honest"),), 1)}, gone("honest", 2))

    assert [one["code"] for one in cops.told()] == ["seen_appeared"]


def test_a_card_is_told_once_it_is_open_by_the_rules(cops: Watching) -> None:
    cops.declare("p1 arms")
    cops.see("p1.integrity", "honest", change=Change.TURNED)
    before = cops.told()
    cops.declare("p1 flips left honest")
    (told,) = cops.told()

    assert before == []
    assert told["text"].startswith("I saw a card turned or changed: “")
    assert told["taken"]
    assert told["picture"] is None


def test_a_card_nobody_agrees_with_is_told_as_not_in_the_record(city: Watching) -> None:
    play = city.table.session().play
    assert play is not None
    layout = dict(city.game.layout(play.state))
    city.table.do(Observe({**layout, Zone("p2.pile"): Pile((Face("4"), Face("7")))}))
    city.see("p2.pile", "7")
    early = city.told()
    city.house.clock.now += 2.0
    city.table.do(Tick())
    told = [city.told(language)[0] for language in LANGUAGES]

    assert early == []
    assert [one["text"] for one in told] == [
        "I saw “7” at the left of Ben's pile, 62 % sure.",
        "J’ai vu «\u00a07\u00a0» à gauche, chez Ben (pile), sûr à 62\u00a0%.",
    ]
    assert [one["taken"] for one in told] == [False, False]


def test_a_card_that_is_only_half_in_sight_is_told_where_a_warning_names_it(
    city: Watching,
) -> None:
    play = city.table.session().play
    assert play is not None
    facts = (("zone", "p1.pile"), ("face", "5"))
    warned = (Message("half_covered", facts),)
    city.table.do(Observe(city.game.layout(play.state), warned))
    city.see("p1.pile", "5")
    city.see("p1.hand", "7")

    assert [one["code"] for one in city.told()] == ["seen_appeared"]


def test_so_many_are_kept_and_none_after_the_game(city: Watching) -> None:
    city.declare("p1 draws", "p1 plays 6")
    for _ in range(MOST + 3):
        city.see("p1.pile", "6")
    kept = len(city.told())
    post(city.house.host(), "/host/away")

    assert (kept, city.told()) == (MOST, [])
    post(city.house.host(), "/host/deal", {"seat": "p1"})
    assert city.told() == []
