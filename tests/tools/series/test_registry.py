"""Sources ship or come from plug-ins, and every one says how its words read."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import indagate.tools.series as package
from indagate.errors import InputError
from indagate.tools.series import Received, SeriesRequest, find_source, load, sources

PLUGIN = """
from datetime import date
from indagate.tools.series import Parsed, Point, SeriesRequest

class Tides:
    name, takes, example = "tides", "tides:HARBOUR", "tides:Husum"
    base, media, licence = "https://tides.example", "text/plain", "public domain"
    attribution = "Source: the harbour master"

    def read(self, rest):
        return SeriesRequest(self.name, rest)

    def next_page(self, request, bodies):
        return "" if bodies else f"{request.base or self.base}/{request.series}"

    def parse(self, request, bodies):
        days = [line.split() for line in bodies[0].decode().splitlines()]
        points = tuple(Point(date.fromisoformat(day), float(height), request.series) for day, height in days)
        return Parsed("Tide", "m", "day", points, whose="harbour")

    def explain(self, status, body):
        return "low tide"
"""


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that is installed with two sources, of which one is none."""
    (tmp_path / "tides_plugin.py").write_text(PLUGIN)
    info = tmp_path / "tides_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tides-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[indagate.series]\ntides = tides_plugin:Tides\nbroken = tides_plugin:Point\ngone = tides_plugin:Ebb\n"
        "ecb = tides_plugin:Tides\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tides_plugin", raising=False)
    return tmp_path


@pytest.mark.usefixtures("plugged")
def test_a_plug_in_adds_a_source() -> None:
    """Its words are read and its series loaded as those that ship; it takes no name of theirs."""

    async def fetch(url: str, media: str = "", anew: bool = False) -> Received:
        assert (url, media) == ("https://tides.example/Husum", "text/plain")
        return Received(url, b"2026-01-02 1.5\n2026-01-01 1.25\n", 1_800_000_000.0)

    found = asyncio.run(load(SeriesRequest.parse("tides:Husum"), fetch))
    assert [(point.date.day, point.value) for point in found.points] == [(1, 1.25), (2, 1.5)]
    assert package.table_csv(found).decode().splitlines()[0] == "date,harbour,Tide (m)"
    assert find_source("ecb").base.startswith("https://data-api.ecb")


@pytest.mark.usefixtures("plugged")
def test_a_plug_in_that_is_no_source_is_named() -> None:
    """Where it is, and what is wrong with it."""
    with pytest.raises(InputError, match="tides_plugin:Ebb"):
        find_source("gone")
    with pytest.raises(InputError, match="tides_plugin:Point is no source"):
        find_source("broken")


@pytest.mark.parametrize("name", sorted(sources()))
def test_every_source_says_how_its_words_read_and_whose_data_they_are(name: str) -> None:
    """Its own example is one that it takes; nothing is asked but over https, without a key."""
    source = find_source(name)
    request = SeriesRequest.parse(source.example)
    assert request.source == name
    assert source.example.startswith(f"{name}:")
    assert source.takes.startswith(f"{name}:")
    assert source.next_page(request, []).startswith(source.base)
    assert source.base.startswith("https://")
    assert source.licence
    assert source.attribution.startswith("Source:")


def test_the_docs_name_every_source_with_its_example() -> None:
    """docs/series.md is complete."""
    page = (Path(__file__).parents[3] / "docs" / "series.md").read_text()
    for name in sources():
        assert find_source(name).example in page
        assert find_source(name).licence in page


def test_the_package_gives_what_it_names_and_is_cheap_to_import() -> None:
    """Every public name is there; importing it loads none of its modules."""
    for name in package.__all__:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = package.Nothing
    script = textwrap.dedent("""
        import sys, indagate.tools.series
        print([name for name in sys.modules if name.startswith("indagate.tools.series.")])
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
