"""What is said of ranked lists: runs, pairs of runs, topics, measures and merged lists."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.list_results import ByChance, Shares, TopicInformation
from ordquant_core.analysis.retrieval import Agreement, AlikePair, Metasearch
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import Correlation
from tests.analysis.small_lists import collection_of, made_up
from tests.findings.claims import every_branch

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


def no_ric(*ap, pair=(0, 1)):
    return best([NAN] * len(ap), ap, pair=pair, graded=False)


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


def merged(method="CombMNZ", joint=0.5, *, chance=0.3, own=False):
    fused, by_chance = np.full((6, 1), 0.25), np.array([[0.1]] * 3 + [[NAN]] * 3)
    one = Metasearch(((0, 1),), np.array([joint]), fused)
    if chance is not None:
        one = replace(one, joint_by_chance=np.array([chance]), fused_by_chance=by_chance)
    return findings.merging(one, method, 2, one if own else None, ["a", "b"])


def facts(**changes):
    return " · ".join(findings.facts(replace(collection_of(2, 2), **changes)))


def permuted(*numbers):
    return findings.permutations([np.ones((number, 3)) for number in numbers])


def team(runs):
    return findings.one_team(pairs(*[(0.2, 0.01)] * (len(runs) - 1)), runs)


def on_topic(bits, chance=None):
    made = results(*on_one_topic([0.5, 0.4], [0.5, 0.4]))
    return findings.on_topic(replace(made, joint_by_topic=np.full((1, 2, 2), bits)), (0, 1), 0, chance)


def title(tau, systems=12, **options):
    return findings.agreement_title(rankings(correlation(tau), **options), systems)


def tau_of(tau, **options):
    return findings.agreement("AP", rankings(tau, **options), 12)


COLLECTION = collection_of(2, 2)
PLAIN = replace(COLLECTION.topics[0], grades=np.ones_like(COLLECTION.topics[0].grades))
GRADED = replace(COLLECTION.topics[0], grades=np.arange(12))
CHANCE = ByChance(np.array([0.125]), 0.0625)
A_LEADS = "A a has the largest mean RIC over 1 topic, 0.500 of 1 bit;"
CARRY = "A a and B b differ by 0.100 in AP. … is {} bits{}. Together they carry {} bits{}."
TAU = "AP: average precision; … 0 …."
BY_MNZ = "… CombMNZ carries 0.250 bits"
ON_AVERAGE = "On average over 1 set of 2 runs, … carry"
LEFT_OUT = "Documents without … are left out, …"
THREE = [[0, 0.1, 0.2], [0.1, 0, 0.3], [0.2, 0.3, 0]]
LARGEST = [[0, 0.4, 0.2], [0.4, 0, 0.3], [0.2, 0.3, 0]]
FOUR = [[0, 0.1, 0.2, 0.3], [0.1, 0, 0.4, 0.5], [0.2, 0.4, 0, 0.6], [0.3, 0.5, 0.6, 0]]
NO_RIC = "RIC is not …: no …."
IN_A_BIN = pairs((0.2, 0.01), (0.3, 0.04), number=0)
SHARE = "By the means …, … RIC and AP share 0.250 bits"
SOME_TOPICS = results([[0.5, NAN]], [[0.1, 0.2]])
OTHER_TOPICS = results([[0.5, NAN], [0.4, 0.2]], [[0.1, NAN], [0, 0]], counted=[[1, 0], [1, 1]])
TOPIC = collection_of(2, 1).topics[0]
MISSED = [int(((TOPIC.grades > 0) & (TOPIC.ranks[run] > 1000)).sum()) for run in (0, 1)]
ON_TOPIC = f"12 judged documents, 4 relevant: A misses {MISSED[0]} of these, B {MISSED[1]}."

test_every_branch_holds_its_claim = every_branch(
    (facts(), "2 topics · 24 judged documents, 8 relevant · grades 0, 1, 2 · 2 runs"),
    (facts(topics=(PLAIN,)), "1 topic, RIC on none · 12 judged documents, 12 relevant · binary grades · 2 runs"),
    (facts(topics=(*COLLECTION.topics, PLAIN)), "3 topics, RIC on 2 · 36 …, 20 relevant · grades 0, 1, 2 · 2 runs"),
    (facts(topics=(GRADED,)), "1 topic · 12 …, 11 relevant · grades 0, 1, 2, 3, 4, 5, 6, 7, 8 · 2 runs"),
    (best([0.5], [0.1], pair=(0, 0)), "A a is the only run; its mean RIC over 1 topic is 0.500 of 1 bit."),
    (best([0.5, 0.5, 0], [0, 1, 1], pair=(0, 2)), "A a and b … same largest mean RIC over 1 …, 0.500 of 1 bit."),
    (best([0.5, 0.4], [0.2, 0.1]), f"{A_LEADS} AP ranks it first, too."),
    (best([0.5, 0.4], [0.1, 0.2]), f"{A_LEADS} the other … does not …; AP ranks B b first."),
    (best([0.5, 0.4, 0], [0, 1, 1], pair=(0, 2)), f"{A_LEADS} the other … not …; AP ranks b and B c first."),
    (best([0.5, 0.4], [0.1, 0.2], [0.1, 0.9]), f"{A_LEADS} none of the other 2 measures …; AP ranks B b first."),
    (best([0.5, 0.4], [0.2, 0.1], [0.9, 0.1]), f"{A_LEADS} all other 2 measures …, too."),
    (best([0.5, 0.4], [0.2, 0.1], [0.1, 0.9]), f"{A_LEADS} of the other 2 measures, only AP …, too."),
    (best([0.5, 0.4], [0.1, 0.2], [0.9, 0.1]), f"{A_LEADS} 1 of the other 2 … ranks …, too; AP ranks B b first."),
    (
        findings.best_run(SOME_TOPICS, (0, 0)),
        "A a is the only run; … RIC over the 1 of 2 topics with … is 0.500 of 1 bit.",
    ),
    (findings.best_run(OTHER_TOPICS, (0, 1)), "A a … RIC over … (1 to 2 topics), 0.500 of 1 bit; AP … first, too."),
    (no_ric(0.1, 0.2), f"{NO_RIC} B b has the largest mean AP over 1 topic, 0.200."),
    (no_ric(0.2, 0.2), f"{NO_RIC} A a and B b … same largest mean AP over 1 topic, 0.200."),
    (no_ric(0.1, pair=(0, 0)), f"{NO_RIC} A a is the only run; its mean AP over 1 topic is 0.100."),
    (compared(THREE, (1, 1)), ""),
    (compared([[0, 0.1], [0.1, 0]]), CARRY.format("0.100", "", "0.250", "")),
    (compared(0.1 * (1 - np.eye(3))), CARRY.format("0.100", "", "0.250", "")),
    (
        compared(LARGEST, chance=CHANCE),
        CARRY.format("0.400", " (0.062 by chance), the largest of 3 pairs …", "0.400", " (0.125 …)"),
    ),
    (compared(THREE), CARRY.format("0.100", ", the smallest of 3 pairs of runs", "0.250", "")),
    (among_all((1, 3)), ", larger than that of 67% of all pairs of runs"),
    (among_all((0, 2)), ", smaller than that of 67% of all pairs of runs"),
    (findings.about_chance((np.ones((20, 3)),) * 2, 7), "By chance: … the mean over 20 permutations … (seed 7)."),
    (permuted(2, 20, 0), "2 to 20 permutations …"),
    (permuted(), "0 permutations …"),
    (findings.few_documents(COLLECTION, 2), ""),
    (findings.few_documents(COLLECTION, 3), "2 of 2 topics have fewer … answers of 3 runs … (27): joint RIC …"),
    (findings.few_documents(collection_of(2, 1), 12), "1 of 1 topic has … 12 runs … (531,441): joint RIC …"),
    (findings.few_documents(collection_of(2, 1), 13), "1 of 1 topic has … 13 runs … (3^13): joint RIC …"),
    (findings.shared_information(Shares(0.3, -1e-9, 0.3)), findings.INFORMATION_DIFFERENCE),
    (findings.shared_information(Shares(0.3, -0.01, 0.3)), f"{findings.INFORMATION_DIFFERENCE} … is negative: …"),
    (findings.within_bins([]), "no bin has two runs"),
    (similar([], None), "No bin has two runs: choose fewer bins."),
    (similar([], 0.05), "No two runs differ by 0.05 or less in AP; the closest two differ by 0.100."),
    (lone([], 0.0), "No two runs differ by 0 or less in AP."),
    (similar(pairs((0.2, 0.01)), 0.02), "1 pair … AP … 0.02 or less; it has an … of 0.200 bits. The …"),
    (similar(IN_A_BIN, None), "2 pairs … (2013, … 4); … AP … 0.040; they have … 0.200 to 0.300 bits. The …"),
    (team("xy"), "One team … in 0 of 1 pair."),
    (team("xx"), "One team … in 1 of 1 pair."),
    (team("xxy"), "One team … in 1 of 2 pairs; 1 of these comes before …."),
    (team("xxxy"), "One team … in 2 of 3 pairs; 2 of these come before …."),
    (shared(0.25), f"{SHARE}."),
    (shared(0.25, 0.125, ("nDCG",)), f"{SHARE}; beyond nDCG, 0.125 bits remain. On … without nDCG."),
    (
        shared(NAN, NAN, ("nDCG", "ERR"), (NAN, 0.5)),
        "By the means …, … RIC and AP share is not defined; beyond nDCG and ERR, it is not defined. On … without nDCG "
        "and ERR. Not defined on 1 topic.",
    ),
    (title(0.8), "All 12 systems: tau 0.800, rho 0.900"),
    (title(0.8, top=10), "All 12 …: tau 0.800, rho 0.900<br>best 10: tau 0.600, rho n/a"),
    (title(None, 1), "One system: … no …"),
    (tau_of(correlation(0.8, 0.7, 0.9), top=10), f"{TAU} 95% … 12 systems: 0.700 to 0.900. Filled: the best 10 by AP."),
    (tau_of(correlation(0.8, why="5 systems: too few")), f"{TAU} There is no 95% interval of tau: 5 systems."),
    (tau_of(correlation(1.0, 1.0, 1.0)), f"{TAU} There is no 95% interval of tau."),
    (tau_of(correlation(None, why="all tie")), f"{TAU} Tau is not defined: all tie."),
    (findings.measure_in_words("RIC"), findings.RIC),
    (findings.measure_in_words("ERR-IA@20"), findings.DIVERSITY),
    (merged(), f"{ON_AVERAGE} 0.500 bits (0.300 by chance) …; {BY_MNZ} (0.100 by chance): 50% of it, 75% …."),
    (merged(chance=0.6), f"{ON_AVERAGE} 0.500 bits (0.600 …) …; {BY_MNZ} (0.100 …): 50% of it."),
    (merged(chance=None), f"{ON_AVERAGE} 0.500 bits …; {BY_MNZ}: 50% of it."),
    (merged(joint=0.0, chance=None), f"{ON_AVERAGE} 0.000 bits …; {BY_MNZ}."),
    (merged("Naive"), f"{ON_AVERAGE} 0.500 bits (0.300 …) …; … Naive carries 0.250 bits. Naive sorts …"),
    (
        merged(chance=None, own=True),
        f"{ON_AVERAGE} 0.500 bits …; {BY_MNZ}: 50% of it. Your set (a, b): 0.500 bits and 0.250 bits: 50% of it.",
    ),
    (on_topic(0.25), f"{ON_TOPIC} Together the runs carry 0.250 bits here. {LEFT_OUT}"),
    (on_topic(0.25, CHANCE), f"{ON_TOPIC} Together the runs carry 0.250 bits (0.125 by chance) here. {LEFT_OUT}"),
    (on_topic(NAN, CHANCE), f"{ON_TOPIC} RIC is not defined here. {LEFT_OUT}"),
)


def test_runs_that_lack_topics_are_counted():
    lacking = results([[0.5, 0.4], [0.1, 0.0]], [[0.5, 0.4], [0.1, 0.0]], answered=[[1, 1], [1, 0]])
    assert findings.lacking_topics(lacking) == {"b": "1 of 2 topics"}


def test_names_stay_names():
    named = [part for part in best([0.5, 0.4], [0.1, 0.2]) if isinstance(part, RunName)]
    assert named == [RunName("a", "A", alone=False), RunName("b", "B", alone=False)]


def test_every_method_is_merged_in_words():
    assert all(f"merged by {method} carries" in merged(method) for method in METHODS)
