"""Small numbers in words, in three languages, written as digits."""

from __future__ import annotations

import re

_WORDS = {
    2: "two zwei два две двух двое двоих двум двумя", 3: "three drei три трёх трех трое троих трём тремя",
    4: "four vier четыре четырёх четверо четверых четырьмя",
    5: "five fünf пять пяти пятеро пятерых пятью",
    6: "six sechs шесть шести", 7: "seven sieben семь семи", 8: "eight acht восемь восьми",
    9: "nine neun девять девяти", 10: "ten zehn десять десяти", 11: "eleven elf одиннадцать",
    12: "twelve zwölf двенадцать двенадцати", 15: "fifteen fünfzehn пятнадцать", 20: "twenty zwanzig двадцать",
    30: "thirty dreißig тридцать",
}  # fmt: skip
_DIGITS = {word: str(number) for number, words in _WORDS.items() for word in words.split()}
_NO_COUNT = (
    r"(?![\w-]*\s+(?:thirds?|quarters?|fifths?|drittel\w*|viertel\w*|трет\w+|четверт\w+|hundred|thousand|million))"
)
_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(_DIGITS)})(?!\w){_NO_COUNT}", re.IGNORECASE)


def digits_for_words(text: str) -> str:
    """Return a text with small numbers as digits: three adults as 3 adults; not where they are parts of a "
    "fraction."""
    return _WORD.sub(lambda found: _DIGITS[found[0].casefold()], text)
