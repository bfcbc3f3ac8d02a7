"""Figures that no example of the list shows: of many cases, small, with something chosen; each takes a look."""

# ruff: noqa: F401 - the text uses what is imported

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ordquant_core.analysis.consistency import Curve
from ordquant_core.analysis.human_agreement import HumanAgreement
from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import Option
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.figures.card import draw_card
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.dialogue import draw_dialogue
from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.effects import draw_human_agreement, draw_shares
from ordquant_core.figures.measuring import draw_growth, draw_matrix, draw_p_values
from ordquant_core.figures.nuggets import NuggetView, draw_dialogues
from ordquant_core.figures.paths import draw_paths
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.scores import draw_scores
from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.systems import draw_groups, draw_ranks
from ordquant_core.figures.workings import draw_steps
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import score
from ordquant_core.records import Correlation, Quadrants, Scores, ShareBin
from ordquant_core.spaces.pairs import picture
from tests.figures import small
from tests.made_nuggets import ranking_of, task_of

X, Y = np.random.default_rng(1).normal(size=(2, 6000))
NAMES, PAIR = [f"<{n}" for n in range(6000)], ("NMD", "RNOD")
SHOWN = picture((0, 1, 4))
CLASSES, GOLD, ESTIMATE = ("a<b>", "b", "c"), [0.2, 0.3, 0.5], [0, 0.6, 0.4]


def steps(key, run, *, look):
    return draw_steps(working(key, GOLD, ESTIMATE, CLASSES), CLASSES, run=run, name="x", look=look)[0]


def calculation(key, run, *, look):
    return draw_calculation(short_working(key, GOLD, ESTIMATE, CLASSES), run=run, name="x", look=look)


# What figures do where there is much, little or nothing to draw: their outlines are reviewed, no more is asked of them


def of_deltas(*values, look):
    return draw_deltas(np.array(values), np.array(values), list("abc"[: len(values)]), PAIR, small.PAIR, look=look)


def of_scores(*values, look):
    values, r = np.array(values), Correlation(0.5, 0.2, 0.7, len(values))
    return draw_scores(values, values, list("ab"), PAIR, "a", "x", r, look=look)


def of_matrix(*cells, pair=None, look):
    cells = np.array(cells or ((1, 0.5, np.nan), (0.5, 1, 0.2), (np.nan, 0.2, 1)))
    keys, said = ("NMD", "NVD", "DNKT"), "{} and {}".format
    return draw_matrix(cells, keys, score, said, title="t", unit="tau", pair=pair, look=look)


def of_p_values(*of_pairs, look):
    """Draw the p-values of two pairs of runs, a row per measure, the third of which never differs."""
    tables = np.ones((3, 3, 3))
    for (i, j), values in zip(((0, 1), (0, 2)), np.transpose(of_pairs), strict=True):
        tables[:, i, j] = tables[:, j, i] = values
    test = replace(small.RESULTS.test, measures=("NMD", "NVD", "DNKT"), runs=tuple("abc"), p_values=tables)
    return draw_p_values(test, 0.05, (0, 1), look=look)


def of_growth(*last, needed=4, look):
    sizes = (1, 2, 5, 7, 10)
    means = np.linspace(0.1, 1, len(sizes))[:, None] * np.array(last)
    grown = Curve(("NMD", "NVD", "DNKT"), sizes, means, 9, np.zeros((5, 3), dtype=int))
    return draw_growth(grown, 0.5, needed, (0, 2), look=look)


def of_groups(*, look):
    """Draw runs 0 1 and 1 2 3 as groups that overlap."""
    p_values, means = np.ones((3, 4, 4)), np.tile([0.1, 0.2, 0.3, 0.4], (3, 1))
    p_values[0, 0, 2] = p_values[0, 2, 0] = p_values[0, 0, 3] = p_values[0, 3, 0] = 0.01
    results = small.RESULTS
    test, interval = (replace(part, means=means) for part in (results.test, results.interval))
    return draw_groups(replace(results, test=replace(test, p_values=p_values), interval=interval), "NMD", look=look)


def of_ranks(*means, look):
    values = np.array(means, dtype=float)[..., None]
    return draw_ranks(Scores(PAIR, tuple("xyzw"[: values.shape[1]]), ("c",), values), look=look)


def of_panel(task, key="NMD", planned=None, *, look):
    return draw_second_panel(compare_with_panel(task.only([]), [key]), None, key, planned, look=look)


def of_cases(variance, cases=50, *detected, look):
    return draw_cases_needed(variance, cases, "NMD", *detected, alpha=0.05, power=0.8, look=look)


def of_split(way, cases=(50, 100, 200, 400, 800, 1600), others=(), *, look):
    first, *corrected = (Option(*one, 0.05, 0.5, 0.5, 0.5, 0.3 + 0.3 * (one in others)) for one in (way, *others))
    return draw_split(replace(small.SPLIT, cases=cases), [first, *corrected], 4000, "NMD", look=look)


def all_steps(key, gold, estimate, classes, name="x", *, look):
    return draw_steps(working(key, gold, estimate, classes), classes, run="a", name=name, look=look)[0]


def in_short(key, gold, estimate, classes, *, look):
    return draw_calculation(short_working(key, gold, estimate, classes), run="a", name="x", look=look)


def far(n):
    return (*np.eye(n)[[0, -1]], tuple("abcdefghijklmnop"[:n]))


FIVE = [0, 0.05, 0.1, 0.45, 0.4], [0, 0, 0, 1, 0], ("-2", "-1", "0", "1", "2")
EVEN = FIVE[0], [0.2] * 5, FIVE[2]
NOTHING, HALVES = np.array([np.inf, -np.inf]), ("a", "b")
SENDERS = (("customer",), ("customer", "helpdesk", "helpdesk", "customer"), ("helpdesk",), ("customer", "helpdesk"))
DIALOGUES = task_of(runs=("x", "y", "z"), senders=SENDERS * 6)
VIEW = NuggetView(DIALOGUES, ranking_of(DIALOGUES), "RNSS", (0, 1), 0)
VARIES = Variance("NMD", 0.03, 0.01, 20)
BINS = ShareBin(1, 2, 10, 5, 0.3, 0.7), ShareBin(3, 3, 4, 0, 0, 0.5)
AGREED = [HumanAgreement(*row, 9, 3, None) for row in (("NMD", 0.7, 0.6, 0.8), ("RNOD", 0.6, np.nan, np.nan))]
AGREED.append(HumanAgreement("JSD", np.nan, np.nan, np.nan, 9, 3, None))
LONG_NAMES = replace(
    small.REPORT,
    scores=Scores(("NMD",), ("x", "y with a very long name indeed"), ("c",), np.zeros((1, 2, 1))),
    means=np.array([[0.2, np.inf]]),
    quantiles=np.array([[[0, 0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4, np.inf]]]),
)
WIDE = small.small_task(cases=200, votes=20)
UNANIMOUS = replace(small.TASK, votes=np.repeat([[9, 0, 0]], 24, axis=0))
FOUR = replace(small.TASK, classes=("a", "b", "twelve_signs", "thirteen_sign"), cases=("x",), runs=("r", "s"))
FOUR = replace(FOUR, gold=np.array([[0.1, 0.3, 0.6, 0]]), votes=np.array([[1, 3, 6, 0]]))
CARD = draw_card(replace(FOUR, estimates=np.array([[[0, 0.5, 0.5, 0]], [[1, 0, 0, 0]]])), 0).replace("\n", " ")
VOTES = np.rint(10 * DIALOGUES.gold).astype(int)
COUNTED = replace(DIALOGUES, votes=VOTES, probabilities=VOTES / VOTES.sum(axis=1, keepdims=True))


def named(file):
    """Return the figures of a text: a name, and a builder with what it is given."""
    lines = Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines()
    return {name: eval(f"partial({call})", globals()) for name, _, call in (line.partition(": ") for line in lines)}


VARIANTS, CORNERS = named("varied.txt"), named("corners.txt")
