"""What findings on groups, pairs and spread are called in words."""

from __future__ import annotations

from indagate.flows.report.analysis.relation import is_reversed
from indagate.flows.report.files import Finding
from indagate.flows.report.naming import among
from indagate.flows.report.wording.saying import Mates, Saying

CLOSELY, CLEARLY = 0.8, 0.5
"""Correlations from which on two measures go together closely, and clearly."""
CLOSE = 1.0
"""Percent below which the first is not said to lead."""
FAR = 900.0
"""Percent above which the first is not said to be so much ahead: the second is next to nothing."""


def correlation(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell that two measures go together: at the same times, or over rows."""
    one, other = say.title, f"«{partner}»" if say.ru else partner
    if not say.has("spearman"):
        strength = say.n("correlation", unit="", digits=2)
        if say.ru:
            return f"Корреляция изменений показателей {one} и {other} — {strength}."
        return f"The changes of {one} and those of {other} have a correlation of {strength}."
    size = abs(say.value("spearman"))
    strength = say.n("spearman", unit="", digits=2)
    pairs = say.count("n", ("pair", "pairs"), ("пара", "пары", "пар")) + averaged(say)
    if say.ru:
        way = "тесная" if size >= CLOSELY else "заметная" if size >= CLEARLY else "слабая"
        return f"Связь показателей {one} и {other} {way}: ранговая корреляция {strength} ({pairs}){_within(say)}."
    way = "close" if size >= CLOSELY else "clear" if size >= CLEARLY else "loose"
    return f"The link of {one} and {other} is {way}: their rank correlation is {strength} ({pairs}){_within(say)}."


def averaged(say: Saying) -> str:
    """Say of what the pairs of a correlation are the means; empty where they are single rows."""
    over = say.label("over")
    if not over:
        return ""
    return f", средние за всё время {among(over, 'ru')}" if say.ru else f", the means over time of each {over}"


def _within(say: Saying) -> str:
    """Tell the correlation within kinds, where it goes the other way than over all."""
    if not is_reversed(say.value("spearman"), say.value("within")):
        return ""
    strength, kind = say.n("within", unit="", digits=2), say.label("kind")
    if say.ru:
        return f", но внутри групп («{kind}») обратная, в среднем {strength}"
    return f", but within each {kind} it goes the other way ({strength} on average)"


def _period(say: Saying) -> str:
    """Write the period of what was ranked, where it has one."""
    if not say.label("from"):
        return ""
    return f", {say.span()}" if say.ru else f" ({say.span()})"


def ranking(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell which group leads, by how much, and what is usual."""
    first, second, period = say.name("first"), say.name("second"), _period(say)
    beside = ("first", "second", "middle")
    value, several = say.n("first", *beside), say.value("n") > 4
    middle = say.n("middle", *beside) if several else ""
    if abs(say.value("ahead")) < CLOSE and say.has("ahead"):
        return _level_at_the_top(say, partner, (first, second), period)
    ratio = say.scale == "ratio" and say.has("ahead") and say.value("ahead") < FAR
    if say.ru:
        by = f"{say.united} {among(partner, 'ru')}".strip()
        ahead = f"на {say.n('ahead', unit='%')} больше, чем" if ratio else "больше, чем"
        tail = (f"; медиана {middle}" if several else "") + _unnamed(say, partner)
        leads = f"первое место занимает {first} — {value}, {ahead} у второго места ({second})"
        return f"{say.head} ({by}{period}): {leads}{tail}."
    ahead = f"{say.n('ahead', unit='%')} above" if ratio else "before"
    other = "" if ratio else f" ({say.n('second', *beside)})"
    tail = f"; the median over the {say.n('n', unit='', digits=0)} values of {partner} is {middle}" if several else ""
    tail += _unnamed(say, partner)
    return f"By {partner}, {first} has the highest {say.gathered}: {value}{period}, {ahead} {second}{other}{tail}."


def _unnamed(say: Saying, partner: str) -> str:
    """Say how many rows name no group, and so are left out."""
    if not say.has("unnamed"):
        return ""
    rows = say.count("unnamed", ("row", "rows"), ("строка", "строки", "строк"))
    if say.ru:
        return f"; не учтено, так как группа («{partner}») не названа: {rows}"
    return f"; {rows} without a {partner} left out"


def _level_at_the_top(say: Saying, partner: str, names: tuple[str, str], period: str) -> str:
    """Tell that the first two are as good as equal."""
    beside = ("first", "second", "last")
    one, other, last = (say.n(name, *beside) for name in beside)
    if say.ru:
        by = f"{say.united} {among(partner, 'ru')}".strip()
        return (
            f"{say.head} ({by}{period}): впереди почти наравне {names[0]} ({one}) и {names[1]} ({other}), "
            f"последнее место — {say.name('last')} ({last})."
        )
    return (
        f"By {partner}, {names[0]} ({one}) and {names[1]} ({other}) are nearly level at the top in {say.gathered}"
        f"{period}; {say.name('last')} is last ({last})."
    )


def composition(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell the largest part of a whole."""
    first, period, more = say.name("first"), _period(say), say.value("n") > 4
    share = say.n("first", unit="%")
    three = say.n("three", unit="%") if more else ""
    if say.ru:
        tail = f"; на три крупнейшие части приходится {three}" if more else ""
        return f"{say.head} ({among(partner, 'ru')}{period}): крупнейшая часть — {first}, {share} целого{tail}."
    tail = f"; the three largest together make up {three}" if more else ""
    return f"{first} makes up the largest part of {say.divided}{period}: {share} of the total by {partner}{tail}."


def distribution(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell how values spread."""
    beside = ("q25", "q50", "q75", "min", "max")
    median, low, high = say.n("q50", *beside), say.n("q25", *beside), say.n("q75", *beside)
    least, most = say.n("min", *beside), say.n("max", *beside)
    if say.ru:
        return (
            f"{say.head}: половина значений лежит между {low} и {high}, медиана {median}; крайние — {least} и {most}."
        )
    return (
        f"Half of the values of {say.title} lie between {low} and {high}, with a median of {median}; the lowest is "
        f"{least}, the highest {most}."
    )


def outlier(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell the value that is farthest from the rest."""
    value, usual = say.n("value1", "expected"), say.n("expected", "value1")
    who = f" ({say.name('name1')})" if say.label("name1") else ""
    if say.ru:
        return f"{say.head}: самое необычное значение — {value}{who} при медиане {usual}."
    return f"The most unusual value of {say.title} is {value}{who}, against a median of {usual}."


def missing(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell how many times have no row, or rows no value."""
    if finding.partner == "times":
        steps, whole, span, first = (
            say.steps("absent"),
            say.n("expected", unit="", digits=0),
            say.span(),
            say.date("first"),
        )
        if say.ru:
            return f"В таблице «{finding.table}» нет строк за {steps} из {whole} ({span}); первый пропуск — {first}."
        return f"The table {finding.table} has no row for {steps} of {whole} ({span}); the first gap is {first}."
    lost, rows = say.n(f"missing_{finding.partner}", unit="", digits=0), say.n("rows", unit="", digits=0)
    if say.ru:
        return f"{say.head}: пустых ячеек {lost} из {rows}; они не считаются нулями."
    return f"No value of {say.title} is given in {lost} of {rows} rows; these are not counted as zero."


def summary(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell how many rows a table has, and from when to when."""
    rows = say.count("rows", ("row", "rows"), ("строка", "строки", "строк"))
    span = ""
    if say.label("first"):
        one, other = say.date("first"), say.date("last")
        between = "–" if one.isdigit() and other.isdigit() else " – "
        span = f", период {one}{between}{other}" if say.ru else f", from {one} to {other}"
    elif say.has("first"):
        one, other = say.year("first"), say.year("last")
        span = f", {one}–{other}" if say.ru else f", from {one} to {other}"
    return f"Таблица «{finding.table}»: {rows}{span}." if say.ru else f"The table {finding.table} holds {rows}{span}."
