"""What each viewer sees, under a number that moves only when his own view changed."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from companion.game import TABLE, Viewer
from companion.session import Session
from companion.snapshot import Sight, Snapshot, snapshot, viewers


@dataclass(frozen=True, slots=True)
class Published:
    """A viewer's snapshot and the number of its changes."""

    revision: int
    snapshot: Snapshot

    @property
    def json(self) -> str:
        """Return the snapshot as JSON, the same bytes for equal snapshots."""
        return self.snapshot.to_json()


class Publisher:
    """Holds every viewer's last snapshot. May be read from any thread."""

    def __init__(self) -> None:
        """Start with nothing published."""
        self._changed = threading.Condition()
        self._published: Mapping[Viewer, Published] = {}

    def publish(self, session: Session, sight: Sight) -> None:
        """Publish every viewer's snapshot; only what changed gets a new revision."""
        fresh = {viewer: self._next(session, sight, viewer) for viewer in viewers(session)}
        with self._changed:
            before, self._published = self._published, fresh
            # A clock that ticks wakes nobody while every screen stays as it is.
            if any(fresh[viewer] is not before.get(viewer) for viewer in fresh):
                self._changed.notify_all()

    def published(self, viewer: Viewer) -> Published:
        """Return what `viewer` sees now; unknown viewers see what the table sees."""
        published = self._published
        return published.get(viewer) or published[TABLE]

    def screens(self, viewer: Viewer) -> tuple[Published, Published]:
        """Return what the table's screen shows and what `viewer` sees, of one moment."""
        published = self._published
        return published[TABLE], published.get(viewer) or published[TABLE]

    def wait(self, viewer: Viewer, revision: int, timeout_s: float) -> int:
        """Wait until the viewer's revision is not `revision`; return the present one."""
        with self._changed:
            self._changed.wait_for(lambda: self.published(viewer).revision != revision, timeout_s)
            return self.published(viewer).revision

    def _next(self, session: Session, sight: Sight, viewer: Viewer) -> Published:
        shown = snapshot(session, sight, viewer)
        last = self._published.get(viewer)
        if last is not None and last.snapshot == shown:
            return last
        return Published(last.revision + 1 if last else 1, shown)
