"""The gate: what a SELECT may hold, checked on its tree; what is checked is rendered, and only that runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import field
from difflib import get_close_matches
from itertools import count
from typing import TYPE_CHECKING

from indagate.cells.allowed import ANONYMOUS, ARGUMENTS, NODES, TYPES
from indagate.cells.label import Disclosure, Label, joined
from indagate.cells.meaning import Meaning
from indagate.cells.name import folded
from indagate.cells.table import Period, Table
from indagate.errors import QueryRefused
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from sqlglot import exp
    from sqlglot.optimizer.scope import Scope

LONGEST = 8000
"""Characters of a query at most."""
DEEPEST = 60
"""Levels of a query's tree at most."""


@dataclass(frozen=True, slots=True)
class Output:
    """An output column of a checked query: its name in SQL (a handle, never shown), and what it means."""

    name: str
    label: Label
    unit: str | None
    kind: str
    key: bool
    period: Period
    columns: frozenset[tuple[str, str]]
    filters: tuple[Label, ...]
    buckets: tuple[tuple[str, Label], ...] = ()
    unit_columns: frozenset[tuple[str, str]] = frozenset()
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A query that passed: the text that runs, its outputs, its tables, what is to be told beside its result."""

    sql: str
    outputs: tuple[Output, ...]
    tables: tuple[str, ...]
    filters: tuple[Label, ...]
    warnings: tuple[Disclosure, ...]
    aggregated: bool
    tree: exp.Query = field(compare=False, repr=False)
    meanings: tuple[Meaning, ...] = field(compare=False, repr=False)

    @property
    def digest(self) -> str:
        """The name of the query: a digest of its text."""
        return hashlib.sha256(self.sql.encode()).hexdigest()[:16]


def check_query(sql: str, tables: Sequence[Table]) -> Checked:
    """Return the query as it may run. Raises `QueryRefused`, which says what, where and what to do."""
    from sqlglot.optimizer.scope import build_scope

    from indagate.cells.lineage import Lineage
    from indagate.cells.structure import check_structure

    named = {table.name: table for table in tables}
    tree = _parsed(sql)
    _require_allowed(tree)
    _name(tree, named)
    tree = _qualified(tree, named)
    _require_allowed(tree)
    root = build_scope(tree)
    if root is None:
        raise QueryRefused("the query is no SELECT", hint="write one SELECT over the tables")
    lineage = Lineage(named)
    meanings = lineage.outputs(root)
    warnings = check_structure(root, named, lineage)
    rendered = tree.sql(dialect="duckdb", comments=False)
    aggregated = _is_aggregated(root)
    keys = _key_names(root, meanings, aggregated)
    names = tree.named_selects
    outputs = tuple(
        _output(name, meaning, place in keys) for place, (name, meaning) in enumerate(zip(names, meanings, strict=True))
    )
    if not any(not output.key for output in outputs):
        outputs = tuple(_output(name, meaning, False) for name, meaning in zip(names, meanings, strict=True))
    used = tuple(sorted({node.name for node in _tables(tree) if node.name in named}))
    filters = meanings[0].filters if meanings else ()
    told = tuple(dict.fromkeys([*warnings, *(text for meaning in meanings for text in meaning.warnings)]))
    return Checked(rendered, outputs, used, filters, told, aggregated, tree, tuple(meanings))


def _output(name: str, meaning: Meaning, key: bool) -> Output:
    unit = meaning.unit.text if meaning.unit is not None else None
    kind = meaning.kind
    return Output(
        name, meaning.label, unit, kind, key, meaning.period, meaning.columns, meaning.filters, meaning.buckets,
        meaning.unit_columns, meaning.numeric,
    )  # fmt: skip


def _parsed(sql: str) -> exp.Query:
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    if len(sql) > LONGEST:
        raise QueryRefused(
            f"the query has {len(sql):,} characters; at most {LONGEST:,} are read", hint="make it shorter"
        )
    try:
        found = [tree for tree in sqlglot.parse(sql, read="duckdb") if tree is not None]
    except SqlglotError as error:
        raise QueryRefused(
            f"the query cannot be parsed: {_first_line(error)}", hint="write one SELECT in DuckDB's SQL"
        ) from None
    except RecursionError:
        raise QueryRefused("the query is nested too deeply", hint="make it flatter") from None
    if len(found) != 1:
        raise QueryRefused(f"there are {len(found)} statements", hint="write one SELECT")
    tree = found[0].unnest() if isinstance(found[0], exp.Subquery) else found[0]
    if not isinstance(tree, exp.Select | exp.SetOperation):
        raise QueryRefused(f"{type(tree).__name__.upper()} is no SELECT", hint="write one SELECT over the tables")
    return tree


def _first_line(error: Exception) -> str:
    text = " ".join(str(error).replace("\x1b[4m", "").replace("\x1b[0m", "").split())
    return text[:200]


def _require_allowed(tree: exp.Expr) -> None:
    from sqlglot import exp

    for node in tree.walk():
        name = type(node).__name__
        if isinstance(node, exp.Anonymous):
            if node.name.lower() not in ANONYMOUS:
                raise QueryRefused(f"the function {node.name}() is not allowed", hint=_ALLOWED)
        elif name not in NODES:
            text = node.sql(dialect="duckdb", identify=False)[:60]
            raise QueryRefused(f"{name.upper()} is not allowed: {text}", hint=_ALLOWED)
        if isinstance(node, exp.With) and node.args.get("recursive"):
            raise QueryRefused("WITH RECURSIVE is not allowed", hint="write a WITH that does not refer to itself")
        if isinstance(node, exp.Cast) and node.args["to"].this.name not in TYPES:
            raise QueryRefused(f"a cast to {node.args['to'].sql(dialect='duckdb')} is not allowed", hint=_ALLOWED)
        if isinstance(node, exp.Table) and (
            not isinstance(node.this, exp.Identifier) or node.args.get("db") or node.args.get("catalog")
        ):
            raise QueryRefused(
                f"{node.sql(dialect='duckdb')[:60]} is no table of the data", hint="name the tables as they are"
            )
        allowed = ARGUMENTS.get(name)
        extra = sorted(key for key, value in node.args.items() if value and allowed is not None and key not in allowed)
        if extra:
            raise QueryRefused(f"{name.upper()} with {extra[0].strip('_').upper()} is not allowed", hint=_ALLOWED)
        if node.depth > DEEPEST:
            raise QueryRefused("the query is nested too deeply", hint="make it flatter")


_ALLOWED = (
    "write one SELECT with FROM, JOIN … ON, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, WITH, UNION; aggregates, window "
    "functions, CASE, and functions of dates and texts"
)


def _tables(tree: exp.Expr) -> Iterator[exp.Table]:
    from sqlglot import exp

    return tree.find_all(exp.Table)


def _name(tree: exp.Query, tables: dict[str, Table]) -> None:
    """Name tables and columns as the data does, where a query spells them in another way. Raises `QueryRefused`."""
    from sqlglot import exp

    _unhide(tree, tables)
    ctes = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    by_fold = {folded(name): name for name in tables}
    for node in _tables(tree):
        name = node.name.lower()
        if name in ctes:
            continue
        found = name if name in tables else by_fold.get(folded(name))
        if found is None:
            near = get_close_matches(name, tables, n=3)
            raise QueryRefused(
                f"there is no table {node.name}", hint=f"there is {', '.join(near or sorted(tables)[:12])}"
            )
        alias = node.alias or node.name
        node.this.set("this", found)
        node.this.set("quoted", True)
        if alias.lower() != found and not node.alias:
            node.set("alias", exp.TableAlias(this=exp.to_identifier(alias.lower(), quoted=True)))
    exact = {column.name for table in tables.values() for column in table.columns}
    loose = {folded(column.heading): column.name for table in tables.values() for column in table.columns}
    loose |= {folded(name): name for name in exact}
    aliases = {node.alias.lower() for node in tree.find_all(exp.Alias)} | {
        column.name.lower() for alias in tree.find_all(exp.TableAlias) for column in alias.args.get("columns") or []
    }
    for column in tree.find_all(exp.Column):
        name = column.name.lower()
        if isinstance(column.this, exp.Identifier) and name not in exact and name not in aliases:
            found = loose.get(folded(name))
            if found is not None:
                column.this.set("this", found)
                column.this.set("quoted", True)


def _unhide(tree: exp.Query, tables: dict[str, Table]) -> None:
    """Give a WITH that bears the name of a table another one; its own body means the table, what follows the WITH."""
    from sqlglot import exp

    for clause in list(tree.find_all(exp.With)):
        for at, cte in enumerate(clause.expressions):
            name = cte.alias.lower()
            if name not in tables:
                continue
            taken = {other.alias.lower() for other in tree.find_all(exp.CTE)} | set(tables)
            fresh = next(text for n in count(1) if (text := f"{name}_{n}") not in taken)
            before = {id(node) for earlier in clause.expressions[: at + 1] for node in earlier.find_all(exp.Table)}
            for node in clause.parent.find_all(exp.Table) if clause.parent is not None else ():
                if node.name.lower() == name and id(node) not in before:
                    if not node.alias:
                        node.set("alias", exp.TableAlias(this=exp.to_identifier(node.name)))
                    node.this.set("this", fresh)
            cte.args["alias"].this.set("this", fresh)


def _qualified(tree: exp.Query, tables: dict[str, Table]) -> exp.Query:
    from sqlglot.errors import SqlglotError
    from sqlglot.optimizer.qualify import qualify
    from sqlglot.schema import MappingSchema

    schema = {name: {column.name: column.type for column in table.columns} for name, table in tables.items()}
    try:
        mapping = MappingSchema({}, dialect="duckdb", normalize=False)
        for name, columns in schema.items():
            mapping.add_table(name, columns, match_depth=False)
        return qualify(tree, dialect="duckdb", schema=mapping)
    except SqlglotError as error:
        raise QueryRefused(_first_line(error).split(". Line")[0], hint=_near(str(error), tables)) from None


def _near(message: str, tables: dict[str, Table]) -> str:
    names = sorted({column.name for table in tables.values() for column in table.columns})
    quoted = [part for part in message.replace('"', "'").split("'")[1::2] if part]
    near = [name for part in quoted for name in get_close_matches(part.lower(), names, n=3)]
    return f"the columns are {', '.join(near or names[:20])}"


def _is_aggregated(scope: Scope) -> bool:
    from sqlglot import exp

    tree = scope.expression
    if isinstance(tree, exp.SetOperation):
        return all(_is_aggregated(side) for side in scope.set_operation_scopes)
    return bool(tree.args.get("group")) or any(_has_aggregate(one) for one in tree.expressions)


def _has_aggregate(node: exp.Expr) -> bool:
    from sqlglot import exp

    for found in node.find_all(exp.AggFunc):
        inside = found.find_ancestor(exp.Subquery)
        if isinstance(found.parent, exp.Window) or isinstance(
            found, exp.Lag | exp.Lead | exp.FirstValue | exp.LastValue | exp.RowNumber
        ):
            continue
        if isinstance(found.parent, exp.IgnoreNulls | exp.Filter) and isinstance(found.parent.parent, exp.Window):
            continue
        if inside is None or not _within(inside, node):
            return True
    return False


def _within(node: exp.Expr, root: exp.Expr) -> bool:
    current: exp.Expr | None = node
    while current is not None:
        if current is root:
            return True
        current = current.parent
    return False


_NAMING = frozenset(("date", "id", "code", "category", "text", "clock"))


def _key_names(scope: Scope, meanings: list[Meaning], aggregated: bool) -> set[int]:
    """The places of the outputs that name a row: groups, or of single rows what is no measure."""
    from sqlglot import exp

    tree = scope.expression
    if isinstance(tree, exp.SetOperation):
        sides = [_key_names(side, meanings, _is_aggregated(side)) for side in scope.set_operation_scopes]
        return set.intersection(*sides)
    if not aggregated:
        return {place for place, meaning in enumerate(meanings) if meaning.kind in _NAMING and not meaning.aggregated}
    found = set()
    for place, projection in enumerate(tree.expressions):
        windowed = projection.find(exp.Window) is not None
        if not _has_aggregate(projection) and not windowed and not meanings[place].aggregated:
            found.add(place)
    return found


def describe_filters(filters: Sequence[Label], language: str = "en") -> str:
    """Return filters as a text: what the rows are."""
    return joined(list(filters), "; ").of(language)
