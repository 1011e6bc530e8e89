"""The table around the rules: printed cards, zones, and what should lie where.

The hand is a fan on the mat, left to right as the rulebook lays it out: lucky cards behind
the legend, the legend, the kit, the boss and the scene on top of the stack. A card that
is slid up lies in the zone of raised cards; a resting Horse stays there (DD-23).
"""

from companion.cards import Deck, Face, Print, PrintId, Seat
from companion.games.deadeye_dinah.cards import LEGEND, JobCard, JobDeck, Side
from companion.games.deadeye_dinah.state import Held, Job, State
from companion.layout import Layout, Pile, Zone, ZoneKind, ZoneSpec

FIRST_TAG_SLOT = 36


def printed(deck: JobDeck) -> Deck:
    """Return the printed deck: both active edges and the boss face of each job card.

    An edge is what shows in a fan, so each edge has its own tags, as if it were a card.
    """
    edges = [_edge(job, side) for job in deck.jobs for side in Side]
    bosses = [Print(PrintId(f"{job.id}-boss"), job.boss_face) for job in deck.jobs]
    legend = Print(PrintId("legend"), LEGEND)
    return Deck("deadeye_dinah", (*edges, *bosses, legend), FIRST_TAG_SLOT)


def _edge(job: JobCard, side: Side) -> Print:
    return Print(PrintId(f"{job.id}-{side.value}"), job.face(side))


def fan_zone(seat: Seat) -> Zone:
    """Return the zone of the fanned hand."""
    return Zone(f"{seat}.fan")


def raised_zone(seat: Seat) -> Zone:
    """Return the zone of cards slid up in the fan."""
    return Zone(f"{seat}.raised")


def zones(seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
    """Return the fan and the raised cards of the one player."""
    return tuple(
        ZoneSpec(zone, ZoneKind.FAN, seat)
        for seat in seats
        for zone in (fan_zone(seat), raised_zone(seat))
    )


def layout(state: State) -> Layout:
    """Return the hand in its fan; between jobs all bosses, spread out to choose from."""
    if state.job is None:
        spread = (LEGEND, *(job.boss_face for job in state.deck.jobs))
        return {fan_zone(state.seat): Pile(spread), raised_zone(state.seat): Pile()}
    job = state.job
    raised = tuple(face(state, held) for held in job.kit + job.lucky if held.card == job.resting)
    return {
        fan_zone(state.seat): Pile(fan(state, job)),
        raised_zone(state.seat): Pile(raised),
    }


def fan(state: State, job: Job) -> tuple[Face, ...]:
    """Return the faces of the fan, left to right."""
    down = tuple(held for held in job.lucky if held.card != job.resting)
    kit = tuple(held for held in job.kit if held.card != job.resting)
    return (
        *(face(state, held) for held in down),
        LEGEND,
        *(face(state, held) for held in kit),
        *open_to_all(state, job),
    )


def open_to_all(state: State, job: Job) -> tuple[Face, ...]:
    """Return the boss, and the scene that is faced."""
    scenes = tuple(state.deck.by_id[card].face(Side.KIT) for card in job.scenes[:1])
    return (state.deck.by_id[job.boss].boss_face, *scenes)


def face(state: State, held: Held) -> Face:
    """Return the face of a held card."""
    return state.deck.by_id[held.card].face(held.side)
