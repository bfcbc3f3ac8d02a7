"""The parameters that pages share: task, scale, the two measures, the case, the two runs, the calculation, the view.

Each page follows those that it has: `COMMON.follow(query, "x", "y", "case")`; task and scale are followed by `tasks`.
"""

from dataclasses import replace

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import OUTSIDE_KEY
from pages.shared.params import Choice, Flag, Param, Params


def _measure(name: str, default: str) -> Param:
    """A measure that is computed here, or of outside scores: `pair_view.settle_pair` knows which of those there are."""
    known = Choice(name, MEASURES, default, noun="measure")
    return replace(
        known, parse=lambda text: text if text.startswith(OUTSIDE_KEY) and text in MEASURES else known.parse(text)
    )


COMMON = Params(
    "",
    Choice("task", noun="task"),
    Choice("scale", noun="scale"),
    _measure("x", "NMD"),
    _measure("y", "RNOD"),
    Choice("case", noun="case"),
    Choice("a", noun="run"),
    Choice("b", noun="run"),
    Choice("measure", MEASURES, "NMD", noun="measure"),  # whose calculation is shown
    Choice("view", ("page", "stage")),  # see presenting.py
    Flag("calculation"),  # whether it is opened
    Flag("steps"),  # and whether all of its steps are
    Flag("formats"),  # whether the list of what can be read is opened
    Flag("without_gold", word="ids"),  # whether the check of runs without the gold is opened
)
