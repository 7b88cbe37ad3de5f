"""What a question asks of something planned: what it was, whether it came to be, what came of it, what is to come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from indagate.flows.notes.moment import moments
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Part, Query
from indagate.flows.notes.token import cyrillic, plain

Want = Literal["value", "whether", "more", "less", "quicker", "both", "agenda", "done"]

_INTENT = pattern(
    r"\b(?:(?:i |i'd |i've |i'm |i am |we |had i |did i |do i |was i |am i |have i |what i |as i )?(?:had |have |"
    r"was |am |"
    r"been |really |originally |actually )*(?:planned|plan(?:ning)? (?:to|on|for|of)|plans? (?:was|is|for)|"
    r"intend(?:ed|ing)?|(?:going|go|goes|rising|increasing|climbing) up to|(?:(?:am|was|are|were) (?:i|we)|i'm|i am|"
    r"i was|we're|we are) (?:going|gunning|shooting|pushing|"
    r"training|working|angling|striving|building) (?:for|towards?)(?! (?:a|my|the|an) (?:run|walk|jog|ride|swim|hike))|"
    r"(?:am|was) (?:i|we) (?:chasing|after)|"
    r"aim(?:ed|ing)?|hop(?:e|ed|ing)|want(?:ed)?(?! me\b| us\b| you\b| my\b|(?: to)? know\b| to (?:see|find|"
    r"check)\b)|mean(?:t)? to|going to|gonna|"
    r"suppos(?:ed|e)|set out|set (?:my|"
    r"our)sel(?:f|ves)|"
    r"announced?|promised?|vowed|resolved|decided|scheduled|thinking of|thinking about|thought of|thought about|"
    r"dream(?:ed|t|ing) of|(?:think|thought|guess(?:ed)?|estimated?)(?=[^?]*\b(?:would|might)\b)|budget(?:ed|"
    r"ing)? for|set aside|reckoned|expect(?:ed|ing)?|wish(?:ed|ing)? to|due to|"
    r"in mind|targeted|targeting|target(?:s|ted)? (?:was|is|for)|goals?|(?<!at )(?<!from )targets?|intentions?|plan)"
    r"(?: (?:to|on|for|at|of|myself|ourselves|be|it|with))*)\b|"
    r"\b(?:(?:у меня |я |мы |себе |ли )*(?:запланир\w+|планир\w+|план(?:ы|ах|ов|у|ом)?|намет\w+|намеч\w+|"
    r"собира(?:л\w*|юсь|емся)|"
    r"хотел\w*(?! бы (?:зна|узна|поня))|хочу(?! (?:зна|узна|поня|спрос|посмотр|похваст|вспомн|провер|увид|сравн|посчит|"
    r"услыш|уточн|выясн|сказ|отмет))|хотелось(?! бы (?:зна|узна|поня))|рассчитыв\w+|закладыва\w+|залож\w+|"
    r"замахну\w+|замахив\w+|цел(?:ь|и|ью|ях|ился|илась)|"
    r"обещал\w*|обещан\w+|намерен\w*|намерева\w+|задум\w+|замышля\w+|мечта\w+|ставил\w* (?:себе|цель)|метил\w*|"
    r"прикидыва\w+|"
    r"предполага\w+|предстоит|предстоял\w*|должен был\w*|надо было)(?: (?:себе|на то|чтобы|было|был|бы))*)\b"
)
_GOALS = pattern(
    r"\b(?:what (?:did|do) i want to (?:achieve|accomplish|reach|get done)|чего я хотел\w* (?:достичь|добиться))\b"
)
"""What asks for all goals."""
_AGENDA = pattern(
    r"\b(?:what(?:'s| is| am i| do i have| have i got|'ve i got) (?:on|coming up|planned|scheduled|on the agenda|up|"
    r"doing|lined up)\b(?: for| on)?|any plans for|what are my plans|что (?:у меня )?(?:на|запланировано|намечено|"
    r"предстоит)\b|"
    r"какие (?:у меня )?планы на)"
)
_WHETHER = pattern(
    r"\b(?:did|have|has|was|were) (?:i|it|that|they|this|those|we)\b(?: (?:ever|really|actually|manage[d]?|make|"
    r"made|do|done|"
    r"come|came|happen(?:ed)?|hit|reach(?:ed)?|achieve[d]?|keep|kept|stick|stuck|get|got|pull(?:ed)?|go|able|it|"
    r"that|to|"
    r"there|off|about|so|in the end|as planned|them|out|true|through|work|fulfil(?:led)?|run|complete[d]?|"
    r"succeed\w*))*\W*$|"
    r"\bdid (?:i|we) (?:manage|keep|stick|reach|achieve|hit|fulfil|make (?:it|that|the|my))\b|\bcome off\b|"
    r"\bcome true\b|"
    r"\bgo (?:as|to) plan(?:ned)?\b|\b(?:as|what) i (?:had )?(?:planned|intended|wanted|promised)\W*$|"
    r"\b(?:получил\w+|удал\w+|вышло|смог\w*|успел\w*|выполнил\w*|достиг\w*|пробеж\w+л\w*|сделал\w*|осилил\w*|"
    r"сдержал\w*|"
    r"справил\w+|исполнил\w*|состоял\w+|сбыл\w+|добил\w+|взял\w*|пожал\w*|поднял\w*|присел\w*|купил\w*)"
    r"(?: (?:ли|я|это|у меня|так|его|ее|в итоге|то|что))*\W*$|\b(?:удалось|получилось|вышло|смог|успел|сдержал|"
    r"выполнил|"
    r"справился|осилил)\w* ли\b|^\W*(?:а |и )?[а-я]+л(?:а|о|и|ся|ась|ось|ись)? ли (?:я|мы)\b|\bbeat (?:my|"
    r"the) (?:target|goal|plan)\b"
)
_DID = pattern(
    r"\W*(?:(?:and|so|but|а|и|ну)\s+)?(?:(?:did|have) (?:i|we)\b(?: (?:really|actually|ever|even|then|finally|"
    r"in fact))*"
    r"|(?=[а-я]+л[аи]?(?:сь|ся)? ли\b))\s*(?P<what>[^\W\d]+)"
)
"""What asks whether something was done, by its verb."""
_ASKS = pattern(r"\b(?:how (?:far|much|many|long|heavy|fast|expensive)|what|which|сколько|скольк\w+|как\w*)\b")
_THAN = pattern(r"\b(?:than|чем)\b")
_LESS = pattern(r"\b(?:less|shorter|lighter|cheaper|fewer|меньше|короче|легче|дешевле)\b")
_QUICKER = pattern(r"\b(?:faster|quicker|sooner|быстрее)\b")
_FACT = pattern(
    r"\b(?:actually|really|in fact|in reality|in the end|turned out|(?:how \w+|what)(?: \w+)? did i|"
    r"ended up|по факту|на самом деле|в итоге|вышло|вышел|вышла|получил\w+|реально|фактически|на деле|"
    r"в действительности)\b"
)
_SPLIT = pattern(
    r"[.!?;]\s+|,\s+(?=(?:but|and|а|но|и|how|what|did|have|though|although|while|i (?:had )?(?:planned|wanted|meant|"
    r"intended|hoped|aimed))\b)|\s[-–—]\s|\s(?=(?:and|but|а|и|но) (?:how|what|"
    r"сколько|как)\w*\b)"
)


@dataclass(frozen=True, slots=True)
class Intent:
    """What is asked of something planned, and the question as it would be put of something done."""

    want: Want
    bare: str


def intent_of(text: str, as_of: date) -> Intent | None:
    """Return what a question asks of something planned, if it speaks of plans."""
    low = plain(text)
    if _AGENDA.search(low):
        return Intent("agenda", text)
    if not _INTENT.search(low) or _GOALS.search(low):
        return None
    clauses = [one for one in _SPLIT.split(text) if one and one.strip()]
    planned = [one for one in clauses if _INTENT.search(plain(one))]
    done = [one for one in clauses if one not in planned and (_FACT.search(plain(one)) or _whether(one))]
    than = _THAN.search(low)
    if than and _INTENT.search(low, than.start()):
        want: Want = "quicker" if _QUICKER.search(low) else "less" if _LESS.search(low) else "more"
        return Intent(want, _without(text[: than.start()] + text[than.end() :]))
    if any(_ASKS.search(plain(one)) for one in planned) and any(_ASKS.search(plain(one)) for one in done):
        return Intent("both", _without(" ".join(planned)))
    if any(_whether(one) for one in (*done, *planned)):
        return Intent("whether", _without(" ".join(planned) or text))
    if done and any(_ASKS.search(plain(one)) for one in done):
        days = [one[day.start : day.end] for one in planned for day in moments(one, as_of)]
        return Intent("done", " ".join([*done, *(days if not moments(" ".join(done), as_of) else ())]))
    return Intent("value", _without(text)) if _ASKS.search(low) else None


def _whether(clause: str) -> bool:
    """Whether a clause asks if something was done, and not how much of it."""
    low = plain(clause)
    done = _DID.match(low)
    if done is not None and _INTENT.search(low, done.end()) and not _INTENT.match(low, done.start("what")):
        return True  # "did I really run the 16 km that I planned"
    found = _WHETHER.search(low)
    return found is not None and not _ASKS.search(low[: found.start()])


def _without(text: str) -> str:
    """Return a text without its words of planning."""
    low = plain(text)
    made, at = [], 0
    for match in _INTENT.finditer(low):
        made.append(text[at : match.start()])
        made.append(" я " if cyrillic(match[0]) else " i ")
        at = match.end()
    return "".join([*made, text[at:]])


def intended(query: Query, intent: Intent) -> Query:
    """Return a question of something done as one of something planned."""
    if intent.want == "agenda":
        return replace(query, form="lookup", subjects=(), words=(), plans=True, agenda=True)
    if intent.want == "done":
        return query
    if not query.subjects:
        return replace(query, plans=True)
    query = replace(query, mean=False, group="", per="", sides=(), bound=None, unknown="")
    value = replace(query, form="value", plans=True)
    if intent.want == "both":
        done = replace(query, form="value", plans=False)
        labels = ("план", "на деле") if cyrillic(query.text) else ("planned", "done")
        return replace(query, form="versus", parts=(Part(labels[0], value), Part(labels[1], done)))
    if intent.want == "value":
        return value
    return replace(query, form="verdict", plans=False, kept=intent.want)
