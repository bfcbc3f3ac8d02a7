"""The glossary of all frames: the meaning and the kind of every column, and how its values are written for people.

A name means the same on the command line, in every download, on pages and in reports. The frame of a result takes its
names from here; pages, reports and papers write and draw its columns by their kinds. A new column is one line here.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError


class Kind(StrEnum):
    """How the values of a column are written (`as_text`) and drawn (`frame_html`)."""

    TEXT = "text"
    COUNT = "count"
    SCORE = "score"  # three decimals
    DELTA = "delta"  # a difference, with its sign
    SHARE = "share"  # of 1, as a percentage
    P = "p"  # of a randomisation test: the number of trials bounds what can be said
    SETTING = "setting"
    DIGITS = "digits"  # a number, with as many decimals as its second part says
    # of one column, drawn
    RUN = "run"  # the name of a run, which may have the colour of A or B
    MEASURE = "measure"  # a measure by its key, written as its label
    CLASS = "class"  # a class by its label
    SIDE = "side"  # A, B or neither: which of two runs is preferred
    VALUE = "value"  # in a calculation: a score, or words in its place
    TERM = "term"  # a word, and what it means where one points
    MARGIN = "margin"  # a score of A minus a score of B as the run it favours, and by how much
    BALANCE = "balance"  # the same as a bar to the left or to the right
    LETTERS = "letters"  # of significance groups
    PICTURE = "picture"  # a distribution as small bars: a tuple with a number per class
    VOTES = "votes"  # the same as thin bars with the numbers beside them: votes, or shares to three decimals
    SHARE_BAR = "share_bar"
    DOT = "dot"  # a number as a dot on an axis up to 1, with the number beside it
    FLAG = "flag"  # yes, no, or neither; by words or by signs
    MARKED = "marked"  # a cell of a paper's table, with its emphasis
    SENTENCE = "sentence"  # a finding, in which names of runs stay names
    # of several columns
    INTERVAL = "interval"  # a mean in its interval: mean, low, high
    RANGE = "range"  # low to high
    SHARE_RANGE = "share_range"  # a share in its interval: share, low, high, and why there is none
    COUNT_OF = "count_of"  # a count and, in brackets, which share of another it is
    TALLY = "tally"  # counts with slashes, or another sign, between them
    WINS = "wins"  # cases on which A is better, tie, B is better
    RANKED = "ranked"  # a score and, in brackets, its rank
    MOVED = "moved"  # a score, and how many ranks it moves its row: the score, its rank, the rank before
    LINK = "link"  # a text and where it leads
    CONTRIBUTION = "contribution"  # to a score: as it is written, the number, and its share of the largest one
    OUT_OF = "out_of"  # a count out of how many, and how large a share it is where that is asked for
    SIZE = "size"  # of a collection, as one number times another
    CHOICE = "choice"  # a sign that can be pressed: the sign, what it chooses, and what it means in words


NUMBERS = frozenset(
    {Kind.COUNT, Kind.SCORE, Kind.DELTA, Kind.SHARE, Kind.P, Kind.SETTING, Kind.RANKED, Kind.RANGE, Kind.DIGITS}
    | {Kind.SHARE_RANGE, Kind.OUT_OF, Kind.MOVED}
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in frames and files, its kind, its meaning in words, and how a page heads it.

    `parts` are the frame's columns that it is drawn from. Most columns stand for themselves; an interval is drawn from
    three, so that files hold plain numbers. `options` are those of its kind's drawing in `frame_html`.
    """

    name: str
    kind: Kind
    meaning: str = ""
    head: object = ""
    parts: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


_KEPT = (
    "robust: at least 95% of simulated panels of as many annotators keep it; kept in most panels: at least 80%; "
    "changes in many panels: fewer; said of"
)
_COLUMNS: dict[str, tuple[Kind, str]] = {
    # what a row is about
    "task": (Kind.TEXT, "the task, with its scale where it has several"),
    "run": (Kind.TEXT, "a run, by its name"),
    "run_1": (Kind.TEXT, "the first of two runs"),
    "run_2": (Kind.TEXT, "the second of two runs"),
    "run_a": (Kind.TEXT, "run A, of two that are compared"),
    "run_b": (Kind.TEXT, "run B, of two that are compared"),
    "scale": (Kind.TEXT, "the scale that was scored; empty where the files name none"),
    "team": (Kind.TEXT, "the team that submitted the run"),
    "case": (Kind.TEXT, "a case, by its id"),
    "case_group": (Kind.TEXT, "the cases that the row is computed from: a group of them, or `all cases`"),
    "measure": (Kind.TEXT, "a measure, by its key"),
    "measure_1": (Kind.TEXT, "the first of two measures"),
    "measure_2": (Kind.TEXT, "the second of two measures"),
    "name": (Kind.TEXT, "the full name of the measure"),
    "definition": (Kind.TEXT, "what the measure is"),
    "source": (Kind.TEXT, "whose definition it is"),
    "dialogue": (Kind.TEXT, "a dialogue, by its id"),
    "block": (Kind.COUNT, "the number of an utterance block in its dialogue, from 1"),
    "sender": (Kind.TEXT, "who speaks in the block: customer or helpdesk"),
    "topic": (Kind.TEXT, "a topic, by its id; `all`: the mean over topics"),
    "set": (Kind.TEXT, "the runs of a set, joined by +"),
    "dialogues": (Kind.COUNT, "how many dialogues the row is computed from"),
    "cases": (Kind.COUNT, "how many cases the row is computed from; in a plan, how many there would be"),
    "runs": (Kind.COUNT, "how many runs the row is computed from"),
    "repairs": (Kind.TEXT, "repairs made while the files were read"),
    "file_notes": (Kind.TEXT, "how the files were read and the table was written: no repairs"),
    "venue": (Kind.TEXT, "where the task was held"),
    "subtask": (Kind.TEXT, "of which task it is a part"),
    "task_type": (Kind.TEXT, "what kind of task it is, such as OQ: ordinal quantification"),
    "runs_per": (Kind.TEXT, "runs per language or team"),
    "language": (Kind.TEXT, "the language of its items"),
    "classes": (Kind.COUNT, "how many ordered classes the task has"),
    "figure": (Kind.TEXT, "a figure of the pages, by the name that `figure` knows"),
    "page": (Kind.TEXT, "the page that shows it"),
    "shows": (Kind.TEXT, "what is drawn"),
    # problems of files
    "file": (Kind.TEXT, "the file that has the problem"),
    "problem": (Kind.TEXT, "what was found"),
    "action": (Kind.TEXT, "what was expected, or what to do"),
    # one case
    "class": (Kind.CLASS, "a class, by its label; in a calculation also `sum` or `mean`, or a measure"),
    "contribution": (Kind.SCORE, "what the class contributes to the score; empty: it is not counted"),
    "written": (Kind.TEXT, "the contribution with the decimals that lead to the score"),
    "share_of_largest": (Kind.SHARE, "size of the contribution as a share of the largest one"),
    "votes": (Kind.COUNT, "votes for the class"),
    "probability": (Kind.SCORE, "probability of the class in the gold"),
    "probability_a": (Kind.SCORE, "probability of the class as run A estimates it"),
    "probability_b": (Kind.SCORE, "probability of the class as run B estimates it"),
    "preference": (Kind.SIDE, "A, B or tie: what the measure prefers"),
    "kept": (Kind.TEXT, f"{_KEPT} the measure's preference"),
    # scores
    "score": (Kind.SCORE, "score of a run on a case; 0 is perfect, smaller is better (ranked lists: larger is better)"),
    "score_a": (Kind.SCORE, "score of run A"),
    "score_b": (Kind.SCORE, "score of run B"),
    "sum_of_margins": (Kind.SCORE, "sum of the margins by both measures"),
    "delta": (Kind.DELTA, "score of run A minus score of run B; negative: A is preferred"),
    "mean": (Kind.SCORE, "mean score over the cases"),
    "low": (
        Kind.SCORE,
        "lower end of the interval: 95%, of differences of all pairs of runs or measures 1 - alpha jointly, of runs "
        "where the errors of all are alike",
    ),
    "high": (
        Kind.SCORE,
        "upper end of the interval: 95%, of differences of all pairs of runs or measures 1 - alpha jointly, of runs "
        "where the errors of all are alike",
    ),
    # nuggets
    "average": (Kind.TEXT, "micro, or macro with its alpha"),
    "customer": (
        Kind.SCORE,
        "mean score of the customer's blocks: over dialogues (by the others where there are none), or all",
    ),
    "helpdesk": (
        Kind.SCORE,
        "mean score of the helpdesk's blocks: over dialogues (by the others where there are none), or all",
    ),
    # ranked lists
    "RIC": (Kind.SCORE, "relevance information correlation of the list, in bits; larger is better"),
    "RIC_1": (Kind.SCORE, "RIC of run 1, in bits"),
    "RIC_2": (Kind.SCORE, "RIC of run 2, in bits"),
    "joint_RIC": (Kind.SCORE, "information that the runs carry together about the judgements, in bits"),
    "joint_RIC_by_chance": (
        Kind.SCORE,
        "joint RIC of lists that say nothing: mean over permutations of the grades within each topic, in bits",
    ),
    "joint_RIC_by_chance_error": (Kind.SCORE, "standard error of joint RIC by chance, in bits"),
    "method": (Kind.TEXT, "a method that merges ranked lists"),
    "rho": (Kind.SCORE, "Spearman's rho between two rankings"),
    "rmse": (Kind.SCORE, "root mean square error"),
    "mean_RIC": (Kind.SCORE, "mean RIC of the merged lists, in bits"),
    "mean_RIC_by_chance": (Kind.SCORE, "RIC of merged lists that say nothing: mean over permutations, in bits"),
    "mean_RIC_by_chance_error": (Kind.SCORE, "standard error of the mean RIC by chance, in bits"),
    "joint_RIC_as_much_by_chance": (
        Kind.SHARE,
        "share of the permutations of the grades by which the lists carry as much, the judgements counted as one",
    ),
    "joint_RIC_above_chance": (Kind.DELTA, "joint RIC minus joint RIC by chance, in bits"),
    "information_difference": (Kind.SCORE, "information that only one of the two runs carries, in bits"),
    # agreement with people
    "person": (Kind.TEXT, "who answered"),
    "pair": (Kind.TEXT, "which two estimates were shown"),
    "estimate_a": (Kind.TEXT, "the numbers of estimate A, one per class"),
    "estimate_b": (Kind.TEXT, "the numbers of estimate B, one per class"),
    "choice": (Kind.TEXT, "which estimate the person prefers: a, b or neither"),
    "human_agreement": (Kind.SHARE, "share of the answers that prefer the estimate which the measure prefers"),
    "agreement_difference": (Kind.DELTA, "human agreement with measure 1 minus that with measure 2"),
    "answers": (Kind.COUNT, "answers in which the person prefers an estimate, and so does the measure (or both)"),
    "differing_answers": (Kind.COUNT, "answers on which the two measures prefer different estimates"),
    "persons": (Kind.COUNT, "persons who gave these answers"),
    "judges_needed": (
        Kind.COUNT,
        "persons for an interval of the half-width asked for; of two measures: for a power of 80%",
    ),
    "p_persons": (Kind.P, "randomisation test of the difference: signs of persons' sums change at random"),
    "p_holm": (Kind.P, "the same, adjusted for all pairs of measures by Holm's procedure"),
    # what a case is like
    "shape": (Kind.TEXT, "shape of the gold distribution: flat, peaked or bimodal"),
    "entropy": (Kind.SCORE, "entropy of the gold, in bits"),
    "variance_low": (Kind.SCORE, "lower end of the 95% interval of that variance (chi-square)"),
    "variance_high": (Kind.SCORE, "upper end of the 95% interval of that variance"),
    "variance_mean": (Kind.SCORE, "mean variance of the differences of two runs over all pairs"),
    "cases_low": (Kind.COUNT, "the cases that the lower end of the variance asks for"),
    "cases_high": (Kind.COUNT, "the cases that the upper end of the variance asks for"),
    "cases_mean": (Kind.COUNT, "the cases that the mean variance asks for"),
    "variance": (
        Kind.SCORE,
        "variance: of the gold's class numbers; in a plan, of the differences of two runs, the largest over the pairs",
    ),
    "dip": (Kind.SCORE, "depth of the dip between two peaks of the gold"),
    "ends": (Kind.SCORE, "gold probability of the first and the last class together"),
    "occurring": (Kind.COUNT, "classes with a gold probability above 0"),
    "annotators": (Kind.COUNT, "how many votes the gold of a case has"),
    "distance": (Kind.SCORE, "NMD of the two estimates"),
    # preferences
    "prefers_a": (Kind.COUNT, "cases, or gold distributions, on which the measure prefers A"),
    "prefers_b": (Kind.COUNT, "cases, or gold distributions, on which the measure prefers B"),
    "ties": (Kind.COUNT, "cases, or gold distributions, on which the measure prefers neither"),
    "mean_delta": (Kind.DELTA, "mean of score of run A minus score of run B"),
    # two measures on the cases of two runs
    "agreement": (Kind.SHARE, "share of the cases on which both prefer the same run or both see a tie"),
    "both_prefer_a": (Kind.COUNT, "cases on which both measures prefer A"),
    "both_prefer_b": (Kind.COUNT, "cases on which both measures prefer B"),
    "a_against_b": (Kind.COUNT, "cases on which measure 1 prefers run A and measure 2 run B"),
    "b_against_a": (Kind.COUNT, "cases on which measure 1 prefers run B and measure 2 run A"),
    "any_tie": (Kind.COUNT, "cases on which at least one of the two measures sees a tie"),
    "pearson": (Kind.SCORE, "Pearson's correlation of the deltas of the two measures"),
    # paired tests, properties associated with disagreement
    "effect": (Kind.DELTA, "mean delta over the residual standard deviation of the two-way layout of the two runs"),
    "property": (Kind.TEXT, "a property of cases, or one that measures have or lack, by its key"),
    "mean_with": (Kind.SCORE, "mean over the cases on which the measures disagree"),
    "mean_without": (Kind.SCORE, "mean over all other cases"),
    "larger": (
        Kind.SHARE,
        "how often a case with a disagreement has a larger value than another case, ties counted half",
    ),
    "larger_low": (Kind.SHARE, "lower end of the interval of `larger`"),
    "larger_high": (Kind.SHARE, "upper end of it"),
    "p_mann_whitney": (Kind.P, "p-value of the Mann-Whitney test of that property alone"),
    "p_mann_whitney_holm": (Kind.P, "the same, Holm-corrected for the number of properties"),
    "cliffs_delta": (Kind.DELTA, "Cliff's delta, 2 x `larger` - 1"),
    "note": (Kind.TEXT, "why a number is not defined"),
    "kept_mean": (Kind.SHARE, "share of simulated panels that keep the preference, mean over cases, rounded to 5%"),
    "robust": (Kind.COUNT, "cases on which 95% or more of simulated panels of as many annotators keep the preference"),
    "mostly_kept": (Kind.COUNT, "cases on which 80% or more of them keep it, but fewer than 95%"),
    "kept_in_80": (
        Kind.COUNT,
        "cases on which 80% or more of simulated panels keep the preference; how votes vary is assumed",
    ),
    "open": (Kind.COUNT, "cases on which fewer than 80% of simulated panels keep the preference"),
    "both": (Kind.TEXT, f"{_KEPT} the preferences of both measures at once"),
    "panels": (Kind.COUNT, "simulated panels of annotators for every case"),
    # rank correlation, information
    "tau": (Kind.SCORE, "Kendall's tau between two rankings of the runs"),
    "correlation": (Kind.SCORE, "a correlation of two vectors; empty where it is not defined"),
    "items": (Kind.COUNT, "the length of two vectors that are correlated"),
    "tau_spread": (Kind.SCORE, "standard deviation of tau over the splits that are compared"),
    "symbols": (
        Kind.TEXT,
        "symbols of the measures that it outperforms on splits of these cases only, as in the variants study",
    ),
    "low_long_cliff": (Kind.SCORE, "lower end of the interval of Long and Cliff (1997)"),
    "high_long_cliff": (Kind.SCORE, "upper end of the interval of Long and Cliff (1997)"),
    "information_tau": (Kind.SCORE, "mutual information of two rankings, in bits"),
    "given": (Kind.TEXT, "measures whose rankings are given, separated by commas"),
    "split": (Kind.TEXT, "`half`, or the number of cases in each of the two sets"),
    # significance
    "p": (Kind.P, "p-value of the difference of two runs, or of two measures"),
    "p_all_runs": (Kind.P, "p-value of the difference by the randomised Tukey HSD test of all runs of the task"),
    "low_all_runs": (
        Kind.DELTA,
        "lower end of the interval of the mean delta by that test, jointly for all pairs where the errors of all runs "
        "are alike",
    ),
    "high_all_runs": (Kind.DELTA, "upper end of it"),
    "effect_all_runs": (Kind.DELTA, "mean delta over the residual standard deviation of all runs of the task"),
    "p_error": (Kind.SCORE, "Monte-Carlo standard error of p"),
    "tau_difference": (Kind.DELTA, "mean tau of measure 1 minus mean tau of measure 2; positive: 1 is more consistent"),
    "difference": (
        Kind.DELTA,
        "mean score of run 1 minus mean score of run 2; negative: run 1 is better; in a plan: to be detected",
    ),
    "leads": (Kind.TEXT, "the run with the smallest mean, and that"),
    "in_first_group": (Kind.COUNT, "runs in the first significance group"),
    "n_groups": (Kind.COUNT, "significance groups of the runs"),
    "groups": (
        Kind.LETTERS,
        "significance groups of the run, `a` the best; runs that share a letter do not differ significantly",
    ),
    "group": (
        Kind.LETTERS,
        "significance groups of the run, `a` the best; runs that share a letter do not differ significantly",
    ),
    "adds": (Kind.DELTA, "what the cases of the group add to the difference over all cases"),
    "difference_without": (Kind.DELTA, "the difference on all cases except those of the group"),
    "p_without": (Kind.P, "p-value of the difference on all cases except those of the group"),
    "decides": (
        Kind.FLAG,
        "yes: p_interaction < alpha, and without the cases of the group the sign or the significance changes",
    ),
    "interaction": (Kind.DELTA, "the difference on the group minus the difference on all other cases"),
    "p_interaction": (Kind.P, "p-value of the interaction, adjusted for all pairs and groups of the measure"),
    "sign_changes": (
        Kind.FLAG,
        "yes: significant differences of opposite signs on the group and the others, and p_interaction < alpha",
    ),
    "significant": (Kind.COUNT, "pairs of runs that differ significantly"),
    "pairs": (Kind.COUNT, "pairs of runs tested"),
    "share": (Kind.SHARE, "share of the pairs of runs that differ significantly"),
    "a": (Kind.COUNT, "pairs of runs that only measure 1 separates"),
    "b": (Kind.COUNT, "pairs of runs that both measures separate"),
    "c": (Kind.COUNT, "pairs of runs that only measure 2 separates"),
    "sso": (Kind.SHARE, "b / (a + b + c)"),
    "contradictions": (Kind.COUNT, "pairs of runs on which the two measures contradict each other"),
    "joined": (Kind.COUNT, "contradictions, identical runs counted once"),
    "sso_left": (Kind.SHARE, "SSO without the contradictions"),
    "why": (Kind.SENTENCE, "beside the gold: its mean class, and its largest error in one class"),
    "left": (Kind.SCORE, "information of two measures that remains, given this one, in bits"),
    "left_by_chance": (Kind.SCORE, "mean given rankings of the runs that have nothing to do with the two measures"),
    "shared": (Kind.SCORE, "information of two measures on the same pairs of runs, in bits"),
    "of_pairs": (Kind.TEXT, "pairs of runs that none of the three rankings ties, on each task"),
    "most_like": (Kind.TEXT, "the measures with the largest tau on these cases, separated by commas"),
    "least_alike_in": (Kind.SHARE, "share of resampled cases by which the measure alone ranks least like the others"),
    "similarity": (Kind.SCORE, "mean of the measure's taus with the other measures"),
    "effect_size": (
        Kind.DELTA,
        "the difference over the residual standard deviation of the layout of cases and runs tested together",
    ),
    "test": (Kind.TEXT, "the test used for the row"),
    "place": (Kind.COUNT, "rank of the p-value among all pairs, the largest first"),
    "rank": (Kind.COUNT, "rank of the run by its mean, the smallest first; equal means share a rank"),
    "outperforms": (Kind.TEXT, "measures that this one is significantly more consistent than, with cases resampled"),
    "alpha": (Kind.SETTING, "significance level"),
    "trials": (Kind.COUNT, "random trials: permutations of runs"),
    "splits": (Kind.COUNT, "random splits of the cases that are compared"),
    "seed": (Kind.SETTING, "seed of the random numbers"),
    "compared": (Kind.TEXT, "the runs that are compared, which ranks and tests depend on, and baselines among them"),
    # the numbers that the papers print
    "paper": (Kind.TEXT, "the paper that prints the number"),
    "printed_in": (Kind.TEXT, "the table, figure or section of the paper"),
    "number": (Kind.TEXT, "what the number is: its row and column"),
    "printed": (Kind.TEXT, "the number as printed"),
    "computed": (Kind.SCORE, "the number recomputed"),
    "deviation": (Kind.DELTA, "computed minus printed; up to half a unit of the last printed digit is rounding"),
    "verdict": (Kind.TEXT, "`same` to the last printed digit, or a `slip` of the paper"),
    "calculation": (Kind.TEXT, "how the number is computed: by a measure, or as a sum, a mean, an interval, …"),
    "calculated_from": (Kind.TEXT, "of what: distributions, numbers, or other printed numbers by place and name"),
    "cause": (Kind.SENTENCE, "why a number or a statement does not come out, or why numbers cannot be recomputed"),
    "statement": (Kind.SENTENCE, "what a paper states of measures"),
    "what": (Kind.SENTENCE, "printed numbers that cannot be recomputed"),
    "numbers": (Kind.COUNT, "how many they are"),
    # planning the next round
    "annotators_half": (Kind.TEXT, "half of the votes of a case, the annotators of a panel"),
    "half": (Kind.SCORE, "mean score of half of the annotators against as many others"),
    "low_half": (Kind.SCORE, "lower end of the 95% interval of that score"),
    "high_half": (Kind.SCORE, "upper end of the 95% interval of that score"),
    "panel_low": (Kind.SCORE, "a second panel of as many annotators as vote scores at least this"),
    "panel_high": (Kind.SCORE, "a second panel of as many annotators as vote scores at most this"),
    "largest_error": (Kind.SHARE, "largest relative error of the middle of that range, apart from the sample of cases"),
    "unanimous": (Kind.FLAG, "do no two votes of a case differ by the measure? then there is no range"),
    "by_persons": (
        Kind.FLAG,
        "do the intervals allow for other persons? only where the same persons labelled all cases",
    ),
    "width": (Kind.SCORE, "width of the 95% interval of the difference of two runs, median pair"),
    "separated": (
        Kind.SHARE,
        "share of the pairs of runs whose shrunk difference is significant and ordered as in the pilot",
    ),
    "corrected": (Kind.SHARE, "that share, every pair tested at 5% / pairs (Bonferroni)"),
    "pairs_corrected": (
        Kind.COUNT,
        "how many pairs of runs are separated, every one tested at 5% / pairs (Bonferroni)",
    ),
    "power": (Kind.SETTING, "probability with which a paired t-test detects the difference"),
    # all possible gold distributions
    "estimator_a": (Kind.TEXT, "estimator A: the rule that gives every gold distribution an estimate"),
    "estimator_b": (Kind.TEXT, "estimator B"),
    "distributions": (Kind.COUNT, "how many gold distributions the row is computed from"),
    "disagree": (Kind.COUNT, "cases, or gold distributions, on which the two measures prefer different runs"),
    "printed_tau": (Kind.SCORE, "tau as published"),
    "printed_low": (Kind.SCORE, "lower end of the published 95% interval of tau"),
    "printed_high": (Kind.SCORE, "upper end of the published 95% interval of tau"),
    "mean_tau": (Kind.SCORE, "mean of tau over the seeds"),
    "lowest_tau": (Kind.SCORE, "smallest tau of any seed"),
    "highest_tau": (Kind.SCORE, "largest tau of any seed"),
    "holds": (Kind.TEXT, "on the distributions that were checked: yes, no, or does not apply"),
    "shown_by": (Kind.TEXT, "witness, counterexample, or not found: neither is among these distributions"),
    "checked": (Kind.COUNT, "pairs or triples of distributions that were checked"),
    "explanation": (Kind.TEXT, "what the examples show"),
    "examples": (Kind.TEXT, "vote counts and scores that show it"),
    "gold": (Kind.TEXT, "the vote counts of the gold distribution"),
    "drawn_annotators": (Kind.COUNT, "how many annotators draw their votes from the true distribution"),
    "truth": (Kind.TEXT, "the true distribution, from which annotators draw their votes"),
    "best_report": (Kind.TEXT, "the report with the smallest expected score, in steps down to 1/1,280"),
    "best_score": (Kind.SCORE, "the expected score of the best report"),
    "truth_score": (Kind.SCORE, "the expected score of the true distribution"),
    "gap": (Kind.SCORE, "how much smaller the expected score of the best report is than that of the truth"),
    "proper": (Kind.TEXT, "yes: no report was found with a smaller expected score than the truth; no: one has"),
    "estimate": (Kind.TEXT, "the vote counts of the estimate"),
}
_PATTERNS: dict[str, tuple[Kind, str]] = {  # names that hold a measure, a class or a run
    r"votes_.+": (Kind.COUNT, "votes for that class"),
    r"gold_.+": (Kind.SCORE, "gold probability of that class"),
    r"estimate_[ab]_.+": (Kind.SCORE, "probability of that class as run A or B estimates it"),
    r"score_[ab]_.+": (Kind.SCORE, "score of run A or B by that measure"),
    r"delta_.+": (Kind.DELTA, "score of run A minus score of run B by that measure; negative: A is preferred"),
    r"kept_.+": (Kind.TEXT, f"{_KEPT} that measure's preference"),
    r"holds_.+": (Kind.FLAG, "whether the measure has that property: yes, no, or does not apply"),
    r"class_\d+": (Kind.COUNT, "votes for the class with that number"),
    r"pearson_.+": (Kind.SCORE, "Pearson's correlation of the deltas with those of that measure"),
    r"(AP|GAP|nDCG|ERR|RBP|P|recall)(\(p=[0-9.]+\))?(@[0-9]+)?": (
        Kind.SCORE,
        "score of a ranked list by that measure; larger is better",
    ),
    r"(prefers_[ab]|ties)_.+": (Kind.COUNT, "cases on which that measure prefers A, B, or neither"),
    r"mean_delta_.+": (Kind.DELTA, "mean by that measure of score of run A minus score of run B"),
    r"mean_.+": (Kind.SCORE, "mean score of the run by that measure"),
    r"group_.+": (
        Kind.TEXT,
        "significance groups of the run by that measure; runs that share a letter do not differ significantly",
    ),
    r"(alpha-nDCG|ERR-IA|D#-nDCG|D-nDCG|I-rec)@[0-9]+": (Kind.SCORE, "diversity of a list; larger is better"),
    r"difference_.+": (Kind.SCORE, "absolute difference of two runs' means by that measure"),
    r"RIC_.+": (Kind.SCORE, "RIC of the list merged by that method"),
}


_COMPOSED: dict[str, tuple[Kind, str, tuple[str, ...]]] = {  # from columns of a frame, for people
    "contributions": (
        Kind.CONTRIBUTION,
        "contributions to a score, shaded by their sizes",
        ("written", "contribution", "share_of_largest"),
    ),
    "interval": (
        Kind.INTERVAL,
        "95% interval of the mean over the cases; none where all its scores are equal",
        ("mean", "low", "high"),
    ),
}


def column(name: str, head: object = None, *, parts: Sequence[str] = (), **options: Any) -> Column:
    """Return a column of frames with its head on a page (None: its name); the options are those of its drawing.

    Raises `UnknownNameError` where no frame has such a column.

    >>> column("p_error").head, column("votes_2").kind
    ('p error', <Kind.COUNT: 'count'>)
    """
    kind, meaning, usual = _COMPOSED.get(name) or (*_known(name), (name,))
    heading = name.replace("_", " ") if head is None else head
    return Column(name, kind, meaning, head=heading, parts=tuple(parts) or usual, options=MappingProxyType(options))


def drawn_as(
    kind: Kind, name: str, head: object = None, meaning: str = "", *, parts: Sequence[str] = (), **options: Any
) -> Column:
    """Return a column that only one page has, or that it draws as another kind than the glossary names."""
    heading = name if head is None else head
    return Column(name, kind, meaning, head=heading, parts=tuple(parts) or (name,), options=MappingProxyType(options))


@cache
def _known(name: str) -> tuple[Kind, str]:
    if name in _COLUMNS:
        return _COLUMNS[name]
    for pattern, matching in _PATTERNS.items():
        if re.fullmatch(pattern, name, re.DOTALL):
            return matching
    raise UnknownNameError(f"No table has a column {name!r}; name it in `ordquant_core.glossary`.")


def list_columns() -> dict[str, tuple[Kind, str]]:
    """Return the kind and the meaning of every column by its name; of those named after a measure or a run, `…`."""
    return {**_COLUMNS, **{pattern.replace(".+", "…"): known for pattern, known in _PATTERNS.items()}}


def as_text(kind: Kind, *values: Any, **options: Any) -> str:
    """Write the values of a column's parts as people read them; empty where the first, a number, is missing.

    >>> as_text(Kind.SCORE, -0.0421), as_text(Kind.MARGIN, -0.0421), as_text(Kind.P, 1 / 5001, trials=5000)
    ('−0.042', '◂ A 0.042', '< 0.001')
    >>> as_text(Kind.INTERVAL, 0.07, 0.066, 0.0754), as_text(Kind.SHARE, 0.25, places=0), as_text(Kind.COUNT, None)
    ('0.070 [0.066 to 0.075]', '25%', '')
    """
    first = values[0]
    if isinstance(first, str):
        return first
    missing = first is None or first is pd.NA or (np.isscalar(first) and pd.isna(first))
    return "" if missing else _AS_TEXT[kind](*values, **options)


def _p(p: float, trials: int = 0) -> str:
    return numerals.p_cell(p, trials) if trials else numerals.p_exact(p)


def _digits(value: float, places: int = 0, sign: bool = False) -> str:
    return "0" if sign and value == 0 else numerals.decimals(value, int(places), sign=sign)


def _range(low: float, high: float, *, sign: bool = False) -> str:
    return numerals.interval(low, high, sign=sign)


def _share_range(share: float, low: float, high: float) -> str:
    ends = "" if pd.isna(low) or pd.isna(high) else f" [{numerals.percent(low)}, {numerals.percent(high)}]"
    return numerals.percent(share) + ends


def _out_of(part: float, whole: float, places: int | None = None) -> str:
    share = "" if places is None else f" ({numerals.percent(part / whole, places)})"
    return f"{numerals.count(part)} of {numerals.count(whole)}{share}"


def _votes(values: Sequence[float]) -> str:
    """Write vote counts as links and files have them, '0,1,2', and shares as sentences do, '0, 0.333, 0.667'."""
    if all(isinstance(value, int | np.integer) for value in values):
        return ",".join(map(str, values))
    return ", ".join(numerals.setting(value, numerals.USUAL) for value in values)


_AS_TEXT: Mapping[Kind, Callable[..., str]] = MappingProxyType(
    {
        Kind.TEXT: str,
        Kind.COUNT: lambda number: numerals.count(number),
        Kind.SCORE: numerals.score,
        Kind.DOT: numerals.score,
        Kind.DELTA: lambda value: numerals.score(value, sign=True),
        Kind.SHARE: lambda share, places=1: numerals.percent(share, places),
        Kind.P: _p,
        Kind.SETTING: numerals.setting,
        Kind.DIGITS: _digits,
        Kind.MARGIN: lambda delta: numerals.named_margins([delta])[0],
        Kind.LETTERS: str,
        Kind.PICTURE: lambda values: ", ".join(map(numerals.setting, values)),
        Kind.VOTES: _votes,
        Kind.MARKED: str,
        Kind.VALUE: numerals.score,
        Kind.FLAG: lambda holds: "yes" if holds else "no",
        Kind.INTERVAL: lambda mean, low, high: f"{numerals.score(mean)} [{_range(low, high)}]",
        Kind.RANGE: _range,
        Kind.SHARE_RANGE: _share_range,
        Kind.COUNT_OF: lambda number, of: f"{numerals.count(number)} ({numerals.percent(number / of)})",
        Kind.TALLY: lambda *counts, between=" / ": between.join(map(numerals.count, counts)),
        Kind.WINS: lambda a, ties, b: f"A {numerals.count(a)}, tie {numerals.count(ties)}, B {numerals.count(b)}",
        Kind.RANKED: lambda mean, rank: f"{numerals.score(mean)} ({rank})",
        Kind.OUT_OF: _out_of,
        Kind.SIZE: lambda a, b: f"{numerals.count(a)} × {numerals.count(b)}",
        Kind.MOVED: lambda mean, rank, before: f"{numerals.score(mean)} {numerals.moved(before - rank)}".rstrip(),
    }
)


Values: TypeAlias = Sequence[Any] | NDArray[Any]  # None and NaN: not defined


def frame_of(columns: Mapping[str, Values]) -> pd.DataFrame:
    """Return columns, all of one length, as a frame; where a count is not defined, it stays a count.

    Raises `ShapeMismatchError` on columns of different lengths, `UnknownNameError` on a name without a meaning.
    """
    lengths = {name: len(values) for name, values in columns.items()}
    if len({*lengths.values()}) > 1:
        raise ShapeMismatchError(f"The columns of a table have one length; found {lengths}.")
    for name in lengths:
        _known(name)
    return pd.DataFrame({name: _as_column(values) for name, values in columns.items()})


def _as_column(values: Values) -> Any:
    if isinstance(values, np.ndarray):
        return values + 0.0 if values.dtype.kind == "f" else values  # -0.0 + 0.0 is 0.0
    listed = list(values)
    kinds = {type(value) for value in listed}
    if kinds == {int, type(None)}:
        return pd.array(listed, dtype="Int64")
    return np.array(listed) + 0.0 if kinds == {float} else listed


def coded(codes: NDArray[np.integer[Any]], names: Values) -> NDArray[Any]:
    """Return a column of a few names that repeat: `names[codes[i]]` in row i."""
    column: NDArray[Any] = (names if isinstance(names, np.ndarray) else np.array([*names, None], dtype=object))[codes]
    return column


def of_grid(axes: Mapping[str, Values], numbers: Mapping[str, NDArray[Any]]) -> pd.DataFrame:
    """Return a row per cell of some arrays of one shape, the last dimension changing first.

    `axes` has a column for every dimension, in order, and what stands along it; `numbers` a column for every array.

    >>> of_grid({"run": ["r", "s"], "measure": ["NMD"]}, {"mean": np.array([[0.25], [0.5]])}).to_numpy().tolist()
    [['r', 'NMD', 0.25], ['s', 'NMD', 0.5]]
    """
    shape = tuple(map(len, axes.values()))
    columns: dict[str, Values] = {}
    for dimension, (name, along) in enumerate(axes.items()):
        places = np.arange(shape[dimension]).reshape(-1, *(1 for _ in shape[dimension + 1 :]))
        columns[name] = coded(np.broadcast_to(places, shape).ravel(), along)
    return frame_of(columns | {name: values.ravel() for name, values in numbers.items()})


def of_rows(names: Sequence[str], rows: Iterable[Sequence[object]]) -> pd.DataFrame:
    """Return the frame of some rows."""
    listed = list(rows)
    for row in listed:
        if len(row) != len(names):
            raise ShapeMismatchError(f"A row has {len(row)} cells for {len(names)} columns: {row!r}.")
    return frame_of({name: [row[place] for row in listed] for place, name in enumerate(names)})


def of_pairs(things: str, names: Values, numbers: Mapping[str, NDArray[Any]]) -> pd.DataFrame:
    """Return a row per pair of things, such as measures: `measure_1`, `measure_2`, and a column of each number.

    A number is an array of shape (..., things, things); the pairs of one layer follow those of another.
    """
    first, second = np.triu_indices(len(names), 1)
    columns = {name: values[..., first, second].ravel() for name, values in numbers.items()}
    layers = len(next(iter(columns.values()))) // max(1, len(first))
    sides = {f"{things}_1": first, f"{things}_2": second}
    return frame_of({name: coded(np.tile(side, layers), names) for name, side in sides.items()} | columns)


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
