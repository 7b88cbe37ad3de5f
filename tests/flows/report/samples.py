"""Folders of tables with properties that tests look for, the same each time."""

from __future__ import annotations

import datetime
import math
import random
from pathlib import Path


def museum(folder: Path, days: int = 120, shift: float = 60.0) -> Path:
    """Visitors of a museum by day: quiet, then higher from 1 March; tours beside them, quiet throughout."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(7)
    start = datetime.date(2024, 1, 1)
    lines = ["date,visitors,guided_tours"]
    for number in range(days):
        day = start + datetime.timedelta(number)
        level = 500 + (shift if day >= datetime.date(2024, 3, 1) else 0)
        lines.append(f"{day},{level + chance.gauss(0, 15):.0f},{40 + chance.gauss(0, 3):.0f}")
    (folder / "museum.csv").write_text("\n".join(lines) + "\n")
    return folder


def shops(folder: Path) -> Path:
    """Sales of three shops by month under Russian headings, in cp1251 with decimal commas; a yearly season; a gap."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(11)
    lines = ["Магазин;Месяц;Выручка (тыс. руб)"]
    for year in (2020, 2021, 2022, 2023):
        for month in range(1, 13):
            for shop, size in (("Центр", 900.0), ("Север", 400.0), ("Юг", 300.0)):
                value = size + 0.15 * size * math.sin(2 * math.pi * month / 12) + chance.gauss(0, size * 0.01)
                text = "" if (shop, year, month) == ("Юг", 2021, 5) else f"{value:.1f}".replace(".", ",")
                lines.append(f"{shop};01.{month:02}.{year};{text}")
    (folder / "Продажи.csv").write_bytes(("\n".join(lines) + "\n").encode("cp1251"))
    return folder
