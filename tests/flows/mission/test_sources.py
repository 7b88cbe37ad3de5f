"""What a mission reads: a folder's survey, searches and excerpts; pages of the web; a finished run's sources."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from flows.mission.runs import Finished
from flows.mission.samples import fold, planned, source
from indagate.errors import InputError
from indagate.evidence.authority import Kind
from indagate.flow import Flow
from indagate.flows.mission import FLOW, MissionInput, sources
from indagate.flows.mission.chart import AllSettled, Archived, SourcesFound, TasksAdded
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Found, Hit
from indagate.flows.mission.library import admitted, instead, is_page
from indagate.flows.mission.numbering import links, named, task_ranks
from indagate.flows.mission.origin import follow_up
from indagate.flows.mission.side import TaskSpec
from indagate.flows.mission.sources import Library, Surveyed
from indagate.flows.mission.wire import MissionWire
from indagate.storage import Home
from parts.website import Site, website

RULES = """---
title: Rules of
 the town
publisher: Town of Lindental
kind: official
date: 2024-03-20
language: en-GB
---
# Rules

## At night

A pump may be no louder than 35 dB at night in the town.

## By day

By day it may be as loud as the others are in the street.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "rules.md").write_text(RULES)
    (made / "twin.md").write_text("# Twin\n\nA pump may be no louder than 35 dB at night in the town.\n")
    (made / "plain.txt").write_text("Die Pumpe ist laut und steht im Garten, und das ist nicht erlaubt.\n")
    return made


@pytest.fixture
def library(folder: Path, tmp_path: Path) -> Library:
    home = Home.find(tmp_path / "home").prepare()
    made = Library(home, str(folder))
    made.open().refresh()
    return made


def test_a_survey_lists_the_documents_with_what_is_known_of_them(library: Library) -> None:
    """Kind as stated, language as stated or read, words; a file's own date is none of the document's."""
    found = sources.survey.function(library)
    assert (found.documents, len(found.listing)) == (3, 3)
    by_path = {one.path: one for one in found.listing}
    rules, plain = by_path["rules.md"], by_path["plain.txt"]
    assert (rules.title, rules.publisher) == ("Rules of the town", "Town of Lindental")
    assert (rules.published, rules.language, rules.kind) == (date(2024, 3, 20), "en", "official")
    assert (plain.language, plain.kind, plain.published, plain.publisher) == ("de", "", None, "")
    assert rules.words > 20 and plain.words == 13


def test_a_survey_names_two_hundred_documents_at_most_and_counts_all(tmp_path: Path) -> None:
    """And which of them could be read in part, or not at all."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(202):
        (folder / f"{number:03d}.txt").write_text(f"Paper {number} on pumps {'x' * 150 if not number else ''}.\n")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 and no more")
    found = sources.survey.function(Library(Home.find(tmp_path / "home").prepare(), str(folder)))
    assert (found.documents, len(found.listing), [path for path, _ in found.unreadable]) == (202, 200, ["broken.docx"])
    assert all(len(one.title) <= 120 for one in found.listing)
    assert isinstance(found, Surveyed)


def test_a_search_brings_passages_with_their_headings_and_what_is_known(library: Library) -> None:
    """The best first, as many as asked for."""
    hits = sources.search.function(library, "louder pump night", 8)
    first = next(hit for hit in hits if hit.path == "rules.md")
    assert first.heading.endswith("At night") and " › " in first.heading
    assert first.text == "A pump may be no louder than 35 dB at night in the town."
    assert first.end - first.start == len(first.text)
    assert (first.kind, first.language, first.published) == ("official", "en", date(2024, 3, 20))
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True) and scores[0] > 0
    assert scores == [round(score, 4) for score in scores]
    assert len(sources.search.function(library, "pump", 1)) == 1


def test_every_passage_of_a_folder_is_had_once(library: Library) -> None:
    """Of twins the first, in the order of the documents; without a score."""
    hits = sources.everything.function(library)
    assert [hit.path for hit in hits] == ["plain.txt", "rules.md", "rules.md"]
    assert {hit.score for hit in hits} == {0.0}
    assert sum("35 dB" in hit.text for hit in hits) == 1


def test_what_is_no_evidence_is_not_found(library: Library, folder: Path) -> None:
    """A list that repeats the headings of its document and the titles of others."""
    (folder / "index.md").write_text(
        "# Index\n\n## Pumps\n\n- Pumps\n- Twin\n- Rules of the town\n\n## More\n\nPumps hum in the yard.\n"
    )
    library.open().refresh()
    texts = [hit.text for hit in sources.everything.function(library) if hit.path == "index.md"]
    assert texts == ["Pumps hum in the yard."]


def test_a_table_is_searched_and_shown_with_its_head(library: Library, folder: Path) -> None:
    """The context of a row stands before it."""
    rows = "".join(f"| Model {n} | {n} EUR |\n" for n in range(40))
    (folder / "prices.md").write_text(f"# Prices\n\n| Model | Price |\n|---|---|\n{rows}")
    library.open().refresh()
    hit = next(hit for hit in sources.search.function(library, "Model 39", 20) if "Model 39" in hit.text)
    assert hit.text.startswith("Model | Price") and "\n" in hit.text


def test_a_document_is_archived_with_its_bytes_and_its_text(library: Library, folder: Path) -> None:
    """And what it says of itself; without an id."""
    one = sources.archive.function(library, "rules.md")
    assert (one.id, one.locator, one.file, one.text_file) == ("", "rules.md", "", "")
    assert (one.publisher, one.kind, one.published, one.saved) == (
        "Town of Lindental", Kind.OFFICIAL, date(2024, 3, 20), None,
    )  # fmt: skip
    assert library.home.store.get(one.sha256) == (folder / "rules.md").read_bytes()
    assert b"35 dB" in library.home.store.get(one.text_sha256)
    assert one.language == "en" and one.title.startswith("Rules of")


def test_of_a_short_document_all_is_shown_and_of_a_long_one_what_was_found_with_its_neighbours(
    library: Library, folder: Path
) -> None:
    """Wide, for a model; else the passages found alone."""
    parts = [f"The pump number {n} hums in the yard of the town." for n in range(14)]
    for name, many in (("twelve.md", 12), ("more.md", 13)):
        (folder / name).write_text("# Pumps\n\n" + "\n\n".join(f"## Part {n}\n\n{parts[n]}" for n in range(many)))
    corpus = library.open()
    corpus.refresh()

    def shown(name: str, *numbers: int, wide: bool) -> list[int]:
        places = [passage for passage in corpus.passages(name) if passage.text in {parts[n] for n in numbers}]
        spans = tuple((one.start, one.end) for one in places)
        found = sources.open_source.function(library, name, spans, wide=wide)
        assert all(one.place == f"Pumps › Part {parts.index(one.text)}" for one in found)
        return [parts.index(one.text) for one in found]

    assert shown("twelve.md", 5, wide=True) == list(range(12))
    assert shown("more.md", 5, wide=True) == [4, 5, 6]
    assert shown("more.md", 0, 12, wide=True) == [0, 1, 11, 12]
    assert shown("more.md", 5, 7, wide=False) == [5, 7]
    assert shown("twelve.md", 5, wide=False) == [5]
    assert sources.open_source.function(library, "more.md", ((0, 0),), wide=True) == []


# --- the web --------------------------------------------------------------------------------------------------------


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("INDAGATE_WEB_INTERVAL", "0")
    with website() as here:
        yield here


def test_a_page_is_archived_with_its_host_as_publisher_where_it_names_none(site: Site, tmp_path: Path) -> None:
    """Where it led to is its place; its title is on one line."""
    site.add("/bare", "<html><head><title>A\n pump</title></head><body><p>The pump moves 9 litres.</p></body></html>")
    site.pages["/away"] = site.pages["/bare"]
    home = Home.find(tmp_path).prepare()
    held = asyncio.run(sources.archive_page.function(home, (site.host,), site.url("/bare?utm_source=feed")))
    assert (held.source.locator, held.source.title) == (site.url("/bare"), "A pump")
    assert held.source.publisher == "127.0.0.1" and not held.source.local
    assert b"9 litres" in home.store.get(held.source.text_sha256) and b"<p>" in home.store.get(held.source.sha256)
    (excerpt,) = sources.open_page.function(home, held.document, held.source.locator, "litres")
    assert excerpt.text == "The pump moves 9 litres."


def test_of_a_long_page_what_bears_most_on_the_side_is_shown_with_its_neighbours(site: Site, tmp_path: Path) -> None:
    """The best eight passages; where none bears on it, the first twelve."""
    parts = [f"<h2>Part {n}</h2><p>This is what stands in the part number {n} of it.</p>" for n in range(40)]
    for at in (0, 20, 39):
        parts[at] = f"<h2>Part {at}</h2><p>The whales of the bay sing in part {at}.</p>"
    site.add("/long", f"<html><body><h1>All</h1>{''.join(parts)}</body></html>")
    home = Home.find(tmp_path).prepare()
    held = asyncio.run(sources.archive_page.function(home, (site.host,), site.url("/long")))

    def shown(wanted: str) -> list[str]:
        return [one.place.rpartition(" ")[2] for one in sources.open_page.function(home, held.document, "x", wanted)]

    assert shown("singing whales") == ["0", "1", "19", "20", "21", "38", "39"]
    assert shown("dragons") == [str(n) for n in range(13)]
    assert len(shown("what stands in the part whales")) > 8


def test_a_search_of_the_web_says_which_providers_failed(site: Site) -> None:
    """A short snippet is shown with its title."""
    site.find("/bare", "The pump house", "Many litres of water.")
    providers = (f"searxng={site.address}", f"openalex={site.url('/none')}")
    found = asyncio.run(sources.search_web.function(providers, "pump station litres", 10))
    assert [name for name, _ in found.failed] == ["openalex"]
    by_path = {page.path: page for page in found.pages}
    assert by_path[site.url("/bare")].text == "The pump house. Many litres of water."
    assert by_path[site.url("/valley")].text == "The pump station at Long Valley moves 412 litres of water."
    assert {page.publisher for page in found.pages} == {"127.0.0.1"}


def test_what_breaks_a_limit_as_far_as_is_known_is_left_out_with_its_reason() -> None:
    """The others pass in their order."""
    hits = [Hit("a.md", kind="blog"), Hit("b.md"), Hit("c.md", kind="news")]
    kept, out = admitted(hits, Constraints(kinds=("news",)))
    assert ([hit.path for hit in kept], out) == (["b.md", "c.md"], {"a.md": "its kind is blog, not news"})


def test_a_page_is_told_from_a_path_and_a_question_is_asked_in_one_line() -> None:
    """Of a long question the first 400 characters are asked of the web."""
    assert is_page("https://a.example") and is_page("http://a.example") and not is_page("a/https://b")
    mission = planned()
    mission.input = MissionInput("Why\n so?" + " x" * 300)
    assert instead(mission).startswith("Why so? x x") and len(instead(mission)) == 400


# --- numbers and files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("media_type", "locator", "file"),
    [
        ("text/html", "https://a.example/x.php", "assets/web/s07.html"),
        ("application/xhtml+xml", "x", "assets/web/s07.html"),
        ("application/pdf", "https://a.example/download", "assets/pdf/s07.pdf"),
        ("text/csv", "Data.CSV", "assets/data/s07.csv"),
        ("text/markdown", "a/b.md", "assets/docs/s07.md"),
        ("text/plain", "README", "assets/docs/s07.bin"),
        ("text/plain", "x.a-b", "assets/docs/s07.bin"),
        ("text/plain", "x.abcdefgh", "assets/docs/s07.bin"),
        ("text/plain", "x.abcdefg", "assets/docs/s07.abcdefg"),
    ],
)
def test_a_source_has_its_file_by_its_number_and_its_kind(media_type: str, locator: str, file: str) -> None:
    """Of a name that others gave only a plain suffix is used."""
    one = named(replace(source(1), media_type=media_type, locator=locator), "S07")
    assert (one.id, one.file) == ("S07", file)
    assert one.text_file == f"{file.rpartition('.')[0]}.extracted.txt"


def test_archived_files_are_shown_once_sources_have_their_numbers() -> None:
    """Bytes and text of each."""

    mission = fold(planned(), Archived("R-1", source(1)))
    assert list(links(Archived("R-1", source(1)), mission)) == []
    fold(mission, AllSettled())
    one = mission.sources["S01"]
    assert list(links(AllSettled(), mission)) == [(one.file, one.sha256), (one.text_file, one.text_sha256)]


def test_what_follows_a_task_is_numbered_behind_it_and_rank_decides_within() -> None:
    """A reading that was planned later comes later, whatever was read first; what no search found comes last."""

    mission = planned()
    fold(
        mission,
        TasksAdded(
            (TaskSpec("S", "x", "cost", instead_of="S-1"), TaskSpec("R", "y", "cost", ("+0",), instead_of="R-1")),
            "recovery",
            "x",
        ),
    )
    found = [Found(f"doc-00{n}.md", "", "relevant", "", ()) for n in range(1, 6)]
    fold(
        mission,
        SourcesFound("S-1", (found[1], found[0])),
        SourcesFound("S-2", (found[3],)),
        SourcesFound("S-3", (found[4],)),
    )
    for task, number in (("R-2", 4), ("R-3", 5), ("R-1", 3), ("R-1", 1), ("R-1", 2)):
        fold(mission, Archived(task, source(number), f"doc-00{number}.md"))
    fold(mission, AllSettled())
    assert [one.locator for one in mission.sources.values()] == [f"doc-00{n}.md" for n in (2, 1, 3, 5, 4)]
    assert mission.numbered_sources == 5


def test_a_reading_stands_behind_its_search_and_a_task_in_place_of_another_behind_that() -> None:
    """Tasks of the plan by their place in it, whatever was added when; what a person adds comes last."""
    mission = planned()
    again = (TaskSpec("S", "x", "cost", instead_of="S-1"), TaskSpec("R", "y", "cost", ("+0",), instead_of="R-1"))
    fold(mission, TasksAdded(again, "recovery", "x"))
    fold(mission, TasksAdded((TaskSpec("R", "z", "cost", ("S-1", "S-2")),), "user", "x"))
    fold(mission, TasksAdded((TaskSpec("R", "w", "cost", ("S-1", "S-2")),), "plan", "x"))
    ranks = task_ranks(mission)
    assert sorted(ranks, key=ranks.__getitem__)[1:] == ["S-1", "R-1", "R-3", "S-3", "S-2", "R-2", "R-5", "R-4"]


# --- follow-ups and the wire ----------------------------------------------------------------------------------------


def test_a_follow_up_starts_from_the_files_of_a_finished_run(own: Finished) -> None:
    """Laid out under their own names, for everything but the web; nobody is asked."""
    home = Home.find(own.home)
    given = follow_up(home, own.name, own.record, "And then?")
    assert (given.question, given.approve, given.follows) == ("And then?", True, own.name)
    laid = {path.relative_to(given.corpus).as_posix() for path in Path(given.corpus).rglob("*") if path.is_file()}
    assert laid == {name for name, source_ in own.record.source_of.items() if own.record.sources[source_].local}
    web = replace(own.record.sources["S01"], locator="https://a.example/x", media_type="text/html", file="s01.html")
    record = replace(own.record, sources={"S01": web}, source_of={"https://a.example/x": "S01", "../out.md": "S01"})
    given = follow_up(home, "DR-2", record, "And then?")
    laid = {path.relative_to(given.corpus).as_posix() for path in Path(given.corpus).rglob("*") if path.is_file()}
    assert laid == {"s01.txt", Path(web.file).name}
    assert (Path(given.corpus) / "s01.txt").read_bytes() == home.store.get(web.text_sha256)
    empty = replace(own.record, sources={}, source_of={})
    assert follow_up(home, "DR-3", empty, "And then?").corpus == ""


class Granted:
    """What an operator lets be used."""

    allow = ("web_search", "python")
    hosts = ("intern.example",)

    def __init__(self, done: Finished) -> None:
        self.home, self._done = Home.find(done.home), done

    def folder(self, shelf: str) -> str:
        return f"/shelves/{shelf}" if shelf else ""

    def providers(self, wanted: bool) -> tuple[str, ...]:
        return ("wikipedia",) if wanted else ()

    def ended(self, run: str, flow: str) -> tuple[str, object]:
        assert (run, flow) == ("last", "mission")
        return self._done.name, self._done.record


def test_a_mission_over_a_network_has_what_was_granted_and_no_more(own: Finished) -> None:
    """Hosts and providers for the web alone; of the tools that one that a mission knows."""
    granted = Granted(own)
    given = MissionWire(
        "Q?", "papers", True, True, True, 7, 3, only=("official",), since="2020", until="2021", exclude=("blog",),
        source_languages=("German",), places=("Bavaria",), language="de", length="short",
    ).given(granted)  # fmt: skip
    assert given == MissionInput(
        "Q?", "/shelves/papers", True, True, 7, 3, web=True, providers=("wikipedia",), allow_hosts=("intern.example",),
        allow=("web_search",), limits=given.limits, language="de", length="short",
    )  # fmt: skip
    assert given.limits == Constraints(
        kinds=("official",), since=date(2020, 1, 1), until=date(2021, 12, 31), languages=("de",), places=("Bavaria",),
        exclude=("blog",),
    )  # fmt: skip
    plain = MissionWire("Q?", "papers").given(granted)
    assert plain == MissionInput("Q?", "/shelves/papers", allow=("web_search",))
    assert MissionWire("Q?", web=True).given(granted).corpus == ""


def test_a_follow_up_over_a_network_is_answered_from_its_run_alone(own: Finished) -> None:
    """And a mission reads something."""
    granted = Granted(own)
    given = MissionWire("And then?", follows="last", check_in=True).given(granted)
    assert (given.follows, given.check_in, given.approve) == (own.name, True, True)
    for more in ({"corpus": "papers"}, {"web": True}):
        with pytest.raises(InputError, match="a follow-up is answered from its run alone"):
            MissionWire("And then?", follows="last", **more).given(granted)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is nothing to read"):
        MissionWire("Q?").given(granted)


def test_a_mission_says_which_hosts_and_folders_it_reaches() -> None:
    """Before it begins; a follow-up reads no folder of the user's."""
    flow: Flow = FLOW
    assert flow.reaches is not None and flow.folders is not None
    web = MissionInput(
        "Q?", "/papers", web=True, providers=("searxng=http://find.example",), urls=("https://a.example/x",)
    )
    assert "find.example" in str(flow.reaches(web)) and "a.example" in str(flow.reaches(web))
    assert "find.example" not in str(flow.reaches(replace(web, web=False)))
    assert tuple(flow.folders(web)) == ("/papers",)
    assert tuple(flow.folders(replace(web, follows="DR-1"))) == tuple(flow.folders(replace(web, corpus=""))) == ()
