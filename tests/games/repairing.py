"""Codes of repairs, which every rulebook needs and no game names: they are put together."""

from companion.layout import DifferenceKind

REPAIRS = {
    *(f"repair_{kind.value}{where}" for kind in DifferenceKind for where in ("", "_common")),
    *(f"repair_{kind}_under{where}" for kind in ("extra", "missing") for where in ("", "_common")),
    "repair_open",
    "repair_open_common",
    "repaired",
}
