"""A report with everything in it, in three languages."""

from __future__ import annotations

import datetime

from flows.report.figures import samples
from indagate.flows.report.figures import FigureSpec
from indagate.flows.report.pages import (
    Argument,
    Bullets,
    Column,
    DataTable,
    Document,
    FigureRef,
    Headline,
    Paragraph,
    Section,
    Source,
    TableBlock,
    Term,
)

WORDS = {
    "en": ("Sales of five regions", "How did sales develop?", "All regions grew", "Prices doubled within a year"),
    "ru": ("Продажи пяти областей", "Как менялись продажи?", "Выросли все области", "Цены удвоились за год"),
    "zh": ("五个地区的销售额", "销售额如何变化？", "所有地区均有增长", "价格一年翻番"),
}


def table(sheet: str = "data") -> DataTable:
    columns = (
        Column("Region"), Column("Since", kind="date"), Column("Sales", "USD", "number", 2),
        Column("Shops", kind="integer"), Column("Change", "%", "percent"),
    )  # fmt: skip
    rows = (
        ("North", datetime.date(2015, 1, 31), 1234567.891, 12, 12.5),
        ("=1+1", datetime.date(1899, 5, 1), -0.5, 10**17, None),
        ("@SUM(A1)", None, None, 0, -3.25),
    )
    return DataTable("Regions", columns, rows, "Made up.", "comparison" if sheet == "comparison" else "data")


def figures() -> list[FigureSpec]:
    return [samples.lines(), samples.bars(), samples.heatmap()]


def document(language: str = "en", style: str = "default", *, framed: bool = False) -> Document:
    title, query, finding, second = WORDS[language]
    blocks = (
        Paragraph(f"{finding} [@s1,s2]. **{second}**: [#lines]."),
        FigureRef("lines"),
        Bullets((finding, f"{second} [@s2]")),
        TableBlock(table(), "sales.csv [@s1]"),
    )
    sections = (
        Section(finding, blocks),
        Section(second, (Paragraph("[#bars], [#heatmap]"), FigureRef("bars"), FigureRef("heatmap"))),
    )
    sources = (
        Source("s1", "sales.csv", "data/sales.csv", "2020-01-01"),
        Source("s2", title, "https://example.org/a?b=1&c=2"),
    )
    return Document(
        title, query, language, style, "2026-03-05", finding, (Headline("+12.5%", finding, "2015–2019"),),
        (f"{finding} [@s1]", second), sections, (Argument(finding, (second,), (title,)), Argument(second, (title,))),
        (f"{title}!", second), (second,), sources,
        (Term(title, second),), (table(), table("comparison")), framed,
    )  # fmt: skip
