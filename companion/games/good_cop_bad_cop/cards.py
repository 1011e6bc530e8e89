"""The cards of Good Cop Bad Cop: integrity, equipment and guns, and how many of each."""

from collections.abc import Mapping
from enum import Enum

from companion.cards import BACK, Deck, Face, Print, PrintId

AGENT, KINGPIN, HONEST, CROOKED = map(Face, ("agent", "kingpin", "honest", "crooked"))
INTEGRITY = (AGENT, KINGPIN, HONEST, CROOKED)
LEADERS = (AGENT, KINGPIN)
GUN = Face("gun")

BLACKMAIL = Face("blackmail")
COFFEE = Face("coffee")
DEFIBRILLATOR = Face("defibrillator")
EVIDENCE_BAG = Face("evidence_bag")
FLASHBANG = Face("flashbang")
K9_UNIT = Face("k9_unit")
METAL_DETECTOR = Face("metal_detector")
PLANTED_EVIDENCE = Face("planted_evidence")
POLYGRAPH = Face("polygraph")
REPORT_AUDIT = Face("report_audit")
RESTRAINING_ORDER = Face("restraining_order")
SMOKE_GRENADE = Face("smoke_grenade")
SURVEILLANCE_CAMERA = Face("surveillance_camera")
TASER = Face("taser")
TRUTH_SERUM = Face("truth_serum")
WIRETAP = Face("wiretap")
RIOT_SHIELD = Face("riot_shield")
MED_KIT = Face("med_kit")
DISGUISE = Face("disguise")
WALKIE_TALKIE = Face("walkie_talkie")

#: The sixteen cards of the first three editions, in the order of their clauses.
FIRST_SET = (
    BLACKMAIL,
    COFFEE,
    DEFIBRILLATOR,
    EVIDENCE_BAG,
    FLASHBANG,
    K9_UNIT,
    METAL_DETECTOR,
    PLANTED_EVIDENCE,
    POLYGRAPH,
    REPORT_AUDIT,
    RESTRAINING_ORDER,
    SMOKE_GRENADE,
    SURVEILLANCE_CAMERA,
    TASER,
    TRUTH_SERUM,
    WIRETAP,
)
#: Cards that only the fourth edition has.
NEW_SET = (RIOT_SHIELD, MED_KIT, DISGUISE, WALKIE_TALKIE)
EQUIPMENT = (*FIRST_SET, *NEW_SET)
_NOT_IN_FOURTH = (FLASHBANG, REPORT_AUDIT)
#: Cards that do something else in the fourth edition.
CHANGED_IN_FOURTH = frozenset(
    {
        DEFIBRILLATOR,
        EVIDENCE_BAG,
        K9_UNIT,
        POLYGRAPH,
        SURVEILLANCE_CAMERA,
        TASER,
        TRUTH_SERUM,
    }
)

#: Cards that leave the game with fewer players than the number printed on them.
FEWEST_PLAYERS: Mapping[Face, int] = {DEFIBRILLATOR: 5, REPORT_AUDIT: 6}


class Edition(Enum):
    """Which rules are played; the French rules of the first printing are the default."""

    SEED = "seed"
    PRINTED = "printed"
    FOURTH = "fourth"


def equipment_set(edition: Edition, players: int) -> tuple[Face, ...]:
    """Return the equipment cards that are played with, each as often as it is there."""
    if edition is Edition.FOURTH:
        kept = tuple(face for face in EQUIPMENT if face not in _NOT_IN_FOURTH)
        cards = (*kept, DEFIBRILLATOR)
    else:
        cards = FIRST_SET
    return tuple(face for face in cards if FEWEST_PLAYERS.get(face, 0) <= players)


def lasting(edition: Edition) -> frozenset[Face]:
    """Return the cards that stay face up before a player for the rest of the game."""
    if edition is Edition.FOURTH:
        return frozenset({PLANTED_EVIDENCE, SURVEILLANCE_CAMERA, DISGUISE})
    return frozenset({PLANTED_EVIDENCE})


def integrity_counts(players: int) -> Mapping[Face, int]:
    """Return how many cards of each face are shuffled: one of each leader, equal colours."""
    colour = -(-(3 * players - 2) // 2)
    return {AGENT: 1, KINGPIN: 1, HONEST: colour, CROOKED: colour}


def usual_guns(edition: Edition, players: int) -> int:
    """Return the guns of the set-up table: a third from 5 players, a fourth from 7."""
    if edition is Edition.FOURTH:
        return players
    return 2 + (players >= 5) + (players >= 7)


def clause_of(face: Face) -> str:
    """Return the clause that explains an equipment card."""
    return f"GC-E{EQUIPMENT.index(face) + 1:02d}"


def _prints() -> tuple[Print, ...]:
    """Return the 26 prints of all editions.

    Equal integrity cards share a print, for a copy's own tag would betray a face-down
    card that was seen before. Integrity and equipment cards share their back.
    """
    copies = integrity_counts(8)
    integrity = (Print(PrintId(face), face, copies[face]) for face in INTEGRITY)
    equipment = (Print(PrintId(f), f, 2 if f == DEFIBRILLATOR else 1) for f in EQUIPMENT)
    backs = sum(copies.values()) + len(EQUIPMENT) + 1
    return (
        *integrity,
        *equipment,
        Print(PrintId("gun"), GUN, 8),
        Print(PrintId("back"), BACK, backs),
    )


DECK = Deck(name="good_cop_bad_cop", prints=_prints(), first_tag_slot=21)
