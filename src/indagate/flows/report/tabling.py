"""Tables in the text: what is told of several measures or groups, each with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from indagate.flows.report.files import Calculation, Finding, FindingKind, Language, Result
from indagate.flows.report.naming import among, placed
from indagate.flows.report.review import Found
from indagate.flows.report.speech import counted, day
from indagate.flows.report.text import Claim, Passage, SectionText, TableText
from indagate.flows.report.wording.saying import STEPS
from indagate.flows.report.wording.times import averaged_over, position
from indagate.tools.tables.table import Cell

MOST = 24
"""Rows of a table in the text at most."""
GROUPS = 3
"""Groups from which on they have a table."""
MILLION = 1e6
_MONTH_OF = "2000-{:02}-01"


class Numbers:
    """The numbers and labels of a calculation by their names."""

    def __init__(self, calculation: Calculation, language: Language) -> None:
        self.id = calculation.id
        self.language: Language = language
        self._numbers = {one.name: one.value for one in calculation.numbers}
        self._labels = {one.name: one.text for one in calculation.labels}
        self.united = str(dict(calculation.options).get("united") or "")

    def __contains__(self, name: str) -> bool:
        return name in self._numbers

    def __getitem__(self, name: str) -> float | None:
        return self._numbers.get(name)

    def label(self, name: str) -> str:
        """Return a label; empty where there is none."""
        return self._labels.get(name, "")

    def count(self, name: str) -> range:
        """Return the places from one up to which there are numbers of this name."""
        place = 1
        while f"{name}{place}" in self._numbers:
            place += 1
        return range(1, place)

    def date(self, name: str) -> str:
        """Return a date in words, as exact as the steps of the series."""
        step = self.label("step")
        if name not in self._labels:
            return ""
        return day(self.label(name), self.language, step if step in ("month", "quarter", "year") else "day")

    def measure(self, place: int) -> str:
        """Return the name of a measure with its unit."""
        unit = self.label(f"unit{place}")
        return self.label(f"measure{place}") + (f", {unit}" if unit else "")


def with_tables(section: SectionText, found: Found, results: Sequence[Result], language: Language) -> SectionText:
    """Return a section with the tables of what it tells, each after the paragraph and figures that tell it."""
    known = {one.id: one for result in results if result.task.scope == section.id for one in result.calculations}
    passages, findings = list(section.passages), found.of(section.id)
    surveyed = {one.table for one in findings if one.kind == "courses"}
    calendars = list(_calendars(known.values(), language))
    for finding in findings:
        drafter = _TABLES.get(finding.kind)
        if drafter is None or finding.calculation not in known:
            continue
        if finding.kind == "growth" and not finding.column and finding.table in surveyed:
            continue  # its measures have a table of their own
        if finding.kind == "courses" and (calendars or (finding.value or 0) <= GROUPS):
            continue  # the sentences on each tell as much
        by = found.names.get((finding.table, finding.partner), finding.partner)
        title = found.names.get((finding.table, finding.column), finding.table)
        table = drafter(Numbers(known[finding.calculation], language), finding, title, by)
        if table is not None:
            passages.insert(_place(passages, finding, found), Passage("table", table=table))
    passages += [Passage("table", table=table) for table in calendars]
    return replace(section, passages=tuple(passages))


def in_words(findings: Sequence[Finding], drawn: Collection[str], first: Sequence[Claim]) -> list[Finding]:
    """Return the findings that a section tells in words, what the report tells `first` before others.

    Not told so is what no figure shows and its tables hold, as medians are, or a sentence on several findings tells.
    """
    together = {name for claim in first for name in claim.findings if len(claim.findings) > 1}
    tabled = {(one.table, one.partner) for one in findings if one.kind == "differences"}
    before = {name: at for at, claim in enumerate(first) for name in claim.findings}
    told = [
        one
        for one in findings
        if one.figure in drawn
        or not (one.id in together or (one.kind == "difference" and (one.table, one.partner) in tabled))
    ]
    return sorted(told, key=lambda one: before.get(one.id, len(before)))


def _place(passages: Sequence[Passage], finding: Finding, found: Found) -> int:
    """Return where a finding's table stands: behind what tells it, or else its measure, with its figures."""
    same = {one.id for one in found.findings if (one.table, one.column) == (finding.table, finding.column)}
    told: list[int] = []
    for names in ({finding.id}, same if finding.column else set()):
        told += [at for at, one in enumerate(passages) if any(names & set(claim.findings) for claim in one.claims)]
    if not told:
        return len(passages)
    at = told[0] + 1
    while at < len(passages) and passages[at].kind in ("chart", "table"):
        at += 1
    return at


def _growth(numbers: Numbers, finding: Finding, title: str, by: str) -> TableText | None:
    """Return the groups by their change: from what to what, by how much, and how much a year."""
    ru, places = numbers.language == "ru", numbers.count("change")
    later = numbers.count("partly") if "common1" in numbers else ()
    if len(places) + len(later) < GROUPS:
        return None
    found = [(f"name{k}", f"early{k}", f"late{k}", f"change{k}", f"yearly{k}") for k in places]
    found += [
        (f"bottom{k}", f"bottom{k}_early", f"bottom{k}_late", f"bottom{k}", f"bottom{k}_yearly")
        for k in reversed(numbers.count("bottom"))
    ]
    rows: list[tuple[Cell, ...]] = [
        (_name(numbers, name), *(numbers[one] for one in told), _common(numbers, numbers.label(name)))
        for name, *told in found
    ]
    factor = MILLION if _is_large([value for row in rows for value in row[1:3]]) else 1.0
    rows = [(row[0], *(_divided(value, factor) for value in row[1:3]), *row[3:]) for row in rows]
    large = ("млн" if ru else "million") if factor > 1 else ""
    rows += [
        (_name(numbers, f"partly{k}"), None, None, None, None, _common(numbers, numbers.label(f"partly{k}")))
        for k in later
    ]
    since, until, shared = (numbers.date(name) for name in ("from", "to", "common_from"))
    heads = (by, "изменение", "в год", f"с {shared}") if ru else (by, "change", "a year", f"since {shared}")
    columns = (
        (heads[0], "", "text"), (since, large, "measure"), (until, large, "measure"),
        (heads[1], finding.unit, "number"), (heads[2], "%", "number"), (heads[3], "%", "number"),
    )  # fmt: skip
    return TableText(
        _headed(f"{title} {among(by, numbers.language)}"), columns, tuple(rows), _remark(numbers), (numbers.id,)
    )


def _is_large(values: Sequence[Cell]) -> bool:
    """Whether values are so large that they are told in millions."""
    known = [abs(value) for value in values if isinstance(value, int | float)]
    return bool(known) and max(known) >= 10 * MILLION and min(known) >= MILLION / 100


def _divided(value: Cell, factor: float) -> Cell:
    return value / factor if isinstance(value, int | float) else value


def _remark(numbers: Numbers) -> str:
    """Return what is left out of a table of groups, and how the rows of a group are united in it."""
    ru, told = numbers.language == "ru", []
    if numbers.united == "weighted":
        told.append("Средние взвешены по населению." if ru else "Means are weighted by people.")
    elif numbers.united:
        told.append("Средние не взвешены." if ru else "Means are not weighted.")
    if numbers.count("bottom"):
        most = "Показаны группы с наибольшим и с наименьшим ростом."
        told.append(most if ru else "Those that grew most and least are shown.")
    return " ".join(told)


def _common(numbers: Numbers, name: str) -> float | None:
    """Return a group's change over the time that all have."""
    return next((numbers[f"common{k}"] for k in numbers.count("common") if numbers.label(f"common{k}") == name), None)


def _differences(numbers: Numbers, finding: Finding, title: str, by: str) -> TableText:
    """Return the medians of each measure in each group, the measures that differ most first."""
    ru = numbers.language == "ru"
    groups = [k for k in range(1, MOST) if numbers.label(f"group{k}")]
    rows: list[tuple[Cell, ...]] = []
    for place in list(numbers.count("effect"))[:MOST]:
        share = 100 * (numbers[f"effect{place}"] or 0.0)
        rows.append((numbers.measure(place), *(numbers[f"median{place}_{k}"] for k in groups), share))
    columns = (
        ("Показатель (медианы)" if ru else "Measure (medians)", "", "text"),
        *((_name(numbers, f"group{k}"), "", "measure") for k in groups),
        ("доля разброса" if ru else "share of variation", "%", "integer"),
    )
    alike = numbers.label("alike")
    note = f"{'Не отличить от случайного' if ru else 'Not to be told from chance'}: {alike}." if alike else ""
    return TableText(
        _headed(f"{finding.table} {among(by, numbers.language)}"), columns, tuple(rows), note, (numbers.id,)
    )


def _steadiness(numbers: Numbers, finding: Finding, title: str, by: str) -> TableText | None:
    """Return how evenly each group changed: the spread of its changes, and its largest fall below an earlier high."""
    ru, places = numbers.language == "ru", numbers.count("spread")
    if len(places) < GROUPS:
        return None
    rows = tuple(
        (_name(numbers, f"name{k}"), numbers[f"spread{k}"], numbers[f"shared{k}"], numbers[f"fall{k}"]) for k in places
    )
    since = numbers.date("shared_from")
    heads = (
        ("разброс изменений", f"с {since}, по всем", "наибольшее падение")
        if ru
        else ("deviation of changes", f"since {since}, as all have", "largest fall")
    )
    columns = ((by, "", "text"), *((one, "%", "number") for one in heads))
    how = "Ровность" if ru else "Evenness"
    titled = f"{how} {among(by, numbers.language)}" if by else f"{how}: {title}"
    return TableText(titled, columns, rows, "", (numbers.id,))


def _courses(numbers: Numbers, finding: Finding, title: str, by: str) -> TableText:
    """Return where each measure begins and ends, its change, and its extremes with their dates."""
    ru, size = numbers.language == "ru", round(numbers["window"] or 1)
    rows = tuple(
        (numbers.measure(k), numbers[f"first{k}"], numbers[f"last{k}"], numbers[f"percent{k}"], numbers[f"low{k}"],
         _when(numbers, f"low{k}"), numbers[f"high{k}"], _when(numbers, f"high{k}"))
        for k in numbers.count("last")
    )  # fmt: skip
    if all(row[3] is not None for row in rows):
        rows = tuple(sorted(rows, key=lambda row: -float(row[3] or 0)))
    since, until = _beginning_and_end(numbers, size)
    heads = (
        ("Показатель", "Изменение", "Наименьшее", "когда", "Наибольшее", "когда")
        if ru
        else ("Measure", "Change", "Lowest", "when", "Highest", "when")
    )
    columns = (
        (heads[0], "", "text"), (since, "", "measure"), (until, "", "measure"), (heads[1], "%", "number"),
        (heads[2], "", "measure"), (heads[3], "", "text"), (heads[4], "", "measure"), (heads[5], "", "text"),
    )  # fmt: skip
    told, held = len(rows), round(numbers["held"] or 0)
    all_, some = (
        ("Все показатели", f"Показатели: {told} из {held}") if ru else ("All measures", f"{told} of {held} measures")
    )
    return TableText(some if told < held else all_, columns, rows, "", (numbers.id,))


def _when(numbers: Numbers, name: str) -> str:
    """Return when an extreme was reached: the first time, where that was so several times."""
    if since := numbers.date(f"{name}_since"):
        return f"{since} и др." if numbers.language == "ru" else f"{since} and later"
    return numbers.date(f"{name}_at")


def _beginning_and_end(numbers: Numbers, size: int) -> tuple[str, str]:
    """Return what the columns of the first and last values are called; means of several are called so."""
    since, until = numbers.date("from"), numbers.date("to")
    if size == 1:
        return since, until
    english, russian = STEPS.get(numbers.label("step"), STEPS[""])
    count = counted(size, numbers.language, english, russian)
    if numbers.language == "ru":
        return f"в среднем за первые {count}", f"за последние {count}"
    return f"mean of the first {count}", f"of the last {count}"


def _calendars(known: Iterable[Calculation], language: Language) -> Iterator[TableText]:
    """Yield the months of the year with the mean of each measure."""
    found = [Numbers(one, language) for one in known if one.method == "months" and one.numbers]
    if not found:
        return
    ru = language == "ru"
    held = [("mean", one, one.label("title")) for one in found]
    often = "{}, доля случаев, когда есть, %" if ru else "{}, share of cases with any, %"
    held += [("some", one, often.format(one.label("title").partition(",")[0])) for one in found if "some1" in one]
    rows = tuple(
        (
            _headed(position(_MONTH_OF.format(month), "month", language)),
            *(one[f"{name}{month}"] for name, one, _ in held),
        )
        for month in range(1, 13)
    )
    kinds = {"mean": "number", "some": "integer"}
    columns = (("Месяц" if ru else "Month", "", "text"), *((title, "", kinds[name]) for name, _, title in held))
    steps = {one.label("averaged") for one in found}
    per = averaged_over(steps.pop() if len(steps) == 1 else "", language, "per {}", "за {}")
    title = f"Средние {per}по месяцам года" if ru else f"Averages {per}by month of the year"
    yield TableText(title, columns, rows, "", tuple(one.id for one in found))


def _name(numbers: Numbers, name: str) -> str:
    return placed(numbers.label(name), numbers.language)


def _headed(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


_TABLES: Mapping[FindingKind, Callable[[Numbers, Finding, str, str], TableText | None]] = {
    "growth": _growth, "differences": _differences, "courses": _courses, "steadiness": _steadiness,
}  # fmt: skip
