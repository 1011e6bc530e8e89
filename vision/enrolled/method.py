"""What an outline is compared with the photos by: one way for each kind of deck.

The finder says where a card may lie; a method says which one it is, if any. Assessing a
deck tries them all on its own photos, and the best is kept with the deck.
"""

from typing import Protocol

from vision.camera import Image
from vision.enrolled.compare import Comparison
from vision.enrolled.picture import Points


class Method(Protocol):
    """Compares outlines of pictures with the photos of one library."""

    def promise(self, picture: Image, outline: Points) -> float:
        """Return at little cost how like its best photo an outline might be, -1 to 1."""
        ...

    def compare(self, picture: Image, outline: Points, free: Image) -> Comparison | None:
        """Say what lies in an outline; None if too little of it is in sight.

        Args:
            picture: BGR.
            outline: (4, 2), px.
            free: a mask, 0 where a known card hides what is below.

        """
        ...

    def aligned(self, picture: Image, found: Comparison, free: Image) -> Comparison:
        """Return the comparison after laying the outline more exactly on the photo."""
        ...

    def second(self) -> "Method | None":
        """Return what to try where this one left paper unread, if there is anything."""
        ...
