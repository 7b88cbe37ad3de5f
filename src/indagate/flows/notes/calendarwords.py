"""The words of the calendar in English, Russian and German."""

from __future__ import annotations

from indagate.flows.notes.token import listed


def _table(text: str) -> dict[str, int]:
    """Read lines of a number and the words that mean it."""
    found: dict[str, int] = {}
    for line in text.strip().splitlines():
        number, *words = line.split()
        found.update(dict.fromkeys(words, int(number)))
    return found


MONTHS = _table("""
1 january jan январь января январе январю январем янв januar jänner
2 february feb февраль февраля феврале февралю февралем фев февр februar
3 march mar март марта марте марту мартом мар märz maerz
4 april apr апрель апреля апреле апрелю апрелем апр
5 may май мая мае маю маем mai
6 june jun июнь июня июне июню июнем июн juni
7 july jul июль июля июле июлю июлем июл juli
8 august aug август августа августе августу августом авг
9 september sep sept сентябрь сентября сентябре сентябрю сентябрем сен сент
10 october oct октябрь октября октябре октябрю октябрем окт oktober okt
11 november nov ноябрь ноября ноябре ноябрю ноябрем ноя
12 december dec декабрь декабря декабре декабрю декабрем дек dezember dez
""")
SHORT = listed("""
    jan feb mar apr jun jul aug sep sept oct nov dec okt dez янв фев апр авг сен окт ноя дек
""")
WEEKDAYS = _table("""
0 monday mon понедельник понедельника пн montag
1 tuesday tue tues вторник вторника вт dienstag di
2 wednesday wed среда среду среды ср mittwoch mi
3 thursday thu thur thurs четверг четверга чт donnerstag do
4 friday fri пятница пятницу пятницы пт freitag fr
5 saturday sat суббота субботу субботы субботе сб samstag sonnabend sa
6 sunday sun воскресенье воскресенья воскресенью вс sonntag so
""")
NUMBERS = _table("""
1 a an one один одну одна одно ein eine einen einem einer
2 two два две двух zwei
3 three три трех drei
4 four четыре четырех vier
5 five пять пяти fünf fuenf
6 six шесть шести sechs
7 seven семь семи sieben
8 eight восемь восьми acht
9 nine девять девяти neun
10 ten десять десяти zehn
11 eleven одиннадцать elf
12 twelve двенадцать zwölf
14 fourteen четырнадцать vierzehn
20 twenty двадцать zwanzig
30 thirty тридцать dreißig
""")
ORDINALS = _table("""
1 first 1st opening первый первая первой первую первом первое первые первых erste ersten erster
2 second 2nd второй вторая второе вторую втором zweite zweiten zweiter
3 third 3rd третий третья третьей третью третьем dritte dritten dritter
4 fourth 4th четвертый четвертая четвертой четвертую четвертом vierte vierten vierter
""")
DAYS_OF_MONTH = _table("""
1 first первого
2 second второго
3 third третьего
4 fourth четвертого
5 fifth пятого
6 sixth шестого
7 seventh седьмого
8 eighth восьмого
9 ninth девятого
10 tenth десятого
11 eleventh одиннадцатого
12 twelfth двенадцатого
13 thirteenth тринадцатого
14 fourteenth четырнадцатого
15 fifteenth пятнадцатого
16 sixteenth шестнадцатого
17 seventeenth семнадцатого
18 eighteenth восемнадцатого
19 nineteenth девятнадцатого
20 twentieth двадцатого
21 twenty-first
22 twenty-second
23 twenty-third
24 twenty-fourth
25 twenty-fifth
26 twenty-sixth
27 twenty-seventh
28 twenty-eighth
29 twenty-ninth
30 thirtieth тридцатого
31 thirty-first
""")
"""Days of a month in words, which count as such only beside its name."""
TENS = {"двадцать": 20, "тридцать": 30}
UNITS = {
    **dict.fromkeys(
        listed("""
    day days день дня дней дни tag tage tagen
"""),
        "day",
    ),
    **dict.fromkeys(
        listed("""
    week weeks неделя неделю недели недель неделе неделей woche wochen
"""),
        "week",
    ),
    **dict.fromkeys(
        listed("""
    month months месяц месяца месяце месяцев месяцы monat monate monaten monats
"""),
        "month",
    ),
    **dict.fromkeys(["quarter", "quarters", "квартал", "квартале", "квартала", "quartal", "quartals"], "quarter"),
    **dict.fromkeys(
        listed("""
    year years год года году годов лет jahr jahre jahren jahres
"""),
        "year",
    ),
}
QUARTER = frozenset(["quarter", "квартал", "квартале", "квартала", "quartal"])
SEASONS = _table("""
6 summer лето лета летом sommer
9 autumn осень осенью осени herbst
12 winter зима зиму зимой зимы
3 spring весна весну весной весны frühling frühjahr
""")
DAYS = {
    **dict.fromkeys(("today", "сегодня", "heute", "this morning", "tonight", "this evening", "this afternoon",
                     "сегодняшний", "сегодняшняя", "сегодняшнее", "сегодняшнюю", "heute morgen", "today's",
                     "heutige", "сегодняшней", "сегодняшнего"), 0),
    **dict.fromkeys(("yesterday", "yesterday's", "вчера", "gestern", "вчерашний", "вчерашняя", "вчерашнее", "вчерашнюю",
                     "вчерашней", "вчерашнего", "yesterday morning", "yesterday evening", "вчера вечером",
                     "вчера утром", "gestern abend"), -1),
    **dict.fromkeys(("day before yesterday", "the day before yesterday", "позавчера", "vorgestern"), -2),
    **dict.fromkeys(("tomorrow", "завтра", "morgen früh", "übermorgen früh", "tomorrow's", "завтрашний"), 1),
    **dict.fromkeys(("day after tomorrow", "the day after tomorrow", "послезавтра", "übermorgen"), 2),
}  # fmt: skip
LAST_NIGHT = frozenset(("last night", "this night", "сегодня ночью", "прошлой ночью", "этой ночью", "letzte nacht"))
NOW = frozenset(["today", "tomorrow", "сегодня", "heute"])
LAST = listed("""
    last past previous final closing прошедший прошедшая прошедшее прошедшую прошедшей прошедшие прошедших прошедшем
    прошедшего минувший минувшая минувшее минувшую минувшей минувшие минувших минувшем минувшего истекший истекшую
    истекшей истекшие предыдущий предыдущая предыдущее предыдущую предыдущей предыдущие предыдущих предыдущем
    предыдущего прошлым прошлыми прошлых прошлый прошлая прошлое прошлую прошлой прошлом прошлого
    прошлые прошлых последние последних последний последнюю последней последнее letzte letzten letzter letztes letztem
    vergangene vergangenen vorige vorigen
""")
THIS = listed("""
    this current эта этот это эту этой этом этого эти текущий текущем текущей текущего diese diesen dieser
    dieses diesem
""")
COMING = listed("""
    next coming following следующий следующая следующую следующей следующем следующее следующие ближайшие
    ближайший nächste nächsten nächster nächstes kommende kommenden
""")
AGO = frozenset(["ago", "назад", "earlier", "back"])
SINCE = listed("""
    since from с со seit starting начиная von vom ab
""")
BEFORE = frozenset(["by", "before", "перед", "until", "till", "thru", "до", "к", "ко", "bis", "vor"])
INCLUSIVE = frozenset(["until", "till", "thru", "bis", "по", "by", "к", "ко"])
AFTER = frozenset(["after", "после", "nach"])
TO = frozenset(["to", "until", "till", "through", "thru", "по", "до", "bis"])
AND = frozenset(["and", "и", "und"])
AT = listed("""
    on in at the of during for over within в во на за im am an den der das dem zu zum beginning's
""")
WEEKEND = frozenset(["weekend", "выходные", "выходных", "выходным", "wochenende"])
PARTS = {
    **dict.fromkeys(["beginning", "start", "early", "начало", "начале", "начала", "началу", "anfang"], "begin"),
    **dict.fromkeys(["middle", "mid", "середина", "середине", "середины", "серединой", "середину", "mitte"], "middle"),
    **dict.fromkeys(["end", "late", "close", "конец", "конце", "конца", "концу", "концом", "ende"], "end"),
}
