"""Companions: small queries that ask of a result what a careful analyst would, and what they tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp

from indagate.cells.counting import aggregates, base_tables, is_grouped
from indagate.cells.gate import Checked
from indagate.cells.label import Disclosure
from indagate.cells.name import quoted
from indagate.cells.remark import signed
from indagate.cells.request import Answer
from indagate.cells.table import Column, Table, Value, is_dated
from indagate.frozen import dataclass

Told = Callable[[list[list[Value]]], list[Disclosure]]
_PERIODS = ("year", "quarter", "month", "week")
LITERALS = 12
"""Literals of a query that are looked up."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A question beside a query, and how its answer is told."""

    sql: str
    tell: Told


@dataclass(frozen=True, slots=True)
class _Frame:
    """The outermost SELECT of a query over tables: its tree, its tables by alias, its FROM, JOIN and WHERE as SQL."""

    tree: exp.Select
    sources: dict[str, Table]
    origin: str
    where: str

    def column(self, node: exp.Column) -> Column | None:
        """Return the column of data that a node is."""
        table = self.sources.get(node.table)
        return table.column(node.name) if table is not None else None


def companions(checked: Checked, tables: Sequence[Table]) -> list[Companion]:
    """Return the questions that go with a query."""
    named = {table.name: table for table in tables}
    asked: list[Companion] = []
    for select in checked.tree.find_all(exp.Select):
        if (frame := _frame(select, named)) is not None:
            asked += _literals(frame)
            asked += _joins(frame)
            asked += _members(frame)
            asked += _partial(frame)
            asked += _spans(frame)
            asked += _shared_extremes(frame)
    if isinstance(checked.tree, exp.Select):
        asked += _ties(checked.tree)
    return asked


def read_companions(asked: Sequence[Companion], answers: Sequence[Answer]) -> list[Disclosure]:
    """Return what their answers tell."""
    return [told for one, answer in zip(asked, answers, strict=True) for told in one.tell(answer.rows)]


def _frame(tree: exp.Select, tables: Mapping[str, Table]) -> _Frame | None:
    sources = base_tables(tree, tables)
    if sources is None:
        return None
    joins = " ".join(join.sql(dialect="duckdb", comments=False) for join in tree.args.get("joins") or [])
    origin = f"{tree.args['from_'].this.sql(dialect='duckdb', comments=False)} {joins}".strip()
    node = tree.args.get("where")
    # a condition on sub-selects or outer columns cannot be asked apart
    alone = node is None or (node.find(exp.Select) is None and _is_own(node, sources))
    where = node.this.sql(dialect="duckdb", comments=False) if node is not None and alone else "true"
    return _Frame(tree, sources, origin, where) if alone else _Frame(tree, sources, origin, "true")


def _is_own(node: exp.Expr, sources: Mapping[str, Table]) -> bool:
    return all(column.table in sources for column in node.find_all(exp.Column))


# --- literals ---------------------------------------------------------------------------------------------------------


def _literals(frame: _Frame) -> list[Companion]:
    """Ask whether the values that a query compares with occur in their columns."""
    found: dict[tuple[str, str, str], Column] = {}
    for node in frame.tree.find_all(exp.EQ, exp.In):
        if node.find_ancestor(exp.Select) is not frame.tree or not isinstance(node.this, exp.Column):
            continue
        column = frame.column(node.this)
        values = [node.expression] if isinstance(node, exp.EQ) else node.expressions
        for value in values:
            if column is not None and isinstance(value, exp.Literal) and column.kind != "measure":
                found[frame.sources[node.this.table].name, column.name, value.sql(dialect="duckdb")] = column
    return [_literal(table, column, literal) for (table, _, literal), column in list(found.items())[:LITERALS]]


def _literal(table: str, column: Column, literal: str) -> Companion:
    name = quoted(column.name)
    sql = (
        f"SELECT count(*), (SELECT string_agg(v, ', ') FROM (SELECT DISTINCT {name}::VARCHAR AS v FROM {quoted(table)} "
        f"WHERE v IS NOT NULL ORDER BY CASE WHEN lower(v) = lower({literal}::VARCHAR) THEN 0 ELSE 1 END, v LIMIT 8)) "
        f"FROM {quoted(table)} WHERE {name} = {literal}"
    )

    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        count, values = rows[0]
        if count:
            return []
        return [Disclosure("literal", f"no row has {column.name} = {literal}; its values are, among others, {values}")]

    return Companion(sql, tell)


# --- joins ------------------------------------------------------------------------------------------------------------


def _joins(frame: _Frame) -> list[Companion]:
    """Ask whether joins repeat or lose rows of the tables whose measures are aggregated."""
    if not frame.tree.args.get("joins"):
        return []
    measured = {
        column.table for projection in frame.tree.expressions for node in aggregates(projection)
        for column in node.find_all(exp.Column)
    } or {next(iter(frame.sources))}  # fmt: skip
    asked = []
    for alias in sorted(measured):
        table = frame.sources.get(alias)
        if table is not None and not table.long_of:
            sql = (
                f"SELECT count(*), count(DISTINCT {quoted(alias)}.rowid), (SELECT count(*) FROM {quoted(table.name)}) "
                f"FROM {frame.origin}"
            )
            asked.append(Companion(sql, _join_teller(table)))
    return asked


def _join_teller(table: Table) -> Told:
    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        joined, distinct, total = (int(value or 0) for value in rows[0])
        told = []
        if joined > distinct:
            text = (
                f"the join repeats rows of {table.name}: {distinct:,} become {joined:,}, so that sums count some twice"
            )
            told.append(Disclosure("join", text))
        if distinct < total:
            told.append(
                Disclosure("join", f"the join leaves out {total - distinct:,} of {total:,} rows of {table.name}")
            )
        return told

    return tell


# --- limits -----------------------------------------------------------------------------------------------------------


def _ties(tree: exp.Select) -> list[Companion]:
    """Ask how many there are beyond a limit, and whether the last place is shared."""
    limit, order = tree.args.get("limit"), tree.args.get("order")
    if limit is None or order is None or tree.args.get("offset") is not None or tree.args.get("distinct") is not None:
        return []
    asked = tree.copy()
    for clause in ("limit", "order"):
        asked.set(clause, None)
    by_alias = {projection.alias: projection.unalias() for projection in asked.expressions}
    items = []
    for item in order.expressions[:1]:  # what follows only breaks ties
        part = item.copy()
        for column in list(part.find_all(exp.Column)):
            if not column.table and column.name in by_alias:
                replacement = by_alias[column.name].copy()
                if column is part.this:
                    part.set("this", replacement)
                else:
                    column.replace(replacement)
        if part.find(exp.Window) is not None:
            return []
        items.append(part.sql(dialect="duckdb", comments=False))
    asked.select(f'rank() OVER (ORDER BY {", ".join(items)}) AS "__rank"', dialect="duckdb", copy=False)
    count = int(limit.expression.name)
    inner = asked.sql(dialect="duckdb", comments=False)
    sql = f'SELECT count(*), count(*) FILTER (WHERE "__rank" <= {count}) FROM ({inner})'

    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        total, within = (int(value or 0) for value in rows[0])
        told = []
        if total > count:
            told.append(Disclosure("limit", f"{count:,} of {total:,} are shown"))
        if within > count:
            told.append(
                Disclosure("ties", f"the last place shown is shared: {within - count:,} more have the same value")
            )
        return told

    return [Companion(sql, tell)]


# --- periods ----------------------------------------------------------------------------------------------------------


def _period_of(frame: _Frame) -> tuple[str, exp.Column, str] | None:
    """Return the period by which a SELECT groups: its name, the column of dates, its alias."""
    group = frame.tree.args.get("group")
    if group is None:
        return None
    nodes = [*group.expressions, *(p.unalias() for p in frame.tree.expressions if not aggregates(p))]
    for node in nodes:
        if isinstance(node, exp.TimestampTrunc | exp.DateTrunc):
            unit = node.args["unit"].name.lower()
            if unit in _PERIODS and isinstance(node.this.unnest(), exp.Column):
                return unit, node.this.unnest(), node.this.unnest().table
        if isinstance(node, exp.Year) and isinstance(node.this, exp.Column):
            return "year", node.this, node.this.table
        if (
            isinstance(node, exp.Extract)
            and node.this.name.lower() == "year"
            and isinstance(node.expression, exp.Column)
        ):
            return "year", node.expression, node.expression.table
    return None


def _partial(frame: _Frame) -> list[Companion]:
    """Ask whether the first and the last period are whole, by the first and last days of those between."""
    found = _period_of(frame)
    if found is None:
        return []
    period, node, _ = found
    column = frame.column(node)
    if column is None or not is_dated(column.type) or column.period == period:
        return []
    date = node.sql(dialect="duckdb")
    sql = (
        f"SELECT g::VARCHAR, date_diff('day', g, min(d)), date_diff('day', max(d), g + INTERVAL 1 {period}) "
        f"FROM (SELECT {date} AS d, "
        f"date_trunc('{period}', {date}) AS g FROM {frame.origin} WHERE {frame.where}) "
        "WHERE g IS NOT NULL GROUP BY g ORDER BY g"
    )

    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        spans = [(str(day)[:10], int(low or 0), int(high or 0)) for day, low, high in rows]
        if len(spans) < 3:
            return []
        inner = spans[1:-1]
        told = []
        slack = 1 if period == "week" else 2 if period == "month" else 5
        if spans[0][1] > max(low for _, low, _ in inner) + slack:
            told.append(f"the first {period} ({spans[0][0]}) begins late: its data start on day {spans[0][1] + 1}")
        if spans[-1][2] > max(high for _, _, high in inner) + slack:
            short = f"its data end {spans[-1][2] - 1} days before it does"
            told.append(f"the last {period} ({spans[-1][0]}) is not complete: {short}")
        return [Disclosure("partial", text) for text in told]

    return [Companion(sql, tell)]


# --- members that change ----------------------------------------------------------------------------------------------


def _members(frame: _Frame) -> list[Companion]:
    """Ask whether the groups of a panel are the same at both ends of a sum or mean over them."""
    table = next(iter(frame.sources.values()))
    if len(frame.sources) > 1 or table.grain != "panel" or not table.keys or not is_grouped(frame.tree):
        return []
    group = frame.tree.args.get("group")
    names = {column.name for column in (group.find_all(exp.Column) if group is not None else [])}
    if not names or names - {table.date} or not table.date:
        return []
    for projection in frame.tree.expressions:
        for node in aggregates(projection):
            plain = isinstance(node.this, exp.Column) and not isinstance(node.parent, exp.Filter)
            if plain and isinstance(node, exp.Sum | exp.Avg):
                return [_change(frame, table, node)]
    return []


def _change(frame: _Frame, table: Table, node: exp.Expr) -> Companion:
    word = "sum" if isinstance(node, exp.Sum) else "avg"
    keys = ", ".join(map(quoted, table.keys))
    value = quoted(node.this.name)
    sql = (
        f"WITH d AS (SELECT row({keys}) AS k, {quoted(table.date)} AS p, {value} AS v FROM {frame.origin} "
        f"WHERE ({frame.where}) AND {value} IS NOT NULL), e AS (SELECT min(p) AS a, max(p) AS b FROM d), "
        "f AS (SELECT d.* FROM d, e WHERE p = a), l AS (SELECT d.* FROM d, e WHERE p = b), "
        "s AS (SELECT f.k AS k, f.v AS x, l.v AS y FROM f JOIN l ON f.k = l.k) "
        f"SELECT (SELECT count(*) FROM f), (SELECT count(*) FROM l), (SELECT count(*) FROM s), "
        f"(SELECT {word}(v) FROM f), (SELECT {word}(v) FROM l), (SELECT {word}(x) FROM s), (SELECT {word}(y) FROM s)"
    )

    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        first, last, both, *amounts = (float(value) if isinstance(value, int | float) else 0.0 for value in rows[0])
        if first == last == both or not both or not amounts[0] or not amounts[2]:
            return []
        whole, alike = amounts[1] / amounts[0] - 1, amounts[3] / amounts[2] - 1
        text = (
            f"the members change: {first:.0f} at the first {table.date}, {last:.0f} at the last, {both:.0f} in both; "
            f"{signed(whole)} over all, {signed(alike)} over those in both"
        )
        return [Disclosure("members", text)]

    return Companion(sql, tell)


def _spans(frame: _Frame) -> list[Companion]:
    """Ask whether the groups of a panel that are set side by side begin and end at the same dates."""
    table = next(iter(frame.sources.values()))
    group = frame.tree.args.get("group")
    if len(frame.sources) > 1 or table.grain != "panel" or not table.date or group is None:
        return []
    names = {column.name for column in group.find_all(exp.Column)}
    if not names or not names <= set(table.keys):
        return []
    listed, date = ", ".join(map(quoted, sorted(names))), quoted(table.date)
    sql = (
        "SELECT count(DISTINCT a), count(DISTINCT b), max(a)::VARCHAR, min(b)::VARCHAR, min(a)::VARCHAR, "
        "max(b)::VARCHAR "
        f"FROM (SELECT min({date}) AS a, max({date}) AS b FROM {frame.origin} WHERE {frame.where} GROUP BY {listed})"
    )

    def tell(rows: list[list[Value]]) -> list[Disclosure]:
        begins, ends, late, early, first, last = rows[0]
        if begins == 1 and ends == 1:
            return []
        text = f"the groups do not cover the same time: they begin at {first} to {late} and end at {early} to {last}"
        if ends == 1:
            text = f"the groups do not cover the same time: they begin between {first} and {late}"
        return [Disclosure("members", text)]

    return [Companion(sql, tell)]


def _shared_extremes(frame: _Frame) -> list[Companion]:
    """Ask whether what arg_max or arg_min gives is one of several."""
    group = frame.tree.args.get("group")
    keys = list(group.expressions) if group is not None else []
    if any(not isinstance(key, exp.Expr) or key.find(exp.AggFunc, exp.Literal) is not None for key in keys):
        return []
    listed = ", ".join(key.sql(dialect="duckdb") for key in keys)
    asked = []
    for projection in frame.tree.expressions:
        for node in aggregates(projection):
            if isinstance(node, exp.ArgMax | exp.ArgMin) and not isinstance(node.parent, exp.Filter):
                word = "DESC" if isinstance(node, exp.ArgMax) else "ASC"
                what, by = node.this.sql(dialect="duckdb"), node.expression.sql(dialect="duckdb")
                part = f"PARTITION BY {listed} " if listed else ""
                sql = (
                    f"SELECT count(*) FILTER (WHERE k > 1) FROM (SELECT count(DISTINCT w) AS k "
                    f"FROM (SELECT {what} AS w, hash({listed or '1'}) AS g, "
                    f"rank() OVER ({part}ORDER BY {by} {word} NULLS LAST) AS r "
                    f"FROM {frame.origin} WHERE {frame.where}) WHERE r = 1 GROUP BY g)"
                )
                asked.append(Companion(sql, _tell_shared))
    return asked


def _tell_shared(rows: list[list[Value]]) -> list[Disclosure]:
    shared = rows[0][0]
    return (
        [Disclosure("ties", f"{shared} of the extremes are shared by several; one of them is given")] if shared else []
    )
