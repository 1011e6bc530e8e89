"""Phones, table screen, host page and simulator page: views of the table, never its rules.

One blueprint per audience. A page is a shell without secrets; its script fetches the
viewer's own screen as JSON, and again whenever the event stream gives a new number.
"""

from flask import Flask

from web import (
    art,
    calibrate,
    campaign,
    cards,
    guard,
    host,
    join,
    marked,
    openapi,
    own_deck,
    records,
    seat,
    simulator,
    table,
    trust,
    watch,
    wording,
)
from web.context import KEY, Context
from web.limits import Limits
from web.services import Services


def create_app(services: Services, limits: Limits | None = None) -> Flask:
    """Return the WSGI application for one table.

    Serve it with `web.serve.Server`: event streams hold a thread each, so Flask's own
    development server and its reloader will not do.
    """
    app = Flask(__name__, static_url_path="/static")
    context = Context(services, limits or Limits())
    app.extensions[KEY] = context
    guard.install(app, context)
    for room in (
        join,
        seat,
        watch,
        campaign,
        table,
        host,
        cards,
        own_deck,
        marked,
        records,
        simulator,
        calibrate,
        art,
        wording,
        trust,
        openapi,
    ):
        app.register_blueprint(room.blueprint)
    return app
