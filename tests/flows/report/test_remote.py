"""Series of remote sources in a report, from a server on loopback that answers in the services' formats.

The answers are written by hand from what is known of the public interfaces (`tools/series/answers.py`).
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.report.runs import Finished, write
from indagate.errors import Blocked, EffectFailed, InputError
from indagate.flows.report.files import Cited, Language
from indagate.flows.report.remote import each_once, remarks
from indagate.flows.report.verify import check
from indagate.flows.report.views import details
from indagate.flows.report.work import open_data
from indagate.storage import Home
from indagate.tools.series import HeldPage, SeriesNote
from indagate.tools.tables import find_data
from parts.website import Site, failing, website
from tools.series.answers import GERMANY, UNKNOWN, bank, row

GDP = "worldbank:NY.GDP.MKTP.CD:DEU:1995-2020"
PAIR = "frankfurter:EUR/USD:2024-01-01.."
BANK = "/country/DEU/indicator/NY.GDP.MKTP.CD"
PAGE = BANK + "?format=json&per_page=5000&date=1995:2020&page="
DAYS = "/2024-01-01.."
YEARS = [
    row(GERMANY, str(year), None if year == 2003 else 1.9e12 + (year - 1995) * 8e10, obs_status="F" * (year == 2020))
    for year in range(2020, 1994, -1)
]
RATES = {
    "amount": 1.0, "base": "EUR", "start_date": "2024-01-01", "end_date": "2024-02-29",
    "rates": {
        f"2024-{month:02}-{day:02}": {"USD": round(1.08 + day / 1000, 4)} for month in (1, 2) for day in range(1, 29)
    },
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INDAGATE_WEB_INTERVAL", "0")
        yield


def indagate(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indagate", *words, "--home", str(home)]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


@dataclass(frozen=True)
class Told:
    """A report on two series, the folder of another in Russian, the server's address, what it was asked, in order."""

    report: Finished
    russian: Path
    address: str
    asked: list[str]
    asked_again: list[str]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Two pages of one source, a fault that passes at the other; asked twice. The server is gone when it returns."""
    home = tmp_path_factory.mktemp("remote") / "home"
    with website(furnished=False) as site:
        site.add(PAGE + "1", bank(YEARS[:20], 1, 2, total=26))
        site.add(PAGE + "2", bank(YEARS[20:], 2, 2, total=26))
        site.pages[DAYS] = failing(503, 1, json.dumps(RATES))
        words = (f"{GDP}@{site.address}", f"{PAIR}@{site.address}")
        done = write(home, "How did GDP develop?", remote=words, allow_hosts=(site.host,), formats=("xlsx",))
        asked = [request.path for request in site.requests]
        asking = ("report", "И ещё раз: как менялся ВВП?", "--depth", "executive", "--json")
        sources = (word for one in words for word in ("--source", one))
        second = indagate(*asking, *sources, "--allow-host", site.host, home=home)
        again = [request.path for request in site.requests][len(asked) :]
    assert second.returncode == 0, second.stderr
    assert "\nseries are asked for at 127.0.0.1\n" in second.stderr
    return Told(done, Path(json.loads(second.stdout)["folder"]), site.address, asked, again)


def test_two_sources_become_tables_of_the_report(told: Told) -> None:
    """GDP by year from two pages, with a gap that stays a gap; rates by day, after a fault that passed."""
    record = told.report.record
    assert record.state == "complete"
    assert record.unfetched == ()
    assert record.data is not None
    assert sorted(table.rows for table in record.data.tables) == [26, 56]
    found = details(record)["findings"]
    trend = next(one for one in found if one["kind"] == "trend" and "GDP" in one["column"])
    assert trend["direction"] == "up"
    assert [one["value"] for one in found if one["kind"] == "missing" and "GDP" in one["column"]] == [1]
    rates = DAYS + "?base=EUR&symbols=USD"
    assert told.asked == [PAGE + "1", PAGE + "2", rates, rates]


def test_who_asks_again_within_the_hour_gets_what_was_fetched(told: Told) -> None:
    """Another run of the same home sends nothing."""
    assert told.asked_again == []


def test_whose_data_they_are_stands_beside_them(told: Told) -> None:
    """Address, word and attribution among the sources; the attribution under every figure; no trace of a file name."""
    folder = told.report.folder
    cited = json.loads((folder / "state/citations.json").read_text(encoding="utf-8"))["sources"]
    assert [one["where"].startswith(told.address) for one in cited] == [True, True]
    assert "The World Bank, World Bank Open Data (data.worldbank.org), CC BY 4.0" in cited[0]["note"]
    assert "worldbank:NY.GDP.MKTP.CD:DEU:1995..2020; as the source had it on 2026-07-13" in cited[0]["note"]
    figures = json.loads((folder / "state/chart_data.json").read_text(encoding="utf-8"))["charts"]
    assert figures
    owners = ("Source: The World Bank,", "Source: European Central Bank,")
    assert all(one["source"].startswith(owners) for one in figures), [one["source"] for one in figures]
    page = (folder / "output/report.html").read_text(encoding="utf-8")
    assert "euro foreign exchange reference rates, by frankfurter.dev" in page


def test_what_a_reader_should_know_of_a_series_is_among_the_limitations(told: Told) -> None:
    """A value that is a forecast; with its source, in the report's language."""
    for folder, said in (
        (told.report.folder, "On GDP (current US$): 1 value is forecast."),
        (told.russian, "О ряде GDP (current US$): 1 значение — прогноз."),
    ):
        text = json.loads((folder / "state/aggregation.json").read_text(encoding="utf-8"))
        assert (said, ["t1"]) in [(claim["text"], claim["sources"]) for claim in text["limitations"]]


@pytest.mark.parametrize(
    ("note", "english", "russian"),
    [
        (SeriesNote("nothing on XKX", "absent", ("XKX",)), "nothing on XKX", "нет данных по XKX"),
        (SeriesNote("nothing on 1 of the 3", "absent", (), (1, 3)), "nothing on 1 of the 3", "по 1 из 3 запрошенных"),
        (SeriesNote("Kosovo has no value", "empty", ("Kosovo",)), "Kosovo has no value", "ни одного значения"),
        (SeriesNote("groups stand there", "groups"), "groups stand there", "складывать их значения нельзя"),
        (SeriesNote("2 values are estimated", "status", ("estimated",), (2,)), "2 values are", "2 значения — оценка"),
        (SeriesNote("at low water"), "at low water", "at low water"),
        (SeriesNote("in a plug-in's words", "status"), "in a plug-in's words", "in a plug-in's words"),
    ],
)
def test_every_kind_of_note_is_told_in_both_languages(note: SeriesNote, english: str, russian: str, told: Told) -> None:
    """What only its source can say stays in the source's words; a series that no table came of is not spoken of."""
    held = next(iter(told.report.record.series.values()))
    held = dataclasses.replace(held, notes=(note,))
    cited = (Cited("t7", held.label, "there"),)
    languages: tuple[tuple[Language, str], ...] = (("en", english), ("ru", russian))
    for language, said in languages:
        (claim,) = remarks([held], cited, language)
        assert said in claim.text
        assert claim.sources == ("t7",)
    assert remarks([held], (), "en") == ()


def test_verify_makes_the_series_again_from_the_archive_without_the_network(told: Told) -> None:
    """The server is gone; not one breach. A changed answer, another table, a lost answer: each is named."""
    done = told.report
    store = Home(done.home).store
    assert check(done.record, done.folder, store) == []
    held = done.record.series
    label, gdp = next((label, one) for label, one in held.items() if one.source == "worldbank")
    other = store.put(bank([{**YEARS[0], "value": 1.0}, *YEARS[1:20]], 1, 2, total=26))
    pages = (HeldPage(gdp.pages[0].url, other, gdp.pages[0].at), *gdp.pages[1:])
    record = done.record
    try:
        held[label] = dataclasses.replace(gdp, pages=pages)
        assert "its table does not follow from the archived answers" in str(check(record, done.folder, store))
        held[label] = dataclasses.replace(gdp, table=other)
        assert "the report was not made from what was fetched" in str(check(record, done.folder, store))
        held[label] = dataclasses.replace(gdp, pages=(HeldPage(gdp.pages[0].url, "0" * 64, 0.0),))
        assert "has lost" in str(check(record, done.folder, store))
    finally:
        held[label] = gdp


def test_a_follow_up_adds_a_series_to_what_there_was(told: Told) -> None:
    """Old tables and new ones stand side by side, each with its owner, and everything is proved."""
    first = told.report
    with website(furnished=False) as site:
        site.add(BANK, bank([row(GERMANY, str(year), 7.0 + year % 3) for year in range(2000, 2020)]))
        words = ("report", "А как менялся ВВП по годам?", "--depth", "executive", "--json", "--continue", first.name)
        word = f"worldbank:NY.GDP.MKTP.CD:DEU@{site.address}"
        done = indagate(*words, "--source", word, "--allow-host", site.host, home=first.home)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    cited = json.loads((Path(said["folder"]) / "state/citations.json").read_text(encoding="utf-8"))["sources"]
    assert [("World Bank" in one["note"], "frankfurter" in one["note"]) for one in cited] == [
        (True, False), (False, True), (True, False),
    ]  # fmt: skip
    proved = indagate("verify", said["run"], home=first.home)
    assert (proved.returncode, proved.stdout) == (0, f"{said['run']}: no breach\n")
    figures = json.loads((Path(said["folder"]) / "state/chart_data.json").read_text(encoding="utf-8"))["charts"]
    assert all(".csv" not in one["source"] for one in figures), [one["source"] for one in figures]


def test_an_address_of_ones_own_needs_leave_before_there_is_a_run(tmp_path: Path) -> None:
    """Not one request is sent, and the option that gives leave is named."""
    with website(furnished=False) as site:
        done = indagate("report", "How did it go?", "--source", f"{PAIR}@{site.address}", home=tmp_path)
        assert (done.returncode != 0, f"--allow-host {site.host}" in done.stderr) == (True, True)
        assert (site.requests, list(tmp_path.glob("runs/*"))) == ([], [])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--source", "frankfurter:EUR:USD:2015-01-01"), "frankfurter:CURRENCY/CURRENCY[:TIMES]"),
        (("--source", "worldbank:NY.GDP.MKTP.CD"), "worldbank:INDICATOR:COUNTRY[,COUNTRY…][:TIMES]"),
        (("--data", ".", "--allow-host", "127.0.0.1:80"), "Add --source"),
        (("--source", PAIR, "--allow-host", "http://there/"), "--allow-host HOST"),
    ],
)
def test_a_mistake_is_told_in_a_line_before_there_is_a_run(options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """What is wrong, and how it reads right."""
    done = indagate("report", "How did it go?", *options, home=tmp_path)
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr
    assert not list(tmp_path.glob("runs/*"))


@pytest.mark.parametrize(
    "word",
    [
        "worldbank", "nobody:X", "worldbank:", "frankfurter:EUR", "worldbank:NY.GDP.MKTP.CD:DEU@ftp://x",
        "frankfurter:EUR:USD", "worldbank:NY.GDP.MKTP.CD:DEU:soon",
    ],
)  # fmt: skip
def test_what_names_no_series_is_refused(word: str) -> None:
    """Before there is a run."""
    with pytest.raises(InputError):
        each_once([word], ())


def test_a_series_is_asked_for_once_however_it_is_written() -> None:
    """Two spellings of one request; an address that is not allowed is refused, whatever the word."""
    assert each_once(["frankfurter:EUR/USD:2015..", "Frankfurter:eur/usd:2015..", PAIR], ()) == (
        "frankfurter:EUR/USD:2015..", PAIR,
    )  # fmt: skip
    with pytest.raises(Blocked):
        each_once([f"{PAIR}@http://169.254.169.254/latest"], ("127.0.0.1:80",))


@pytest.fixture
def site() -> Iterator[Site]:
    with website(furnished=False) as found:
        yield found


def test_a_series_that_is_not_there_is_an_error_in_words(site: Site, tmp_path: Path) -> None:
    """What the service says is passed on; the run waits for a person."""
    site.add("/country/DEU/indicator/NO.SUCH", UNKNOWN)
    word = f"worldbank:NO.SUCH:DEU@{site.address}"
    done = indagate("report", "How did it go?", "--source", word, "--allow-host", site.host, home=tmp_path)
    assert done.returncode == 1
    assert "“Invalid value: The provided parameter value is not valid”" in done.stdout
    assert "  ERROR" in done.stdout


def test_a_file_that_changed_since_the_earlier_report_is_not_mixed_with_it(tmp_path: Path) -> None:
    """Two tables of one name would be told as one; the same file again is taken once."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "visits.csv").write_text("date,visits\n2024-01-01,500\n2024-01-02,503\n")
    earlier = find_data(folder)
    first, _ = asyncio.run(open_data(Home(tmp_path), str(folder), ()))
    opened, _ = asyncio.run(open_data(Home(tmp_path), str(folder), first.data.files))
    assert [file.label for file in opened.data.files] == ["visits.csv"]
    other = dataclasses.replace(earlier[0], sha256="0" * 64)
    with pytest.raises(EffectFailed, match=r"two files that differ are called visits\.csv"):
        asyncio.run(open_data(Home(tmp_path), str(folder), (other,)))
