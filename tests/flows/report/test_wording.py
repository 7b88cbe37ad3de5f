"""What findings are called: one sentence with the figure, its unit, its period and how sure it is."""

from __future__ import annotations

from typing import Any

import pytest

from indagate.flows.report.backing import expected, unbacked
from indagate.flows.report.files import Calculation, Finding, Label, Language, Number
from indagate.flows.report.methods import calculate
from indagate.flows.report.text import Claim
from indagate.flows.report.wording import Mates, Subject, brief, tell
from indagate.tools.tables.table import Rows

ENDS = {"slope": 0.4, "pace": 0.5, "early": 10.0, "late": 25.0, "window": 1.0, "change": 15.0, "percent": 150.0}
YEARS = {"from": "1990", "to": "2020", "step": "year"}
SHIFT = {"before1": 10.0, "after1": 15.0, "change1": 5.0, "percent1": 50.0}


def said(
    kind: str, numbers: dict[str, float], labels: dict[str, str], language: Language = "en", *,
    subject: Subject | None = None, mates: Mates | None = None, partner: str = "", **given: Any,
) -> Claim:  # fmt: skip
    """Return the sentence on a finding, every number of which is proved to come from its calculation."""
    listed = tuple(Number(name, value) for name, value in numbers.items())
    calculation = Calculation("c1", kind, "q1", (), listed, tuple(Label(*one) for one in labels.items()))
    finding = Finding("f1", kind, "d1", "s1", "table", "column", "c1", 1.0, **given)  # type: ignore[arg-type]
    chosen = subject or Subject("sales")
    claim = tell(finding, calculation, chosen, partner, mates or Mates(frozenset(), True), language)
    assert [one.text for one in claim.shown if expected(one, calculation, language) != one.text] == []
    assert unbacked(claim.text, claim.shown, ["table"]) == []
    short = brief(finding, calculation, chosen, partner, mates or Mates(frozenset(), True), language)
    for title, brief_claim in [short] if short else []:
        assert [one.text for one in brief_claim.shown if expected(one, calculation, language) != one.text] == []
        assert [one.text for one in brief_claim.shown if one.text not in brief_claim.text] == []
        assert unbacked(brief_claim.text, brief_claim.shown, ["table"]) == []
        assert claim.text.rstrip(".") != title
    return claim


def titled(kind: str, numbers: dict[str, float], labels: dict[str, str], language: Language, **given: Any) -> str:
    """Return what a finding comes to, as the title of its figure."""
    listed = tuple(Number(name, value) for name, value in numbers.items())
    calculation = Calculation("c1", kind, "q1", (), listed, tuple(Label(*one) for one in labels.items()))
    finding = Finding("f1", kind, "d1", "s1", "table", "column", "c1", 1.0, **given)  # type: ignore[arg-type]
    short = brief(finding, calculation, Subject("sales"), "", Mates(), language)
    assert short is not None
    return short[0]


def test_a_trend_tells_its_ends_its_period_and_its_pace() -> None:
    """In one sentence, with a percentage for what has a zero."""
    claim = said("trend", ENDS, YEARS, direction="up", tail=1e-5, confidence="high")
    assert claim.text == (
        "Sales rose from 10 in 1990 to 25 in 2020, by 0.5 a year on average (+150%)."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "unit", "change"),
    [
        (Subject("temperature", "interval"), "°C", "+15°C"),
        (Subject("jobless rate", "share"), "%", "+15 percentage points"),
        (Subject("score", "interval"), "", "+15"),
    ],
)  # fmt: skip
def test_what_has_no_zero_of_its_own_changes_by_differences(subject: Subject, unit: str, change: str) -> None:
    """No percentage of a temperature, an index or a rate is ever told."""
    text = said("trend", ENDS, YEARS, subject=subject, unit=unit, direction="up").text.replace("\u00a0", " ")
    assert f"({change})" in text
    assert "150" not in text


def test_russian_dates_stand_in_the_case_that_their_preposition_asks_for() -> None:
    """С марта 2024, not «с март 2024»."""
    labels = {"at1": "2024-03-01", "step": "month"}
    claim = said("regime_change", SHIFT, labels, "ru", lag=1, direction="up", tail=0.005, confidence="medium")
    assert claim.text.replace("\u00a0", " ") == ("«Sales»: с марта 2024 уровень выше — обычно 15 вместо 10 (+50 %).")
    quarter = said("regime_change", SHIFT, {"at1": "2024-04-01", "step": "quarter"}, "ru", lag=1, direction="up")
    assert "с 2-го квартала 2024" in quarter.text


@pytest.mark.parametrize(
    ("language", "whole"),
    [
        ("en", "the average was 10 in 1991 and 25 in 2019 (+150%)."),
        ("ru", "с 10 (среднее за 1991 год) до 25 (за 2019 год), в среднем на 0,5 за неделю (+150 %)."),
    ],
)  # fmt: skip
def test_means_of_calendar_years_are_called_so(language: Language, whole: str) -> None:
    """Where the first 52 weeks have gaps, the years of which the means are stand beside them."""
    numbers = {**ENDS, "window": 52.0, "early_year": 1991.0, "late_year": 2019.0}
    dates = {"from": "1990-03-05", "to": "2020-06-01", "step": "week"}
    assert said("trend", numbers, dates, language, direction="up").text.replace("\u00a0", " ").endswith(whole)
    title = "Sales rose by 150% from 1991 to 2019" if language == "en" else "«Sales»: рост на 150 % за 1991–2019"
    assert titled("trend", numbers, dates, language, direction="up").replace("\u00a0", " ") == title


@pytest.mark.parametrize(
    ("language", "title", "whole"),
    [
        ("en", "From Q2 1968 to Q2 1982, sales ran 50% higher",
               "From Q2 1968 to Q2 1982, sales ran at a higher level:"),
        ("ru", "«Sales»: с 2-го квартала 1968 по 2-й квартал 1982 уровень выше на 50 %",
               "«Sales»: с 2-го квартала 1968 по 2-й квартал 1982 уровень выше — обычно"),
    ],
)  # fmt: skip
def test_a_shift_that_is_taken_back_has_its_end(language: Language, title: str, whole: str) -> None:
    """What held for some years is not told as if it still did, neither in the title nor in the sentence."""
    labels = {"at1": "1968-04-01", "until1": "1982-04-01", "step": "quarter"}
    told = titled("regime_change", SHIFT, labels, language, lag=1, direction="up")
    assert told.replace("\u00a0", " ") == title
    assert said("regime_change", SHIFT, labels, language, lag=1, direction="up").text.startswith(whole)


@pytest.mark.parametrize(
    ("language", "title", "whole"),
    [
        ("en", "Sales: smaller percentage changes from December 2001 on",
               "From December 2001 on, percentage changes of sales were smaller: typically 4% instead of 9%."),
        ("ru", "«Sales»: с декабря 2001 меньше колебания в процентах",
               "«Sales»: с декабря 2001 колебания в процентах меньше, обычное отклонение — 4 % вместо 9 %."),
    ],
)  # fmt: skip
def test_swings_of_percentages_are_called_so(language: Language, title: str, whole: str) -> None:
    """A price that grew many times over swings more widely in its own unit, though its percentages are smaller."""
    numbers, labels = {"before": 9.0, "after": 4.0, "times": 4 / 9}, {"at": "2001-12-01", "step": "month"}
    given: dict[str, Any] = {"direction": "down", "unit": "%"}
    told = titled("volatility_regime", numbers, {**labels, "by": "percent"}, language, **given)
    text = said("volatility_regime", numbers, {**labels, "by": "percent"}, language, **given).text
    assert (told, text.replace("\u00a0", " ")) == (title, whole)
    assert titled("volatility_regime", numbers, labels, "en", **given) == "Sales: smaller swings from December 2001 on"


def test_large_numbers_are_told_in_millions_and_small_ones_as_they_are() -> None:
    """Nobody reads nine digits; a currency sign stays in front."""
    numbers = {**ENDS, "early": 157_553_000.0, "late": 301_139_947.0, "slope": 2_500_000.0, "percent": 91.1}
    text = said("trend", numbers, YEARS, subject=Subject("population"), direction="up").text.replace("\u00a0", " ")
    assert "from 157.6 million in 1990 to 301.1 million in 2020" in text
    money = said("trend", numbers, YEARS, unit="$", direction="up").text.replace("\u00a0", " ")
    assert "$157.6 million" in money


def test_a_trend_that_the_ends_do_not_show_is_told_so() -> None:
    """The direction of the whole is not that of its two ends: both are said."""
    numbers = {**ENDS, "early": 12.0, "late": 11.0, "change": -1.0, "percent": -8.3}
    assert "although its two ends do not show it (12 and 11)" in said("trend", numbers, YEARS, direction="up").text


LEVEL = {"first": 10.0, "last": 12.0, "lowest": 8.0, "highest": 15.0, "mean": 11.0}
LEVEL_AT = {**YEARS, "lowest_at": "1995", "highest_at": "2010"}


def test_without_a_trend_it_is_said_that_there_is_none() -> None:
    """A tested series without one has a mean and extremes with their dates."""
    claim = said("level", LEVEL, LEVEL_AT, mates=Mates(frozenset({"level"}), True))
    assert claim.text == (
        "There is no lasting trend in sales from 1990 to 2020: the average is 11, the highest value 15 (2010), "
        "the lowest 8 (1995)."
    )


def test_the_extremes_of_a_steady_trend_are_not_told_twice() -> None:
    """They are its ends, which the trend's own sentence tells."""
    labels = {**YEARS, "lowest_at": "1990", "highest_at": "2020"}
    assert said("level", LEVEL, labels, mates=Mates(frozenset({"level", "trend"}), True)).text == ""


@pytest.mark.parametrize(
    ("language", "short"),
    [
        ("en", "Sales rose by 150% from Q1 1990 to Q3 2020 (an average of 10 over the first 4 quarters, 25 over the "
               "last)."),
        ("ru", "«Sales»: рост на 150 % за 1-й квартал 1990 – 3-й квартал 2020 (в среднем 10 за первые 4 квартала, "
               "25 за последние)."),
    ],
)  # fmt: skip
def test_a_mean_of_the_first_year_is_not_told_as_the_first_value(language: Language, short: str) -> None:
    """Neither in the sentence nor in brief; and what is called an average change is the ends' one, not a median."""
    numbers, dates = {**ENDS, "window": 4.0}, {"from": "1990-01-01", "to": "2020-07-01", "step": "quarter"}
    listed = tuple(Number(name, value) for name, value in numbers.items())
    calculation = Calculation("c1", "trend", "q1", (), listed, tuple(Label(*one) for one in dates.items()))
    finding = Finding("f1", "trend", "d1", "s1", "table", "column", "c1", 1.0, direction="up")
    told = brief(finding, calculation, Subject("sales"), "", Mates(), language)
    assert told is not None
    assert told[1].text.replace("\u00a0", " ") == short
    whole = said("trend", numbers, dates, language, direction="up").text
    assert ("average was 10 over" if language == "en" else "10 (среднее за первые 4") in whole.replace("\u00a0", " ")
    assert ("0.5 a quarter on average" if language == "en" else "в среднем на 0,5 за квартал") in whole


def test_the_average_pace_is_what_lies_between_the_ends() -> None:
    """A series that bends: 20 years from 0 to 400, thus 20 a year, however steep it mostly is."""
    rows = Rows(("x", "y"), tuple((2000 + n, float(n * n)) for n in range(21)))
    found = calculate("trend", rows, {})
    assert found.numbers["pace"] == pytest.approx(20.0)
    years = Rows(("x", "y"), tuple((1950 + 5 * n, 10.0 * n) for n in range(12)))
    assert calculate("level", years, {}).numbers["pace"] == pytest.approx(2.0)


COURSE = {"first": 2.38, "turn1": 1.87, "turn2": 3.3, "turn3": 1.39, "last": 2.61, "turns": 3.0}
TURNED = {**YEARS, "turn1_at": "1998", "turn2_at": "2002", "turn3_at": "2011"}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Sales went from 2.38 in 1990 down to 1.87 in 1998, up to 3.30 in 2002, down to 1.39 in 2011 and up to "
               "2.61 in 2020."),
        ("ru", "«Sales»: 1990 — 2,38, 1998 — 1,87, 2002 — 3,30, 2011 — 1,39, "
               "2020 — 2,61."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kinds", [frozenset(), frozenset({"regime_change"}), frozenset({"regime_change", "trend"})])
def test_the_course_of_what_has_no_trend_is_told_by_its_turns(language: Language, told: str, kinds: Any) -> None:
    """Where it began, its turning points with their dates, and where it ended."""
    assert said("level", COURSE, TURNED, language, mates=Mates(kinds, True)).text == told


def test_a_rise_with_a_slump_in_it_is_not_told_as_a_rise_alone() -> None:
    """The slump is told with its date in one sentence; a trend that never turned is told as before."""
    one = {"first": 10.0, "turn1": 4.0, "last": 25.0, "turns": 1.0}
    claim = said("trend", ENDS | one, {**YEARS, "turn1_at": "2009"}, direction="up", tail=1e-5, confidence="high")
    assert claim.text == "Sales went from 10 in 1990 down to 4 in 2009 and up to 25 in 2020 (+150%)."
    slump = said("level", one, {**YEARS, "turn1_at": "2009"}, "ru", mates=Mates(frozenset(), False)).text
    assert slump == "«Sales»: 1990 — 10, 2009 — 4, 2020 — 25."
    assert "down to" not in said("trend", ENDS | {"turns": 0.0}, YEARS, direction="up").text


def test_a_rank_tells_who_leads_by_how_much_and_what_is_usual() -> None:
    """With its period and the median of all."""
    numbers = {"n": 9.0, "first": 30.0, "second": 20.0, "last": 1.0, "middle": 5.0, "lead": 10.0, "ahead": 50.0}
    labels = {"first": "North", "second": "South", "last": "East", "from": "2019", "to": "2020", "step": "year"}
    claim = said("ranking", numbers, labels, subject=Subject("sales", united="total"), partner="shop")
    assert claim.text == (
        "By shop, North has the highest total sales: 30 (2019 to 2020), 50% above South; "
        "the median over the 9 values of shop is 5."
    )
    russian = said("ranking", numbers, labels, "ru", subject=Subject("sales", united="total"), partner="shop")
    assert russian.text.endswith("; медиана 5.")


def test_a_pattern_tells_when_how_wide_and_what_it_explains() -> None:
    """No strength on a scale to one."""
    numbers = {"period": 12.0, "strength": 0.64, "high": 5.0, "low": -5.0, "range": 10.0}
    labels = {"step": "month", "high_at": "2020-07-01", "low_at": "2020-01-01"}
    english = said("seasonality", numbers, labels, lag=12, tail=1e-9).text
    assert english.startswith(
        "The yearly pattern of sales spans 10 from its lowest (January) to its highest (July) and explains 64%"
    )
    russian = said("seasonality", numbers, labels, "ru", lag=12, tail=1e-9).text
    assert "годовой размах от минимума (январь) до максимума (июль)" in russian


def test_a_part_is_one_of_what_is_counted_and_not_of_its_number() -> None:
    """Airports have parts; the number of airports has none."""
    counted, labels = Subject("number of airports"), {"first": "AK"}
    text = said("composition", {"first": 7.8, "n": 3.0}, labels, subject=counted, partner="state").text
    assert text.startswith("AK makes up the largest part of airports: 7.8")


def test_russian_measures_are_compared_as_they_are_called() -> None:
    """A price is higher, a weight is larger, and what is called in another language is put behind a Russian word."""
    for one, other, told in (
        ("продолжительность жизни", "ВВП на душу населения", "Чем выше продолжительность жизни, тем выше ВВП"),
        ("вес", "цена", "Чем больше вес, тем выше цена"),
        ("Sales", "вес", "Чем выше показатель «Sales», тем больше вес"),
    ):  # fmt: skip
        finding = Finding("f1", "correlation", "d1", "s1", "table", "column", "c1", 1.0, direction="up")
        known = Calculation("c1", "correlation", "q1", (), (Number("spearman", 0.8), Number("n", 9.0)))
        short = brief(finding, known, Subject(one), other, Mates(), "ru")
        assert short is not None
        assert short[0].startswith(told)


def test_how_sure_a_finding_is_stands_beside_it_once_as_dots() -> None:
    """Not as words in each sentence; what is merely counted bears none."""
    from indagate.flows.report.pages.marked import as_html, as_text

    text = "Sales rose. [~3 high confidence]"
    assert "high confidence" in as_html(text, {}, {}, "Figure")
    assert as_html(text, {}, {}, "Figure").striptags() == "Sales rose.\u2060●●●"
    assert as_text(text, {}, {}, "Figure") == "Sales rose. (high confidence)"


def test_a_relation_tells_in_its_section_how_it_was_measured() -> None:
    """The coefficient, its interval and the number of pairs; a reader may hold it to be chance where that may be."""
    numbers = {"coefficient": 0.31, "low": 0.2, "high": 0.41, "level": 95.0, "n": 300.0}
    text = said("relation", numbers, {}, partner="ice cream", direction="up").text
    assert text == "The rank correlation of sales and ice cream is 0.31 (95% interval 0.20 to 0.41, 300 pairs)."
    assert "chance may give" in said("relation", numbers | {"low": -0.1}, {}, partner="ice cream", direction="up").text


def test_groups_level_with_the_last_one_told_are_named_too() -> None:
    """A place is not kept from who has as many as the one that is told."""
    numbers = {
        "n": 9, "first": 30.0, "second": 20.0, "middle": 5.0, "last": 1.0, "ahead": 50.0, "value3": 12.0,
        "value4": 12.0, "value5": 10.0, "tied": 1.0,
    }  # fmt: skip
    labels = {"first": "North", "second": "South", "name3": "East", "name4": "West", "name5": "Up", "tied": "Down"}
    known = Calculation(
        "d1.c1", "ranking", "d1.q1", (),
        tuple(Number(name, value) for name, value in numbers.items()),
        tuple(Label(name, text) for name, text in labels.items()),
    )  # fmt: skip
    finding = Finding("d1.f1", "ranking", "d1", "s1", "table", "sales", "d1.c1", 1.0)
    told = brief(finding, known, Subject("sales", united="total"), "shop", Mates(), "en")
    assert told is not None
    assert "East and West 12, Up and Down 10" in told[1].text
