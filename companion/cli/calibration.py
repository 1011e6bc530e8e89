"""`marshal calibrate`: a lens, measured."""

import sys
from pathlib import Path
from typing import Any

import click

from companion.cli.options import LANGUAGE, says_errors_plainly


@click.command()
@click.option("--images", required=True, type=click.Path(path_type=Path), help="The pictures.")
@click.option("--board", default="A4", show_default=True, help="A4, A3, Letter, or its making.")
@click.option("--ruler", "ruler_mm", default=100.0, help="Measured length of the 100 mm ruler.")
@click.option("--upright-ruler", "upright_mm", type=float, help="The same of the 50 mm ruler.")
@click.option("--camera", default="", help="Its id or model, such as imx708_wide.")
@click.option("--crop", default="", help="Its ScalerCrop, such as '(0, 0, 4608, 2592)'.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="The profile.")
@LANGUAGE
@click.option("--json", "as_json", is_flag=True)
@says_errors_plainly
def calibrate(as_json: bool, **wanted: Any) -> None:
    """Measure a camera's lens from pictures of the printed board, and judge it.

    Exits with 1 if the lens is not usable.
    """
    from companion.calibrating import Wanted  # noqa: PLC0415
    from companion.calibrating import calibrate as measured  # noqa: PLC0415

    result = measured(Wanted(**wanted))
    click.echo(result.to_json() if as_json else result.text)
    sys.exit(result.exit_code)
