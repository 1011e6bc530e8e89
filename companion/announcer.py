"""Tells an MQTT broker what everybody at the table may see, and nothing else.

The broker is another machine's business: whether it answers or not, the table goes on.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.announcements import (
    OFFLINE,
    ONLINE,
    as_text,
    discovery,
    events_between,
    state_of,
)
from companion.game import TABLE
from companion.settings import MqttSettings
from companion.snapshot import Snapshot
from companion.table import Table
from web.services import Services
from web.translation import translation
from web.words import Words

#: How soon the thread notices that it has to end (seconds).
PULSE_S = 0.4
#: How long the broker may take to hear that the table closes (seconds).
FAREWELL_S = 1.0

log = logging.getLogger(__name__)


class Announcer:
    """Publishes the table's public state and events while it is open.

    Args:
        settings: the broker, and the topics.
        table: tells what everybody sees.
        words: the words for a snapshot, in the language of the house.

    """

    def __init__(
        self, settings: MqttSettings, table: Table, words: Callable[[Snapshot], Words]
    ) -> None:
        self._settings, self._table, self._words = settings, table, words
        self._connected, self._stop = threading.Event(), threading.Event()
        self._client = _client(settings)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Look for the broker, again and again where it does not answer."""
        self._client.connect_async(self._settings.host, self._settings.port)
        self._client.loop_start()
        self._thread.start()

    def close(self) -> None:
        """Say that the table has closed, and let the broker go."""
        self._stop.set()
        self._thread.join()
        if self._connected.is_set():
            told = self._publish("status", OFFLINE, retain=True)
            told.wait_for_publish(FAREWELL_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Client, _data: Any, _flags: Any, code: Any, _more: Any) -> None:
        if code.is_failure:
            log.warning("the MQTT broker refuses: %s", code)
            return
        log.info("connected to the MQTT broker")
        self._connected.set()

    def _on_disconnect(
        self, client: Client, _data: Any, _flags: Any, code: Any, _more: Any
    ) -> None:
        self._connected.clear()

    def _run(self) -> None:
        """Tell all that is so whenever the broker is there again, then what is new."""
        before: Snapshot | None = None
        revision = -1
        while not self._stop.is_set():
            if not self._connected.is_set():
                before = None
                self._connected.wait(PULSE_S)
                continue
            latest = self._table.wait(TABLE, revision, PULSE_S)
            if latest == revision and before is not None:
                continue
            shown = self._table.published(TABLE)
            revision = shown.revision
            self._tell(before, shown.snapshot)
            before = shown.snapshot

    def _tell(self, before: Snapshot | None, after: Snapshot) -> None:
        words = self._words(after)
        if before is None or before.game != after.game:
            for topic, payload in discovery(self._settings, words).items():
                self._client.publish(topic, as_text(payload), qos=1, retain=True)
            self._publish("status", ONLINE, retain=True)
        self._publish("state", as_text(state_of(after, words)), retain=True)
        for event in events_between(before, after, words) if before else ():
            self._publish("event", as_text(event), retain=False)

    def _publish(self, name: str, payload: str, *, retain: bool) -> Any:
        return self._client.publish(f"{self._settings.topic}/{name}", payload, qos=1, retain=retain)


def announcer(settings: MqttSettings, table: Table, services: Services) -> Announcer:
    """Return an announcer that speaks the language of the house."""

    def words(shown: Snapshot) -> Words:
        rulebook = services.rulebooks[shown.game, services.language]
        names = {info.seat: info.name for info in shown.seats}
        return Words.of(rulebook, translation(services.language), names)

    return Announcer(settings, table, words)


def _client(settings: MqttSettings) -> Client:
    client = Client(CallbackAPIVersion.VERSION2)
    if settings.user:
        client.username_pw_set(settings.user, settings.password)
    if settings.tls:
        client.tls_set()
    client.will_set(f"{settings.topic}/status", OFFLINE, qos=1, retain=True)
    client.reconnect_delay_set(min_delay=1, max_delay=30)
    return client
