"""Formulas in an answer: one is there, and the equations between numbers hold, each link of a chain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from indagate.errors import IndagateError
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import split_blocks, unhidden
from indagate.tools.calculator import Quantity
from indagate.tools.calculator.evaluate import value_of

WRONG = 0.3
"""The most that an answer scores without a formula, or with a false one."""
_EQUALS = re.compile(r"(?<![<>!:=~+\-*/|])=(?![=>~])|≈|≃|≅|≐|\b(?:equals|is equal to|ist gleich|равно|равняется)\b")
_OPERATOR = re.compile(r"[-+*/^×÷·⋅−√%!]|\bof\b|\bmod\b|\bsqrt\b")
_CODE = frozenset({"", "text", "math", "latex", "tex", "plain", "txt"})
_DISOWNED = re.compile(
    r"^(?:[^.\n=]|\.(?=\d)){0,30}\b(?:(?:which |that )?(?:is|are|would be) (?:not (?:right|correct|true)|wrong|false|"
    r"incorrect|a (?:common )?mistake)|falsch|stimmt nicht|неверн|не верно|ошибочн)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|nicht|не|wrong:|falsch:|неверно:|(?:not (?:true|correct|right)|wrong|false) (?:that|to (?:say|write))|"
    r"(?:falsch|nicht wahr|nicht richtig), dass|(?:неверно|неправда), что|mistake (?:is|would be)(?: to write)?)"
    r"[\s\"'„“«]*$",
    re.IGNORECASE,
)
"""What right before an equation says that it does not hold."""
_SCALES = {
    "thousand": 3, "tausend": 3, "tsd": 3, "тыс": 3, "тысяч": 3, "тысячи": 3, "тысяча": 3, "million": 6, "millions": 6,
    "mio": 6, "mln": 6, "millionen": 6, "млн": 6, "миллион": 6, "миллиона": 6, "миллионов": 6, "billion": 9,
    "billions": 9, "bn": 9, "mrd": 9, "milliarde": 9, "milliarden": 9, "млрд": 9, "миллиард": 9, "миллиарда": 9,
    "миллиардов": 9, "trillion": 12, "trillions": 12,
}  # fmt: skip
_SCALED = re.compile(
    rf"(?P<n>\d+(?:[.,'_ \u00a0\u202f]\d+)*)\s*(?P<scale>{'|'.join(sorted(_SCALES, key=len, reverse=True))})\b\.?",
    re.IGNORECASE,
)
_RAISED = re.compile(r"(?<=[\d)])[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_FRACTION = re.compile(r"(?P<whole>\d+)?\s?(?P<part>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")
_SPOKEN = (
    ("multiplied by|times|mal|multipliziert mit|умножить на|умноженное на", "×"),
    ("divided by|geteilt durch|разделить на|делённое на", "/"), ("plus|плюс", "+"), ("minus|минус", "-"),
)  # fmt: skip
_SHORT = re.compile(r"\b(?:руб|коп|тыс|мин|сек|кв|куб|Std|Min|Sek|Mio|Mrd)\.(?=\s)")
_LISTED = re.compile(r"^\s*(?:>\s*)*(?:[-*+•–—]|\d{1,2}[.)]|[a-z]\))\s+")
_REMAINDER = re.compile(r"^\s*(?P<q>\d+)\s*(?:,|\()?\s*(?:with )?(?:a )?(?:remainder|rem\.?|r\.?|rest|остаток|"
                        r"ост\.?|в остатке)(?: of| von)?\s*(?P<r>\d+)",
                        re.IGNORECASE)  # fmt: skip
_DIVISION = re.compile(r"(?P<a>\d+)\s*(?:/|÷|:)\s*(?P<b>\d+)\s*$")
_FUNCTION = frozenset(
    {"sin", "cos", "tan", "log", "ln", "lg", "exp", "max", "min", "lim", "ggt", "gcd", "arcsin", "arctan"}
)
_PIECE = re.compile(r"\d+(?:[.,' \u00a0\u202f_]\d+)*|[^\W\d_]+[²³]?|\S")


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of an equation as far as it is numbers: its text, its value, and the step of its last digit."""

    text: str
    value: Quantity
    step: Fraction
    computed: bool
    whole: bool
    cut: bool = False
    """Whether further digits are meant: 0.333…"""


def formulas(answer: str, told: Mapping[str, Any]) -> list[Finding]:
    """Return whether there is a formula if one is required, and whether those between numbers hold."""
    lines = list(_lines(answer))
    found = []
    if told.get("require_formula"):
        there = any(_EQUALS.search(line) and _is_equation(line) for line in lines)
        found.append(Finding("formula", there, "there is a formula" if there else "there is no formula", WRONG))
    wrong = next((why for line in lines for why in _wrong(line)), "")
    found.append(Finding("arithmetic", not wrong, wrong or "no equation between numbers is wrong", WRONG))
    return found


def _is_equation(line: str) -> bool:
    left, right = _EQUALS.split(line, maxsplit=1)
    return bool(re.search(r"\w", left)) and bool(re.search(r"\w", right))


def _lines(answer: str) -> Iterator[str]:
    prose, blocks = split_blocks(unhidden(answer))
    texts = [prose, *(block.text for block in blocks if block.language in _CODE)]
    for text in texts:
        joined = re.sub(r"(?<=[=≈])[ \t]*\n\s*", " ", re.sub(r"https?://\S+|~~[^~\n]+~~", " ", text))
        joined = re.sub(r"\s*\n\s*(?=(?:&?=|≈))", " ", joined)  # an equation may be broken before its sign or after
        for line in joined.splitlines():
            yield _plain(line)


def _plain(line: str) -> str:
    """Return a line without LaTeX and Markdown marks, its operators as the calculator reads them."""
    line = _LISTED.sub("", line)
    for _ in range(4):
        line = re.sub(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))", line)
        line = re.sub(r"\\sqrt\s*\{([^{}]*)\}", r"sqrt(\1)", line)
        line = re.sub(r"\\(?:text|mathrm|mathbf|operatorname|boxed|textbf)\s*\{([^{}]*)\}", r" \1 ", line)
        line = re.sub(r"\^\s*\{([^{}]*)\}", r"^(\1)", line)
    line = re.sub(r"\\sqrt\s*\[3\]\s*\{([^{}]*)\}", r"cbrt(\1)", line)
    line = re.sub(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?|\\\\", " ; ", line)
    if line.lstrip().startswith("|") and line.count("|") > 2:
        line = line.replace("|", " ; ")  # a row of a table
    line = re.sub(r"\|([^|=]+)\|", r"abs(\1)", line)
    line = _FRACTION.sub(_fraction, _RAISED.sub(_power, line))
    line = re.sub(r"(?<![\d/.,])(\d+) (\d+)/(\d+)(?![\d/])", r"(\1+\2/\3)", line)
    line = _SHORT.sub(lambda found: found[0][:-1], line)
    line = re.sub(r"\\(?:cdot|times|ast)\b", "×", line)
    line = re.sub(r"\\div\b", "÷", line)
    line = re.sub(r"\\(?:approx|simeq|sim)\b", "≈", line)
    line = re.sub(r"\\pi\b", "pi", line)
    line = re.sub(r"\\(?:left|right|[bB]igg?[lr]?|displaystyle)\b", "", line)
    line = re.sub(r"\\[,;:! ]|\\quad|\\qquad|~", " ", line).replace("\\%", "%").replace("{,}", ",")
    line = re.sub(r"\\\$", "§", line)
    line = re.sub(r"\$\$|\$(?=\S)(?=[^$\n]*[\\=^][^$\n]*\$)|(?<=[\d)}\w])\$(?![\d])", "", line).replace("§", "$")
    line = re.sub(r"\\[()\[\]]|[&`]|\*\*(?=\S[^*]*\*\*)|(?<=\S)\*\*(?!\s*[\d(])|\\\\", " ", line)
    line = re.sub(r"(?<=\d)\s*[xX]\s*(?=[\d$€£(])", " × ", line)
    line = re.sub(r"(?<![\d.,/%])(\d+)\s+(?:out of|of|von|из)\s+(\d+)(?=\s*[=≈])", r"\1/\2", line)
    line = re.sub(r"(?<=[\d%])\s+(?:von|от|de|of)\s+(?=[\d$€£(])", " of ", line)
    line = re.sub(r"(?<![^\W\d_])π(?![^\W\d_])", "pi", re.sub(r"(?<=\d)\s?π", " * π", line))
    for words, sign in _SPOKEN:
        line = re.sub(rf"(?<=[\d%)])\s+(?:{words})\s+(?=[\d$€£(])", f" {sign} ", line)
    line = re.sub(r"(?<=\d)\s+in(?=\s+[^\W\d_]{3})", ", in", line)  # 5 in all: no inches
    line = re.sub(r"(?<=\d)\s*(?:percent|per cent|Prozent|процент\w*)(?!\w)", "%", line)
    return re.sub(r"(?<=[\d)])\s+:\s+(?=[\d(])", " / ", line)


def _power(found: re.Match[str]) -> str:
    return f"^({found[0].translate(_LOWERED)})"


def _fraction(found: re.Match[str]) -> str:
    above, below = unicodedata.normalize("NFKC", found["part"]).replace("⁄", "/").split("/")
    return f"({found['whole'] or 0}+{above}/{below})"


def _wrong(line: str) -> Iterator[str]:
    """Yield what is wrong with the equations of a line."""
    marks = list(_EQUALS.finditer(line))
    edges = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(line)]
    parts = [line[start:end] for start, end in zip(edges, ends, strict=True)]
    for number, mark in enumerate(marks):
        if _DISOWNED.search(parts[number + 1]):
            continue
        if rest := _REMAINDER.match(parts[number + 1]):
            division = _DIVISION.search(parts[number])
            if division and divmod(int(division["a"]), int(division["b"]) or 1) != (int(rest["q"]), int(rest["r"])):
                yield f"{division[0].strip()} is not {rest[0].strip()}"
            continue
        verdicts = []
        for reading in _READINGS:
            left, right = _last(parts[number], reading), _first(parts[number + 1], reading)
            if left is not None and right is not None:
                if _DENIED.search(parts[number][: parts[number].rfind(left.text)]):
                    continue
                verdicts.append((_agree(left, right, mark[0] in "≈≃≅≐"), left, right))
                if right.text.endswith("!") and (mild := _side(right.text[:-1], reading, False)):
                    verdicts.append((_agree(left, mild, mark[0] in "≈≃≅≐"), left, right))  # said loudly, no factorial
        if verdicts and not any(agrees is not False for agrees, _, _ in verdicts):
            _, left, right = verdicts[0]
            yield f"{left.text.strip()} is not {right.text.strip()}"


def _english(text: str) -> str:
    return re.sub(r"(?<=\d)[,\u00a0\u202f' _](?=\d{3}(?!\d))", "", text)


def _continental(text: str) -> str:
    bare = re.sub(r"(?<=\d)[.\u00a0\u202f' _](?=\d{3}(?!\d))", "", text)
    return re.sub(r"(?<=\d),(?=\d)", ".", bare)


_VARIABLE = re.compile(r"(?i)[\d)\]}]\s*[×*·⋅]\s*(?!e\b)[^\W\d_](?![^\W\d_])")
"""A letter by which a number is multiplied: 1/2 · g · t² is a formula, not half a gram-tonne."""
_READINGS: tuple[Callable[[str], str], ...] = (_english, _continental)
"""The ways in which numbers are written: 1,234.5 and 1.234,5."""


def _last(text: str, reading: Callable[[str], str]) -> _Side | None:
    """Return the longest end of a text that is an expression of numbers, unless more of a formula stands before it."""
    pieces = [(found.start(), found[0]) for found in _PIECE.finditer(text)]
    for place, (start, piece) in enumerate(pieces):
        if not (piece[0].isdigit() or piece in "(-−√$€£" or piece.casefold() in ("sqrt", "pi")):
            continue
        if not _may_begin(text, pieces, place):
            continue
        side = _side(text[start:], reading, not text[:start].strip())
        if side is not None:
            return side if side.computed or side.value.units or side.whole else None
    return None


def _may_begin(text: str, pieces: list[tuple[int, str]], place: int) -> bool:
    """Whether an expression may begin at a piece: nothing that belongs to it stands before it."""
    if place == 0:
        return True
    start, piece = pieces[place]
    before_start, before = pieces[place - 1]
    touching = before_start + len(before) == start
    if touching and (before[-1].isalnum() or before in ")]}²³_^"):
        return False
    words = place > 1 and len(pieces[place - 2][1]) > 1 and pieces[place - 2][1].isalpha()
    if before in "-−" and words and not touching:
        return True  # a dash between words and numbers
    if piece in "-−" and before not in "(:,;=":
        return False
    if before == ":" and place > 1 and pieces[place - 2][1][0].isdigit():
        return False
    if before in "+-−*/^×÷·⋅√%!<>|_" or before.casefold() in ("of", "mod"):
        return False
    if (before in ")]}" and piece in "(-−") or before[0].isdigit() or before.casefold() in _FUNCTION:
        return False
    return not (len(before) == 1 and before.isalpha() and before.casefold() not in ("a", "и", "в", "с", "i", "о", "к"))


def _first(text: str, reading: Callable[[str], str]) -> _Side | None:
    """Return the longest beginning of a text that is an expression of numbers, unless a formula goes on behind it."""
    text = text.lstrip(" ;")
    pieces = [(found.start(), found[0]) for found in _PIECE.finditer(text)][:40]
    if not pieces or not (
        pieces[0][1][0].isdigit() or pieces[0][1] in "(-−√$€£+±" or pieces[0][1].lower() in ("sqrt", "pi")
    ):
        return None
    for place in range(len(pieces) - 1, -1, -1):
        if pieces[place][1] in ".,;:":
            continue
        end = pieces[place][0] + len(pieces[place][1])
        side = _side(text[:end], reading, not text[end:].strip())
        if side is None:
            continue
        follows = pieces[place + 1][1] if place + 1 < len(pieces) else ""
        touching = place + 1 < len(pieces) and pieces[place + 1][0] == end
        variable = (touching and follows[:1].isalpha()) or (follows and follows in "*/^×÷·⋅")
        if variable or follows[:1].isdigit():
            return None
        cut = re.match(r"…|\.{2,}", text[end:].lstrip()) or text[:end].endswith("..")
        return replace(side, cut=True) if cut else side
    return None


def _side(text: str, reading: Callable[[str], str], whole: bool) -> _Side | None:
    """Return the value of a text that is an expression of numbers and nothing else."""
    bare = text.strip().rstrip(".,;:")
    if not any(char.isdigit() for char in bare) or len(bare) > 300 or _VARIABLE.search(bare):
        return None
    scale = _SCALED.search(bare)
    read = reading(_SCALED.sub(lambda found: f"({found['n']}*{10 ** _SCALES[found['scale'].casefold()]})", bare))
    try:
        value = value_of(read)
    except (IndagateError, ValueError):
        return None
    if not isinstance(value, Quantity):
        return None
    signs = re.sub(r"^[-−+]|%$|(?<=[^\W\d_])[/·](?=[^\W\d_])", "", bare)  # a dash, a percent, a unit's own sign
    computed = bool(_OPERATOR.search(re.sub(r"(?<=[^\W\d_])\^\(\d\)", "", signs)))
    step = _step(reading(bare))
    if scale is not None:
        step *= 10 ** _SCALES[scale["scale"].casefold()]
    if value.percent:
        step /= 100
    return _Side(bare, value, step, computed, whole)


def _step(text: str) -> Fraction:
    """Return what one more in the last digit of the last number would be."""
    numbers = re.findall(r"\d+(?:\.(\d+))?", text)
    return Fraction(1, 10 ** len(numbers[-1])) if numbers else Fraction(1)


def _agree(left: _Side, right: _Side, about: bool) -> bool | None:
    """Whether two sides are the same at the precision printed; None where they cannot be compared."""
    one, other = left.value, right.value
    if one.pure != other.pure:
        if not left.computed and not right.computed:
            return None
        one, other = Quantity(one.amount), Quantity(other.amount)
    elif not one.pure:
        try:
            one = one.to(other.units)
        except IndagateError:
            return None
    named = not (left.whole and left.step < 1 and abs(one.amount) <= 1)  # it may be the end of a name
    if named and left.value.percent != right.value.percent and not (left.computed or right.computed):
        return None
    difference = abs(one.amount - other.amount)
    if difference == 0 or (right.step < Fraction(1, 10**12) and difference <= abs(other.amount) / 10**12):
        return True
    if "°" in left.text + right.text and "pi" in left.text + right.text:
        return None  # degrees and radians
    if left.computed and _by_factor(left, right, one, other):
        return True
    if left.value.assumed or one.assumed or _binary(left, right):
        return None if difference <= abs(other.amount) / 8 else False  # a year of 365.25 days, a kilobyte of 1024 bytes
    if right.computed and left.computed:
        precise = one.exact and other.exact
        slack = Fraction(0) if precise and not about else max(abs(other.amount) / 100, Fraction(1, 10**9))
        return difference <= max(slack, _rounding(left, one), _rounding(right, other))
    if not left.computed and right.computed:
        return difference <= _coarse(left, about) / 2
    allowed = right.step if right.cut else _coarse(right, about) / 2
    if not left.computed and left.step < 1 and left.value.amount:  # it was rounded itself: 10.4 m/s = 37.6 km/h
        allowed += abs(left.step / 2 * one.amount / left.value.amount)
    if difference == allowed and right.step == 1 and not about:
        return abs(other.amount) > abs(one.amount)  # a half is rounded up
    return difference <= allowed


def _by_factor(left: _Side, right: _Side, one: Quantity, other: Quantity) -> bool:
    """Whether a side was brought into the other's unit by a factor that it shows: 24 h · 60 = 1440 min."""
    if right.value.percent and not left.value.percent:
        shown = re.search(r"[×*·⋅]\s*100(?![\d.,])|(?<![\d.,])100\s*[-−+×*·⋅]", left.text)
        return bool(shown) and one.amount == other.amount * 100
    if one.pure or left.value.units == right.value.units or not left.value.amount or not one.amount:
        return False
    between = one.amount / left.value.amount  # the units
    factors = [Fraction(number) for number in re.findall(r"\d+(?:\.\d+)?", left.text)]
    return other.amount / one.amount in (between, 1 / between) and (between in factors or 1 / between in factors)


def _coarse(side: _Side, about: bool) -> Fraction:
    """Return what one more in the last digit would be; in round numbers after a ≈ the last digit that is no zero."""
    whole = str(abs(int(side.value.amount)))
    if not about or side.step < 1 or side.value.amount.denominator != 1:
        return side.step
    return side.step * Fraction(10) ** (len(whole) - len(whole.rstrip("0")) if whole.strip("0") else 0)


def _binary(left: _Side, right: _Side) -> bool:
    """Whether both sides are numbers of bytes, which some count in steps of 1024."""
    return left.value.powers == right.value.powers == (("bit", 1),)


def _rounding(side: _Side, value: Quantity) -> Fraction:
    """Return what a computed side may be off by because the last number in it was rounded before."""
    last = Fraction(re.findall(r"\d+(?:\.\d+)?", side.text.replace(",", "."))[-1])
    if side.step >= 1 or not last:
        return Fraction(0)
    return side.step / 2 * (1 if re.search(r"[-+−]", side.text) else max(Fraction(1), abs(value.amount) / last))
