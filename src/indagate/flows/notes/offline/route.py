"""ROUTE by rule: a question, a note, both, or a correction. What is ambiguous is a note: nothing written is lost."""

from __future__ import annotations

import re

from indagate.flows.notes.ask import Route, RouteQuestion
from indagate.flows.notes.lexicon import Lexicon, lexicon_of
from indagate.flows.notes.measure import measures
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain

AT_FIRST = 2
"""So many domains are loaded for a question at once; what else it needs is loaded on demand."""
_ASKS = pattern(
    r"^\W*(?:(?:and|but|so|ok|okay|hey|hi|also|by the way|a|и|а|но|ну|так|скажи|слушай|please|пожалуйста)[\s,]+)*(?:"
    r"how (?:many|much|far|long|often|fast|heavy|high|low|old|did|do|does|is|was|were|am|are|have|has|"
    r"come|late|early|well|bad|big|"
    r"short|frequently|hard|tall)\b|when(?:'s| (?:did|was|is|do|does|have|were|will|am|are|should|had)\b)|"
    r"what(?:'s|s)?\b(?! an? | the hell| the heck)(?! \w+(?:ing)? (?:day|night|week)!)|which\b|"
    r"who(?!\s+(?:knows|cares))(?:'s)?\s|whose\b|where(?:'s)?\s|"
    r"why\b|did (?:i|we|my|the|you|it|that|(?!(?:an?|some|another|one|two|three|four|five|six|ten) )[^\W\d]\w* \w+)|"
    r"do i\b|does\b|am i\b|is (?:my|it|that|there|this|"
    r"the)\b|are (?:my|there|the)\b|"
    r"was (?:i|my|it|that|there|the)\b|were (?:my|there|the)\b|have i\b|has my\b|had i\b|can (?:i|you)\b|"
    r"could you\b|should i\b|would it\b|"
    r"will i\b|compare\b|show\b|tell me\b|remind me (?!to\b)|list\b|find\b|look up\b|count (?:my|the|"
    r"how)\b|summari[sz]e\b|any (?:idea|notes)\b|"
    r"average\b|total\b|"
    r"сколько\b|когда (?:я|у меня|был\w*|последн\w+|впервые|в последний|мы|это|он\w*|же|в прошл\w+)\b|"
    r"как(?:ой|ая|ое|ие|ую|ого|им|их|ому) (?!бы\b|-то)|"
    r"как (?:часто|давно|долго|далеко|много|быстро|я\b|мо\w+|у меня|менял\w*|зовут|изменил\w*|влия\w+|"
    r"прош\w+)|что (?:я|мне|у меня|сказал\w*|говорил\w*|по)\b|"
    r"кто\b|где\b|куда\b|почему\b|зачем\b|чей\b|чья\b|на что\b|о ч[её]м\b|во сколько\b|"
    r"покажи\b|напомни\b(?!те)|сравни\b|найди\b|перечисли\b|посчитай\b|расскажи\b|"
    r"(?:был\w*|есть|не|\w+[аеиоуыяюл]\w*) ли\b|стоит ли\b|можно ли\b|"
    r"wie (?:viel\w*|oft|weit|lange|schnell|war\w*|ist)\b|wann\b|was (?:habe|ist|war|hat)\b|welche\w*\b|"
    r"wer\b|wo\b|zeig\w*\b|habe ich\b|bin ich\b|war ich\b)"
)
_PARTS = pattern(
    r"(?<=[.!?;])\s+|\s+[-–—]\s+|,\s+(?=(?:and |but |so |а |и |но )?(?:how|what|when|which|where|who|why|"
    r"is|am|are|was|did|do|does|have|has|"
    r"can|should|tell me|show me|remind me|compare|сколько|когда|как\w*|что|это|покажи|напомни|сравни|был\w* ли|\w+ ли|"
    r"wie|wann|was)\b)|\s+(?:and|и)\s+(?=(?:tell me|show me|remind me|compare|what'?s|what is|how many|"
    r"how much|when did|скажи|покажи|напомни|сколько|"
    r"какой|какая|когда|сравни)\b)"
)
_SELF = pattern(r"^\W*(not yet|no|nope|nah|yes|yep|yeah|maybe|нет|да|пока нет|ещё нет|еще нет|nein|ja|well)\b")
_COMMAND = pattern(
    r"^\W*(?:please\s+)?(?:log|note|record|write down|add|save|запиши|отметь|добавь|"
    r"notiere)\b[:,]?\s*(?:that |down |:|что )?",
    re.IGNORECASE,
)


def route(asked: RouteQuestion) -> Route:
    """Return what an input is."""
    lexicon = lexicon_of(asked.domains)
    text = asked.text.strip()
    if asked.mode == "log":
        return Route("LOG", _of_note(text, asked, lexicon), text, "", "said so")
    if asked.mode == "ask":
        return Route("QUERY", _of_question(text, lexicon)[:AT_FIRST], "", text, "said so")
    if asked.mode == "correct":
        return Route("CORRECTION", _of_note(text, asked, lexicon), text, "", "said so")
    note, question, reason = divide(text, asked, lexicon)
    if question and note:
        both = tuple(dict.fromkeys([*_of_note(note, asked, lexicon), *_of_question(question, lexicon)]))
        told = tuple(name for name in both if name != "general") or both
        return Route("BOTH", told, note, question, reason)
    if question:
        return Route("QUERY", _of_question(text, lexicon)[:AT_FIRST], "", text, reason)
    if cues.corrects(plain(text)):
        return Route("CORRECTION", _of_note(text, asked, lexicon), text, "", "it corrects something noted before")
    return Route("LOG", _of_note(text, asked, lexicon), _COMMAND.sub("", text) or text, "", reason)


def divide(text: str, asked: RouteQuestion, lexicon: Lexicon) -> tuple[str, str, str]:
    """Return the part of a text that is a note, the part that is a question, and why."""
    parts = _pieces(text)
    asks = [_asks(piece, following) for piece, following in zip(parts, [*parts[1:], ""], strict=True)]
    if not any(asks):
        return text, "", "it asks nothing"
    first = asks.index(True)
    note = " ".join(piece for piece, asking in zip(parts, asks, strict=True) if not asking).strip(" ,;-–—")
    question = " ".join(piece for piece, asking in zip(parts, asks, strict=True) if asking)
    note = _COMMAND.sub("", note)
    if not note:
        return "", text, "it asks"
    if first == 0 and not _tells(note, asked, lexicon):
        return "", text, "it asks"
    if not _tells(note, asked, lexicon):
        return ("", text, "it asks") if not measures(note) or asks[-1] else (text, "", "it tells more than it asks")
    return note, question, "it tells something and asks something"


def _pieces(text: str) -> list[str]:
    found, at = [], 0
    for match in _PARTS.finditer(plain(text)):
        found.append(text[at : match.start()].strip(" ,"))
        at = match.end()
    found.append(text[at:].strip())
    return [piece for piece in found if piece]


def _asks(piece: str, following: str) -> bool:
    """Whether a piece asks; one that is answered at once by what follows does not."""
    low = plain(piece)
    if low.rstrip(" )»\"'").endswith("?"):
        return not _SELF.match(plain(following)) and len(low) > 2
    if low.rstrip().endswith("!"):
        return False
    return bool(_ASKS.match(low))


def _tells(note: str, asked: RouteQuestion, lexicon: Lexicon) -> bool:
    """Whether a piece tells something worth noting: a value, or something that was done."""
    items = parse(note, asked.as_of, lexicon)
    return any(item.values or item.activity not in {"work"} for item in items) or bool(
        measures(note) and len(note.split()) > 1
    )


def _of_note(text: str, asked: RouteQuestion, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the domains of what a note tells, or else those whose words it has."""
    found = dict.fromkeys(item.domain for item in parse(text, asked.as_of, lexicon))
    return tuple(found) or _of_question(text, lexicon)


def _of_question(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the domains whose activities a text names, those named more often first."""
    votes: dict[str, int] = {}
    for hit in lexicon.hits(text):
        if lexicon.marked(hit):
            votes[hit.domain] = votes.get(hit.domain, 0) + 1
    named = [name for name in votes if name != "general"] or list(votes)
    return tuple(sorted(named, key=lambda name: -votes[name])) or ("general",)
