"""What a result tells of itself: values that move apart, seasons, short periods, rows that no condition meets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from indagate.cells.cell import Cell
from indagate.cells.counting import base_tables
from indagate.cells.gate import Checked
from indagate.cells.label import Disclosure
from indagate.cells.table import Table
from indagate.cells.wording import number


def signed(share: float) -> str:
    """Return a change as a signed percentage."""
    return f"{'+' if share >= 0 else '−'}{number(round(abs(share) * 100, 1), 'en')} %"


def read_cells(cells: Sequence[Cell], tables: Mapping[str, Table], checked: Checked) -> list[Disclosure]:
    """Return what is seen in a series of values: rows, mean and total that move apart; a season between the ends."""
    told = _blank_conditions(checked, tables)
    spaced = all(tables[name].grain in ("series", "panel") for name in checked.tables)
    for output in checked.outputs:
        series = _series([cell for cell in cells if cell.column == output.name])
        if len(cells) == 1 and output.label.en.startswith("total ") and " per " not in output.label.en:
            told += _parts(cells[0], tables, checked)
        if len(series) > 1 and output.label.en.startswith(("total ", "mean ")):
            told += _decomposed(series, output.label.en.startswith("mean "))
        if len(series) > 3 and spaced:
            told += _short(series)
        if len(series) >= 8 and output.period == "":
            told += _seasonal(series)
    return told


def _blank_conditions(checked: Checked, tables: Mapping[str, Table]) -> list[Disclosure]:
    """Tell of conditions that rows without a value never meet, where a reader may think that they do."""
    told = []
    for select in checked.tree.find_all(exp.Select):
        sources = base_tables(select, tables) or {}
        unmet = [node.args.get("expression") or node.this for node in select.find_all(exp.Filter, exp.CountIf)]
        unmet += [branch.this for case in select.find_all(exp.Case) for branch in case.args["ifs"]]
        where = select.args.get("where")
        if where is not None:
            unmet += [node for node in where.find_all(exp.NEQ) if not isinstance(node.parent, exp.Not)]
            unmet += [node for node in where.find_all(exp.Not) if not isinstance(node.this, exp.Is)]
        for part in unmet:
            nulls = {column for node in part.find_all(exp.Is) for column in node.find_all(exp.Column)}
            for node in part.find_all(exp.Column):
                table = sources.get(node.table)
                column = table.column(node.name) if table is not None and node not in nulls else None
                if column is not None and column.missing and node.find_ancestor(exp.Select) is select:
                    name = column.title or column.name
                    text = f"rows without {name} ({column.missing:,} in the table) meet no condition on it"
                    told.append(Disclosure("missing", text))
    return list(dict.fromkeys(told))


def _parts(cell: Cell, tables: Mapping[str, Table], checked: Checked) -> list[Disclosure]:
    """Tell rows and mean beside the total of events whose adding up nobody has stated."""
    unknown = any(one.kind == "sum" for one in checked.warnings)
    rows = (cell.n or 0) - (cell.missing or 0)
    if not unknown or not rows or not isinstance(cell.value, int | float):
        return []
    if any(tables[name].grain in ("series", "panel") for name in checked.tables):
        return []
    return [Disclosure("parts", f"{cell.label} is {rows:,} rows × a mean of {number(cell.value / rows, 'en')}")]


def _series(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells in the order of their one date, if that is their only key."""
    dated = [
        cell for cell in cells if len(cell.keys) == 1 and cell.keys[0].period and isinstance(cell.value, int | float)
    ]
    return sorted(dated, key=lambda cell: str(cell.keys[0].value)) if len(dated) == len(cells) else []


def _decomposed(series: Sequence[Cell], is_mean: bool) -> list[Disclosure]:
    """Tell of the first and the last period how rows, mean and total moved."""
    first, last = series[0], series[-1]
    rows = [(cell.n or 0) - (cell.missing or 0) for cell in (first, last)]
    values = [float(cell.value) for cell in (first, last)]  # type: ignore[arg-type]
    if min(rows) <= 0 or min(values) <= 0 or rows[0] == rows[1]:
        return []
    scale = values[1] / values[0]
    counted = rows[1] / rows[0]
    mean, total = (scale, scale * counted) if is_mean else (scale / counted, scale)
    text = f"from the first to the last: rows {signed(counted - 1)}, mean {signed(mean - 1)}, total {signed(total - 1)}"
    return [Disclosure("parts", text)]


def _short(series: Sequence[Cell]) -> list[Disclosure]:
    """Tell that the first or the last period has fewer rows than every one between, where rows come in steps."""
    counts = [cell.n or 0 for cell in series]
    least = min(counts[1:-1])
    told = []
    for word, cell, count in (("first", series[0], counts[0]), ("last", series[-1], counts[-1])):
        if count < 0.95 * least:
            when = f"{cell.keys[0].period} ({cell.keys[0].value})"
            text = f"the {word} {when} has {count} rows, those between have at least {least}"
            told.append(Disclosure("partial", text))
    return told


def _seasonal(series: Sequence[Cell]) -> list[Disclosure]:
    """Tell that first and last lie in other parts of the year, where the values have a season."""
    key = series[0].keys[0]
    if key.period not in ("month", "quarter"):
        return []
    months = [int(str(cell.keys[0].value)[5:7]) for cell in series]
    values = [float(cell.value) for cell in series]  # type: ignore[arg-type]
    year = 12 if key.period == "month" else 4
    if months[0] == months[-1] or len(series) < 2 * year:
        return []
    level = _moving(values, year)
    pairs = [
        (month, value - mean) for month, value, mean in zip(months, values, level, strict=True) if mean is not None
    ]
    total = sum(rest * rest for _, rest in pairs)
    by: dict[int, list[float]] = {}
    for month, rest in pairs:
        by.setdefault(month, []).append(rest)
    within = sum(sum((rest - sum(some) / len(some)) ** 2 for rest in some) for some in by.values() if len(some) > 1)
    singles = sum(sum(rest * rest for rest in some) for some in by.values() if len(some) == 1)
    if total <= 0 or (within + singles) / total > 0.4:
        return []
    return [
        Disclosure(
            "season", f"the values have a season, and first and last {key.period} are of other parts of the year"
        )
    ]


def _moving(values: Sequence[float], width: int) -> list[float | None]:
    half = width // 2
    found: list[float | None] = []
    for at in range(len(values)):
        if half <= at < len(values) - half:
            window = values[at - half : at + half + 1]
            found.append((sum(window) - (window[0] + window[-1]) / 2) / width)
        else:
            found.append(None)
    return found
