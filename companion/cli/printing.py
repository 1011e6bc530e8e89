"""`marshal print`: what is printed on paper."""

from pathlib import Path
from typing import Any

import click

from companion.cli.options import LANGUAGE, OUTPUT, load_settings, says_errors_plainly
from companion.game import Game
from companion.games import game_named

PAPER = click.option(
    "--paper", type=click.Choice(["A4", "A3", "Letter"], case_sensitive=False), default="A4"
)


SETTINGS = click.option("--settings", "settings_path", type=click.Path(path_type=Path))
DATA = click.option("--data", type=click.Path(path_type=Path), help="Where keys are kept.")


@click.group("print")
def print_group() -> None:
    """Write PDFs to print: decks, the table mat, the calibration board."""


@print_group.command("deck")
@click.argument("game")
@PAPER
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    help="Over which edge your printer turns the paper.",
)
@LANGUAGE
@OUTPUT
@click.option("--marked-backs", "marked", is_flag=True, help="Let the camera know hidden cards.")
@SETTINGS
@DATA
@says_errors_plainly
def print_deck(
    game: str, paper: str, flip: str, language: str, output: Path | None, **kept: Any
) -> None:
    """Write a game's deck at true scale; GAME is a name such as deadlock-city.

    With --marked-backs it is a deck of its own, whose key is kept in the data folder.
    """
    from vision.printing import Paper, deck_pdf  # noqa: PLC0415

    chosen = game_named(game.replace("-", "_"))
    if kept.pop("marked"):
        _print_marked(chosen, (paper, language, flip), output, kept)
        return
    target = output or Path(f"{chosen.name.replace('_', '-')}-{paper}-{language}.pdf".lower())
    target.write_bytes(deck_pdf(chosen.deck, Paper[paper.upper()], language, flip))
    click.echo(f"{target}: print it at 100 %, both sides, flipped on the {flip} edge.")


def _print_marked(
    game: Game[Any, Any], sheets: tuple[str, str, str], output: Path | None, kept: dict[str, Any]
) -> None:
    """Draw a deck with marked backs, keep its key, and write its sheets for the owner alone."""
    from companion.commands import Refused  # noqa: PLC0415
    from companion.files import save  # noqa: PLC0415
    from companion.marked_cards import GAME, MarkedCards  # noqa: PLC0415
    from companion.marked_store import MARKED, MOST_KEYS  # noqa: PLC0415

    if game.name != GAME:
        raise click.ClickException(f"only {GAME.replace('_', '-')} has cards with marked backs")
    decks = MarkedCards(load_settings(**kept).data / MARKED)
    try:
        number, content = decks.printed(*sheets)
    except Refused as error:
        raise click.ClickException(
            f"there are {MOST_KEYS} marked decks already: forget one whose cards are gone on the "
            "host's page, then print again"
        ) from error
    paper, language, flip = sheets
    target = output or Path(f"{game.name.replace('_', '-')}-{number}-{paper}-{language}.pdf")
    try:
        save(target, content)
    except OSError as error:
        decks.forget(number)
        raise click.ClickException(f"{target} cannot be written: {error.strerror}") from error
    click.echo(f"{target}: print it at 100 %, both sides, flipped on the {flip} edge.")
    click.echo(
        f"This is the deck {number}: another one than any before, so never mix their cards. "
        "The file shows which card has which back. Delete it once it is printed."
    )


@print_group.command("mat")
@click.option("--game", default=None, help="Print the whole mat with this game's zones.")
@click.option("--seats", type=click.IntRange(1, 8), default=None, help="For so many players.")
@PAPER
@LANGUAGE
@OUTPUT
@says_errors_plainly
def print_mat(
    game: str | None, seats: int | None, paper: str, language: str, output: Path | None
) -> None:
    """Write the four corner tags of the table mat, or with --game all of the mat."""
    from vision.printing import Paper, mat_pdf  # noqa: PLC0415

    if game is not None:
        _print_whole_mat(game, seats, paper, language, output)
        return
    target = output or Path(f"mat-{paper}-{language}.pdf".lower())
    target.write_bytes(mat_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 % and measure the ruler.")


def _print_whole_mat(
    game: str, seats: int | None, paper: str, language: str, output: Path | None
) -> None:
    from companion.cards import Seat  # noqa: PLC0415
    from companion.zone_names import zone_names  # noqa: PLC0415
    from vision.plan import plan_table  # noqa: PLC0415
    from vision.printing import Paper, whole_mat_pdf  # noqa: PLC0415

    chosen = game_named(game.replace("-", "_"))
    some = tuple(Seat(f"p{n}") for n in range(1, (seats or chosen.min_seats) + 1))
    plan = plan_table(chosen.zones(some), some)
    labels = zone_names(chosen.name, plan, language)
    target = output or Path(f"mat-{chosen.name}-{len(some)}-{paper}-{language}.pdf".lower())
    target.write_bytes(whole_mat_pdf(Paper[paper.upper()], plan, labels, language))
    click.echo(f"{target}: print it at 100 %, cut at the marks, and join the sheets.")


@print_group.command("stickers")
@click.argument("game")
@PAPER
@LANGUAGE
@OUTPUT
@says_errors_plainly
def print_stickers(game: str, paper: str, language: str, output: Path | None) -> None:
    """Write corner tags to stick on cards of another maker; GAME as for `print deck`."""
    from vision.printing import Paper, stickers_pdf  # noqa: PLC0415

    chosen = game_named(game.replace("-", "_"))
    target = output or Path(f"stickers-{game}-{paper}-{language}.pdf".lower())
    target.write_bytes(stickers_pdf(chosen.deck, Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %; four stickers a card, flush into its corners.")


@print_group.command("board")
@PAPER
@LANGUAGE
@OUTPUT
@says_errors_plainly
def print_board(paper: str, language: str, output: Path | None) -> None:
    """Write the board that cameras are calibrated with."""
    from vision.printing import Paper, board_pdf  # noqa: PLC0415

    target = output or Path(f"board-{paper}-{language}.pdf".lower())
    target.write_bytes(board_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %, glue it flat, and measure both rulers.")


@print_group.command("calibration-mat")
@PAPER
@LANGUAGE
@OUTPUT
@says_errors_plainly
def print_calibration_mat(paper: str, language: str, output: Path | None) -> None:
    """Write a small mat on one sheet, to prove a calibration with."""
    from vision.printing import Paper, calibration_mat_pdf  # noqa: PLC0415

    target = output or Path(f"calibration-mat-{paper}-{language}.pdf".lower())
    target.write_bytes(calibration_mat_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %, do not cut it, and measure the ruler.")
