"""What is found on ranked lists: which run carries most information, pairs of runs, topics, measures, merged lists.

`pair` holds the numbers of runs A and B.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.list_results import ByChance, ListResults, Shares, TopicInformation
from ordquant_core.analysis.retrieval import Agreement, AlikePair, Metasearch, leading_pairs, same_team
from ordquant_core.findings.sentence import Sentence, names_or_count, say
from ordquant_core.findings.words import span
from ordquant_core.numerals import NOT_DEFINED, count, listed, margin, percent, score, setting
from ordquant_core.ranked_lists.collection import Collection, Topics, mean_over_topics
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.ranked_lists.information import ANSWERS, Permuted, sparse_topics
from ordquant_core.ranked_lists.measures import is_list_measure, list_measure
from ordquant_core.records import Correlation

RIC = "relevance information correlation: bits that a list carries about which of two judged documents is better"
DIVERSITY = "measure of diversity: how well a list serves the subtopics of a topic"
NO_RIC = "RIC is not defined here: no topic that counts for all runs has judged documents of two grades."
INFORMATION_DIFFERENCE = (
    "Information difference = I(A; Q | B) + I(B; Q | A): what each run says about the judgements Q that the other "
    "does not. Areas of the circles are to scale; means over topics."
)
GAINS = "nDCG, ERR and RBP are those of Golbus and Aslam (2013, Eqs. 4 to 9): the gain of grade g is 2^g − 1."
MEANS: Mapping[Topics, str] = {
    "judged": "Means go over all judged topics; a run scores 0 on one that it has no list for.",
    "both": "Means of a run go over the judged topics that it retrieves.",
    "retrieved": "Means of a run go over all topics that it retrieves; one that is not judged scores 0.",
}
MOST_GRADES = 8
MOST_WRITTEN = 12  # runs whose possible answers are written as a number
ROUNDING = 0.0005  # bits that are shown as none


# --- The collection, its runs and its measures ---


def facts(collection: Collection) -> list[str]:
    """Return the facts about a collection, a few words each."""
    grades = ", ".join(map(str, collection.levels[:MOST_GRADES]))
    topics, with_ric = len(collection.topics), int(collection.distinguishing.sum())
    return [
        count(topics, "topic") + (f", RIC on {with_ric or 'none'}" if with_ric < topics else ""),
        f"{count(collection.judged, 'judged document')}, {count(collection.relevant)} relevant",
        "binary grades" if len(collection.levels) == 1 else f"grades 0, {grades}",
        count(len(collection.runs), "run"),
    ]


def best_run(results: ListResults, pair: Sequence[int]) -> Sentence:
    """Say which run has the largest mean RIC, and whether other measures rank it first, too.

    Where RIC is not defined, say so, and which run has the largest mean AP.
    """
    measure, start, unit = ("RIC", "", " of 1 bit") if results.has_ric else ("AP", f"{NO_RIC} ", "")
    over, first = f"mean {measure} {_over(results, measure)}", _first(results, measure)
    best, largest = say(start, _names(results, pair, first)), f"{score(float(results.mean(measure).max()))}{unit}"
    if len(results.runs) == 1:
        return say(best, f" is the only run; its {over} is {largest}.")
    if len(first) > 1:
        return say(best, f" have the same largest {over}, {largest}.")
    others = _by_others(results, first[0], pair) if results.has_ric else ()
    return say(best, f" has the largest {over}, {largest}", others, ".")


def _by_others(results: ListResults, first: int, pair: Sequence[int]) -> Sentence:
    """Say which other measures rank the run with the largest mean RIC first, too, and which run AP does."""
    others = results.others_first(first)
    also = _also_first(others, len(results.scores.measures) - 1)
    by_ap = () if "AP" in others else say("; AP ranks ", _names(results, pair, _first(results, "AP")), " first")
    return say(f"; {also}", by_ap)


def _names(results: ListResults, pair: Sequence[int], runs: Sequence[int]) -> Sentence:
    return names_or_count([results.runs[run] for run in runs], [results.runs[run] for run in pair])


def _over(results: ListResults, measure: str) -> str:
    """Say which topics the means by a measure go over."""
    scores = results.scores
    numbers, topics = scores.n_scored[scores.measures.index(measure)], len(scores.topics)
    if scores.counted is not None and not scores.counted.all():
        return f"over the topics that each run retrieves ({span(numbers, 'topic')})"
    if numbers.max() < topics:
        return f"over the {count(int(numbers.max()))} of {count(topics, 'topic')} with judged documents of two grades"
    return f"over {count(topics, 'topic')}"


def _first(results: ListResults, measure: str) -> list[int]:
    """Return the runs than which no other has a larger mean."""
    ranks = results.ranks[results.scores.measures.index(measure)]
    return [run for run, rank in enumerate(ranks.tolist()) if rank == 1]


def _also_first(agreeing: Sequence[str], others: int) -> str:
    if others == 1:  # AP
        return f"{agreeing[0]} ranks it first, too" if agreeing else "the other measure does not rank it first"
    if not agreeing:
        return f"none of the other {others} measures ranks it first"
    if len(agreeing) == others:
        return f"all other {others} measures rank it first, too"
    if list(agreeing) == ["AP"]:
        return f"of the other {others} measures, only AP ranks it first, too"
    among = ", AP among them," if "AP" in agreeing else ""
    return f"{len(agreeing)} of the other {others} measures{among} rank{'s' * (len(agreeing) == 1)} it first, too"


def lacking_topics(results: ListResults) -> dict[object, str]:
    """Say of the runs that lack lists how many topics they have one for: '1 of 2 topics'."""
    topics, answered = len(results.scores.topics), results.scores.n_answered.tolist()
    return {
        run: f"{count(number)} of {count(topics, 'topic')}"
        for run, number in zip(results.runs, answered, strict=True)
        if number < topics
    }


def measure_in_words(key: str) -> str:
    """Say what a measure is."""
    if key == "RIC":
        return RIC
    return list_measure(key).words if is_list_measure(key) else DIVERSITY


# --- Two runs, and pairs of runs ---


def two_runs(results: ListResults, pair: tuple[int, int], chance: ByChance | None = None) -> Sentence:
    """Say how far two runs differ in AP and in information, and what they carry together; both beside chance."""
    a, b = pair
    if a == b:
        return ()
    ap = results.mean("AP")
    of_difference = "" if chance is None else _by_chance(chance.difference)
    of_joint = "" if chance is None else _by_chance(float(mean_over_topics(chance.joint)))
    return say(
        _names(results, pair, pair),
        f" differ by {margin(float(ap[a] - ap[b]))} in AP. Their information difference is "
        f"{score(float(results.difference[a, b]))} bits{of_difference}{_among_all_pairs(results, a, b)}. "
        f"Together they carry {score(float(results.joint[a, b]))} bits{of_joint}.",
    )


def _among_all_pairs(results: ListResults, a: int, b: int) -> str:
    standing, pairs = results.standing(a, b), len(results.runs) * (len(results.runs) - 1) // 2
    if pairs == 1 or standing.closer == standing.further == 0:  # no other pair to compare with, or all are equal
        return ""
    if round(standing.closer * pairs) == pairs - 1:
        return f", the largest of {count(pairs)} pairs of runs"
    if round(standing.further * pairs) == pairs - 1:
        return f", the smallest of {count(pairs)} pairs of runs"
    if standing.closer >= standing.further:
        return f", larger than that of {percent(standing.closer)} of all pairs of runs"
    return f", smaller than that of {percent(standing.further)} of all pairs of runs"


def _by_chance(bits: float) -> str:
    return f" ({score(bits)} by chance)"


def about_chance(permuted: Permuted, seed: int) -> str:
    """Explain what is called chance."""
    return (
        "By chance: what lists would carry that say nothing about the judgements, the mean over "
        f"{permutations(permuted)} (seed {seed})."
    )


def permutations(permuted: Permuted) -> str:
    """Return how often the grades were permuted: '20 permutations of the grades of each topic'."""
    numbers = [len(grades) for grades in permuted if len(grades)]  # none where RIC is not defined
    fewest, most = (end(numbers, default=0) for end in (min, max))
    return f"{fewest if fewest == most else f'{fewest} to {most}'} permutations of the grades of each topic"


def few_documents(collection: Collection, n_runs: int) -> str:
    """Warn of topics with fewer judged documents than so many runs have possible answers; "" where there are none."""
    sparse = sparse_topics(collection, n_runs)
    if not sparse:
        return ""
    power = f"3^{n_runs}" if n_runs > MOST_WRITTEN else count(ANSWERS**n_runs)
    topics = count(int(collection.distinguishing.sum()), "topic")
    return (
        f"{sparse} of {topics} {'has' if sparse == 1 else 'have'} fewer judged documents than there are possible "
        f"answers of {count(n_runs, 'run')} to a pair of documents ({power}): joint RIC depends much on chance there"
    )


def shared_information(shares: Shares) -> str:
    """Explain the information difference, and the case of shared information below zero."""
    if shares.both >= -ROUNDING:
        return INFORMATION_DIFFERENCE
    return (
        f"{INFORMATION_DIFFERENCE} The shared information is negative: the two lists together carry more than the sum "
        "of each alone, as can happen by chance, and when one is right where the other is wrong."
    )


def within_bins(pairs: Sequence[AlikePair]) -> str:
    """Say how far AP differs at most within a bin."""
    if not pairs:
        return "no bin has two runs"
    return f"within a bin, AP differs by up to {score(max(pair.score_difference for pair in pairs))}"


def similar_pairs(results: ListResults, pairs: Sequence[AlikePair], within: float | None) -> str:
    """Say which pairs are listed, and from which to which information difference; `within` None: they share bins."""
    if not pairs:
        return _no_pair(results, within)
    if within is None:
        which = (
            f"{count(len(pairs), 'pair')} of runs in the same bin, of bins of equal size as in Golbus and Aslam (2013, "
            f"Table 4); {within_bins(pairs)}"
        )
    else:
        which = f"{count(len(pairs), 'pair')} of runs whose AP differs by {setting(within)} or less"
    have = "it has" if len(pairs) == 1 else "they have"
    least, most = (score(pair.information_difference) for pair in (pairs[0], pairs[-1]))
    bits = f"from {least} to {most}" if least != most else f"of {least}"
    return (
        f"{which}; {have} an information difference {bits} bits. The smaller it is, the more alike is what two lists "
        "say about the judgements."
    )


def _no_pair(results: ListResults, within: float | None) -> str:
    if within is None:
        return "No bin has two runs: choose fewer bins."
    closest = min((pair.score_difference for pair in results.close(np.inf)), default=None)
    nearest = "" if closest is None else f"; the closest two differ by {score(closest)}"
    return f"No two runs differ by {setting(within)} or less in AP{nearest}."


def one_team(pairs: Sequence[AlikePair], teams: Sequence[str]) -> str:
    """Say how many pairs at the top come from one team, as table 4 of [golbus2013] does."""
    same = same_team(pairs, teams)
    start = f"One team submitted both runs in {count(sum(same))} of {count(len(same), 'pair')}"
    if not any(same) or all(same):
        return f"{start}."
    leading = leading_pairs(same)
    return f"{start}; {count(leading)} of these come{'s' * (leading == 1)} before the first pair from two teams."


# --- Topics ---


def on_topic(results: ListResults, pair: tuple[int, int], topic: int, chance: ByChance | None = None) -> str:
    """Say how many relevant documents two runs miss on a topic, and their joint information on it."""
    about, bits = results.collection.topics[topic], float(results.joint_by_topic[(topic, *pair)])
    missed_by_a, missed_by_b = (count(about.missed(run)) for run in pair)
    by = "" if chance is None else _by_chance(float(chance.joint[topic]))
    carried = "RIC is not defined here" if np.isnan(bits) else f"Together the runs carry {score(bits)} bits{by} here"
    return (
        f"{count(len(about.documents), 'judged document')}, {count(about.relevant)} relevant: A misses {missed_by_a} "
        f"of these, B {missed_by_b}. {carried}. Documents without a judgement are left out, and a list counts as far "
        "as its last relevant document."
    )


def information_by_topic(alone: TopicInformation, beyond: TopicInformation) -> str:
    """Say how many bits two measures share by the means of the runs, and how many are left given others.

    Topics without information are counted: every two runs tie there by some measure.
    """
    both = f"the rankings by {listed(alone.measures)}"
    shared, remaining = (
        None if np.isnan(bits) else f"{score(bits)} bits" for bits in (alone.of_means, beyond.of_means)
    )
    sentence = f"By the means over topics, {both} share {shared}"
    if shared is None:
        sentence = f"By the means over topics, the information that {both} share is not defined"
    if beyond.given:
        others = listed(beyond.given)
        left = "it is not defined" if remaining is None else f"{remaining} remain"
        sentence += f"; beyond {others}, {left}. On topics on the dotted line, as much remains as without {others}"
    undefined = int((~np.isfinite(alone.by_topic) | ~np.isfinite(beyond.by_topic)).sum())
    return f"{sentence}. Not defined on {count(undefined, 'topic')}." if undefined else f"{sentence}."


# --- Measures ---


def agreement_title(rankings: Agreement, systems: int) -> str:
    """Return the title of a plot of two measures: tau and rho of all systems, and of the best."""
    if systems == 1:
        return "One system: there are no rankings to compare"
    of_all = f"All {systems} systems: tau {_value(rankings.tau)}, rho {_value(rankings.rho)}"
    if rankings.top == systems:
        return of_all
    return f"{of_all}<br>best {rankings.top}: tau {_value(rankings.tau_top)}, rho {_value(rankings.rho_top)}"


def _value(correlation: Correlation) -> str:
    return NOT_DEFINED if correlation.value is None else score(correlation.value)


def agreement(measure: str, rankings: Agreement, systems: int) -> str:
    """Say what a measure is, the interval of its tau with RIC, and which systems are filled in its plot."""
    tau = rankings.tau
    if tau.low is not None and tau.high is not None and tau.low < tau.high:
        interval = f"95% interval of tau over {systems} systems: {score(tau.low)} to {score(tau.high)}"
    else:
        why = tau.undefined.partition(":")[0]
        none = "Tau is not defined" if tau.value is None else "There is no 95% interval of tau"
        interval = f"{none}: {why}" if why else none
    filled = "" if rankings.top == systems else f" Filled: the best {rankings.top} by {measure}."
    return f"{measure}: {measure_in_words(measure)}. {interval}.{filled}"


# --- Merged lists ---


def merging(metasearch: Metasearch, method: str, size: int, own: Metasearch | None, runs: Sequence[str]) -> str:
    """Say what runs carry together and what a merged list does, beside chance; `own`: a set of its own, of `runs`."""
    sets = f"{count(len(metasearch.sets), 'set')} of {count(size, 'run')}"
    sentence = (
        f"On average over {sets}, the runs carry {_joint(metasearch)} together; the list merged by {method} carries "
        f"{_merged(metasearch, method)}."
    )
    if method in BOUNDS:
        sentence += f" {method} sorts by the judgements: its list may carry more than the runs."
    if own is None:
        return sentence
    return f"{sentence} Your set ({', '.join(runs)}): {_joint(own)} and {_merged(own, method)}."


def _joint(metasearch: Metasearch) -> str:
    by = "" if metasearch.joint_by_chance is None else _by_chance(float(metasearch.joint_by_chance.mean()))
    return f"{score(float(metasearch.joint.mean()))} bits{by}"


def _merged(metasearch: Metasearch, method: str) -> str:
    """Say what merged lists carry, as a share of what the runs carry together, and of what both carry above chance."""
    row = list(METHODS).index(method)
    joint, merged = (float(values.mean()) for values in (metasearch.joint, metasearch.fused[row]))
    shares = [f"{percent(merged / joint)} of it"] if joint > 0 and method not in BOUNDS else []
    by = ""
    if metasearch.fused_by_chance is not None and method not in BOUNDS:
        by, above = _by_chance(float(metasearch.fused_by_chance[row].mean())), metasearch.share(row)
        shares += [] if above is None else [f"{percent(above)} of what is above chance"]
    return f"{score(merged)} bits{by}{': ' * bool(shares)}{', '.join(shares)}"
