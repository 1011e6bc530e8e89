"""The house that the tests of the pages visit."""

from collections.abc import Iterator

import pytest

from tests.web.house import House


@pytest.fixture
def house() -> Iterator[House]:
    """Return an empty table with its pages."""
    found = House()
    yield found
    found.table.close()
