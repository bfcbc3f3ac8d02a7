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


def on_topics(*measures, n_topics=2):
    return [[[score] * n_topics for score in of_runs] for of_runs in measures]


def best(*measures, share=1.0, n_topics=2, n_cases=20, say=findings.best_run, **options):
    return of_best(results(*on_topics(*measures, n_topics=n_topics), **options), share, n_cases, say)


def others_among(measures, among):
    return best(*measures, say=lambda *made: findings.by_others(*made, among=among))


def of_best(made, share=1.0, n_cases=20, say=findings.best_run):
    first = made.first_by(made.defined[0])
    return say(made, replace(first, share=share, n_cases=n_cases))


def others(*measures, **options):
    return best(*measures, say=findings.by_others, **options)


def no_ric(*ap, **options):
    return best([NAN] * len(ap), ap, graded=False, **options)


def chance(first, error=0.001, second=0.125, permutations=(50,)):
    """Return two numbers by chance on some topics: half of the permutations lie below their mean, half above."""
    topics = [np.array([[first, second]]) + _spread(error * np.sqrt(len(permutations)), n) for n in permutations]
    return Chance(tuple(topics))


def _spread(error, n):
    """Return numbers with the mean 0 whose mean has this standard error."""
    return np.resize([error, -error], (n, 1)) * np.sqrt(n - 1)


def two_runs(difference, joint, by_chance, *, a=None, b=None, ap=(0.5, 0.4), say=findings.two_runs):
    made = results(*on_topics([0.3, 0.2], ap))
    pairs = PairInformation(made.runs, np.full((2, 2), joint), np.full((2, 2), difference))
    (topic, *_) = made.collection.topics
    ranks = topic.ranks if a is None else np.array([a, b])
    topics = (replace(topic, ranks=ranks),)
    return say(replace(made, pairs=pairs, collection=replace(COLLECTION, topics=topics)), (0, 1), by_chance)


def of_two(*numbers, **options):
    shown = two_runs(*numbers, say=findings.of_two, **options)
    return "; ".join([f"{what} {bits.bits:.3f}" for what, bits in shown] + [findings.nearly_equal(shown)])


def together(joint, by_chance):
    return JointInformation(tuple(map(str, by_chance.permutations)), np.full(by_chance.n_topics, joint), by_chance)


def all_runs(joint, by_chance, n_runs=12):
    return findings.all_runs(together(joint, by_chance), n_runs)


def above(shares, n_runs=12):
    """Say on how many topics the runs are above chance, where this share of the permutations carries as much."""
    permuted = tuple(np.zeros((99, 1)) + 0.5 for _ in shares)
    joint = np.array([1.0 if share <= 0.05 else 0.0 for share in shares])
    return findings.above_chance(JointInformation(tuple(map(str, shares)), joint, Chance(permuted)), n_runs)


def permuted(*names, by_chance, bits=0.3):
    return findings.permuted([(name, by_chance.beside(number, bits)) for number, name in enumerate(names)])


def correlation(value, low=None, high=None, why=""):
    return Correlation(value, low, high, 12, why)


def rankings(tau, top=12):
    return Agreement(tau, correlation(0.9), top, correlation(0.6), correlation(None))


def merged(method="CombMNZ", joint=0.5, *, by_chance=None, fused=0.25, sets=((0, 1), (0, 2)), say=findings.merging):
    n = len(sets)
    chance = None if by_chance is None else (by_chance, by_chance)
    return say(Metasearch(sets, np.full(n, joint), np.full((6, n), fused), chance), method, 2)


def kept(**options):
    return merged(say=findings.merged, **options)


def facts(**changes):
    collection = replace(collection_of(2, 2), **changes)
    return " · ".join([*findings.facts(collection), findings.judgements(collection)])


def title(tau, systems=12, **options):
    return findings.agreement_title(rankings(correlation(tau), **options), systems)


def tau_of(tau, **options):
    return findings.agreement("AP", rankings(tau, **options), 12)


COLLECTION = collection_of(2, 2)
PLAIN = replace(COLLECTION.topics[0], grades=np.ones_like(COLLECTION.topics[0].grades))
LEADS = "a has the largest mean RIC, 0.500 bits"
SAME_LARGEST = "a and b have the same largest mean RIC, 0.500 bits"
ON_THESE = "On these topics, "
DIFFER = "A a and B b differ by 0.100 in AP; their information difference is"
SAME = "A a and B b are the same lists on the judged documents."
NO_RIC = "RIC is not …: no topic …."
NO_DIRECTION = "RIC has no direction: … every pair … 1 bit, too."
OTHER_WAY = " RIC has no direction: by AP,"
TOGETHER = "On average over 2 sets of 2 runs, … together carry"
BY_MNZ = "… by CombMNZ carries 0.250 bits"
TWO_BY_MNZ = "2 runs merged by CombMNZ"
SOME_TOPICS = results([[0.5, NAN]], [[0.1, 0.2]])
EIGHT = (50,) * 8
ALIKE = {"a": [0, 1, 5] + [9] * 9, "b": [0, 2, 3] + [9] * 9}  # ranks of the same lists on the judged documents
TAUS = "Information tau has no direction: opposite … 1 bit, …."

test_every_branch_holds_its_claim = every_branch(
    (facts(), "2 topics · 24 judged documents · 2 runs · Grades 0, 1, 2; 8 judged documents are relevant."),
    (facts(topics=(PLAIN,)), "1 topic, RIC on none · 12 … · 2 runs · Binary grades; 12 judged documents are relevant."),
    (facts(topics=(*COLLECTION.topics, PLAIN)), "3 topics, RIC on 2 · 36 … · 2 runs · Grades 0, 1, 2; 20 … relevant."),
    (findings.means(results(*on_topics([0.5, 0.4]))), "Means go over all 2 judged topics; … 0 … no list."),
    (findings.means(results(*on_topics([0.5], n_topics=1))), "Means go over the only judged topic; … 0 … no list."),
    (findings.means(SOME_TOPICS), "Means go over all 2 judged topics, those of RIC over the 1 with …; … 0 … no list."),
    (findings.topics_of(SOME_TOPICS, "AP"), "RIC goes over 1 topic, AP over 2."),
    (findings.topics_of(results(*on_topics([0.5, 0.4])), "AP"), ""),
    (best([0.5], [0.1]), "a is the only run; its mean RIC is 0.500 bits."),
    (best([0.5], [0.1], n_topics=1), "a is the only run; its RIC on the only topic is 0.500 bits."),
    (best([0.5, 0.4], [0.1, 0.2], n_topics=1, n_cases=1), "One topic does not …."),
    (best([0.5, 0.5, 0], [1, 0.5, 0]), f"{SAME_LARGEST}."),
    (best([0.5, 0.5, 0], [0, 1, 1]), f"{SAME_LARGEST}.{OTHER_WAY} a is 3 of 3."),
    (best([0.5, 0.4], [0.2, 0.1]), f"{LEADS}."),
    (best([0.5, 0.4], [0.1, 0.2]), f"{LEADS}.{OTHER_WAY} a is 2 of 2."),
    (best([0.5, 0.4], [0.2, 0.1], share=0.61), f"{LEADS}, and leads in 61% of resamples of topics."),
    (best([0.5, 0.5, 0], [1, 1, 0], share=0.61), f"{SAME_LARGEST}, and lead in 61% of resamples of topics."),
    (
        best([0.5, 0.4], [0.2, 0.1], share=0.49),
        "Which run has the largest mean RIC, 0.500 bits, depends on the topics.",
    ),
    (
        best([0.5, 0.4], [0.2, 0.1], share=NAN, n_cases=2),
        "Which run has the largest mean RIC is not known from 2 topics.",
    ),
    (
        of_best(SOME_TOPICS),
        "a is the only run; … RIC over the 1 of 2 topics with … is 0.500 bits.",
    ),
    (others([0.5, 0.4], [0.2, 0.1]), f"{ON_THESE}AP ranks a first, too."),
    (others([0.5, 0.4, 0.1], [0.1, 0.2, 0.0]), f"{ON_THESE}b leads by AP."),
    (others([0.5, 0.4, 0], [0, 1, 1]), f"{ON_THESE}b and c lead by AP."),
    (others([0.5, 0.4, 0.1], [0.1, 0.2, 0.0], [0.1, 0.9, 0]), f"{ON_THESE}b leads by AP and nDCG."),
    (others([0.5, 0.4, 0.1], [0.1, 0.2, 0.0], [0.1, 0, 0.9]), f"{ON_THESE}b leads by AP; c by nDCG."),
    (others_among(([0.5, 0.4, 0.1], [0.1, 0.2, 0.0], [0.1, 0, 0.9]), ["AP"]), f"{ON_THESE}b leads by AP."),
    (others_among(([0.5, 0.4], [0.2, 0.1], [0.1, 0.9]), ["AP"]), ""),
    (others([0.5, 0.4], [0.2, 0.1], [0.9, 0.1]), f"{ON_THESE}all other 2 measures rank a first, too."),
    (others([0.5, 0.4], [0.2, 0.1], [0.1, 0.9]), f"{ON_THESE}b leads by nDCG."),
    (others([0.5, 0.4, 0], [0.1, 0.2, 0], [0.9, 0.1, 0]), f"{ON_THESE}b leads by AP."),
    (others([0.5], [0.1]), ""),
    (others([0.5, 0.4], [0.2, 0.1], n_topics=1, n_cases=1), ""),
    (others([0.5, 0.5, 0], [1, 0.5, 0]), ""),
    (others([0.5, 0.4], [0.2, 0.1], share=0.49), ""),
    (no_ric(0.1, 0.2, say=findings.by_others), ""),
    (findings.direction(results(*on_topics([0.5, 0.4, 0.1], [0.3, 0.2, 0.1])), (0, 1)), ""),
    (
        findings.direction(results(*on_topics([0.5, 0.4, 0.1], [0.1, 0.2, 0.3])), (0, 1)),
        f"{NO_DIRECTION} In the upper half by RIC, … by AP: A a.",
    ),
    (no_ric(0.1, 0.2), f"{NO_RIC} b has the largest mean AP, 0.200."),
    (no_ric(0.2, 0.2), f"{NO_RIC} a and b have the same largest mean AP, 0.200."),
    (no_ric(0.1), f"{NO_RIC} a is the only run; its mean AP is 0.100."),
    (two_runs(0.4, 0.3, chance(0.25)), f"{DIFFER} 0.400 bits, by chance 0.125."),
    (
        two_runs(0.126, 0.25, chance(0.2549, error=0.006)),
        f"{DIFFER} 0.126 bits, by chance 0.12, not above chance.",
    ),
    (two_runs(0.0, 0.3, chance(0.25), **ALIKE, ap=(0.5, 0.5)), SAME),
    (two_runs(0.0, 0.3, chance(0.25), **ALIKE), f"{SAME} They differ by 0.100 in AP."),
    (
        two_runs(0.4, 0.3, chance(0.25), a=[0, 1, 2] + [2**31 - 1] * 9, b=[0, 1, 2, 3] + [2**31 - 1] * 8),
        f"{DIFFER} 0.400 bits, by chance 0.125.",
    ),
    (of_two(0.4, 0.3, chance(0.25)), "Carried together 0.300; Information difference 0.400; "),
    (
        of_two(0.3, 0.3002, chance(0.25)),
        "Carried together 0.300; Information difference 0.300; Here both are nearly equal: RIC of A and RIC of B …",
    ),
    (of_two(0.0, 0.3, chance(0.25), **ALIKE), "Carried together 0.300; "),
    (
        all_runs(0.3, chance(0.22, error=0.01, permutations=(200, 1450))),
        "The 12 runs together carry 0.300 bits, by chance 0.22, not above chance, on average over 2 topics.",
    ),
    (all_runs(0.3, chance(0.22), 1), "The run carries 0.300 bits, by chance 0.220, on one topic."),
    (all_runs(0.22, chance(0.22)), "The 12 … 0.220 bits, by chance 0.220, not above chance, on one topic."),
    (all_runs(0.0, chance(0.0, error=0.0)), "The 12 … 0.000 bits, by chance 0.000, not above …."),
    (above([0.01, 0.2, 0.01]), "On 2 of 3 topics, what the 12 runs carry together is above chance."),
    (above([0.01, 0.01]), "On all 2 topics, what the 12 … is above chance."),
    (above([0.2, 0.2]), "On none of 2 topics, what the 12 … is above chance."),
    (above([0.01], 2), "On one topic, what the 2 runs carry together is above chance."),
    (above([0.2], 2), "On one topic, what the 2 runs carry together is not above chance."),
    (
        permuted("Both", "Other", by_chance=chance(0.25)),
        "50 permutations of each topic. Both: error 0.001, 2% carry as much; Other: error 0.001, 2% carry as much.",
    ),
    (
        permuted("All", by_chance=chance(0.22, error=0.01, permutations=(200, 1450))),
        "200 to 1,450 permutations of each topic. All: error 0.01, 50% carry as much.",
    ),
    (
        permuted("All", by_chance=Chance((np.resize([1.0, *[0.0] * 19], (400, 1)),)), bits=1.0),
        "400 permutations of each topic. All: error 0.01, 5.2% carry as much.",
    ),
    (
        findings.topics_tested(together(0.3, chance(0.22, permutations=(50, 50)))),
        "2 topics … one by one: … 5% ….",
    ),
    (findings.topics_tested(together(0.3, chance(0.22))), ""),
    (title(0.8), "All 12 runs: tau 0.800, rho 0.900"),
    (title(0.8, top=10), "All 12 …: tau 0.800, rho 0.900<br>best 10: tau 0.600, rho n/a"),
    (title(None, 1), "One run: there are no rankings …"),
    (tau_of(correlation(0.8, 0.7, 0.9), top=10), "95% … 12 runs: 0.700 to 0.900. Filled grey dots: the best 10 by AP."),
    (tau_of(correlation(0.8, why="5 systems: too few")), "There is no 95% interval of tau: 5 systems."),
    (tau_of(correlation(1.0, 1.0, 1.0)), "There is no 95% interval of tau."),
    (tau_of(correlation(None, why="all tie")), "Tau is not defined: all tie."),
    (findings.measure_in_words("RIC"), findings.RIC),
    (findings.measure_in_words("ERR-IA@20"), findings.DIVERSITY),
    (
        findings.names(["AP", "nDCG", "nDCG@10", "RBP(p=0.5)", "recall", "P@5", "ERR-IA@20"]),
        "AP: average precision. nDCG: normalised discounted cumulative gain. RBP: rank-biased precision. P: precision.",
    ),
    (findings.names(["ERR-IA@20"]), ""),
    (
        merged(by_chance=chance(0.3, second=0.13, permutations=EIGHT)),
        f"{TOGETHER} 0.500 bits, by chance 0.300; {BY_MNZ}, by chance 0.130.",
    ),
    (
        merged(by_chance=chance(0.6, second=0.3, permutations=EIGHT)),
        f"{TOGETHER} 0.500 bits, by chance 0.600, not above chance; {BY_MNZ}, by chance 0.300, not above chance.",
    ),
    (
        merged(by_chance=chance(0.3, second=0.3, permutations=EIGHT)),
        f"{TOGETHER} 0.500 …0.300; {BY_MNZ}, … 0.300, not above chance.",
    ),
    (merged(), f"{TOGETHER} 0.500 bits; {BY_MNZ}."),
    (
        merged(by_chance=chance(0.3, second=0.13, permutations=EIGHT), sets=((0, 1),)),
        f"The 2 runs … 0.500 …0.300, on average over 8 topics; {BY_MNZ}, …0.130.",
    ),
    (
        kept(by_chance=chance(0.3, second=0.13, permutations=EIGHT)),
        f"On average, {TWO_BY_MNZ} keep 50% of what they carry together, 60% of what is above chance.",
    ),
    (kept(by_chance=chance(0.3, permutations=EIGHT[1:])), TWO_BY_MNZ),
    (
        kept(by_chance=chance(0.3, permutations=EIGHT), fused=0.4),
        f"On average, {TWO_BY_MNZ} keep 80% of what they carry together.",
    ),
    (kept(by_chance=chance(0.3, permutations=EIGHT), fused=0.6), TWO_BY_MNZ),
    (kept(by_chance=chance(0.6, second=0.3, permutations=EIGHT)), TWO_BY_MNZ),
    (kept(by_chance=chance(0.3, second=0.3, permutations=EIGHT)), TWO_BY_MNZ),
    (kept(), TWO_BY_MNZ),
    (
        kept(by_chance=chance(0.3, second=0.13, permutations=EIGHT), sets=((0, 1),)),
        f"{TWO_BY_MNZ} keep 50% of what they carry together, 60% of what is above chance.",
    ),
    (kept(method="Naive", by_chance=chance(0.3, permutations=EIGHT)), "2 runs merged by Naive"),
    (
        merged("Naive", by_chance=chance(0.3, permutations=EIGHT)),
        f"{TOGETHER} 0.500 …0.300; … Naive carries 0.250 bits. Naive sorts by …",
    ),
    (findings.information_tau(3), f"{TAUS} 3 runs make 3 pairs: … 0.388 bits …."),
    (findings.information_tau(2), f"{TAUS} 2 runs make 1 pair: … 1.000 bits …."),
    (findings.information_tau(1), TAUS),
    (findings.information_tau(9, ["AP"]), TAUS),
)


def test_names_stay_names():
    named = [part for part in best([0.5, 0.4, 0], [0.1, 0.2, 0]) if isinstance(part, RunName)]
    assert named == [RunName("a")]


def test_every_method_is_merged_in_words():
    assert all(f"merged by {method} carries" in merged(method) for method in METHODS)
