"""The certificate of the table's own authority, for devices that are to use https."""

from flask import Blueprint, Response, abort

from web.context import services

blueprint = Blueprint("trust", __name__)


@blueprint.get("/ca.crt")
def authority() -> Response:
    """Answer the certificate to install; 404 where the owner has made none."""
    certificate = services().authority()
    if certificate is None:
        abort(404)
    return Response(certificate, mimetype="application/x-x509-ca-cert")
