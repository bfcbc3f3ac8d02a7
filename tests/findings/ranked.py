"""What is made for ranked.txt: nuggets of dialogues, and ranked lists."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np

from ordquant_core.analysis.official import official
from ordquant_core.analysis.retrieval import Agreement, JointInformation, Metasearch, PairInformation
from ordquant_core.findings import nuggets as on_nuggets
from ordquant_core.findings import ranked_lists as on_ranked_lists
from ordquant_core.nuggets import Averages, NuggetScores, Ranking
from ordquant_core.ranked_lists.chance import Chance
from ordquant_core.records import Correlation, Scores
from tests.analysis.small_lists import collection_of, made_up
from tests.findings.resamples import resampled

# nuggets


def ranking(means, *, alike=(), alpha=0.25, ends=None, dialogues=30, note=""):
    """Rank runs x, y, z, … by RNSS; they differ significantly but for the pairs that are `alike`."""
    runs, nothing = "xyzuvw"[: len(means)], np.empty(0)
    names = tuple(f"d{number}" for number in range(dialogues))
    scores = NuggetScores(("RNSS",), tuple(runs), names, nothing, nothing, nothing, nothing, nothing)
    means = np.array([means], dtype=float)
    values = np.repeat(means[:, :, None], dialogues, axis=2)
    averages = Averages(scores, alpha, values, np.ones(dialogues, dtype=int), means, note)
    results = official(Scores(("RNSS",), tuple(runs), names, values), n_trials=200, seed=1)
    if results.tested:
        p_values = np.where(np.eye(len(runs)), 1.0, 0.001)[None]
        for pair in alike:
            one, other = map(runs.index, pair)
            p_values[0, one, other] = p_values[0, other, one] = 0.5
        results = replace(results, test=replace(results.test, p_values=p_values))
    helpdesk, customer = (np.array([side], dtype=float) for side in ends or (means[0], means[0]))
    return Ranking(averages, results, helpdesk, customer)


def best_run(means, *, share=1.0, **options):
    ranked = ranking(means, **options)
    return on_nuggets.best_run(ranked, "RNSS", resampled(ranked.results.test.runs, means, low=share))


def how_often(means, share=1.0, **options):
    ranked = ranking(means, **options)
    return on_nuggets.how_often(ranked, resampled(ranked.results.test.runs, means, low=share))


def over_alpha(*ends, alpha=0.25):
    return on_nuggets.over_alpha(ranking(ends[0], ends=ends, alpha=alpha), "RNSS", ("x", "y"))


def method(means=(0.1, 0.2), **options):
    return on_nuggets.method(ranking(means, **options))


def facts_of_nuggets(votes):
    customer = np.array([True, True, False])
    task = SimpleNamespace(customer=customer, votes=votes, dialogues=("d", "e"), runs=("x",))
    return " · ".join([*on_nuggets.facts(task), on_nuggets.blocks_by_side(task)])


BOTH = ("customer", "helpdesk")

# ranked_lists

NAN = float("nan")


def results(*measures, graded=True):
    """Return results of runs a, b, c, … with a score by RIC, AP and nDCG on each of some topics."""
    made = made_up(measures)
    topics = made.collection.topics
    plain = tuple(replace(topic, grades=np.ones_like(topic.grades)) for topic in topics)
    defined = np.isfinite(made.scores.values[0]).any(axis=0) & graded
    topics = tuple(topic if some else other for topic, other, some in zip(topics, plain, defined, strict=True))
    return replace(made, collection=replace(made.collection, topics=topics))


def on_topics(*measures, n_topics=2):
    return [[[score] * n_topics for score in of_runs] for of_runs in measures]


def best(*measures, share=1.0, n_topics=2, n_cases=20, say=on_ranked_lists.best_run, **options):
    return of_best(results(*on_topics(*measures, n_topics=n_topics), **options), share, n_cases, say)


def of_best(made, share=1.0, n_cases=20, say=on_ranked_lists.best_run):
    first = made.first_by(made.defined[0])
    return say(made, replace(first, share=share, n_cases=n_cases))


others = partial(best, say=on_ranked_lists.by_others)


def no_ric(*ap, **options):
    return best([NAN] * len(ap), ap, graded=False, **options)


def chance(first, error=0.001, second=0.125, permutations=(50,)):
    """Return two numbers by chance on some topics: half of the permutations lie below their mean, half above."""
    spread = error * np.sqrt(len(permutations))  # so that the mean over topics has this standard error
    return Chance(
        tuple(np.array([[first, second]]) + np.resize([spread, -spread], (n, 1)) * np.sqrt(n - 1) for n in permutations)
    )


def two_runs(difference, joint, by_chance, *, a=None, b=None, ap=(0.5, 0.4), say=on_ranked_lists.two_runs):
    made = results(*on_topics([0.3, 0.2], ap))
    pairs = PairInformation(made.runs, np.full((2, 2), joint), np.full((2, 2), difference))
    (topic, *_) = made.collection.topics
    ranks = topic.ranks if a is None else np.array([a, b])
    topics = (replace(topic, ranks=ranks),)
    return say(replace(made, pairs=pairs, collection=replace(COLLECTION, topics=topics)), (0, 1), by_chance)


def of_two(*numbers, **options):
    shown = two_runs(*numbers, say=on_ranked_lists.of_two, **options)
    return "; ".join([f"{what} {bits.bits:.3f}" for what, bits in shown] + [on_ranked_lists.nearly_equal(shown)])


def above(shares, n_runs=12):
    """Say on how many topics the runs are above chance, where this share of the permutations carries as much."""
    permuted = tuple(np.zeros((99, 1)) + 0.5 for _ in shares)
    joint = np.array([1.0 if share <= 0.05 else 0.0 for share in shares])
    return on_ranked_lists.above_chance(JointInformation(tuple(map(str, shares)), joint, Chance(permuted)), n_runs)


def permuted(*names, by_chance, bits=0.3):
    return on_ranked_lists.permuted([(name, by_chance.beside(number, bits)) for number, name in enumerate(names)])


def correlation(value, low=None, high=None, why=""):
    return Correlation(value, low, high, 12, why)


def rankings(tau, top=12):
    return Agreement(tau, correlation(0.9), top, correlation(0.6), correlation(None))


def merged(method="CombMNZ", joint=0.5, *, by_chance=None, fused=0.25, sets=((0, 1), (0, 2)), say=None):
    n, say = len(sets), say or on_ranked_lists.merging
    chance = None if by_chance is None else (by_chance, by_chance)
    return say(Metasearch(sets, np.full(n, joint), np.full((6, n), fused), chance), method, 2)


kept = partial(merged, say=on_ranked_lists.merged)


def facts_of_ranked_lists(**changes):
    collection = replace(collection_of(2, 2), **changes)
    return " · ".join([*on_ranked_lists.facts(collection), on_ranked_lists.judgements(collection)])


def title(tau, systems=12, **options):
    return on_ranked_lists.agreement_title(rankings(correlation(tau), **options), systems)


def tau_of(tau, **options):
    return on_ranked_lists.agreement("AP", rankings(tau, **options), 12)


COLLECTION = collection_of(2, 2)
PLAIN = replace(COLLECTION.topics[0], grades=np.ones_like(COLLECTION.topics[0].grades))
SOME_TOPICS = results([[0.5, NAN]], [[0.1, 0.2]])
EIGHT = (50,) * 8
ALIKE = {"a": [0, 1, 5] + [9] * 9, "b": [0, 2, 3] + [9] * 9}  # ranks of the same lists on the judged documents
