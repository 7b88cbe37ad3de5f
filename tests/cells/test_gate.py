from __future__ import annotations

import pytest

from indagate.cells import Tables, check
from indagate.errors import QueryRefused

FORGED = [
    "select 42.7 as revenue from orders",
    "select sum(amount_eur) * 0 + 99 from orders",
    "select sum(amount_eur) + 1 + 1 from orders",
    "select 'North' as best, sum(amount_eur) from orders",
    "with x as (select 7 as n from orders) select max(n) from x",
    "select sum(amount_eur) from orders union all select 5 from orders",
    "select case when amount_eur > 0 then 42 else amount_eur end from orders order by order_id",
    "select coalesce(max(amount_eur), 1000) from orders",
    "select sum(amount_eur) / sum(amount_eur) from orders",
    "select sum(amount_eur) - sum(amount_eur) from orders",
    "select sum(amount_eur) / 1000 from orders",
    "select greatest(max(amount_eur), 5000) from orders",
    "select lag(amount_eur, 1, 77) over (order by order_date) from orders",
    "select strftime(order_date, '42') from orders",
    "select 100 * sum(amount_eur) from orders",
    "select length('abcdef') from orders",
]
STATEMENTS = [
    "select * from read_csv('/etc/passwd')",
    "select * from '/etc/passwd'",
    "set memory_limit = '8GB'",
    "select 1; drop table orders",
    "copy orders to '/tmp/x'",
    "attach 'x.db'",
    "select getenv('HOME') from orders",
    "select * from duckdb_settings()",
    "select * from information_schema.tables",
    "select random() * amount_eur from orders",
    "with recursive r as (select 1 as n union all select n + 1 from r) select max(n) from r",
    "select * from range(1000000000)",
    "pragma database_list",
    "select repeat(region, 100000000) from orders",
    "install httpfs",
]
MEANINGLESS = [
    "select sum(zip) from orders",
    "select avg(order_id) from orders",
    "select region, amount_eur from orders limit 3",
    "select count(*) from orders, towns",
    "select count(*) from orders a join orders b on a.amount_eur < b.amount_eur",
    "select sum(amount_eur) + sum(weight_kg) from orders",
    "select 100 * sum(amount_eur) / sum(weight_kg) from orders",
    "select strftime(order_date, '%b %Y') m, count(*) from orders group by 1 order by 1",
    "select sum(temperature_c) from towns",
]


@pytest.mark.parametrize("sql", FORGED + STATEMENTS + MEANINGLESS)
def test_what_must_not_run_is_refused_with_a_reason(sql: str, shop: Tables) -> None:
    with pytest.raises(QueryRefused) as refused:
        check(sql, shop)
    assert len(refused.value.message) > 10


GOOD = [
    ("select sum(amount_eur) as profit from orders", "total Amount", "EUR"),
    ("select sum(amount_eur) / sum(weight_kg) from orders", "total Amount per total Weight", "EUR/kg"),
    ("select count(*) from orders", "rows", ""),
    ("select count(distinct zip) from orders", "number of different zip", ""),
    ("select avg(amount_eur) from orders where region = 'North'", "mean Amount", "EUR"),
    ("select 100.0 * count(*) filter (where region = 'North') / count(*) from orders",
     "rows where region = North as % of rows", "%"),
    ("select quantile_cont(amount_eur, 0.9) from orders", "90th percentile of Amount", "EUR"),
    ("select avg(population) from towns", "mean population", None),
    ("select max(temperature_c) - min(temperature_c) from towns", "highest temperature − lowest temperature", "°C"),
    ("select sum(case when region = 'North' then 1 else 0 end) from orders", "rows where region = North", ""),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "label", "unit"), GOOD)
def test_label_and_unit_come_from_the_lineage(sql: str, label: str, unit: str | None, shop: Tables) -> None:
    (output,) = check(sql, shop).outputs
    assert (output.label.en, output.unit) == (label, unit)


def test_an_alias_is_never_a_label(shop: Tables) -> None:
    (output,) = check("select sum(weight_kg) as total_revenue from orders", shop).outputs
    assert "revenue" not in output.label.en and output.unit == "kg"


def test_filters_of_a_sub_select_belong_to_the_label(shop: Tables) -> None:
    sql = "with n as (select sum(amount_eur) as s from orders where region = 'North') select s from n"
    (output,) = check(sql, shop).outputs
    assert output.label.en == "total Amount [region = North]"


def test_a_misspelt_column_is_answered_with_the_near_ones(shop: Tables) -> None:
    with pytest.raises(QueryRefused) as refused:
        check("select sum(amont_eur) from orders", shop)
    assert "amount_eur" in str(refused.value)


def test_what_runs_is_what_was_checked(shop: Tables) -> None:
    checked = check('SELECT sum("Amount (EUR)") FROM Orders -- a comment; drop table orders', shop)
    assert "drop" not in checked.sql and '"orders"."amount_eur"' in checked.sql


HIDDEN = [
    "select sum(t) from (select temperature_c as t from towns)",
    "select region, any_value(amount_eur) from orders group by region",
    "select first(amount_eur) from orders",
    "select region, amount_eur from orders qualify row_number() over (partition by region) = 1",
    "select max(order_date - date '1912-04-05') from orders",
    "select case region when 'North' then 'South' else region end, count(*) from orders group by 1",
    "select max(strftime(order_date, '%d.%m.%Y')) from orders",
    "select count(*) from orders where cast(order_date as varchar) > '2023-6-1'",
    "select region, count(*) as n from orders group by region order by 1 + 1 limit 1",
    "select ntile(37) over (order by order_id) from orders",
    "select max(amount_eur, 3) from orders",
]


@pytest.mark.parametrize("sql", HIDDEN)
def test_what_hides_a_choice_or_a_constant_is_refused(sql: str, shop: Tables) -> None:
    with pytest.raises(QueryRefused):
        check(sql, shop)
