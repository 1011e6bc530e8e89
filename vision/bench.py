"""Measure how well and how fast the table is read: `marshal bench vision`.

Scenes are drawn at random and rendered as camera frames; what the reader finds is held
against what lies there. A card counts as found if two of five frames show it. Times are
processor time of one core, medians of interleaved rounds.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.bench.result import BenchResult
from companion.cards import BACK, Deck, Face, Print, PrintId, Seat
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision import footprint, tags
from vision.camera import Image, grey_of
from vision.clutter import clutter
from vision.detection import TagDetector, cut_dictionary, tuned_parameters
from vision.plan import TablePlan, plan_table
from vision.printing import card_image
from vision.reader import Reader
from vision.reading import Sighting
from vision.simulated.difficulty import CARELESS, HARD, USUAL, Difficulty
from vision.simulated.renderer import Renderer
from vision.simulated.scatter import random_scene
from vision.simulated.things import Snapshot
from vision.simulated.truth import CardTruth

BURST = 5
ENOUGH_HITS = 2
SEATS = 5
ROUNDS = 15
#: A sighting further from every card of its print names the wrong card, mm.
ELSEWHERE_MM = 15.0
#: Of two equal cards at one place the one in sight is meant: the hidden one counts as
#: this much further off, mm.
HIDDEN_MM = 10.0
#: What `--hard` reads: cards in hard scenes, frames with clutter alone, and cards in scenes
#: harder than what is promised.
HARD_SIGHTINGS, HARD_CLUTTER, CARELESS_SIGHTINGS = 20_000, 200, 4_000
#: Shares of the time for scenes and for clutter; the rest is for timing.
SCENES_SHARE, CLUTTER_SHARE = 0.6, 0.25


@dataclass(slots=True)
class _Tally:
    """Counts and errors over many frames."""

    cards: int = 0
    found: int = 0
    clear: int = 0
    clear_found: int = 0
    sightings: int = 0
    wrong: int = 0
    scenes: int = 0
    centre_mm: list[float] = field(default_factory=list)
    angle_deg: list[float] = field(default_factory=list)


def run(seconds: float = 90.0, seed: int = 1) -> BenchResult:
    """Measure for about `seconds`, in scenes drawn from `seed`."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _run(seconds, seed)
    finally:
        cv2.setNumThreads(threads)


def run_hard(
    sightings: int = HARD_SIGHTINGS,
    clutter_frames: int = HARD_CLUTTER,
    careless_sightings: int = CARELESS_SIGHTINGS,
    seed: int = 2,
) -> BenchResult:
    """Read hard scenes alone until so many cards were read, and so many tag-free frames."""
    tally = _read_scenes(HARD, sightings, seed)
    false_tags, frames = _false_tags(_deck(), seed, lambda frames: frames >= clutter_frames)
    figures = _quality(tally) | {"false_tags": false_tags, "clutter_frames": frames}
    if careless_sightings:
        beyond = _quality(_read_scenes(CARELESS, careless_sightings, seed))
        for name in ("cards_in_sight", "burst_recall", "wrong_ids"):
            figures[f"careless_{name}"] = beyond[name]
    return BenchResult("vision --hard", figures)


def _read_scenes(difficulty: Difficulty, sightings: int, seed: int) -> _Tally:
    deck, plan = _deck(), _plan()
    rng, tally = Random(seed), _Tally()
    eye = _eye(rng, deck, plan, difficulty)
    reader = Reader(plan, deck, profile=eye.profile)
    while tally.sightings < sightings:
        _burst(eye, reader, random_scene(rng, deck, plan, difficulty).snapshot(), tally)
    return tally


def _run(seconds: float, seed: int) -> BenchResult:
    deck, plan = _deck(), _plan()
    rng = Random(seed)
    tally, difficulties = _Tally(), (USUAL, HARD)
    until = time.monotonic() + seconds * SCENES_SHARE
    eyes = [_eye(rng, deck, plan, difficulty) for difficulty in difficulties]
    while time.monotonic() < until or not tally.scenes:
        for eye, difficulty in zip(eyes, difficulties, strict=True):
            scene = random_scene(rng, deck, plan, difficulty).snapshot()
            _burst(eye, Reader(plan, deck, profile=eye.profile), scene, tally)
    until = time.monotonic() + seconds * CLUTTER_SHARE
    clutter_until = until
    false_tags, clutter_frames = _false_tags(
        deck, seed, lambda _: time.monotonic() >= clutter_until
    )
    table = _table(eyes[0], Reader(plan, deck, profile=eyes[0].profile), rng)
    spent = _interleaved(table.calls())
    figures = _quality(tally) | table.figures(spent)
    figures |= {"false_tags": false_tags, "clutter_frames": clutter_frames}
    figures["peak_mb"] = footprint.peak_mb(table.frame, deck, plan, eyes[0].profile)
    return BenchResult("vision", figures, table.peers(spent), table.ratios(spent))


def _deck() -> Deck:
    """Return twenty faces and a back, each face with its own tags."""
    fronts = tuple(Print(PrintId(f"{n % 10}{'ab'[n // 10]}"), Face(str(n % 10))) for n in range(20))
    return Deck("bench", (*fronts, Print(PrintId("back"), BACK, 20)), 0)


def _plan() -> TablePlan:
    seats = tuple(Seat(f"p{n}") for n in range(1, SEATS + 1))
    specs = [ZoneSpec(Zone("deck"), ZoneKind.STACK)]
    for seat in seats:
        specs.append(ZoneSpec(Zone(f"{seat}.pile"), ZoneKind.FAN, seat))
        specs.append(ZoneSpec(Zone(f"{seat}.hand"), ZoneKind.HAND, seat))
    return plan_table(specs, seats)


def _eye(rng: Random, deck: Deck, plan: TablePlan, difficulty: Difficulty) -> Renderer:
    scene = random_scene(rng, deck, plan, difficulty)
    return Renderer(scene, plan, card_image, difficulty=difficulty, seed=rng.getrandbits(31))


def _burst(eye: Renderer, reader: Reader, scene: Snapshot, tally: _Tally) -> None:
    truths = eye.truths(scene)
    hits: Counter[str] = Counter()
    for _ in range(BURST):
        sightings = reader.read(eye.frame_of(scene)).sightings
        tally.sightings += len(sightings)
        for sighting, truth in _matched(sightings, truths):
            if truth is None:
                tally.wrong += 1
                continue
            hits[truth.handle] += 1
            tally.centre_mm.append(_apart_mm(sighting, truth))
            turned = sighting.angle_deg - truth.pose.angle_deg
            tally.angle_deg.append(abs((turned + 180) % 360 - 180))
    for truth in truths:
        found = hits[truth.handle] >= ENOUGH_HITS
        tally.cards += bool(truth.visible_tags)
        tally.found += bool(truth.visible_tags) and found
        tally.clear += bool(truth.clear_tags)
        tally.clear_found += bool(truth.clear_tags) and found
    tally.scenes += 1


def _matched(
    sightings: Iterable[Sighting], truths: Sequence[CardTruth]
) -> Iterator[tuple[Sighting, CardTruth | None]]:
    """Yield each sighting with the card it is of, or None if it names a wrong one."""
    free = set(range(len(truths)))
    for sighting in sightings:
        same = [n for n in free if truths[n].shows == sighting.print_id]
        off = {
            n: _apart_mm(sighting, truths[n]) + HIDDEN_MM * (not truths[n].visible_tags)
            for n in same
        }
        nearest = min(same, key=lambda n: off[n], default=None)
        if nearest is None or _apart_mm(sighting, truths[nearest]) > ELSEWHERE_MM:
            yield sighting, None
        else:
            free.discard(nearest)
            yield sighting, truths[nearest]


def _apart_mm(sighting: Sighting, truth: CardTruth) -> float:
    return float(np.hypot(sighting.x_mm - truth.pose.x_mm, sighting.y_mm - truth.pose.y_mm))


def _quality(tally: _Tally) -> dict[str, float]:
    return {
        "scenes": tally.scenes,
        "cards_in_sight": tally.cards,
        "burst_recall": tally.found / max(tally.cards, 1),
        "cards_with_a_clear_tag": tally.clear,
        "clear_burst_recall": tally.clear_found / max(tally.clear, 1),
        "sightings": tally.sightings,
        "wrong_ids": tally.wrong,
        "angle_error_deg": float(np.median(tally.angle_deg)),
        "angle_error_p99_deg": float(np.percentile(tally.angle_deg, 99)),
        "centre_error_mm": float(np.median(tally.centre_mm)),
        "centre_error_p99_mm": float(np.percentile(tally.centre_mm, 99)),
    }


def _slots(deck: Deck) -> list[int]:
    return [*tags.slots([deck]), tags.MAT_SLOT]


def _false_tags(deck: Deck, seed: int, enough: Callable[[int], bool]) -> tuple[int, int]:
    """Count tags found in pictures that hold none, and the pictures."""
    detector, rng = TagDetector(_slots(deck)), np.random.default_rng(seed)
    false_tags = frames = 0
    while not frames or not enough(frames):
        seen = detector.detect(clutter(rng))
        false_tags += len(seen.ids) + len(seen.strangers)
        frames += 1
    return false_tags, frames


Spent = Mapping[str, npt.NDArray[np.float64]]


@dataclass(slots=True)
class _TimedTable:
    """A frame to read in several ways: ours, and bare calls of OpenCV's detector."""

    reader: Reader
    frame: Image
    grey: Image
    cells: tuple[Zone, ...]
    cards: int
    tuned: cv2.aruco.ArucoDetector
    usual: cv2.aruco.ArucoDetector

    def calls(self) -> dict[str, Callable[[], object]]:
        """Return what to time, by name; cells go by the names of their zones."""
        calls: dict[str, Callable[[], object]] = {
            "frame": partial(self.reader.read, self.frame),
            "bare": partial(self.tuned.detectMarkers, self.grey),
            "usual": partial(self.usual.detectMarkers, self.grey),
        }
        cells = {name: partial(self.reader.read_zone, self.frame, name) for name in self.cells}
        return calls | cells

    def figures(self, spent: Spent) -> dict[str, float]:
        """Return our own times."""
        cells = [_median_ms(spent[name]) for name in self.cells]
        return {
            "frame_ms": _median_ms(spent["frame"]),
            "cell_ms": float(np.median(cells)),
            "cell_max_ms": max(cells),
            "cards_in_frame": self.cards,
        }

    def peers(self, spent: Spent) -> dict[str, dict[str, float]]:
        """Return OpenCV's times, and how many of the tags its defaults find."""
        found = [len(d.detectMarkers(self.grey)[0]) for d in (self.usual, self.tuned)]
        return {
            "bare_detect": {"frame_ms": _median_ms(spent["bare"])},
            "opencv_defaults": {
                "frame_ms": _median_ms(spent["usual"]),
                "tags_found_share": found[0] / max(found[1], 1),
            },
        }

    def ratios(self, spent: Spent) -> dict[str, float]:
        """Return medians over the rounds, so that a busy machine disturbs both sides."""
        cells = [float(np.median(spent[name] / spent["frame"])) for name in self.cells]
        return {
            "frame_vs_bare_detect": float(np.median(spent["frame"] / spent["bare"])),
            "cell_vs_frame": float(np.median(cells)),
        }


def _table(eye: Renderer, reader: Reader, rng: Random) -> _TimedTable:
    frame = eye.frame_of(random_scene(rng, reader.deck, reader.plan, USUAL).snapshot())
    grey = grey_of(frame)
    cards = reader.read(frame).sightings
    cells = {card.zone for card in cards if card.zone is not None}
    ids = np.array([tags.tag_id(s, c) for s in _slots(reader.deck) for c in range(tags.CORNERS)])
    tuned = tuned_parameters(grey.shape[1], max(grey.shape))
    return _TimedTable(
        reader=reader,
        frame=frame,
        grey=grey,
        cells=tuple(sorted(cells)),
        cards=len(cards),
        tuned=cv2.aruco.ArucoDetector(cut_dictionary(ids), tuned),
        usual=cv2.aruco.ArucoDetector(tags.dictionary(), cv2.aruco.DetectorParameters()),
    )


def _median_ms(seconds: npt.NDArray[np.float64]) -> float:
    return float(np.median(seconds) * 1000)


def _interleaved(calls: Mapping[str, Callable[[], object]]) -> Spent:
    """Return the processor time of each call in each round, s; the calls take turns."""
    spent = {name: np.empty(ROUNDS) for name in calls}
    for number in range(ROUNDS):
        for name, call in calls.items():
            start = time.process_time()
            call()
            spent[name][number] = time.process_time() - start
    return spent
