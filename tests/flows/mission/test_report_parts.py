"""What a report says of itself: parts and gaps, origins and dates, divergences, limitations, sources; in both forms."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from flows.mission.samples import broken, fact, fold, planned, settled, source, with_facts
from indagate.evidence.fact import Conflict, Resolution
from indagate.flow import Unpaid
from indagate.flow.worded import Supporting
from indagate.flows.mission import excerpt, report
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.chart import (
    Appraised,
    Archived,
    Complete,
    ConflictResolved,
    ConflictsFound,
    DirectiveChanged,
    LeftOut,
    ReadThrough,
    Reflected,
    ReportWritten,
    Searched,
    SectionWritten,
    Settled,
    SourcesFound,
    Spent,
    Surveyed,
)
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Appraisal, Found
from indagate.flows.mission.phrases import label, phrases_for
from indagate.flows.mission.record import Mission
from indagate.flows.mission.rendering import has_report, render_html, render_report

WORDS = phrases_for("en")
RENT, PRICE, NIGHT = (
    "The rent is EUR 100 a month.",
    "The price is EUR 2,500 in Kestrel.",
    "Pumps hum at 35 dB by night.",
)
MODEL = "openai:w"


def claim(text: str, *names: str, **given: Any) -> Claim:
    return Claim(text, names, **{"by": MODEL, "supported_by": "openai:j", **given})


def researched(*more: object) -> Mission:
    """A mission with two facts on cost from one source, and one on noise from another; then `more`."""
    mission = fold(with_facts(planned(), [RENT, PRICE], title="Prices"), DirectiveChanged(constraints=Constraints()))
    other = replace(source(2, "Noise"), publisher="", published=None, saved=date(2024, 7, 1))
    fold(
        mission,
        Archived("R-2", other),
        ReadThrough("R-2", "doc-002.md", (fact(NIGHT, "S02", 40, "noise", place="Noise › At night"),)),
    )
    return fold(mission, *more)


def reported(
    *more: object, sections: tuple[SectionWritten, ...] | None = None, done: ReportWritten | None = None
) -> Mission:
    """The mission after its report was written."""
    mission = researched(*more)
    if mission.state == "RESEARCHING":
        fold(settled(mission), Complete("done"))
    usual = (SectionWritten("", (claim("It is EUR 100.", "Fact-001"),), by=MODEL),
             SectionWritten("cost", (claim(PRICE, "Fact-002", basis="verbatim"),), by=MODEL))  # fmt: skip
    fold(mission, *(usual if sections is None else sections))
    return fold(mission, done or ReportWritten(2, ("Fact-001", "Fact-002")))


def test_every_part_of_the_question_has_its_place_also_one_without_a_sentence() -> None:
    """In the order of the plan."""
    (cost, (said,)), noise = report.sections(reported())
    assert (cost, said.text, noise) == ("cost", PRICE, ("noise", ()))
    assert report.headline("how loud?") == "How loud?"
    assert report.headline("") == ""


def test_an_excerpt_names_its_document_its_place_and_its_date() -> None:
    """What the title says is not said twice; a date that only the file has is marked as that."""
    mission = researched()
    assert report.origin(mission, mission.facts["Fact-001"], WORDS) == "Prices (doc-001.md), Press, 2025-05-01"
    assert report.origin(mission, mission.facts["Fact-003"], WORDS) == "Noise (doc-002.md), At night, 2024-07-01 (file)"
    mission.sources["S02"] = replace(mission.sources["S02"], title="doc-002.md", saved=None)
    assert report.origin(mission, mission.facts["Fact-003"], WORDS) == "doc-002.md, Noise › At night, undated"
    both = replace(mission.sources["S02"], published=date(2020, 1, 1), saved=date(2024, 7, 1))
    assert report.dated(both, WORDS) == "2020-01-01"


def test_the_line_below_the_bottom_line_says_from_how_much_and_by_whom() -> None:
    """With the day of the report."""
    assert report.byline(reported(Surveyed(7, 90, ()))) == (
        "Mission DR-20260101-001 · 1 January 2026 · documents: 7 · sources read: 2 · facts recorded: 3 · "
        f"written by: {MODEL}"
    )


NOBODY = (SectionWritten("", (), by=MODEL), SectionWritten("cost", (), by=MODEL))
DENIED = (SectionWritten("", (), answered=False, by=MODEL),)
RULED = (SectionWritten("", (), answered=False), SectionWritten("cost", (claim(PRICE, "Fact-002"),), by=MODEL))


@pytest.mark.parametrize(
    ("mission", "said"),
    [
        (reported(sections=DENIED), "Not found in these documents."),
        (reported(sections=NOBODY, done=ReportWritten(0, ())), "No sentence on it holds; facts recorded: 3."),
        (reported(sections=NOBODY), "No bottom line was written; what was found stands below."),
        (reported(sections=RULED), "No bottom line was written; what was found stands below."),
        (reported(sections=RULED, done=ReportWritten(0, ())), "Not found in these documents."),
        (reported(Spent("all 50 iterations are spent"), sections=RULED),
         "The research ended before it found an answer."),
        (reported(sections=DENIED, done=ReportWritten(0, (), by_rule=("bottom-line",))),
         "The research ended before it found an answer."),
        (reported(Settled("S-1", "FAILED", "x"), sections=()), "Not found in these documents."),
    ],
)  # fmt: skip
def test_that_there_is_no_bottom_line_is_said_with_its_cause(mission: Mission, said: str) -> None:
    """Not found, not written, left out, or not looked for to the end."""
    assert report.refusal(mission, WORDS) == said


def test_a_search_that_failed_denies_nothing() -> None:
    """Where all did."""
    mission = fold(planned(), Settled("S-1", "FAILED", "no network"), Settled("S-2", "FAILED", "no network"))
    assert report.refusal(mission, WORDS) == "The research ended before it found an answer."
    assert report.gap(mission, WORDS, "cost") == "The research ended before it found an answer."


def found(*places: tuple[str, int]) -> SourcesFound:
    return SourcesFound("S-2", tuple(Found(path, path, "relevant", "", ((at, at + 5),)) for path, at in places))


def test_a_part_with_nothing_says_what_was_found_on_it_and_not_read() -> None:
    """And whether there are facts on it of which no sentence holds."""
    mission = reported(found(("a.md", 0), ("b.md", 0), ("b.md", 9)))
    assert report.gap(mission, WORDS, "noise") == (
        "No sentence on it holds; facts recorded: 1. Found and not read: 3 passages in 2 documents."
    )
    assert report.gap(mission, WORDS, "cost") == "No sentence on it holds; facts recorded: 2."
    assert report.gap(mission, WORDS, "rent") == "Not found in these documents."
    assert report.unread(mission, WORDS) == "Found and not read: 3 passages in 2 documents."
    german = report.unread(mission, phrases_for("de"))
    assert german == "Gefunden und nicht gelesen: Stellen 3, Dokumente 2."


def test_how_much_was_searched_is_said_where_nothing_was_found() -> None:
    """Not where something is unread, or the research ended early."""
    searched = (Searched("S-1", 1, ("a", "b"), 0, 0, 0, 0), Searched("S-2", 1, ("c",), 0, 0, 0, 0))
    survey = Surveyed(7, 90, ())
    assert report.looked(reported(survey, *searched, sections=DENIED), WORDS) == (
        "3 searches over 7 documents brought nothing that bears on it."
    )
    assert report.looked(reported(*searched, found(("a.md", 0)), sections=DENIED), WORDS).startswith(
        "Found and not read"
    )
    assert report.looked(reported(*searched, Spent("x"), sections=DENIED), WORDS) == ""
    assert report.looked(reported(*searched, sections=NOBODY), WORDS) == ""
    unpaid = reported(*searched, sections=DENIED, done=ReportWritten(0, (), by_rule=("reader",)))
    assert report.looked(unpaid, WORDS) == ""


def test_how_to_go_on_with_a_larger_budget_is_said_where_the_budget_ended() -> None:
    """By a fork where a row is known up to which all was paid for."""
    assert report.way_on(reported()) == ""
    ruled = replace(reported(done=ReportWritten(0, (), by_rule=("reader",))), paid_to=0)
    assert report.way_on(ruled) == "To go on with a larger budget, ask again."
    assert "(indagate fork DR-20260101-001 --at 9)" in report.way_on(replace(ruled, paid_to=9))


def test_a_source_has_the_same_date_in_both_forms_of_the_report() -> None:
    """One that only its file has is said to be that."""
    mission = reported()
    for page in (render_report(mission), render_html(mission)):
        rows = [line for line in page.replace("</td>", "</td> ").splitlines() if "2024-07-01" in line]
        assert any("2024-07-01 (file)" in line for line in rows), rows
    assert "undated" not in render_html(mission)


DISPUTE = ConflictsFound((Conflict("Fact-001", "Fact-003", "rent", "5 against 9"),))


@pytest.mark.parametrize(
    ("resolution", "said"),
    [
        (None, ""),
        (Resolution("Fact-003", "Fact-001", "it is newer"), "Preferred: the statement of S02, because it is newer."),
        (Resolution(None, None, "other towns."), "Both stand: other towns."),
    ],
)
def test_what_became_of_a_contradiction_is_said(resolution: Resolution | None, said: str) -> None:
    """Who is preferred and why, or that both stand; each side with its publisher, else its title."""
    mission = researched(DISPUTE, *([ConflictResolved("Conflict-1", resolution)] if resolution else []))
    assert report.verdict(mission, "Conflict-1", WORDS) == said
    sides = [report.who_says(mission, mission.facts[name], WORDS) for name in ("Fact-001", "Fact-003")]
    assert sides == ["S01 (Press, 2025-05-01) says:", "S02 (Noise, 2024-07-01 (file)) says:"]


def test_what_limits_a_report_stands_in_it() -> None:
    """Why it ended, who could not answer, what was left out, what failed, what was not read, what was refused."""
    done = ReportWritten(
        2, ("Fact-001",), 5, ("reader",), ("judge",), Supporting(1, 2, 3, "no model"), ("appraiser", "resolver")
    )
    files = tuple((f"{n:02d}.pdf", "locked") for n in range(23))
    survey = Surveyed(30, 90, (), files, (("scan.pdf", "1 of its 2 pages hold no text"),), "90 by small")
    read = ReadThrough("R-2", "doc-002.md", (), ("no such quote",))
    score = Reflected(7.54, (("completeness", 0.5), ("authority", 1.0), ("x", 0), ("y", 0), ("z", 0.25)), (), "x")
    mission = reported(
        DirectiveChanged(constraints=Constraints(exclude=("whales",))), survey, read,
        Settled("S-2", "FAILED", "no network", 2), found(("a.md", 0)), score,
        Unpaid("reader"), Spent("86% of the budget is spent"), done=done,
    )  # fmt: skip
    lines = report.limitations(replace(mission, completed=Complete("x", ("noise: nothing",))), WORDS)
    assert lines == [
        "Sources were limited: leave out whales.",
        "The research ended early: 86% of the budget is spent.",
        "Found and not read: 1 passage in 1 document.",
        report.way_on(mission),
        "Answered by the rules, where the model gave no usable answer: judge.",
        "Answered by the rules, or by nobody, because the budget was spent: reader.",
        *done.support.lines,
        "Not done, for no model answered it: appraiser, resolver.",
        "noise: nothing.",
        "Quality of the evidence, computed: 7.5 of 10 (completeness 50%, authority 100%, conflict 0%, traceability 0%, "
        "recency 25%).",
        "S-2 failed: no network.",
        "Searched by words and by meaning; 90 by small.",
        *(f"Could not be read: {n:02d}.pdf (locked)." for n in range(20)),
        "Could not be read: 3 more files.",
        "Read only in part: scan.pdf (1 of its 2 pages hold no text).",
        "Refused, because its quote does not support it: 1 statement.",
        "1 verbatim, 1 worded by openai:w and judged supported by openai:j.",
        WORDS["open"],
    ]


def test_a_report_without_limits_says_the_least() -> None:
    """Nothing of what did not happen; excerpts have no quality that a reader could use."""
    assert len(report.limitations(reported(), WORDS)) == 2
    bare = reported(
        Reflected(7.5, (("completeness", 0.5),), (), "x"),
        sections=(
            SectionWritten("", (), answered=False),
            SectionWritten("cost", (Claim(PRICE, ("Fact-002",), "verbatim"),)),
        ),
    )
    bare.completed = Complete("x", ("noise: nothing",))
    assert report.limitations(bare, WORDS) == [WORDS["closed"]]


def test_what_a_persons_limits_left_out_is_named_up_to_twenty() -> None:
    """Also what was read before they were set; and that they left nothing, or that nothing was there."""
    limit = Constraints(kinds=("official",))
    mission = researched(*(LeftOut("R-1", f"{n:02d}.md", "its kind is blog") for n in range(20)))
    fold(mission, DirectiveChanged(constraints=limit))
    head, out, none = report.kept_to(mission)
    assert head == "Sources were limited: only official sources."
    assert out.startswith("Left out by these limits: 00.md (its kind is blog), 01.md (its kind is blog), ")
    assert out.endswith("19.md (its kind is blog), and 2 more.")
    assert none == "These limits left no source to read."
    fold(mission, DirectiveChanged(constraints=Constraints(kinds=("news",), exclude=("doc-002.md",))))
    assert report.kept_to(mission)[1].endswith(", and 1 more.")
    assert len(report.kept_to(mission)) == 2
    assert report.kept_to(planned())[1:] == ["No source was found that they allow."]
    twenty = fold(planned(), *(LeftOut("R-1", f"{n:02d}.md", "x") for n in range(20)))
    assert report.kept_to(twenty)[1].endswith("19.md (x).")
    assert report.kept_to(fold(planned(), DirectiveChanged(constraints=Constraints()))) == []


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ([], "closed"),
        ([claim("a", basis="verbatim")], "closed"),
        (
            [claim("a", basis="inference"), claim("b", supported_by=""), claim("c", basis="verbatim"), claim("d"),
             claim("e"), claim("f", by="rule", supported_by=""), claim("g", by="{x}", basis="cell", supported_by="")],
            "1 verbatim, 1 worded by {x}, not judged, 1 worded by openai:w, not judged, 2 worded by openai:w and "
            "judged supported by openai:j, 1 worded by rule, 1 inferred by openai:w and judged supported by openai:j.",
        ),
    ],
)  # fmt: skip
def test_a_report_counts_what_its_sentences_are(claims: list[Claim], said: str) -> None:
    """By basis, by who worded and who judged them; only where each is a quote it says so."""
    mission = reported(sections=(SectionWritten("cost", tuple(claims), by=MODEL),))
    expected = [WORDS["closed"]] if said == "closed" else [said, WORDS["open"]]
    assert report.statement(mission, WORDS) == expected


# --- the page -------------------------------------------------------------------------------------------------------

TABLE = Table(("Rent", "Price | all"), (TableRow("Kestrel", (TableCell("EUR 100", ("Fact-001",)), TableCell())),))


def test_the_report_in_markdown_has_the_parts_of_the_contract() -> None:
    """Bottom line, comparison, a section a side, divergences, limitations, sources cited and not, footnotes."""
    bottom = tuple(claim(f"It is EUR 100 by rule {n}.", "Fact-001") for n in range(6))
    bottom = (*bottom[:5], claim("In all EUR 2,600.", "Fact-001", "Fact-002", basis="inference",
              computed=(("2,500 EUR + 100 EUR", "2600 EUR"),)))  # fmt: skip
    said = (
        SectionWritten("", bottom, by=MODEL, table=TABLE),
        SectionWritten("cost", (claim(PRICE, "Fact-002", basis="verbatim"),), by=MODEL),
    )
    seen = Appraised(
        "S01", Appraisal((("interest", "sells pumps", "we sell pumps"), ("kind", "news", "Press")), "openai:a")
    )
    page = render_report(reported(seen, sections=said)).replace("\\", "")
    top, _, rest = page.partition("\n## Cost\n")
    assert top.startswith(
        "# What does it cost?\n\n## Bottom line\n\nIt is EUR 100 by rule 0. *worded*[^Fact-001] It is"
    )
    paragraphs = [part for part in top.split("\n\n") if "[^Fact" in part and "|" not in part]
    assert [len(re.findall(r"\[\^Fact-001\]", part)) for part in paragraphs] == [5, 1]
    assert paragraphs[1] == "In all EUR 2,600. (2,500 EUR + 100 EUR = 2600 EUR) *inference*[^Fact-001][^Fact-002]"
    assert "| | Rent | Price | all |\n|---|---|---|\n| Kestrel | EUR 100[^Fact-001] | – |\n" in top
    assert rest.startswith(f"\n{PRICE}[^Fact-002]\n\n## Noise\n\nNo sentence on it holds; facts recorded: 1.\n")
    assert "## Divergences" not in rest
    cited, _, others = rest.partition("\n### Consulted, not cited\n")
    assert "| S01 | Prices | Press | 2025-05-01 | news | 0.82 | doc-001.md | assets/docs/s01.md |" in cited
    assert "- S01: interest sells pumps (“we sell pumps”); kind news (“Press”) *openai:a*\n" in cited
    assert "| S02 | Noise | – | 2024-07-01 (file) | news |" in others and "| S01 |" not in others
    assert f"[^Fact-002]: “{PRICE}” — S01, *Prices*, doc-001.md, accessed 2026-01-01.\n" in others
    assert page.count("[^Fact-003]") == 0 and "\n\n\n" not in page and page.endswith(".\n")


def test_the_html_page_says_the_same_and_numbers_the_quotes() -> None:
    """Sentences, comparison, divergences; each quote once, by the number at its sentence."""
    said = (SectionWritten("", (claim("It is EUR 100.", "Fact-001"),), by=MODEL, table=TABLE),)
    done = ReportWritten(1, ("Fact-001", "Fact-003"))
    page = render_html(reported(DISPUTE, sections=said, done=done))
    assert '<html lang="en"' in page
    assert '<sup><a href="#Fact-001">1</a></sup>' in page and '<sup><a href="#Fact-003">2</a></sup>' in page
    assert 'id="Fact-001"><q>The rent is EUR 100 a month.</q>' in page and 'id="Fact-002"' not in page
    assert "<h3>rent</h3>" in page and "5 against 9" in page and "S02 (Noise, 2024-07-01 (file)) says:" in page
    assert "<th>Price | all</th>" in page
    markdown = render_report(reported(DISPUTE, sections=said, done=done))
    assert (
        "**rent** (5 against 9)\n\n- S01 (Press, 2025-05-01) says: The rent is EUR 100 a month.[^Fact-001]\n"
        in markdown
    )
    assert "- S02 (Noise, 2024-07-01 (file)) says: Pumps hum at 35 dB by night.[^Fact-003]\n" in markdown


def test_an_answer_that_is_none_shows_the_nearest_evidence() -> None:
    """As a list under the refusal; where there is none, how much was searched."""
    near = (
        SectionWritten(
            "", (claim(PRICE, "Fact-002", basis="verbatim"), claim("It.", "Fact-001")), answered=False, by=MODEL
        ),
    )
    page = render_report(reported(sections=near))
    assert (
        "**Not found in these documents.** The nearest evidence:\n\n- “The price is EUR 2,500 in Kestrel.”[^Fact-002]\n"
        in page
    )
    assert "- It. *worded*[^Fact-001]\n" in page
    page = render_report(reported(Surveyed(7, 9, ()), sections=DENIED, done=ReportWritten(0, ())))
    assert "**Not found in these documents.** 0 searches over 7 documents brought nothing" in page
    assert "## Sources\n\n### Consulted, not cited\n" in page


@pytest.mark.parametrize(
    ("question", "code", "word"),
    [("Wie laut darf es sein?", "", "Grenzen"), ("How loud?", "de", "Grenzen"), ("Как?", "", "Ограничения")],
)
def test_a_report_speaks_the_language_that_was_asked_for(question: str, code: str, word: str) -> None:
    """By its code, else that of the question."""
    mission = reported()
    mission.input = replace(mission.input, question=question, language=code)
    assert f"## {word}\n" in render_report(mission)
    assert f'lang="{code or ("ru" if word == "Ограничения" else "de")}"' in render_html(mission)


def test_once_a_mission_stood_in_error_its_facts_are_shown() -> None:
    """Until there is a report; without facts there is nothing to show."""
    stopped = broken(researched())
    assert has_report(stopped) and has_report(reported())
    assert not has_report(researched()) and not has_report(broken(planned()))
    page = render_report(stopped)
    assert page.startswith("No report is written yet, for the research was stopped.") or WORDS["stopped"] in page
    assert "[Fact-003] Pumps hum at 35 dB by night." in page


def test_a_sentence_in_other_words_than_its_source_is_marked() -> None:
    """A quote and a computed sentence are not."""
    assert [label(basis, WORDS) for basis in ("worded", "inference", "verbatim", "cell")] == [
        "worded",
        "inference",
        "",
        "",
    ]


# --- excerpts -------------------------------------------------------------------------------------------------------


def excerpts(*names: str, **given: Any) -> Mission:
    """A mission whose report is of excerpts."""
    claims = tuple(Claim("x", (name,), "verbatim") for name in names)
    written = (SectionWritten("", (), answered=False), SectionWritten("cost", claims))
    return reported(*given.pop("more", ()), sections=written, done=ReportWritten(len(names), names, **given))


def test_a_report_is_of_excerpts_where_nobody_wrote_any_part_of_it() -> None:
    """A model's section makes it one that was written; so does a budget that ended."""
    assert excerpt.is_excerpt(excerpts("Fact-001"))
    assert not excerpt.is_excerpt(excerpts("Fact-001", by_rule=("bottom-line",)))
    assert not excerpt.is_excerpt(reported())
    assert not excerpt.is_excerpt(researched())


def test_passages_stand_under_what_they_hold_of_the_words() -> None:
    """All, or all but what none holds, or not all; else no passage at all."""
    mission = excerpts("Fact-001", "Fact-002")
    for question, headings in (
        ("rent", {WORDS["all_words"]: 1, "Nearest passages; none holds: rent": 1}),
        ("month Kestrel", {WORDS["nearest_only"]: 2}),
        ("whales rent", {"Nearest passages; none holds: whales": 2}),
    ):
        mission.dimensions = (replace(mission.dimensions[0], question=question),)
        found_ = {heading: len(facts) for heading, facts in excerpt.groups(mission, "cost", WORDS)}
        assert found_ == headings, question
    assert excerpt.groups(excerpts(), "cost", WORDS) == [("No passage holds any of your words: cost", ())]
    early = excerpts(more=(Spent("x"),))
    assert excerpt.groups(early, "cost", WORDS) == [("The research ended before it found an answer", ())]
    assert excerpt.groups(mission, "noise", WORDS)[0][1] == ()


def test_the_words_asked_are_marked_where_they_stand() -> None:
    """Rows of a table are divided by strokes, lines of prose by spaces."""
    mission = excerpts("Fact-001")
    mission.dimensions = (replace(mission.dimensions[0], question="What is the rent a month?"),)
    fact_ = mission.facts["Fact-001"]
    assert excerpt.pieces(mission, fact_, "cost") == [
        ("The ", False), ("rent", True), (" is EUR 100 a ", False), ("month", True), (".", False),
    ]  # fmt: skip
    row = replace(fact_, quote="Town |  rent\n\nKestrel | 100")
    assert "".join(text for text, _ in excerpt.pieces(mission, row, "cost")) == "Town | rent / Kestrel | 100"
    prose = replace(fact_, quote="Of all\n  towns.")
    assert excerpt.pieces(mission, prose, "cost") == [("Of all towns.", False)]
    assert "“The **rent** is EUR 100 a **month**.”[^Fact-001]" in render_report(mission)


def test_excerpts_of_two_sources_that_differ_in_their_figures_stand_side_by_side() -> None:
    """Only where nobody wrote."""
    said = ["The noise limit at night in Kestrel town is 35 dB.", "The noise limit at night in Kestrel town is 40 dB."]
    mission = researched()
    mission.facts |= {f"Fact-00{n}": replace(mission.facts[f"Fact-00{n}"], statement=text, quote=text)
                      for n, text in ((1, said[0]), (3, said[1]))}  # fmt: skip
    fold(
        settled(mission),
        Complete("x"),
        SectionWritten("", (), answered=False),
        ReportWritten(2, ("Fact-001", "Fact-003")),
    )
    assert [[one.id for one in pair] for pair in excerpt.differences(mission)] == [["Fact-001", "Fact-003"]]
    mission.sections[""] = replace(mission.sections[""], by=MODEL)
    assert excerpt.differences(mission) == []


@pytest.mark.parametrize(
    ("question", "text", "places"),
    [
        ("rent of the heat pump", "A heat pump, rented.", [(2, 6), (7, 11), (13, 19)]),
        ("max_connections", "Set max_connections now; max too.", [(4, 19)]),
        ("FM-40", "the FM 40, an FM40", [(4, 9), (14, 18)]),
        ("max_connections max", "max_connections", [(0, 15)]),
        ("4 km", "4km away", [(0, 3)]),
        ("whales", "no such thing", []),
        ("水", "热水泵", [(1, 2)]),
    ],
)  # fmt: skip
def test_words_are_found_in_other_forms_and_names_of_several_parts_whole(
    question: str, text: str, places: list[tuple[int, int]]
) -> None:
    """As spans that neither meet nor overlap."""
    assert Asked.of(question).places(text) == places


def test_a_question_of_small_words_alone_is_asked_for_by_them() -> None:
    """There is always something to look for; each word once, in its order."""
    assert Asked.of("Who is who?").words == ("who", "is")
    assert Asked.of("Pumps, pumps and the town's rent").words[0] == "pumps"
    assert Asked.of("the town's rent").words == ("town", "rent")
    assert Asked.of("the rent, the noise").missing("rent", "low") == ("noise",)
