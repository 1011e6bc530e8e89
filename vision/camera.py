"""What every camera gives: numbered frames, a profile of its lens, honest errors.

A camera is named by a short text, its *spec*: ``simulated``, ``files:DIR``, ``usb:0``,
``pi`` or ``auto``. The back-ends live in `vision.cameras`, one module each, and are
imported only when they are asked for.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

import cv2
import numpy as np
import numpy.typing as npt

from companion.game import TableError
from companion.sentences import sentence

Image = npt.NDArray[np.uint8]

#: The small grey picture the motion gate compares: width and height in pixels.
GREY_SIZE = (320, 180)
#: Longest wait for a frame, in seconds, where the caller names none.
CAPTURE_TIMEOUT_S = 2.0


class CameraError(TableError, RuntimeError):
    """The camera does not give frames; `reason` says why, `remedy` what to do now.

    Both are templates of a `Sentence`, with the same facts.
    """

    def __init__(self, reason: str, remedy: str, **facts: object) -> None:
        self.reason, self.remedy = sentence(reason, **facts), sentence(remedy, **facts)
        super().__init__(sentence("{reason}; {remedy}", reason=self.reason, remedy=self.remedy))


class LensMisfit(CameraError):
    """The lens profile belongs to another camera, resolution, crop or focus."""


class EndOfFrames(TableError, EOFError):
    """The recorded frames are all played. Nothing is wrong."""


@dataclass(frozen=True, slots=True)
class CameraProfile:
    """The lens behind the frames, as far as it is known.

    Args:
        camera_id: which camera, or "unknown".
        width: of the frames the intrinsics belong to, px.
        height: the same, px.
        intrinsics: row by row the nine numbers of the 3x3 camera matrix, px; None: unknown.
        distortion: OpenCV's k1, k2, p1, p2, k3; None: unknown.
        sensor: what else the intrinsics depend on (ScalerCrop, LensPosition, mode), as text.

    """

    camera_id: str = "unknown"
    width: int = 0
    height: int = 0
    intrinsics: tuple[float, ...] | None = None
    distortion: tuple[float, ...] | None = None
    sensor: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Tell whether the lens was ever calibrated."""
        return self.intrinsics is not None and self.distortion is not None

    def matrix(self) -> npt.NDArray[np.float64]:
        """Return the camera matrix, shape (3, 3), px; raise CameraError if unknown."""
        if self.intrinsics is None:
            raise CameraError(
                "the lens of {camera_id} is unknown",
                "calibrate the camera",
                camera_id=self.camera_id,
            )
        return np.array(self.intrinsics, dtype=np.float64).reshape(3, 3)

    def coefficients(self) -> npt.NDArray[np.float64]:
        """Return the distortion, shape (n,); zeros if unknown."""
        return np.array(self.distortion or (0.0,) * 5, dtype=np.float64)

    def scaled(self, width: int, height: int) -> "CameraProfile":
        """Return the same lens behind pictures of another size with the same field of view."""
        if not self.known or (width, height) == (self.width, self.height):
            return self
        scale = np.diag([width / self.width, height / self.height, 1.0])
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        # Pixel centres are whole numbers: the scaling is about the picture's edge.
        matrix = np.linalg.inv(half) @ scale @ half @ self.matrix()
        intrinsics = tuple(float(number) for number in matrix.ravel())
        return replace(self, width=width, height=height, intrinsics=intrinsics)

    def to_json(self) -> str:
        """Return the profile as the text of a `profile.json`."""
        return json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str, source: str) -> "CameraProfile":
        """Read what `to_json` wrote; `source` names the file in the CameraError."""
        remedy = "delete it to go on without, or write it anew by calibrating"
        try:
            return _profile(json.loads(text))
        except (KeyError, TypeError, ValueError) as error:
            raise CameraError(
                "{source} is not a camera profile ({error})",
                remedy,
                source=source,
                error=repr(error),
            ) from error


def _numbers(values: Any) -> tuple[float, ...] | None:
    if values is None:
        return None
    numbers = tuple(float(value) for value in values)
    if not np.isfinite(numbers).all():
        raise ValueError(f"not finite: {numbers}")
    return numbers


def _profile(data: Mapping[str, Any]) -> CameraProfile:
    intrinsics = _numbers(data["intrinsics"])
    if intrinsics is not None and len(intrinsics) != 9:
        raise ValueError(f"intrinsics are nine numbers, not {len(intrinsics)}")
    return CameraProfile(
        camera_id=str(data["camera_id"]),
        width=int(data["width"]),
        height=int(data["height"]),
        intrinsics=intrinsics,
        distortion=_numbers(data["distortion"]),
        sensor={str(key): str(value) for key, value in dict(data["sensor"]).items()},
    )


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    Args:
        image: shape (height, width, 3), BGR.
        grey: the same moment, small: shape (180, 320).
        time_s: when it was exposed, on the monotonic clock, seconds.
        number: counts the frames of this camera from 1.

    """

    image: Image
    grey: Image
    time_s: float
    number: int


def grey_of(picture: Image) -> Image:
    """Return a BGR picture in grey; one that is grey already stays itself."""
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def small_grey(image: Image) -> Image:
    """Return the motion gate's picture of a BGR frame, shape (180, 320).

    Every fourth pixel is enough: the gate asks whether something moves, not what.
    """
    step = max(1, image.shape[1] // (2 * GREY_SIZE[0]))
    thinned = np.ascontiguousarray(image[::step, ::step])
    grey = cv2.cvtColor(thinned, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, GREY_SIZE, interpolation=cv2.INTER_AREA), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Control:
    """Something about a camera that a person may set.

    Args:
        name: "exposure" (ms), "gain", "red" and "blue" (gains of white balance),
            "temperature" (of white balance, kelvin) or "focus" (dioptres, or what the
            driver of a USB camera makes of it).
        value: as the camera reads it back; None: it does not say.
        low: the smallest value; None: the camera does not say.
        high: the largest.

    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None

    def check(self, value: float, camera: str) -> None:
        """Refuse a value that is out of range, in the name of a camera; raise CameraError."""
        low = value if self.low is None else self.low
        high = value if self.high is None else self.high
        if not low <= value <= high:
            raise CameraError(
                "{camera} can't set {control} to {value}",
                "choose another value",
                camera=camera,
                control=self.name,
                value=f"{value:g}",
            )


class Camera(ABC):
    """A source of frames. Use it as a context manager, from one thread."""

    #: What a person calls it.
    name: str
    #: Why `open_camera("auto")` chose it, as a sentence; empty if it was asked for.
    explanation: str = ""

    @property
    @abstractmethod
    def profile(self) -> CameraProfile:
        """Return what is known of the lens."""

    @abstractmethod
    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the next frame.

        Raises:
            CameraError: no frame within `timeout_s` seconds, or the camera is gone.
            EndOfFrames: a recording is over.

        """

    def flush(self) -> None:  # noqa: B027 - most cameras keep nothing back
        """Make the next frame one that is exposed from now on, as after a button."""

    def controls(self) -> tuple[Control, ...]:
        """Return what can be set, with the values it has now; empty if nothing can."""
        return ()

    def adjust(self, name: str, value: float) -> None:
        """Set one of the controls and hold it; raise CameraError if that can't be."""
        raise CameraError(
            "{camera} lets nothing be set ({control})",
            "go on with it as it is",
            camera=self.name,
            control=name,
        )

    def lock(self) -> None:
        """Let exposure, white balance and focus find themselves once more, then hold them.

        Raises:
            CameraError: this camera has no such automatics, or they fail.

        """
        raise CameraError(
            "{camera} has nothing to lock", "go on with it as it is", camera=self.name
        )

    def close(self) -> None:  # noqa: B027
        """Let the camera go; closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """What a back-end may need to know.

    Args:
        width: of the frames asked for, px.
        height: the same, px.
        fps: frames a second at most.
        full_speed: replay files as fast as they are read instead of as recorded.
        picture: draws the simulated table: () -> BGR image; needed by "simulated" only.
        profile: the calibrated lens, if there is one for this camera.
        lens_of: looks the calibrated lens up, where no `profile` is given. It is told id
            and resolution as soon as a real camera knows them.

    """

    width: int = 2304
    height: int = 1296
    fps: float = 10.0
    full_speed: bool = False
    picture: Callable[[], Image] | None = None
    profile: CameraProfile | None = None
    lens_of: Callable[[CameraProfile], CameraProfile | None] = lambda camera: None

    def fitted(self, camera: CameraProfile) -> "CameraOptions":
        """Return the options with the lens of this camera in them, if there is one."""
        return self if self.profile else replace(self, profile=self.lens_of(camera))

    def __post_init__(self) -> None:
        """Refuse sizes and rates no camera has, with a CameraError."""
        if min(self.width, self.height) < 1 or not 0 < self.fps <= 1000:
            asked = f"{self.width}x{self.height} at {self.fps:g} frames a second"
            raise CameraError("no camera gives {asked}", "ask for 2304x1296 at 10", asked=asked)
