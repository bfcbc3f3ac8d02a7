"""The numbers that the papers print beside the same numbers recomputed: sentences, rows of a page, a download."""

from collections.abc import Sequence

import pandas as pd

from ordquant_core.analysis.printed.everything import Checked
from ordquant_core.analysis.printed.from_gold import beside, row_of
from ordquant_core.analysis.printed.number import PrintedNumber
from ordquant_core.analysis.printed.statements import CheckedStatement
from ordquant_core.glossary import of_rows
from ordquant_core.markup import Cell, Column, Grid, Html, Numbers, Row, join, length, tag
from ordquant_core.numerals import MINUS, count, decimals
from ordquant_core.papers.references import REFERENCES
from ordquant_core.papers.slips import Left, Misprint, Slip
from ordquant_core.records import Preferences, Task

SENTENCE = "oq-sentence"
TICK = "✓"


def verdict(checked: Checked) -> str:
    """Return how many numbers come out as printed: by definitions, and from other printed numbers."""
    slips, other = len(checked.slips), len(checked.unexplained)
    parts = [
        f"{count(sum(one.matches for one in numbers))} of {count(len(numbers), 'printed number')} {how}"
        for numbers, how in (
            ([one for one in checked.numbers if one.by_definition], "are recomputed from the definitions of measures"),
            ([one for one in checked.numbers if not one.by_definition], "agree with other printed numbers"),
        )
    ]
    rest = (
        f"the other {count(slips)} are slips in the papers" if not other else f"{count(slips)} are slips in the papers"
    )
    tail = f", and {count(other)} from your gold differ{'s' * (other == 1)}" if other else ""
    return f"{'; '.join(parts)}; {rest}{tail}."


def bar(checked: Checked) -> Html:
    """Return the shares of what comes out and of what does not as one bar."""
    share = 100 * checked.matching / len(checked.numbers)
    parts = (("oq-same", share), ("oq-slip", 100 - share))
    return tag(
        "div", *(tag("i", class_=name, style=f"width:{length(part)}") for name, part in parts), class_="oq-proportion"
    )


def written(number: PrintedNumber) -> str:
    """Return a number as printed, with a true minus sign.

    >>> from ordquant_core.analysis.printed.number import number
    >>> written(number("", "", "", "-0.150", 0, ""))
    '−0.150'
    """
    return number.printed.replace("-", MINUS)


def recomputed(number: PrintedNumber) -> str:
    """Return the computed number with the decimals of the print."""
    return decimals(number.computed, number.places)


def deviation(number: PrintedNumber) -> str:
    """Return computed minus printed: 0 where the difference is rounding."""
    return "0" if number.matches else decimals(number.difference, number.places, sign=True)


def location(paper: str, place: str) -> str:
    """Return where a number is printed."""
    return f"{REFERENCES[paper].short}, {place[0].lower()}{place[1:]}"


def rows(
    numbers: Sequence[PrintedNumber], slips: frozenset[object], *, first: int = 0, chosen: int | None = None
) -> Grid:
    """Return a row per number; `first` is the number of the first row, which is its choice."""
    columns: list[object] = [
        "Printed in",
        Column("Number", class_=SENTENCE),
        *map(Numbers, ("Printed", "Computed", "Difference")),
        "Same",
    ]
    return columns, [_row(one, place, slips, chosen) for place, one in enumerate(numbers, start=first)]


def _row(one: PrintedNumber, place: int, slips: frozenset[object], chosen: int | None) -> Row:
    cells = [
        Cell(location(one.key.paper, one.key.place), heads=True),
        Cell(tag("b", one.key.name), class_=SENTENCE),
        written(one),
        Cell(recomputed(one), repr(one.computed)),
        Cell(deviation(one), repr(one.difference), class_="oq-muted"),
        tag("span", TICK, role="img", aria_label="same") if one.matches else tag("b", _verdict(one, slips)),
    ]
    return Row(cells, choice=str(place), chosen=place == chosen, class_=None if one.matches else "oq-dissent")


def _verdict(one: PrintedNumber, slips: frozenset[object]) -> str:
    return "same" if one.matches else "slip" if one.key in slips else "other"


def working(number: PrintedNumber) -> Html:
    """Return how a number is recomputed, in one line."""
    place = location(number.key.paper, number.key.place)
    said = f"computed {recomputed(number)}, printed {written(number)}"
    return join([tag("b", f"{place}, {number.key.name}"), f": {number.how}; {said}."])


def slip_card(slip: Slip, number: PrintedNumber) -> Html:
    """Return a slip: the number, as printed and as computed, and the cause."""
    return _card(f"{location(slip.paper, slip.place)}: {slip.name}", written(number), recomputed(number), slip.cause)


def statement_card(checked: CheckedStatement) -> Html:
    """Return a statement that does not hold, with its cause and its witness."""
    said = checked.statement
    lines = [f"“{said.said}”", f"{said.cause} Counterexample: {_witness(checked)}."]
    return _lines(f"{location(said.paper, said.place)}: a statement that does not hold", *lines)


def misprint_card(one: Misprint, value: float) -> Html:
    """Return an example whose numbers were printed in place of others."""
    places = len(one.printed.partition(".")[2])
    return _card(
        f"{location(one.paper, one.place)}: {one.measure} of Y", one.printed, decimals(value, places), one.cause
    )


def statements(found: Sequence[CheckedStatement]) -> Grid:
    """Return a row per statement: where it is made, how many pairs were checked, whether it holds, and a witness."""
    columns: list[object] = [
        "Stated in",
        Column("Statement", class_=SENTENCE),
        Numbers("Pairs"),
        "Holds",
        Column("Counterexample or closest pair", class_=SENTENCE),
    ]
    listed = []
    for one in found:
        said, holds = one.statement, tag("span", TICK, role="img", aria_label="yes") if one.holds else tag("b", "no")
        of = f"rankings of {said.n_classes}" if said.of_rankings else f"{said.n_votes} votes, {said.n_classes} classes"
        cells = [
            Cell(location(said.paper, said.place), heads=True),
            Cell(said.said, class_=SENTENCE),
            Cell(count(one.checked), of),
            holds,
            Cell(_witness(one), class_=SENTENCE),
        ]
        listed.append(Row(cells, class_=None if one.holds else "oq-dissent"))
    return columns, listed


def statements_verdict(found: Sequence[CheckedStatement]) -> str:
    """Return how many of the statements hold."""
    n = sum(one.holds for one in found)
    of = "all pairs of small vote distributions or short rankings"
    return f"{count(n)} of {count(len(found), 'statement')} hold on {of}"


def _witness(checked: CheckedStatement) -> str:
    scores = ", ".join(f"{name} {decimals(value, 4)}" for name, value in checked.scores)
    if checked.statement.of_rankings:
        return f"rankings {_votes(checked.gold)} and {_votes(checked.estimate)}: {scores}"
    return f"gold {_votes(checked.gold)}; estimate {_votes(checked.estimate)}: {scores}"


def _votes(values: Sequence[int]) -> str:
    return ", ".join(map(count, values))


def _card(title: str, printed: str, computed: str, cause: str) -> Html:
    numbers = [tag("span", "printed ", class_="oq-muted"), printed, tag("span", " computed ", class_="oq-muted")]
    return _lines(title, join([*numbers, tag("b", computed)]), cause)


def _lines(title: str, middle: object, last: str) -> Html:
    return join(
        [
            tag("p", tag("b", title), class_="oq oq-tight"),
            tag("p", middle, class_="oq oq-tight"),
            tag("p", last, class_="oq oq-tight oq-muted"),
        ]
    )


def same_as_printed(task: Task, preferences: Preferences) -> str:
    """Say that table 7 of LQ 2021 prints the same counts for a task; "" where it does not."""
    row = row_of(task)
    numbers = () if row is None else beside(row, preferences)
    if row is None or not all(one.matches for one in numbers):
        return ""
    where = location(numbers[0].key.paper, numbers[0].key.place)
    return f"{where} prints the same {count(len(numbers), 'count')} for {row.task}."


def left(rest: Sequence[Left]) -> Grid:
    """Return a row per group of numbers that cannot be recomputed, with the reason."""
    columns: list[object] = [
        "Printed in",
        Column("What", class_=SENTENCE),
        Numbers("Numbers"),
        Column("Why not", class_=SENTENCE),
    ]
    listed = [
        Row(
            [
                Cell(location(one.paper, one.place), heads=True),
                Cell(one.what, class_=SENTENCE),
                "" if one.numbers is None else count(one.numbers),
                Cell(one.why, class_=SENTENCE),
            ]
        )
        for one in rest
    ]
    return columns, listed


def printed_table(numbers: Sequence[PrintedNumber], slips: frozenset[object]) -> pd.DataFrame:
    """Return a row per number, at full precision."""
    names = ("paper", "printed_in", "number", "printed", "computed", "deviation", "verdict", "calculation")
    return of_rows(
        names,
        (
            (
                REFERENCES[one.key.paper].short,
                one.key.place,
                one.key.name,
                one.printed,
                one.computed,
                one.difference,
                _verdict(one, slips),
                one.how,
            )
            for one in numbers
        ),
    )
