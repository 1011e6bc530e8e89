"""Pictures that people send: decoded with care, and made anew so that nothing else stays in.

A picture's size stands in its head, so one that would fill the memory is refused before
it is decoded. What comes out was encoded here: no EXIF, no place, no hidden bytes.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from companion.game import UnusablePicture
from vision.camera import Image

#: Larger files are refused unseen, bytes. Our pages shrink a picture before they send it.
MOST_BYTES = 8 * 1024 * 1024
#: Larger pictures are refused undecoded, pixels: decoded they take three bytes each.
MOST_PIXELS = 24_000_000
LEAST_SIDE = 16
_PNG = b"\x89PNG\r\n\x1a\n"
#: Start-of-frame markers of JPEG; the others of this range are tables.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
#: JPEG markers that have no length of their own.
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})


class UploadError(UnusablePicture):
    """What was sent is no picture that can be used; `code` says why."""


def picture_in(data: bytes) -> Image:
    """Return a JPEG or PNG picture upright, shape (height, width, 3), uint8, BGR.

    Raises UploadError for anything else, and for what is too large.
    """
    if len(data) > MOST_BYTES:
        raise UploadError("picture_too_large", f"{len(data)} bytes; send at most {MOST_BYTES}")
    width, height = size_of(data)
    if min(width, height) < LEAST_SIDE or width * height > MOST_PIXELS:
        what = f"{width} by {height} pixels; send at most {MOST_PIXELS} in all"
        raise UploadError("picture_too_large", what)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise UploadError("picture_broken", f"cannot be decoded: {error.code}") from error
    if picture is None or {*picture.shape[:2]} != {width, height}:
        raise UploadError("picture_broken", "the picture is damaged; take it again")
    return np.asarray(picture, np.uint8)


def clean_jpeg(data: bytes, longest: int = 1600, quality: int = 85) -> bytes:
    """Return a sent picture as a JPEG of ours whose longer side has at most `longest` pixels.

    Raises UploadError.
    """
    picture = picture_in(data)
    scale = longest / max(picture.shape[:2])
    if scale < 1:
        shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(shrunk, np.uint8)
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return encoded.tobytes()


def size_of(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels as the head of a JPEG or PNG says.

    Raises UploadError for a file of another kind.
    """
    if data.startswith(_PNG) and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"\xff\xd8"):
        for marker, start in _segments(data):
            if marker in _FRAMES and start + 7 <= len(data):
                height = int.from_bytes(data[start + 3 : start + 5], "big")
                return int.from_bytes(data[start + 5 : start + 7], "big"), height
    raise UploadError("picture_unknown", "neither JPEG nor PNG")


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield each marker of a JPEG and where its length stands."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _BARE:
            at += 2
        else:
            yield marker, at + 2
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
