"""The glossary of all frames: the meaning of every column name, and how its cells are written for people.

A name means the same on the command line, in every download, on pages and in reports. The frame of a result is made
here, and takes its names from here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError

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
    "run_a": Meaning("text", "run A, of two that are compared"),
    "run_b": Meaning("text", "run B, of two that are compared"),
    "scale": Meaning("text", "the scale that was scored; empty where the files name none"),
    "team": Meaning("text", "the team that submitted the run"),
    "case": Meaning("text", "a case, by its id"),
    "case_group": Meaning("text", "the cases that the row is computed from: a group of them, or `all cases`"),
    "measure": Meaning("text", "a measure, by its key"),
    "measure_1": Meaning("text", "the first of two measures"),
    "measure_2": Meaning("text", "the second of two measures"),
    "name": Meaning("text", "the full name of the measure"),
    "dialogue": Meaning("text", "a dialogue, by its id"),
    "block": Meaning("count", "the number of an utterance block in its dialogue, from 1"),
    "sender": Meaning("text", "who speaks in the block: customer or helpdesk"),
    "topic": Meaning("text", "a topic, by its id; `all`: the mean over topics"),
    "set": Meaning("text", "the runs of a set, joined by +"),
    "dialogues": Meaning("count", "how many dialogues the row is computed from"),
    "topics": Meaning("count", "for how many topics of the row the run has a list"),
    "cases": Meaning("count", "how many cases the row is computed from; in a plan, how many there would be"),
    "runs": Meaning("count", "how many runs the row is computed from"),
    "repairs": Meaning("text", "repairs made while the files were read"),
    "file_notes": Meaning("text", "how the files were read and the table was written: no repairs"),
    "venue": Meaning("text", "where the task was held"),
    "subtask": Meaning("text", "of which task it is a part"),
    "task_type": Meaning("text", "what kind of task it is, such as OQ: ordinal quantification"),
    "runs_per": Meaning("text", "runs per language or team"),
    "language": Meaning("text", "the language of its items"),
    "classes": Meaning("count", "how many ordered classes the task has"),
    "figure": Meaning("text", "a figure of the pages, by the name that `figure` knows"),
    "page": Meaning("text", "the page that shows it"),
    "shows": Meaning("text", "what is drawn"),
    # problems of files
    "file": Meaning("text", "the file that has the problem"),
    "problem": Meaning("text", "what was found"),
    "action": Meaning("text", "what was expected, or what to do"),
    # scores
    "score": Meaning(
        "score", "score of a run on a case; 0 is perfect, smaller is better (ranked lists: larger is better)"
    ),
    "score_a": Meaning("score", "score of run A"),
    "score_b": Meaning("score", "score of run B"),
    "delta": Meaning("delta", "score of run A minus score of run B; negative: A is preferred"),
    "mean": Meaning("score", "mean score over the cases"),
    "low": Meaning("score", "lower end of the interval: 95%, of differences of all pairs of runs 1 - alpha jointly"),
    "high": Meaning("score", "upper end of the interval: 95%, of differences of all pairs of runs 1 - alpha jointly"),
    # nuggets
    "average": Meaning("text", "micro, or macro with its alpha"),
    "customer": Meaning("score", "mean score with alpha = 1: the customer's blocks; where there are none, the others"),
    "helpdesk": Meaning("score", "mean score with alpha = 0: the helpdesk's blocks; where there are none, the others"),
    # ranked lists
    "RIC": Meaning("score", "relevance information correlation of the list, in bits; larger is better"),
    "RIC_1": Meaning("score", "RIC of run 1, in bits"),
    "RIC_2": Meaning("score", "RIC of run 2, in bits"),
    "joint_RIC": Meaning("score", "information that the runs carry together about the judgements, in bits"),
    "joint_RIC_by_chance": Meaning(
        "score", "joint RIC of lists that say nothing: mean over permutations of the grades within each topic, in bits"
    ),
    "joint_RIC_above_chance": Meaning("delta", "joint RIC minus joint RIC by chance, in bits"),
    "information_difference": Meaning("score", "information that only one of the two runs carries, in bits"),
    "bin": Meaning("count", "bin of the two runs, of bins of equal size by AP, from 1, the best"),
    "same_team": Meaning("text", "yes or no: whether one team submitted both runs"),
    # agreement with people
    "person": Meaning("text", "who answered"),
    "pair": Meaning("text", "which two estimates were shown"),
    "estimate_a": Meaning("text", "the numbers of estimate A, one per class"),
    "estimate_b": Meaning("text", "the numbers of estimate B, one per class"),
    "choice": Meaning("text", "which estimate the person prefers: a, b or neither"),
    "human_agreement": Meaning("share", "share of the answers that prefer the estimate which the measure prefers"),
    "agreement_difference": Meaning("delta", "human agreement with measure 1 minus that with measure 2"),
    "answers": Meaning("count", "answers in which the person prefers an estimate, and so does the measure (or both)"),
    "differing_answers": Meaning("count", "answers on which the two measures prefer different estimates"),
    "persons": Meaning("count", "persons who gave these answers"),
    "judges_needed": Meaning(
        "count", "persons for an interval of the half-width asked for; of two measures: for a power of 80%"
    ),
    "p_persons": Meaning("p", "randomisation test of the difference: signs of persons' sums change at random"),
    "p_holm": Meaning("p", "the same, adjusted for all pairs of measures by Holm's procedure"),
    # what a case is like
    "shape": Meaning("text", "shape of the gold distribution: flat, peaked or bimodal"),
    "entropy": Meaning("score", "entropy of the gold, in bits"),
    "variance_high": Meaning("score", "upper limit of the variance of the pilot, one-sided 95%"),
    "cases_high": Meaning("count", "the cases that the upper limit of the variance asks for"),
    "variance": Meaning("score", "variance: of the gold's class numbers; in a plan, of the differences of two runs"),
    "dip": Meaning("score", "depth of the dip between two peaks of the gold"),
    "ends": Meaning("score", "gold probability of the first and the last class together"),
    "occurring": Meaning("count", "classes with a gold probability above 0"),
    "annotators": Meaning("count", "how many votes the gold of a case has"),
    "distance": Meaning("score", "NMD of the two estimates"),
    # preferences
    "prefers_a": Meaning("count", "cases, or possible vote counts, on which the measure prefers A"),
    "prefers_b": Meaning("count", "cases, or possible vote counts, on which the measure prefers B"),
    "ties": Meaning("count", "cases, or possible vote counts, on which the measure prefers neither"),
    "mean_delta": Meaning("delta", "mean of score of run A minus score of run B"),
    # two measures on the cases of two runs
    "agreement": Meaning("share", "share of the cases on which both prefer the same run or both see a tie"),
    "both_prefer_a": Meaning("count", "cases, or gold distributions, on which both measures prefer A"),
    "both_prefer_b": Meaning("count", "cases, or gold distributions, on which both measures prefer B"),
    "a_against_b": Meaning("count", "cases on which measure 1 prefers run A and measure 2 run B"),
    "b_against_a": Meaning("count", "cases on which measure 1 prefers run B and measure 2 run A"),
    "any_tie": Meaning("count", "cases on which at least one of the two measures sees a tie"),
    "pearson": Meaning("score", "Pearson's correlation of the deltas of the two measures"),
    # paired tests, properties associated with disagreement
    "effect": Meaning("delta", "mean delta over the residual standard deviation of the two-way layout of the two runs"),
    "property": Meaning("text", "a property of cases, or one that measures have or lack, by its key"),
    "mean_with": Meaning("score", "mean over the cases on which the measures disagree"),
    "mean_without": Meaning("score", "mean over all other cases"),
    "larger": Meaning(
        "share", "how often a case with a disagreement has a larger value than another case, ties counted half"
    ),
    "p_mann_whitney": Meaning("p", "p-value of the Mann-Whitney test of that property alone"),
    "p_mann_whitney_holm": Meaning("p", "the same, Holm-corrected for the number of properties"),
    "cliffs_delta": Meaning("delta", "Cliff's delta, 2 x `larger` - 1"),
    "note": Meaning("text", "why a number is not defined"),
    "both": Meaning("share", "share of simulated panels of annotators in which both measures keep their preference"),
    "resamples": Meaning("count", "simulated panels of annotators for every case"),
    # rank correlation, information
    "tau": Meaning("score", "Kendall's tau between two rankings of the runs"),
    "correlation": Meaning("score", "a correlation of two vectors; empty where it is not defined"),
    "items": Meaning("count", "the length of two vectors that are correlated"),
    "tau_spread": Meaning("score", "standard deviation of tau over the splits that are compared"),
    "symbols": Meaning("text", "symbols of the measures that it outperforms, as in the variants study"),
    "low_long_cliff": Meaning("score", "lower end of the interval of Long and Cliff (1997)"),
    "high_long_cliff": Meaning("score", "upper end of the interval of Long and Cliff (1997)"),
    "information_tau": Meaning("score", "mutual information of two rankings, in bits"),
    "given": Meaning("text", "measures whose rankings are given, separated by commas"),
    "split": Meaning("text", "`half`, or the number of cases in each of the two sets"),
    # significance
    "p": Meaning("p", "p-value of the difference of two runs"),
    "p_all_runs": Meaning("p", "p-value of the difference by the randomised Tukey HSD test of all runs of the task"),
    "p_error": Meaning("score", "Monte-Carlo standard error of p"),
    "difference": Meaning(
        "delta", "mean score of run 1 minus mean score of run 2; negative: run 1 is better; in a plan: to be detected"
    ),
    "groups": Meaning(
        "text", "significance groups of the run, `a` the best; runs that share a letter do not differ significantly"
    ),
    "group": Meaning(
        "text", "significance groups of the run, `a` the best; runs that share a letter do not differ significantly"
    ),
    "adds": Meaning("delta", "what the cases of the group add to the difference over all cases"),
    "difference_without": Meaning("delta", "the difference on all cases except those of the group"),
    "p_without": Meaning("p", "p-value of the difference on all cases except those of the group"),
    "decides": Meaning(
        "text", "yes: p_interaction < alpha, and without the cases of the group the sign or the significance changes"
    ),
    "interaction": Meaning("delta", "the difference on the group minus the difference on all other cases"),
    "p_interaction": Meaning("p", "p-value of the interaction, adjusted for all pairs and groups of the measure"),
    "sign_changes": Meaning(
        "text",
        "yes: significant differences of opposite signs on the group and the others, and p_interaction < alpha",
    ),
    "significant": Meaning("count", "pairs of runs that differ significantly"),
    "pairs": Meaning("count", "pairs of runs tested"),
    "share": Meaning("share", "share of the pairs of runs that differ significantly"),
    "a": Meaning("count", "pairs of runs that only measure 1 separates"),
    "b": Meaning("count", "pairs of runs that both measures separate"),
    "c": Meaning("count", "pairs of runs that only measure 2 separates"),
    "sso": Meaning("share", "b / (a + b + c)"),
    "contradictions": Meaning("count", "pairs of runs on which the two measures contradict each other"),
    "joined": Meaning("count", "contradictions, identical runs counted once"),
    "sso_left": Meaning("share", "SSO without the contradictions"),
    "similarity": Meaning("score", "mean of the measure's taus with the other measures"),
    "effect_size": Meaning(
        "delta",
        "the difference over the residual standard deviation of the layout of cases and runs tested together",
    ),
    "test": Meaning("text", "the test used for the row"),
    "place": Meaning("count", "rank of the p-value among all pairs, the largest first"),
    "rank": Meaning("count", "rank of the run by its mean, the smallest first; equal means share a rank"),
    "outperforms": Meaning(
        "text", "measures that this one is significantly more consistent than on splits of these cases (2022 study)"
    ),
    "outperforms_over_cases": Meaning(
        "text", "measures that this one is significantly more consistent than, with the cases resampled"
    ),
    "alpha": Meaning("setting", "significance level"),
    "trials": Meaning("count", "random trials: permutations of runs"),
    "splits": Meaning("count", "random splits of the cases that are compared"),
    "seed": Meaning("setting", "seed of the random numbers"),
    "compared": Meaning(
        "text", "the runs that are compared, which ranks and tests depend on, and baselines among them"
    ),
    # the numbers that the papers print
    "paper": Meaning("text", "the paper that prints the number"),
    "printed_in": Meaning("text", "the table, figure or section of the paper"),
    "number": Meaning("text", "what the number is: its row and column"),
    "printed": Meaning("text", "the number as printed"),
    "computed": Meaning("score", "the number recomputed"),
    "deviation": Meaning("delta", "computed minus printed; up to half a unit of the last printed digit is rounding"),
    "verdict": Meaning("text", "`same` to the last printed digit, `slip` of the paper, or `other`"),
    "calculation": Meaning("text", "what the number is computed from"),
    # planning the next round
    "floor": Meaning("score", "expected score of the true distribution, which is not 0 because votes are a sample"),
    "second_panel": Meaning("score", "expected score of a second panel of as many annotators"),
    "width": Meaning("score", "width of the 95% interval of the difference of two runs, median pair"),
    "separated": Meaning(
        "share", "share of the pairs of runs whose shrunk difference is significant and ordered as in the pilot"
    ),
    "power": Meaning("setting", "probability with which a paired t-test detects the difference"),
    # all possible gold distributions
    "estimator_a": Meaning("text", "estimator A: the rule that gives every gold distribution an estimate"),
    "estimator_b": Meaning("text", "estimator B"),
    "distributions": Meaning("count", "how many gold distributions the row is computed from"),
    "disagree": Meaning("count", "gold distributions on which the two measures prefer different estimators"),
    "one_ties": Meaning("count", "gold distributions that are a tie for at least one of the two measures"),
    "printed_tau": Meaning("score", "tau as published"),
    "printed_low": Meaning("score", "lower end of the published 95% interval of tau"),
    "printed_high": Meaning("score", "upper end of the published 95% interval of tau"),
    "mean_tau": Meaning("score", "mean of tau over the seeds"),
    "lowest_tau": Meaning("score", "smallest tau of any seed"),
    "highest_tau": Meaning("score", "largest tau of any seed"),
    "holds": Meaning("text", "on the distributions that were checked: yes, no, or does not apply"),
    "shown_by": Meaning("text", "witness, counterexample, or not found: neither is among these distributions"),
    "checked": Meaning("count", "pairs or triples of distributions that were checked"),
    "explanation": Meaning("text", "what the examples show"),
    "examples": Meaning("text", "vote counts and scores that show it"),
    "gold": Meaning("text", "the vote counts of the gold distribution"),
    "drawn_annotators": Meaning("count", "how many annotators draw their votes from the true distribution"),
    "truth": Meaning("text", "the true distribution, from which annotators draw their votes"),
    "best_report": Meaning(
        "text",
        "the report with the smallest expected score: on a map, of multiples of 1/40; else in steps down to 1/1,280",
    ),
    "best_score": Meaning("score", "the expected score of the best report"),
    "truth_score": Meaning("score", "the expected score of the true distribution"),
    "moved_probability": Meaning("share", "probability that must move from the true distribution to the best report"),
    "gap": Meaning("score", "how much smaller the expected score of the best report is than that of the truth"),
    "proper": Meaning("text", "yes: no report was found with a smaller expected score than the truth; no: one has"),
    "estimate": Meaning("text", "the vote counts of the estimate"),
}
PATTERNS: dict[str, Meaning] = {  # names that hold a measure, a class or a run
    r"votes_.+": Meaning("count", "votes for that class"),
    r"gold_.+": Meaning("score", "gold probability of that class"),
    r"estimate_[ab]_.+": Meaning("score", "probability of that class as run A or B estimates it"),
    r"score_[ab]_.+": Meaning("score", "score of run A or B by that measure"),
    r"delta_.+": Meaning("delta", "score of run A minus score of run B by that measure; negative: A is preferred"),
    r"kept_.+": Meaning("share", "share of simulated panels of annotators in which that measure keeps its preference"),
    r"class_\d+": Meaning("count", "votes for the class with that number"),
    r"pearson_.+": Meaning("score", "Pearson's correlation of the deltas with those of that measure"),
    r"(AP|GAP|nDCG|ERR|RBP|P|recall)(\(p=[0-9.]+\))?(@[0-9]+)?": Meaning(
        "score", "score of a ranked list by that measure; larger is better"
    ),
    r"mean_.+": Meaning("score", "mean score of the run by that measure"),
    r"group_.+": Meaning(
        "text", "significance groups of the run by that measure; runs that share a letter do not differ significantly"
    ),
    r"(alpha-nDCG|ERR-IA|D#-nDCG|D-nDCG|I-rec)@[0-9]+": Meaning("score", "diversity of a list; larger is better"),
    r"difference_.+": Meaning("score", "absolute difference of two runs' means by that measure"),
    r"RIC_.+_by_chance": Meaning("score", "RIC of the list merged by that method, of permuted grades"),
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
    raise UnknownNameError(f"No table has a column {name!r}; name it in `ordquant_core.glossary`.")


Values: TypeAlias = Sequence[Any] | NDArray[Any]  # None and NaN: not defined


def frame_of(columns: Mapping[str, Values]) -> pd.DataFrame:
    """Return columns, all of one length, as a frame; where a count is not defined, it stays a count.

    Raises `ShapeMismatchError` on columns of different lengths, `UnknownNameError` on a name without a meaning.
    """
    lengths = {name: len(values) for name, values in columns.items()}
    if len({*lengths.values()}) > 1:
        raise ShapeMismatchError(f"The columns of a table have one length; found {lengths}.")
    for name in lengths:
        meaning(name)
    return pd.DataFrame({name: _column(values) for name, values in columns.items()})


def _column(values: Values) -> Any:
    if isinstance(values, np.ndarray):
        return values + 0.0 if values.dtype.kind == "f" else values  # -0.0 + 0.0 is 0.0
    found = list(values)
    kinds = {type(value) for value in found}
    if kinds == {int, type(None)}:
        return pd.array(found, dtype="Int64")
    return np.array(found) + 0.0 if kinds == {float} else found


def coded(codes: NDArray[np.integer[Any]], names: Sequence[str]) -> NDArray[Any]:
    """Return a column of a few names that repeat: `names[codes[i]]` in row i."""
    column: NDArray[Any] = np.array([*names, None], dtype=object)[codes]
    return column


def of_rows(names: Sequence[str], rows: Iterable[Sequence[object]]) -> pd.DataFrame:
    """Return the frame of some rows."""
    found = list(rows)
    for row in found:
        if len(row) != len(names):
            raise ShapeMismatchError(f"A row has {len(row)} cells for {len(names)} columns: {row!r}.")
    return frame_of({name: [row[place] for row in found] for place, name in enumerate(names)})


def in_front(frame: pd.DataFrame, **constants: object) -> pd.DataFrame:
    """Return a frame with constant columns in front that say what all its rows are about, such as a task."""
    return frame.assign(**constants)[[*constants, *frame.columns]]


def by_task(frames: Iterable[tuple[str, pd.DataFrame]]) -> pd.DataFrame:
    """Return the frames of several tasks one below the other, with the task's name as the first column."""
    return stacked([in_front(frame, task=name) for name, frame in frames])


def stacked(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return frames of the same columns one below the other."""
    if not frames:
        raise OrdquantError("There are no tables to put one below the other.")
    for frame in frames:
        if list(frame.columns) != list(frames[0].columns):
            names, expected = ", ".join(frame.columns), ", ".join(frames[0].columns)
            raise OrdquantError(f"Tables with other columns: {names}; expected {expected}.")
    return pd.concat(frames, ignore_index=True)
