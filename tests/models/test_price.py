"""Prices: dated, overridable, and unknown where they are not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from indagate.errors import InputError
from indagate.models import Price, load_prices, parse_spec


def test_the_table_that_ships_has_a_date_and_sound_prices() -> None:
    """An answer costs more than a prompt, what is cached less."""
    prices = load_prices()
    assert prices.date.year >= 2026
    assert len(prices.table) > 20
    for name, price in prices.table.items():
        assert price.input > 0, name
        assert price.input <= price.output or "embedding" in name[1], name
        assert price.cached is None or price.cached < price.input, name


@pytest.mark.parametrize("name", ["gpt-5-mini", "gpt-5-mini-2025-08-07", "gpt-5-mini-latest"])
def test_a_dated_name_has_the_price_of_its_model(name: str) -> None:
    """Providers date their models."""
    assert load_prices().of(parse_spec(f"openai:{name}")) == load_prices().of(parse_spec("openai:gpt-5-mini"))


@pytest.mark.parametrize(
    "text", ["openai:gpt-nobody-knows", "ollama:qwen3:8b", "openai:gpt-5-mini@http://localhost/v1"]
)
def test_what_is_not_in_the_table_has_no_price(text: str) -> None:
    """A known name at another address is another model."""
    assert load_prices().of(parse_spec(text)) is None


def test_the_users_file_has_the_last_word(tmp_path: Path) -> None:
    """For models and for services at an address."""
    own = tmp_path / "prices.toml"
    own.write_text('[openai]\n"gpt-5" = {input = 9, output = 10}\n[at."http://h/v1/"]\nm = {input = 0, output = 0}\n')
    prices = load_prices(own)
    assert prices.of(parse_spec("openai:gpt-5")) == Price(9, 10)
    assert prices.of(parse_spec("openai:m@http://h/v1")) == Price(0, 0)
    assert prices.of(parse_spec("openai:gpt-5-mini")) == load_prices().of(parse_spec("openai:gpt-5-mini"))


@pytest.mark.parametrize(
    "text",
    [
        "[openai",
        "[openai]\nm = 3\n",
        "[openai]\nm = {input = 1}\n",
        "[openai]\nm = {input = -1, output = 1}\n",
        "[openai]\nm = {input='x', output=1}",
        "[at]\nx=1",
    ],
)
def test_a_malformed_file_is_refused_with_the_form_of_a_line(tmp_path: Path, text: str) -> None:
    """The hint shows how it should read."""
    own = tmp_path / "prices.toml"
    own.write_text(text)
    with pytest.raises(InputError) as caught:
        load_prices(own)
    assert "input" in (caught.value.hint or "")


def test_a_request_costs_its_parts() -> None:
    """What was cached is cheaper; the most counts nothing as cached."""
    price = Price(2.0, 10.0, 0.2, 2.5)
    assert price.of(1_000_000, 0, cached=1_000_000) == pytest.approx(0.2)
    assert price.of(1_000_000, 100_000, cached=500_000, written=100_000) == pytest.approx(0.8 + 0.1 + 0.25 + 1.0)
    assert price.most(1_000_000, 1_000_000) == pytest.approx(12.5)
