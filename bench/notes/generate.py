"""Write the notebook and its truth: generate.py [--seed N] [--out DIR].

The hand-written entries of hand.txt stand as they are; the days around them are filled from the templates of
wording.py with a recorded seed. The truth is what was composed, never what a parser read. Another seed gives
another person's half-year with the same hand-written core.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import wording as say

HERE = Path(__file__).resolve().parent
SEED = 20261101
FIRST, LAST = dt.date(2026, 4, 20), dt.date(2026, 11, 1)
FIRST_PULLUPS = dt.date(2026, 5, 22)
GAPS = ((dt.date(2026, 6, 14), dt.date(2026, 6, 20)),)
RESTS = (
    (dt.date(2026, 7, 15), dt.date(2026, 7, 31), ("running", "squat")),
    (dt.date(2026, 8, 3), dt.date(2026, 8, 9), ("running", "strength", "meal", "work", "weight", "coffee")),
    (dt.date(2026, 9, 14), dt.date(2026, 9, 21), ("running", "strength", "work", "weight", "coffee")),
    (dt.date(2026, 10, 10), dt.date(2026, 10, 13), ("running", "strength")),
)
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS_RU = ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября")
CHANCE = {"sleep": 0.72, "breakfast": 0.3, "lunch": 0.5, "dinner": 0.38, "snack": 0.12, "coffee": 0.25}
SPENDING = {
    "groceries": (0.28, 18, 62),
    "restaurant": (0.08, 14, 46),
    "transport": (0.13, 3, 24),
    "books": (0.03, 9, 24),
    "coffee": (0.08, 3, 6),
}


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that an entry says."""

    domain: str
    activity: str
    values: dict[str, float] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    date: dt.date | None = None
    why: str = ""
    id: str = ""
    fixes: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as written on a day."""

    date: dt.date
    text: str
    items: tuple[Item, ...] = ()
    by_hand: bool = False


def canonical(value: str) -> float | None:
    """Return the number a hand-written value says, in its canonical unit, or None for a word."""
    clock = re.fullmatch(r"(\d+):(\d\d)(?::(\d\d))?", value)
    if clock:
        parts = [int(part) for part in clock.groups() if part is not None]
        return parts[0] * 60 + parts[1] + parts[2] / 60 if len(parts) == 3 else parts[0] + parts[1] / 60
    unit = re.fullmatch(r"(\d+(?:\.\d+)?)(lb|mi)?", value)
    if not unit:
        return None
    return float(unit[1]) * {"lb": say.LB, "mi": say.MILE, None: 1.0}[unit[2]]


def item_of(text: str) -> Item:
    """Return the item that an indented line of hand.txt declares."""
    mark, domain, activity, *rest = text.split()
    made = Item(domain, activity)
    plain: dict[str, Any] = {}
    for part in rest:
        name, value = part.split("=", 1)
        found = canonical(value)
        if name == "date":
            plain["date"] = dt.date.fromisoformat(value)
        elif name in {"why", "id", "fixes"}:
            plain[name] = value
        elif found is not None:
            made.values[name] = found
        else:
            made.tags[name] = value
    if (mark == "-") != bool(plain.get("why")):
        raise SystemExit(f"hand.txt: {text!r}: what does not count says why, and nothing else does")
    return replace(made, **plain)


def by_hand() -> list[Line]:
    """Return the hand-written entries, in order, with what was corrected later marked so."""
    lines: list[Line] = []
    day = FIRST
    for raw in (HERE / "hand.txt").read_text("utf-8").splitlines():
        if not raw.strip() or raw.startswith("#"):
            continue
        if raw.startswith("@"):
            day = dt.date.fromisoformat(raw[1:].strip())
        elif raw.startswith("  "):
            lines[-1] = replace(lines[-1], items=(*lines[-1].items, item_of(raw.strip())))
        else:
            lines.append(Line(day, raw, by_hand=True))
    fixed = {item.fixes: line.date.isoformat() for line in lines for item in line.items if item.fixes}
    return [
        replace(
            line,
            items=tuple(
                replace(item, why="corrected", until=fixed[item.id]) if item.id in fixed else item
                for item in line.items
            ),
        )
        for line in lines
    ]


class Diary:
    """Fills the days around the hand-written entries."""

    def __init__(self, seed: int, hand: list[Line]) -> None:
        self.rng = random.Random(seed)
        self.hand = hand
        self.taken = {
            (item.date or line.date, *self.keys(item))
            for line in hand
            for item in line.items
            if item.why not in {"planned", "other-person"}
        }
        self.skipped = {
            (item.date or line.date, item.domain) for line in hand for item in line.items if item.why == "negated"
        }

    @staticmethod
    def keys(item: Item) -> tuple[str, str]:
        """Return what makes an item of a day the only one of its sort."""
        return item.domain, item.tags.get("meal") or item.tags.get("category") or item.activity

    def free(self, day: dt.date, domain: str, what: str) -> bool:
        """Tell whether the day may hold such an item: not by hand, not denied, not in a rest."""
        if (day, domain, what) in self.taken or (day, domain) in self.skipped:
            return False
        kinds = {domain, what} | ({"meal"} if what in say.MEALS else set())
        return not any(first <= day <= last and kinds & set(names) for first, last, names in RESTS)

    def language(self) -> str:
        """Return the language of the next entry."""
        return "ru" if self.rng.random() < 0.3 else "en"

    def text(self, wordings: Any, language: str) -> str:
        """Return one of the wordings in a language."""
        return str(self.rng.choice(wordings[language]))

    def run(self, day: dt.date, done: float, language: str) -> tuple[str, Item]:
        """Return a run: longer on weekends, faster through the months."""
        long = day.weekday() >= 5
        km = (7 + 6.5 * done if long else 5 + 2 * done) + self.rng.uniform(-1, 1)
        shown, km = say.distance(self.rng, km, language)
        pace = 6.15 - 0.75 * done + (0.15 if long else 0) + self.rng.uniform(-0.12, 0.12)
        time, minutes = say.duration(self.rng, km * pace)
        text = self.text(say.RUN, language).format(km=shown, time=time)
        return text, Item("running", "run", {"distance_km": km, "duration_min": minutes})

    def lift(self, what: str, done: float, language: str) -> tuple[str, Item]:
        """Return a lift at about the strength of that month."""
        start, end = {"bench": (70, 86), "squat": (90, 112), "deadlift": (108, 138), "ohp": (42, 52), "row": (57, 70)}[
            what
        ]
        kg = round((start + (end - start) * done + self.rng.uniform(-2.5, 2)) / 2.5) * 2.5
        shown, kg = say.weight(self.rng, kg, language)
        sets, reps = self.rng.choice(((3, 5), (3, 5), (5, 5), (4, 6), (3, 8)))
        name = self.rng.choice(say.LIFTS[what][language])
        text = self.text(say.LIFT, language).format(lift=name, sets=sets, reps=reps, kg=shown)
        return text, Item("strength", what, {"sets": sets, "reps": reps, "weight_kg": kg})

    def training(self, day: dt.date, done: float) -> Iterator[tuple[str, Item]]:
        """Yield what was trained on a day."""
        chance = {1: 0.75, 3: 0.4, 5: 0.7, 6: 0.25}.get(day.weekday(), 0)
        if self.rng.random() < chance and self.free(day, "running", "run"):
            yield self.run(day, done, self.language())
        plan = {0: ("bench", "squat"), 2: ("bench", "ohp", "row"), 4: ("deadlift", "squat")}.get(day.weekday(), ())
        if plan and self.rng.random() < 0.72:
            language = self.language()
            for what in plan:
                if self.rng.random() < 0.62 and self.free(day, "strength", what):
                    yield self.lift(what, done, language)
            if self.rng.random() < 0.2 and day > FIRST_PULLUPS and self.free(day, "strength", "pullups"):
                reps = min(6, 3 + round(3 * done) + self.rng.choice((0, 0, 1)))
                text = self.text(say.PULLUPS, language).format(sets=3, reps=reps)
                yield text, Item("strength", "pullups", {"sets": 3, "reps": reps})

    def food(self, day: dt.date) -> Iterator[tuple[str, Item]]:
        """Yield meals and coffee."""
        typical = {"breakfast": (300, 480), "lunch": (520, 820), "dinner": (560, 920), "snack": (120, 280)}
        for meal, (low, high) in typical.items():
            if self.rng.random() >= CHANCE[meal] or not self.free(day, "nutrition", meal):
                continue
            language = self.language()
            kcal = self.rng.randrange(low, high, 10)
            unit = " ккал" if language == "ru" else self.rng.choice((" kcal", "kcal"))
            food = self.rng.choice(say.FOODS[meal][language])
            text = self.text(say.MEALS[meal], language).format(food=food, kcal=f"{kcal}{unit}")
            values = {"kcal": float(kcal)}
            if self.rng.random() < 0.25:
                values["protein_g"] = float(self.rng.randrange(12, 55))
                text += say.PROTEIN[language].format(p=f"{values['protein_g']:.0f}")
            yield text, Item("nutrition", "meal", values, {"meal": meal})
        if self.rng.random() < CHANCE["coffee"] and self.free(day, "nutrition", "coffee"):
            cups = self.rng.choice((2, 3, 3, 4))
            text = self.text(say.COFFEE, self.language()).format(n=cups)
            yield text, Item("nutrition", "coffee", {"cups": cups})

    def body(self, day: dt.date, done: float) -> Iterator[tuple[str, Item]]:
        """Yield sleep and the weekly weight."""
        if self.rng.random() < CHANCE["sleep"] and self.free(day, "recovery", "sleep"):
            language = self.language()
            typical = 7.3 - (0.9 if day.month == 10 else 0)
            shown, value = say.hours(self.rng, typical + self.rng.uniform(-1.1, 1.1), language)
            yield self.text(say.SLEEP, language).format(h=shown), Item("recovery", "sleep", {"hours": value})
        if day.weekday() == 0 and self.rng.random() < 0.85 and self.free(day, "nutrition", "weight"):
            language = self.language()
            kg = round(84.6 - 4.6 * done + self.rng.uniform(-0.5, 0.5), 1)
            shown = say.number(kg, language) + (" кг" if language == "ru" else " kg")
            yield self.text(say.WEIGHT, language).format(kg=shown), Item("nutrition", "weight", {"weight_kg": kg})

    def labour(self, day: dt.date) -> Iterator[tuple[str, Item]]:
        """Yield work on weekdays: more of it in October."""
        if day.weekday() >= 5:
            return
        makers: tuple[tuple[str, float, dict[str, Any], float, float], ...] = (
            ("hours", 0.5, say.HOURS, 7.4 + (1.3 if day.month == 10 else 0), 1.2),
            ("deepwork", 0.2, say.DEEP, 2.4, 1.0),
        )
        for what, chance, wordings, typical, spread in makers:
            if self.rng.random() < chance and self.free(day, "work", what):
                language = self.language()
                shown, value = say.hours(self.rng, typical + self.rng.uniform(-spread, spread), language)
                yield self.text(wordings, language).format(h=shown), Item("work", what, {"hours": value})
        if self.rng.random() < 0.14 and self.free(day, "work", "meetings"):
            count = self.rng.randrange(2, 7)
            text = self.text(say.MEETINGS, self.language()).format(n=count)
            yield text, Item("work", "meetings", {"count": count})

    def spending(self, day: dt.date) -> Iterator[tuple[str, Item]]:
        """Yield what was spent; Russian entries are mostly in roubles."""
        for category, (chance, low, high) in SPENDING.items():
            if self.rng.random() >= chance or not self.free(day, "money", category):
                continue
            language = self.language()
            currency = "RUB" if language == "ru" and self.rng.random() < 0.8 else "EUR"
            amount = self.rng.uniform(low, high) * (90 if currency == "RUB" else 1)
            shown, value = say.money(self.rng, amount, currency, language)
            text = self.text(say.SPEND[category], language).format(money=shown)
            yield text, Item("money", "spend", {"amount": value}, {"currency": currency, "category": category})

    def aside(self, day: dt.date, busy: set[str]) -> Iterator[tuple[str, Item | None]]:
        """Yield what must not be counted: plans, other people, denials, talk."""
        language, n = self.language(), self.rng.randrange(10, 19)
        if self.rng.random() < 0.08:
            text, domain, activity = self.rng.choice(say.PLANNED[language])
            due = day if "tonight" in text else day + dt.timedelta(days=1)
            item = Item(domain, activity, date=due, why="planned")
            yield text.format(n=n, n1=n % 10), item
        if self.rng.random() < 0.08:
            text, domain, activity = self.rng.choice(say.OTHERS[language])
            yield text.format(n=n, t=n * 5 + 3), Item(domain, activity, why="other-person")
        denied = {1: "running", 5: "running", 0: "strength", 2: "strength"}.get(day.weekday(), "")
        if denied and denied not in busy and self.rng.random() < 0.3:
            yield self.text(say.NEGATED[denied], language), Item(denied, "gym", why="negated")
        if self.rng.random() < 0.1:
            yield self.text(say.CHAT, language), None

    def day(self, day: dt.date) -> list[Line]:
        """Return the generated entries of a day, several things sometimes in one line."""
        done = (day - FIRST).days / (LAST - FIRST).days
        groups = [self.body(day, done), self.training(day, done), self.food(day), self.labour(day), self.spending(day)]
        things = [thing for group in groups for thing in group]
        lines: list[Line] = []
        while things:
            several = things[: self.rng.choice((1, 1, 1, 1, 2, 2, 3))]
            del things[: len(several)]
            glue = self.rng.choice((", ", "; ", ". ", " + "))
            clock = f"{self.rng.randrange(6, 22)}:{self.rng.randrange(0, 60, 5):02} " if len(several) == 1 else ""
            if self.rng.random() >= 0.12:
                clock = ""
            lines.append(Line(day, clock + glue.join(text for text, _ in several), tuple(i for _, i in several)))
        busy = {item.domain for line in self.hand if line.date == day for item in line.items}
        busy |= {item.domain for line in lines for item in line.items}
        lines += [Line(day, text, (item,) if item else ()) for text, item in self.aside(day, busy)]
        return lines + self.late(day)

    def late(self, day: dt.date) -> list[Line]:
        """Return what was forgotten the day before: a run or a lift, noted a day late."""
        before = day - dt.timedelta(days=1)
        if self.rng.random() >= 0.05 or before < FIRST:
            return []
        language = self.language()
        done = (before - FIRST).days / (LAST - FIRST).days
        if before.weekday() in {1, 3, 5} and self.free(before, "running", "run"):
            text, item = self.run(before, done, language)
        elif before.weekday() == 0 and self.free(before, "strength", "row"):
            text, item = self.lift("row", done, language)
        else:
            return []
        self.taken.add((before, item.domain, item.activity))
        return [Line(day, self.text(say.YESTERDAY, language).format(text=text), (replace(item, date=before),))]


def heading(day: dt.date) -> str:
    """Return a day's heading: the person's habit changes with the months."""
    if day.month in {4, 5, 6}:
        return f"## {day.isoformat()}"
    if day.month == 8:
        return f"## {day.day} {MONTHS_RU[day.month - 1]} {day.year}"
    if day.month == 9:
        return f"## {day.day:02}.{day.month:02}.{day.year}"
    return f"## {day.isoformat()} {WEEKDAYS[day.weekday()]}"


def composed(seed: int) -> list[Line]:
    """Return every entry of the half-year in the order it stands in the notebook."""
    hand = by_hand()
    diary = Diary(seed, hand)
    late_runs: set[tuple[dt.date, str]] = set()
    lines: list[Line] = []
    days = [FIRST + dt.timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
    for day in days:
        own = [line for line in hand if line.date == day]
        made = [] if any(first <= day <= last for first, last in GAPS) or diary.rng.random() < 0.05 else diary.day(day)
        kept = [line for line in made if not clashes(line, late_runs)]
        late_runs |= {(item.date or line.date, item.activity) for line in kept for item in line.items if not item.why}
        lines += [*kept[: len(kept) // 2], *own, *kept[len(kept) // 2 :]]
    return lines


def clashes(line: Line, done: set[tuple[dt.date, str]]) -> bool:
    """Tell whether a late entry tells a run or a lift that its day already has."""
    return any((item.date, item.activity) in done for item in line.items if item.date and not item.why)


def written(lines: list[Line]) -> tuple[str, list[dict[str, Any]]]:
    """Return the notebook's text and the truth about it."""
    page: list[str] = ["# Notebook"]
    truth: list[dict[str, Any]] = []
    today: dt.date | None = None
    for line in lines:
        if line.date != today:
            page += ["", heading(line.date), ""]
            today = line.date
        page.append(f"- {line.text}")
        language = "ru" if re.search("[а-яё]", line.text.casefold()) else "en"
        for item in line.items or (Item("general", "talk", why="talk"),):
            made = asdict(item)
            made.pop("id"), made.pop("fixes")
            made["date"] = (item.date or line.date).isoformat()
            truth.append(
                {"n": len(truth) + 1, "note": line.date.isoformat(), "line": len(page), "language": language}
                | made
                | {"counted": not item.why, "corrects": bool(item.fixes), "by_hand": line.by_hand}
            )
    return "\n".join(page) + "\n", truth


def main() -> int:
    """Write notebook.md and truth.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=HERE)
    options = parser.parse_args()
    text, truth = written(composed(options.seed))
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "notebook.md").write_text(text, "utf-8")
    rows = [json.dumps(row, ensure_ascii=False) for row in truth]
    (options.out / "truth.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    entries = sum(line.startswith("- ") for line in text.splitlines())
    print(f"{entries} entries, {sum(r['counted'] for r in truth)} countable of {len(truth)} things told")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
