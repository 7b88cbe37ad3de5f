"""Analytics: what is there is found where it is, and in noise nothing is."""

from __future__ import annotations

import datetime
import itertools
import math
import random

import pytest

from indagate.flows.report.analysis import anomaly, change, contrast, course, cycle, measure, relation, season, trend


def noise(n: int, seed: int, dependence: float = 0.0) -> list[float]:
    chance, value, series = random.Random(seed), 0.0, []
    for _ in range(n):
        value = dependence * value + chance.gauss(0, 1)
        series.append(value)
    return series


def test_noise_holds_hardly_anything() -> None:
    """Of sixty quiet series, dependent or not, at most two show a trend, a shift, a season or a lead each."""
    trends = shifts = seasons = leads = odd = 0
    for seed in range(30):
        for dependence in (0.0, 0.5):
            one, other = noise(96, seed, dependence), noise(96, seed + 1000, dependence)
            found = trend.find_trend(one)
            trends += found is not None and found.tail < 0.005
            shifts += bool(change.find_changes(one)[0])
            pattern = season.find_season(one, 12)
            seasons += pattern is not None and pattern.tail < 1e-4
            lead = relation.find_lead(one, other, 10)
            leads += lead is not None and lead.tail < 0.005
            odd += bool(anomaly.find_anomalies(one)[0])
    assert max(trends, shifts, seasons, leads, odd) <= 2, (trends, shifts, seasons, leads, odd)


def test_random_walks_do_not_trend_shift_or_lead_each_other() -> None:
    """What wanders by itself is not taken for more."""
    found = 0
    for seed in range(20):
        one, other = noise(150, seed, 1.0), noise(150, seed + 500, 1.0)
        drift, lead = trend.find_trend(one), relation.find_lead(one, other, 10)
        found += (drift is not None and drift.tail < 0.005) + (lead is not None and lead.tail < 0.005)
    assert found <= 3


@pytest.mark.parametrize("seed", range(5))
def test_a_shift_of_level_is_found_where_it_is(seed: int) -> None:
    """Three standard deviations at place 60 of 120, within four points; before and after are the levels."""
    series = [value + (3 if place >= 60 else 0) for place, value in enumerate(noise(120, seed))]
    (found,), _ = change.find_changes(series)
    assert abs(found.place - 60) <= 4
    assert 2 < found.after - found.before < 4


@pytest.mark.parametrize("seed", range(5))
def test_a_change_of_spread_is_found_where_it_is(seed: int) -> None:
    """Three times the spread from place 100 of 200, within twenty points."""
    series = [value * (3 if place >= 100 else 1) for place, value in enumerate(noise(200, seed))]
    (found,), _ = change.find_volatility_changes(series)
    assert abs(found.place - 100) <= 20
    assert 2 < found.after / found.before < 4.5


def test_a_spike_a_season_and_a_trend_are_found() -> None:
    """One point ten deviations off; a yearly wave; a slope of three deviations over the series."""
    spiked = [value + (10 if place == 33 else 0) for place, value in enumerate(noise(100, 3))]
    assert [one.place for one in anomaly.find_anomalies(spiked)[0]] == [33]
    wave = [value * 0.3 + 2 * math.sin(2 * math.pi * place / 12) for place, value in enumerate(noise(72, 4))]
    found = season.find_season(wave, 12)
    assert found is not None
    assert found.strength > 0.8
    assert found.pattern.index(max(found.pattern)) == 3
    rising = trend.find_trend([value + 3 * place / 100 for place, value in enumerate(noise(100, 5))])
    assert rising is not None
    assert rising.tail < 1e-6
    assert rising.slope == pytest.approx(0.03, abs=0.01)


@pytest.mark.parametrize("lag", [2, 5])
def test_a_lead_is_found_with_its_lag_and_its_side(lag: int) -> None:
    """The second series repeats the first some steps later; asked the other way round, the lag is negative."""
    first = noise(130, 8, 0.4)
    second = [0.4 * value + (first[place - lag] if place >= lag else 0) for place, value in enumerate(noise(130, 9))]
    one, other = relation.find_lead(first, second, 10), relation.find_lead(second, first, 10)
    assert one is not None
    assert other is not None
    assert (one.lag, other.lag) == (lag, -lag)
    assert one.tail < 1e-6


def test_two_rising_series_are_not_therefore_related() -> None:
    """A common trend is no correlation."""
    one = [0.1 * place + value for place, value in enumerate(noise(120, 1))]
    other = [0.2 * place + value for place, value in enumerate(noise(120, 2))]
    found = relation.find_lead(one, other, 10)
    assert found is not None
    assert found.tail > 0.01


def test_distributions_agree_with_their_tables() -> None:
    """Known values of the normal, Student's t and the chi-square distribution, and of quantiles and ranks."""
    assert measure.normal_tail(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert measure.student_tail(2.228139, 10) == pytest.approx(0.05, abs=1e-5)
    assert measure.chi_square_tail(18.30704, 10) == pytest.approx(0.05, abs=1e-5)
    assert measure.chi_square_tail(3.940299, 10) == pytest.approx(0.95, abs=1e-5)
    assert measure.quantile([1, 2, 3, 4], 0.25) == 1.75
    assert measure.ranks([3, 1, 3, 2]) == [3.5, 1.0, 3.5, 2.0]
    assert measure.false_discovery([0.001, 0.02, 0.03, 0.9], 0.05) == [True, True, True, False]


def test_a_series_that_drifts_past_a_level_has_no_shift() -> None:
    """Growth that bends is a trend: right around no place lies a good part of what changed."""
    for seed in range(5):
        series = [100 * 1.01**place + value for place, value in enumerate(noise(200, seed))]
        assert change.find_changes(series)[0] == []
        drift = trend.find_trend(series)
        assert drift is not None
        assert drift.tail < 1e-3


def test_the_slow_drift_of_a_noisy_weekly_series_is_a_trend() -> None:
    """The noise of single weeks does not hide the drift of forty years, bent as it is."""
    series = [place * 0.01 + (place / 700) ** 2 * 3 + value for place, value in enumerate(noise(2000, 3, 0.3))]
    found = trend.find_trend(series)
    assert found is not None
    assert found.tail < 1e-3
    assert found.slope > 0


def test_the_ends_of_a_rising_series_are_no_anomalies() -> None:
    """Where neighbours lie on one side only, their line says what is to be expected; a spike at the end is seen."""
    series = [3.0 * place + value for place, value in enumerate(noise(80, 1))]
    assert anomaly.find_anomalies(series)[0] == []
    series[-1] += 30
    assert [one.place for one in anomaly.find_anomalies(series)[0]] == [79]


@pytest.mark.parametrize("bend", [1.0, 1.01])
def test_a_line_that_only_rises_has_no_unusual_point_near_its_ends(bend: float) -> None:
    """Where most neighbours lie on one side, what is expected is on the line, not at the neighbours' level."""
    noise = [0.3, -0.5, 0.4, -0.2, 0.5, -0.4, 0.2, -0.3]
    values = [100 + 3 * place * bend ** (place / 4) + noise[place % 8] for place in range(60)]
    assert anomaly.find_anomalies(values)[0] == []
    values[3] += 30.0
    assert [one.place for one in anomaly.find_anomalies(values)[0]] == [3]


@pytest.mark.parametrize("bend", [1.0, 1.03, 1.1])
@pytest.mark.parametrize("n", [12, 24, 60])
def test_what_rises_at_every_step_is_a_rise_however_it_bends(n: int, bend: float) -> None:
    """A bent line looks like a random walk by its residuals, but its steps all go the same way."""
    found = trend.find_trend([100 * bend**place + place for place in range(n)])
    assert found is not None
    assert found.tail < 0.005
    assert found.slope > 0


def test_the_test_of_a_trend_has_no_jump() -> None:
    """Between quiet and wandering series the probability changes gradually with the dependence of the residuals."""
    line, walk = noise(60, 5), noise(60, 6, 1.0)
    tails = []
    for share in range(21):
        mixed = [
            0.05 * at + (1 - share / 20) * a + share / 20 * b for at, (a, b) in enumerate(zip(line, walk, strict=True))
        ]
        found = trend.find_trend(mixed)
        assert found is not None
        tails.append(measure.normal_point(found.tail))
    assert max(abs(b - a) for a, b in itertools.pairwise(tails)) < 1.0


def test_random_walks_seldom_have_a_trend() -> None:
    """Of two hundred short and long ones at most one in eight is taken for one, where one in a hundred is the aim."""
    found = [trend.find_trend(noise(n, seed, 1.0)) for seed in range(100) for n in (30, 150)]
    assert sum(one is not None and one.tail < 0.01 for one in found) <= 25


def test_a_cycle_of_eleven_years_is_found_and_wandering_has_none() -> None:
    """A cycle that is not quite regular stands out of the spectrum of its dependence; red noise does not."""
    chance, turn, series = random.Random(4), 0.0, []
    for _ in range(300):
        turn += 2 * math.pi / 11 * (1 + chance.gauss(0, 0.15))
        series.append(10 * math.cos(turn) + chance.gauss(0, 4))
    found = cycle.find_cycle(series, 0)
    assert found is not None
    assert found.period == pytest.approx(11, abs=0.5)
    assert found.tail < 1e-4
    walks = [cycle.find_cycle(noise(300, seed, dependence), 0) for seed in range(20) for dependence in (0.5, 0.95, 1.0)]
    assert sum(one is not None and one.tail < 0.01 for one in walks) <= 2


def test_kinds_that_differ_do_so_by_a_known_share() -> None:
    """Kruskal and Wallis of three kinds by hand: H = 7.2, so that eta squared of ranks is (7.2 - 2) / 6."""
    found = contrast.contrast([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    assert found is not None
    assert found.effect == pytest.approx(5.2 / 6)
    assert found.tail == pytest.approx(math.exp(-3.6), rel=1e-6)
    assert contrast.contrast([[1.0, 1.0], [1.0, 1.0]]) is None


def test_the_interval_of_a_relation_is_wide_where_neighbours_are_alike() -> None:
    """Two slow series are worth few pairs, so that chance is not ruled out; in any order they are worth all."""
    one, other = noise(200, 1, 0.95), noise(200, 2, 0.95)
    plain, slow = relation.relate(one, other), relation.relate(one, other, in_order=True)
    assert plain is not None
    assert slow is not None
    assert slow.worth < 40 < plain.worth
    assert slow.low < 0 < slow.high
    tied = relation.relate(one, [3 * value + error for value, error in zip(one, noise(200, 3), strict=True)])
    assert tied is not None
    assert tied.low > 0.8


def test_the_season_of_weeks_follows_the_calendar_over_decades() -> None:
    """Fifty-two weeks fall short of a year by a day and more, so that months would drift apart."""
    first = datetime.date(1960, 1, 2)
    dates = [first + datetime.timedelta(weeks=at) for at in range(52 * 40)]
    places = [min(51, (one.timetuple().tm_yday - 1) // 7) for one in dates]
    error = noise(len(dates), 7)
    values = [
        10 * math.cos(2 * math.pi * (one.timetuple().tm_yday - 135) / 365.25) + error[at]
        for at, one in enumerate(dates)
    ]
    found = season.find_season(values, 52, places)
    assert found is not None
    assert found.strength > 0.95
    assert abs(found.pattern.index(max(found.pattern)) - 19) <= 1


def test_the_year_of_noisy_days_is_seen_by_its_months() -> None:
    """Days that depend on each other a little, with a year of a third of their spread; without it there is nothing."""
    first = datetime.date(2015, 1, 1)
    dates = [first + datetime.timedelta(days=at) for at in range(4 * 365)]
    quiet = noise(len(dates), 9, 0.3)
    months = [one.month - 1 for one in dates]
    swung = [0.6 * math.cos(2 * math.pi * (one.timetuple().tm_yday - 15) / 365.25) for one in dates]
    found = season.find_year([a + b for a, b in zip(quiet, swung, strict=True)], 365, months)
    assert found is not None
    assert found.tail < 1e-4
    assert found.pattern.index(max(found.pattern)) in (10, 11, 0, 1)
    nothing = season.find_year(quiet, 365, months)
    assert nothing is not None
    assert nothing.tail > 0.01


def test_the_crest_of_a_smooth_series_is_no_anomaly() -> None:
    """At a turn all neighbours lie lower, but the two beside a point are as high."""
    series = [100.0 + 4 * at + 0.2 * math.sin(at) for at in range(80)]
    series += [series[-1] - 3 * at for at in range(1, 30)]
    assert anomaly.find_anomalies(series)[0] == []


def test_the_course_of_a_series_has_its_turns_and_noise_has_none() -> None:
    """A turn comes back by a third of the range; what turns all the time, or only at its beginning, has no course."""
    prices = [2.4, 2.3, 2.2, 2.0, 1.9, 2.2, 2.8, 3.3, 2.6, 2.1, 2.2, 2.0, 1.4, 1.6, 2.1, 2.7, 3.2, 3.1, 2.9, 2.8]
    assert [prices[place] for place in course.find_turns(prices)] == [1.9, 3.3, 1.4]
    slump = [10 - 0.4 * step for step in range(12)] + [5.6 + 0.5 * step for step in range(20)]
    assert course.find_turns(slump) == [11]
    assert course.find_turns([1.0, 0.9, *(float(step) for step in range(1, 30))]) == []
    assert course.find_turns([5.0] * 40) == []
    assert all(course.find_turns(noise(60, seed)) == [] for seed in range(20))


def test_a_slump_that_is_made_good_is_no_shift_of_level() -> None:
    """A level that is given back for good, without a jump, was left for a while only; one that stays is a shift."""
    fallen = [100 + value for value in noise(40, 2)] + [80 + value for value in noise(40, 3)]
    (shift,) = change.find_changes(fallen)[0]
    assert abs(shift.place - 40) <= 2
    back = [80 + 20 * min(1.0, place / 30) + value for place, value in enumerate(noise(50, 4))]
    assert change.find_changes([*fallen, *back])[0] == []


def test_the_trough_of_a_slump_is_no_anomaly() -> None:
    """The lowest point of a way down and up again is its trough; a fall as deep on the way is one, and a deeper one."""
    slump = [100 + abs(place - 30) * 0.5 + 0.2 * one for place, one in enumerate(noise(61, 5))]
    slump[30] -= 1
    assert anomaly.find_anomalies(slump)[0] == []
    slump[10] -= 4
    assert [one.place for one in anomaly.find_anomalies(slump)[0]] == [10]
    slump[30] -= 2
    assert [one.place for one in anomaly.find_anomalies(slump)[0]] == [10, 30]


@pytest.mark.parametrize("n", [12, 20])
def test_what_rises_at_every_one_of_a_dozen_steps_rises_surely(n: int) -> None:
    """However uneven the steps are: even a random walk does so in less than one of 1,000 cases."""
    values = [float(place + (place % 3) * 0.9) ** 1.5 for place in range(n)]
    found = trend.find_trend(values)
    assert found is not None
    assert found.tail < 1e-3


def test_the_largest_fall_of_what_rises_is_found_with_its_ends() -> None:
    """It must last, be a share of what there was, and stand out of the noise."""
    rising = [100.0 + 3 * place for place in range(30)]
    assert course.find_fall(rising) is None
    slump = [*rising, 180.0, 170.0, 165.0, *(168.0 + 3 * place for place in range(20))]
    assert course.find_fall(slump) == (29, 32)
    assert course.find_fall([*rising, 150.0, *(190.0 + 3 * place for place in range(20))]) is None


def test_a_link_that_turns_within_kinds_is_seen() -> None:
    """Of petals and sepals, say: over all kinds the one falls with the other, in each it rises."""
    kinds = [("a", 10.0, 0.0), ("b", 0.0, 10.0)]
    rows = [(name, one + step, other + step) for name, one, other in kinds for step in range(10)]
    whole = relation.correlate([one for _, one, _ in rows], [other for _, _, other in rows])
    assert whole is not None and whole.spearman < 0
    assert relation.within(rows) == pytest.approx(1.0)
    assert relation.is_reversed(whole.spearman, relation.within(rows))
    assert not relation.is_reversed(0.5, relation.within(rows))


def test_a_way_with_setbacks_is_told_from_wandering() -> None:
    """Twelve values that mostly rise go one way, those that rise and fall by turns do not."""
    tau, tail = trend.way_of([17.7, 21.3, 18.7, 17.1, 22.7, 20.3, 21.6, 23.4, 24.1, 25.1, 33.7, 31.0])
    assert tau > 0.5 and tail < 0.01
    tau, tail = trend.way_of([1.0, 5.0, 2.0, 6.0, 1.5, 5.5, 2.5, 6.5, 1.2, 5.2])
    assert tau < 0.5 and tail > 0.01


def test_zeros_of_a_skewed_sample_are_no_outliers() -> None:
    """They are as near to the median as most are, though no logarithm reaches them; nor is its long tail unusual."""
    source = random.Random(5)
    values = [0.0] * 13 + [math.exp(source.gauss(-2.8, 0.9)) for _ in range(550)]
    assert anomaly.find_outliers(values)[0] == []


@pytest.mark.parametrize("skewed", [True, False])
def test_the_outlier_is_the_value_farthest_from_the_median(skewed: bool) -> None:
    """Of even and of skewed samples the farthest value comes out as farthest; a tiny one near the rest does not."""
    source = random.Random(7)
    drawn = [source.gauss(0, 1.0) for _ in range(200)]
    values = [math.exp(one) if skewed else 20 + one for one in drawn]
    found, tail = anomaly.find_outliers([*values, 1e-6 if skewed else 20.0, 500.0])
    assert [one.value for one in found] == [500.0]
    assert tail < 1e-6


def test_what_many_rows_share_is_not_unusual() -> None:
    """Two rows that share a value far away are told, a dozen are a kind of their own."""
    source = random.Random(11)
    values = [source.gauss(50, 3) for _ in range(600)]
    assert {one.value for one in anomaly.find_outliers([*values, 0.0, 0.0])[0]} == {0.0}
    assert anomaly.find_outliers([*values, *[0.0] * 12])[0] == []
