"""Games as they are really played: with real cards, some of them told, and one rule broken."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Setup
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Draw,
    Drop,
    Hold,
    Look,
    Play,
    Show,
    Sprung,
)
from companion.games.deadlock_city.state import State, Step

GAME = DeadlockCity()


@dataclass
class Evening:
    """A table with real cards, and the record that is made of what its players do.

    `lie_at` is the number of the step from which on the first chance to break a rule is
    taken; `broken` are the steps at which one was.
    """

    setup: Setup
    rng: Random
    lie_at: int = 10_000
    acts: list[Act] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        deal = GAME.shuffled(self.setup, self.rng)
        self.hands = {seat: list(deal[seat]) for seat in self.setup.seats}
        self.stock = [*deal["stock"], *deal["hidden"]]
        self.state: State = GAME.setup(self.setup)

    def play(self) -> "Evening":
        """Play until the game is over, or until nothing can be said any more."""
        for seat in self.setup.seats:
            self.tell(seat)
        while self.state.agenda and self.step():
            pass
        return self

    def step(self) -> bool:
        due = self.state.agenda[0]
        action = GAME.forced(self.state) or self.chosen(due.step, due.seat)
        if action is not None and GAME.violations(self.state, action):
            self.do(Hold(action.seat, tuple(self.hands[action.seat])))
        if action is None or GAME.violations(self.state, action) or not self.is_so(action):
            return False
        self.do(action)
        self.move(action)
        return True

    def is_so(self, action: Act) -> bool:
        """Tell whether the cards allow it; what a phone was told wrongly may not be so."""
        if isinstance(action, Play | Drop | Show):
            return action.face in self.hands[action.seat]
        named = self.state.played.number if self.state.played else None
        return not isinstance(action, Answer) or not action.hit or named in self.hands[action.seat]

    def do(self, action: Act) -> None:
        if not self.is_right(action):
            self.broken.append(len(self.acts))
        self.acts.append(action)
        self.state = GAME.apply(self.state, action)

    def lies(self) -> bool:
        return not self.broken and len(self.acts) >= self.lie_at

    # --- what is right ----------------------------------------------------------------

    def is_right(self, action: Act) -> bool:
        hand = self.hands[action.seat]
        if isinstance(action, Hold):
            return sorted(action.faces) == sorted(hand)
        if isinstance(action, Play):
            return action.face == "7" or "7" not in hand or not {"5", "6"} & set(hand)
        if isinstance(action, Look) and action.face == UNKNOWN:
            return isinstance(self.truth(action.seat), Look)
        if isinstance(action, Answer | Look | Sprung | Compare):
            return action == self.truth(action.seat)
        return True

    def truth(self, seat: Seat) -> Act:
        play, own = self.state.played, self.hands[seat][0]
        assert play is not None
        if play.effect == "1":
            return Answer(seat, own == play.number)
        assert play.target is not None
        other = self.hands[play.target][0]
        if other == "0":
            return Sprung(seat)
        if play.effect == "3":
            return Look(seat, other)
        if own == other:
            return Compare(seat, None)
        return Compare(seat, seat if own < other else play.target)

    # --- what is done -----------------------------------------------------------------

    def chosen(self, step: Step, seat: Seat) -> Act | None:
        hand = self.hands[seat]
        match step:
            case Step.DRAW | Step.REDRAW:
                return Draw(seat)
            case Step.DROP:
                return Drop(seat, hand[0])
            case Step.SHOW:
                return Show(seat, hand[0])
            case Step.PLAY:
                return self.chosen_play(seat)
        return self.reveal(seat)

    def chosen_play(self, seat: Seat) -> Act | None:
        acts = [a for a in GAME.legal(self.state) if isinstance(a, Play)]
        held = [a for a in acts if a.face in self.hands[seat]]
        wanted = [a for a in held if self.is_right(a) != self.lies()]
        acts = wanted or [a for a in held if self.is_right(a)]
        return self.rng.choice(acts) if acts else Hold(seat, tuple(self.hands[seat]))

    def reveal(self, seat: Seat) -> Act:
        truth = self.truth(seat)
        if isinstance(truth, Look) and (seat not in self.setup.logged or self.rng.random() < 0.5):
            truth = Look(seat)
        if not self.lies():
            return truth
        if isinstance(truth, Answer):
            return Answer(seat, False)
        if isinstance(truth, Sprung) and self.state.agenda[0].step is Step.LOOK:
            return Look(seat)
        play = self.state.played
        if isinstance(truth, Compare) and play is not None:
            return self.rng.choice([Compare(seat, loser) for loser in (seat, play.target, None)])
        return truth

    def tell(self, seat: Seat) -> None:
        hand = tuple(self.hands[seat])
        if seat in self.setup.logged and hand and not self.state.player(seat).out:
            told = Hold(seat, (self.rng.choice("02345689"), *hand[1:])) if self.lies() else None
            if told is None or GAME.violations(self.state, told):
                told = Hold(seat, hand)
            self.do(told)

    def move(self, action: Act) -> None:
        """Move the real cards."""
        hand = self.hands[action.seat]
        if isinstance(action, Draw):
            hand.append(self.stock.pop(0))
            self.tell(action.seat)
        elif isinstance(action, Play | Drop | Show):
            hand.remove(action.face)
        if isinstance(action, Play) and action.effect == "4" and action.target:
            hands, target = self.hands, action.target
            hands[action.seat], hands[target] = hands[target], hands[action.seat]
            self.tell(action.seat)
            self.tell(target)


def evening(seats: int, seed: int, logged: int = 0, lie_at: int = 10_000) -> Evening:
    """Return an evening that was played; the first `logged` players tell their phones."""
    rng = Random(seed)
    names = tuple(Seat(f"p{number}") for number in range(1, seats + 1))
    rules = {rule.name: rng.choice(rule.values) for rule in GAME.house_rules}
    setup = Setup(names, rng.choice(names), rules, frozenset(names[:logged]))
    return Evening(setup, rng, lie_at).play()


def shown(played: Evening) -> dict[str, tuple[Face, ...]]:
    """Return the cards that are turned up after the end."""
    return {seat: tuple(hand) for seat, hand in played.hands.items() if hand}


# --- every past, one by one ---------------------------------------------------------------


def deals(played: Evening) -> Iterator[dict[str, tuple[Face, ...]]]:
    """Yield every deal that the cards put down, shown and turned up allow."""
    left = {face: GAME.deck.copies(face) for face in GAME.deck.faces()}
    yield from _dealt(played, {}, [], left, 0)


def _dealt(
    played: Evening,
    hands: dict[Seat, tuple[Face, ...]],
    cards: list[tuple[str, Face]],
    left: dict[Face, int],
    at: int,
) -> Iterator[dict[str, tuple[Face, ...]]]:
    missing = [seat for seat in played.setup.seats if seat not in hands]
    action = played.acts[at] if at < len(played.acts) else None
    if missing or isinstance(action, Draw):
        seat = missing[0] if missing else action.seat
        place = str(seat) if missing else "stock"
        for face in [face for face, count in left.items() if count]:
            fewer = {**left, face: left[face] - 1}
            grown = {**hands, seat: (*hands.get(seat, ()), face)}
            yield from _dealt(played, grown, [*cards, (place, face)], fewer, at + (not missing))
    elif action is not None:
        moved = _moved(hands, action)
        if moved is not None:
            yield from _dealt(played, moved, cards, left, at + 1)
    elif all(sorted(hands[seat]) == sorted(held) for seat, held in played.hands.items()):
        yield _as_deal(cards, left)


def _moved(hands: dict[Seat, tuple[Face, ...]], action: Act) -> dict[Seat, tuple[Face, ...]] | None:
    if not isinstance(action, Play | Drop | Show):
        return hands
    hand = list(hands[action.seat])
    if action.face not in hand:
        return None
    hand.remove(action.face)
    moved = {**hands, action.seat: tuple(hand)}
    if isinstance(action, Play) and action.effect == "4" and action.target:
        one, two = action.seat, action.target
        moved[one], moved[two] = moved[two], moved[one]
    return moved


def _as_deal(cards: list[tuple[str, Face]], left: dict[Face, int]) -> dict[str, tuple[Face, ...]]:
    deal: dict[str, tuple[Face, ...]] = {}
    for place, face in cards:
        deal[place] = (*deal.get(place, ()), face)
    rest = [face for face, count in left.items() for _ in range(count)]
    return {**deal, "stock": (*deal.get("stock", ()), *rest[1:]), "hidden": (rest[0],)}


def broken_in(played: Evening, deal: dict[str, tuple[Face, ...]]) -> frozenset[int]:
    """Return the steps that break a rule if this was the deal, by the rules themselves."""
    setup = played.setup
    state = GAME.setup(Setup(setup.seats, setup.first, setup.rules, frozenset(), deal))
    broken = set()
    for number, action in enumerate(played.acts):
        if isinstance(action, Hold):
            if sorted(action.faces) != sorted(state.player(action.seat).hand):
                broken.add(number)
            continue
        due = GAME.forced(state)
        as_done = (
            Look(action.seat) if isinstance(due, Look) and action == Look(action.seat) else due
        )
        if GAME.violations(state, action) or as_done not in (None, action):
            broken.add(number)
        state = GAME.after(state, action)
    return frozenset(broken)
