"""Overlaps and contradictions: which measures separate the same pairs of runs, and which say the opposite."""

from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import (
    Contradiction,
    Overlap,
    contradictions,
    identical_runs,
    joined,
    overlaps,
    overlaps_left,
    overlaps_left_to_frame,
    pooled_overlaps,
    sso_matrix,
)
from ordquant_core.findings.words import labels
from ordquant_core.markup import tag
from ordquant_core.numerals import count, percent
from ordquant_core.tables.runs import ranking_views as rankings
from ordquant_core.tables.runs import significance_sentences as say
from ordquant_core.tables.runs import views as runs
from pages.measures import drawing, papers
from pages.measures.state import CONTRADICTION, STATE, Shown
from pages.shared import clicks, links, look, run_analyses, several, write
from pages.shared.downloads import Tables
from pages.shared.tasks import Current

CASES = "cases/page.py"
LISTED = 200
Found = tuple[tuple[Current, Contradiction], ...]


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    settings, alpha = shown.settings, shown.settings.alpha
    tests = run_analyses.test_runs(shown.tasks, shown.measures, settings)
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
    left, right = look.cards(1.25, 1)
    with left:
        _matrix(shown, total)
    with right.container(key="measures_pair"):
        _pair(shown, total, against)
    with st.container(border=True):
        _list(shown, against)
    papers.overlaps(shown, tests)

    def overlap() -> pd.DataFrame:
        tables = [overlaps_left_to_frame(overlaps_left(test, alpha)) for test in tests]
        return shown.by_task(tables, "alpha", "trials", "seed")

    def contradiction() -> pd.DataFrame:
        tables = [Contradiction.frame(contradictions(test, alpha)) for test in tests]
        return shown.by_task(tables, "alpha", "trials", "seed")

    return [
        ("Overlaps, task by task", overlap, "measures-overlaps.csv"),
        ("Contradictions", contradiction, "contradictions.csv"),
    ]


def _matrix(shown: Shown, total: tuple[Overlap, ...]) -> None:
    cells = {frozenset((one.measure_1, one.measure_2)): one for one in total}
    drawing.matrix(
        shown,
        sso_matrix(total, shown.measures),
        lambda value: percent(value).removesuffix("%"),
        lambda i, j: say.counted(cells[frozenset((shown.measures[i], shown.measures[j]))]),
        title=f"Shared significant differences{shown.over}, in percent",
        name="overlap",
    )


def _pair(shown: Shown, total: tuple[Overlap, ...], against: Found) -> None:
    """Show what the two measures share, and lead to the cases behind a contradiction."""
    keys = {shown.measures[m] for m in shown.pair}
    one = next(one for one in total if {one.measure_1, one.measure_2} == keys)
    share = "neither finds a difference" if one.sso is None else f"SSO {percent(one.sso, 1)}"
    write.verdict(f"{labels([one.measure_1, one.measure_2])}: {share}", id="pair")
    write.table(*rankings.overlap(one), id="overlap_pair", scrolls=False)
    own = [number for number, (_, found) in enumerate(against) if {found.measure_1, found.measure_2} == keys]
    if not own:
        write.because("They contradict each other on no pair of these runs.")
        return
    chosen = CONTRADICTION.get()
    current, found = against[chosen if chosen in own else own[0]]
    by_task = {task.key: (task, [one for other, one in against if other is task]) for task, _ in against}
    once = sum(len(joined(_of(keys, listed), identical_runs(task.task))) for task, listed in by_task.values())
    write.because(say.contradicting(one, len(own), once))
    write.paragraph(say.contradiction(found, tag("b", found.run_1), tag("b", found.run_2)), id="contradiction")
    pair = {"a": found.run_1, "b": found.run_2, "x": found.measure_1, "y": found.measure_2}
    query = current.query() | pair | {"only": "disagreements"}
    links.page_link(CASES, "See the cases behind this contradiction", ":material/scatter_plot:", query)


def _of(keys: set[str], listed: list[Contradiction]) -> list[Contradiction]:
    """Return the contradictions of two measures."""
    return [one for one in listed if {one.measure_1, one.measure_2} == keys]


def _list(shown: Shown, against: Found) -> None:
    st.header("Contradictions", anchor=False)
    if not against:
        write.muted("None at this level.")
        return
    more = f"… and {count(len(against) - LISTED)} more." if len(against) > LISTED else ""
    after = write.styled(more, style="muted") if more else ""
    tasks = [several.name(current) for current, _ in against[:LISTED]] if shown.over else None
    rows = runs.contradictions([one for _, one in against[:LISTED]], CONTRADICTION.get(), tasks)
    write.table(*rows, id="contradictions", after=after, first=9)
    clicks.on_choice("contradictions", partial(_pick, against), opens=".st-key-measures_pair")


def _pick(against: Found, choice: str) -> None:
    """Show a contradiction; what comes from the browser is checked here."""
    if choice.isdecimal() and len(choice) < 7 and int(choice) < len(against):
        CONTRADICTION.set(int(choice))
        found = against[int(choice)][1]
        STATE["x"], STATE["y"] = found.measure_1, found.measure_2
