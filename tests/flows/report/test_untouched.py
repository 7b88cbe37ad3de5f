"""A report that nobody touched is proved, whatever its tables hold, and tells of them as a reader knows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flows.report.runs import Finished, verified, write

MONTHS = [f"{2020 + n // 12}-{1 + n % 12:02d}" for n in range(36)]
QUERY = "How did it develop and which shop leads?"


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A report on tables with money below zero, broken names, headings with numbers, and a file that is none."""
    place = tmp_path_factory.mktemp("odd")
    data = place / "data"
    data.mkdir()
    shops = ('"line\nbreak"', "New  York", "7")
    sold = (
        f"{month},{shop},{-400 + 37 * n + 5 * k:.2f}" for n, month in enumerate(MONTHS) for k, shop in enumerate(shops)
    )
    (data / "money.csv").write_text(lines("month,shop,Profit ($)", *sold))
    priced = (f"{month}-01;{100 + 3.5 * n:.1f};{50 + 1.5 * n:.1f}".replace(".", ",") for n, month in enumerate(MONTHS))
    (data / "prices.csv").write_text(lines("Datum;Preis (EUR);Preis (EUR)", *priced))
    (data / "broken.parquet").write_bytes(b"PAR1 and no more of it")
    return write(place / "home", QUERY, data=str(data))


def test_a_report_on_odd_tables_is_proved(odd: Finished) -> None:
    """No false alarm: signs before a currency's, labels of two lines or that look like numbers, an unreadable file."""
    assert verified(odd) == []


def test_money_below_zero_comes_from_its_calculation(odd: Finished) -> None:
    """The sign before the dollar's belongs to the number that is checked."""
    text = odd.record.aggregation
    assert text is not None
    claims = [*text.key_takeaways, *(c for s in text.sections for p in s.passages for c in p.claims)]
    told = [(claim, found) for claim in claims for found in re.findall(r"−\$[\d,.]*\d", claim.text)]
    assert told
    assert all(found in {one.text for one in claim.shown} for claim, found in told)


def test_a_name_of_two_lines_is_told_on_one(odd: Finished) -> None:
    """In the page, in the findings for programs, and with one space where there were two."""
    assert odd.record.aggregation is not None
    named = {name for one in odd.record.aggregation.findings for name in (one.group, one.partner) if name}
    assert not [name for name in named if name != " ".join(name.split())]
    assert "line break" in (odd.folder / "output/report.html").read_text()


def test_limitations_name_columns_and_files_as_the_user_does(odd: Finished) -> None:
    """The heading rather than its name in SQL; no path of the machine."""
    assert odd.record.aggregation is not None
    told = [claim.text for claim in odd.record.aggregation.limitations]
    assert any(text.startswith("prices.csv, Preis (EUR)_2: its comma") for text in told)
    assert not any("preis_eur" in text for text in told)
    broken = next(text for text in told if text.startswith("broken.parquet"))
    assert str(odd.home.parent) not in broken


def test_a_heading_that_occurs_again_keeps_its_unit(odd: Finished) -> None:
    """The second price is in euros as the first is."""
    assert odd.record.data is not None
    first, second = odd.record.data.table("prices").columns[1:]
    assert (first.title, first.unit) == ("Preis", "EUR")
    assert (second.title, second.unit) == ("Preis_2", "EUR")


def test_profits_of_sixteen_digits_are_told(tmp_path: Path) -> None:
    """They are read as numbers, which the limitations say, and the report is proved."""
    rows = [f"{month},A,{(170 + 3 * n) * 10**14}" for n, month in enumerate(MONTHS)]
    (tmp_path / "long.csv").write_text(lines("month,shop,Profit", *rows))
    done = write(tmp_path / "home", "How did profit develop?", data=str(tmp_path / "long.csv"))
    assert done.record.aggregation is not None
    assert "Profit rose" in done.record.aggregation.key_takeaways[0].text
    assert any("very long numbers" in claim.text for claim in done.record.aggregation.limitations)
    assert verified(done) == []


def test_numbers_that_name_what_is_measured_each_month_are_groups(tmp_path: Path) -> None:
    """Shops called 2019 and 2020, and a year within the measure's heading."""
    rows = [f"{month},{shop},{-200 + 30 * n + shop % 7}" for n, month in enumerate(MONTHS) for shop in (2019, 2020)]
    (tmp_path / "shops.csv").write_text(lines("month,shop,2024 Profit (EUR m)", *rows))
    done = write(tmp_path / "home", QUERY, data=str(tmp_path / "shops.csv"))
    assert done.record.aggregation is not None
    told = [claim.text for claim in done.record.aggregation.key_takeaways]
    assert told[0].startswith("2024 profit (total of all shops) rose")
    assert any("2019" in text and "2020" in text for text in told[1:])
    assert verified(done) == []
