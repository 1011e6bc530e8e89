"""Someone at the table who asks and tries everything learns no card that is not his.

Two tables live through the same evening. They differ only in what Ann tells her phone: her
own cards, and the card of Zoé's that she looked at. Whatever another player, a spectator
or the host tries, both tables answer with the same bytes.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cards import Seat
from companion.commands import AskUndo, Join
from companion.table import Claim, Press, Table
from tests.web.house import House, post

FACES = "0123456789"
#: What Ann tells, by world; everything else is the same, and public.
WORLDS = (("5", "5 3", "4", "5"), ("6", "6 3", "2", "6"))
EVENING = (
    "p1 holds {0}",
    "p1 draws",
    "p1 holds {1}",
    "p1 plays 3 > p3",
    "p1 looks {2}",
    "p2 draws",
    "p2 plays 1 > p3 = 8",
    "p3 miss",
    "p3 draws",
    "p3 plays 5 > p2",
)
#: Ann's hand alone makes the 7 her only legal card; in the other world she is free.
FORCED, FREE = ("5", "5 7", "4", "5"), ("6", "6 3", "4", "6")


class Evening:
    """One of the tables: Ann and Ben have phones, Ann's is told her cards; Zoé has none."""

    def __init__(self, told: tuple[str, ...], steps: int) -> None:
        self.house, self.told = House(), told
        self.ann, self.ben = self.house.phone("Ann"), self.house.phone("Ben")
        self.host, self.guest = self.house.host(), self.house.stranger()
        self.house.table.do(Join("Zoé", "-"))
        post(self.ann, "/seat/logged", {"logged": True})
        post(self.host, "/host/deal", {"seat": "p1"})
        for line in EVENING[:steps]:
            self.say(line.format(*told))

    @property
    def table(self) -> Table:
        return self.house.table

    def say(self, line: str) -> None:
        client, path = {
            "p1": (self.ann, "/seat/act"),
            "p2": (self.ben, "/seat/act"),
            "p3": (self.host, "/host/act"),
        }[line.split(maxsplit=1)[0]]
        answer = post(client, path, {"notation": line})
        assert answer.status_code == 200, (line, answer.text)

    def shown(self) -> list[bytes]:
        """Return all that anyone but Ann is shown, revisions included."""
        seen = ((self.ben, "/seat/view"), (self.guest, "/table/view"), (self.host, "/host/view"))
        return [client.get(path).data for client, path in seen]

    def close(self) -> None:
        self.table.close()


@pytest.fixture
def twins(request: pytest.FixtureRequest) -> Iterator[list[Evening]]:
    """Return the two tables after so many steps of the evening."""
    evenings = [Evening(told, request.param) for told in WORLDS]
    yield evenings
    for evening in evenings:
        evening.close()


def plain(answer: Any) -> tuple[Any, ...]:
    # A cookie says when it expires, and that alone may differ.
    headers = tuple(one for one in answer.headers if one[0] != "Set-Cookie")
    return answer.status, headers, answer.data


def questions(evening: Evening) -> list[str]:
    """Return a third of the acts that may be asked about, and hands that one may pretend."""
    listed = evening.guest.get("/watch/askable").get_json()["choices"]
    acts = [choice["notation"] for choice in listed]
    pairs = [f"{one} {other}" for one, other in product(FACES, FACES)][::7]
    told = [f"{seat} holds {hand}" for seat in ("p1", "p3") for hand in (*FACES, *pairs)]
    return [*acts[::3], *told, "p3 hit", "p3 miss", "p1 looks 4", "p1 looks 2"]


@pytest.mark.parametrize("twins", [3, 5, 7, 10], indirect=True)
def test_asking_the_arbiter_about_everything_tells_nothing(twins: list[Evening]) -> None:
    asked = [questions(evening) for evening in twins]

    def answers(evening: Evening, client: FlaskClient, path: str) -> list[Any]:
        return [plain(post(client, path, {"notation": line})) for line in asked[0]]

    assert asked[0] == asked[1]
    assert len({str(answers(evening, evening.ben, "/seat/ask")) for evening in twins}) == 1
    assert len({str(answers(evening, evening.guest, "/watch/ask")) for evening in twins}) == 1


@pytest.mark.parametrize("steps", [5, 7, 10])
def test_trying_every_act_in_every_name_tells_nothing(steps: int) -> None:
    """Each act is tried at a fresh pair of tables, since some of them succeed."""
    start = Evening(WORLDS[0], steps)
    tries = [line for line in questions(start) if line[:2] == "p3" and len(line) < 16]
    start.close()
    for line in tries[:: max(1, len(tries) // 12)]:
        results = []
        for told in WORLDS:
            evening = Evening(told, steps)
            tried = [plain(post(evening.host, "/host/act", {"notation": line}))]
            results.append((tried, evening.shown()))
            evening.close()

        assert results[0] == results[1], line


@pytest.mark.parametrize("twins", [3, 8], indirect=True)
def test_correcting_fields_tells_the_host_nothing(twins: list[Evening]) -> None:
    fields = ("p2.hand", "p3.hand", "p2.pile", "p3.pile", "turn", "deck", "p9.hand", "nonsense")
    values = ("5", "7", "4", "5 3", "4 4", "1 1 1 1", "?", "none", "p2", "hidden")
    for field, value in product(fields, values):
        wish = {"fields": {field: value}}
        both = [plain(post(evening.host, "/host/correct", wish)) for evening in twins]

        assert both[0] == both[1], (field, value)

    assert twins[0].shown() == twins[1].shown()


@pytest.mark.parametrize("steps", [3, 5, 8])
def test_taking_back_tells_nothing_of_what_was_told(steps: int) -> None:
    results = []
    for told in WORLDS:
        evening = Evening(told, steps)
        evening.table.do(AskUndo(Seat("p2")))
        offered = evening.shown()
        post(evening.host, "/host/consent", {"agree": True})
        results.append((offered, evening.shown()))
        evening.close()

    assert results[0] == results[1]


def test_nobody_can_count_how_often_a_player_told_her_phone() -> None:
    """A private step moves no revision but her own, however long the evening."""
    quiet, busy = Evening(WORLDS[0], 3), Evening(WORLDS[0], 3)
    for line in ("p1 holds 6 3", "p1 holds 3 6", "p1 holds 5 3"):
        busy.say(line)
    results = [evening.shown() for evening in (quiet, busy)]
    own = [evening.ann.get("/seat/view").get_json()["revision"] for evening in (quiet, busy)]
    for evening in (quiet, busy):
        evening.close()

    assert results[0] == results[1]
    assert own[0] < own[1]


def test_pressing_her_button_does_not_announce_a_forced_card() -> None:
    """That the 7 has to go is not announced (DC-14); anyone can reach a button."""
    results = []
    for told in (FORCED, FREE):
        evening = Evening(told, 3)
        evening.table.do(Press(Seat("p1")))
        results.append(evening.shown())
        evening.close()

    assert results[0] == results[1]


def test_a_button_still_says_done_where_everyone_sees_what_is_due() -> None:
    evening = Evening(WORLDS[0], 1)
    evening.table.do(Press(Seat("p1")))
    history = evening.guest.get("/watch/view").get_json()["screen"]["history"]
    evening.close()

    assert [one["code"] for one in history] == ["did_draw"]


@pytest.mark.parametrize("twins", [3, 8], indirect=True)
def test_claiming_a_seat_shows_nothing_before_it_is_granted(twins: list[Evening]) -> None:
    results = []
    for evening in twins:
        thief = evening.house.stranger()
        claimed = plain(post(thief, "/join/claim", {"seat": "p1"}))
        tried = [plain(thief.get(path)) for path in ("/seat/view", "/seat/events", "/join/me")]
        evening.table.do(Claim(Seat("p3"), "another"))
        results.append((claimed, tried, evening.shown()))

    assert results[0] == results[1]
    assert results[0][1][0][0] == "403 FORBIDDEN"
