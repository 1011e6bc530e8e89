"""The card editor over HTTP: for the host alone, and nothing typed is lost."""

import base64
import tomllib
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app import draw_card
from companion.cards import Seat
from companion.deck_store import DeckStore
from companion.games.deadeye_dinah.practice import practice_text
from companion.own_cards import NAME, OwnCards
from companion.store import MemoryJournal
from companion.table import Table
from tests.web.house import ADDRESS, HOST_KEY, ROOMY, Clock, House, post
from web import create_app
from web.services import Services

DECK = "/host/cards/deck/my_print"
PHOTO = f"{DECK}/photo/1-boss"


class CardHouse(House):
    """A table whose owner may enter his own cards."""

    def __init__(self, folder: Path) -> None:
        self.clock, self.tokens, self.store = Clock(), count(1), DeckStore(folder)
        cards = OwnCards(self.store)
        self.table = Table(cards.games, MemoryJournal(), Random(1), self.clock)
        self.services = Services(
            table=self.table,
            rulebooks=cards.rulebooks,
            art=partial(draw_card, games=cards.games),
            address=lambda: ADDRESS,
            host_key=HOST_KEY,
            decks=cards.desk(self.table),
            token=lambda: f"token-{next(self.tokens)}",
            clock=self.clock,
        )
        self.app = create_app(self.services, ROOMY)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[CardHouse]:
    found = CardHouse(tmp_path / "decks")
    yield found
    found.table.close()


@pytest.fixture
def host(house: CardHouse) -> Any:
    """The host's browser, with a copy of the practice deck that is called "My print"."""
    client = house.host()
    assert post(client, "/host/cards/new", {"name": "My print", "copy": "practice"}).json["ok"]
    return client


def jpeg() -> str:
    return base64.b64encode(cv2.imencode(".jpg", np.zeros((40, 30, 3), np.uint8))[1]).decode()


def keep(host: Any, **boss: Any) -> Any:
    draft = host.get(DECK).json
    draft["data"]["job"][0]["boss"].update(boss)
    return post(host, DECK, {"revision": draft["revision"], "data": draft["data"]})


ROUTES = [
    ("GET", "/host/cards"),
    ("GET", "/host/cards/list"),
    ("GET", DECK),
    ("GET", f"{DECK}/toml"),
    ("GET", f"{DECK}/sheets"),
    ("GET", PHOTO),
    ("POST", "/host/cards/new"),
    ("POST", DECK),
    ("POST", f"{DECK}/save"),
    ("POST", f"{DECK}/play"),
    ("POST", f"{DECK}/remove"),
    ("POST", PHOTO),
]


def test_these_are_all_the_routes_of_the_editor(house: CardHouse) -> None:
    rules = [rule for rule in house.app.url_map.iter_rules() if rule.endpoint.startswith("cards.")]

    assert len(ROUTES) == len(rules)


def test_nobody_but_the_host_sees_or_changes_cards(house: CardHouse, host: Any) -> None:
    before = host.get(DECK).data
    for client in (house.stranger(), house.phone("Ann")):
        for method, path in ROUTES:
            answer = client.get(path) if method == "GET" else post(client, path, {"image": "x"})

            assert (path, answer.status_code) == (path, 403)
    assert host.get(DECK).data == before


def test_what_is_wrong_is_told_at_its_field_in_both_languages(host: Any) -> None:
    english = keep(host, hat=12, stars="many").json
    french = host.get(f"{DECK}?language=fr").json

    assert [fault["place"] for fault in english["faults"]] == ["job.0.boss.stars", "job.0.boss.hat"]
    assert english["faults"][1]["text"] == "12 is not from 0 to 9; look at the card again"
    assert french["faults"][1]["text"].startswith("12 n’est pas entre 0 et 9")
    assert host.get(DECK).json["data"]["job"][0]["boss"]["stars"] == "many"


def test_effects_are_told_in_words(host: Any) -> None:
    told = host.get(DECK).json["effects"]

    assert told["job.3.boss.effects.0"] == (
        "The hats of your kit cards count 1 higher in shootouts."
    )
    assert told["legend.3.effects.1"] == "An escape with many kit cards leaves you 1 more."


def test_an_older_page_does_not_overwrite_a_newer_one(host: Any) -> None:
    draft = host.get(DECK).json
    keep(host, name="Ida Newer")
    answer = post(host, DECK, {"revision": draft["revision"], "data": draft["data"]})

    assert (answer.status_code, answer.json["error"]) == (409, "deck_changed_elsewhere")
    assert host.get(DECK).json["data"]["job"][0]["boss"]["name"] == "Ida Newer"


def test_what_is_no_deck_is_not_kept(host: Any) -> None:
    before = host.get(DECK).data
    for sent in ({}, {"revision": 1}, {"revision": "1", "data": {}}, {"revision": 1, "data": [1]}):
        assert post(host, DECK, sent).status_code == 400
    assert host.get(DECK).data == before


def test_the_table_plays_with_a_saved_deck(house: CardHouse, host: Any) -> None:
    assert post(host, f"{DECK}/play").json["error"] == "deck_not_saved"
    keep(host, name="Ida Newer", hat=4)
    looks = host.get("/host/view").json["screen"]["game"]["cards"]
    post(host, "/host/game", {"name": NAME})
    assert post(host, f"{DECK}/save").json["saved"]
    assert post(host, f"{DECK}/play").json["ok"]
    [info] = host.get("/host/cards/list").json["decks"]
    deck = house.table.session().game.jobs  # type: ignore[attr-defined]

    assert (deck.jobs[0].boss.name, deck.jobs[0].boss.hat) == ("Ida Newer", 4)
    assert (info["played"], info["stale"]) == (True, False)
    assert house.services.rulebooks[NAME, "fr"].faces["mabel.kit"] == "Ida Newer (équipement)"
    assert host.get("/host/view").json["screen"]["game"]["cards"] != looks


def test_a_campaign_keeps_the_deck_it_began_with(house: CardHouse, host: Any) -> None:
    post(host, f"{DECK}/save")
    post(host, "/host/game", {"name": NAME})
    house.phone("Dinah")
    post(host, "/host/deal", {"seat": "p1"})
    assert house.table.session().play
    before = house.table.session().game
    answer = post(host, f"{DECK}/play")

    assert (answer.status_code, answer.json["error"]) == (409, "campaign_is_on")
    assert house.table.session().game is before
    assert house.store.plays_practice


def test_a_deck_goes_home_as_a_file_and_comes_back(host: Any) -> None:
    keep(host, name="Ida Newer")
    saved = host.get(f"{DECK}/toml")
    made = post(host, "/host/cards/new", {"text": saved.text}).json
    again = host.get(f"/host/cards/deck/{made['deck']}").json

    assert 'filename="my_print.toml"' in saved.headers["Content-Disposition"]
    assert tomllib.loads(saved.text)["job"][0]["boss"]["name"] == "Ida Newer"
    assert again["data"]["job"] == host.get(DECK).json["data"]["job"]
    assert again["faults"] == []


def test_a_file_that_is_no_deck_is_refused_with_its_line(host: Any) -> None:
    before = host.get("/host/cards/list").data
    broken = practice_text().replace("stars = 1", "stars = = 1", 1)
    answer = post(host, "/host/cards/new", {"text": broken})
    number = broken[: broken.index("= = 1")].count("\n") + 1

    assert answer.status_code == 400
    assert f"line {number}:" in answer.json["messages"][0]["text"]
    assert host.get("/host/cards/list").data == before


def test_a_file_with_faults_is_read_and_they_are_told_with_lines(host: Any) -> None:
    text = practice_text().replace("hat = 5", "hat = 55", 1)
    deck = post(host, "/host/cards/new", {"text": text, "name": "Faulty"}).json["deck"]
    [fault] = host.get(f"/host/cards/deck/{deck}").json["faults"]
    exported = host.get(f"/host/cards/deck/{deck}/toml").text

    assert fault["place"] == "job.0.kit.hat"
    assert exported.splitlines()[fault["line"] - 1] == "hat = 55"


def test_a_photo_is_kept_without_what_was_hidden_in_it(host: Any) -> None:
    data = base64.b64decode(jpeg())
    hidden = data[:2] + b"\xff\xe1\x00\x10Exif\0\0secret!!" + data[2:]
    assert post(host, PHOTO, {"image": base64.b64encode(hidden).decode()}).json["ok"]
    photo = host.get(PHOTO)

    assert photo.mimetype == "image/jpeg"
    assert photo.data.startswith(b"\xff\xd8")
    assert b"secret" not in photo.data
    assert photo.headers["Cache-Control"] == "no-store"
    assert host.get(DECK).json["photos"] == ["1-boss"]
    assert post(host, PHOTO).json["ok"]
    assert host.get(PHOTO).status_code == 404


def test_what_is_no_photo_is_refused(host: Any) -> None:
    for path, image, error in (
        (PHOTO, "no base64!", "picture_unknown"),
        (PHOTO, "é", "picture_unknown"),
        (PHOTO, base64.b64encode(b"GIF89a").decode(), "picture_unknown"),
        (f"{DECK}/photo/../../host.key", jpeg(), "not_found"),
        (f"{DECK}/photo/9-boss", jpeg(), "no_such_photo"),
        ("/host/cards/deck/other/photo/1-boss", jpeg(), "no_such_deck"),
        (PHOTO, "A" * (1 << 20), "too_large"),
    ):
        assert post(host, path, {"image": image}).json["error"] == error
    assert host.get(DECK).json["photos"] == []


def test_a_large_body_is_still_refused_everywhere_else(host: Any) -> None:
    assert post(host, "/host/act", {"notation": "x" * 40_000}).json["error"] == "too_large"


def test_sheets_are_printed_of_decks_without_fault(host: Any) -> None:
    sheets = host.get(f"{DECK}/sheets?paper=A4&language=fr")
    assert sheets.data.startswith(b"%PDF")
    assert host.get(f"{DECK}/sheets?paper=B5").json["error"] == "not_understood"
    keep(host, hat=99)
    assert host.get(f"{DECK}/sheets").json["error"] == "deck_has_faults"


def test_a_removed_deck_is_gone_but_not_from_the_table(house: CardHouse, host: Any) -> None:
    post(host, f"{DECK}/save")
    post(host, f"{DECK}/play")
    played = house.store.played()
    assert post(host, f"{DECK}/remove").json["ok"]

    assert host.get("/host/cards/list").json == {"decks": [], "practice": False}
    assert host.get(DECK).json["error"] == "no_such_deck"
    assert house.store.played() == played
    assert house.table.session().seats == tuple[Seat, ...]()
