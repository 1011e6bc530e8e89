"""A machine that plays whatever is legal, and what holds after every single act.

Who plays next, and who has seen which card, is worked out here from the acts alone.
"""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.cards import UNKNOWN, Face, Seat
from companion.game import TABLE, Setup
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.games.good_cop_bad_cop.actions import Act, Choose, Investigate, Mix, Use
from companion.games.good_cop_bad_cop.cards import (
    BLACKMAIL,
    COFFEE,
    GUN,
    METAL_DETECTOR,
    POLYGRAPH,
    SMOKE_GRENADE,
    WIRETAP,
)
from companion.games.good_cop_bad_cop.state import State, Step, Task
from companion.layout import Layout
from tests.games.good_cop_bad_cop.conftest import by_lot

GAME = GoodCopBadCop()
#: Equipment whose choice of a card is a look at it.
LOOKS = (METAL_DETECTOR, WIRETAP)


def announces(state: State) -> bool:
    """Tell whether an action is only announced now, for others may react to that."""
    return state.table.all_windows and state.due is not None and state.due.step is Step.ACTION


class Play(RuleBasedStateMachine):
    """A game by lot, its cards known from the deal on."""

    state: State

    @initialize(
        count=st.integers(4, 8),
        rules=st.tuples(*(st.sampled_from(r.values) for r in GAME.house_rules)),
    )
    def deal(self, count: int, rules: tuple[str, ...]) -> None:
        seats = tuple(Seat(f"p{place}") for place in range(1, count + 1))
        chosen = dict(zip((rule.name for rule in GAME.house_rules), rules, strict=True))
        setup = Setup(seats, seats[0], chosen)
        self.state = GAME.setup(replace(setup, deal=GAME.shuffled(setup, Random(count))))
        self.faces = self.cards()
        self.seen = {card.id: set(card.seen) for _, _, card in self.state.located()}
        self.clockwise, self.smoke, self.coffee = True, False, None
        self.acts = 0

    @precondition(lambda self: GAME.outcome(self.state) is None)
    @rule(lot=st.integers(0, 2**32))
    def act(self, lot: int) -> None:
        before = self.state
        action = GAME.forced(before) or by_lot(GAME, before, Random(lot))
        self.note_looks(before, action)
        self.note_order(action)
        self.state = GAME.apply(before, action)
        self.note_announced_look(before, action)
        self.note_open_cards()
        self.check_whose_turn(before)
        self.acts += 1

    @precondition(lambda self: GAME.outcome(self.state) is not None)
    @rule()
    def rest(self) -> None:
        """Find that a game that is over stays as it is: nobody is asked for anything."""
        assert GAME.forced(self.state) is None
        assert GAME.prompts(self.state) == ()

    # --- what the acts mean ----------------------------------------------------------------

    def note_looks(self, state: State, action: Act) -> None:
        """Work out who learns which card by this act."""
        due = state.due
        if isinstance(action, Mix):
            for card in state.player(action.seat).cards:
                self.seen[card.id] = {action.seat}
        elif isinstance(action, Investigate) and not announces(state):
            self.look(state, action.seat, action.target, action.place)
        elif isinstance(action, Choose) and due is not None:
            self.note_choice(state, action, Face(due.about))

    def note_announced_look(self, before: State, action: Act) -> None:
        """Work out that an investigation that was announced has been done."""
        announced = [task.act for task in before.agenda if task.step is Step.PERFORM]
        if announces(before):
            announced.append(action)
        waiting = [task.act for task in self.state.agenda if task.step is Step.PERFORM]
        for act in announced:
            given_up = self.state.ending or (act and self.state.due == Task(Step.ACTION, act.seat))
            done = act not in waiting and (act == action or not given_up)
            if isinstance(act, Investigate) and done:
                self.look(self.state, act.seat, act.target, act.place)

    def note_choice(self, state: State, action: Choose, face: Face) -> None:
        if face in LOOKS:
            self.look(state, action.seat, action.target, action.place)
        if face == POLYGRAPH:
            for one, other in ((action.seat, action.target), (action.target, action.seat)):
                for place in state.player(other).hidden:
                    self.look(state, one, other, place)
        due = state.due
        if face == BLACKMAIL and due is not None and due.card is not None:
            owner, _, card = state.where(due.card)
            other = state.player(action.target).card(action.place)
            self.seen[card.id].add(action.target)
            self.seen[other.id].add(owner)

    def look(self, state: State, seat: Seat, owner: Seat, place: str) -> None:
        self.seen[state.player(owner).card(place).id].add(seat)

    def note_open_cards(self) -> None:
        for _, _, card in self.state.located():
            if card.up:
                self.seen[card.id] = set(self.state.table.seats)

    def note_order(self, action: Act) -> None:
        if isinstance(action, Use):
            self.smoke ^= action.face == SMOKE_GRENADE
            self.coffee = action.seat if action.face == COFFEE else self.coffee

    def check_whose_turn(self, before: State) -> None:
        """Check who is next: Coffee's user, else the next one alive in the new direction."""
        had_coffee = self.coffee is not None and self.state.following is None
        if self.state.ending is not None or (self.state.turn == before.turn and not had_coffee):
            return
        self.clockwise ^= self.smoke
        seats = self.state.table.seats if self.clockwise else self.state.table.seats[::-1]
        at = seats.index(before.turn)
        alive = [s for s in (*seats[at + 1 :], *seats[: at + 1]) if not self.state.player(s).out]
        coffee = self.coffee if self.coffee in alive else None

        assert self.state.turn == (coffee or alive[0])
        assert self.state.clockwise == self.clockwise
        self.smoke, self.coffee = False, None

    # --- what always holds -----------------------------------------------------------------

    def cards(self) -> dict[int, Face]:
        lying = (card for _, _, card in self.state.located())
        return {card.id: card.face for card in (*lying, *self.state.removed)}

    @invariant()
    def every_card_is_there_once_and_keeps_its_face(self) -> None:
        if not hasattr(self, "state"):
            return
        known = {card: face for card, face in self.cards().items() if face != UNKNOWN}
        hands = (f for p in self.state.players for f in (*p.equipment, *p.front, *p.spent))
        tools = Counter((*self.state.stock, *self.state.discard, *hands))

        assert self.cards().keys() == self.faces.keys()
        assert known.items() <= self.faces.items()
        assert Counter(self.faces.values()) == Counter(self.state.table.integrity)
        assert (Counter(self.state.table.equipment) - tools).total() == tools[UNKNOWN]

    @invariant()
    def every_gun_lies_somewhere_on_the_table(self) -> None:
        if hasattr(self, "state"):
            lies: Layout = GAME.layout(self.state)

            assert sum(pile.face_up.count(GUN) for pile in lies.values()) == self.state.table.guns

    @invariant()
    def two_live_until_the_end_and_the_dead_hold_nothing(self) -> None:
        if hasattr(self, "state"):
            dead = [player for player in self.state.players if player.out]

            assert self.state.ending is not None or len(self.state.living()) >= 2
            assert not any(player.armed or player.equipment for player in dead)
            for seat, player in self.state.seated():
                if player.aim is not None:
                    assert player.armed
                    assert player.aim != seat
                    assert not self.state.player(player.aim).out

    @invariant()
    def who_has_seen_a_card_follows_the_card(self) -> None:
        if hasattr(self, "state"):
            for _, _, card in self.state.located():
                assert card.seen == self.seen[card.id]

    @invariant()
    def nobody_is_shown_a_hidden_card_that_he_has_not_seen(self) -> None:
        if not hasattr(self, "state"):
            return
        # A view takes long; in the course of a game everybody looks.
        for viewer in (TABLE, self.state.table.seats[self.acts % len(self.state.table.seats)]):
            hands = {seen.seat: seen.hand for seen in GAME.view(self.state, viewer).seats}
            for seat, player in self.state.seated():
                for card, face in zip(player.cards, hands[seat], strict=False):
                    assert face == UNKNOWN or card.up or viewer in card.seen


Play.TestCase.settings = settings(
    max_examples=8,
    stateful_step_count=60,
    deadline=None,
    # To shorten a failing game takes minutes; the seed tells enough.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestPlay = Play.TestCase
