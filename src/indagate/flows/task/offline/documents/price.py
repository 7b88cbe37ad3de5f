"""What something costs: so many at a price, a rate by a quantity, a part of another price, a discount, "
"what money buys."""

from __future__ import annotations

import re

from indagate.flows.task.offline.documents.fact import Book, Fact
from indagate.flows.task.offline.documents.lookup import content_of, find, find_price, names, says_price
from indagate.flows.task.offline.documents.worked import Asked, Worked
from indagate.flows.task.offline.word import words_of
from indagate.tools.calculator.dimension import measure

COST = re.compile(
    r"\b(?:costs?|pa(?:y|ys|id)|prices?|charges?|fares?|fees?|spen[dt]|expens\w+|how much|come[s]? to|"
    r"pounds|euros?|dollars?|"
    r"kost\w*|\w*kosten|zahl\w+|bezahl\w+|\w*preis\w*|\w*beitrag\w*|\w*gebühr\w*|wie ?viel|ausgegeben|"
    r"сто(?:ит|ят|ил\w*|имость)|\w*плат\w+|цен[аыу]|рубл\w+|обход\w+|обойд\w+|взнос\w*|потрат\w+)\b",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:discount|off|reduction|reduced|less|rabatt|ermäßigung|nachlass|weniger|günstiger|"
    r"скидк\w+|дешевле)\b",
    re.IGNORECASE,
)
_OF = re.compile(r"^\s*(?:of|von|vom|des|der|от)\s+(?:the |den |dem |der |das )?(?P<what>[^.;]+)", re.IGNORECASE)
_OF_IT = re.compile(
    r"\b(?:of (?:which|this|that|it|these)|davon|wovon|hiervon|из (?:них|которых|этой суммы|"
    r"этого)|от этой суммы)\b",
    re.IGNORECASE,
)
_FREE = re.compile(r"\b(?:free|nothing|frei|kostenlos|umsonst|gratis|бесплатн\w+)\b", re.IGNORECASE)
_HALF = re.compile(r"\b(?:half(?: the)?(?: price| fare)?|hälfte|halbe[nr]? preis|половин\w+)\b", re.IGNORECASE)
_REST = re.compile(r"\b(?:the rest|remainder|den rest|rest|остал\w+)\b", re.IGNORECASE)
_ITEM = re.compile(
    r"(?<![\w.,-])(?P<n>\d+(?:\.\d+)?)\s+(?P<what>[^\W\d_]+(?:[ -](?!and|und|и|for|mit|"
    r"with)[^\W\d_]+)?)"
)
_AGED = re.compile(
    r"\b(?:aged|age|under|over|im alter von|в возрасте)\s+[\d ,]+(?:(?:and|to|und|bis|и)\s+\d+)*", re.IGNORECASE
)
_BUYS = re.compile(
    r"\b(?:must be sold|have to be sold|need\w* to (?:be sold|sell)|(?:could|can) (?:be bought|"
    r".{0,60}\b(?:buy|afford|pay for))|"
    r"müssen .{0,60}verkauft|kann .{0,60}kaufen|reich\w+ .{0,60}für|(?:нужно|надо) продать|можно купить|хватит на)\b",
    re.IGNORECASE,
)
_UP = re.compile(r"\bround(?:ed)? up|must|need|have to|müssen|aufgerundet|нужно|надо|округл\w+ вверх", re.IGNORECASE)
_MORE_THAN = re.compile(
    r"(\d+)\s+(?:or more|and more|oder mehr|и более|и больше)|(?:at least|mindestens|ab|"
    r"от|more than)\s+(\d+)",
    re.IGNORECASE,
)
_EACH_OF = re.compile(r"(?<![\w.])(?P<n>\d+)-(?P<what>[^\W\d_]{3,})")


def _year(asked: Asked, fact: Fact) -> bool:
    return not asked.years or fact.year in ("", *asked.years)


def so_many(asked: Asked, book: Book) -> Worked | None:
    """Three adults and two children want day returns: so many at each price, added up."""
    text = _AGED.sub(" ", asked.text)
    if not COST.search(text) or "%" in text:
        return None
    items = [m for m in _ITEM.finditer(text) if not re.fullmatch(r"(?:1[5-9]|20)\d\d", m["n"])]
    if not items or len(items) > 4 or any(measure(m["what"].split()[0]) for m in items):
        return None
    heads = [content_of(book, m["what"])[:1] for m in items]
    if not all(heads):
        return None
    rest = [w for w in content_of(book, _ITEM.sub(" ", text)) if not any(names(w, head) for head in heads)]
    extra = [w for m in items for w in content_of(book, m["what"])[1:]]
    parts: list[tuple[str, Fact]] = []
    for m, head in zip(items, heads, strict=True):
        fact = _price_of(book, head, [*dict.fromkeys([*extra, *rest])], asked)
        if fact is None:
            return None
        parts.append((m["n"], fact))
    if len({fact.unit for _, fact in parts if fact.amount}) > 1:
        return None
    expression = " + ".join(f"{n} * {fact.number}" for n, fact in parts)
    total = sum(float(n) for n, _ in parts)
    expression, rule = _for_many(book, expression, [fact for _, fact in parts], total)
    if not expression:
        return None
    unit = next((fact.unit for _, fact in parts if fact.amount), parts[0][1].unit)
    return Worked(expression, unit, tuple(dict.fromkeys([*(fact for _, fact in parts), *rule])))


def _price_of(book: Book, head: list[str], rest: list[str], asked: Asked) -> Fact | None:
    """Return the price of one of something: by its own name and all else that is named, or for one of it."""

    def fits(fact: Fact) -> bool:
        of = not fact.per or names(head[0], [fact.per]) or _lasting(fact.per)
        return fact.money and _year(asked, fact) and of

    direct = find(book, [*head, *rest], fits)
    if direct is not None:
        return direct
    for fact in book.facts:
        whole = (*words_of(fact.sentence), *fact.about)
        if fact.money and not fact.amount and names(head[0], fact.near) and all(names(w, whole) for w in rest):
            return fact  # they are free
        if (
            fact.money
            and fact.per
            and names(head[0], [fact.per])
            and all(names(w, (*fact.said, *fact.about)) for w in rest)
        ):
            others = [
                o for o in book.facts if o.money and o.per and names(head[0], [o.per]) and o.amount != fact.amount
            ]
            if not others:
                return fact
    return None


_STRETCH = (
    r"nights?|days?|weeks?|months?|years?|seasons?|nacht|tag|woche|monat|jahr|saison|ночь|день|"
    r"сутки|неделю|месяц|год|сезон"
)


def _lasting(per: str) -> bool:
    """Whether a price is for a stretch of time, and so for one of the things all the same."""
    return bool(re.fullmatch(_STRETCH, per))


def so_much(asked: Asked, book: Book) -> Worked | None:
    """15 kg for each colony: how much do six need."""
    items = [m for m in _ITEM.finditer(asked.text) if m["n"] in asked.counts]
    if len(items) != 1 or len(asked.counts) != 1 or measure(items[0]["what"].split()[0]):
        return None
    head = content_of(book, items[0]["what"])[:1]
    rest = [word for word in content_of(book, _ITEM.sub(" ", asked.text)) if not names(word, head)]
    if not head or not rest:
        return None
    found = [
        fact for fact in book.facts
        if fact.per and not fact.money and not fact.percent and names(head[0], [fact.per]) and fact.unit
        and all(names(word, (*fact.said, *fact.about)) for word in rest)
    ]  # fmt: skip
    if len({(fact.amount, fact.unit) for fact in found}) != 1:
        return None
    unit = found[0].unit
    return Worked(f"{items[0]['n']} * {found[0].number} {unit if measure(unit) else ''}".strip(), "", (found[0],))


def _for_many(book: Book, expression: str, prices: list[Fact], total: float) -> tuple[str, tuple[Fact, ...]]:
    """Return the expression with a discount that is for so many; nothing where it is not clear whether it holds."""
    for fact in book.facts:
        if not fact.percent or not _OFF.search(fact.sentence):
            continue
        least = _MORE_THAN.search(" ".join(fact.said)) or _MORE_THAN.search(fact.sentence)
        if least is None or fact.source != prices[0].source:
            continue
        if total >= float(least[1] or least[2]):
            named = all(
                any(names(word, fact.said) for word in (*price.row, *price.column, *price.near)) for price in prices
            )
            return (f"({expression}) * (1 - {fact.number}%)", (fact,)) if named else ("", ())
    return expression, ()


def rate_by_quantity(asked: Asked, book: Book) -> Worked | None:
    """1,204,000 litres at 92 pence per litre: what was spent on diesel."""
    if not COST.search(asked.text) or asked.counts:
        return None
    words = content_of(book, asked.text)
    if not words:
        return None
    found: list[tuple[float, Fact, Fact]] = []
    for rate in book.facts:
        if not rate.money or not rate.per:
            continue
        for quantity in book.facts:
            if quantity.money or quantity.percent or not _counted_in(quantity, rate.per) or not _year(asked, quantity):
                continue
            both = (*rate.near, *rate.said, *rate.about, *quantity.near, *quantity.said, *quantity.about)
            if not all(names(word, both) for word in words):
                continue
            near = sum(names(word, (*quantity.near, quantity.noun)) for word in words)
            near += sum(names(word, rate.near) for word in words) + (quantity.place == rate.place) * 2
            said = sum(names(word, (*quantity.said, *quantity.about)) for word in words)
            if near:
                found.append((near + 0.1 * said, rate, quantity))
    found.sort(key=lambda one: -one[0])
    if not found or (len(found) > 1 and found[1][0] > found[0][0] - 0.05):
        return None
    _, rate, quantity = found[0]
    if find_price(book, words, lambda f: not f.per and _year(asked, f)) is not None:
        return None  # a text says the sum itself
    return Worked(f"{quantity.number} * {rate.number}", rate.unit, (quantity, rate))


def _counted_in(quantity: Fact, per: str) -> bool:
    """Whether a quantity is of what a rate is for one of."""
    if not quantity.noun:
        return False
    one, other = measure(quantity.unit) or measure(quantity.noun), measure(per)
    if one and other:
        return one.powers == other.powers and one.factor == other.factor
    return names(per, [quantity.noun])


def part_of(asked: Asked, book: Book) -> Worked | None:
    """A motorcycle pays 60 % of a car's fare; a second child gets 15 % off; the county paid two thirds of it."""
    if (
        not (COST.search(asked.text) or re.search(r"\b(?:how many|wie ?viele?|сколько)\b", asked.text, re.IGNORECASE))
        or asked.counts
    ):
        return None
    words = content_of(book, asked.text)
    if not words or says_price(book, words):
        return None
    rest = [fact for fact in book.facts if fact.percent]
    found = [worked for fact in rest if (worked := _share_of_price(fact, words, book, asked)) is not None]
    if len({one.expression for one in found}) == 1:
        return found[0]
    return _the_rest(words, book) if not found else None


def _share_of_price(fact: Fact, words: list[str], book: Book, asked: Asked) -> Worked | None:
    own = [word for word in words if names(word, fact.near)]
    if not own:
        return None
    if named := _OF.match(fact.tail):
        if not all(names(word, (*fact.said, *fact.about)) for word in words):
            return None
        base = find_price(book, content_of(book, named["what"]), lambda f: not f.per)
        return Worked(f"{fact.share} * {base.number}", base.unit, (fact, base)) if base else None
    if _OFF.search(fact.sentence):
        group = [word for word in words if names(word, fact.near)]
        if not group or len(group) == len(words):
            return None
        rest = [word for word in words if word not in group]
        base = find_price(book, rest, lambda f: not f.per or names(f.per, rest))
        return (
            Worked(
                f"{base.number} - {fact.number}%" if not fact.part else f"{base.number} * (1 - {fact.share})",
                base.unit,
                (base, fact),
            )
            if base
            else None
        )
    if _OF_IT.search(fact.sentence) and not _OFF.search(fact.sentence):
        base = _before(fact, book)
        if base is None or not all(names(w, (*fact.said, *base.said, *fact.about)) for w in words):
            return None
        return Worked(f"{fact.share} * {base.number}", base.unit, (base, fact))
    return None


def _before(fact: Fact, book: Book) -> Fact | None:
    """Return the number that "of this" points back to: the last one that is no percentage, in the sentence "
    "before or this."""
    back = [f for f in book.facts if f.source == fact.source and f.place[:2] == fact.place[:2] and not f.percent
            and f.place[2] in (fact.place[2], fact.place[2] - 1) and (f.money or f.unit)]  # fmt: skip
    return back[-1] if back else None


def _the_rest(words: list[str], book: Book) -> Worked | None:
    """55 % the state, 30 % the town, the rest the friends: what is left of it."""
    for fact in book.facts:
        if not fact.percent or not _REST.search(fact.tail) or not _OF_IT.search(fact.sentence):
            continue
        tail = re.split(r"\d+(?:\.\d+)?\s?%", fact.tail)[-1]
        own = [word for word in words if names(word, content_of(book, tail))]
        shares = [f for f in book.facts if f.percent and f.place == fact.place and f.source == fact.source]
        base = _before(fact, book)
        if (
            own
            and base is not None
            and all(names(w, (*fact.said, *base.said, *fact.about)) for w in words)
            and "%" not in tail
        ):
            taken = " + ".join(f.number for f in shares)
            return Worked(f"(100 - ({taken})) / 100 * {base.number}", base.unit, (base, *shares))
    return None


def bought_with(asked: Asked, book: Book) -> Worked | None:
    """How many season tickets pay for the refit: one sum by the other, whole ones only."""
    if not _BUYS.search(asked.text) or asked.counts:
        return None
    sides = re.split(
        r"\s(?:to pay for|to cover|pay for|for|with|um .{0,20}zu|für|mit|чтобы (?:оплатить|"
        r"покрыть)|на)\s",
        asked.text,
    )
    for at in range(1, len(sides)):
        left, right = " ".join(sides[:at]), " ".join(sides[at:])
        bare = [content_of(book, _BUYS.sub(" ", _UP.sub(" ", re.split(r"[.?]", side)[0]))) for side in (left, right)]
        if not all(bare):
            continue
        price, whole = (find_price(book, words) for words in bare)
        if price and whole and price != whole and price.unit == whole.unit and price.amount:
            figure = "ceil" if _UP.search(asked.text) else "floor"
            return Worked(f"{figure}({whole.number} / {price.number})", "", (price, whole))
    return None


def one_of_many(asked: Asked, book: Book) -> Worked | None:
    """A ten-trip card: what does each trip come to."""
    found = _EACH_OF.search(asked.text)
    if found is None or not re.search(
        r"\b(?:each|per|single|every|je|pro|jede\w*|einzeln\w*|кажд\w+|одн\w+)\b", asked.text, re.IGNORECASE
    ):
        return None
    words = content_of(book, asked.text[: found.start()] + " " + found["what"] + " " + asked.text[found.end() :])
    price = find_price(book, words)
    if price is None or not price.amount:
        return None
    return Worked(f"{price.number} / {found['n']}", price.unit, (price,))


def percent_of(asked: Asked, book: Book) -> Worked | None:
    """N % of something that is looked up."""
    found = re.search(
        r"(?P<p>\d+(?:\.\d+)?)\s?(?:%|per ?cent|prozent|процент\w*)\s+(?:of|von|der|des|"
        r"от)\s+(?P<what>[^?]+)",
        asked.text,
        re.IGNORECASE,
    )
    if found is None or len(asked.counts) > 1:
        return None
    base = find(book, content_of(book, found["what"]), lambda f: not f.percent and _year(asked, f))
    return Worked(f"{found['p']}% of {base.number}", base.unit, (base,)) if base else None


def free_or_half(asked: Asked, book: Book) -> Worked | None:
    """What somebody pays who pays half of a price that stands elsewhere."""
    words = content_of(book, asked.text)
    if asked.counts or not COST.search(asked.text) or not words or says_price(book, words):
        return None
    for fact in book.facts:
        if not fact.money or fact.per or not _HALF.search(fact.sentence):
            continue
        if all(names(word, words_of(fact.sentence)) for word in words):
            return Worked(f"{fact.number} / 2", fact.unit, (fact,))
    return None
