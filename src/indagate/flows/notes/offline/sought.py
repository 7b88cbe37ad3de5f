"""What a question looks for in the words of notes: the kind of answer, and what a note must speak of to hold it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from indagate.flows.notes.choice import same_person, spellings
from indagate.flows.notes.moment import Moment, moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.doing import verb_places
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.scrap import with_owners
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query
from indagate.flows.notes.token import Token, content, plain, stem, tokens

GENERAL = frozenset(("quantity", "day", "advice"))
"""Kinds that say less than another that is asked for beside them."""
_TELLS_OF_THE_CHANGE = frozenset(("raise", "change", "landlord", "discount"))
_KINDS = (
    ("person", pattern(r"\b(?:who|whom|whose|who's|кто|кого|кому|кем|чей|чья|чье)\b")),
    ("reason", pattern(r"\b(?:why|how come|what for|почему|зачем|отчего|из-за чего)\b")),
    ("place", pattern(r"\b(?:where|where's|где|куда|откуда)\b")),
    ("clock", pattern(r"\b(?:what time|at what hour|во сколько|в котором часу|к которому часу|к скольки)\b"
                      r"(?! (?:of|part of|мне\b.*\b(?:обош|встал|вышл)))")),
    ("day", pattern(r"\b(?:when|when's|(?:what|which) (?:day|date)|since when|until when|когда|"
                    r"какого числа|как(?:ое|им|их|ом) числ\w+|как(?:ой|ого) (?:день|дня|даты?)|до как(?:ого|их))\b")),
    ("part of day", pattern(r"\b(?:(?:what|which) (?:time|part) of (?:the )?day|(?:какое|в какое|какую|в какую) "
                            r"(?:время|часть) (?:дня|суток))\b")),
    ("course", pattern(r"\bhow (?:did|was|were)\b[^?]* go\b|^\W*как прош(?:ла|[её]л|ло|ли)\b")),
    ("topic", pattern(r"\bwhat (?:is|was|are|were)\b[^?]* about\W*$|^\W*(?:про что|о ч[её]м)\b")),
    ("duration", pattern(r"\bwhat (?:is|was|were)\b[^?]*\b(?<!what )times?\b(?! of)")),
    ("age", pattern(r"\bhow old\b|\bсколько (?:\w+ )?лет\b")),
    ("duration", pattern(r"\bhow long\b|\b(?:как|насколько) долго\b|\bсколько времени\b")),
    ("tally", pattern(r"\bhow many\b|\bсколько (?!раз\b|лет\b|времен)[а-я]+(?:ей|[бвгдзкмнпрстфхцчшж])\b")),
    ("quantity", pattern(r"\b(?:how (?:many|much|far|high|low|heavy|tall|deep|wide)|сколько|скольки|"
                         r"насколько|на сколько)\b")),
)  # fmt: skip
"""What the question words ask for."""
_AFTER_ALL = {"clock": {"day", "quantity"}, "tally": {"quantity"}, "part of day": {"clock", "day"}}
"""The kinds that another one, which says more, leaves out."""
_PRICE_MEANT = pattern(
    r"\bhow much (?:is|was|are|were) (?:the|my|our|an?|that|those) (?![\w ]*\b(?:pressure|temperature|weight|dos\w+|"
    r"distance|length|height|width|depth|volume|speed|reading|meter|load|limit|goal|target|plan|pain|sleep|water|time|"
    r"energy|protein|score|rate|level)\b)[\w' -]{2,30}\W*$"
)
"""What asks for the price of something without a word for it: "how much was the bike"."""
_MONEY_MEANT = pattern(r"\bво сколько\b.*\b(?:обош\w+|встал\w*|вышл\w*|вышел|стал\w*)\b")
_CLAUSE = re.compile(
    r"\b(?:know|asks?|asking|wonder\w*|remember|recall|forgot|forget|tell me|remind me|скажи\w*|напомни\w*|"
    r"спрашива\w+|"
    r"узнать|помню|интересно)[,:]?\s+(?=(?:what|which|who|whom|whose|when|where|why|how|что|как\w*|кто|кого|когда|"
    r"где|"
    r"куда|почему|сколько|во сколько)\b)|"
    r"(?<=[.!?…:;])\s+|\s+[-–—]\s+|,\s+(?=(?:(?:and|so|but|а|и|но|то)\s+)?(?:what|which|who|whom|whose|when|where|"
    r"why|"
    r"how|on which|for when|что|как\w*|кто|кому|кого|с кем|когда|где|куда|почему|сколько|во сколько|на как\w+)\b)|"
    r"(?<!^)(?<![,;]) (?=(?:when|while|because|since|if|когда|если|потому|раз)\s+(?:i|we|she|he|my|the|я|мы|она|он)\b)",
    re.IGNORECASE,
)
_WORD = pattern(
    r"^\W*(?:(?:and|so|but|then|а|и|но|ну|то|on|for|with|to|at|up to|до|на|с|со|в|во|к|у|от|из|о|об|remind me|"
    r"tell me|"
    r"напомни|подскажи|слушай|скажи)\W+)*(?:what|which|who|whom|whose|when|where|why|how|что|чем|чего|как\w*|кто|"
    r"кого|"
    r"кому|кем|когда|где|куда|почему|зачем|сколько|скольки|чей|чья)\b"
)
_BY_THE_WAY = pattern(
    r"^\W*(?:when|while|because|since|if|когда|если|потому|раз)\s+(?:i|we|she|he|my|the|я|мы|она|он)\b"
)
_MEANT_BEFORE = pattern(
    r"\b(?:it|its|that|there|this|them|one|they|she|he|her|his|him|него|нее|ней|него|ее|его|их|это|этого|там|туда|"
    r"ней|нем)\b"
)
"""What stands in a clause for a thing that another clause names."""
_FORMER = pattern(
    r"\b(?:old|former|previous|previously|earlier|original|originally|(?<!\bi )(?<!\bwe )used to|before (?:it|they|"
    r"that|the change)|"
    r"before (?:the )?(?:discount|rise|raise|increase|hike|sale)|before\b.*\b(?:changed|raised|put up|went up|came|"
    r"replaced)|прежн\w+|стар(?:ый|ая|ое|ого|ой|ую)|раньше|"
    r"сначала|поначалу|at first|initially|first (?:noted|written|wrote)|предыдущ\w+|до (?:повышения|смены|замены|"
    r"того)|изначальн\w+|первоначальн\w+)\b"
)
_COMING = pattern(
    r"\b(?:next (?:[\w-]+ )?(?:time|appointment|visit|check-?up|meeting|race|exam|session|flight|holiday|service)|"
    r"when(?:'s| is) (?:my|the|our) next|(?:entered|signed up|booked|registered) (?:in )?for next|upcoming|"
    r"в следующий раз|следующ(?:ий|ая|его|ее|ую) (?:раз|прием|визит|встреч\w+|забег\w*|старт\w*)|ближайш\w+)\b|"
    r"\bnext\W*$"
)
_SEVERAL = pattern(
    r"\b(?:which|what) (?!was|is|does|has|news)(?:\w+ ){0,1}\w+s (?:did|do|have|are|were|had)\b|\bкакие\b|\b(?:all|"
    r"every) (?:the )?\w+s?\b|"
    r"\b(?:notes|entries|everything|anything|записи|заметки|все|всё) (?:i have |i made |that |mentioning |about|on|"
    r"про|о|об|где)\b|"
    r"\b(?:все|каждый|каждое|перечисли)\b"
)
_PAST = pattern(r"\b(?:what|how|which|who|where|why)\b[^?]*\b(?:was|were|did) (?:my|i|we|the)\b")
_EXACT_DAY = frozenset(("expire", "moved", "deadline", "book_in", "demo"))
"""What has a day of its own, which is not the day of the note."""
_BE_A_VERB = pattern(
    r"\b(?:to|i|you|we|they|he|she|it|did|do|does|would|could|can|should|will|must|didn't|don't|doesn't|я|мы|он|"
    r"она|они) $"
)
_VERBAL = pattern(
    r"\w+(?:ed|ing|ly)|[а-я]+(?:ть|ться|тся|л|ла|ло|ли|лся|лась|лось|лись|ешь|ете|ает|ает|ют|ишь|ит|ят|ю)"
)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a note must speak of: groups of the thesaurus, or stems.

    `hard`: it is a thing; `own`: called by its name; `light`: another clause names it, and if no note does it is idle;
    `head`: it is asked which one.
    """

    said: str
    groups: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    hard: bool = True
    own: bool = False
    light: bool = False
    head: bool = False


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question looks for.

    `kinds` are those of its answer, `needs` what it asks about, `beside` what its other clauses speak of, `words` its
    words and `own` their stems, `days` those that it names, `either` two of which one must be named; `former`: what
    held before the last change; `coming`: what is still to come; `dated`: the day must stand in the note; `several`:
    more than one is asked for; `past`: what has happened is asked about; `asks`: it is put as a question.
    """

    kinds: tuple[str, ...]
    needs: tuple[Need, ...]
    beside: tuple[Need, ...]
    own: frozenset[str]
    words: frozenset[str]
    as_of: date
    days: tuple[tuple[date, date], ...] = ()
    either: tuple[Need, ...] = ()
    former: bool = False
    coming: bool = False
    dated: bool = False
    several: bool = False
    past: bool = False
    asks: bool = True


def sought(text: str, as_of: date) -> Sought:
    """Return what a question looks for in the words of notes."""
    text = with_owners(_IMPERATIVE.sub("", text))
    clauses = [one for one in _CLAUSE.split(text) if one and any(sign.isalnum() for sign in one)]
    asking = [one for one in clauses if _WORD.match(plain(one)) and not _BY_THE_WAY.match(plain(one))]
    asking = asking or [one for one in clauses if one.rstrip().endswith("?")] or clauses
    rest = [one for one in clauses if one not in asking]
    kinds: dict[str, None] = {}
    needs: list[Need] = []
    said: list[Moment] = []
    for one in asking:
        named = moments(one, as_of)
        found, own = _read(one, named)
        kinds |= dict.fromkeys(found)
        needs += own
        said += named
    beside: list[Need] = []
    for one in rest:
        named = moments(one, as_of)
        found, own = _read(one, named)
        said += named if _BY_THE_WAY.match(plain(one)) else []
        beside += own
        if not set(kinds) - GENERAL:
            kinds |= dict.fromkeys(kind for kind in found if kind in thesaurus().sections)
    healers = [
        need for need in (*needs, *beside) if any(thesaurus().sections[g] == "one of healers" for g in need.groups)
    ]
    if "outcome" in kinds and not healers and not any(need.hard for need in needs):  # of whom else than who heals
        needs.append(Need("", tuple(name for name, one in thesaurus().sections.items() if one == "one of healers")))
    refers = any(_MEANT_BEFORE.search(plain(one)) for one in asking)
    if beside and (refers or not any(need.hard for need in needs)):
        needs, beside = [*needs, *(replace(one, light=True) for one in beside)], []
    low = plain(text)
    former = bool(_FORMER.search(low))
    if former:  # "before they raised it": only the newest note tells of the change
        needs = [one for one in needs if not set(one.groups) & _TELLS_OF_THE_CHANGE]
    either = _either(clauses)
    words = tuple(token.low for token in tokens(text) if token.word)
    about = tuple(dict.fromkeys(one for one in needs if not _among(one, either)))
    return Sought(
        tuple(kinds), about, tuple(beside), frozenset(map(stem, words)), frozenset(words), as_of,
        tuple((one.first, one.last) for one in said), either,
        former, bool(_COMING.search(low)),
        any(set(one.groups) & _EXACT_DAY for one in needs), bool(_SEVERAL.search(low)),
        bool(_PAST.search(low)), "?" in text or any(_WORD.match(plain(one)) for one in asking),
    )  # fmt: skip


_WHAT_DONE = pattern(r"^\W*(?:what|which [^\W\d]+|что|чем|кого|кому)\s+(?:did|do|have|has|does|я|мы)\b")
"""What asks for the thing to which something was done."""
_NAMED = {
    **dict.fromkeys(("one of shows", "one of healers", "one of trades", "hotel", "restaurant"), "name"),
    "one of body": "side",
}
"""What is told apart by its name, or by the side on which it is."""
_WHICH = pattern(r"\b(?:which|what|как(?:ой|ого|ую|ая|ое|ие|ому|ом|им))\s+$")
_IMPERATIVE = pattern(
    r"^\W*(?:please )?(?:(?:i )?(?:forgot|forget|can't remember|cannot remember|don't remember)|"
    r"забыла?|не помню|name (?!of)|list|give me|tell me|show me|show)\b",
    re.IGNORECASE,
)
_OR = pattern(r"([^\W\d]+)\W+(?:or|или)\W+(?:an? |the |in the |my )?([^\W\d]+)")


def _either(clauses: list[str]) -> tuple[Need, ...]:
    """Return the two of which a note must name one: "soy or oat"."""
    for one in clauses:
        match = _OR.search(plain(one))
        if match is not None:
            found = [need for word in match.groups() for need in _read(word, ())[1] if need.hard]
            if len(found) > 1:
                return tuple(found)
    return ()


def _read(clause: str, named: Sequence[Moment]) -> tuple[list[str], list[Need]]:
    """Return the kinds of answer that a clause asks for, and what it speaks of beside the days that it names."""
    low = plain(clause)
    kinds = [kind for kind, words_ in _KINDS if words_.search(low)]
    if _MONEY_MEANT.search(low) or _PRICE_MEANT.search(low):
        kinds = ["money", *(one for one in kinds if one != "clock")]
    for one, others in _AFTER_ALL.items():
        if one in kinds:
            kinds = [kind for kind in kinds if kind not in others]
    said = [one for one in thesaurus().said(clause) if not any(m.start <= one.start < m.end for m in named)]
    needs: list[Need] = []
    for words in said:
        sections = {group: thesaurus().sections[group] for group in words.groups}
        asked = [group for group, section in sections.items() if section == "asked"]
        kinds += asked
        groups = tuple(group for group in words.groups if group not in asked)
        if any(sections[group] != "manners" for group in groups):
            soft = {"doings", "manners"} | (set() if _WHAT_DONE.match(low) else {"deeds"})
            hard = not asked and not soft & set(sections.values())
            head = hard and _WHICH.search(low[: words.start]) is not None
            needs.append(Need(clause[words.start : words.end], groups, hard=hard, head=head))
        if _WHICH.search(low[: words.start]):
            kinds += [kind for group in groups if (kind := _NAMED.get(group) or _NAMED.get(sections[group]))]
    if "place" in kinds and len(needs) > 1:  # "where did I go on holiday": the way is meant anyhow
        needs = [one for one in needs if one.groups != ("trip",)] or needs
    taken = [*((words.start, words.end) for words in said), *((day.start, day.end) for day in named)]
    return kinds, [*needs, *_unknown(clause, low, taken)]


def _unknown(clause: str, low: str, taken: list[tuple[int, int]]) -> list[Need]:
    """Return the words of a clause that the thesaurus does not know, of which some only say that something was done."""
    found = []
    verbs = verb_places(clause, taken)
    for token in tokens(clause):
        if not token.word or any(start <= token.start < end for start, end in taken):
            continue
        name = token.low.removesuffix("'s")
        if _named(token, clause):
            found.append(Need(token.text, stems=names(name), own=True))
        elif content(token.low) and stem(name) not in idle() and len(name) > 2 and not _small(name):
            if "а" <= name[0] <= "я":
                nothing, thing = names_nothing(name), is_noun(name)
            else:
                doing = token.start in verbs or _BE_A_VERB.search(low[: token.start]) is not None
                nothing, thing = False, not doing and _VERBAL.fullmatch(name) is None
            thing = thing or _WHICH.search(low[: token.start]) is not None
            if not nothing:
                groups = _groups_of_its_word(name) if "а" <= name[0] <= "я" else ()
                found.append(Need(token.text, groups, () if groups else (stem(name),), hard=thing))
    return found


def _groups_of_its_word(word: str) -> tuple[str, ...]:
    """Return the groups of the word that a Russian one is a form of."""
    from indagate.flows.notes.offline.morphology import readings

    found = readings(word)
    said = thesaurus().said(found[0].lemma) if found else []
    return tuple(g for one in said for g in one.groups if thesaurus().sections[g] not in {"asked", "manners"})


def is_noun(word: str) -> bool:
    """Whether a Russian word names a thing."""
    from indagate.flows.notes.offline.morphology import readings

    found = readings(word)
    return not found or found[0].part == "NOUN"


def names_nothing(word: str) -> bool:
    """Whether a Russian word only joins or points."""
    from indagate.flows.notes.offline import morphology

    return morphology.names_nothing(word)


def _small(word: str) -> bool:
    """Whether a Russian word only joins, points, denies or says how."""
    if not "а" <= word[0] <= "я":
        return False
    from indagate.flows.notes.offline.morphology import names_nothing, readings

    return names_nothing(word) or any(one.part in {"ADVB", "PRED"} for one in readings(word)[:1])


_OWNER = pattern(r"(?!what|who|where|when|how|which|that|there|here|it|let)[^\W\d]+'s")
"""What begins a question and owns something."""


def _named(token: Token, clause: str) -> bool:
    """Whether a word names somebody or something: a known name, or a capital within a sentence."""
    name = token.low.removesuffix("'s")
    if name in cues.NAMES or name in cues.KIN:
        return name not in {"he", "she", "they", "он", "она", "они", "er", "mann", "guy", "guys"}
    return (
        token.text[0].isupper()
        and (token.start > 0 or _OWNER.fullmatch(token.low) is not None)
        and token.low not in {"i", "i'm", "i'd", "i've", "i'll"}
    )


def names(name: str) -> tuple[str, ...]:
    """Return the stems of the names and words for one person, in all languages: mum, мама; Masha, Маши."""
    known = cues.KIN if name in cues.KIN else cues.NAMES if name in cues.NAMES else frozenset[str]()
    alike = (each for each in known if same_person(each, name))
    return tuple(sorted({stem(one) for one in (name, *alike, *spellings(name))}))


_ONLY_IT = pattern(r"(?:^|[,.;:!?]\s)(?:and )?(?:what (?:was|is|were) (?:it|that|this)|что это (?:было|такое))\W*$")
_IN_WORDS = frozenset(
    (
        "name",
        "person",
        "reason",
        "brand",
        "outcome",
        "code",
        "colour",
        "size",
        "phone",
        "side",
        "age",
        "topic",
        "address",
    )
)
"""What no value is: it stands in the words of a note."""


_OF_ONE = frozenset(("sum", "value", "list", "lookup", "last", "verdict", "average", "record", "trend"))
"""Forms of questions for one thing, of which it may be asked what it was before."""


def told_in_words(query: Query) -> Query:
    """Return a question as a search for a note that says it, where it asks for what only words tell."""
    if query.form in _OF_ONE and _FORMER.search(plain(query.asked)):
        return replace(query, form="lookup", bound=None, unknown="")
    if query.form in {"lookup", "often", "count", "compare", "effect", "gap", "versus"} or query.parts:
        return query
    asked = sought(query.asked, query.as_of)
    if query.form == "value" and _ONLY_IT.search(plain(query.asked)):
        return replace(query, form="lookup")
    which = "exercise" in asked.kinds and bool(query.words) and query.form not in {"record", "last", "first"}
    ends = any("expire" in one.groups for one in asked.needs)
    raised = "day" in asked.kinds and any("raise" in one.groups for one in asked.needs) and bool(query.subjects)
    if raised and query.form in {"first", "last", "value", "list"}:
        return replace(query, form="lookup", whole=True)
    if asked.several and not ends:
        return query
    if not (_IN_WORDS & set(asked.kinds) or which or asked.coming or ends):
        return query
    return replace(query, form="lookup", whole=True, unknown="" if query.unknown == "operation" else query.unknown)


def _among(need: Need, others: Sequence[Need]) -> bool:
    return any(need.groups == one.groups and need.stems == one.stems for one in others)
