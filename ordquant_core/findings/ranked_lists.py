"""What is found on ranked lists: which run carries most information, what two runs and all carry, what merging keeps.

`pair` holds the numbers of runs A and B.
"""

from collections.abc import Sequence

from ordquant_core.analysis.retrieval import Agreement, JointInformation, ListResults, Metasearch
from ordquant_core.findings.sentence import Sentence, names_or_count, say
from ordquant_core.findings.superlatives import LIKELY, depends, in_resamples
from ordquant_core.numerals import NOT_DEFINED, USUAL, count, decimals, listed, margin, percent, score
from ordquant_core.ranked_lists.chance import ERRORS, PRECISE, Chance
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.ranked_lists.measures import is_list_measure, list_measure
from ordquant_core.records import Correlation
from ordquant_core.statistics.superlatives import First

RIC = "relevance information correlation: bits that a list carries about which of two judged documents is better"
DIVERSITY = "measure of diversity: how well a list serves the subtopics of a topic"
NO_RIC = "RIC is not defined here: no topic has judged documents of two grades."
INFORMATION_DIFFERENCE = (
    "Information difference = I(A; Q | B) + I(B; Q | A): what each run says about the judgements Q that the other "
    "does not."
)
GAINS = "nDCG, ERR and RBP are those of Golbus and Aslam (2013, Eqs. 4 to 9): the gain of grade g is 2^g − 1."
MEANS = "Means go over all judged topics; a run scores 0 on one that it has no list for."
CHANCE = (
    "By chance: what lists would carry that say nothing about the judgements, the mean over permutations of the grades "
    f"within each topic. They are permuted until the standard error is {PRECISE} or less, or often enough; what is "
    "less than two errors above chance is called “not above chance”."
)
MOST_GRADES = 8
MOST_KEYS = 4  # measures that a sentence names


def facts(collection: Collection) -> list[str]:
    """Return the facts about a collection, a few words each."""
    grades = ", ".join(map(str, collection.levels[:MOST_GRADES]))
    topics, with_ric = len(collection.topics), int(collection.distinguishing.sum())
    judged = sum(len(topic.documents) for topic in collection.topics)
    relevant = sum(topic.relevant for topic in collection.topics)
    return [
        count(topics, "topic") + (f", RIC on {with_ric or 'none'}" if with_ric < topics else ""),
        f"{count(judged, 'judged document')}, {count(relevant)} relevant",
        "binary grades" if len(collection.levels) == 1 else f"grades 0, {grades}",
        count(len(collection.runs), "run"),
    ]


def best_run(results: ListResults, pair: Sequence[int], first: First) -> Sentence:
    """Say which run has the largest mean RIC as far as the topics decide, and which other measures rank it first, too.

    Where RIC is not defined, say so, and which run has the largest mean AP. `first`: by this measure, see `first_by`.
    """
    measure, start, unit = ("RIC", "", " of 1 bit") if results.has_ric else ("AP", f"{NO_RIC} ", "")
    over, largest = f"mean {measure} {_over(results, measure)}", f"{score(first.value)}{unit}"
    runs = say(start, _names(results, pair, first.names))
    if len(results.runs) == 1:
        return say(runs, f" is the only run; its {over} is {largest}.")
    if not first.share >= LIKELY:
        return say(start, f"Which run has the largest {over}, {largest}, {depends(first, of='topics')}.")
    how_often = in_resamples(first.share, of="topics")
    largest += f",{how_often}" if how_often else ""
    if len(first.names) > 1:
        return say(runs, f" have the same largest {over}, {largest}.")
    others = _by_others(results, first.names[0], pair) if results.has_ric else ()
    return say(runs, f" has the largest {over}, {largest}", others, ".")


def _by_others(results: ListResults, first: str, pair: Sequence[int]) -> Sentence:
    """Say which other measures rank the run with the largest mean RIC first, too, and which run AP does."""
    others = [key for key in results.defined if key != "RIC"]
    agreeing = [key for key in others if first in results.best_by(key)]
    by_ap = () if "AP" in agreeing else say("; AP ranks ", _names(results, pair, results.best_by("AP")), " first")
    if not agreeing:
        return by_ap
    which = listed(agreeing, at_most=MOST_KEYS)
    if len(agreeing) == len(others) > 1:
        which = f"all other {len(others)} measures"
    return say(f"; {which} rank{'s' * (len(agreeing) == 1)} it first, too", by_ap)


def _names(results: ListResults, pair: Sequence[int], runs: Sequence[str]) -> Sentence:
    return names_or_count(runs, [results.runs[run] for run in pair])


def _over(results: ListResults, measure: str) -> str:
    """Say which topics the means by a measure go over."""
    topics, defined = len(results.scores.topics), int(results.collection.distinguishing.sum())
    if measure == "RIC" and defined < topics:
        return f"over the {count(defined)} of {count(topics, 'topic')} with judged documents of two grades"
    return f"over {count(topics, 'topic')}"


def measure_in_words(key: str) -> str:
    """Say what a measure is."""
    if key == "RIC":
        return RIC
    return list_measure(key).words if is_list_measure(key) else DIVERSITY


# --- What several runs carry together, beside chance ---


def two_runs(results: ListResults, pair: tuple[int, int], chance: Chance) -> Sentence:
    """Say how far two runs differ in AP and in information, and what they carry together.

    `chance`: that of `pair_by_chance`.
    """
    a, b = pair
    ap, information = results.mean("AP"), results.pairs
    return say(
        _names(results, pair, [results.runs[run] for run in pair]),
        f" differ by {margin(float(ap[a] - ap[b]))} in AP. Their information difference is ",
        _beside_chance(float(information.difference[a, b]), chance, 1, explained=True),
        ". Together they carry ",
        _beside_chance(float(information.joint[a, b]), chance, 0),
        ".",
    )


def all_runs(together: JointInformation, n_runs: int) -> str:
    """Say what all runs carry together on average over topics."""
    bits = _beside_chance(together.mean, together.chance, 0, explained=True)
    return f"The {count(n_runs, 'run')} together carry {bits}, on average over topics."


def _beside_chance(bits: float, chance: Chance, number: int, *, explained: bool = False) -> str:
    """Write bits beside those by chance; `explained`: with the number of permutations and the error."""
    mean, error = (float(values[number]) for values in (chance.mean, chance.error))
    how = f" ({_permutations(chance)}, error {_by_chance(error, error)})" if explained else ""
    above = "" if is_above_chance(bits, mean, error) else ", not above chance"
    return f"{score(bits)} bits, by chance {_by_chance(mean, error)}{how}{above}"


def _by_chance(bits: float, error: float) -> str:
    """Write bits by chance with as many decimals as their error allows."""
    return decimals(bits, places_by_chance(error))


def places_by_chance(error: float) -> int:
    """Return with how many decimals something by chance is written that has this standard error."""
    return USUAL - 1 if error >= PRECISE else USUAL


def is_above_chance(bits: float, by_chance: float, error: float) -> bool:
    """Return whether bits are two standard errors above those by chance or more."""
    return bits - by_chance >= ERRORS * error and bits > by_chance


def _permutations(chance: Chance) -> str:
    """Return how often the grades of a topic were permuted: '50 to 200 permutations'."""
    numbers = chance.permutations[chance.permutations > 0]
    return f"{count(numbers.min())}{f' to {count(numbers.max())}' * (len({*numbers}) > 1)} permutations"


def merging(metasearch: Metasearch, method: str, size: int) -> str:
    """Say what runs carry together and what a merged list does, beside chance where that is known."""
    joint, merged = float(metasearch.joint.mean()), float(metasearch.fused[list(METHODS).index(method)].mean())
    chance, is_bound = metasearch.chance, method in BOUNDS
    together = f"{score(joint)} bits" if chance is None else _beside_chance(joint, chance, 0, explained=True)
    kept = f"{score(merged)} bits" if chance is None or is_bound else _beside_chance(merged, chance, 1)
    shares = [f"{percent(merged / joint)} of what the runs carry"] if joint > 0 and not is_bound else []
    if shares and chance is not None:
        (joint_by_chance, by_chance), errors = chance.mean.tolist(), chance.error.tolist()
        if is_above_chance(joint, joint_by_chance, errors[0]) and is_above_chance(merged, by_chance, errors[1]):
            shares.append(f"{percent((merged - by_chance) / (joint - joint_by_chance))} of what is above chance")
    end = f": {', '.join(shares)}." if shares else "."
    if is_bound:
        end = f". {method} sorts by the judgements: its list may carry more than the runs."
    return (
        f"On average over {count(len(metasearch.sets), 'set')} of {count(size, 'run')}, the runs together carry "
        f"{together}; the list merged by {method} carries {kept}{end}"
    )


# --- Rankings by two measures ---


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
