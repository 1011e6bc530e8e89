"""`marshal print`: what is printed on paper."""

from pathlib import Path

import click

from companion.cli.options import LANGUAGE, OUTPUT, says_errors_plainly
from companion.games import game_named

PAPER = click.option(
    "--paper", type=click.Choice(["A4", "A3", "Letter"], case_sensitive=False), default="A4"
)


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
@says_errors_plainly
def print_deck(game: str, paper: str, flip: str, language: str, output: Path | None) -> None:
    """Write a game's deck at true scale; GAME is a name such as deadlock-city."""
    from vision.printing import Paper, deck_pdf  # noqa: PLC0415

    chosen = game_named(game.replace("-", "_"))
    target = output or Path(f"{chosen.name.replace('_', '-')}-{paper}-{language}.pdf".lower())
    target.write_bytes(deck_pdf(chosen.deck, Paper[paper.upper()], language, flip))
    click.echo(f"{target}: print it at 100 %, both sides, flipped on the {flip} edge.")


@print_group.command("mat")
@PAPER
@LANGUAGE
@OUTPUT
@says_errors_plainly
def print_mat(paper: str, language: str, output: Path | None) -> None:
    """Write the four corner tags of the table mat."""
    from vision.printing import Paper, mat_pdf  # noqa: PLC0415

    target = output or Path(f"mat-{paper}-{language}.pdf".lower())
    target.write_bytes(mat_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 % and measure the ruler.")


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
