"""Make the data sets: a folder a case and seed with data/ and, beside it, truth.json.

generate.py --out DIR                      the tuning seeds
generate.py --out DIR --seeds 7 8          fresh ones
generate.py --out DIR --case lead-lag
"""

from __future__ import annotations

import argparse
import csv
import datetime as dt
import io
import json
import random
import sqlite3
import sys
from pathlib import Path
from typing import Any

from cases_series import SERIES
from cases_tables import TABLES
from exam import SEEDS, Case, Table

NAMES = {maker.__name__.replace("_", "-"): maker for maker in (*SERIES, *TABLES)}


def make(name: str, seed: int) -> Case:
    """Return a case; the same name and seed give the same."""
    case = NAMES[name](random.Random(f"{name}:{seed}"))
    assert case.name == name
    return case


def shown(table: Table, cell: Any) -> str:
    """Return a cell as the table's kind of CSV writes it."""
    if cell is None:
        return ""
    if isinstance(cell, dt.date):
        return f"{cell:%d.%m.%Y}" if table.german else cell.isoformat()
    if isinstance(cell, float):
        text = f"{cell:,.{table.places}f}" if table.german else f"{cell:g}" if cell == int(cell) else f"{cell}"
        return text.translate(str.maketrans(",.", ".,")) if table.german else text
    return str(cell)


def write_csv(table: Table, folder: Path) -> None:
    """Write a table as CSV in its encoding, with its separators."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=table.delimiter, lineterminator="\n")
    writer.writerow(table.header or list(table.columns))
    writer.writerows([shown(table, cell) for cell in row] for row in table.rows)
    (folder / f"{table.name}.csv").write_bytes(text.getvalue().encode(table.encoding))


def write_xlsx(table: Table, folder: Path) -> None:
    """Write a workbook with the table as its first sheet and a sheet of remarks."""
    import xlsxwriter

    with xlsxwriter.Workbook(str(folder / f"{table.name}.xlsx")) as book:
        dated = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet = book.add_worksheet(table.name)
        sheet.write_row(0, 0, list(table.columns))
        for at, row in enumerate(table.rows, 1):
            for place, cell in enumerate(row):
                if isinstance(cell, dt.date):
                    sheet.write_datetime(at, place, dt.datetime(cell.year, cell.month, cell.day), dated)
                elif cell is not None:
                    sheet.write(at, place, cell)
        book.add_worksheet("remarks").write(0, 0, "Checked by the office.")


def write_parquet(table: Table, folder: Path) -> None:
    """Write a Parquet file, dates as dates."""
    import duckdb

    names = {dt.date: "DATE", float: "DOUBLE", int: "BIGINT", str: "VARCHAR"}
    kinds = [names[type(next(cell for cell in column if cell is not None))] for column in table.columns.values()]
    heads = ", ".join(f'"{name}" {kind}' for name, kind in zip(table.columns, kinds, strict=True))
    with duckdb.connect() as base:
        base.execute(f"CREATE TABLE made ({heads})")
        base.executemany(f"INSERT INTO made VALUES ({', '.join('?' * len(kinds))})", table.rows)
        base.execute(f"COPY made TO '{folder / table.name}.parquet' (FORMAT parquet)")


def write_sqlite(table: Table, folder: Path) -> None:
    """Write a SQLite database of one table, dates as text."""
    heads = ", ".join(f'"{name}"' for name in table.columns)
    rows = [[cell.isoformat() if isinstance(cell, dt.date) else cell for cell in row] for row in table.rows]
    base = sqlite3.connect(folder / f"{table.name}.sqlite")
    with base:
        base.execute(f'CREATE TABLE "{table.name}" ({heads})')
        base.executemany(f'INSERT INTO "{table.name}" VALUES ({", ".join("?" * len(table.columns))})', rows)
    base.close()


def write_json(table: Table, folder: Path) -> None:
    """Write a list of records, dates as text."""
    records = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    text = json.dumps(records, ensure_ascii=False, default=str, indent=0)
    (folder / f"{table.name}.json").write_text(text + "\n", "utf-8")


WRITERS = {
    "csv": write_csv,
    "xlsx": write_xlsx,
    "parquet": write_parquet,
    "sqlite": write_sqlite,
    "json": write_json,
}


def write(case: Case, seed: int, out: Path) -> Path:
    """Write a case's data and truth; return its folder."""
    folder = out / f"{case.name}-{seed}"
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    for table in case.tables:
        WRITERS[table.form](table, data)
    for name, content in case.files.items():
        (data / name).write_bytes(content)
    text = json.dumps(case.truth(seed), ensure_ascii=False, indent=1)
    (folder / "truth.json").write_text(text + "\n", "utf-8")
    return folder


def main() -> int:
    """Write the cases asked for."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--out", type=Path, required=True)
    made.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS["tune"]))
    made.add_argument("--case", action="append", choices=list(NAMES))
    options = made.parse_args()
    for seed in options.seeds:
        for name in options.case or NAMES:
            print(write(make(name, seed), seed, options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
