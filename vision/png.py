"""Pictures as PNG files, without loss."""

import cv2
import numpy as np

from vision.camera import Image


def png(picture: Image) -> bytes:
    """Return a BGR picture as PNG."""
    _, data = cv2.imencode(".png", picture)
    return np.asarray(data).tobytes()


def picture_of(data: bytes) -> Image | None:
    """Return the BGR picture in a file of our own, None if it is damaged."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    return None if picture is None else np.asarray(picture, dtype=np.uint8)
