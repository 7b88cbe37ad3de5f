"""Small numbers in words, in three languages, written as digits."""

from __future__ import annotations

import re

_WORDS = {
    2: "two zwei два две двух двое двоих двум двумя", 3: "three drei три трёх трех трое троих трём тремя",
    4: "four vier четыре четырёх четверо четверых четырьмя",
    5: "five fünf пять пяти пятеро пятерых пятью",
    6: "six sechs шесть шести", 7: "seven sieben семь семи", 8: "eight acht восемь восьми",
    9: "nine neun девять девяти", 10: "ten zehn десять десяти", 11: "eleven elf одиннадцать",
    12: "twelve zwölf двенадцать двенадцати", 13: "thirteen dreizehn тринадцать",
    14: "fourteen vierzehn четырнадцать", 15: "fifteen fünfzehn пятнадцать", 16: "sixteen sechzehn шестнадцать",
    17: "seventeen siebzehn семнадцать", 18: "eighteen achtzehn восемнадцать", 19: "nineteen neunzehn девятнадцать",
    20: "twenty zwanzig двадцать", 30: "thirty dreißig тридцать", 40: "forty vierzig сорок",
    50: "fifty fünfzig пятьдесят",
}  # fmt: skip
_DIGITS = {word: str(number) for number, words in _WORDS.items() for word in words.split()}
_NO_COUNT = (
    r"(?![\w-]*\s+(?:thirds?|quarters?|fifths?|drittel\w*|viertel\w*|трет\w+|четверт\w+|hundred|thousand|million))"
)
_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(_DIGITS)})(?!\w){_NO_COUNT}", re.IGNORECASE)


_DOZEN = re.compile(
    r"\b(?:a|one|ein|eine|das) (?:dozen|dutzend)\b|(?<!baker's )(?<!baker’s )\b(?:dozen|dutzend|дюжин\w+)\b",
    re.IGNORECASE,
)
_HOURS = (
    (r"(?:an|1|one) hour and a quarter|eineinviertel stunden|fünf ?viertelstunden|час с четвертью", "75 minutes"),
    (r"(?:an|1|one) hour and a half|(?:one|1) and a half hours|anderthalb stunden|eineinhalb stunden|полтора часа",
     "90 minutes"),
    (r"(?:an|1|one) hour and three[- ]quarters|eindreiviertel stunden", "105 minutes"),
    (r"(?:2|two) and a half hours|zweieinhalb stunden|2 с половиной часа", "150 minutes"),
    (r"half an hour|(?:eine )?halbe stunde|(?:einer )?halben stunde|полчаса", "30 minutes"),
    (r"three[- ]quarters of an hour|(?:eine )?dreiviertelstunde", "45 minutes"),
)  # fmt: skip


def digits_for_words(text: str) -> str:
    """Return a text with small numbers as digits: three adults as 3 adults; not where they are parts of a fraction.

    A dozen is 12, half an hour 30 minutes.
    """
    for words, minutes in _HOURS:
        text = re.sub(rf"\b(?:{words})\b", minutes, text, flags=re.IGNORECASE)
    text = _DOZEN.sub("12", text)
    return _WORD.sub(lambda found: _DIGITS[found[0].casefold()], text)
