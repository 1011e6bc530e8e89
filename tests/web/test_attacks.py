"""Tricks that someone at the table, or on its network, might try; none of them works."""

import base64
import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.house import HOST_KEY, ORIGIN, House, post
from vision.uploads import picture_in
from web import create_app
from web.context import key_of
from web.guard import ANYONE, AUDIENCES
from web.limits import Limits, Rate

BOMB = b"\0" * 50_000_000


def photographed(game: str, data: bytes) -> tuple[tuple[()], tuple[()]]:
    """Decode a photo as the house does, and find no card in it."""
    picture_in(data)
    return (), ()


@pytest.fixture
def ben(house: House) -> FlaskClient:
    """Return the phone of Ben, who sits beside Ann and wants to know what she holds."""
    house.services = replace(house.services, photographed=photographed)
    house.app = create_app(house.services, Limits(reads=Rate(999, 999), writes=Rate(999, 999)))
    house.phone("Ann")
    return house.phone("Ben")


def closed_doors(house: House) -> Iterator[tuple[str, str]]:
    """Yield every path that a stranger may not enter, with its method."""
    for rule in house.app.url_map.iter_rules():
        room = rule.endpoint.partition(".")[0]
        if AUDIENCES[room] != ANYONE and not rule.arguments and not rule.endpoint.endswith("page"):
            yield from ((rule.rule, method) for method in {"GET", "POST"} & (rule.methods or set()))


def refused(client: FlaskClient, path: str, method: str) -> tuple[int, bytes]:
    answer = client.open(path, method=method, json={}, headers={"Origin": ORIGIN})
    return answer.status_code, answer.data


def test_no_refusal_tells_one_door_from_another(house: House) -> None:
    doors = list(closed_doors(house))
    answers = {refused(house.stranger(), path, method) for path, method in doors}

    assert len(doors) > 40
    assert [status for status, _ in answers] == [403]


def test_a_stranger_is_refused_before_anyone_looks_at_the_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So what the refusal costs, and how long it takes, cannot hang on a card."""
    house.phone("Ann")
    stranger, doors = house.stranger(), list(closed_doors(house))

    def looked(*_: Any) -> None:
        raise AssertionError("the game was looked at")

    for verb in ("do", "ask", "askable", "wait", "screens"):
        monkeypatch.setattr(house.table, verb, looked)
    answers = {refused(stranger, path, method)[0] for path, method in doors}
    monkeypatch.undo()

    assert answers == {403}


@pytest.mark.parametrize("trick", ["?seat=p1", "?viewer=p1", "?language=p1", "/../p1", "/p1"])
def test_no_address_opens_another_seats_stream(ben: FlaskClient, trick: str) -> None:
    answer = ben.get(f"/seat/events{trick}", buffered=False)
    first = next(iter(answer.response), b"")
    answer.close()

    assert b'"viewer":"p1"' not in bytes(first)
    assert answer.status_code == 404 or b'"viewer":"p2"' in bytes(first)


@pytest.mark.parametrize("forged", ["p1", key_of("token-1"), "token-1 ", "TOKEN-1", "token-1\x00"])
def test_what_stands_in_the_journal_or_looks_like_a_token_opens_no_seat(
    house: House, ben: FlaskClient, forged: str
) -> None:
    thief = house.stranger()
    answer = thief.get("/seat/view", headers={"Cookie": f'seat="{forged}"'})

    assert answer.status_code == 403


def test_a_token_dies_with_its_seat(house: House) -> None:
    ann = house.phone("Ann")
    post(ann, "/seat/leave")
    house.phone("Zoé")

    assert ann.get("/seat/view").status_code == 403


def test_the_code_that_was_photographed_yesterday_gives_no_seat(house: House) -> None:
    code = house.stranger().get("/join/qr.svg").data
    ann = house.phone("Ann")
    again = house.stranger()

    assert again.get("/join/qr.svg").data == code
    assert again.get("/").status_code == 200
    assert again.get("/join/me").json == {"seat": None, "host": False}
    assert ann.get("/").headers["Location"] == "/seat"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_change_nothing(house: House, method: str) -> None:
    ann = house.phone("Ann")
    before = house.table.session()
    answer = ann.open("/seat/name", method=method, json={"name": "Eve"}, headers={"Origin": ORIGIN})

    assert answer.status_code in (400, 403, 405)
    assert house.table.session() == before


def test_a_get_is_no_post_whatever_it_calls_itself(house: House) -> None:
    ann = house.phone("Ann")
    disguise = {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"}
    answer = ann.get("/seat/name?_method=POST&name=Eve", headers=disguise)

    assert answer.status_code == 405
    assert house.table.session().players[0].name == "Ann"


def test_a_claimed_address_escapes_no_limit() -> None:
    house = House(limits=Limits(keys=Rate(2, 0.1)))
    guesser = house.stranger()
    codes = [
        guesser.get("/host?key=x", headers={"X-Forwarded-For": f"192.168.1.{n}"}).status_code
        for n in range(3)
    ]
    house.table.close()

    assert codes == [303, 303, 429]


def test_a_claimed_host_leads_nowhere_else(house: House) -> None:
    misled = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    answer = house.stranger().get(f"/host?key={HOST_KEY}", headers=misled)

    assert answer.headers["Location"] == "/host"


def test_a_language_puts_nothing_into_a_header(house: House) -> None:
    answer = house.stranger().get("/watch/view?language=fr%0d%0aSet-Cookie:%20seat=x")

    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def png(width: int, height: int) -> bytes:
    """Return a picture of zeros, small as a file and as large as its head says."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(BOMB[:5_000_000], 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        for kind, data in chunks
    )


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("photo.jpg", BOMB)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_unknown"),
        (b"GIF89a" + bytes(100), "picture_unknown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "picture_unknown"),
        (zipped(), "picture_unknown"),
        (gzip.compress(BOMB), "picture_unknown"),
        (png(60_000, 60_000), "picture_too_large"),
        (png(5_000, 4_000), "picture_broken"),
        (b"\xff\xd8\xff\xe0" + bytes(60), "picture_unknown"),
    ],
    ids=["empty", "GIF", "SVG", "zip bomb", "gzip bomb", "huge PNG", "short PNG", "torn JPEG"],
)
def test_what_is_no_photo_is_refused_and_not_unpacked(
    ben: FlaskClient, data: bytes, code: str
) -> None:
    answer = post(ben, "/seat/photo", {"image": base64.b64encode(data).decode()})

    assert (answer.status_code, answer.json["error"]) == (400, code)


def test_a_body_that_says_it_is_packed_is_not_unpacked(house: House, ben: FlaskClient) -> None:
    packed = gzip.compress(b'{"name":"' + b"E" * 10_000_000 + b'"}')
    headers = {"Origin": ORIGIN, "Content-Encoding": "gzip", "Content-Type": "application/json"}
    answer = ben.post("/seat/name", data=packed, headers=headers)

    assert answer.status_code in (400, 409)
    assert house.table.session().players[1].name == "Ben"


def test_a_photo_beyond_all_measure_is_refused_unread(ben: FlaskClient) -> None:
    answer = post(ben, "/seat/photo", {"image": "A" * 1_500_000})

    assert (answer.status_code, answer.json["error"]) == (413, "too_large")
