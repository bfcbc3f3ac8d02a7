"""What is found on nuggets: which run is best, how that depends on alpha, and how it was computed.

`key` is a measure of the ranking, `pair` the names of runs A and, if there is one, B.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.findings.runs import too_little
from ordquant_core.findings.sentence import RunName, Sentence, Styled, join, names, names_or_count, say
from ordquant_core.findings.words import MEANS, few_cases, span
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import LEVEL, TIE, Ranking, leaders
from ordquant_core.numerals import count, decimals, p_error, score, setting


def facts(task: NuggetTask) -> list[str]:
    """Return the facts about a task, a few words each."""
    customer = int(task.customer.sum())
    annotators = "probabilities" if task.votes is None else span(task.votes.sum(axis=1), "annotator")
    blocks = f"{count(customer)} customer and {count(len(task.customer) - customer)} helpdesk blocks"
    return [count(len(task.dialogues), "dialogue"), blocks, annotators, count(len(task.runs), "run")]


def best_run(ranking: Ranking, key: str, pair: Sequence[str]) -> Sentence:
    """Say which runs have the smallest mean, and from which others they differ significantly.

    The test depends on the means alone: what it says of one of several equal means it says of all of them.
    """
    averages, runs = ranking.averages, ranking.averages.scores.runs
    layer = averages.scores.measures.index(key)
    first = [run for run, rank in enumerate(ranking.ranks(layer)) if rank == 1]
    mean, best = score(float(averages.means[layer, first[0]])), names_or_count([runs[run] for run in first], pair)
    how = "the micro average of" if averages.alpha is None else "mean"
    at = "" if averages.alpha is None else f" at alpha {setting(averages.alpha)}"
    if len(runs) == 1:
        return say(f"{how[0].upper()}{how[1:]} {key} of ", best, f"{at} is {mean}.")
    level = [run for run in ranking.level_with_best(layer) if run not in first]
    is_best, it, differs, does_not = (
        ("is best", "it", "differs", "does not")
        if len(first) == 1
        else ("are best with equal means", "they", "differ", "do not")
    )
    if len(first) == len(runs):
        others: Sentence = ()
    elif not level:
        others = (f"; {it} {differs} significantly from every other run",)
    elif len(level) == len(runs) - len(first) > 1:
        others = (f"; {it} {does_not} differ significantly from any of the other {len(level)}",)
    else:
        which = names([runs[run] for run in level], pair, at_most=3)
        others = say(f"; {it} {does_not} differ significantly from ", which)
    return say(f"By {how} {key}{at}, ", best, f" {is_best} ({mean})", others, ".")


def over_alpha(ranking: Ranking, key: str, pair: Sequence[str]) -> Sentence:
    """Say which run is first at which alpha; nothing of a single run."""
    scores = ranking.averages.scores
    if ranking.averages.alpha is None:
        return ("Every block counts the same: long dialogues weigh more, and there is no alpha.",)
    if len(scores.runs) == 1:
        return ()
    layer = scores.measures.index(key)
    ends = ranking.helpdesk[layer], ranking.customer[layer]

    def equal(run: int) -> list[str]:
        """Return a run and those whose means equal its own at every alpha."""
        near = np.all([np.abs(means - means[run]) <= TIE for means in ends], axis=0)
        return [scores.runs[other] for other in np.flatnonzero(near)]

    *first, (last, _) = leaders(*ends)
    if not first:
        are = "is" if len(equal(last)) == 1 else "are"
        return say(names_or_count(equal(last), pair), f" {are} first at every alpha.")
    steps = [say(names_or_count(equal(run), pair), f" up to alpha {decimals(upto, 2)}") for run, upto in first]
    start = "First is " if len(equal(first[0][0])) == 1 else "First are "
    return say(start, join(steps, ", "), ", then ", names_or_count(equal(last), pair), ".")


def of_dialogue(ranking: Ranking, key: str, pair: Sequence[str], dialogue: int, senders: Sequence[str]) -> Sentence:
    """Say how the runs of a pair score on a dialogue, and how its blocks, which have these senders, are drawn."""
    averages, alpha = ranking.averages, ranking.averages.alpha
    runs, values = averages.scores.runs, averages.values[averages.scores.measures.index(key), :, dialogue]
    each = [
        say(RunName(run, letter, alone=False), Styled(f" {score(values[runs.index(run)])}", letter.lower()))
        for letter, run in zip("AB", pair, strict=False)
    ]
    how = "mean over its blocks" if alpha is None else f"waM, alpha {setting(alpha)}"
    sides = set(senders)
    alone = f" Only the {next(iter(sides))} speaks: only that side is scored." if len(sides) == 1 else ""
    order = "Blocks are in order, the customer's on the left, the helpdesk's on the right."
    return say(f"{key} ({how}): ", join(each, " · "), f".{alone} {order}")


def method(ranking: Ranking, seed: int) -> str:
    """Say how intervals and groups were computed."""
    averages, test = ranking.averages, ranking.test
    n, n_runs = len(averages.scores.dialogues), len(averages.scores.runs)
    dialogues, level = count(n, "dialogue"), setting(LEVEL)
    sentences = [
        f"Intervals: 95%, {MEANS}, over {dialogues}.",
        few_cases(n, "dialogue"),
        "Groups: runs that share a letter do not differ significantly by the randomised Tukey HSD test (significance "
        f"level {level}, n = {dialogues}, B = {count(test.n_trials)} trials, seed {seed}; Monte-Carlo error of a "
        f"p-value near {level}: ±{p_error(test.error_at(LEVEL))}).",
        too_little(f"{count(n_runs, 'run')} and {dialogues}", test.smallest_p, test.n_trials, LEVEL)
        if n_runs > 1
        else "",
        f"{averages.note[0].upper()}{averages.note[1:]}." if averages.note else "",
    ]
    return " ".join(filter(None, sentences))
