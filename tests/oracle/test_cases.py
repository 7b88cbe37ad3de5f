"""A stratified sample of the cases through the installed command; `make oracle` runs them all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from bench.oracle import adversary, falsehood
from bench.oracle.gold import CASES, Case, sets
from bench.oracle.runner import Bench, serving

pytestmark = pytest.mark.xdist_group("oracle")
NAMED = {
    "mis-doc-001": "", "mis-doc-007": "native", "mis-doc-013": "prompted", "mis-stp-014": "", "mis-ref-002": "tool",
    "drw-bi-03": "", "drw-bi-07": "", "drw-ca-02": "", "drw-ca-10": "", "drw-cl-04": "", "drw-dv-120": "",
    "drw-du-53": "", "drw-me-04": "", "drw-st-06": "", "drw-we-03": "", "drw-ca-u02": "",
    "tab-007": "", "ari-004": "prompted", "doc-010": "", "stp-009": "", "loc-008": "tool", "prg-002": "", "ref-002": "",
}  # fmt: skip
"""One or two of each kind (quoted facts, steps, refusals, contradictions, planted text, three languages, a PDF; tables,

sums, steps, programs), and the form of answers that each is asked for, where it is not the usual one.
"""
CONTROLS = ("mis-doc-001", "drw-ca-02", "stp-009")
FALSE = ("ab-001", "ab-019")


def cases(*names: str) -> list[Case]:
    known = {case.id: case for group in sets().values() for case in group.cases}
    return [known[name] for name in names]


def test_every_answer_that_was_shown_its_evidence_comes_out_right(bench: Bench) -> None:
    with serving(bench.folder) as service, ThreadPoolExecutor(bench.jobs) as pool:
        asked = zip(cases(*NAMED), NAMED.values(), strict=True)
        outcomes = list(pool.map(lambda pair: bench.one(pair[0], service, output=pair[1]), asked))
    assert [(o.case.id, o.cause, o.why) for o in outcomes if not o.right] == []
    assert all(o.shown for o in outcomes)


NOTES = ("run-030", "run-034", "run-035", "run-025")
"""A pace with its unit and gap, weeks in a row, a refusal, a note found by words: of one notebook, read once."""


def test_questions_of_a_notebook_that_a_model_read_come_out_right(bench: Bench) -> None:
    with serving(bench.folder) as service:
        outcomes = bench.run(cases(*NOTES), service)
    assert [(o.case.id, o.cause, o.why) for o in outcomes if not o.right] == []
    assert all(o.shown for o in outcomes)


@pytest.mark.parametrize("twist", ["mutated", "other"])
def test_wrong_gold_does_not_come_out_right(bench: Bench, twist: str) -> None:
    with serving(bench.folder, twist) as service:
        outcomes = bench.run(cases(*CONTROLS), service)
    assert [o.case.id for o in outcomes if o.mark.right] == []


def test_no_server_is_a_clear_error(bench: Bench) -> None:
    with serving(bench.folder, "gone") as service:
        pass
    outcome = bench.one(cases("mis-doc-001")[0], service)
    assert not outcome.right
    assert "cannot be reached" in outcome.mark.why


def test_false_figures_stand_in_no_file(bench: Bench) -> None:
    known = [sentence for sentence in adversary.load(CASES / "adversary") if sentence.id in FALSE]
    found = falsehood.run(bench, bench.folder, sentences=known, judges=("honest",))
    through = {kind: counts["honest"]["hard through"] for kind, counts in found["classes"].items()}
    assert {kind: ids for kind, ids in through.items() if ids} == {}
    assert sum(counts["honest"]["asked"] for counts in found["classes"].values()) == len(FALSE)
