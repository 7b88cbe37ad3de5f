"""A question taken apart: its sides, and what they share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence import sentences, words
from indagate.flows.mission.offline.constraint import constraints, tidy
from indagate.flows.mission.offline.lexis import FILLERS, SYNONYMS, listed, stems, tongue
from indagate.flows.mission.offline.term import Term, bag, named, terms

_ASKS = (
    r"what|which|how|who|whom|when|where|why|whether|"
    r"was|welche[rsnm]?|wie(?:viele?)?|wer|wann|wo|woher|wohin|warum|wieso|weshalb|wozu|ob|"
    r"что|как(?:ой|ая|ое|ие|ова?|ово|овы|их|ую)?|сколько|насколько|кто|когда|где|куда|почему|зачем"
)
_AUX = (
    r"is|are|does|do|can|may|must|should|will|has|have|gibt|darf|muss|kann|ist|sind|hat|можно ли|нужно ли|надо ли|"
    r"есть ли"
)
_SPLIT = re.compile(
    rf"\s*[;\n]\s*|\s*,\s*(?:(?:and|und|и|а|а также|as well as|sowie)\s+)?(?=(?:in |at |to |for |from |with |ab |bis "
    rf"|seit |mit |в |до |с )?(?:{_ASKS})\b)"
    rf"|\s+(?:and|und|и|sowie)\s+(?=(?:{_ASKS})\b)|\s*,\s*(?:and|und|и)\s+(?=(?:{_AUX})\b)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"\b(?:know|see|tell|say|says|explain|describe|depends? on|decide|wissen|sagen|zeigen|hängt davon ab|знать|"
    r"сказать|узнать|то)\W*$",
    re.IGNORECASE,
)
_HEAD = (
    r"(?:what (?:are|is)|which are|tell me about|describe|explain|list|summari[sz]e|give me|"
    r"was sind|wie (?:sind|hoch sind)|nenne|beschreibe|erkläre|каковы?|какие|опиши|назови|расскажи (?:о|про))"
)
_JOIN = r"(?:\s*,\s*(?:and\s+|und\s+|и\s+)?|\s+(?:and|und|и|sowie)\s+|\s*/\s*)"
_ITEM = (
    r"(?:(?:the|die|der|das|den)\s+)?[^\s,;?/]+(?:\s+(?!(?:and|und|и|of|for|in|when|with|für|von|bei|im|der|des|"
    r"для|у|при|в|на)\b)[^\s,;?/]+){0,2}"
)
_LIST = re.compile(
    rf"^(?P<head>{_HEAD})\s+(?P<items>{_ITEM}(?:{_JOIN}{_ITEM})+)\s+(?P<tail>(?:of|for|in|when|with|für|von|bei|im|"
    rf"beim|für|для|у|при|в)\s+.+?)\s*[?.!]*$",
    re.IGNORECASE,
)
_NP = r"[^,;?]+?"
_COMPARISONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:please )?(?:compare|vergleiche|vergleich|сравни(?:те)?)\s+(?P<x>{_NP})\s+(?:and|und|и|with|to|mit|с|"
        rf"со|against)\s+(?P<y>{_NP})"
        r"(?:\s*,?\s+(?P<on>(?:in terms of|regarding|with respect to|by|on|for|hinsichtlich|bezüglich|nach|für|по|"
        r"для)\s+.+?))?\s*[?.!]*$",
        rf"^(?P<head>.*?)\b(?:differences?|unterschiede?|разниц[аы]|отличи[ея]|различи[ея])\s+(?:between|zwischen|"
        rf"между)\s+(?P<x>{_NP})\s+(?:and|und|и)\s+(?P<y>{_NP})"
        r"(?:\s+(?P<on>(?:in terms of|regarding|hinsichtlich|bezüglich|по)\s+.+?))?\s*[?.!]*$",
        rf"^(?:чем|how does|how do|wie unterscheide[nt] sich)\s+(?P<x>{_NP})\s+(?:отличается от|отличаются от|"
        rf"differs? from|compares? (?:to|with|against)|compared (?:to|with)|von)\s+(?P<y>{_NP})\s*[?.!]*$",
        rf"^(?P<head>.*\b(?:of|for|does|do|is|von|für|hat|у|для|стоит)\s+)?(?P<x>{_NP})\s+(?:compared (?:with|to)|in "
        rf"comparison (?:with|to)|as against|im Vergleich (?:zu[rm]?|mit)|"
        rf"verglichen mit|по сравнению с)\s+(?P<y>{_NP})\s*[?.!]*$",
        rf"^(?:is|are|ist|sind)\s+(?P<x>{_NP})\s+(?:\w+er|more \w+|less \w+|worse)\s+(?:than|"
        rf"als)\s+(?P<y>{_NP})\s*[?.!]*$",
        rf"^(?:что \w+[:,]?\s+)?(?P<x>{_NP})\s+(?:лучше|хуже|дешевле|дороже|\w+ее)(?:,? чем)\s+(?P<y>{_NP})\s*[?.!]*$",
        rf"^(?P<x>{_NP})\s+(?:versus|vs\.?|gegenüber|против)\s+(?P<y>{_NP})(?:\s*[:,]\s*(?P<on>.+?)|\s+(?P<on2>(?:in "
        rf"terms of|for|regarding|hinsichtlich|für|по|для)\s+.+?))?\s*[?.!]*$",
    )
)
_DETERMINER = re.compile(
    r"\b(?:an?|the|my|our|eine?[nrms]?|mein\w*|unser\w*|der|die|das|den|dem|einen)\s+(?=\S)", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|there|he|she|es|sie|er|ihn|ihm|dessen|deren|davon|dafür|он|она|оно|они|его|её|ее|их|"
    r"ему|ей|им|нём|ней|них|неё)\b",
    re.IGNORECASE,
)
_TRAILING = listed(
    "cost costs be is are take takes last lasts need needs have has work works pay emit use make produce get cover "
    "include mean do "
    "kosten dauern sein haben brauchen werden gibt es there noise стоит есть нужно быть служит длится"
)
# "the read and the buffer method of X" are two methods of X.
_SHARED_TAIL = re.compile(
    r"^\S+(?P<noun>\s+[^\W\d_]+)?(?P<tail>\s+(?:of|in|for|within|von|bei|im|в|у|для)\s+\S.*)$", re.IGNORECASE
)
DIFFERENCE = "Difference: "
"""How the side of a comparison is named that asks for both at once."""
_WHAT_IS = {"en": "what is ", "de": "was ist ", "ru": "что такое "}
"""What is asked of each side where no attribute is named."""
_WHENS = frozenset(("when", "where", "wenn", "wo", "когда", "где"))
# "the minimum and the maximum period" are two periods.
_DEGREE = re.compile(
    r"(?:the |die |der |das |den )?(?:min(?:imum|imal\w*)?|max(?:imum|imal\w*)?|lowest|highest|lower|upper"
    r"|default|first|second|last|old|new|current|least|greatest|smallest|largest|shortest|longest|earliest|latest|kleinste\w*"
    r"|größte\w*|niedrigste\w*|höchste\w*|erste\w*|zweite\w*|letzte\w*|alte\w*|neue\w*|минимальн\w+|максимальн\w+|наименьш\w+|"
    r"наибольш\w+|перв\w+|втор\w+|последн\w+|стар\w+|нов\w+)$",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"(?<!\S)(?P<word>the|a|an|with|around|for|from|to|by|on|in|der|die|das|den|dem|mit|für|von|bei|für|с|для|при)\s+"
    r"(?P<one>[^,;?]+?)\s+(?:and|und|и)\s+(?P=word)\s+(?P<other>[^,;?]+?)\s*\?*$",
    re.IGNORECASE,
)
# "the defaults of shared_buffers and temp_buffers" are those of two.
_TWO_NAMES = re.compile(r"^(?P<head>.+\s)(?P<one>\S+)\s+(?:and|und|и)\s+(?P<other>\S+?)\s*\?*$")
_BETWEEN = re.compile(
    r"\b(?:between|both|zwischen|sowohl|между|differ\w*|compar\w*|unterscheid\w*|отлич\w*)\b", re.IGNORECASE
)
_PARTICIPLE = re.compile(r"(?:ed|en|ing|t)$|(?:ют|ут|ат|ят|ет|ит|ны|на|но)$")
_REQUEST = re.compile(
    r"(?:please|compare|describe|explain|tell|find|list|summari[sz]e|show|give|research|also|and|include|cover|"
    r"consider|"
    r"bitte|vergleich\w*|beschreib\w*|erklär\w*|nenn\w*|such\w*|zeig\w*|auch|und|"
    r"сравни\w*|опиши\w*|объясни\w*|назови\w*|найди\w*|расскажи\w*|покажи\w*|также|ещё|и)\b",
    re.IGNORECASE,
)
"""A sentence that asks without a question mark; others, beside a question, tell its background."""


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a question: what tells it from the others, and itself in words that stand alone."""

    name: str
    question: str


def divide(question: str) -> list[Part]:
    """The sides of a question, each in words that stand alone; a simple one has a single side."""
    compared = _compared(question)
    if compared:
        return compared
    pieces = _pieces(question)
    if len(pieces) == 1:
        pieces = _listed(pieces[0]) or _paired(pieces[0]) or pieces
    if len(pieces) == 1:
        return [Part(label(pieces[0]), pieces[0])]
    topic = shared_topic(pieces)
    kept, _ = constraints(question)
    made = []
    for piece in pieces:
        own = alone(piece, "" if piece == topic.host else topic.text, kept.geography)
        made.append(Part(label(piece, without=topic.text), own))
    return made


def alone(piece: str, topic: str, place: str = "") -> str:
    """A side of a question with what it shares with the others said in it."""
    held = bag(piece)
    missing = [term for term in terms(topic) if not (term.stems & held)]
    bare = piece.rstrip(" ?.!")
    ending = piece[len(bare) :].strip() or "?"
    if missing and (len(missing) == len(terms(topic)) or _PRONOUN.search(piece)):
        named = bool(re.search(r"(?<=\s)(?:[A-ZА-ЯЁ]\w+|\w+[_.]\w+)", piece)) and re.match(
            rf"(?:{_ASKS}|{_AUX})\b", piece, re.IGNORECASE
        )
        if not named or _PRONOUN.search(piece):
            return f"{bare} ({topic}){ending}"
    if place and place not in piece:
        return f"{bare} ({place}){ending}"
    return bare + ending


@dataclass(frozen=True, slots=True)
class Topic:
    """What the sides of a question share, and the side that says it."""

    text: str
    host: str


def shared_topic(pieces: list[str]) -> Topic:
    """What the sides of a question are all about: the noun phrase of the first side that has one."""
    for piece in pieces:
        match = next((m for m in _DETERMINER.finditer(piece) if terms(piece[m.end() :])), None)
        if match:
            text = _trimmed(piece[match.end() :])
            if _substance(text):
                return Topic(_without_aspect(text), piece)
    best = max(pieces, key=lambda piece: (len(_substance(piece)), -pieces.index(piece)))
    text = _trimmed(_from_substance(best)) if _substance(best) else " ".join(term.word for term in terms(best))
    return Topic(text, best)


def _without_aspect(text: str) -> str:
    """ "cost of a heat pump" is about a heat pump."""
    match = re.match(r"^(\S+)\s+(?:of|for|von|für|у|при)\s+(?=\S)", text)
    if match and any(one in SYNONYMS for one in stems(match[1].casefold())) and _substance(text[match.end() :]):
        return _DETERMINER.sub("", text[match.end() :], count=1)
    return text


def _trimmed(text: str) -> str:
    found = text.strip(" ?.!,").split()
    while len(found) > 1 and found[-1].casefold() in _TRAILING:
        found.pop()
    return " ".join(found)


def _substance(text: str) -> tuple[Term, ...]:
    """The content words that are not themselves what is asked (cost, noise, time)."""
    return tuple(term for term in terms(text) if not any(stem in SYNONYMS for stem in term.stems))


def _from_substance(piece: str) -> str:
    """A side of a question from its first content word that is not itself what is asked."""
    wanted = {term.word for term in _substance(piece)}
    first = next((word.start for word in words(piece) if word.text in wanted), 0)
    return piece[first:]


_GLUE = listed("of to for in at on from with von zu für im in am an mit bei и в во на для с со у при по")
_ARTICLES = listed("the a an der die das den dem des ein eine einen einem einer")


def label(piece: str, without: str = "", most: int = 5) -> str:
    """A short name made of the content words of a question, prepositions between neighbours kept."""
    held = bag(without)
    wanted = [term for term in terms(piece) if not (term.stems & held)] or list(terms(piece))
    kept = {one for term in wanted[:most] for part in (term.stems, *term.parts) for one in part}
    name, end, used = "", 0, 0
    found = words(piece)
    for at, word in enumerate(found):
        low = word.text.casefold()
        if not stems(low) & kept or low in FILLERS or used >= most + 2:
            continue
        start = word.start
        if (name and piece[end:start] in (" ", "-", "–", "/", ".", "_")) or not name:
            gap = piece[end:start] if name else ""
        else:
            between = [item.text.casefold() for item in found[:at] if item.start >= end]
            glued = 0 < len(between) <= 2 and between[0] in _GLUE and all(item in _GLUE | _ARTICLES for item in between)
            gap = piece[end:start] if glued else ", "
        name += gap + word.text
        end, used = word.end, used + 1
    name = tidy(name.replace("|", "/")) or tidy(piece)[:60].replace("|", "/")
    opening = name.split()[0] if name.split() else ""
    return name[0].upper() + name[1:] if opening.strip(",").isalpha() and opening.islower() else name


def _pieces(question: str) -> list[str]:
    """The questions in a question; what has no content word of its own stays with its neighbour."""
    found: list[str] = []
    said = sentences(question)
    asked = [sentence for sentence in said if sentence.text.endswith("?") or _REQUEST.match(sentence.text)]
    for sentence in asked or said:
        start = 0
        for match in _SPLIT.finditer(sentence.text):
            head = sentence.text[start : match.start()]
            if _clause(head, sentence.text[match.end() :]):
                continue
            if not terms(head) or not terms(sentence.text[match.end() :]) or _SUBORDINATE.search(head):
                continue
            found.append(head)
            start = match.end()
        found.append(sentence.text[start:])
    pieces: list[str] = []
    for piece in (tidy(text).strip(" ,;") for text in found):
        if pieces and not terms(piece):
            pieces[-1] = f"{pieces[-1]} {piece}"
        elif piece:
            pieces.append(piece)
    return [piece[0].upper() + piece[1:] for piece in pieces] or [tidy(question)]


def _clause(head: str, rest: str) -> bool:
    """Whether what follows is no question of its own: a second "when …" of one question, or the first after "If …,"."""
    word = rest.split(maxsplit=1)[0].casefold() if rest.split() else ""
    again = re.search(r"\S\s+(?:when|where|wenn|wo|когда|где)\b", head, re.IGNORECASE)
    if word in _WHENS and again and again[0].split()[-1].casefold() == word:
        return True
    condition = re.match(r"\W*(?:if|when|where|once|suppose|wenn|falls|sobald|если|когда)\b", head, re.IGNORECASE)
    return bool(condition) and not re.search(rf"\b(?:{_ASKS})\b", head[condition.end() :] if condition else "", re.I)


def _listed(question: str) -> list[str]:
    """ "What are the costs and risks of X?" asks two things."""
    match = _LIST.match(question)
    if not match:
        return []
    items = [item for item in re.split(_JOIN, match["items"], flags=re.IGNORECASE) if item and terms(item)]
    if len(items) < 2:
        return []
    noun = (
        items[-1].strip().split(maxsplit=1)[1:]
        if not re.match(r"(?:the|die|der|das|den)\s", items[-1].strip(), re.I)
        else items[-1].strip().split(maxsplit=2)[2:]
    )
    items = [f"{item.strip()} {noun[0]}" if noun and _DEGREE.match(item.strip()) else item for item in items]
    return [f"{match['head']} {item.strip()} {match['tail']}?" for item in items]


def _paired(question: str) -> list[str]:
    """ "When were the charter and the statutes signed?" asks twice: two phrases that begin alike, joined by "and"."""
    for match in _PAIR.finditer(question):
        one, other, begins = match["one"], match["other"], match["word"]
        if not terms(one) or not terms(other) or _BETWEEN.search(question[: match.start()]):
            continue
        rest = other.split()
        ending = rest.pop() if len(rest) > 2 and _PARTICIPLE.search(rest[-1]) else ""
        head = question[: match.start()]
        first, second = f"{head}{begins} {one} {ending}".strip(), f"{head}{begins} {' '.join(rest)} {ending}".strip()
        return [f"{first}?", f"{second}?"] if terms(" ".join(rest)) and terms(head + ending) else []
    names = _TWO_NAMES.match(question)
    if names and named(names["one"]) and named(names["other"]) and not _BETWEEN.search(names["head"]):
        return [f"{names['head']}{names['one']}?", f"{names['head']}{names['other']}?"]
    return []


def _compared(question: str) -> list[Part]:
    match = next((found for pattern in _COMPARISONS if (found := pattern.match(question))), None)
    if not match or len(_pieces(question)) > 1:
        return []
    groups = match.groupdict()
    x, y = (_DETERMINER.sub("", groups[side].strip(" .?!"), count=1) for side in "xy")
    if not terms(x) or not terms(y):
        return []
    if shared := _SHARED_TAIL.match(y):
        x = f"{x}{shared['noun'] or ''}{shared['tail']}" if len(x.split()) == 1 else f"{x}{shared['tail']}"
    on = tidy(groups.get("on") or groups.get("on2") or "")
    head = tidy(groups.get("head") or "")
    aspect = " ".join(term.word for term in terms(head)) or on
    tail = f" {on}" if on else ""
    # "the price of a gas boiler versus a heat pump": both sides share the attribute.
    lead = f"{head} " if head and terms(head) and not re.search(r"(?i)differen|unterschied|разниц|отличи", head) else ""
    asks = "" if lead or tail else _WHAT_IS[tongue(question)]
    one, other = (f"{asks}{lead}{side}{tail}?" for side in (x, y))
    difference = f"{x} – {y}: {aspect}" if aspect else f"{x} – {y}"
    return [
        Part(label(x), one[0].upper() + one[1:]),
        Part(label(y), other[0].upper() + other[1:]),
        Part(f"{DIFFERENCE}{label(x)} – {label(y)}"[:80], tidy(question) if not lead else difference),
    ]
