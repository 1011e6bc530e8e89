"""What marked backs tell the table: who holds what, and which card was put elsewhere.

What a back means is looked up in the deck's private key, and goes into the game as acts
that nobody hears of. Nothing else leaves this module but where a card belongs.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import PrintId
from companion.eye import QUIET_SECONDS, REPAIRED_SECONDS
from companion.game import Backs, Message
from companion.layout import Zone
from companion.marked_backs import RULE, STRANGER, KeyOf
from companion.session import Play, Session, is_over
from companion.snapshot import Sight

#: By row, from left to right: the print of each back, None where a card lies open.
Rows = Mapping[Zone, tuple[PrintId | None, ...]]


class BackReader:
    """Reads rows of marked backs; it never changes the session.

    Args:
        clock: monotonic seconds.
        key_of: the private keys.

    """

    def __init__(self, clock: Callable[[], float], key_of: KeyOf) -> None:
        self._clock, self._key_of = clock, key_of
        self._rows: Rows = {}
        self._unsettled: frozenset[Zone] = frozenset()
        self._wrong: Message | None = None
        self._since, self._repaired = 0.0, float("-inf")

    def see(self, rows: Rows, unsettled: frozenset[Zone]) -> None:
        """Take in the backs of a picture; `unsettled` zones tell nothing."""
        self._rows, self._unsettled = rows, unsettled

    def events(self, session: Session) -> tuple[str, ...]:
        """Return the events by which the game learns what it does not know yet."""
        return self._events(session, anew=False)

    def adopted(self, session: Session) -> tuple[str, ...]:
        """Return the events after which every card lies where the record has it.

        Not before all were told that one does not: whoever exchanges cards by stealth and
        says at once that the table is right would look at another's card on his own phone.
        """
        return self._events(session, anew=self._is_spoken_of)

    def disagrees(self, session: Session) -> bool:
        """Tell whether a card lies where another one belongs."""
        return self._misplaced(session) is not None

    def laid_over(self, sight: Sight, session: Session) -> Sight:
        """Return what screens may say, with a card that belongs elsewhere.

        It is told last, and once it has lain there for a while: hands are slow.
        """
        self._remember(self._misplaced(session))
        if sight.repair is not None or sight.forbidden is not None:
            return sight
        if self._is_spoken_of:
            return replace(sight, repair=self._wrong, differences=1, repaired=False)
        repaired = self._clock() - self._repaired < REPAIRED_SECONDS
        return replace(sight, repaired=sight.repaired or repaired)

    def _events(self, session: Session, *, anew: bool) -> tuple[str, ...]:
        play = _open(session)
        if play is None:
            return ()
        acts = session.game.read_backs(play.state, self._lying(play), anew=anew)
        return tuple(f"act {act}" for act in acts)

    def _misplaced(self, session: Session) -> Message | None:
        play = _open(session)
        return session.game.misplaced(play.state, self._lying(play)) if play else None

    def _lying(self, play: Play) -> Backs:
        """Return what lies in the rows by name; nothing where the key is not there."""
        key = self._key_of(play.record.setup.rules.get(RULE, ""))
        if key is None:
            return {}
        return {
            zone: tuple(None if back is None else key.cards.get(back, STRANGER) for back in row)
            for zone, row in self._rows.items()
            if zone not in self._unsettled
        }

    @property
    def _is_spoken_of(self) -> bool:
        return self._wrong is not None and self._clock() - self._since >= QUIET_SECONDS

    def _remember(self, wrong: Message | None) -> None:
        if wrong is not None and self._wrong is None:
            self._since, self._repaired = self._clock(), float("-inf")
        elif wrong is None and self._is_spoken_of:
            self._repaired = self._clock()
        self._wrong = wrong


def _open(session: Session) -> Play | None:
    """Return the game that is on, unless it is over: then cards are gathered up."""
    play = session.play
    return None if play is None or is_over(session.game, play) else play
