"""What the zones of a mat are called where no page is open: on paper."""

from collections.abc import Mapping

from companion.layout import Zone
from companion.rulebooks import rulebooks
from vision.plan import TablePlan
from web.translation import translation

_LETTERS = "ABCDEFGH"


def zone_names(game: str, plan: TablePlan, language: str) -> Mapping[Zone, str]:
    """Return the name of each zone: the letter of its seat, and what lies there."""
    words = {**translation(language).words, **rulebooks()[game, language].words}
    names = {}
    for zone in plan.zones:
        spec = zone.spec
        if spec.seat is None:
            names[spec.name] = words.get(spec.name, spec.name)
        else:
            letter = _LETTERS[int(spec.seat[1:]) - 1]
            names[spec.name] = f"{letter} – {words.get(spec.kind.value, spec.kind.value)}"
    return names
