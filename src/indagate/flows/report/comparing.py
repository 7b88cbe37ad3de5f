"""The methods that compare groups: ranks, shares, growth, steadiness, differences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import accumulate, pairwise

from indagate.flows.report.analysis.contrast import contrast
from indagate.flows.report.analysis.measure import deviation, median
from indagate.flows.report.outcome import Method, Options, Outcome
from indagate.flows.report.times import grid_of
from indagate.tools.tables.table import Cell, Rows

TOLD = 5
"""Places of a ranking that are told."""
EQUALS = 2
"""Groups level with the last one told that are named; more are counted."""
SHOWN = 8
"""Groups that are told one by one."""
LISTED = 24
"""Groups up to which all are told; of more the first ones and the last."""
LOWEST = 4
"""How many of the last are told of many."""
COMMON = 0.3
"""The share of the whole time that all groups must have for them to be compared over that."""
LEAST = 5
"""Values that a group must have to be compared with others."""
LEAST_TIMES = 12
"""Times that a series must have for its evenness to be told."""
SURE = 0.01
"""The probability by chance below which a measure differs between groups."""


def _ranking(rows: Rows, options: Options) -> Outcome:
    """The first, second and last of a list of names and values in order, and how far apart."""
    named = [(str(row[0]), float(row[1])) for row in rows.rows if isinstance(row[1], int | float)]
    if len(named) < 2:
        return Outcome()
    numbers = {"n": len(named), "first": named[0][1], "second": named[1][1], "last": named[-1][1]}
    numbers["middle"] = median([value for _, value in named])
    numbers["lead"] = named[0][1] - named[1][1]
    if named[1][1] > 0:
        numbers["ahead"] = (named[0][1] / named[1][1] - 1) * 100
    if named[-1][1] > 0:
        numbers["times"] = named[0][1] / named[-1][1]
    labels = {"first": named[0][0], "second": named[1][0], "last": named[-1][0]}
    for place, (name, value) in enumerate(named[2:TOLD], 3):
        numbers[f"value{place}"], labels[f"name{place}"] = value, name
    if "unnamed" in rows.columns and (unnamed := rows.rows[0][rows.columns.index("unnamed")]):
        numbers["unnamed"] = float(unnamed)
    level = [name for name, value in named[TOLD:] if value == named[TOLD - 1][1]]
    if level:
        numbers["tied"] = len(level)
    if 0 < len(level) <= EQUALS:
        labels["tied"] = ", ".join(level)
    return Outcome(numbers, {**labels, **_span(rows, options)})


def _span(rows: Rows, options: Options) -> dict[str, str]:
    """Return from when to when the rows of groups are, whose fourth and fifth columns say so."""
    if "grain" not in options:
        return {}
    since, until = (
        [str(row[place]) for row in rows.rows if len(row) > place and row[place] is not None] for place in (3, 4)
    )
    return {"from": min(since), "to": max(until), "step": str(options["grain"])} if since and until else {}


def _mix(rows: Rows, options: Options) -> Outcome:
    """The shares of a whole at the first and last time that has all parts: which part won most, and which lost most."""
    times: dict[str, dict[str, float]] = {}
    for row in rows.rows:
        if row[0] is not None and isinstance(row[2], int | float) and not isinstance(row[2], bool):
            times.setdefault(str(row[0]), {})[str(row[1])] = float(row[2])
    names = sorted({name for held in times.values() for name in held})
    whole = [at for at in sorted(times) if len(times[at]) == len(names) and min(times[at].values()) >= 0]
    whole = [at for at in whole if sum(times[at].values()) > 0]
    if len(whole) < 3 or len(names) < 2:
        return Outcome()
    first, last = (
        {name: 100 * value / sum(times[at].values()) for name, value in times[at].items()}
        for at in (whole[0], whole[-1])
    )
    gain = max(names, key=lambda name: last[name] - first[name])
    loss = min(names, key=lambda name: last[name] - first[name])
    numbers = {
        "n": len(names), "gain_first": first[gain], "gain_last": last[gain], "gain": last[gain] - first[gain],
        "loss_first": first[loss], "loss_last": last[loss], "loss": last[loss] - first[loss],
    }  # fmt: skip
    grid = grid_of([int(at) if at.isdigit() else at for at in whole])
    return Outcome(numbers, {"gainer": gain, "loser": loss, "from": whole[0], "to": whole[-1], "step": grid.step})


def _growth(rows: Rows, options: Options) -> Outcome:
    """How much each group's last value is above its first one, in percent or `by` difference, the most first.

    Groups that are there at the first and the last time of all are ranked; of the others, that come later or end
    sooner, the change is told beside, and that of all over the time which all have, if that is a good part of it. Of
    percentages over two years or more there are yearly rates too.
    """
    by_difference = options.get("by") == "difference"
    known = [row for row in rows.rows if isinstance(row[1], int | float) and isinstance(row[2], int | float)]
    since, until = min((str(row[3]) for row in known), default=""), max((str(row[4]) for row in known), default="")
    ranked: list[tuple[float, str, float, float]] = []
    partly: list[tuple[float, str, str, str]] = []
    for row in known:
        early, late = float(row[1] or 0), float(row[2] or 0)
        if by_difference or (early > 0 and late > 0):
            change = late - early if by_difference else (late / early - 1) * 100
            if (str(row[3]), str(row[4])) == (since, until):
                ranked.append((change, str(row[0]), early, late))
            else:
                partly.append((change, str(row[0]), str(row[3]), str(row[4])))
    if len(ranked) < 2:
        return Outcome()
    ranked.sort(key=lambda one: (-one[0], one[1]))
    partly.sort(key=lambda one: (-one[0], one[1]))
    found = Outcome({"n": len(ranked), "left_out": len(known) - len(ranked)})
    found.numbers |= {"first": ranked[0][0], "last": ranked[-1][0], "middle": median([one[0] for one in ranked])}
    found.labels = {"first": ranked[0][1], "last": ranked[-1][1], "from": since, "to": until}
    for place, (change, name, early, late) in enumerate(ranked if len(ranked) <= LISTED else ranked[:SHOWN], 1):
        found.numbers |= {f"change{place}": change, f"early{place}": early, f"late{place}": late}
        if options.get("sums"):
            found.numbers[f"gain{place}"] = late - early
        found.labels[f"name{place}"] = name
        if not by_difference and (years := _years(since, until)) >= 2:
            found.numbers[f"yearly{place}"] = ((1 + change / 100) ** (1 / years) - 1) * 100
    for place, (change, name, start, end) in enumerate(partly[:2], 1):
        found.numbers[f"partly{place}"] = change
        found.labels |= {f"partly{place}": name, f"partly{place}_from": start, f"partly{place}_to": end}
    for place, (change, name, early, late) in enumerate(ranked[: -LOWEST - 1 : -1] if len(ranked) > LISTED else (), 1):
        found.numbers |= {f"bottom{place}": change, f"bottom{place}_early": early, f"bottom{place}_late": late}
        found.labels[f"bottom{place}"] = name
        if not by_difference and (years := _years(since, until)) >= 2:
            found.numbers[f"bottom{place}_yearly"] = ((1 + change / 100) ** (1 / years) - 1) * 100
    if partly and not by_difference:
        _add_common(found, known, _years(since, until))
    found.labels["step"] = str(options.get("grain") or "day")
    if unit := options.get("unit"):
        found.labels["unit"] = str(unit)
    return found


def _add_common(found: Outcome, known: Sequence[Sequence[Cell]], years: float) -> None:
    """Add the changes over the time that all groups have, where that is a good part of the whole.

    Of each row the sixth and seventh cell are the values at its beginning and end, the last two these times.
    """
    ends = [(row[5], row[6]) for row in known if len(row) > 8]
    pairs = [(one, other) for one, other in ends if isinstance(one, int | float) and isinstance(other, int | float)]
    if not pairs or len(pairs) < len(known) or min(map(min, pairs)) <= 0:
        return
    since, until = str(known[0][7]), str(known[0][8])
    if _years(since, until) < COMMON * years:
        return
    changes = sorted(
        ((other / one - 1) * 100, str(row[0])) for (one, other), row in zip(pairs, known, strict=True)
    )[::-1]  # fmt: skip
    found.labels |= {"common_from": since, "common_to": until}
    for place, (change, name) in enumerate(changes[:SHOWN], 1):
        found.numbers[f"common{place}"], found.labels[f"common{place}"] = change, name


def _years(since: str, until: str) -> float:
    """Return how many years lie between two times: dates or years."""
    if since.isdigit() and until.isdigit():
        return float(int(until) - int(since))
    try:
        return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).days / 365.2425
    except ValueError:
        return 0.0


def _steadiness(rows: Rows, options: Options) -> Outcome:
    """How evenly groups change from one time to the next, the steadiest first; rows are names, times and values.

    For each: the standard deviation of its changes in percent, the share of them that are rises, and the largest fall
    below an earlier high, in percent.
    """
    series: dict[str, list[tuple[str, float]]] = {}
    for row in rows.rows:
        if isinstance(row[2], int | float) and row[1] is not None:
            series.setdefault(str(row[0]), []).append((str(row[1]), float(row[2])))
    told = []
    for name, points in series.items():
        values = [value for _, value in sorted(points)]
        if len(values) < LEAST_TIMES or min(values) <= 0:
            continue
        changes = [(later / earlier - 1) * 100 for earlier, later in pairwise(values)]
        highs = list(accumulate(values, max))
        fall = min((value / high - 1) * 100 for value, high in zip(values, highs, strict=True))
        told.append((deviation(changes), name, 100 * sum(one > 0 for one in changes) / len(changes), fall))
    if len(told) < 2:
        return Outcome()
    told.sort()
    found = Outcome({"n": len(told)}, {"step": grid_of([at for at, _ in sorted(series[told[0][1]])]).step})
    for place, (wide, name, rises, fall) in enumerate(told[:SHOWN], 1):
        found.numbers |= {f"spread{place}": wide, f"rises{place}": rises, f"fall{place}": fall}
        found.labels[f"name{place}"] = name
    _add_shared(found, {name: sorted(series[name]) for _, name, *_ in told})
    found.numbers |= {"last": told[-1][0], "last_rises": told[-1][2], "last_fall": told[-1][3]}
    found.labels["last"] = told[-1][1]
    return found


def _add_shared(found: Outcome, series: Mapping[str, Sequence[tuple[str, float]]]) -> None:
    """Add the deviations over the time that all have, where some have more, if it is a good part of the whole."""
    since, until = max(points[0][0] for points in series.values()), min(points[-1][0] for points in series.values())
    if all((points[0][0], points[-1][0]) == (since, until) for points in series.values()):
        return
    if _years(since, until) < COMMON * max(_years(points[0][0], points[-1][0]) for points in series.values()):
        return
    shared = {name: [value for at, value in points if since <= at <= until] for name, points in series.items()}
    if min(map(len, shared.values())) < LEAST_TIMES:
        return
    found.labels |= {"shared_from": since, "shared_to": until}
    for place in range(1, min(len(series), SHOWN) + 1):
        values = shared[found.labels[f"name{place}"]]
        found.numbers[f"shared{place}"] = deviation([(b / a - 1) * 100 for a, b in pairwise(values)])


def _samples(rows: Rows, place: int) -> dict[str, list[float]]:
    """Return the values in a column by the name in the first one, of names that have enough."""
    held: dict[str, list[float]] = {}
    for row in rows.rows:
        value = row[place]
        if row[0] is not None and isinstance(value, int | float):
            held.setdefault(str(row[0]), []).append(float(value))
    return {name: values for name, values in held.items() if len(values) >= LEAST}


def _difference(rows: Rows, options: Options) -> Outcome:
    """How a measure differs between groups: their medians, the largest first, and how much of it they account for.

    Rows are names and values. Test: Kruskal and Wallis (1952). Effect: eta squared of ranks, (H - k + 1) / (n - k)
    (Tomczak and Tomczak 2014), the share of the variation in ranks that lies between the groups.
    """
    groups = _samples(rows, 1)
    found = contrast(list(groups.values()))
    if found is None:
        return Outcome()
    middles = sorted(((median(values), name) for name, values in groups.items()), key=lambda one: (-one[0], one[1]))
    outcome = Outcome({"k": len(groups), "n": sum(map(len, groups.values())), "effect": found.effect}, {}, found.tail)
    for place, (middle, name) in enumerate(middles[:SHOWN], 1):
        outcome.numbers[f"median{place}"], outcome.labels[f"name{place}"] = middle, name
    outcome.numbers["lowest"], outcome.labels["lowest_in"] = middles[-1]
    return outcome


def _differences(rows: Rows, options: Options) -> Outcome:
    """Which of several measures differ most between groups; rows are a name and a value of each measure.

    Each has its medians, in the order of the names of groups; those of which chance may be the cause are `alike`. The
    option `each` has a line for the unit of each measure. The probability is that of the clearest one, times how
    many were tried (Bonferroni).
    """
    told = []
    units = dict(zip(rows.columns[1:], str(options.get("each") or "").split("\n"), strict=False))
    for place, title in enumerate(rows.columns[1:], 1):
        groups = _samples(rows, place)
        if found := contrast(list(groups.values())):
            middles = sorted(((median(values), name) for name, values in groups.items()), reverse=True)
            told.append((found, title, middles))
    if len(told) < 2:
        return Outcome()
    told.sort(key=lambda one: -one[0].effect)
    sure = sum(one.tail * len(told) < SURE for one, _, _ in told)
    outcome = Outcome({"measures": len(told), "differing": sure, "k": len(told[0][2])})
    outcome.tail = min(1.0, min(one.tail for one, _, _ in told) * len(told))
    names = sorted({name for _, _, middles in told for _, name in middles})
    outcome.labels |= {f"group{number}": name for number, name in enumerate(names, 1)}
    alike = [title for one, title, _ in told if one.tail * len(told) >= SURE]
    if alike:
        outcome.labels["alike"] = ", ".join(alike)
    for place, (found, title, middles) in enumerate(told, 1):
        (high, highest), (low, lowest) = middles[0], middles[-1]
        outcome.numbers |= {f"effect{place}": found.effect, f"high{place}": high, f"low{place}": low}
        outcome.labels |= {f"measure{place}": title, f"highest{place}": highest, f"lowest{place}": lowest}
        outcome.labels[f"unit{place}"] = units.get(title, "")
        outcome.numbers |= {f"median{place}_{names.index(name) + 1}": middle for middle, name in middles}
    return outcome


def _shares(rows: Rows, options: Options) -> Outcome:
    """The shares in percent of the largest parts in their sum."""
    named = [(str(row[0]), float(row[1])) for row in rows.rows if isinstance(row[1], int | float)]
    total = math.fsum(value for _, value in named)
    if len(named) < 2 or total <= 0 or any(value < 0 for _, value in named):
        return Outcome()
    named.sort(key=lambda pair: -pair[1])
    numbers = {"n": len(named), "total": total, "first": named[0][1] / total * 100, "second": named[1][1] / total * 100}
    numbers["three"] = math.fsum(value for _, value in named[:3]) / total * 100
    return Outcome(numbers, {"first": named[0][0], "second": named[1][0], **_span(rows, options)})


COMPARING: Mapping[str, Method] = {
    "ranking": _ranking, "mix": _mix, "growth": _growth, "steadiness": _steadiness, "difference": _difference,
    "differences": _differences, "shares": _shares,
}  # fmt: skip
