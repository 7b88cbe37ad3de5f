"""Technical analysis has no place in a report."""

from __future__ import annotations

import pytest

from indagate.flows.report.language import technical_terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The RSI and MACD point up.", ["RSI", "MACD"]),
        (
            "A golden cross of moving averages formed above the Bollinger band.",
            ["golden cross", "moving averages", "Bollinger band"],
        ),
        ("The market is overbought near its resistance level.", ["overbought", "resistance level"]),
        ("Цена пробила скользящую среднюю и полосы Боллинджера.", ["скользящую среднюю", "полосы Боллинджера"]),
        (
            "Рынок в зоне перекупленности, уровни поддержки и сопротивления близко.",
            ["перекупленности", "уровни поддержки и сопротивления"],
        ),
        ("Фигура «голова и плечи» и уровни Фибоначчи.", ["голова и плечи", "Фибоначчи"]),
    ],
)
def test_its_terms_are_found_in_both_languages(text: str, found: list[str]) -> None:
    """Signals, figures and indicators, in any case."""
    assert [one.word for one in technical_terms(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "The average rose over twelve months; the support of employees grew, resistance to change fell.",
        "Versatile users persist: the emails of the sarcastic.",
        "Средняя температура росла, поддержка населения и сопротивление материалов изучены.",
        "The airline oversold tickets.",
    ],
)
def test_plain_words_are_none(text: str) -> None:
    """Averages, support and resistance in their plain sense are not meant."""
    assert technical_terms(text) == ()
