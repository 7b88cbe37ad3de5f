from __future__ import annotations

from indagate.cells import Rows, Tables, load, query_now, rows_of_now


def _told(sql: str, tables: Tables) -> dict[str, str]:
    return {one.kind: one.text for one in query_now(sql, tables).disclosures}


def test_a_literal_that_is_no_value_of_its_column(shop: Tables) -> None:
    assert "North" in _told("select sum(amount_eur) from orders where region = 'north'", shop)["literal"]


def test_a_join_that_repeats_rows() -> None:
    many = Rows("tags", ("region", "tag"), (("N", "a"), ("N", "b"), ("S", "a")))
    few = Rows("sales", ("region", "amount"), (("N", 10.5), ("S", 5.5), ("X", 1.5)))
    with load([many, few]) as tables:
        cells = query_now("select sum(amount) from sales join tags using (region)", tables)
        texts = [one.text for one in cells.disclosures if one.kind == "join"]
        assert len(texts) == 2 and "2 become 3" in texts[0] and "leaves out 1 of 3" in texts[1]


def test_ties_and_how_many_there_are(shop: Tables) -> None:
    told = _told("select region, count(*) as n from orders group by 1 order by n desc limit 1", shop)
    assert told["limit"] == "1 of 3 are shown" and "2 more" in told["ties"]


def test_the_last_period_is_partial_by_the_inner_ones(shop: Tables) -> None:
    told = _told("select date_trunc('month', order_date) as m, sum(amount_eur) from orders group by 1", shop)
    assert "2023-12-01" in told["partial"]


def test_members_that_change() -> None:
    rows = [(f"20{year}-01-01", town, 100.0 + year) for year in range(10, 20) for town in "ABC"]
    rows += [(f"20{year}-01-01", "D", 500.5) for year in range(15, 20)]
    with load([Rows("towns", ("day", "town", "births"), tuple(rows))]) as tables:
        told = _told("select day, sum(births) from towns group by day", tables)
        assert "3 at the first day, 4 at the last, 3 in both" in told["members"]


def test_a_division_by_nothing_is_told() -> None:
    with load([Rows("t", ("k", "a", "b"), (("x", 1.5, 0.0), ("y", 2.5, 1.5), ("z", 0.5, 2.5)))]) as tables:
        assert "infinite" in _told("select k, a / b from t", tables)


def test_units_that_stand_in_a_column_are_not_mixed_in_silence() -> None:
    rows = (("a", 5.5, "EUR"), ("b", 7.5, "USD"), ("c", 9.5, "EUR"))
    with load([Rows("t", ("name", "amount", "currency"), rows)]) as tables:
        assert "units" in _told("select sum(amount) from t", tables)
        (cell,) = query_now("select sum(amount) from t where currency = 'EUR'", tables)
        assert cell.unit == "EUR"


def test_the_rows_behind_a_cell(shop: Tables) -> None:
    sql = "select region, sum(case when weight_kg > 3 then amount_eur end) as heavy from orders group by region"
    cells = query_now(sql, shop)
    cell = cells.cell("heavy", region="North")
    rows = rows_of_now(cells, cell, shop)
    amounts = [row[rows.columns.index("amount_eur")] for row in rows.rows]
    assert rows.count == cell.n and abs(sum(a for a in amounts if isinstance(a, float)) - float(str(cell.value))) < 1e-6


def test_a_total_of_events_is_told_with_rows_and_mean(shop: Tables) -> None:
    told = _told("select sum(weight_kg) from orders", shop)
    assert told["parts"].startswith("total Weight is 1,200 rows × a mean of")


def test_rows_that_no_condition_meets_are_told(shop: Tables) -> None:
    cells = query_now("select 100.0 * count(*) filter (where amount_eur > 50) / count(*) from orders", shop)
    assert any("rows without Amount (24 in the table)" in one.text for one in cells.disclosures)


def test_nothing_taken_as_none_is_counted(shop: Tables) -> None:
    (cell,) = query_now("select avg(coalesce(amount_eur, 0)) from orders", shop)
    assert cell.missing == 24 and "none taken as 0" in cell.label
