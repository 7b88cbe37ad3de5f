"""Money in another currency: never without a rate, which the goal or the documents have to give."""

from __future__ import annotations

import re
from dataclasses import dataclass

CURRENCIES = (
    ("$", r"US ?dollars?|USD|US-Dollars?|dollars?|доллар\w*|\$"),
    ("€", r"euros?|EUR|евро|€"),
    ("£", r"pounds?(?: sterling)?|GBP|Pfund|фунт\w*(?: стерлингов)?|£"),
    ("CHF", r"Swiss francs?|francs?|CHF|(?:Schweizer )?Franken|франк\w*"),
    ("рублей", r"roubles?|rubles?|RUB|Rubel|рубл\w*|руб\.?|₽"),
    ("¥", r"yen|JPY|Yen|иен\w*|¥"),
    ("zł", r"zlot(?:y|ys)|PLN|złot\w+|злот\w+"),
    ("kr", r"kron(?:er|or|a|en)|крон\w*|SEK|NOK|DKK"),
)  # fmt: skip
_ANY = "|".join(words for _, words in CURRENCIES)
_INTO = re.compile(
    rf"(?:\b(?:in|to|into|nach|in die|в|на)\s+(?P<a>{_ANY})(?![\w$€£])"
    r"(?=\s*[?.!]*\s*$|,?\s+(?:at|with|if|using|bei|zum|mit|wenn|по|при|если)\b)|"
    rf"\bhow many (?P<b>{_ANY})\b|\bwie ?viele? (?P<c>{_ANY})(?!\w)|\bсколько (?P<d>{_ANY})(?!\w))",
    re.IGNORECASE,
)
_N = r"\d+(?:\.\d+)?"
_AMOUNT = re.compile(rf"(?:(?P<s>[$€£¥₽])\s?(?P<n>{_N})|(?P<m>{_N})\s?(?P<u>{_ANY})(?![\w]))", re.IGNORECASE)
_IS = r"(?:=|is(?: worth)?|equals?|costs?|buys|entspricht|kostet|sind|ist|равен|равна|стоит|—|–)"
_EQUALS = re.compile(
    rf"(?:(?<![\d.])(?:1|one|a|an|ein|eine|один|одна)\s?(?P<from>{_ANY})\s+{_IS}|"
    rf"(?<![\d.] )(?<!\d)(?P<bare>{_ANY})\s+=)"
    rf"\s+(?P<n>{_N})\s?(?P<to>{_ANY})(?!\w)",
    re.IGNORECASE,
)
_PER = re.compile(
    rf"(?P<n>{_N})\s?(?P<to>{_ANY})\s+(?:per|to the|for (?:one|a|each)|a|je|pro|für einen?|за (?:один )?)\s?"
    rf"(?P<from>{_ANY})(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of one currency one of another is."""

    source: str
    target: str
    value: str


def sign_of(word: str) -> str:
    """Return the sign of a currency by its name; nothing if it is none."""
    return next((sign for sign, words in CURRENCIES if re.fullmatch(words, word.strip(), re.IGNORECASE)), "")


def wanted(text: str) -> str:
    """Return the currency that a goal wants its answer in, where it says so."""
    found = _INTO.search(text)
    return sign_of(next(one for one in found.groups() if one)) if found else ""


def amounts(text: str) -> list[tuple[str, str]]:
    """Return the sums of money that a text names: amount and currency."""
    return [(m["n"] or m["m"], sign_of(m["s"] or m["u"])) for m in _AMOUNT.finditer(text)]


def rates(text: str) -> list[Rate]:
    """Return the rates that a text gives."""
    text = re.sub(r"([$€£¥₽])\s?1(?=\s)", r"1 \1", text)
    pairs = [Rate(sign_of(m["from"] or m["bare"]), sign_of(m["to"]), m["n"]) for m in _EQUALS.finditer(text)]
    pairs += [Rate(sign_of(m["from"]), sign_of(m["to"]), m["n"]) for m in _PER.finditer(text)]
    return [one for one in pairs if one.source != one.target]


def by_rate(amount: str, source: str, target: str, given: list[Rate]) -> str:
    """Return the expression for an amount in another currency; nothing where no rate is given, or several are."""
    ways = {f"{amount} * {one.value}" for one in given if (one.source, one.target) == (source, target)}
    ways = ways or {f"{amount} / {one.value}" for one in given if (one.source, one.target) == (target, source)}
    return ways.pop() if len(ways) == 1 else ""


def without_target(text: str) -> str:
    """Return a goal without the currency that it wants its answer in."""
    found = _INTO.search(text)
    return f"{text[: found.start()]}?" if found and found["a"] else text
