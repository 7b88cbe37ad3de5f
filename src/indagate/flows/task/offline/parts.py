"""What can be computed from a sentence that gives only the parts of an answer: shares, prices, sums, differences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from indagate.evidence import content
from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.spare import says_nothing
from indagate.flows.task.offline.word import form_of, words_of
from indagate.tools.calculator.dimension import measure

_MONEY = r"(?:[$€£₽]|EUR|USD|GBP|euros?|dollars?|pounds?|pence|cents?|Cent|рубл\w*|руб\.?|коп\w*)"
_NUMBER = re.compile(
    rf"(?<![\w.,:/-])(?P<sign>[$€£₽])?\s?(?P<n>\d+(?:\.\d+)?)(?![\d:]|-\d)\s?(?P<unit>{_MONEY}(?!\w)|%|°[CF]|"
    rf"[^\W\d_]+(?:[²³·-][^\W\d_]+)*)?"
)
_FRACTIONS = (
    (r"two thirds|zwei drittel(?:n)?|дв(?:е|ух) трет\w+", "2/3"), (r"three quarters|drei viertel(?:n)?|тр(?:и|"
                        r"[её]х) четверт\w+", "3/4"),
    (r"(?:a|one) third|ein(?:em)? drittel|треть\w*", "1/3"), (r"(?:a|one) quarter|ein(?:em)? viertel|"
                        r"четверть\w*", "1/4"),
    (r"(?:a|one) fifth|ein fünftel|пят(?:ая|ую) часть", "1/5"), (r"(?:a|one) tenth|ein zehntel|десят(?:ая|"
                        r"ую) часть", "1/10"),
    (r"half|halves|(?:die )?hälfte|halben? preis|половин\w+", "1/2"), (r"double|twice|das doppelte|вдвое больше|"
                        r"двойн\w+", "2"),
)  # fmt: skip
_OF_WHICH = re.compile(
    r"\b(?:of which|of this|of it|of that|of these|davon|wovon|из (?:них|которых|этой суммы|этого))\b", re.IGNORECASE
)
_DISCOUNT = re.compile(r"(?:discount|reduction|rabatt|ermäßigung|nachlass|скидк\w+)\D{0,20}?(?P<p>\d[\d.]*)\s?%|"
                       r"(?P<q>\d[\d.]*)\s?%\s*"
                       r"(?:discount|off|less|reduction|rabatt|ermäßigung|nachlass|weniger|"
                       r"скидк\w+)", re.IGNORECASE)  # fmt: skip
_NOTHING = re.compile(
    r"\b(?:nothing|free of charge|for free|nichts|kostenlos|frei|бесплатно|"
    r"ничего)\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b(?:cost|costs|pay|pays|paid|price|charge|fee|much|\w*kosten|kostet(?:e)?|zahl\w+|bezahl\w+|\w*preis|"
    r"\w*beitrag|"
    r"\w*gebühr|сто(?:ит|ят|ило|или|имость)|плат\w+|заплат\w+|цена|рублей|рубля|стоимост\w+|обойд\w+|взнос\w*)\b",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(
    r"[^.;]{0,20}?\b(?:per|pro|je|for each|for every|на)\s+(?P<what>[^\W\d_]+(?:[·-][^\W\d_]+)*)", re.IGNORECASE
)
_SMALL = ((r"pence|p", "£"), (r"cents?", "EUR"), (r"коп\w*\.?", "RUB"))
_TOGETHER = re.compile(
    r"\b(?:in all|altogether|in total|total|together|all told|insgesamt|zusammen|gesamt\w*|всего|вместе|в сумме|"
    r"общ\w+)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:added|adding|another|further|more|additional|plus|weitere\w*|zusätzlich\w*|hinzu|ещ[её]|добав\w+|"
    r"дополнительн\w+)\b",
    re.IGNORECASE,
)
_APART = re.compile(r"\b(?:how (?:much|many) (?:more|less|fewer|longer|higher|cheaper|dearer)|difference|differ|"
                    r"cheaper|dearer|more expensive|"
                    r"um wie ?viel|wie ?viele? (?:mehr|weniger)|unterschied|differenz|teurer|billiger|günstiger|"
                    r"на сколько|насколько|разниц\w+|дороже|дешевле|больше|меньше)\b", re.IGNORECASE)  # fmt: skip
_YEARS = re.compile(
    r"\b(?:how many years|how long|after how many years|wie ?viele jahre|wie lange|сколько лет|как долго)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:how long|how many hours|wie lange|wie ?viele stunden|сколько часов|как долго|сколько времени)\b",
    re.IGNORECASE,
)
_AFFORDS = re.compile(
    r"\b(?:could|can|able to)\b.*\b(?:buy|afford|pay for)\b|\breich\w+\b.*\bfür\b|\bхват\w+ на\b", re.IGNORECASE
)
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_EACH = re.compile(
    r"\b(?:per|pro|je|a|each|every|на (?:одного|одну|каждого|каждую)|за (?:один|одну)|"
    r"с)\s+(?P<what>[^\W\d_]+(?:[·-][^\W\d_]+)*)",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\b(?:percent\w*|per cent|share|proportion|prozent\w*|anteil|процент\w*|дол[яюи])\b|%", re.IGNORECASE
)
_OUT_OF = re.compile(
    r"(?P<a>\d+(?:\.\d+)?)\s*(?:[^\W\d_]+\s)?(?:of|out of|von|из)\s+(?:the |den |insgesamt )?(?P<b>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_AT_PRICE = re.compile(
    rf"(?P<n>\d+(?:\.\d+)?)\s?(?P<u>[^\W\d_]+(?:[·-][^\W\d_]+)*)\s+(?:at|zu|à|je|"
    rf"по)\s+(?P<s>[$€£₽])?\s?(?P<p>\d+(?:\.\d+)?)\s?(?P<m>{_MONEY})?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A number in a text, with the word behind it and where it stands."""

    amount: str
    unit: str
    start: int
    end: int
    money: bool

    @property
    def text(self) -> str:
        """The number as the calculator reads it, with its unit if that is one."""
        known = self.unit and (measure(self.unit) or self.unit in ("%",))
        return f"{self.amount} {self.unit}".strip() if known else self.amount


def derived(goal: Goal, said: str, unit: str) -> str:
    """Return what has to be computed from what was said to answer the goal, or nothing if it is said outright."""
    if unit:
        return _converted(goal, said, unit)
    for rule in (
        _priced,
        _scaled,
        _at_price,
        _discounted,
        _share_of,
        _per_each,
        _percentage,
        _hours,
        _years,
        _summed,
        _difference,
    ):
        expression = rule(goal, said)
        if expression:
            return expression
    return ""


def wants_computing(goal: Goal, said: str, unit: str) -> bool:
    """Whether a goal asks for more than a sentence says: a difference, a sum, other units, so many of something."""
    if unit or _APART.search(goal.text) or _AFFORDS.search(goal.text):
        return True
    held = {found.amount for found in numbers_in(said)}
    if _TOGETHER.search(goal.text) and len(held) > 1:
        return True
    given = (found for found in numbers_in(goal.plain) if not re.fullmatch(r"(?:1[5-9]|20)\d\d", found.amount))
    return any(found.unit and found.amount not in held for found in given)


def numbers_in(text: str) -> list[Found]:
    """Return the numbers of a text, each with the word or sign that says what it counts."""
    found = []
    for match in _NUMBER.finditer(text):
        unit = match["unit"] or ""
        money = bool(match["sign"]) or bool(re.fullmatch(_MONEY, unit, re.IGNORECASE))
        found.append(Found(match["n"], match["sign"] or unit, match.start("n"), match.end(), money))
    return found


def _clauses(said: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+|;\s*|\n+", said) if part.strip()]


def _shares_words(goal: Goal, clause: str) -> int:
    wanted = set(content(goal.text, goal.language))
    return len(wanted & set(content(clause, goal.language)))


def _converted(goal: Goal, said: str, unit: str) -> str:
    """14 nautical miles: how many kilometres?"""
    target = measure(unit.casefold()) or measure(unit)
    for clause in sorted(_clauses(said), key=lambda one: -_shares_words(goal, one)):
        for found in numbers_in(clause):
            for name in _units_at(clause, found):
                own = measure(name)
                if own and target and own.powers == target.powers and own.factor != target.factor:
                    return f"{found.amount} {name} in {unit}"
    return ""


def _units_at(said: str, found: Found) -> list[str]:
    """Return the names of one or two words that may be the unit of a number."""
    follow = re.match(r"\s?([^\W\d_]+)\s+([^\W\d_]+)", said[found.start + len(found.amount) :])
    return [*([f"{follow[1]} {follow[2]}"] if follow else []), found.unit]


def _at_price(goal: Goal, said: str) -> str:
    """5 180 kWh at 6.20: what did it cost?"""
    if not _COST.search(goal.text):
        return ""
    clauses = [c for c in re.split(r"[.;,:]\s+", said) if _AT_PRICE.search(c)]
    best = max(clauses, key=lambda clause: _shares_words(goal, clause), default="")
    if not best or not _shares_words(goal, best):
        return ""
    found = _AT_PRICE.search(best)
    assert found is not None
    return f"{found['n']} * {found['p']}"


def _priced(goal: Goal, said: str) -> str:
    """£9 per launch: what do four launches cost?"""
    if not _COST.search(goal.text):
        return ""
    wanted = [one for one in numbers_in(goal.plain) if not one.money and not re.fullmatch(r"(?:19|20)\d\d", one.amount)]
    prices = [one for one in numbers_in(said) if one.money]
    if (
        len(wanted) != 1
        or not prices
        or any(one.amount == wanted[0].amount and one.unit != "%" for one in numbers_in(said))
    ):
        return ""
    count = wanted[0]
    per = [
        one for one in prices if (each := _EACH.match(said[one.end :].lstrip())) and _counts(each["what"], count.unit)
    ]
    if per:
        return f"{count.amount} * {_in_whole(per[0])}"
    near = [
        price
        for clause in _clauses(said)
        if _has_word(clause, count.unit)
        for price in numbers_in(clause)
        if price.money
    ]
    return f"{count.amount} * {_in_whole(near[0])}" if len(near) == 1 else ""


def _has_word(text: str, word: str) -> bool:
    return any(form_of(word.casefold(), one) for one in words_of(text))


def _in_whole(price: Found) -> str:
    """Return a price in whole money: 34 pence are 0.34 £."""
    for pattern, sign in _SMALL:
        if re.fullmatch(pattern, price.unit, re.IGNORECASE):
            return f"{Decimal(price.amount) / 100} {sign}"
    return price.text


def _scaled(goal: Goal, said: str) -> str:
    """15 kg for each colony: how much for six?"""
    given = {one.amount for one in numbers_in(said)}
    for count in numbers_in(goal.plain):
        if count.money or not count.unit or measure(count.unit) or count.amount in given:
            continue
        for found in numbers_in(said):
            behind = _FOR_EACH.match(said[found.end :])
            if behind and form_of(behind["what"].casefold(), count.unit.casefold()) and not found.money:
                return f"{count.amount} * {found.text}"
    return ""


def _counts(what: str, unit: str) -> bool:
    one, other = measure(what), measure(unit)
    return form_of(what.casefold(), unit.casefold()) or bool(one and other and one.powers == other.powers)


def _fraction(text: str) -> str:
    for pattern, value in _FRACTIONS:
        if re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE):
            return value
    percent = re.search(r"(\d[\d.]*)\s?%", text)
    return f"{percent[1]}%" if percent else ""


def _discounted(goal: Goal, said: str) -> str:
    """Pensioners get 40 % off, the young pay half: what does one of them pay?"""
    prices = [one for one in numbers_in(said) if one.money]
    if not prices or not _COST.search(goal.text):
        return ""
    for clause in re.split(r"[.;,]\s+", said):
        if _OF_WHICH.search(clause) or not _group_named(goal, clause, said[: said.index(clause)]):
            continue
        off = _DISCOUNT.search(clause)
        if off:
            return f"{prices[0].text} - {off['p'] or off['q']}%"
        own = [one for one in numbers_in(clause) if one.money]
        if own:
            continue
        if _NOTHING.search(clause):
            return f"0 * {prices[0].text}"
        fraction = _fraction(clause)
        if fraction and not fraction.endswith("%"):
            return f"{prices[0].text} * {fraction}"
    return ""


def _group_named(goal: Goal, clause: str, before: str = "") -> bool:
    """Whether the goal names whom a clause is about, by a word of it that is no verb of paying and not said before."""
    told = words_of(before)
    words = [word for word in words_of(clause) if len(word) > 3 and not _COST.fullmatch(word)]
    words = [word for word in words if not any(form_of(word, one) for one in told)]
    return any(form_of(word, one) for word in words for one in words_of(goal.text) if len(one) > 3)


def _share_of(goal: Goal, said: str) -> str:
    """£7,450, of which the county paid two thirds: how much did the county pay?"""
    mark = _OF_WHICH.search(said)
    if not mark:
        return ""
    tail = re.split(r"[.;](?:\s|$)", said[mark.end() :])[0]
    before = [one for one in numbers_in(said[: mark.start()]) if one.money or one.unit]
    if not before or not _fraction(tail) or not _group_named(goal, tail):
        return ""
    money = [one for one in before if one.money]
    whole = (money or before)[-1]
    return (
        f"{whole.text} * {_fraction(tail)}"
        if not _fraction(tail).endswith("%")
        else f"{_fraction(tail)} of {whole.text}"
    )


def _per_each(goal: Goal, said: str) -> str:
    """124 members, 7,812 kg together: how much each?"""
    each = re.search(
        r"\b(?:per|pro|je|each|every|на (?:одного|одну|каждого|каждую|одно))\s+(?P<what>[^\W\d_]+)",
        goal.text,
        re.IGNORECASE,
    )
    if not each:
        return ""
    found = numbers_in(said)
    count = next((one for one in found if form_of(one.unit.casefold(), each["what"].casefold())), None)
    rest = [one for one in found if one is not count and not re.fullmatch(r"(?:19|20)\d\d", one.amount)]
    if count is None or len(rest) != 1 or not (rest[0].money or _asked_for(goal, rest[0])):
        return ""
    return f"{rest[0].text} / {count.amount}"


def _asked_for(goal: Goal, found: Found) -> bool:
    """Whether a goal names what a number counts, by its word or by another name of the unit."""
    own = measure(found.unit)
    return any(form_of(found.unit.casefold(), word) or (own and measure(word) == own) for word in words_of(goal.text))


def _percentage(goal: Goal, said: str) -> str:
    """45 of 48: what share?"""
    found = _OUT_OF.search(said)
    if not found or not _SHARE.search(goal.text) or "%" in said:
        return ""
    return f"{found['a']} / {found['b']} in percent"


def _hours(goal: Goal, said: str) -> str:
    """Open from 9:00 to 13:00: for how long?"""
    if not _OPEN.search(goal.text):
        return ""
    best, most = "", -1
    for sentence in re.split(r"(?<=[.!?])\s+|\n", said):
        subject = ""
        for clause in re.split(r";\s+", sentence):
            shared = _shares_words(goal, f"{subject} {clause}")  # what follows a semicolon has the same subject
            if len(_CLOCK.findall(clause)) == 2 and shared > most:
                best, most = clause, shared
            subject = subject or clause
    if not best:
        return ""
    (h1, m1), (h2, m2) = _CLOCK.findall(best)
    return f"({h2} h + {m2} min) - ({h1} h + {m1} min) in min"


def _years(goal: Goal, said: str) -> str:
    """Begun in 1868, finished in 1874: how many years?"""
    if not _YEARS.search(goal.text) or re.search(r"\b\d+ (?:years|Jahre|лет|год)", said):
        return ""
    for clause in _clauses(said):
        years = re.findall(r"(?<![\d.])(1[5-9]\d\d|20\d\d)(?![\d.]\d|\d)", clause)
        if len(years) == 2 and years[0] != years[1]:
            return f"{max(years)} - {min(years)}"
    return ""


def _summed(goal: Goal, said: str) -> str:
    """60 berths, then 85, and another 32: how many in all?"""
    if not _TOGETHER.search(goal.text) or not _MORE.search(said):
        return ""
    counted = [one for one in numbers_in(said) if not re.fullmatch(r"(?:1[5-9]|20)\d\d", one.amount)]
    named = [
        one for one in counted if one.unit and any(form_of(one.unit.casefold(), word) for word in words_of(goal.text))
    ]
    loose = [one for one in counted if not one.unit and _MORE.search(said[max(0, one.start - 25) : one.start])]
    parts = sorted({*named, *loose}, key=lambda one: one.start) if named else []
    return " + ".join(one.amount for one in parts) if len(parts) > 1 else ""


def _difference(goal: Goal, said: str) -> str:
    """£165, and £240 at weekends: how much more?"""
    if not _APART.search(goal.text):
        return ""
    years = re.findall(r"\b((?:1[5-9]|20)\d\d)\b", goal.text)
    if len(years) == 2:
        dated = [
            re.search(
                rf"(\d+(?:\.\d+)?)\s*(?:[^\W\d_]+\s){{0,3}}(?:in|im Jahr|"
                rf"в) {year}",
                said,
            )
            for year in years
        ]
        if all(dated):
            one, other = (float(found[1]) for found in dated if found)
            return f"{max(one, other):g} - {min(one, other):g}"
    named = [found for found in numbers_in(said) if _named_before(goal, said, found)]
    if len(named) == 2 and named[0].unit == named[1].unit:
        first, then = sorted(named, key=lambda found: float(found.amount))
        return f"{then.text} - {first.text}"
    money = [found for found in numbers_in(said) if found.money]
    if len(money) == 2 and money[0].amount != money[1].amount:
        first, then = sorted(money, key=lambda found: float(found.amount))
        return f"{then.text} - {first.text}"
    return ""


def _named_before(goal: Goal, said: str, found: Found) -> bool:
    """Whether the word right before a number is one of the goal's: tomatoes — 1,840 kg."""
    before = words_of(said[max(0, found.start - 25) : found.start])
    return (
        bool(before)
        and len(before[-1]) > 3
        and not says_nothing(before[-1])
        and any(form_of(before[-1], word) for word in words_of(goal.text))
    )
