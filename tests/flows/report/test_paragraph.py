"""A paragraph names its measure once."""

from __future__ import annotations

import pytest

from indagate.flows.report.files import Language
from indagate.flows.report.wording.paragraph import paragraph


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        (
            "en",
            (
                "Real GDP rose from 1 to 2.",
                "Real GDP reached an odd low of 1.",
                "From 1980 to 1989, real GDP ran higher.",
                "From 1990 on, real GDP ran lower.",
            ),
            "Real GDP rose from 1 to 2. It reached an odd low of 1. From 1980 to 1989, it ran higher. From 1990 on, it "
            "ran lower.",
        ),
        (
            "en",
            ("Sales: highest value 3, lowest 1.", "Sales fell from 3 to 1.", "Costs fell from 2 to 1."),
            "Sales: highest value 3, lowest 1. They fell from 3 to 1. Costs fell from 2 to 1.",
        ),
        (
            "ru",
            (
                "Население, Азия: рост с 1 до 2.",
                "Население, Азия: с 1990 года уровень выше.",
                "Цена: рост с 3 до 4.",
            ),
            "Население, Азия: рост с 1 до 2. С 1990 года уровень выше. Цена: рост с 3 до 4.",
        ),
        (
            "ru",
            ("Цена, 2001–2005: 1 в начале и 2 в конце.", "Цена: необычно низкое значение — 1."),
            "Цена, 2001–2005: 1 в начале и 2 в конце. Необычно низкое значение — 1.",
        ),
        ("en", ("The river rose.", "Somebody said so."), "The river rose. Somebody said so."),
    ],
)
def test_a_measure_that_was_named_is_not_named_again(language: Language, said: tuple[str, ...], told: str) -> None:
    """What follows on it says it, or they; another measure, and what is built otherwise, stays as it is."""
    assert paragraph(said, language) == told
