"""Deadeye Dinah over HTTP: her own page, and what nobody else can learn from the table."""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.hand_photos import HandPhotos
from tests.web.house import ROOMY, House, post
from tests.web.test_interference import plain, revisions
from web import create_app

GAME = ("game deadeye_dinah",)
STACK = "silas otis ruth ezra wanda vera josiah"
#: The same two scenes first, and otherwise another hand.
OTHER = "silas josiah ezra ruth wanda vera otis"
READS = {
    "host": ("/host/view", "/host/record", "/watch/askable"),
    "guest": ("/watch/view", "/table/view", "/watch/askable", "/campaign/view"),
}
ACTS = ("p1 plays otis bullet, cover +9", "p1 plays vera item", "p1 pays ruth", "p1 stacks otis")
ASKS: tuple[Mapping[str, Any], ...] = (
    {"ask": "hint", "strength": 1},
    {"ask": "preview", "notation": "p1 plays otis bullet"},
    {"ask": "ways"},
)


@pytest.fixture
def house() -> Iterator[House]:
    """Return a table for Dinah."""
    running = House(GAME)
    yield running
    running.table.close()


@pytest.fixture
def photographed(house: House) -> FlaskClient:
    """Return Dinah's phone, about to send a photo of her hand."""
    dinah = seated(house, "p1 hunts mabel")
    look = HandPhotos({**GAMES}).read
    client = create_app(replace(house.services, photographed=look), ROOMY).test_client()
    cookie = dinah.get_cookie("seat")
    assert cookie is not None
    client.set_cookie("seat", cookie.value)
    return client


def seated(house: House, *acts: str) -> FlaskClient:
    """Return Dinah's phone once these acts are done."""
    dinah, host = house.phone("Dinah"), house.host()
    assert post(host, "/host/deal", {}).status_code == 200
    for act in acts:
        assert post(dinah, "/seat/act", {"notation": act}).status_code == 200
    return dinah


def consult(client: FlaskClient, question: Mapping[str, Any]) -> Any:
    return post(client, "/seat/consult", question).get_json()


def test_her_page_gets_the_hand_and_what_a_play_would_do(house: House) -> None:
    dinah = seated(house, "p1 hunts mabel", f"p1 stacks {STACK}")
    sheet = dinah.get("/seat/view").get_json()["screen"]["secret"]["sheet"]
    seen = consult(dinah, {"ask": "preview", "notation": "p1 plays silas item"})

    assert [held["card"] for held in sheet["job"]["kit"]] == STACK.split()[:4]
    assert sheet["job"]["scenes"] == STACK.split()[4:]
    assert seen["legal"] is False
    assert all(reason["text"] and reason["clause"] for reason in seen["reasons"])


def test_hints_grow_stronger_and_the_strongest_can_be_played(house: House) -> None:
    dinah = seated(house, "p1 hunts mabel", f"p1 stacks {STACK}")
    hints = [consult(dinah, {"ask": "hint", "strength": strength}) for strength in (1, 2, 3)]
    played = post(dinah, "/seat/act", {"notation": hints[2]["act"]["notation"]})

    assert [hint["message"]["code"] for hint in hints[::2]] == ["hint_won", "hint_play"]
    assert hints[1]["message"]["code"].startswith("aim_")
    assert played.status_code == 200


@pytest.mark.parametrize(
    "question",
    [{}, {"ask": "state"}, {"ask": "hint", "strength": 4}, {"ask": "read", "fan": "legend"},
     {"ask": "preview", "notation": "nonsense"}],
)  # fmt: skip
def test_what_is_no_question_is_refused(house: House, question: Mapping[str, Any]) -> None:
    dinah = seated(house, "p1 hunts mabel", f"p1 stacks {STACK}")

    assert post(dinah, "/seat/consult", question).status_code == 400


def test_a_fan_that_cannot_be_is_told_with_what_could_be_read(house: House) -> None:
    dinah = seated(house, "p1 hunts mabel")
    fan = ["legend", "silas.kit", "?", "ruth.kit", "ezra.kit", "mabel.boss"]
    fan += ["wanda.kit", "vera.kit", "josiah.kit"]
    seen = consult(dinah, {"ask": "read", "fan": fan})

    assert seen["order"] == ["silas", "?", "ruth", "ezra", "wanda", "vera", "josiah"]
    assert [problem["code"] for problem in seen["problems"]] == ["fan_unread"]
    assert seen["problems"][0]["text"].startswith("Card 3")


def picture(file: str, size: tuple[int, int] = (320, 240)) -> bytes:
    return bytes(cv2.imencode(file, np.full((*size, 3), 200, np.uint8))[1])


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"no picture at all", "picture_unknown"),
        (picture(".png")[:300], "picture_broken"),
        (picture(".png", (4, 4)), "picture_too_large"),
    ],
    ids=("text", "torn", "tiny"),
)
def test_what_is_no_photo_is_refused_with_a_reason(
    photographed: FlaskClient, sent: bytes, code: str
) -> None:
    image = base64.b64encode(sent).decode()
    answer = post(photographed, "/seat/photo", {"image": image})

    assert (answer.status_code, answer.get_json()["error"]) == (400, code)


def test_a_photo_that_shows_no_card_says_what_to_do(photographed: FlaskClient) -> None:
    image = base64.b64encode(picture(".jpg")).decode()
    answer = post(photographed, "/seat/photo", {"image": image}).get_json()

    assert answer["fan"] == []
    assert [problem["code"] for problem in answer["problems"]] == ["photo_no_cards"]


# --- what others see ------------------------------------------------------------------------


def evening(stack: str) -> list[tuple[Any, ...]]:
    """Play with this stack; return every answer to host and guests after each step."""
    house = House(GAME)
    dinah, host, guest = house.phone("Dinah"), house.host(), house.stranger()
    post(host, "/host/deal", {})
    answers = []
    lost = stack.split()[1:3]
    for act in ("p1 hunts mabel", f"p1 stacks {stack}", f"p1 escapes, loses {' '.join(lost)}"):
        assert post(dinah, "/seat/act", {"notation": act}).status_code == 200
        for role, client in {"host": host, "guest": guest}.items():
            answers += [plain(answer) for answer in visit(role, client)]
    house.table.close()
    return answers


def visit(role: str, client: FlaskClient) -> Iterator[Any]:
    for path in READS[role]:
        yield client.get(path)
    for notation in ACTS:
        yield post(client, "/watch/ask", {"notation": notation})
        yield post(client, "/host/act", {"notation": notation})
        yield post(client, "/seat/act", {"notation": notation})
    for question in ASKS:
        yield post(client, "/seat/consult", question)
    yield revisions(client, role)


def test_nobody_else_can_tell_one_hand_from_another() -> None:
    one, other = evening(STACK), evening(OTHER)

    assert one == other
    assert any(b"mabel" in body for _, _, body in one)
