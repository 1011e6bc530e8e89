"""Random decks and positions: any number on any card, every item, scene and effect."""

from random import Random

from companion.cards import Seat
from companion.games.deadeye_dinah.cards import (
    Boss,
    CardId,
    Edge,
    Effect,
    EffectKind,
    Item,
    JobCard,
    JobDeck,
    Kind,
    LegendStep,
    Outlaw,
    Peril,
    Shootout,
    Side,
)
from companion.games.deadeye_dinah.numbers import NONE, Numbers, only
from companion.games.deadeye_dinah.state import Held, Job, State, Step
from companion.games.deadeye_dinah.terms import Terms

P1 = Seat("p1")
NAMES = tuple(CardId(name) for name in ["ada", "bob", "cal", "dot", "eve", "fay", "gus", "hal"])


def random_deck(rng: Random) -> JobDeck:
    """Return a deck with every item once and random numbers."""
    items = list(Item)
    rng.shuffle(items)
    jobs = tuple(_job(rng, name, item) for name, item in zip(NAMES, items, strict=True))
    return JobDeck("random", "Random", jobs, (LegendStep(0, _effects(rng)),))


def _job(rng: Random, name: CardId, item: Item) -> JobCard:
    boss = Boss(
        str(name),
        1,
        _range(rng, 4),
        rng.randrange(10),
        rng.randint(2, 5),
        rng.choice([other for other in Item if other is not item]),
        _effects(rng),
    )
    kit, scrap = (
        Edge(_range(rng, 4), rng.randrange(10), item),
        Edge(_range(rng, 3), rng.randrange(10)),
    )
    return JobCard(name, boss, kit, scrap, _scene(rng))


def _range(rng: Random, most: int) -> Numbers:
    numbers = NONE
    for _ in range(rng.randint(1, most)):
        numbers |= only(rng.randrange(10))
    return numbers


def _scene(rng: Random) -> Peril | Shootout:
    if rng.random() < 0.35:
        prices = [rng.choice([*Item, rng.randrange(10)]) for _ in range(rng.randint(0, 2))]
        return Peril(rng.choice(list(Item)), rng.randrange(10), tuple(prices))
    outlaws = tuple(
        Outlaw(_range(rng, 1 if rng.random() < 0.85 else 2), rng.choice((1, 1, 1, 2)))
        for _ in range(rng.randint(1, 3))
    )
    return Shootout(outlaws, tuple(rng.sample((-1, 1), rng.randint(0, 2))))


def _effects(rng: Random) -> tuple[Effect, ...]:
    if rng.random() < 0.5:
        return ()
    return (_effect(rng, rng.choice(list(EffectKind))),)


def _effect(rng: Random, kind: EffectKind) -> Effect:
    return Effect(
        kind,
        of=rng.choice(("kit", "played", "boss")),
        by=rng.choice((-1, 1)),
        low=rng.randint(0, 1),
        high=1,
        keeps=rng.choice((0, 1)),
        cover=(rng.choice((-1, 1)),),
        numbers=_range(rng, 5),
        hearts=rng.choice(("any", "one", "many")),
        per=rng.choice(("scene", "job")),
        item=rng.choice(list(Item)),
        scenes=rng.choice(((), (Kind.SHOOTOUT,), (Kind.PERIL, Kind.DUEL))),
    )


def random_state(rng: Random, most_held: int = 3, most_scenes: int = 2) -> State:
    """Return a random position of a random job, small enough to try everything."""
    deck = random_deck(rng)
    boss = rng.choice(NAMES)
    others = [name for name in NAMES if name != boss]
    rng.shuffle(others)
    held = [Held(card, rng.choice((Side.KIT, Side.KIT, Side.SCRAP))) for card in others]
    kit_size, lucky_size = rng.randint(1, most_held), rng.choice((0, 0, 0, 1))
    scenes = rng.randint(0, most_scenes)
    hand, luck = held[:kit_size], held[kit_size : kit_size + lucky_size]
    rest = others[kit_size + lucky_size :]
    terms = Terms(deck, boss, 0)
    horse = next((h.card for h in hand if terms.item(h.card, h.side) is Item.HORSE), None)
    resting = horse if scenes and rng.random() < 0.3 else None
    lost = tuple(rest[scenes:])
    job = Job(terms, tuple(hand), tuple(rest[:scenes]), tuple(luck), lost, resting)
    return State(deck, P1, Step.SCENE if scenes else Step.DUEL, hunting=boss, attempts=1, job=job)
