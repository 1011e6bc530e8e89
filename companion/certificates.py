"""A certificate authority of this table's own, for the devices of its owner.

`marshal https` makes it once; whoever installs its certificate on a phone can open the
table by https there. It may speak for private addresses and local names only (X.509 name
constraints, RFC 5280, 4.2.1.10), so its key, should it ever be stolen, opens nothing else.
The table's own certificate is made anew whenever its addresses change or its end is near.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import save
from companion.game import TableError

FOLDER = "https"
AUTHORITY_LIFE = timedelta(days=3650)
#: Apple's devices take no certificate that is valid for more than 825 days.
TABLE_LIFE = timedelta(days=397)
RENEW_BEFORE = timedelta(days=30)
#: A clock that is a little behind must not find a certificate of tomorrow.
SLACK = timedelta(days=1)
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
_LOCAL = ("local", "localhost", "home.arpa", "lan", "internal")

log = logging.getLogger(__name__)
Key = ec.EllipticCurvePrivateKey


class CertificateError(TableError, ValueError):
    """The certificates cannot be used; says which file, and what to do."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Where the certificates and the table's key are.

    `authority` is what devices install; `table` and `key` are what the server shows.
    """

    authority: Path
    table: Path
    key: Path


def have_authority(data: Path) -> bool:
    """Tell whether `marshal https` has been here."""
    return (data / FOLDER / "ca.pem").exists()


def make_authority(data: Path, names: Iterable[str], now: datetime | None = None) -> None:
    """Make the authority, unless there is one.

    `names` are those that this machine has now: it may speak for them too, whatever they are.
    """
    if have_authority(data):
        return
    folder, key = data / FOLDER, ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Marshal (this house)")])
    certificate = (
        _about(name, name, key, now or datetime.now(UTC), AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_signs(certificates=True), critical=True)
        .add_extension(_constraints(names), critical=True)
        .sign(key, hashes.SHA256())
    )
    save(folder / "ca.key", _pem(key))
    save(folder / "ca.pem", certificate.public_bytes(Encoding.PEM), mode=0o644)


def current(data: Path, names: Iterable[str], now: datetime | None = None) -> Certificates:
    """Return certificates for these names and addresses, made anew where they are not.

    Raises CertificateError where the authority's files cannot be read.
    """
    folder, moment = data / FOLDER, now or datetime.now(UTC)
    wanted = sorted({*names, "localhost", "127.0.0.1"})
    found = Certificates(folder / "ca.pem", folder / "table.pem", folder / "table.key")
    if not _still_good(found, wanted, moment):
        _issue(found, wanted, moment)
    return found


def fingerprint(authority: Path) -> str:
    """Return the authority's SHA-256 as devices show it before they trust it."""
    digest = _read(authority).fingerprint(hashes.SHA256())
    return ":".join(f"{byte:02X}" for byte in digest)


def _issue(files: Certificates, names: list[str], now: datetime) -> None:
    authority, signer = _read(files.authority), _read_key(files.authority.with_name("ca.key"))
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Marshal")])
    alternative = x509.SubjectAlternativeName([_general(name) for name in names])
    served = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    certificate = (
        _about(subject, authority.subject, key, now, TABLE_LIFE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_signs(certificates=False), critical=True)
        .add_extension(served, critical=False)
        .add_extension(alternative, critical=False)
        .sign(signer, hashes.SHA256())
    )
    save(files.key, _pem(key))
    save(files.table, certificate.public_bytes(Encoding.PEM), mode=0o644)
    log.info("a certificate for %s", ", ".join(names))


def _still_good(files: Certificates, names: list[str], now: datetime) -> bool:
    try:
        found = _read(files.table)
        _read_key(files.key)
        authority = _read(files.authority)
    except CertificateError:
        return False
    alternative = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    same = {str(one.value) for one in alternative} == set(names)
    fresh = found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEW_BEFORE
    return same and fresh and found.issuer == authority.subject


def _about(
    subject: x509.Name, issuer: x509.Name, key: Key, now: datetime, life: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SLACK)
        .not_valid_after(now + life)
    )


def _signs(*, certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=certificates,
        crl_sign=certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _constraints(names: Iterable[str]) -> x509.NameConstraints:
    local = [x509.DNSName(name) for name in _LOCAL]
    private = [x509.IPAddress(IPv4Network(network)) for network in _PRIVATE]
    more = [_subtree(name) for name in sorted(names)]
    return x509.NameConstraints(
        permitted_subtrees=[*local, *private, *more], excluded_subtrees=None
    )


def _subtree(name: str) -> x509.GeneralName:
    """Return a name and what lies below it, or one address, as a constraint says it."""
    try:
        return x509.IPAddress(ip_network(name))
    except ValueError:
        return x509.DNSName(name)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _pem(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _read(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _read_key(path: Path) -> Key:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise _unreadable(path, error) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _unreadable(path, ValueError("not a key of ours"))
    return key


def _unreadable(path: Path, error: Exception) -> CertificateError:
    kind = type(error).__name__
    return CertificateError(
        f"{path} cannot be used ({kind}): move the folder {path.parent} away, run "
        "`marshal https` again, and install the new certificate on your devices"
    )
