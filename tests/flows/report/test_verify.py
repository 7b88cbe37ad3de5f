"""Whatever is changed afterwards is caught: data, calculations, the text, the files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from flows.report.runs import Finished, verified, write
from indagate.flows.report.backing import unbacked
from indagate.flows.report.editing import Desk, claims_of, names_of
from indagate.flows.report.files import Number, Result
from indagate.flows.report.keeping import keep, results_of
from indagate.flows.report.language import omens
from indagate.flows.report.phases import AGGREGATION
from indagate.flows.report.record import Report
from indagate.flows.report.text import Aggregation, Claim
from indagate.flows.report.verify import check
from indagate.storage import Home


def test_a_changed_cell_in_the_archived_data_is_caught(own: Finished) -> None:
    """One digit of one cell."""
    assert own.record.data is not None
    file = own.record.data.files[0]
    path = Home(own.home).store.path(file.sha256)
    content = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(content.replace(b"2024-02-10,", b"2024-02-10,9", 1))
    assert ("archive-changed", "museum.csv") in verified(own)


def test_a_changed_report_is_caught(own: Finished) -> None:
    """A number in the page."""
    page = own.folder / "output/report.html"
    content = page.read_bytes()
    page.unlink()
    page.write_bytes(content.replace(b"visitors", b"visit0rs", 1))
    assert verified(own) == [("report-changed", "output/report.html")]


def test_every_file_that_the_run_wrote_is_checked(own: Finished) -> None:
    """Session, state, results, series, tables, log and report: each that is changed is named, each that is gone too."""
    files = {str(path.relative_to(own.folder)): path for path in own.folder.rglob("*") if path.is_file()}
    parts = {path.partition("/")[0] for path in files}
    assert parts == {"data", "logs", "output", "results", "session.json", "state"}
    assert verified(own) == []
    for file in files.values():
        content = file.read_bytes()
        file.unlink()  # the bytes in the store are others' too
        file.write_bytes(content + b" ")
    assert {where for _, where in verified(own)} == set(files)
    for file in files.values():
        file.unlink()
    assert set(verified(own)) == {("missing-file", where) for where in files}


def test_a_number_that_the_data_do_not_give_is_caught(own: Finished) -> None:
    """A calculation whose recorded number differs from what the archived data give."""
    record = own.record
    store = Home(own.home).store
    name, result = next((name, one) for name, one in results(own).items() if one.task.kind == "data")
    wrong = result.calculations[0]
    numbers = (Number(wrong.numbers[0].name, wrong.numbers[0].value * 1.07, wrong.numbers[0].unit), *wrong.numbers[1:])
    changed: Result = replace(result, calculations=(replace(wrong, numbers=numbers), *result.calculations[1:]))
    was = record.results[name]
    record.results[name] = keep(changed, store)
    try:
        found = check(record, own.folder, store)
    finally:
        record.results[name] = was
    assert wrong.id in {breach.where for breach in found}


def planted(text: Aggregation, change: float) -> tuple[Aggregation, str, str]:
    """Return a text in which one number of the first takeaway is off by a share, and both spellings."""
    claim = text.key_takeaways[0]
    shown = next(one for one in claim.shown if one.text.replace(",", "").replace(".", "").isdigit())
    wrong = f"{float(shown.text.replace(',', '')) * (1 + change):.1f}"
    bad = replace(claim, text=claim.text.replace(shown.text, wrong, 1))
    return replace(text, key_takeaways=(bad, *text.key_takeaways[1:])), shown.text, wrong


def results(finished: Finished) -> dict[str, Result]:
    return results_of(finished.record.results, Home(finished.home).store)


def desk(finished: Finished) -> Desk:
    record = finished.record
    known = results(finished)
    calculations = {one.id: one for result in known.values() for one in result.calculations}
    return Desk(calculations, names_of(record, known.values()), {"t1"}, set(), "en")


def test_a_planted_error_of_six_percent_is_a_contradiction_and_put_right(own: Finished) -> None:
    """Editing recomputes: the wrong number is replaced by the calculated one, and logged."""
    assert own.record.aggregation is not None
    text, right, wrong = planted(own.record.aggregation, 0.06)
    assert wrong in text.key_takeaways[0].text
    edited = desk(own).edit(text)
    assert right in edited.key_takeaways[0].text
    assert wrong not in edited.key_takeaways[0].text
    assert [(one.kind, one.before, one.after) for one in edited.changes if one.before == wrong] == [
        ("contradiction", wrong, right)
    ]


def test_a_small_error_is_put_right_too(own: Finished) -> None:
    """Below five percent it is a number that is mended, not a contradiction."""
    assert own.record.aggregation is not None
    text, right, wrong = planted(own.record.aggregation, 0.02)
    edited = desk(own).edit(text)
    assert right in edited.key_takeaways[0].text
    assert [one.kind for one in edited.changes if one.before == wrong] == ["number"]


def test_a_sentence_whose_number_comes_from_nowhere_is_struck_out(own: Finished) -> None:
    """A number that nothing backs, a citation and a figure that are not there."""
    assert own.record.aggregation is not None
    text = own.record.aggregation
    invented = Claim("Visitors will reach 9,999 next year.")
    dangling = Claim("The data speak for themselves.", sources=("t1", "t77"))
    edited = desk(own).edit(replace(text, key_takeaways=(invented, dangling)))
    assert [claim.text for claim in edited.key_takeaways] == ["The data speak for themselves."]
    assert edited.key_takeaways[0].sources == ("t1",)
    assert {one.kind for one in edited.changes} >= {"contradiction", "citation"}


def test_every_number_of_the_text_has_its_calculation(plain: Finished, deep: Finished) -> None:
    """No sentence of either report holds a number that nothing backs."""
    for finished in (plain, deep):
        assert finished.record.aggregation is not None
        names = names_of(finished.record, results(finished).values())
        for where, claim in claims_of(finished.record.aggregation):
            assert unbacked(claim.text, claim.shown, names) == [], (where, claim.text)


def test_digits_in_the_name_of_a_column_are_no_claim(tmp_path: Path) -> None:
    """Also where letters of the name became capitals; a number beside it is still one."""
    data = tmp_path / "wines.csv"
    rows = [f"{'AB'[n % 2]},{2 + n % 2 + n / 100:.2f},{5 + n % 7}" for n in range(60)]
    data.write_text("\n".join(["cultivar,od280/od315,ash", *rows]) + "\n", "utf-8")
    done = write(tmp_path / "home", "How do the cultivars differ?", data=str(data))
    assert done.record.aggregation is not None
    assert any("OD280/OD315 " in claim.text for _, claim in claims_of(done.record.aggregation))
    assert verified(done) == []
    assert unbacked("Od280/od315 was 280 once", (), ["od280/od315"]) == ["280"]


def test_a_missing_file_is_caught(own: Finished, tmp_path: Path) -> None:
    """A file that was deleted."""
    (own.folder / "output/data_pack.xlsx").unlink()
    assert ("missing-file", "output/data_pack.xlsx") in verified(own)


def test_what_is_read_from_charts_omens_is_struck_out_and_told(own: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms of technical analysis leave the text, unless the data or the query themselves are called so."""
    assert own.record.aggregation is not None
    text = own.record.aggregation
    omen = Claim("The moving average crosses from below, a golden cross.")
    edited = desk(own).edit(replace(text, key_takeaways=(omen, *text.key_takeaways)))
    assert omen not in edited.key_takeaways
    assert [one.kind for one in edited.changes if one.before == omen.text] == ["omen"]
    assert omens("The RSI fell.", ["the share of RSI by region"]) == ()
    monkeypatch.setattr(Report, "aggregation", replace(text, key_takeaways=(omen,)))
    found = check(own.record, own.folder, Home(own.home).store)
    assert "technical-analysis" in {breach.code for breach in found}


def test_a_number_that_is_shown_first_is_proved_too(own: Finished) -> None:
    """The headlines' numbers come from calculations like all others."""
    record = own.record
    assert record.aggregation is not None
    was = record.aggregation
    (head, *others) = was.headlines
    wrong = replace(head, shown=(replace(head.shown[0], text="123.4"), *head.shown[1:]))
    record.files[AGGREGATION] = replace(was, headlines=(wrong, *others))
    try:
        found = check(record, own.folder, Home(own.home).store)
    finally:
        record.files[AGGREGATION] = was
    assert ("number-not-held", "headlines") in {(breach.code, breach.where) for breach in found}
