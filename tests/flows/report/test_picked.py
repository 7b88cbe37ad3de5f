"""Of a table too long to be read whole rows are picked so that nothing is seen askew."""

from __future__ import annotations

from collections import Counter

import duckdb

from indagate.flows.report.study.sheet import ROWS, picked


def test_rows_are_picked_evenly_however_often_a_value_occurs() -> None:
    """Six ages in 90,000 rows keep their shares, the rare greatest value stays, and it is the same pick each time."""
    with duckdb.connect() as base:
        base.execute(
            "CREATE TABLE t AS SELECT CASE WHEN i = 12345 THEN 99 ELSE 20 + i % 6 END AS age, i AS row "
            "FROM range(90000) r(i)"
        )
        sql = picked("SELECT age AS value FROM t ORDER BY 1", "value", 90_000)
        rows = [age for (age,) in base.execute(sql).fetchall()]
        assert len(rows) <= ROWS
        counts = Counter(rows)
        assert counts.pop(99) == 1
        assert all(abs(count - len(rows) / 6) <= 2 for count in counts.values())
        assert rows == [age for (age,) in base.execute(sql).fetchall()]
        named = picked("SELECT age AS one, row AS other FROM t ORDER BY 1, 2", "one, other", 90_000)
        pairs = base.execute(named).fetchall()
        assert (pairs[0], pairs[-1]) == ((20, 0), (99, 12345))
        assert len(pairs) <= ROWS
