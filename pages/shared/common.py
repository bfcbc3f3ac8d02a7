"""The parameters that pages share: task, scale, the two measures, the case, the two runs, the calculation, the view.

Each page follows those that it has: `COMMON.follow(query, "x", "y", "case")`; task and scale are followed by `tasks`.
"""

from ordquant_core.measures.registry import MEASURES
from pages.shared.params import Choice, Flag, Params

COMMON = Params(
    "",
    Choice("task", noun="task"),
    Choice("scale", noun="scale"),
    Choice("x", MEASURES, "NMD", noun="measure"),
    Choice("y", MEASURES, "RNOD", noun="measure"),
    Choice("case", noun="case"),
    Choice("a", noun="run"),
    Choice("b", noun="run"),
    Choice("measure", MEASURES, "NMD", noun="measure"),  # whose calculation is shown
    Choice("view", ("page", "stage")),  # see presenting.py
    Flag("steps"),  # whether all of its steps are opened
    Flag("formats"),  # whether the list of what can be read is opened
    Flag("without_gold", word="ids"),  # whether the check of runs without the gold is opened
)
