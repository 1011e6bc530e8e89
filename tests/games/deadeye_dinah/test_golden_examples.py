"""The rulebook's own worked examples."""

from companion.games.deadeye_dinah.cards import Outlaw
from companion.games.deadeye_dinah.numbers import (
    members,
    only,
    parse_numbers,
    shifted,
    shifted_number,
    widened,
)
from companion.games.deadeye_dinah.resolution import shoots_all
from companion.games.deadeye_dinah.tables import flasked


def outlaws(*numbers: int, hearts: int = 1) -> list[Outlaw]:
    return [Outlaw(only(number), hearts) for number in numbers]


def test_cover_minus_1_turns_0_to_2_with_hat_1_into_0_to_1_with_hat_0() -> None:
    assert members(shifted(parse_numbers("0-2"), -1)) == (0, 1)
    assert shifted_number(1, -1) == 0


def test_cover_plus_1_turns_4_and_7_to_9_with_hat_8_into_5_and_8_to_9_with_hat_9() -> None:
    assert members(shifted(parse_numbers("4, 7-9"), 1)) == (5, 8, 9)
    assert shifted_number(8, 1) == 9


def test_a_bullet_of_1_and_4_to_6_hits_an_outlaw_each_of_1_4_5_and_6() -> None:
    assert shoots_all([parse_numbers("1, 4-6")], outlaws(1, 4, 5, 6))


def test_a_bullet_of_1_and_4_to_6_does_not_fell_an_outlaw_of_1_with_two_hearts() -> None:
    assert not shoots_all([parse_numbers("1, 4-6")], outlaws(1, hearts=2))


def test_the_rifle_makes_1_to_3_into_1_to_6_or_0_to_5() -> None:
    assert members(widened(parse_numbers("1-3"), 0, 3)) == (1, 2, 3, 4, 5, 6)
    assert members(widened(parse_numbers("1-3"), 1, 2)) == (0, 1, 2, 3, 4, 5)


def test_the_flask_cannot_make_hat_5_a_4() -> None:
    assert flasked(5) == [-2, 2]


def test_the_kit_number_turns_so_many_of_the_top_cards(begun) -> None:
    job = begun("otis").job

    assert len(job.kit) == 4
    assert len(job.scenes) == 3


def test_an_escape_with_four_or_more_kit_cards_keeps_two(position, play) -> None:
    four = position("mabel", "silas.kit otis.kit ruth.kit wanda.kit | | vera ezra")
    five = position("mabel", "silas.kit otis.kit ruth.kit wanda.kit josiah.kit | | vera ezra")

    assert len(play(four, "p1 escapes, loses silas otis").job.kit) == 2
    assert len(play(five, "p1 escapes, loses silas otis ruth").job.kit) == 2


def test_a_rifle_and_a_3_overcome_the_figures_peril(position, play) -> None:
    after = play(
        position("vera", "wanda.kit silas.kit | | mabel otis"),
        "p1 plays silas bullet, wanda item",
    )

    assert after.job.lost == ("ruth", "ezra", "josiah")
    assert [held.card for held in after.job.kit] == ["wanda", "silas", "mabel"]
