"""SYNTHESIZE, EVALUATE and OBSERVE by rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indagate.flows.notes.ask import (
    Draft,
    Evaluation,
    EvaluationQuestion,
    Learnt,
    Observation,
    ObserveQuestion,
    ParseQuestion,
    Parsing,
    WriteQuestion,
)
from indagate.flows.notes.chart import Failing
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.entry import Item
from indagate.flows.notes.lexicon import lexicon_of
from indagate.flows.notes.measure import measures
from indagate.flows.notes.offline.draft import value_as
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.offline.spelling import day_text, number_text
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Result
from indagate.flows.notes.token import content, cyrillic, plain
from indagate.flows.notes.valuation import unit_of

SHOWN = 12
"""At most so many notes are shown with a result."""
_LIKED = pattern(r"\b(i (really )?(like|love|prefer|enjoy)|favou?rite|люблю|предпочитаю|нравится|любим\w+)\b")
_DISLIKED = pattern(
    r"\b(i (really )?(hate|dislike|can'?t stand|don'?t like)|allergic|allergy|intolerant|не люблю|"
    r"ненавижу|терпеть не могу|аллерги\w+|не переношу)\b"
)
_FACT = pattern(r"\b(code|password|pin|number|birthday|address|size|код|пароль|номер|день рождения|адрес|размер)\b")


def read_note(asked: ParseQuestion) -> Parsing:
    """Return the things a note tells."""
    return Parsing(parse(asked.text, asked.day, lexicon_of(asked.domains)))


def understood(items: Sequence[Item], domains: Sequence[Domain]) -> str:
    """Return what counts of a note, in words: "run 5 km, 27 min 10 s"."""
    lexicon, told = lexicon_of(domains), []
    for item in items:
        activity = lexicon.activity(item.domain, item.activity)
        if item.why or activity is None:
            continue
        fields = [(activity.fields.get(name), value) for name, value in item.values.items()]
        values = [number_text(value, item.unit or unit_of(field), False) for field, value in fields]
        told.append(f"{item.kind or item.activity} {', '.join(values)}".replace("_", " ").strip())
    if any(item.why == "undated" for item in items):
        told.append("not counted: the day it names is none, or may be either of two; say it with its month's name")
    return "; ".join(told)


def supported(items: Sequence[Item], text: str, domains: Iterable[Domain]) -> bool:
    """Whether every value of what was read in a note is one of the note's own quantities."""
    lexicon = lexicon_of(domains)
    said = measures(text)
    for item in items:
        activity = lexicon.activity(item.domain, item.activity)
        for name, value in item.values.items():
            field = activity.fields.get(name) if activity else None
            told = [own for one in said for own in (one.value, one.more, value_as(field, one) if field else None)]
            if not any(own is not None and abs(own - value) <= 0.01 * abs(value) for own in told):
                return False
    return True


def draft(asked: WriteQuestion) -> Draft:
    """Return the answer in sentences: what was computed, then what is missing."""
    from indagate.flows.notes.offline.wording import write  # a note that is only kept starts faster without

    lexicon = lexicon_of(asked.loaded)
    russian = cyrillic(asked.text)
    sentences = [write(result, lexicon) for result in asked.results]
    if asked.told or asked.declined:
        sentences = [text for text, result in zip(sentences, asked.results, strict=True) if result.found]
        if asked.told:
            sentences.append(("Вы сказали: " if russian else "You said: ") + "; ".join(asked.told) + ".")
        else:
            sentences.append(
                "Вы не ответили на вопрос: " + asked.gaps[-1] if russian else "You did not say: " + asked.gaps[-1]
            )
        known = next((one.expertise for one in asked.loaded if one.expertise and one.name != "general"), "")
        if known:
            sentences.append(" ".join(known.split()))
        sentences.append(
            "Советовать без модели я не могу; это то, что есть в записях и в общем известно."
            if russian
            else "Without a language model no advice is given: this is what the notes and the domain's module say."
        )
    if not sentences:
        sentences = [
            "Нет данных об этом: в записях ничего не найдено."
            if russian
            else "No data for that: nothing in your notes tells it."
        ]
    return Draft(tuple(sentences))


def computed(results: Sequence[Result], domains: Sequence[Domain]) -> tuple[str, ...]:
    """Return the results in words, each with the first notes that it rests on."""
    from indagate.flows.notes.offline.wording import write

    lexicon = lexicon_of(domains)
    lines = []
    for result in results:
        notes = "; ".join(f"{one.date} line {one.line}: {one.text}" for one in result.cited[:SHOWN])
        lines.append(write(result, lexicon) + (f" [{notes}]" if notes else ""))
    return tuple(lines)


def tells_of_the_user(text: str) -> bool:
    """Whether a note tells a preference, or a fact to remember."""
    low = plain(text)
    return bool(_LIKED.search(low) or _DISLIKED.search(low) or _FACT.search(low))


def evaluate(asked: EvaluationQuestion) -> Evaluation:
    """Return where an answer fails: numbers from nowhere, claims that a domain refuses, nothing said, parts missing."""
    failing: list[Failing] = []
    known = _known_numbers(asked)
    expertise = " ".join(one.expertise for one in asked.loaded)
    for sentence in asked.sentences:
        low = plain(sentence)
        for domain in asked.loaded:
            for rule in domain.evaluation:
                if any(claim in low for claim in rule.claim) and not _quoted(sentence, asked, rule.claim):
                    failing.append(Failing(rule.dimension, rule.reason, sentence))
        stray = [number for number in _numbers(sentence) if number not in known and number not in _numbers(expertise)]
        if stray:
            failing.append(Failing("accuracy", f"{stray[0]} is in no entry", sentence))
    if not any(sentence.strip() for sentence in asked.sentences):
        failing.append(Failing("relevance", "nothing is said"))
    unsaid = [one for one in asked.results if one.found and not one.complete and one.query.form == "list"]
    if unsaid and not any("more" in plain(s) or "; and" in s for s in asked.sentences) and not asked.evidence:
        failing.append(Failing("completeness", "not all that was found is told"))
    return Evaluation(tuple(failing))


def _quoted(sentence: str, asked: EvaluationQuestion, claims: tuple[str, ...]) -> bool:
    """Whether a claim stands only within a quoted note: what the user wrote is not claimed."""
    bare = re.sub(r"“[^”]*”|«[^»]*»", " ", sentence)
    return not any(claim in plain(bare) for claim in claims)


def _numbers(text: str) -> set[str]:
    return {number.replace(",", ".").lstrip("0") or "0" for number in re.findall(r"\d+(?:[.,]\d+)?", text)}


def _known_numbers(asked: EvaluationQuestion) -> set[str]:
    """Return every number that the results, their notes and days, the question and the user's answers hold."""
    found = _numbers(asked.text) | {number for told in asked.told for number in _numbers(told)}
    for one in asked.evidence:
        found |= _numbers(one.text) | _numbers(one.date.isoformat()) | _numbers(day_text(one.date, False))
    for result in asked.results:
        found |= _of_result(result)
    return found


def _of_result(result: Result) -> set[str]:
    found: set[str] = set()
    for value in result.values:
        for russian in (False, True):
            found |= _numbers(number_text(value.number, value.unit, russian))
            for other in result.values if result.query.difference else ():
                found |= _numbers(number_text(abs(value.number - other.number), value.unit, russian))
        found |= {str(value.entries)} | _numbers(f"{value.number:.0f} {value.number:.1f}")
        found |= _numbers(value.label)
        if value.day:
            found |= _numbers(value.day.isoformat())
    entries = sum(value.entries for value in result.values)
    found |= {str(len(result.texts)), str(entries), str(len(result.texts) - 12), str(len(result.cited))}
    for text in result.texts:
        found |= _numbers(text)
    periods = [*result.query.periods, *(one for part in result.query.parts for one in part.query.periods)]
    found |= _numbers(result.query.unknown)
    for period in periods:
        for day in (period.first, period.last, min(period.last, result.query.as_of)):
            found |= _numbers(day.isoformat())
    spans = [(result.query.as_of - one.day).days for one in result.values if one.day] if result.query.ago else []
    spans += [round(one.number) for one in result.values] if result.query.form == "gap" else []
    for days in spans:  # also told in weeks
        found |= {str(days), *_numbers(f"{days / 7:.1f}")}
    if result.near:
        found |= _numbers(result.near.isoformat())
    return found


def observe(asked: ObserveQuestion) -> Observation:
    """Return what is worth remembering: preferences and facts that were told, records, events, corrections."""
    learnt: list[Learnt] = []
    if asked.stored is not None:
        source = f"{asked.stored.date} line {asked.stored.line}"
        low = plain(asked.stored.text)
        topic = " ".join(content(asked.stored.text)[:4])
        if _LIKED.search(low) or _DISLIKED.search(low):
            learnt.append(Learnt("preference", topic, asked.stored.text, 0.9, source, asked.stored.date))
        elif _FACT.search(low) and not asked.items:
            learnt.append(Learnt("fact", topic, asked.stored.text, 0.9, source, asked.stored.date))
        if "user_correction" in asked.triggers:
            learnt.append(Learnt("fact", f"correction {topic}", asked.stored.text, 1.0, source, asked.stored.date))
        for mark in asked.marks:
            learnt.append(Learnt("insight", mark.split(":")[0], mark, 0.8, source, asked.stored.date))
    if "post_query" in asked.triggers:
        for result in asked.results:
            if result.found and result.query.form in {"record", "trend"} and result.values and result.query.subjects:
                subject = result.query.subjects[0]
                kind = "pattern" if result.query.form == "trend" else "insight"
                name = " ".join([result.query.form, subject.activity, *subject.kinds])
                text = write_short(result)
                learnt.append(Learnt(kind, name, text, 0.7, asked.run, asked.as_of))  # type: ignore[arg-type]
    return Observation(tuple(learnt))


def write_short(result: Result) -> str:
    """Return a result in a few words, for the global context."""
    subject = result.query.subjects[0]
    value = result.values[-1] if result.query.form == "trend" else result.values[0]
    name = " ".join([*subject.kinds, subject.activity])
    day = f" on {value.day}" if value.day else ""
    way = (
        {True: "rising to ", False: "falling to ", None: "steady at "}[result.verdict]
        if result.query.form == "trend"
        else ""
    )
    return f"{name} {result.query.field} {result.query.form}: {way}{number_text(value.number, value.unit, False)}{day}"
