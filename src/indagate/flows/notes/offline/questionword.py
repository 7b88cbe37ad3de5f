"""What is left of a question when dates, numbers and vocabulary are taken: words that narrow, or are looked for."""

from __future__ import annotations

import re
from dataclasses import replace

from indagate.flows.notes.choice import same_person
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import UNITS
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.operation import unit_asked
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Words
from indagate.flows.notes.token import Token, content, listed, plain, stem, tokens

FILLER = frozenset(
    stem(word)
    for word in listed("""
    vs versus avg pls plz thx thanks hey ok okay  it's there's that's i'm let's gimme priciest costliest heading
    headed
    way direction quicker quickest frequently frequency regularly roughly approximately altogether overall nightly
    daily weekly
    monthly yearly annual annually recorded logged noted total totals totalled summed combined tally count counts
    whole entire across throughout single individual respective respectively actual different various particular certain
    прочий прочие прочее остальной остальные разный разные пожалуйста плиз примерно приблизительно суммарно ровно
     its happened happen lost lose gained gain shed put
    earliest latest newest log diary journal notebook record records swum сильнее слабее быстрее медленнее старый
    новый новая
    evolve evolved evolves evolving recent recently latest days' week's month's year's kind kinds different
    contribute contributed contributes worst date dates saw see seen sees contain contained contains held feature
    featured bring please
    чаще реже недели неделе месяцы всем самом сильно
    block blocks visit visits myself yourself self appointment
    doing going having being blow blew blown splash splashed shell shelled fork forked lay laid drop dropped cash
    bill bills
    separate distinct separately consumed consume covered covering eaten drunk slept lifted booked tracked paid wasted
    climbing trending regularly regular set back top ones length
    clock clocked rack racked notch notched squeeze squeezed fit bagged knock knocked churn churned end ended finish
    finished tend tended seem seemed appear appeared bother bothered remember remembered recall still since gone usually
    generally mostly mainly basically honestly currently maybe perhaps typically commonly altogether anyhow yet
    manage managing handle handled accomplish accomplished achieve achieved pull-off hitting reaching perform performed
    experience experienced feel felt feeling look looked looks looking appear devote devoted dedicate dedicated rate
    завершил сумел удалось получилось пришлось успел вышло набрал достиг показал выполнил потребил
    ever anyway far-away ago lately these those their's everyday ones one's bit lot lots few couple several plenty
    leave leaves left belong belongs keep kept begin begins began stand stands live lives весь
    всю всё все целый целую целое whole entire набежало набежал набралось накопилось накапало вышло получилось
    общий общая общее общую суммарно суммарный вместе altogether combined самым самыми назад ago skip skipped
    skipping miss missed everything anything passed lie lies между neither nor either running-or change
    changed replace replaced менял меняла поменял поменяла сменил сменила заменил заменила can't чего терпеть
    переношу выношу люблю нравится one two three four five six seven eight nine ten now одна один два три
    четыре пять cup cups chashka чашка чашки чашек штук rouble roubles ruble rubles dollars рубли рублях
    current currently lately recently    biggest largest smallest cheapest expensive costliest
    дорогой дорогая дорогую дорогие минимальный минимальная максимальный максимальная i've i'd i'm i'll
    haven't hasn't isn't wasn't aren't doesn't скольких сколькими днях дни дням day's длится длилась идет идёт
    improves improved developing develops development gone went down risen fallen dropped drop dropping dip
    weaker stronger spending expense usual personal in-all cover covered covers total trip per sit through
    ходила пил выпил выпила выпито потрачено какой-нибудь какую какого каком опустился опустилась поднялся
    ниже выше меньше-всего дорого покупка покупки ушло ушел деньгах набегал пробежал езжу ездил ездила
    пользовался брал взял взяла купил купила был была было были сколькo меняется изменился изменилась show
    happened put total-amount get gets got getting sort take takes taking used use using have having average
    mean often time times day days week weeks month months year years many much far long overall sum record pr
    pb best longest shortest heaviest highest lowest max maximum min minimum fastest compare compared trend
    improving improve better worse going increasing decreasing first last latest recent ever already log
    logged note noted notes recorded session sessions entry entries number count list which between since
    until so-far during beginning end   both among only least most more less than above below over
    under exactly about around really actually right typical typically usually normally am kg km kcal eur euro
    euros rub hours hour minutes minute calories pounds miles do go come came set hit reach reached managed
    manage start started make made happen want need think know own value figure amount weight-lifting thing
    things something someone cost level rate night morning evening afternoon noon today yesterday this next
    previous past days-ago longer shorter heavier lighter higher lower faster slower farther further bigger
    smaller larger rising falling losing gaining growing progress developed lose gain affect influence all any
    full every while whenever case place top single such kind type please quick total-sum spent spend money
    средний среднее средняя среднем часто время день дня дней неделя неделю месяц месяца год всего итого сумма
    рекорд лучший самый самая самое максимум минимум сравни больше меньше чем или растёт растет снижается
    первый впервые последний последний-раз разу раза тренировка записи запись заметки числа начала начало
    конец обычно вообще примерно около сейчас теперь какой- то дольше дальше быстрее медленнее калорийнее
    длинный короткий тяжелый тяжёлый высокий низкий стал стала стало становится делал делала сделал сделала
    ходил провел провёл составил занял занимался занималась таких такие эти деньги евро рублей километров
    часов минут калорий килограмм ночь ночи утром вечером одно себя себе durchschnitt insgesamt meisten letzte
    letzten woche monat kilometer gelaufen stunden tag tage oft mal short high low heavy light fast slow big
    small done drink drank drinking cover logged complete completed finish finished amounted amount add adds come
    comes came took bring brought her his their him them theirs hers nearly almost
    enough once twice together each out-of morning mornings evening evenings afternoon nightly item items wise peak
    other others idea any-idea grab grabbed include included includes including goe goes wher tally fast strong weak
    duration sort kinda roughly sum-total maximum-ever visit visited trip trips beyond more-than portion portions
    again exactly altogether-now currently so-far anyway though although amid plus beside besides alongside
    weekday weekdays weekend weekends calendar season bother bothered playing play played act acted acting up-to
    across-all state states said whichever whatever whenever either neither both same-day tend tends
    mine yours ours getting-on pretty quite rather fairly terribly awfully overall-like whatsoever
    пока вообще-то примерно всегда каждый каждую каждое каждом каждая другие другое другой прочих утром вечером
    запиши посчитай подскажи скажи какую-то какие-то общем целом получается выходит вышла самого самой самых
    вырос выросла выросло упал упала упало прибавил прибавила убавил снизился снизилась поднялся поднялась
    difference differ fewest fewer quickest point points stage moment somewhere net rep max follow followed follows
    shop shops shopping purchase purchases link connection relation depend depends effect affect influence
    impact somehow
    короче длиннее дороже дешевле тяжелее легче калорийнее выше ниже дальше список списки перечень должен должна
    должно должны should must need needs съедаю ем пью трачу бегаю
    считая начиная включая учитывая набралось накопилось оказалось таки все-таки всё-таки ведь именно хоть хотя
    наконец опять снова где-то прием приём приема приёма раз-то прошло штука lightest heaviest longest shortest
    furthest farthest slowest weakest strongest dearest lowest highest
    куда откуда лежит лежат хранится хранятся находится находятся located stored kept
    имел имела имело случалось случилось происходило провожу проводил длились длилось удавалось
""")
)  # fmt: skip


_ASKED = FILLER | {
    stem(word)
    for word in listed("""
    read reads say says said tell told tells advise advised сказал сказала говорил говорила посоветовал посоветовала
    wear wears wore drink drank show shows
""")
}
"""What is no word to look for where a note is looked for by its words."""
_SORTS = listed("food foods meal meals drink drinks dish dishes еда еду еды блюдо блюда напиток essen")
"""What a preference is of, in general: no word that the note would say."""
_ASKING = listed("prefer dislike goal")
_GENERIC = listed("pricey gym meal spend hours load prefer dislike exercise goal")


def worded(
    query: Query, text: str, low: str, hits: tuple[Hit, ...], taken: list[tuple[int, int]], lexicon: Lexicon
) -> Query:
    """Return a query with the words that narrow it, or, where no activity is asked about, those to look for."""
    structured = bool(query.subjects) and query.form != "lookup"
    grammar = _grammar(query, low) if structured else []
    found, within = _of_vocabulary(query, text, hits, grammar, lexicon)
    taken = [*taken, *within, *grammar]
    fields = {hit.end for hit in hits if not lexicon.marked(hit) and only_field(hit, lexicon)}
    own = {(one.domain, one.activity) for one in query.subjects}
    named = any((mark.domain, mark.activity.activity) in own for hit in hits for mark in lexicon.marked(hit))
    bought = structured and query.subjects[0].activity == "spend" and not query.subjects[0].kinds
    for token in tokens(text):
        inside = any(a <= token.start < b for a, b in taken)
        if not token.word or inside or (structured and token.low.removesuffix("'s") == query.who):
            continue
        name = token.low.removesuffix("'s")
        if not structured and (name in cues.KIN or (name in cues.NAMES and token.text[0].isupper())):
            found.append(Words(_names(name)))
            continue
        if structured and not bought and _light(text, token, named):
            continue
        of_day = structured and _part_of_day(text, token, hits)
        if of_day:
            found.append(Words(of_day, said=token.text))
            continue
        for one in content(token.low):
            if one not in (FILLER if structured else _ASKED) and len(one) > 1:
                strict = not structured or bought or _narrows(text, token.start, fields) or _of_it(text, token, hits)
                found.append(Words((one,), strict=strict, said=token.text))
    if structured and query.plans and _WISH.search(low):
        found.append(
            Words(("#goal", "goal", "want", "aim", "target", "dream", "хоч", "хот", "цел", "мечта"), strict=False)
        )
    return replace(query, words=tuple(dict.fromkeys(found)))


_WISH = pattern(r"\b(goals?|targets?|aim|цел[ьи])\b")
"""What asks for a plan that is a goal, rather than for the next thing to do."""


def _grammar(query: Query, low: str) -> list[tuple[int, int]]:
    """Return the places of words that are read otherwise: plans, what was skipped, units, the days that are grouped."""
    found = [match.span() for match in cue.PLANS.finditer(low) if query.plans]
    found += [match.span() for match in cue.SKIPPED.finditer(low) if query.denied]
    found += [
        match.span()
        for pattern_ in (cue.GROUP, cue.PER, cue.PER_DAY, cue.AGO, cue.HOW)
        for match in pattern_.finditer(low)
    ]
    unit = unit_asked(low)
    return [*found, unit.span("unit")] if unit is not None else found


_MEASURING = listed(
    "time how hours hour long far fast slow quick km minutes duration времени долго далеко часов время минут length"
)
"""What asks for a value and is no word to look for."""


def _of_vocabulary(
    query: Query, text: str, hits: tuple[Hit, ...], grammar: list[tuple[int, int]], lexicon: Lexicon
) -> tuple[list[Words], list[tuple[int, int]]]:
    """Return the vocabulary that narrows a query or is looked for, and the places of all that is known."""
    structured = bool(query.subjects) and query.form != "lookup"
    own = {(one.domain, one.activity) for one in query.subjects} if structured else set()
    low, found, taken = plain(text), list[Words](), list[tuple[int, int]]()
    narrow, wide = list[Words](), False
    for start in dict.fromkeys(hit.start for hit in hits):
        together = [hit for hit in hits if hit.start == start]
        marks = {(mark.domain, mark.activity.activity) for hit in together for mark in lexicon.marked(hit)}
        if structured and together[0].near and not marks & own:
            continue
        taken.append((start, together[0].end))
        if structured and (any(a <= start < b for a, b in grammar) or low.startswith("number of", start)):
            continue
        if structured and marks & own and _narrow(query, low[start : together[0].end], lexicon):
            marking = {hit.entry for hit in together if lexicon.marked(hit)}
            stems = tuple(one for one in _stems(together, text, structured) if one[1:] not in marking)
            narrow.append(Words(stems, said=text[start : together[0].end]))
            continue
        wide = wide or any(mark.kind for hit in together for mark in lexicon.marked(hit) if marks & own)
        of_field = any(only_field(hit, lexicon) for hit in together if not lexicon.marked(hit))
        asks = bool(marks & own) or (of_field and (structured or low[start : together[0].end] in _MEASURING))
        if asks or (
            structured and (all(hit.entry in _GENERIC for hit in together) or _compound(together, hits, own, lexicon))
        ):
            continue
        if all(hit.entry in _ASKING for hit in together) or (query.prefer and low[start : together[0].end] in _SORTS):
            continue
        before = low[max(0, start - 12) : start]
        without = bool(re.search(r"\b(without|no|без|ohne)\s+(a |the )?$", before))
        said = text[start : together[0].end]
        stems = _stems(together, text, structured)
        if any(said.lower() in mark.activity.narrow for hit in together for mark in lexicon.marked(hit)):
            kinds = {f"{hit.domain}{hit.entry}".replace("_", "") for hit in together if lexicon.marked(hit)}
            stems = tuple(one for one in stems if one not in kinds and one[1:] not in {hit.entry for hit in together})
        found.append(Words(stems, without, said=said))
    return found if wide else [*found, *narrow], taken


def _stems(together: list[Hit], text: str, structured: bool) -> tuple[str, ...]:
    """Return the stems of which one must be said where vocabulary is asked for: its entries, and the word itself."""
    together = [hit for hit in together if hit.entry not in _ASKING] or together
    stems = {f"{h.domain}{h.entry}".replace("_", "") for h in together} | {f"#{h.entry}" for h in together}
    parts = content(text[together[0].start : together[0].end])
    return tuple(sorted(stems | set(parts if structured or len(parts) == 1 else ())))


def _narrow(query: Query, said: str, lexicon: Lexicon) -> bool:
    """Whether a word names less than the kind that it belongs to: pizza, and not any eating out."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    return activity is not None and said in activity.narrow


def _compound(together: list[Hit], hits: tuple[Hit, ...], own: set[tuple[str, str]], lexicon: Lexicon) -> bool:
    """Whether a word without a kind of its own only completes the name before it: taxi rides, restaurant meals."""
    if any(mark.kind for hit in together for mark in lexicon.marked(hit)):
        return False
    return any(
        0 < together[0].start - hit.end < 2 and any((m.domain, m.activity.activity) in own for m in lexicon.marked(hit))
        for hit in hits
    )


_I_DID = pattern(
    r"(?<!\bwas )(?<!\bam )(?<!\bwere )\b(?:i|we|я|мы|ich)(?: (?:have|had|did|do|ever|also|actually|really|only|"
    r"just|still|even|then|already|"
    r"just about|не|ни разу|уже))*"
    r"\s+$|\b(?:i've|i'd|i'm)\s+$"
)
_ADVERB = pattern(r"[a-z]{3,}ly$")


def _light(text: str, token: Token, named: bool) -> bool:
    """Whether a word adds nothing to what is asked: adverbs; the verb after "I", where its object is `named`."""
    return bool((named and _I_DID.search(plain(text[: token.start]))) or _ADVERB.match(token.low))


_TIMES_OF_DAY = (
    (
        listed("morning mornings утром утро утренняя утренние утренних утреннюю"),
        ("morn", "утр", "morning", "утрен", "утренн"),
    ),
    (
        listed("evening evenings вечером вечер вечерняя вечерние вечерних вечернюю"),
        ("evening", "even", "вечер", "вечерн"),
    ),
    (listed("afternoon afternoons днем дневная дневные"), ("afternoon", "днем", "дн")),
)


def _part_of_day(text: str, token: Token, hits: tuple[Hit, ...]) -> tuple[str, ...]:
    """Return the stems of a part of the day that narrows the thing after it, or is asked for: morning runs, утром."""
    stems = next((stems for words, stems in _TIMES_OF_DAY if token.low in words), ())
    before = plain(text[: token.start])
    told = any(0 < hit.start - token.end < 2 for hit in hits) or re.search(r"\bin the $", before)
    return stems if stems and told else ()


def _names(name: str) -> tuple[str, ...]:
    """Return the stems of the names and words for one person, in all languages: mum, мама; Masha, Маши."""
    known = cues.KIN if name in cues.KIN else cues.NAMES
    alike = (one for one in known if same_person(one, name))
    return tuple(sorted({stem for one in (name, *alike) for stem in content(one)}))


def joined(low: str, one: int, other: int) -> bool:
    """Whether nothing but "and", "or" or a comma stands between two places of a text."""
    return bool(_JOINED.fullmatch(low[one:other]))


_JOINED = pattern(
    r"(\s*,\s*|\W*(and|or|as well as|и|или|und|oder|und auch)\W+)((i|do|did|went|go|doing|я|the|a|my|on|for|за|на|"
    r"для)\s+)*"
)


_HEADS = listed("""
    much many what which what's whats my the a an of average avg mean total max maximum min number with without
    no on for at
    in by from near under along around about called as to into and or any more less most fewer every each per some
    longest
    highest biggest best than i i've we like
    сколько какой каком какое какая какие каков какова мой моя мое мои моего моей мою средний средняя среднее в во на
    с со за по
    для без у от из под около и или больше меньше я чем
    wie viel viele welche welcher mein meine der die das mit für ohne auf im am in ich
""")
"""What stands before a word that names what is asked for or done, or where, with whom, on what."""


_AUXILIARY = pattern(r"\b(did|does|do|has|have|had|can|will|would)( (my|the|a|an))?\s+$")


def _of_it(text: str, token: Token, hits: tuple[Hit, ...]) -> bool:
    """Whether a word makes another thing of the one before it: sleep debt, running shoes."""
    before = next((hit for hit in hits if text[hit.end : token.start] == " "), None)
    if before is None or token.low.endswith("ed") or _AUXILIARY.search(plain(text[: before.start])):
        return False
    return _narrows(text, before.start, set())


def _narrows(text: str, at: int, fields: set[int]) -> bool:
    """Whether a word that nothing knows must be met: a name, what is asked for or done, what follows a preposition."""
    if (text[at].isupper() and text[:at].strip()) or _OTHER_DOES.search(plain(text[:at])):
        return True
    for token in reversed(tokens(text[:at])):
        if token.low in _HEADS or token.number or token.low in UNITS or token.end in fields:
            return True
        if not token.word or (content(token.low) and stem(token.low) not in FILLER):
            return False
    return False


_OTHER_DOES = pattern(r"\b(?:does|did|do) (?:the|this|that|an?|[\w-]+'s) (?:[\w-]+ ){1,2}$")
"""What makes a word the doing of something else than the one who asks."""


def only_field(hit: Hit, lexicon: Lexicon) -> bool:
    """Whether a vocabulary entry serves only to ask for a field: kilometres, hours, far."""
    domain = lexicon.domains[hit.domain]
    return any(hit.entry in item.words for one in domain.log_schema for item in one.fields.values())
