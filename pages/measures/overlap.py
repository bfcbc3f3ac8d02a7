"""Overlaps and contradictions: which measures separate the same pairs of runs, and which say the opposite."""

from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis.discrimination import Contradiction, Overlap, contradictions, overlaps, pooled_overlaps
from ordquant_core.markup import Cell, Row
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent
from ordquant_core.tables import significance_sentences as say
from ordquant_core.tables.sentences import lettered
from ordquant_core.tables.significance import contradiction_table, overlap_table
from ordquant_core.tables.table import Table
from pages.measures import drawing
from pages.measures.state import CONTRADICTION, STATE, Download, Shown
from pages.shared import clicks, links, results, several, write
from pages.shared.tasks import Current

CASES = "pages/cases/page.py"
LISTED = 200
Found = tuple[tuple[Current, Contradiction], ...]


def show(shown: Shown) -> list[Download]:
    """Draw the view; return the tables to download."""
    settings, alpha = shown.settings, shown.settings.alpha
    tests = results.tests_of_runs(shown.tasks, shown.measures, settings)
    total = pooled_overlaps([overlaps(test, alpha) for test in tests])
    of_tasks = zip(shown.tasks, tests, strict=True)
    against: Found = tuple((current, one) for current, test in of_tasks for one in contradictions(test, alpha))
    by_key = [(current.key, one) for current, one in against]
    drawing.finding(
        shown,
        say.overlap(total, by_key, shown.over),
        "SSO = b / (a + b + c): of the pairs of runs that at least one of two measures calls significantly different, "
        "the share that both do. A contradiction: by one measure a run is significantly better, by the other "
        f"significantly worse. {say.settings(tests, alpha, settings.seed)}",
    )
    left, right = st.columns([1.25, 1], gap="medium")
    with left.container(border=True):
        _matrix(shown, total)
    with right.container(border=True, key="measures_pair"):
        _pair(shown, total, against)
    with st.container(border=True):
        _list(shown, against)

    def overlap() -> Table:
        return shown.by_task([overlap_table(overlaps(test, alpha)) for test in tests], "alpha", "trials", "seed")

    def contradiction() -> Table:
        tables = [contradiction_table(contradictions(test, alpha)) for test in tests]
        return shown.by_task(tables, "alpha", "trials", "seed")

    return [
        ("Overlaps, task by task (CSV)", overlap, "measures-overlaps.csv"),
        ("Contradictions (CSV)", contradiction, "contradictions.csv"),
    ]


def _matrix(shown: Shown, total: tuple[Overlap, ...]) -> None:
    shares = np.full(2 * (len(shown.measures),), np.nan)
    cells: dict[tuple[int, int], Overlap] = {}
    for one in total:
        i, j = shown.measures.index(one.measure_1), shown.measures.index(one.measure_2)
        cells[i, j] = cells[j, i] = one
        shares[i, j] = shares[j, i] = np.nan if one.sso is None else one.sso

    def pointed(i: int, j: int) -> str:
        one, first, second = cells[i, j], shown.labels[min(i, j)], shown.labels[max(i, j)]
        return f"{first} only: {count(one.a)}<br>both: {count(one.b)}<br>{second} only: {count(one.c)}"

    drawing.matrix(
        shown,
        shares,
        lambda value: percent(value).removesuffix("%"),
        pointed,
        title=f"Shared significant differences{shown.over}, in percent",
        name="overlap",
    )


def _pair(shown: Shown, total: tuple[Overlap, ...], against: Found) -> None:
    """Show what the two measures share, and lead to the cases behind a contradiction."""
    keys = tuple(shown.measures[m] for m in sorted(shown.pair))
    first, second = (MEASURES[key].label for key in keys)
    one = next(one for one in total if (one.measure_1, one.measure_2) == keys)
    share = "neither finds a difference" if one.sso is None else f"SSO {percent(one.sso, 1)}"
    write.verdict(f"{first} and {second}: {share}", id="pair")
    counted = {"a": (f"{first} only", one.a), "b": ("both", one.b), "c": (f"{second} only", one.c)}
    rows = [Row([Cell(name, heads=True), f"significant by {who}", n]) for name, (who, n) in counted.items()]
    write.table([], rows, id="overlap_pair", scrolls=False)
    own = [number for number, (_, found) in enumerate(against) if {found.measure_1, found.measure_2} == {*keys}]
    if not own:
        write.because("They never contradict each other.")
        return
    chosen = CONTRADICTION.get()
    current, found = against[chosen if chosen in own else own[0]]
    by_1, by_2 = MEASURES[found.measure_1].label, MEASURES[found.measure_2].label
    write.because(
        f"{count(len(own))} of those both find {'is a contradiction' if len(own) == 1 else 'are contradictions'}."
    )
    write.paragraph(
        f"{by_1}: ",
        lettered(found.run_1, "A"),
        " is significantly better than ",
        lettered(found.run_2, "B"),
        f". {by_2}: significantly worse.",
    )
    pair = {"a": found.run_1, "b": found.run_2, "x": found.measure_1, "y": found.measure_2}
    query = current.query() | pair | {"only": "disagreements"}
    links.door(CASES, "See the cases behind this contradiction", ":material/scatter_plot:", query)


def _list(shown: Shown, against: Found) -> None:
    st.subheader("Contradictions", anchor=False)
    if not against:
        write.muted("None at this level.")
        return
    several_tasks = len(shown.tasks) > 1
    rows = [
        Row(
            [
                Cell(MEASURES[found.measure_1].label, heads=True),
                MEASURES[found.measure_2].label,
                found.run_1,
                found.run_2,
                *([several.name(current)] if several_tasks else []),
            ],
            choice=str(number),
            chosen=number == CONTRADICTION.get(),
        )
        for number, (current, found) in enumerate(against[:LISTED])
    ]
    more = f"… and {count(len(against) - LISTED)} more." if len(against) > LISTED else ""
    columns = ["Measure 1", "Measure 2", "better by measure 1", "better by measure 2", *(["task"] * several_tasks)]
    after = write.styled(more, style="muted") if more else ""
    write.table(columns, rows, id="contradictions", height="26rem", after=after)
    clicks.on_choice("contradictions", partial(_pick, against), opens=".st-key-measures_pair")


def _pick(against: Found, choice: str) -> None:
    """Show a contradiction; what comes from the browser is checked here."""
    if choice.isdecimal() and len(choice) < 7 and int(choice) < len(against):
        CONTRADICTION.set(int(choice))
        found = against[int(choice)][1]
        STATE["x"], STATE["y"] = found.measure_1, found.measure_2
