"""What a question says beside what it asks: "I keep feeling tired. How long did I sleep?", "табель: сколько …".

A sentence or clause before the asking one, or a remark behind it, only gives context. Its words are no words to look
for; the days, things and people that it names count where the asking clause names none.
"""

from __future__ import annotations

import re
from datetime import date

from indagate.flows.notes.calendarwords import DAYS
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.questionword import only_field
from indagate.flows.notes.offline.reading import asked_by
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import content, plain, tokens

_WHICH = (
    r"how|what|which|when|whether|where|who|whom|whose|why|сколько|скольк\w+|как|как(?:ой|ая|ое|ие|ого|ую|им|их|ом)|"
    r"когда|где|куда|кто|что|во сколько|на что|чей|чья"
)
_PREPOSITION = r"(?:(?:on|in|at|for|with|from|since|by|to|of|about|over|until|на|в|во|за|с|со|по|из|к|у|о|об)\s+)?"
_OPENS = pattern(
    r"\W*(?:(?:and|but|so|then|now|well|ok|okay|also|tell me|please|pls|roughly|exactly|just|still|overall|in total|"
    r"on average|again|да|а|и|но|так|вот|ну|скажи|подскажи|напомни|пожалуйста|интересно)[\s,]+)*"
    rf"(?:{_PREPOSITION}(?:{_WHICH})\b(?!-)|"
    r"(?:did|do|does|have|has|had|was|were|is|are|am|can|could|would|will|should) "
    r"(?:i|we|my|our|the|there|it|that|this|those|these|any|he|she|they|you|someone|somebody|it's)\b|"
    r"(?:can|could|would|will) you\b|(?:please )?(?:list|show|give|count|add up|sum up|compare|remind|total|"
    r"work out)\b|"
    r"[а-я]+ (?:ли|бы)\b|покажи|посчитай|сравни|перечисли)"
)
"""How a clause begins that asks."""
_BREAK = pattern(r"(?:(?<![\d\W])|(?<=\d)(?=[.!?]\s))[.!?;]+(?=\s)|[;:](?=\s)|\s[-–—]+\s|[.!?]?[,)](?=\s)|(?<=\.)\s")
_EMBEDDED = pattern(
    r"^(?P<lead>[^?;:]*?\b(?:know|tell \w+|tell|wonder\w*|ask(?:s|ed|ing)?(?: \w+)?|curious(?: to \w+)?|remember|"
    r"recall|"
    r"sure|see|find out|dig up|dig out|look up|bring up|calculate|count|check|figure out|idea|say|work out|"
    r"forgot(?:ten)?|interested in|question is|matters|"
    r"знать|узнать|понять|вспомнить|помню|спрашива\w+|спросил\w*|интерес\w+|посмотреть|проверить|скажи\w*)[,:]?)\s+"
    rf"(?P<asks>{_PREPOSITION}(?:{_WHICH}|if)\b.*)$",
    re.DOTALL,
)
"""A question inside a sentence about who would like to know it."""
_CLAUSE = pattern(
    r"\b(?:i|we|he|she|they|it|i'm|i've|i'd|i'll|we're|we've|it's|he's|she's|they're|am|is|are|was|were|has|have|had|"
    r"wants?|asks?|asked|needs?|says?|said|thinks?|thought|claims?|keeps?|got|put|went|will|would|can|could|should|"
    r"must|feels?|felt|seems?|looks?|told|made|came|goes|я|мы|мне|нам|у меня|он|она|они)\b"
)
"""What makes words a clause that tells something, and no topic."""
_PURPOSE = pattern(
    r"\W*to (?!the\b|my\b|an?\b|what\b|which\b|date\b)[a-z]+ |"
    r"\W*(?:for|as|re|about|regarding|because of|для|насчет|по поводу)\s+(?:my|the|a|an|our|[а-я]+)\b"
)
_ADVERBIAL = pattern(
    r"\W*(?:in|on|during|since|before|after|between|from|over|for|at|by|when|whenever|while|until|till|within|if|"
    r"across|throughout|the (?:day|week|month|night|time|last time|first time)|"
    r"в|во|на|за|с|со|до|после|перед|между|от|когда|пока|если|по)\b"
)
"""What begins with days or conditions of what is asked then."""
_ANAPHOR = pattern(
    r"\b(?:it|its|that|this|one|ones|they|them|their|those|these|there|он|она|оно|они|его|ее|их|это|этот|эта|там)\b"
)
_THEN = pattern(
    r"\b(?:since then|since|after that|then|(?:in |on )?that (?:day|week|month|time|year)|тогда|с тех пор)\b"
)
_GOAL = pattern(
    r"\b(?:my |the )?(?:goals?|targets?|plans?|aim|aims|dream|intention)\b(?: (?:was|is|had been))?(?: (?:to|"
    r"for)\b)?|\b(?:i )?(?:was going|wanted|hoped|meant|intended|planned|"
    r"supposed|decided|promised|aimed) (?:to|for)\b|"
    r"\b(?:i )?(?:собирал(?:ся|ась)|хотел[аи]?|планировал[аи]?|обещал[аи]?|мечтал[аи]?|цель|план|моя|мой)\b"
)
_DID_IT = pattern(
    r"\W*(?:(?:and|so|but|а|и|ну)\s+)?(?:(?:did|have) i(?: (?:manage|do|done|make|made|reach\w*|achieve\w*|"
    r"succeed\w*|hit|keep|kept|"
    r"stick|get|got|pull|managed))?(?: (?:it|that|to|there|off|so|in the end))*|(?:получил\w+|удал\w+|смог\w*|"
    r"успел\w*|"
    r"выполнил\w*|достиг\w*|пробежал\w*|сделал\w*|вышло)(?: ли)?(?: (?:я|это|у меня|так))*)\W*$"
)
"""What asks whether something that was wanted was done."""
_TAIL = pattern(
    r"(?:,|\s[-–—]|;)\s+(?:judging|going by|based on|according to|to judge|given|considering|seeing (?:that|as)|"
    r"as (?:a|one|far as|per|usual)|that is|that'?s|i\.?e\.?|meaning|i mean|taking|counting (?:only|just|all|"
    r"every)|only counting|"
    r"(?:all|every|each|both)(?: of)?(?: the| my)? \w+ (?:counted|included|together|added|taken)|"
    r"(?:just|right|shortly|immediately|so|directly) (?:before|after) (?:the|my|i)|"
    r"(?:the|those|these) (?:two|three|four|five|\w+ \w+ ones?)\b|both\b|if (?:possible|you can|that|it|anything|"
    r"at all|you)|"
    r"rounded|in round|more or less|give or take|roughly|approximately|ballpark|or so|so that|so (?:i|we) |thanks|"
    r"thank you|for (?:my|the) (?=\w+\W*$)|"
    r"судя по|если (?:можно|не трудно)|считая только)\b[^?,:]*(?P<more>(?:,[^?,:]*)*)(?=\?|[.!]?\s*$)"
)
"""A remark behind a question on how it is meant."""
_TAIL_OF_TIME = pattern(
    r",\s+(?:when|while|because|as|since|where|although|though|if only) (?:i|we|my|it|the)\b"
    r"[^?]*(?=\?|$)|,\s+(?:пока|хотя|ведь|потому что|так как|раз уж|а то)\b[^?]*(?=\?|$)"
)
"""A remark that tells what was then, behind a question that has its days."""
_CURRENCY = pattern(r"\b(?:rou?bles|euros|dollars|pounds|miles)\b")
_SOME_DAYS = pattern(r"\b(?:days|nights|mornings|evenings|weeks|months|dates|those)\b")
_TOGETHER = pattern(r"\b(?:together|total|combined|single (?:figure|number)|one (?:figure|number)|вместе|сумм\w+)\b")
_REQUEST = pattern(
    r"\W*(?:(?:and|so|please)\s+)*(?:(?:can|could|would|will) you|(?:please )?(?:count|list|show|tell|add))\b"
)
"""What only asks to do what was said already."""
_TOPIC = pattern(r"\W*(?:the|my|last|first|latest|that)(?: [\w-]+){1,4} (?:that |which )?(?:i|we)\b")
"""A thing with what was done to it, of which something is asked then: "the run I did on Friday, how long was it"."""
_SAYS = pattern(
    r"^\W*(?:my |the )?[\w']+ (?:claims?|claimed|says?|said|thinks?|told \w+|insists?|believes?|reckons?|swears?|"
    r"complains?|suspects?|(?:is|was|seems?|'s) (?:convinced|sure|certain|asking|wondering|curious|worried|"
    r"nagging \w+|afraid|"
    r"of the opinion|under the impression)|keeps? (?:saying|telling \w+|asking(?: \w+)?)|утверждает|говорит|"
    r"считает|уверен\w*)\b"
)
"""Who says what an aside tells."""
_SO = pattern(r"\W*(?:so|therefore|hence|which is why|поэтому|так что)\b(?! far)")
_LEADS_IN = pattern(
    r"^\W*(?:(?:a |just a |one )?(?:quick|random|silly|dumb|stupid|honest|serious|simple|small|little|"
    r"last) (?:one|question|check|q|thing)|"
    r"(?:a )?question(?: for you)?|just (?:checking|wondering|curious)|(?:just )?out of (?:interest|curiosity)|"
    r"for the record|fyi|btw|by the way|"
    r"hey(?: there)?|hi(?: there)?|hello|morning|ok|okay|so|right|well|listen|look|hmm+|um+|uh+|oh|ah|"
    r"between (?:you and me|us)|if (?:memory serves|i remember (?:right|rightly|correctly)|i may ask|"
    r"i'm not mistaken)|"
    r"not that it matters|no idea|don't laugh|be honest|help me out|sanity check|remind me|refresh my memory|"
    r"any idea|do you know|"
    r"i'?ve lost track|i lost track|i forget|i forgot)\b[^,:;.!?–—-]{0,12}?(?:[,:;.!?–—]+\s*|\s+-+\s+|"
    r"\s+(?=(?:how|what|when|which|who|where)\b))"
)
"""What one says before one asks, and that says nothing."""
_BESIDE = pattern(r"(?P<said>.+?),?\s+(?:and|but|so)\s+(?:i|we|my|could|can|would|please|tell)\b")
"""What is told in one sentence with who would like to know something."""
_WHETHER = pattern(r"\W*whether\b(?: or not)?")
_WANTS = pattern(
    r"^\W*[\w' ]{1,40}?(?:\b(?:wants?|needs?|like|love|have) to (?:know|see|find out)(?: is)?|\b(?:is|am|'m|"
    r"are) (?:asking|after|curious)|"
    r"\b(?:asks?|asked|keeps? asking|wonders?)(?: (?:me|us|myself))?)(?: (?:me|us))?(?: (?:for|about))?[,:]?\s+"
)
"""Who would like to know something."""


def without_aside(text: str, as_of: date, lexicon: Lexicon) -> str:
    """Return what a question asks, with the days, things and people that only its asides name."""
    asides: list[str] = []
    asks = _asking(text, as_of, lexicon)
    before = _BESIDE.match(plain(text[: -len(asks)])) if text.endswith(asks) else None
    if before is not None:  # "we were on holiday last week and I'd like to know …"
        asides.append(text[: before.end("said")])
    while (cut := _cut(asks, lexicon)) is not None:
        aside, rest = asks[: cut[0]], asks[cut[1] :].lstrip()
        if _opens(plain(aside)):  # "…; could you count them?"
            asks = aside
            break
        asides.append(aside)
        asks = _asking(rest, as_of, lexicon)
    return _joined(" ".join(asides), asks, as_of, lexicon) if asides else asks


def _cut(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return where words that only tell something end, and where what is asked begins."""
    low = plain(text)
    for found in _BREAK.finditer(low):
        lead, rest = low[: found.start()], low[found.end() :]
        if not _opens(rest) or (found[0][0] == "," and _ASKS_LATER.search(rest) and not _opens(lead)):
            continue
        bare = _REQUEST.match(rest) and not lexicon.hits(text[found.end() :])
        so = bool(_SO.match(rest)) or (found[0].strip() in {".", "!"} and _says_more(lead, lexicon))
        meant_for = found[0].strip() == ":" and _PURPOSE.match(lead) is not None
        if bare if _opens(lead) else so or meant_for or _tells(lead, lexicon):
            return found.span()
    return None


_ASKS_LATER = pattern(rf"[.!]\s+(?:а |и )?{_PREPOSITION}(?:{_WHICH})\b(?!-)[^.!]*\?\W*$")
"""A whole sentence that asks, behind others: the clauses of those ask nothing."""


def _says_more(lead: str, lexicon: Lexicon) -> bool:
    """Whether a sentence has words that name neither days nor things: it is no topic."""
    read = [(hit.start, hit.end) for hit in lexicon.hits(lead)]
    words = [token for token in tokens(lead) if token.word and not any(a <= token.start < b for a, b in read)]
    return any(one not in idle() for token in words for one in content(token.low))


def _opens(low: str) -> bool:
    return bool(_OPENS.match(low))


def _asking(text: str, as_of: date, lexicon: Lexicon) -> str:
    return _without_tail(_without_lead_in(text), as_of, lexicon)


def _without_lead_in(text: str) -> str:
    """Return a question without who would like to know it: "my coach wants to know how …"."""
    while (led := _LEADS_IN.match(plain(text))) is not None and led.end() < len(text):
        text = text[led.end() :]
    low = plain(text)
    wants = _WANTS.match(low)
    if wants is not None:
        text, low = text[wants.end() :], low[wants.end() :]
    found = _EMBEDDED.match(low)
    asked_later = found is not None and any(
        _opens(found["asks"][one.end() :]) for one in _BREAK.finditer(found["asks"]) if one[0][0] in ".!?;:"
    )
    if found is None or asked_later or (_opens(found["lead"]) and not _REQUEST.match(found["lead"])):
        return _whether(text)
    return _whether(text[found.start("asks") :])


def _whether(text: str) -> str:
    """Return "whether I slept more" as a question."""
    found = _WHETHER.match(plain(text))
    return f"Is it so that {text[found.end() :].lstrip()}" if found else text


_ASKS_FIRST = pattern(r"\W*(?:how|what|which|when|who|сколько|как\w*|когда|что)\b")
_ASKS_ALSO = pattern(
    r",?\s+(?:and|а|и) (?:on |at )?(?:when|where|how|what|which|who|когда|где|как\w*|сколько)\b[^?]*"
    r"\b(?:it|that|this|them|they|those|the (?:last|first|latest) one|это|он[аио]?|их)\b[^?]*\W*$"
)
"""What is asked besides of the same thing: "how many books did I buy, and when was the last one"."""


def _without_tail(text: str, as_of: date, lexicon: Lexicon) -> str:
    """Return a question without the remarks behind it."""
    low = plain(text)
    remark = _REMARK.search(low)
    if remark is not None and _opens(low) and not _opens(remark["said"]):
        head, behind = text[: remark.start() + 1], text[remark.start() + 1 :]
        dated = moments(behind, as_of) and not moments(head, as_of)
        return text if dated or _names_answer(behind) else head
    second = _ASKS_ALSO.search(low)
    if second is not None and _ASKS_FIRST.match(low) and _things(text[: second.start()], lexicon):
        named = _things(second[0], lexicon) or moments(second[0], as_of)
        text, low = (text, low) if named else (text[: second.start()], low[: second.start()])
    tail = _TAIL.search(low)
    if tail is None:
        tail = _TAIL_OF_TIME.search(low)
        if tail is None or not moments(text[: tail.start()], as_of) or _SOME_DAYS.search(low[: tail.start()]):
            return text
    head = text[: tail.start()]
    if _things(tail[0], lexicon) and not _things(head, lexicon) and not asked_by(head, lexicon):
        return text  # "…, that is, in rent"
    if not any(one not in idle() for one in content(head)):
        return text
    total = " in total" if _TOGETHER.search(tail[0]) and not cue.TOTAL.search(low[: tail.start()]) else ""
    return f"{head}{total}{text[tail.end() :]}"


def _names_answer(remark: str) -> bool:
    """Whether a remark says what kind of answer is wanted: "need the model"."""
    words = thesaurus()
    return any(words.sections[group] == "asked" for one in words.said(remark) for group in one.groups)


_REMARK = pattern(r"\?\s+(?P<said>[^?]{4,}?)[.!)]*$")
"""What is said behind the question."""


def _tells(lead: str, lexicon: Lexicon) -> bool:
    """Whether the words before a question tell something, rather than name its topic or its days."""
    if (
        _opens(lead)
        or (_TOPIC.match(lead) and not _SAYS.match(lead))
        or (_ADVERBIAL.match(lead) and not _SENTENCE.search(lead))
    ):
        return False
    if _CLAUSE.search(lead) or _PURPOSE.match(lead):
        return True
    if "а" <= lead.strip()[:1] <= "я":
        from indagate.flows.notes.offline.morphology import doing

        return any(doing(token.low) for token in tokens(lead) if token.word)
    return False


_SENTENCE = pattern(r"[.!](?:\s|$)")


_HE = pattern(r"\b(?:он|она|he|she)\b", re.IGNORECASE)
_NAMED = frozenset({*cues.NAMES, *cues.KIN} - {"он", "она", "они", "he", "she", "they"})


def _named(aside: str, asks: str) -> str:
    """Return what is asked with the name that an aside gives to "he" or "she"."""
    names = [one.text for one in tokens(aside) if one.low in _NAMED and (one.low in cues.KIN or one.text[0].isupper())]
    return _HE.sub(names[-1], asks, count=1) if names else asks


def _joined(aside: str, asks: str, as_of: date, lexicon: Lexicon) -> str:
    """Return the asking clause with what it lacks and the aside names."""
    if _DID_IT.match(plain(asks)) and _GOAL.search(plain(aside)):
        wanted = _known(_GOAL.sub(" ", aside.lower()), as_of, lexicon)
        return f"{'выполнил ли я' if re.search('[а-я]', aside.lower()) else 'Did I do'} {wanted}?"
    aside = aside[said.end() :] if (said := _SAYS.match(plain(aside))) else aside
    asks = _named(aside, asks)
    points = bool(_ANAPHOR.search(plain(asks)))
    own = _things(asks, lexicon) or (bool(asked_by(asks, lexicon)) and not points)
    money = _CURRENCY.search(plain(aside))
    if own and points and money and not _CURRENCY.search(plain(asks)):
        asks = f"{asks.rstrip(' ?.!')} in {money[0]}?"
    if not own:
        if _things(aside, lexicon):
            return f"{_known(aside, as_of, lexicon)}: {asks}"
        if points:
            return f"{aside}: {asks}"
    days = [aside[one.start : one.end] for one in moments(aside, as_of) if not one.coming or cue.PLANS.search(asks)]
    days = [one for one in days if plain(one) not in _NOW]
    ended = _spell(aside, lexicon) if _AGAIN.search(plain(asks)) else ""
    if ended:  # "I had a cold in May. When did I run again?"
        russian = re.search("[а-я]", plain(ended))
        return f"{asks.rstrip(' ?.!')} {'после' if russian else 'after'} {ended} {' '.join(days[:1])}".rstrip() + "?"
    if not days or moments(asks, as_of):
        return asks
    then = _THEN.search(plain(asks))
    if then is None:
        return f"{asks.rstrip(' ?.!')} {' '.join(days)}?"
    when = days[-1]
    if then[0].startswith(("since", "after", "с тех")):
        day = re.sub(r"(?i)^(?:since|in|on|after|at|с|в|на)\s+", "", when)
        when = f"{'с' if re.search('[а-я]', then[0]) else 'since'} {day}"
    return f"{asks[: then.start()]}{when}{asks[then.end() :]}"


_AGAIN = pattern(
    r"\b(?:again|back (?:to|into|at|on)|resum\w+|restart\w*|return(?:ed)? to|снова|опять|вернул\w*|заново)\b"
)
"""What asks for the first time after something that kept one from it."""


def _spell(text: str, lexicon: Lexicon) -> str:
    """Return the words of an aside that name something that came and went: an illness, a pain."""
    spells = [hit for hit in lexicon.hits(text) if any(mark.activity.spells for mark in lexicon.marked(hit))]
    return text[spells[0].start : spells[0].end] if spells else ""


def _things(text: str, lexicon: Lexicon) -> bool:
    """Whether a text names a thing: an activity, or what money was spent on, but not money alone."""
    marks = [mark for hit in lexicon.hits(text) for mark in lexicon.marked(hit)]
    return any(mark.kind or mark.activity.activity != "spend" for mark in marks)


_NOW = frozenset(phrase for phrase, shift in DAYS.items() if not shift)


def _known(text: str, as_of: date, lexicon: Lexicon) -> str:
    """Return a text without the words that nothing knows, and without how things go."""
    for form, words in cue.FORMS:
        text = words.sub(" ", text) if form == "trend" else text
    kept = [(one.start, one.end) for one in moments(text, as_of)] + _places(text, lexicon)
    made = []
    for token in tokens(text):
        inside = any(a <= token.start < b for a, b in kept)
        name = token.low.removesuffix("'s")
        person = (name in cues.NAMES and token.text[0].isupper()) or (name in cues.KIN and name != token.low)
        if token.word and not inside and not person and any(one not in idle() for one in content(token.low)):
            continue
        made.append((token.start, token.end))
    return "".join(("" if n and made[n - 1][1] == a else " ") + text[a:b] for n, (a, b) in enumerate(made)).strip()


def _places(text: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return where a text names things and their values."""
    return [(hit.start, hit.end) for hit in lexicon.hits(text) if lexicon.marked(hit) or only_field(hit, lexicon)]
