"""Small tables of words in English, German and Russian that the offline rules share."""

from __future__ import annotations

import re

from indagate.evidence import language, stem, words


def listed(text: str) -> frozenset[str]:
    """The words of a table's row."""
    return frozenset(text.split())


FILLERS = listed(
    # en: question words and verbs that ask, and say nothing of what is asked about
    "what which how who whom whose when where why whether much many long often does did do is are was were be been "
    "can could may might must shall should will would have has had there it its they them their he she this that "
    "please tell me us give show find explain describe know want need like about exactly currently actually "
    "kind kinds sort sorts type types thing things way ways get gets got make makes take takes one ones between "
    "regarding concerning respect terms i my we our you your not also say says said mean means according happen "
    "happens "
    "come comes go goes let lets use used using possible lie lies located situated kept "
    # de
    "was welche welcher welches welchen welchem wie wer wen wem wann wo woher wohin warum wieso weshalb wozu wieviel "
    "viel viele vielen hoch lange oft ob gibt gebe gib es bitte nenne zeige erkläre beschreibe finde sag genau "
    "eigentlich "
    "art arten möglich braucht brauche muss müssen darf dürfen kann können soll sollen wird werden hat haben ist sind "
    "ich mir mich mein meine meinem meinen meiner uns unser unsere man machen macht tun laut_dem bezüglich "
    "hinsichtlich "
    "liegt liegen befindet befinden legt sich "
    "über beträgt betragen gilt gelten bedeutet heißt steht stehen denn überhaupt "
    "dessen deren denen wessen geschieht passiert dabei dazu davon dafür daran darin darauf wobei womit wodurch wofür "
    # ru
    "что чего чему чем чём насколько какой какая какое какие каких каким какую каков какова каково каковы сколько "
    "как кто кого кому "
    "когда где куда откуда почему зачем ли есть бывает можно нужно надо должен должна должно должны может могут мне "
    "нам мой моя моё мои пожалуйста расскажи скажи объясни опиши назови найди покажи точно именно вообще это этот эта "
    "находится находятся лежит лежат расположен расположена расположены чтобы такое такой "
    "эти его её их он она оно они происходит является являются составляет"
)
"""Words of a question that do not name what it is about."""

_CONCEPTS = """
cost costs price prices pay paid charge fee expense expenses invoice expensive cheap costly |\
 Kosten Kost kostet Preis Preise bezahlen zahlen Gebühr teuer Ausgaben |\
 стоит стоить стоимость цена цены ценам платить плата расходы дорого обойдётся
subsidy subsidies grant grants allowance incentive rebate |\
 Förderung Zuschuss Zuschüsse Fördergeld Subvention Beihilfe |\
 субсидия субсидии субсидию субсидий грант дотация помощь поддержка
loud noise noisy sound decibel decibels acoustic | laut Lärm Schall Geräusch Lautstärke Lärmschutz Schallpegel |\
 шум шума шуму громкий громким громко звук уровень_шума
duration time takes period waiting | Dauer dauert Zeitraum Frist Wartezeit |\
 длительность длится продолжительность срок занимает
last lasts lifetime lifespan durability | Lebensdauer Haltbarkeit hält halten |\
 служит прослужит срок_службы долговечность
maximum max limit limits most highest ceiling cap upper exceed |\
 Maximum maximal höchstens Grenzwert Grenze Obergrenze Höchstwert größte höchste |\
 максимум максимальный максимальное максимальная предел лимит наибольший
minimum min least lowest smallest | Minimum minimal mindestens wenigstens Untergrenze kleinste niedrigste |\
 минимум минимальный минимальное минимальная наименьший
default preset standard | Voreinstellung Standardwert Vorgabe | умолчанию по_умолчанию
far distance away apart | weit Abstand Entfernung entfernt | далеко расстояние удаление
size large big volume area dimensions | Größe groß Fläche Volumen | размер большой площадь объём
weight heavy mass | Gewicht schwer Masse | вес масса тяжёлый весит
temperature hot cold warm | Temperatur heiß kalt warm | температура температуры горячий холодный
efficiency efficient performance | Wirkungsgrad Effizienz Leistungszahl effizient | эффективность КПД производительность
allowed permitted permit legal permission prohibited forbidden banned |\
 erlaubt zulässig gestattet verboten untersagt Genehmigung |\
 разрешено разрешается допускается запрещено запрещается разрешение
required mandatory obligatory requirement requirements | erforderlich vorgeschrieben verpflichtend Pflicht notwendig |\
 требуется обязательно обязательный необходимо требование
install installation installing mounting fitting setup | Einbau Installation installieren einbauen Montage |\
 установка установить установки монтаж монтажа
advantage advantages benefit benefits pros upside | Vorteil Vorteile Nutzen | преимущество преимущества плюсы выгода
disadvantage disadvantages drawback drawbacks cons downside | Nachteil Nachteile | недостаток недостатки минусы
risk risks danger hazard | Risiko Risiken Gefahr | риск риски опасность
cause causes reason reasons because | Ursache Ursachen Grund Gründe | причина причины
difference differs differ compared | Unterschied Unterschiede unterscheidet | разница отличие отличается различие
night nighttime | Nacht nachts | ночь ночи ночью
speed fast quick rate | Geschwindigkeit schnell Tempo | скорость быстро
maintenance service servicing | Wartung Instandhaltung | обслуживание ремонт техобслуживание
apply application applicant | Antrag beantragen Antragsteller | заявление заявка подать
deadline due | Frist Stichtag | срок крайний_срок
house home dwelling building | Haus Wohnung Gebäude Häuser | дом дома доме квартира здание
advice consultation consulting counselling | Beratung beraten | консультация совет
income salary wage earnings | Einkommen Gehalt Lohn | доход зарплата заработок
growth increase rise grew | Wachstum Anstieg Zunahme | рост увеличение
decline decrease fall drop | Rückgang Abnahme | снижение падение
buy purchase order | kaufen Kauf Bestellung | купить покупка заказ
delete remove drop | löschen entfernen | удалить удаление
create creating new | erstellen anlegen | создать создание
error errors failure fault | Fehler Ausfall Störung | ошибка сбой
"""


def stems(word: str) -> frozenset[str]:
    """The stems of a word as an English and as a German one; a Russian word has one."""
    return frozenset((stem(word, "en"), stem(word, "de")))


_SIGN_NAMES = """
? question mark Fragezeichen вопросительный знак
! exclamation mark Ausrufezeichen восклицательный знак
% percent sign Prozentzeichen процент
$ dollar sign Dollarzeichen доллар
& ampersand амперсанд
* asterisk star Sternchen звёздочка
# hash number pound sign Raute решётка
@ at sign
~ tilde тильда
^ caret circumflex
/ slash Schrägstrich косая черта
: colon Doppelpunkt двоеточие
; semicolon Semikolon
, comma Komma запятая
. dot period full stop Punkt точка
_ underscore Unterstrich подчёркивание
- hyphen dash minus Bindestrich дефис
+ plus sign
= equals sign Gleichheitszeichen
| pipe vertical bar
"""


def _sign_names() -> dict[str, frozenset[str]]:
    rows = [line.split() for line in _SIGN_NAMES.strip().splitlines()]
    return {row[0]: frozenset(one for word in row[1:] for one in stems(word.casefold())) for row in rows}


SIGNS: dict[str, frozenset[str]] = _sign_names()
"""For a sign the stems of what it is called: a text that shows it in quotation marks speaks of it."""


def _synonyms() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in _CONCEPTS.strip().splitlines():
        group = frozenset(one for word in line.replace("|", " ").split() if "_" not in word for one in stems(word))
        for one in group:
            table[one] = table.get(one, frozenset()) | group
    return table


SYNONYMS: dict[str, frozenset[str]] = _synonyms()
"""For a stem, the stems that may stand for it, in the three languages."""

VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    # Concept (a member of it), and the words that a text answering such a question is likely to hold.
    ("cost", {"en": "price EUR amount", "de": "Preis Euro Betrag", "ru": "цена евро рублей"}),
    (
        "subsidy",
        {"en": "grant funding percent", "de": "Zuschuss Förderung Prozent", "ru": "субсидия поддержка процентов"},
    ),
    ("loud", {"en": "noise sound level dB limit", "de": "Lärm Schall dB Grenzwert", "ru": "шум уровень дБ"}),
    (
        "duration",
        {"en": "duration hours days weeks", "de": "Dauer Tage Wochen Monate", "ru": "срок дней недель месяцев"},
    ),
    ("last", {"en": "lifetime service life years", "de": "Lebensdauer Jahre", "ru": "срок службы лет"}),
    ("maximum", {"en": "limit at most up to", "de": "höchstens Grenzwert bis zu", "ru": "не более предел максимум"}),
    ("minimum", {"en": "at least minimum", "de": "mindestens", "ru": "не менее минимум"}),
    ("far", {"en": "distance metres", "de": "Abstand Meter", "ru": "расстояние метров"}),
    ("allowed", {"en": "permitted prohibited", "de": "zulässig verboten", "ru": "разрешено запрещено"}),
    ("required", {"en": "must required", "de": "muss erforderlich", "ru": "требуется обязательно"}),
)

ASSERTS_IGNORANCE = re.compile(
    r"\b(?:says? nothing (?:about|on|of)|nothing (?:is|was) (?:known|said)|(?:is|are|was|were) (?:not (?:yet )?known|"
    r"unknown|unclear|undecided)|"
    r"(?:nobody|no one) (?:can (?:tell|say|know)|knows)|cannot (?:yet )?be (?:said|told|named|known|given|determined|"
    r"stated)|"
    r"no (?:price|figure|number|date|data|value|statement|amount)s? (?:can|could|is|are|was|were|has|have)\b|"
    r"(?:was|were|is|are) not (?:examined|investigated|measured|studied|recorded|disclosed|published|decided)|"
    r"(?:will|has yet to|is yet to|remains to) be (?:set|decided|determined|announced|seen)|"
    r"(?:nicht|noch nicht) (?:bekannt|untersucht|gemessen|entschieden|festgelegt|beziffert)|unbekannt|"
    r"(?:niemand|keiner) (?:weiß|kann)|sagt nichts (?:über|aus)|keine (?:Angaben?|Aussage|Daten) |"
    r"неизвестн\w+|не известн\w+|никто не (?:знает|может)|не (?:изучал|исследовал|измерял|опубликован|определ[её]н|"
    r"установлен)\w*|"
    r"нет данных|данных нет)",
    re.IGNORECASE,
)
"""A sentence that says that something is not known: the best evidence of there being no answer."""

LEANS = re.compile(
    r"^(?:It|Its|This|That|These|Those|They|Their|He|She|His|Her|Both|Such|There(?! (?:is|are|was|were)\b)|Then|"
    r"Otherwise|However|"
    r"Es|Dies(?:e[rsnm]?)?|Das (?:ist|sind|war|gilt|hat|wird|kann|bedeutet)|Er|Sie|Sein[e]?|Ihr[e]?|Dabei|Davon|Dort|"
    r"Dann|"
    r"Он|Она|Оно|Они|Это|Этот|Эта|Эти|Его|Её|Их|Там|Тогда|Иначе|Всего|Если договор)\b"
    r"|^[^.;]{0,60}\b(?:the same|desselben|derselben|том же|той же|тот же)\b"
)
"""A sentence that is not understood without the one before it."""

_AGENT = (
    r"(?:AI|A\.I\.|LLM|chat ?bot|language[- ]model|assistant|agent|crawler|bot|(?:KI|Sprachmodell)\w*|Assistent\w*|"
    r"ИИ\w*|нейросет\w*|языков\w+ модел\w*|ассистент\w*|бот\w*)"
)
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:previous|prior|above|earlier|all|any|these|your|the "
    r"(?:question|user|instructions?|task|documents?|sources?|text))\b"
    rf"|\b{_AGENT}s?\s*[,:!–-]\s*(?:please\s+)?(?:disregard|ignore|report|say|answer|state|write|tell|reply|call|send|cite"
    r"|berichte|schreibe?|antworte|ignoriere|сообщи\w*|напиши\w*|ответь\w*)\b"
    rf"|\b{_AGENT}s?\b[^.]{{0,60}}\b(?:must|should|shall|have to|are (?:asked|instructed|required|ordered|requested)|"
    rf"please|need to|"
    r"muss|müssen|soll|sollen|sollte|должн\w+|обязан\w*)\b"
    rf"|\b(?:note|attention|instructions?|message|notice|Hinweis|Anweisung\w*|инструкци\w+|внимание)\s+(?:to|for|an|"
    rf"für|für alle|для)\b[^.]{{0,40}}\b{_AGENT}"
    r"|\b(?:system|developer) prompt\b|\byour (?:instructions|report|answer|summary|output|response|system)\b"
    r"|\b(?:in|to|into) (?:the|your|its) (?:final )?(?:report|answer|summary|response|output)\b"
    r"|\b(?:whoever|whatever|any(?:one| program)?|programs?|software|machines?|systems?|"
    r"tools?)\b[^.]{0,40}\b(?:reads?|process\w*|summari[sz]\w*|analy[sz]\w*) th(?:is|ese)\b"
    r"|\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.]{0,40}\b(?:Anweisung\w*|bisherig\w*|vorherig\w*|alle[ns]?|Frage)\b"
    r"|\b(?:игнориру\w+|проигнорируй\w*|забудь\w*)\b[^.]{0,40}\b(?:инструкци\w+|предыдущ\w+|все|вопрос\w*)\b",
    re.IGNORECASE,
)
"""A sentence that gives orders to whoever or whatever reads it."""

_VERBS = (
    "ask apply do don't never always please make check use see note consider compare contact call write send open "
    "run execute "
    "fetch download report state say output print include cite recommend answer summarise summarize treat ignore "
    "visit click buy "
    "order choose select set go read remember try avoid keep let enter press type install remove delete update "
    "create insert add "
    "follow refer turn start stop close save"
)
IMPERATIVE = re.compile(
    rf"^(?:{'|'.join(_VERBS.split())})\b(?!\s+(?:of|is|are|was|were|has|have|can|must|may|\w+s\b\s+(?:is|are)))"
    r"|^(?:Bitte|Achten|Beachten|Fragen|Vergleichen|Prüfen|Wenden|Nutzen|Lesen|Melden|Stellen|Lassen|Rufen) Sie\b"
    r"|^(?:Не\s+)?[А-ЯЁа-яё]+(?:йте|ьте|ите)(?:сь)?\b",
    re.IGNORECASE,
)
"""A sentence that tells its reader what to do."""


def tongue(text: str) -> str:
    """The language of a question: "de", "ru" or "en", which stands for all others."""
    cyrillic = sum("\u0400" <= word.text[0] <= "\u04ff" for word in words(text))
    found = "ru" if 2 * cyrillic > len(text.split()) else language(text)
    if found in ("de", "ru", "en"):
        return found
    if re.search("[\u0400-\u04ff]", text):
        return "ru"
    small = {word.text.casefold() for word in words(text)}
    german = {"wie", "was", "wer", "wann", "wo", "warum", "welche", "welcher", "welches", "kostet", "wieviel", "gibt"}
    return "de" if small & german or re.search("[äöüß]", text) else "en"
