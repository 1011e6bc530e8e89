"""Who has seen which card, what phones were told of it, and what happens when it turns up."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Knowledge
from companion.games.good_cop_bad_cop.cards import LEADERS
from companion.games.good_cop_bad_cop.state import Card, Mistold, State

Ledger = frozenset[Knowledge]


def known_face(card: Card, viewer: Seat | None) -> Face:
    """Return what the viewer may know the card to be; nobody's word counts but his own.

    What another player told his phone shows on no other phone, not even on one whose
    player has seen the card: it could be wrong, and its coming would betray the telling.
    """
    if card.up:
        return card.face
    if viewer is None or viewer not in card.seen:
        return UNKNOWN
    if card.face != UNKNOWN:
        return card.face
    return card.word_of(viewer) or UNKNOWN


def looked_at(state: State, seat: Seat, owner: Seat, place: str) -> State:
    """Return the state in which `seat` has looked at a card."""
    card = state.player(owner).card(place)
    assert card is not None
    return state.with_card(owner, place, seen=card.seen | {seat})


def turned_up(state: State, seat: Seat, place: str, face: Face) -> State:
    """Return the state in which a card lies face up, and what was told of it is checked."""
    card = state.player(seat).card(place)
    assert card is not None
    words = dict.fromkeys((*card.doubted, *card.told))
    wrong = tuple(Mistold(teller, told, face) for teller, told in words if told != face)
    turned = replace(
        card,
        face=face,
        up=True,
        seen=frozenset(state.table.seats),
        told=(),
        doubted=(),
        wounded=card.wounded and face in LEADERS,
    )
    state = replace(state, mistold=state.mistold + wrong)
    return state.with_row(seat, {place: turned})


def told(state: State, teller: Seat, owner: Seat, place: str, face: Face) -> State:
    """Return the state in which `teller` has told his phone what a card is."""
    card = state.player(owner).card(place)
    assert card is not None
    others = tuple(word for word in card.told if word[0] != teller)
    return state.with_card(owner, place, told=(*others, (teller, face)))


def open_count(state: State) -> Counter[Face]:
    """Count the integrity cards that lie face up or were taken out of the game openly."""
    cards = [card for _, _, card in state.located()]
    return Counter(card.face for card in (*cards, *state.removed) if card.up)


# --- the ledger ---------------------------------------------------------------------------


def learned(state: State) -> Ledger:
    """Return which seat has seen which card; the face is given only where all see it.

    The face of a hidden card rests on what phones were told. Telling is private and must
    not show as something newly learned.
    """
    return frozenset(
        Knowledge(knower, owner, card.face if card.up else UNKNOWN, card=card.id)
        for owner, _, card in state.located()
        for knower in card.seen
    )


def with_kept(state: State, kept: Ledger) -> State:
    """Return the state in which `kept` is known too: undo makes nobody forget.

    A card that was turned up and is turned down again stays known to all who saw it.
    """
    for entry in sorted(kept - learned(state), key=str):
        found = state.where(entry.card)
        if found is None or found[2].up:
            continue
        owner, place, card = found
        state = looked_at(state, entry.knower, owner, place)
        if entry.face != UNKNOWN and card.face == UNKNOWN and card.word_of(entry.knower) is None:
            state = told(state, entry.knower, owner, place, entry.face)
    return state


# --- contradictions -----------------------------------------------------------------------


def weighed(state: State) -> State:
    """Return the state after a public act: is all true by now that phones were told?

    That it is not is said to all, and so tells a player whose word is a lie that another
    word stands against it. He is named at the end, even if he has told his phone otherwise
    since.
    """
    doubt = in_doubt(state)
    for owner, place, card in state.located() if doubt else ():
        if card.told:
            words = tuple(dict.fromkeys((*card.doubted, *card.told)))
            state = state.with_card(owner, place, doubted=words)
    return replace(state, doubt=doubt)


def in_doubt(state: State) -> bool:
    """Tell whether not all words can be true: two Agents, or two words on one card."""
    faces = [_faces_said(card) for _, _, card in state.located()]
    if any(len(said) > 1 for said in faces):
        return True
    count = Counter(face for said in faces for face in said)
    count.update(card.face for card in state.removed if card.up)
    return any(count[face] > copies for face, copies in state.table.integrity.items())


def _faces_said(card: Card) -> frozenset[Face]:
    if card.up:
        return frozenset({card.face})
    known = () if card.face == UNKNOWN else (card.face,)
    return frozenset((*known, *(face for _, face in card.told)))


def own_words_impossible(state: State, seat: Seat) -> bool:
    """Tell whether the cards `seat` told of himself cannot be, by open cards and his own."""
    count = open_count(state)
    hidden = (card for card in state.player(seat).cards if not card.up)
    count.update(face for card in hidden if (face := known_face(card, seat)) != UNKNOWN)
    return any(count[face] > copies for face, copies in state.table.integrity.items())


def untold(state: State, seat: Seat) -> Iterator[tuple[Seat, str]]:
    """Yield where cards of others lie that `seat` has seen and not told his phone."""
    for owner, place, card in state.located():
        if owner != seat and seat in card.seen and known_face(card, seat) == UNKNOWN:
            yield owner, place
