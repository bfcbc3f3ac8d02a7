"""What is found on ranked lists: which run carries most information, what two runs and all carry, what merging keeps.

`pair` holds the numbers of runs A and B.
"""

import re
from collections.abc import Sequence
from math import comb

import numpy as np

from ordquant_core.analysis.retrieval import Agreement, JointInformation, ListResults, Metasearch
from ordquant_core.findings.sentence import Chosen, RunName, Sentence, Styled, join, names_or_count, say
from ordquant_core.findings.superlatives import LIKELY, depends, in_resamples
from ordquant_core.numerals import NOT_DEFINED, USUAL, count, decimals, distinct, listed, margin, percent, score
from ordquant_core.ranked_lists.chance import LEVEL, PRECISE, BesideChance, Chance
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.ranked_lists.measures import is_list_measure, list_measure
from ordquant_core.records import Correlation
from ordquant_core.statistics.information import information_by_chance
from ordquant_core.statistics.superlatives import FEWEST_CASES, First

BITS = (
    "bits that a list carries about which of two judged documents is better; a list that is wrong on every pair "
    "carries as much as one that is right"
)
RIC = f"relevance information correlation: {BITS}"
IN_BRIEF = (
    "Relevance information correlation (RIC): bits, at most 1, that a list carries about which of two judged documents "
    "is better; several lists can be scored together."
)
DIRECTION = "RIC has no direction: a list that is wrong on every pair of documents carries 1 bit, too."
DIVERSITY = "measure of diversity: how well a list serves the subtopics of a topic"
NO_RIC = "RIC is not defined here: no topic has judged documents of two grades."
CARRIED_TOGETHER = "Carried together: what both lists, taken together, say about the judgements (joint RIC)."
INFORMATION_DIFFERENCE = "Information difference: what each run says about the judgements that the other does not."
DIFFERENCE = f"{INFORMATION_DIFFERENCE[:-1]}, I(A; Q | B) + I(B; Q | A) with the judgements Q."
AS_MUCH = "Chance ≥ observed: the share of permutations of the grades by which lists carry as much as was observed."
GAINS = "nDCG, ERR and RBP are those of Golbus and Aslam (2013, Eqs. 4 to 9): the gain of grade g is 2^g − 1."
BY_CHANCE = "By chance: what lists would carry that say nothing about the judgements."
CHANCE = (
    f"{BY_CHANCE[:-1]}, the mean over permutations of the grades within each topic. They are permuted "
    f"until the standard error is {PRECISE} or less, or often enough. What more "
    f"than {percent(LEVEL)} of the permutations carry, the judgements counted as one of them, is called “not above "
    "chance”; means over topics are compared with the means of all topics permuted at once."
)
MOST_GRADES = 8
MOST_KEYS = 4  # measures that a sentence names of one run, and runs that it names
TOGETHER = "Carried together"
Shown = Sequence[tuple[str, BesideChance]]  # bits on the page, with what they are


def facts(collection: Collection) -> list[str]:
    """Return the facts about a collection, a few words each."""
    topics, with_ric = len(collection.topics), int(collection.distinguishing.sum())
    judged = sum(len(topic.documents) for topic in collection.topics)
    return [
        count(topics, "topic") + (f", RIC on {with_ric or 'none'}" if with_ric < topics else ""),
        count(judged, "judged document"),
        count(len(collection.runs), "run"),
    ]


def judgements(collection: Collection) -> str:
    """Say which grades there are, and how many documents are relevant."""
    grades = ", ".join(map(str, collection.levels[:MOST_GRADES]))
    relevant = sum(topic.relevant for topic in collection.topics)
    which = "Binary grades" if len(collection.levels) == 1 else f"Grades 0, {grades}"
    return f"{which}; {count(relevant, 'judged document is', 'judged documents are')} relevant."


def means(results: ListResults) -> str:
    """Say which topics means go over."""
    topics, with_ric = len(results.scores.topics), int(results.collection.distinguishing.sum())
    of_ric = f", those of RIC over the {count(with_ric)} with judged documents of two grades"
    every = f"all {count(topics)} judged topics" if topics > 1 else "the only judged topic"
    return f"Means go over {every}{of_ric if 0 < with_ric < topics else ''}; a run scores 0 where it has no list."


def topics_of(results: ListResults, measure: str) -> str:
    """Say that RIC and another measure go over different topics; nothing where they do not."""
    topics, with_ric = len(results.scores.topics), int(results.collection.distinguishing.sum())
    return f"RIC goes over {count(with_ric, 'topic')}, {measure} over {count(topics)}." if with_ric < topics else ""


def best_run(results: ListResults, first: First) -> Sentence:
    """Say which run has the largest mean RIC as far as the topics decide.

    Where RIC is not defined, say so, and which run has the largest mean AP. `first`: by this measure, see `first_by`.
    """
    measure, start, unit = ("RIC", "", " bits") if results.has_ric else ("AP", f"{NO_RIC} ", "")
    over, largest = _over(results, measure), f"{score(first.value)}{unit}"
    runs = say(start, names_or_count(first.names))
    if len(results.runs) == 1:
        return say(runs, " is the only run; its ", over, f" is {largest}.")
    if first.n_cases == 1:
        return say(start, "One topic does not show which run is better.")
    if not first.share >= LIKELY:
        value = f", {largest}," if first.n_cases >= FEWEST_CASES else ""
        return say(start, "Which run has the largest ", over, f"{value} {depends(first, of='topics')}.")
    how_often = in_resamples(first.share, of="topics")
    lead = f" and {'leads' if len(first.names) == 1 else 'lead'}{how_often}" if how_often else ""
    other_way = _other_way(results, first.names) if results.has_ric else ()
    have = " have the same" if len(first.names) > 1 else " has the"
    return say(runs, f"{have} largest ", over, f", {largest}{lead and ','}{lead}.", other_way)


def by_others(results: ListResults, first: First, *, among: Sequence[str] = ()) -> Sentence:
    """Say which runs lead by the measures that do not rank the run with the largest mean RIC first.

    Nothing where `best_run` names no run, or several. `among`: of these measures alone, where some of them do not.
    """
    if not (results.has_ric and len(results.runs) > 1 == len(first.names) and first.n_cases > 1):
        return ()
    if not first.share >= LIKELY:
        return ()
    (run,), others = first.names, [key for key in results.defined if key != "RIC" and (not among or key in among)]
    led: dict[tuple[str, ...], list[str]] = {}
    for key in others:
        best = tuple(results.best_by(key))
        if run not in best:
            led.setdefault(best, []).append(key)
    if not led:
        which = f"all other {len(others)} measures rank" if len(others) > 1 else f"{others[0]} ranks"
        return () if among else say(f"On these topics, {which} ", RunName(run), " first, too.")
    leads = [
        say(names_or_count(runs), "" if number else " leads" if len(runs) == 1 else " lead", " by ", _listed(keys))
        for number, (runs, keys) in enumerate([*led.items()][:MOST_KEYS])
    ]
    more = "; others by other measures" if len(led) > MOST_KEYS else ""
    return say("On these topics, ", join(leads, "; "), f"{more}.")


def _listed(keys: Sequence[str]) -> str:
    return listed(keys, at_most=MOST_KEYS)


def _other_way(results: ListResults, first: Sequence[str]) -> Sentence:
    """Say of runs that lead by RIC and are in the lower half by AP that RIC has no direction."""
    ranks = dict(zip(results.runs, results.ranks[results.scores.measures.index("AP")].tolist(), strict=True))
    of, low = len(ranks), [run for run in first if 2 * ranks[run] > len(ranks) + 1]
    named = [say(names_or_count([run]), f" is {ranks[run]} of {of}") for run in low]
    return say(" RIC has no direction: by AP, ", join(named, ", "), ".") if named else ()


def direction(results: ListResults, pair: Sequence[int]) -> Sentence:
    """Say that RIC has no direction where runs are in the upper half by RIC but in the lower half by AP, and which."""
    by_ric, by_ap = (results.ranks[results.scores.measures.index(key)] for key in ("RIC", "AP"))
    middle = (len(results.runs) + 1) / 2
    apart = np.flatnonzero((by_ric < middle) & (by_ap > middle)).tolist()
    if not apart:
        return ()
    named = _names(results, pair, [results.runs[run] for run in apart])
    return say(DIRECTION, " In the upper half by RIC, in the lower half by AP: ", named, ".")


def _names(results: ListResults, pair: Sequence[int], runs: Sequence[str]) -> Sentence:
    return names_or_count(runs, [results.runs[run] for run in pair])


def _over(results: ListResults, measure: str) -> Sentence:
    """Name the mean by a measure, and the topics that it goes over where these are not all."""
    topics, defined = len(results.scores.topics), int(results.collection.distinguishing.sum())
    name = Styled(measure, hover=measure_in_words(measure))
    if measure == "RIC" and defined < topics:
        of = count(topics, "topic")
        return say("mean ", name, f" over the {count(defined)} of {of} with judged documents of two grades")
    return say("mean ", name) if topics > 1 else say(name, " on the only topic")


def measure_in_words(key: str) -> str:
    """Say what a measure is."""
    if key == "RIC":
        return RIC
    return list_measure(key).words if is_list_measure(key) else DIVERSITY


def names(keys: Sequence[str]) -> str:
    """Write out the abbreviations of measures."""
    known = {measure.name: measure.words for measure in (list_measure(key) for key in keys if is_list_measure(key))}
    in_full = {name: re.split("[:;,]", words)[0] for name, words in known.items()}
    return " ".join(f"{name}: {words}." for name, words in in_full.items() if words != name)


# --- What several runs carry together, beside chance ---


def two_runs(results: ListResults, pair: tuple[int, int], chance: Chance) -> Sentence:
    """Say how far two runs differ in AP and in information; `chance`: that of `pair_by_chance`."""
    a, b = pair
    ap, names = results.mean("AP"), _names(results, pair, [results.runs[run] for run in pair])
    apart = margin(float(ap[a] - ap[b]))
    if results.are_same(a, b):
        in_ap = "" if apart == margin(0) else f" They differ by {apart} in AP."
        return say(names, f" are the same lists on the judged documents.{in_ap}")
    difference = chance.beside(1, float(results.pairs.difference[a, b]))
    return say(names, f" differ by {apart} in AP; their information difference is {_bits(difference)}.")


def of_two(results: ListResults, pair: tuple[int, int], chance: Chance) -> Shown:
    """Return what two runs carry together beside chance, and their information difference where they differ."""
    together = TOGETHER, chance.beside(0, float(results.pairs.joint[pair]))
    if results.are_same(*pair):
        return [together]
    return [together, ("Information difference", chance.beside(1, float(results.pairs.difference[pair])))]


def of_this_pair(n_pairs: int) -> str:
    """Say that a share of permutations is of one pair alone, though it was chosen among several."""
    return f"Chance ≥ observed is not corrected for the choice of this pair among {n_pairs}." if n_pairs > 1 else ""


def nearly_equal(shown: Shown) -> str:
    """Say why two runs carry as much together as they differ, where they do to the digits shown."""
    if len({score(bits.bits) for _, bits in shown}) == len(shown):
        return ""
    return "Here both are nearly equal: RIC of A and RIC of B nearly add up to what they carry together."


def permuted(shown: Shown) -> str:
    """Say how often the grades were permuted for what is shown, and of each the error and how many carry as much."""
    fewest, most = shown[0][1].permutations
    shares = (distinct([bits.as_much, LEVEL], percent, 0)[0] for _, bits in shown)
    errors = (f"{what}: error {_by_chance(bits.error, bits.error)}" for what, bits in shown)
    each = "; ".join(f"{error}, {share} carry as much" for error, share in zip(errors, shares, strict=True))
    return f"{count(fewest)}{f' to {count(most)}' * (fewest < most)} permutations of each topic. {each}."


def above_chance(together: JointInformation, n_runs: int) -> str:
    """Say on how many topics what all runs carry together is above chance."""
    n_topics = together.chance.n_topics
    above = int(np.count_nonzero(together.chance.as_much(0, together.joint) <= LEVEL))
    what = f"what the {count(n_runs, 'run')} carry together is"
    if n_topics == 1:
        return f"On one topic, {what} {'' if above else 'not '}above chance."
    few = "all" if above == n_topics else f"{above or 'none'} of"
    return f"On {few} {count(n_topics, 'topic')}, {what} above chance."


def all_runs(together: JointInformation, n_runs: int) -> str:
    """Say what all runs carry together on average over topics."""
    who = "The run carries" if n_runs == 1 else f"The {count(n_runs, 'run')} together carry"
    return f"{who} {_bits(together.mean)}, {_on_average(together.chance.n_topics)}."


def _on_average(n_topics: int) -> str:
    return f"on average over {count(n_topics, 'topic')}" if n_topics > 1 else "on one topic"


def topics_tested(together: JointInformation) -> str:
    """Say that topics are tested one by one; nothing of a single one."""
    n_topics = together.chance.n_topics
    if n_topics < 2:
        return ""
    return (
        f"{count(n_topics, 'topic')} are tested one by one: of lists that say nothing, up to {percent(LEVEL)} of the "
        "topics would be above chance."
    )


def _bits(bits: BesideChance) -> str:
    """Write bits, and those by chance."""
    above = "" if bits.is_above else ", not above chance"
    return f"{score(bits.bits)} bits, by chance {_by_chance(bits.by_chance, bits.error)}{above}"


def _by_chance(bits: float, error: float) -> str:
    """Write bits by chance with as many decimals as their error allows."""
    return decimals(bits, places_by_chance(error))


def places_by_chance(error: float) -> int:
    """Return with how many decimals something by chance is written that has this standard error."""
    return USUAL - 1 if error >= PRECISE else USUAL


def merged_by(method: str, size: int) -> Sentence:
    """Name how many runs are merged, and how."""
    return say(Chosen(str(size), "size"), " runs merged by ", Chosen(method, "method"))


def merged(metasearch: Metasearch, method: str, size: int) -> Sentence:
    """Name how many runs are merged, and how, and say what share of joint RIC the merged lists keep."""
    together, of_merged = metasearch.together, metasearch.merged(method)
    kept = _kept(together, of_merged) if together is not None and of_merged is not None else ""
    start = "On average, " if kept and len(metasearch.sets) > 1 else ""
    return say(start, merged_by(method, size), f" keep {kept}." if kept else "")


def merging(metasearch: Metasearch, method: str, size: int) -> str:
    """Say what runs carry together and what a merged list does, beside chance where that is known."""
    sets = len(metasearch.sets)
    joint, merged = float(metasearch.joint.mean()), float(metasearch.fused[list(METHODS).index(method)].mean())
    together, of_merged = metasearch.together, metasearch.merged(method)
    over = "" if together is None or sets > 1 else f", {_on_average(together.n_topics)}"
    who = f"On average over {count(sets, 'set')} of {count(size, 'run')}, the runs" if sets > 1 else f"The {size} runs"
    carry = f"{score(joint)} bits" if together is None else _bits(together)
    kept = f"{score(merged)} bits" if of_merged is None else _bits(of_merged)
    bound = f" {method} sorts by the judgements: its list may carry more than the runs." if method in BOUNDS else ""
    return f"{who} together carry {carry}{over}; the list merged by {method} carries {kept}.{bound}"


def _kept(together: BesideChance, merged: BesideChance) -> str:
    """Say what share of joint RIC a merged list keeps: of enough topics, and where both are above chance."""
    if together.n_topics < FEWEST_CASES or not (together.is_above and merged.is_above):
        return ""
    above = (merged.bits - merged.by_chance) / (together.bits - together.by_chance)
    shares = [(merged.bits / together.bits, "what they carry together"), (above, "what is above chance")]
    return ", ".join(f"{percent(share)} of {what}" for share, what in shares if share <= 1)


# --- Rankings by two measures ---


def agreement_title(rankings: Agreement, n_runs: int) -> str:
    """Return the title of a plot of two measures: tau and rho of all runs, and of the best."""
    if n_runs == 1:
        return "One run: there are no rankings to compare"
    of_all = f"All {n_runs} runs: tau {_value(rankings.tau)}, rho {_value(rankings.rho)}"
    if rankings.top == n_runs:
        return of_all
    return f"{of_all}<br>best {rankings.top}: tau {_value(rankings.tau_top)}, rho {_value(rankings.rho_top)}"


def _value(correlation: Correlation) -> str:
    return NOT_DEFINED if correlation.value is None else score(correlation.value)


def agreement(measure: str, rankings: Agreement, n_runs: int) -> str:
    """Say the interval of the tau of a measure with RIC, and which runs are hollow in its plot."""
    tau = rankings.tau
    if tau.low is not None and tau.high is not None and tau.low < tau.high:
        interval = f"95% interval of tau over {n_runs} runs: {score(tau.low)} to {score(tau.high)}"
    else:
        why = tau.undefined.partition(":")[0]
        none = "Tau is not defined" if tau.value is None else "There is no 95% interval of tau"
        interval = f"{none}: {why}" if why else none
    hollow = "" if rankings.top == n_runs else f" Hollow grey dots: outside the top {rankings.top} by {measure}."
    return f"{interval}.{hollow}"


def information_tau(n_runs: int, given: Sequence[str] = ()) -> str:
    """Say what information tau does not show, and what rankings share that have nothing to do with each other."""
    no_direction = "Information tau has no direction: opposite rankings share 1 bit, as equal ones do."
    if given or n_runs < 2:
        return no_direction
    runs, pairs = count(n_runs, "run"), count(comb(n_runs, 2), "pair")
    bits = score(information_by_chance(n_runs))
    return (
        f"{no_direction} {runs} make {pairs}: two rankings that have nothing to do with each other share {bits} bits "
        "on average."
    )
