"""What stands on a phone: the open part for every eye, the secret kept apart."""

import json

from companion.game import Message
from companion.rulebooks import rulebook
from tests.web.house import House, post
from web.translation import translation
from web.words import Words


def test_the_open_part_is_the_same_on_every_phone(house: House) -> None:
    ann, ben, host = house.phone("Ann"), house.phone("Ben"), house.host()
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 holds 7"})
    own = ("you", "viewer", "secret", "now", "host")
    screens = [
        {k: v for k, v in who.get(path).json["screen"].items() if k not in own}
        for who, path in ((ann, "/seat/view"), (ben, "/seat/view"), (ben, "/watch/view"))
    ]

    assert screens[0] == screens[1] == screens[2]


def test_a_hand_stands_under_secret_and_nowhere_else(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 holds 7"})
    screen = ann.get("/seat/view").json["screen"]
    secret = screen.pop("secret")

    assert [card["face"] for card in secret["hand"]] == ["7"]
    assert [card["face"] for card in screen["players"][0]["hand"]] == ["back"]
    assert '"7"' not in json.dumps(screen)


def test_own_acts_are_offered_as_steps_with_words_and_faces(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(host, "/host/deal", {"seat": "p1"})
    post(ann, "/seat/act", {"notation": "p1 draws"})
    choices = ann.get("/seat/view").json["screen"]["secret"]["choices"]
    guess = next(c for c in choices if c["notation"] == "p1 plays 1 > p2 = 4")

    assert [step["step"] for step in guess["steps"]] == ["verb", "card", "target", "number"]
    assert [step["label"] for step in guess["steps"]][2] == "Whom do you choose?"
    assert guess["steps"][2]["text"] == "Ben"
    assert guess["steps"][1]["face"] == "1"


def test_what_now_is_never_empty(house: House) -> None:
    ann = house.phone("Ann")
    alone = ann.get("/seat/view").json["screen"]["now"]
    house.phone("Ben")
    enough = ann.get("/seat/view").json["screen"]["now"]
    post(house.host(), "/host/deal", {"seat": "p1"})
    playing = ann.get("/seat/view").json["screen"]["now"]

    assert [now[0]["code"] for now in (alone, enough)] == [
        "waiting_for_players",
        "waiting_for_deal",
    ]
    assert (playing[0]["code"], playing[0]["mine"]) == ("ask_draw", True)


def test_the_arbiter_names_the_clause_and_its_words(house: House) -> None:
    ann, host = house.phone("Ann"), house.host()
    house.phone("Ben")
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    for notation in ("p1 holds 5", "p1 draws", "p1 holds 5 7"):
        post(ann, "/seat/act", {"notation": notation})
    ruling = post(ann, "/seat/ask", {"notation": "p1 plays 5 > p2"}).json

    assert not ruling["allowed"]
    assert ruling["private"]
    assert ruling["reasons"][0]["clause"] == "DC-11"
    assert ruling["reasons"][0]["rule"] == rulebook("deadlock_city", "en").clauses["DC-11"]


def test_asking_about_another_player_tells_nothing_of_his_cards(house: House) -> None:
    ann, ben, host = house.phone("Ann"), house.phone("Ben"), house.host()
    post(ann, "/seat/logged", {"logged": True})
    post(host, "/host/deal", {"seat": "p1"})
    for notation in ("p1 holds 5", "p1 draws", "p1 holds 5 7"):
        post(ann, "/seat/act", {"notation": notation})
    answers = [post(ben, "/seat/ask", {"notation": f"p1 plays {n}"}).json for n in (0, 6, 7, 8)]

    assert all(answer["allowed"] for answer in answers)


def test_anyone_may_ask_about_acts_that_are_forbidden(house: House) -> None:
    ann = house.phone("Ann")
    house.phone("Ben")
    before = ann.get("/seat/askable").json["choices"]
    post(house.host(), "/host/deal", {"seat": "p1"})
    choices = ann.get("/seat/askable").json["choices"]
    rulings = [post(ann, "/seat/ask", {"notation": c["notation"]}).json for c in choices]

    assert before == []
    assert {c["steps"][0]["text"] for c in choices} == {"Ann", "Ben"}
    assert {ruling["allowed"] for ruling in rulings} == {True, False}


def test_a_view_in_french_is_french_with_the_same_facts(house: House) -> None:
    ann = house.phone("Ann")
    house.phone("Ben")
    post(house.host(), "/host/deal", {"seat": "p1"})
    english = ann.get("/seat/view?language=en").json
    french = ann.get("/seat/view?language=fr").json

    assert french["revision"] == english["revision"]
    assert french["screen"]["now"][0]["code"] == english["screen"]["now"][0]["code"]
    assert french["screen"]["now"][0]["text"] != english["screen"]["now"][0]["text"]


def test_a_sentence_that_a_rulebook_lacks_does_not_stop_the_evening() -> None:
    words = Words.of(rulebook("deadlock_city", "en"), translation("en"), {})

    assert words.sentence(Message("no_such_code")) == "no_such_code"


def test_the_whole_deck_is_sent_at_once(house: House) -> None:
    faces = house.stranger().get("/art/deadlock_city/en").json
    unknown = [house.stranger().get(f"/art/{path}") for path in ("poker/en", "deadlock_city/xx")]

    assert set(faces) == {*"0123456789", "back"}
    assert [answer.status_code for answer in unknown] == [404, 404]


def test_the_rules_can_be_read_clause_by_clause(house: House) -> None:
    rules = house.stranger().get("/rules?language=fr").json

    assert len(rules["clauses"]) == 48
    assert rules["clauses"][10]["rule"] == rulebook("deadlock_city", "fr").clauses["DC-11"]
