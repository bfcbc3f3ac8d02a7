"""Figures that no example of the list shows: of many cases, small, with something chosen; each takes a look."""

from functools import partial

import numpy as np

from ordquant_core.analysis.human_agreement import HumanAgreement
from ordquant_core.analysis.paths import path_of
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.dialogue import draw_dialogue
from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.effects import draw_human_agreement
from ordquant_core.figures.measuring import draw_matrix
from ordquant_core.figures.nuggets import draw_dialogues
from ordquant_core.figures.paths import draw_paths
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.scores import draw_scores
from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.workings import draw_steps
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.records import Correlation
from ordquant_core.spaces.pairs import picture
from tests.figures import small

X, Y = np.random.default_rng(1).normal(size=(2, 6000))
NAMES, PAIR = [f"<{n}" for n in range(6000)], ("NMD", "RNOD")
SHOWN = picture((0, 1, 4))
CLASSES, GOLD, ESTIMATE = ("a<b>", "b", "c"), [0.2, 0.3, 0.5], [0, 0.6, 0.4]


def steps(key, run, *, look):
    return draw_steps(working(key, GOLD, ESTIMATE, CLASSES), CLASSES, run=run, name="x", look=look)[0]


def calculation(key, run, *, look):
    return draw_calculation(short_working(key, GOLD, ESTIMATE, CLASSES), run=run, name="x", look=look)


VARIANTS = {
    "human-agreement": partial(draw_human_agreement, [HumanAgreement("NMD", 0.7, 0.5, 0.9, 9, 3, None)]),
    "score-boxes": partial(draw_score_boxes, small.REPORT, "NMD"),
    "deltas-of-many": partial(draw_deltas, X, Y, NAMES, PAIR, small.PAIR),
    "deltas-small": partial(draw_deltas, X[:9], Y[:9], list("abcdefghi"), PAIR, small.PAIR, small=True),
    "deltas-of-many-disagreements": partial(draw_deltas, X, -X, NAMES, PAIR, small.PAIR, title="t", under="r"),
    "scores-of-many": partial(draw_scores, X**2, Y**2, NAMES, PAIR, "b", "x", Correlation(0.5, 0.2, 0.7, 6000)),
    "path-wide": partial(draw_paths, path_of(SHOWN, "none", (), MAIN_MEASURES), "NMD", "none", ()),
    "path-moved": partial(draw_paths, path_of(SHOWN, "b", ("1", "3"), MAIN_MEASURES), "JSD", "b", ("1", "3")),
    "distributions-many": partial(draw_distributions, "abcdefghijk", np.ones(11) / 11, np.eye(11)[:2], "xy"),
    "dialogues-chosen": partial(draw_dialogues, small.NUGGETS, selected=1),
    "dialogue-chosen": partial(draw_dialogue, small.NUGGETS),
    "dialogue-worst": partial(draw_dialogue, small.worst_of(2)),
    "matrix-of-a-pair": partial(
        draw_matrix, np.eye(2) + 0.5, PAIR, str, "{} {}".format, title="t", unit="u", pair=(0, 1)
    ),
    **{f"steps-{key}": partial(steps, key, "b") for key in ("NMD", "RNOD", "DNKT", "KLD", "NVD")},
    **{
        f"calculation-{key}": partial(calculation, key, "a")
        for key in ("NMD", "RNOD", "DNKT", "KLD", "NVD", "DNKT_NMD")
    },
}
