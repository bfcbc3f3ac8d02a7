"""What is found on nuggets: which run is best, how that depends on alpha, and how it was computed.

`key` is a measure of the ranking, `pair` the names of runs A and, if there is one, B.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.findings.runs import leader, settings, smallest
from ordquant_core.findings.sentence import (
    NAMED,
    MeasureName,
    RunName,
    Sentence,
    Styled,
    both_names,
    join,
    names,
    names_or_count,
    say,
)
from ordquant_core.findings.superlatives import LIKELY, in_resamples
from ordquant_core.findings.words import MEANS, few_cases, span
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import LEVEL, TIE, Ranking, leaders
from ordquant_core.numerals import count, decimals, score, setting
from ordquant_core.statistics.superlatives import Resampled

CLOSE = 5e-4  # alphas that do not differ in three decimals
IN_BRIEF = "A block is one turn of a dialogue; a nugget is a block that helps to solve the problem."


def facts(task: NuggetTask) -> list[str]:
    """Return the facts about a task, a few words each."""
    annotators = "probabilities" if task.votes is None else span(task.votes.sum(axis=1), "annotator")
    blocks = count(len(task.customer), "block")
    return [count(len(task.dialogues), "dialogue"), blocks, annotators, count(len(task.runs), "run")]


def blocks_by_side(task: NuggetTask) -> str:
    """Say how many of the blocks are of which side."""
    customer = int(task.customer.sum())
    return f"{count(customer)} customer and {count(len(task.customer) - customer)} helpdesk blocks."


def best_run(ranking: Ranking, key: str, over_cases: Resampled) -> Sentence:
    """Say which runs have the smallest mean, and from which others they do not differ significantly.

    `over_cases`: their means over resampled dialogues.
    """
    test, alpha = ranking.results.test, ranking.averages.alpha
    at = " over all blocks" if alpha is None else f" at alpha {setting(alpha)}"
    if ranking.results.tested:
        over = at if alpha is None else ""  # else `how_often` says at which alpha
        return leader(test, key, LEVEL, over_cases, at=over, unit="dialogues", brief=True)
    means = test.means[test.measures.index(key)]
    first, mean = names([test.runs[run] for run in smallest(means)], at_most=NAMED), score(float(means.min()))
    mean_of = f"{'Smallest m' if len(means) > 1 else 'M'}ean "
    return say(mean_of, MeasureName(key, "measure"), f"{at} of ", first, f": {mean}.")


def of_means(ranking: Ranking, key: str) -> str:
    """Say of what the means of a table of runs are."""
    alpha = ranking.averages.alpha
    return f"Mean {key} {'over all blocks' if alpha is None else f'at alpha {setting(alpha)}'}"


def how_often(ranking: Ranking, over_cases: Resampled) -> str:
    """Say at which alpha, and in which share of resamples, the runs lead that `best_run` names; nothing untested."""
    first, alpha = over_cases.first(), ranking.averages.alpha
    if not ranking.results.tested:
        return ""
    often = in_resamples(first.share, of="dialogues") if first.share >= LIKELY else ""
    if not often:
        return "" if alpha is None else f"Alpha is {setting(alpha)}."
    lead = f"{'it leads' if len(first.names) == 1 else 'they lead'}{often}."
    return lead.capitalize() if alpha is None else f"At alpha {setting(alpha)}, {lead}"


def better_dialogues(ranking: Ranking, key: str, first: int, second: int) -> Sentence:
    """Say on how many dialogues each of two runs, by their numbers, is better."""
    averages = ranking.averages
    better = averages.better(averages.scores.measures.index(key), first, second)
    a, b = both_names((averages.scores.runs[first], averages.scores.runs[second]), alone=False)
    of = count(averages.values.shape[2], "dialogue")
    return say(a, f" is better on {count(better[0])} of {of}, ", b, f" on {count(better[1])}.")


def depends_on_alpha(ranking: Ranking, key: str) -> str:
    """Return the title of a plot of means by alpha: whether it decides who leads by these means."""
    layer = ranking.averages.scores.measures.index(key)
    changes = len(leaders(ranking.helpdesk[layer], ranking.customer[layer])) > 1
    return "Who leads depends on alpha" if changes else "Means by alpha"


def over_alpha(ranking: Ranking, key: str, pair: Sequence[str]) -> Sentence:
    """Say which run is first at which alpha, by the means of these dialogues; nothing of a single run.

    Where they lead has no error here, so that alpha has two decimals, as when it is chosen, and a third only where two
    would hide a lead, or put the alpha of the ranking on the wrong side of a change.
    """
    scores = ranking.averages.scores
    alpha = ranking.averages.alpha
    if alpha is None:
        return ("Every block counts the same: long dialogues weigh more, and there is no alpha.",)
    if len(scores.runs) == 1:
        return ()
    layer = scores.measures.index(key)
    sides = ranking.helpdesk[layer], ranking.customer[layer]

    def equal(run: int) -> list[str]:
        """Return a run and those whose means equal its own at every alpha."""
        near = np.all([np.abs(means - means[run]) <= TIE for means in sides], axis=0)
        return [scores.runs[other] for other in np.flatnonzero(near)]

    *first, (last, _) = leaders(*sides)
    best = equal(first[0][0] if first else last)
    smallest_mean = f" {'has' if len(best) == 1 else 'have'} the smallest mean"
    if not first:
        return say(names_or_count(best, pair), smallest_mean, " at every alpha.")
    places = 2 if _tells([upto for _, upto in first], alpha, 2) else 3
    steps = [
        say(names_or_count(equal(run), pair), "" if number else smallest_mean, f" up to alpha {decimals(upto, places)}")
        for number, (run, upto) in enumerate(first)
    ]
    return say(join(steps, ", "), ", then ", names_or_count(equal(last), pair), ".")


def _tells(ends: Sequence[float], alpha: float, places: int) -> bool:
    """Return whether so many decimals distinguish the alphas at which the first run changes, and each from `alpha`."""
    written = [float(decimals(end, places)) for end in ends]
    sides = [[(end > alpha + CLOSE) - (end < alpha - CLOSE) for end in some] for some in (written, ends)]
    return sides[0] == sides[1] and len({*written} - {0, 1}) == len(ends)


def of_dialogue(ranking: Ranking, key: str, pair: Sequence[str], dialogue: int, senders: Sequence[str]) -> Sentence:
    """Say how the runs of a pair score on a dialogue, whose blocks have these senders."""
    averages, alpha = ranking.averages, ranking.averages.alpha
    runs, values = averages.scores.runs, averages.values[averages.scores.measures.index(key), :, dialogue]
    each = [
        Styled(f"{RunName(run, letter, alone=False)} {score(values[runs.index(run)])}", letter.lower())
        for letter, run in zip("AB", pair, strict=False)
    ]
    how = ", mean over its blocks" if alpha is None else f" at alpha {setting(alpha)}"
    sides = set(senders)
    alone = f" (only the {next(iter(sides))} speaks and is scored)" if len(sides) == 1 else ""
    between = Styled(" · ", "wide")  # on a phone each stands in a line of its own
    return say(f"{key}{how}{alone}: ", each[0], *([between, each[1]] if len(each) > 1 else []))


def method(ranking: Ranking) -> str:
    """Say how intervals and groups were computed."""
    averages, results = ranking.averages, ranking.results
    n = len(averages.scores.dialogues)
    weighed = "" if averages.alpha is not None else ", each weighed by the number of its blocks"
    tested = settings([results.test], LEVEL, results.seed, "dialogue", level="significance level")
    sentences = [
        f"Intervals: 95%, {MEANS}, over {count(n, 'dialogue')}{weighed}.",
        few_cases(n, "dialogue"),
        f"Runs that share a letter do not differ significantly. {tested}",
        f"{averages.note[0].upper()}{averages.note[1:]}." if averages.note else "",
    ]
    return " ".join(filter(None, sentences))
