"""What the table tells a house's automation: public facts, as MQTT topics and payloads.

Everything here is made from the TABLE snapshot, which holds what everybody at the table
may see. Topics and discovery follow Home Assistant's MQTT integration.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from companion.settings import MqttSettings
from companion.snapshot import Snapshot
from web.words import Words

ONLINE, OFFLINE = "online", "offline"
RULING, TURN, END = "ruling", "turn", "end"
#: Codes of the messages that say what a player did.
DID = "did_"

Json = dict[str, Any]


def state_of(snapshot: Snapshot, words: Words) -> Json:
    """Return the state as Home Assistant keeps it: texts that are never missing."""
    view = snapshot.view
    outcome = view.outcome if view else None
    prompts = view.prompts if view and not snapshot.void else ()
    return {
        "stage": snapshot.stage,
        "game": words.rulebook.title,
        "players": ", ".join(info.name for info in snapshot.seats),
        "turn": ", ".join(dict.fromkeys(words.name(p.seat) for p in prompts if p.seat)),
        "now": " ".join(words.sentence(prompt) for prompt in prompts),
        "last": words.sentence(snapshot.history[-1]) if snapshot.history else "",
        "ruling": " ".join(words.sentence(message) for message in snapshot.ruling),
        "repair": words.sentence(snapshot.repair) if snapshot.repair else "",
        "winners": ", ".join(words.name(seat) for seat in outcome.winners) if outcome else "",
        "watching": "ON" if snapshot.watching else "OFF",
    }


def events_between(before: Snapshot, after: Snapshot, words: Words) -> Iterator[Json]:
    """Yield what happened from one snapshot to the next, oldest first."""
    for message in after.history[_common(before, after) :]:
        yield {"event_type": verb(message.code), "text": words.sentence(message)}
    if after.ruling and after.ruling != before.ruling:
        yield {"event_type": RULING, "text": state_of(after, words)["ruling"]}
    now, then = (state_of(shown, words) for shown in (after, before))
    if now["turn"] and now["turn"] != then["turn"]:
        yield {"event_type": TURN, "text": now["now"]}
    if now["winners"] and not then["winners"]:
        yield {"event_type": END, "text": now["winners"]}


def _common(before: Snapshot, after: Snapshot) -> int:
    """Return how many sentences of the history are old; what was taken back is not news."""
    same = 0
    for old, new in zip(before.history, after.history, strict=False):
        if old != new:
            break
        same += 1
    return same


def verb(code: str) -> str:
    """Return what a message's code is called as an event: "shoot" for "did_shoot"."""
    return code.removeprefix(DID)


def discovery(settings: MqttSettings, words: Words) -> Mapping[str, Json]:
    """Return what announces the table's entities to Home Assistant, by topic.

    Source: Home Assistant, "MQTT discovery", single component payloads.
    """
    label = words.word
    sensors = ("game", "stage", "turn", "now", "last", "ruling", "repair", "winners")
    found = {_config(settings, "sensor", key): _sensor(key, label) for key in sensors}
    found[_config(settings, "binary_sensor", "watching")] = {
        **_sensor("watching", label),
        "icon": "mdi:camera",
    }
    found[_config(settings, "event", "happened")] = {
        "name": label("mqtt_happened"),
        "state_topic": f"{settings.topic}/event",
        "event_types": sorted({*_verbs(words), RULING, TURN, END}),
    }
    return {topic: {**payload, **_common_part(settings, topic)} for topic, payload in found.items()}


def _config(settings: MqttSettings, component: str, key: str) -> str:
    return f"{settings.discovery}/{component}/{_identifier(settings)}/{key}/config"


def _identifier(settings: MqttSettings) -> str:
    return settings.topic.replace("/", "_").replace("-", "_")


def _sensor(key: str, label: Any) -> Json:
    return {
        "name": label(f"mqtt_{key}"),
        # A state may have 255 characters at most.
        "value_template": f"{{{{ value_json.{key}[:255] }}}}",
    }


def _verbs(words: Words) -> set[str]:
    return {verb(code) for code in words.rulebook.messages if code.startswith(DID)}


def _common_part(settings: MqttSettings, topic: str) -> Json:
    identifier = _identifier(settings)
    shared = {"state_topic": f"{settings.topic}/state"} if "/event/" not in topic else {}
    return {
        **shared,
        "unique_id": f"{identifier}_{topic.split('/')[-2]}",
        "availability_topic": f"{settings.topic}/status",
        "device": {"identifiers": [identifier], "name": "Table Marshal"},
    }


def as_text(payload: Json) -> str:
    """Return a payload as JSON."""
    return json.dumps(payload, ensure_ascii=False)
