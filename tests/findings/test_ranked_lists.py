"""What is said of ranked lists: runs, pairs of runs, all runs, measures and merged lists, beside chance."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.retrieval import Agreement, JointInformation, Metasearch, PairInformation
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.ranked_lists.chance import Chance
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import Correlation
from tests.analysis.small_lists import collection_of, made_up
from tests.findings.claims import every_branch

NAN = float("nan")


def results(*measures, graded=True):
    """Return results of runs a, b, c, … with a score by RIC, AP and nDCG on each of some topics."""
    made = made_up(measures)
    topics = made.collection.topics
    plain = tuple(replace(topic, grades=np.ones_like(topic.grades)) for topic in topics)
    defined = np.isfinite(made.scores.values[0]).any(axis=0) & graded
    topics = tuple(topic if some else other for topic, other, some in zip(topics, plain, defined, strict=True))
    return replace(made, collection=replace(made.collection, topics=topics))


def on_one_topic(*measures):
    return [[[score] for score in of_runs] for of_runs in measures]


def best(*measures, pair=(0, 1), share=1.0, **options):
    return of_best(results(*on_one_topic(*measures), **options), pair, share)


def of_best(made, pair=(0, 1), share=1.0, n_cases=20):
    first = made.first_by(made.defined[0])
    return findings.best_run(made, pair, replace(first, share=share, n_cases=n_cases))


def no_ric(*ap, pair=(0, 1)):
    return best([NAN] * len(ap), ap, pair=pair, graded=False)


def chance(first, error=0.001, second=0.125, permutations=(50,)):
    """Return two numbers by chance, the same on every topic."""
    numbers, n = np.array([[first], [second]]), len(permutations)
    return Chance(numbers.repeat(n, 1), np.full((2, n), error * np.sqrt(n)), np.array(permutations))


def two_runs(difference, joint, by_chance):
    made = results(*on_one_topic([0.3, 0.2], [0.5, 0.4]))
    pairs = PairInformation(made.runs, np.full((2, 2), joint), np.full((2, 2), difference))
    return findings.two_runs(replace(made, pairs=pairs), (0, 1), by_chance)


def all_runs(joint, by_chance):
    return findings.all_runs(JointInformation(("1",), np.array([joint]), by_chance), 12)


def correlation(value, low=None, high=None, why=""):
    return Correlation(value, low, high, 12, why)


def rankings(tau, top=12):
    return Agreement(tau, correlation(0.9), top, correlation(0.6), correlation(None))


def merged(method="CombMNZ", joint=0.5, *, by_chance=None):
    one = Metasearch(((0, 1),), np.array([joint]), np.full((6, 1), 0.25), by_chance)
    return findings.merging(one, method, 2)


def facts(**changes):
    return " · ".join(findings.facts(replace(collection_of(2, 2), **changes)))


def title(tau, systems=12, **options):
    return findings.agreement_title(rankings(correlation(tau), **options), systems)


def tau_of(tau, **options):
    return findings.agreement("AP", rankings(tau, **options), 12)


COLLECTION = collection_of(2, 2)
PLAIN = replace(COLLECTION.topics[0], grades=np.ones_like(COLLECTION.topics[0].grades))
A_LEADS = "A a has the largest mean RIC over 1 topic, 0.500 of 1 bit;"
DIFFER = "A a and B b differ by 0.100 in AP. …"
TAU = "AP: average precision; … 0 …."
NO_RIC = "RIC is not …: no topic …."
TOGETHER = "On average over 1 set of 2 runs, … together carry"
BY_MNZ = "… by CombMNZ carries 0.250 bits"
SOME_TOPICS = results([[0.5, NAN]], [[0.1, 0.2]])

test_every_branch_holds_its_claim = every_branch(
    (facts(), "2 topics · 24 judged documents, 8 relevant · grades 0, 1, 2 · 2 runs"),
    (facts(topics=(PLAIN,)), "1 topic, RIC on none · 12 judged documents, 12 relevant · binary grades · 2 runs"),
    (facts(topics=(*COLLECTION.topics, PLAIN)), "3 topics, RIC on 2 · 36 …, 20 relevant · grades 0, 1, 2 · 2 runs"),
    (best([0.5], [0.1], pair=(0, 0)), "A a is the only run; its mean RIC over 1 topic is 0.500 of 1 bit."),
    (best([0.5, 0.5, 0], [0, 1, 1], pair=(0, 2)), "A a and b … same largest mean RIC over 1 …, 0.500 of 1 bit."),
    (best([0.5, 0.4], [0.2, 0.1]), f"{A_LEADS} AP ranks it first, too."),
    (best([0.5, 0.4], [0.1, 0.2]), f"{A_LEADS} AP ranks B b first."),
    (best([0.5, 0.4, 0], [0, 1, 1], pair=(0, 2)), f"{A_LEADS} AP ranks b and B c first."),
    (best([0.5, 0.4], [0.1, 0.2], [0.1, 0.9]), f"{A_LEADS} AP ranks B b first."),
    (best([0.5, 0.4], [0.2, 0.1], [0.9, 0.1]), f"{A_LEADS} all other 2 measures …, too."),
    (best([0.5, 0.4], [0.2, 0.1], [0.1, 0.9]), f"{A_LEADS} AP ranks it first, too."),
    (best([0.5, 0.4], [0.1, 0.2], [0.9, 0.1]), f"{A_LEADS} nDCG ranks it first, too; AP ranks B b first."),
    (
        best([0.5, 0.4], [0.2, 0.1], share=0.61),
        "A a has the largest mean RIC over 1 topic, 0.500 of 1 bit, in 61% of resamples of topics; AP …, too.",
    ),
    (
        best([0.5, 0.5, 0], [0, 1, 1], share=0.61),
        "A a and B b … same largest mean RIC over 1 …, 0.500 of 1 bit, in 61% of …",
    ),
    (
        best([0.5, 0.4], [0.2, 0.1], share=0.49),
        "Which run has the largest mean RIC over 1 topic, 0.500 of 1 bit, depends on the topics.",
    ),
    (
        of_best(results(*on_one_topic([0.5, 0.4])), share=np.nan, n_cases=1),
        "Which run has the largest mean RIC over 1 topic, 0.500 of 1 bit, is not known from 1 topic.",
    ),
    (
        of_best(SOME_TOPICS, (0, 0)),
        "A a is the only run; … RIC over the 1 of 2 topics with … is 0.500 of 1 bit.",
    ),
    (no_ric(0.1, 0.2), f"{NO_RIC} B b has the largest mean AP over 1 topic, 0.200."),
    (no_ric(0.2, 0.2), f"{NO_RIC} A a and B b … same largest mean AP over 1 topic, 0.200."),
    (no_ric(0.1, pair=(0, 0)), f"{NO_RIC} A a is the only run; its mean AP over 1 topic is 0.100."),
    (
        two_runs(0.4, 0.3, chance(0.25)),
        f"{DIFFER} is 0.400 bits, by chance 0.125 (50 permutations, error 0.001). … carry 0.300 bits, by chance 0.250.",
    ),
    (
        two_runs(0.126, 0.25, chance(0.2549, error=0.005)),
        f"{DIFFER} is 0.126 bits, by chance 0.12 (50 permutations, error 0.01), not above chance. … carry 0.250 bits, "
        "by chance 0.25, not above chance.",
    ),
    (
        all_runs(0.3, chance(0.22, error=0.01, permutations=(200, 1450))),
        "The 12 runs together carry 0.300 bits, by chance 0.22 (200 to 1,450 permutations, error 0.01), on average …",
    ),
    (all_runs(0.239, chance(0.22, error=0.01)), "The 12 … 0.239 bits, by chance 0.22 (50 … 0.01), not above chance, …"),
    (all_runs(0.241, chance(0.22, error=0.01)), "The 12 … 0.241 bits, by chance 0.22 (50 … 0.01), on average …"),
    (all_runs(0.0, chance(0.0, error=0.0)), "The 12 … 0.000 bits, by chance 0.000 (50 … 0.000), not above chance, …"),
    (title(0.8), "All 12 systems: tau 0.800, rho 0.900"),
    (title(0.8, top=10), "All 12 …: tau 0.800, rho 0.900<br>best 10: tau 0.600, rho n/a"),
    (title(None, 1), "One system: there are no rankings …"),
    (tau_of(correlation(0.8, 0.7, 0.9), top=10), f"{TAU} 95% … 12 systems: 0.700 to 0.900. Filled: the best 10 by AP."),
    (tau_of(correlation(0.8, why="5 systems: too few")), f"{TAU} There is no 95% interval of tau: 5 systems."),
    (tau_of(correlation(1.0, 1.0, 1.0)), f"{TAU} There is no 95% interval of tau."),
    (tau_of(correlation(None, why="all tie")), f"{TAU} Tau is not defined: all tie."),
    (findings.measure_in_words("RIC"), findings.RIC),
    (findings.measure_in_words("ERR-IA@20"), findings.DIVERSITY),
    (
        merged(by_chance=chance(0.3)),
        f"{TOGETHER} 0.500 bits, by chance 0.300 (50 permutations, error 0.001); {BY_MNZ}, by chance 0.125: 50% …, "
        "62% of … above chance.",
    ),
    (
        merged(by_chance=chance(0.6, second=0.3)),
        f"{TOGETHER} 0.500 bits, by chance 0.600 (50 …, error 0.001), not above chance; {BY_MNZ}, by chance 0.300, not "
        "above chance: 50% of what the runs carry.",
    ),
    (
        merged(by_chance=chance(0.3, second=0.3)),
        f"{TOGETHER} 0.500 …0.300 (50 … 0.001); {BY_MNZ}, … 0.300, not above chance: 50% of …",
    ),
    (merged(), f"{TOGETHER} 0.500 bits; {BY_MNZ}: 50% of what the runs carry."),
    (merged(joint=0.0), f"{TOGETHER} 0.000 bits; {BY_MNZ}."),
    (
        merged("Naive", by_chance=chance(0.3)),
        f"{TOGETHER} 0.500 bits, by chance 0.300 (50 …0.001); … Naive carries 0.250 bits. Naive sorts by …",
    ),
)


def test_names_stay_names():
    named = [part for part in best([0.5, 0.4], [0.1, 0.2]) if isinstance(part, RunName)]
    assert named == [RunName("a", "A", alone=False), RunName("b", "B", alone=False)]


def test_every_method_is_merged_in_words():
    assert all(f"merged by {method} carries" in merged(method) for method in METHODS)
