"""A Russian question in plainer words: without particles, diminutives and prefixes that no table lists."""

from __future__ import annotations

from indagate.flows.notes.calendarwords import MONTHS, WEEKDAYS
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.idleword import degrees, idle
from indagate.flows.notes.offline.residue import turns
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import content, cyrillic, listed, plain, stem, tokens

_PARTICLES = ("-то", "-ка", "-таки", "-с", "-тка")
_POINTING = listed(
    "что кто как где куда когда какой какая какое какие каких какого чей чье почему зачем откуда сколько"
)
"""What a particle makes another word of: что-то, как-то."""


_IN_HOW_MANY = pattern(r"\b(?:в|на|за|по|из|с|со|о|об) скольк(?:их|ими) (?P<of>[а-я]+)")
_WHAT_SORT_OF = pattern(
    r"\bчто за (?P<of>(?!все|всю|неделю|месяц|год|день|лето|зиму|осень|весну|эт|прошл|последн)[а-я]+)"
)


def familiar(text: str, lexicon: Lexicon) -> str:
    """Return a question in which words that are unknown stand as the known ones that they are forms of."""
    made = text = _in_plain_cases(text)
    read = [(hit.start, hit.end) for hit in lexicon.hits(text) if not hit.near] if cyrillic(text) else []
    for token in reversed(tokens(text)):
        if not token.word or not "а" <= token.low[0] <= "я" or any(a <= token.start < b for a, b in read):
            continue
        instead = _plainer(token.text, token.low, lexicon)
        if instead != token.text:
            made = f"{made[: token.start]}{instead}{made[token.end :]}"
    return made


def _in_plain_cases(text: str) -> str:
    """Return a question that asks "сколько дней" for "в скольких днях", and "какие траты" for "что за траты"."""
    low = plain(text)
    found, sort = _IN_HOW_MANY.search(low), _WHAT_SORT_OF.search(low)
    if found is None and sort is None:
        return text
    from indagate.flows.notes.offline.morphology import of_many, readings

    if found is not None and (many := of_many(found["of"])):
        return f"{text[: found.start()]}сколько {many}{text[found.end() :]}"
    if sort is not None:
        several = "plur" in next((one.marks for one in readings(sort["of"])), ())
        return f"{text[: sort.start()]}{'какие' if several else 'какой'}{text[sort.start('of') - 1 :]}"
    return text


def _plainer(said: str, low: str, lexicon: Lexicon) -> str:
    """Return what stands for a word; the word itself where it is known, or nothing is known of it."""
    for particle in _PARTICLES:
        head = low.removesuffix(particle)
        if head != low and head not in _POINTING:
            return _plainer(said[: -len(particle)], head, lexicon)
    if _plain(low) or lexicon.knows(low) or not content(low) or "-" in low:
        return said
    from indagate.flows.notes.offline.morphology import plainer_form, respelt, told_as_past, undiminished

    instead = plainer_form(low, lexicon.knows, lambda word: lexicon.means(word) and not turns(word)) or undiminished(
        low, {"NOUN": _measuring, "ADJF": _grading}
    )
    instead = instead or respelt(low, lambda word: _plain(word) or lexicon.knows(word))
    if not instead:
        return said
    past = told_as_past(low)
    return f"когда я {past if lexicon.knows(past) else instead}" if past else instead


_SMALL = frozenset(
    stem(word)
    for word in listed("""
    неделя месяц год день ночь утро вечер час минута секунда раз число дата километр метр грамм рубль копейка деньги
    сумма рекорд результат
""")
)


def _measuring(word: str) -> bool:
    """Whether a word names a time or an amount, as questions say in diminutives."""
    return word in MONTHS or word in WEEKDAYS or stem(word) in _SMALL


def _grading(word: str) -> bool:
    """Whether a word says how much of something: длинный."""
    return stem(word) in degrees()


def _plain(word: str) -> bool:
    """Whether a word is one that questions are read by, or a name."""
    return stem(word) in idle() or word in MONTHS or word in WEEKDAYS or word in cues.NAMES or word in cues.KIN
