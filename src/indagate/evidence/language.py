"""Which language a text is in: by script, then by votes of small words; None when there is too little to tell."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from indagate.evidence.vocabulary import vocabulary

STOP_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        vocabulary(
            """
a an the and or but nor of in on at to for from by with without into onto over under about as is are was were be
been being am has have had do does did will would can could may might must shall should this that these those it
its he she they them their his her we our you your i me my which who whom whose what when where why how if than
then so there here not no more most some any all each both such only also very just up out between during after
before through per via while because since until against
"""
        )
    ),
    "de": frozenset(
        vocabulary(
            """
der die das den dem des ein eine einen einem einer eines und oder aber auch nicht kein keine in im ins an am auf
aus bei beim mit nach von vom vor zu zum zur für über unter um durch gegen ohne bis seit ist sind war waren sein
wird werden wurde wurden hat haben hatte hatten kann können muss müssen soll sollen darf es er sie wir ihr ich du
man sich sein seine seiner ihre ihrer ihrem dieser diese dieses diesem diesen jeder jede jedes als wie wenn dass
daß weil damit dann da hier dort so nur noch schon sehr mehr zwischen während pro je etwa rund
"""
        )
    ),
    "ru": frozenset(
        vocabulary(
            """
и в во не на с со что как по из за к ко у о об от до для при без под над через а но или же ли бы то это этот эта
эти этого этой этих том тот та те он она оно они его её ее их им мы вы я ты был была было были быть есть является
являются который которая которое которые которых так также только уже ещё еще более менее чем если когда где там
все всё всех между после перед около свой свои может могут
"""
        )
    ),
    "fr": frozenset(
        vocabulary(
            """
le la les un une des du de et ou mais est sont était dans sur pour par avec sans ce cette ces qui que ne pas plus
au aux il elle ils elles nous vous se son sa ses leur comme à été
"""
        )
    ),
    "es": frozenset(
        vocabulary(
            """
el la los las un una unos de del y o pero es son era en sobre para por con sin este esta estos que no más al se su
sus como fue ha han lo entre también
"""
        )
    ),
    "it": frozenset(
        vocabulary(
            """
il lo la gli le un una di del della dei delle e o ma è sono era nel nella su per con senza questo questa che non
più al alla si suo sua come da dal anche
"""
        )
    ),
    "pt": frozenset(
        vocabulary(
            """
o a os as um uma de do da dos das e ou mas é são era em no na nos nas para por com sem este esta que não mais ao se
seu sua como foi entre também
"""
        )
    ),
    "nl": frozenset(
        vocabulary(
            """
de het een en of maar is zijn was waren in op voor door met zonder dit dat deze die niet meer aan bij van naar te
als ook er hij zij wij ze om uit over tot wordt worden
"""
        )
    ),
    "pl": frozenset(
        vocabulary(
            """
i w z na do nie się to jest są był była że o jak po od dla przez za ale lub oraz który która które tym tego jego
"""
        )
    ),
    "uk": frozenset(
        vocabulary(
            """
і й та в у не на з що як по із за до від для при без але або це цей ця ці він вона вони його її їх був була було
були який яка які також є
"""
        )
    ),
    "bg": frozenset(
        vocabulary(
            """
и в на не с от да за се е са по при но или като този тази това тези той тя те ще който която които
"""
        )
    ),
}
_LATIN = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_LETTERS = {"latin": re.compile(r"[A-Za-zÀ-ɏ]"), "cyrillic": re.compile(r"[\u0400-\u04ff]")}
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 4_000


def language(text: str) -> str | None:
    """The ISO 639-1 code of the main language of `text`, judged on its beginning; None when nothing tells."""
    return _language(text[:_SAMPLE])


@lru_cache(maxsize=512)
def _language(text: str) -> str | None:
    counts = {name: len(pattern.findall(text)) for name, pattern in _LETTERS.items()}
    if not text.isascii():
        scripts = {code: len(pattern.findall(text)) for code, pattern in _SCRIPTS}
        if scripts["ja"] * 10 >= scripts["zh"] > 0 or scripts["ja"] > 0:
            scripts["ja"] += scripts["zh"]
        code = max(scripts, key=lambda name: scripts[name])
        # A Chinese or Korean character says as much as two or three letters.
        if scripts[code] and scripts[code] * 2 > counts["latin"] + counts["cyrillic"]:
            return code
    if counts["cyrillic"] > counts["latin"]:
        return _cyrillic(text)
    return _vote(text, _LATIN) or ("de" if re.search(r"ß|[äöü]\w*(?:ung|keit|heit|lich)\b", text) else None)


def _cyrillic(text: str) -> str | None:
    low = text.lower()
    if re.search("[іїєґ]", low):
        return "uk"
    if re.search("[ыэё]", low):
        return "ru"
    return _vote(low, ("ru", "bg"))


def _vote(text: str, among: tuple[str, ...]) -> str | None:
    votes: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        for code in among:
            if (len(word) > 1 or code not in _LATIN) and word in STOP_WORDS[code]:
                votes[code] += 1
    if among == _LATIN and re.search("[äöüß]", text.lower()):
        votes["de"] += 1
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
