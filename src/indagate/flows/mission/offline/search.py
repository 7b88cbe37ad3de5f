"""What to search for in each round, and which of the passages found are worth reading."""

from __future__ import annotations

import re
from collections import Counter

from indagate.evidence import sentences, words
from indagate.evidence.word import STOPS
from indagate.flows.mission.ask import Candidate, Judgement, JudgeQuestion, Queries, QueryQuestion, Verdict
from indagate.flows.mission.chart import Dimension
from indagate.flows.mission.offline.bearing import Sought, sought
from indagate.flows.mission.offline.expected import Expected, expected
from indagate.flows.mission.offline.lexis import FILLERS, ORDERS, SYNONYMS, VARIANTS, stems, tongue
from indagate.flows.mission.offline.term import bag, strength, terms
from indagate.flows.mission.offline.thesaurus import others
from indagate.flows.mission.offline.translation import translated

RELEVANT, PARTIAL = 0.55, 0.28
WHOLE = 0.3
"""What the whole of a passage adds to the worth of its best sentence."""
_CONCEPT_OF = {
    Expected.MONEY: "cost",
    Expected.DURATION: "duration",
    Expected.LEVEL: "loud",
    Expected.DISTANCE: "far",
}
_DATE_WORDS = {"en": "date year", "de": "Datum Jahr", "ru": "дата год"}
_LEARNED = 4
_LINE_ENDS_IN_NUMBER = re.compile(
    r"(?:\.{3,}|…|\s\.\s\.|\s{2,}|\t)\s*\d{1,4}\s*$|^[^.!?]{3,80}?,\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*$"
)
_NAVIGATION = re.compile(
    r"^(?:home|menu|next|prev(?:ious)?|up|back|contents?|index|login|log in|sign in|search|skip to \w+|imprint|"
    r"impressum|privacy|cookies?|datenschutz|"
    r"kontakt|contact|startseite|zurück|weiter|главная|меню|назад|далее|поиск|войти|контакты)$",
    re.IGNORECASE,
)
_CONTENTS = re.compile(
    r"^(?:table of contents|contents|index|inhalt(?:sverzeichnis)?|stichwortverzeichnis|содержание|оглавление|"
    r"указатель)\b",
    re.IGNORECASE,
)


def queries(question: QueryQuestion) -> Queries:
    """The next queries for a dimension: its words, then variants of them, then what the passages found teach."""
    tried = {_key(query) for query in question.tried}
    stages = (_plain, _varied, _learned)
    for stage in stages[min(max(question.round, 1), len(stages)) - 1 :]:
        fresh: dict[frozenset[str], str] = {}
        for query in stage(question):
            key = _key(query)
            if key and key not in tried:
                fresh.setdefault(key, query)
        if fresh:
            return Queries(tuple(fresh.values()))
    return Queries(())


def _key(query: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words(query))


def _content(text: str) -> list[str]:
    return [term.word for term in terms(text)]


def _plain(question: QueryQuestion) -> list[str]:
    """The dimension's content words, those of the task's description, and of what a person directed."""
    own = _content(question.dimension.question) or _content(question.dimension.name)
    found = [" ".join(own)]
    described = question.description.partition(":")[2] or question.description
    extra = [term.word for term in terms(described) if not strength(term, bag(" ".join(own)))]
    if extra and any(strength(term, bag(" ".join(own))) for term in terms(described)):
        found.append(" ".join(_content(described)))
    for directive in question.directives[-2:]:
        found.append(" ".join(dict.fromkeys((*_content(directive), *_rare(question)))))
    return found


def _rare(question: QueryQuestion) -> list[str]:
    """The words of a dimension that are not themselves what is asked: its matter."""
    own = terms(question.dimension.question)
    matter = [term.word for term in own if not any(stem in SYNONYMS for stem in term.stems)]
    return (matter or [term.word for term in own])[:4]


def _varied(question: QueryQuestion) -> list[str]:
    """The dimension's matter with the words that an answer would hold, its name alone, and its words one synonym on."""
    code = tongue(question.dimension.question)
    matter = _rare(question)
    asked = _CONCEPT_OF.get(expected(question.dimension.question))
    held = bag(question.dimension.question)
    found = []
    for member, variants in VARIANTS:
        group = SYNONYMS.get(next(iter(sorted(stems(member)))), frozenset())
        if member == asked or group & held:
            found.append(" ".join((*matter, variants[code])))
    if expected(question.dimension.question) is Expected.DATE:
        found.append(" ".join((*matter, _DATE_WORDS[code])))
    own = _content(question.dimension.question)
    if likely := list(dict.fromkeys(other for word in own for other in others(word))):
        found.append(" ".join((*own, *likely)))
    found.append(" ".join(_content(question.dimension.name)))
    found.append(" ".join(matter))
    foreign = list(dict.fromkeys(other for word in own for other in translated(word)))
    return [*found[:4], " ".join((*(word for word in own if not translated(word)), *foreign))] if foreign else found[:4]


def _learned(question: QueryQuestion) -> list[str]:
    """The dimension's matter with words that stand beside its own in the passages seen."""
    own = terms(question.dimension.question)
    aim = sought(question.dimension.name, question.dimension.question, question.seen, question.dimension.rarity)
    near: Counter[str] = Counter()
    everywhere: Counter[str] = Counter()
    form: dict[str, str] = {}
    for text in question.seen:
        for sentence in sentences(text):
            bears = aim.touches(sentence.text) and not ORDERS.search(sentence.text)
            for word in dict.fromkeys(word.text.casefold() for word in words(sentence.text)):
                if len(word) < 4 or word[0].isdigit() or word in STOPS or word in FILLERS:
                    continue
                stem = min(stems(word))
                form.setdefault(stem, word)
                everywhere[stem] += 1
                near[stem] += bears
    known = bag(" ".join((*question.tried, question.dimension.question)))
    learned = [
        form[stem]
        for stem, count in sorted(near.items(), key=lambda item: (-item[1] * item[1] / everywhere[item[0]], item[0]))
        if count >= 2 and not stems(form[stem]) & known and not any(strength(term, stems(form[stem])) for term in own)
    ]
    matter = _rare(question)
    return [" ".join((*matter, *learned[at : at + 2])) for at in range(0, min(len(learned), _LEARNED), 2)]


def judge(question: JudgeQuestion) -> Judgement:
    """Grade passages by how much of the dimension they cover; rarer words weigh more, orders in a text do not count."""
    texts = {item.number: _without_orders(item.text) for item in question.candidates}
    aim = sought(question.dimension.name, question.dimension.question, texts.values(), question.dimension.rarity)
    excluded = sought("", question.exclusions) if question.exclusions and terms(question.exclusions) else None
    return Judgement(tuple(_verdict(item, texts[item.number], aim, excluded) for item in question.candidates))


def worth(dimension: Dimension, text: str, heading: str, title: str) -> float:
    """How well a passage bears on a dimension: by its best sentence, and a little by all of it."""
    aim = sought(dimension.name, dimension.question, (), dimension.rarity)
    around = f"{heading} {title}\n{heading.rpartition(' › ')[2]}"
    best = max((aim.score(sentence.text, around) for sentence in sentences(text)), default=0.0)
    return round(best + WHOLE * aim.coverage(text, around), 4)


def _without_orders(text: str) -> str:
    return "\n".join(sentence.text for sentence in sentences(text) if not ORDERS.search(sentence.text))


def _verdict(item: Candidate, text: str, aim: Sought, excluded: Sought | None) -> Verdict:
    flaw = _flaw(item.text, item.heading) or ("" if text.strip() else "nothing but orders to its reader")
    if flaw:
        return Verdict(item.number, "discarded", flaw)
    around = f"{item.heading} {item.title}\n{item.heading.rpartition(' › ')[2]}"
    if excluded is not None and excluded.coverage(f"{around} {item.path}") >= 0.75:
        return Verdict(item.number, "discarded", "excluded by the plan")
    value = aim.coverage(text, around)
    found = aim.covered(f"{text} {around}")
    missing = [term.word for term in aim.terms if term.word not in found]
    says = f"covers {_quoted(found)}" if found else "covers none of the words"
    lacks = f"; lacks {_quoted(missing)}" if missing else ""
    holds = ""
    if aim.expected is not Expected.ANYTHING and aim.answered(text):
        value, holds = value + 0.1, f"; holds {aim.expected}"
    if not aim.touches(f"{text} {item.heading}"):
        grade = "partial" if value >= RELEVANT else "discarded"
        return Verdict(item.number, "partial" if grade == "partial" else "discarded", f"{says}{lacks}")
    if value >= RELEVANT:
        return Verdict(item.number, "relevant", f"{says}{lacks}{holds}")
    return Verdict(item.number, "partial" if value >= PARTIAL else "discarded", f"{says}{lacks}{holds}")


def _quoted(found: tuple[str, ...] | list[str]) -> str:
    return ", ".join(found[:6]) + (" …" if len(found) > 6 else "")


def _flaw(text: str, heading: str) -> str:
    """Why a passage is not worth reading whatever it is about; empty when it is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [word for word in words(text) if word.text.casefold() not in STOPS]
    if len(telling) < 4:
        return "near-empty"
    last = heading.rsplit("›", 1)[-1].rsplit(">", 1)[-1].strip()
    listing = sum(bool(_LINE_ENDS_IN_NUMBER.search(line)) for line in lines)
    if len(lines) >= 3 and listing >= 0.6 * len(lines):
        return "a table of contents or an index"
    if _CONTENTS.match(last) and not any(line.endswith((".", "!", "?")) for line in lines):
        return "a table of contents or an index"
    menu = sum(bool(_NAVIGATION.match(part.strip())) for line in lines for part in re.split(r"[|›»·•]", line))
    if menu >= 3 and menu * 3 >= len(lines):
        return "navigation"
    return ""
