"""Words of common speech that say nothing of a thing itself: verbs of all trades, nouns for any number, links."""

from __future__ import annotations

from indagate.evidence.vocabulary import vocabulary
from indagate.evidence.word import stem

LINK = frozenset(
    vocabulary(
        """
of the der des von an den dem all a
"""
    )
)
"""Words between a number and what it counts: 12 of the boats, 3 kg of flour."""
ENDS = frozenset(
    vocabulary(
        """
per je pro each every a an for at in on to with and or by from than after before que which that who costs cost
is are was were has have had und oder zu für mit im am ist sind war waren kostet kosten als nach vor и или на за
в по с от до для к из today heute сегодня now january february march april may june july august september
october november december januar februar märz mai juni juli oktober dezember января февраля марта апреля мая
июня июля августа сентября октября ноября декабря
"""
    )
)
"""Words at which the phrase that a number counts ends."""
NO_CONTAINER = frozenset(
    vocabulary(
        """
gap area height length width depth weight distance total sum average speed amount deposit charge fee price cost
rate population surcharge supplement temperature pressure value consists made instead because part out höhe
länge breite fläche gewicht gebühr preis zuschlag betrag summe durchschnitt rabatt davon abstand entfernung
temperatur durchschnittlich tiefe increase rise discount bonus grant loan maximum minimum capacity volume share
age
"""
    )
)
"""What is of so much without holding it: a gap of 46 metres."""
AUXILIARY = frozenset(
    vocabulary(
        """
does do did is are was were will would can could must should has have had geht kostet kosten zahlt zahlen bezahlt
spart ist sind war waren hat haben kann muss wird braucht стоит будет нужно можно надо
"""
    )
)
"""Verbs that stand where a noun may: how much does, wie viel kostet."""
SKIP = frozenset(
    vocabulary(
        """
more less fewer full whole complete extra additional further other mehr weniger volle ganze weitere besondere
больше меньше полных целых ещё еще the a of such different
"""
    )
)
"""Words between "how many" and what is counted."""
WAYS_ROUND = frozenset(
    vocabulary(
        """
high long wide deep tall thick old heavy hoch lang breit tief alt schwer dick
"""
    )
)
"""Adjectives that tell one length or one stretch from another."""
INCOME = tuple(
    vocabulary("""
income takings revenue receipts sales turnover earnings einnahmen umsatz erlöse ertrag выручка доходы доход
поступления
""")
)
"""What a business takes in."""
SPENT = tuple(
    vocabulary("""
costs expenses expenditure spending outgoings outlay ausgaben kosten aufwendungen aufwand расходы затраты
издержки
""")
)
"""What it spends."""
VERBS = frozenset(
    stem(word, "en")
    for word in vocabulary(
        """
accept achieve add allow answer appear apply arrive ask attend attract be bear become began begin begun belong
book borrow bought bring brought build built burn buy call came can carried carry catch charge charged choose
claim clear close collect come complete consist consume contain contribute cost could count cover cross dealt
deal deliver depart did die do done draw drive drove earn eat employ empty end enter equal exceed exist expect
extend fall fed feed fell fetch fill find finish fit fly follow found gain gave generate get give given go goes
going gone got grew grind ground grow grown had handle happen harvest has have heat held help hire hold hope
improve include increase join keep kept knew know lack laid lasted lay lead leave led left lend lent let lie
like live load look lose lost made maintain make manage mark meet met miss move must need needed obtain occupy
offer open operate order owe own pack paid park pass pay pick place plan plant play pour prepare print process
produce provide pull pump purchase put raise ran reach read receive record reduce remain rent repair replace
require restore return ride ring rise rose run said sail sat save saw saved say seat see seen sell sent send
serve served set share sheltered shipped should show shown sit sleep sold spare speak spend spent spread stand
start state stay stood stop store suffice supply take taken taught teach tell thought took total train travel
treat turn use used visit visited wait walk want was wash waste watch weigh weighed welcome went were will win
won work worked would write written yield according needs able apart enough exactly roughly approximately
currently together altogether instead still already actual normal usual ordinary whole entire full single
overall combined extra other different same available required necessary possible planned expected
"""
    )
)
"""Verbs of all trades, and words that only go with a number: texts say them in other words."""
WEAK = frozenset(
    vocabulary(
        """
amount number numbers quantity sum total value figure rate cost costs price prices fee fees charge charges fare
fares expense expenses bill payment money pounds euros dollars people person persons piece pieces thing things
time times way ticket tickets date someone somebody anyone anybody everyone everybody part rest machine device
list kind sort place one ones first day days week weeks month months year years hour hours minute minutes karte
karten eintrittskarte eintrittskarten anzahl zahl menge summe betrag wert preis preise kosten gebühr gebühren
geld euro stück mal tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten
personen leute teil wann wo wer woher jemand eins eine einen einem einer eines einmal ganz weg ab gesamtkosten
gesamtpreis gesamtbetrag gesamtzahl билет билеты билета билетов число количество сумма сумму стоимость цена цену
цены плата платы рублей рубля рубль деньги денег раз день дня дней неделя недели недель неделю месяц месяца
месяцев год года году лет час часа часов минута минут штук человек когда где кто один одна одно одного одной
одном одну весь всю всей всего целую нужно надо потребуется понадобится можно придётся придется хватит останется
осталось получится стоит стоят стоить уходит выходит составит составляет заплатит заплатят платит платят
расходуется требуется вместе итого himself herself themselves itself myself yourself ourselves fürs beim ins ans
"""
    )
)
"""Nouns for what any number is, and words for anybody: the kind of the number says as much."""
GERMAN = frozenset(
    vocabulary(
        """
kosten kostet kostete haben hat hatte hatten sind ist war waren wird werden wurde wurden kann können muss müssen
darf dürfen soll sollen gibt gab geben braucht brauchen brauchte benötigt benötigen zahlt zahlen zahlte bezahlt
bezahlen reicht reichen dauert dauern dauerte kommt kommen kam kamen geht gehen ging passt passen liegt liegen
lag steht stehen stand bleibt bleiben blieb blieben bekommt bekommen macht machen machte nimmt nehmen nahm will
wollen möchte möchten beträgt betragen betrug ergibt ergeben spart sparen verdient verdienen verbraucht
verbrauchen verbrauchte insgesamt zusammen etwa rund genau noch mindestens höchstens wenn dann dafür davon dabei
daraus anderen ganze ganzen gesamte gesamten gleichen statt anstatt einzeln einzelne einzelnen pro je voll volle
vollen
"""
    )
)
"""German verbs and adverbs of the same kind."""
ANYBODY = frozenset(
    vocabulary("""
person persons people head heads guest guests visitor visitors participant participants somebody kopf person personen
gast gäste teilnehmer leute человек человека персону гостя гость участника участник
""")
)
"""Words for whoever it is."""
PEOPLE = ANYBODY | frozenset(
    vocabulary("""
adult adults child children kid kids student students pupil pupils member members friend friends colleague colleagues
pensioner pensioners senior seniors teenager teenagers girl girls boy boys woman women man men couple erwachsene
erwachsener erwachsenen kind kinder kindern schüler schülern studenten studierende mitglied mitglieder mitgliedern
freunde kollegen rentner senioren jugendliche mädchen jungen frauen männer взрослый взрослых взрослые ребёнок ребенок
ребёнка ребенка детей дети ребят друзей друга школьников студентов пенсионеров пенсионера коллег учеников туристов
туриста подростков
""")
)
"""Words for people of some kind."""
NIGHTS = ("night", "nacht", "ночь", "сутки", "morning", "morgen", "утро", "evening", "abend")
"""What there are as many of as nights."""
