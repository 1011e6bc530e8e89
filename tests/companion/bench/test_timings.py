"""The worlds whose answers are timed look alike, and differ in what is secretly wrong."""

from itertools import islice

from companion.bench import timings
from companion.bench.pages import client_of, post, still_house
from companion.game import Game


def _reasons(game: Game, session, act: str) -> int:  # type: ignore[no-untyped-def, type-arg]
    return len(game.violations(session.play.state, game.parse(act)))


def test_in_the_heavy_world_more_forbids_the_act_and_nobody_is_told() -> None:
    table, app = still_house()
    for trial in islice(timings.trials(), 12):
        answers = []
        for session in (trial.heavy, trial.light):
            table.show(session)
            client = client_of(app, trial.seat)
            answers.append([post(client, "/seat/ask", {"notation": trial.act}).data])
        game = trial.heavy.game

        assert _reasons(game, trial.heavy, trial.act) > _reasons(game, trial.light, trial.act)
        assert answers[0] == answers[1]


def test_every_request_and_the_planted_leak_are_timed() -> None:
    figures = timings.run(pairs=5).figures

    assert {
        f"{name}_{what}_us" for name in timings.REQUESTS for what in ("difference", "error")
    } < (figures.keys())
    assert figures["planted"] == 1
