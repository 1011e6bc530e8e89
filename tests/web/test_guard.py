"""What someone with bad intent on the same network can do: nothing."""

from itertools import product

import pytest

from tests.web.house import HOST_KEY, ORIGIN, House, post
from web.guard import ANYONE, AUDIENCES, HOST_ONLY, MOST_BYTES, SEAT
from web.limits import Limits, Rate

SEAT_READS = ("/seat/view", "/seat/events", "/seat/askable")
SEAT_WRITES = (
    "/seat/act",
    "/seat/ask",
    "/seat/undo",
    "/seat/consent",
    "/seat/confirm",
    "/seat/name",
    "/seat/logged",
    "/seat/leave",
)
HOST_WRITES = (
    "/host/game",
    "/host/player",
    "/host/rename",
    "/host/remove",
    "/host/confirm",
    "/host/logged",
    "/host/rule",
    "/host/deal",
    "/host/act",
    "/host/undo",
    "/host/consent",
    "/host/adopt",
    "/host/correct",
    "/host/away",
    "/simulator/do",
    "/simulator/peek",
    "/simulator/button",
)


def without_date(answer):  # type: ignore[no-untyped-def]
    return answer.status, sorted(answer.headers), answer.data


def test_every_door_has_an_audience_and_the_rest_is_shut(house: House) -> None:
    rooms = {rule.endpoint.partition(".")[0] for rule in house.app.url_map.iter_rules()}

    assert rooms == set(AUDIENCES)
    assert set(AUDIENCES.values()) == {ANYONE, SEAT, HOST_ONLY}


def test_a_room_nobody_listed_is_closed(house: House) -> None:
    house.app.add_url_rule("/new", endpoint="new", view_func=lambda: "secret")

    assert house.stranger().get("/new").status_code == 403


def test_strangers_old_phones_and_forged_cookies_get_one_and_the_same_answer(house: House) -> None:
    house.phone("Ann")
    old = house.phone("Ben")
    waiting = house.stranger()
    post(waiting, "/join/claim", {"seat": "p2"})
    post(house.host(), "/host/confirm", {"seat": "p2"})
    forged = house.stranger()
    forged.set_cookie("seat", "token-0")
    named = house.stranger()
    named.set_cookie("seat", "p1")
    intruders = (house.stranger(), old, forged, named)

    for path in SEAT_READS:
        assert len({str(without_date(who.get(path))) for who in intruders}) == 1
        assert old.get(path).status_code == 403
    for path in SEAT_WRITES:
        assert len({str(without_date(post(who, path))) for who in intruders}) == 1
        assert post(old, path).status_code == 403


def test_a_seat_has_no_host_verbs_and_looks_like_anyone_else_there(house: House) -> None:
    seat, stranger = house.phone("Ann"), house.stranger()

    for path in HOST_WRITES:
        refused = post(seat, path)
        assert refused.status_code == 403
        assert without_date(refused) == without_date(post(stranger, path))
    for path in ("/host", "/host/view", "/host/events", "/simulator", "/simulator/scene"):
        assert seat.get(path).status_code == 403
        assert without_date(seat.get(path)) == without_date(stranger.get(path))


def test_the_host_is_no_player(house: House) -> None:
    house.phone("Ann")

    assert house.host().get("/seat/view").status_code == 403


def test_a_wrong_host_key_opens_nothing(house: House) -> None:
    guesser = house.stranger()

    assert "Set-Cookie" not in guesser.get("/host?key=guess").headers
    assert guesser.get("/host/view").status_code == 403


def test_the_host_key_leaves_the_address_bar(house: House) -> None:
    answer = house.stranger().get(f"/host?key={HOST_KEY}")

    assert answer.headers["Location"] == "/host"
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    "name",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "8.8.8.8", "", "x@y"],
)
def test_a_name_that_is_not_ours_is_not_answered(house: House, name: str) -> None:
    answer = house.stranger().get("/watch/view", headers={"Host": name})

    assert answer.status_code == 421
    assert b"screen" not in answer.data


@pytest.mark.parametrize(
    "name", ["localhost:8000", "127.0.0.1", "192.168.1.20:8000", "10.0.0.3", "[fe80::1]:8000"]
)
def test_private_addresses_and_own_names_are_answered(house: House, name: str) -> None:
    assert house.stranger().get("/watch/view", headers={"Host": name}).status_code == 200


def test_the_name_under_the_qr_code_is_answered() -> None:
    house = House(address="http://table.example:8000/")
    answer = house.stranger().get("/watch/view", headers={"Host": "table.example:8000"})
    house.table.close()

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost"},
        {"Origin": ORIGIN + ".evil.example"},
    ],
)
def test_a_change_that_another_page_sent_is_refused(house: House, headers: dict[str, str]) -> None:
    phone = house.phone("Ann")
    answer = phone.post("/seat/name", json={"name": "Eve"}, headers=headers)

    assert answer.status_code == 403
    assert house.table.session().players[0].name == "Ann"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_change_must_be_json(house: House, kind: str) -> None:
    phone = house.phone("Ann")
    body, headers = '{"name":"Eve"}', {"Origin": ORIGIN, "Content-Type": kind}

    assert phone.post("/seat/name", data=body, headers=headers).status_code == 403
    assert house.table.session().players[0].name == "Ann"


def test_a_huge_body_is_refused(house: House) -> None:
    answer = post(house.phone("Ann"), "/seat/name", {"name": "x" * MOST_BYTES})

    assert answer.status_code == 413
    assert answer.json["error"] == "too_large"


@pytest.mark.parametrize("body", ["{", "[]", "null", '"x"', '{"notation":5}', '{"notation":{}}'])
def test_nonsense_changes_nothing_and_is_answered_with_words(house: House, body: str) -> None:
    phone = house.phone("Ann")
    house.phone("Ben")
    post(house.host(), "/host/deal", {"seat": "p1"})
    before = house.table.session()
    headers = {"Origin": ORIGIN, "Content-Type": "application/json"}
    answer = phone.post("/seat/act", data=body, headers=headers)

    assert answer.status_code == 400
    assert answer.json["messages"][0]["text"]
    assert house.table.session() == before


def test_a_seat_cannot_act_for_another(house: House) -> None:
    house.phone("Ann")
    ben = house.phone("Ben")
    post(house.host(), "/host/deal", {"seat": "p1"})

    assert post(ben, "/seat/act", {"notation": "p1 draws"}).json["error"] == "not_your_seat"


def test_the_host_cannot_probe_what_a_player_told_his_phone(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 holds 5"})
    answers = {post(host, "/host/act", {"notation": f"p1 plays {n}"}).text for n in range(2, 9)}

    assert len(answers) == 1
    assert "speaks_for_himself" in answers.pop()


def test_private_answers_are_kept_nowhere_and_framed_nowhere(house: House) -> None:
    phone = house.phone("Ann")

    for path in ("/seat", "/seat/view", "/watch/view", "/join/me", "/nowhere"):
        headers = phone.get(path).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "ETag" not in headers


def test_no_page_holds_script_or_style_of_its_own(house: House) -> None:
    phone, host = house.phone("Ann"), house.host()
    pages = (house.stranger().get("/"), phone.get("/seat"), phone.get("/watch"), host.get("/host"))

    for page in pages:
        assert page.status_code == 200
        assert "<style" not in page.text
        assert " style=" not in page.text
        assert " onclick" not in page.text
        assert page.text.count("<script") == page.text.count('<script type="module" src=')


def test_seat_pages_are_the_same_bytes_for_every_seat(house: House) -> None:
    assert house.phone("Ann").get("/seat").data == house.phone("Ben").get("/seat").data


def test_paths_lead_to_no_file_of_the_machine(house: House) -> None:
    stranger = house.stranger()
    climbs = ("../__init__.py", "..%2f__init__.py", "%2fetc/passwd", "%2e%2e/__init__.py")

    for prefix, climb in product(("/static/", "/art/"), climbs):
        assert stranger.get(prefix + climb, follow_redirects=True).status_code == 404


def test_too_many_tries_to_come_in_are_stopped_for_that_address_only() -> None:
    house = House(limits=Limits(keys=Rate(3, 0.5)))
    guesser = house.stranger()
    codes = [guesser.get(f"/host?key={n}").status_code for n in range(4)]
    elsewhere = house.stranger().get(
        f"/host?key={HOST_KEY}", environ_overrides={"REMOTE_ADDR": "192.168.1.7"}
    )
    house.clock.now += 2
    later = guesser.get(f"/host?key={HOST_KEY}")
    house.table.close()

    assert codes == [303, 303, 303, 429]
    assert elsewhere.headers["Location"] == "/host"
    assert later.headers["Location"] == "/host"


def test_a_seat_that_asks_too_much_is_slowed_down() -> None:
    house = House(limits=Limits(acts=Rate(2, 1)))
    phone = house.phone("Ann")
    codes = [post(phone, "/seat/undo").status_code for _ in range(3)]
    house.clock.now += 1
    later = post(phone, "/seat/undo").status_code
    house.table.close()

    assert codes == [409, 409, 429]
    assert later == 409


def test_an_error_of_ours_says_nothing_about_the_game(house: House, caplog) -> None:  # type: ignore[no-untyped-def]
    def broken() -> str:
        raise RuntimeError("p1 holds 7")

    house.app.view_functions["join.me"] = broken
    answer = house.stranger().get("/join/me")

    assert answer.status_code == 500
    assert "p1 holds 7" not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text
