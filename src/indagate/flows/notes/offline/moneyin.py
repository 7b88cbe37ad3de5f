"""Money that came to the writer, as questions ask for it: payments from somebody, what a client has paid so far."""

from __future__ import annotations

from dataclasses import replace

from indagate.flows.notes.choice import spellings
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.questionword import names_of
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Words
from indagate.flows.notes.token import stem

_ASKS_MONEY = pattern(
    r"\b(?:how much|money|cash|euros?|eur|rubles?|roubles?|dollars?|payments?|transfers?|paid|pay|сколько|денег|деньги|"
    r"рубл\w*|евро|доллар\w*|платеж\w*|перевод\w*|оплат\w*)\b|[€$£₽]"
)
_CAME = pattern(
    r"\b(?:given?|gave|gives|pays?|paid|sent|sends?|transferred|transfers?|wired) (?:me|us)\b(?! back)|"
    r"\b(?:payments?|transfers?|money|cash) (?:\w+ ){0,3}?from\b|"
    r"\b(?:платеж\w*|перевод\w*|оплат\w*|деньг\w*|денег|рублей|евро|получил\w*|пришло|пришли|поступил\w*)"
    r"(?: [\w-]+){0,3}? от\b|\b(?:рублей|евро|денег)(?: [\w-]+){0,3}? получил\w*|"
    r"\b(?:мне|нам)(?: [\w-]+){0,3}? (?:за|вы|о)?(?:платил|перевел|перевод|прислал|перечислил|скинул|платит)\w*|"
    r"\b(?:(?:за|вы|о)?платил|перевел|переводил|прислал|перечислил|скинул|платит)\w*(?: [\w-]+){0,2}? (?:мне|нам)\b|"
    r"\bперевод\w* (?:[\w-]+ ){0,3}?(?:рубл\w*|евро|доллар\w*)|\bсредн\w+ (?:оплат|платеж)\w*"
)
"""What tells that money came, and did not go."""


def came_in(low: str) -> bool:
    """Whether a question asks for money that somebody gave the writer."""
    return bool(_ASKS_MONEY.search(low) and _CAME.search(low))


def from_whom(query: Query, low: str) -> Query:
    """Return a question for money that came with the name of whom it came from as a word that notes must have."""
    if not query.subjects or query.subjects[0].activity != "income" or not came_in(low):
        return query
    words = [_named(one) for one in query.words]
    if query.who:
        words.append(_named(Words((stem(query.who),), said=query.who.capitalize())))
    return replace(query, who="", words=tuple(words))


def _named(words: Words) -> Words:
    """Return words with all spellings of the name that they are."""
    if not words.said[:1].isupper():
        return words
    name = words.said.lower().removesuffix("'s")
    root = stem(name)
    forms = [name, root, *(f"{root}{ending}" for ending in "ая")] if "а" <= name[0] <= "я" else [root]
    alike = names_of(name) if name in cues.NAMES or name in cues.KIN else ()
    found = (*words.stems, *alike, *forms, *(other for form in forms for other in spellings(form)))
    return replace(words, stems=tuple(dict.fromkeys((*found, *map(stem, found)))))
