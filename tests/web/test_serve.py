"""A real server on a real socket."""

import http.client
import json
import socket
from collections.abc import Iterator

import pytest

from tests.web.house import House
from web.serve import AddressNotHere, PortInUse, Server


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    with Server(house.app, "127.0.0.1", 0) as found:
        yield found


def connect(server: Server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)


def stream(server: Server) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = connect(server)
    connection.request("GET", "/watch/events")
    return connection, connection.getresponse()


def to_the_end(answer: http.client.HTTPResponse) -> bytes:
    """Return the rest of an answer, which a server that stops may cut off."""
    try:
        return answer.read()
    except http.client.IncompleteRead as error:
        return error.partial


def test_pages_are_served_and_the_server_does_not_say_what_it_is(server: Server) -> None:
    connection = connect(server)
    connection.request("GET", "/watch/view")
    answer = connection.getresponse()

    assert json.loads(answer.read())["screen"]["stage"] == "lobby"
    assert answer.getheader("Server") is None
    connection.close()


def test_a_change_arrives_on_an_open_stream(house: House, server: Server) -> None:
    connection, answer = stream(server)
    first = answer.readline() + answer.readline() + answer.readline()
    house.phone("Ann")
    second = answer.readline()
    connection.close()

    assert b'"revision":1' in first
    assert b'"revision":2' in second


def test_the_server_stops_although_streams_are_open(house: House) -> None:
    server = Server(house.app, "127.0.0.1", 0)
    server.start()
    open_streams = [stream(server) for _ in range(3)]
    server.close()
    rest = [to_the_end(answer) for _, answer in open_streams]

    assert all(b"revision" in text for text in rest)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), timeout=1)


def test_phones_that_vanish_keep_nobody_waiting(house: House, server: Server) -> None:
    vanished = []
    for _ in range(32):
        half_open = socket.create_connection(("127.0.0.1", server.port))
        half_open.sendall(b"GET /watch/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        vanished.append(half_open)
    connection = connect(server)
    connection.request("GET", "/watch/view")

    assert connection.getresponse().status == 200
    connection.close()
    for half_open in vanished:
        half_open.close()


def test_a_port_in_use_is_said_with_its_remedy(house: House, server: Server) -> None:
    with pytest.raises(PortInUse, match=rf"port {server.port} is in use.*--port"):
        Server(house.app, "127.0.0.1", server.port)


def test_an_address_that_is_not_here_is_said_with_its_remedy(house: House) -> None:
    with pytest.raises(AddressNotHere, match=r"--host 0\.0\.0\.0"):
        Server(house.app, "192.0.2.1", 0)
