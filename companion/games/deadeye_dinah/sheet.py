"""What the player's own page draws: the whole deck, and the job as its numbers count now.

Plain values only (numbers as lists, cards as ids), for the seat that plays the hand. The
deck is printed and so open to all; which cards are in hand is the player's own affair.
"""

from collections.abc import Mapping
from typing import Any

from companion.games.deadeye_dinah.cards import (
    Boss,
    Edge,
    Item,
    JobCard,
    JobDeck,
    Kind,
    Outlaw,
    Peril,
    Shootout,
)
from companion.games.deadeye_dinah.numbers import members
from companion.games.deadeye_dinah.resolution import kind_of
from companion.games.deadeye_dinah.state import Held, Job, State

Sheet = Mapping[str, Any]

#: The name of the page that draws it.
PAGE = "deadeye_dinah"


def sheet(state: State) -> Sheet:
    """Return the deck, the campaign so far, and the job that is on."""
    deck = state.deck
    return {
        "page": PAGE,
        "deck": {"name": deck.name, "fingerprint": deck.fingerprint},
        "cards": {job.id: _card(job, deck) for job in deck.jobs},
        "legend": [{"from": s.reputation, "text": dict(s.text or {})} for s in deck.legend],
        "legend_at": deck.legend.index(deck.step(state.reputation)),
        "reputation": state.reputation,
        "attempts": state.attempts,
        "captured": list(state.captured),
        "step": state.step.value,
        "hunting": state.hunting,
        "job": _job(state.job) if state.job else None,
    }


def _card(job: JobCard, deck: JobDeck) -> Sheet:
    return {
        "name": job.boss.name,
        "boss": _boss(job.boss, deck),
        "kit": _edge(job.kit),
        "scrap": _edge(job.scrap),
        "scene": _scene(job.scene),
    }


def _boss(boss: Boss, deck: JobDeck) -> Sheet:
    return {
        "stars": boss.stars,
        "bullets": list(members(boss.bullets)),
        "hat": boss.hat,
        "kit": boss.kit,
        "starts_with": boss.starts_with.value,
        "first": deck.by_item[boss.starts_with].id,
        "text": dict(boss.text or {}),
    }


def _edge(edge: Edge) -> Sheet:
    item = edge.item.value if edge.item else None
    return {"bullets": list(members(edge.bullets)), "hat": edge.hat, "item": item}


def _scene(scene: Peril | Shootout) -> Sheet:
    if isinstance(scene, Shootout):
        outlaws = [_outlaw(outlaw) for outlaw in scene.outlaws]
        return {"kind": Kind.SHOOTOUT.value, "outlaws": outlaws, "cover": list(scene.cover)}
    prices = [price.value if isinstance(price, Item) else price for price in scene.prices]
    top = {"item": scene.item.value, "bullet": scene.number}
    return {"kind": Kind.PERIL.value, **top, "lose": prices}


def _outlaw(outlaw: Outlaw) -> Sheet:
    return {"numbers": list(members(outlaw.numbers)), "hearts": outlaw.hearts}


def _job(job: Job) -> Sheet:
    kind, terms = kind_of(job), job.terms
    fights = kind is Kind.SHOOTOUT
    return {
        "kind": kind.value,
        "boss": {"bullets": list(members(terms.boss.bullets)), "hat": terms.boss.hat},
        "kit": [_held(job, held, kind) for held in job.kit],
        "lucky": [_held(job, held, kind) for held in job.lucky],
        "scenes": list(job.scenes),
        "lost": list(job.lost),
        "resting": job.resting,
        "outlaws": [_outlaw(o) for o in terms.outlaws(job.scene)] if fights else [],
        "covers": sorted(terms.covers(job.scene)) if fights else [0],
        "ignoring": _ignoring(job) if fights else {},
        "escape_cost": terms.escape_cost(len(job.kit)),
    }


def _held(job: Job, held: Held, kind: Kind) -> Sheet:
    """Return a card in hand as it counts here, and whether an effect has changed it."""
    printed = job.terms.deck.by_id[held.card].edge(held.side)
    bullets, hat = job.terms.edge(held.card, held.side, job.is_lucky(held.card), kind)
    item = job.terms.item(held.card, held.side)
    return {
        "card": held.card,
        "side": held.side.value,
        "bullets": list(members(bullets)),
        "hat": hat,
        "item": item.value if item else None,
        "changed": (bullets, hat, item) != (printed.bullets, printed.hat, printed.item),
    }


def _ignoring(job: Job) -> Sheet:
    """Return which outlaws legend and boss still let be ignored, by their places from 1."""
    outlaws = list(enumerate(job.terms.outlaws(job.scene), start=1))
    return {
        source: [place for place, outlaw in outlaws if leave.allows(outlaw)]
        for source, leave in job.terms.ignoring.items()
        if source not in job.used
    }
