"""The hard check of sentences that a model wrote: what stands in nothing they rest on is refused or put to SUPPORT."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.evidence.support import Grounds, check_sentence

QUOTE = "The town of Aldermoor pays 30 % of a pump since 2021; the PM 2.5 limit of § 7 holds, says Zoë Hall."
GROUNDS = Grounds((QUOTE,), ("Aldermoor: subsidies (RFC 9110)",), ("What does the Ministry of Works pay?",))


def sorts(sentence: str, grounds: Grounds = GROUNDS) -> list[str]:
    return [doubt.sort for doubt in check_sentence(sentence, grounds).refused]


@pytest.mark.parametrize(
    ("sentence", "sort"),
    [
        ("Aldermoor pays 40 % of a pump.", "number-not-held"),
        ("Aldermoor pays 30 kg.", "number-not-held"),
        ("It has been paid since 2019.", "number-not-held"),
        ("By § 9 the limit holds.", "number-not-held"),
        ("The town of Brackwater pays 30 %.", "name-not-held"),
        ("The pump is made by NovaTherm.", "name-not-held"),
        ("XR7 is the limit.", "name-not-held"),
        ("The town pays 30 %, says Zoe Hull.", "name-not-held"),
        ("See https://pay.example/x for more.", "address-not-held"),
        ("See pay.example for more.", "address-not-held"),
        ("Write to info@pay.example for more.", "address-not-held"),
        ("Write to pay [dot] example for more.", "address-not-held"),
        ("The town pays 30 % [Fact-012].", "source-not-held"),
        ("The town pays 30 % (S03).", "source-not-held"),
        ("The town pays 30 % [4].", "source-not-held"),
        ("The town pays 30 % (doi 10.1234/ab.5).", "source-not-held"),
        ("The town pays 30 % (Farrant et al., 2021).", "source-not-held"),
        ("Farrant and Hale (2021) say that the town pays 30 %.", "source-not-held"),
        ("```json the town pays```", "not-a-sentence"),
        ('{"text": "the town pays"}', "not-a-sentence"),
        ("the <b>town</b> pays", "not-a-sentence"),
        ("…", "not-a-sentence"),
        ("", "not-a-sentence"),
    ],
)
def test_what_a_sentence_may_not_hold_is_refused(sentence: str, sort: str) -> None:
    assert sort in sorts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "In Aldermoor, thirty per cent of the price of a pump is paid.",
        "Since 2021 the town has borne 30% of a pump.",
        "According to Zoe Hall the limit for PM2.5 still holds.",
        "By RFC 9110 and § 7 the MINISTRY pays in ALDERMOOR.",
        "Aldermoor's share has been 30 per cent since 2021, e.g. for pumps.",
        "Nobody pays more than 30 % (Aldermoor, 2021).",
    ],
)
def test_a_paraphrase_passes(sentence: str) -> None:
    """Names count in any case, with or without diacritics, from title and question too; numbers in any spelling."""
    assert sorts(sentence) == []


def test_a_number_of_the_question_and_a_word_that_counts_are_left_to_judgement() -> None:
    """They are warnings for SUPPORT; another number, a word with a unit and one beyond ten are refused."""
    asked = Grounds(("Pumps below 310000 are replaced.",), (), ("What of pump 298,114, 70 cm long?",))
    told = check_sentence("Pump 298114 is 70 cm long; there are three reasons.", asked)
    assert not told.refused
    assert {doubt.text for doubt in told.warnings} >= {"298114", "70 cm", "three"}
    for false in (
        "Pump 298115 is replaced.",
        "It takes three weeks.",
        "Ninety reasons are given.",
        "There are 3 reasons.",
    ):
        assert [doubt.sort for doubt in check_sentence(false, asked).refused] == ["number-not-held"], false


@pytest.mark.parametrize(
    ("sentence", "ground", "asked", "refused"),
    [
        ("Das war Voss mit 61.25 Stunden.", "Voss: total Stunden = 61.25", "Wer arbeitet am meisten?", False),
        ("Вместе они весят 24.25 кг.", "total Вес = 24.25", "Сколько килограммов весят все?", False),
        ("Вместе они весят 24.25 т.", "total Вес = 24.25", "Сколько килограммов весят все?", True),
        ("Вместе они весят 24.26 кг.", "total Вес = 24.25", "Сколько килограммов весят все?", True),
        ("They weigh 24.25 kg.", "total weight = 24.25 lb", "How many kilograms do they weigh?", True),
        ("They weigh 24.25 kg.", "Total weight: 24.25. Paper: 7 kg", "What do they weigh?", True),
        ("In September 1137 crates were picked.", "total crates = 1137", "How many in September?", False),
        ("In September 1138 crates were picked.", "total crates = 1137", "How many in September?", True),
    ],
)
def test_a_unit_that_the_data_does_not_give_may_be_that_of_the_question(
    sentence: str, ground: str, asked: str, refused: bool
) -> None:
    """A cell without a unit is stated in the one that the heading or the question names: SUPPORT's to judge."""
    found = check_sentence(sentence, Grounds((ground,), asked=(asked,)))
    assert bool(found.refused) == refused


def test_all_quotes_hold_a_sentence_together() -> None:
    two = Grounds(("The fee of Aldermoor is 12 euros.", "In Brackwater one pays 15 euros."))
    assert sorts("One pays 12 euros in Aldermoor and 15 euros in Brackwater.", two) == []
    assert sorts("One pays 12 euros in Aldermoor and 15 euros in Brackwater.", Grounds(two.quotes[:1]))


@pytest.mark.parametrize(
    ("quote", "honest", "false"),
    [
        ("It fell to 52 minutes, from 71 in 2023.", "In 2023 one waited 71 minutes, now it is 52.", "71 kilometres"),
        ("It costs 3.4 million euros, less than 5.1 million.", "It is 3.4 against 5.1 million euros.", "3.4 million t"),
        ("Der Brunnen liefert 90 Liter pro Sekunde.", "90 Liter je Sekunde sind es.", "90 Liter pro Minute sind es."),
        ("The fee is 4.50 euros per metre.", "One pays 4.50 euros a metre.", "One pays 4.50 euros per square metre."),
        ("Es sind 5,8 Millionen Kubikmeter, 4 % weniger.", "Es sank um 4 % auf 5,8 Mio. Kubikmeter.", "5,8 Mio. Meter"),
        ("Он стоит на высоте 1870 метров.", "Es steht in 1870 Metern Höhe.", "Es steht in 1780 Metern Höhe."),
        ("Of 33 villages 12 km apart it is the first.", "It is 12 km away.", "It is 33 km away."),
        ("Это открыла Лариса Велихова.", "Это открыто Ларисой Велиховой.", "Это было открыто Ниной Велиховой."),
    ],
)
def test_units_rates_and_cases_are_read_as_people_write_them(quote: str, honest: str, false: str) -> None:
    """A unit may stand at a neighbour, a rate belongs to its number, names are inflected."""
    assert sorts(honest, Grounds((quote,))) == []
    assert sorts(false, Grounds((quote,)))


def test_a_name_that_letters_cannot_judge_is_a_warning() -> None:
    """German capitalises nouns; a translated name is spelled otherwise; a sentence begins with a capital anyhow."""
    german = check_sentence("Der Hersteller Novatherm zahlt 30 %.", Grounds(("Die Stadt zahlt 30 % der Kosten.",)))
    assert (german.refused, "Novatherm" in {doubt.text for doubt in german.warnings}) == ((), True)
    russian = check_sentence("Город Олдермур платит 30 % с 2021 года.", GROUNDS)
    assert (russian.refused, "Олдермур" in {doubt.text for doubt in russian.warnings}) == ((), True)
    first = check_sentence("Novatherm pays 30 % of a pump.", GROUNDS)
    assert (first.refused, [doubt.text for doubt in first.warnings]) == ((), ["Novatherm"])


def test_numbers_addresses_and_sources_are_refused_in_every_language() -> None:
    quote = Grounds(("Die Stadt zahlt 30 % der Kosten.",))
    for sentence in ("Die Stadt zahlt 31 %.", "Siehe S04.", "Siehe amt.example.", "Die Stadt zahlt (Meier, 2020)."):
        assert sorts(sentence, quote), sentence


@given(st.text(max_size=80))
def test_whatever_is_written_is_checked(text: str) -> None:
    """No text breaks the check, and a text of letters and spaces that is its own quote is held."""
    check_sentence(text, GROUNDS)
    plain = " ".join("".join(char for char in text if char.isalpha() or char == " ").split())
    if plain:
        assert not check_sentence(plain, Grounds((plain,))).refused
