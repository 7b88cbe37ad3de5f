"""What a SELECT may be made of: node types, by their names in sqlglot, and functions that have no type there."""

from __future__ import annotations

from indagate.vocabulary import vocabulary

STRUCTURE = frozenset(
    vocabulary(
        """
Select From Join Where Group Having Order Ordered Limit Offset With CTE Subquery TableAlias Table Alias
Identifier Column Star Distinct Union Intersect Except Qualify Window WindowSpec Paren Tuple Filter
WithinGroup Rollup Cube GroupingSets Exists IgnoreNulls
"""
    )
)
PREDICATES = frozenset(
    vocabulary(
        """
And Or Not EQ NEQ GT GTE LT LTE Is In Between Like ILike NullSafeEQ NullSafeNEQ StartsWith EndsWith
Contains RegexpLike Any
"""
    )
)
VALUES = frozenset(
    vocabulary(
        """
Literal Null Boolean Interval Var Cast TryCast DataType Neg Add Sub Mul Div IntDiv Mod Coalesce Nullif
Case If Greatest Least Abs Round Floor Ceil Ln Log Sqrt
"""
    )
)
TEXTS = frozenset(
    vocabulary(
        """
Lower Upper Trim Substring Left Right Length Concat DPipe Replace SplitPart
"""
    )
)
DATES = frozenset(
    vocabulary(
        """
DateTrunc TimestampTrunc Extract Year Month Quarter Week Day DayOfWeek DayOfWeekIso DayOfMonth DayOfYear
Hour Minute Second Date DateDiff TimeToStr LastDay Dayname Monthname DateAdd DateSub DateFromParts
"""
    )
)
AGGREGATES = frozenset(
    vocabulary(
        """
Sum Avg Min Max Count CountIf Median PercentileCont PercentileDisc Quantile Stddev StddevPop StddevSamp
Variance VariancePop Corr Mode ArgMax ArgMin AnyValue  ApproxDistinct LogicalAnd LogicalOr
"""
    )
)
WINDOWS = frozenset(
    vocabulary(
        """
Lag Lead RowNumber Rank DenseRank PercentRank CumeDist FirstValue LastValue
"""
    )
)
NODES = STRUCTURE | PREDICATES | VALUES | TEXTS | DATES | AGGREGATES | WINDOWS
ANONYMOUS = frozenset(
    vocabulary(
        """
date_part datepart isfinite isnan isinf weekday isoyear date_sub datesub
"""
    )
)
"""Functions that sqlglot knows by name only."""
PERIODS = frozenset(
    vocabulary(
        """
year quarter month week day hour minute second decade isoyear yearweek
"""
    )
)
DATE_PARTS = PERIODS | frozenset(
    vocabulary(
        """
dow isodow doy dayofweek dayofyear weekday weekofyear dayofmonth day_of_week
"""
    )
)
TYPES = frozenset(
    vocabulary(
        """
TINYINT SMALLINT INT BIGINT INT128 UTINYINT USMALLINT UINT UBIGINT FLOAT DOUBLE DECIMAL VARCHAR TEXT
DATE TIMESTAMP TIMESTAMPNTZ DATETIME TIMESTAMPTZ BOOLEAN TIME
"""
    )
)
_TWO = vocabulary("Count PercentileCont PercentileDisc Quantile Corr ArgMax ArgMin Mode")
ARGUMENTS: dict[str, frozenset[str]] = {
    name: frozenset(vocabulary(arguments))
    for name, arguments in {
        "Select": "with_ expressions distinct from_ joins where group having qualify order limit offset",
        "Union": "with_ this expression distinct order limit offset",
        "Intersect": "with_ this expression distinct order limit offset",
        "Except": "with_ this expression distinct order limit offset",
        "Subquery": "this alias with_ order limit offset",
        "Table": "this alias",
        "Join": "this on side kind using method",
        "Group": "expressions grouping_sets cube rollup all",
        "Ordered": "this desc nulls_first",
        "Limit": "expression",
        "Offset": "expression",
        "With": "expressions",
        "CTE": "this alias",
        "Star": "except_",
        "Distinct": "expressions",
        "Column": "this table",
        "Window": "this partition_by order spec over",
        "In": "this expressions query",
        "Cast": "this to",
        "TryCast": "this to requires_string",
        "Count": "this big_int",
        "PercentileCont": "this expression",
        "PercentileDisc": "this expression",
        "Quantile": "this quantile",
        "Corr": "this expression",
        "ArgMax": "this expression",
        "ArgMin": "this expression",
        "Mode": "this deterministic",
        **{name: "this" for name in AGGREGATES if name not in _TWO},
    }.items()
}
"""The parts that these nodes may have; others may have all of theirs."""
