"""The fan on the table: what it should look like, what a picture of it says."""

import pytest

from companion.cards import UNKNOWN
from companion.game import TABLE
from companion.games.deadeye_dinah.cards import Side
from companion.games.deadeye_dinah.fanned import order_read, read_fan
from companion.games.deadeye_dinah.preview import preview
from companion.layout import Pile
from companion.picture import Picture
from companion.reconcile import Agreed, explain

KIT = ("silas.kit", "otis.kit", "ruth.kit", "ezra.kit")
FAN = ["legend", *KIT, "mabel.boss", "wanda.kit", "vera.kit", "josiah.kit"]


@pytest.fixture
def hunting(game, new):
    return game.apply(new, game.parse("p1 hunts mabel"))


def changed(old: str, new: str) -> tuple[str, ...]:
    return tuple(new if face == old else face for face in FAN if face != old or new)


def test_a_fan_is_read_as_the_set_up(game, hunting) -> None:
    reading = read_fan(hunting, tuple(FAN))

    assert str(reading.act) == "p1 stacks silas otis ruth ezra wanda vera josiah"
    assert game.violations(hunting, reading.act) == ()


@pytest.mark.parametrize(
    ("fan", "codes"),
    [
        (changed("ruth.kit", UNKNOWN), ["fan_unread"]),
        (changed("ruth.kit", ""), ["fan_size", "fan_kit_number"]),
        (changed("ruth.kit", "otis.kit"), ["fan_twice"]),
        (changed("ruth.kit", "ruth.scrap"), ["fan_turned"]),
        (changed("ruth.kit", "agent"), ["fan_stranger"]),
        (changed("mabel.boss", "mabel.kit"), ["fan_stranger", "fan_no_boss"]),
        (changed("legend", "agent"), ["fan_stranger", "fan_no_legend"]),
        (tuple(FAN[::-1]), ["fan_mirrored"]),
        (tuple(face.replace("kit", "scrap") for face in FAN[::-1]), ["fan_upside_down"]),
        (tuple(face.replace("kit", "scrap") for face in FAN), ["fan_upside_down"]),
        (("legend", *FAN[2:5], "silas.kit", *FAN[5:]), ["fan_start"]),
        ((*FAN[:4], *FAN[5:6], FAN[4], *FAN[6:]), ["fan_kit_number"]),
    ],
)
def test_a_fan_that_cannot_be_is_told_why(hunting, fan, codes) -> None:
    reading = read_fan(hunting, fan)

    assert reading.act is None
    assert [problem.code for problem in reading.problems] == codes


def test_scenes_may_show_either_end(hunting) -> None:
    fan = (*FAN[:6], *(face.replace("kit", "scrap") for face in FAN[6:]))

    assert str(read_fan(hunting, fan).act) == "p1 stacks silas otis ruth ezra wanda vera josiah"


@pytest.mark.parametrize(
    ("fan", "order"),
    [
        (changed("ruth.kit", UNKNOWN), "silas otis ? ezra wanda vera josiah"),
        (changed("ruth.kit", "otis.kit"), "silas ? ? ezra wanda vera josiah"),
        (changed("ruth.kit", "agent"), "silas otis ? ezra wanda vera josiah"),
        (tuple(FAN[::-1]), "silas otis ruth ezra wanda vera josiah"),
    ],
)
def test_what_can_be_read_of_a_fan_is_kept_and_the_rest_asked_for(hunting, fan, order) -> None:
    assert " ".join(order_read(hunting, fan)) == order


def test_no_set_up_is_read_before_a_boss_is_chosen(new) -> None:
    assert [p.code for p in read_fan(new, tuple(FAN)).problems] == ["not_now"]


def test_the_hand_lies_as_the_rulebook_lays_it_out(game, position) -> None:
    state = position("mabel", "silas.kit otis.scrap | ruth.scrap | wanda vera")

    assert game.layout(state)["p1.fan"] == Pile(
        ("ruth.scrap", "legend", "silas.kit", "otis.scrap", "mabel.boss", "wanda.kit")
    )


def test_the_resting_horse_stays_slid_up(game, position, play) -> None:
    state = play(position("mabel", "ruth.kit otis.kit | | wanda vera"), "p1 rides ruth")

    assert game.layout(state)["p1.fan"].raised == ("ruth.kit",)
    assert "ruth.kit" in game.layout(state)["p1.fan"].face_up


def test_between_jobs_the_bosses_are_spread_out_to_choose_from(game, new, hunting) -> None:
    spread = game.layout(new)["p1.fan"].face_up

    assert spread == ("legend", *(job.boss_face for job in game.jobs.jobs))
    assert game.layout(hunting) == game.layout(new)


@pytest.mark.parametrize("lying", [(), ("ruth.kit", "wanda.scrap")])
def test_a_hand_lifted_off_the_table_or_held_askew_is_no_act(game, new, position, lying) -> None:
    state = position("mabel", "silas.kit otis.kit ruth.kit | | wanda vera")
    kinds = {spec.name: spec.kind for spec in game.zones(("p1",))}
    picture = Picture({"p1.fan": Pile(lying)}, kinds)

    assert isinstance(explain(game, [new, state], picture), Agreed)


def test_every_face_of_a_layout_is_printed_on_one_of_nine_cards(game, position) -> None:
    state = position("mabel", "silas.kit otis.scrap | ruth.scrap | wanda vera")
    faces = {face for pile in game.layout(state).values() for face in pile.face_up}
    cards = tuple(game.deck.physical_cards())

    assert faces <= set(game.deck.faces())
    assert [card.face for card in cards] == [
        *(job.face(Side.KIT) for job in game.jobs.jobs),
        "legend",
    ]
    assert {card.face_at(180.0) for card in cards[:8]} == {
        f"{job.id}.scrap" for job in game.jobs.jobs
    }
    assert len(game.deck.prints) == 18


def test_a_forbidden_play_is_slid_back(game, position) -> None:
    state = position("mabel", "silas.kit otis.kit | | wanda")

    assert game.layout_after(state, game.parse("p1 plays silas bullet")) == game.layout(state)
    assert game.layout_after(state, game.parse("p1 escapes, loses otis")) != game.layout(state)


def test_the_table_sees_the_boss_the_scene_and_how_many_cards_there_are(game, position) -> None:
    view = game.view(position("mabel", "silas.kit otis.kit | | wanda vera"), TABLE)

    assert view.seats[0].hand == (UNKNOWN, UNKNOWN)
    assert dict(view.seats[0].piles)["p1.fan"].face_up == ("legend", "mabel.boss", "wanda.kit")


def test_a_preview_tells_who_falls_and_whose_hat_is_shot(game, position) -> None:
    state = position("josiah", "mabel.kit vera.kit silas.scrap | | otis wanda")
    some = preview(state, game.parse("p1 plays mabel bullet, vera bullet"))
    everyone = preview(state, game.parse("p1 plays mabel bullet, vera bullet, silas bullet"))

    assert (some.overcome, some.fallen, some.shot) == (False, {1, 2}, {"mabel"})
    assert (everyone.overcome, everyone.fallen, everyone.lost) == (True, {1, 2, 3}, {"mabel"})


def test_a_preview_tells_who_is_ignored_turned_and_beyond_rescue(game, position) -> None:
    state = position("josiah", "mabel.kit vera.kit | ezra.kit | otis wanda")
    seen = preview(state, game.parse("p1 plays vera bullet, mabel item > 1 3, ezra item > vera +2"))

    assert seen.ignored == {1, 3}
    assert seen.turned == {"ezra"}
    assert seen.lost == {"mabel", "vera"}
    assert seen.rescuable == set()


def test_a_preview_of_cards_that_cannot_be_played_so_gives_the_reasons(game, position) -> None:
    state = position("mabel", "silas.kit otis.kit | | wanda")
    reasons = preview(state, game.parse("p1 plays silas item > 1"))

    assert [reason.code for reason in reasons] == ["knife_not_on"]
