"""The report's own words, in the languages that a question may be asked in."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.evidence import language


@dataclass(frozen=True, slots=True)
class Phrases:
    """What the report says of itself."""

    bottom_line: str
    not_found: str
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


ENGLISH = Phrases(
    bottom_line="Bottom line",
    not_found="Not found in these documents.",
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
)
GERMAN = Phrases(
    bottom_line="Kurz gesagt",
    not_found="In diesen Dokumenten nicht gefunden.",
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
)
RUSSIAN = Phrases(
    bottom_line="Главное",
    not_found="В этих документах не найдено.",
    nearest="Ближе всего:",
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
)
_BY_LANGUAGE = {"de": GERMAN, "ru": RUSSIAN}


def phrases_for(question: str) -> Phrases:
    """Return the phrases in the question's language, English where there are none in it."""
    code = language(question)
    if code is None and sum("а" <= letter <= "я" for letter in question.lower()) * 2 > len(question):
        return RUSSIAN  # too short to tell Russian from its neighbours, but nearer to it than to English
    return _BY_LANGUAGE.get(code or "", ENGLISH)
