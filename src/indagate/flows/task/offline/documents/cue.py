"""Words by which a goal says what is to be computed, of what kind, per what, and what is only beside the question."""

from __future__ import annotations

import re

from indagate.tools.calculator.dimension import Powers

CUES = {
    "percent": r"per ?cent(?:age)?|percent(?:age)?|%|(?:what|which) (?:share|proportion|fraction|part)|"
               r"(?:in )?prozent\w*|"
    r"(?:welche[rn]?|wie (?:hoch|groß) ist der) anteil|процент\w*|как(?:ая|ую|ова) (?:дол[яю]|часть)",
    "times": r"how many times(?= (?:as|more|higher|larger|longer|bigger|heavier))|how many times|wie ?viel ?mal|"
             r"wievielmal|"
    r"во сколько раз|ratio of|das wievielfache",
    "difference": r"differences?(?: between| in)?|(?:how (?:much|many) |by how (?:much|many) )?(?:more|less|"
                  r"fewer)(?= .*\bthan\b)|"
    r"how (?:much|many) (?:more|less|fewer)|(?:how much )?(?:longer|shorter|higher|lower|taller|older|younger|"
    r"heavier|lighter|"
    r"larger|smaller|bigger|cheaper|dearer|deeper|wider|faster|slower|quicker|earlier|later|farther|further|warmer|"
    r"colder|hotter|cooler|more expensive)(?=\s*(?:$|[?,.;])|\s+(?:than|is|are|was|were|does|do|did|would|will|can|if|"
    r"when|in|at|on|for|by|to|the|an?|it|one|her|his|after|with|above)\b|.*\bthan\b)|"
    r"by how (?:much|many)|saves?|saved|saving|exceeds?|unterschied\w*|differenz|um wie ?viele?|"
    r"(?:wie ?viele? )?(?:mehr|weniger)|"
    r"(?:länger|kürzer|höher|niedriger|älter|jünger|schwerer|leichter|größer|kleiner|billiger|günstiger|teurer|"
    r"tiefer|breiter|"
    r"schneller|langsamer|wärmer|kälter)(?= |\?|$)|spar(?:t|en)|gespart|разниц\w+|на сколько|насколько|больше|"
    r"меньше|дороже|дешевле|длиннее|"
    r"короче|выше|ниже|старше|моложе|тяжелее|легче|дольше|теплее|холоднее|сэкономи\w+|эконом\w+",
    "sum": r"in all|altogether|in total|total|(?:put |taken )?together|combined|sum of|all told|insgesamt|"
           r"zusammen(?:genommen)?|"
    r"in summe|gesamt(?:e[nrs]?|zahl|preis|betrag|kosten)?|всего|вместе|в сумме|в общей сложности|общ(?:ая|ее|"
    r"ий|ую|ей|ем)|итого|"
    r"суммарн\w+",
    "mean": r"on average|average|mean|durchschnitt\w*|im schnitt|im mittel|mittelwert|в среднем|средн\w+",
    "grew": r"gr[eo]w[ns]?|growth|increase[ds]?|rise[ns]?|rose|changed?|(?:go(?:ne)?|went) (?:up|down)|"
            r"f[ae]ll(?:en|s)?|decreased?|"
    r"decline[ds]?|drop(?:ped|s)?|shr[aiu]nk|gewachsen|wuchs\w*|gestiegen|stieg\w*|sank\w*|gesunken|zugenommen|"
    r"abgenommen|"
    r"zurückgegangen|verändert\w*|вырос\w*|увелич\w+|измени\w+|сократи\w+|уменьш\w+|упал\w*|сниз\w+|прирост\w*",
    "left": r"left(?: over)?|remain(?:s|ed|ing)?|unused|unspent|still (?:free|available|open|missing|needed)|"
            r"free|vacant|spare|empty|leer|unbesetzt|пуст\w+|"
    r"übrig\w*|verbl(?:ieb|eib)\w*|noch frei|frei|fehl(?:t|en)|остал\w+|оста[её]тся|останется|свободн\w+|profit|"
    r"surplus|gewinn|"
    r"überschuss|прибыл\w+",
    "up": r"round(?:ed|ing)? up|at least|aufgerundet|aufrunden|mindestens|округл\w+ (?:вверх|до большего)|"
          r"не менее|минимум",
    "down": r"round(?:ed|ing)? down|in full|at most|(?<=how many )(?:whole|full|complete)|höchstens|"
            r"(?<=wie viele )(?:ganze|volle)|abgerundet|"
    r"(?<=сколько )(?:полных|целых)|целиком|не более",
    "need": r"needed|need(?:s|ed)?|required?|requires|must|have to|has to|necessary|benötig\w+|brauch\w+|nötig|"
            r"müssen|muss|notwendig|"
    r"нужно|надо|потребу\w+|понадоб\w+|необходимо|требу\w+",
    "each": r"each|apiece|per head|per person|a head|jeweils|pro kopf|pro person|je person|каждый|каждому|"
            r"с человека|на человека",
    "choice": r"which (?:is|was|of|one|would|will)?.*?(?:cheaper|dearer|longer|shorter|higher|larger|"
              r"more expensive|heavier)|"
    r"what is cheaper|was ist (?:billiger|günstiger|teurer)|что (?:дешевле|дороже|выгоднее)",
    "both": r"(?<!counting )both(?! the first| days)|the two|(?:all|the|all the) \d+(?= [^\W\d_])|beide[nr]?|"
            r"(?:alle[nr]?|die|der) \d+(?= [^\W\d_])|"
    r"об[ае]|обоих|обеих|все(?:х)? \d+(?= [^\W\d_])",
}  # fmt: skip
"""Words by which a goal says what is to be computed."""
KINDS: tuple[tuple[str, tuple[Powers, ...]], ...] = (
    (r"how (?:long|much time)|wie ?lange?|wieviel zeit|как долго|сколько времени|duration|dauert?",
     ((("s", 1),), (("month", 1),), (("m", 1),))),
    (r"longer|länger|дольше", ((("s", 1),), (("m", 1),))),
    (r"how (?:far|high|deep|wide|tall)|wie (?:weit|hoch|tief|breit)|taller|higher|deeper|wider|höher|tiefer|breiter|"
     r"расстояни\w+|выше|длиннее|глубже|шире", ((("m", 1),),)),
    (r"how (?:heavy|much does .* weigh)|wie (?:schwer|viel wieg\w+)|heavier|lighter|schwerer|weigh\w*|тяжелее|"
     r"вес(?:а|ом|ит|ят|ил\w*)?|gewicht", ((("kg", 1),),)),
    (r"how old|wie alt|сколько лет|older|younger|älter|jünger|старше|моложе", ((("month", 1),),)),
    (r"how fast|wie schnell|speed|geschwindigkeit|скорость\w*", ((("m", 1), ("s", -1)),)),
)  # fmt: skip
MONEY = re.compile(
    r"\b(?:costs?|pay|pays|paid|price[sd]?|fares?|fees?|spend|spent|save[sd]?|earn(?:s|ed)?|charge[sd]?|dearer|"
    r"cheaper|expensive|bills?|"
    r"money|come to(?= *[?.,]| *$)|hand over|owe|back(?= *\?)|pounds|euros?|"
    r"dollars|pence|cents?|takings|revenue|income|rent|kostet\w*|kosten|kommt auf|macht das|"
    r"zahl(?:t|en|te|st)|"
    r"bezahl\w+|preis\w*|"
    r"gebühr\w*|euro|geld|teurer|billiger|günstiger|einnahmen|spart|sparen|miete|сто(?:ит|ят|ил\w*|имость)|"
    r"\w*плат\w+|цен[аыу]|"
    r"рубл\w+|обход\w+|обойд\w+|взнос\w*|потрат\w+|дороже|дешевле|денег|сэкономи\w+|выручк\w+)\b|[£€$₽]",
    re.IGNORECASE,
)
PER = re.compile(
    r"\b(?:per|for (?:each|every|one)|(?:on|in|to) (?:each|every|one)|pro|je|für jede\w*|auf jede\w*|auf einen?|"
    r"in jede\w*|"
    r"(?:на|в|за|с) (?:одн\w+|кажд\w+)|приходится на(?: одн\w+|"
    r" кажд\w+)?)\s+(?P<what>[^\W\d_]+(?:[ -][^\W\d_]+)?)|\b(?:each|every|one|a single|jede[rsnm]?|"
    r"einzelne[rsn]?|eine?[rnms]?|один|одна|одно|одного|одной|кажд\w+)\s+(?P<one>[^\W\d_]+(?:[ -][^\W\d_]+)?)|"
    r"\b(?:a|an)\s+(?P<time>day|week|month|"
    r"year|hour|night|minute)\b(?=\W*(?:$|\?|on|for|in))|\bв\s+(?P<often>день|сутки|неделю|месяц|год|час|минуту)\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(
    r"\b(?:how (?:many|much)|wie ?viele?[rn]?|сколько|(?:the |die |)(?:number|anzahl|zahl|число|"
    r"количество)(?: of| der| an|))\s+"
    r"(?P<np>(?:[^\W_]+[ -]?){1,5})",
    re.IGNORECASE,
)
IN_UNIT = re.compile(
    r",?\s+(?:in|expressed in|measured in|umgerechnet in|gemessen in|"
    r"в(?!\s+(?:день|сутки|неделю|месяц|год|час|минуту)\b))\s+(?P<unit>[^\s,?.]+(?: [^\s,?.]+)?)\s*(?:[?.]|,|$)",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"\([^)]*\)|(?:,\s*|\s)\b(?:if|once|when|while|whenever|because|since|provided|assuming|although|unless|"
    r"wenn|falls|sobald|sofern|weil|"
    r"если|когда|пока|поскольку|при условии)\s[^,.?;]*",
    re.IGNORECASE,
)
NOT = re.compile(
    r"(?:\b(?:no|not|without|kein\w*|nicht|ohne|не|без)|n['’]t)(?:\s+an?)?\s+(?:[^\W\d_]+\s+)?$", re.IGNORECASE
)
AS_NOUN = re.compile(r"(?<!\w)(?:with|plus|including|incl\.?|the|of|and|some)\s$", re.IGNORECASE)
"""What stands before an English word in -ing that names something: with cleaning, plus parking."""
BEFORE_VERB = re.compile(
    r"\b(?:to|can|could|must|will|would|should|may|might|i|you|we|they|he|she|it|who|been|being|be|not|is|are|"
    r"was|were)\s+$",
    re.IGNORECASE,
)
AGES = re.compile(
    r"\b(?:aged|age|im alter von|в возрасте)\s+[\d ,]+(?:(?:and|to|und|bis|и)\s+\d+)*|\b(?:under|over|unter|"
    r"über)\s+\d+(?= |-)",
    re.IGNORECASE,
)
YEAR_BEFORE = re.compile(
    r"\b(?:the year before|(?:the )?previous year|(?:a )?year earlier|(?:the )?preceding year|(?:im |"
    r"gegenüber dem )?vorjahr|im jahr (?:davor|zuvor)|"
    r"годом ранее|годом раньше|год(?:ом)? назад|предыдущ\w+ год\w*)\b",
    re.IGNORECASE,
)
YEAR = re.compile(
    r"(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.]\d|\d|-\d)(?!\s?(?:[£€$%]|kg|km|m\b|l\b|Euro|euro|pounds|руб))"
)
CLOCK = re.compile(r"(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])")
DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
