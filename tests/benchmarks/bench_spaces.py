"""How long a look at every gold takes. Not collected by default: `make bench`."""

import resource

import pytest

from ordquant_core.analysis.spaces.artificial import ArtificialStudy
from ordquant_core.analysis.spaces.by_score import Condition, ScoreSearch
from ordquant_core.analysis.spaces.compare_estimators import EstimatorComparison
from ordquant_core.analysis.spaces.estimators import Estimator
from ordquant_core.analysis.spaces.measure_properties import PropertyTable
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE

POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")


@pytest.mark.benchmark(group="every gold of 20 votes over 5 classes: 10,626")
@pytest.mark.parametrize("measures", [MAIN_MEASURES, tuple(MEASURES)], ids=["main measures", "all measures"])
def test_two_estimates_on_every_gold(benchmark, measures):
    compared = benchmark.pedantic(
        lambda: EstimatorComparison(20, 5, POPULARITY, UNIFORM, measures).finish(), rounds=5, warmup_rounds=1
    )
    assert compared.n_distributions == 10_626


@pytest.mark.benchmark(group="two million gold distributions")
@pytest.mark.parametrize(("n_votes", "n_classes"), [(80, 5), (1998, 3)])
def test_two_million_gold_distributions_in_bounded_memory(benchmark, n_votes, n_classes):
    EstimatorComparison(20, 5, POPULARITY, UNIFORM, tuple(MEASURES)).finish()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    args = (n_votes, n_classes, POPULARITY, UNIFORM, tuple(MEASURES))
    compared = benchmark.pedantic(lambda: EstimatorComparison(*args).finish(), rounds=1)
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    benchmark.extra_info["more_megabytes"] = round(more, 1)
    assert compared.n_distributions > 1_900_000
    assert more < 200


@pytest.mark.benchmark(group="gold distributions by score")
@pytest.mark.parametrize("n_votes", [20, 80])
def test_a_search(benchmark, n_votes):
    conditions = [Condition("NMD", "delta", -0.1505, -0.1495), Condition("RNOD", "delta", 0.1145, 0.1155)]
    found = benchmark.pedantic(
        lambda: ScoreSearch(n_votes, 5, POPULARITY, UNIFORM, conditions).finish(), rounds=2, warmup_rounds=1
    )
    assert found.n_found > 0


@pytest.mark.benchmark(group="artificial distributions, 20 seeds")
@pytest.mark.parametrize("n_classes", [3, 7])
def test_the_study_of_the_paper(benchmark, n_classes):
    result = benchmark.pedantic(lambda: ArtificialStudy(n_classes, MEASURES_OF_TABLE, range(20)).finish(), rounds=1)
    assert result.tau.shape == (20, 5, 5)


@pytest.mark.benchmark(group="properties")
def test_the_table_of_properties(benchmark):
    findings = benchmark.pedantic(lambda: PropertyTable(7, 4, MAIN_MEASURES).finish(), rounds=2)
    assert findings
