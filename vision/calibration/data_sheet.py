"""What the makers say of their lenses: a second opinion on a measured focal length.

Raspberry Pi documentation, "Camera: hardware specification". Lenses on a C or CS mount (HQ
and Global Shutter cameras) are chosen by their owner, so nothing is known of them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DataSheet:
    """A camera with a fixed lens: sensor (px), pixel (micrometres), focal length (mm)."""

    name: str
    sensor: tuple[int, int]
    pixel_um: float
    focal_mm: float

    def focal_px(self, size: tuple[int, int], crop: tuple[int, int] | None = None) -> float:
        """Return the focal length in pixels of a picture.

        Args:
            size: of the picture, (width, height), px.
            crop: how much of the sensor it shows, (width, height) in sensor pixels; None:
                the largest part of the picture's shape.

        """
        width, height = size
        shown = min(self.sensor[0] / width, self.sensor[1] / height)
        if crop is not None:
            shown = min(crop[0] / width, crop[1] / height)
        return self.focal_mm / self.pixel_um * 1000 / shown


_THREE = DataSheet("Camera Module 3", (4608, 2592), 1.4, 4.74)
_THREE_WIDE = DataSheet("Camera Module 3 Wide", (4608, 2592), 1.4, 2.75)
#: By what libcamera calls the sensor, longer names first.
_SHEETS: tuple[tuple[str, tuple[DataSheet, ...]], ...] = (
    ("imx708_wide", (_THREE_WIDE,)),
    ("imx708_noir", (_THREE,)),
    ("imx708", (_THREE, _THREE_WIDE)),
    ("imx219", (DataSheet("Camera Module 2", (3280, 2464), 1.12, 3.04),)),
    ("ov5647", (DataSheet("Camera Module 1", (2592, 1944), 1.4, 3.6),)),
    ("imx500", (DataSheet("AI Camera", (4056, 3040), 1.55, 4.74),)),
)


def data_sheets(camera: str) -> tuple[DataSheet, ...]:
    """Return the data sheets a camera's id or model may have; empty if none is known.

    The id of a Camera Module 3 does not tell whether it is the wide one: both are returned.
    """
    name = camera.lower()
    return next((sheets for sensor, sheets in _SHEETS if sensor in name), ())


def nearest_sheet(
    camera: str, size: tuple[int, int], focal_px: float, crop: tuple[int, int] | None = None
) -> tuple[DataSheet, float] | None:
    """Return the data sheet that comes nearest and measured over promised focal length.

    None if nothing is known of the camera; the other arguments are as for `focal_px`.
    """
    ratios = [(sheet, focal_px / sheet.focal_px(size, crop)) for sheet in data_sheets(camera)]
    return min(ratios, key=lambda pair: abs(pair[1] - 1), default=None)


def crop_of(scaler_crop: str | None) -> tuple[int, int] | None:
    """Return width and height of libcamera's ScalerCrop, "(x, y, width, height)"."""
    numbers = (scaler_crop or "").strip("() ").split(",")
    try:
        _, _, width, height = (int(number) for number in numbers)
    except ValueError:
        return None
    return (width, height) if width > 0 and height > 0 else None
