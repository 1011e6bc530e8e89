"""`marshal demo`: robots play a whole game on the simulated table, for people to watch."""

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import click

from companion.app import House
from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Join, SetLogged
from companion.game import TABLE, Message
from companion.games import GAMES
from companion.lookout import usual_seats
from companion.robots import ROBOTS
from companion.rulebooks import rulebook
from companion.run import greeting, written
from companion.settings import Settings
from companion.snapshot import Snapshot
from hardware.panel import exit_on_sigterm
from web.simulation import DealCards

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
#: Pictures in which no robot found anything to do, before the demo gives up. A busy machine
#: takes few, and the robots wait for what the camera sees.
IDLE_PICTURES = 100
#: How long a robot without anything to do waits before it looks again (seconds).
IDLE_S = 0.25


def run_demo(
    settings: Settings, seed: int | None, players: int | None, pause_s: float, game: str
) -> None:
    """Play one game and print what happens; the pages show it as it goes."""
    exit_on_sigterm()
    settings = replace(settings, camera="simulated")
    with House(settings, seed=seed, in_memory=True) as house:
        for line in greeting(house):
            click.echo(line)
        house.table.do(ChooseGame(game))
        count = players or len(usual_seats(GAMES[game]))
        for line in play(house, count, random.Random(seed), pause_s):
            click.echo(line)
        click.echo(f"\n{written(house)}")
        # Whoever watches wants to see how it ended; a pipe wants to end.
        if sys.stdout.isatty():
            click.echo("\nThe pages show how it ended. Stop with Ctrl-C.")
            _wait_for_ctrl_c(house)


def _wait_for_ctrl_c(house: House) -> None:
    with suppress(KeyboardInterrupt):
        house.stopped.wait()


def play(house: House, players: int, rng: random.Random, pause_s: float) -> Iterator[str]:
    """Seat robots, deal, and play until the game is over; yield what happens in words."""
    assert house.simulated is not None
    seats = _sit_down(house, players)
    house.table.do(Deal(rng.choice(seats)))
    house.lookout.wanted()
    house.simulated.perform(DealCards())
    robot = ROBOTS[house.table.session().game.name]
    robots = [robot(seat, house.table, house.simulated, rng, pause_s) for seat in seats]
    told, since = 0, house.simulated.pictures
    while _snapshot(house).stage == "playing":
        if sum(robot.act() for robot in robots):
            since = house.simulated.pictures
        elif house.simulated.pictures - since > IDLE_PICTURES:
            break
        else:
            house.stopped.wait(IDLE_S)
        news = _snapshot(house).history[told:]
        told += len(news)
        yield from (_said(house, message) for message in news)
    yield from _ending(house)


def _sit_down(house: House, players: int) -> tuple[Seat, ...]:
    for name in NAMES[:players]:
        house.table.do(Join(name, "-"))
    seats = house.table.session().seats
    for seat in seats:
        house.table.do(SetLogged(seat, True))
    return seats


def _snapshot(house: House) -> Snapshot:
    return house.table.published(TABLE).snapshot


def _said(house: House, message: Message) -> str:
    snapshot = _snapshot(house)
    names = {info.seat: info.name for info in snapshot.seats}
    return rulebook(snapshot.game, house.settings.language).say(message, dict(names))


def _ending(house: House) -> Iterator[str]:
    view = _snapshot(house).view
    if view is None or view.outcome is None:
        yield f"The robots are stuck: {_snapshot(house).repair or 'nobody knows what to do'}."
    else:
        yield _said(house, view.outcome.reason)
