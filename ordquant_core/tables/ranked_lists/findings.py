"""The results of ranked lists in sentences and tables. `pair` holds the numbers of runs A and B."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.list_results import ByChance, ListResults, Shares, TopicInformation
from ordquant_core.analysis.retrieval import (
    Agreement,
    AlikePair,
    Metasearch,
    MethodFit,
    fits,
    leading_pairs,
    same_team,
)
from ordquant_core.findings.words import span
from ordquant_core.markup import Cell, Column, Grid, Html, Numbers, Row, join, length, tag
from ordquant_core.numerals import NOT_DEFINED, count, listed, margin, percent, score, setting
from ordquant_core.ranked_lists.collection import Collection, Topics, mean_over_topics
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.ranked_lists.information import ANSWERS, Permuted, sparse_topics
from ordquant_core.ranked_lists.measures import is_list_measure, list_measure
from ordquant_core.records import Correlation
from ordquant_core.tables.sentences import letter_of, named, named_runs

RIC = "relevance information correlation: bits that a list carries about which of two judged documents is better"
MOST_GRADES = 8
LONG = 14  # characters of a name that may be broken
MOST_WRITTEN = 12  # runs whose possible answers are written as a number
ROUNDING = 0.0005  # bits that are shown as none
BREAKS = "white-space:normal; overflow-wrap:anywhere"
NO_RIC = "RIC is not defined here: no topic that counts for all runs has judged documents of two grades."
DIVERSITY = "measure of diversity: how well a list serves the subtopics of a topic"
NO_RIC_HERE = "RIC is not defined here"
MEANS: Mapping[Topics, str] = {
    "judged": "Means go over all judged topics; a run scores 0 on one that it has no list for.",
    "both": "Means of a run go over the judged topics that it retrieves.",
    "retrieved": "Means of a run go over all topics that it retrieves; one that is not judged scores 0.",
}


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


def best_run(results: ListResults, pair: Sequence[int]) -> Html:
    """Say which run has the largest mean RIC, and whether other measures rank it first, too.

    Where RIC is not defined, say so, and which run has the largest mean AP.
    """
    if not results.has_ric:
        if len(results.runs) == 1:
            mean = f"mean AP {_over(results, 'AP')} is {score(float(results.mean('AP')[0]))}"
            return join([NO_RIC, " ", named(results.runs, pair, 0), f" is the only run; its {mean}."])
        first = _first(results, "AP")
        said = [NO_RIC, " ", named_runs(results.runs, pair, first), f" {'has' if len(first) == 1 else 'have'} the "]
        same = "" if len(first) == 1 else "same "
        value = score(float(results.mean("AP").max()))
        return join([*said, f"{same}largest mean AP {_over(results, 'AP')}, {value}."])
    first = _first(results, "RIC")
    over = f"mean RIC {_over(results, 'RIC')}"
    if len(results.runs) == 1:
        mean = score(float(results.mean("RIC")[0]))
        return join([named(results.runs, pair, 0), f" is the only run; its {over} is {mean} of 1 bit."])
    largest = f"{score(float(results.mean('RIC').max()))} of 1 bit"
    if len(first) > 1:
        return join([named_runs(results.runs, pair, first), f" have the same largest {over}, {largest}."])
    others = results.others_first(first[0])
    said = [
        named(results.runs, pair, first[0]),
        f" has the largest {over}, {largest}; ",
        _also_first(others, len(results.scores.measures) - 1),
    ]
    if "AP" not in others:
        said += ["; AP ranks ", named_runs(results.runs, pair, _first(results, "AP")), " first"]
    return join([*said, "."])


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


def two_runs(results: ListResults, pair: tuple[int, int], chance: ByChance | None = None) -> Html:
    """Say how far two runs differ in AP and in information, and what they carry together; both beside chance."""
    a, b = pair
    if a == b:
        return join([])
    standing, ap = results.standing(a, b), results.mean("AP")
    pairs = len(results.runs) * (len(results.runs) - 1) // 2
    if len(results.runs) < 3 or standing.closer == standing.further == 0:  # no other pair to compare with, or equal
        compared = ""
    elif round(standing.closer * pairs) == pairs - 1:
        compared = f", the largest of {count(pairs)} pairs of runs"
    elif round(standing.further * pairs) == pairs - 1:
        compared = f", the smallest of {count(pairs)} pairs of runs"
    elif standing.closer >= standing.further:
        compared = f", larger than that of {percent(standing.closer)} of all pairs of runs"
    else:
        compared = f", smaller than that of {percent(standing.further)} of all pairs of runs"
    by = (
        ("", "")
        if chance is None
        else (_by_chance(chance.difference), _by_chance(float(mean_over_topics(chance.joint))))
    )
    return join(
        [
            named(results.runs, pair, a),
            " and ",
            named(results.runs, pair, b),
            f" differ by {margin(float(ap[a] - ap[b]))} in AP. Their information difference is "
            f"{score(float(results.difference[a, b]))} bits{by[0]}{compared}. Together they carry "
            f"{score(float(results.joint[a, b]))} bits{by[1]}.",
        ]
    )


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


def within_bins(pairs: Sequence[AlikePair]) -> str:
    """Say how far AP differs at most within a bin."""
    if not pairs:
        return "no bin has two runs"
    return f"within a bin, AP differs by up to {score(max(pair.score_difference for pair in pairs))}"


def run_table(results: ListResults, pair: Sequence[int]) -> Grid:
    """Return the runs by RIC, with their means and ranks by every other measure; a row can be chosen.

    Where RIC is not defined, by the first measure that is. A run that lacks topics is shown with their number.
    """
    keys = results.defined
    shown = [results.scores.measures.index(key) for key in keys]
    means, ranks = results.means[shown], results.ranks[shown]
    answered, topics = results.scores.n_answered.tolist(), len(results.scores.topics)
    reach = max(float(means[0].max()), 1e-9)
    words = {key: words_for(key) for key in keys}
    columns: list[object] = ["Run"]
    columns += [tag("abbr", key, title=words[key]) for key in keys]
    rows = []
    for run in sorted(range(len(results.runs)), key=lambda run: -means[0, run]):
        letter = letter_of(pair, run).lower()
        colour = f"var(--oq-run-{letter})" if letter else "var(--oq-muted)"
        bar = tag("i", style=f"width:{length(100 * means[0, run] / reach)}; background:{colour}")
        cells = [
            Cell(
                join([score(means[m, run]), _moved(int(ranks[0, run] - ranks[m, run])) if m else bar]),
                title=f"{float(means[m, run])!r}, rank {ranks[m, run]}",
                class_="oq-score",
            )
            for m, key in enumerate(keys)
        ]
        name = results.runs[run]
        lacks = f" {count(answered[run])} of {count(topics, 'topic')}" if answered[run] < topics else ""
        said = join([named(results.runs, pair, run), tag("small", lacks, class_="oq-muted") if lacks else ""])
        head = Cell(said, heads=True, style=BREAKS if len(name) > LONG or lacks else None)
        rows.append(Row([head, *cells], choice=str(run), data={"run": name}))
    return columns, rows


def words_for(key: str) -> str:
    """Say what a measure is."""
    if key == "RIC":
        return RIC
    return list_measure(key).words if is_list_measure(key) else DIVERSITY


def alike_table(
    results: ListResults, pairs: Sequence[AlikePair], chosen: Sequence[int], teams: Sequence[str] | None = None
) -> Grid:
    """Return pairs of runs with similar scores, by their information difference; a row can be chosen.

    With the `teams` of all runs, a column says which pairs one team submitted.
    """
    same = None if teams is None else same_team(pairs, teams)
    reach = max(max((pair.information_difference for pair in pairs), default=0.0), 1e-9)
    rows = []
    for n, pair in enumerate(pairs):
        bar = tag("i", style=f"width:{length(100 * pair.information_difference / reach)}")
        cells = [
            Cell(f"{results.runs[pair.run_1]} · {results.runs[pair.run_2]}", heads=True, style=BREAKS),
            *([] if pair.bin is None else [count(pair.bin + 1)]),
            Cell(
                tag("div", score(pair.information_difference), bar, class_="oq-score oq-of-gold"),
                title=repr(pair.information_difference),
            ),
            Cell(score(pair.score_difference), title=repr(pair.score_difference)),
            *([] if same is None else ["same" if same[n] else "different"]),
        ]
        both = {pair.run_1, pair.run_2} == set(chosen)
        rows.append(Row(cells, choice=f"{pair.run_1}-{pair.run_2}", chosen=both))
    teams_column = [] if same is None else ["team"]
    binned = any(pair.bin is not None for pair in pairs)
    pair_columns = ["Two runs in a bin of AP", "bin"] if binned else ["Two runs with a similar AP"]
    return [*pair_columns, "information difference", Numbers("|ΔAP|"), *teams_column], rows


def close_note(results: ListResults, pairs: Sequence[AlikePair], within: float | None) -> str:
    """Say which pairs are listed, and from which to which information difference; `within` None: they share bins."""
    if not pairs and within is None:
        return "No bin has two runs: choose fewer bins."
    if not pairs:
        closest = min((pair.score_difference for pair in results.close(np.inf)), default=None)
        nearest = "" if closest is None else f"; the closest two differ by {score(closest)}"
        return f"No two runs differ by {setting(within or 0)} or less in AP{nearest}."
    ends = [score(pair.information_difference) for pair in (pairs[0], pairs[-1])]
    carried = (
        f"an information difference from {ends[0]} to {ends[1]} bits"
        if ends[0] != ends[1]
        else f"an information difference of {ends[0]} bits"
    )
    if within is None:
        which = (
            f"{count(len(pairs), 'pair')} of runs in the same bin, of bins of equal size as in Golbus and Aslam (2013, "
            f"Table 4); {within_bins(pairs)}"
        )
    else:
        which = f"{count(len(pairs), 'pair')} of runs whose AP differs by {setting(within)} or less"
    have = "it has" if len(pairs) == 1 else "they have"
    return f"{which}; {have} {carried}. The smaller it is, the more alike is what two lists say about the judgements."


def team_note(pairs: Sequence[AlikePair], teams: Sequence[str]) -> str:
    """Say how many pairs at the top come from one team, as table 4 of [golbus2013] does."""
    same = same_team(pairs, teams)
    leading = leading_pairs(same)
    start = f"One team submitted both runs in {count(sum(same))} of {count(len(same), 'pair')}"
    if not any(same) or all(same):
        return f"{start}."
    return f"{start}; {count(leading)} of these come{'s' * (leading == 1)} before the first pair from two teams."


def topic_scores(results: ListResults, pair: Sequence[int], topic: int) -> Grid:
    """Return the scores of A and B on one topic by every measure."""
    rows = []
    for key, layer in zip(results.scores.measures, results.scores.values, strict=True):
        values = [(side, float(layer[run, topic])) for side, run in zip("ab", pair, strict=True)]
        cells = [
            Cell(
                join([score(value), tag("i", style=f"width:{length(100 * min(max(value, 0), 1))}")]),
                title=repr(value),
                class_=f"oq-score oq-of-{side}",
            )
            for side, value in values
        ]
        rows.append(Row([Cell(key, heads=True), *cells]))
    return ["", Column("A", class_="oq-a"), Column("B", class_="oq-b")], rows


def information_note(shares: Shares) -> str:
    """Explain the information difference, and the case of shared information below zero."""
    note = (
        "Information difference = I(A; Q | B) + I(B; Q | A): what each run says about the judgements Q that the other "
        "does not. Areas of the circles are to scale; means over topics."
    )
    if shares.both >= -ROUNDING:
        return note
    return (
        f"{note} The shared information is negative: the two lists together carry more than the sum of "
        "each alone, as can happen by chance, and when one is right where the other is wrong."
    )


def topic_information(alone: TopicInformation, beyond: TopicInformation) -> str:
    """Say how many bits two measures share by the means of the runs, and how many are left given others.

    Topics without information are counted: every two runs tie there by some measure.
    """
    first, second = alone.measures
    undefined = int((~np.isfinite(alone.by_topic) | ~np.isfinite(beyond.by_topic)).sum())
    both = f"the rankings by {first} and {second}"
    if np.isnan(alone.of_means):
        said = f"By the means over topics, the information that {both} share is not defined"
    else:
        said = f"By the means over topics, {both} share {score(alone.of_means)} bits"
    if beyond.given:
        others, none = listed(beyond.given), np.isnan(beyond.of_means)
        left = "it is not defined" if none else f"{score(beyond.of_means)} bits remain"
        said += f"; beyond {others}, {left}. On topics on the dotted line, as much remains as without {others}."
    else:
        said += "."
    return f"{said} Not defined on {count(undefined, 'topic')}." if undefined else said


def topic_in_words(results: ListResults, pair: tuple[int, int], topic: int, chance: ByChance | None = None) -> str:
    """Say how many relevant documents two runs miss on a topic, and their joint information on it."""
    bits = float(results.joint_by_topic[(topic, *pair)])
    by = "" if chance is None or np.isnan(bits) else _by_chance(float(chance.joint[topic]))
    together = f"Together the runs carry {score(bits)} bits{by} here" if not np.isnan(bits) else NO_RIC_HERE
    about, missed = results.collection.topics[topic], [results.collection.topics[topic].missed(run) for run in pair]
    return (
        f"{count(len(about.documents), 'judged document')}, {count(about.relevant)} relevant: A misses "
        f"{count(missed[0])} of these, B {count(missed[1])}. {together}. Documents without a judgement are left out, "
        "and a list counts as far as its last relevant document."
    )


def title(agreement: Agreement, systems: int) -> str:
    """Return the title of a plot of two measures: tau and rho of all systems, and of the best."""
    if systems == 1:
        return "One system: there are no rankings to compare"
    said = f"All {systems} systems: tau {correlation(agreement.tau)}, rho {correlation(agreement.rho)}"
    if agreement.top == systems:
        return said
    return f"{said}<br>best {agreement.top}: tau {correlation(agreement.tau_top)}, rho {correlation(agreement.rho_top)}"


def remark(measure: str, agreement: Agreement, systems: int) -> str:
    """Say what a measure is, the interval of its tau with RIC, and which systems are filled in its plot."""
    said = f"{measure}: {words_for(measure)}."
    if agreement.tau.low is not None and agreement.tau.high is not None and agreement.tau.low < agreement.tau.high:
        said += (
            f" 95% interval of tau over {systems} systems: {score(agreement.tau.low)} to {score(agreement.tau.high)}."
        )
    else:
        what = "tau is not defined" if agreement.tau.value is None else "There is no 95% interval of tau"
        why = agreement.tau.undefined.partition(":")[0]
        said += f" {what[0].upper()}{what[1:]}{': ' * bool(why)}{why}."
    return said if agreement.top == systems else f"{said} Filled: the best {agreement.top} by {measure}."


def power_table(powers: Sequence[Power]) -> Grid:
    """Return how many pairs of runs differ significantly by every measure, most first."""
    rows = []
    for row in sorted(powers, key=lambda row: -row.significant):
        bar = tag("i", style=f"width:{length(100 * row.share)}")
        power = Cell(tag("div", percent(row.share, 1), bar, class_="oq-score oq-of-gold"), style="width:55%")
        pairs = f"{count(row.significant)} of {count(row.pairs)}"
        rows.append(Row([Cell(row.measure, heads=True), power, pairs], data={"measure": row.measure}))
    return ["", "discriminative power", "pairs of runs"], rows


def merging(metasearch: Metasearch, method: str, size: int, own: Metasearch | None, names: Sequence[str]) -> str:
    """Say what runs carry together and what a merged list does, beside chance; `own`: a set of its own, with names."""
    row = list(METHODS).index(method)
    said = (
        f"On average over {count(len(metasearch.sets), 'set')} of {count(size, 'run')}, the runs carry "
        f"{_joint(metasearch)} together; the list merged by {method} carries {_merged(metasearch, row)}."
    )
    if method in BOUNDS:
        said += f" {method} sorts by the judgements: its list may carry more than the runs."
    if own is None:
        return said
    return f"{said} Your set ({', '.join(names)}): {_joint(own)} and {_merged(own, row)}."


def _joint(metasearch: Metasearch) -> str:
    by = "" if metasearch.joint_by_chance is None else _by_chance(float(metasearch.joint_by_chance.mean()))
    return f"{score(float(metasearch.joint.mean()))} bits{by}"


def _merged(metasearch: Metasearch, row: int) -> str:
    """Say what merged lists carry, as a share of what the runs carry together, and of what both carry above chance."""
    joint, merged = (float(values.mean()) for values in (metasearch.joint, metasearch.fused[row]))
    bound = list(METHODS)[row] in BOUNDS
    shares = [f"{percent(merged / joint)} of it"] if joint > 0 and not bound else []
    by = ""
    if metasearch.fused_by_chance is not None and not np.isnan(chance := float(metasearch.fused_by_chance[row].mean())):
        by, share = _by_chance(chance), metasearch.share(row)
        shares += [] if share is None else [f"{percent(share)} of what is above chance"]
    return f"{score(merged)} bits{by}{': ' * bool(shares)}{', '.join(shares)}"


def method_table(
    metasearch: Metasearch, method: str, own: Metasearch | None, known: Sequence[MethodFit] | None = None
) -> Grid:
    """Return the agreement of the RIC of merged lists with the joint RIC, by method; a row can be chosen.

    `known`: the result of `fits`, where there is one.
    """
    rows = []
    for number, fit in enumerate(fits(metasearch) if known is None else known):
        bound = tag("span", " bound", class_="oq-muted") if fit.method in BOUNDS else ""
        cells = [
            Cell(join([tag("abbr", fit.method, title=METHODS[fit.method]), bound]), heads=True),
            correlation(fit.tau),
            correlation(fit.rho),
            score(fit.rmse),
            score(metasearch.fused[number].mean()),
            *([] if own is None else [score(own.fused[number, 0])]),
        ]
        rows.append(Row(cells, choice=fit.method, chosen=fit.method == method))
    return ["Method", "tau", "rho", "RMSE", "mean RIC", *([] if own is None else ["yours"])], rows


def correlation(found: Correlation) -> str:
    """Return a correlation as people read it."""
    return NOT_DEFINED if found.value is None else score(found.value)


def _moved(up: int) -> Html:
    """Say how many ranks higher or lower a measure puts a run than RIC does, as wide for each."""
    said = f" {'▲' if up > 0 else '▼'}{abs(up)}" if up else ""
    return tag("small", said, class_="oq-muted", style="display:inline-block; width:1.2rem; text-align:left")


def together_rows(table: pd.DataFrame) -> Grid:
    """Return a row per row of `joint_table`, with bits to three decimals."""
    cells = table.itertuples(index=False, name=None)
    rows = [Row([Cell(topic, heads=True), *map(score, bits)]) for topic, *bits in cells]
    return ["topic", "joint RIC", "by chance", "above chance"], rows
