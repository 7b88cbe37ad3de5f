"""Which unknown words of a Russian question a note need not have: small words, and verbs of what was done."""

from __future__ import annotations

from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.token import listed, stem

_DOING_SOMETHING_ELSE = listed("""
    плыть плавать ехать ездить катать катить кататься катиться грести ползти ползать лезть лазить
    карабкаться прыгать прыгнуть танцевать плясать читать писать рисовать петь играть учить учиться готовить варить
    печь шить вязать мыть мыться стирать убирать пылесосить смотреть слушать курить рыбачить ловить охотиться нырять
    сидеть стоять лежать боксировать драться фехтовать парить загорать купаться париться медитировать молиться
    водить рулить строить чинить ремонтировать красить копать сажать поливать косить фотографировать снимать звонить
    красть терять потерять забыть забывать находить найти выиграть проиграть продать продавать одолжить одалживать
    занять занимать вернуть возвращать задолжать копить накопить сэкономить экономить отложить откладывать подарить
    дарить бросить бросать перестать бояться ссориться целовать любить ругаться плакать смеяться чихать кашлять
    рвать тошнить падать упасть сломать ломать разбить порезать удалить лечить вылечить постричь постричься бриться лечь
    ложиться встать вставать проснуться просыпаться заснуть засыпать уснуть
""")
"""Verbs of what is done beside what was asked, or what makes something else of it: none stands for the thing itself."""
_TURNS = ("по", "про", "пере", "вы", "на", "до", "за", "от", "с", "при", "у", "об", "из", "под", "раз")


def need_not_be_noted(word: str, named: bool) -> bool:
    """Whether an unknown Russian word narrows nothing.

    `named`: whether the question names a thing whose values are asked for; beside it a verb only says that it was done.
    """
    if not "а" <= word[0] <= "я":
        return False
    from indagate.flows.notes.offline.morphology import doing, forms_of, names_nothing

    if names_nothing(word):
        return True
    if not named:
        return False
    if any(stem(form) in idle() for form in forms_of(word)):
        return True
    verb = doing(word)
    return bool(verb) and not any(
        verb.removeprefix(prefix) in _DOING_SOMETHING_ELSE or verb.removeprefix(prefix) + "ся" in _DOING_SOMETHING_ELSE
        for prefix in ("", *_TURNS)
    )
