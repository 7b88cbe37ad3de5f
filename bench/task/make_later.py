"""Write a half of a later set with its answers computed, and its fingerprints: make_later.py dev3 | scored3.

Done once for each half: a half that is frozen is not written again.
"""

from __future__ import annotations

import datetime as dt
import importlib
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from exam import HERE, LATER_HALVES, current_later, frozen, later, later_file
from marking import Told, outcome
from worked2 import Goal, Value, asked, want


def specified(split: str) -> list[Goal]:
    """Return the goals of a half with how they are worked out; none before it is written."""
    name = later_file(split).stem.replace("-", "_")
    return list(importlib.import_module(name).GOALS) if (HERE / f"{name}.py").exists() else []


def goals(split: str) -> list[dict[str, Any]]:
    """Return the goals of a half as they are kept, answers worked out now."""
    made, counts = [], Counter[str]()
    for one in specified(split):
        counts[one.kind] += 1
        row: dict[str, Any] = {"id": f"{split}-{one.kind}-{counts[one.kind]:02}", "kind": one.kind}
        row |= {"language": one.language, "goal": one.goal}
        row |= {key: value for key, value in (("corpus", one.corpus), ("data", one.data)) if value}
        row["want"] = want(one)
        made.append(row | ({"absent": list(one.absent)} if one.absent else {}))
    return made


def printed(value: Value) -> tuple[str, str]:
    """Return a right answer as a product may print it, and a wrong one."""
    if isinstance(value, dt.date):
        return value.isoformat(), (value + dt.timedelta(days=1)).isoformat()
    if isinstance(value, str):
        return value, "nothing of the kind"
    return f"{value:.2f}".rstrip("0").rstrip("."), f"{value * 3 + 7:.2f}"


def same(value: Value, other: object) -> bool:
    """Return whether SQL finds what plain Python found."""
    if isinstance(value, float | int):
        return math.isclose(float(str(other)), value, rel_tol=1e-9)
    return str(other) == str(value)


def table_faults(split: str) -> Iterator[str]:
    """Yield the goals whose answers by Python and by SQL or by hand differ, and what would be marked amiss."""
    for one, row in zip(specified(split), goals(split), strict=True):
        if one.kind == "table" and not one.sql:
            yield f"{one.goal}: not worked out by SQL"
        if one.kind == "two-step" and one.work and one.hand is None and LATER_HALVES[split].number > 3:
            yield f"{one.goal}: not worked out by hand"
        if one.work is None:
            continue
        value = one.work()
        if one.sql:
            other = asked(one.sql)
            if not same(value, other):
                yield f"{one.goal}: {value} by Python, {other} by SQL"
        if one.hand is not None and not same(value, one.hand):
            yield f"{one.goal}: {value} from the documents, {one.hand} by hand"
        said, wrong = printed(value)
        if outcome(row, Told("DONE", said)) != "right":
            yield f"{one.goal}: {said} would not be marked right"
        if outcome(row, Told("DONE", wrong)) == "right":
            yield f"{one.goal}: {wrong} would be marked right"


def main() -> int:
    """Write one half, unless it is frozen or has faults."""
    split = sys.argv[1] if len(sys.argv) == 2 else ""
    if split not in LATER_HALVES:
        raise SystemExit(__doc__)
    if later(split):
        raise SystemExit(f"{later_file(split).name} exists: it is frozen")
    faults = list(table_faults(split))
    if faults:
        print("\n".join(faults))
        return 1
    lines = [json.dumps(row, ensure_ascii=False) for row in goals(split)]
    later_file(split).write_text("\n".join(lines) + "\n", "utf-8")
    one_set = LATER_HALVES[split]
    now, before = current_later(one_set), frozen(one_set.splits)
    changed = [one for one in before if before[one] != now.get(one)]
    if changed:
        raise SystemExit(f"changed since it was frozen: {', '.join(changed)}")
    text = [f"{one}\t{half}\t{mark}" for one, (half, mark) in now.items()]
    one_set.splits.write_text("# id or file, split, fingerprint\n" + "\n".join(text) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
