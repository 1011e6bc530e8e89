"""What a bench measured, as text for people and as JSON for machines."""

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

Figures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The figures of one bench on one machine.

    Args:
        bench: its name.
        figures: our own; the names end in their units.
        against: the same for peers measured in the same run, by peer.
        ratios: ours to a peer's, or of one figure to another.
        machine: where it was measured.

    """

    bench: str
    figures: Figures
    against: Mapping[str, Figures] = field(default_factory=dict)
    ratios: Figures = field(default_factory=dict)
    machine: str = field(default_factory=lambda: f"{platform.machine()}, {platform.platform()}")

    def to_json(self) -> str:
        """Return one JSON object on one line."""
        return json.dumps(asdict(self), sort_keys=True)

    def to_text(self) -> str:
        """Return a table to read."""
        rows = [f"{self.bench} on {self.machine}"]
        rows += [f"  {name:32} {value:12.4g}" for name, value in self.figures.items()]
        for peer, figures in self.against.items():
            rows += [f"  {peer + ': ' + name:32} {value:12.4g}" for name, value in figures.items()]
        rows += [f"  {name:32} {value:12.4g} x" for name, value in self.ratios.items()]
        return "\n".join(rows)
