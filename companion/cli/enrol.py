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
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Photos FACE.jpg, one face each; more of a face are FACE_1.jpg, FACE_2.jpg.",
)
@click.option("--size", default="63x88", show_default=True, help="Width x height of a card, mm.")
@click.option("--means", multiple=True, help="What a face stands for in the game, as 7H=7.")
@click.option("--game", help="The game it is to serve, as deadlock-city.")
@says_errors_plainly
def enrol(
    name: str,
    settings_path: Path | None,
    photos: Path | None,
    size: str,
    means: tuple[str, ...],
    **given: Any,
) -> None:
    """Enrol your own deck as NAME, and say how well it will be read.

    From --photos, or card by card with --camera and --game: each card of the game is asked
    for in turn, lies alone in the middle of the mat, and is kept at once.
    """
    wanted = given.pop("game")
    if photos is None and not (given["camera"] and wanted):
        raise click.UsageError("name --photos DIR, or --camera pi and --game deadlock-city")
    # All that can be wrong with the words is said before photos are read for minutes.
    settings, deck_size = load_settings(settings_path, **given), _size(name, size)
    game, stands_for = _game(wanted) if wanted else None, dict(map(_pair, means))
    if photos is not None:
        deck = _from_photos(name, photos, deck_size, stands_for)
    else:
        deck = _from_camera(name, deck_size, game, settings)
    _keep(name, deck, settings)
    if game is not None:
        from companion.enrolling import fits  # noqa: PLC0415

        click.echo(fits(deck, game.deck) or f"It has all of {wanted}.")


def _game(name: str) -> Any:
    return game_named(name.replace("-", "_"))


def _from_photos(name: str, photos: Path, size: tuple[float, float], means: dict[str, str]) -> Any:
    from companion.cards import Face  # noqa: PLC0415
    from companion.enrolling import read_photos  # noqa: PLC0415
    from vision.enrolled.deck import EnrolledDeck  # noqa: PLC0415

    stands_for = {Face(own): Face(face) for own, face in means.items()}
    deck = EnrolledDeck(name, *size, read_photos(photos, *size, click.echo), stands_for)
    lacking = sorted(stands_for.keys() - deck.pictures.keys())
    if lacking:
        listed = ", ".join(sorted(deck.pictures))
        problem = f"no photo that can be used shows {', '.join(lacking)}; there are {listed}"
        raise click.BadParameter(problem, param_hint="--means")
    return deck


def _from_camera(name: str, size: tuple[float, float], game: Any, settings: Any) -> Any:
    """Return the deck whose cards are asked for in turn; begun ones are gone on with."""
    from companion.deck_places import places  # noqa: PLC0415
    from companion.enrol_draft import DeckDraft, DraftStore  # noqa: PLC0415
    from companion.enrol_session import EnrolSession  # noqa: PLC0415
    from companion.house_camera import PROFILES, Lenses  # noqa: PLC0415
    from companion.lookout import usual_seats  # noqa: PLC0415
    from companion.rulebooks import rulebook  # noqa: PLC0415
    from companion.table_camera import OpenedCamera  # noqa: PLC0415
    from vision.camera import CameraOptions  # noqa: PLC0415
    from vision.cameras import open_camera  # noqa: PLC0415
    from vision.plan import plan_table  # noqa: PLC0415

    drafts, seats = DraftStore(settings.data), usual_seats(game)
    draft = drafts.load(name) or DeckDraft(name, *size, game.name)
    lens_of = Lenses(settings.data / PROFILES, click.echo).of
    options = CameraOptions(full_speed=True, lens_of=lens_of)
    with open_camera(settings.camera, options) as camera:
        table = OpenedCamera(camera, plan_table(game.zones(seats), seats))
        book = rulebook(game.name, settings.language)
        session = EnrolSession(name, drafts, table, book, _asked, say=click.echo)
        draft = session.run(draft, places(game.deck))
    return drafts.deck(name, draft)


def _asked(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False, prompt_suffix=" "))


def _keep(name: str, deck: Any, settings: Any) -> None:
    """Find out how a deck is read best, save it, and say what to expect."""
    from companion.enrolling import EnrolledDecks  # noqa: PLC0415
    from vision.enrolled.assess import with_best_method  # noqa: PLC0415
    from web.translation import said  # noqa: PLC0415

    ready = with_best_method(deck)
    folder = EnrolledDecks(settings.data).keep(name, ready)
    click.echo(f"{len(ready.pictures)} faces are enrolled in {folder}.")
    if ready.expectation is not None:
        for message in (*ready.expectation.told(), *ready.expectation.pairs()):
            click.echo(said(message, settings.language))


def _size(name: str, text: str) -> tuple[float, float]:
    """Return width and height of a card, mm, once it and the deck's name are good."""
    from companion.enrolling import check_deck_name  # noqa: PLC0415
    from vision.enrolled.deck import check_size  # noqa: PLC0415

    check_deck_name(name)
    try:
        width, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise click.BadParameter("write it as 63x88", param_hint="--size") from None
    check_size(width, height)
    return width, height


def _pair(text: str) -> tuple[str, str]:
    own, equals, face = text.partition("=")
    if not (own and equals and face):
        raise click.BadParameter(f"{text}: write it as 7H=7", param_hint="--means")
    return own, face
