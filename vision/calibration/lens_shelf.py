"""The saved lens of whichever camera is looked through, read once and kept in mind."""

import threading
from collections.abc import Callable
from dataclasses import replace

from vision.calibration.errors import CalibrationError
from vision.calibration.profile import CalibrationProfile
from vision.calibration.profile_store import ProfileStore
from vision.camera import CameraProfile


class LensShelf:
    """Saved lenses.

    Args:
        store: where they are.
        put: is called after a lens was saved, so that the camera looks through it.

    """

    def __init__(self, store: ProfileStore, put: Callable[[], None]) -> None:
        self._store, self._put = store, put
        self._lock = threading.RLock()
        self._of: CameraProfile | None = None
        self._stored: CalibrationProfile | None = None
        #: Why the saved lens can't be used; None: it can, or there is none.
        self.trouble: CalibrationError | None = None

    def stored(self, camera: CameraProfile) -> CalibrationProfile | None:
        """Return the camera's saved lens, None where there is none that fits."""
        bare = replace(camera, intrinsics=None, distortion=None)
        with self._lock:
            if self._of != bare:
                self._of, self._stored, self.trouble = bare, None, None
                try:
                    loaded = self._store.load(camera)
                    self._stored = None if loaded is None else loaded.profile
                except CalibrationError as error:
                    self.trouble = error
            return self._stored

    def put(self, profile: CalibrationProfile, *, same_lens: bool = False) -> None:
        """Save a lens; raise CalibrationError, the old one untouched, if that fails.

        With the `same_lens` as before the camera need not be told.
        """
        self._store.save(profile)
        self._forget()
        if not same_lens:
            self._put()

    def take_in(self, text: str, camera: CameraProfile) -> None:
        """Save a lens that was exported elsewhere.

        Raises:
            CalibrationError: it can't be read or belongs to something else; nothing changed.

        """
        profile = CalibrationProfile.from_json(text, "the file")
        profile.check_fits(camera)
        self.put(profile)

    def restore(self, camera: CameraProfile) -> None:
        """Bring the lens before the last one back; raise CalibrationError if there is none."""
        self._store.restore(camera)
        self._forget()
        self._put()

    def can_restore(self, camera: CameraProfile) -> bool:
        """Tell whether there is an earlier lens."""
        return self._store.has_earlier(camera)

    def _forget(self) -> None:
        with self._lock:
            self._of = None
