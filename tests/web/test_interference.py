"""Two tables that differ only in what a viewer may not know answer him with the same bytes."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.web.house import House, post

#: Ann (p1) tells her phone what she holds; the two worlds differ in that alone.
WORLDS = (("5", "5 7"), ("3", "3 6"))
READS = {
    "seat": ("/seat/view", "/seat/view?language=fr", "/seat/askable", "/seat", "/join/me"),
    "host": ("/host/view", "/host", "/host/record", "/join/me"),
    "guest": (
        "/watch/view",
        "/table/view",
        "/table",
        "/join/me",
        "/art/deadlock_city/en",
        "/rules",
    ),
}
NOTATIONS = ("p1 plays 5 > p2", "p1 plays 7", "p1 holds 5 7", "p1 shows 3", "nonsense", "p2 draws")


def play(house: House, told: tuple[str, str]) -> Iterator[tuple[Any, ...]]:
    """Play the same evening with what Ann told; yield each viewer's answers after each step."""
    ann, ben, host, guest = house.phone("Ann"), house.phone("Ben"), house.host(), house.stranger()
    others = {"seat": ben, "host": host, "guest": guest}
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    steps = (f"p1 holds {told[0]}", "p1 draws", f"p1 holds {told[1]}")
    for step in steps:
        assert post(ann, "/seat/act", {"notation": step}).status_code == 200
        yield tuple(plain(answer) for answer in visit(others))


def visit(others: Mapping[str, Any]) -> Iterator[Any]:
    for role, client in others.items():
        for path in READS[role]:
            yield client.get(path)
        for notation in NOTATIONS:
            yield post(client, "/seat/ask", {"notation": notation})
        for path in ("/seat/act", "/seat/consent", "/nowhere", "/host/correct"):
            if role != "host":
                yield post(client, path, {"notation": "p1 plays 7"})
        yield revisions(client, role)


def revisions(client: Any, role: str) -> Any:
    """Return the first event of the viewer's stream, as an answer."""
    path = {"seat": "/seat/events", "host": "/host/events", "guest": "/watch/events"}[role]
    answer = client.get(path, buffered=False)
    answer.first = next(iter(answer.response))
    answer.close()
    return answer


def plain(answer: Any) -> tuple[Any, ...]:
    body = answer.first if hasattr(answer, "first") else answer.data
    return answer.status, tuple(answer.headers), body


def test_nobody_else_can_tell_what_a_player_told_his_phone() -> None:
    houses = [House(), House()]
    evenings = [list(play(house, told)) for house, told in zip(houses, WORLDS, strict=True)]
    for house in houses:
        house.table.close()

    assert len(evenings[0]) == 3
    assert evenings[0] == evenings[1]


def test_the_check_sees_a_difference_where_there_is_one() -> None:
    houses = [House(), House()]
    own = []
    for house, told in zip(houses, WORLDS, strict=True):
        ann = house.phone("Ann")
        house.phone("Ben")
        post(ann, "/seat/logged", {"logged": True})
        post(house.host(), "/host/deal", {"seat": "p1"})
        post(ann, "/seat/act", {"notation": f"p1 holds {told[0]}"})
        own.append(plain(ann.get("/seat/view")))
        house.table.close()

    assert own[0] != own[1]


@pytest.mark.parametrize("planted", ["etag", "file_name"])
def test_a_leak_planted_in_the_pages_is_caught(planted: str) -> None:
    from companion.bench import leaks, pages

    assert leaks.is_caught(planted, getattr(pages, planted))


def test_pages_of_twin_worlds_are_the_same_bytes() -> None:
    from companion.bench import leaks, pages

    found = leaks.search({"pages": pages.pages}, comparisons=60)

    assert found.comparisons >= 60
    assert found.leaks == []
