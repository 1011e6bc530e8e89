"""Records and past illegal acts on the host's page."""

from typing import Any

import pytest

from tests.web.house import House, post

WITHHELD = ("p1 draws", "p1 plays 5 > p2", "p1 compares p1", "p1 shows 7")
HEADER = "[game deadlock_city]\n[seats p1 Ann, p2 Ben]\n[first p1]\n"


def screen(client: Any, path: str = "/host/view") -> dict[str, Any]:
    return client.get(path).json["screen"]


@pytest.fixture
def host(house: House) -> Any:
    """The host's browser, before a finished game of two without phones."""
    host = house.host()
    for name in ("Ann", "Ben"):
        post(host, "/host/player", {"name": name})
    post(host, "/host/deal", {"seat": "p1"})
    return host


def say(host: Any, *lines: str) -> None:
    for line in lines:
        assert post(host, "/host/act", {"notation": line}).status_code == 200


def test_what_was_not_right_is_on_both_screens_in_both_languages(house: House, host: Any) -> None:
    say(host, *WITHHELD)
    for path in ("/host/view", "/table/view"):
        [one] = screen(host, path)["findings"]
        [french] = screen(host, f"{path}?language=fr")["findings"]

        assert one["text"].startswith("Turn 1: Ann put the 5 down while holding the 7")
        assert one["clause"] == "DC-11"
        assert one["rule"]
        assert french["text"].startswith("Tour 1")
        host.get(f"{path}?language=en")


def test_the_host_lets_stand_goes_back_and_voids(host: Any) -> None:
    say(host, *WITHHELD)
    [one] = screen(host)["findings"]
    assert post(host, "/host/past/stand", {"key": one["key"]}).status_code == 200
    assert screen(host)["findings"][0]["stands"]
    assert post(host, "/host/past/void").status_code == 200
    assert screen(host)["outcome"] is None
    assert screen(host, "/table/view")["void"]
    assert screen(host)["now"][0]["code"] == "game_is_void"
    assert post(host, "/host/past/back", {"key": one["key"]}).status_code == 200

    assert screen(host)["findings"] == []
    assert screen(host)["stage"] == "playing"
    assert post(host, "/host/past/stand", {"key": one["key"]}).json["error"] == "no_such_finding"


def test_a_card_is_turned_up_on_the_host_page(host: Any) -> None:
    say(host, "p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 3")
    offered = screen(host)["host"]
    post(host, "/host/past/shown", {"place": "p1", "face": "7"})

    assert [one["name"] for one in offered["unshown"]] == ["Ann", ""]
    assert len(offered["faces"]) == 10
    assert screen(host)["findings"][0]["code"] == "audit_seven"


@pytest.mark.parametrize("path", ["stand", "back", "void", "shown"])
def test_only_the_host_decides(house: House, host: Any, path: str) -> None:
    assert post(house.stranger(), f"/host/past/{path}").json["error"] == "not_for_you"


def test_the_record_is_saved_open_and_after_the_end_whole(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    for line in ("p1 holds 7", "p1 draws", "p1 holds 7 8"):
        post(ann, "/seat/act", {"notation": line})
    early, plain = host.get("/host/record?whole=1"), host.get("/host/record")
    post(ann, "/seat/act", {"notation": "p1 plays 8"})
    whole = host.get("/host/record?whole=1")

    assert early.json["error"] == "record_not_yet"
    assert "holds" not in plain.text
    assert plain.text.startswith("[game deadlock_city]\n[seats p1 Ann, p2 Ben]\n")
    assert "attachment" in plain.headers["Content-Disposition"]
    assert plain.headers["Cache-Control"] == "no-store"
    assert "p1 holds 7 8" in whole.text
    assert "holds" not in host.get("/host/record").text


def test_nobody_but_the_host_saves_a_record(house: House, host: Any) -> None:
    assert house.stranger().get("/host/record").status_code == 403
    assert post(house.stranger(), "/host/record/read", {"text": HEADER}).status_code == 403


def test_an_uploaded_record_is_told_and_its_faults_are_named(host: Any) -> None:
    text = HEADER + "p1 draws\np1 draws\nnonsense\np1 plays 5 > p2\np1 compares p1\np1 shows 4\n"
    read = post(host, "/host/record/read", {"text": text}).json

    assert read["players"] == ["Ann", "Ben"]
    assert read["lines"][0] == {"line": 4, "entry": "p1 draws", "text": "Ann draws."}
    assert [(f["line"], f["code"]) for f in read["faults"]] == [
        (5, "already_drawn"),
        (6, "not_readable"),
    ]
    assert read["faults"][0]["rule"]


def test_a_saved_record_reads_back_without_a_fault(host: Any) -> None:
    say(host, "p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 3")
    saved = host.get("/host/record").text

    assert post(host, "/host/record/read", {"text": saved}).json["faults"] == []


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [("", 400, "record_empty"), ("   \n", 400, "record_empty"), ("x" * 30_000, 413, "too_large")],
)
def test_a_file_that_is_none_is_refused(host: Any, text: str, status: int, error: str) -> None:
    before = host.get("/host/view").data
    answer = post(host, "/host/record/read", {"text": text})

    assert (answer.status_code, answer.json["error"]) == (status, error)
    assert host.get("/host/view").data == before


@pytest.mark.parametrize("text", ["[game poker]", "nothing", "[game", "\x00\x01", "undo 9\n" * 900])
def test_whatever_is_uploaded_changes_nothing(host: Any, text: str) -> None:
    before = host.get("/host/view").data
    answer = post(host, "/host/record/read", {"text": text})

    assert answer.status_code == 200
    assert answer.json["faults"]
    assert host.get("/host/view").data == before
