"""Small words that tell what a sentence does: deny, plan, tell of others, correct, ask."""

from __future__ import annotations

from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import Token, listed

NAMES = listed("""
    masha mascha dima dmitry sasha anna anya anja olga olya sergey sergei ivan vanya maria mary john jack tom
    max peter pete paul paula lena elena katya katja kate nina nikita oleg pavel pasha roma roman tanya vera
    vika viktor yulia julia igor kolya misha natasha alex alexey andrey andrei boris lisa mike mark sam ben
    emma eva leo tim lukas jonas felix hanna leon mia lara nick dan danny dave david james sarah lucy karl
    klaus jürgen маша маши маше машу машей дима димы диме диму димой саша саши саше сашу сашей аня ани ане аню
    аней анна анны анне оля оли оле олю ольга сергей сергея сергею иван ивана ваня вани ване ваню лена лены
    лене лену леной катя кати кате катю нина никита олег олега паша паши паше павел рома ромы таня тани тане
    таню вера вика юля юли юле юлю игорь игоря коля коли коле колю миша миши мише мишу наташа наташи андрей
    андрея борис лиза марк мария петя пети пете петю костя кости лёша леша леши лешу алексей алексея света
    светы пётр петр петра петру дмитрий дмитрия алёна артем артём вадим валя вася васи витя галя гриша денис
    даша даши женя жени илья ильи ира иры ире ирина кира кирилл ксюша лариса люба люда люся мила настя насти
    надя рита роман семён слава соня софья стас степан тамара толя федя юра юры яна ян
""")
KIN = listed("""
    brother sister wife husband girlfriend boyfriend partner mother father mom mum dad son daughter friend
    friends colleague colleagues coworker boss neighbour neighbor neighbours coach trainer grandma grandpa
    grandmother uncle aunt cousin parents kid kids roommate landlord guy guys he she they брат брата брату
    братом сестра сестры сестре сестру жена жены жене жену муж мужа мужу мама мамы маме маму папа папы папе папу
    отец отца сын сына дочь дочки друг друга другу подруга подруги коллега коллеги коллеге начальник сосед
    соседа соседка тренер тренера бабушка бабушки дедушка дядя тетя родители ребенок дети он она они bruder
    schwester frau mann freund freundin mutter vater chef kollege kollegin nachbar er
""")
WITH = listed("""
    with for to from by and s с со для у к от mit für von bei
""")
_DENY = pattern(
    r"\b(didn'?t|did not|haven'?t|have not|hasn'?t|don'?t|do not|wasn'?t|was not|couldn'?t|could not|"
    r"never|skipped|skip|"
    r"skipping|missed|cancell?ed|without|instead of|no|not|none|zero|nope|not a single|"
    r"не|нет|без|ни|отменил\w*|отменен\w*|пропустил\w*|вместо|nicht|kein\w*|ohne)\b"
)
_PLAN = pattern(
    r"\b(tomorrow|next (week|month|year|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)|will|"
    r"i'?ll|going to|gonna|plan|plans|planned|planning|"
    r"want to|wants to|wanted to|meant to|wanna|would like|would love|i'?d (?:like|love)|wish|hope|hoping|should|"
    r"have to|need to|must|goals?|(?<!at )(?<!from )(?<!to )target(?! run)|aim|aiming|signed up|registered|"
    r"booked|thinking (of|about)|someday|"
    r"maybe|if i|(?:got |was |been )?(?:pushed|moved|postponed|rescheduled) (?:back )?to|go(?:es|ing)? up to|"
    r"supposed to|let'?s|todo|to do|intend\w*|by new year|dream\w*|considering|could|might|"
    r"завтра|послезавтра|буду|будет|планирую|план|планы|планах|планирова\w*|запланир\w*|хочу|хотел\w* бы|"
    r"хотелось|надо|нужно|собираюсь|пойду|побегу|"
    r"цель|цели|мечта\w*|записал(ся|ась) на|может быть|возможно|если|следующ\w+|должен|должна|попробую|"
    r"думаю|решил\w* (бегать|ходить)|"
    r"morgen|werde|will|möchte|ziel)\b"
)
_OPENS = pattern(
    r"^\W*(correction|corrected|correcting|erratum|scratch that|typo|i mistyped|поправк\w*|исправлени\w*|"
    r"исправляю|исправь|поправь|"
    r"опечатк\w*|уточнение|korrektur|berichtigung)\b"
)
_SORRY = pattern(
    r"^\W*(oops|ooops|whoops|sorry|my mistake|mistake|my bad|wrong|error|edit|fix|no wait|wait|ой|упс|"
    r"извин\w*|прости\w*|"
    r"ошибк\w*|ошиб(ся|лась)|моя ошибка|не так|неверно|стоп)\b"
)
_RATHER = pattern(
    r"\b(not|should|meant|mean|wrong|was|were|instead|actually|really|rather|nope|а не|не|вместо|было|был|"
    r"была|надо|должно|"
    r"имел\w*|правильно|а)\b"
)
_WRITTEN = pattern(
    r"\bi (wrote|noted|logged|said|put|entered|typed)\b.*\b(but|should|was|not|wrong|actually|it'?s)\b|"
    r"\b(mistyped|misread|mixed up|misremembered)\b|\bi mean(t)?\b.*\bnot\b|\bmeant\b.*\d|"
    r"\bactually (it |the \w+ |that |i )?(was|were|cost|is|ran|did|slept|paid|weighed)\b|\b(was|were|is|"
    r"it'?s|cost) (actually|really)\b|"
    r"^\W*(?:please |can you |could you )?(change|correct|fix|update|set|edit|make) (the|my|today'?s|"
    r"yesterday'?s|last|that|it|\w+day'?s?|"
    r"in|on)\b.*\b(to|from)\b|"
    r"\bshould (be|have been|read|say)\b.*\b(not|instead|wrong)\b|\b(wrong|not)\b.*\bshould (be|have been|read|"
    r"say)\b|"
    r"\b(записал\w*|написал\w*|указал\w*|отметил\w*|внес\w*)\b.{0,60}\b(а|но|вместо|было|надо|на самом)\b|"
    r"\b(неправильно|неверно|перепутал\w*|ошиб(ся|лась|очно)|на самом деле)\b|\b(исправь|поправь|измени|"
    r"замени)\b.*\bна\b|"
    r"\bне туда\b"
)
_NOT = pattern(
    r"\d[\d.,: ]*[^\d,;.]{0,16},?\s*(not|а не|и не|nicht|instead of|rather than|вместо)\s+(the |about |at |"
    r"\w+ ){0,2}[€$£₽]?\d"
)


def denied(text: str) -> bool:
    """Whether a clause denies what it tells."""
    return bool(_DENY.search(text))


def planned(text: str) -> bool:
    """Whether a clause tells of plans, wishes or conditions."""
    return bool(_PLAN.search(text))


def corrects(text: str) -> bool:
    """Whether a text (as `plain` gives it) corrects an earlier note: it says so, and mostly gives a number."""
    if _OPENS.search(text):
        return True
    if not any(sign.isdecimal() for sign in text):
        return False
    sorry = _SORRY.match(text)
    if sorry and _RATHER.search(text[sorry.end() :]):
        return True
    return bool(_WRITTEN.search(text) or _NOT.search(text))


def person(all_: tuple[Token, ...], first: int, before: int) -> str:
    """Return who does what the tokens `first` to `before` tell, if that is somebody else than the writer."""
    mine = False
    for at in range(first, before):
        token = all_[at]
        if token.low in {"i", "я", "ich", "we", "мы", "my own", "me"}:
            mine = True
        known = token.low.removesuffix("'s") in NAMES and token.text[0].isupper()
        if not (known or token.low.removesuffix("'s") in KIN or stranger(all_, at)):
            continue
        prior = next((all_[n].low for n in range(at - 1, first - 1, -1) if all_[n].low not in {"my", "the", "a"}), "")
        if (
            (prior in WITH and not (prior == "у" and at == first + 1))
            or mine
            or prior in {"than", "чем", "как", "called", "met", "saw", "visited"}
        ):
            continue
        if at + 2 < len(all_) and all_[at + 1].low in {"and", "и"} and all_[at + 2].low in {"i", "я"}:
            continue
        return token.low.removesuffix("'s")
    return ""


def has_it(all_: tuple[Token, ...], at: int, before: int) -> bool:
    """Whether it is somebody else who has what is told right after: "Rosie has a cold", "Rosie's fever"."""
    low = all_[at].low
    if not all_[at].text[0].isupper() or low in _LEADS or low in {"my", "a", "the", "no", "got", "had", "has", "still"}:
        return False
    has = at + 1 < before and all_[at + 1].low in {"has", "had", "got", "caught", "is", "was", "came", "down"}
    return has or low.endswith("'s")


_DOES = listed("""
    ran runs swam swims rode rides biked bikes cycled cycles walked walks hiked slept sleeps benched squatted deadlifted
    lifted weighs weighed ate drank worked paid spent bought did does wants wanted says said thinks told came comes went
    got took made cooked drove flew finished won lost beat joined called gave brought sent started turned has had is was
    бегает пробежал пробежала бегал бегала проплыл проплыла проехал проехала спал спала весит съел съела выпил выпила
    купил купила заплатил заплатила пожал пожала сказал сказала хочет
""")
_STATES = listed("has had is was got came comes went started turned made took lost won")
"""What may be told of a thing as well, so that it makes nobody of the word before it."""
_LEADS = listed("""
    then also just only still never again today yesterday tonight finally first later now after before again afterwards
    almost nearly even who that which what it this there and but so i we he she they you already instead somehow
    monday tuesday wednesday thursday friday saturday sunday morning evening afternoon
    потом затем только еще снова сегодня вчера утром вечером днем наконец я мы он она кто что это
""")


def stranger(all_: tuple[Token, ...], at: int) -> bool:
    """Whether a word with a capital, that no list of names has, does something: "Dervla swam 2 km"."""
    token = all_[at]
    verb = all_[at + 1].low if at + 1 < len(all_) else ""
    if not token.word or not token.text[0].isupper() or token.low in _LEADS or token.low.endswith("ly"):
        return False
    return verb in _DOES and verb not in _STATES and token.low not in _DOES and len(token.low) > 1
