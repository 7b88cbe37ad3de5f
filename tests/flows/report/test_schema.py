"""The published schemas are those of the files, and the files that a run writes satisfy them."""

from __future__ import annotations

import json
from importlib import resources

import msgspec
import pytest

from flows.report.runs import Finished
from indagate.flows.report.schema import KINDS, name_for, texts


def test_the_schemas_that_ship_are_current() -> None:
    """`make docs` wrote them; nothing has changed since."""
    folder = resources.files("indagate.flows.report").joinpath("schemas")
    assert {file.name: file.read_text("utf-8") for file in folder.iterdir()} == texts(), "run `make docs`"


@pytest.mark.parametrize("which", ["plain", "deep"])
def test_every_session_file_of_a_run_satisfies_its_schema(which: str, request: pytest.FixtureRequest) -> None:
    """Each JSON file has a schema, fits it, and says nothing that the schema does not know."""
    finished: Finished = request.getfixturevalue(which)
    seen = set()
    for path in finished.folder.rglob("*.json"):
        name = path.relative_to(finished.folder).as_posix()
        if name.startswith(("data/", "output/")):
            continue
        kind = name_for(name)
        seen.add(kind)
        text = path.read_bytes()
        value = msgspec.json.decode(text, type=KINDS[kind])
        assert json.loads(msgspec.json.encode(value)) == json.loads(text), name
    wanted = set(KINDS) - ({"questions_plan"} if which == "deep" else {"questions_plan", "charts_analyzed", "story"})
    assert wanted <= seen
