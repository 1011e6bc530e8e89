"""Why a declared play is illegal: first each card by itself, then what it all comes to."""

from collections.abc import Callable, Iterator, Mapping

from companion.game import Violation
from companion.games.deadeye_dinah.actions import Play, Played
from companion.games.deadeye_dinah.cards import CardId, Item, Kind, Outlaw
from companion.games.deadeye_dinah.numbers import HIGHEST, LOWEST
from companion.games.deadeye_dinah.resolution import (
    RIFLE_ADDS,
    ROPE_BINDS,
    Upshot,
    kind_of,
    left_standing,
    may_bind,
    raised,
    shoots_all,
    upshot,
    used_as,
)
from companion.games.deadeye_dinah.state import Job, State

_CLAUSES = {
    Item.ROPE: "DD-17",
    Item.KNIFE: "DD-17",
    Item.FIRE: "DD-19",
    Item.HORSE: "DD-23",
    Item.RIFLE: "DD-14",
    Item.FLASK: "DD-18",
    Item.TIN_STAR: "DD-16",
    Item.DYNAMITE: "DD-22",
}
_IN_DUELS = (Item.FIRE, Item.FLASK, Item.RIFLE)


def refuse(state: State, code: str, clause: str, **facts: str) -> Violation:
    """Return a reason that rests on the player's own cards."""
    return Violation(code, tuple(facts.items()), clause, secret_of=state.seat)


def play_faults(
    state: State, job: Job, play: Play
) -> tuple[tuple[Violation, ...], frozenset[CardId]]:
    """Return every reason against the play, and what it loses where it may be made.

    What a play comes to is only asked where each of its cards may be played at all.
    """
    found = declared_faults(state, job, play)
    if found:
        return found, frozenset()
    result = upshot(job, play)
    return tuple(_result_faults(state, job, play, result)), result.lost


def declared_faults(state: State, job: Job, play: Play) -> tuple[Violation, ...]:
    """Return why cards can't be played like that, whatever comes of it.

    How items are used is only asked where every card is in hand and may be played.
    """
    found = tuple(_hand_faults(state, job, play))
    return found or (*_item_faults(state, job, play), *_option_faults(state, job, play))


def _hand_faults(state: State, job: Job, play: Play) -> Iterator[Violation]:
    cards = [played.card for played in play.cards]
    for card in dict.fromkeys(cards):
        if card not in job.hand:
            yield refuse(state, "not_in_hand", "DD-47", card=card)
        elif card == job.resting:
            yield refuse(state, "horse_rests", "DD-23", face=_face(job, card))
        if cards.count(card) > 1:
            yield refuse(state, "played_twice", "DD-04", card=card)
    for played in play.cards:
        if played.card in job.hand and played.as_item and used_as(job, played) is None:
            yield _no_item(state, job, played.card)
    if not play.cards and not play.ignores:
        yield Violation("nothing_played", (), "DD-47")


def _no_item(state: State, job: Job, card: CardId) -> Violation:
    printed = job.terms.deck.by_id[card].edge(job.hand[card].side).item
    if printed is None:
        return refuse(state, "no_item", "DD-21", face=_face(job, card))
    return refuse(state, "item_banned", "DD-39", item=printed.value)


def _item_faults(state: State, job: Job, play: Play) -> Iterator[Violation]:
    kind = kind_of(job)
    for played in play.cards:
        item = used_as(job, played)
        if item is None:
            continue
        if not _applies(job, item, kind):
            yield refuse(state, f"item_not_in_{kind.value}", _CLAUSES[item], item=item.value)
        else:
            yield from _TARGETS[item](state, job, play, played)


def _applies(job: Job, item: Item, kind: Kind) -> bool:
    """Tell whether an item may be played here; a peril's own top chance always may."""
    if kind is Kind.DUEL:
        return item in _IN_DUELS
    if kind is Kind.SHOOTOUT:
        return item is not Item.HORSE
    peril = job.terms.peril(job.scene)
    return item in (Item.RIFLE, Item.DYNAMITE) or (peril is not None and item is peril.item)


def _bound(state: State, job: Job, _play: Play, played: Played) -> Iterator[Violation]:
    item = used_as(job, played)
    assert item is not None
    yield from _only(state, played, item, "outlaws")
    most = ROPE_BINDS if item is Item.ROPE else 1
    if len(played.outlaws) > most or len(set(played.outlaws)) < len(played.outlaws):
        yield refuse(state, "too_many_bound", "DD-17", item=item.value, number=str(most))
    outlaws = job.terms.outlaws(job.scene) if job.scenes else ()
    for place in played.outlaws:
        if place not in may_bind(outlaws, item):
            yield refuse(state, f"{item.value}_not_on", "DD-17", place=str(place))


def _fire(state: State, job: Job, play: Play, played: Played) -> Iterator[Violation]:
    yield from _only(state, played, Item.FIRE, "on")
    if played.on is None:
        return
    if kind_of(job) is Kind.PERIL:
        yield refuse(state, "fire_in_peril", "DD-20")
    elif played.on not in _cards(play):
        yield refuse(state, "target_not_played", "DD-19", card=played.on)


def _rifle(state: State, job: Job, play: Play, played: Played) -> Iterator[Violation]:
    yield from _only(state, played, Item.RIFLE, "on", "widen")
    if (played.on is None) != (played.widen is None):
        yield refuse(state, "rifle_unclear", "DD-13", number=str(RIFLE_ADDS))
    elif played.widen and sum(played.widen) != RIFLE_ADDS:
        yield refuse(state, "rifle_three", "DD-13", number=str(RIFLE_ADDS))
    bullets = [other.card for other in play.cards if not other.as_item]
    if played.on is not None and played.on not in bullets:
        yield refuse(state, "rifle_no_bullet", "DD-14", card=played.on)


def _flask(state: State, job: Job, play: Play, played: Played) -> Iterator[Violation]:
    yield from _only(state, played, Item.FLASK, "on", "by")
    if played.on is None and played.by is None:
        return
    if kind_of(job) is Kind.PERIL:
        yield refuse(state, "flask_in_peril", "DD-42")
    elif played.on is None or played.by not in (-2, 2):
        yield refuse(state, "flask_two", "DD-18")
    elif played.on not in _cards(play):
        yield refuse(state, "target_not_played", "DD-18", card=played.on)
    elif not LOWEST <= flask_hat(job, played, played.on) <= HIGHEST:
        hat = flask_hat(job, played, played.on) - played.by
        facts = {"number": str(hat), "change": f"{played.by:+d}"}
        yield refuse(state, "flask_beyond", "DD-18", **facts)


def flask_hat(job: Job, flask: Played, card: CardId) -> int:
    """Return the hat that the Flask gives a card, before cover; it may lie beyond 0 to 9.

    The Flask card itself is turned by then (DD-18).
    """
    held = job.hand[card]
    side = held.side.turned if card == flask.card else held.side
    _, hat = job.terms.edge(card, side, job.is_lucky(card), kind_of(job))
    return hat + (flask.by or 0)


def _star(state: State, job: Job, _play: Play, played: Played) -> Iterator[Violation]:
    yield from _only(state, played, Item.TIN_STAR, "by")
    wanted = kind_of(job) is Kind.SHOOTOUT
    if wanted != (played.by in (-1, 1)):
        yield refuse(state, "star_one" if wanted else "star_in_peril", "DD-16")


def _plain(state: State, job: Job, _play: Play, played: Played) -> Iterator[Violation]:
    item = used_as(job, played)
    assert item is not None
    yield from _only(state, played, item)


def _only(state: State, played: Played, item: Item, *fields: str) -> Iterator[Violation]:
    """Refuse a target that this item does not take."""
    given = {
        "outlaws": bool(played.outlaws),
        "on": played.on is not None,
        "by": played.by is not None,
        "widen": played.widen is not None,
    }
    if any(present and name not in fields for name, present in given.items()):
        yield refuse(state, "wrong_target", _CLAUSES[item], item=item.value)


def _option_faults(state: State, job: Job, play: Play) -> Iterator[Violation]:
    kind = kind_of(job)
    allowed = job.terms.covers(job.scene) if kind is Kind.SHOOTOUT else (0,)
    if play.cover not in allowed:
        clause = {Kind.SHOOTOUT: "DD-11", Kind.PERIL: "DD-42", Kind.DUEL: "DD-36"}[kind]
        yield Violation("no_such_cover", (("change", f"{play.cover:+d}"),), clause)
    sources = [source for source, _ in play.ignores]
    for source, place in play.ignores:
        if kind is not Kind.SHOOTOUT or not _may_ignore(job, source, place):
            yield Violation("no_ignoring", (("source", source), ("place", str(place))), "DD-39")
        elif source in job.used or sources.count(source) > 1:
            yield Violation("ignored_already", (("source", source),), "DD-39")


def _may_ignore(job: Job, source: str, place: int) -> bool:
    outlaws = job.terms.outlaws(job.scene)
    leave = job.terms.ignoring.get(source)
    return leave is not None and 1 <= place <= len(outlaws) and leave.allows(outlaws[place - 1])


def _result_faults(state: State, job: Job, play: Play, result: Upshot) -> Iterator[Violation]:
    kind = kind_of(job)
    if kind is Kind.DUEL:
        yield from _duel_faults(state, job, play, result)
    elif not result.overcome:
        yield from _not_overcome(state, job, play)
    if kind is not Kind.PERIL:
        yield from _saving_faults(state, job, play, result)


def _not_overcome(state: State, job: Job, play: Play) -> Iterator[Violation]:
    if any(used_as(job, played) is Item.DYNAMITE for played in play.cards):
        yield refuse(state, "dynamite_seen", "DD-22")
    elif kind_of(job) is Kind.PERIL:
        yield refuse(state, "chances_missing", "DD-43")
    else:
        ranges = [card.bullets for card in raised(job, play)]
        places = [
            outlaw for outlaw in left_standing(job, play) if not shoots_all(ranges, (outlaw,))
        ]
        yield _left(state, places)


def _left(state: State, missed: list[Outlaw]) -> Violation:
    """Return the reason: nobody can hit some of them, or several want the same shot."""
    if missed:
        return refuse(state, "outlaws_left", "DD-08", number=str(len(missed)))
    return refuse(state, "shots_short", "DD-07")


def _saving_faults(state: State, job: Job, play: Play, result: Upshot) -> Iterator[Violation]:
    for played in play.cards:
        if used_as(job, played) is not Item.FIRE or played.on is None:
            continue
        if played.on not in result.shot:
            price = played.on in result.lost
            code, clause = ("fire_on_price", "DD-20") if price else ("fire_not_shot", "DD-19")
            yield refuse(state, code, clause, card=played.on)


def _duel_faults(state: State, job: Job, play: Play, result: Upshot) -> Iterator[Violation]:
    bullets = sum(not played.as_item for played in play.cards)
    if bullets != 1:
        yield refuse(state, "duel_one_bullet", "DD-36", number=str(bullets))
    if len(play.cards) - bullets > 1:
        yield refuse(state, "duel_one_item", "DD-36")
    if bullets == 1 and not result.overcome:
        facts = {"number": str(job.terms.boss.hat)}
        yield refuse(state, "boss_not_shot", "DD-38", **facts)


def _cards(play: Play) -> list[CardId]:
    return [played.card for played in play.cards]


def _face(job: Job, card: CardId) -> str:
    return job.terms.deck.by_id[card].face(job.hand[card].side)


_Check = Callable[[State, Job, Play, Played], Iterator[Violation]]
_TARGETS: Mapping[Item, _Check] = {
    Item.ROPE: _bound,
    Item.KNIFE: _bound,
    Item.FIRE: _fire,
    Item.HORSE: _plain,
    Item.RIFLE: _rifle,
    Item.FLASK: _flask,
    Item.TIN_STAR: _star,
    Item.DYNAMITE: _plain,
}
