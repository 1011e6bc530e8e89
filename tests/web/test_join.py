"""Taking a seat, and getting it back on another phone."""

from companion.table import CLAIM_SECONDS, Press, Tick
from tests.web.house import House, post
from web.context import key_of


def error(answer) -> str:  # type: ignore[no-untyped-def]
    return str(answer.json["error"])


def test_a_free_seat_is_taken_at_once_and_the_phone_is_led_to_it(house: House) -> None:
    phone = house.phone("Ann")

    assert phone.get("/seat/view").json["screen"]["you"]["name"] == "Ann"
    assert phone.get("/").headers["Location"] == "/seat"


def test_a_chosen_seat_is_the_one_that_is_taken(house: House) -> None:
    phone = house.phone("Ann", seat="p3")

    assert phone.get("/join/me").json["seat"] == "p3"


def test_the_journal_holds_the_hash_of_a_token_and_never_the_token(house: House) -> None:
    house.phone("Ann")
    player = house.table.session().players[0]

    assert player.key == key_of("token-1")
    assert "token-1" not in player.key


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(house: House) -> None:
    answer = post(house.stranger(), "/join", {"name": "Ann"})
    cookie = answer.headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_names_and_seats_that_will_not_do_are_refused_with_words(house: House) -> None:
    house.phone("Ann", seat="p1")
    stranger = house.stranger()

    assert error(post(stranger, "/join", {"name": "  "})) == "name_needed"
    assert error(post(stranger, "/join", {"name": "x" * 21})) == "name_too_long"
    assert error(post(stranger, "/join", {"name": "ann"})) == "name_taken"
    assert error(post(stranger, "/join", {"name": "Ben", "seat": "p1"})) == "seat_taken"
    for seat in ("p6", "p1 x", "host", "table", "p0\np1"):
        assert error(post(stranger, "/join", {"name": "Ben", "seat": seat})) == "no_such_seat"
    assert [p.name for p in house.table.session().players] == ["Ann"]


def test_a_phone_has_one_seat(house: House) -> None:
    phone = house.phone("Ann")

    assert error(post(phone, "/join", {"name": "Ben"})) == "seated_already"
    assert error(post(phone, "/join/claim", {"seat": "p1"})) == "seated_already"


def test_the_seats_button_gives_a_taken_seat_to_the_phone_that_waits(house: House) -> None:
    old, new = house.phone("Ann"), house.stranger()

    assert post(new, "/join/claim", {"seat": "p1"}).status_code == 200
    assert new.get("/join/me").json["seat"] is None
    house.table.do(Press("p1"))

    assert new.get("/join/me").json["seat"] == "p1"
    assert old.get("/seat/view").status_code == 403


def test_the_host_may_confirm_a_claim(house: House) -> None:
    house.phone("Ann")
    new, host = house.stranger(), house.host()
    post(new, "/join/claim", {"seat": "p1"})

    assert post(host, "/host/confirm", {"seat": "p1"}).status_code == 200
    assert new.get("/join/me").json["seat"] == "p1"


def test_the_old_phone_may_hand_its_seat_over(house: House) -> None:
    old, new = house.phone("Ann"), house.stranger()
    post(new, "/join/claim", {"seat": "p1"})

    assert post(old, "/seat/confirm").status_code == 200
    assert new.get("/seat/view").status_code == 200
    assert old.get("/seat/view").status_code == 403


def test_a_claim_lapses_when_nobody_says_yes(house: House) -> None:
    house.phone("Ann")
    new = house.stranger()
    post(new, "/join/claim", {"seat": "p1"})
    house.clock.now += CLAIM_SECONDS + 1
    house.table.do(Tick())
    house.table.do(Press("p1"))

    assert new.get("/join/me").json["seat"] is None


def test_nobody_slips_in_before_the_phone_that_waits(house: House) -> None:
    house.phone("Ann")
    first, second = house.stranger(), house.stranger()
    post(first, "/join/claim", {"seat": "p1"})

    assert error(post(second, "/join/claim", {"seat": "p1"})) == "seat_claimed_already"
    house.table.do(Press("p1"))

    assert first.get("/join/me").json["seat"] == "p1"
    assert second.get("/join/me").json["seat"] is None


def test_the_qr_code_leads_to_the_table_and_names_no_seat(house: House) -> None:
    answer = house.stranger().get("/join/qr.svg")

    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<svg")


def test_a_late_guest_may_watch_but_not_sit_down(house: House) -> None:
    house.phone("Ann")
    house.phone("Ben")
    post(house.host(), "/host/deal", {"seat": "p1"})
    guest = house.stranger()

    assert error(post(guest, "/join", {"name": "Cy"})) == "game_is_on"
    assert guest.get("/watch/view").json["screen"]["stage"] == "playing"
