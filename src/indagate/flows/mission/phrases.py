"""The report's own words, in the languages that a question may be asked in."""

from __future__ import annotations

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
    evidence: str
    byline: str
    day: str
    quality: str
    parts: tuple[str, ...]
    closed: str


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
    evidence="Evidence",
    byline="Mission {run} · {day} · {documents} documents · {sources} sources read · {facts} facts recorded · "
    "written by: {mind}",
    day="{:%-d %B %Y}",
    quality="Quality of the evidence, computed: {total} of 10 ({parts}).",
    parts=("completeness", "authority", "conflict", "traceability", "recency"),
    closed="Nothing here goes beyond the recorded facts; each is a verbatim quote from an archived source.",
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
    evidence="Belege",
    byline="Mission {run} · {day} · {documents} Dokumente · {sources} Quellen gelesen · {facts} Tatsachen "
    "festgehalten · "
    "geschrieben von: {mind}",
    day="{:%-d.%-m.%Y}",
    quality="Güte der Belege, berechnet: {total} von 10 ({parts}).",
    parts=("Vollständigkeit", "Autorität", "Widersprüche", "Nachweisbarkeit", "Aktualität"),
    closed="Nichts hier geht über die festgehaltenen Tatsachen hinaus; jede ist ein wörtliches Zitat aus einer "
    "archivierten Quelle.",
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
    evidence="Свидетельства",
    byline="Миссия {run} · {day} · документов: {documents} · прочитано источников: {sources} · записано фактов: "
    "{facts} · "
    "написано: {mind}",
    day="{:%-d.%m.%Y}",
    quality="Качество свидетельств, вычислено: {total} из 10 ({parts}).",
    parts=("полнота", "авторитетность", "противоречия", "прослеживаемость", "свежесть"),
    closed="Здесь нет ничего сверх записанных фактов; каждый из них дословно взят из сохранённого источника.",
)
_BY_LANGUAGE = {"de": GERMAN, "ru": RUSSIAN}


def phrases_for(question: str) -> Phrases:
    """Return the phrases in the question's language, English where there are none in it."""
    return _BY_LANGUAGE.get(tongue(question), ENGLISH)
