"""Which address the QR code carries."""

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.address import Candidate, Sighting, choose, local_name, look, reachable

LAN = Candidate("wlan0", "192.168.1.20")
CABLE = Candidate("eth0", "192.168.1.21")
DOCKER = Candidate("docker0", "172.17.0.1")
VPN = Candidate("wg0", "10.8.0.2")
LOOPBACK = Candidate("lo", "127.0.0.1")
LINK_LOCAL = Candidate("eth0", "169.254.9.9")


@pytest.mark.parametrize(
    ("candidates", "routed", "expected"),
    [
        ([LOOPBACK, LAN], "192.168.1.20", "192.168.1.20"),
        ([LOOPBACK, LAN, CABLE], "192.168.1.20", "192.168.1.20"),
        ([LOOPBACK, DOCKER, LAN], "172.17.0.1", "192.168.1.20"),
        ([LOOPBACK, VPN, LAN], "10.8.0.2", "192.168.1.20"),
        ([LOOPBACK, LAN, CABLE], None, "192.168.1.21"),
        ([LOOPBACK, Candidate("wlan0", "10.42.0.1")], None, "10.42.0.1"),
        ([Candidate("end0", "192.168.1.9"), Candidate("weird", "10.0.0.1")], None, "192.168.1.9"),
        ([Candidate("eth0", "8.8.4.4"), CABLE], None, "192.168.1.21"),
        ([], "192.168.1.30", "192.168.1.30"),
        ([], "127.0.0.1", None),
        ([], "100.100.1.1", None),
        ([LOOPBACK, DOCKER, VPN, LINK_LOCAL], "10.8.0.2", None),
        ([LOOPBACK], None, None),
    ],
)
def test_phones_get_an_address_they_can_reach(candidates, routed, expected):
    actual = choose(Sighting(tuple(candidates), routed))

    assert actual == expected


@pytest.mark.parametrize(
    "interface",
    ["lo", "docker0", "br-1a2b", "veth9", "virbr0", "tun0", "tailscale0", "utun3", "podman0"],
)
def test_hidden_interfaces_are_never_offered(interface):
    assert not reachable(Candidate(interface, "192.168.1.2"))


@given(
    st.lists(st.builds(Candidate, st.text(max_size=8), st.ip_addresses(v=4).map(str))),
    st.none() | st.ip_addresses(v=4).map(str),
)
def test_the_choice_is_reachable_and_does_not_depend_on_the_order(candidates, routed):
    chosen = choose(Sighting(tuple(candidates), routed))

    assert choose(Sighting(tuple(reversed(candidates)), routed)) == chosen
    named = [c for c in candidates if c.address == chosen] or [Candidate("", chosen or "")]
    assert chosen is None or any(reachable(candidate) for candidate in named)


@pytest.mark.parametrize(
    ("hostname", "expected"),
    [
        ("raspberrypi", "raspberrypi.local"),
        ("Table.home.arpa", "table.local"),
        ("localhost", None),
        ("", None),
        ("bad_name", None),
        ("-table", None),
    ],
)
def test_local_name(hostname, expected):
    assert local_name(hostname) == expected


def test_this_machine_knows_its_loopback_and_its_name():
    sighting = look()

    assert Candidate("lo", "127.0.0.1") in sighting.candidates
    assert sighting.hostname == socket.gethostname()
