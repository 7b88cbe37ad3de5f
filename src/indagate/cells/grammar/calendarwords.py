"""The words of the calendar in English, German and Russian."""

from __future__ import annotations

from indagate.vocabulary import MONTHS as MONTHS


def _table(text: str) -> dict[str, int]:
    """Read lines of a number and the words that mean it."""
    lines = (line.split() for line in text.strip().splitlines())
    return {word: int(number) for number, *words in lines for word in words}


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


WEEKDAYS = _table("""
0 monday mondays mon montag понедельник понедельника понедельникам
1 tuesday tuesdays tue tues dienstag вторник вторника вторникам
2 wednesday wednesdays wed mittwoch среда среду среды средам
3 thursday thursdays thu thur thurs donnerstag четверг четверга четвергам
4 friday fridays fri freitag пятница пятницу пятницы пятницам
5 saturday saturdays sat samstag sonnabend суббота субботу субботы субботам
6 sunday sundays sun sonntag воскресенье воскресенья воскресеньям
""")
PLURAL_WEEKDAYS = _set("""
    mondays tuesdays wednesdays thursdays fridays saturdays sundays понедельникам вторникам средам четвергам пятницам
    субботам воскресеньям
""")
NUMBERS = _table("""
1 one ein eine einen einem einer один одну одна одно
2 two zwei два две двух
3 three drei три трех
4 four vier четыре четырех
5 five fünf пять пяти
6 six sechs шесть шести
7 seven sieben семь семи
8 eight acht восемь восьми
9 nine neun девять девяти
10 ten zehn десять десяти
11 eleven elf одиннадцать
12 twelve zwölf двенадцать
20 twenty zwanzig двадцать
30 thirty dreißig тридцать
""")
ORDINALS = _table("""
1 first 1st erste ersten erster erstes первый первая первой первом первое
2 second 2nd zweite zweiten zweiter zweites второй вторая второе втором
3 third 3rd dritte dritten dritter drittes третий третья третьей третьем
4 fourth 4th vierte vierten vierter viertes четвертый четвертая четвертой четвертом
""")
UNITS = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen день дня дней дни",
        "week": "week weeks woche wochen неделя неделю недели недель неделе",
        "month": "month months monat monate monaten monats месяц месяца месяце месяцев месяцы",
        "quarter": "quarter quarters quartal quartals квартал квартала квартале",
        "year": "year years jahr jahre jahren jahres год года году лет",
    }.items()
    for word in words.split()
}
SEASONS = _table("""
3 spring frühling frühjahr весна весну весной весны
6 summer sommer лето лета летом
9 autumn herbst осень осенью осени
12 winter зима зиму зимой зимы
""")
DAYS = {
    **dict.fromkeys(("today", "heute", "сегодня"), 0),
    **dict.fromkeys(("yesterday", "gestern", "вчера"), -1),
    **dict.fromkeys(("the day before yesterday", "day before yesterday", "vorgestern", "позавчера"), -2),
    **dict.fromkeys(("tomorrow", "завтра"), 1),
}
LAST = _set("""
    last previous letzte letzten letzter letztes letztem vorige vorigen vergangene vergangenen
    прошлый прошлая прошлое прошлую прошлой прошлом прошлого
""")
ROLLING = _set("past vergangenen letzten последние последних последний последнюю")
THIS = _set("this current diese diesen dieser dieses diesem этот эта это эту этой этом текущий текущем текущего")
NEXT = _set("next coming nächste nächsten nächster nächstes следующий следующую следующей следующем")
AGO = _set("ago назад")
BACK = _set("vor")
SINCE = _set("since seit с со ab")
FROM = _set("from von vom с со")
AFTER = _set("after nach после")
BEFORE = _set("before vor до перед")
UNTIL = _set("until till through bis по")
BETWEEN = _set("between zwischen между")
TO = _set("to until till through bis по до - – —")
AND = _set("and und и")
AT = _set("on in at the of during for within over im am an der den dem des das in vom в во на за")
WEEKEND = _set("weekend wochenende выходные выходных")
WEEK_NUMBER = _set("week kw woche неделя неделе")
HALF = _set("half halbjahr полугодие полугодии половина половине половину")
ORDINAL_MARKS = _set("st nd rd th . го ого")
YEAR_MARKS = _set("год года году г")
START = _set("start beginning anfang beginn начала начало")
FINISH = _set("end ende конца конец концу")
PARTS = _set("""
    early late mid middle mitte середина середине середины середину начале начало конце конец
    fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth
    eighteenth nineteenth twentieth thirtieth
""")
"""What makes a period another one: no date is read rather than a wrong one."""
NO_DAY = _set("km kg h % € $ £ eur euro : км кг ч руб")
"""What makes a number after the name of a month a quantity."""
