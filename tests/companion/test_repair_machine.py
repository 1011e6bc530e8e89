"""Random legal and illegal handling of cards; the table's instructions always lead back."""

from contextlib import suppress
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from companion.cards import Seat
from companion.commands import HOST, AskAdopt, AskUndo, Consent, Declare, Refused
from companion.game import TABLE, Message, TableError
from companion.snapshot import Snapshot
from companion.table import AdoptTable, Observe, Tick
from tests.companion.evening import P1, P2, P3, Evening
from tests.companion.tabletop import Mender, Tabletop, back_where_it_belongs

SEATS = (P1, P2, P3)
seats = st.sampled_from(SEATS)
#: More than any table here can take: beyond it the instructions go round in circles.
ENDLESS = 30


class Repairs(RuleBasedStateMachine):
    """A real table beside a live one; both must always come together again."""

    @initialize(seed=st.integers(0, 10_000), logged=st.sets(seats))
    def sit_down(self, seed: int, logged: set[Seat]) -> None:
        self.evening = Evening(logged=sorted(logged))
        self.evening.deal()
        self.top, self.logged = Tabletop(SEATS, Random(seed)), logged
        self.look()

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.mend()
            self.evening.table.close()

    # --- what people do as they should ----------------------------------------------------

    @rule(seat=seats)
    def tell(self, seat: Seat) -> None:
        """Tell the own phone what is held."""
        if seat in self.logged and self.top.hands[seat]:
            self.say(f"{seat} holds {' '.join(self.top.hands[seat])}")

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Do one thing that is due, with the cards that are really held."""
        session = self.evening.table.session()
        assert session.play is not None
        state = session.play.state
        acts = [a for a in session.game.legal(state) if self.can_do(a)]
        if not acts:
            return
        chosen = data.draw(st.sampled_from(acts[:40]))
        self.do(chosen)
        self.look()
        if self.snapshot(chosen.seat).question or dict(chosen.path()).get("verb") not in SEEN:
            self.say(str(chosen))
        self.look()

    def can_do(self, action: object) -> bool:
        face = getattr(action, "face", None)
        verb = dict(action.path()).get("verb")  # type: ignore[attr-defined]
        seat: Seat = action.seat  # type: ignore[attr-defined]
        return verb not in LAYS or face in self.top.hands[seat]

    def do(self, action: object) -> None:
        verb = dict(action.path()).get("verb")  # type: ignore[attr-defined]
        seat: Seat = action.seat  # type: ignore[attr-defined]
        if verb == "draw":
            self.top.draw(seat)
        elif verb in LAYS:
            self.top.lay(seat, action.face)  # type: ignore[attr-defined]

    # --- what people do as they should not -------------------------------------------------

    @rule(seat=seats, on=seats, which=st.integers(0, 1), look=st.booleans())
    def lay_any(self, seat: Seat, on: Seat, which: int, look: bool) -> None:
        """Lay a card out of turn, or on somebody's pile."""
        hand = self.top.hands[seat]
        if hand:
            self.top.lay(seat, hand[which % len(hand)], on)
            self.look(look)

    @rule(seat=seats, look=st.booleans())
    def draw_any(self, seat: Seat, look: bool) -> None:
        """Draw out of turn."""
        self.top.draw(seat)
        self.look(look)

    @rule(seat=seats, left=st.integers(0, 3))
    def draw_nearly_all(self, seat: Seat, left: int) -> None:
        """Let one seat take nearly the whole deck, or all of it."""
        while len(self.top.deck) > left:
            self.top.draw(seat)
        self.look()

    @rule(seat=seats, place=st.integers(0, 3), into=st.sampled_from(["hand", "fingers", "beside"]))
    def take_up(self, seat: Seat, place: int, into: str) -> None:
        """Take a card off a pile, back into the hand, or knock it off."""
        pile = self.top.piles[seat]
        if pile:
            card = pile.pop(place % len(pile))
            places = {"fingers": self.top.aside, "beside": self.top.beside}
            places.get(into, self.top.hands[seat]).append(card)
            self.look()

    @rule(source=seats, end=seats, place=st.integers(0, 3), to=st.integers(0, 3))
    def misplace(self, source: Seat, end: Seat, place: int, to: int) -> None:
        """Move a card to another place, of this pile or another one."""
        pile = self.top.piles[source]
        if pile:
            card = pile.pop(place % len(pile))
            self.top.piles[end].insert(to % (len(self.top.piles[end]) + 1), card)
            self.look()

    @rule(seat=seats)
    def exchange(self, seat: Seat) -> None:
        """Exchange the card just laid for another one out of the hand."""
        pile, hand = self.top.piles[seat], self.top.hands[seat]
        if pile and hand:
            pile[-1], hand[-1] = hand[-1], pile[-1]
            self.look()

    @rule(seat=seats)
    def lift_or_lower(self, seat: Seat) -> None:
        """Take a hand up, or put it down."""
        self.top.lifted ^= {seat}
        self.look()

    @rule(turn=st.booleans())
    def disturb_the_deck(self, turn: bool) -> None:
        """Lift the deck, or turn it."""
        if turn:
            self.top.deck_turned = not self.top.deck_turned
        else:
            self.top.deck_in_the_air = not self.top.deck_in_the_air
        self.look()

    @rule(by=st.sampled_from([*SEATS, HOST]))
    def undo(self, by: str) -> None:
        """Ask for the last act back, by phone."""
        try:
            self.evening.table.do(AskUndo(by))
        except Refused:
            return
        self.look()

    # --- ways out --------------------------------------------------------------------------

    @rule()
    def mend(self) -> None:
        """Follow every instruction: no more of them than there were differences."""
        self.look()
        self.answer_what_is_asked()
        shown = self.wait()
        most, followed = shown.differences, list[Message]()
        while shown.repair is not None:
            assert shown.paused
            followed.append(shown.repair)
            assert len(followed) <= most, f"more than {most} instructions: {followed}"
            Mender(self.top, self.held()).follow(shown.repair)
            self.look()
            self.answer_what_is_asked()
            shown = self.wait()

        self.check_agreement(bool(most))

    @rule(agree=st.booleans())
    def decide_on_the_offer(self, agree: bool) -> None:
        """Answer what is offered, all alike."""
        for _ in SEATS:
            offer = self.snapshot(TABLE).offer
            if offer is not None:
                self.evening.table.do(Consent(offer.waiting[0], agree))

    @precondition(lambda self: hasattr(self, "evening"))
    @rule(everyone=st.booleans())
    def adopt(self, everyone: bool) -> None:
        """Say that the table is right: the host alone, or all together."""
        self.look()
        self.answer_what_is_asked()
        if self.wait().repair is None:
            return
        if everyone:
            self.evening.table.do(AskAdopt(P1))
            self.evening.table.do(Consent(P2, True))
            self.evening.table.do(Consent(P3, True))
        else:
            self.evening.table.do(AdoptTable())
        self.answer_what_is_asked()

        assert self.wait().repair is None
        assert self.snapshot(TABLE).offer is None

    # --- helpers ---------------------------------------------------------------------------

    def check_agreement(self, was_wrong: bool) -> None:
        session = self.evening.table.session()
        assert session.play is not None
        shown = self.snapshot(TABLE)
        assert not shown.paused
        assert shown.ruling == ()
        if was_wrong and shown.stage == "playing":
            assert shown.repaired is not None
        back_where_it_belongs(self.top, self.held())
        self.look()

    def held(self) -> dict[Seat, int]:
        """Return how many cards each seat should hold, as everybody may know."""
        view = self.snapshot(TABLE).view
        return {seen.seat: len(seen.hand) for seen in view.seats} if view else {}

    def answer_what_is_asked(self) -> None:
        for _ in range(ENDLESS):
            asked = self.snapshot(TABLE).question
            if asked is None:
                return
            choices = self.snapshot(asked.seat).question
            assert choices is not None
            assert choices.choices, "asked, but nothing to answer"
            self.say(choices.choices[0].notation)
        raise AssertionError("the table asks on and on")

    def say(self, line: str) -> None:
        with suppress(TableError):
            self.evening.table.do(Declare(Seat(line.split(maxsplit=1)[0]), line))

    def look(self, really: bool = True) -> None:
        if really:
            self.evening.table.do(Observe(self.top.layout(), self.top.warnings()))

    def wait(self) -> Snapshot:
        self.evening.clock.now += 2
        self.evening.table.do(Tick())
        return self.snapshot(TABLE)

    def snapshot(self, viewer: str) -> Snapshot:
        return self.evening.table.published(viewer).snapshot


LAYS = {"play", "drop", "show"}
SEEN = {"draw", *LAYS}

Repairs.TestCase.settings = settings(max_examples=40, stateful_step_count=20)
TestRepairs = Repairs.TestCase
