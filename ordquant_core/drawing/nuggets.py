"""The figures of Nuggets as files."""

from collections.abc import Mapping

from ordquant_core.drawing.entry import Entry
from ordquant_core.figures.nuggets import NuggetView, draw_dialogue, draw_dialogues, draw_over_alpha
from ordquant_core.figures.subtasks import draw_subtask
from ordquant_core.papers.subtasks import SUBTASKS

OF_SUBTASKS: Mapping[str, Entry[None]] = {
    "subtask-a": Entry(
        "Nuggets", "how dialogue quality is estimated and scored", lambda _, look: draw_subtask(SUBTASKS[0], look=look)
    ),
    "subtask-b": Entry(
        "Nuggets", "how nugget types are estimated and scored", lambda _, look: draw_subtask(SUBTASKS[1], look=look)
    ),
}
FIGURES: Mapping[str, Entry[NuggetView]] = {
    "nuggets-alpha": Entry(
        "Nuggets",
        "means of the runs from helpdesk alone to customer alone",
        lambda one, look: draw_over_alpha(one.ranking, one.measure, one.runs, look=look),
    ),
    "nuggets-runs": Entry(
        "Nuggets",
        "scores of runs A and B, a dot per dialogue",
        lambda one, look: draw_dialogues(one, of_runs=True, look=look),
    ),
    "nuggets-measures": Entry(
        "Nuggets",
        "RNSS and JSD of run A, a dot per dialogue",
        lambda one, look: draw_dialogues(one, of_runs=False, look=look),
    ),
    "nuggets-dialogue": Entry(
        "Nuggets", "gold and the estimates of A and B in one dialogue", lambda one, look: draw_dialogue(one, look=look)
    ),
}
