"""Which address phones are told: the table's own one on the local network.

`choose` is pure. `look` asks the machine: its routing table (by connecting a UDP socket,
which sends nothing) and its interfaces.
"""

import re
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

try:
    from fcntl import ioctl
except ImportError:  # Windows knows no such thing; the routed address must do there.
    ioctl = None  # type: ignore[assignment, unused-ignore]

#: Interfaces that no phone in the room can reach: containers, virtual machines, VPNs.
_HIDDEN = re.compile(
    r"(lo|docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman"
    r"|tun|tap|wg|tailscale|zt|ppp|utun|ipsec|nordlynx|proton)"
)
_WIRED = re.compile(r"(eth|en|usb)")
_WIRELESS = re.compile(r"(wl|ap|uap)")
#: Carrier-grade NAT (RFC 6598); overlay networks such as Tailscale live there too.
_SHARED = IPv4Network("100.64.0.0/10")
#: Linux: get an interface's IPv4 address (netdevice(7)).
_SIOCGIFADDR = 0x8915
#: TEST-NET-1 (RFC 5737): routed like the rest of the world, and nobody is there.
_ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An IPv4 address of this machine; `interface` is empty where it is not known."""

    interface: str
    address: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """What this machine says about itself.

    Args:
        candidates: every address of every interface.
        routed: the address that the way into the world starts from, if there is a way.
        hostname: the machine's name, perhaps with a domain.

    """

    candidates: tuple[Candidate, ...] = ()
    routed: str | None = None
    hostname: str = ""


def choose(sighting: Sighting) -> str | None:
    """Return the address for the QR code, or None where no phone could reach this machine.

    The routed address wins unless it belongs to a VPN or a container; then a cable before
    wireless before anything else, and private addresses before public ones.
    """
    known = {candidate.address for candidate in sighting.candidates}
    candidates = list(sighting.candidates)
    if sighting.routed is not None and sighting.routed not in known:
        candidates.append(Candidate("", sighting.routed))
    usable = [candidate for candidate in candidates if reachable(candidate)]
    best = min(usable, key=lambda c: _rank(c, sighting.routed), default=None)
    return None if best is None else best.address


def reachable(candidate: Candidate) -> bool:
    """Say whether a phone in the room might reach this address."""
    try:
        address = IPv4Address(candidate.address)
    except ValueError:
        return False
    useless = address.is_loopback or address.is_link_local or address.is_multicast
    if useless or address.is_unspecified or address in _SHARED:
        return False
    return _HIDDEN.match(candidate.interface) is None


def _rank(candidate: Candidate, routed: str | None) -> tuple[bool, int, bool, str]:
    kinds = (_WIRED, _WIRELESS)
    kind = next((n for n, one in enumerate(kinds) if one.match(candidate.interface)), len(kinds))
    public = not IPv4Address(candidate.address).is_private
    return candidate.address != routed, kind, public, candidate.address


def local_name(hostname: str) -> str | None:
    """Return the machine's name on the local network (RFC 6762), or None without a name."""
    name = hostname.split(".", maxsplit=1)[0].lower()
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) or name == "localhost":
        return None
    return f"{name}.local"


def look() -> Sighting:
    """Ask the machine for its addresses. Sends nothing and raises nothing."""
    return Sighting(tuple(_interfaces()), _routed(), socket.gethostname())


def _routed() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _interfaces() -> Iterable[Candidate]:
    if ioctl is None:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                reply = ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an IPv4 address
            yield Candidate(name, socket.inet_ntoa(reply[20:24]))
