"""What a broker is told: what everybody sees, as it happens, and nothing else."""

import json
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.announcer import Announcer, announcer
from companion.cards import Seat
from companion.commands import Deal, Declare, Join, SetLogged
from companion.settings import MqttSettings
from companion.table import Table
from tests.web.house import House

PATIENCE_S = 30.0
ANN, BEN = Seat("p1"), Seat("p2")


class Listener:
    """Home Assistant's place: hears everything that the broker is told."""

    def __init__(self, port: int) -> None:
        self._heard: Queue[tuple[str, str]] = Queue()
        self.all: list[tuple[str, str]] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: self._heard.put(("subscribed", ""))
        self._client.on_message = lambda _client, _data, message: self._heard.put(
            (message.topic, message.payload.decode())
        )
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.until(lambda topic, _: topic == "subscribed")

    def until(self, wanted: Any) -> str:
        """Wait for a message, and return its payload."""
        while True:
            self.all.append(self._heard.get(timeout=PATIENCE_S))
            if wanted(*self.all[-1]):
                return self.all[-1][1]

    def event(self, kind: str) -> dict[str, str]:
        """Wait for an event of this kind."""
        found: dict[str, str] = json.loads(
            self.until(lambda topic, text: topic == "table-marshal/event" and kind in text)
        )
        return found

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def broker(mosquitto: str, tmp_path: Path) -> Iterator[int]:
    """Run a real broker; return its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = tmp_path / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    command = [mosquitto, "-c", str(config)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        # It says so once it listens.
        next(line for line in running.stderr if "running" in line)
        yield port
        running.terminate()


@pytest.fixture
def listener(broker: int) -> Iterator[Listener]:
    found = Listener(broker)
    yield found
    found.close()


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    yield found
    found.table.close()


@pytest.fixture
def told(house: House, broker: int) -> Iterator[Announcer]:
    """Return what tells the broker of the house's table."""
    found = announcer(MqttSettings("127.0.0.1", broker), house.table, house.services)
    found.start()
    yield found
    found.close()


def game(table: Table) -> None:
    table.do(Join("Ann", "ann"))
    table.do(Join("Ben", "ben"))
    table.do(SetLogged(ANN, True))
    table.do(Deal(ANN))


def test_a_game_is_heard_from_the_turn_to_the_end(
    house: House, listener: Listener, told: Announcer
) -> None:
    listener.until(lambda topic, text: topic.endswith("/status") and text == "online")
    game(house.table)
    turn = listener.event("turn")
    for seat, line in ((ANN, "p1 holds 5"), (ANN, "p1 draws"), (ANN, "p1 holds 5 1")):
        house.table.do(Declare(seat, line))
    house.table.do(Declare(ANN, "p1 plays 1 > p2 = 8"))
    guessed = listener.event('"guess"')
    house.table.do(Declare(BEN, "p2 hit"))
    end = listener.event('"end"')
    told.close()
    listener.until(lambda topic, text: topic.endswith("/status") and text == "offline")

    assert "Ann" in turn["text"]
    assert "8" in guessed["text"]
    assert "Ann" in end["text"]


def test_what_a_player_told_his_phone_is_not_told(
    house: House, listener: Listener, told: Announcer
) -> None:
    game(house.table)
    listener.event("turn")
    house.table.do(Declare(ANN, "p1 holds 6"))
    house.table.do(Declare(ANN, "p1 draws"))
    listener.event('"draw"')

    assert not any("6" in text for topic, text in listener.all if "/config" not in topic)


def test_home_assistant_discovers_every_entity(listener: Listener, told: Announcer) -> None:
    listener.until(lambda topic, text: topic.endswith("/status") and text == "online")
    found = {topic: json.loads(text) for topic, text in listener.all if topic.endswith("/config")}
    components = sorted(topic.split("/")[1] for topic in found)

    assert components == ["binary_sensor", "event", *["sensor"] * 8]
    assert len({one["unique_id"] for one in found.values()}) == len(found)
    assert all(one["name"] and not one["name"].startswith("mqtt_") for one in found.values())
    assert all(one["device"]["identifiers"] == ["table_marshal"] for one in found.values())


def test_without_a_broker_the_table_goes_on(house: House) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        lost = announcer(
            MqttSettings("127.0.0.1", nobody.getsockname()[1]), house.table, house.services
        )
        lost.start()
        game(house.table)
        lost.close()

    assert house.table.session().play is not None
