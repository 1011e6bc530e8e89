"""The command line: `marshal run`, `demo`, `print`, `replay`, `doctor`, `backup` and others.

A new command is a function in one of the modules beside this one, and its name in `COMMANDS`.
What a command needs is imported when it is called: so `marshal --help` answers at once, and
a broken camera library cannot keep `marshal doctor` from saying so.
"""

import os

import click

from companion.cli.calibration import calibrate
from companion.cli.enrol import enrol
from companion.cli.past import replay
from companion.cli.printing import print_group
from companion.cli.table import demo, link, run
from companion.cli.upkeep import backup, bench, doctor, https, restore, wiring

COMMANDS: tuple[click.Command, ...] = (
    *(run, demo, link),
    *(print_group, calibrate, enrol, replay),
    *(doctor, bench, backup, restore, https, wiring),
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-marshal")
def main() -> None:
    """Table Marshal: the companion of a real card table."""
    # We say ourselves what is wrong with a camera, and what to do; OpenCV reads this once.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")


for _command in COMMANDS:
    main.add_command(_command)
