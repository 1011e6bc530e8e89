"""Event streams: a viewer's own view, the newest of a seat, and room for everyone else."""

import json
import threading
from collections.abc import Iterator

import pytest

from companion.table import ConfirmClaim
from tests.web.house import House, post
from web.context import KEY
from web.limits import Limits, Rate
from web.stream import Streams


def streams_of(house: House) -> Streams:
    found: Streams = house.app.extensions[KEY].streams
    return found


def open_stream(client, path: str) -> Iterator[str]:  # type: ignore[no-untyped-def]
    answer = client.get(path, buffered=False)
    assert answer.status_code == 200, answer.text
    return (chunk.decode() for chunk in answer.response)


def view_in(event: str) -> str:
    """Return the view that an event brings, as text."""
    return event.removesuffix("\n\n").rpartition("data: ")[2]


@pytest.mark.parametrize("room", ["/seat", "/watch", "/table", "/host"])
def test_a_stream_brings_what_a_look_would_now_and_after_each_change(
    house: House, room: str
) -> None:
    phone, host = house.phone("Ann"), house.host()
    viewer = host if room == "/host" else phone
    events = open_stream(viewer, f"{room}/events?language=fr")
    brought, looked = [], []
    for name in ("Anna", "Annabel"):
        brought.append(view_in(next(events)))
        looked.append(viewer.get(f"{room}/view?language=fr").text)
        post(phone, "/seat/name", {"name": name})

    assert brought == looked
    assert json.loads(brought[0])["revision"] < json.loads(brought[1])["revision"]


def test_a_private_step_reaches_its_own_stream_alone(house: House) -> None:
    ann, ben, host = house.phone("Ann"), house.phone("Ben"), house.host()
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    others = ((ben, "/seat/view"), (host, "/host/view"), (ben, "/watch/view"))
    before = [who.get(path).data for who, path in others]
    own = ann.get("/seat/view").json["revision"]
    post(ann, "/seat/act", {"notation": "p1 holds 5"})
    after = [who.get(path).data for who, path in others]

    assert after == before
    assert ann.get("/seat/view").json["revision"] == own + 1


def test_the_newest_stream_of_a_seat_wins(house: House) -> None:
    phone = house.phone("Ann")
    old = open_stream(phone, "/seat/events")
    next(old)
    new = open_stream(phone, "/seat/events")
    next(new)
    rest = list(old)

    assert rest == ["event: replaced\ndata: {}\n\n"]
    assert streams_of(house).count() == 2  # the old one leaves when its answer is closed


def test_a_stream_ends_when_its_seat_has_another_phone(house: House) -> None:
    old, new = house.phone("Ann"), house.stranger()
    events = open_stream(old, "/seat/events")
    next(events)
    post(new, "/join/claim", {"seat": "p1"})
    house.table.do(ConfirmClaim("p1"))
    rest = list(events)

    assert all("revision" in event for event in rest)
    assert old.get("/seat/events").status_code == 403


def test_the_oldest_stream_of_an_address_makes_room_for_the_newest() -> None:
    limits = Limits(streams_per_address=2, reads=Rate(99, 99))
    house = House(limits=limits)
    streams = [open_stream(house.stranger(), "/watch/events") for _ in range(3)]
    rest = list(streams[0])[1:]
    second = next(streams[1])
    house.table.close()

    assert rest == ["event: replaced\ndata: {}\n\n"]
    assert "revision" in second


def test_when_there_is_no_room_a_page_is_told_to_ask_instead() -> None:
    house = House(limits=Limits(streams=1))
    first = open_stream(house.stranger(), "/watch/events")
    next(first)
    answer = house.stranger().get("/watch/events")
    house.table.close()

    assert answer.status_code == 503
    assert answer.json["error"] == "no_room_for_stream"


def test_a_closed_answer_gives_its_place_back(house: House) -> None:
    answer = house.stranger().get("/watch/events", buffered=False)
    before = streams_of(house).count()
    answer.close()

    assert (before, streams_of(house).count()) == (1, 0)


def test_a_quiet_stream_still_beats_and_ends_after_its_life(house: House) -> None:
    events = open_stream(house.stranger(), "/watch/events")
    next(events)
    house.clock.now += house.app.extensions[KEY].limits.heartbeat_s
    beat = next(events)
    house.clock.now += house.app.extensions[KEY].limits.stream_life_s
    rest = list(events)

    assert beat == ":\n\n"
    assert rest in ([], [":\n\n"])


def test_closing_the_house_ends_every_stream(house: House) -> None:
    events = open_stream(house.stranger(), "/watch/events")
    next(events)
    reader = threading.Thread(target=lambda: list(events))
    reader.start()
    streams_of(house).close()
    reader.join(timeout=10)

    assert not reader.is_alive()
    assert house.stranger().get("/watch/events").status_code == 503
