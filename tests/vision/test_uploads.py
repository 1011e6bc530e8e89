"""Pictures that people send: the usual ones come out clean, all others are refused."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.uploads import UploadError, clean_jpeg, picture_in, size_of


def photo(width: int = 80, height: int = 40, kind: str = ".jpg") -> bytes:
    """Return a picture that is red on its left half."""
    picture = np.full((height, width, 3), 255, np.uint8)
    picture[:, : width // 2] = (0, 0, 255)
    return cv2.imencode(kind, picture)[1].tobytes()


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """Return the picture with the EXIF data of a phone: how it was held, and a place."""
    entries = struct.pack("<HHII", 0x0112, 3, 1, orientation) + struct.pack(
        "<HHII", 0x010E, 2, 8, 38
    )
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 2) + entries + b"\0" * 4 + b"48.85 N\0"
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def bomb(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes that says it is huge."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 9999)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_picture_comes_out_as_it_went_in(kind: str) -> None:
    picture = picture_in(photo(kind=kind))

    assert picture.shape == (40, 80, 3)
    assert [round(value / 255) for value in picture[20, 10]] == [0, 0, 1]


def test_the_place_it_was_taken_is_gone_and_it_stands_upright() -> None:
    clean = clean_jpeg(with_exif(photo(), 6))

    assert b"48.85" in with_exif(photo(), 6)
    assert b"Exif" not in clean
    assert b"48.85" not in clean
    assert size_of(clean) == (40, 80)


def test_a_large_picture_is_made_smaller() -> None:
    assert size_of(clean_jpeg(photo(800, 400), longest=200)) == (200, 100)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_unknown"),
        (b"GIF89a" + b"\0" * 50, "picture_unknown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture_unknown"),
        (b"\xff\xd8\xff", "picture_unknown"),
        (b"\xff\xd8" + b"\xff" * 5000, "picture_unknown"),
        (photo()[:200], "picture_broken"),
        (photo(kind=".png")[:60], "picture_broken"),
        (bomb(60_000, 60_000), "picture_too_large"),
        (bomb(3, 3), "picture_too_large"),
        (b"\xff\xd8" + b"\0" * (13 << 20), "picture_too_large"),
    ],
)
def test_what_is_no_usable_picture_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(UploadError) as caught:
        picture_in(data)

    assert caught.value.code == code
