"""Which unknown words of a Russian question a note need not have: small words, and verbs of what was done."""

from __future__ import annotations

from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.token import listed, stem

TURNING = listed("""
    красть терять потерять забыть забывать находить найти выиграть проиграть продать продавать одолжить одалживать
    занять занимать вернуть возвращать задолжать копить накопить сэкономить экономить отложить откладывать подарить
    дарить бросить бросать перестать бояться ломать сломать разбить мечтать лечь ложиться встать вставать проснуться
    просыпаться заснуть засыпать уснуть опаздывать опоздать прогуливать прогулять ненавидеть отменить отменять перенести
    хватать хватить недоставать мешать помешать вредить навредить помогать помочь стоить следовать успевать удаваться
    переносить сорвать срывать увольняться уволиться откладывать пропустить пропускать
""")
"""Verbs that make something else of the thing they stand by: what was lent is not spent, in bed nobody sleeps yet."""
_OTHERWISE = listed("""
    плыть плавать ехать ездить катать катить кататься катиться грести ползти ползать лезть лазить карабкаться прыгать
    прыгнуть танцевать плясать читать писать рисовать петь играть учить учиться готовить варить печь шить вязать мыть
    мыться стирать убирать пылесосить смотреть слушать курить рыбачить ловить охотиться нырять сидеть стоять лежать
    боксировать драться фехтовать парить загорать купаться париться медитировать молиться водить рулить строить чинить
    ремонтировать красить копать сажать поливать косить фотографировать снимать звонить ссориться целовать любить
    ругаться плакать смеяться чихать кашлять рвать тошнить падать упасть порезать лечить вылечить бриться
""")
"""Verbs of other doings than those that are asked about by their values alone."""
_TURNS = ("по", "про", "пере", "вы", "на", "до", "за", "от", "с", "при", "у", "об", "из", "под", "раз")


def turns(word: str) -> bool:
    """Whether a verb makes something else of the thing that it stands by."""
    from indagate.flows.notes.offline.morphology import doing

    return doing(word) in TURNING


def need_not_be_noted(word: str, *, asks: bool, names: bool) -> bool:
    """Whether an unknown Russian word narrows nothing.

    `asks`: whether values of something are asked for; beside it a verb only says that it was done. `names`: whether it
    is called by its name, and not only meant by a unit.
    """
    if not "а" <= word[0] <= "я":
        return False
    from indagate.flows.notes.offline.morphology import doing, forms_of, names_nothing

    if names_nothing(word):
        return True
    if not asks:
        return False
    if any(stem(form) in idle() for form in forms_of(word)):
        return True
    verb = doing(word)
    bare = {verb.removeprefix(prefix) for prefix in ("", *_TURNS)}
    bare |= {f"{one}ся" for one in bare}
    return bool(verb) and not bare & (TURNING if names else TURNING | _OTHERWISE)
