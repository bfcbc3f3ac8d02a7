"""Planning the next round: noise floor by enumeration, splits by variance components, cases needed."""

import json
import math
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.planning import design
from ordquant_core.analysis.planning.noise import Noise, against_panel, draw_noise
from ordquant_core.analysis.planning.split import bounded, cases_within, kept_share, options, resample_pilot
from ordquant_core.analysis.planning.votes import some_votes, votes_of
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Scores, Task
from ordquant_core.statistics.dirichlet import fit_dirichlet

pytestmark = pytest.mark.slow

SHARED = Path(__file__).parents[2] / "../shared/data/stc3"
FINITE = bounded(tuple(MEASURES), 5)


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


def every_vote(total, n_classes):
    """Every possible panel of some annotators."""
    return np.array([votes for votes in product(range(total + 1), repeat=n_classes) if sum(votes) == total])


def predicted(prior, votes, total):
    """Every further panel, with its probability given the votes."""
    panels = every_vote(total, len(votes))
    return panels, stats.dirichlet_multinomial.pmf(panels, prior + np.array(votes), total)


def halves_by_hand(measure, prior, counts):
    """What two disjoint halves of the votes score, and what the model says of it: sums over all halves."""
    half = sum(counts) // 2
    observed = modelled = 0.0
    for first in every_vote(half, len(counts)):
        left = np.array(counts) - first
        if left.min() < 0:
            continue
        chance = stats.multivariate_hypergeom.pmf(first, counts, half)
        others = np.array([votes for votes in every_vote(half, len(counts)) if (votes <= left).all()])
        chances = stats.multivariate_hypergeom.pmf(others, left, half)
        observed += chance * (chances @ measure(first, others))
        panels, weights = predicted(prior, first, half)
        modelled += chance * (weights @ measure(first, panels))
    return observed, modelled


@pytest.mark.parametrize("counts", [(2, 1, 0), (1, 1, 1), (0, 1, 3), (1, 1), (3, 0)])
def test_noise_of_one_case_is_the_expectation_over_every_possible_panel(counts):
    prior, gold = fit_dirichlet(np.array([counts])), np.array(counts)
    panels, chances = predicted(prior, counts, sum(counts))
    true = rng(5).dirichlet(prior + gold, size=20_000)
    found = draw_noise(gold[None], FINITE, rng=rng(), n_draws=20_000)
    for key, floor, panel in zip(FINITE, found.floor, found.panel, strict=True):
        observed, modelled = halves_by_hand(MEASURES[key], prior, counts)
        factor = (observed + modelled) / (2 * modelled)
        assert panel == pytest.approx(factor * (chances @ MEASURES[key](gold, panels)), rel=0.05), key
        assert floor == pytest.approx(factor * MEASURES[key](gold, true).mean(), rel=0.05, abs=0.002), key


def test_noise_of_squared_errors_has_a_closed_form():
    """E|v / K - p|^2 = |v / K - q|^2 + (1 - |q|^2) / (A + 1), q the mean of p, A the sum of its parameters."""
    votes = np.stack([rng(1).multinomial(9, p) for p in rng().dirichlet([2, 5, 3, 1], size=2000)])
    found = draw_noise(votes, ["SS"], rng=rng(2), n_draws=500)
    after = fit_dirichlet(votes) + votes
    total = after.sum(axis=1)
    means = after / total[:, None]
    variances = (1 - (means**2).sum(axis=1)) / (total + 1)
    floors = ((votes / 9 - means) ** 2).sum(axis=1) + variances
    panels = floors + (1 - (means**2).sum(axis=1) - variances) / 9
    assert found.floor[0] == pytest.approx(floors.mean(), rel=0.03)  # the votes are those of the model: factor near 1
    assert found.panel[0] == pytest.approx(panels.mean(), rel=0.03)
    assert np.corrcoef(found.floors[0], floors)[0, 1] > 0.99


def test_another_number_of_annotators():
    """The gold is some of the votes, or all of them and more; E|v - p|^2 falls with their number."""
    true = rng().dirichlet([2, 2], size=3000)
    votes = np.stack([rng(1).multinomial(20, p) for p in true])
    expected = (1 - (true**2).sum(axis=1)).mean()
    for number in (5, 20, 40):
        found = draw_noise(votes, ["SS"], rng=rng(), n_draws=200, annotators=number)
        assert found.floor[0] == pytest.approx(expected / number, rel=0.05)
        assert found.panel[0] == pytest.approx(2 * expected / number, rel=0.05)
    own, same = (draw_noise(votes, ["NMD"], rng=rng(), n_draws=200, annotators=number) for number in (None, 20))
    assert np.array_equal(own.floors, same.floors)


@pytest.mark.parametrize(
    "votes",
    [
        [[2, 0, 0]],  # one case
        [[2, 0, 0]] * 40,  # unanimous, one class
        [[2, 0, 0], [0, 0, 2]] * 20,  # unanimous, two classes
        [[1, 0, 0], [0, 1, 0], [1, 1, 0]],  # one case with two votes
        [[3, 1, 0], [1, 0, 0], [0, 5, 20]],  # K differs
        [[1, 1, 0]] * 30,  # cases that differ less than chance makes them differ
    ],
)
def test_votes_that_say_little_of_how_cases_differ_still_leave_a_little_open(votes):
    found = draw_noise(np.array(votes), FINITE, rng=rng(), n_draws=4000)
    assert np.isfinite(found.floors).all()
    assert (found.floor >= 0).all()
    for key in ("NMD", "JSD"):  # convex: votes are further away than the distribution that they are drawn from
        layer = FINITE.index(key)
        assert 0 < found.floor[layer] < 1.1 * found.panel[layer] < 1


def test_a_measure_that_is_infinite_between_panels_is_infinite():
    found = draw_noise(np.array([[4, 0], [2, 2], [3, 1]]), ["KLD", "NMD"], rng=rng(), n_draws=50)
    assert np.isinf(found.floor[0])
    assert np.isfinite(found.floor[1])


DBDC = Path(__file__).parents[2] / "../shared/data/dbdc3/votes_en.csv"


@pytest.mark.skipif(not DBDC.exists(), reason="the shared votes are not here")
@pytest.mark.parametrize("number", [2, 3, 5, 10, 15])
def test_the_second_panel_is_that_of_other_annotators_of_the_same_cases(number):
    """Some of the 30 annotators are the gold, as many others a real second panel."""
    table = np.loadtxt(DBDC, delimiter=",", skiprows=1, usecols=(4, 5, 6), dtype=int)[::3]
    chance = rng(number)
    first = some_votes(table, number, chance)
    found = draw_noise(first, ["NMD", "RNOD", "JSD"], rng=chance, n_draws=100)
    for key, panel in zip(found.measures, found.panel, strict=True):
        others = [some_votes(table - first, number, chance) for _ in range(5)]
        real = np.mean([MEASURES[key](first, second).mean() for second in others])
        assert panel == pytest.approx(real, rel=0.05), key


@pytest.mark.skipif(not SHARED.exists(), reason="the shared task's file is not here")
def test_half_of_the_annotators_of_the_real_task_score_what_is_predicted():
    dialogues = json.loads((SHARED / "gold_test.json").read_text())
    for scale in "AE":
        given = [[str(one["quality"][scale]) for one in dialogue["annotations"]] for dialogue in dialogues]
        votes = np.array([[case.count(label) for label in ("-2", "-1", "0", "1", "2")] for case in given])
        first = some_votes(votes, 9, rng(1))
        found = draw_noise(first, ["NMD", "RNOD", "NVD", "JSD"], rng=rng(), n_draws=200)
        for key, panel in zip(found.measures, found.panel, strict=True):
            others = [some_votes(votes - first, 9, rng(seed)) for seed in range(5)]
            real = np.mean([MEASURES[key](first, second).mean() for second in others])
            assert panel == pytest.approx(real, rel=0.05), (scale, key)


def test_a_run_is_compared_with_a_second_panel_on_the_same_cases():
    panels = rng().random((1, 100))
    gaps = np.stack([np.full(100, 0.1), np.zeros(100), np.full(100, -0.1)]) + 0.01 * rng(2).normal(size=(3, 100))
    found = against_panel((panels[:, None] + gaps), panels)
    sides = np.sign(found.low) + np.sign(found.high)
    assert sides.tolist() == [[2, 0, -2]]
    assert isinstance(draw_noise(np.array([[1, 1]]), ["NMD"], rng=rng()), Noise)


def test_a_gold_without_votes_and_one_annotator_are_explained():
    one = task([[1, 0], [0, 1]], [[[0.5, 0.5]] * 2] * 2)
    for given, words in ((replace(one, votes=None), "not votes"), (one, "single vote")):
        with pytest.raises(OrdquantError, match=words):
            votes_of(given)
        with pytest.raises(OrdquantError, match=words):
            resample_pilot(given, ["NMD"])
    with pytest.raises(OrdquantError, match="single vote"):
        draw_noise(one.votes, rng=rng())
    with pytest.raises(OrdquantError, match="one vote or more"):
        draw_noise(np.array([[0, 0], [1, 1]]), rng=rng())
    with pytest.raises(OrdquantError, match="two draws"):
        draw_noise(np.array([[1, 1]]), rng=rng(), n_draws=1)


def some_scores(n_runs=4, n_cases=30, seed=5):
    chance = rng(seed)
    values = chance.random((2, n_runs, n_cases)) * 0.3 + chance.random((2, 1, n_cases))
    return Scores(("NMD", "JSD"), tuple("abcdefghij"[:n_runs]), tuple(map(str, range(n_cases))), values)


def test_a_design_uses_that_runs_meet_the_same_cases():
    (one, _) = design.pooled_variances([some_scores()])
    row = design.needed(one, 0.1)
    assert (row.measure, row.difference, row.variance) == ("NMD", 0.1, one.value)
    unpaired = 2 * some_scores().values[0].var(axis=1, ddof=1).mean()  # as if they met different cases
    assert row.cases < design.needed(design.of_variance(unpaired)).cases / 3
    assert 0.09 < design.detectable(one, row.cases) <= 0.1


def test_variances_are_pooled_by_their_degrees_of_freedom():
    one, other = some_scores(n_cases=11), some_scores(n_cases=31, seed=6)
    first, second = design.pooled_variances([one])[0], design.pooled_variances([other])[0]
    pooled = design.pooled_variances([one, other])[0]
    assert pooled.value == pytest.approx((30 * first.value + 90 * second.value) / 120)
    assert pooled.freedom == 40
    with pytest.raises(OrdquantError, match="same measures"):
        design.pooled_variances([one, replace(other, measures=("NMD", "NVD"))])


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
    made = task([[2, 2], [4, 0]], [[[0.5, 0.5]] * 2, [[1.0, 0.0]] * 2])
    with pytest.raises(OrdquantError, match=words):
        resample_pilot(made, **{"measures": ["NMD"], **changes})
    with pytest.raises(OrdquantError, match="1 run and 2 cases"):
        resample_pilot(made.only(["run 0"]), ["NMD"])
    single = task([[2, 2]], [[[0.5, 0.5]], [[1.0, 0.0]]])
    with pytest.raises(OrdquantError, match="2 runs and 1 case"):
        resample_pilot(single, ["NMD"])


def test_copies_of_a_run_do_not_lower_the_variance_of_differences():
    one = some_scores()
    copies = Scores(
        one.measures, (*one.runs, "copy"), one.cases, np.concatenate([one.values, one.values[:, :1]], axis=1)
    )
    assert design.pooled_variances([copies]) == design.pooled_variances([one])


def test_copies_alone_have_no_variance_and_one_run_is_refused():
    one = some_scores(n_runs=1)
    copies = Scores(one.measures, ("a", "copy"), one.cases, np.repeat(one.values, 2, axis=1))
    (first, _) = design.pooled_variances([copies])
    assert (first.value, design.needed(first).cases, design.detectable(first, 30)) == (None, None, None)
    with pytest.raises(OrdquantError, match="1 run and 30 cases"):
        design.pooled_variances([one])


def test_the_upper_limit_of_a_variance_is_that_of_the_chi_square_distribution():
    (one, *_) = design.pooled_variances([some_scores()])
    row = design.needed(one, 0.1)
    assert row.variance_high == pytest.approx(one.freedom * one.value / stats.chi2.ppf(0.05, one.freedom))
    assert row.cases_high >= row.cases
    assert design.needed(design.of_variance(0.02)).cases_high is None
