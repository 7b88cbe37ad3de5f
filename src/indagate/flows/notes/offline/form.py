"""What a question wants: a count, a total, the latest, a direction, …; each rule reads one way of asking."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.reading import Read, conditions_of
from indagate.flows.notes.offline.valued import asks_number
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Subject
from indagate.flows.notes.token import content, stem, tokens


def form_of(read: Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> Form:
    """Return what a question wants of the things that it names."""
    asked = _Asked(read, subjects, lexicon)
    rules = _OF_THINGS if subjects else _OF_NOTHING
    return next((form for rule in rules if (form := rule(asked)) is not None), "list" if subjects else "lookup")


@dataclass(frozen=True)
class _Asked:
    """A question, the things that it names, and the forms that its words tell, the first being the likeliest."""

    read: Read
    subjects: tuple[Subject, ...]
    lexicon: Lexicon

    @property
    def low(self) -> str:
        return self.read.low

    @cached_property
    def undated(self) -> str:
        """The question without days and names of things: "the first week of May", "the oil change"."""
        low = self.low
        named = (hit for hit in self.read.hits if hit.after - hit.first > 1 and self._names_kind(hit))
        for start, end in [*((m.start, m.end) for m in self.read.said), *((hit.start, hit.end) for hit in named)]:
            low = low[:start] + "_" * (end - start) + low[end:]
        return low

    def _names_kind(self, hit: Hit) -> bool:
        return any(mark.kind for mark in self.lexicon.marked(hit))

    @cached_property
    def told(self) -> list[Form]:
        found: list[Form] = [form for form, words in cue.FORMS if words.search(self.undated)]
        if "record" in found and _OF_ALL.search(self.undated):
            found.insert(0, "record")
        return found if self.subjects else [form for form in found if form not in {"trend", "effect"}]

    @property
    def first(self) -> Form | None:
        """The likeliest form; "what was" asks for a value and not for a list."""
        found = self.told[0] if self.told else None
        return "value" if found == "list" and self.subjects and _WHAT_WAS.match(self.low) else found

    @property
    def loose(self) -> bool:
        """Whether no form is told, or one that many questions have."""
        return self.first in {None, "verdict", "list"}

    @cached_property
    def activity(self) -> Activity | None:
        return self.lexicon.activity(self.subjects[0].domain, self.subjects[0].activity)

    @cached_property
    def conditions(self) -> bool:
        return bool(conditions_of(self.read, self.subjects, self.lexicon))

    @cached_property
    def heads(self) -> tuple[re.Match[str] | None, ...]:
        """The nouns that are asked for."""
        return _ATTRIBUTE.match(self.low), _HEAD.match(self.low)

    def knows(self, at: int) -> bool:
        """Whether the word at a place names the thing that is asked about, or a value of it, or nothing."""
        word = tokens(self.read.text[at:])[0].low
        if stem(word) in idle() or not content(word) or self.activity is None:
            return True
        fields = (name for item in self.activity.fields.values() for name in item.words)
        own = {*self.activity.words, *self.activity.kinds, *fields}
        domain = self.subjects[0].domain
        return any(hit.start <= at < hit.end and hit.domain == domain and hit.entry in own for hit in self.read.hits)


_OF_ALL = pattern(r"\b\w+(?:ше|же|ее|че|ще) все(?:го|х)\b")
"""What makes a comparison a superlative, in Russian."""
_WHAT_WAS = pattern(r"\W*what (was|were)\b")
_ATTRIBUTE = pattern(
    r"\W*(?:what|which|како[йе]|какая|какие|welche\w*) ([^\W\d]+)(?: [^\W\d]+)? "
    r"(?:is|are|was|were|did|do|does|у|был\w*|я|мо\w+)\b"
)
"""What is asked of a thing by a word of its own: "what size are my shoes"."""
_HEAD = pattern(
    r"\W*(?:(?:tell me|and|so|напомни) )?(?:what (?:is|was|are|were)|what's|как(?:ой|ая|ое|ие|ов|ова|"
    r"овы)(?: (?:был|была|было|были))?)"
    r" (?:(?:my|the|our|у меня|у|мой|моя|мое|мои|был|была|было|сейчас) )*([^\W\d]+)\b"
)
"""What is asked of a thing by a noun of its own: "what was my blood pressure at the doctor"."""
_NAME = pattern(
    r"\bnames? of\b|\b(?:is|was|are|were)\b.*\b(?:called|named)\b|(?<!^)\bname\b(?! (?:the|all|my|every|each|"
    r"any)\b)|\b(?:как зовут|как звали|имя)\b"
)
_APPOINTED = pattern(
    r"\b(?:for|at|to) (?:what|which) (?:day|date|time)\b|\bна как(?:ое|ой|ую) (?:число|день|дату|время)\b|"
    r"\b(?:when|(?:at )?what time) (?:is|was) (?:the|my) [\w ]*\b(?:appointment|check-?up|interview|flight|exam)\b|"
    r"\bна когда\b|\b(?:scheduled|booked in|booked for)\b"
)
_AT_WHAT_TIME = pattern(
    r"\W*(?:at )?what time\b|\W*when exactly\b|\bwhat time\W*$|^\W*во сколько(?! раз)|^\W*в скольки\b"
)
_TIME_OF_DAY = pattern(r"\bwhat (?:time|part) of (?:the )?day\b|\b(?:какое время|какую часть|время) (?:дня|суток)\b")
_WITH_WHICH = pattern(
    r"\W*(?:with|in|on|for|from|to) (?:what|which) (?!day|date|week|month|year|occasion|weekday)|"
    r"\W*(?:с|со|в|на) как(?:им|ой|ую|ое|ом) (?!дн|ден|день|недел|месяц|год|числ|раз|темп)"
)
"""What is asked for beside the thing: "which milk do I take in my coffee"."""
_FOR_HOW_LONG = pattern(
    r"\bна сколько (?:недел|дн|месяц)|\bfor how many (?:days|weeks|months)\b(?!.*\b(?:did|have) i\b)"
)
_COUNTED = pattern(
    r"\W*(?:(?:my|the|all|total|number of) )*(?:[\w-]+ ){0,2}(?:days|nights|sessions|workouts|times|outings|"
    r"visits|entries)\b"
    r"(?! (?:since|ago|between|have|did|do|were|with the))|"
    r"\W*(?:всего )?(?:[\w-]+ )?(?:дней|ночей|раз|тренировок|пробежек) (?:с|со|в|за|по|на|короче|длиннее|дольше)\b"
)
"""What begins with things that can be counted and has no verb: "bench days in June", "nights under six hours"."""
_VERB = pattern(
    r"\b(?:did|do|does|was|were|is|are|am|have|has|had|list|show|give|which|what|when|how|who|where|"
    r"how|dates|average|mean|long|longest|more(?! than)|most|less(?! than))\b"
)
_SUM = pattern(r"\b(?:total|sum|altogether|combined|together|added|average|mean|how|compare|trend)\b")


def by_words_only(low: str) -> bool:
    """Whether a question asks for what only the words of a note tell: a name, for how long something is to be."""
    return bool(_NAME.search(low) or _FOR_HOW_LONG.search(low) or _TIME_OF_DAY.search(low) or _APPOINTED.search(low))


_AND_WHAT = pattern(r"\b(?:and|but|а|и|но) (?:then )?(?:what|how (?:much|many|far|long|heavy)|сколько|как\w*)\b")


def _two_periods(asked: _Asked) -> Form | None:
    said = [one for one in asked.read.said if not one.coming]
    several = len(said) >= 2
    if len(said) == 2 and _AND_WHAT.search(asked.low, said[0].end, said[1].end):
        return "compare"  # "what did I weigh in May, and what in June"
    if several and asked.low.count("сколько") > 1:
        return "compare"  # "сколько в июле, а сколько в августе"
    low = asked.low
    if asked.conditions:  # "10 km or longer", "shorter than 6 km" compare no periods
        low = cue.LIMIT.sub(" ", _OR_SO.sub(" ", low))
    return "compare" if several and (cue.COMPARE.search(low) or cue.MORE_THAN.search(low)) else None


_OR_SO = pattern(
    r"\b(?:or|и|или) (?:more|less|longer|shorter|further|farther|heavier|over|under|above|below|better|больше|"
    r"меньше|дольше)\b"
)


def _about_it(asked: _Asked) -> Form | None:
    """Read what only a note's words tell: a name, a time of day, with which, for how long, a noun of its own."""
    low = asked.low
    if by_words_only(low):
        return "lookup"
    timed = asked.activity is not None and any(
        one.dimension in {"time", "pace"} for one in asked.activity.fields.values()
    )
    if _AT_WHAT_TIME.search(low) and not timed and "cost" not in low and "обо" not in low and "стои" not in low:
        return "lookup"
    if not asked.loose:
        return None
    beside = _WITH_WHICH.match(low)
    if beside and not asked.knows(beside.end()):
        return "lookup"
    return "lookup" if any(head and not asked.knows(head.start(1)) for head in asked.heads) else None


def _plan_or_text(asked: _Asked) -> Form | None:
    if not asked.loose or not cue.TELL.search(asked.low):
        return None
    if cue.PLANS.search(asked.low):
        return "value" if asks_number(asked.low) or _WISH.search(asked.low) else "list"
    if any(head and asked.knows(head.start(1)) for head in asked.heads):
        return None  # "what was my temperature"
    asks_list = asked.first == "list" or _WHICH_THINGS.search(asked.low)
    return None if asks_list or asks_number(asked.low) or asked.conditions else "lookup"


_WISH = pattern(r"\b(goals?|targets?|aims?|цел[ьи])\b")
_WHICH_THINGS = pattern(r"\bwhich (?:[^\W\d]+ )?(exercises|days|nights|dates|meals|runs)|какие (упражн|трат|трен)")


def _days_of(asked: _Asked) -> Form | None:
    asks = asked.first in {None, "verdict", "list", "value", "last"} and cue.WHICH_DAYS.search(asked.undated)
    return "list" if asks and "how " not in asked.low else None


def _day_of(asked: _Asked) -> Form | None:
    return "last" if asked.loose and cue.DAY_OF.search(asked.undated) else None


def _when(asked: _Asked) -> Form | None:
    """Read when something changed or was reached: the first time, or the last."""
    reached = bool(cue.REACHED.search(asked.low)) and asked.conditions
    if asked.first == "trend" and not reached and _ASKS_WHEN.match(asked.low) and not {"first", "last"} & {*asked.told}:
        return "trend"  # "when did the rent go up": the values at both ends tell
    if asked.first == "trend" and re.search(
        r"^\W*(?:and |so |а )?(when|когда|since when)\b|, (?:when|когда)\b", asked.low
    ):
        return next((form for form in asked.told if form in {"first", "last"}), "first" if reached else "last")
    asks = bool(re.match(r"\W*(when|когда|wann)\b", asked.low))
    return "first" if asks and asked.first is None and reached else None


_ASKS_WHEN = pattern(r"\W*(?:when|когда)\b")


def _more_or_less(asked: _Asked) -> Form | None:
    compares = asked.first == "verdict" and cue.MORE_THAN.search(asked.low) and not asked.read.numbers
    return "trend" if compares else None


def _bare(asked: _Asked) -> Form | None:
    """Read scraps: "bench days in June" wants a count, "distances in May" a list."""
    if cue.LISTS_VALUES.match(asked.low) and not _SUM.search(asked.low) and asked.first in {None, "value", "list"}:
        return "list"
    if asked.first is not None and asked.first != "sum":
        return None
    if asked.first is None and _summed(asked):
        return "sum"
    return "often" if _COUNTED.match(asked.low) and not _VERB.search(asked.undated) else None


def _summed(asked: _Asked) -> bool:
    """Whether a thing is named with its days and nothing more, of which the total is meant: "coffees last week"."""
    main = asked.activity.fields.get(asked.activity.main) if asked.activity is not None else None
    bare = main is not None and main.sum and not main.mean and main.dimension in {"money", "count", "time"}
    whole = bool(asked.read.said) and not all(one.day for one in asked.read.said)
    return bare and whole and not asked.conditions and not _SENTENCE.search(asked.undated)


_SENTENCE = pattern(
    r"\b(?:i|я|мы|ich|did|do|does|was|were|is|are|am|have|has|had|who|where|why|what|which|when|how|can|could|что|"
    r"где|кто|как\w*|когда)\b|\w+(?:л|ла|ли|лся|лась)\b"
)


def _each(asked: _Asked) -> Form | None:
    return "list" if asked.first in {None, "value", "list", "verdict"} and _EACH.search(asked.low) else None


_EACH = pattern(
    r",\s*(?:every|each|all)(?: (?:one|single|of them|the|my|[\w-]+)){0,3}\W*$|,\s*(?:one by one|by day|"
    r"day by day)\W*$|"
    r",\s*(?:все|каждый|каждое|каждую|по дням|по одному)(?: [\w-]+){0,2}\W*$"
)
"""What asks for all of them behind a question for a value."""


def _now(asked: _Asked) -> Form | None:
    main = asked.activity.fields.get(asked.activity.main) if asked.activity is not None else None
    single = main is not None and not main.sum and asked.first in {"count", "sum"}
    return "value" if (asked.first is None or single) and cue.CURRENT.search(asked.low) else None


def _as_told(asked: _Asked) -> Form | None:
    if asked.first is not None:
        return asked.first
    if re.match(r"\W*(when|когда|wann)\b", asked.low):
        return "last"
    return "value" if re.match(r"\W*(what|how|как\w*|was|wie)\b", asked.low) or "?" in asked.low else "list"


def _notes(asked: _Asked) -> Form | None:
    """Read what is asked where nothing is named: how many notes, what was noted, when or how often by words alone."""
    if asked.first == "count" and re.search(r"\b(notes|entries|записей|заметок|einträge)\b", asked.low):
        return "count"
    if asked.first == "list" and asked.read.said and not cue.PLANS.search(asked.low):
        return "list"
    return asked.first if asked.first in {"last", "first", "often"} else "lookup"


_OF_NOTHING: tuple[Callable[[_Asked], Form | None], ...] = (_notes,)
_OF_THINGS: tuple[Callable[[_Asked], Form | None], ...] = (
    _two_periods, _about_it, _plan_or_text, _days_of, _day_of, _when, _more_or_less, _bare, _each, _now, _as_told,
)  # fmt: skip
