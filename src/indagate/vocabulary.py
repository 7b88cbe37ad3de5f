"""Word lists as they are best read: plain words, split at white space."""

from __future__ import annotations


def vocabulary(words: str) -> list[str]:
    """The words of a list written as text."""
    return words.split()


def word_lists(lines: str) -> dict[str, frozenset[str]]:
    """Return lists written as text, of which each line begins with its list's name."""
    rows = [line.split() for line in lines.strip().splitlines()]
    return {name: frozenset(word for of, *words in rows if of == name for word in words) for name, *_ in rows}


MONTHS = {
    word: int(month)
    for month, words in word_lists("""
1 january jan januar jän jänner январь января январе январю янв
2 february feb februar feber февраль февраля феврале февралю февр фев
3 march mar märz mär mrz maerz март марта марте марту мар
4 april apr апрель апреля апреле апрелю апр
5 may mai май мая мае маю
6 june jun juni июнь июня июне июню июн
7 july jul juli июль июля июле июлю июл
8 august aug август августа августе августу авг
9 september sep sept сентябрь сентября сентябре сентябрю сен сент
10 october oct oktober okt октябрь октября октябре октябрю окт
11 november nov ноябрь ноября ноябре ноябрю ноя нояб
12 december dec dezember dez декабрь декабря декабре декабрю дек
""").items()
    for word in words
}
"""Names of the months in English, German and Russian, in lower case, with their numbers."""
