"""What the pages say while table and record disagree, and the ways out they offer."""

from companion.layout import Pile, Zone
from companion.table import Observe, Tick
from tests.web.house import House, post


def disagree(house: House, *faces: str) -> None:
    """Let the camera see these cards on p2's pile, for long enough."""
    play = house.table.session().play
    assert play is not None
    layout = dict(house.table.session().game.layout(play.state))
    layout[Zone("p2.pile")] = Pile(faces)
    house.table.do(Observe(layout))
    house.clock.now += 2
    house.table.do(Tick())


def game(house: House) -> tuple:
    phones = house.phone("Ann"), house.phone("Ben")
    post(house.host(), "/host/deal", {"seat": "p1"})
    return phones


def test_every_screen_says_that_the_game_is_paused_and_then_that_all_is_right(
    house: House,
) -> None:
    ann, _ = game(house)
    screens = (ann, "/seat/view"), (house.stranger(), "/table/view"), (house.host(), "/host/view")
    disagree(house, "9", "8")
    wrong = [client.get(path).json["screen"] for client, path in screens]
    disagree(house)
    right = [client.get(path).json["screen"] for client, path in screens]

    assert [screen["paused"] for screen in wrong] == [True] * 3
    assert [screen["repaired"] for screen in wrong] == [None] * 3
    assert [screen["paused"] for screen in right] == [False] * 3
    assert {screen["repaired"]["text"] for screen in right} == {"The table is right again."}


def test_players_agree_that_the_table_is_right(house: House) -> None:
    ann, ben = game(house)
    disagree(house, "9", "8")

    assert post(ann, "/seat/adopt").status_code == 200
    offer = ben.get("/seat/view?language=fr").json["screen"]["offer"]
    assert (offer["adopts"], offer["mine"]) == (True, True)
    assert "table a raison" in offer["text"]
    assert post(ben, "/seat/consent", {"agree": True}).status_code == 200
    after = ben.get("/seat/view").json["screen"]
    assert (after["offer"], after["repair"]) == (None, None)


def test_asking_for_it_without_need_says_why_not(house: House) -> None:
    ann, _ = game(house)
    disagree(house)
    answer = post(ann, "/seat/adopt")

    assert answer.status_code == 409
    assert "table_agrees" in answer.text


def test_a_card_under_others_is_named_with_its_place(house: House) -> None:
    ann, ben = game(house)
    post(ann, "/seat/act", {"notation": "p1 draws"})
    post(ann, "/seat/act", {"notation": "p1 plays 7"})
    post(ben, "/seat/act", {"notation": "p2 draws"})
    post(ben, "/seat/act", {"notation": "p2 plays 6"})
    disagree(house, "3", "6")

    said = {
        language: ann.get(f"/seat/view?language={language}").json["screen"]["repair"]["text"]
        for language in ("en", "fr")
    }
    assert "card 1 from the bottom" in said["en"]
    assert "numéro 1 en partant du bas" in said["fr"]
