"""Which language a text is in: by script, then by votes of small words; None when there is too little to tell."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from indagate.vocabulary import word_lists

STOP_WORDS = word_lists("""
en a an the and or but nor of in on at to for from by with without into onto over under about as is are was were be
en been being am has have had do does did will would can could may might must shall should this that these those it its
en he she they them their his her we our you your i me my which who whom whose what when where why how if than then so
en there here not no more most some any all each both such only also very just up out between during after before
en through per via while because since until against
de der die das den dem des ein eine einen einem einer eines und oder aber auch nicht kein keine in im ins an am auf aus
de bei beim mit nach von vom vor zu zum zur für über unter um durch gegen ohne bis seit ist sind war waren sein wird
de werden wurde wurden hat haben hatte hatten kann können muss müssen soll sollen darf es er sie wir ihr ich du man
de sich seine seiner ihre ihrer ihrem dieser diese dieses diesem diesen jeder jede jedes als wie wenn dass daß weil
de damit dann da hier dort so nur noch schon sehr mehr zwischen während pro je etwa rund
ru и в во не на с со что как по из за к ко у о об от до для при без под над через а но или же ли бы то это этот эта эти
ru этого этой этих том тот та те он она оно они его её ее их им мы вы я ты был была было были быть есть является
ru являются который которая которое которые которых так также только уже ещё еще более менее чем если когда где там все
ru всё всех между после перед около свой свои может могут
fr le la les un une des du de et ou mais est sont était dans sur pour par avec sans ce cette qui que ne pas plus aux
es el la los las un una de del y o pero es son era en sobre para por con sin este esta que no más al se su como fue ha
it il lo la gli le un una di del della dei delle e o ma è sono era nel nella su per con senza questo che non più alla
it si
pt o a os as um uma de do da dos das e ou mas é são era em no na nos nas para por com sem este que não mais ao se seu
nl de het een en of maar is zijn was waren in op voor door met zonder dit dat deze die niet aan bij van naar te als ook
pl i w z na do nie się to jest są był była że o jak po od dla przez za ale lub oraz który która które tym tego jego
uk і й та у не на з що як по із за до від для при без але або це цей ця вона вони його її їх була було були який також
uk є
bg и в на не с от да за се е са по при но или като този тази това тези той тя те ще който която които
""")
_LATIN = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_SCRIPTS = {
    "ja": re.compile(r"[\u3040-\u30ff]"), "zh": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"), "el": re.compile(r"[\u0370-\u03ff]"), "he": re.compile(r"[\u0590-\u05ff]"),
    "ar": re.compile(r"[\u0600-\u06ff]"), "hi": re.compile(r"[\u0900-\u097f]"), "th": re.compile(r"[\u0e00-\u0e7f]"),
}  # fmt: skip
LETTERS = {"latin": re.compile(r"[A-Za-zÀ-ɏ]"), "cyrillic": re.compile(r"[\u0400-\u04ff]")}
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 4_000


def language(text: str) -> str | None:
    """Return the ISO 639-1 code of a text's main language, judged on its beginning; None when nothing tells."""
    return _language(text[:_SAMPLE])


@lru_cache(maxsize=512)
def _language(text: str) -> str | None:
    counts = {name: len(pattern.findall(text)) for name, pattern in LETTERS.items()}
    low = text.lower()
    if not text.isascii():
        scripts = {code: len(pattern.findall(text)) for code, pattern in _SCRIPTS.items()}
        scripts["ja"] += scripts["zh"] if scripts["ja"] else 0
        code = max(scripts, key=lambda name: scripts[name])
        # A Chinese or Korean character says as much as two or three letters.
        if scripts[code] and scripts[code] * 2 > sum(counts.values()):
            return code
    if counts["cyrillic"] > counts["latin"]:
        told = [code for code, letters in (("uk", "[іїєґ]"), ("ru", "[ыэё]")) if re.search(letters, low)]
        return told[0] if told else _vote(low, ("ru", "bg"))
    return _vote(low, _LATIN) or ("de" if re.search(r"ß|[äöü]\w*(?:ung|keit|heit|lich)\b", text) else None)


def _vote(text: str, among: tuple[str, ...]) -> str | None:
    words = [word for word in _WORD.findall(text) if len(word) > 1 or among != _LATIN]
    votes = Counter(code for word in words for code in among if word in STOP_WORDS[code])
    if among == _LATIN and re.search("[äöüß]", text):
        votes["de"] += 1
    ranked = votes.most_common(2)
    return ranked[0][0] if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]) else None
