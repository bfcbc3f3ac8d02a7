"""All lessons on one page, to print."""

from ordquant_core.teaching.summary import ADVICE, summary_table
from pages.shared import write


def show(top: write.Container, _left: write.Container, _right: write.Container) -> None:
    """Draw the table, with what it says."""
    with top:
        write.verdict(ADVICE)
        write.because(
            "The votes in classes 1 to 5 at first, and which estimate each measure prefers there: "
            "the one with the smaller score. Smaller is better."
        )
        write.scrolling(summary_table())
