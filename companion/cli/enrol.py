"""`marshal enrol`: teach the table a deck that was not printed by us."""

from pathlib import Path
from typing import Any

import click

from companion.cli.options import load_settings, says_errors_plainly, settings_options
from companion.games import game_named


@click.command()
@click.argument("name")
@settings_options
@click.option(
    "--photos",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Photos FACE.jpg, one face each; more of a face are FACE_1.jpg, FACE_2.jpg.",
)
@click.option("--size", default="63x88", show_default=True, help="Width x height of a card, mm.")
@click.option("--means", multiple=True, help="What a face stands for in the game, as 7H=7.")
@click.option("--game", help="Check that the deck has all cards of this game.")
@says_errors_plainly
def enrol(
    name: str,
    settings_path: Path | None,
    photos: Path,
    size: str,
    means: tuple[str, ...],
    **given: Any,
) -> None:
    """Enrol your own deck as NAME, and say how well it will be read."""
    from companion.cards import Face  # noqa: PLC0415
    from companion.enrolling import EnrolledDecks, fits, read_photos  # noqa: PLC0415
    from vision.enrolled.assess import with_best_method  # noqa: PLC0415
    from vision.enrolled.deck import EnrolledDeck  # noqa: PLC0415
    from web.translation import said  # noqa: PLC0415

    game = given.pop("game")
    width, height = _size(size)
    stands_for = {Face(own): Face(face) for own, face in map(_pair, means)}
    faces = read_photos(photos, width, height, click.echo)
    settings = load_settings(settings_path, **given)
    deck = with_best_method(EnrolledDeck(name, width, height, faces, stands_for))
    folder = EnrolledDecks(settings.data).keep(name, deck)
    click.echo(f"{len(faces)} faces are enrolled in {folder}.")
    if deck.expectation is not None:
        for message in (*deck.expectation.told(), *deck.expectation.pairs()):
            click.echo(said(message, settings.language))
    if game:
        click.echo(fits(deck, game_named(game.replace("-", "_")).deck) or f"It has all of {game}.")


def _size(text: str) -> tuple[float, float]:
    try:
        width, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise click.BadParameter("write it as 63x88", param_hint="--size") from None
    return width, height


def _pair(text: str) -> tuple[str, str]:
    own, equals, face = text.partition("=")
    if not (own and equals and face):
        raise click.BadParameter(f"{text}: write it as 7H=7", param_hint="--means")
    return own, face
