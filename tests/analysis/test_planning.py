"""Planning the next round: splits by variance components, cases needed."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.planning import design
from ordquant_core.analysis.planning.split import cases_within, kept_share, options, resample_pilot
from ordquant_core.analysis.planning.votes import checked_votes, some_votes, votes_of
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.records import Scores, Task

pytestmark = pytest.mark.slow


def rng(seed=1):
    return np.random.default_rng(seed)


def task(votes, estimates, runs=None):
    votes = np.asarray(votes)
    estimates = np.asarray(estimates, dtype=np.float64)
    names = tuple(f"run {number}" for number in range(len(estimates)))
    cases = tuple(f"case {number}" for number in range(len(votes)))
    classes = tuple(map(str, range(votes.shape[1])))
    gold = votes / votes.sum(axis=1, keepdims=True)
    return Task("made up", None, classes, cases, gold, votes, runs or names, estimates)


def test_a_gold_without_votes_and_one_annotator_are_explained():
    one = task([[1, 0], [0, 1]], [[[0.5, 0.5]] * 2] * 2)
    for given, words in ((replace(one, votes=None), "the vote of one annotator, or"), (one, "single vote")):
        with pytest.raises(OrdquantError, match=words):
            votes_of(given)
        with pytest.raises(OrdquantError, match=words):
            resample_pilot(given, ["NMD"])
    with pytest.raises(OrdquantError, match="one vote or more"):
        checked_votes(np.array([[0, 0], [1, 1]]))


def some_scores(n_runs=4, n_cases=30, seed=5):
    chance = rng(seed)
    values = chance.random((2, n_runs, n_cases)) * 0.3 + chance.random((2, 1, n_cases))
    return Scores(("NMD", "JSD"), tuple("abcdefghij"[:n_runs]), tuple(map(str, range(n_cases))), values)


def test_a_design_uses_that_runs_meet_the_same_cases():
    (one, _) = design.variances(some_scores())
    row = design.needed(one, 0.1)
    assert (row.measure, row.difference, row.variance) == ("NMD", 0.1, one.value)
    unpaired = 2 * some_scores().values[0].var(axis=1, ddof=1).mean()  # as if they met different cases
    assert row.cases < design.needed(design.of_variance(unpaired)).cases / 3
    assert 0.09 < design.detectable(one, row.cases) <= 0.1
    assert design.detectable(one, 2, largest=1) is None  # 2 cases need a difference above 1
    assert design.detectable(one, 2) > 1
    assert design.needed(one, 1.1, largest=1).cases is None
    assert design.needed(one, 1, largest=1).cases >= 2


def test_the_variance_is_the_largest_of_the_pairs_and_their_mean_is_given():
    scores = some_scores()
    pairs = [first - second for first, second in combinations(scores.values[0], 2)]
    variances = [gaps.var(ddof=1) for gaps in pairs]
    (one, _) = design.variances(scores)
    assert (one.value, one.mean) == pytest.approx((max(variances), np.mean(variances)))
    assert one.freedom == 29
    row = design.needed(one, 0.1)
    assert row.cases_mean == design.needed(design.of_variance(one.mean), 0.1).cases
    assert row.cases_low <= row.cases <= row.cases_high


def two_ends(n_cases, n_votes, a, b):
    """A task of two classes whose true shares are Beta(a, b), and runs that always say one class: a - b = 1 - 2g."""
    chance = rng(11)
    ones = chance.binomial(n_votes, chance.beta(a, b, size=n_cases))
    first, second = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    estimates = [np.broadcast_to(end, (n_cases, 2)) for end in (first, second)]
    return task(np.stack([n_votes - ones, ones], axis=1), estimates)


def test_widths_follow_the_variance_components():
    """The difference of two runs is 1 - 2g: its variance is 4 (between cases + E[p (1 - p)] / annotators)."""
    a, b = 6, 10
    between, within = a * b / ((a + b) ** 2 * (a + b + 1)), a * b / ((a + b) * (a + b + 1))
    made = two_ends(4000, 30, a, b)
    found = resample_pilot(made, ["NMD"], cases=[25, 100, 400], annotators=[1, 3, 10, 30], n_resamples=120)
    for k, number in enumerate(found.annotators):
        for n, size in enumerate(found.cases):
            # the expected width of a normal sample; these differences are bounded, which matters for few annotators
            mean_of_s = stats.chi.mean(size - 1) / math.sqrt(size - 1) * math.sqrt(4 * (between + within / number))
            formula = 2 * stats.t.ppf(0.975, size - 1) * mean_of_s / math.sqrt(size)
            widths = found.widths[0, k, n]
            error = widths.std(ddof=1) / np.sqrt(len(widths))
            tolerance = (
                4 * error + 0.025 * formula
            )  # of 4,000 cases the variance is known to 2.2%, the width to half of that
            assert widths.mean() == pytest.approx(formula, abs=tolerance), (number, size)


def test_more_of_either_narrows_the_interval_and_orders_runs_as_the_pilot_does():
    chance = rng(4)
    votes = chance.multinomial(12, [0.1, 0.2, 0.4, 0.3], size=60)
    estimates = chance.dirichlet([1, 2, 4, 3], size=(5, 60))
    found = resample_pilot(task(votes, estimates), ["NMD", "RNOD"], cases=[10, 40, 160], n_resamples=30)
    assert found.annotators == (3, 6, 12)
    assert found.width.shape == (2, 3, 3)
    assert (np.diff(found.width, axis=2) < 0).all()
    assert (found.tau[:, -1, -1] > found.tau[:, 0, 0]).all()
    assert found.means.shape == (2, 3, 5)
    whole = score(task(votes, estimates), ["NMD", "RNOD"]).values.mean(axis=2)
    assert found.means[:, -1] == pytest.approx(whole, abs=0.02)  # all votes: only the cases are resampled


def test_differences_that_chance_explains_count_as_none_and_large_ones_are_kept():
    chance = rng(3)
    alike, cases = chance.standard_normal((1, 6, 200)), chance.standard_normal(200)
    assert kept_share(alike + 5 * cases).tolist() == [0.0]  # what a case adds to all runs does not count
    apart = alike + 2 * np.arange(6)[None, :, None]
    assert 0.99 < kept_share(apart)[0] < 1
    half = alike + 0.1 * np.arange(6)[None, :, None]
    centred = half[0] - half[0].mean(axis=0)
    noise = centred.var(axis=1, ddof=1).mean() / 200
    assert kept_share(half)[0] ** 2 == pytest.approx(1 - noise / centred.mean(axis=1).var())
    assert kept_share(np.zeros((1, 2, 3))).tolist() == [0.0]


def test_one_cell_is_student_s_interval():
    """All votes of a case and a resample drawn as here give what SciPy says of these cases."""
    chance = rng(8)
    made = task(chance.multinomial(5, [0.3, 0.3, 0.4], size=20), chance.dirichlet([1, 1, 1], size=(2, 20)))
    found = resample_pilot(made, ["NVD"], cases=[15], annotators=[5], n_resamples=1, seed=3)
    seed = int(rng(3).integers(0, 2**63, size=1)[0])
    cases = rng(seed).integers(0, 20, size=15)
    values = score(made, ["NVD"]).values[0]
    gaps = (values[0] - values[1])[cases]
    interval = stats.ttest_1samp(gaps, 0).confidence_interval()
    assert found.width[0, 0, 0] == pytest.approx(interval.high - interval.low)
    ahead = np.sign(values[0].mean() - values[1].mean())
    assert found.share[0, 0, 0] == (ahead * interval.low > 0 and ahead * interval.high > 0)


def test_a_pair_that_changes_places_is_not_separated_as_the_pilot_orders_it():
    """One vote for each case: the gold is an end of the scale, to which the cautious run is far."""
    votes = np.full((40, 2), 10)
    bold = np.tile([1.0, 0.0], (40, 1))
    cautious = np.tile([0.55, 0.45], (40, 1))
    made = task(votes, [bold, cautious])
    found = resample_pilot(made, ["NMD"], cases=[40], annotators=[20], n_resamples=5)
    assert found.share[0, 0, 0] == 1
    drawn = some_votes(votes, 1, rng())
    assert (drawn.sum(axis=1) == 1).all()


def test_some_votes_are_drawn_without_replacement():
    votes = np.tile([3, 0, 5, 2], (20_000, 1))
    drawn = some_votes(votes, 4, rng())
    assert (drawn.sum(axis=1) == 4).all()
    assert (drawn <= votes).all()
    expected = stats.multivariate_hypergeom([3, 0, 5, 2], 4)
    assert drawn.mean(axis=0) == pytest.approx(expected.mean(), abs=0.03)
    assert drawn.var(axis=0) == pytest.approx(np.diag(expected.cov()), abs=0.03)
    assert np.array_equal(some_votes(votes, 10, rng()), votes)


def test_a_budget_is_spent_on_what_separates_most():
    chance = rng(4)
    votes = chance.multinomial(12, [0.1, 0.2, 0.4, 0.3], size=60)
    estimates = chance.dirichlet([1, 2, 4, 3], size=(5, 60))
    sizes = cases_within(480, (3, 6, 12))
    assert sizes == (40, 80, 160)
    found = resample_pilot(task(votes, estimates), ["NMD"], cases=sizes, n_resamples=40)
    listed = options(found, "NMD", 480)
    assert {(one.cases, one.annotators) for one in listed} == {(40, 12), (80, 6), (160, 3)}
    assert [one.separated for one in listed] == sorted((one.separated for one in listed), reverse=True)
    assert sum(one.first for one in listed) >= 1  # in every resample one of them is not beaten
    assert listed[0].first == max(one.first for one in listed)
    with pytest.raises(OrdquantError, match="No resampled split"):
        options(found, "NMD", 10)


def test_cases_with_a_single_vote_are_not_resampled_unless_one_annotator_is_asked_for():
    uneven = task([[0, 1], *[[3, 1]] * 7], [[[0.5, 0.5]] * 8, [[1, 0], [0, 1]] * 4])
    with pytest.raises(OrdquantError, match="1 of 8 cases has a single vote"):
        resample_pilot(uneven, ["NMD"])
    with pytest.raises(OrdquantError, match="2 of 8 cases have"):
        resample_pilot(replace(uneven, votes=np.array([[0, 1], [1, 0], *[[3, 1]] * 6])), ["NMD"])
    assert resample_pilot(uneven, ["NMD"], cases=[2], annotators=[1], n_resamples=2).n_cases == 8


def test_of_ways_that_separate_as_many_pairs_the_narrowest_comes_first():
    votes = [[4, 0], [0, 4]] * 30
    clear = task(votes, [np.array(votes) / 4, np.full((60, 2), 0.5)])
    noisy = replace(clear, estimates=clear.estimates + np.linspace(0, 0.1, 60)[:, None] * [1, -1])
    ways = options(resample_pilot(noisy, ["NMD"], cases=(50, 100), annotators=(2, 4), n_resamples=3), "NMD", 200)
    assert [way.separated for way in ways] == [1, 1]
    assert [(way.cases, way.annotators) for way in ways] == [(100, 2), (50, 4)]
    assert ways[0].width < ways[1].width


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cases": [1]}, "cases from 2"),
        ({"annotators": [5]}, "from 1 to 4"),
        ({"n_resamples": 0}, "one resample"),
        ({"measures": ["KLD"]}, "KLD can be infinite"),
    ],
)
def test_what_cannot_be_resampled_is_refused(changes, words):
    made = task([[2, 2], [4, 0]] * 4, [[[0.5, 0.5]] * 8, [[1.0, 0.0]] * 8])
    with pytest.raises(OrdquantError, match=words):
        resample_pilot(made, **{"measures": ["NMD"], **changes})
    with pytest.raises(OrdquantError, match="1 run and 8 cases"):
        resample_pilot(made.only(["run 0"]), ["NMD"])
    single = task([[2, 2]], [[[0.5, 0.5]], [[1.0, 0.0]]])
    with pytest.raises(OrdquantError, match="2 runs and 1 case"):
        resample_pilot(single, ["NMD"])


def test_a_pilot_of_few_cases_gives_no_plan():
    made = task([[2, 2], [4, 0]] * 4, [[[0.5, 0.5]] * 8, [[1.0, 0.0]] * 8])
    assert resample_pilot(made, ["NMD"], n_resamples=2).n_cases == 8
    with pytest.raises(OrdquantError, match="With 7 cases, what the next round needs is not known: "):
        resample_pilot(made.at(np.arange(7)), ["NMD"])
    with pytest.raises(OrdquantError, match="With 7 cases"):
        design.variances(some_scores(n_cases=7))


def test_copies_of_a_run_do_not_lower_the_variance_of_differences():
    one = some_scores()
    copies = Scores(
        one.measures, (*one.runs, "copy"), one.cases, np.concatenate([one.values, one.values[:, :1]], axis=1)
    )
    assert design.variances(copies) == design.variances(one)


def test_copies_alone_have_no_variance_and_one_run_is_refused():
    one = some_scores(n_runs=1)
    copies = Scores(one.measures, ("a", "copy"), one.cases, np.repeat(one.values, 2, axis=1))
    (first, _) = design.variances(copies)
    assert (first.value, design.needed(first).cases, design.detectable(first, 30)) == (None, None, None)
    with pytest.raises(OrdquantError, match="1 run and 30 cases"):
        design.variances(one)


def test_the_interval_of_a_variance_is_that_of_the_chi_square_distribution():
    (one, *_) = design.variances(some_scores())
    row = design.needed(one, 0.1)
    squares = one.freedom * one.value
    assert row.variance_low == pytest.approx(squares / stats.chi2.ppf(0.975, one.freedom))
    assert row.variance_high == pytest.approx(squares / stats.chi2.ppf(0.025, one.freedom))
    assert design.needed(design.of_variance(0.02)).cases_high is None
