"""Pages offer the papers that can be printed on, in the browser as on the server."""

import json
import re
from pathlib import Path

from vision.printing import Paper
from web import papers

SCRIPT = Path(papers.__file__).parent / "static" / "papers.js"


def listed(name: str) -> list[str]:
    found = re.search(rf"export const {name} = (\[.*?\]);", SCRIPT.read_text("utf-8"))
    assert found
    return list(json.loads(found[1]))


def test_every_paper_that_is_printed_on_is_offered_everywhere() -> None:
    assert set(papers.PAPERS) == set(Paper.__members__)
    assert listed("PAPERS") == list(papers.PAPERS)
    assert listed("FLIPS") == list(papers.FLIPS)
