"""The words by which a question tells what it wants, in English, Russian and German."""

from __future__ import annotations

import re
from typing import Literal

from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form

_RU_COURSE = (
    r"\b(?:вверх|вниз|(?:в плюс|в минус)|тренд\w*|динамик\w*|тенденци\w+|прогресс\w*|регресс\w*|(?:под|при|вы|"
    r"по)?рос(?:л[аио])?|подраста\w+|(?:ускор|замедл|улучш|ухудш|увелич|уменьш|снизи|повыси|сократи|удлини|укороти|"
    r"окреп|ослаб|просе[лд]|прибави|убави|скину|сброси|похуде|поправи|потолсте|подорожа|подешеве|стабил|растет|"
    r"растут)(?:и)?(?:ть|л|ла|ло|ли|лся|лась|лось|лись|аю|яю|ает|яет|ют|ается|яется|аются|яются|юсь|лизировал\w*|ен|"
    r"на)?\b|(?:повыша|сокраща|удлиня|ускоря|замедля|проседа|убыва|сниж[ае]|снижа|поднима|опуска)\w+|(?:больше|чаще|"
    r"дольше|быстрее|выше|лучше|тяжелее|дальше|дороже)(?:(?! чем)[^,.?!:]){0,24}? или (?:\w+ ){0,3}?(?:меньше|реже|"
    r"короче|медленнее|ниже|хуже|легче|ближе|дешевле|наоборот|нет)|(?:меньше|реже|короче|медленнее|ниже|хуже|"
    r"легче)(?:(?! чем)[^,.?!:]){0,24}? или (?:\w+ ){0,3}?(?:больше|чаще|дольше|быстрее|выше|лучше|тяжелее)|"
    r"стал[аои]?(?: ли)? (?:\w+ ){0,2}?[а-я]{2,}(?:[чжшщ]е|ее)|стою на месте|есть ли (?:сдвиг\w*|толк|рост|"
    r"улучшени\w+))\b"
)
"""How a course is spoken of in Russian: verbs of change by their roots, and one way or the other."""
RU_MORE = r"(?!(?:уже|тоже|даже|также|еще|вообще|дальше|раньше|позже|иначе|проще)\b)[а-я]{2,}(?:[чжшщ]е|ее)"
"""A Russian comparative."""
FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("effect", pattern(r"\b(affect\w*|influence\w*|impact\w*|change how|make me|effect of|влия\w+|сказыва\w+|"
        r"correlat\w*)\b")),
    ("trend", pattern(
        r"\b(?:on (?:its|the|their) way (?:up|down)|on the (?:up|rise|decline|increase|wane)|up or down|down or up|"
        r"rising or falling|(?:better|worse|faster|slower|longer|shorter|higher|lower|heavier|lighter|more|"
        r"less) or (?:better|worse|faster|slower|longer|shorter|higher|lower|heavier|lighter|more|less)(?=\W*$))\b|"
        r"\b(?:creep|edg|inch|tick|drift|slid|shoot|mov|trend|head)ing (?:up|down|upwards?|downwards?)\b|"
        r"\bhow (?:did|has|have|is|are) (?:my|the) [\w -]{2,30}? (?:go|gone|going|doing|done|come along|fared?)\b|"
        r"\bстал(?:а|и)? (?:ли )?(?:я )?[а-я]+ть(?:ся)? [а-я]+(?:ше|же|ее|че)\b|\b(trend\w*|evolv\w+|direction|"
        r"chang(?:e|ed|ing)|(?:get|gets|getting|got|become|becoming|became) (?:any |much |even |a bit |"
        r"a little )?(?!under|over|after|ever|never|together|"
        r"either|other|later|per\b)[a-z]+er\b|(?:going|getting) (?:anywhere|well|badly|nowhere)|climb\w*|plateau\w*|"
        r"stagnat\w*|declin\w+|slipping|shrinking|(?:ид[её]т|ползет|полз[её]т|пош[её]л|пошла|пошло) (?:вниз|вверх)|"
        r"which (way|direction)|what direction|heading|headed|improving|improved|improve|"
        r"getting(?! (?:around|to|in|out|home|there|by|up)\b)|gotten|(?:going|"
        r"coming) (up|down)|drops?|falls?|fell|rise[sn]?|rose|shrink\w*|(gone|went|go|goes|come|came) (up|down)|"
        r"risen|fallen|dropped|shrunk|lately|stronger|weaker|increas\w+|decreas\w+|progress\w*|growing|grow|rising|"
        r"falling|dropping|losing|gaining|lost weight|changed|develop\w*|over time|stuck|stall(?:ed|ing)|(?:gain|"
        r"gained|lose|lost|shed) (?:any |some |much |more |a lot of )?(?:weight|kilos|kg|muscle)|раст(ет|ут|у)|"
        r"похудел\w*|снизил(?:ся|ась|ось|ись)|вырос(?:ла|ло|ли)?|увеличил\w*|уменьшил\w*|поправил(?:ся|ась)|"
        r"застрял\w*|буксу\w+|улучшил\w*|ухудшил\w*|поднял(?:ся|ась|ось|ись)|подорожал\w*|подешевел\w*|(?:больше|"
        r"меньше|быстрее|медленнее|лучше|дольше) (?:я |мы )?стал\w*|снижа\w+|пада(ет|ют)|улучша\w+|ухудша\w+|"
        r"меня(ет|ют|л)\w*|изменил\w*|динамик\w*|прогресс\w*|станов(?:ится|ятся|люсь)|am i becoming|стал(а|о|"
        r"и)? (ли )?(больше|меньше|быстрее|лучше)|худею|толсте\w+|прибавля\w+|набираю|слабе\w+|сильне\w+|ускоря\w+|"
        r"замедля\w+|улучша\w+|уменьша\w+|увеличива\w+|steig\w+|sink\w+|verbesser\w+)\b"
        rf"|{_RU_COURSE}")),
    ("last", pattern(
        r"[,:;] ?(?:the )?(?:last|latest|most recent)(?: (?:one|time|ones))?(?:,? (?:when|date))?\W*$|^\W*(?:the |"
        r"my )?(?:last|latest|most recent) (?!week|month|year|weekend|\w+day\b|\d|night\b|few|two|three)|"
        r"\bwhen\b.*\b(last|latest|most recently?)\b|\b(last|latest|most recent) time\b|\b(latest|newest|"
        r"most recent) (?=[^\W\d])|\bhow long (ago|has it been|is it since)\b|\bmy (last|latest|"
        r"most recent) (?!week|month|year|weekend|\w+day\b|\d)|\bwhen was the last\b|\b(?:the|my) (?:last|latest|"
        r"most recent) (?!weeks?|months?|years?|weekend|\w+day\b|\d|night\b|days?|few|two|three|four|five|six|"
        r"couple|half|quarter)|\bкогда\b.*\b(последн\w+|прошл\w+) раз|\bв последний раз|\bпоследн(?:яя|ий|ее|юю|ей|"
        r"ем|его|их) (?!недел|месяц|год|дн|раз)|\b(как )?давно (ли )?(я|у меня)|в прошлый раз|\bпоследний раз\b|"
        r"\bmost recently\b|wann\b.*\b(zuletzt|"
        r"letzte\w* mal)")),
    ("first", pattern(
        r"\bearliest\b|\bfirst\b(?! (?:or|half|week|quarter|month|of (?!my|the|all|these|those|our)|few|days|\d))|"
        r"\bsince when\b|\bс (?:какого|каких) (?:числа|дня|месяца|времени|пор)\b|\b(?:start|started|begin|began|"
        r"begun)( to)?\b(?! of)|\bвпервые\b|\bначина(?:л|ла|ть|лось)\b|\bначал(?:ась|ось|ся|ись|о|а|и)?\b|"
        r"\bперв(?:ый|ая|ое|ую|ой|ом|ого)\b(?! (?:половин|недел|квартал|месяц))|"
        r"\bzum ersten mal")),
    ("record", pattern(
        r"\bhow (?:bad|high|low|heavy|strong) did [\w ]+ (?:get|go)\b|\b(record|pr|pb|1rm|one[- ]rep max|"
        r"personal best|best|longest|furthest|farthest|shortest|heaviest|lightest|highest|lowest|max|maximum|min|"
        r"minimum|fastest|slowest|biggest|largest|smallest|most expensive|priciest|costliest|dearest|cheapest|worst|"
        r"strongest|peak|top|quickest|(?<!at )most(?! recent)|(?<!at )least|fewest|дорог\w+|рекорд\w*|сам(ый|ая|ое|"
        r"ые|ую|ого|ой|ом|ым|ыми|ых)|лучш\w+|наибольш\w+|наименьш\w+|максим\w+|миним\w+|худш\w+|\w+(?:ше|же|ее|че|"
        r"ще) все(?:го|х)|"
        r"längste\w*|schwerste\w*|höchste\w*|rekord|bester?|beste)\b")),
    ("average", pattern(r"\b(average|averages|averaged|"
        r"(?<!i )(?<!days )mean(?! more| less| that| by)|avg\.?|averaging|on average|typical\w*|usual\w*|normally|"
        r"в среднем|средн\w+|"
        r"обычно|durchschnitt\w*)\b")),
    ("often", pattern(r"\b(how often|how many (?:[\w-]+ )?(times|days|nights|mornings|evenings)|"
    r"how (?:frequently|regularly)|"
        r"number of (times|days)|frequency|частот\w+|"
                         r"сколько (?:\w+ )?(раз|дней|ночей)|как часто|(в|на|по) скольких|wie oft|"
        r"an wie vielen tagen)\b")),
    ("count", pattern(r"[,:] ?(?:number|count|how many)\W*$|\b(how many|number of|count|tally|сколько|"
    r"количество|wie viele)\b")),
    ("sum", pattern(r"\b(how much|how far|how long|total|sum|altogether|overall|in all|сколько|всего|итого|сумм\w+|"
        r"wie viel\w*|wie weit|wie lange|insgesamt)\b")),
    ("list", pattern(
        r"^\W*anything (?:noted|logged|written|recorded|on|in)\b|\b(list|show|what was i (?:doing|up to)|"
        r"what did i get up to|what happened|what was going on|what'?s noted|что (?:у меня |со мной |там )?(?:было|"
        r"случилось|произошло)|(?:what|which) (?!hours|times|was)[^\W\d]+s (?:[^\W\d]+s )?(?:did|have|had|were|are|"
        r"do|cost|exceeded) |which (exercises|days|meals|books|things|runs)|what are (?:all )?(?:the |"
        r"my )?[^\W\d]+s\b|what (all )?(did|have) i (eat|eaten|have|had|do|done|spend|spent|buy|bought|train|cook|"
        r"drink|lift|note|noted|log|write|pay)|what exercises|what was my training|what were|on what|what (workout|"
        r"training)|покажи|перечисли|список|(?:что|чем) (?:\w+ ){0,3}?(ел[аи]?|съел\w*|делал\w*|купил\w*|покупал\w*|"
        r"накупил\w*|готовил\w*|обедал\w*|ужинал\w*|завтракал\w*|питал\w*|занимал\w*|тягал\w*|пил[аи]?|"
        r"тренировал\w*|бол(?:ел[оаи]?|ит|ят)|записал\w*|записано|было записано)\b|"
        r"на что|какие|zeig\w*|was habe ich)\b")),
    ("verdict", pattern(r"^\W*(?:were |was )?any\b|^\W*(did|have|has|had|was|were|is|are|am|do|does|habe|bin|war|"
                        r"hatte)\b|\bever\b|\bли\b|"
        r"\bбыл(а|о|"
        r"и)? (ли|у меня)|^\W*(was there|is there)")),
)  # fmt: skip
LISTS_VALUES = pattern(
    r"\W*(?:what (?:were|are) )?(?:(?:all|my|the|every) )*(?:[\w-]+ )?(?:distances|weights|prices|amounts|"
    r"temperatures|paces|readings)\b|\W*(?:(?:напомни|покажи|перечисли|назови|скажи|выпиши|"
    r"дай)[ ,]+(?:мне )?)?(?:все|какие|какими|какой) (?:были )?(?:дистанции|расстояния|веса|цены|суммы|температуры|"
    r"показатели|результаты|значения|темпы)\b"
)
"""What begins with values, of which all are wanted: "distances in May"."""
REACHED = pattern(
    r"\b(reach\w*|hit|pass(?:ed)?|cross\w*|br(?:eak|oke)|top(?:ped)?|exceed\w*|g[eo]t (?:to|below|under|over|above)|"
    r"go (?:below|under|over|above)|(?:drop|f[ae]ll|dip)\w* (?:below|under)|достиг\w*|преодол\w+|перевалил\w*|"
    r"опустил\w*)\b"
)
"""What happens for the first time when a value is reached."""
CURRENT = pattern(
    r"\b(current(?:ly)?|these days|at the moment|right now|as of now|now(?=\W*$)|сейчас|текущ\w+|нынешн\w+)\b"
)
"""What asks for the latest value."""
HOW = pattern(r"\bhow (?:well|good|bad|badly|late|early|poorly)\b|\bкак (?:хорошо|плохо)\b")
"""How, without a measure."""
DAY_OF = pattern(r"^\W*(?:the )?date of\b|\b(?:what|which) (?:day|date) (?:was|did|is)\b|\bкакого числа\b")
"""What asks for the day of a thing."""
COMPARE = pattern(
    r"\b(differ\w*|разниц\w+|compare\w*|comparison|vs|versus|v\.?|than|against|or|сравни\w*|чем|или|против|"
    r"vergleich\w*|als|oder)\b"
)
MORE_THAN = pattern(r"\b(дороже|дешевле|короче|длиннее|more|farther|further|longer|heavier|faster|slower|less|"
    r"fewer|better|worse|higher|lower|"
        r"bigger|smaller|larger|pricier|cheaper|больше|меньше|дальше|дольше|быстрее|"
                        rf"медленнее|{RU_MORE}|mehr|weniger)\b")  # fmt: skip
LIMIT = pattern(
    r"\b(?:more|less|fewer|longer|shorter|higher|lower|heavier|lighter|больше|меньше|дольше|короче|выше|ниже)"
    r"(?: than| чем)? (?=[\d.]|an? |one|two|three|four|five|six|seven|eight|nine|ten|"
    r"пяти|шести|семи|восьми|девяти|десяти)"
)
"""What compares with a number, and asks nothing."""
MEAN = pattern(
    r"\b(longer|heavier|faster|slower|дольше|длиннее|калорийнее|тяжелее|быстрее|медленнее|larger|bigger|pace|темп)\b"
)
LOW = pattern(
    r"\b(shortest|lightest|lowest|min|minimum|fastest|quickest|smallest|cheapest|fewest|(?<!at )least|наименьш\w+|"
    r"миним\w+|(?:меньше|реже|короче|легче|дешевле|ниже|слабее) всего|сам\w+ (коротк|легк|низк|маленьк|дешев|"
    r"быстр)\w*)\b"
)
WORST = pattern(r"\b(worst|сам\w+ плох\w+|slowest|хуже|худш\w+|медленн\w+)\b")
PLANS = pattern(
    r"\b(plan|plans|planned|planning|goals?|target|do i want|did i want|(?:am|was) i going to|intend\w*|intention|"
    r"hop(?:e|ed|es|ing)|aim(?:ed|ing|s)?|план\w*|планир\w*|цел[ьи]|хочу(?! (?:зна|узна|поня|спрос|посмотр|похваст|"
    r"вспомн|провер|увид|сравн|посчит|уточн|выясн))|хотел(?!ось бы (?:зна|узна|поня|сравн))\w*|собира\w+|ziel)\b"
)
AGO = pattern(
    r"\bhow (?:many days|many weeks|long) (?:is it|has it been|is that|was that|have i gone|"
    r"have i been)\b(?! (?:that|took))|\bhow (many days|many weeks|long) (ago|since|is it since|has it been|"
    r"have passed since|have gone by since)\b|\b(days|weeks|time) since\b|сколько (дней|времени|недель) (назад|"
    r"(я )?прошло (с|от|после|без)|с)\b|\bкак давно\b|wie lange (ist|her)\b|vor wie vielen tagen"
)
"""How long ago something was."""
QUICK = pattern(r"\b(best|fastest|quickest|record|pr|pb|лучш\w+|быстр\w+|рекорд\w*|best\w+|schnellst\w+)\b")
"""A time is best when it is short."""
THAN = pattern(
    r"\b(than|compared (?:with|to)|relative to|against|чем|по сравнению с|als)\s+(?:(?:i|it|they|did|was|were|back|"
    r"in|on|during|at|over|the|my|я|это|было|в|во|на|за|im|am) )*$"
)
"""What stands before a period with which another is compared."""
SKIPPED = pattern(
    r"\b(skip\w*|miss(ed)?|cancel\w*|(did not|didn'?t|not) (run|train|go|do|lift|sleep|drink|eat|work|swim|walk)\w*|"
    r"without (running|training|a run|a workout)|не (бегал\w*|тренировал\w*|ходил\w*|спал\w*|пил\w*|ел\w*|"
    r"работал\w*)|пропуст\w+|пропуска\w+|отменил\w*|nicht (gelaufen|trainiert|gegangen)|ausgefallen)\b"
)
"""What was noted not to have happened."""
TOTAL = pattern(
    r"\b(total|add up|sum up|come to|came to|together|altogether|in all|overall|combined|in sum|всего|итого|вместе|"
    r"общ(ий|ая|ее|ую|его|ей)|суммарн\w+|в сумме|за вс[её]|insgesamt|zusammen|gesamt\w*)\b"
)
ANY_OF = pattern(
    r"\b(?:(?:at least )?(?:one|1) of|any of|either|all (?:three|3)|add(?:ing|ed)? (?:up|together)|combined|"
    r"together|in total|altogether|хотя бы одн\w+|любо\w+ из|вместе|сложи\w*|zusammen)\b"
)
"""What makes of several things named side by side one that is asked about."""
_MONEY = pattern(r"\b(?:costs?|spen[dt]|pay|paid|money|euros?|rou?bles?|стоил\w*|потрат\w*|заплат\w*|расход\w*)\b")


def any_of(low: str) -> bool:
    """Whether days with any of several things are asked about, and not what they cost together."""
    return bool(ANY_OF.search(low)) and not _MONEY.search(low)


COSTS = pattern(
    r"\b(?:how much|what) (?:is|are|does|do)\b|\bсколько (?:стоит|стоят)\b|\bкак(?:ая|ой) (?:у меня )?(?:сейчас )?\b"
)
"""What asks for what something costs now."""
SPENT = pattern(r"\b(?:did|have) i spen[dt]\b|\bя (?:потратил\w*|истратил\w*)\b")
PAID = pattern(
    r"\b(did|have) i (pay|paid|spend|spent)\b|\b(was|were|been) (paid|spent)\b|\bcost me\b|\bя (заплатил\w*|"
    r"потратил\w*|отдал\w*)\b"
)
SO_FAR = pattern(r"\b(what|how much) (has|have)\b.*\b(cost|spent|paid|spend)\b")
"""What asks for all that was paid until now."""
WHAT_FIELD = pattern(
    r"\b(what|which|какое|какая|какую|welche) (total )?(distance|mileage|расстояние|дистанци\w+|strecke)\b"
)
PRESENT = pattern(
    r"\b(?<!did )(?:do i|i (?:usually|normally|typically) [a-z]+|я (?:ем|[а-я]+(?:ю|у)(?:сь)?)|"
    r"сколько (?:\w+ ){0,2}?[а-я]{2,}(?:[аеяу]ю|лю|шу|жу|пью|трачу)(?:сь)?)\b"
)
MUCH = pattern(
    r"\b(how much|how far|how long|wie weit|wie lange|wie viel|wieviel|total|sum of|сумм[аыу]|altogether|"
    r"сколько (?:\w+ )?денег|(how many|wie viele|сколько) (whole |total |всего )?(km|kms|kilomet\w+|miles|hours|"
    r"minutes|kcal|calories|grams|км|километр\w*|час\w*|минут\w*|ккал|калори\w*|грамм\w*|stunden|minuten|kalorien))\b"
)
PER = pattern(
    r"\b(?:a|per|each|every|(?:a|an) (?:typical|normal|average|usual)|в|pro|jede) (week|month|неделю|месяц|woche|"
    r"monat)\b|\b(weekly|monthly)\b"
)
_IN_A = pattern(r"\bin (?:a|one) (week|month)\b")
_MEANT_AS_RATE = pattern(r"\b(?:average|avg|usual\w*|typical\w*|normal\w*|mostly|generally|do i)\b")
"""What makes "in a week" any week, and not the one with the most."""
_UNITS = {"week": "week", "неделю": "week", "woche": "week", "weekly": "week"}
GROUP = pattern(
    r"\bin (?:a|one|any)(?: one| single| given)? (week|month)\b|\bза (?:одну |один )?(неделю|месяц)\b(?= *\W*$)|"
    r"\b(?:which|what|what was my|whats my|како[мй]|какая|какую|какой|welche[rmns]?) (?:calendar )?(month|week(?!s)|"
    r"weekday|day of the week|месяц\w*|недел\w+|день недели|monat|woche|wochentag)\b|"
    r"(?<!\bin )(?<!\bof )(?<!from )(?<!during )(?<!\bfor )(?<!over )(?<!since )\b(?:best|worst|busiest|strongest|"
    r"weakest|costliest|priciest|cheapest|most expensive|the|лучш\w+|худш\w+) (month|week|weekday|месяц|"
    r"недел[яю]) (?:for|in which|with the|when i|that had|по|для|с сам\w+)\b|\bсам\w+ (?:\w+ )?(недел\w+|месяц\w*|"
    r"месяце)\b|\b(?:best|worst|busiest|biggest|largest|highest|lowest|quietest|laziest|longest|costliest|priciest|"
    r"cheapest|heaviest|strongest|weakest|most expensive) (?:[a-z-]+ ){0,2}(week|month)\b(?!['s])"
)


def per(low: str) -> Literal["", "week", "month"]:
    """Return the time by which a total is to be divided."""
    found = PER.search(low) or (_IN_A.search(low) if _MEANT_AS_RATE.search(low) else None)
    if not found or re.search(r"\b(last|this|past|next|since|прошл\w+|эт\w+)\s*$", low[: found.start()]):
        return ""
    if re.match(r",? (?:когда|котор|перед|до|после|when|in which|before|after)", low[found.end() :]):
        return ""
    return "week" if next(one for one in found.groups() if one) in _UNITS else "month"


def group(low: str) -> Literal["", "week", "month", "weekday"]:
    """Return what is to be totalled before the most or least is picked: "in which month did I run most"."""
    found = GROUP.search(low)
    if not found or (_IN_A.fullmatch(found[0]) and per(low)):
        return ""
    word = next(one for one in found.groups() if one)
    if word in {"weekday", "day of the week", "день недели", "wochentag"}:
        return "weekday"
    return "month" if word.startswith(("mon", "мес")) else "week"


EVERY = pattern(
    r"\b(?:(?:on|at|during|for) )?(?:the |my )?(weekends|weekdays|week days|(?:on )(?:my )?(?:workdays|"
    r"working days)|a weekend(?! of)|(?<!last )(?<!this )(?<!next )(?<!past )(?<!the )(?<!that )weekend(?= [^\W\d])|"
    r"(?<!last )(?<!this )(?<!next )(?<!past )(?<!on )(?:mon|tues|wednes|thurs|fri|satur|sun|week)day(?= (?:long |"
    r"easy |morning |evening |afternoon |night )?(?!was|has|does|this|plus|always)[^\W\d]{2,}s\b)|mondays|tuesdays|"
    r"wednesdays|thursdays|fridays|saturdays|sundays)\b|(?:(?<=average )|(?<=typical )|(?<=usual )|(?<=every )|"
    r"(?<=each ))(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|weekday)\b|\bon an? (monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday|weekday|workday)\b|\b(?:по|в|на) (выходным|выходные|"
    r"выходных|будням|будни|будних|рабочим дням|понедельникам|вторникам|средам|четвергам|пятницам|субботам|"
    r"воскресеньям)\b|\bи (понедельникам|вторникам|средам|четвергам|пятницам|субботам|воскресеньям)\b|"
    r"(?<!ые )(?<!ие )(?<!эти )(?<!за )\b(будними|выходными|будни|выходные)\b|\bam (wochenende)\b|\b(wochentags|"
    r"montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)\b"
)
_DAY_STEMS = {
    "mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6, "пон": 0, "вто": 1, "сре": 2, "чет": 3,
    "пят": 4, "суб": 5, "вос": 6, "die": 1, "mit": 2, "don": 3, "fre": 4, "sam": 5, "son": 6,
}  # fmt: skip


def every_days(match: re.Match[str]) -> tuple[int, ...]:
    """Return the days of the week, Monday being 0, that `EVERY` found."""
    word = next(group for group in match.groups() if group)
    if "weekend" in word or word.startswith("выход") or word == "wochenende":
        return (5, 6)
    known = _DAY_STEMS.get(word[:3])
    return (0, 1, 2, 3, 4) if known is None or word == "wochentags" else (known,)


PER_DAY = pattern(
    r"\b(?:hours?|hrs|long|much|minutes) (?:of \w+ |sleep )?(?:a|per|each|every) night\b|\bnightly\b|\b(a day|"
    r"per day|daily|each day|every day|typical day|one day|single day|(?:best|worst|busiest|biggest|priciest|"
    r"costliest|most expensive|cheapest) day|сам\w+ \w+ день|days? (?:with|when|on which|that had)|(?:which|"
    r"what) day|какой день|в какой день|за день|за один день|в день|ежедневно|pro tag|am tag)\b"
)
WHICH_DAYS = pattern(
    r"(?<!many )(?<!number of )\b(?:which|what|the|all|those|my) (?:exact )?(?:days|dates|nights|"
    r"mornings)(?: (?!of the week)[\w-]+){0,4}? (?:on which|when|that i|did i|i|was|were)\b|\b(?:which|"
    r"what) (?:days|dates)\b(?! of the week)|^\W*(?:(?:list|show|give|me|all|the|my) )*dates\b|\bперечисли дни\b|"
    r"\bдаты\b"
)
"""What asks for days, and not for what was done on them."""
NOTES_THAT = pattern(
    r"\b(?:notes?|entries|lines|times|записей|записях|заметок|строк)\b[^?]{0,24}?\b(mention\w*|mentioned|about|"
    r"refer\w*|talk\w*|with the word|says?|containing|contain|упомина\w+|упомян\w+|про|говор\w+|со словом)\b"
)
"""What asks for the notes that have some words."""
BE_LIKE = pattern(
    r"(?:\bwould|'d) (?:really |very much )?(?:like|love|prefer) (?:to|you|a|an|the|my|all|every|some)\b|\b(what|"
    r"how) (was|is|were|are|did|does|do)\b.*?\blike\b"
)
"""What "like" has no liking in: "what was my sleep like"."""
EITHER = pattern(
    r"^\W*(?!how|what|which|when|where|who|did|do|does|is|are|was|were|am|have|has|compare|сколько|как|когда|где|"
    r"что)(\w+ ){0,2}\w+ (or|или|oder) (\w+ ){0,4}\w+\?$"
)
"""Which of two is preferred, asked without a verb."""
LIKE = pattern(r"\b(prefer\w*|suits? me|like|love|favou?rite|enjoy|люблю|любим\w+|нрав\w+|предпочита\w+)\b")
DISLIKE = pattern(
    r"\b(can'?t (i )?stand|can i not stand|cannot stand|hate|don'?t like|do not like|dislike|intolerant|allerg\w+|"
    r"терпеть не могу|не люблю|ненавижу|не нрав\w+|не перенош\w+|аллерги\w+)\b"
)
TELL = pattern(r"^\W*(what'?s|what is|what are|what did (?:the |my )?\w+ (say|tell|advise|recommend|suggest)|which|"
        r"who|whose|where|why|"
                   r"как(ой|ая|ое|ие|ую) (?!рекорд|у меня)|какого|что (?:[а-я]+ ){0,2}?(?:сказал|говорил|посоветовал|"
                   r"советовал|велел|запретил|назначил|прописал|рекомендовал|ответил|разрешил|обещал|просил)|кто|"
                   r"где|куда|почему|"
        r"чей|"
                   r"was ist|welche\w*|wo|wer)\b|\b(say|said|says|tell me about|advise|recommend|сказал\w*|"
        r"посоветовал\w*)\b|\bname of\b|как зовут")  # fmt: skip
ABOVE = pattern(
    r"\b((?<!no )(?<!not )(?:more|longer|further|farther|heavier|higher|bigger|greater|larger|pricier|better) than|"
    r"(?<!at or )(?:over|above)|beyond|past|in excess of|exceed\w*|больше|более|свыше|дольше|дальше|выше|длиннее|"
    r"тяжелее|дороже|калорийнее|сытнее|плотнее|медленнее|жирнее|mehr als|über|more)(?: чем)?(?: на| в)?\s*$"
)
LEAST = pattern(
    r"\b(at least|at or (?:above|over)|minimum of|a minimum of|no (?:less|fewer|shorter) than|not less than|from|"
    r"min|не менее|не меньше|хотя бы|минимум|от|mindestens|ab)\s*$|[≥>]=?\s*$"
)
BELOW = pattern(
    r"\b((?<!no )(?<!not )(?:less|fewer|shorter|lighter|lower|smaller|cheaper|quicker|faster) than|"
    r"(?<!at or )(?:under|below)|short of|меньше|менее|короче|ниже|легче|дешевле|быстрее|weniger als|"
    r"unter)(?: чем)?\s*$|<\s*$"
)
MOST = pattern(
    r"\b(at most|at or (?:below|under)|maximum of|a maximum of|no (?:more|longer|heavier) than|up to|не более|"
    r"не больше|до|[ув]л[оа](?:ж|кладыва)\w*(?: ли)?(?: я)? (?:в|за)|уклад\w+ в|höchstens)\s*$|[≤]\s*$"
)
BEATEN = pattern(
    r"\b(?:br(?:eak|oke|oken)|beat|beaten|exceed\w*|top(?:ped)?|surpass\w*|превы\w+|перевал\w+|побил\w*)(?: за)?\s*$"
)
"""What stands before a value that was left behind."""
ATTAINED = pattern(
    r"\b(?:reach\w*|hit|attain\w*|pass(?:ed)?|cross\w*|clear(?:ed)?|crack(?:ed)?|manage[d]?|достиг\w*|"
    r"добрал\w+(?: до)?|преодол\w+|до(?:шел|шла|тянул|жал|рос|полз|брал|качал|бежал)\w*(?: ли)?(?: я)? до)\s*$"
)
"""What stands before a value that was come up to."""
OR_MORE = pattern(
    r"[\s(-]*(?:\w+\s+){0,3}?\(?(or[ -](more|longer|further|farther|above|over|heavier|beyond|better|up|greater|"
    r"bigger|higher)|and (more|up|over|above|beyond|longer)|upwards?|plus\b|\+|и (больше|более|дольше|выше)|"
    r"или (больше|более|дольше)|oder mehr)"
)
OR_LESS = pattern(
    r"[\s(-]*(?:\w+\s+){0,3}?\(?(or[ -](less|shorter|under|fewer|below|lower|lighter)|and (?:less|under|below)|"
    r"и (меньше|менее)|или (меньше|менее)|oder weniger)"
)
