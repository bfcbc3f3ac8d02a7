"""How the numbers were computed, and the two subtasks of EVIA 2017, each as a diagram of an example."""

import streamlit as st

from ordquant_core.nuggets import Ranking
from ordquant_core.papers.subtasks import SUBTASKS
from ordquant_core.report.figures_of_nuggets import subtask
from ordquant_core.tables.nuggets import findings
from pages.nuggets.ranking import SEED
from pages.nuggets.state import STATE
from pages.shared import controls, look, write

WORDS = (
    "Both subtasks of EVIA 2017 (Figure 5): a system says how many of the annotators choose each label, and measures "
    "compare that with how many did. Quality levels are ordered; nugget types are not, so the page compares them bin "
    "by bin. Customer and helpdesk may have any number of types (T_C and T_H in the paper): a file names them as "
    "customer_types and helpdesk_types, else they are those of NTCIR."
)


def show(ranking: Ranking) -> None:
    """Draw the section, folded until it is asked for."""
    with controls.folded(STATE, "how", "How computed") as is_open:
        if not is_open:
            return
        write.note(findings.method(ranking, SEED), id="method")
        for column, (number, one) in zip(st.columns(2, gap="medium"), enumerate(SUBTASKS), strict=True):
            figure = subtask(one)
            with column:
                look.plot(figure, f"nugget_subtask_{number}", f"subtask-{number + 1}")
        write.note(WORDS)
