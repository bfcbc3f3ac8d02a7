"""What is said of ranked lists: every branch, word by word."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.list_results import ByChance, Shares, TopicInformation
from ordquant_core.analysis.retrieval import Agreement, AlikePair, Metasearch
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import Correlation
from tests.analysis.small_lists import collection_of, made_up

NAN = float("nan")


def results(*measures, joint=None, graded=True, answered=None, counted=None):
    """Return results of runs a, b, c, … with a score by RIC, AP and nDCG on each of some topics."""
    made = made_up(measures, joint)
    scores = replace(
        made.scores,
        answered=None if answered is None else np.array(answered, dtype=bool),
        counted=None if counted is None else np.array(counted, dtype=bool),
    )
    collection = made.collection
    if not graded:
        topics = tuple(replace(topic, grades=np.ones_like(topic.grades)) for topic in collection.topics)
        collection = replace(collection, topics=topics)
    return replace(made, scores=scores, collection=collection)


def on_one_topic(*measures):
    return [[[score] for score in of_runs] for of_runs in measures]


def best(*measures, pair=(0, 1), **options):
    return findings.best_run(results(*on_one_topic(*measures), **options), pair)


def compared(difference, pair=(0, 1), chance=None):
    """Compare two runs whose RIC is 0.2; every pair's information difference is given."""
    difference = np.array(difference, dtype=float)
    ap = [0.5, 0.4, 0.3, 0.2][: len(difference)]
    made = results(*on_one_topic(ap, ap), joint=0.2 + difference / 2)
    return findings.two_runs(replace(made, difference=difference), pair, chance)


def among_all(pair):
    return plain(compared(FOUR, pair)).partition("bits")[2].partition(".")[0]


def pairs(*differences, number=None):
    """Return pairs of runs by their differences in information and in AP."""
    return [AlikePair(0, run + 1, number, *each) for run, each in enumerate(differences)]


def similar(listed, within):
    return findings.similar_pairs(results(*on_one_topic([0.5, 0.4], [0.5, 0.4])), listed, within)


def lone(listed, within):
    return findings.similar_pairs(results(*on_one_topic([0.5], [0.5])), listed, within)


def shared(bits, beyond=NAN, given=(), topics=(0.5, 0.5)):
    alone = TopicInformation(("RIC", "AP"), (), np.array(topics), bits)
    return findings.information_by_topic(alone, replace(alone, given=given, of_means=beyond))


def correlation(value, low=None, high=None, why=""):
    return Correlation(value, low, high, 12, why)


def rankings(tau, top=12):
    return Agreement(tau, correlation(0.9), top, correlation(0.6), correlation(None))


def merged(method, joint=0.5, *, chance=0.3, own=False):
    fused, by_chance = np.full((6, 1), 0.25), np.array([[0.1]] * 3 + [[NAN]] * 3)
    one = Metasearch(((0, 1),), np.array([joint]), fused)
    if chance is not None:
        one = replace(one, joint_by_chance=np.array([chance]), fused_by_chance=by_chance)
    return findings.merging(one, method, 2, one if own else None, ["a", "b"])


def facts(**changes):
    return " · ".join(findings.facts(replace(collection_of(2, 2), **changes)))


COLLECTION = collection_of(2, 2)
PLAIN = replace(COLLECTION.topics[0], grades=np.ones_like(COLLECTION.topics[0].grades))
CHANCE = ByChance(np.array([0.125]), 0.0625)
A_LEADS = "A a has the largest mean RIC over 1 topic, 0.500 of 1 bit; "
CARRY = "A a and B b differ by 0.100 in AP. Their information difference is {} bits{}. Together they carry {} bits{}."
TAU = "AP: average precision; every grade above 0 is relevant."
ON_AVERAGE = "On average over 1 set of 2 runs, the runs carry {} together; the list merged by "
ALIKE = "The smaller it is, the more alike is what two lists say about the judgements."
BINS = (
    "in the same bin, of bins of equal size as in Golbus and Aslam (2013, Table 4); within a bin, AP differs by up to"
)
THREE = [[0, 0.1, 0.2], [0.1, 0, 0.3], [0.2, 0.3, 0]]
FOUR = [[0, 0.1, 0.2, 0.3], [0.1, 0, 0.4, 0.5], [0.2, 0.4, 0, 0.6], [0.3, 0.5, 0.6, 0]]
MEANS_SHARE = "By the means over topics, the rankings by RIC and AP share 0.250 bits"
FINDINGS = {
    "facts": (facts(), "2 topics · 24 judged documents, 8 relevant · grades 0, 1, 2 · 2 runs"),
    "facts, no RIC": (
        facts(topics=(PLAIN,)),
        "1 topic, RIC on none · 12 judged documents, 12 relevant · binary grades · 2 runs",
    ),
    "facts, some RIC": (
        facts(topics=(*COLLECTION.topics, PLAIN)),
        "3 topics, RIC on 2 · 36 judged documents, 20 relevant · grades 0, 1, 2 · 2 runs",
    ),
    "only run": (best([0.5], [0.1], pair=(0, 0)), "A a is the only run; its mean RIC over 1 topic is 0.500 of 1 bit."),
    "two share": (
        best([0.5, 0.5, 0.1], [0.1, 0.2, 0.2], pair=(0, 2)),
        "A a and b have the same largest mean RIC over 1 topic, 0.500 of 1 bit.",
    ),
    "AP, too": (best([0.5, 0.4], [0.2, 0.1]), f"{A_LEADS}AP ranks it first, too."),
    "not AP": (
        best([0.5, 0.4], [0.1, 0.2]),
        f"{A_LEADS}the other measure does not rank it first; AP ranks B b first.",
    ),
    "AP ranks two first": (
        best([0.5, 0.4, 0.1], [0.1, 0.2, 0.2], pair=(0, 2)),
        f"{A_LEADS}the other measure does not rank it first; AP ranks b and B c first.",
    ),
    "none of the others": (
        best([0.5, 0.4], [0.1, 0.2], [0.1, 0.9]),
        f"{A_LEADS}none of the other 2 measures ranks it first; AP ranks B b first.",
    ),
    "all others": (best([0.5, 0.4], [0.2, 0.1], [0.9, 0.1]), f"{A_LEADS}all other 2 measures rank it first, too."),
    "only AP": (
        best([0.5, 0.4], [0.2, 0.1], [0.1, 0.9]),
        f"{A_LEADS}of the other 2 measures, only AP ranks it first, too.",
    ),
    "one of the others": (
        best([0.5, 0.4], [0.1, 0.2], [0.9, 0.1]),
        f"{A_LEADS}1 of the other 2 measures ranks it first, too; AP ranks B b first.",
    ),
    "some topics": (
        findings.best_run(results([[0.5, NAN]], [[0.1, 0.2]]), (0, 0)),
        "A a is the only run; its mean RIC over the 1 of 2 topics with judged documents of two grades is 0.500 of 1 "
        "bit.",
    ),
    "other topics for each run": (
        findings.best_run(results([[0.5, NAN], [0.4, 0.2]], [[0.1, NAN], [0, 0]], counted=[[1, 0], [1, 1]]), (0, 1)),
        "A a has the largest mean RIC over the topics that each run retrieves (1 to 2 topics), 0.500 of 1 bit; AP "
        "ranks it first, too.",
    ),
    "no RIC": (
        best([NAN, NAN], [0.1, 0.2], graded=False),
        f"{findings.NO_RIC} B b has the largest mean AP over 1 topic, 0.200.",
    ),
    "no RIC, two share": (
        best([NAN, NAN], [0.2, 0.2], graded=False),
        f"{findings.NO_RIC} A a and B b have the same largest mean AP over 1 topic, 0.200.",
    ),
    "no RIC, only run": (
        best([NAN], [0.1], pair=(0, 0), graded=False),
        f"{findings.NO_RIC} A a is the only run; its mean AP over 1 topic is 0.100.",
    ),
    "one run twice": (compared(THREE, (1, 1)), ""),
    "no other pair": (compared([[0, 0.1], [0.1, 0]]), CARRY.format("0.100", "", "0.250", "")),
    "all pairs equal": (compared(0.1 * (1 - np.eye(3))), CARRY.format("0.100", "", "0.250", "")),
    "largest": (
        compared([[0, 0.4, 0.2], [0.4, 0, 0.3], [0.2, 0.3, 0]], chance=CHANCE),
        CARRY.format("0.400", " (0.062 by chance), the largest of 3 pairs of runs", "0.400", " (0.125 by chance)"),
    ),
    "smallest": (compared(THREE), CARRY.format("0.100", ", the smallest of 3 pairs of runs", "0.250", "")),
    "larger than most": (
        among_all((1, 3)),
        ", larger than that of 67% of all pairs of runs",
    ),
    "smaller than most": (
        among_all((0, 2)),
        ", smaller than that of 67% of all pairs of runs",
    ),
    "permutations": (
        findings.about_chance((np.ones((20, 3)),) * 2, 7),
        "By chance: what lists would carry that say nothing about the judgements, the mean over 20 permutations of the "
        "grades of each topic (seed 7).",
    ),
    "as many as there are": (
        findings.permutations((np.ones((2, 3)), np.ones((20, 3)), np.ones((0, 3)))),
        "2 to 20 permutations of the grades of each topic",
    ),
    "no permutations": (findings.permutations(()), "0 permutations of the grades of each topic"),
    "enough documents": (findings.few_documents(COLLECTION, 2), ""),
    "few documents": (
        findings.few_documents(COLLECTION, 3),
        "2 of 2 topics have fewer judged documents than there are possible answers of 3 runs to a pair of documents "
        "(27): joint RIC depends much on chance there",
    ),
    "very few documents": (
        findings.few_documents(collection_of(2, 1), 40),
        "1 of 1 topic has fewer judged documents than there are possible answers of 40 runs to a pair of documents "
        "(3^40): joint RIC depends much on chance there",
    ),
    "shared": (findings.shared_information(Shares(0.3, -1e-9, 0.3)), findings.INFORMATION_DIFFERENCE),
    "shared below 0": (
        findings.shared_information(Shares(0.3, -0.01, 0.3)),
        f"{findings.INFORMATION_DIFFERENCE} The shared information is negative: the two lists together carry more than "
        "the sum of each alone, as can happen by chance, and when one is right where the other is wrong.",
    ),
    "no bins": (findings.within_bins([]), "no bin has two runs"),
    "no pair in bins": (similar([], None), "No bin has two runs: choose fewer bins."),
    "no similar pair": (
        similar([], 0.05),
        "No two runs differ by 0.05 or less in AP; the closest two differ by 0.100.",
    ),
    "no pair at all": (lone([], 0.0), "No two runs differ by 0 or less in AP."),
    "one similar pair": (
        similar(pairs((0.2, 0.01)), 0.02),
        f"1 pair of runs whose AP differs by 0.02 or less; it has an information difference of 0.200 bits. {ALIKE}",
    ),
    "pairs in bins": (
        similar(pairs((0.2, 0.01), (0.3, 0.04), number=0), None),
        f"2 pairs of runs {BINS} 0.040; they have an information difference from 0.200 to 0.300 bits. {ALIKE}",
    ),
    "no team": (findings.one_team(pairs((0.2, 0.01)), "xy"), "One team submitted both runs in 0 of 1 pair."),
    "one team": (findings.one_team(pairs((0.2, 0.01)), "xx"), "One team submitted both runs in 1 of 1 pair."),
    "a pair of one team": (
        findings.one_team(pairs((0.2, 0.01), (0.3, 0.01)), "xxy"),
        "One team submitted both runs in 1 of 2 pairs; 1 of these comes before the first pair from two teams.",
    ),
    "pairs of one team": (
        findings.one_team(pairs((0.2, 0.01), (0.3, 0.01), (0.4, 0.01)), "xxxy"),
        "One team submitted both runs in 2 of 3 pairs; 2 of these come before the first pair from two teams.",
    ),
    "measures share": (shared(0.25), f"{MEANS_SHARE}."),
    "measures share beyond others": (
        shared(0.25, 0.125, ("nDCG",)),
        f"{MEANS_SHARE}; beyond nDCG, 0.125 bits remain. On topics on the dotted line, as much remains as without "
        "nDCG.",
    ),
    "nothing is defined": (
        shared(NAN, NAN, ("nDCG", "ERR"), (NAN, 0.5)),
        "By the means over topics, the information that the rankings by RIC and AP share is not defined; beyond nDCG "
        "and ERR, it is not defined. On topics on the dotted line, as much remains as without nDCG and ERR. Not "
        "defined on 1 topic.",
    ),
    "title": (findings.agreement_title(rankings(correlation(0.8)), 12), "All 12 systems: tau 0.800, rho 0.900"),
    "title, best": (
        findings.agreement_title(rankings(correlation(0.8), top=10), 12),
        "All 12 systems: tau 0.800, rho 0.900<br>best 10: tau 0.600, rho n/a",
    ),
    "title, one system": (
        findings.agreement_title(rankings(correlation(None)), 1),
        "One system: there are no rankings to compare",
    ),
    "interval": (
        findings.agreement("AP", rankings(correlation(0.8, 0.7, 0.9), top=10), 12),
        f"{TAU} 95% interval of tau over 12 systems: 0.700 to 0.900. Filled: the best 10 by AP.",
    ),
    "no interval": (
        findings.agreement("AP", rankings(correlation(0.8, why="5 systems: too few")), 12),
        f"{TAU} There is no 95% interval of tau: 5 systems.",
    ),
    "no width": (
        findings.agreement("AP", rankings(correlation(1.0, 1.0, 1.0)), 12),
        f"{TAU} There is no 95% interval of tau.",
    ),
    "no tau": (
        findings.agreement("AP", rankings(correlation(None, why="all tie")), 12),
        f"{TAU} Tau is not defined: all tie.",
    ),
    "RIC": (findings.measure_in_words("RIC"), findings.RIC),
    "diversity": (findings.measure_in_words("ERR-IA@20"), findings.DIVERSITY),
    "merged": (
        merged("CombMNZ"),
        f"{ON_AVERAGE.format('0.500 bits (0.300 by chance)')}CombMNZ carries 0.250 bits (0.100 by chance): 50% of it, "
        "75% of what is above chance.",
    ),
    "merged, nothing above chance": (
        merged("CombMNZ", chance=0.6),
        f"{ON_AVERAGE.format('0.500 bits (0.600 by chance)')}CombMNZ carries 0.250 bits (0.100 by chance): 50% of it.",
    ),
    "merged, chance unknown": (
        merged("CombMNZ", chance=None),
        f"{ON_AVERAGE.format('0.500 bits')}CombMNZ carries 0.250 bits: 50% of it.",
    ),
    "merged, nothing carried": (
        merged("CombMNZ", 0.0, chance=None),
        f"{ON_AVERAGE.format('0.000 bits')}CombMNZ carries 0.250 bits.",
    ),
    "merged by the judgements": (
        merged("Naive"),
        f"{ON_AVERAGE.format('0.500 bits (0.300 by chance)')}Naive carries 0.250 bits. Naive sorts by the judgements: "
        "its list may carry more than the runs.",
    ),
    "merged, own set": (
        merged("CombMNZ", chance=None, own=True),
        f"{ON_AVERAGE.format('0.500 bits')}CombMNZ carries 0.250 bits: 50% of it. Your set (a, b): 0.500 bits and "
        "0.250 bits: 50% of it.",
    ),
}


@pytest.mark.parametrize(("finding", "words"), FINDINGS.values(), ids=FINDINGS)
def test_every_branch(finding, words):
    assert plain(finding) == words


@pytest.mark.parametrize(
    ("bits", "chance", "words"),
    [
        (0.25, None, "Together the runs carry 0.250 bits here."),
        (0.25, CHANCE, "Together the runs carry 0.250 bits (0.125 by chance) here."),
        (NAN, CHANCE, "RIC is not defined here."),
    ],
)
def test_a_topic(bits, chance, words):
    made = results(*on_one_topic([0.5, 0.4], [0.5, 0.4]))
    topic = made.collection.topics[0]
    said = findings.on_topic(replace(made, joint_by_topic=np.full((1, 2, 2), bits)), (0, 1), 0, chance)
    missed = [int(((topic.grades > 0) & (topic.ranks[run] > 1000)).sum()) for run in (0, 1)]
    assert said == (
        f"12 judged documents, 4 relevant: A misses {missed[0]} of these, B {missed[1]}. {words} Documents without a "
        "judgement are left out, and a list counts as far as its last relevant document."
    )


def test_runs_that_lack_topics_are_counted():
    lacking = results([[0.5, 0.4], [0.1, 0.0]], [[0.5, 0.4], [0.1, 0.0]], answered=[[1, 1], [1, 0]])
    assert findings.lacking_topics(lacking) == {"b": "1 of 2 topics"}


def test_names_stay_names():
    named = [part for part in best([0.5, 0.4], [0.1, 0.2]) if isinstance(part, RunName)]
    assert named == [RunName("a", "A", alone=False), RunName("b", "B", alone=False)]


def test_every_method_is_merged_in_words():
    assert all(f"merged by {method} carries" in merged(method) for method in METHODS)
