"""The house's camera: opened, opened again, through its calibrated lens, and recorded."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.recorded import EventScript, EventWriter
from companion.sentences import Sentence, sentence
from companion.simulated_table import SimulatedTable
from companion.table import Table
from vision.calibration.errors import CalibrationError
from vision.calibration.profile_store import ProfileStore
from vision.camera import Camera, CameraError, CameraOptions, CameraProfile, LensMisfit
from vision.cameras import open_camera
from vision.cameras.simulated import SIMULATED
from vision.recorder import Recorder, RecordingCamera

#: The folder of calibrations in the data folder.
PROFILES = "profiles"
#: Specs that may come to a simulated table.
MAY_SIMULATE = ("auto", "simulated")

Say = Callable[[str], None]
LensOf = Callable[[CameraProfile], CameraProfile | None]


class Lenses:
    """The calibrated lenses in a folder. What is the matter with one is said once.

    Args:
        folder: of a `ProfileStore`.
        say: is told in a sentence for the host why a camera has not its newest lens.

    """

    def __init__(self, folder: Path, say: Say) -> None:
        self._store, self._say = ProfileStore(folder), say
        self._said: set[str] = set()

    def of(self, camera: CameraProfile) -> CameraProfile | None:
        """Return a camera's lens as it was calibrated; None: none that can be used."""
        try:
            loaded = self._store.load(camera)
        except (CalibrationError, OSError) as error:
            self.tell(_goes_without(error))
            return None
        if loaded is None:
            return None
        if loaded.note:
            self.tell(sentence("Calibration: {note}.", note=loaded.note))
        return loaded.profile.lens

    def tell(self, sentence: str) -> None:
        """Tell this once: a camera may be opened many times an evening."""
        if sentence not in self._said:
            self._said.add(sentence)
            self._say(sentence)


class HouseCamera:
    """Opens the camera of a house as often as it is needed, and keeps a recording.

    Args:
        spec: which camera: see `vision.cameras.open_camera`.
        lenses: of real cameras.
        record: a folder to keep frames and events in.

    """

    def __init__(self, spec: str, lenses: Lenses, record: Path | None) -> None:
        self._spec, self._lenses, self._record = spec, lenses, record
        #: What people said and when, where the camera is a recording that has it.
        self.script = script_of(spec)
        self._options = CameraOptions(full_speed=self.script is not None, lens_of=lenses.of)
        self._writer: EventWriter | None = None
        self._opened: Camera | None = None
        self.explanation: str = sentence("No pictures yet from camera {spec}.", spec=spec)

    def open_first(self, simulated: SimulatedTable | None) -> None:
        """Open the camera, so that what is wrong with it is known before anything starts.

        Where it is not there yet, that is told, and the evening starts without it. Raises
        CameraError where pictures are all that is wanted: for or from a recording.
        """
        if simulated is not None:
            lens_of = _either(simulated, self._lenses)
            self._options = replace(self._options, picture=simulated.frame, lens_of=lens_of)
        try:
            camera = self._fresh()
        except CameraError as error:
            if self._record is not None or self.script is not None:
                raise
            said = "No camera yet: {error}. It is looked for every two seconds."
            self._lenses.tell(sentence(said, error=error))
            return
        looking = sentence("Looking through {camera}.", camera=camera.name)
        self.explanation = camera.explanation or looking
        self._settle(camera)
        self._opened = camera if self._record is None else self._recorded(camera, self._record)

    @property
    def is_simulated(self) -> bool:
        """Tell whether the simulated table is what is looked at."""
        return self._spec == SIMULATED

    @property
    def hangs(self) -> bool:
        """Tell whether it hangs over a table, so that it may be moved between two evenings."""
        return not self._spec.startswith("files:")

    @property
    def may_reopen(self) -> bool:
        """Tell whether opening it anew loses nothing: no recording is made, and none played."""
        return self._record is None and self.hangs

    def reopen(self) -> Camera:
        """Return the camera, opened again unless it has not been used yet.

        Raises:
            CameraError: it is not there.

        """
        camera, self._opened = self._opened, None
        return camera or self._fresh()

    def heard(self, events: tuple[str, ...]) -> None:
        """Note events in the recording, if there is one."""
        if self._writer is not None:
            self._writer.heard(events)

    def before_frame(self, table: Table, number: int | None) -> None:
        """Let happen what happened before this frame when it was recorded; None: the rest."""
        if self.script is not None:
            self.script.play(table, number)

    def after_frame(self, number: int) -> None:
        """Note in the recording that this frame has been looked at."""
        if self._writer is not None:
            self._writer.frame(number)

    def close(self) -> None:
        """Finish the recording, and let go of a camera that nobody took."""
        if self._writer is not None:
            self._writer.close()
        if self._opened is not None:
            self._opened.close()

    def _settle(self, camera: Camera) -> None:
        """Stay with what "auto" has found: a Pi camera that fails is waited for."""
        if self._spec == "auto":
            self._spec = SIMULATED if camera.profile.camera_id == SIMULATED else "pi"

    def _fresh(self) -> Camera:
        try:
            return open_camera(self._spec, self._options)
        except LensMisfit as error:
            self._lenses.tell(_goes_without(error))
            return open_camera(self._spec, replace(self._options, lens_of=_unknown))

    def _recorded(self, camera: Camera, folder: Path) -> Camera:
        recorder = Recorder(folder, camera.profile)
        self._writer = EventWriter(folder)
        return RecordingCamera(camera, recorder)


def _goes_without(error: Exception) -> Sentence:
    return sentence("The camera goes without its calibration: {error}.", error=error)


def script_of(spec: str) -> EventScript | None:
    """Return what people said and when, where this camera is a recording that has it."""
    kind, _, folder = spec.partition(":")
    return EventScript.of(Path(folder).expanduser()) if kind == "files" else None


def _either(simulated: SimulatedTable, lenses: Lenses) -> LensOf:
    """Return where to look a lens up for whichever camera "auto" comes to."""

    def lens_of(camera: CameraProfile) -> CameraProfile | None:
        saved = lenses.of(camera)
        # A simulated lens is known without measuring, until somebody has measured it.
        return saved or (simulated.profile if camera.camera_id == SIMULATED else None)

    return lens_of


def _unknown(camera: CameraProfile) -> CameraProfile | None:
    return None
