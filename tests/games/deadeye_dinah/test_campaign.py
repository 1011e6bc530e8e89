"""The campaign log: what everyone may know of the jobs that are over."""

from companion.game import TABLE, Correction
from companion.games.deadeye_dinah.state import Attempt


def log_of(game, state):
    return game.view(state, TABLE).sheet["campaign"]


def test_an_attempt_is_noted_with_its_end_and_its_cost(game, position, play) -> None:
    won = play(position("mabel", "ezra.kit otis.kit | |"), "p1 plays ezra bullet, otis item > ezra")
    shot = play(position("mabel", "ezra.kit otis.kit | |"), "p1 plays ezra bullet")
    dry = play(position("mabel", "ezra.kit | | otis"), "p1 escapes, loses ezra")
    left = play(position("mabel", "ezra.kit otis.kit | | ruth vera"), "p1 gives up")

    assert won.log == (Attempt("mabel", "captured", 5, 3),)
    assert shot.log == (Attempt("mabel", "failed_all_shot", 6, 3),)
    assert dry.log == (Attempt("mabel", "failed_no_kit", 7, 3),)
    assert left.log == (Attempt("mabel", "failed_given_up", 3, 1),)


def test_the_log_goes_on_from_job_to_job_and_undo_takes_it_back(
    game, position, begun, play
) -> None:
    before = position("mabel", "ezra.kit otis.kit | |")
    first = play(before, "p1 plays ezra bullet")
    again = play(begun("mabel", state=first), "p1 gives up")

    assert [attempt.result for attempt in again.log] == ["failed_all_shot", "failed_given_up"]
    assert before.log == ()
    assert log_of(game, again)["bosses"][0]["attempts"] == 2
    assert log_of(game, again)["begun"] == 2


def test_everyone_sees_the_campaign_and_no_card_in_hand(game, position, play) -> None:
    won = play(position("mabel", "ezra.kit otis.kit | |"), "p1 plays ezra bullet, otis item > ezra")
    seen = log_of(game, won)
    two_hands = [
        log_of(game, position("mabel", f"{c}.kit otis.kit | | ruth")) for c in ("ezra", "vera")
    ]

    assert (seen["reputation"], seen["step"]) == (1, 0)
    assert [boss["captured"] for boss in seen["bosses"]] == [True] + [False] * 7
    assert seen["attempts"] == [
        {"boss": "mabel", "name": "Mabel Quickwater", "result": "captured", "lost": 5, "passed": 3}
    ]
    assert two_hands[0] == two_hands[1]


def test_the_legend_shows_the_step_that_was_reached(game, new) -> None:
    famous = game.correct(new, Correction("captured", "ruth silas vera"))

    assert log_of(game, famous)["step"] == 2
    assert log_of(game, famous)["legend"][2]["reputation"] == 6
