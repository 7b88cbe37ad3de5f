"""From plain words to a full-text query, and from a text to what is indexed of it.

Both sides are treated alike: ё reads as е, and runs of Chinese, Japanese and Korean signs become overlapping pairs.
The index itself (FTS5: porter, unicode61) folds case and diacritics and stems English.
"""

from __future__ import annotations

import re
import unicodedata


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CJK_RUN = re.compile(f"[{_CJK}]+")
_WORD = re.compile(r"[^\W_]+(?:[._@/+'’:-]+[^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
_CYRILLIC = re.compile("[а-яіїєґ]+")
_LATIN = re.compile(r"[a-zäöüß]+")
_CODE = re.compile(r"([^\W\d_]{1,3})-?(\d+)")
"""What is called so may be spelled together or apart: FM-40, FM40, FM 40."""
_TERMS = 48

_ENGLISH_STOPS = _listed("""
    a about after all also am an and any are as at be been before being but by can could did do does doing done for
    from had has have having he her here him his how i if in into is it its itself just many me more most much my no
    nor not of on once one only or other our out over own she should so some such than that the their them then
    there these they this those through to too under until up us very was we were what when where which while who
    whom whose why will with would you your
""")
_GERMAN_STOPS = _listed("""
    aber als also am an auch auf aus bei bin bis bist da damit dann das dass dem den denn der des dessen die dies
    diese dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas für gegen gibt hat hatte
    habe haben hier ich ihm ihn ihr ihre im in ist ja jede jeder kann kein keine können man mehr mit muss nach nicht
    noch nun nur ob oder ohne sein seine sehr sich sie sind so soll über um und uns unter vom von vor war waren
    warum was wann weil wenn wer werden wie wieviel wieviele wir wird wo wurde wurden zu zum zur zwischen welche
    welcher welches
""")
_RUSSIAN_STOPS = _listed("""
    а без был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за здесь
    и из или им их к как какая какие какой каком ко когда который которая которые кто ли либо между меня мне может
    мы на над нам нас не него нее нет ни них но о об однако он она они оно от очень по под при про с сколько со так
    также такой там те тем то того тоже той только том ты у уже чем что чтобы чья эта эти это этого этой этот я
    каков какова каковы
""")
# Words that no English query holds.
_GERMAN = _listed("""
    das dass dem der durch ein eine einem einen einer eines für gibt haben kann mit nicht oder sich sind über und
    unter viel viele von vom wann warum welche welcher welches werden wie wird zu zum zur ist
""")
_GERMAN_ENDINGS = ("", "e", "en", "er", "es", "n", "s", "ern")
_GERMAN_CUT = re.compile(r"(?<=\w{4})(?:ern|em|en|er|es|e|n|s)$")
_RUSSIAN_ENDINGS = _listed("а я о е ы и у ю ь й ой ей ом ем ам ям ах ях ов ами ями ый ая ое ые ого ому")
_RUSSIAN_CUT = re.compile(
    r"(?:(?:ств|ост)(?:ями|ях|ям|ью|и|ь|о|а|у|ом|е)"
    r"|иями|ями|ами|иях|иям|ием|ией|ого|его|ому|ему|ыми|ими|ешь|ете|ишь|ите|ться|тся|лись|лась|лось|ающ\w{2,3}|ющ\w{2,3}"
    r"|ях|ах|ям|ам|ов|ев|ей|ой|ий|ый|ая|яя|ое|ее|ые|ие|ую|юю|ых|их|ом|ем|ым|им|ию|ия|ии|ью|ть|ла|ло|ли|ет|ют|ит|ят|ут|ют"
    r"|а|я|о|е|ы|и|у|ю|ь|й|л)$"
)


def indexed(text: str) -> str:
    """A text as the index takes it in."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text).replace("ё", "е").replace("Ё", "Е")
    return _CJK_RUN.sub(lambda run: f" {' '.join(_pairs(run[0]))} ", text)


def terms(query: str) -> list[str]:
    """The distinct words of a query that say something, in order; stop words only when there is nothing else."""
    text = unicodedata.normalize("NFC", query).casefold().replace("ё", "е")
    seen: dict[str, None] = {}
    for piece in _WORD.findall(text):
        start = 0
        for run in _CJK_RUN.finditer(piece):
            seen[piece[start : run.start()]] = None
            seen[run[0]] = None
            start = run.end()
        seen[piece[start:]] = None
    words = [word for raw in seen if (word := raw.strip("._@/+'’:-"))]
    stops = _GERMAN_STOPS if _is_german(query) else _ENGLISH_STOPS
    telling = [word for word in words if word not in stops and word not in _RUSSIAN_STOPS]
    return (telling or words)[:_TERMS]


def expression(query: str) -> str | None:
    """The FTS5 expression for a query of plain words, whatever characters it holds; None when it holds no word."""
    wanted = by_word(query)
    return " OR ".join(wanted.values()) if wanted else None


def by_word(query: str) -> dict[str, str]:
    """For each word of a query that says something the FTS5 expression of what may stand for it in a text."""
    german = _is_german(query)
    found: dict[str, str] = {}
    seen: set[str] = set()
    for word in terms(query):
        fresh = [one for one in _alternatives(word, german=german) if one not in seen]
        seen.update(fresh)
        if fresh:
            found[word] = " OR ".join(dict.fromkeys(fresh))
    return found


def _is_german(query: str) -> bool:
    """Whether a query is in German: "war", "die" and "man" say something in others."""
    folded = query.casefold()
    return any(letter in folded for letter in "äöüß") or not _GERMAN.isdisjoint(_PART.findall(folded))


def _alternatives(word: str, *, german: bool) -> list[str]:
    """What may stand in a text for a word of the query, as FTS5 terms."""
    if _CJK_RUN.fullmatch(word):
        return [f'"{word}"*'] if len(word) == 1 else [f'"{pair}"' for pair in _pairs(word)]
    if _CYRILLIC.fullmatch(word):
        stem = russian_stem(word)
        if len(stem) >= 4:
            return [f'"{stem}"*']
        # A short stem begins too many other words: its own forms are listed.
        forms = [stem, *(stem + ending for ending in sorted(_RUSSIAN_ENDINGS))] if len(stem) == 3 else []
        return [f'"{form}"' for form in dict.fromkeys((word, *forms))]
    if german and len(word) > 4 and _LATIN.fullmatch(word):
        stem = _GERMAN_CUT.sub("", word)
        return [f'"{form}"' for form in dict.fromkeys((word, *(stem + ending for ending in _GERMAN_ENDINGS)))]
    if code := _CODE.fullmatch(word):
        return [f'"{code[1]}{code[2]}"', f'"{code[1]} {code[2]}"']
    parts = _PART.findall(word)
    if len(parts) == 1 and (other := _other_spelling(word)):
        return [f'"{word}"', f'"{other}"']
    return [f'"{" ".join(parts)}"'] if parts else []


def russian_stem(word: str) -> str:
    """A Russian word without its ending, at least three letters of it."""
    found = _RUSSIAN_CUT.search(word, min(3, len(word)))
    return word[: found.start()] if found else word


_SPELLINGS = tuple(
    (re.compile(one), other)
    for one, other in (
        (r"(?<=\w{3})our(?=s?$|ed$|ing$|able$|ful$|ite)", "or"),
        (
            r"\b((?:col|fav|behavi|hon|lab|neighb|harb|hum|rum|vap|arm|flav|endeav))or(?=s?$|ed$|ing$|able$|ite)",
            r"\1our",
        ),
        (r"(?<=\w{4})is(?=e$|es$|ed$|er$|ers$|ing$|ations?$)", "iz"),
        (r"(?<=\w{4})iz(?=e$|es$|ed$|er$|ers$|ing$|ations?$)", "is"),
        (r"(?<=\w{3}l)ys(?=e$|es$|ed$|er$|ing$)", "yz"),
        (r"(?<=\w{3}l)yz(?=e$|es$|ed$|er$|ing$)", "ys"),
        (r"\b(cent|met|lit|theat|fib|calib)re(?=s?$)", r"\1er"),
        (r"\b(cent|met|lit|theat|fib|calib)er(?=s?$)", r"\1re"),
        (r"(?<=\w{3}o)gue(?=s?$)", "g"),
        (r"\b(catal|dial|anal)og(?=s?$)", r"\1ogue"),
        (r"\b(lic|def|off)ence(?=s?$)", r"\1ense"),
        (r"\b(lic|def|off)ense(?=s?$)", r"\1ence"),
        (r"^grey$", "gray"),
        (r"^gray$", "grey"),
        (r"(?<=\w{3}e)ll(?=ed$|ing$)", "l"),
        (r"\b((?:canc|trav|mod|lab|lev|chann|tunn))el(?=ed$|ing$)", r"\1ell"),
    )
)
"""The two spellings of English: colour and color, organise and organize."""


def _other_spelling(word: str) -> str:
    """An English word as it is spelled on the other side of the ocean; empty where it is spelled alike."""
    return next((found for one, other in _SPELLINGS if (found := one.sub(other, word)) != word), "")


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
