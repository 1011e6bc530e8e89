"""The host's page: the evening from the first player to putting the game away."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cards import Face, Seat
from companion.game import Message, Setup
from companion.games import GAMES
from companion.layout import Pile, Zone
from companion.rulebooks import rulebook
from companion.table import Observe, Tick
from tests.web.house import HOST_KEY, ROOMY, House, post
from web import create_app
from web.translation import LANGUAGES


def screen(client: FlaskClient) -> Any:
    return client.get("/host/view").json["screen"]


def game_on(house: House, *, phones: bool = True) -> FlaskClient:
    """Seat Ann and Ben, deal, and return the host's browser."""
    host = house.host()
    for name in ("Ann", "Ben"):
        if phones:
            house.phone(name)
        else:
            post(host, "/host/player", {"name": name})
    assert post(host, "/host/deal", {"seat": "p1"}).status_code == 200
    return host


def test_players_without_a_phone_are_seated_renamed_and_removed(house: House) -> None:
    host = house.host()
    post(host, "/host/player", {"name": "Cy"})
    post(host, "/host/player", {"name": "Di"})
    post(host, "/host/rename", {"seat": "p1", "name": "Cyrus"})
    post(host, "/host/remove", {"seat": "p2"})

    assert [(p["name"], p["phone"]) for p in screen(host)["players"]] == [("Cyrus", False)]


def test_house_rules_are_set_until_the_deal_and_then_frozen(house: House) -> None:
    host = house.host()
    assert post(host, "/host/rule", {"name": "tie", "value": "pile_sum"}).status_code == 200
    game_on(house)
    refused = post(host, "/host/rule", {"name": "tie", "value": "shared"})
    tie = next(rule for rule in screen(host)["rules"] if rule["name"] == "tie")

    assert refused.json["error"] == "game_is_on"
    assert tie["value"] == "pile_sum"
    assert tie["rule"]
    assert not tie["usual"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_an_edition_changes_is_spelled_out_drawing_equipment_first(
    house: House, language: str
) -> None:
    host = house.host()
    post(host, "/host/game", {"name": "good_cop_bad_cop"})
    points = {}
    for edition in ("seed", "printed", "fourth"):
        post(host, "/host/rule", {"name": "edition", "value": edition})
        rules = host.get(f"/host/view?language={language}").json["screen"]["rules"]
        points[edition] = next(rule["about"] for rule in rules if rule["name"] == "edition")

    assert all(first.startswith("GC-01") for first, *_ in points.values())
    assert points["printed"][0].startswith(points["fourth"][0])
    assert points["seed"][0] != points["fourth"][0]
    assert len(points["fourth"]) == 4 + 7


def test_a_game_with_too_few_players_does_not_start(house: House) -> None:
    house.phone("Ann")
    answer = post(house.host(), "/host/deal", {"seat": ""})

    assert answer.json["error"] == "wrong_number_of_players"


def test_the_host_speaks_for_players_without_a_phone(house: House) -> None:
    host = game_on(house, phones=False)
    offered = screen(host)["host"]["spoken_for"]
    post(host, "/host/act", {"notation": offered[0]["choices"][0]["notation"]})

    assert [question["name"] for question in offered] == ["Ann"]
    assert screen(host)["history"][0]["code"] == "did_draw"


def test_a_take_back_that_waits_is_agreed_for_all_by_the_host(house: House) -> None:
    ann, ben, host = house.phone("Ann"), house.phone("Ben"), house.host()
    post(host, "/host/deal", {"seat": "p1"})
    for who, notation in ((ann, "p1 draws"), (ann, "p1 plays 7"), (ben, "p2 draws")):
        assert post(who, "/seat/act", {"notation": notation}).status_code == 200
    post(ann, "/seat/undo")
    waiting = screen(host)["offer"]["waiting"]
    post(host, "/host/consent", {"agree": True})

    assert [one["name"] for one in waiting] == ["Ben"]
    assert screen(host)["offer"] is None
    assert [one["code"] for one in screen(host)["history"]] == ["did_draw", "did_play"]


def test_corrections_are_all_made_or_none(house: House) -> None:
    host = game_on(house)
    good = post(host, "/host/correct", {"fields": {"p1.pile": "3 5"}})
    bad = post(host, "/host/correct", {"fields": {"p1.pile": "4", "p2.pile": "seventeen"}})
    fields = {c["field"]: c["value"] for c in screen(host)["host"]["corrections"]}

    assert good.status_code == 200
    assert bad.status_code == 400
    assert bad.json["messages"][0]["text"]
    assert fields["p1.pile"] == "3 5"
    assert fields["p2.pile"] == "none"


def test_what_may_be_corrected_is_named_in_the_hosts_words(house: House) -> None:
    host = game_on(house)
    english = {c["field"]: c for c in screen(host)["host"]["corrections"]}
    french = host.get("/host/view?language=fr").json["screen"]["host"]["corrections"]

    assert not [c for c in [*english.values(), *french] if c["label"].startswith("field_")]
    assert (english["p1.pile"]["label"], english["p1.pile"]["name"]) == ("Pile", "Ann")
    assert [o["text"] for o in english["turn"]["options"]] == ["Ann", "Ben"]
    assert [o["text"] for o in english["p1.out"]["options"]] == ["yes", "no"]


@pytest.mark.parametrize("name", GAMES)
def test_every_games_fields_have_words(name: str) -> None:
    game = GAMES[name]
    seats = tuple(Seat(f"p{place}") for place in range(1, game.min_seats + 1))
    state = game.setup(Setup(seats, seats[0]))
    fields = {f"field_{c.field.rpartition('.')[2]}" for c in game.corrections(state)}

    for language in LANGUAGES:
        assert fields <= rulebook(name, language).words.keys()


def test_a_correction_is_told_in_words(house: House) -> None:
    host = game_on(house)
    post(host, "/host/correct", {"fields": {"p1.pile": "3 5", "turn": "p2"}})
    told = [one["text"] for one in screen(host)["history"]]

    assert told == [
        "The host corrected Ann: Pile – 3 5.",
        "The host corrected the record: Whose turn it is – Ben.",
    ]


def test_the_host_is_never_shown_a_hidden_card(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 holds 7"})
    fields = {c["field"]: c["value"] for c in screen(host)["host"]["corrections"]}

    assert fields["p1.hand"] == "?"
    assert screen(host)["secret"] is None


def test_the_record_follows_the_table_when_the_host_says_so(house: House) -> None:
    host = game_on(house)
    before = post(host, "/host/adopt").json["error"]
    seen = {Zone("p1.pile"): Pile((Face("2"), Face("3"))), Zone("p2.pile"): Pile()}
    house.table.do(Observe(seen))
    after = post(host, "/host/adopt")
    pile = screen(host)["players"][0]["piles"][0]["cards"]

    assert before == "nothing_seen"
    assert after.status_code == 200
    assert [card["face"] for card in pile] == ["2", "3"]


def test_the_game_is_put_away_and_the_seats_stay(house: House) -> None:
    host = game_on(house)
    post(host, "/host/away")

    assert screen(host)["stage"] == "lobby"
    assert [p["name"] for p in screen(host)["players"]] == ["Ann", "Ben"]


def test_a_game_is_chosen_from_the_shelf(house: House) -> None:
    host = house.host()
    shelf = host.get("/host/view").json["shelf"]
    unknown = post(host, "/host/game", {"name": "poker"})

    assert post(host, "/host/game", {"name": shelf[0]["name"]}).status_code == 200
    assert shelf[0]["title"] == "Deadlock City"
    assert unknown.json["error"] == "no_such_game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_the_camera_moved_is_said_to_the_host_and_darkness_to_all(
    house: House, language: str
) -> None:
    host, phone = house.host(), house.phone("Ann")
    house.table.do(Observe({}, (Message("camera_moved"), Message("too_dark"))))
    told = [
        {said["code"]: said["text"] for said in client.get(path).json["screen"]["warnings"]}
        for client, path in (
            (host, f"/host/view?language={language}"),
            (phone, f"/seat/view?language={language}"),
            (phone, f"/table/view?language={language}"),
        )
    ]

    assert [list(codes) for codes in told] == [["camera_moved", "too_dark"], *[["too_dark"]] * 2]
    assert all(len(text.split()) > 8 for codes in told for text in codes.values())


def test_the_host_takes_where_the_camera_hangs_for_right(house: House) -> None:
    aimed: list[str] = []
    services = replace(house.services, aim=lambda: aimed.append("aimed"))
    host, guest = (create_app(services, ROOMY).test_client() for _ in range(2))
    host.get(f"/host?key={HOST_KEY}")
    answers = [post(client, "/host/aim").status_code for client in (guest, host)]
    without = post(house.host(), "/host/aim").status_code

    assert (answers, without, aimed) == ([403, 200], 404, ["aimed"])


def test_the_host_says_that_it_lies_as_the_record_has_it(house: House) -> None:
    host = game_on(house)
    play = house.table.session().play
    assert play is not None
    layout = dict(house.table.session().game.layout(play.state))
    unread = Message("unread", (("zone", "p1.pile"), ("number", "1")))
    house.table.do(Observe(layout, (unread,)))
    house.clock.now += 2.0
    house.table.do(Tick())
    asked = [host.get(f"/host/view?language={one}").json["screen"]["repair"] for one in LANGUAGES]
    answer = post(host, "/host/trust")
    house.table.do(Tick())

    assert {said["code"] for said in asked} == {"repair_unread"}
    assert all("Ann" in said["text"] for said in asked)
    assert answer.status_code == 200
    assert screen(host)["repair"] is None
    assert post(host, "/host/trust").json["error"] == "table_agrees"
