"""Where a report's numbers come from: what was read of each file and when, and which units are not stated."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.report.files import Finding
from indagate.flows.report.naming import cited, placed
from indagate.flows.report.review import Found
from indagate.flows.report.sourcing import citations, unitless
from indagate.tools.tables.table import Catalog, Column, DataFile, Table

DATA = Catalog(
    (DataFile("shop.csv", "shop.csv", "a" * 64, 2048),),
    (
        Table(
            "shop", "shop", "shop.csv", 1_200,
            (
                Column("town", "town", "text", distinct=4, heading="town"),
                Column("price", "price", "number", distinct=900, heading="price"),
                Column("weight", "Weight", "number", "kg", distinct=900, heading="Weight (kg)"),
                Column("visitors", "visitors", "integer", distinct=900, heading="visitors"),
            ),
        ),
    ),
)  # fmt: skip


def told(columns: Sequence[str]) -> Found:
    """Return findings on columns of the shop."""
    findings = tuple(
        Finding(f"f{name}", "ranking", "d1", "s1", "shop", name, "c1", 1.0, partner="town") for name in columns
    )
    return Found(findings, {}, {}, {}, {}, {})


def test_a_source_says_what_was_read_of_it_and_when() -> None:
    """Rows, the columns that the report tells of, the day, and the sum by which the file is known again."""
    (source,) = citations(DATA, told(["price"]), (), "en", {}, "2026-11-22").sources
    assert source.note == (
        "1,200 rows; columns used: town, price; read on 22 November 2026; 2,048 bytes, sha256 aaaaaaaaaaaa"
    )
    (russian,) = citations(DATA, told(["price"]), (), "ru", {}, "2026-11-22").sources
    assert "использованы столбцы: town, price; прочитано 22 ноября 2026 года" in russian.note


def test_units_that_nothing_states_are_named() -> None:
    """Not those of a heading, nor of what is counted."""
    (claim,) = unitless(DATA, told(["price", "Weight (kg)", "visitors"]), "en")
    assert claim.text == "The data do not say in which unit these are: price. Their figures stand as recorded."
    assert unitless(DATA, told(["Weight (kg)", "visitors"]), "en") == ()


def test_places_have_russian_names_and_other_names_are_quoted() -> None:
    """Only in Russian; what nobody can be sure of, such as Georgia, stays as it is."""
    assert [placed(name, "ru") for name in ("Africa", "Yemen, Rep.", "Georgia", "AAPL")] == [
        "Африка", "Йемен", "Georgia", "AAPL",
    ]  # fmt: skip
    assert placed("Africa", "en") == "Africa"
    assert [cited(name, "ru") for name in ("Африка", "AAPL", "CO₂")] == ["Африка", "«AAPL»", "CO₂"]
