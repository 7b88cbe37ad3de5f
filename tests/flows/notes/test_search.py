"""Asking a notebook in process: by SQL with what is missing and what it rests on, by the grammar, by words."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import TODAY, keep
from indagate.errors import InputError
from indagate.flows.notes.domain import Activity, Measure, domains
from indagate.flows.notes.entry import Entry, Note
from indagate.flows.notes.index import Index, Told
from indagate.flows.notes.plotting import figure_of
from indagate.flows.notes.query import Found, Query
from indagate.flows.notes.search import answer, by_sql, cite, measure_sql, rewritten
from indagate.flows.notes.tables import described, name_of, open_tables, thing_rows, views_of

DIARY = """
2026-09-28 ran 4 km in 20 min
2026-10-01 ran 5 km in 28 min
2026-10-01 went running
2026-10-02 ran 7 km round the lake
2026-10-02 slept 7h30
2026-10-03 race 10 km
2026-10-04 ran 30 min
2026-10-05 paid 20 EUR for groceries
2026-10-06 paid 5 USD for coffee
2026-10-07 long run, nice
2026-10-08 met Anna at the lake
"""
LOADED = tuple(domains().values())


@pytest.fixture
def index(tmp_path: Path) -> Index:
    found = Index(keep(tmp_path, DIARY), domains())
    found.refresh()
    return found


def day(number: int) -> date:
    return date(2026, 10, number)


def sql(index: Index, text: str, as_of: date = TODAY, units: tuple[str, ...] = ()) -> Found:
    return by_sql(index, Query("sql", text, units=units), as_of)


def plain(index: Index, text: str, as_of: date = TODAY) -> Found:
    return answer(index, Query("plain", text), LOADED, as_of)


def words(index: Index, text: str, first: date | None = None, last: date | None = None) -> Found:
    return answer(index, Query("words", text, first, last), LOADED, TODAY)


def numbers(found: Found) -> list[object]:
    return [cell.value for cell in found.cells]


UNREAD = "1 more note names run and could not be read whole: 2026-10-02:3"
BARE = "2 notes name run without a value: 2026-10-01:4, 2026-10-07:3"


@pytest.mark.parametrize(
    ("text", "values", "gaps", "cited"),
    [
        ("SELECT sum(distance) FROM run", [19], [UNREAD],
        ["09-28:3", "10-01:3", "10-01:4", "10-03:3", "10-04:3", "10-07:3"]),
        (
            "SELECT sum(distance) FROM run WHERE date BETWEEN DATE '2026-10-01' AND DATE '2026-10-01'",
            [5], [], ["10-01:3", "10-01:4"],
        ),
        ("SELECT sum(distance) FROM run WHERE kind = 'race'", [10], [UNREAD], ["10-03:3"]),
        (
            "SELECT sum(distance) FILTER (WHERE date < DATE '2026-10-01'), "
            "sum(distance) FILTER (WHERE kind = 'race') FROM run",
            [4, 10], [UNREAD], ["09-28:3", "10-03:3"],
        ),
        (
            "SELECT sum(value) FROM entry WHERE what = 'run' AND measure = 'distance'", [19],
            [BARE, "1 note names run with other measures only: 2026-10-04:3", UNREAD],
            ["09-28:3", "10-01:3", "10-03:3"],
        ),
        (
            "SELECT sum(value) FROM entry WHERE what IN ('run', 'sleep') AND unit = 'h'", [7.5],
            [BARE, "4 notes name run with other measures only: 2026-09-28:3, 2026-10-01:3, 2026-10-03:3, 2026-10-04:3",
            UNREAD],
            ["10-02:4"],
        ),
        (
            "SELECT sum(s.duration) FROM sleep s JOIN run r ON s.date = r.date WHERE s.date >= DATE '2026-10-03'",
            [None], [], ["10-03:3", "10-04:3", "10-07:3"],
        ),
        ("SELECT count(*) FROM note WHERE date >= DATE '2026-10-07'", [2], [], ["10-07:3", "10-08:3"]),
        ("SELECT count(*) FROM day WHERE notes > 1", [2], [], []),
        ("SELECT count(*) FROM entry WHERE what = 'sleep'", [1], [], ["10-02:4"]),
    ],
)  # fmt: skip
def test_a_result_says_what_it_leaves_out_and_which_notes_it_rests_on(
    index: Index, text: str, values: list[object], gaps: list[str], cited: list[str]
) -> None:
    found = sql(index, text)
    assert not found.declined, found.reason
    assert numbers(found) == values
    assert list(found.gaps) == gaps
    assert [f"{one.date:%m-%d}:{one.line}" for one in found.cited] == cited


def test_a_result_is_of_the_day_that_is_meant_by_today(index: Index) -> None:
    assert numbers(sql(index, "SELECT sum(distance) FROM run", day(2))) == [9]
    assert sql(index, "SELECT 1", date(2026, 9, 1)).reason == "no values are noted yet"
    assert sql(index, "SELECT sum(distance) FROM run", date(2026, 9, 1)).declined


def test_a_query_that_may_not_run_is_declined_with_the_reason(index: Index) -> None:
    refused = sql(index, "SELECT sum(speed) FROM run")
    assert refused.declined and "speed" in refused.reason and not refused.answered
    assert sql(index, "DROP TABLE run").declined


def test_values_are_given_in_the_unit_that_the_person_prefers(index: Index) -> None:
    found = sql(index, "SELECT sum(distance), count(*) FROM run WHERE kind = 'race'", units=("mi",))
    assert [(round(float(str(cell.value)), 3), cell.unit) for cell in found.cells] == [(6.214, "mi"), (1, "")]
    assert [cell.unit for cell in sql(index, "SELECT sum(duration) FROM sleep", units=("mi",)).cells] == ["h"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("How many km did I run in October?", [15]), ("How many runs in October?", [5]), ("average sleep", [7.5]),
        ("How many km did I run on 1 October?", [5]), ("How many hours did I sleep in October?", [7.5]),
    ],
)  # fmt: skip
def test_a_plain_question_is_answered_in_the_words_of_the_notebook(
    index: Index, text: str, values: list[object]
) -> None:
    found = plain(index, text)
    assert (numbers(found)[:1], found.declined) == (values, False), found.reason


@pytest.mark.parametrize(
    ("text", "unknown", "near"),
    [
        ("How many km did I run uphill?", ("uphill",), []),
        ("How many km did I swim?", ("many", "km", "swim"), []),
        ("How often did I meet Anna?", ("often", "meet", "Anna"), ["10-08:3"]),
    ],
)
def test_a_question_that_is_not_read_names_its_words_and_shows_the_nearest_notes(
    index: Index, text: str, unknown: tuple[str, ...], near: list[str]
) -> None:
    found = plain(index, text)
    assert found.declined and found.cells == () and found.words == unknown
    shown = [f"{one.date:%m-%d}:{one.line}" for one in found.near]
    assert shown == near if near else len(shown) <= 5


def test_a_question_with_two_readings_is_not_answered_and_both_are_named(index: Index) -> None:
    """Euros and dollars are two columns: neither is the amount that was meant."""
    found = plain(index, "How much did I spend on groceries?")
    assert found.declined and found.reason.count("where kind is groceries") == 2 and "amount_usd" in found.reason


def test_where_nothing_is_noted_a_question_says_so(tmp_path: Path) -> None:
    with Index(tmp_path, domains()) as index:
        index.refresh()
        found = plain(index, "How many km did I run?")
        assert (found.declined, found.reason, found.near) == (True, "no values are noted yet", ())


@pytest.mark.parametrize(
    ("text", "first", "last", "near", "attempts"),
    [
        ("Anna", None, None, ["10-08:3"], ["all notes"]),
        ("lake", None, None, ["10-02:3", "10-08:3"], ["all notes"]),
        ("Anna lake", None, None, ["10-08:3"], ["all notes"]),
        ("lake", day(2), day(2), ["10-02:3"], ["2026-10-02 to 2026-10-02"]),
        ("Anna", day(3), day(3), ["10-08:3"], ["2026-10-03 to 2026-10-03", "2026-09-26 to 2026-10-10"]),
        ("Anna on 20 September 2026", None, None, ["10-08:3"], [
            "2026-09-20 to 2026-09-20", "2026-09-13 to 2026-09-27", "2026-09-06 to 2026-10-04",
            "2026-08-21 to 2026-10-20",
        ]),
        ("Anna", None, date(2026, 7, 1), ["10-08:3"], [
            "0001-01-01 to 2026-07-01", "0001-01-01 to 2026-07-08", "0001-01-01 to 2026-07-15",
            "0001-01-01 to 2026-07-31", "0001-01-01 to 2026-09-29", "all notes",
        ]),
        ("zebra", day(3), None, [], [
            "2026-10-03 to 9999-12-31", "2026-09-26 to 9999-12-31", "2026-09-19 to 9999-12-31",
            "2026-09-03 to 9999-12-31", "2026-07-05 to 9999-12-31", "all notes",
        ]),
        ("jog", None, None, None, ["all notes"]),
    ],
)  # fmt: skip
def test_words_are_looked_for_in_their_period_and_around_it_if_there_are_none(
    index: Index, text: str, first: date | None, last: date | None, near: list[str] | None, attempts: list[str]
) -> None:
    found = words(index, text, first, last)
    assert list(found.attempts) == attempts
    shown = sorted(f"{one.date:%m-%d}:{one.line}" for one in found.near)
    assert shown == near if near is not None else {"10-01:3", "10-01:4", "10-07:3"} <= set(shown)
    assert found.whole is bool(shown)


def test_notes_with_some_of_the_words_are_the_nearest_and_no_more_than_five(index: Index) -> None:
    found = words(index, "running for groceries with Anna in the rain")
    assert not found.whole and len(found.near) == 5
    assert not words(index, "the of").whole and words(index, "the of").near == ()


def test_places_are_cited_with_their_text_and_unknown_ones_are_not(index: Index) -> None:
    assert [one.text for one in cite(index, ["2026-10-05:3", "2026-10-01:4", "2026-10-01:99"])] == [
        "paid 20 EUR for groceries", "went running"
    ]  # fmt: skip
    assert cite(index, []) == ()


def test_a_measure_is_added_up_listed_or_put_together_by_month(index: Index) -> None:
    whole = (date.min, date.max, TODAY)
    assert measure_sql(index, "run.distance", *whole, total=True) == 'SELECT sum("distance") FROM "run"'
    assert measure_sql(index, " Run.Distance ", day(1), day(3), TODAY, total=True).endswith(
        "WHERE date >= DATE '2026-10-01' AND date <= DATE '2026-10-03'"
    )
    listed = measure_sql(index, "run.distance", *whole)
    assert listed == 'SELECT date, "distance", note FROM "run" WHERE "distance" IS NOT NULL ORDER BY date'
    assert numbers(sql(index, listed)) == [4, 5, 10]
    monthly = measure_sql(index, "run.distance", *whole, monthly=True)
    assert 'sum("distance")' in monthly and numbers(sql(index, monthly)) == [4, 15]
    assert measure_sql(index, "sleep", *whole, total=True) == 'SELECT sum("duration") FROM "sleep"'
    with pytest.raises(InputError, match="which measure of run") as asked:
        measure_sql(index, "run", *whole)
    assert "run.distance" in str(asked.value.hint) and "run.pace" not in str(asked.value.hint)
    with pytest.raises(InputError, match="which measure of run"):
        measure_sql(index, "run.speed", *whole)
    with pytest.raises(InputError, match="no value of 'swim' is noted") as none:
        measure_sql(index, "swim", *whole)
    assert "run, sleep, spending" in str(none.value.hint)


def test_what_never_adds_up_is_a_mean_by_month(tmp_path: Path) -> None:
    keep(tmp_path, "2026-10-01 ran 5 km, 150 bpm\n2026-10-02 ran 5 km, 160 bpm")
    with Index(tmp_path, domains()) as index:
        index.refresh()
        monthly = measure_sql(index, "run.pulse", date.min, date.max, TODAY, monthly=True)
        assert 'avg("pulse")' in monthly and numbers(sql(index, monthly)) == [155]


def test_a_figure_is_of_days_or_months_and_is_refused_without_a_value(index: Index) -> None:
    days = figure_of(index, "run.distance", date.min, date.max, TODAY)
    assert [(point.day, point.value) for point in days.points] == [(date(2026, 9, 28), 4), (day(1), 5), (day(3), 10)]
    assert (days.unit, days.monthly, days.notes) == ("km", False, (UNREAD,))
    assert days.title.endswith(", run.distance")
    months = figure_of(index, "run.distance", date.min, date.max, TODAY, "month")
    assert [(months.named(point), point.value) for point in months.points] == [("2026-09", 4), ("2026-10", 15)]
    with pytest.raises(InputError, match=r"no value of 'run\.distance' is noted in that period"):
        figure_of(index, "run.distance", day(7), day(8), TODAY)


def test_many_days_are_drawn_by_month_unless_days_are_asked_for(tmp_path: Path) -> None:
    keep(
        tmp_path, "".join(f"2026-{month:02}-{n:02} slept {5 + n % 4} h\n" for month in (7, 8, 9) for n in range(1, 22))
    )
    with Index(tmp_path, domains()) as index:
        index.refresh()
        whole = (date.min, date.max, TODAY)
        assert [len(figure_of(index, "sleep", *whole, by).points) for by in ("", "day", "month")] == [3, 63, 3]
        assert len(figure_of(index, "sleep", date(2026, 7, 2), date(2026, 9, 19), TODAY).points) == 60
        assert figure_of(index, "sleep", *whole).monthly


@pytest.mark.parametrize(
    ("what", "name"),
    [("Long Run", "long_run"), ("5k", "t_5k"), ("note", "note_"), ("Entry", "entry_"), ("!?", "thing"),
    ("баня", "баня")],
)  # fmt: skip
def test_a_things_table_has_a_name_that_sql_takes_and_no_other_table_has(what: str, name: str) -> None:
    assert name_of(what) == name


def rows(*entries: Entry, activity: Activity | None = None, lines: tuple[int, ...] = ()) -> tuple[object, ...]:
    told = [Told(one, Note(TODAY, line, "")) for one, line in zip(entries, lines or range(3, 99), strict=False)]
    made, notes = thing_rows("run", told, activity)
    return (
        made.headings,
        made.rows,
        made.units,
        {k: made.types[k] for k in made.types if k not in ("date", "note")},
        notes,
    )


def entry(measure: str = "", value: float | None = None, unit: str = "", **more: str) -> Entry:
    return Entry(TODAY, "run", measure, value, unit, **more)  # type: ignore[arg-type]


def test_what_is_told_at_once_is_one_row_and_units_of_a_measure_are_put_together() -> None:
    headings, body, units, types, _ = rows(
        entry("distance", 5.0, "km", said="a"), entry("duration", 28.5, "min", said="a"),
        entry("distance", 2000.0, "m"), lines=(3, 3, 4),
    )  # fmt: skip
    assert headings == ("date", "distance", "duration", "time", "note")
    assert body == (
        ("2026-10-20", 5.0, 28.5, None, "2026-10-20:3"), ("2026-10-20", 2.0, None, None, "2026-10-20:4")
    )  # fmt: skip
    assert units == {"distance": "km", "duration": "min"}
    assert types == {"distance": "BIGINT", "duration": "DOUBLE"}


def test_the_declared_unit_has_the_column_else_the_commonest_and_what_does_not_fit_one_of_its_own() -> None:
    declared = Activity("run", ("race",), {"distance": Measure("mi"), "pace": Measure("min/km", adds="never")})
    headings, body, units, types, notes = rows(
        entry("distance", 1.0, "mi"), entry("distance", 5.0, "km"), entry("distance", 3.0, "laps"),
        entry("distance", 2.0),
        entry(kind="race", time="07:30"), activity=declared,
    )  # fmt: skip
    assert headings == ("date", "kind", "distance", "distance_laps", "distance_bare", "pace", "time", "note")
    assert [tuple(row[1:7]) for row in body] == [  # type: ignore[attr-defined]
        (None, 1.0, None, None, None, None), (None, 3.106856, None, None, None, None),
        (None, None, 3.0, None, None, None),
        (None, None, None, 2.0, None, None), ("race", None, None, None, None, "07:30"),
    ]  # fmt: skip
    assert units == {"distance": "mi", "distance_laps": "laps"}
    assert types == {"distance": "DOUBLE", "distance_laps": "BIGINT", "distance_bare": "BIGINT", "pace": "TEXT"}
    assert [(note.column, note.table, note.kind, note.adds, note.unit) for note in notes] == [  # type: ignore[attr-defined]
        ("distance", "run", "measure", "always", "mi"), ("distance_laps", "run", "measure", "always", "laps"),
        ("distance_bare", "run", "measure", "always", None),
    ]  # fmt: skip
    undeclared = rows(entry("distance", 5.0, "km"), entry("distance", 1.0, "mi"), entry("distance", 4.0, "km"))
    assert undeclared[2] == {"distance": "km"} and [note.adds for note in undeclared[4]] == [None]  # type: ignore[attr-defined]


def test_two_currencies_are_two_columns_and_a_bare_amount_is_of_the_first() -> None:
    declared = Activity("run", (), {"amount": Measure("money")})
    headings, body, units, _, _ = rows(
        entry("amount", 5.0, "EUR"), entry("amount", 6.0, "EUR"), entry("amount", 7.0, "USD"), entry("amount", 8.0),
        activity=declared,
    )  # fmt: skip
    assert headings == ("date", "amount", "amount_usd", "time", "note")
    assert [row[1:3] for row in body] == [(5.0, None), (6.0, None), (None, 7.0), (8.0, None)]  # type: ignore[attr-defined]
    assert units == {"amount": "EUR", "amount_usd": "USD"}


@pytest.mark.parametrize("measure", ["time", "note", "date", "kind"])
def test_a_measure_may_be_called_like_what_says_where_it_stands(tmp_path: Path, measure: str) -> None:
    """A model names measures freely; the time of day, the day and the place stay what they are."""
    found = rows(entry(measure, 28.5, "min", time="07:30", kind="race"))
    assert found[0] == ("date", "kind", f"{measure}_", "time", "note") and found[3] == {f"{measure}_": "DOUBLE"}
    declared = Activity("run", (), {measure: Measure("min")})
    assert rows(entry(kind="race"), activity=declared)[0] == found[0]


def test_the_tables_of_a_notebook_are_described_with_their_units_and_every_day(index: Index) -> None:
    told = described(index, TODAY)
    assert 'table "run": 6 rows' in told and 'table "entry": ' in told and "unit in unit" in told
    assert 'table "day": 23 rows' in told and 'table "mention"' not in told and 'table "note": 11 rows' in told
    assert described(index, date(2026, 1, 1)) == "no notes yet"
    with open_tables(index, TODAY, ["run"]) as tables:
        assert [table.name for table in tables.tables] == ["run", "mention"]
        (view,) = views_of(tables, TODAY)
        assert (view.first, view.last, view.today) == (date(2026, 9, 28), day(7), TODAY)
        assert view.values == {"kind": ("long_run", "race")} and view.table.date == "date"
        assert [column.name for column in view.table.columns] == [
            "date",
            "kind",
            "distance",
            "duration",
            "pace",
            "pulse",
        ]
    with open_tables(index, TODAY, ["sleep"]) as tables:
        assert [table.name for table in tables.tables] == ["sleep"] and views_of(tables, TODAY)[0].values == {}
    with open_tables(index, date(2026, 1, 1), ["sleep"]) as tables:
        assert [(table.name, table.rows) for table in tables.tables] == [("mention", 0)]


def test_words_that_mean_the_same_are_put_into_the_words_of_the_domain() -> None:
    running = domains()["running"]
    (run,) = running.log_schema
    assert (
        rewritten("how far did I jog on the interval run", running, run)
        == "how much distance did I run on the intervals"
    )
    assert rewritten("mileage of parkrun", running, run) == "distance of race"
    assert rewritten("jogging and running", running, run) == "run and"
