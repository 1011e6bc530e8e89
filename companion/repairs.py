"""Differences between table and record as instructions, for any game."""

from companion.game import Message
from companion.layout import Difference
from companion.picture import Kinds, Owners


def instruction(
    difference: Difference, kinds: Kinds, owners: Owners, *, named: bool = True
) -> Message:
    """Say how to mend one difference: a message of the rulebook, `repair_extra` and so on.

    Facts: `seat` where the zone is a seat's (else the code ends in `_common`), `place`
    (the zone's kind, or its name if it is the table's), `count`, and `face` where it
    matters. The code of a card under other cards ends in `_under`, its fact `number` is
    its place from the bottom. For an order, `face` is the whole pile from the bottom up.
    An open card that is not `named` is `repair_open`, and told by its zone alone.
    """
    owner = owners.get(difference.zone)
    place = kinds[difference.zone].value if owner else str(difference.zone)
    facts = [("place", place), ("count", str(difference.count))]
    if owner:
        facts.append(("seat", owner))
    common = "" if owner else "_common"
    if not named:
        return Message(f"repair_open{common}", tuple(facts))
    faces = (difference.face,) if difference.face else difference.faces
    if faces:
        facts.append(("face", " ".join(faces)))
    if difference.buried:
        facts.append(("number", str(difference.number)))
    under = "_under" if difference.buried else ""
    return Message(f"repair_{difference.kind.value}{under}{common}", tuple(facts))
