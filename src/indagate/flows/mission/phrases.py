"""The report's own words, in the languages that a question may be asked in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.flows.mission.offline.lexis import tongue


@dataclass(frozen=True, slots=True)
class Phrases:
    """What the report says of itself."""

    bottom_line: str
    not_found: str
    cut_short: str
    nearest: str
    looked: str
    divergences: str
    preferred: str
    both_stand: str
    says: str
    limitations: str
    sources: str
    not_cited: str
    columns: tuple[str, ...]
    accessed: str
    undated: str
    saved: str
    """How the date of a file is given, where the source itself states none."""
    evidence: str
    byline: str
    day: str
    quality: str
    parts: tuple[str, ...]
    closed: str
    open: str
    """Said instead of `closed` where a sentence is not its source's own words."""
    verbatim: str
    worded: str
    inferred: str
    judged: str
    unjudged: str
    inference: str
    """The marks at a sentence that was worded or inferred."""
    in_own_words: str
    quote: str = "“{}”"
    """How a quotation is marked."""
    reasons: tuple[tuple[str, str], ...] = ()
    """Patterns of the grounds on which contradictions are settled, and how they are said in this language."""

    def label(self, basis: str) -> str:
        """Return the mark at a sentence that is not its source's own words; empty where it is."""
        return {"worded": self.in_own_words, "inference": self.inference}.get(basis, "")

    def reason(self, said: str) -> str:
        """Return the ground on which a contradiction was settled in this language; a model's words stay as they are."""
        for pattern, wording in self.reasons:
            said = re.sub(pattern, wording, said)
        return said


_GROUNDS = (
    r"^(S\d+) is official, (S\d+) is of unknown kind",
    r"^(S\d+) is official, (S\d+) is (\w+)",
    r"^(S\d+ \([^)]*\)) is newer than (S\d+ \([^)]*\))",
    r",? and carries no less authority",
    r"^(S\d+) is preferred to (S\d+)",
    r"^(S\d+) contradicts itself",
    r"; both are stated$",
    r"^(S\d+) and (S\d+) of one publisher diverge",
    r"^(S\d+) and (S\d+) diverge",
    r"; neither is official alone or clearly newer",
    r"\bone denies what the other states\b",
    r"(?<=\S) against (?=\S)",
    r"(?<=\d), by its name\)",
    r"(?<=\d), by its file\)",
    r"\bthe other says of itself\b",
)
"""The grounds on which contradictions are settled, as patterns of what `evidence` says in English."""


def _on_grounds(*wordings: str) -> tuple[tuple[str, str], ...]:
    """Return each ground with its wording in another language, given in the order of the grounds."""
    return tuple(zip(_GROUNDS, wordings, strict=True))


ENGLISH = Phrases(
    bottom_line="Bottom line",
    not_found="Not found in these documents.",
    cut_short="The research ended before it found an answer.",
    nearest="The nearest evidence:",
    looked="{queries} searches over {documents} documents brought nothing that bears on it.",
    divergences="Divergences",
    preferred="Preferred: the statement of {source}, because {reason}.",
    both_stand="Both stand: {reason}.",
    says="{source} ({publisher}, {date}) says:",
    limitations="Limitations",
    sources="Sources",
    not_cited="Consulted, not cited",
    columns=("ID", "Title", "Publisher", "Date", "Kind", "Weight", "Address", "Archived as"),
    accessed="accessed",
    undated="undated",
    saved="{} (file)",
    evidence="Evidence",
    byline="Mission {run} · {day} · documents: {documents} · sources read: {sources} · facts recorded: {facts} · "
    "written by: {by}",
    day="{:%-d %B %Y}",
    quality="Quality of the evidence, computed: {total} of 10 ({parts}).",
    parts=("completeness", "authority", "conflict", "traceability", "recency"),
    closed="Nothing here goes beyond the recorded facts; each is a verbatim quote from an archived source.",
    open="Every sentence names the facts that it rests on; the quotes in the footnotes are verbatim, from archived "
    "sources.",
    verbatim="{count} verbatim",
    worded="{count} worded by {by}",
    inferred="{count} inferred by {by}",
    judged=" and judged supported by {judge}",
    unjudged=", not judged",
    inference="inference",
    in_own_words="worded",
)
GERMAN = Phrases(
    bottom_line="Kurz gesagt",
    not_found="In diesen Dokumenten nicht gefunden.",
    cut_short="Die Suche endete, bevor sie eine Antwort fand.",
    nearest="Am nächsten kommt:",
    looked="{queries} Suchen in {documents} Dokumenten brachten nichts, was dazu etwas sagt.",
    divergences="Widersprüche",
    preferred="Vorgezogen: die Aussage von {source}, denn {reason}.",
    both_stand="Beides bleibt stehen: {reason}.",
    says="{source} ({publisher}, {date}) sagt:",
    limitations="Grenzen",
    sources="Quellen",
    not_cited="Gelesen, nicht zitiert",
    columns=("ID", "Titel", "Herausgeber", "Datum", "Art", "Gewicht", "Adresse", "Archiviert als"),
    accessed="abgerufen",
    undated="undatiert",
    saved="{} (Datei)",
    evidence="Belege",
    byline="Mission {run} · {day} · Dokumente: {documents} · gelesene Quellen: {sources} · "
    "festgehaltene Tatsachen: {facts} · "
    "geschrieben von: {by}",
    day="{:%-d.%-m.%Y}",
    quality="Güte der Belege, berechnet: {total} von 10 ({parts}).",
    parts=("Vollständigkeit", "Autorität", "Widersprüche", "Nachweisbarkeit", "Aktualität"),
    closed="Nichts hier geht über die festgehaltenen Tatsachen hinaus; jede ist ein wörtliches Zitat aus einer "
    "archivierten Quelle.",
    open="Jeder Satz nennt die Tatsachen, auf denen er ruht; die Zitate in den Fußnoten sind wörtlich, aus "
    "archivierten Quellen.",
    verbatim="{count} wörtlich",
    worded="{count} formuliert von {by}",
    inferred="{count} gefolgert von {by}",
    judged=" und als belegt beurteilt von {judge}",
    unjudged=", nicht beurteilt",
    inference="gefolgert",
    in_own_words="formuliert",
    quote="„{}“",
    reasons=_on_grounds(
        r"\1 ist amtlich, \2 von unbekannter Art",
        r"\1 ist amtlich, \2 ist: \3",
        r"\1 ist neuer als \2",
        r" und hat nicht weniger Gewicht",
        r"\1 geht \2 vor",
        r"\1 widerspricht sich selbst",
        r"; beides ist genannt",
        r"\1 und \2 desselben Herausgebers weichen voneinander ab",
        r"\1 und \2 weichen voneinander ab",
        r"; keine von beiden ist als einzige amtlich oder deutlich neuer",
        r"eine verneint, was die andere sagt",
        r" gegenüber ",
        r", nach ihrem Namen)",
        r", laut Datei)",
        r"die andere sagt von sich selbst",
    ),
)
RUSSIAN = Phrases(
    bottom_line="Главное",
    not_found="В этих документах не найдено.",
    cut_short="Поиск закончился раньше, чем нашёлся ответ.",
    nearest="Ближайшее из найденного:",
    looked="Поисков: {queries}, документов: {documents}; ничего относящегося к вопросу не нашлось.",
    divergences="Расхождения",
    preferred="Предпочтено утверждение {source}: {reason}.",
    both_stand="Остаются оба: {reason}.",
    says="{source} ({publisher}, {date}) утверждает:",
    limitations="Ограничения",
    sources="Источники",
    not_cited="Прочитано, но не процитировано",
    columns=("ID", "Название", "Издатель", "Дата", "Вид", "Вес", "Адрес", "Копия"),
    accessed="получено",
    undated="без даты",
    saved="{} (файл)",
    evidence="Свидетельства",
    byline="Миссия {run} · {day} · документов: {documents} · прочитано источников: {sources} · записано фактов: "
    "{facts} · "
    "написано: {by}",
    day="{:%-d.%m.%Y}",
    quality="Качество свидетельств, вычислено: {total} из 10 ({parts}).",
    parts=("полнота", "авторитетность", "противоречия", "прослеживаемость", "свежесть"),
    closed="Здесь нет ничего сверх записанных фактов; каждый из них дословно взят из сохранённого источника.",
    open="Каждое предложение указывает факты, на которых основано; цитаты в сносках дословные, из сохранённых "
    "источников.",
    verbatim="{count} дословно",
    worded="{count} своими словами ({by})",
    inferred="{count} выводом ({by})",
    judged=", подтверждено ({judge})",
    unjudged=", не проверено",
    inference="вывод",
    in_own_words="своими словами",
    quote="«{}»",
    reasons=_on_grounds(
        r"\1 — официальный источник, \2 — неизвестного рода",
        r"\1 — официальный источник, \2 — \3",
        r"\1 новее, чем \2,",
        r" и не менее авторитетен",
        r"\1 предпочтён перед \2",
        r"\1 противоречит сам себе",
        r"; приведены оба утверждения",
        r"\1 и \2 одного издателя расходятся",
        r"\1 и \2 расходятся",
        r"; ни один не является единственным официальным или явно новее",
        r"один отрицает то, что утверждает другой",
        r" против ",
        r", по названию)",
        r", по файлу)",
        r"другой говорит о себе сам:",
    ),
)
_BY_LANGUAGE = {"de": GERMAN, "ru": RUSSIAN}


def phrases_for(question: str) -> Phrases:
    """Return the phrases in the question's language, English where there are none in it."""
    return _BY_LANGUAGE.get(tongue(question), ENGLISH)
