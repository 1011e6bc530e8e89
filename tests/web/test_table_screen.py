"""The table screen gets what everyone may know, and says it in the reader's language."""

import json

import pytest

from companion.cards import Face, Seat
from companion.commands import Deal, Declare, Join, SetLogged
from companion.game import TABLE, Message
from companion.layout import Pile, Zone
from companion.table import Observe, Tick
from tests.web.house import post
from web.screen import place_of


def dealt(house):
    """Seat two players who tell their phones their cards, and deal; Ann begins."""
    for name, key in (("Ann", "key-a"), ("Ben", "key-b")):
        house.table.do(Join(name, key))
    for seat in ("p1", "p2"):
        house.table.do(SetLogged(Seat(seat), True))
    house.table.do(Deal(Seat("p1")))
    return house


def say(house, *lines):
    for line in lines:
        house.table.do(Declare(Seat(line.split()[0]), line))


def show(house, **piles):
    """Let the camera see the table as the record has it, but for some piles."""
    session = house.table.session()
    seen = dict(session.game.layout(session.play.state))
    seen |= {Zone(name.replace("_", ".")): pile for name, pile in piles.items()}
    house.table.do(Observe(seen))


def view(house, language="en"):
    answer = house.stranger().get(f"/table/view?language={language}")
    assert answer.status_code == 200
    return answer.get_json()


def test_the_screen_is_open_to_everyone_and_keeps_no_copy(house):
    answer = house.stranger().get("/table/view")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_has_no_inline_script_or_style(house, language):
    page = house.stranger().get(f"/table?language={language}").text

    assert f'<html lang="{language}"' in page
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/')


def test_a_told_hand_changes_nothing_on_the_screen(house):
    dealt(house)
    before = house.stranger().get("/table/view").data
    say(house, "p2 holds 8")

    assert house.stranger().get("/table/view").data == before


def test_a_host_cookie_shows_the_screen_no_more_than_a_strangers(house):
    dealt(house)
    say(house, "p1 holds 3", "p2 holds 8")

    assert house.host().get("/table/view").data == house.stranger().get("/table/view").data


def test_the_screen_gets_the_table_snapshot_and_no_other(house, monkeypatch):
    dealt(house)
    asked = []
    for name in ("published", "screens"):
        give = getattr(house.table, name)
        noted = lambda v, give=give: asked.append(v) or give(v)  # noqa: E731
        monkeypatch.setattr(house.table, name, noted)
    view(house)

    assert set(asked) == {TABLE}


def test_the_screen_says_who_is_due_and_what_lies_where(house):
    dealt(house)
    say(house, "p1 draws", "p1 holds 3 5", "p1 plays 3 > p2")
    screen = view(house)["screen"]

    ann, ben = screen["players"]
    assert [card["face"] for card in ann["piles"][0]["cards"]] == ["3"]
    assert [card["face"] for card in ben["hand"]] == ["back"]
    assert screen["now"][0]["seat"] == "p1"
    assert "choices" not in json.dumps(screen)


def test_a_repair_names_the_place_to_mend(house):
    dealt(house)
    show(house, p1_pile=Pile((Face("3"), Face("3"), Face("3"))))
    house.clock.now += 60
    house.table.do(Tick())
    answer = view(house)

    assert answer["screen"]["repair"]["text"]
    assert answer["screen"]["mend"] == {"seat": "p1", "place": "fan", "face": "3"}


def test_a_repair_in_the_middle_of_the_table_has_no_seat():
    facts = (("place", "deck"), ("count", "1"))

    assert place_of(Message("repair_missing_back_common", facts)) == {
        "seat": None,
        "place": "deck",
        "face": None,
    }


def test_nothing_to_mend_has_no_place(house):
    assert view(house)["screen"]["mend"] is None


def test_the_way_in_is_given_by_number_and_by_name(house):
    assert view(house)["door"] == {"address": "http://192.168.1.20:8000/", "name": ""}


def test_house_rules_are_shown_in_every_stage(house):
    lobby = view(house)["screen"]["rules"]
    dealt(house)

    assert lobby
    assert view(house)["screen"]["rules"] == lobby


def test_both_languages_have_the_same_screen(house):
    dealt(house)
    english, french = view(house, "en")["screen"], view(house, "fr")["screen"]

    assert english.keys() == french.keys()
    assert english["now"][0]["code"] == french["now"][0]["code"]
    assert english["now"][0]["text"] != french["now"][0]["text"]


def test_anyone_may_ask_and_is_told_only_what_everyone_may_know(house):
    """A withheld 7 is a reason for Ann's phone alone; a guess of 1 is wrong for everyone."""
    say(dealt(house), "p1 holds 7", "p1 draws", "p1 holds 7 5")
    asked = [
        post(house.stranger(), "/watch/ask", {"notation": notation}).get_json()
        for notation in ("p1 plays 5 > p2", "p1 plays 1 > p2 = 1")
    ]

    assert (True, []) == (asked[0]["allowed"], asked[0]["reasons"])
    assert "DC-27" in [reason["clause"] for reason in asked[1]["reasons"]]
    assert house.stranger().get("/watch/askable").get_json()["choices"]
