from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from indagate.cells import Tables, query, query_now, verify
from indagate.errors import EffectError, InputError


def test_a_value_brings_its_rows_and_those_without_a_value(shop: Tables) -> None:
    (cell,) = query_now("select sum(amount_eur) from orders where region = 'North'", shop)
    assert cell.n == 400
    assert cell.missing == 8
    assert cell.scope == "region = North"
    assert cell.start == "2023-01-01"


def test_rows_without_a_value_are_told(shop: Tables) -> None:
    told = query_now("select avg(amount_eur) from orders", shop).disclosures
    assert any("24 of 1,200 rows have no value" in one.text for one in told)


def test_a_conditional_sum_counts_the_rows_of_its_condition(shop: Tables) -> None:
    conditional = "sum(case when region = 'East' then amount_eur end), avg(amount_eur) filter (where weight_kg > 3)"
    sql = f"select {conditional} from orders"
    first, second = query_now(sql, shop)
    assert (first.n, second.n) == (400, 342)


def test_cells_are_found_by_the_values_of_their_groups(shop: Tables) -> None:
    cells = query_now("select region, count(*) as n from orders group by region", shop)
    assert cells.cell("n", region="South").value == 400


def test_a_result_is_verified_by_computing_it_again(shop: Tables) -> None:
    async def both() -> tuple[list[str], list[str]]:
        told = await query("select region, sum(amount_eur) from orders group by 1", shop)
        wrong = replace(told, cells=(replace(told.cells[0], value=1.0), *told.cells[1:]))
        return await verify(told, shop), await verify(wrong, shop)

    held, broken = asyncio.run(both())
    assert held == []
    assert len(broken) == 1 and "is 1.0 and is computed as" in broken[0]


def test_a_query_that_needs_too_long_is_stopped_and_the_next_one_answers(shop: Tables) -> None:
    endless = (
        "select count(*) from orders a join orders b on a.region = b.region join orders c on c.region = b.region "
        "join orders d on d.region = c.region where a.amount_eur + b.amount_eur + c.amount_eur + d.amount_eur < 0"
    )
    with pytest.raises((InputError, EffectError)):
        shop.ask([endless], seconds=1)
    assert query_now("select count(*) from orders", shop).cells[0].value == 1200


def test_the_database_is_closed_off_from_files(shop: Tables) -> None:
    with pytest.raises(InputError):
        shop.ask(["select * from read_text('/etc/hostname')"])
    with pytest.raises(InputError):
        shop.ask(["set enable_external_access = true"])
