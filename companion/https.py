"""https beside http, once `marshal https` has made an authority for the owner's devices."""

from contextlib import suppress

from flask import Flask

from companion import address
from companion.certificates import (
    FOLDER,
    CertificateError,
    current,
    fingerprint,
    have_authority,
    make_authority,
)
from companion.sentences import sentence
from companion.settings import Settings
from companion.starts import phone_address
from web.secure import SecureServer


def names_of(settings: Settings) -> tuple[str, ...]:
    """Return what devices may call this machine: addresses, local name, name in the settings."""
    seen = address.look()
    addresses = [one.address for one in seen.candidates if address.reachable(one)]
    named = (phone_address(settings), address.local_name(seen.hostname), settings.address)
    return tuple(sorted({name for name in (*addresses, *named) if name}))


def set_up(settings: Settings) -> str:
    """Make the authority and the table's certificate; return what to do with them."""
    make_authority(settings.data, names_of(settings))
    made = current(settings.data, names_of(settings))
    return "\n".join(
        (
            f"The table's own certificate authority is in {made.authority.parent}.",
            f"SHA-256 {fingerprint(made.authority)}",
            "Start the table again, then on each of your own devices:",
            f"  1. open http://{phone_address(settings)}:{settings.port}/ca.crt and install it",
            "     (docs/https.md says how on each system; compare the SHA-256),",
            f"  2. open https://{phone_address(settings)}:{settings.https_port}/ .",
            "Guests need none of this: http goes on as before.",
        )
    )


def open_https(settings: Settings, app: Flask) -> tuple[SecureServer | None, str]:
    """Return the https server, if certificates were ever made; else why there is none."""
    if not have_authority(settings.data):
        return None, ""
    try:
        made = current(settings.data, names_of(settings))
        server = SecureServer(app, settings.host, settings.https_port, made.table, made.key)
    except (CertificateError, OSError) as error:
        said = "No https: {error}. The table can be reached by http as always."
        return None, sentence(said, error=error)
    return server, ""


def authority_of(settings: Settings) -> bytes | None:
    """Return the certificate that devices install (PEM); None where there is none."""
    with suppress(OSError):
        return (settings.data / FOLDER / "ca.pem").read_bytes()
    return None
