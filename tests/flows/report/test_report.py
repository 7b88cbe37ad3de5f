"""A report from query to files: what a user finds in it, offline, in two languages and two depths."""

from __future__ import annotations

import asyncio
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from flows.report.conftest import QUERY
from flows.report.runs import Finished, write
from flows.report.samples import museum
from indagate.app import App
from indagate.flows.report.compose import silence
from indagate.flows.report.keeping import results_of
from indagate.flows.report.language import find_anglicisms, technical_terms
from indagate.flows.report.review import found_in
from indagate.flows.report.views import SIGNAL, details, summary
from indagate.storage import Home


def read(finished: Finished, path: str) -> dict:  # type: ignore[type-arg]
    return json.loads((finished.folder / path).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def texts(finished: Finished) -> str:
    assert finished.record.aggregation is not None
    return json.dumps(read(finished, "state/aggregation.json"), ensure_ascii=False)


def test_the_shift_that_is_in_the_data_is_in_the_report_and_nothing_else(plain: Finished) -> None:
    """The level of the visitors changed on 1 March; the tours are quiet, and nothing is said of them."""
    assert plain.record.state == "complete"
    found = details(plain.record)["findings"]
    shifts = [one for one in found if one["kind"] == "regime_change"]
    assert [(one["table"], one["column"], one["direction"]) for one in shifts] == [("museum", "visitors", "up")]
    assert "2024-02-27" <= shifts[0]["at"] <= "2024-03-04"
    assert {one["column"] for one in found} == {"visitors"}
    takeaway = plain.record.aggregation.key_takeaways[0].text  # type: ignore[union-attr]
    assert "2024" in takeaway
    assert "visitors" in takeaway


def test_every_file_of_the_seed_is_there(plain: Finished, deep: Finished) -> None:
    """session.json, state, results, series, output: under the seed's names, as far as the depth makes them."""
    names = {path.relative_to(plain.folder).as_posix() for path in plain.folder.rglob("*") if path.is_file()}
    written = ("initial_context", "brief", "plan", "coverage", "chart_data", "aggregation", "citations", "glossary")
    state = {f"state/{name}.json" for name in written}
    assert {"session.json", *state, "results/overview_1.json", "results/data_1.json"} <= names
    assert {"output/report.html", "output/data_pack.xlsx", "results/series/museum-visitors.json"} <= names
    more = {path.relative_to(deep.folder).as_posix() for path in deep.folder.rglob("*") if path.is_file()}
    assert {"state/charts_analyzed.json", "state/story.json"} <= more
    assert any(name.startswith("output/charts/") and name.endswith(".html") for name in more)
    session = read(plain, "session.json")
    assert (session["query"], session["language"], session["phase"]) == (QUERY, "en", "complete")
    assert session["execution"]["tasks_pending"] == []
    assert session["coverage"]["current"] >= session["coverage"]["target"]


def test_a_russian_deep_dive_speaks_russian_and_passes_its_own_checks(deep: Finished) -> None:
    """The season and the shares are found in a cp1251 table; no anglicism, no word of technical analysis."""
    assert deep.record.state == "complete"
    assert deep.record.brief is not None
    assert deep.record.brief.preferences.depth == "deep_dive"
    kinds = {one["kind"] for one in details(deep.record)["findings"]}
    assert {"seasonality", "composition", "ranking", "missing"} <= kinds
    shares = [one for one in details(deep.record)["findings"] if one["kind"] == "composition"]
    assert (shares[0]["group"], round(shares[0]["value"])) == ("Центр", 56)
    said = " ".join(claim.text for claim in deep.record.aggregation.key_takeaways)  # type: ignore[union-attr]
    assert "Выручка" in said
    assert find_anglicisms(said) == ()
    assert technical_terms(texts(deep)) == ()
    page = (deep.folder / "output/report.html").read_text(encoding="utf-8")
    assert '<html lang="ru"' in page
    assert re.findall(r"""(?:src|href)=["']?https?://|url\(["']?https?://""", page) == []


def test_an_empty_cell_is_never_zero(deep: Finished) -> None:
    """The missing month of one shop is null in its series, and counted as missing."""
    series = [
        read(deep, path.relative_to(deep.folder).as_posix()) for path in (deep.folder / "results/series").glob("*.json")
    ]
    south = next(one for one in series if one["title"].endswith("Юг"))
    assert south["y"].count(None) == 1
    assert 0 not in south["y"]
    missing = [one for one in details(deep.record)["findings"] if one["kind"] == "missing"]
    assert [one["value"] for one in missing] == [1]


def test_both_reports_are_proved_again(plain: Finished, deep: Finished) -> None:
    """`verify` recomputes every number from the archive and finds no breach."""
    for finished in (plain, deep):

        async def verify(finished: Finished = finished) -> list[object]:
            async with App(finished.home) as app:
                return list(app.verify(finished.name))

        assert asyncio.run(verify()) == []


def test_replaying_renders_the_same_bytes(deep: Finished) -> None:
    """The run's folder is a view of the journal."""

    async def replay() -> None:
        async with App(deep.home) as app:
            again = app.replay(deep.name)
            assert again.different == ()
            assert again.missing == ()

    asyncio.run(replay())


def test_a_complete_report_ends_with_the_signal(plain: Finished) -> None:
    """An outer loop can stop on it."""
    assert SIGNAL not in summary(plain.record)


def test_a_follow_up_adds_tasks_to_what_was_found(plain: Finished, own: Finished, tmp_path: Path) -> None:
    """`--continue` starts a new run on the finished one's record; its tasks are prefixed, the old results stay."""
    import msgspec

    from indagate.flows.report.work import Earlier

    assert own.record.data is not None
    found = Earlier(tuple(own.record.results.values()), own.record.data)
    sha = Home(own.home).store.put(msgspec.json.encode(found))
    again = write(own.home, "How are the guided tours distributed?", continues=own.name, earlier=sha)
    assert again.record.state == "complete"
    assert set(plain.record.results) < set(again.record.results)
    assert all(name.startswith("c_") for name in set(again.record.results) - set(plain.record.results))


def test_data_without_anything_in_it_gives_an_honest_report(tmp_path: Path) -> None:
    """Noise: nothing is claimed, and the report says that nothing stands out."""
    done = write(tmp_path / "home", "What stands out?", data=str(museum(tmp_path / "data", shift=0.0)))
    assert done.record.state == "complete"
    assert [one["kind"] for one in details(done.record)["findings"]] == []
    assert "Nothing stands out" in done.record.aggregation.key_takeaways[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("depth", ["standard", "deep_dive"])
def test_no_section_denies_what_the_report_tells(tmp_path: Path, depth: str) -> None:
    """A table of noise beside one with a trend: its section says that it adds nothing, not that nothing stands out."""
    (tmp_path / "data").mkdir()
    rising = [f"{1980 + n},{100 + 5 * n + n % 3}" for n in range(40)]
    (tmp_path / "data" / "harvest.csv").write_text("\n".join(["year,wheat", *rising]) + "\n", "utf-8")
    chance = random.Random(5)
    noise = [f"{chance.gauss(0, 1):.3f},{chance.gauss(0, 1):.3f}" for _ in range(60)]
    (tmp_path / "data" / "noise.csv").write_text("\n".join(["left,right", *noise]) + "\n", "utf-8")
    query = "How did wheat develop, and how do left and right go together?"
    done = write(tmp_path / "home", query, data=str(tmp_path / "data"), depth=depth)
    assert "Wheat rose" in texts(done)
    assert "Nothing stands out" not in texts(done)
    assert "could be calculated" not in texts(done)


def test_what_could_not_be_tested_is_not_said_to_have_failed_a_test(tmp_path: Path) -> None:
    """That nothing survives the tests is said after tests alone."""
    done = write(tmp_path / "home", "What stands out?", data=str(museum(tmp_path / "data", shift=0.0)))
    assert done.record.data is not None
    results = list(results_of(done.record.results, Home(done.home).store).values())
    found = found_in(results, done.record.data, "en", "What stands out?")
    assert silence(None, found, results, "en").text.startswith("Nothing stands out")
    untested = [replace(one, calculations=tuple(c for c in one.calculations if c.tail is None)) for one in results]
    assert (
        silence(None, found, untested, "en").text == "Nothing here could be tested for a trend, a shift or a relation."
    )


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("Which regions have the largest population?", {"bar"}),
        ("What is the share of each region?", {"bar", "treemap"}),
    ],
)
def test_who_has_most_is_shown_by_bars_and_shares_by_tiles_where_they_are_asked(
    tmp_path: Path, query: str, kinds: set[str]
) -> None:
    """Thirty regions: the treemap holds those that have no tile of their own as one."""
    rows = [f"R{n},{1000 * (n + 3) ** 2}" for n in range(30)]
    (tmp_path / "towns.csv").write_text("\n".join(["region,population", *rows]) + "\n", "utf-8")
    done = write(tmp_path / "home", query, data=str(tmp_path / "towns.csv"))
    charts = read(done, "state/chart_data.json")["charts"]
    assert {one["kind"] for one in charts if "by-region" in one["id"]} == kinds
    assert "makes up the largest part of population: 9.0" in texts(done)


def test_dirty_files_are_reported_and_harm_nothing(tmp_path: Path) -> None:
    """An empty file, headings alone, one row, bytes that are no text: limitations, not crashes."""
    folder = museum(tmp_path / "data")
    (folder / "empty.csv").write_text("")
    (folder / "headings.csv").write_text("a,b\n")
    (folder / "one.csv").write_text("a,b\n1,2\n")
    (folder / "broken.json").write_text("{")
    (folder / "bytes.csv").write_bytes(bytes(range(256)) * 10)
    done = write(tmp_path / "home", QUERY, data=str(folder))
    assert done.record.state == "complete"
    issues = {(one["issue"], one["table"]) for one in details(done.record)["issues"]}
    assert issues == {
        ("empty_file", "empty"), ("no_rows", "headings"), ("one_row", "one"), ("unreadable", "broken"),
        ("unreadable", "bytes"),
    }  # fmt: skip


def test_a_folder_without_tables_is_an_error_with_a_hint(tmp_path: Path) -> None:
    """Nothing to read is said in a line."""
    (tmp_path / "data").mkdir()
    done = write(tmp_path / "home", QUERY, data=str(tmp_path / "data"))
    assert done.record.state == "ERROR"


@pytest.mark.parametrize("query", ["How loud may a heat pump be at night in Lindental?"])
def test_documents_are_read_by_a_mission_of_their_own(query: str, tmp_path: Path) -> None:
    """Research tasks run a mission as a child; its sentences come with their sources."""
    corpus = Path(__file__).parents[3] / "examples" / "heat-pumps"
    done = write(tmp_path / "home", query, corpus=str(corpus))
    assert done.record.state == "complete"
    (result,) = results_of(done.record.results, Home(done.home).store).values()
    assert result.run.startswith("DR-")
    assert result.quoted
    page = (done.folder / "output/report.html").read_text(encoding="utf-8")
    assert result.quoted[0].text.split()[0] in page


def test_a_file_that_could_not_be_written_is_told_in_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Chromium there is no PDF: the page's limitations say so, and so does what the program prints."""
    monkeypatch.setenv("INDAGATE_CHROMIUM", str(tmp_path / "no-browser"))
    data = str(museum(tmp_path / "data", days=40))
    done = write(tmp_path / "home", "How did it go?", data=data, depth="executive", formats=("html", "pdf"))
    assert [name for name, _ in done.record.missing] == ["report.pdf"]
    page = (done.folder / "output/report.html").read_text(encoding="utf-8")
    assert "report.pdf could not be written" in page
    assert "report.pdf was not written" in summary(done.record)
