"""PLAN by rule: what a question asks: which things, which value, which days, and what about them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import Measure, measures
from indagate.flows.notes.moment import BEGINNING, Moment, moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.parse import value_as
from indagate.flows.notes.query import Condition, Form, Op, Period, Query, Side, Subject, Words
from indagate.flows.notes.token import content, plain, stem, tokens

_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("effect", re.compile(r"\b(affect\w*|influence\w*|impact\w*|change how|make me|effect of|влия\w+|сказыва\w+|correlat\w*)\b")),  # noqa: E501
    ("trend", re.compile(
        r"\b(trend\w*|improving|improved|improve|getting|gotten|going (up|down)|increas\w+|decreas\w+|progress\w*|growing|grow|"  # noqa: E501
        r"rising|falling|dropping|losing|gaining|lost weight|changed|develop\w*|over time|"
        r"раст(ет|ут|у)|снижа\w+|пада(ет|ют)|улучша\w+|ухудша\w+|меня(ет|ют)\w*|изменил\w*|динамик\w*|прогресс\w*|"
        r"становится|стал(а|о|и)? (ли )?(больше|меньше|быстрее|лучше)|худею|уменьша\w+|увеличива\w+|steig\w+|sink\w+|verbesser\w+)\b")),  # noqa: E501
    ("last", re.compile(
        r"\bwhen\b.*\b(last|latest|most recently?)\b|\b(last|latest|most recent) time\b|\bhow long (ago|has it been|is it since)\b|"  # noqa: E501
        r"\bmy (last|latest|most recent) (?!week|month|year|weekend|\w+day\b|\d)|\bwhen was the last\b|"
        r"\bкогда\b.*\b(последн\w+|прошл\w+) раз|\bв последний раз|\bпоследн(яя|ий|ее|юю) (?!недел|месяц|год|дн)|"
        r"\b(как )?давно (ли )?(я|у меня)|в прошлый раз|wann\b.*\b(zuletzt|letzte\w* mal)")),
    ("first", re.compile(
        r"\bfirst time\b|\bwhen\b.*\bfirst\b|\b(my|the) first (?!half|week|quarter|of|\d)|\bfor the first\b|\bsince when\b|"  # noqa: E501
        r"\bwhen did i (start|begin)\b|\bвпервые\b|\bперв(ый|ая|ое|ую) (?!половин|недел|квартал)|\bзум ersten mal|\bzum ersten mal")),  # noqa: E501
    ("record", re.compile(
        r"\b(record|pr|pb|personal best|best|longest|furthest|farthest|shortest|heaviest|lightest|highest|lowest|max|maximum|min|"  # noqa: E501
        r"minimum|fastest|slowest|biggest|largest|smallest|most expensive|cheapest|worst|strongest|peak|most (i|calories|money|km)|"  # noqa: E501
        r"рекорд\w*|сам(ый|ая|ое|ые|ую|ого|ой|ом)|лучш\w+|наибольш\w+|наименьш\w+|максим\w+|миним\w+|худш\w+|больше всего|меньше всего|"  # noqa: E501
        r"längste\w*|schwerste\w*|höchste\w*|rekord|bester?|beste)\b")),
    ("average", re.compile(r"\b(average|averages|averaged|mean|avg|on average|typical\w*|usual\w*|normally|в среднем|средн\w+|обычно|durchschnitt\w*)\b")),  # noqa: E501
    ("often", re.compile(r"\b(how often|how many (times|days|nights|mornings|evenings)|how frequently|number of (times|days)|"  # noqa: E501
                         r"сколько (раз|дней|ночей|таких ночей)|как часто|в скольк\w+|wie oft|an wie vielen tagen)\b")),
    ("count", re.compile(r"\b(how many|number of|count|сколько|wie viele)\b")),
    ("sum", re.compile(r"\b(how much|how far|how long|total|sum|altogether|overall|in all|сколько|всего|итого|сумм\w+|wie viel\w*|wie weit|wie lange|insgesamt)\b")),  # noqa: E501
    ("list", re.compile(
        r"\b(list|show|which (exercises|days|meals|books|things|runs)|what (all )?(did|have) i (eat|eaten|have|had|do|done|spend|spent|buy|bought|train|"  # noqa: E501
        r"cook|drink|lift|note|noted|log|write|pay)|what exercises|what was my training|what were|on what|"
        r"what (workout|training)|покажи|перечисли|список|что я (ел\w*|съел\w*|делал\w*|купил\w*|покупал\w*|пил\w*|тренировал\w*|записал\w*)|"  # noqa: E501
        r"на что|какие (упражнения|тренировки|траты|дни)|zeig\w*|was habe ich)\b")),
    ("verdict", re.compile(r"^\W*(did|have|has|had|was|were|is|are|am|do|does|habe|bin|war|hatte)\b|\bever\b|\bли\b|\bбыл(а|о|и)? (ли|у меня)|^\W*(was there|is there)")),  # noqa: E501
)  # fmt: skip
_COMPARE = re.compile(
    r"\b(compare\w*|comparison|vs|versus|than|against|or|сравни\w*|чем|или|против|vergleich\w*|als|oder)\b"
)
_MORE_THAN = re.compile(r"\b(more|farther|further|longer|heavier|faster|slower|less|fewer|better|worse|higher|lower|больше|меньше|дальше|дольше|быстрее|"  # noqa: E501
                        r"медленнее|калорийнее|лучше|хуже|тяжелее|легче|выше|ниже|mehr|weniger)\b")  # fmt: skip
_MEAN = re.compile(
    r"\b(longer|heavier|faster|slower|better|worse|дольше|длиннее|калорийнее|тяжелее|быстрее|медленнее|larger|bigger|pace|темп)\b"
)
_LOW = re.compile(
    r"\b(shortest|lightest|lowest|min|minimum|fastest|smallest|cheapest|least|наименьш\w+|миним\w+|меньше всего|сам\w+ (коротк|легк|низк|маленьк|дешев|быстр)\w*)\b"  # noqa: E501
)
_WORST = re.compile(r"\b(worst|slowest|худш\w+|медленн\w+)\b")
_SPLIT = re.compile(
    r"\b(?:on|for|in|during)?\s*(?:the |those |my )?(?P<days>days?|nights?|mornings?)\s+(?:on which |when |that |with |where |of |after |before |i )"  # noqa: E501
    r"|\b(?P<when>when|while|whenever)\s+i\b|\b(?P<after>after|following)\s+(?!all|noon|that\b)|\b(?P<if>if)\s+i\b"
    r"|в (?:те )?дни,?\s+(?:когда|с|со|после|без)\s|,?\s*когда я\s|\bв день,? (?:когда|с)\b|\b(?P<later>после)\s|\ban tagen,? (?:an denen|mit)\b"  # noqa: E501
)
_BOTH = re.compile(r"\bboth\b|\band also\b|\bи .*\bи\b|\bодновременно\b")
_PER_DAY = re.compile(r"\b(a day|per day|daily|each day|every day|в день|ежедневно|pro tag|am tag)\b")
_LIKE = re.compile(r"\b(prefer\w*|like|love|favou?rite|enjoy|люблю|любим\w+|нрав\w+|предпочита\w+)\b")
_DISLIKE = re.compile(
    r"\b(can'?t stand|cannot stand|hate|don'?t like|do not like|dislike|allerg\w+|intolerant|терпеть не могу|не люблю|ненавижу|не нрав\w+|не перенош\w+|аллерги\w+)\b"  # noqa: E501
)
_TELL = re.compile(r"^\W*(what'?s|what is|what are|what did (the|my|\w+) (say|tell|advise|recommend)|which|who|whose|where|why|"  # noqa: E501
                   r"как(ой|ая|ое|ие|ую) (?!рекорд|у меня)|какого|что (сказал|говорил|посоветовал)|кто|где|куда|почему|чей|"  # noqa: E501
                   r"was ist|welche\w*|wo|wer)\b|\b(say|said|says|tell me about|advise|recommend|сказал\w*|посоветовал\w*)\b|\bname of\b|как зовут")  # fmt: skip  # noqa: E501
_FILLER = frozenset(
    stem(word)
    for word in ["average", "mean", "often", "time", "times", "day", "days", "week", "weeks", "month", "months", "year", "years", "many", "much", "far", "long", "total", "altogether", "overall", "sum", "record", "pr", "pb", "best", "longest", "shortest", "heaviest", "highest", "lowest", "max", "maximum", "min", "minimum", "fastest", "compare", "compared", "trend", "improving", "improve", "getting", "better", "worse", "going", "increasing", "decreasing", "change", "changed", "first", "last", "latest", "recent", "recently", "ever", "already", "log", "logged", "note", "noted", "notes", "record", "recorded", "session", "sessions", "entry", "entries", "number", "count", "list", "show", "which", "between", "since", "until", "so-far", "far", "during", "beginning", "end", "early", "late", "both", "among", "only", "least", "most", "more", "less", "than", "above", "below", "over", "under", "exactly", "about", "around", "really", "actually", "currently", "right", "typical", "typically", "usual", "usually", "normally", "am", "kg", "km", "kcal", "eur", "euro", "euros", "rub", "hours", "hour", "minutes", "minute", "min", "calories", "pounds", "miles", "do", "go", "went", "going", "come", "came", "set", "hit", "reach", "reached", "managed", "manage", "start", "started", "begin", "began", "make", "made", "happen", "happened", "want", "need", "think", "know", "own", "value", "figure", "amount", "weight-lifting", "thing", "things", "something", "anything", "someone", "cost", "level", "rate", "night", "morning", "evening", "afternoon", "noon", "today", "yesterday", "this", "next", "previous", "past", "days-ago", "longer", "shorter", "heavier", "lighter", "higher", "lower", "faster", "slower", "farther", "further", "bigger", "smaller", "larger", "rising", "falling", "dropping", "losing", "gaining", "growing", "progress", "developed", "lose", "gain", "affect", "influence", "all", "any", "full", "whole", "every", "while", "whenever", "case", "place", "top", "single", "such", "kind", "sort", "type", "please", "quick", "total-sum", "spent", "spend", "money", "day's", "средний", "среднее", "средняя", "среднем", "часто", "время", "день", "дня", "дней", "неделя", "неделю", "месяц", "месяца", "год", "всего", "итого", "сумма", "рекорд", "лучший", "самый", "самая", "самое", "максимум", "минимум", "сравни", "больше", "меньше", "чем", "или", "растёт", "растет", "снижается", "меняется", "первый", "впервые", "последний", "последний-раз", "разу", "раза", "тренировка", "записи", "запись", "заметки", "числа", "начала", "начало", "конец", "обычно", "вообще", "примерно", "около", "сейчас", "теперь", "какой-то", "дольше", "дальше", "быстрее", "медленнее", "калорийнее", "длинный", "короткий", "тяжелый", "тяжёлый", "высокий", "низкий", "стал", "стала", "стало", "становится", "делал", "делала", "сделал", "сделала", "ходил", "ходила", "провел", "провёл", "составил", "занял", "занимался", "занималась", "таких", "такие", "эти", "среднем", "деньги", "евро", "рублей", "километров", "часов", "минут", "калорий", "килограмм", "ночь", "ночи", "утром", "вечером", "один", "одна", "одно", "себя", "себе", "durchschnitt", "insgesamt", "meisten", "letzte", "letzten", "woche", "monat", "kilometer", "gelaufen", "stunden", "tag", "tage", "oft", "mal", "single", "most", "least", "nearly", "almost", "enough", "once", "twice", "together", "each", "per", "out-of", "exactly"]  # noqa: E501
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Read:
    """A question taken apart."""

    text: str
    low: str
    hits: tuple[Hit, ...]
    said: tuple[Moment, ...]
    numbers: tuple[Measure, ...]


def understand(text: str, as_of: date, lexicon: Lexicon, about: Subject | None = None) -> Query:
    """Return what a question asks; `about` is what it may mean by "it" or "that"."""
    low = plain(text)
    main, side = _divide(text, low, as_of, lexicon)
    read = _read(main, as_of, lexicon)
    subjects = _subjects(read, lexicon) or ((about,) if about else ())
    form = _form(read, subjects, lexicon)
    who = _who(main)
    if form == "verdict" and not subjects and (_LIKE.search(low) or _DISLIKE.search(low)):
        form = "lookup"
    periods = _periods(read, as_of)
    if side and not periods:
        periods = _periods(_read(side[0], as_of, lexicon), as_of) if not side[1].near else ()
    prefer: Literal["", "like", "dislike"] = "dislike" if _DISLIKE.search(low) else "like" if _LIKE.search(low) else ""
    query = Query(
        form, text, as_of, subjects, periods=periods, who=who, by_day=bool(_PER_DAY.search(low)),
        mean=bool(_MEAN.search(low)), best="min" if _LOW.search(low) else "max", prefer=prefer,
        sides=(side[1],) if side else (),
    )  # fmt: skip
    query = _valued(query, read, lexicon)
    return _worded(query, read, lexicon)


def _read(text: str, as_of: date, lexicon: Lexicon) -> _Read:
    said = moments(text, as_of)
    low = plain(text)
    numbers = tuple(one for one in measures(text) if not any(m.start <= one.start < m.end for m in said))
    hits = tuple(hit for hit in lexicon.hits(text) if not any(m.start <= hit.start < m.end for m in said))
    return _Read(text, low, hits, said, numbers)


def _divide(text: str, low: str, as_of: date, lexicon: Lexicon) -> tuple[str, tuple[str, Side] | None]:
    """Divide "how did I sleep on days when I ran" into what is asked and the days that are meant."""
    both = re.search(r"\bboth\s+(.*?)\s+and\s+(.*)", low)
    if both:
        first, second = text[: both.end(1)], text[both.start(2) :]
        found = _side(second, as_of, lexicon)
        if found and _subjects(_read(first, as_of, lexicon), lexicon):
            return first, (second, found)
    for match in _SPLIT.finditer(low):
        rest = text[match.end() :]
        before = text[: match.start()]
        found = _side(rest, as_of, lexicon)
        head = _read(before, as_of, lexicon)
        if found is None:
            continue
        own = _subjects(head, lexicon)
        if not own and match.start() < 12 and "," in rest:  # "On days when I ran, how long did I sleep?"
            rest, before = rest.split(",", 1)
            found = _side(rest, as_of, lexicon)
            own = _subjects(_read(before, as_of, lexicon), lexicon)
        if not own or found is None or own[0] == found.subject:
            continue
        later = match["after"] or match["later"] or " after " in match[0] or "после" in match[0]
        near = bool(match["when"] and re.search(r"\b(record|set|hit|first|pr|reached|рекорд)\b", plain(rest)))
        return before, (rest, replace(found, later=int(bool(later)), near=near))
    return text, None


def _side(text: str, as_of: date, lexicon: Lexicon) -> Side | None:
    read = _read(text, as_of, lexicon)
    subjects = _subjects(read, lexicon)
    if not subjects:
        return None
    conditions = _conditions(read, subjects, lexicon)
    return Side(subjects[0], conditions, _periods(read, as_of))


def _subjects(read: _Read, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Return the activities that a question names; of two that one word may mean the one with more words."""
    marked = [(hit, mark) for hit in read.hits for mark in lexicon.marked(hit)]
    if not marked:
        return ()
    votes: dict[tuple[str, str], list[str]] = {}
    weight: dict[tuple[str, str], float] = {}
    for _, mark in marked:
        key = (mark.domain, mark.activity.activity)
        votes.setdefault(key, [])
        if mark.kind and mark.kind not in votes[key]:
            votes[key].append(mark.kind)
        generic = mark.activity.activity in {"spend"} and not mark.kind
        weight[key] = weight.get(key, 0) + (1.5 if mark.kind else 0.9 if generic else 1.0)
    for key in weight:
        activity = lexicon.activity(*key)
        fields = {word for item in activity.fields.values() for word in item.words} if activity else set()
        weight[key] += 0.4 * len({hit.entry for hit in read.hits if hit.domain == key[0] and hit.entry in fields})
        if activity and activity.needs and key[1] == "spend" and any(one.kind == "money" for one in read.numbers):
            weight[key] += 1
    order = sorted(votes, key=lambda key: -weight[key])
    found: list[Any] = []
    for key in order:
        if found and weight[key] < weight[order[0]]:
            break
        found.append(Subject(*key, tuple(votes[key])))
    if len(found) > 1:  # equally strong: what stands first is asked about
        at = {key: min(h.start for h, m in marked if (m.domain, m.activity.activity) == key) for key in votes}
        found.sort(key=lambda one: at[one.domain, one.activity])
        found = found[:1]
    return tuple(found)


def _form(read: _Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> Form:
    low = read.low
    if len([m for m in read.said if not m.coming]) >= 2 and (_COMPARE.search(low) or _MORE_THAN.search(low)):  # noqa: SIM102
        if subjects:
            return "compare"
    found: Form | None = next((form for form, pattern in _FORMS if pattern.search(low)), None)
    if not subjects:
        return found if found in {"last", "first", "often"} else "lookup"
    if found == "list" and re.match(r"\W*what (was|were)\b", low):
        found = "value"
    if found in {None, "verdict", "list", "sum", "count"} and _TELL.search(low):
        asks_list = found == "list" or re.search(r"\bwhich (exercises|days|meals|runs)|какие (упражн|трат|трен)", low)
        if not asks_list and not _asks_number(low):
            return "lookup"
    if found == "trend" and re.search(r"\b(when|когда)\b", low):
        found = "last"
    if (
        found == "verdict"
        and _MORE_THAN.search(low)
        and re.search(r"\b(am i|is my|are my|do i)\b", low)
        and not read.numbers
    ):
        found = "trend"
    return found or ("last" if re.match(r"\W*(when|когда|wann)\b", low) else "value" if _asks_value(low) else "list")


def _asks_number(low: str) -> bool:
    return bool(
        re.search(
            r"\b(how (many|much|far|long)|сколько|wie viel\w*|weigh|weight|cost|вес\w*|pace|темп|time|стоил\w*)\b", low
        )
    )


def _asks_value(low: str) -> bool:
    return bool(re.match(r"\W*(what|how|как\w*|was|wie)\b", low)) or "?" in low


def _periods(read: _Read, as_of: date) -> tuple[Period, ...]:
    found = []
    for one in read.said:
        first = one.first
        if first > as_of and not one.coming:
            continue
        if re.search(r"\b(прошлый|последний|last) раз$|last time$", read.low[: one.end]):
            continue
        found.append(Period(first, one.last, read.text[one.start : one.end]))
    return tuple(found)


def _who(text: str) -> str:
    """Return about whom else a question asks, if it does."""
    all_ = tokens(text)
    mine = any(token.low in {"i", "я", "ich", "у"} for token in all_)
    for at, token in enumerate(all_):
        low = token.low.removesuffix("'s")
        named = (low in cues.NAMES and token.text[0].isupper()) or (
            low in cues.KIN and low not in {"he", "she", "they", "он", "она", "они", "er", "mann"}
        )
        if not named:
            continue
        prior = all_[at - 1].low if at else ""
        if prior in {"my", "мой", "моя", "мои", "моего", "моей", "the"} and at > 1:
            prior = all_[at - 2].low
        if prior in cues.WITH or (mine and not token.low.endswith("'s")):
            continue
        return low
    return ""


def _valued(query: Query, read: _Read, lexicon: Lexicon) -> Query:
    """Fill in the field that is asked for, the conditions, and what the form means for it."""
    if not query.subjects:
        return query
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    if activity is None:
        return query
    field, asked = _field(read, subject, activity)
    conditions = _conditions(read, query.subjects, lexicon)
    form: Form = query.form
    item = activity.fields.get(field)
    if form in {"count", "sum"} and item is not None:
        form = _counted(read, activity, field, asked, item, subject)
    if form == "sum" and query.by_day and not (query.periods and query.periods[0].day):
        form = "average"
    if form in {"value", "list"} and item is not None and item.sum and _asks_number(read.low):
        form = "sum"
    if form == "value" and item is not None and item.sum and subject.activity != "spend" and not asked:
        form = "list" if len(query.periods) == 1 else "value"
    if form == "verdict" and query.by_day and asked:
        form = "average"
    best = query.best
    if form == "record" and item is not None:
        if _WORST.search(read.low) and item.best == "min":
            best = "max"
        elif re.search(r"\b(pr|pb|best|record|рекорд\w*|лучш\w+|fastest|быстр\w+)\b", read.low) and query.best == "max":
            best = item.best
        elif item.best == "min" and re.search(r"\bfastest\b", read.low):
            best = "min"
    unit = next((one.unit for one in read.numbers if one.kind == "money"), "") or _currency(read.low)
    return replace(query, field=field, conditions=conditions, form=form, best=best, unit=unit)


def _currency(low: str) -> str:
    if re.search(r"\b(in|в) (euros?|eur|евро)\b|€|\bсколько евро\b|how many euros", low):
        return "€"
    return "₽" if re.search(r"\b(in|в) (rubles|roubles|рублях)\b|₽|\bсколько рублей\b|how many roubles", low) else ""


def _counted(read: _Read, activity: Activity, field: str, asked: str, item: Field, subject: Subject) -> Form:
    """Return whether things, days or a total are asked for by "how many" or "how much"."""
    if re.search(r"\b(how much|how far|how long|wie weit|wie lange|total|altogether)\b", read.low) and item.sum:
        return "sum"
    if item.dimension == "count" and item.sum:
        return "sum"
    if asked and item.sum:
        many = re.search(r"\b(how many|сколько|wie viele)\s+((?:\w+\s+)?)", read.low)
        head = read.low[many.end(1) : many.end(1) + 22] if many else ""
        first = next((h for h in read.hits if many and h.start >= many.end(1)), None)
        marks_first = first is not None and first.entry in {*activity.words, *activity.kinds} and bool(head)
        verb = (
            first is not None and re.match(r"\s*(\w+\s+)?я\b", read.low[many.end() - len(many[2]) :]) if many else None
        )
        if marks_first and first is not None and not verb and not _verb(read.low[first.start : first.end]):
            return "count"
        return "sum"
    if not item.sum and asked and not re.search(r"\bhow many\b", read.low):
        return "value"
    if not item.sum and re.search(r"\b(how much|сколько)\b", read.low) and not activity.days and not subject.kinds:
        return "value"
    if item.sum and re.search(r"\bсколько\b", read.low) and any(_verb(read.low[h.start : h.end]) for h in read.hits):
        return "sum"
    return "count"


def _verb(word: str) -> bool:
    """Whether a word is a Russian or English verb form of an activity."""
    return (bool(re.search(r"(л|ла|ли|лся|лась|ю|ем|ешь)$", word)) and word not in {"недел"}) or word in {
        "run", "ran", "slept", "sleep", "work", "worked", "spend", "spent", "eat", "ate", "walk", "walked", "swim", "swam", "meditate",  # noqa: E501
        "meditated", "gelaufen", "geschlafen", "gearbeitet", "ausgegeben",
    }  # fmt: skip


def _field(read: _Read, subject: Subject, activity: Activity) -> tuple[str, str]:
    """Return the field that a question asks for, and the word that asked for it, if one did."""
    within = [(m.start, m.end) for m in read.numbers]
    for name, item in activity.fields.items():
        if name == activity.main and len(activity.fields) > 1:
            continue
        for hit in read.hits:
            if (
                hit.domain == subject.domain
                and hit.entry in item.words
                and not any(a <= hit.start < b for a, b in within)
            ):
                if name == "duration" and re.search(r"\b(longest|длинн\w+)\b", read.low):
                    continue
                return name, hit.entry
    main = activity.fields.get(activity.main)
    if main is not None:
        for hit in read.hits:
            if hit.entry in main.words and not any(a <= hit.start < b for a, b in within):
                return activity.main, hit.entry
    return activity.main, ""


_ABOVE = re.compile(
    r"\b(more than|over|above|longer than|greater than|heavier than|exceed\w*|больше|более|свыше|дольше|выше|длиннее|тяжелее|mehr als|über|more)\s*$"  # noqa: E501
)
_LEAST = re.compile(
    r"\b(at least|no less than|not less than|from|min|не менее|не меньше|хотя бы|минимум|от|mindestens|ab)\s*$|[≥>]=?\s*$"  # noqa: E501
)
_BELOW = re.compile(
    r"\b(less than|under|below|fewer than|shorter than|lighter than|меньше|менее|короче|ниже|легче|weniger als|unter)\s*$|<\s*$"  # noqa: E501
)
_MOST = re.compile(r"\b(at most|no more than|up to|не более|не больше|до|höchstens)\s*$|[≤]\s*$")
_OR_MORE = re.compile(
    r"\s*(?:\w+\s+)?(or (more|longer|further|farther|above|over|heavier)|and more|\+|и (больше|более|дольше|выше)|или (больше|более|дольше)|oder mehr)"  # noqa: E501
)
_OR_LESS = re.compile(
    r"\s*(?:\w+\s+)?(or (less|shorter|under|fewer|below)|и (меньше|менее)|или (меньше|менее)|oder weniger)"
)


def _conditions(read: _Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> tuple[Condition, ...]:
    """Return what the values must be, from numbers and from words like "half marathon"."""
    if not subjects:
        return ()
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity)
    if activity is None:
        return ()
    found = []
    for one in read.numbers:
        before, after = read.low[: one.start], read.low[one.end :]
        name, value = next(
            ((n, v) for n, item in activity.fields.items() if (v := value_as(item, one)) is not None), ("", 0.0)
        )
        if not name or one.unit == "a":
            continue
        op: Op = "~"
        if _ABOVE.search(before) and not re.search(r"\bне (больше|более)\s*$|no more than\s*$", before):
            op = ">"
        elif _LEAST.search(before) or _OR_MORE.match(after):
            op = ">="
        elif _BELOW.search(before) and not re.search(r"\bне (меньше|менее)\s*$", before):
            op = "<"
        elif _MOST.search(before) or _OR_LESS.match(after):
            op = "<="
        elif activity.fields[name].dimension == "mass" and activity.activity != "body_weight":
            op = ">="
        found.append(Condition(name, op, value))
    for hit in read.hits:
        for name, value in activity.means.get(hit.entry, {}).items():
            if not (
                hit.entry == "marathon" and any(h.entry == "half_marathon" and h.start == hit.start for h in read.hits)
            ):
                found.append(Condition(name, ">=", value))
    return tuple(found)


def _worded(query: Query, read: _Read, lexicon: Lexicon) -> Query:
    """Fill in the words that are left: they narrow what is meant, or they are what to look for."""
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    structured = bool(query.subjects) and query.form != "lookup"
    own = {(one.domain, one.activity) for one in query.subjects}
    found: list[Words] = []
    seen = set()
    for hit in read.hits:
        marks = {(mark.domain, mark.activity.activity) for mark in lexicon.marked(hit)}
        asks = structured and (marks & own or (hit.domain in {d for d, _ in own} and _is_field(hit, query, lexicon)))
        taken.append((hit.start, hit.end))
        if (
            hit.start in seen
            or asks
            or any(
                {(m.domain, m.activity.activity) for m in lexicon.marked(other)} & own
                for other in read.hits
                if other.start == hit.start and structured
            )
        ):
            continue
        if {hit.entry} & {"prefer", "dislike", "number_of", "exercise", "goal"} and hit.domain in {
            "general",
            "strength",
        }:
            continue
        if structured and hit.domain in {d for d, _ in own} and hit.entry in {"gym", "meal", "spend", "hours", "load"}:
            continue
        seen.add(hit.start)
        together = [h for h in read.hits if h.start == hit.start]
        stems = {f"{h.domain}{h.entry}".replace("_", "") for h in together} | {f"#{h.entry}" for h in together}
        before = read.low[max(0, hit.start - 12) : hit.start]
        without = bool(re.search(r"\b(without|no|без|ohne)\s+(a |the )?$", before))
        found.append(Words(tuple(sorted(stems | set(content(read.text[hit.start : hit.end])))), without))
    person = query.who
    for token in tokens(read.text):
        if not token.word or any(a <= token.start < b for a, b in taken) or token.low.removesuffix("'s") == person:
            continue
        for one in content(token.low):
            if one not in _FILLER and len(one) > 1:
                found.append(Words((one,)))
    return replace(query, words=tuple(dict.fromkeys(found)))


def _is_field(hit: Hit, query: Query, lexicon: Lexicon) -> bool:
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    return activity is not None and any(hit.entry in item.words for item in activity.fields.values())


def last_days(as_of: date, days: int) -> Period:
    """Return the last days, today included."""
    return Period(max(BEGINNING, as_of - timedelta(days - 1)), as_of)
