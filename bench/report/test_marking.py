"""The examiner is examined: pytest bench/report/test_marking.py (by itself: others have such names too)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exam import HERE, SEEDS
from generate import NAMES, make, write
from marking import judged, plain, tables
from russian import drawn, faults, fits, rows
from russian import judged as judged_words
from score import last_object

SEED = SEEDS["tune"][0]
STAND_IN = """
import json, sys
from pathlib import Path
truth = json.loads((Path(sys.argv[1]).parent / "truth.json").read_text("utf-8"))
folder = Path.cwd() / (truth["case"] + str(truth["seed"]))
(folder / "state").mkdir(parents=True)
text = json.dumps({{"findings": truth["findings"], "issues": truth["issues"]}})
(folder / "state" / "aggregation.json").write_text(text, "utf-8")
print("reading ...")
print(json.dumps({{"status": "complete", "folder": str(folder)}}, indent=1))
"""


@pytest.fixture(scope="module", params=list(NAMES))
def truth(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The truth of each case of a tuning seed."""
    return make(request.param, SEED).truth(SEED)


def test_the_truth_itself_is_found_without_invention(truth: dict[str, Any]) -> None:
    """A report that says what is true, and its faults, is faultless."""
    made = judged(truth["findings"], truth, truth["issues"])
    assert (made.missed, made.invented, made.issues_missed) == ([], [], [])


def test_silence_misses_everything_and_invents_nothing(truth: dict[str, Any]) -> None:
    """An empty report is no crash."""
    made = judged([], truth)
    assert made.missed == truth["findings"]
    assert not made.invented


def test_traps_are_inventions(truth: dict[str, Any]) -> None:
    """Whoever reports what was laid out as a trap has invented it."""
    said = [{"table": truth["tables"][0], "column": "x", "value": 0.9, **row} for row in truth["non_findings"]]
    said = [row if row["kind"] != "missing" else row | {"value": 3} for row in said]
    made = judged(said, truth)
    assert len(made.invented) == len(said)
    assert not made.found


def test_particulars_that_are_wrong_are_inventions() -> None:
    """Another day, lag, direction, part or number is not the finding."""
    for name, change in (
        ("regime-level", {"at": "2024-03-15"}),
        ("anomalies", {"at": "2025-01-02"}),
        ("lead-lag", {"lag": -3}),
        ("seasons-of-year", {"lag": 11}),
        ("composition", {"value": 12.0}),
        ("ranking", {"group": "Nowhere"}),
        ("nulls", {"value": 1}),
    ):
        true = make(name, SEED).truth(SEED)
        row = true["findings"][0] | change
        made = judged([row], true)
        assert not made.found, name
        assert len(made.invented) == 1, name


def test_a_lead_may_be_told_from_either_side() -> None:
    """The follower with a negative lag is the same; a correlation with a lag is a lead."""
    true = make("lead-lag", SEED).truth(SEED)
    row = true["findings"][0]
    turned = row | {"column": row["partner"], "partner": row["column"], "lag": -row["lag"]}
    assert not judged([turned], true).missed
    assert not judged([row | {"kind": "correlation"}], true).missed
    assert judged([turned | {"lag": row["lag"]}], true).invented


def test_shares_as_fractions_and_other_parts_are_let_be() -> None:
    """0.5 and 50 are one share; the share of another part is neither found nor invented."""
    true = make("composition", SEED).truth(SEED)
    row = true["findings"][0]
    assert not judged([row | {"value": row["value"] / 100}, row | {"group": "gas", "value": 6}], true).invented


def test_tables_are_known_by_file_sheet_and_stem() -> None:
    """A finding may name its table in the usual ways."""
    all_of = ["queue", "letters"]
    for told in ("queue", "queue.xlsx", "data/queue.xlsx", "queue.xlsx:queue", "Queue", "queue.sqlite#queue"):
        assert tables(told, all_of) == {"queue"}
    assert tables(None, all_of) == set(all_of)
    assert tables("other", all_of) == set()
    assert plain("Выручка, тыс. руб.") == "выручкатысруб"


def test_files_are_written_in_every_form(tmp_path: Path) -> None:
    """Encodings, separators and forms are those that the case asks for."""
    folder = write(make("cp1251", SEED), SEED, tmp_path)
    lines = next((folder / "data").iterdir()).read_bytes().decode("cp1251").splitlines()
    assert lines[0] == "Дата;Выручка, тыс. руб.;Посетители"
    assert lines[1].startswith("01.01.2024;1.")
    forms = {path.suffix for path in (write(make("many-forms", SEED), SEED, tmp_path) / "data").iterdir()}
    assert forms == {".csv", ".xlsx", ".sqlite", ".json", ".parquet"}


def test_words_are_judged() -> None:
    """Found in either form, missed, and false alarms are told apart."""
    assert not list(faults())
    row = next(one for one in rows() if one["flag"])
    form, word = row["flag"][0]["form"], row["flag"][0]["word"]
    assert judged_words(row, [form])["found"] == judged_words(row, [{"word": word}])["found"] == 1
    assert judged_words(row, [])["missed"] == 1
    assert judged_words(row, [("другое", "иное")])["false alarms"] == 1
    assert judged_words(row, [(form, row["flag"][0]["suggest"][0])])["suggested"] == 1
    assert fits("отзывы клиентов", ["отзыв"])
    assert sum(split == "tune" for split in drawn().values()) == 20


def test_the_last_object_is_read() -> None:
    """Progress before the result is no result."""
    assert last_object('{"a": 1}\nworking\n{\n "folder": "x"\n}\n') == {"folder": "x"}


def test_the_whole_examination_runs(tmp_path: Path) -> None:
    """A truthful product misses and invents nothing, and no particulars of scored seeds are saved."""
    product, out = tmp_path / "product.py", tmp_path / "out.json"
    product.write_text(STAND_IN.format(), "utf-8")
    line = [sys.executable, str(HERE / "score.py"), "--split", "scored", "--case", "nulls", "--case", "ranking"]
    command = f"{sys.executable} {product} {{data}}"
    done = subprocess.run([*line, "--command", command, "--out", str(out)], capture_output=True, text=True, check=True)
    assert "all                         6       0         0" in done.stdout
    assert json.loads(out.read_text("utf-8"))["outcomes"][0]["found"] == ["missing"]
