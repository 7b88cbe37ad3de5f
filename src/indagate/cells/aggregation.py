"""What aggregates and windows mean."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.expression import NOT_ADDED, Expressions
from indagate.cells.label import Disclosure, Label, joined
from indagate.cells.meaning import Meaning, Sort, union
from indagate.cells.node import (
    alike,
    inner_aggregated,
    is_ratio,
    is_single,
    require_flat,
    rows_of,
    shown,
    source_of,
)
from indagate.cells.table import Column
from indagate.errors import QueryRefused

AGGREGATE_WORDS: dict[str, tuple[str, str]] = {
    "Sum": ("total {}", "{}: сумма"), "Avg": ("mean {}", "{}: среднее"), "Median": ("median {}", "{}: медиана"),
    "Min": ("lowest {}", "{}: минимум"), "Max": ("highest {}", "{}: максимум"),
    "Stddev": ("standard deviation of {}", "{}: стандартное отклонение"),
    "StddevPop": ("standard deviation of {}", "{}: стандартное отклонение"),
    "StddevSamp": ("standard deviation of {}", "{}: стандартное отклонение"),
    "Variance": ("variance of {}", "{}: дисперсия"), "VariancePop": ("variance of {}", "{}: дисперсия"),
    "Mode": ("most frequent {}", "{}: чаще всего"), "AnyValue": ("{}", "{}"),
    "LogicalAnd": ("all {}", "{}: все"), "LogicalOr": ("any {}", "{}: хотя бы одно"),
}  # fmt: skip


class Aggregation(Expressions):
    """Aggregates and windows of outputs."""

    def _aggregate(self, node: exp.Expr, scope: Scope) -> Meaning:
        name = type(node).__name__
        if isinstance(node.this, exp.Distinct):
            if name not in ("Sum", "Avg", "Min", "Max", "Median"):
                raise QueryRefused(f"{shown(node)}: DISTINCT is not allowed there")
            inner = self.meaning(node.this.expressions[0], scope).labelled("different {}", "разные {}")
        else:
            inner = self.meaning(node.this, scope)
        require_flat(node, inner)
        if inner.literal:
            if name == "Sum" and inner.number == 1:
                return Meaning(
                    "count",
                    Label("rows", "строки"),
                    aggregated=True,
                    numeric=True,
                    columns=rows_of(scope, self.tables),
                )
            raise QueryRefused(f"{shown(node)} aggregates a constant", hint="count rows with count(*)")
        if node.args.get("expressions"):
            raise QueryRefused(f"{shown(node)} has more than one argument", hint="ORDER BY … LIMIT n gives several")
        if name == "AnyValue" and not all(is_single(column, scope) for column in node.find_all(exp.Column)):
            raise QueryRefused(f"{shown(node)} takes any value of a group", hint="use min, max, or arg_max(what, by)")
        if name in ("Min", "Max", "Mode", "AnyValue"):
            return inner.labelled(*AGGREGATE_WORDS[name], aggregated=True)
        if name in ("LogicalAnd", "LogicalOr"):
            return inner.labelled(*AGGREGATE_WORDS[name], aggregated=True, kind="flag", numeric=False)
        self._require_measure(node, inner)
        if name == "Sum":
            return self._total(node, inner, scope)
        if name == "Avg" and inner.kind in ("ratio", "measure") and is_ratio(node.this):
            text = f"it is the mean of {inner.label.en} over rows, not the ratio of their sums"
            inner = replace(inner, warnings=(*inner.warnings, Disclosure("mean", text)))
        if inner.kind == "flag":
            return inner.labelled("share of {}", "доля: {}", aggregated=True, kind="ratio", numeric=True)
        unit = inner.unit
        if name.startswith("Variance") and unit is not None:
            unit = unit.times(unit)
        kind: Sort = "measure" if inner.kind in ("count", "category", "rank") else inner.kind
        return inner.labelled(*AGGREGATE_WORDS[name], aggregated=True, unit=unit, kind=kind, numeric=True)

    def _require_measure(self, node: exp.Expr, inner: Meaning) -> None:
        if inner.kind in NOT_ADDED:
            raise QueryRefused(
                f"{shown(node)}: {inner.label.en} is {NOT_ADDED[inner.kind]}, whose sum or mean says nothing",
                hint=f"count it: count(DISTINCT {inner.label.en}); if it is a measure, say so with --column",
            )
        if not inner.numeric and inner.kind != "flag":
            raise QueryRefused(f"{shown(node)}: {inner.label.en} is a text, no number", hint="count it or group by it")

    def _total(self, node: exp.Expr, inner: Meaning, scope: Scope) -> Meaning:
        if inner.kind == "flag":
            return inner.labelled("rows where {}", "строки, где {}", aggregated=True, kind="count", numeric=True)
        if inner.kind in ("ratio", "rank"):
            raise QueryRefused(f"{shown(node)} adds up {inner.label.en}, which is a {inner.kind}", hint="take the mean")
        sums = inner.sums
        if inner.plain is not None:
            sums = sums | {inner.plain}
            columns = list(node.find_all(exp.Column))
            if any(isinstance(source_of(column.table, scope), Scope) for column in columns):
                inner = self._added_up(node, inner, self.tables[inner.plain[0]].column(inner.plain[1]))
        return inner.labelled(*AGGREGATE_WORDS["Sum"], aggregated=True, sums=sums)

    def _added_up(self, node: exp.Expr, inner: Meaning, column: Column) -> Meaning:
        """Return the meaning of a column out of a sub-select that is added up. Raises `QueryRefused`."""
        if column.adds in ("never", "groups") and not column.inferred:
            raise QueryRefused(
                f"{shown(node)}: {column.name} does not add up over rows", hint=f"take avg({column.name})"
            )
        if column.adds == "unknown" and column.kind in ("measure", "category"):
            text = f"nobody has said whether {column.title or column.name} adds up"
            return replace(inner, warnings=(*inner.warnings, Disclosure("sum", text)))
        return inner

    def _count(self, node: exp.Expr, scope: Scope) -> Meaning:
        counted = node.this
        if node.args.get("expressions"):
            raise QueryRefused(f"{shown(node)} has more than one argument", hint="count one column")
        if isinstance(counted, exp.Distinct):
            parts = [self.meaning(part, scope) for part in counted.expressions]
            if any(part.literal for part in parts):
                raise QueryRefused(f"{shown(node)} counts a constant", hint="count(*) counts rows")
            label = joined([part.label for part in parts], " and ", " и ")
            fields = union(parts) | {"aggregated": True}
            return Meaning(
                "count", Label(f"number of different {label.en}", f"различных {label.ru}"), numeric=True, **fields
            )
        if counted is None or isinstance(counted, exp.Star | exp.Literal):
            columns = rows_of(scope, self.tables)
            return Meaning("count", Label("rows", "строки"), columns, aggregated=True, numeric=True)
        inner = self.meaning(counted, scope)
        require_flat(node, inner)
        if inner.kind == "flag" and not inner.columns:
            raise QueryRefused(f"{shown(node)} counts a constant", hint="count(*) counts rows")
        fields = union([inner]) | {"aggregated": True}
        return Meaning("count", inner.labelled("rows with {}", "строки, где есть {}").label, numeric=True, **fields)

    def _approxdistinct(self, node: exp.Expr, scope: Scope) -> Meaning:
        found = self._count(exp.Count(this=exp.Distinct(expressions=[node.this.copy()])), scope)
        return found.labelled("about {}", "приблизительно {}")

    def _countif(self, node: exp.Expr, scope: Scope) -> Meaning:
        inner = self.condition(node.this, scope)
        if not inner.columns:
            raise QueryRefused(f"{shown(node)} looks at no column", hint="count(*) counts rows")
        return inner.labelled("rows where {}", "строки, где {}", aggregated=True, kind="count", numeric=True)

    def _percentilecont(self, node: exp.Expr, scope: Scope) -> Meaning:
        share = node.args.get("expression") or node.args.get("quantile")
        inner = self.meaning(node.this, scope)
        if not isinstance(share, exp.Literal) or share.is_string or not 0 <= float(share.this) <= 1:
            raise QueryRefused(f"{shown(node)}: a quantile's share is one number from 0 to 1")
        require_flat(node, inner)
        self._require_measure(node, inner)
        percent = f"{100 * float(share.this):g}"
        words = (f"{percent}th percentile of {{}}", f"{{}}: {percent}-й процентиль")
        return inner.labelled(*words, aggregated=True, kind="measure", numeric=True)

    _percentiledisc = _quantile = _percentilecont

    def _withingroup(self, node: exp.Expr, scope: Scope) -> Meaning:
        order = node.expression.expressions[0].this
        quantile = node.this.copy()
        quantile.set("expression", node.this.this.copy())
        quantile.set("this", order.copy())
        if type(quantile).__name__ not in ("PercentileCont", "PercentileDisc", "Quantile"):
            raise QueryRefused(f"{shown(node)} is not allowed", hint="quantile_cont(x, 0.9)")
        if (
            isinstance(node.expression.expressions[0].args.get("desc"), bool)
            and node.expression.expressions[0].args["desc"]
        ):
            raise QueryRefused(f"{shown(node)}: a percentile is taken in ascending order", hint="leave DESC out")
        return self._percentilecont(quantile, scope)

    def _corr(self, node: exp.Expr, scope: Scope) -> Meaning:
        left, right = self.meaning(node.this, scope), self.meaning(node.expression, scope)
        for part in (left, right):
            self._require_measure(node, part)
        if alike(node.this, node.expression):
            raise QueryRefused(f"{shown(node)} correlates something with itself, which is always 1")
        label = Label(
            f"correlation of {left.label.en} with {right.label.en}", f"корреляция {left.label.ru} и {right.label.ru}"
        )
        return Meaning("measure", label, numeric=True, **(union([left, right]) | {"aggregated": True}))

    def _argmax(self, node: exp.Expr, scope: Scope) -> Meaning:
        inner, by = self.meaning(node.this, scope), self.meaning(node.expression, scope)
        if inner.literal or not by.columns:
            raise QueryRefused(f"{shown(node)} holds a constant")
        if node.args.get("count") is not None:
            raise QueryRefused(f"{shown(node)}: ask for one", hint="ORDER BY … LIMIT n gives several")
        word = ("highest", "максимум") if isinstance(node, exp.ArgMax) else ("lowest", "минимум")
        label = Label(
            f"{inner.label.en} with the {word[0]} {by.label.en}", f"{inner.label.ru}, где {by.label.ru}: {word[1]}"
        )
        return replace(inner, label=label, plain=None, **(union([inner, by]) | {"aggregated": True}))

    _argmin = _argmax

    def _filter(self, node: exp.Expr, scope: Scope) -> Meaning:
        inner = self.meaning(node.this, scope)
        looked = self.condition(node.expression.this, scope)
        if not looked.columns:
            raise QueryRefused(f"the condition {shown(node.expression.this)} looks at no column", hint="leave it out")
        when = self.predicate(node.expression.this, scope)
        label = Label(f"{inner.label.en} where {when.en}", f"{inner.label.ru} при {when.ru}")
        return replace(inner, label=label, columns=inner.columns | looked.columns)

    def _window(self, node: exp.Expr, scope: Scope) -> Meaning:
        assert isinstance(node, exp.Window)
        function = node.this.this if isinstance(node.this, exp.IgnoreNulls) else node.this
        order = node.args.get("order")
        parts = [self.meaning(part, scope) for part in node.args.get("partition_by") or []]
        groups = joined([part.label for part in parts], ", ")
        within = Label(f" within {groups.en}", f" в пределах {groups.ru}") if parts else Label()
        ordered = [self.meaning(item.this, scope) for item in order.expressions] if order is not None else []
        by = joined([item.label for item in ordered], ", ")
        name = type(function).__name__
        if name in ("Lag", "Lead", "FirstValue", "LastValue"):
            found = self._neighbour(function, scope, order)
            if not all(found.columns for _ in (0,)):
                raise QueryRefused(f"{shown(node)} holds a constant")
        elif name in ("RowNumber", "Rank", "DenseRank", "PercentRank", "CumeDist"):
            if order is None:
                raise QueryRefused(f"{shown(node)} ranks by nothing", hint="add ORDER BY inside OVER (…)")
            kind: Sort = "ratio" if name in ("PercentRank", "CumeDist") else "rank"
            label = Label(f"rank by {by.en}", f"место по: {by.ru}")
            found = Meaning(kind, label, numeric=True, shifted=True, **union(ordered))
        else:
            found = self.meaning(node.this, scope)
            if name == "Sum" and function.this.find(exp.AggFunc) is not None:
                found = self.meaning(function.this, scope).labelled("{} over all", "{} по всем")
            if order is not None:
                spec = node.args.get("spec")
                word = ("{} so far by " + by.en, "{} нарастающим итогом по: " + by.ru)
                if spec is not None and str(spec.args.get("start")).upper() != "UNBOUNDED":
                    word = ("moving {} by " + by.en, "{} в скользящем окне по: " + by.ru)
                found = found.labelled(*word)
        label = Label(found.label.en + within.en, found.label.ru + within.ru)
        fields = union([found, *parts, *ordered]) | {"aggregated": inner_aggregated(node)}
        return replace(found, label=label, plain=None, **fields)

    def _neighbour(self, node: exp.Expr, scope: Scope, order: exp.Expr | None) -> Meaning:
        if order is None:
            raise QueryRefused(f"{shown(node)} has no order", hint="add ORDER BY inside OVER (…)")
        if node.args.get("default") is not None:
            raise QueryRefused(f"{shown(node)} has a default value", hint="leave it out: it is NULL then")
        found = self.meaning(node.this, scope)
        if found.literal:
            raise QueryRefused(f"{shown(node)} holds a constant")
        step = node.args.get("offset")
        if step is not None and not (
            isinstance(step, exp.Literal) and step.this.isdigit() and int(step.this) <= 10_000
        ):
            raise QueryRefused(f"{shown(node)}: the step is a number of rows")
        steps = step.this if step is not None else "1"
        words = {
            "Lag": ("{}, " + steps + " before", "{}, на " + steps + " раньше"),
            "Lead": ("{}, " + steps + " after", "{}, на " + steps + " позже"),
            "FirstValue": ("first {}", "{}: первое"), "LastValue": ("last {}", "{}: последнее"),
        }  # fmt: skip
        return found.labelled(*words[type(node).__name__])
