"""https for the owner's devices: an authority that is made once and can do little harm."""

import http.client
import json
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.certificates import (
    CertificateError,
    Certificates,
    current,
    fingerprint,
    make_authority,
)
from companion.https import open_https
from companion.settings import Settings
from tests.web.house import House
from web.secure import SecureServer

NOW = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = ("192.168.1.20", "table.local")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    data = tmp_path_factory.mktemp("certificates")
    make_authority(data, NAMES)
    return current(data, NAMES)


@pytest.fixture
def server(made: Certificates) -> Iterator[SecureServer]:
    house = House()
    found = SecureServer(house.app, "127.0.0.1", 0, made.table, made.key)
    found.start()
    yield found
    found.close()
    house.table.close()


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    yield found
    found.table.close()


def data_of(made: Certificates) -> Path:
    return made.authority.parent.parent


def connect(server: SecureServer, made: Certificates) -> http.client.HTTPSConnection:
    trusting = ssl.create_default_context(cafile=str(made.authority))
    return http.client.HTTPSConnection("127.0.0.1", server.port, context=trusting, timeout=10)


def test_a_device_that_trusts_the_authority_gets_the_pages(
    server: SecureServer, made: Certificates
) -> None:
    connection = connect(server, made)
    connection.request("GET", "/watch/view")
    view = json.loads(connection.getresponse().read())
    origin = f"https://127.0.0.1:{server.port}"
    headers = {"Origin": origin, "Content-Type": "application/json"}
    connection.request("POST", "/join", json.dumps({"name": "Ann"}), headers)
    joined = connection.getresponse()
    joined.read()
    connection.close()

    assert view["screen"]["stage"] == "lobby"
    assert joined.status == 200


def test_a_stream_comes_over_https_and_ends_with_the_server(
    server: SecureServer, made: Certificates
) -> None:
    connection = connect(server, made)
    connection.request("GET", "/watch/events")
    answer = connection.getresponse()
    first = answer.readline() + answer.readline()
    server.close()
    rest = answer.read()
    connection.close()

    assert b'"revision":1' in first
    assert b"replaced" not in rest


def test_a_device_that_does_not_trust_it_gets_nothing(server: SecureServer) -> None:
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=10)

    with pytest.raises(ssl.SSLCertVerificationError):
        connection.request("GET", "/")
    connection.close()


def test_the_authority_speaks_for_this_house_only(made: Certificates) -> None:
    authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    permitted = {str(one.value) for one in limits.value.permitted_subtrees or ()}

    assert limits.critical
    assert "192.168.0.0/16" in permitted
    assert "0.0.0.0/0" not in permitted
    assert not any(name.endswith((".com", ".org")) for name in permitted)


def test_the_authority_is_made_once(made: Certificates) -> None:
    before = fingerprint(made.authority)
    make_authority(data_of(made), ("other.local",))

    assert fingerprint(made.authority) == before


@pytest.mark.parametrize(
    ("names", "later"),
    [(("192.168.1.21",), timedelta(0)), (NAMES, timedelta(days=380))],
    ids=["another address", "near its end"],
)
def test_the_tables_own_certificate_is_made_anew(
    tmp_path: Path, names: tuple[str, ...], later: timedelta
) -> None:
    make_authority(tmp_path, NAMES, NOW)
    first = current(tmp_path, NAMES, NOW).table.read_bytes()
    same = current(tmp_path, NAMES, NOW + timedelta(days=1)).table.read_bytes()
    fresh = current(tmp_path, names, NOW + later).table.read_bytes()

    assert same == first
    assert fresh != first


def test_keys_are_for_this_user_alone(made: Certificates) -> None:
    keys = (made.key, made.authority.with_name("ca.key"))

    assert [key.stat().st_mode & 0o777 for key in keys] == [0o600, 0o600]


def test_without_an_authority_there_is_no_https(tmp_path: Path, house: House) -> None:
    assert open_https(Settings(data=tmp_path), house.app) == (None, "")


def test_a_broken_authority_is_said_and_keeps_nothing_from_starting(
    tmp_path: Path, house: House
) -> None:
    make_authority(tmp_path, NAMES)
    (tmp_path / "https" / "ca.key").write_text("half a ke")
    server, trouble = open_https(Settings(data=tmp_path), house.app)

    assert server is None
    assert "marshal https" in trouble
    with pytest.raises(CertificateError):
        current(tmp_path, NAMES)
