"""What the papers recommend, beside a choice of measures: one line that unfolds."""

from ordquant_core.markup import tag
from ordquant_core.tables.papers.recommended import recommended_pairs, recommended_rows
from pages.shared import write


def folded() -> None:
    """Name the recommended pairs of measures; all recommendations unfold below."""
    listed = write.as_table(*recommended_rows(), id="recommended", styles="oq-words", lines=True)
    write.html(
        tag("details", tag("summary", recommended_pairs()), listed, class_="oq oq-description", id="recommendations")
    )
