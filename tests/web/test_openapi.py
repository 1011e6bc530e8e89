"""The OpenAPI description: true to the routes, and the pages true to it."""

import inspect
import re
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.cards import Seat
from companion.commands import Deal
from tests.web.house import HOST_KEY, ORIGIN, House
from web import host, openapi, replies, view

READ = re.compile(r'(?:replies\.text|body\(\)\.get)\("(\w+)"')
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
HELPERS = {
    r"\b_seat\(\)": host._seat,
    r"\bruling\(": view.ruling,
    r"\breplies\.image\(": replies.image,
}
#: Tried so often each; every run tries others.
TRIES = 6
ROOMS = ("seat", "host", "join", "watch", "table", "records", "simulator", "rest")


@pytest.fixture
def house() -> Iterator[House]:
    """Return a table with a game on, at which Ann has a phone."""
    found = House()
    found.phone("Ann")
    found.phone("Ben")
    found.table.do(Deal(Seat("p1")))
    yield found
    found.table.close()


def operations(house: House) -> dict[str, dict[str, object]]:
    paths = openapi.description(house.app)["paths"]
    return {one["operationId"]: one for path in paths.values() for one in path.values()}


def test_every_route_is_described_in_a_sentence(house: House) -> None:
    described = operations(house)
    routes = {rule.endpoint for rule in house.app.url_map.iter_rules()} - {"static"}

    assert {name.rpartition(".")[0] for name in described} == routes
    assert [name for name, one in described.items() if not one["summary"]] == []


def test_every_wish_is_described_with_the_fields_its_route_reads(house: House) -> None:
    """A field that a route reads and nobody described, or the other way round, is found here."""
    reads = {}
    for rule in house.app.url_map.iter_rules():
        room, endpoint = rule.endpoint.partition(".")[0], rule.endpoint
        if "POST" not in (rule.methods or ()) or room in openapi.FREE_ROOMS:
            continue
        source = inspect.getsource(house.app.view_functions[endpoint])
        # What is read for a route by the helpers that several of them share.
        helpers = [helper for name, helper in HELPERS.items() if re.search(name, source)]
        fields = set(READ.findall(source + "".join(map(inspect.getsource, helpers))))
        if fields:
            reads[endpoint] = fields

    assert reads == {name: set(fields) for name, fields in openapi.FIELDS.items()}


def test_the_description_is_served_to_anyone(house: House) -> None:
    assert house.stranger().get("/openapi.json").json["openapi"] == "3.1.0"


def room_of(path: str) -> str:
    first = path.split("/")[1]
    return "records" if path.startswith("/host/record") else first if first in ROOMS else "rest"


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("room", ROOMS)
def test_whatever_is_sent_the_answer_is_as_described(house: House, room: str) -> None:
    schema = schemathesis.openapi.from_wsgi("/openapi.json", house.app)
    cookies = {"seat": "token-1", "host": HOST_KEY}
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        # A stream has no end; its beginning is what the view beside it answers.
        if operation.path.endswith("/events") or room_of(operation.path) != room:
            continue

        @given(case=operation.as_strategy())
        @settings(
            max_examples=TRIES,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        def check(case: schemathesis.Case) -> None:
            answer = case.call(cookies=cookies, headers={"Origin": ORIGIN})
            case.validate_response(answer, checks=CHECKS)

        check()
        tried += 1

    assert tried > 0
