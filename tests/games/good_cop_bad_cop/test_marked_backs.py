"""Marked backs: the camera alone knows who holds what, and nobody hears of it but who may."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.arbiter import sayable
from companion.cards import UNKNOWN, Seat
from companion.game import TABLE, Backs, Correction, NotationError, Setup, SetupError
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.games.good_cop_bad_cop.actions import PLACES
from companion.games.good_cop_bad_cop.cards import INTEGRITY
from companion.games.good_cop_bad_cop.state import State
from companion.games.good_cop_bad_cop.surroundings import row_zone
from companion.layout import Zone
from companion.marked_backs import STRANGER, CardName, card_names, face_of

GAME = GoodCopBadCop(lambda: ("A3F",))
SEATS = tuple(Seat(f"p{n}") for n in range(1, 5))
Rows = dict[Seat, list[CardName]]
names = card_names(GAME.deck, INTEGRITY)
#: A deal of four by name: a leader each with p1 and p2.
DEALT: Mapping[str, str] = {
    "p1": "agent.1 honest.1 crooked.1",
    "p2": "kingpin.1 crooked.2 honest.2",
    "p3": "honest.3 honest.4 crooked.3",
    "p4": "crooked.4 crooked.5 honest.5",
}


def dealt(**rows: str) -> Rows:
    return {Seat(s): [CardName(n) for n in row.split()] for s, row in {**DEALT, **rows}.items()}


def seen(state: State, rows: Rows) -> Backs:
    """Return what a camera with the key reads of these rows; open cards show no back."""
    return {
        row_zone(seat): tuple(
            None if card.up else name
            for name, card in zip(names, state.player(seat).cards, strict=True)
        )
        for seat, names in rows.items()
    }


def read(state: State, rows: Rows, *, anew: bool = False) -> State:
    for act in GAME.read_backs(state, seen(state, rows), anew=anew):
        state = GAME.apply(state, GAME.parse(str(act)))
    return state


def begun(*lines: str, logged: tuple[str, ...] = (), **rows: str) -> State:
    """Return a game in which these rows were read, and then these acts done."""
    rules = {"backs": "A3F"}
    state = GAME.setup(Setup(SEATS, SEATS[0], rules, frozenset(map(Seat, logged))))
    return after(read(state, dealt(**rows)), *lines)


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, GAME.parse(line))
    return state


def hands(state: State, viewer: str) -> list[str]:
    return [" ".join(seat.hand[:3]) for seat in GAME.view(state, viewer).seats]


def test_each_phone_knows_its_own_cards_at_once_and_nobody_elses() -> None:
    state = begun()

    assert hands(state, "p1") == ["agent honest crooked", *["? ? ?"] * 3]
    assert hands(state, "p4") == [*["? ? ?"] * 3, "crooked crooked honest"]
    assert hands(state, TABLE) == ["? ? ?"] * 4


def test_reading_is_no_act_that_anyone_hears_of_or_can_say() -> None:
    blank = GAME.setup(Setup(SEATS, SEATS[0], {"backs": "A3F"}))
    (act, *_) = GAME.read_backs(blank, seen(blank, dealt()))

    for viewer in (TABLE, *SEATS):
        assert GAME.seen_by(blank, act, viewer) is None
        assert GAME.told(blank, act, viewer) is None
    assert not [a for a in GAME.candidates(blank) if type(a) is type(act)]
    with pytest.raises(NotationError, match="nothing that a player says"):
        sayable(GAME, blank, "p1 lays agent.1 ? ?")


def test_reading_one_row_changes_nobody_elses_view() -> None:
    blank = GAME.setup(Setup(SEATS, SEATS[0], {"backs": "A3F"}))
    state = read(blank, {Seat("p2"): dealt()[Seat("p2")]})

    for viewer in (TABLE, "p1", "p3", "p4"):
        assert GAME.view(state, viewer) == GAME.view(blank, viewer)
    assert GAME.layout(state) == GAME.layout(blank)
    assert GAME.prompts(state) == GAME.prompts(blank)
    assert hands(state, "p2") != hands(blank, "p2")


def test_plain_backs_tell_nothing() -> None:
    state = GAME.setup(Setup(SEATS, SEATS[0]))

    assert GAME.read_backs(state, seen(state, dealt())) == ()
    assert GAME.misplaced(state, seen(state, dealt())) is None


def test_a_rule_that_is_no_deck_is_refused() -> None:
    with pytest.raises(SetupError, match="A3F"):
        GAME.setup(Setup(SEATS, SEATS[0], {"backs": "mine"}))


def test_an_investigator_sees_what_he_looked_at_without_telling() -> None:
    state = begun("p1 investigates p2 left")

    assert hands(state, "p1")[1] == "kingpin ? ?"
    assert hands(state, "p3")[1] == "? ? ?"


def test_until_the_first_act_cards_may_be_dealt_anew() -> None:
    state = read(begun(), dealt(p1="honest.3 honest.1 crooked.1", p3="agent.1 honest.4 crooked.3"))

    assert hands(state, "p1")[0] == "honest honest crooked"
    assert hands(state, "p3")[2] == "agent honest crooked"
    assert hands(state, "p1")[2] == "? ? ?"


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ({"p1": "crooked.1 honest.1 agent.1"}, "back_elsewhere p1 left p1 right"),
        # Two alike: no face has changed place, but a card has (GC-26).
        ({"p3": "honest.4 honest.3 crooked.3"}, "back_elsewhere p3 left p3 middle"),
        (
            {"p2": "kingpin.1 crooked.4 honest.2", "p4": "crooked.2 crooked.5 honest.5"},
            "back_elsewhere p2 middle p4 left",
        ),
        ({"p4": "crooked.9 crooked.5 honest.5"}, "back_new p4 left"),
        ({"p4": "? crooked.5 honest.5"}, "back_strange p4 left A3F"),
    ],
)
def test_a_card_put_elsewhere_is_told_by_its_place_alone(rows: dict[str, str], wrong: str) -> None:
    state = begun("p1 arms")
    told = GAME.misplaced(state, seen(state, dealt(**rows)))

    assert told is not None
    assert " ".join((told.code, *(value for _, value in told.facts))) == wrong
    assert told.clause == "GC-26"
    assert GAME.read_backs(state, seen(state, dealt(**rows))) == ()
    assert GAME.misplaced(state, seen(state, dealt())) is None


def test_a_lifted_card_and_an_open_one_tell_nothing() -> None:
    state = begun("p1 arms", "p1 flips middle honest")
    lifted = {**seen(state, dealt()), row_zone(Seat("p2")): dealt()[Seat("p2")][1:]}

    assert GAME.misplaced(state, {zone: tuple(row) for zone, row in lifted.items()}) is None
    assert GAME.misplaced(state, seen(state, dealt())) is None


def test_the_record_can_follow_the_table_and_what_was_seen_goes_with_the_card() -> None:
    state = begun("p1 investigates p3 left", *(f"p{n} passes" for n in range(1, 5)))
    swapped = dealt(p3="honest.4 honest.3 crooked.3")
    followed = read(state, swapped, anew=True)

    assert hands(state, "p1")[2] == "honest ? ?"
    assert hands(followed, "p1")[2] == "? honest ?"
    assert GAME.misplaced(followed, seen(followed, swapped)) is None


def test_a_card_of_another_face_than_its_back_says_is_refused_to_its_player_alone() -> None:
    state = begun("p1 arms")
    (wrong,) = GAME.violations(state, GAME.parse("p1 flips left honest"))

    assert (wrong.code, wrong.secret_of) == ("not_by_its_back", "p1")
    assert dict(wrong.facts)["deck"] == "A3F"


def test_what_a_phone_was_told_otherwise_is_said_there_and_without_names_to_all() -> None:
    state = GAME.setup(Setup(SEATS, SEATS[0], {"backs": "A3F"}, frozenset({SEATS[0]})))
    state = read(after(state, "p1 holds honest honest crooked"), dealt())
    notes = {v: [n.code for n in GAME.view(state, v).notes] for v in ("p1", "p2", TABLE)}

    assert "backs_differ" in notes["p1"]
    assert not {"backs_differ", "words_disagree"} & {*notes["p2"], *notes[TABLE]}
    assert hands(state, "p1")[0] == "agent honest crooked"

    (told,) = [n for n in GAME.view(after(state, "p1 equips"), TABLE).notes if n.clause == "GC-26"]
    assert (told.code, told.facts) == ("words_disagree", ())


def test_mixed_cards_are_read_anew() -> None:
    """Flashbang (GC-E05): its player may lay them as he likes, and others forget them."""
    state = begun("p1 uses flashbang")
    mixed = dealt(p1="crooked.1 agent.1 honest.1")

    assert GAME.misplaced(state, seen(state, mixed)) is None
    assert GAME.read_backs(state, seen(state, mixed)) == ()

    state = after(state, "p1 mixes")
    assert hands(state, "p1")[0] == "? ? ?"
    assert hands(read(state, mixed), "p1")[0] == "crooked agent honest"


def test_nothing_is_told_of_who_is_shot_before_the_cards_lie_open() -> None:
    lines = ["p1 arms", "p1 flips middle honest", "p1 aims p2"]
    lines += [f"p{n} {act}" for n in (2, 3, 4) for act in ("equips", "returns")]
    lines += ["p1 shoots p2", *(f"p{n} passes" for n in range(1, 5))]
    state = begun(*lines)
    rightly, wrongly = (
        GAME.violations(state, GAME.parse(f"p2 reveals {faces}"))
        for faces in ("kingpin crooked honest", "honest crooked honest")
    )

    assert GAME.forced(state) is None
    assert (len(rightly), [fault.secret_of for fault in wrongly]) == (0, ["p2"])


def test_a_deck_that_was_not_chosen_is_told_before_the_first_act() -> None:
    state = read(GAME.setup(Setup(SEATS, SEATS[0], {"backs": "A3F"})), dealt(p2="? ? ?"))
    twice = dealt(p2="agent.1 crooked.2 honest.2")
    told = GAME.misplaced(state, seen(state, dealt(p2="? ? ?")))

    assert told is not None
    assert told.code == "back_strange"
    assert GAME.misplaced(state, seen(state, twice)).code == "back_strange"
    assert GAME.misplaced(state, seen(state, dealt())) is None


@given(st.integers(0, 2**32), st.booleans(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_what_lies_there_is_read_once_and_no_card_is_lost(
    seed: int, started: bool, anew: bool
) -> None:
    """However cards lie, even some twice or of no deck, a second look brings nothing new."""
    rng, state = Random(seed), begun(*(["p1 arms"] if started else []))
    for _ in range(4):
        laid = [rng.choice(names[:14]) for _ in range(12)] if rng.random() < 0.3 else []
        laid = laid or rng.sample([*names[:14], STRANGER], 12)
        rows = {seat: laid[3 * n : 3 * n + 3] for n, seat in enumerate(SEATS)}
        if rng.random() < 0.3:
            del rows[rng.choice(SEATS)]
        state = read(state, rows, anew=anew)
        cards = [card for _, _, card in state.located()]
        known = [card.name for card in cards if card.name]

        assert GAME.read_backs(state, seen(state, rows), anew=anew) == ()
        assert sorted(card.id for card in cards) == list(range(12))
        assert len(set(known)) == len(known)
        assert all(card.face == face_of(card.name) for card in cards if card.name)


# --- twins: nothing that a viewer is shown depends on cards he may not know ---------------


@st.composite
def deals(draw: st.DrawFn) -> tuple[Rows, Rows, int]:
    """Return a deal and another one that p1 cannot tell from it, and a seed."""
    rng = Random(draw(st.integers(0, 2**32)))
    cards = rng.sample(names[2:], 10) + list(names[:2])
    rng.shuffle(cards)
    rows = {seat: cards[3 * n : 3 * n + 3] for n, seat in enumerate(SEATS)}
    others = [card for seat in SEATS[1:] for card in rows[seat]]
    rng.shuffle(others)
    twin = {seat: others[3 * n : 3 * n + 3] for n, seat in enumerate(SEATS[1:])}
    return rows, {SEATS[0]: rows[SEATS[0]], **twin}, rng.randrange(2**32)


def shown(state: State, lying: Backs) -> list[object]:
    """Return all that p1 and the table get to see, and what everyone is told of places."""
    views = [GAME.view(state, viewer) for viewer in (TABLE, "p1")]
    told = [v for act in GAME.candidates(state) for v in GAME.violations(state, act)]
    open_reasons = [v for v in told if v.secret_of in (None, "p1")]
    return [
        *views,
        open_reasons,
        GAME.layout(state),
        GAME.prompts(state),
        GAME.corrections(state),
        GAME.knowledge(state),
        GAME.misplaced(state, lying),
    ]


def moved(rows: Rows, seed: int) -> Rows:
    """Return the rows after the same two cards changed places in either twin."""
    rng, laid = Random(seed), {seat: [*row] for seat, row in rows.items()}
    (one, at), (other, there) = rng.sample([(s, n) for s in SEATS for n in range(3)], 2)
    laid[one][at], laid[other][there] = laid[other][there], laid[one][at]
    return laid


#: Public acts of anyone that reveal no card.
QUIET = (
    "p1 equips",
    "p1 returns",
    "p2 investigates p3 middle",
    *(f"p{n} passes" for n in (1, 2, 3, 4)),
)


def twin_sights(rows: Rows, seed: int) -> list[object]:
    state = GAME.setup(Setup(SEATS, SEATS[0], {"backs": "A3F"}))
    found = []
    for row in ([SEATS[2]], SEATS):
        state = read(state, {seat: rows[seat] for seat in row})
        found += shown(state, seen(state, rows))
    for line in QUIET:
        state = after(state, line)
        found += shown(state, seen(state, moved(rows, seed)))
    state = read(state, moved(rows, seed), anew=True)
    # What p1 holds of others' cards after an exchange he may look at (GC-27).
    return [*found, *(GAME.view(state, TABLE), GAME.layout(state), GAME.corrections(state))]


@given(deals())
@settings(max_examples=25, deadline=None)
def test_hidden_cards_of_others_show_nowhere(pair: tuple[Rows, Rows, int]) -> None:
    rows, twin, seed = pair

    assert twin_sights(rows, seed) == twin_sights(twin, seed)


def test_the_same_check_finds_a_name_in_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the table's screen is given each card's own name, to draw it in its place."""
    plain = GAME.layout

    def leaky(state: State):  # type: ignore[no-untyped-def]
        names = {Zone(str(c.name)): plain(state)[row_zone(s)] for s, _, c in state.located()}
        return {**plain(state), **names}

    monkeypatch.setattr(GAME, "layout", leaky)
    one, other = dealt(), dealt(p2=DEALT["p3"], p3=DEALT["p2"])

    assert twin_sights(one, 1) != twin_sights(other, 1)


def test_names_say_their_faces() -> None:
    assert {face_of(name) for name in names} == set(INTEGRITY)
    assert len(names) == len(set(names)) == 24
    assert STRANGER == UNKNOWN
    assert PLACES == ("left", "middle", "right")


def test_a_deck_that_is_chosen_stays_on_offer_though_its_key_is_gone() -> None:
    def backs(game: GoodCopBadCop, **chosen: str) -> tuple[str, ...]:
        return next((r.values for r in game.offered_rules(chosen) if r.name == "backs"), ())

    assert backs(GAME) == backs(GAME, backs="A3F") == ("plain", "A3F")
    assert backs(GAME, backs="B40") == ("plain", "A3F", "B40")
    assert backs(GoodCopBadCop(), backs="B40") == ("plain", "B40")
    assert GoodCopBadCop().offered_rules({}) == GoodCopBadCop().house_rules


def test_a_card_whose_back_denies_what_all_have_seen_is_of_another_deck() -> None:
    state = begun("p1 arms", "p1 flips middle honest", "p1 aims p2", p1="agent.1 ? crooked.1")
    down = GAME.correct(state, Correction("p1.integrity", "? ? ?"))
    right, wrong = (
        seen(down, dealt(p1=f"agent.1 {n} crooked.1")) for n in ("honest.9", "crooked.9")
    )
    told = GAME.misplaced(down, wrong)

    assert [str(act) for act in GAME.read_backs(down, right)] == ["p1 lays ? honest.9 ?"]
    assert GAME.read_backs(down, wrong) == ()
    assert told is not None
    assert (told.code, dict(told.facts)["place"]) == ("back_strange", "middle")
