"""Two numbers of one kind: how far they are apart, what they come to together or on average, how many times one is the
other, by how much something changed from one year to another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Asked, Named
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import MARGIN, Part, Reading, counts, same_kind, same_unit
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.documents.value import values
from indagate.flows.task.offline.documents.worked import Worked

_SPLITS = (
    r"\b(?:ratio of|verhältnis von|отношение)\s+(?P<a>.+?)\s+(?:to|zu|к)\s+(?P<b>.+)",
    r"\b(?:times|mal|раз)\b\s*(?:as|so)?\s*(?P<a>.+?)\s+(?:as|wie)\s+(?P<b>.+)",
    r"\b(?:between|zwischen|между)\s+(?P<a>.+?)\s+(?:and|und|и)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:instead of|rather than|statt|anstelle von|anstatt|вместо)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:than|als|чем)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:compared (?:to|with)|in comparison with|over|against|vs\.?|versus|gegenüber|"
    r"im vergleich zu\w*|по сравнению со?|против)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:after|once|when|minus|less|without|net of|nach abzug|nachdem|nach|wenn|abzüglich|ohne|"
    r"после|за вычетом|без)\s+(?P<b>.+)",
    r"(?P<a>.+?),?\s+(?:and|und|и|or|oder|или|plus)\s+(?P<b>.+)",
)  # fmt: skip
"""Ways in which a goal names two things, the plainest first."""
_PLUS = 7
"""Where the ways begin that only a sum or a mean takes."""
FELL = re.compile(
    r"\b(?:f[ae]ll(?:en|s)?|decreas\w+|declin\w+|drop\w*|(?:went|gone?) down|shr[aiu]nk|sank\w*|gesunken|"
    r"abgenommen|zurückgegangen|"
    r"сократи\w+|уменьш\w+|упал\w*|сниз\w+)\b",
    re.IGNORECASE,
)


def over_years(reading: Reading) -> Worked | None:
    """318,400 in 2025 and 296,750 in 2024: by how much, by how many percent, together, on average."""
    asked = reading.asked
    if len(asked.years) != 2 or asked.numbers or not asked.has("difference", "grew", "sum", "mean", "percent", "times"):
        return None
    first, then = sorted(asked.years)
    sides = [_of_year(reading, year) for year in (first, then)]
    if sides[0] is None or sides[1] is None or not _alike(sides[0], sides[1]):
        return None
    return _put(asked, sides[0], sides[1], grown=True)


def _of_year(reading: Reading, year: str) -> Part | None:
    scored = []
    for fact in reading.book.facts:
        if fact.year == year and not fact.percent:
            levels = reading.levels(reading.asked.words, [fact])
            scored.append(
                (
                    reading.score(reading.asked.words, levels),
                    Part(fact.number, Fraction(fact.amount), (fact,), fact, levels, fact.unit),
                )
            )
    best = reading.best(scored)
    return best[1] if best else None


def _alike(one: Part, other: Part) -> bool:
    return same_kind(one.top, other.top) and one.facts != other.facts


def _put(asked: Asked, one: Part, other: Part, *, grown: bool = False) -> Worked | None:
    """Return what two parts come to by what the goal says is to be computed; `one` is the earlier, or named first."""
    a, b, unit = one.expression, other.expression, one.unit
    facts = tuple(dict.fromkeys([*one.facts, *other.facts]))
    first, then = one.value, other.value
    if not same_unit(one.top, other.top):
        a, b = f"({a}) {one.unit}", f"({b}) {other.unit}"
        m, n = known(one.unit), known(other.unit)
        assert m is not None and n is not None
        first, then, unit = first * m.factor, then * n.factor, ""
    a, b = (_whole(a), _whole(b))
    if asked.has("percent"):
        if grown and FELL.search(asked.text):
            return Worked(f"({a} - {b}) / {a} in percent", "", facts) if first else None
        if grown:
            return Worked(f"({b} - {a}) / {a} in percent", "", facts) if first else None
        if not asked.has("difference"):
            return None
        return (
            Worked(
                f"({a} - {b}) / {b} in percent"
                if first > then or not _less(asked)
                else f"({b} - {a}) / {b} in percent",
                "",
                facts,
            )
            if then
            else None
        )
    if asked.has("times"):
        high, low = (a, b) if first >= then else (b, a)
        return Worked(f"{high} / {low}", "", facts) if then and first else None
    if asked.has("mean"):
        return Worked(f"({a} + {b}) / 2", unit, facts)
    if asked.has("sum") and not asked.has("difference"):
        return _added(asked, one, other)
    high, low = (a, b) if first >= then else (b, a)
    return Worked(f"{high} - {low}", unit, facts)


def _added(asked: Asked, one: Part, other: Part) -> Worked:
    a, b, unit = one.expression, other.expression, one.unit
    if not same_unit(one.top, other.top):
        a, b, unit = f"({a}) {one.unit}", f"({b}) {other.unit}", ""
    unit = unit if one.top.money or known(unit) else ""
    return Worked(f"{_whole(a)} + {_whole(b)}", unit, tuple(dict.fromkeys([*one.facts, *other.facts])))


def _less(asked: Asked) -> bool:
    return bool(
        re.search(
            r"\b(?:less|fewer|lower|shorter|smaller|cheaper|lighter|weniger|billiger|günstiger|kürzer|меньше|"
            r"дешевле)\b",
            asked.text,
            re.IGNORECASE,
        )
    )


def _whole(expression: str) -> str:
    return f"({expression})" if re.search(r" [-+] ", expression) and not expression.startswith("(") else expression


def apart(reading: Reading) -> Worked | None:
    """How much longer one is than the other; what two come to together; what one leaves of the other."""
    asked = reading.asked
    operations = asked.has("difference", "times", "sum", "mean", "choice") or (
        asked.has("left") and not asked.has("need")
    )
    if len(asked.years) > 1 or not operations:
        return None
    found = two_sides(reading) or against_other(reading)
    if found is None:
        return None
    if asked.has("choice"):
        return _choice(asked, *found)
    return _put(asked, *found)


def summed(reading: Reading) -> Worked | None:
    """The rent and the deposit: what both come to, where the goal names two sums of money that are to be paid."""
    asked = reading.asked
    if (
        asked.target.kind != "money"
        or asked.has("difference", "percent", "times", "grew", "left", "mean")
        or len(asked.years) > 1
    ):
        return None
    for joint in _WITH.finditer(asked.text):
        found = _sides(reading, Cut(asked.text, joint.start(), joint.end()))
        if found is not None and not _covers(reading, found[0], found[1]):
            return _added(asked, *found)
    return None


def _covers(reading: Reading, one: Part, other: Part) -> bool:
    """Whether a part alone is said of all that another is said of."""
    return any(set(a.facts) <= set(b.facts) for a, b in ((one, other), (other, one)))


@dataclass(frozen=True, slots=True)
class Cut:
    """A goal cut in two, read as a match with the groups a and b."""

    text: str
    at: int
    to: int

    def span(self, side: str) -> tuple[int, int]:
        """Return from where to where a side goes."""
        return (0, self.at) if side == "a" else (self.to, len(self.text))

    def start(self, side: str) -> int:
        """Return where a side begins."""
        return self.span(side)[0]

    def end(self, side: str) -> int:
        """Return where a side ends."""
        return self.span(side)[1]

    def __getitem__(self, side: str) -> str:
        """Return the text of a side."""
        return self.text[slice(*self.span(side))]


_WITH = re.compile(
    r"(?:,|\s)\s*(?:and|plus|with|including|and also|und|mit|samt|inklusive|inkl\.?|zuzüglich|auch|sowie|и|плюс|"
    r"с|со|включая|вместе с)\s+",
    re.IGNORECASE,
)
"""Words by which a goal adds one thing to another."""


def two_sides(reading: Reading, *, known_only: bool = False) -> tuple[Part, Part] | None:
    """Return what the two things come to that a goal names, in their order; of what documents never say "
    "nothing if so."""
    asked = reading.asked
    for place, pattern in enumerate(_SPLITS):
        joint = place >= _PLUS
        if joint and not asked.has("sum", "mean", "choice", "difference") and not known_only:
            continue
        for match in re.finditer(pattern, asked.text):
            found = _sides(reading, match, known_only=known_only)
            if found is not None:
                return found
    return None


def against_other(reading: Reading) -> tuple[Part, Part] | None:
    """Return one number and the only other one beside it: how much dearer it is at the weekend, what it takes "
    "longer."""
    asked = reading.asked
    if not asked.has("difference") or asked.has("sum", "left", "mean") or asked.numbers or asked.years:
        return None
    target = asked.target if asked.target.kind == "money" or asked.target.powers else Target("any")
    best = reading.best(values(reading, asked.words, (), target))
    fact = best[1].number if best else None
    if best is None or fact is None:
        return None
    others = [one for one in reading.book.facts if one is not fact and _beside(one, fact)]
    if len({one.amount for one in others}) != 1:
        return None
    other = others[0]
    return best[1], Part(other.number, Fraction(other.amount), (other,), other, {}, other.unit)


def _beside(one: Fact, other: Fact) -> bool:
    """Whether two numbers of one kind stand in one row of a table, or in one sentence."""
    if one.source != other.source or one.place[:2] != other.place[:2] or one.percent or one.spelled:
        return False
    near = one.row == other.row if other.row else one.place == other.place and not one.row
    return near and same_kind(one, other)


def _choice(asked: Asked, one: Part, other: Part) -> Worked | None:
    """Return which of two is the cheaper or the dearer, the longer or the shorter, and by how much."""
    if one.value == other.value:
        return None
    low = _less(asked)
    best, rest = (one, other) if (one.value < other.value) == low else (other, one)
    high, small = (best, rest) if best.value > rest.value else (rest, best)
    return Worked(
        f"{_whole(high.expression)} - {_whole(small.expression)}",
        one.unit,
        tuple(dict.fromkeys([*one.facts, *other.facts])),
        lead=best.said,
    )


def _sides(reading: Reading, match: re.Match[str] | Cut, *, known_only: bool = False) -> tuple[Part, Part] | None:
    asked = reading.asked
    left, right, before = (
        [one for one in asked.words_in(*span) if not known_only or reading.lexicon.of(one.word)]
        for span in (match.span("a"), match.span("b"), (0, match.start("a")))
    )
    years = [next((year for year in asked.years if year in match[side]), "") for side in "ab"]
    dated = sum(map(bool, years)) == 1 and not _names(reading, left if years[0] else right)
    if dated:
        left, right = (right, right) if years[0] else (left, left)
    if not (_names(reading, left) and _names(reading, right)):
        return None
    numbers = [[n for n in asked.numbers if match.start(s) <= n.start < match.end(s)] for s in "ab"]
    if sum(map(len, numbers)) != len(asked.numbers):
        return None
    target = asked.target
    if target.kind in ("ratio", "count"):
        target = Target("any")
    pairs = []
    ones, others = (
        _candidates(reading, own, [*before, *other], number, target)
        for own, other, number in ((left, right, numbers[0]), (right, left, numbers[1]))
    )
    if dated:
        ones, others = (
            [
                (score, part)
                for score, part in some
                if part.number is not None and (part.number.year == year if year else part.number.year not in years)
            ]
            for some, year in ((ones, years[0]), (others, years[1]))
        )
    for score, one in ones[:12]:
        for other_score, other in others[:12]:
            if _alike(one, other) and (dated or _told_apart(reading, left, right, one, other)):
                pairs.append((score + other_score + _closeness(one, other), (one, other)))
    pairs.sort(key=lambda pair: -pair[0])
    if not pairs:
        return None
    best = pairs[0]
    if any(
        score > best[0] - MARGIN and {p[0].value, p[1].value} != {best[1][0].value, best[1][1].value}
        for score, p in pairs
    ):
        return None
    one, other = best[1]
    return replace(one, said=match["a"].strip(" ,.?")), replace(other, said=match["b"].strip(" ,.?"))


def _names(reading: Reading, words: Sequence[Named]) -> bool:
    """Whether words name something that documents speak of."""
    return any((one.strong or one.beside) or reading.lexicon.of(one.word) for one in words)


def _closeness(one: Part, other: Part) -> float:
    """Return how much two numbers look like a pair: in one table's column, one sentence, one document."""
    a, b = one.facts[-1], other.facts[-1]
    if isinstance(a, Fact) and isinstance(b, Fact):
        same = (
            0.5 * bool(a.per == b.per)
            + 0.4 * bool(a.column and a.column == b.column)
            + 0.4 * bool(a.row and a.row == b.row)
        )
        same += 0.3 * bool(a.nouns and b.nouns and counts(a.nouns, b.nouns))
    else:
        same = 0.0
    return same + 0.3 * (a.source == b.source) + 0.2 * (a.place[:2] == b.place[:2])


def _candidates(
    reading: Reading, own: Sequence[Named], other: Sequence[Named], numbers: Sequence[Amount], target: Target
) -> list[tuple[float, Part]]:
    """Return what one side may come to: its own words count, and those of the other side that hold for it too."""
    shared = [one for one in other if one.word not in {word.word for word in own}]
    found = []
    for score, part in values(reading, own, numbers, target):
        levels = reading.levels(shared, part.facts)
        bonus = sum(levels[one.word] * (0.5 if one.strong else 0.1) for one in shared) / 2
        if part.number is not None and part.number.per and part.number.money and not part.number.amount:
            continue
        found.append((score + bonus, part))
    if numbers and not found:  # "one day return instead of 40 singles": who buys is said on one side only
        for score, part in values(reading, [*own, *[one for one in shared if one.strong]], numbers, target):
            found.append((score, part))
    return sorted(found, key=lambda pair: -pair[0])


def _told_apart(reading: Reading, left: Sequence[Named], right: Sequence[Named], one: Part, other: Part) -> bool:
    """Whether every word is said of one of the two, and what only one side names does not fit the other number "
    "better."""
    for word in (*left, *right):
        if (
            word.strong
            and not any(reading.level(word.word, fact) for fact in (*one.facts, *other.facts))
            and not one.levels.get(word.word)
            and not other.levels.get(word.word)
        ):
            return False
    own = sum(_best(reading, w, one) for w in left if w.strong) + sum(
        _best(reading, w, other) for w in right if w.strong
    )
    swapped = sum(_best(reading, w, other) for w in left if w.strong) + sum(
        _best(reading, w, one) for w in right if w.strong
    )
    return own > swapped or bool(one.levels or other.levels)


def _best(reading: Reading, word: Named, part: Part) -> float:
    return max((reading.level(word.word, fact) for fact in part.facts), default=0.0)
