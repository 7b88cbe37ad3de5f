"""A goal's words linked to a table: values, comparisons and stretches of time as conditions; columns; what "
"is left."""

from __future__ import annotations

import re

from indagate.evidence.vocabulary import vocabulary
from indagate.flows.task.offline.meaning import is_russian_verb, is_verb, means
from indagate.flows.task.offline.spare import is_filler, is_small, small
from indagate.flows.task.offline.speech import GERMAN
from indagate.flows.task.offline.synonym import alike
from indagate.flows.task.offline.tables.bound import bind
from indagate.flows.task.offline.tables.figure import Wish
from indagate.flows.task.offline.tables.linked import NOT, Condition, Linked, Mention, Token, tokens_of
from indagate.flows.task.offline.tables.period import Period, unit_named
from indagate.flows.task.offline.tables.query import WORTH, worth, worth_columns
from indagate.flows.task.offline.tables.schema import NUMERIC, Column, Sheet
from indagate.flows.task.offline.word import form_of, spelled_like
from indagate.tools.calculator.dimension import measure


def link(text: str, wish: Wish, periods: list[Period], sheet: Sheet) -> Linked:
    """Match a goal's words with a table: values first, then time and comparisons, then columns and its own name."""
    linked = Linked(sheet, text, wish, tokens_of(text))
    marked = {n for n, token in enumerate(linked.tokens) if _within(token, wish)}
    _values(linked, marked)
    _periods(linked, periods)
    _columns(linked, marked)
    _worth(linked, marked)
    bind(linked)
    for n, token in enumerate(linked.tokens):
        if n in linked.claimed or n in marked:
            continue
        own = any(form_of(token.word, one) or spelled_like(token.word, one) for one in (*sheet.words, *sheet.folder))
        if own:
            linked.own.append(token.start)
        elif not (is_filler(token.word) or unit_named(token.word) or _deed(linked, n) or _unit_said(linked, n)):
            linked.left.append(token.word)
    _own_names(linked)
    _by_unit_only(linked)
    for n, token in enumerate(linked.tokens):
        if n in linked.claimed and any(form_of(token.word, one) for one in sheet.words):
            linked.own.append(token.start)
    return linked


_NOUN_AFTER = frozenset(
    vocabulary(
        """
the a an of average mean total median highest lowest which what in per each most least more less and or for with
"""
    )
)


def _deed(linked: Linked, place: int) -> bool:
    """Whether a word is a verb that texts of all kinds have, and stands where no noun does."""
    word = linked.tokens[place].word
    if re.search("[а-яё]", word):
        return is_russian_verb(word)
    if word in GERMAN:
        return True
    return is_verb(word) and (place == 0 or linked.tokens[place - 1].word not in _NOUN_AFTER)


def _unit_said(linked: Linked, place: int) -> bool:
    """Whether a word is the unit, as its heading has it, of a column that is named: the fat content in per cent."""
    return any(linked.tokens[place].word in mention.column.words for mention in linked.mentions)


def _own_names(linked: Linked) -> None:
    """Let go of columns that only name what rows are, where each row has another: the order of orders, its number."""
    for mention in list(linked.mentions):
        column = mention.column
        named = any(form_of(word, own) for word in column.words for own in linked.sheet.words)
        if named and column.kind == "text" and column.distinct >= linked.sheet.rows:
            linked.mentions.remove(mention)
            linked.own.append(mention.at)


def _by_unit_only(linked: Linked) -> None:
    """Let go of columns that only share the unit of one that is named by it: kilograms are those of the column kg."""
    for mention in list(linked.mentions):
        column, word = mention.column, _word_at(linked, mention.at)
        others = [one.column for one in linked.mentions if one is not mention and one.column.kind in NUMERIC]
        named = any(alike(word, one) and not measure(one) for one in column.words)
        if column.kind in NUMERIC and not named and measure(word) and any(_same_unit(column, one) for one in others):
            linked.mentions.remove(mention)
        elif not mention.direct and mention.at in linked.own:
            linked.mentions.remove(mention)  # what the rows are, not a column


def _word_at(linked: Linked, at: int) -> str:
    return next(token.word for token in linked.tokens if token.start == at)


def _same_unit(column: Column, other: Column) -> bool:
    """Whether two columns are of one unit, and only the other is called by it or by a word of the goal."""
    return bool(_unit_of(column)) and not _is_unit_name(column) and _unit_of(column) in (_unit_of(other), *other.words)


def _within(token: Token, wish: Wish) -> bool:
    return any(mark.start <= token.start < mark.end for mark in wish.marks)


def _values(linked: Linked, marked: set[int]) -> None:
    """Find the values of columns of words, longer ones first."""
    tokens = linked.tokens
    hits: list[tuple[int, int, Column, str]] = []
    for column in linked.sheet.columns:
        for value in column.values:
            parts = [token.word for token in tokens_of(value)]
            if not parts:
                continue
            for at in range(len(tokens) - len(parts) + 1):
                compound = len(parts) == 1 and _begins(tokens[at].word, parts[0])
                if compound or all(_names(tokens[at + n].word, part, len(parts)) for n, part in enumerate(parts)):
                    hits.append((at, len(parts), column, value))
    for at, size, column, value in sorted(
        hits, key=lambda hit: (-hit[1], hit[0], hit[3].casefold() != tokens[hit[0]].word)
    ):
        places = set(range(at, at + size))
        if places & linked.claimed or (size == 1 and at in marked):
            continue
        named = size == 1 and any(tokens[at].word == word for one in linked.sheet.columns for word in one.words)
        if named and not _after_own_column(tokens, at, column):
            continue  # the word names a column
        linked.claimed |= places
        start = tokens[at].start
        literal = "'" + value.replace("'", "''") + "'"
        linked.conditions.append(
            Condition("value", f"{column.sql} = {literal}", start, column, value, _left_out(linked, start))
        )


def _begins(word: str, value: str) -> bool:
    """Whether a German compound begins with a value: Biomilch, Bio."""
    return len(value) > 2 and value.isalpha() and len(word) - len(value) > 3 and word.startswith(value)


def _after_own_column(tokens: list[Token], at: int, column: Column) -> bool:
    return at > 0 and any(form_of(tokens[at - 1].word, word) for word in column.words)


def _names(word: str, part: str, size: int) -> bool:
    """Whether a word of the goal is a word of a value; small words and fillers only if they are equal."""
    if word == part:
        return size > 1 or not (small(word) and len(word) < 3)
    return not is_filler(word) and not small(word) and form_of(word, part)


def _left_out(linked: Linked, start: int) -> bool:
    """Whether what stands at a place is left out: "excluding Bonn", "not Bonn"."""
    before = linked.text[:start]
    words = re.findall(r"[^\W_]+", before)[-2:]
    if words and words[-1].casefold() in NOT:
        return True
    for mark in linked.wish.marks:
        if mark.name == "leave" and mark.end <= start:
            between = linked.text[mark.end : start]
            if len(between.split()) <= 4 and not re.search(r"[,;?]|\b(?:in|from|im|von|в|из)\b", between):
                return True
            if _listed_after(linked, mark.end, start):
                return True
        if (
            mark.name == "leave"
            and start < mark.start
            and re.fullmatch(r"\S+\s+(?:is |are |being )?", linked.text[start : mark.start])
        ):
            return linked.text[mark.start : mark.end].casefold() == "left out"
    return False


def _listed_after(linked: Linked, low: int, high: int) -> bool:
    """Whether there is only a list between two places: "except A, B and C"."""
    others = [one for one in linked.conditions if one.kind == "value" and low <= one.at < high]
    rest = linked.text[low:high]
    for one in others:
        rest = rest.replace(one.value, " ")
    return bool(others) and not re.search(r"[^\W_]{2,}", re.sub(r"\b(?:and|or|und|oder|и|или)\b", " ", rest))


def _periods(linked: Linked, periods: list[Period]) -> None:
    dated, yearly = linked.dated, linked.yearly
    for period in periods:
        places = {n for n, token in enumerate(linked.tokens) if period.start <= token.start < period.end}
        if places & linked.claimed:
            continue
        if period.kind == "whole":
            linked.claimed |= places
            continue
        column = yearly if dated is None else dated
        if column is None:
            continue
        sql = period.sql(column.sql, yearly=dated is None)
        if sql:
            linked.conditions.append(Condition("period", sql, period.start, column, period=period))
            linked.claimed |= places


def _columns(linked: Linked, marked: set[int]) -> None:
    """Find the columns that are named, those with more of their words in the goal first."""
    tokens = linked.tokens
    scored: list[tuple[int, float, bool, Column, list[int]]] = []
    for column in linked.sheet.columns:
        telling = [word for word in column.words if not word.isdigit()]
        free = [n for n in range(len(tokens)) if n not in linked.claimed and n not in marked]
        direct = _closest([n for n in free if any(form_of(tokens[n].word, one) for one in telling)], tokens, telling)
        names = [one for one in telling if not is_small(one)]
        if names and not any(form_of(tokens[n].word, one) for n in direct for one in names):
            direct = []  # "sold" alone names no column of umbrellas sold
        loose = [
            n
            for n in free
            if any(alike(tokens[n].word, one) or spelled_like(tokens[n].word, one) for one in telling)
            and not (column.kind == "text" and _passive(tokens, n))
        ]
        if all(is_small(tokens[n].word) for n in loose):
            loose = [*loose, *(n for n in free if _kin(tokens[n].word, column, telling))]
        places = direct or [n for n in loose if not is_small(tokens[n].word) or column.kind in ("date", "moment")]
        if places:
            named = len({tokens[n].word for n in direct})
            scored.append((named, named / max(1, len(telling)), bool(direct), column, places))
    used: set[int] = set()
    for _, _, direct_hit, column, places in sorted(
        scored, key=lambda one: (-one[0], -one[1], one[4][0], not _is_unit_name(one[3]))
    ):
        own = [n for n in places if n not in used]
        if own:
            used |= set(own)
            linked.mentions.append(Mention(column, tokens[own[0]].start, direct_hit))
        elif twin := _twin(column, [one.column for one in linked.mentions]):
            linked.mentions.append(Mention(column, next(m.at for m in linked.mentions if m.column is twin), direct_hit))
    linked.claimed |= used
    for mention in linked.mentions:
        n = next(n for n, token in enumerate(tokens) if token.start == mention.at)
        for beside in (n - 1, n + 1):
            unused = 0 <= beside < len(tokens) and beside not in linked.claimed and beside not in marked
            if unused and not is_small(tokens[beside].word) and _speaks_of(tokens[beside].word, mention.column):
                linked.claimed.add(beside)
    linked.mentions.sort(key=lambda one: one.at)


def _passive(tokens: list[Token], place: int) -> bool:
    """Whether a word is the deed of a sentence, and no column of words: were picked, was repaired."""
    before = tokens[place - 1].word if place else ""
    return tokens[place].word.endswith("ed") and before in ("was", "were", "been", "is", "are", "has", "have")


def _kin(word: str, column: Column, telling: list[str]) -> bool:
    """Whether a word is the unit of a column, or kin to its name: kilometres, distance_km; Fettgehalt, Fett."""
    own, unit = measure(word), measure(_unit_of(column)) if _unit_of(column) else None
    if own and unit and column.kind in NUMERIC:
        return own.powers == unit.powers and own.factor == unit.factor
    if len(word) > 6 and any(len(one) > 3 and word.startswith(one) for one in telling):
        return True
    return not is_small(word) and len(word) > 3 and any(len(one) > 3 and means(word, one) for one in telling)


def _is_unit_name(column: Column) -> bool:
    """Whether a column is called by its unit alone: kg."""
    return len(column.words) == 1 and measure(column.words[0]) is not None


def _unit_of(column: Column) -> str:
    """Return the unit of a column: its own, or the last word of its name where that is not what it is for one of."""
    if _is_unit_name(column):
        return column.words[0]
    if column.unit or len(column.words) < 2:
        return column.unit
    return "" if column.words[-2] in ("per", "pro", "je", "за", "на", "в") else column.words[-1]


def _speaks_of(word: str, column: Column) -> bool:
    return any(alike(word, one) for one in column.words)


def _closest(places: list[int], tokens: list[Token], telling: list[str]) -> list[int]:
    """Return the places side by side that hold the most of a column's words; of equal ones the first."""
    if len(telling) < 2 or len(places) < 2:
        return places
    runs = [[n for n in places if first <= n < first + len(telling)] for first in places]

    def held(run: list[int]) -> int:
        return sum(any(form_of(tokens[n].word, one) for n in run) for one in telling)

    best = max(runs, key=held)
    return best if held(best) > 1 else places


def _worth(linked: Linked, marked: set[int]) -> None:
    """See whether revenue is asked for where rows have a price and a quantity; or a column is called total "
    "or amount."""
    factors = worth_columns(linked.sheet)
    numeric = [one for one in linked.mentions if one.column.kind in NUMERIC and one.column.grain != "year"]
    spelled = len(numeric) == 2 and {one.column.name for one in numeric} == {one.name for one in factors}
    if numeric and not spelled:
        return
    if spelled:  # revenue (units times price)
        linked.mentions = [one for one in linked.mentions if one not in numeric]
    for n, token in enumerate(linked.tokens):
        if n in marked and n not in linked.claimed:
            column = next(
                (
                    c
                    for c in linked.sheet.columns
                    if c.kind in NUMERIC and any(form_of(token.word, one) for one in c.words)
                ),
                None,
            )
            if column is not None:
                linked.mentions.append(Mention(column, token.start, True))
                linked.claimed.add(n)
                return
    if worth(linked.sheet) is None:
        return
    for n, token in enumerate(linked.tokens):
        if n not in linked.claimed and any(form_of(token.word, one) for one in WORTH):
            linked.claimed.add(n)
            linked.worth = True


def _twin(column: Column, named: list[Column]) -> Column | None:
    """Return the column that has the same heading, where a heading occurs twice."""
    bare = re.sub(r"_\d+$", "", column.name)
    return next(
        (one for one in named if one is not column and re.sub(r"_\d+$", "", one.name) == bare and bare != column.name),
        None,
    )
