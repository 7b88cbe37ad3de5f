"""Which letters a file's bytes mean, when nothing says so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.charset import decode

RUSSIAN = (
    "Тепловой насос",
    "Договор аренды от 5 мая",
    "Плата за стоянку 700 рублей в сутки.",
    "СРОК ДЕЙСТВИЯ ДОГОВОРА",
    "Маяк высотой 40 метров. Порт открыт с 6 часов.",
    "Привет",
)
GERMAN = ("Öl", "Größe: 5 µm ± 2 °C", "Die Gebühr beträgt 7 Mark.", "Fürs Haus genügt die übliche Wärmepumpe.")
FRENCH = ("Café à la crème, déjà vu", "Prix : payé à l'avance")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8_r", "cp866", "iso8859_5"])
@pytest.mark.parametrize("said", RUSSIAN)
def test_a_few_russian_words_are_read_in_whatever_they_were_written(said: str, encoding: str) -> None:
    """A line of a contract, a name, capitals: no encoding of another alphabet is taken for theirs."""
    assert decode(said.encode(encoding))[0] == said


@pytest.mark.parametrize(
    "said", ["1. Цена – 5 000 руб. «Вода»", "Київ і Львів — міста України", "Ёлка и ёж", "Ключ", "Да"]
)
def test_short_texts_in_the_common_cyrillic_encoding(said: str) -> None:
    """Signs, other languages and single words; a word of two bytes is no cut-off UTF-8."""
    assert decode(said.encode("cp1251")) == (said, "cp1251")


@pytest.mark.parametrize(("said", "encoding"), [(said, "cp1252") for said in (*GERMAN, *FRENCH)])
def test_western_texts(said: str, encoding: str) -> None:
    """Umlauts and accents, however few."""
    assert decode(said.encode(encoding)) == (said, encoding)


@pytest.mark.parametrize(
    ("said", "encoding"),
    [
        ("Zażółć gęślą jaźń", "cp1250"),
        ("Příliš žluťoučký kůň", "iso8859_2"),
        ("Η αντλία θερμότητας μεταφέρει θερμότητα.", "cp1253"),
        ("משאבת חום מעבירה חום", "cp1255"),
        ("مضخة حرارية تنقل الحرارة", "cp1256"),
        ("热泵把热量从室外搬到室内。", "gb18030"),
        ("熱泵把熱量從室外搬到室內。", "big5"),
        ("ヒートポンプは熱を移動させる装置です。", "shift_jis"),
        ("ヒートポンプは熱を移動させる装置です。", "euc_jp"),
        ("열펌프는 열을 옮기는 장치이다.", "euc_kr"),
    ],
)
def test_other_alphabets(said: str, encoding: str) -> None:
    """A sentence is enough."""
    assert decode(said.encode(encoding))[0] == said


def test_utf8_that_was_cut_loses_its_half_letter_only() -> None:
    """As happens where a file is read up to a cap."""
    assert decode("Größe".encode()[:-1] + "ö".encode()[:1])[0] == "Größ"
    assert decode("Größe Ö".encode()[:-1]) == ("Größe ", "utf-8")


@settings(deadline=None)  # a first call loads what it needs, and the machine may be busy
@given(st.binary(max_size=200))
def test_any_bytes_are_some_text(data: bytes) -> None:
    """And never an error."""
    text, name = decode(data)
    assert isinstance(text, str) and name
