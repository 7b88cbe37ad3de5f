"""Measures that are the sums of others are not ranked beside these."""

from __future__ import annotations

import random
from pathlib import Path

from indagate.flows.report.analysis.total import totals_of
from indagate.flows.report.files import Task
from indagate.flows.report.opening import takeaways
from indagate.flows.report.review import found_in
from indagate.flows.report.study import Job, study
from indagate.tools.tables import Tables, find_data


def test_sums_of_sums_are_found_with_their_parts() -> None:
    """Whole = trade + rest, trade = shops + stalls; rounding may be off by a thousandth."""
    parts = {"shops": [50, 55, 61], "stalls": [20, 19, 23], "rest": [300, 290, 310]}
    trade = [a + b for a, b in zip(parts["shops"], parts["stalls"], strict=True)]
    whole = [a + b for a, b in zip(trade, parts["rest"], strict=True)]
    found = totals_of({"whole": [*whole[:2], whole[2] + 0.1], "trade": trade, **parts})
    assert found["trade"] == ("shops", "stalls")
    assert set(found) == {"whole", "trade"}


def test_a_sum_at_one_time_only_is_no_total() -> None:
    """It adds up in the first row by accident."""
    assert totals_of({"one": [5, 6, 9], "two": [2, 2, 2], "three": [3, 3, 3]}) == {}


def test_who_grew_most_is_asked_of_parts_and_told_with_its_gain(tmp_path: Path) -> None:
    """The whole is left out, the figure says so, and beside the percentage stands by how much."""
    chance, lines = random.Random(2), ["year,all_jobs,farms,mills,shops"]
    for at in range(12):
        farms, mills, shops = 400 - 10 * at, 900 + 5 * at + chance.randint(0, 9), 500 + 30 * at
        lines.append(f"{2000 + at},{farms + mills + shops},{farms},{mills},{shops}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "work.csv").write_text("\n".join(lines) + "\n")
    query = "Which branches grew most?"
    with Tables.open(find_data(tmp_path / "data"), tmp_path / "cache") as tables:
        catalog = tables.describe()
        task = Task("d1", "data", "s1", "series", "", ("work",))
        done = study(Job(task, str(tables.database), catalog, query, "en"))
    (first, *_) = takeaways(found_in([done], catalog, "en", query), [done], query, "en")
    assert first.text.startswith("Shops grew most: +66% from 2000 to 2011 (+330; ")
    assert "least of all farms −27.5% (−110)" in first.text
    drawn = next(chart for chart in done.charts if chart.id == "work-growth")
    assert "all jobs" not in drawn.series[0].x
    assert "Sums of others are not ranked: all jobs." in drawn.notes
