from __future__ import annotations

import pytest

from indagate.cells import Cell, Tables, query_now, render
from indagate.errors import InputError


@pytest.fixture(scope="module")
def named(shop: Tables) -> dict[str, Cell]:
    cells = query_now(
        "select date_trunc('quarter', order_date) q, region, sum(amount_eur) s from orders group by all", shop
    )
    by = {(str(cell.keys[1].value), str(cell.keys[0].value)): cell for cell in cells}
    return cells.named() | {
        "c": by["North", "2023-04-01"], "d": by["South", "2023-04-01"], "first": by["North", "2023-01-01"],
    }  # fmt: skip


def test_code_writes_value_period_and_movement(named: dict[str, Cell]) -> None:
    text = render("{c.label}, {c.period}: {c.value}; it {c.moved}, {c.vs.d} the South's, {c.rank}", named)
    assert text.startswith("total Amount, Q2 2023: ") and "\u00a0EUR; it rose by" in text and "highest of 12" in text


def test_russian_uses_noun_forms_and_its_own_numbers(named: dict[str, Cell]) -> None:
    text = render("{c.label}: {c.value}, {c.period}; {c.moved}; {c.n}", named, "ru")
    assert text.startswith("Amount: сумма: ") and "2-й кв. 2023" in text
    assert ("рост на" in text or "снижение на" in text) and text.endswith(("строк", "строки", "строка"))


def test_a_digit_outside_of_a_slot_is_refused(named: dict[str, Cell]) -> None:
    with pytest.raises(InputError, match="outside of a slot"):
        render("Sales of 5,000 EUR: {c.value}", named)


def test_a_number_of_the_question_or_of_a_cited_period_passes(named: dict[str, Cell]) -> None:
    assert render("In Q2 2023 {c.value}", named)
    assert render("PM2.5: {c.value}", named, question="How much PM2.5?")


def test_a_label_that_no_cited_cell_has_is_refused(named: dict[str, Cell]) -> None:
    with pytest.raises(InputError, match="label of the data"):
        render("South sold {c.value}", named)
    assert render("North sold {c.value}", named)


def test_the_first_period_did_not_move(named: dict[str, Cell]) -> None:
    with pytest.raises(InputError, match="no period before"):
        render("It {first.moved}", named)
