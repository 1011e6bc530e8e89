"""Reaction windows over HTTP: who still thinks, and who could answer, shows on no other screen."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.cards import Seat
from companion.commands import ChooseGame, Declare
from companion.inbox import Press
from companion.table import Table
from tests.web.house import House, post

NAMES = ("Ann", "Ben", "Cleo", "Dan")
#: Ann aims at Ben, the others draw, and Ann shoots: a window is open.
SHOT = (
    "p1 arms",
    "p1 flips left honest",
    "p1 aims p2",
    *(f"p{n} {act}" for n in (2, 3, 4) for act in ("equips", "returns")),
    "p1 shoots p2",
)
Phones = Mapping[str, Any]


def evening(tools: Mapping[str, str]) -> tuple[House, Phones]:
    """Return a house in which a shot is declared, and every screen in it.

    Args:
        tools: which equipment a seat has told its phone.

    """
    house = House()
    house.table.do(ChooseGame("good_cop_bad_cop"))
    phones = {f"p{n}": house.phone(name) for n, name in enumerate(NAMES, 1)}
    for phone in phones.values():
        post(phone, "/seat/logged", {"logged": True})
    host = house.host()
    post(host, "/host/deal", {"seat": "p1"})
    for act in SHOT:
        declare(house.table, act)
    for seat, face in tools.items():
        declare(house.table, f"{seat} has {face}")
    return house, {**phones, "host": host, "guest": house.stranger()}


def declare(table: Table, act: str) -> None:
    table.do(Declare(act[:2], act))


def screens(phones: Phones, but: str) -> Iterator[tuple[Any, ...]]:
    """Yield what every viewer but one is sent: view with revision, headers, askable acts."""
    rooms = {"host": "/host", "guest": "/watch"}
    for viewer, client in phones.items():
        room = rooms.get(viewer, "/seat")
        for path in (
            f"{room}/view?language=en",
            f"{room}/view?language=fr",
            "/table/view?language=en",
        ):
            answer = client.get(path)
            yield viewer, path, answer.status, tuple(answer.headers), answer.data
            assert viewer != but or path.startswith("/table") or answer.status_code == 200


def others(phones: Phones, but: str) -> list[tuple[Any, ...]]:
    return [seen for seen in screens(phones, but) if seen[0] != but or seen[1].startswith("/table")]


@pytest.fixture(scope="module")
def shot() -> Iterator[tuple[House, Phones]]:
    house, phones = evening({})
    yield house, phones
    house.table.close()


def test_a_pass_moves_nobody_elses_bytes_or_revision(shot: tuple[House, Phones]) -> None:
    _, phones = shot
    before, own = others(phones, "p3"), phones["p3"].get("/seat/view").data
    assert post(phones["p3"], "/seat/act", {"notation": "p3 passes"}).status_code == 200

    assert others(phones, "p3") == before
    assert phones["p3"].get("/seat/view").data != own
    for seat in ("p1", "p2"):
        before = others(phones, seat)
        post(phones[seat], "/seat/act", {"notation": f"{seat} passes"})
        assert others(phones, seat) == before
    post(phones["p4"], "/seat/act", {"notation": "p4 passes"})
    assert others(phones, "p4") != before


@pytest.mark.parametrize("seat", ["p2", "p4"])
def test_whether_a_player_could_answer_shows_nowhere(seat: str) -> None:
    worlds = []
    for face in ("restraining_order", "wiretap", "coffee"):
        house, phones = evening({seat: face})
        worlds.append((others(phones, seat), phones[seat].get("/seat/view").data))
        house.table.close()
    seen = [world[0] for world in worlds]

    assert seen[0] == seen[1] == seen[2]
    assert worlds[0][1] != worlds[1][1]


def test_a_button_passes_in_silence() -> None:
    house, phones = evening({})
    before, own = others(phones, "p2"), phones["p2"].get("/seat/view").data
    house.table.do(Press(Seat("p2")))

    assert others(phones, "p2") == before
    assert phones["p2"].get("/seat/view").data != own
    house.table.do(Press(Seat("p2")))
    assert others(phones, "p2") == before
    for seat in ("p1", "p3", "p4"):
        house.table.do(Press(Seat(seat)))
    assert others(phones, "p2") != before
    house.table.close()


def test_refusals_tell_nobody_who_has_passed() -> None:
    house, phones = evening({})
    asked = [post(phones["p2"], "/seat/ask", {"notation": "p3 passes"}).data]
    post(phones["p3"], "/seat/act", {"notation": "p3 passes"})
    asked.append(post(phones["p2"], "/seat/ask", {"notation": "p3 passes"}).data)
    asked.append(post(phones["guest"], "/watch/ask", {"notation": "p3 passes"}).data)
    house.table.close()

    assert asked[0] == asked[1]
    assert b"already" not in asked[2].lower()


def test_what_several_are_asked_alike_is_said_once() -> None:
    house, phones = evening({})
    asked = phones["guest"].get("/table/view?language=en").json["screen"]["now"]
    anns = phones["p1"].get("/seat/view?language=en").json["screen"]["now"]
    alike = "Ann shoots Ben. Use equipment or pass."

    assert [(one["seats"], one["text"]) for one in asked] == [
        (["p1", "p2", "p3", "p4"], f"Everyone: {alike}")
    ]
    assert anns[0]["mine"]
    assert [one["text"] for one in anns if alike in one["text"]] == [f"Ann: {alike}"]
    house.table.close()
