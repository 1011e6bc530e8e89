"""Marked backs over HTTP: printed by the host alone, and telling nobody what is not his."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.cards import PrintId, Seat
from companion.commands import refused
from companion.games.good_cop_bad_cop import GoodCopBadCop, views
from companion.inbox import Observe, Tick
from companion.layout import Pile, Zone
from companion.marked_backs import BackKey, card_names, draw_key
from tests.web.house import House, MarkedDecks, post
from web.marked_desk import MarkedDesk

DECK, FACES = GoodCopBadCop.deck, GoodCopBadCop.marked_faces
SEATS = tuple(Seat(f"p{n}") for n in range(1, 5))


@dataclass
class Keys:
    """A store of keys in memory."""

    known: dict[str, BackKey] = field(default_factory=dict)

    def printed(self, paper: str, language: str, flip: str) -> tuple[str, bytes]:
        number = f"A{len(self.known):02d}"
        self.known[number] = draw_key(DECK, FACES, number, Random(1))
        return number, f"%PDF {paper} {language} {flip}".encode()

    def forget(self, number: str) -> None:
        if self.known.pop(number, None) is None:
            raise refused("no_such_marked_deck", deck=number)

    def decks(self) -> MarkedDecks:
        def numbers() -> tuple[str, ...]:
            return tuple(self.known)

        desk = MarkedDesk(GoodCopBadCop.name, numbers, self.printed, self.forget)
        games = {GoodCopBadCop.name: GoodCopBadCop(numbers)}
        return MarkedDecks(games, self.known.get, desk)


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def marked(keys: Keys) -> Iterator[House]:
    found = House(marked=keys.decks())
    yield found
    found.table.close()


def gathered(house: House) -> tuple[Any, ...]:
    """Return the host and four phones, in a game that is not dealt yet."""
    host = house.host()
    post(host, "/host/game", {"name": "good_cop_bad_cop"})
    return host, *(house.phone(name) for name in ("Ann", "Ben", "Cleo", "Dan"))


def rules_of(host: Any) -> dict[str, Any]:
    rules = host.get("/host/view?language=en").json["screen"]["rules"]
    return {rule["name"]: rule for rule in rules}


def test_the_host_prints_a_deck_and_may_play_with_it(marked: House) -> None:
    host, *_ = gathered(marked)

    assert "backs" not in rules_of(host)
    sheets = post(host, "/host/marked/print?language=fr", {"paper": "A4", "flip": "long"})

    assert (sheets.status_code, sheets.data) == (200, b"%PDF A4 fr long")
    assert "good-cop-bad-cop-A00-a4-fr.pdf" in sheets.headers["Content-Disposition"]
    assert sheets.headers["Cache-Control"] == "no-store"
    assert host.get("/host/marked").json == {"decks": ["A00"]}
    assert host.get("/host/view").json["marked"]["decks"] == ["A00"]
    assert [v["value"] for v in rules_of(host)["backs"]["values"]] == ["plain", "A00"]
    assert post(host, "/host/rule", {"name": "backs", "value": "A00"}).status_code == 200
    assert rules_of(host)["backs"]["text"].endswith("deck A00")
    assert post(host, "/host/deal", {"seat": "p1"}).status_code == 200


@pytest.mark.parametrize("wish", [{"paper": "A9", "flip": "long"}, {"paper": "A4"}, {}])
def test_sheets_that_make_no_sense_draw_no_deck(marked: House, keys: Keys, wish: Any) -> None:
    answer = post(marked.host(), "/host/marked/print", wish)

    assert (answer.status_code, keys.known) == (400, {})


def test_nobody_but_the_host_prints_or_forgets(marked: House, keys: Keys) -> None:
    keys.printed("A4", "en", "long")
    for client in (marked.stranger(), marked.phone("Ann")):
        for path in ("print", "forget"):
            wish = {"paper": "A4", "flip": "long", "deck": "A00"}
            assert post(client, f"/host/marked/{path}", wish).status_code == 403
        assert client.get("/host/marked").status_code == 403

    assert list(keys.known) == ["A00"]


def test_a_house_without_such_decks_has_no_such_page(house: House) -> None:
    host = house.host()

    assert host.get("/host/marked").status_code == 404
    assert host.get("/host/view").json["marked"] is None


def test_a_deck_whose_key_is_gone_is_not_dealt_and_says_what_to_do(
    marked: House, keys: Keys
) -> None:
    host, *_ = gathered(marked)
    keys.printed("A4", "en", "long")
    assert post(host, "/host/rule", {"name": "backs", "value": "B00"}).status_code == 409
    post(host, "/host/rule", {"name": "backs", "value": "A00"})
    assert post(host, "/host/marked/forget", {"deck": "A00"}).status_code == 200
    for language, words in (("en", "restore the backup"), ("fr", "restaurez la sauvegarde")):
        answer = post(host, f"/host/deal?language={language}", {"seat": "p1"})
        assert (answer.status_code, answer.json["error"]) == (409, "marked_key_gone")
        assert words in answer.json["messages"][0]["text"]

    assert rules_of(host)["backs"]["value"] == "A00"
    post(host, "/host/rule", {"name": "backs", "value": "plain"})
    assert post(host, "/host/deal", {"seat": "p1"}).status_code == 200


# --- two worlds: the same backs lie in the same places, and mean other cards ---------------


def worlds() -> tuple[BackKey, BackKey, list[PrintId]]:
    """Return two keys that agree on Ann's three cards alone, and the backs of four rows.

    Ann has the Agent; who has the Kingpin is another one in the other world.
    """
    names = card_names(DECK, FACES)
    dealt = [names[0], *names[2:4], names[1], *names[4:7], *names[13:18]]
    backs = draw_key(DECK, FACES, "A3F", Random(2)).cards
    order = list(backs)
    rest = [name for name in names if name not in dealt]
    one = dict(zip(order, [*dealt, *rest], strict=True))
    turned = [*dealt[:3], *dealt[6:], *dealt[3:6]]
    other = dict(zip(order, [*turned, *rest], strict=True))
    return BackKey("A3F", one), BackKey("A3F", other), order[:12]


READS = {
    "p1": ("/seat/view?language=en", "/seat/view?language=fr", "/seat/askable", "/seat"),
    "host": ("/host/view?language=en", "/host/record", "/host", "/host/marked"),
    "guest": ("/watch/view", "/table/view?language=en", "/table/view?language=fr", "/rules"),
}
#: What the host may try to say for Ben, whose phone is told nothing, to find out his cards.
TRIED = (
    "p2 holds kingpin honest honest",
    "p2 holds honest honest honest",
    "p2 reveals kingpin honest honest",
    "p2 claims kingpin honest honest",
)
ASKED = ("p2 flips left honest", "p3 holds agent honest honest", "p2 lays agent.1 ? ?", "p1 arms")


def evening(key: BackKey, backs: list[PrintId], seen: list[Any]) -> list[Any]:
    """Play the same evening with this key; return what Ben sees of his own cards."""
    house = House(marked=Keys({"A3F": key}).decks())
    host, ann, ben, *_ = gathered(house)
    clients = {"p1": ann, "host": host, "guest": house.stranger()}
    post(host, "/host/rule", {"name": "backs", "value": "A3F"})
    post(host, "/host/deal", {"seat": "p1"})
    rows = {seat: backs[3 * n : 3 * n + 3] for n, seat in enumerate(SEATS)}
    own = []

    def look() -> None:
        play = house.table.session().play
        assert play is not None
        lying = house.table.session().game.layout(play.state)
        rows_now = {
            Zone(f"{seat}.integrity"): tuple(
                None if card.up else back
                for card, back in zip(play.state.player(seat).cards, row, strict=True)
            )
            for seat, row in rows.items()
        }
        house.table.do(Observe(lying, backs=rows_now))
        seen.extend(_answers(clients))
        own.append(ben.get("/seat/view").json)

    look()
    for act in ("p1 arms", "p1 flips left agent", "p1 aims p2"):
        assert post(ann, "/seat/act", {"notation": act}).status_code == 200
        look()
    # Ben and Cleo exchange two cards by mistake, and then the table agrees with it.
    rows[SEATS[1]][0], rows[SEATS[2]][2] = rows[SEATS[2]][2], rows[SEATS[1]][0]
    look()
    house.clock.now += 2.0
    house.table.do(Tick())
    look()
    assert any(b"back_elsewhere" in answer[-1] for answer in seen[-50:])
    assert post(host, "/host/adopt").status_code == 200
    look()
    house.table.close()
    return own


def _answers(clients: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for role, client in clients.items():
        for path in READS[role]:
            answer = client.get(path)
            yield role, path, answer.status, tuple(answer.headers), answer.data
        for act in ASKED:
            answer = post(client, "/seat/ask", {"notation": act})
            yield role, act, answer.status, tuple(answer.headers), answer.data
    for act in TRIED:
        answer = post(clients["host"], "/host/act", {"notation": act})
        yield "host", act, answer.status, tuple(answer.headers), answer.data


def told_apart() -> tuple[list[Any], list[Any], list[Any]]:
    """Return what others see in either world, and Ben's own view in both."""
    one, other, backs = worlds()
    first: list[Any] = []
    second: list[Any] = []
    ben = [evening(one, backs, first), evening(other, backs, second)]
    return first, second, ben


def test_other_keys_of_the_same_backs_give_the_same_bytes_to_whoever_may_not_know() -> None:
    first, second, ben = told_apart()

    assert len(first) > 60
    assert first == second
    assert ben[0] != ben[1]


def test_a_name_planted_in_a_row_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: each face-down card is drawn by its own name, and only looks like the others."""

    def leaky(player: Any) -> Pile:
        return Pile(tuple(card.face if card.up else card.name for card in player.cards))

    monkeypatch.setattr(views, "row_pile", leaky)
    first, second, _ = told_apart()

    assert first != second


def test_an_answer_to_the_host_that_rests_on_backs_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planted: the host may say for a player what the backs know better."""
    monkeypatch.setattr(GoodCopBadCop, "rests_on_backs", lambda self, state, action: False)
    first, second, _ = told_apart()

    assert first != second
