"""What is left of a question when dates, numbers and vocabulary are taken: words that narrow, or are looked for."""

from __future__ import annotations

import re
from dataclasses import replace

from indagate.flows.notes.choice import same_person
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import UNITS
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.doing import verb_places
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.operation import unit_asked
from indagate.flows.notes.offline.residue import need_not_be_noted
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Words
from indagate.flows.notes.token import Token, content, listed, plain, stem, tokens

_TELLING = frozenset(
    stem(word)
    for word in listed("""
    read reads say says said tell told tells advise advised сказал сказала говорил говорила посоветовал посоветовала
    wear wears wore drink drank show shows
""")
)
"""What is no word to look for where a note is looked for by its words."""
_SORTS = listed("food foods meal meals drink drinks dish dishes еда еду еды блюдо блюда напиток essen")
"""What a preference is of, in general: no word that the note would say."""
_NUMBERING = listed("number numbers no номер номера цифра")
"""What asks for a number, which no note need call so."""
_ASKING = listed("prefer dislike goal name_word")
_GENERIC = listed("pricey gym meal spend hours load prefer dislike exercise goal")


def worded(
    query: Query, text: str, low: str, hits: tuple[Hit, ...], taken: list[tuple[int, int]], lexicon: Lexicon
) -> Query:
    """Return a query with the words that narrow it, or, where no activity is asked about, those to look for."""
    structured = bool(query.subjects) and query.form != "lookup"
    grammar = _grammar(query, low) if structured else []
    found, within = _of_vocabulary(query, text, hits, grammar, lexicon)
    taken = [*taken, *within, *grammar]
    fillers = _fillers(query, lexicon) if structured else frozenset()
    names = structured and _named(query, hits, lexicon)
    done = verb_places(text, taken) if names else frozenset()
    for token in tokens(text):
        inside = any(a <= token.start < b for a, b in taken)
        if not token.word or inside or (structured and token.low.removesuffix("'s") == query.who):
            continue
        name = token.low.removesuffix("'s")
        kin = not structured and name in cues.KIN and content(name)
        if kin or (name in cues.NAMES and token.text[0].isupper()):
            found.append(Words(names_of(name), said=token.text))
            if structured and query.subjects[0].activity == "spend" and _receives(text, token):
                found.append(Words(GIVING, said=token.text))
            continue
        if token.low in fillers or token.start in done or (structured and _ADVERB.match(token.low)):
            continue
        if structured and _unit(query, token, lexicon):
            continue
        of_day = structured and _part_of_day(text, token, hits)
        if of_day:
            found.append(Words(of_day, said=token.text))
            continue
        unknown = content(token.low) and stem(token.low) not in idle()
        if unknown and need_not_be_noted(token.low, asks=structured, names=names):
            continue
        for one in content(token.low):
            if one not in (idle() if structured else idle() | _TELLING) and len(one) > 1:
                found.append(Words((one,), said=token.text))
    if query.plans and _WISH.search(low) and (structured or not found):
        wishes = ("want", "aim", "target", "dream", "хоч", "хот", "мечта") if structured else ()
        found.append(Words(("#goal", "goal", "цел", *wishes), strict=not structured))
    return replace(query, words=tuple(dict.fromkeys(found)))


def _named(query: Query, hits: tuple[Hit, ...], lexicon: Lexicon) -> bool:
    """Whether a question names the thing that it asks about, and not only a value of it, or money."""
    own = {(one.domain, one.activity) for one in query.subjects}
    marks = [mark for hit in hits for mark in lexicon.marked(hit)]
    return any(
        (one.domain, one.activity.activity) in own and (one.kind or one.activity.activity != "spend") for one in marks
    )


def _unit(query: Query, token: Token, lexicon: Lexicon) -> bool:
    """Whether a word is a unit in which a value of what is asked about is told: metres swum."""
    known = UNITS.get(token.low)
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    return (
        known is not None
        and activity is not None
        and any(known[0] == item.dimension for item in activity.fields.values())
    )


def _fillers(query: Query, lexicon: Lexicon) -> frozenset[str]:
    """Return the words that add nothing to a question about the activity that is asked about."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity) if query.subjects else None
    return frozenset(activity.fillers) if activity is not None else frozenset()


_WISH = pattern(r"\b(goals?|targets?|aim|цел[ьи])\b")
"""What asks for a plan that is a goal, rather than for the next thing to do."""


def _grammar(query: Query, low: str) -> list[tuple[int, int]]:
    """Return the places of words that are read otherwise: what is wanted, plans, what was skipped, units, groups."""
    found = [
        match.span()
        for form, words in cue.FORMS
        if form not in {"list", "verdict"}
        for match in words.finditer(low)
        if len(match[0].split()) < 4 and not _WHEN_LAST.match(match[0])
    ]
    found += [span for match in _WHEN_LAST.finditer(low) for span in (match.span(1), match.span(2))]
    found += [match.span() for match in cue.PLANS.finditer(low) if query.plans]
    found += [match.span() for match in cue.SKIPPED.finditer(low) if query.denied]
    found += [
        match.span()
        for pattern_ in (cue.GROUP, cue.PER, cue.PER_DAY, cue.AGO, cue.HOW)
        for match in pattern_.finditer(low)
    ]
    unit = unit_asked(low)
    return [*found, unit.span("unit")] if unit is not None else found


_WHEN_LAST = pattern(r"\b(when|когда)\b.*\b(last|latest|most recent(?:ly)?|последн\w+|прошл\w+)\b")
"""What asks for the last time, with what it is asked of between its words."""
_MEASURING = listed(
    "time how hours hour long far fast slow quick km minutes duration времени долго далеко часов время минут length"
)
"""What asks for a value and is no word to look for."""


def _of_vocabulary(
    query: Query, text: str, hits: tuple[Hit, ...], grammar: list[tuple[int, int]], lexicon: Lexicon
) -> tuple[list[Words], list[tuple[int, int]]]:
    """Return the vocabulary that narrows a query or is looked for, and the places of all that is known."""
    structured = bool(query.subjects) and query.form != "lookup"
    own = {(one.domain, one.activity) for one in query.subjects} if structured else set()
    fillers = _fillers(query, lexicon)
    low, found, taken = plain(text), list[Words](), list[tuple[int, int]]()
    narrow, wide = list[Words](), False
    for start in dict.fromkeys(hit.start for hit in hits):
        together = [hit for hit in hits if hit.start == start]
        marks = {
            (mark.domain, mark.activity.activity)
            for hit in together
            for mark in (*lexicon.marked(hit), *lexicon.with_value(hit))
        }
        if structured and together[0].near and not marks & own:
            continue
        taken.append((start, together[0].end))
        read = any(a <= start and together[0].end <= b for a, b in grammar)
        if structured and (read or low.startswith("number of", start)):
            continue
        said = text[start : together[0].end]
        field_only = not any(lexicon.marked(hit) for hit in together) and all(
            only_field(hit, lexicon) for hit in together
        )
        nothing = stem(said) in idle() and (structured or field_only or said.lower() in _NUMBERING)
        if not marks & own and (nothing or said.lower() in fillers):
            continue
        if structured and marks & own and _narrow(query, low[start : together[0].end], lexicon):
            marking = {hit.entry for hit in together if lexicon.marked(hit) or lexicon.with_value(hit)}
            own_names = {f"{query.subjects[0].domain}{entry}".replace("_", "") for entry in marking}
            stems = tuple(
                one for one in _stems(together, text, structured) if one[1:] not in marking and one not in own_names
            )
            narrow.append(Words(stems, said=said))
            continue
        wide = wide or any(mark.kind for hit in together for mark in lexicon.marked(hit) if marks & own)
        of_field = any(only_field(hit, lexicon) for hit in together if not lexicon.marked(hit))
        asks = bool(marks & own) or (of_field and (structured or low[start : together[0].end] in _MEASURING))
        if asks or (
            structured
            and (all(hit.entry in _GENERIC for hit in together) or _compound(together, hits, low, own, lexicon))
        ):
            continue
        if all(hit.entry in _ASKING for hit in together) or (query.prefer and low[start : together[0].end] in _SORTS):
            continue
        before = low[max(0, start - 12) : start]
        without = bool(re.search(r"\b(without|no|без|ohne)\s+(a |the )?$", before))
        stems = _stems(together, text, structured)
        if any(said.lower() in mark.activity.narrow for hit in together for mark in lexicon.marked(hit)):
            kinds = {f"{hit.domain}{hit.entry}".replace("_", "") for hit in together if lexicon.marked(hit)}
            stems = tuple(one for one in stems if one not in kinds and one[1:] not in {hit.entry for hit in together})
            stems = stems or content(said)[:1]
        found.append(Words(stems, without, said=said))
    return found if wide else [*found, *narrow], taken


def _stems(together: list[Hit], text: str, structured: bool) -> tuple[str, ...]:
    """Return the stems of which one must be said where vocabulary is asked for: its entries, and the word itself."""
    together = [hit for hit in together if hit.entry not in _ASKING] or together
    stems = {f"{h.domain}{h.entry}".replace("_", "") for h in together} | {f"#{h.entry}" for h in together}
    parts = content(text[together[0].start : together[0].end])
    return tuple(sorted(stems | set(parts if structured or len(parts) == 1 else ())))


def _narrow(query: Query, said: str, lexicon: Lexicon) -> bool:
    """Whether a word names less than the kind that it belongs to: pizza, and not any eating out."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    return activity is not None and (said in activity.narrow or stem(said) in map(stem, activity.narrow))


def _compound(
    together: list[Hit], hits: tuple[Hit, ...], low: str, own: set[tuple[str, str]], lexicon: Lexicon
) -> bool:
    """Whether a word without a kind of its own only completes the name before it: taxi rides, restaurant meals."""
    if any(mark.kind for hit in together for mark in lexicon.marked(hit)):
        return False
    return any(
        (m.domain, m.activity.activity) in own and (m.kind or not m.activity.kinds)
        for hit in hits
        if 0 < together[0].start - hit.end < 2 or _GOING.fullmatch(low[together[0].start : hit.start])
        for m in lexicon.marked(hit)
    )


GIVING = tuple(
    content("""
    give gave given lend lent owe owed pay paid transfer transferred send sent return returned debt
    отдал отдала дал дала одолжил одолжила вернул вернула перевел перевела заплатил заплатила долг скинул скинула
""")
)
"""What a note says of money that somebody got: a meal together is none."""
_TO = pattern(r"\b(?:to|an) $")
_WITH = pattern(r"\b(?:о|об|на|в|по|при|с|со|у|к|от|из|за|для|про|или|и) $")


def _receives(text: str, name: Token) -> bool:
    """Whether a question asks what somebody was given."""
    before = plain(text[: name.start])
    return bool(_TO.search(before)) or (name.low[-1] in "еуюи" and not _WITH.search(before))


_GOING = pattern(r"(?:поезд|поход|выход|визит|visit|trip|ride)[^\W\d]* (?:на|в|во|к|to|in|by) ")
"""A way to the thing named behind it: "поездка на такси"."""
_ADVERB = pattern(r"[a-z]{3,}(?:ly|iest)$")
"""What only says how something was done, or how much of it."""


_TIMES_OF_DAY = (
    (
        listed("morning mornings утром утро утрам утренняя утренние утренних утреннюю"),
        ("morn", "утр", "morning", "утрен", "утренн"),
    ),
    (
        listed("evening evenings вечером вечер вечерам вечерняя вечерние вечерних вечернюю"),
        ("evening", "even", "вечер", "вечерн"),
    ),
    (listed("afternoon afternoons днем дневная дневные"), ("afternoon", "днем", "дн")),
)


def _part_of_day(text: str, token: Token, hits: tuple[Hit, ...]) -> tuple[str, ...]:
    """Return the stems of a part of the day that narrows the thing after it, or is asked for: morning runs, утром."""
    stems = next((stems for words, stems in _TIMES_OF_DAY if token.low in words), ())
    before = plain(text[: token.start])
    told = any(0 < hit.start - token.end < 2 for hit in hits) or re.search(r"\b(?:in the|по) $", before)
    return stems if stems and told else ()


def names_of(name: str) -> tuple[str, ...]:
    """Return the stems of the names and words for one person, in all languages: mum, мама; Masha, Маши."""
    known = cues.KIN if name in cues.KIN else cues.NAMES
    alike = (one for one in known if same_person(one, name))
    return tuple(sorted({stem for one in (name, *alike) for stem in content(one)}))


def joined(low: str, one: int, other: int) -> bool:
    """Whether nothing but "and", "or" or a comma stands between two places of a text."""
    return bool(_JOINED.fullmatch(low[one:other]))


_JOINED = pattern(
    r"(\s*,\s*|\W*(and|or|as well as|и|или|und|oder|und auch)\W+)((i|do|did|went|go|doing|я|the|a|my|on|for|за|на|"
    r"для)\s+)*"
)


def only_field(hit: Hit, lexicon: Lexicon) -> bool:
    """Whether a vocabulary entry serves only to ask for a field: kilometres, hours, far."""
    domain = lexicon.domains[hit.domain]
    return any(hit.entry in item.words for one in domain.log_schema for item in one.fields.values())
