"""Printed numbers beside the same numbers computed: the slips first, then all of them, and what else is checked."""

from collections.abc import Callable, Sequence
from functools import cache, partial

import pandas as pd
import streamlit as st

from ordquant_core.analysis.picture import from_example
from ordquant_core.findings import papers as findings
from ordquant_core.findings.sentence import Strong
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.markup import Grid, join, length, tag
from ordquant_core.numerals import MINUS, count
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.printed import Recomputed, example_of, recomputed_numbers
from ordquant_core.reproduction.statements import CheckedStatement, checked_statements
from pages.papers.state import ALL, PAPERS, STATE
from pages.shared import cached, controls, links, look, write
from pages.shared.choices import Menu
from pages.shared.downloads import Tables

WHERE = drawn_as(Kind.TEXT, "where", "printed in")


TITLES = {key: PAPERS[key] if key == ALL else f"{PAPERS[key]}: {REFERENCES[key].title}" for key in PAPERS}
PAPER = Menu(STATE, "paper", "Paper", TITLES)


def show() -> Tables:
    """Draw the section; return its tables."""
    paper = STATE["paper"]
    numbers = [number for number in recomputed_numbers() if paper in (ALL, number.row.paper)]
    statements = [checked for checked in checked_statements() if paper in (ALL, checked.paper)]
    left = not_recomputed()
    left = left if paper == ALL else left[left["paper"] == REFERENCES[paper].short]
    slips = [number for number in numbers if not number.matches]
    with look.finding():
        write.finding(findings.numbers_that_hold(numbers, PAPERS[paper]), {"paper": PAPER})
        write.because(findings.origins(numbers))
        if paper != ALL:
            write.because(REFERENCES[paper].citation)
    _draw_origins(numbers)
    if slips:
        with st.container(border=True):
            write.title(f"{count(len(slips), 'slip')}: printed and computed")
            _write_table("slips", partial(_slips, slips))
    controls.folded(STATE, "every", f"All {count(len(numbers), 'number')}", partial(_table_of_one_place, numbers))
    if statements:
        with st.expander(findings.statements_that_fail(statements)):
            _write_table("statements", partial(_statements, statements))
    if len(left):
        counted = left["numbers"].dropna().tolist()
        with st.expander(findings.numbers_left(counted, others=len(counted) < len(left))):
            _write_table("left", partial(_left, left))
    return [
        ("All numbers", lambda: Recomputed.frame(numbers), "printed-numbers.csv"),
        ("Statements", lambda: CheckedStatement.frame(statements), "statements.csv"),
        ("Not recomputed", lambda: left.drop(columns="where"), "not-recomputed.csv"),
    ]


def _write_table(name: str, make: Callable[[], Grid]) -> None:
    """Draw a table of the chosen paper."""
    cached.write_table((name, STATE["paper"]), make, id=name, styles="oq-printed", lines=True)


def _draw_origins(numbers: Sequence[Recomputed]) -> None:
    """Draw as parts of one bar the numbers that hold, by what they are recomputed from, and the slips."""
    defined = [number.matches for number in numbers if number.by_definition]
    others = [number.matches for number in numbers if not number.by_definition]
    slips = len(numbers) - sum(defined) - sum(others)
    parts = {
        "oq-defined": (sum(defined), f"of {count(len(defined))} from definitions hold"),
        "oq-same": (sum(others), f"of {count(len(others))} from other numbers hold"),
        "oq-slip": (slips, "slip" if slips == 1 else "slips"),
    }
    there = {name: part for name, part in parts.items() if part[0]}
    bar = (tag("i", class_=name, style=f"width:{length(100 * n / len(numbers))}") for name, (n, _) in there.items())
    words = (tag("span", f"{count(n)} {what}", class_=name) for name, (n, what) in there.items())
    write.html(tag("div", *bar, class_="oq-proportion"), tag("div", join(words), class_="oq-origins oq-muted"))


def _slips(numbers: Sequence[Recomputed]) -> Grid:
    examples = [example_of(number.row) for number in numbers]
    frame, links_to = _frame(numbers), [links.to_compare(from_example(one)) if one else "" for one in examples]
    of = frame[["where", "cause"]]
    again = ["oq-again" if same else None for same in of.eq(of.shift()).all(axis=1)]  # as in the row above
    frame = frame.assign(words=["Compare" if example else "" for example in examples], address=links_to)
    papers = [REFERENCES[number.row.paper].citation for number in numbers]
    where = drawn_as(Kind.TEXT, "where", "printed in", styles=again, hover=papers)
    frame["cause"] = frame["cause"].str.replace(f" {MINUS} ", f"\N{NO-BREAK SPACE}{MINUS}\N{NO-BREAK SPACE}")
    why = drawn_as(Kind.SENTENCE, "cause", "why", styles=again)
    link = drawn_as(Kind.LINK, "compare", "", parts=("words", "address"), class_="oq-number")
    return grid(frame, [where, *_columns(), why, link])


def _table_of_one_place(numbers: Sequence[Recomputed]) -> None:
    """Draw the numbers of one table, figure or section: the first, or that which the visitor chooses."""
    places = {", ".join(number.row[:2]): findings.location(*number.row[:2]) for number in numbers}
    STATE.restrict({"table": places})
    place = controls.select(STATE, "table", "Table, figure or section", places, width=320)
    chosen = tuple(number for number in numbers if ", ".join(number.row[:2]) == place)
    cached.write_table(("printed", place), partial(_every, chosen), id="printed", styles="oq-printed", lines=True)


def _every(numbers: Sequence[Recomputed]) -> Grid:
    frame = _frame(numbers).assign(slip=[not number.matches for number in numbers])
    texts = [drawn_as(Kind.SENTENCE, "calculation", "calculated as"), drawn_as(Kind.SENTENCE, "calculated_from", "of")]
    return grid(frame, [*_columns(), *texts], Rows(amber="slip"))


def _frame(numbers: Sequence[Recomputed]) -> pd.DataFrame:
    where = [findings.location(*number.row[:2]) for number in numbers]
    return Recomputed.frame(numbers).assign(
        where=where,
        name=[(Strong(number.row.number),) for number in numbers],
        printed=[number.row.printed.replace("-", MINUS) for number in numbers],
        places=[number.row.places for number in numbers],
    )


def _columns() -> list[Column]:
    return [
        drawn_as(Kind.SENTENCE, "name", "number", narrow=True),
        drawn_as(Kind.DIGITS, "printed", "printed"),
        drawn_as(Kind.DIGITS, "computed", "computed", parts=("computed", "places")),
    ]


def _statements(checked: Sequence[CheckedStatement]) -> Grid:
    frame = CheckedStatement.frame(checked).assign(
        where=[findings.location(statement.paper, statement.place) for statement in checked],
        witness=list(map(findings.witness, checked)),
        wrong=[not statement.holds for statement in checked],
    )
    columns = [
        drawn_as(Kind.TEXT, "where", "stated in"),
        drawn_as(Kind.SENTENCE, "statement", "statement"),
        drawn_as(Kind.COUNT, "checked", "pairs", hover=list(map(findings.pairs_checked, checked))),
        drawn_as(Kind.FLAG, "holds", "holds", right="yes"),
        drawn_as(Kind.SENTENCE, "witness", "counterexample or closest pair"),
        drawn_as(Kind.SENTENCE, "cause", "why"),
    ]
    return grid(frame, columns, Rows(amber="wrong"))


@cache
def not_recomputed() -> pd.DataFrame:
    """Return a row for each group of printed numbers that need more than the papers print, with the reason."""
    frame = pd.DataFrame(read_rows("not_recomputed.csv"))
    where = [findings.location(*at) for at in zip(frame["paper"], frame["printed_in"], strict=True)]
    names, numbers = frame["paper"].map(lambda key: REFERENCES[key].short), pd.to_numeric(frame["numbers"])
    return frame.assign(paper=names, numbers=numbers.astype("Int64"), where=where)


def _left(frame: pd.DataFrame) -> Grid:
    what, numbers = drawn_as(Kind.SENTENCE, "what", "what"), drawn_as(Kind.COUNT, "numbers", "numbers")
    return grid(frame, [WHERE, what, numbers, drawn_as(Kind.SENTENCE, "cause", "why not")])
