import numpy as np
import pytest

from vision import bench
from vision.clutter import clutter
from vision.detection import TagDetector

KEYS = {
    "burst_recall",
    "sightings",
    "wrong_ids",
    "false_tags",
    "clutter_frames",
    "frame_ms",
    "cell_ms",
    "angle_error_deg",
    "centre_error_mm",
    "peak_mb",
}


def test_the_bench_measures_what_it_promises(monkeypatch):
    monkeypatch.setattr(bench, "ROUNDS", 1)
    result = bench.run(seconds=0.1, seed=2)

    assert result.bench == "vision"
    assert KEYS <= result.figures.keys()
    assert {"frame_vs_bare_detect", "cell_vs_frame"} == result.ratios.keys()
    assert result.figures["burst_recall"] == 1
    assert result.figures["wrong_ids"] == 0
    assert result.figures["centre_error_mm"] < 0.5
    assert result.figures["angle_error_deg"] < 0.3


def test_a_reader_that_names_wrong_cards_is_found_out(monkeypatch):
    """The bench itself must be able to fail."""
    seen = bench._matched

    def mixed_up(sightings, truths):
        return seen([s for s in sightings for _ in range(2)], truths)

    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "_matched", mixed_up)

    assert bench.run(seconds=0.1, seed=2).figures["wrong_ids"] > 0


@pytest.mark.parametrize("seed", range(3))
def test_clutter_holds_no_tags(seed):
    seen = TagDetector(range(62)).detect(clutter(np.random.default_rng(seed)))

    assert list(seen.ids) == []
    assert seen.strangers == ()
