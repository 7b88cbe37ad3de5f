"""The report's own words, in the languages that a question may be asked in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence.language import language


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
    excerpts: str
    """What is said first where no model wrote."""
    no_model: str
    all_words: str
    none_holds: str
    nearest_only: str
    no_passage: str
    differ: str
    quote: str = "“{}”"
    """How a quotation is marked."""

    def label(self, basis: str) -> str:
        """Return the mark at a sentence that is not its source's own words; empty where it is."""
        return {"worded": self.in_own_words, "inference": self.inference}.get(basis, "")


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
    excerpts="Excerpts, no answer.",
    no_model="No model wrote this: passages as they stand in the documents, your words in bold.",
    all_words="Passages that hold all your words",
    none_holds="Nearest passages; none holds: {words}",
    nearest_only="Nearest passages; none holds all your words",
    no_passage="No passage holds any of your words: {words}",
    differ="These differ in their figures",
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
    excerpts="Auszüge, keine Antwort.",
    no_model="Kein Modell hat dies geschrieben: Stellen, wie sie in den Dokumenten stehen, Ihre Wörter fett.",
    all_words="Stellen mit allen Ihren Wörtern",
    none_holds="Nächste Stellen; in keiner steht: {words}",
    nearest_only="Nächste Stellen; in keiner stehen alle Ihre Wörter",
    no_passage="In keiner Stelle steht eines Ihrer Wörter: {words}",
    differ="Diese unterscheiden sich in ihren Zahlen",
    quote="„{}“",
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
    excerpts="Отрывки, не ответ.",
    no_model="Это написано без модели: отрывки стоят так в документах, ваши слова выделены.",
    all_words="Отрывки со всеми вашими словами",
    none_holds="Ближайшие отрывки; ни в одном нет: {words}",
    nearest_only="Ближайшие отрывки; ни в одном нет всех ваших слов",
    no_passage="Ни в одном отрывке нет ваших слов: {words}",
    differ="Здесь различаются цифры",
    quote="«{}»",
)
_BY_LANGUAGE = {"de": GERMAN, "ru": RUSSIAN}


def phrases_for(question: str) -> Phrases:
    """Return the phrases of a language by its code, or in that of a question; English where there are none."""
    code = language(question) or ("ru" if re.search("[а-яё]", question.casefold()) else "")
    return _BY_LANGUAGE.get(question) or _BY_LANGUAGE.get(code, ENGLISH)
