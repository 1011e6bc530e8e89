"""One phone for several players, and the host's role in other hands."""

import re

from tests.web.house import House, post
from web.context import KEY
from web.handover import LASTS_S


def seat_of(client) -> str:  # type: ignore[no-untyped-def]
    return str(client.get("/join/me").json["seat"])


def test_two_players_share_a_phone_and_pass_it_on(house: House) -> None:
    phone = house.phone("Ann")
    post(phone, "/join", {"name": "Ben", "also": True})
    first = phone.get("/seat/view").json
    post(phone, "/seat/pass", {"seat": "p1"})
    second = phone.get("/seat/view").json

    assert (first["screen"]["you"]["name"], first["shared"]) == (
        "Ben",
        [{"seat": "p1", "name": "Ann"}],
    )
    assert (second["screen"]["you"]["name"], second["shared"]) == (
        "Ann",
        [{"seat": "p2", "name": "Ben"}],
    )


def test_each_player_of_a_shared_phone_acts_for_himself(house: House) -> None:
    phone, host = house.phone("Ann"), house.host()
    post(phone, "/join", {"name": "Ben", "also": True})
    post(host, "/host/deal", {"seat": "p1"})
    too_early = post(phone, "/seat/act", {"notation": "p1 draws"})
    post(phone, "/seat/pass", {"seat": "p1"})
    then = post(phone, "/seat/act", {"notation": "p1 draws"})

    assert (too_early.status_code, too_early.json["error"]) == (409, "not_your_seat")
    assert then.status_code == 200


def test_a_phone_is_passed_to_no_seat_that_it_does_not_have(house: House) -> None:
    phone = house.phone("Ann")
    house.phone("Ben")
    answer = post(phone, "/seat/pass", {"seat": "p2"})

    assert answer.status_code == 403
    assert seat_of(phone) == "p1"


def test_who_leaves_a_shared_phone_leaves_the_others_on_it(house: House) -> None:
    phone = house.phone("Ann")
    post(phone, "/join", {"name": "Ben", "also": True})
    post(phone, "/seat/leave")

    assert seat_of(phone) == "p1"


def test_without_the_word_a_phone_has_one_seat(house: House) -> None:
    phone = house.phone("Ann")

    assert post(phone, "/join", {"name": "Ben"}).status_code == 409


def key_in(house: House, client) -> str:  # type: ignore[no-untyped-def]
    """Return the key that is offered, as the phone that scans the code would read it."""
    handover = house.app.extensions[KEY].handover
    offered = []

    def offer() -> str:
        offered.append(type(handover).offer(handover))
        return offered[-1]

    handover.offer = offer
    answer = post(client, "/host/hand")
    del handover.offer
    assert re.match("<svg", answer.json["code"])
    return offered[-1]


def test_the_hosts_role_is_handed_over_by_a_code_that_works_once(house: House) -> None:
    host, new, late = house.host(), house.phone("Ben"), house.stranger()
    key = key_in(house, host)
    codes = [client.get(f"/host?key={key}").status_code for client in (new, late)]
    post(host, "/host/resign")

    assert codes == [303, 303]
    assert [c.get("/host/view").status_code for c in (new, late, host)] == [200, 403, 403]


def test_the_code_dies_by_itself_and_with_the_next_one(house: House) -> None:
    host, new = house.host(), house.stranger()
    old, fresh = key_in(house, host), key_in(house, host)
    new.get(f"/host?key={old}")
    house.clock.now += LASTS_S + 1
    new.get(f"/host?key={fresh}")

    assert new.get("/host/view").status_code == 403


def test_nobody_else_may_hand_the_role_over(house: House) -> None:
    for client in (house.phone("Ann"), house.stranger()):
        assert post(client, "/host/hand").status_code == 403
