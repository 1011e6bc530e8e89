"""A card that its player lifts to look at: the camera reads it, and nobody is told which it is."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion import eye
from companion.cards import BACK, Face, Seat
from companion.game import Message
from companion.inbox import Observe, Tick
from companion.layout import EMPTY, Layout, Pile, Zone
from tests.web.house import House, post

COPS, CITY = "good_cop_bad_cop", "deadlock_city"
BEN = Seat("p2")
READS = {
    "host": ("/host/view?language=en", "/host/record", "/host"),
    "guest": ("/watch/view", "/table/view?language=en", "/table/view?language=fr"),
    "p1": ("/seat/view?language=en", "/seat/view?language=fr", "/seat/askable"),
    "p2": ("/seat/view?language=en", "/seat/view?language=fr", "/seat/askable"),
}


class Evening:
    """Four players, what a camera sees of their table, and all that anyone is answered."""

    def __init__(self, game: str, *acts: str) -> None:
        self.house, self.answers = House(), list[Any]()
        host = self.house.host()
        post(host, "/host/game", {"name": game})
        phones = [self.house.phone(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        self.clients = {"host": host, "guest": self.house.stranger()}
        self.clients |= {"p1": phones[0], "p2": phones[1]}
        post(host, "/host/deal", {"seat": "p1"})
        for act in acts:
            assert post(phones[0], "/seat/act", {"notation": act}).status_code == 200

    def see(self, changed: Layout, *warnings: Message) -> None:
        """Let the camera see this for a while, and everybody look at his screen."""
        session = self.house.table.session()
        assert session.play is not None
        lying = {**session.game.layout(session.play.state), **changed}
        self.house.table.do(Observe(lying, warnings))
        self.answers.extend(self._answers())
        self.house.clock.now += 2.0
        self.house.table.do(Tick())
        self.answers.extend(self._answers())

    def _answers(self) -> Iterator[Any]:
        for role, client in self.clients.items():
            for path in READS[role]:
                answer = client.get(path)
                yield role, path, answer.status, tuple(answer.headers), answer.data


def row(face: str) -> Layout:
    """Turn up Ben's second card; his first one lies open by the rules."""
    return {Zone("p2.integrity"): Pile((BACK, Face(face), BACK))}


def beside(face: str) -> tuple[Message, ...]:
    """Tell of a card by its face: no camera should, and it would stop at the table."""
    place = ("zone", "p2.hand")
    return Message("between_zones", (("face", face),)), Message(
        "half_covered", (place, ("face", face))
    )


def cops(*faces: str) -> list[Any]:
    """Return all answers while Ben peeks at cards of his row, over his gun's place too."""
    evening = Evening(COPS, "p1 arms", "p1 flips left honest", "p1 aims p2")
    evening.see({})
    for face in faces:
        evening.see(row(face))
        evening.see({Zone("p2.gun"): Pile((Face(face),))})
        evening.see({Zone("p2.integrity"): Pile((BACK, BACK))}, *beside(face))
    evening.see({})
    evening.house.table.close()
    return evening.answers


def city(*faces: str) -> list[Any]:
    """Return all answers while Ben peeks at his hand, and then over the deck.

    A card of Ann's pile is in somebody's fingers meanwhile.
    """
    evening = Evening(CITY, "p1 draws", "p1 plays 6")
    evening.see({})
    for face in faces:
        evening.see({Zone("p1.pile"): EMPTY}, *beside(face))
    for face in faces:
        evening.see({Zone("p2.hand"): Pile((Face(face),))})
        evening.see({Zone("deck"): Pile((Face(face),), 1, 0.0)})
    evening.see({})
    evening.house.table.close()
    return evening.answers


def tools(face: str) -> list[Any]:
    """Return what all but Ben are answered while his equipment is seen, out of turn."""
    evening = Evening(COPS)
    evening.see({Zone("p2.equipment"): Pile((Face(face),))})
    evening.house.table.close()
    return [answer for answer in evening.answers if answer[0] != BEN]


def test_which_card_is_peeked_at_is_told_nobody() -> None:
    assert cops("kingpin", "honest") == cops("honest", "crooked")
    assert city("7", "6") == city("5", "5")


def test_an_act_that_may_be_a_peek_is_refused_without_its_card() -> None:
    taser, camera = tools("taser"), tools("surveillance_camera")

    assert any(b"refused_privately" in answer[-1] for answer in taser)
    assert taser == camera


@pytest.mark.parametrize("planted", ["is_named", "named_to_all", "ruled_openly"])
def test_a_name_that_is_let_through_is_caught(
    planted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: what the camera read goes to the screens as it came."""
    leaks = {
        "is_named": lambda *_: True,
        "named_to_all": lambda game, zones, warning: warning,
        "ruled_openly": lambda game, zones, forbidden, differences: forbidden,
    }
    monkeypatch.setattr(eye, planted, leaks[planted])

    if planted == "ruled_openly":
        assert tools("taser") != tools("surveillance_camera")
    else:
        assert city("7", "6") != city("5", "5")


def test_an_open_card_is_told_by_its_place_and_a_laid_one_by_its_name() -> None:
    evening = Evening(CITY)
    evening.see({Zone("p2.hand"): Pile((Face("7"),))}, Message("between_zones"))
    told = evening.clients["guest"].get("/table/view?language=en").json["screen"]
    evening.see({Zone("p3.pile"): Pile((Face("7"), Face("5")))})
    laid = evening.clients["guest"].get("/table/view?language=en").json["screen"]
    evening.house.table.close()

    assert told["repair"]["text"] == (
        "A card lies open in Ben's hand. Turn it face down or take it back."
    )
    assert (told["mend"]["place"], told["mend"]["face"]) == ("hand", None)
    assert told["warnings"][0]["text"] == (
        "A card lies between two places. Put it clearly into one."
    )
    assert laid["repair"]["text"] == "Take the 5 off Cleo's pile."
