"""Players made of code: they look at their phones and move cards with simulated hands.

A robot knows what a person in its seat knows: its own snapshot, and the cards it may lift.
It touches the scene as the simulator page does, and speaks to the table as a phone does.
What it lays down reaches the engine through the camera like anybody's card.
"""

from collections.abc import Mapping

from companion.robots.deadeye_dinah import DinahRobot
from companion.robots.deadlock_city import DeadlockRobot
from companion.robots.good_cop_bad_cop import CopRobot
from companion.robots.seat import Robot

#: Who plays which game.
ROBOTS: Mapping[str, type[Robot]] = {
    "deadlock_city": DeadlockRobot,
    "good_cop_bad_cop": CopRobot,
    "deadeye_dinah": DinahRobot,
}

__all__ = ["ROBOTS", "Robot"]
