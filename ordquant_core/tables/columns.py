"""The vocabulary of all tables: what a column of that name holds, and how its cells are written for people.

A name means the same on the command line, in every download and in reports. A new table takes its names from here.
"""

import re
from typing import Literal, NamedTuple

from ordquant_core.errors import UnknownNameError

Kind = Literal["text", "count", "score", "delta", "share", "p", "setting"]


class Meaning(NamedTuple):
    """What a column holds."""

    kind: Kind
    words: str


COLUMNS: dict[str, Meaning] = {
    # what a row is about
    "task": Meaning("text", "the task, with its scale where it has several"),
    "run": Meaning("text", "a run, by its name"),
    "run_1": Meaning("text", "the first of two runs"),
    "run_2": Meaning("text", "the second of two runs"),
    "case": Meaning("text", "a case, by its id"),
    "measure": Meaning("text", "a measure, by its key"),
    "measure_1": Meaning("text", "the first of two measures"),
    "measure_2": Meaning("text", "the second of two measures"),
    "name": Meaning("text", "the full name of the measure"),
    "dialogue": Meaning("text", "a dialogue, by its id"),
    "block": Meaning("count", "the number of an utterance block in its dialogue, from 1"),
    "sender": Meaning("text", "who speaks in the block: customer or helpdesk"),
    "topic": Meaning("text", "a topic, by its id; `all`: the mean over topics"),
    "set": Meaning("text", "the runs of a set, with + between them"),
    "dialogues": Meaning("count", "how many dialogues the row is computed from"),
    "cases": Meaning("count", "how many cases the row is computed from"),
    "repairs": Meaning("text", "what was repaired in the files before"),
    # problems of files
    "file": Meaning("text", "the file that has the problem"),
    "problem": Meaning("text", "what was found"),
    "action": Meaning("text", "what was expected, or what to do"),
    # scores
    "score": Meaning("score", "score of a run on a case; 0 is perfect, smaller is better"),
    "score_a": Meaning("score", "score of run A"),
    "score_b": Meaning("score", "score of run B"),
    "delta": Meaning("delta", "score of run A minus score of run B; negative: A is preferred"),
    "mean": Meaning("score", "mean score over the cases"),
    "low": Meaning("score", "lower end of the 95% interval"),
    "high": Meaning("score", "upper end of the 95% interval"),
    # nuggets
    "average": Meaning("text", "micro, or macro with its alpha"),
    "customer": Meaning("score", "mean score over the customer's blocks alone (alpha = 1)"),
    "helpdesk": Meaning("score", "mean score over the helpdesk's blocks alone (alpha = 0)"),
    # ranked lists
    "RIC_1": Meaning("score", "RIC of run 1, in bits"),
    "RIC_2": Meaning("score", "RIC of run 2, in bits"),
    "joint_RIC": Meaning("score", "information that the runs carry together about the judgements, in bits"),
    "information_difference": Meaning("score", "information that only one of the two runs carries, in bits"),
    # preferences
    "prefers_a": Meaning("count", "cases on which the measure prefers run A"),
    "prefers_b": Meaning("count", "cases on which the measure prefers run B"),
    "ties": Meaning("count", "cases on which the measure prefers neither"),
    "mean_delta": Meaning("delta", "mean of score of run A minus score of run B"),
    # rank correlation, information
    "tau": Meaning("score", "Kendall's tau between two rankings of the runs"),
    "low_long_cliff": Meaning("score", "lower end of the interval of Long and Cliff (1997)"),
    "high_long_cliff": Meaning("score", "upper end of the interval of Long and Cliff (1997)"),
    "information_tau": Meaning("score", "mutual information of two rankings, in bits"),
    "split": Meaning("text", "`half`, or the number of cases in each of the two sets"),
    # significance
    "p": Meaning("p", "p-value of a pair of runs"),
    "p_error": Meaning("score", "Monte-Carlo standard error of p"),
    "difference": Meaning("delta", "mean score of run 1 minus mean score of run 2; negative: run 1 is better"),
    "groups": Meaning("text", "significance groups of the run, `a` the best; runs of a group do not differ"),
    "significant": Meaning("count", "pairs of runs that differ significantly"),
    "pairs": Meaning("count", "pairs of runs tested"),
    "share": Meaning("share", "share of the pairs of runs that differ significantly"),
    "a": Meaning("count", "pairs of runs that only measure 1 separates"),
    "b": Meaning("count", "pairs of runs that both measures separate"),
    "c": Meaning("count", "pairs of runs that only measure 2 separates"),
    "sso": Meaning("share", "b / (a + b + c)"),
    "alpha": Meaning("setting", "significance level"),
    "trials": Meaning("count", "permutations of the randomised Tukey HSD test"),
    "splits": Meaning("count", "random splits of the cases"),
    "seed": Meaning("setting", "seed of the random numbers"),
}
PATTERNS: dict[str, Meaning] = {  # names that hold a measure, a class or a run
    r"pearson_.+": Meaning("score", "Pearson's correlation of the deltas with those of that measure"),
    r"RIC|AP|GAP|nDCG(@10)?|ERR|RBP": Meaning("score", "score of a ranked list by that measure; larger is better"),
    r"difference_.+": Meaning("score", "absolute difference of two runs' means by that measure"),
    r"RIC_.+": Meaning("score", "RIC of the list merged by that method"),
}


def meaning(name: str) -> Meaning:
    """Return what a column holds. Raises `UnknownNameError` where no table has such a column."""
    found = COLUMNS.get(name)
    if found is not None:
        return found
    for pattern, matching in PATTERNS.items():
        if re.fullmatch(pattern, name, re.DOTALL):
            return matching
    raise UnknownNameError(f"No table has a column {name!r}; name it in `ordquant_core.tables.columns`.")
