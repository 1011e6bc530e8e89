"""A record as one viewer may read it: "?" for what is hidden, and no trace of private acts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bench import cop_leaks
from companion.bench.worlds import World, random_setup, random_world, twins
from companion.cards import UNKNOWN, Seat
from companion.game import TABLE, Setup
from companion.games import game_named
from companion.games.deadlock_city import DeadlockCity
from companion.record import Act, Record, Undo, dump, parse, replay
from companion.redaction import as_seen_by
from tests.companion.test_record import RECORDS

GAME = DeadlockCity()
HEADER = "[game deadlock_city]\n[seats p1, p2, p3]\n[first p1]\n[logged p1 p2]\n"


def seen(text: str, viewer: str) -> str:
    record = as_seen_by(GAME, parse(HEADER + text), viewer)
    return dump(record).removeprefix(dump(parse(HEADER)))


def test_what_a_player_tells_his_phone_is_gone_for_others() -> None:
    text = "p1 holds 3\np1 draws\np1 holds 3 5\np1 plays 3 > p2\np1 looks 4\n"

    assert seen(text, "p1") == text
    assert seen(text, TABLE) == "p1 draws\np1 plays 3 > p2\np1 looks\n"
    assert seen(text, "p2") == seen(text, TABLE)


def test_an_undo_counts_only_what_the_reader_knows() -> None:
    text = "p1 draws\np1 holds 3 5\np1 plays 3 > p2\np2 holds 4\nundo 3\np1 holds 3 5\n"

    assert seen(text, TABLE) == "p1 draws\np1 plays 3 > p2\nundo 1\n"
    assert seen(text, "p2") == "p1 draws\np1 plays 3 > p2\np2 holds 4\nundo 2\n"


def test_an_undo_of_private_acts_alone_leaves_no_trace() -> None:
    assert seen("p1 draws\np1 holds 3 5\nundo 1\np1 plays 6\n", TABLE) == "p1 draws\np1 plays 6\n"


def test_a_reason_that_rests_on_hidden_cards_is_a_question_mark() -> None:
    text = "p1 draws\np1 holds 5 7\nrefused DC-11: p1 plays 5 > p2\np1 plays 7\n"

    assert seen(text, "p1") == text
    assert seen(text, TABLE) == "p1 draws\nrefused ?: p1 plays 5 > p2\np1 plays 7\n"


def test_a_public_reason_stays() -> None:
    text = "p1 draws\nrefused DC-27: p1 plays 1 > p2 = 1\n"

    assert seen(text, TABLE) == text


def test_hidden_cards_of_a_deal_are_question_marks_open_ones_stay() -> None:
    record = parse(
        "[game deadlock_city]\n[seats p1, p2]\n[first p1]\n[rules two_player_removal=yes]\n"
        "[deal p1=3 p2=0 removed=1,1,4 stock=1,4,5]\n"
    )
    deal = as_seen_by(GAME, record, "p1").setup.deal

    assert deal["p1"] == ("3",)
    assert deal["p2"] == (UNKNOWN,)
    assert deal["removed"] == ("1", "1", "4")
    assert deal["stock"] == (UNKNOWN,) * 3


@pytest.mark.parametrize(
    "file",
    [*sorted(RECORDS.glob("deadlock_city/*.rec")), *sorted(RECORDS.glob("good_cop_bad_cop/*.rec"))],
    ids=lambda f: f.stem,
)
def test_every_record_can_be_replayed_as_the_table_saw_it(file) -> None:  # type: ignore[no-untyped-def]
    record = parse(file.read_text(encoding="utf-8"))
    game = game_named(record.game)
    for viewer in (TABLE, *record.setup.seats):
        redacted = as_seen_by(game, record, viewer)

        assert parse(dump(redacted)) == redacted
        assert replay(game, redacted)


def with_undos(world: World, setup: Setup, rng: Random) -> Record:
    """Return a world as a record in which some acts were taken back and done again."""
    entries: list[Act | Undo] = []
    for action in world.actions:
        entries.append(Act(str(action)))
        if rng.random() < 0.2:
            entries += [Undo(1), Act(str(action))]
    return Record(GAME.name, setup, {}, tuple(entries))


@given(st.integers(0, 10**6))
def test_any_game_reads_back_and_replays_for_everyone(seed: int) -> None:
    rng = Random(seed)
    setup = random_setup(GAME, rng)
    record = with_undos(random_world(GAME, setup, rng), setup, rng)
    for viewer in (TABLE, *setup.seats):
        redacted = as_seen_by(GAME, record, viewer)

        assert parse(dump(redacted)) == redacted
        assert len(replay(GAME, redacted)) == len(replay(GAME, record))
        assert as_seen_by(GAME, redacted, viewer) == redacted


def test_twin_games_have_the_same_text_for_who_cannot_tell_them_apart() -> None:
    pairs = twins(GAME, Random(3))
    for _ in range(300):
        pair = next(pairs)
        texts = [written(world, pair.viewer) for world in (pair.one, pair.other)]

        assert texts[0] == texts[1]


def written(world: World, viewer: str) -> str:
    state = world.states[0]
    deal = {str(seat): player.hand for seat, player in state.seated()}
    deal |= {"stock": state.stock, "hidden": state.hidden}
    if state.removed:
        deal["removed"] = state.removed
    rules = {"sprung_zero": "redrawn" if state.table.sprung_zero_redrawn else "kept"}
    if state.table.two_player_removal:
        rules["two_player_removal"] = "yes"
    setup = Setup(state.table.seats, Seat(state.turn), rules, state.table.logged, deal)
    entries = tuple(Act(str(action)) for action in world.actions)
    return dump(as_seen_by(GAME, Record(GAME.name, setup, {}, entries), viewer))


# --- windows in which everyone passes unseen ------------------------------------------------

COPS = game_named("good_cop_bad_cop")
LOOK = "p1 investigates p2 left\n"
PASSED = "".join(f"p{n} passes\n" for n in (4, 2, 1, 3))
COPS_HEADER = "[game good_cop_bad_cop]\n[seats p1, p2, p3, p4]\n[first p1]\n"


def cops_seen(text: str, viewer: str) -> str:
    record = as_seen_by(COPS, parse(COPS_HEADER + text), viewer)
    return dump(record).removeprefix(COPS_HEADER)


def test_who_has_passed_is_written_once_the_window_is_closed_and_never_in_which_order() -> None:
    closed = "".join(f"p{n} passes\n" for n in (1, 2, 3, 4))

    assert cops_seen(LOOK + PASSED.removesuffix("p3 passes\n"), TABLE) == LOOK
    assert cops_seen(LOOK + PASSED, TABLE) == LOOK + closed
    assert cops_seen(LOOK + PASSED + "p2 equips\n", TABLE) == LOOK + closed + "p2 equips\n"
    own = "p2 passes\n" + closed.replace("p2 passes\n", "")
    assert cops_seen(LOOK + PASSED + "p2 equips\n", "p2") == LOOK + own + "p2 equips\n"


def test_an_undo_opens_the_window_again() -> None:
    text = LOOK + PASSED + "p2 equips\nundo 5\np1 passes\n"

    assert cops_seen(text, TABLE).endswith("p4 passes\np2 equips\nundo 5\n")
    assert cops_seen(text + "undo 2\n", TABLE).endswith("undo 5\nundo 1\n")


@pytest.mark.parametrize("seed", range(6))
def test_a_record_of_random_play_can_be_replayed_as_anyone_saw_it(seed: int) -> None:
    world = cop_leaks.random_world(Random(seed))
    entries = tuple(Act(str(act)) for act in world.acts)
    record = Record(COPS.name, world.setup, {}, (*entries, Undo(min(3, len(entries)))))
    for viewer in (TABLE, *world.setup.seats):
        redacted = as_seen_by(COPS, record, viewer)

        assert parse(dump(redacted)) == redacted
        assert replay(COPS, redacted)
