"""A snapshot as a screen: text in the reader's language, what is secret kept apart.

The open part is made from what the table's own screen shows, so it is the same for every
seat. What only this seat may see stands under "secret", which a page may show only while
its player holds the cover open.
"""

from collections.abc import Iterable, Iterator

from companion.cards import Seat
from companion.commands import HOST
from companion.game import Message, SeatView, View
from companion.layout import Pile, Zone
from companion.snapshot import Question, RuleInfo, SeatInfo, Snapshot
from companion.verdicts import FindingInfo
from web.what_now import what_now
from web.words import Json, Words

#: Values of which a field has the one or the other.
_EITHER_OR = (("yes", "no"), ("clockwise", "counter_clockwise"))


def screen(own: Snapshot, public: Snapshot, words: Words) -> Json:
    """Return everything a page shows.

    Args:
        own: what this viewer may see.
        public: what the table's screen shows.
        words: the reader's language.

    """
    seat = Seat(own.viewer) if own.viewer in words.names else None
    return {
        **_open_part(public, words, seat),
        "language": words.language,
        "viewer": own.viewer,
        "you": _you(own, seat),
        "now": what_now(own, words, seat),
        "warnings": words.all_said((own if own.viewer == HOST else public).warnings),
        "secret": _secret(own, public, words) if seat else None,
        "host": _host(own, words) if own.viewer == HOST else None,
    }


def _open_part(public: Snapshot, words: Words, reader: Seat | None) -> Json:
    view = public.view
    return {
        "stage": public.stage,
        "game": {"name": public.game, "title": words.rulebook.title, "cards": public.cards},
        "places": public.places,
        "players": [_player(info, public, words) for info in public.seats],
        "common": _piles(view.common, public, words) if view else [],
        "notes": words.all_said(view.notes) if view else [],
        "history": words.all_said(public.history),
        "taken_back": public.taken_back,
        "ruling": words.all_said(public.ruling),
        "repair": words.said(public.repair) if public.repair else None,
        "mend": place_of(public.repair),
        "differences": public.differences,
        "paused": public.paused,
        "repaired": words.said(public.repaired) if public.repaired else None,
        "question": _question(public, words, reader),
        "offer": _offer(public, words, reader),
        "challenge": _about(public.challenge, "challenged", words),
        "claims": [_about(seat, "seat_claimed", words) for seat in public.claims],
        "watching": public.watching,
        "rules": [_rule(rule, words) for rule in public.rules],
        "outcome": _outcome(view, words) if view and not public.void else None,
        "void": public.void,
        "campaign": "campaign" in (view.sheet or {}) if view else False,
        "timer": _timer(public, words),
        "findings": [_finding(finding, words) for finding in public.findings],
    }


def place_of(repair: Message | None) -> Json | None:
    """Return whose place, and which, a repair speaks of."""
    if repair is None:
        return None
    facts = dict(repair.facts)
    return {"seat": facts.get("seat"), "place": facts.get("place", ""), "face": facts.get("face")}


def _timer(public: Snapshot, words: Words) -> Json:
    """Return the clocks: what is left, and until when one that runs has time."""
    times = [
        {
            "seat": time.seat,
            "name": words.name(time.seat),
            "left": time.left_s,
            "until": time.until_s,
            "level": time.level,
            "text": words.word(f"time_{time.level}") if time.level else "",
        }
        for time in public.times
    ]
    return {"minutes": public.timer_s // 60, "halted": public.halted, "times": times}


def _you(own: Snapshot, seat: Seat | None) -> Json | None:
    for info in own.seats:
        if info.seat == seat:
            return {"seat": info.seat, "name": info.name, "logged": info.logged}
    return None


def _player(info: SeatInfo, public: Snapshot, words: Words) -> Json:
    seen = _seat_view(public.view, info.seat)
    return {
        "seat": info.seat,
        "name": info.name,
        "phone": info.has_phone,
        "logged": info.logged,
        "claimed": info.seat in public.claims,
        "marks": [{"code": m, "text": words.word(m)} for m in seen.marks] if seen else [],
        "hand": words.cards(seen.hand) if seen else [],
        "piles": _piles(seen.piles, public, words) if seen else [],
    }


def _piles(piles: Iterable[tuple[Zone, Pile]], public: Snapshot, words: Words) -> list[Json]:
    """Return piles, each with how its cards lie."""
    kinds = dict(public.kinds)
    return [{**words.pile(zone, pile), "kind": kinds[zone].value} for zone, pile in piles]


def _seat_view(view: View | None, seat: Seat) -> SeatView | None:
    seats = view.seats if view else ()
    return next((seen for seen in seats if seen.seat == seat), None)


def _question(public: Snapshot, words: Words, reader: Seat | None) -> Json | None:
    if public.question is None:
        return None
    about = _about(public.question.seat, "question_for", words)
    return {**about, "mine": reader == public.question.seat} if about else None


def _offer(public: Snapshot, words: Words, reader: Seat | None) -> Json | None:
    offer = public.offer
    if offer is None:
        return None
    code = "adopt_offered" if offer.adopts else "undo_offered"
    message = Message(code, (("seat", offer.by), ("knower", " ".join(offer.waiting))))
    waiting = [{"seat": seat, "name": words.name(seat)} for seat in offer.waiting]
    mine = reader in offer.waiting
    return {**words.said(message), "adopts": offer.adopts, "waiting": waiting, "mine": mine}


def _finding(finding: FindingInfo, words: Words) -> Json:
    return {
        **words.said(finding.message),
        "key": finding.key,
        "should": finding.should,
        "stands": finding.stands,
        "public": finding.tellable,
    }


def _about(seat: Seat | None, code: str, words: Words) -> Json | None:
    if seat is None:
        return None
    return {**words.said(Message(code, (("seat", seat),))), "seat": seat}


def _rule(rule: RuleInfo, words: Words) -> Json:
    values = [{"value": v, "text": _value(rule.name, v, words)} for v in rule.values]
    text = next(v["text"] for v in values if v["value"] == rule.value)
    return {
        "name": rule.name,
        "label": words.word(rule.name),
        "value": rule.value,
        "text": text,
        "usual": rule.value == rule.values[0],
        "about": words.rulebook.words.get(f"{rule.name}_{rule.value}_about", "").splitlines(),
        "values": values,
        **words.clause(rule.clause),
    }


def _value(rule: str, value: str, words: Words) -> str:
    """Return what a value of a house rule is called; one of many goes by its own name."""
    called = words.word(f"{rule}_{value}")
    return called if called != f"{rule}_{value}" else f"{words.word(f'{rule}_any')} {value}"


def _outcome(view: View, words: Words) -> Json | None:
    if view.outcome is None:
        return None
    winners = [{"seat": s, "name": words.name(s)} for s in view.outcome.winners]
    return {**words.said(view.outcome.reason), "winners": winners}


def _secret(own: Snapshot, public: Snapshot, words: Words) -> Json:
    view, seen = own.view, _seat_view(own.view, Seat(own.viewer))
    return {
        "hand": words.cards(seen.hand) if seen else [],
        "others": list(_known_of_others(own, public, words)),
        "notes": words.all_said(view.notes) if view else [],
        "ruling": words.all_said(m for m in own.ruling if m not in public.ruling),
        "accused": own.accused,
        "choices": words.choices(view.choices) if view else [],
        "sheet": view.sheet if view else None,
        "held": _held(own, words),
        "question": words.choices(own.question.choices) if own.question else [],
    }


def _held(own: Snapshot, words: Words) -> Json | None:
    """Return the fan that this seat holds open to the camera, and what is slid up in it."""
    if own.held is None:
        return None
    return {"cards": words.cards(own.held.face_up), "raised": list(own.held.raised)}


def _known_of_others(own: Snapshot, public: Snapshot, words: Words) -> Iterator[Json]:
    """Yield hands of other seats of which this one knows more than everyone does."""
    for info in own.seats:
        mine, all_see = _seat_view(own.view, info.seat), _seat_view(public.view, info.seat)
        if info.seat != own.viewer and mine and all_see and mine.hand != all_see.hand:
            yield {"seat": info.seat, "name": info.name, "hand": words.cards(mine.hand)}


def _host(own: Snapshot, words: Words) -> Json:
    return {
        "games": list(own.games),
        "fewest": own.fewest,
        "question": words.choices(own.question.choices) if own.question else [],
        "spoken_for": [_speaks_for(question, words) for question in own.spoken_for],
        "unshown": [{"place": p, "name": _owner(p, words)} for p in own.unshown],
        "faces": [{"face": f, "name": n} for f, n in words.rulebook.faces.items()],
        "corrections": [_field(line, words) for line in own.corrections],
    }


def _field(line: str, words: Words) -> Json:
    """Return a field that may be corrected: what it is called, whose it is, how to write it."""
    field, _, value = line.partition(" = ")
    owner, _, name = field.rpartition(".")
    return {
        "field": field,
        "value": value,
        "label": words.word(f"field_{name}"),
        "hint": words.rulebook.words.get(f"field_{name}_hint", ""),
        "seat": owner or None,
        "name": words.name(Seat(owner)) if owner else "",
        "options": [{"value": v, "text": text} for v, text in _options(value, words)],
    }


def _options(value: str, words: Words) -> Iterator[tuple[str, str]]:
    """Yield what can be chosen instead of a value; nothing where it has to be written."""
    if Seat(value) in words.names:
        yield from words.names.items()
    for pair in _EITHER_OR:
        if value in pair:
            yield from ((one, words.word(f"value_{one}")) for one in pair)


def _owner(place: str, words: Words) -> str:
    """Return whose card it is; a place that is nobody's keeps its name."""
    return words.names.get(Seat(place), "")


def _speaks_for(question: Question, words: Words) -> Json:
    choices = words.choices(question.choices)
    return {"seat": question.seat, "name": words.name(question.seat), "choices": choices}
