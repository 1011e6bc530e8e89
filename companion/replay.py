"""A written record, told in words or checked line by line."""

from collections.abc import Iterator

from companion.game import TABLE, TableError
from companion.games import game_named
from companion.record import Act, Record, ReplayError, parse, replay
from companion.rulebooks import rulebook


def _parse(text: str, source: str) -> Record:
    try:
        return parse(text)
    except TableError as error:
        raise ReplayError(f"{source}: {error}") from error


def checked(text: str, source: str) -> Iterator[str]:
    """Yield one line that says the record follows the rules; raise ReplayError if not."""
    record = _parse(text, source)
    try:
        states = replay(game_named(record.game), record)
    except TableError as error:
        raise ReplayError(f"{source}: {error}") from error
    yield f"{source}: {len(record.entries)} entries, {len(states) - 1} steps stand; all in order."


def told(text: str, source: str, language: str) -> Iterator[str]:
    """Yield each entry of the record and, under it, what it is called in words."""
    record = _parse(text, source)
    game, words = game_named(record.game), rulebook(record.game, language)
    names = {seat: record.names.get(seat, seat) for seat in record.setup.seats}
    for number, entry in enumerate(record.entries, start=1):
        played = Record(record.game, record.setup, record.names, record.entries[: number - 1])
        yield f"{number:3} {entry}"
        if isinstance(entry, Act):
            message = game.told(replay(game, played)[-1], game.parse(entry.text), TABLE)
            if message:
                yield f"    {words.say(message, names)}"
    yield from checked(text, source)
