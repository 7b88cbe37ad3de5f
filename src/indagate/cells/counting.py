"""Columns added to a checked query, so that each value brings its rows, those without a value, and their digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from indagate.cells.table import Table, is_dated

if TYPE_CHECKING:
    from indagate.cells.gate import Output

Source = Mapping[str, Table]
ROWS, BLANK = "__w", "__b"
"""What a sub-select brings beside its columns: rows of the data, and those of them without a value."""


def with_counts(tree: exp.Query, outputs: Sequence[Output], tables: Source) -> exp.Query | None:
    """Return the query with, for each output i that is no key, `__n{i}` and `__m{i}`, and what names the rows.

    `__digest`, `__from` and `__to` are of a query over tables themselves; `__u{i}` and `__v{i}` are the least and the
    greatest unit of a measure whose unit stands in a column. None where the form of a query says nothing of rows.
    """
    if not isinstance(tree, exp.Select) or tree.args.get("distinct") is not None:
        return None
    sources = base_tables(tree, tables)
    grouped = is_grouped(tree)
    counted = tree.copy()
    if sources is None:
        return counted if _add_from_inner(counted, outputs, tables, grouped) else None
    if not grouped:
        return counted if _add_row_units(counted, outputs, sources) else None
    for place, (projection, output) in enumerate(zip(tree.expressions, outputs, strict=True)):
        if output.key:
            continue
        look = looked(projection)
        _add(counted, _count(look.conditions), f"__n{place}")
        _add(counted, _count(look.blanks) if look.blanks else exp.Literal.number(0), f"__m{place}")
        if output.unit_columns:
            for column, conditions, name in unit_columns(projection, sources):
                for word, sign in ((exp.Min, "u"), (exp.Max, "v")):
                    _add(counted, _filtered(word(this=column.copy()), conditions), f"__{sign}{place}_{name}")
    columns = sorted({column.sql(dialect="duckdb") for column in direct_columns(tree)})
    if columns:
        counted.select(f'sum(hash({", ".join(columns)}))::VARCHAR AS "__digest"', dialect="duckdb", copy=False)
    if (dated := _dated(sources)) is not None:
        for agg, name in (("min", "__from"), ("max", "__to")):
            counted.select(f'{agg}({dated})::VARCHAR AS "{name}"', dialect="duckdb", copy=False)
    return counted


def _add(tree: exp.Select, value: exp.Expr, name: str) -> None:
    tree.select(exp.alias_(value, name, quoted=True), copy=False)


def unit_columns(projection: exp.Expr, sources: dict[str, Table]) -> list[tuple[exp.Expr, list[exp.Expr | None], str]]:
    """Return the columns that hold the units of an output's factors, each with the rows looked at, and its place.

    The place is p0, p1, … of what is multiplied, q0, … of what it is divided by.
    """
    found: list[tuple[exp.Expr, list[exp.Expr | None], str]] = []
    for factor, whole, above in _factors(projection.unalias(), projection.unalias(), True):
        columns = {
            (node.table, unit) for node in factor.find_all(exp.Column)
            if (table := sources.get(node.table)) is not None and node.find_ancestor(exp.Where) is None
            and (unit := table.column(node.name).unit_column)
        }  # fmt: skip
        for alias, unit in sorted(columns):
            column = exp.column(unit, table=alias, quoted=True)
            found.append((column, looked(whole).conditions, f"{'p' if above else 'q'}{len(found)}"))
    return found


def _factors(node: exp.Expr, whole: exp.Expr, above: bool) -> Iterator[tuple[exp.Expr, exp.Expr, bool]]:
    """Yield the factors of an output, the aggregate that each stands in, and whether it is above the line."""
    if isinstance(node, exp.Div | exp.Mul):
        yield from _factors(node.this, node.this if whole is node else whole, above)
        below = above if isinstance(node, exp.Mul) else not above
        yield from _factors(node.expression, node.expression if whole is node else whole, below)
    elif isinstance(node, exp.Paren | exp.Round | exp.Cast):
        yield from _factors(node.this, node.this if whole is node else whole, above)
    elif isinstance(node, exp.Sum | exp.Avg | exp.Min | exp.Max | exp.Filter | exp.Nullif):
        yield from _factors(node.this, whole, above)
    elif not isinstance(node, exp.Literal):
        yield node, whole, above


def _add_row_units(tree: exp.Select, outputs: Sequence[Output], sources: dict[str, Table]) -> bool:
    """Add the unit of each value of single rows; say whether there is one."""
    added = False
    for place, (projection, output) in enumerate(zip(list(tree.expressions), outputs, strict=True)):
        for column, _, name in unit_columns(projection, sources) if output.unit_columns and not output.key else ():
            for sign in "uv":
                _add(tree, column.copy(), f"__{sign}{place}_{name}")
            added = True
    return added


# --- sub-selects ------------------------------------------------------------------------------------------------------


def _add_from_inner(tree: exp.Select, outputs: Sequence[Output], tables: Source, grouped: bool) -> bool:
    """Add the counts of a query over sub-selects, from the counts of these; say whether that was possible."""
    pair = _inner(tree, tables, {})
    if pair is None:
        return False
    rows, blank = ((exp.Sum(this=part) if grouped else part) for part in pair)
    for place, output in enumerate(outputs):
        if not output.key:
            _add(tree, rows.copy(), f"__n{place}")
            _add(tree, blank.copy(), f"__m{place}")
    return True


def _inner(tree: exp.Select, tables: Source, done: dict[int, bool]) -> tuple[exp.Expr, exp.Expr] | None:
    """Return the rows of the data behind one row of a SELECT's sources, and those without a value."""
    parts: list[tuple[exp.Expr, exp.Expr]] = []
    for node in sources_of(tree):
        select = _select_of(node, tree)
        if select is None or not _bring_counts(select, tables, done):
            return None
        name = node.alias_or_name
        parts.append((_bare(name, ROWS), _bare(name, BLANK)))
    if not parts:
        return None
    rows, blank = parts[0]
    for more, missing in parts[1:]:
        rows, blank = exp.Add(this=rows, expression=more), exp.Add(this=blank, expression=missing)
    return rows, blank


def _bare(table: str, name: str) -> exp.Expr:
    return exp.Coalesce(this=exp.column(name, table=table, quoted=True), expressions=[exp.Literal.number(0)])


def _select_of(node: exp.Expr, tree: exp.Select) -> exp.Select | None:
    """Return the SELECT that a source of a query is, if it is one."""
    if isinstance(node, exp.Subquery):
        return node.this if isinstance(node.this, exp.Select) else None
    for cte in tree.root().find_all(exp.CTE):
        if isinstance(node, exp.Table) and cte.alias == node.name and isinstance(cte.this, exp.Select):
            return cte.this
    return None


def _bring_counts(tree: exp.Select, tables: Source, done: dict[int, bool]) -> bool:
    """Add to a sub-select its count of rows and of those without a value; say whether that was possible."""
    if id(tree) in done:
        return done[id(tree)]
    if tree.args.get("distinct") is not None:
        return False
    done[id(tree)] = True
    grouped = is_grouped(tree)
    if base_tables(tree, tables) is not None:
        blanks = [blank for projection in tree.expressions for blank in looked(projection).blanks]
        rows: exp.Expr = exp.Count(this=exp.Star()) if grouped else exp.Literal.number(1)
        blank: exp.Expr = _count(blanks) if grouped and blanks else exp.Literal.number(0)
    elif (pair := _inner(tree, tables, done)) is not None:
        rows, blank = ((exp.Sum(this=part) if grouped else part) for part in pair)
    else:
        done[id(tree)] = False
        return False
    _add(tree, rows, ROWS)
    _add(tree, blank, BLANK)
    return True


# --- parts of a query -------------------------------------------------------------------------------------------------


def sources_of(tree: exp.Select) -> list[exp.Expr]:
    """Return what a SELECT reads from: tables and sub-selects."""
    if tree.args.get("from_") is None:
        return []
    return [tree.args["from_"].this, *(join.this for join in tree.args.get("joins") or [])]


def base_tables(tree: exp.Select, tables: Source) -> dict[str, Table] | None:
    """Return the tables of data that a SELECT reads directly, by alias; None where it reads something else."""
    if tree.args.get("from_") is None:
        return None
    ctes = {cte.alias for cte in tree.root().find_all(exp.CTE)}
    found = {}
    for node in sources_of(tree):
        if not isinstance(node, exp.Table) or node.name in ctes:
            return None
        found[node.alias_or_name] = tables[node.name]
    return found


def is_grouped(tree: exp.Select) -> bool:
    """Whether the rows of a SELECT are groups."""
    return tree.args.get("group") is not None or any(aggregates(projection) for projection in tree.expressions)


def _dated(sources: dict[str, Table]) -> str | None:
    for alias, table in sources.items():
        if table.date and (is_dated(table.column(table.date).type) or table.column(table.date).numeric):
            return f'"{alias}"."{table.date}"'
    return None


def direct_columns(tree: exp.Select) -> list[exp.Column]:
    """Return the columns of a SELECT itself, not those of its sub-selects."""
    return [column for column in tree.find_all(exp.Column) if column.table and column.find_ancestor(exp.Select) is tree]


def aggregates(projection: exp.Expr) -> list[exp.Expr]:
    """Return the aggregates over rows in an output: not those of windows over groups, nor of sub-selects."""
    select = projection.find_ancestor(exp.Select)
    return [
        node for node in projection.find_all(exp.AggFunc)
        if not _is_window(node) and node.find_ancestor(exp.Select) is select
    ]  # fmt: skip


def _is_window(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, exp.IgnoreNulls | exp.Filter):
        parent = parent.parent
    return isinstance(parent, exp.Window)


@dataclass(slots=True)
class Look:
    """Which rows an output looks at (None: all of them), and which of these have no value."""

    conditions: list[exp.Expr | None]
    blanks: list[exp.Expr]


def looked(projection: exp.Expr) -> Look:
    """Return the rows that the aggregates of an output look at; a CASE of one condition is one like FILTER."""
    look = Look([], [])
    for node in aggregates(projection):
        where = node.parent.expression.this if isinstance(node.parent, exp.Filter) else None
        argument = node.this
        if isinstance(argument, exp.Distinct):
            argument = argument.expressions[0]
        if isinstance(node, exp.CountIf):
            where, argument = argument, None
        if isinstance(argument, exp.Case) and argument.this is None and len(argument.args["ifs"]) == 1:
            branch, default = argument.args["ifs"][0], argument.args.get("default")
            if (
                default is None
                or isinstance(default, exp.Null)
                or (isinstance(default, exp.Literal) and default.this == "0")
            ):
                where = branch.this if where is None else exp.and_(where.copy(), branch.this.copy())
                argument = branch.args["true"]
        if isinstance(argument, exp.Coalesce) and all(isinstance(other, exp.Literal) for other in argument.expressions):
            argument = argument.this
        look.conditions.append(where)
        if argument is not None and not isinstance(argument, exp.Star | exp.Literal):
            blank = _null(argument)
            if isinstance(node, exp.Corr):
                blank = exp.or_(blank, _null(node.expression))
            look.blanks.append(blank if where is None else exp.and_(where.copy(), blank))
    return look


def _null(node: exp.Expr) -> exp.Expr:
    return exp.Is(this=exp.paren(node.copy()), expression=exp.Null())


def either(conditions: Sequence[exp.Expr | None]) -> exp.Expr | None:
    """Return the condition of rows that any of several look at; None for all rows."""
    told = [condition for condition in conditions if condition is not None]
    if not told or len(told) < len(conditions):
        return None
    return exp.or_(*(exp.paren(condition.copy()) for condition in told))


def _filtered(node: exp.Expr, conditions: Sequence[exp.Expr | None]) -> exp.Expr:
    where = either(conditions)
    return node if where is None else exp.Filter(this=node, expression=exp.Where(this=where))


def _count(conditions: Sequence[exp.Expr | None]) -> exp.Expr:
    return _filtered(exp.Count(this=exp.Star()), conditions)
