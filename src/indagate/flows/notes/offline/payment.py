"""What money in a note was: paid by the writer, paid to the writer, only asked for in an invoice, or a rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from indagate.flows.notes.calendarwords import MONTHS
from indagate.flows.notes.lexicon import Lexicon, Marked
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.draft import Draft
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain

_TO_ME = pattern(
    r"\b(?:paid|pays|transferred|wired|sent|venmoed|settled|deposited)(?: (?:me|us|up))*"
    r"[\s,:]*(?:(?:the|my|an?|its|their|his|"
    r"her) )?(?:[€$£₽]?\d|(?:\w+ )?(?:invoices?|retainer|deposit|fee|balance|advance|instal?lment|milestone|"
    r"remainder|rest|bill|salary|wages?)\b)"
)
_CLIENT = pattern(
    r"\b(?:clients?|customers?|employer|заказчик\w*|клиент\w*|работодател\w*|kunde\w*)\b[^.;]{0,24}?\b(?:paid|pays|"
    r"transferred|wired|sent|settled|заплатил\w*|оплатил\w*|перев[её]л\w*|перечислил\w*|прислал\w*|рассчитал\w*|"
    r"bezahlt\w*|überwies\w*)\b"
)
_FOR = pattern(r"\bfor (?!(?:the |my |our )?(?:work|job|project|invoice|hours|month|site|design|shoot|gig|logo)\b)")
_BOUGHT_NOW = pattern(r"\b(?:paid|deposit|booked|signed up|registered|entry|bought|ordered)\b")
_LATER = pattern(
    r"\b(?:want\w*|plan\w*|going to|gonna|maybe|would|should|might|could|will|goals?|budget\w*|next|tomorrow|need to|"
    r"have to|thinking|consider\w*)\b"
)


def settle(drafts: list[Draft], text: str, day: date, lexicon: Lexicon) -> None:
    """Let the money of a sentence be what it is: income where a client pays, nothing more where an invoice is paid."""
    _invoices(drafts)
    _eaten(drafts)
    low = plain(text)
    for one in drafts:
        if not _is(one, "spend") or not any(found.kind == "money" for found in one.found):
            continue
        stranger = one.why == "other" and one.who not in cues.NAMES and one.who not in cues.KIN
        client = ((stranger and _TO_ME.search(low)) or _CLIENT.search(low)) and not _FOR.search(low)
        marks = _marks(lexicon, "income") if client or _came_in(one, text) else []
        if marks:
            one.marks, one.why, one.who = marks, "", ""
        elif one.why == "planned" and _BOUGHT_NOW.search(low) and not _LATER.search(low):
            one.why, one.day = "", day  # what was booked for later is paid now


def _came_in(one: Draft, text: str) -> bool:
    """Whether money came to the writer: sent by somebody, paid by somebody for a month, or said to have arrived."""
    low = plain(text)
    if any(mark.kind for mark in one.marks):
        return False
    if one.why == "other":
        return bool(_SENT.search(low)) or bool(_PAYS.search(low) and any(word in MONTHS for word in _WORD.findall(low)))
    return not one.why and bool(_ARRIVED.search(low) or (_SENT_BY.match(text) and _SENT.search(low)))


_WORD = pattern(r"[^\W\d]+")
_SENT = pattern(
    r"\b(?:transferred|wired|venmoed|sent me|перев[её]л[аи]?|перечислил[аи]?|прислал[аи]?|скинул[аи]?)\b"
    r"(?! (?:it )?to (?!me|us))"
)
_SENT_BY = pattern(r"\W*[A-ZА-ЯЁ][\w-]+(?:'s \w+)? (?:transferred|wired|venmoed|sent me|перев|переч|присл|скинул)")
_PAYS = pattern(r"\b(?:paid|pays|(?:о|за)платил[аи]?|рассчитал(?:ся|ась|ись))\b")
_ARRIVED = pattern(
    r"\d ?(?:[€$£₽]|eur\w*|rub\w*|руб\w*|евро|usd|dollars?) "
    r"(?:arrived|came in|landed|пришл[ио]|поступил[ио]|упал[ио])\b|"
    r"\b(?:пришл[ио]|поступил[ио]) (?:от [\w-]+ )?[€$£]?\d"
)


def _invoices(drafts: list[Draft]) -> None:
    """Let the money of an invoice that was paid be of the payment."""
    paid = next((one for one in drafts if _is(one, "spend") or _is(one, "income")), None)
    for one in [draft for draft in drafts if _is(draft, "invoice")] if paid is not None else ():
        if paid is not None and one is not paid:
            paid.found += [replace(found) for found in one.found]
            paid.end = max(paid.end, one.end)
            drafts.remove(one)


def _eaten(drafts: list[Draft]) -> None:
    """Let money beside a meal of which nothing else is told be what it cost to eat out."""
    meal = next((one for one in drafts if _is(one, "meal") and not one.found and not one.why), None)
    paid = next((one for one in drafts if _is(one, "spend") and not any(mark.kind for mark in one.marks)), None)
    if meal is not None and paid is not None:
        paid.marks = [
            replace(mark, kind=next(iter(mark.activity.kind_by), mark.kind)) if mark.activity.kind_by else mark
            for mark in paid.marks
        ]


def _is(draft: Draft, activity: str) -> bool:
    return any(mark.activity.activity == activity for mark in draft.marks)


def _marks(lexicon: Lexicon, name: str) -> list[Marked]:
    return [
        Marked(domain.name, one, "")
        for domain in lexicon.domains.values()
        for one in domain.log_schema
        if one.activity == name
    ]


def given_back(drafts: Sequence[Draft]) -> None:
    """Let money that stands with what it was spent on be a refund where the sentence tells of one."""
    back = next((one for one in drafts if not one.found and _is(one, "refund")), None)
    paid = next((one for one in drafts if _is(one, "spend") and any(m.kind == "money" for m in one.found)), None)
    if back is not None and paid is not None:
        paid.marks = back.marks
