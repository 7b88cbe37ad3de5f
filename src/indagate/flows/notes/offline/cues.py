"""Small words that tell what a sentence does: deny, plan, tell of others, correct, ask."""

from __future__ import annotations

import re

from indagate.flows.notes.token import Token

NAMES = frozenset(
    [
        "masha",
        "mascha",
        "dima",
        "dmitry",
        "sasha",
        "anna",
        "anya",
        "anja",
        "olga",
        "olya",
        "sergey",
        "sergei",
        "ivan",
        "vanya",
        "maria",
        "mary",
        "john",
        "jack",
        "tom",
        "max",
        "peter",
        "pete",
        "paul",
        "paula",
        "lena",
        "elena",
        "katya",
        "katja",
        "kate",
        "nina",
        "nikita",
        "oleg",
        "pavel",
        "pasha",
        "roma",
        "roman",
        "tanya",
        "vera",
        "vika",
        "viktor",
        "yulia",
        "julia",
        "igor",
        "kolya",
        "misha",
        "natasha",
        "alex",
        "alexey",
        "andrey",
        "andrei",
        "boris",
        "lisa",
        "lena",
        "mike",
        "mark",
        "sam",
        "ben",
        "emma",
        "eva",
        "leo",
        "tim",
        "lukas",
        "jonas",
        "felix",
        "hanna",
        "leon",
        "mia",
        "lara",
        "nick",
        "dan",
        "danny",
        "dave",
        "david",
        "james",
        "sarah",
        "lucy",
        "karl",
        "klaus",
        "jürgen",
        "маша",
        "маши",
        "маше",
        "машу",
        "машей",
        "дима",
        "димы",
        "диме",
        "диму",
        "димой",
        "саша",
        "саши",
        "саше",
        "сашу",
        "сашей",
        "аня",
        "ани",
        "ане",
        "аню",
        "аней",
        "анна",
        "анны",
        "анне",
        "оля",
        "оли",
        "оле",
        "олю",
        "ольга",
        "сергей",
        "сергея",
        "сергею",
        "иван",
        "ивана",
        "ваня",
        "вани",
        "ване",
        "ваню",
        "лена",
        "лены",
        "лене",
        "лену",
        "леной",
        "катя",
        "кати",
        "кате",
        "катю",
        "нина",
        "никита",
        "олег",
        "олега",
        "паша",
        "паши",
        "паше",
        "павел",
        "рома",
        "ромы",
        "таня",
        "тани",
        "тане",
        "таню",
        "вера",
        "вика",
        "юля",
        "юли",
        "юле",
        "юлю",
        "игорь",
        "игоря",
        "коля",
        "коли",
        "коле",
        "колю",
        "миша",
        "миши",
        "мише",
        "мишу",
        "наташа",
        "наташи",
        "андрей",
        "андрея",
        "борис",
        "лиза",
        "марк",
        "мария",
        "петя",
        "пети",
        "пете",
        "петю",
        "костя",
        "кости",
        "лёша",
        "леша",
        "леши",
        "лешу",
        "алексей",
        "алексея",
        "света",
        "светы",
    ]
)
KIN = frozenset(
    [
        "brother",
        "sister",
        "wife",
        "husband",
        "girlfriend",
        "boyfriend",
        "partner",
        "mother",
        "father",
        "mom",
        "mum",
        "dad",
        "son",
        "daughter",
        "friend",
        "friends",
        "colleague",
        "colleagues",
        "coworker",
        "boss",
        "neighbour",
        "neighbor",
        "neighbours",
        "coach",
        "trainer",
        "grandma",
        "grandpa",
        "grandmother",
        "uncle",
        "aunt",
        "cousin",
        "parents",
        "kid",
        "kids",
        "roommate",
        "landlord",
        "guy",
        "guys",
        "he",
        "she",
        "they",
        "брат",
        "брата",
        "брату",
        "братом",
        "сестра",
        "сестры",
        "сестре",
        "сестру",
        "жена",
        "жены",
        "жене",
        "жену",
        "муж",
        "мужа",
        "мужу",
        "мама",
        "мамы",
        "маме",
        "маму",
        "папа",
        "папы",
        "папе",
        "папу",
        "отец",
        "отца",
        "сын",
        "сына",
        "дочь",
        "дочки",
        "друг",
        "друга",
        "другу",
        "подруга",
        "подруги",
        "коллега",
        "коллеги",
        "коллеге",
        "начальник",
        "сосед",
        "соседа",
        "соседка",
        "тренер",
        "тренера",
        "бабушка",
        "бабушки",
        "дедушка",
        "дядя",
        "тетя",
        "родители",
        "ребенок",
        "дети",
        "он",
        "она",
        "они",
        "bruder",
        "schwester",
        "frau",
        "mann",
        "freund",
        "freundin",
        "mutter",
        "vater",
        "chef",
        "kollege",
        "kollegin",
        "nachbar",
        "er",
    ]
)
WITH = frozenset(
    ["with", "for", "to", "from", "by", "and", "s", "с", "со", "для", "у", "к", "от", "mit", "für", "von", "bei"]
)
_DENY = re.compile(
    r"\b(didn'?t|did not|haven'?t|have not|hasn'?t|don'?t|do not|wasn'?t|was not|couldn'?t|could not|never|skipped|skip|"  # noqa: E501
    r"skipping|missed|cancell?ed|without|instead of|no|not|none|zero|nope|not a single|"
    r"не|нет|без|ни|отменил\w*|отменен\w*|пропустил\w*|вместо|nicht|kein\w*|ohne)\b"
)
_PLAN = re.compile(
    r"\b(tomorrow|next (week|month|year|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)|will|"
    r"i'?ll|going to|gonna|plan|plans|planned|planning|want to|wanna|would like|would love|wish|hope|hoping|should|"
    r"have to|need to|must|goals?|target|aim|aiming|signed up|registered|booked|thinking (of|about)|someday|"
    r"maybe|if i|supposed to|let'?s|todo|to do|intend\w*|by new year|dream\w*|considering|could|might|"
    r"завтра|послезавтра|буду|будет|планирую|план|планы|планах|планирова\w*|запланир\w*|хочу|хотел\w* бы|хотелось|надо|нужно|собираюсь|пойду|побегу|"  # noqa: E501
    r"цель|цели|мечта\w*|записал(ся|ась) на|может быть|возможно|если|следующ\w+|должен|должна|попробую|думаю|решил\w* (бегать|ходить)|"  # noqa: E501
    r"morgen|werde|will|möchte|plane|ziel)\b"
)
_CORRECT = re.compile(
    r"^\W*(correction|corrected|correcting|erratum|fix|edit|oops|whoops|sorry|typo|mistake|my bad|wrong|scratch that|"
    r"поправка|поправлю|исправ\w*|ошиб\w*|опечатка|уточнение|ой|извин\w*|korrektur|berichtigung)\b"
    r"|\b(i (wrote|noted|logged|said|put)|wrote down|should (be|have been|read)|i mean(t)?\b|meant|mistyped|misread|mixed up|"  # noqa: E501
    r"actually (it )?was|was actually|it was really|not \d[\d.,:]*\s*\w*\s*(but|,)|"
    r"(change|correct|fix|update|set|make) (the |my |today'?s |yesterday'?s |last |that |it |\w+day'?s? ).*\b(to|from)\b|"  # noqa: E501
    r"неправильно|неверно|перепутал\w*|ошиб(ся|лась|очно)|на самом деле|исправь|поправь|"
    r"было не|была не|был не|не туда|не так записал\w*|записал\w*.{0,30}\bа (было|был|была|на самом))\b"
    r"|\d[\d.,: ]*[^\d,;.]{0,12},?\s*(not|а не|и не|nicht|instead of|rather than|вместо)\s+(the |about |\w+ ){0,2}\d"
)


def denied(text: str) -> bool:
    """Whether a clause denies what it tells."""
    return bool(_DENY.search(text))


def planned(text: str) -> bool:
    """Whether a clause tells of plans, wishes or conditions."""
    return bool(_PLAN.search(text))


def corrects(text: str) -> bool:
    """Whether a text corrects an earlier note."""
    return bool(_CORRECT.search(text))


def person(all_: tuple[Token, ...], first: int, before: int) -> str:
    """Return who does what the tokens `first` to `before` tell, if that is somebody else than the writer."""
    mine = False
    for at in range(first, before):
        token = all_[at]
        if token.low in {"i", "я", "ich", "we", "мы", "my own", "me"}:
            mine = True
        known = token.low.removesuffix("'s") in NAMES and token.text[0].isupper()
        if not (known or token.low.removesuffix("'s") in KIN):
            continue
        prior = next((all_[n].low for n in range(at - 1, first - 1, -1) if all_[n].low not in {"my", "the", "a"}), "")
        if prior in WITH or mine or prior in {"than", "чем", "как", "called", "met", "saw", "visited"}:
            continue
        if at + 1 < len(all_) and all_[at + 1].low in {"and", "и"} and at + 2 < len(all_):  # noqa: SIM102
            if all_[at + 2].low in {"i", "я"}:
                continue
        return token.low.removesuffix("'s")
    return ""
