"""Each reason for a refusal: the act that earns it, its clause, and that nothing changes."""

import pytest

from companion.game import IllegalAction

#: A scene of outlaws 1, 6, 7 (wanda), one of 4 and 7 with two hearts each (ruth), a peril
#: for Tin Star and 5 (ezra), and the duel against Mabel (hat 9, bullets 3, 4, 6).
ALL = "silas.kit otis.kit ruth.kit ezra.kit vera.kit josiah.kit"
CASES = [
    ("wanda", "p2 gives up", "not_your_hand", "DD-03"),
    ("wanda", "p1 hunts vera", "not_now", "DD-01"),
    ("wanda", "p1 plays mabel bullet", "not_in_hand", "DD-47"),
    ("wanda", "p1 plays ruth bullet, ruth bullet", "played_twice", "DD-04"),
    ("wanda", "p1 plays ruth item", "item_not_in_shootout", "DD-23"),
    ("wanda", "p1 plays ruth bullet, cover +1", "no_such_cover", "DD-11"),
    ("wanda", "p1 plays ruth bullet, legend > 1", "no_ignoring", "DD-39"),
    ("wanda", "p1 plays ruth bullet, silas item > 1", "knife_not_on", "DD-17"),
    ("wanda", "p1 plays ruth bullet, silas item > 1 2", "too_many_bound", "DD-17"),
    ("wanda", "p1 plays ruth bullet, silas item > ruth", "wrong_target", "DD-17"),
    ("wanda", "p1 plays ruth bullet, otis item > vera", "target_not_played", "DD-19"),
    ("wanda", "p1 plays ruth bullet, ezra item > vera +2", "target_not_played", "DD-18"),
    ("wanda", "p1 plays ruth bullet, ezra item > ruth -2", "flask_beyond", "DD-18"),
    ("wanda", "p1 plays ruth bullet, ezra item > ruth", "flask_two", "DD-18"),
    ("wanda", "p1 plays ruth bullet, vera item > +2", "star_one", "DD-16"),
    ("wanda", "p1 plays ruth bullet", "outlaws_left", "DD-08"),
    ("wanda", "p1 plays josiah item, cover -1", "dynamite_seen", "DD-22"),
    ("wanda", "p1 plays josiah item, otis item > josiah", "fire_on_price", "DD-20"),
    ("wanda", "p1 plays josiah item, otis item > otis", "fire_not_shot", "DD-19"),
    ("wanda", "p1 plays josiah item, rescues josiah", "rescue_not_last", "DD-31"),
    ("wanda", "p1 plays josiah item, rescues ruth", "rescue_not_lost", "DD-31"),
    ("wanda", "p1 pays josiah", "no_peril", "DD-44"),
    ("wanda", "p1 rides silas", "no_horse", "DD-23"),
    ("wanda", "p1 rides mabel", "not_in_hand", "DD-23"),
    ("wanda", "p1 rides ruth", "no_next_scene", "DD-23"),
    ("wanda", "p1 escapes, loses silas", "escape_cost", "DD-27"),
    ("wanda", "p1 escapes, loses silas otis ruth mabel", "not_in_hand", "DD-27"),
    ("ezra", "p1 plays vera item", "chances_missing", "DD-43"),
    ("ezra", "p1 plays silas item", "item_not_in_peril", "DD-17"),
    ("ezra", "p1 plays vera item > +1", "star_in_peril", "DD-16"),
    ("ezra", "p1 plays vera item, cover +1", "no_such_cover", "DD-42"),
    ("ezra", "p1 pays silas", "no_price", "DD-44"),
    ("ezra", "p1 pays ezra", "not_in_hand", "DD-44"),
    ("", "p1 plays ruth bullet", "boss_not_shot", "DD-38"),
    ("", "p1 plays ruth bullet, ezra bullet", "duel_one_bullet", "DD-36"),
    ("", "p1 plays otis item > otis", "duel_one_bullet", "DD-36"),
    ("", "p1 plays ezra bullet, otis item, wanda item > ezra -3+0", "duel_one_item", "DD-36"),
    ("", "p1 plays ezra bullet, vera item > +1", "item_not_in_duel", "DD-16"),
    ("", "p1 plays ezra bullet, cover +1", "no_such_cover", "DD-36"),
    ("", "p1 plays ezra bullet, otis item, rescues ezra", "rescue_in_duel", "DD-31"),
    ("", "p1 escapes, loses ezra", "not_now", "DD-25"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[2]} by {case[1]}")
def test_a_forbidden_act_is_refused(game, position, case) -> None:
    scene, act, code, clause = case
    held = " ".join(c for c in f"{ALL} wanda.kit".split() if c != f"{scene}.kit")
    state = position("mabel", f"{held} | | {scene}")
    action = game.parse(act)

    assert (code, clause) in [(v.code, v.clause) for v in game.violations(state, action)]
    with pytest.raises(IllegalAction):
        game.apply(state, action)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("p1 plays wanda item > otis -1+1, otis bullet", "rifle_three"),
        ("p1 plays wanda item > otis, otis bullet", "rifle_unclear"),
        ("p1 plays wanda item > silas -1+2, otis bullet", "rifle_no_bullet"),
        ("p1 plays mabel item > 1, otis bullet", "rope_not_on"),
    ],
)
def test_rifle_and_rope_are_refused_where_they_do_not_fit(game, position, act, code) -> None:
    state = position("vera", "wanda.kit otis.kit mabel.kit silas.kit | | ruth")

    assert [v.code for v in game.violations(state, game.parse(act))] == [code]


def test_fire_and_flask_do_nothing_in_a_peril_that_asks_for_them(position, game) -> None:
    state = position("josiah", "otis.kit ezra.kit mabel.kit | | silas ruth")
    codes = [v.code for v in game.violations(state, game.parse("p1 plays otis item > otis"))]

    assert codes == ["item_not_in_peril"]


def test_a_legend_may_ignore_one_outlaw_once_a_job(game, position, new) -> None:
    from companion.game import Correction

    state = game.correct(new, Correction("captured", "mabel otis ruth silas"))
    for act in ("p1 hunts josiah", "p1 stacks otis ruth mabel silas wanda ezra vera"):
        state = game.apply(state, game.parse(act))
    state = game.correct(
        state, Correction("cards", "ruth.kit mabel.kit ezra.kit | | wanda vera otis | silas")
    )
    used = game.apply(state, game.parse("p1 plays ruth bullet, legend > 1"))
    again = game.violations(used, game.parse("p1 plays mabel item > 2 3, legend > 1"))

    assert used.job.used == {"legend"}
    assert [v.code for v in again] == ["ignored_already"]


def test_a_captured_boss_and_a_stranger_cannot_be_hunted(game, new) -> None:
    from companion.game import Correction

    state = game.correct(new, Correction("captured", "vera"))
    codes = [
        [v.code for v in game.violations(state, game.parse(f"p1 hunts {boss}"))]
        for boss in ("vera", "nobody", "otis")
    ]

    assert codes == [["already_captured"], ["no_such_boss"], []]


def test_reasons_that_rest_on_the_hand_are_for_the_player_alone(game, position) -> None:
    state = position("mabel", "silas.kit otis.kit | | wanda")
    (reason,) = game.violations(state, game.parse("p1 plays ruth bullet"))

    assert reason.secret_of == "p1"
