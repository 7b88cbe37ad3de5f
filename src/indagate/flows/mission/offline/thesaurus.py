"""Words of general questions that stand for each other: one line a notion, its languages apart.

Everyday words only, chosen without regard to any document: what a term of a manual means stands in the manual.
"""

from __future__ import annotations

from indagate.flows.mission.offline.lexis import stems

_NOTIONS = """
wide width breadth broad | breit Breite | широкий ширина ширину
high height tall | hoch Höhe | высокий высота высоту
deep depth | tief Tiefe | глубокий глубина
length lengthy | Länge | длинный длина
strong strength power | stark Stärke | сильный сила
switch enable enables enabled activate activated | einschalten aktivieren aktiviert | включить включён включен
disable disabled deactivate deactivated | ausschalten deaktivieren deaktiviert | отключить отключён выключить
open opens opened opening | öffnen öffnet geöffnet Öffnung | открыть открыт открыта открывается
close closes closed closing shut | schließen schließt geschlossen | закрыть закрыт закрыта закрывается
store stored stores save saved keep kept reside resides located location | speichern gespeichert abgelegt |
 хранить хранится сохранить
begin begins start starts started beginning commence | beginnen beginnt starten Anfang Beginn | начать начало начинается
end ends finish finished stop stopped terminate | enden Ende beenden aufhören | конец закончить завершить остановить
change changes changed modify modified alter altered edit adjust | ändern Änderung anpassen | изменить изменение менять
show shows display displays print prints view | zeigen anzeigen angezeigt ausgeben | показать показывает вывести
choose chosen select selected pick | wählen auswählen | выбрать выбор
obtain retrieve fetch receive received | erhalten bekommen holen abrufen | получить
prevent prevents avoid avoids protect protects | verhindern vermeiden schützen | предотвратить избежать защитить
happen occur occurs | geschehen passieren auftreten | случиться произойти
attempt attempts try tries tried | versuchen Versuch | пытаться попытка
several multiple | mehrere verschiedene | несколько
wrong incorrect invalid | falsch ungültig | неверный неправильный
whole entire complete full | ganz vollständig gesamt | целый весь полный
empty blank | leer | пустой
head leader chief director chair chairman president | Leiter Chef Vorsitzende Direktor |
 глава руководитель директор председатель
folder directory | Ordner Verzeichnis | папка каталог директория
program application executable binary | Programm Anwendung | программа приложение
picture image photo | Bild Foto Abbildung | картинка изображение фотография
argument parameter | Argument Parameter | аргумент параметр
verify verified check checked examine inspect | prüfen überprüfen kontrollieren | проверить проверка
convert converted transform transformed | umwandeln konvertieren | преобразовать
often frequently frequency | häufig oft | часто
answer reply respond response | antworten Antwort | ответить ответ
repair fix mend correct | reparieren beheben | починить исправить
build compile construct | bauen erstellen kompilieren | собрать построить
run runs running execute executed execution launch invoke | ausführen Ausführung laufen läuft betreiben betrieben |
 запустить выполнить запуск выполнение
reject rejected refuse refused deny denied | ablehnen verweigern | отклонить отказать
accept accepted approve approved approval | annehmen genehmigen billigen | принять одобрить
annual annually yearly year | jährlich Jahr | ежегодный ежегодно год
monthly month | monatlich Monat | ежемесячно месяц
weekly week | wöchentlich Woche | еженедельно неделя
daily day | täglich Tag | ежедневно день
survive survives life lifetime longevity lifespan | überleben Lebensdauer | выжить жизнь
owner owns belong belongs | Besitzer Eigentümer gehört | владелец принадлежит
visible appear appears shown | sichtbar erscheint | виден видно
split splits divide divided segment segments cut | teilen aufteilen | разделить делить
join combine combined merge merged | verbinden zusammenführen | соединить объединить
different differ distinct | verschieden unterschiedlich | разный различный
equal same identical | gleich identisch | одинаковый
twice double doubled | doppelt zweimal | дважды двойной
half halves halved | Hälfte halbieren | половина
prefer preferred favour favourite better | bevorzugt bevorzugen besser | предпочитать лучше
replace replaced substitute exchange | ersetzen austauschen | заменить замена
add added append insert | hinzufügen einfügen | добавить вставить
abort cancel undo revert discard discards discarded | abbrechen verwerfen rückgängig | отменить прервать
late delay delayed lag behind | verspätet Verzögerung | поздно задержка
near close nearby | nah nahe | близко
account accounts user login | Konto Benutzer Anmeldung | пользователь учётная
password secret passphrase | Passwort Kennwort | пароль
connect connected connection | verbinden Verbindung | подключить соединение
copy copies duplicate | kopieren Kopie | копия копировать
hide hidden conceal | verbergen versteckt | скрыть скрыт
wait waits pause | warten wartet | ждать ожидать
lose loses lost loss | verlieren Verlust | потерять потеря
teach learn instruct | lehren lernen | учить
job work task duty duties | Aufgabe Arbeit | работа задача
guarantee guaranteed ensure ensures assure | garantieren sicherstellen | гарантировать обеспечить
recommend recommended advise advised suggested | empfehlen empfohlen | рекомендовать рекомендуется
suitable appropriate suited fit | geeignet passend | подходящий
temporary temporarily | vorübergehend zeitweilig | временный временно
important essential crucial | wichtig wesentlich | важный
meeting assembly session | Sitzung Versammlung | собрание заседание
"""

_KEPT = 6


def notions(table: str = _NOTIONS) -> list[list[list[str]]]:
    """The lines of a table: for each the words of each language."""
    lines = table.strip().replace("|\n", "| ").splitlines()
    return [[part.split() for part in line.split("|")] for line in lines]


def _tables() -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    related: dict[str, frozenset[str]] = {}
    said: dict[str, tuple[str, ...]] = {}
    for line in notions():
        for members in line:
            group = frozenset(one for word in members for one in stems(word.casefold()))
            for word in members:
                for one in stems(word.casefold()):
                    related[one] = related.get(one, frozenset()) | group
                    said[one] = tuple(dict.fromkeys((*said.get(one, ()), *members)))
    return related, said


RELATED, _SAID = _tables()
"""For a stem, the stems of words of its language that may stand for it."""


def others(word: str) -> tuple[str, ...]:
    """Other words, some at most, by which a text may say what a word of a question says."""
    own = stems(word.casefold())
    found = dict.fromkeys(other for one in sorted(own) for other in _SAID.get(one, ()))
    return tuple(other for other in found if not stems(other.casefold()) & own)[:_KEPT]
