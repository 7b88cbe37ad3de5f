"""Events by which a question names days: "since my fever", "after the race", "between the dentist and the massage"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Literal

from indagate.flows.notes.calendarwords import NUMBERS
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import measures
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline.questionword import worded
from indagate.flows.notes.offline.reading import Read, conditions_of, periods_of, read_of, subjects_of
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Bound, Event, Query
from indagate.flows.notes.token import plain

_BOUND = pattern(
    r"\b(?P<since>(?:ever )?since|с тех пор,? как|с момента|со времени|seit(?:dem)?)\s+|"
    r"\b(?P<after>after|following|после|nach)\s+|\b(?P<before>before|prior to|until|till|перед|до|vor|bevor)\s+"
)
_BETWEEN = pattern(
    r"\b(?:how many|how long|сколько|wie viele|wie lange)\b.*?\b(?:between|from|между|zwischen|от|"
    r"von)\s+(?P<one>.+?)\s+"
    r"(?:and|to|until|till|и|до|und|bis)\s+(?P<other>.+)"
)
_AFTER = pattern(
    r"\b(?:how many|how long|сколько|wie viele|wie lange)\b[^?]{0,24}?\b(?:after|before|после|nach|"
    r"vor)\s+(?P<one>.+?)\s+"
    r"(?:did|was|were|had|came|is|был\w*|я|habe|war|(?=[а-я]{3,}(?:л|ла|лся|лась)\b))\s*(?P<other>.+)"
)
_DAYS = pattern(r"\b(days?|weeks?|nights?|how long|time|дн\w+|недел\w+|времени|tage?|wochen?|wie lange)\b")
_SPAN = pattern(
    r"\b(?:(?:in|during|over|within|for|за|в|на)\s+)?(?:(?:the|a)\s+)?(?:(?:last|first|последн\w+|перв\w+)\s+)?"
    r"(?:(?P<number>\d+|\w+)\s+)??(?P<unit>days|weeks?|months?|дней|дня|недел[юиьяе]\w*|месяц\w*)\s+$"
)
_DAYS_AFTER = pattern(r"\b(days?|nights?|mornings?|evenings?|дни|дней|день|ночи|ночь)\s*$")
_NEXT = pattern(
    r"\b(next|following|следующ\w+|nächst\w+|(?:after|following) (?:it|that|this)|после (?:н[ие][её]|него|нее|"
    r"них|этого))\b"
)
_THAT = pattern(r"\b(that|which|when|where|котор\w+|когда|где)\b")
"""What tells by something else which of a thing is meant: "the run that hurt my knee"."""
_FIRST = pattern(r"\b(first|перв\w+|впервые|erst\w+)\b")
_LAST = pattern(r"\b(last|latest|most recent|последн\w+|letzt\w+)\b")
_RECORD = pattern(
    r"\b(record|longest|best|heaviest|fastest|biggest|highest|furthest|farthest|pr|pb|рекорд\w*|"
    r"сам(ый|ая|ое|ого|ой|ую)|längst\w+|schwerst\w+|rekord)\b"
)
Pick = Literal["", "first", "last", "record"]


def pick_of(text: str) -> Pick:
    """Return which of several a text means, if it says so."""
    low = plain(text)
    if _FIRST.search(low):
        return "first"
    if _RECORD.search(low):
        return "record"
    return "last" if _LAST.search(low) else ""


def between(text: str, as_of: date, lexicon: Lexicon) -> tuple[Event, Event] | None:
    """Return the two events whose distance in days is asked for."""
    low = plain(text)
    match = _BETWEEN.search(low) or _AFTER.search(low)
    if match is None:
        led = _FROM_TO.match(low)
        return _named_of(led, text, as_of, lexicon) if led and _HOW_LONG.search(low, led.end()) else None
    if not _DAYS.search(low[: match.start("one")]):
        return None
    if subjects_of(read_of(text[: match.start("one")], as_of, lexicon), lexicon):
        return None
    first = text[match.start("one") : match.end("one")]
    one = _event(first, as_of, lexicon)
    other = _event(text[match.start("other") :], as_of, lexicon, one)
    if other and pick_of(first) and (one is None or one.subject is None):  # "between my first and my last race"
        one = replace(other, text=first.strip(), pick=pick_of(first))
    if one and other and not one.periods:  # "between my first and my last run in July"
        one = replace(one, periods=other.periods)
    return (one, other) if one and other else None


def _named_of(led: re.Match[str], text: str, as_of: date, lexicon: Lexicon) -> tuple[Event, Event] | None:
    """Return the two events of "from kickoff to shipping, Lighthouse took how many days"."""
    names = " ".join(re.findall(r"(?<=\s)[A-ZА-ЯЁ][\w-]+", text[led.end() :]))
    one, other = (
        _event(f"{text[slice(*led.span(name))]} {names}".strip(), as_of, lexicon) for name in ("one", "other")
    )
    return (one, other) if one and other else None


_HOW_LONG = pattern(r"\b(?:how many (?:days|weeks)|how long|сколько (?:дней|недель|времени))\b")


def bounded(text: str, as_of: date, lexicon: Lexicon) -> tuple[str, Bound | None]:
    """Return a question without the event that bounds its days, and that event."""
    low = plain(text)
    between_two = _two_events(text, as_of, lexicon)
    if between_two is not None:
        return between_two
    on_day = _on_day(text, as_of, lexicon)
    if on_day is not None:
        return on_day
    for match in _BOUND.finditer(low):
        end = re.search(r"[,?!]|\b(?:когда|сколько|как|что) |$", low[match.end() :])
        rest = text[match.end() : match.end() + (end.start() if end else 0)]
        head = read_of(text[: match.start()] + " " + text[match.end() + len(rest) :], as_of, lexicon)
        if not rest.strip() or not (head.hits or head.said) or _names_a_day_or_number(rest, as_of, lexicon):
            continue
        event = _event(rest, as_of, lexicon)
        if event is None or not _happens(event, lexicon, since=match["since"] is not None):
            continue
        when: Literal["since", "after", "before"] = (
            "since" if match["since"] else "after" if match["after"] else "before"
        )
        days, begin = _length(text, match.start()) if when != "since" else (0, match.start())
        if (
            _DAYS_AFTER.search(low[: match.start()])
            and not pick_of(low[: match.start()])
            and when != "since"
            and days < 2
        ):
            continue  # "the day after": that day, and not all since
        if when == "after" and not days and _each_time(head, lexicon):
            continue
        if when == "before" and not days and _one_night(head, match[0], lexicon):
            continue
        return text[:begin] + " " + text[match.end() + len(rest) :].lstrip(" ,"), Bound(when, event, days)
    return text, None


_DAY_OF_IT = pattern(
    r"\b(?:on |in )?(?:the )?(?P<night>night|evening) before\s+(?=[^\W\d])|"
    r"\b(?:on |in )?the (?:day|morning|evening|night) of\s+(?=(?:the|my) )|\bв (?:день|вечер) (?=[^\W\d])"
)


def _on_day(text: str, as_of: date, lexicon: Lexicon) -> tuple[str, Bound] | None:
    """Return a question without the event whose day it names, if only words tell that: "the day of the triathlon"."""
    low = plain(text)
    match = _DAY_OF_IT.search(low)
    if match is None:
        return None
    stop = re.search(r"[,?!]|$", low[match.end() :])
    end = match.end() + (stop.start() if stop else 0)
    head = read_of(f"{text[: match.start()]} {text[end:]}", as_of, lexicon)
    event = _event(text[match.end() : end], as_of, lexicon)
    own = [lexicon.activity(one.domain, one.activity) for one in subjects_of(head, lexicon)]
    nightly = any(one is not None and one.night_before for one in own)
    if event is None or event.subject is not None or event.day is not None or not own:
        return None
    if match["night"] and not nightly:
        return None
    return head.text, Bound("on", event)


def _two_events(text: str, as_of: date, lexicon: Lexicon) -> tuple[str, Bound] | None:
    """Return a question without the two events that its days lie between, and these."""
    match = _FROM_TO.search(plain(text))
    if match is None:
        return None
    one, other = (text[slice(*match.span(name))] for name in ("one", "other"))
    head = read_of(text[: match.start()], as_of, lexicon)
    if not head.hits or any(moments(part, as_of) or measures(part) for part in (one, other)):
        return None
    first = _event(one, as_of, lexicon)
    last = _event(other, as_of, lexicon, first)
    if first is None or last is None or not all(_happens(each, lexicon, since=True) for each in (first, last)):
        return None
    return text[: match.start()] + " " + text[match.end() :], Bound("since", first, until=last)


def _one_night(head: Read, word: str, lexicon: Lexicon) -> bool:
    """Whether "before" means the one night that leads to an event: "how did I sleep before the race"."""
    subjects = subjects_of(head, lexicon)
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity) if subjects else None
    at_once = not _UNTIL.match(word) and not _OVER_TIME.search(head.low)
    return activity is not None and activity.night_before and at_once


_UNTIL = pattern(r"until|till|до|bevor")
_OVER_TIME = pattern(
    r"\b(?:average|avg|mean|total|nights|trend|often|how many(?! hours)|usually|средн\w+|сколько раз|ночей|обычно)\b"
)
_IT = pattern(r"\b(?:it|this|that|he|she|они|он|она|оно)\b")
_FROM_TO = pattern(
    r"\b(?:between|from|между|с момента|от)\s+(?P<one>[^,?]+?)\s+(?:and|to|till|until|и|до)\s+(?P<other>[^,?]+)"
)


def _length(text: str, end: int) -> tuple[int, int]:
    """Return how many days a question names right before a place, and where it begins to: "in the two weeks"."""
    match = _SPAN.search(plain(text), 0, end)
    if not match:
        return 0, end
    unit = 7 if match["unit"].startswith(("week", "недел")) else 30 if match["unit"].startswith(("month", "мес")) else 1
    number = match["number"] or "1"
    return (int(number) if number.isdecimal() else NUMBERS.get(number, 1)) * unit, match.start()


def _names_a_day_or_number(text: str, as_of: date, lexicon: Lexicon) -> bool:
    said, numbers = moments(text, as_of), measures(text)
    spell = any(mark.activity.spells for hit in lexicon.hits(text) for mark in lexicon.marked(hit))
    return bool(said and said[0].start < 14 and not (spell and said[0].start)) or bool(numbers and numbers[0].start < 3)


def _happens(event: Event, lexicon: Lexicon, *, since: bool) -> bool:
    """Whether something happens now and then, rather than being what is done all the time."""
    if event.subject is None:
        return since or bool(_DEFINITE.match(event.text))
    activity = lexicon.activity(event.subject.domain, event.subject.activity)
    daily = activity is not None and any(item.sum and not item.product for item in activity.fields.values())
    each_time = not since and bool(measures(event.text))  # "after 8 hours of sleep"
    bought = activity is not None and activity.main and activity.fields[activity.main].dimension == "money"
    once = not since and _DEFINITE.match(event.text) and not each_time
    return not daily or bool(
        (event.conditions and not each_time) or event.pick or (event.subject.kinds and (bought or once))
    )


_DEFINITE = pattern(r"\W*(?:the|my|our|i|we|they|[A-Z][\w-]+)\b")
"""What names one thing that happened: "the move", "we went off to Riga"."""


def _each_time(head: Read, lexicon: Lexicon) -> bool:
    """Whether "after" means each time, because a value is asked for that every day has: "how do I sleep after pain"."""
    subjects = subjects_of(head, lexicon)
    if not subjects:
        return False
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity)
    main = activity.fields.get(activity.main) if activity else None
    return main is not None and main.mean and not _FIRST.search(head.low)


def _event(text: str, as_of: date, lexicon: Lexicon, before: Event | None = None) -> Event | None:
    """Return the event that some words name, or None."""
    bare = text.strip(" ?.!,")
    said = moments(bare, as_of)
    read = read_of(bare, as_of, lexicon)
    following = bool(before and _NEXT.search(read.low))
    subjects = subjects_of(read, lexicon) or ((before.subject,) if following and before and before.subject else ())
    if said and said[0].day and not subjects:
        return Event(bare, day=said[0].first)
    if not subjects and not re.search(r"[^\W\d]{3}", bare):
        return None
    form: Literal["list", "lookup"] = "list" if subjects else "lookup"
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    query = worded(Query(form, bare, as_of, subjects[:1]), bare, read.low, read.hits, taken, lexicon)
    doing = {f"#{hit.entry}" for hit in read.hits if lexicon.marked(hit)} if _THAT.search(read.low) else set()
    words = tuple(one for one in query.words if one.strict and not doing & set(one.stems))
    if not subjects and not words:
        return None
    if before is not None and not subjects and _IT.search(read.low):  # "the Lighthouse kickoff and the day it shipped"
        words += tuple(one for one in before.words if one.said[:1].isupper())
    conditions = conditions_of(read, subjects, lexicon)
    pick = "next" if following else pick_of(bare)
    return Event(bare, subjects[0] if subjects else None, conditions, words, pick, periods=periods_of(read, as_of))
