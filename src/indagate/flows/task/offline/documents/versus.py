"""Two numbers against each other: over two years, more than, instead of, left after, together, for each."""

from __future__ import annotations

import re

from indagate.flows.task.offline.documents.fact import Book, Fact
from indagate.flows.task.offline.documents.lookup import content_of, find, names, same_kind, score_of
from indagate.flows.task.offline.documents.worked import Asked, Worked

_GREW = re.compile(
    r"\b(?:gr[eo]w\w*|growth|increas\w+|rise[ns]?|rose|chang\w+|go(?:ne)? up|went (?:up|down)|fall\w*|fell|"
    r"decreas\w+|declin\w+|"
    r"drop\w*|gewachsen|wuchs\w*|gestiegen|stieg\w*|sank\w*|gesunken|zugenommen|abgenommen|verändert\w*|"
    r"вырос\w*|увелич\w+|"
    r"измен\w+|сократи\w+|уменьш\w+|упал\w*|сниз\w+|higher|lower|more|less|fewer|mehr|weniger|höher|"
    r"niedriger|больше|меньше)\b",
    re.IGNORECASE,
)
FELL = re.compile(
    r"\b(?:f[ae]ll(?:en|s)?|decreas\w+|declin\w+|drop\w*|went down|go down|lower|less|fewer|sank\w*|gesunken|"
    r"abgenommen|gefallen|fiel\w*|zurückgegangen|сократи\w+|уменьш\w+|упал\w*|сниз\w+|weniger|меньше)\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"per ?cent|%|prozent|процент", re.IGNORECASE)
_MEAN = re.compile(r"\b(?:average|mean|durchschnitt\w*|im schnitt|im mittel|в среднем|средн\w+)\b", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:together|in all|altogether|in total|combined|total|zusammen|insgesamt|gesamt\w*|вместе|всего|"
    r"в сумме|суммарн\w+)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:both|beide[nr]?|об[ае](?:их|оих)?)\b", re.IGNORECASE)
_THAN = re.compile(
    r"\s(?:than|instead of|rather than|compared (?:to|with)|als|statt|anstelle von|чем|вместо)\s", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:between|zwischen|между)\s+(?P<a>.+?)\s+(?:and|und|и)\s+(?P<b>.+)", re.IGNORECASE)
_APART = re.compile(
    r"\b(?:more|less|fewer|longer|shorter|higher|lower|faster|slower|older|cheaper|dearer|heavier|lighter|"
    r"larger|smaller|bigger|"
    r"saves?|saving|differences?|differ|mehr|weniger|länger|kürzer|höher|niedriger|schneller|langsamer|"
    r"älter|teurer|billiger|"
    r"günstiger|größer|kleiner|schwerer|spart|sparen|unterschied\w*|differenz|больше|меньше|дольше|короче|"
    r"выше|ниже|быстрее|"
    r"дороже|дешевле|тяжелее|легче|длиннее|сэконом\w+|экономи\w+|разниц\w+|на сколько|насколько)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\b(?:how many times|wie ?viel ?mal|во сколько раз)\b", re.IGNORECASE)
_LEFT = re.compile(
    r"\b(?:left|remain\w*|over|übrig\w*|blieb\w*|bleib\w*|verblieb\w*|остал\w+|оста[её]тся)\b", re.IGNORECASE
)
_AFTER = re.compile(r"\s(?:once|after|when|nach(?:dem)?|abzüglich|после|за вычетом)\s", re.IGNORECASE)
_EACH = re.compile(
    r"\b(?:how (?:many|much)|wie ?viele?|(?:по )?сколько)\s+(?P<a>.+?)\s+(?:per|pro|je|for (?:each|every|"
    r"one)|(?:on|in|to) (?:each|every|one|a)|"
    r"auf (?:einen?|jede\w*)|in (?:einem|einer|jede\w*)|(?:на|в) (?:одн|кажд)\w+|приходится на(?: одн\w+|"
    r" кажд\w+)?)\s+(?P<b>[^?]+)",
    re.IGNORECASE,
)


def _op(text: str, first: Fact, then: Fact) -> str:
    """Return the expression for two numbers of one kind; `first` is the earlier, or the one that is named first."""
    one, other = first.number, then.number
    if _PERCENT.search(text):
        return f"({one} - {other}) / {one} in percent" if FELL.search(text) else f"({other} - {one}) / {one} in percent"
    if _TOGETHER.search(text):
        return f"{one} + {other}"
    if _MEAN.search(text):
        return f"({one} + {other}) / 2"
    high, low = max(first.amount, then.amount), min(first.amount, then.amount)
    return f"{high.normalize():f} - {low.normalize():f}"


def _unit(text: str, fact: Fact) -> str:
    return "" if _PERCENT.search(text) else fact.unit if fact.money or fact.unit else ""


def over_years(asked: Asked, book: Book) -> Worked | None:
    """318,400 in 2025 and 296,750 in 2024: by how much, by how many percent, together, on average."""
    if len(asked.years) != 2 or asked.counts:
        return None
    if not (
        _GREW.search(asked.text)
        or _TOGETHER.search(asked.text)
        or _MEAN.search(asked.text)
        or _APART.search(asked.text)
    ):
        return None
    words = content_of(book, _GREW.sub(" ", asked.text))
    first, then = sorted(asked.years)
    one = find(book, words, lambda fact: fact.year == first and not fact.percent and not fact.per)
    other = find(book, words, lambda fact: fact.year == then and not fact.percent and not fact.per)
    if one is None or other is None or not same_kind(one, other):
        return None
    return Worked(_op(asked.text, one, other), _unit(asked.text, one), (one, other))


def _pair(book: Book, left: list[str], right: list[str]) -> tuple[Fact, Fact] | None:
    """Return the numbers of two phrases; what only one of them says may hold for the other too."""
    shared = [
        (left, right), ([*left[:1], *right[1:]], right), ([*left, *right[1:]], right), (left, [*right, *left[1:]]),
        (left, [*left[:-1], *right]), (left, [*right, *left[:-1]]),
    ]  # fmt: skip
    for one_words, other_words in shared:
        one, other = find(book, list(dict.fromkeys(one_words))), find(book, list(dict.fromkeys(other_words)))
        if one is not None and other is not None and one != other and same_kind(one, other):
            return one, other
    return None


def apart(asked: Asked, book: Book) -> Worked | None:
    """How much longer one is than the other; the difference between two."""
    text = asked.text
    if len(asked.years) > 1 or not (_APART.search(text) or _TIMES.search(text)):
        return None
    between = _BETWEEN.search(text)
    sides = [between["a"], between["b"]] if between else _THAN.split(text)
    if len(sides) != 2:
        return None
    if asked.counts:
        return _instead(asked, book, sides)
    bare = [content_of(book, _APART.sub(" ", _TIMES.sub(" ", side))) for side in sides]
    if not all(bare):
        return None
    measured = _positive(text)
    found = _pair(book, bare[0], bare[1])
    if found is None and measured:
        found = _pair(book, [*bare[0], measured], [*bare[1], measured])
    if found is None:
        return None
    one, other = found
    if _TIMES.search(text):
        return Worked(f"{one.number} / {other.number}", "", (one, other))
    if _PERCENT.search(text):
        return Worked(f"({one.number} - {other.number}) / {other.number} in percent", "", (one, other))
    return Worked(_op(text, one, other), _unit(text, one), (one, other))


def _positive(text: str) -> str:
    """Return the adjective of a comparison as sentences have it: longer, long; heavier, heavy."""
    found = re.search(r"\bhow much (\w{3,})er\b", text, re.IGNORECASE)
    if found is None:
        return ""
    stem = found[1].casefold()
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    return stem[:-1] if stem[-1] == stem[-2] else stem


def _instead(asked: Asked, book: Book, sides: list[str]) -> Worked | None:
    """One day return instead of two singles: so many of one against so many of the other."""
    who = content_of(book, _APART.sub(" ", sides[0]))
    found: list[tuple[str, Fact]] = []
    for number, side in enumerate(sides):
        count = re.search(r"(?<![\d-])(\d+)\s+(?=[^\W\d_])", side)
        words = content_of(book, _APART.sub(" ", side))
        tries = [words] if number == 0 else [[*who[:1], *words], [*words, *who[:1]], words]
        fact = next(
            (one for try_ in tries if (one := find(book, list(dict.fromkeys(try_)), lambda f: f.money and not f.per))),
            None,
        )
        if fact is None:
            return None
        found.append((count[1] if count else "1", fact))
    (n, one), (m, other) = found
    if one == other or one.unit != other.unit or {n, m} - {"1", *asked.counts}:
        return None
    return Worked(f"abs({n} * {one.number} - {m} * {other.number})", one.unit, (one, other))


def left_after(asked: Asked, book: Book) -> Worked | None:
    """What was left of the takings once the costs were paid."""
    if not _LEFT.search(asked.text) or asked.counts:
        return None
    sides = _AFTER.split(asked.text)
    if len(sides) != 2:
        return None
    bare = [content_of(book, _LEFT.sub(" ", side), keep=_COSTS) for side in sides]
    year = asked.years[0] if len(asked.years) == 1 else ""

    def fits(fact: Fact) -> bool:
        return (not year or fact.year in ("", year)) and not fact.per and not fact.percent

    one, other = (find(book, words, fits) for words in bare)
    if one is not None and other is None:
        place = one.place[:2]
        other = find(book, bare[1], lambda fact: fits(fact) and fact.place[:2] == place)
    if one is None or other is None or one == other or not same_kind(one, other) or other.amount > one.amount:
        return None
    return Worked(f"{one.number} - {other.number}", one.unit, (one, other))


_COSTS = ("costs", "cost", "kosten", "price", "preis", "стоимость", "fare", "charges")


def together(asked: Asked, book: Book) -> Worked | None:
    """How many apple and pear trees in all; how many can both ships carry."""
    text = asked.text
    if asked.counts or len(asked.years) > 1 or not (_TOGETHER.search(text) or _BOTH.search(text)):
        return None
    if _BOTH.search(text):
        words = content_of(book, _TOGETHER.sub(" ", _BOTH.sub(" ", text)))
        for cut in (words, words[:1]):
            hits = [
                fact
                for fact in book.facts
                if fact.noun and any(names(word, [fact.noun]) for word in cut) and not fact.per
            ]
            known = [fact for fact in hits if all(names(w, (*fact.near, *fact.said, *fact.about)) for w in cut)]
            if len(known) == 2 and known[0].about != known[1].about and known[0].source == known[1].source:
                return Worked(f"{known[0].number} + {known[1].number}", known[0].unit, tuple(known))
        return None
    sides = re.split(r"\s(?:and|und|и)\s", _TOGETHER.sub(" ", text))
    if len(sides) != 2:
        return None
    left, right = (content_of(book, side) for side in sides)
    if not left or not right:
        return None
    found = _pair(book, left[-2:], right[:2]) or _pair(book, left, right)
    held = [word for one in found or () for word in (*one.near, *one.said, *one.about)]
    covered = all(names(word, held) for word in (*left, *right))
    if found is None or not covered:
        return None
    one, other = found
    expression = f"({one.number} + {other.number}) / 2" if _MEAN.search(text) else f"{one.number} + {other.number}"
    return Worked(expression, one.unit if one.unit == other.unit else "", found)


def for_each(asked: Asked, book: Book) -> Worked | None:
    """240 children in 12 groups: how many in each; not where a text says it itself."""
    found = _EACH.search(asked.text)
    if found is None or asked.counts or _GREW.search(asked.text):
        return None
    over, of = content_of(book, found["a"], keep=("pounds", "euro", "рублей")), content_of(book, found["b"])
    rest = content_of(book, asked.text[: found.start()])
    if not over or not of:
        return None
    year = asked.years[0] if len(asked.years) == 1 else ""
    if any(fact.per and names(of[0], [fact.per]) and score_of([*over, *rest], fact) for fact in book.facts):
        return None
    whole = [
        fact for fact in book.facts
        if fact.noun and not fact.percent and (not year or fact.year in ("", year))
        and (names(over[0], [fact.noun]) or (fact.money and names(over[0], ("pounds", "euro", "рублей", "money"))))
        and score_of(over, fact)
    ]  # fmt: skip
    count = find(
        book, of, lambda fact: bool(fact.noun) and names(of[0], [fact.noun]) and (not year or fact.year in ("", year))
    )
    if count is None or not whole or not count.amount:
        return None
    same = [fact for fact in whole if fact.place == count.place] or whole
    if len({fact.amount for fact in same}) != 1 or same[0] == count:
        return None
    return Worked(f"{same[0].number} / {count.number}", same[0].unit if same[0].money else "", (same[0], count))


_ADDED = re.compile(
    r"\b(?:added|adding|another|further|more|additional|plus|weitere[nr]?|zusätzlich\w*|hinzu\w*|ещ[её]|"
    r"добав\w+|дополнительн\w+)\b",
    re.IGNORECASE,
)


def added_up(asked: Asked, book: Book) -> Worked | None:
    """60 berths, then 85 added, and another 32: how many in all."""
    if not _TOGETHER.search(asked.text) or asked.counts:
        return None
    words = content_of(book, _TOGETHER.sub(" ", asked.text))
    if not words:
        return None
    blocks: dict[tuple[str, int], list[Fact]] = {}
    for fact in book.facts:
        if not fact.row and not fact.percent:
            blocks.setdefault((fact.source, fact.place[1]), []).append(fact)
    found = [chain for facts in blocks.values() if (chain := _chain(words, facts))]
    if len(found) != 1:
        return None
    chain = found[0]
    if asked.years:
        chain = [fact for fact in chain if not fact.year or fact.year <= max(asked.years)]
    held = [word for fact in chain for word in (*fact.said, *fact.about)]
    if len(chain) < 2 or not all(names(word, held) for word in words):
        return None
    return Worked(" + ".join(fact.number for fact in chain), chain[0].unit if chain[0].money else "", tuple(chain))


def _chain(words: list[str], facts: list[Fact]) -> list[Fact]:
    """Return a number and those that are said to be added to it."""
    first = next((n for n, fact in enumerate(facts) if fact.noun and names(fact.noun, words[:1])), None)
    if first is None:
        return []
    chain = [facts[first]]
    for fact in facts[first + 1 :]:
        same = names(fact.noun, [chain[0].noun]) if fact.noun else True
        if same and _ADDED.search(" ".join(fact.near)):
            chain.append(fact)
    return chain if len(chain) > 1 else []
