"""The table of "Which measure?": the measures under the answers."""

from collections.abc import Callable

from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import BandedGrid, Cell, Column, Html, Row, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.measures import by_family
from ordquant_core.tables.spaces.views import SIGNS
from ordquant_core.teaching.which_measure import QUESTIONS, Outcome

Link = Callable[[str, Picture], Html]  # words and a picture -> a link that opens it on another page


def answered_table(outcome: Outcome, link: Link) -> BandedGrid:
    """A row per measure with its properties; one that contradicts an answer is grey and says why, with an example."""
    rows = {row.measure: row for row in outcome.rows}

    def row(key: str) -> Row:
        one = rows[key]
        against = {grey.question for grey in one.greyed}
        signs = (
            Cell(SIGNS[holds], class_="oq-sign" + " oq-against" * (question.key in against))
            for question, holds in zip(QUESTIONS, one.holds, strict=True)
        )
        reasons = join([tag("div", grey.why, " ", link("Example", grey.example)) for grey in one.greyed])
        word = "candidate" if key in outcome.candidates else "fits" if outcome.candidates else "not ruled out"
        words = Cell(reasons or (f"{word}. {one.remark}" if one.remark else word), class_="oq-sentence")
        return Row(
            [Cell(MEASURES[key].label, heads=True, title=MEASURES[key].name), *signs, words],
            class_="oq-greyed" if one.greyed else None,
            data={"measure": key},
        )

    heads = (Column(question.heading, title=question.text, class_="oq-sign") for question in QUESTIONS)
    return ["Measure", *heads, Column("fits your answers?", class_="oq-sentence")], list(by_family(list(rows), row))
