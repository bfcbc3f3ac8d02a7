"""The parameters that pages share: the task and its scale, the pair of measures, the case, the two runs.

Each page follows those that it has: `COMMON.follow(query, "x", "y", "case")`; task and scale are followed by `tasks`.
"""

from ordquant_core.measures.registry import MEASURES
from pages.shared.params import Choice, Params

COMMON = Params(
    "",
    Choice("task", noun="task"),
    Choice("scale", noun="scale"),
    Choice("x", MEASURES, "NMD", noun="measure"),
    Choice("y", MEASURES, "RNOD", noun="measure"),
    Choice("case", noun="case"),
    Choice("a", noun="run"),
    Choice("b", noun="run"),
)
