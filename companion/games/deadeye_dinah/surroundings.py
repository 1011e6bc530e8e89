"""The table around the rules: printed cards, the fan, and what should lie in it.

The hand is a fan, left to right as the rulebook lays it out: lucky cards behind the legend,
the legend, the kit, the boss and the scene on top of the stack. A card that is played is
slid up in it; a resting Horse stays so (DD-23).
"""

from companion.cards import BACK, Deck, Face, Print, PrintId, Seat
from companion.games.deadeye_dinah.cards import LEGEND, JobCard, JobDeck, Side
from companion.games.deadeye_dinah.printed import boss_says, front_says, legend_says
from companion.games.deadeye_dinah.state import Held, Job, State
from companion.layout import Layout, Pile, Zone, ZoneKind, ZoneSpec

FIRST_TAG_SLOT = 36


def printed(deck: JobDeck) -> Deck:
    """Return the printed deck: two-ended job cards with their bosses behind, and the legend.

    The end that points up in a fan is the active one, so one end shows the kit side and the
    other the scrap side.
    """
    fronts = [_front(job) for job in deck.jobs]
    bosses = [_boss(job, number) for number, job in enumerate(deck.jobs, start=1)]
    legend = Print(PrintId("legend"), LEGEND, says=legend_says(deck.legend))
    back = Print(PrintId("back"), BACK)
    return Deck("deadeye_dinah", (*fronts, *bosses, legend, back), FIRST_TAG_SLOT)


def _front(job: JobCard) -> Print:
    kit, scrap, boss = job.face(Side.KIT), job.face(Side.SCRAP), PrintId(f"{job.id}-boss")
    return Print(PrintId(job.id), kit, turned=scrap, behind=boss, says=front_says(job))


def _boss(job: JobCard, number: int) -> Print:
    says = boss_says(job, number)
    return Print(PrintId(f"{job.id}-boss"), job.boss_face, behind=PrintId(job.id), says=says)


def fan_zone(seat: Seat) -> Zone:
    """Return the zone of the fanned hand."""
    return Zone(f"{seat}.fan")


def zones(seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
    """Return the fan of the one player."""
    return tuple(ZoneSpec(fan_zone(seat), ZoneKind.HELD, seat) for seat in seats)


def layout(state: State) -> Layout:
    """Return the hand in its fan; between jobs all bosses, spread out to choose from."""
    job = state.job
    if job is None:
        spread = (LEGEND, *(job.boss_face for job in state.deck.jobs))
        return {fan_zone(state.seat): Pile(spread)}
    resting = tuple(face(state, held) for held in job.hand.values() if held.card == job.resting)
    return {fan_zone(state.seat): Pile(fan(state, job), raised=resting)}


def fan(state: State, job: Job) -> tuple[Face, ...]:
    """Return the faces of the fan, left to right."""
    return (
        *(face(state, held) for held in job.lucky),
        LEGEND,
        *(face(state, held) for held in job.kit),
        *open_to_all(state, job),
    )


def open_to_all(state: State, job: Job) -> tuple[Face, ...]:
    """Return the boss, and the scene that is faced."""
    scenes = tuple(state.deck.by_id[card].face(Side.KIT) for card in job.scenes[:1])
    return (state.deck.by_id[job.boss].boss_face, *scenes)


def face(state: State, held: Held) -> Face:
    """Return the face of a held card."""
    return state.deck.by_id[held.card].face(held.side)
