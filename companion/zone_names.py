"""What the zones of a mat are called where no page is open: on paper."""

from collections.abc import Mapping

from companion.layout import Zone
from companion.rulebooks import rulebooks
from vision.plan import TablePlan
from vision.printing.aim_marks import seat_letter
from web.translation import translation


def zone_names(game: str, plan: TablePlan, language: str) -> Mapping[Zone, str]:
    """Return the name of each zone: the letter of its seat, and what lies there."""
    words = {**translation(language).words, **rulebooks()[game, language].words}
    names = {}
    for zone in plan.zones:
        spec = zone.spec
        if spec.seat is None:
            names[spec.name] = words.get(spec.name, spec.name)
        else:
            kind = words.get(spec.kind.value, spec.kind.value)
            names[spec.name] = f"{seat_letter(spec.seat)} – {kind}"
    return names
