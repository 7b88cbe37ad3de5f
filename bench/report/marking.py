"""Hold the findings of a report against the truth of its data: found, missed, invented."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

STRICT = ("trend", "regime_change", "volatility_regime", "anomaly", "lead_lag", "correlation", "seasonality")
UP = re.compile(r"^(up|rise|rising|increase|increasing|higher|positive|spike|high|\+.*)$")
DOWN = re.compile(r"^(down|fall|falling|decrease|decreasing|lower|negative|dip|low|-.*)$")
SUFFIX = re.compile(r"\.(csv|tsv|xlsx|parquet|sqlite|db|json)\b")


@dataclass(slots=True)
class Outcome:
    """What became of one case."""

    case: str
    seed: int
    found: list[dict[str, Any]] = field(default_factory=list)
    missed: list[dict[str, Any]] = field(default_factory=list)
    invented: list[dict[str, Any]] = field(default_factory=list)
    trapped: int = 0
    other: int = 0
    issues_found: list[str] = field(default_factory=list)
    issues_missed: list[str] = field(default_factory=list)
    failure: str = ""
    seconds: float = 0.0


def plain(name: object) -> str:
    """Return a name for comparing: lower case, letters and digits only."""
    return "".join(c for c in unicodedata.normalize("NFKC", str(name or "")).lower() if c.isalnum())


def tables(given: object, names: Iterable[str]) -> set[str]:
    """Return the truth's tables that a finding's table may mean: all of them if it names none."""
    told = SUFFIX.sub(" ", str(given or "").replace("\\", "/").split("/")[-1])
    parts = {plain(part) for part in [told, *re.split(r"[:\s.!#]+", told)]}
    return {name for name in names if not plain(told) or plain(name) in parts}


def day(told: object) -> tuple[date, date] | None:
    """Return the first and last day that a point in time may mean; None if it cannot be read."""
    match = re.search(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", str(told or ""))
    if not match:
        return None
    year, month, one = match.groups()
    try:
        first = date(int(year), int(month or 1), int(one or 1))
        last = first if one else date(int(year), int(month or 12), 28)
    except ValueError:
        return None
    return first, last


def near(told: object, wanted: str, within: int) -> bool:
    """Return whether a point in time lies within some days of the wanted one."""
    span = day(told)
    if span is None:
        return False
    true = date.fromisoformat(wanted)
    return (span[0] - true).days <= within and (true - span[1]).days <= within


def number(told: object) -> float | None:
    """Return a value as a number, if it is one."""
    if isinstance(told, bool) or told is None:
        return None
    try:
        return float(str(told).replace("%", "").strip())
    except ValueError:
        return None


def direction(told: dict[str, Any]) -> str:
    """Return up, down or nothing, from the direction or else the sign of the value."""
    word = str(told.get("direction") or "").lower()
    if UP.match(word) or DOWN.match(word):
        return "up" if UP.match(word) else "down"
    value = number(told.get("value"))
    return "" if not value else "up" if value > 0 else "down"


def each(findings: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield findings in the words of the truth; one that names several points in time is several."""
    for given in findings:
        if not isinstance(given, dict):
            continue
        told = dict(given)
        told["kind"] = str(told.get("kind", "")).lower().replace("-", "_")
        if told["kind"] == "correlation" and number(told.get("lag")):
            told["kind"] = "lead_lag"
        at = told.get("at")
        for one in at if isinstance(at, list) and told["kind"] == "anomaly" else [at]:
            yield told | {"at": one[0] if isinstance(one, list) and one else one}


def names(row: dict[str, Any]) -> set[str]:
    """Return the names by which a column of the truth may go."""
    return {plain(name) for name in row.get("columns", [row["column"]])}


def same_place(told: dict[str, Any], row: dict[str, Any], all_tables: list[str]) -> bool:
    """Return whether a finding is of the kind, table and columns of a row of the truth; what a row omits is any."""
    if told["kind"] != row["kind"]:
        return False
    if "table" in row and row["table"] not in tables(told.get("table"), all_tables):
        return False
    one, other = plain(told.get("column")), plain(told.get("partner"))
    if told["kind"] in {"correlation", "lead_lag"}:
        if "partner" in row:
            return {one, other} == {plain(row["column"]), plain(row["partner"])}
        return "column" not in row or plain(row["column"]) in {one, other}
    return "column" not in row or one in names(row)


def agrees(told: dict[str, Any], row: dict[str, Any]) -> bool:
    """Return whether the particulars of a finding at the right place are right."""
    kind = row["kind"]
    if kind in {"regime_change", "volatility_regime", "anomaly"} and not near(told.get("at"), row["at"], row["within"]):
        return False
    if "direction" in row and kind != "volatility_regime":
        return direction(told) in {"", row["direction"]}
    if kind == "lead_lag":
        lag = number(told.get("lag"))
        forward = plain(told.get("column")) == plain(row["column"])
        return lag is not None and round(lag) == (row["lag"] if forward else -row["lag"])
    if kind == "seasonality":
        lag = number(told.get("lag"))
        return lag is not None and round(lag) == row["lag"]
    if kind in {"composition", "ranking"} and plain(told.get("group")) != plain(row["group"]):
        return False
    if kind == "composition":
        value = number(told.get("value"))
        shares = () if value is None else (value, value * 100)
        return any(abs(share - row["value"]) <= row["tolerance"] for share in shares)
    if kind == "missing":
        value = number(told.get("value"))
        return value is not None and round(value) == row["value"]
    return True


def untrue(told: dict[str, Any], places: list[dict[str, Any]], truth: dict[str, Any]) -> bool:
    """Return whether a composition, ranking or count of missing values contradicts the truth."""
    if told["kind"] == "composition":  # the share of another part is let be
        return any(plain(told.get("group")) in {"", plain(row["group"])} for row in places)
    if told["kind"] != "missing":
        return bool(places)
    value = number(told.get("value"))
    for table in tables(told.get("table"), truth["tables"]):
        for column, gone in truth["nulls"][table].items():
            if plain(column) == plain(told.get("column")):
                return bool(places) or gone == 0 or (value is not None and round(value) != gone)
    return False


def trapped(told: dict[str, Any], row: dict[str, Any], all_tables: list[str]) -> bool:
    """Return whether an invented finding is one that was laid out as a trap."""
    return same_place(told, row, all_tables) and ("group" not in row or plain(told.get("group")) == plain(row["group"]))


def judged(findings: Iterable[Any], truth: dict[str, Any], issues: Iterable[Any] = ()) -> Outcome:
    """Return what was found, missed and invented in one case."""
    made = Outcome(truth["case"], truth["seed"])
    got: set[int] = set()
    for told in each(findings):
        places = [k for k, row in enumerate(truth["findings"]) if same_place(told, row, truth["tables"])]
        hits = [k for k in places if agrees(told, truth["findings"][k])]
        if hits:
            got |= set(hits)
        elif any(same_place(told, row, truth["tables"]) for row in truth["neutral"]):
            made.other += 1
        elif told["kind"] in STRICT or untrue(told, [truth["findings"][k] for k in places], truth):
            made.invented.append(told)
            made.trapped += any(trapped(told, row, truth["tables"]) for row in truth["non_findings"])
        else:
            made.other += 1
    made.found = [row for k, row in enumerate(truth["findings"]) if k in got]
    made.missed = [row for k, row in enumerate(truth["findings"]) if k not in got]
    told_issues = [one for one in issues if isinstance(one, dict)]
    for row in truth["issues"]:
        hit = any(
            str(one.get("issue", "")).lower().replace("-", "_") == row["issue"]
            and row["table"] in tables(one.get("table"), [row["table"]])
            and ("column" not in row or plain(one.get("column")) in {"", plain(row["column"])})
            for one in told_issues
        )
        (made.issues_found if hit else made.issues_missed).append(row["issue"])
    return made
