"""Which baseline each measure prefers on the cases of a task: in words, as a table, and to be downloaded."""

from functools import partial

import streamlit as st

from ordquant_core import frame_html
from ordquant_core.analysis.comparison import case_scores_to_frame
from ordquant_core.findings.disagreement import strongest
from ordquant_core.findings.pairs import on_all_cases
from ordquant_core.findings.papers import same_as_printed
from ordquant_core.findings.sentence import Sentence, both_names
from ordquant_core.findings.sentence import join as join_sentences
from ordquant_core.findings.tasks import popularity_is_gold
from ordquant_core.markup import join, tag
from ordquant_core.measure_tables import AMBER, wins_table
from ordquant_core.numerals import count
from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.writing.lq2021 import of_measures, wins_and_losses
from pages.popularity import state
from pages.shared import (
    cached,
    case_card,
    clicks,
    current_mark,
    exports,
    pair_view,
    paper_tables,
    presenting,
    selection,
    several,
    task_scores,
    working_view,
    write,
)
from pages.shared.case_list import Cases
from pages.shared.downloads import Tables
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

PAGE = "popularity-vs-uniform"
PLOTS = {  # by their keys: the pairs of measures that LQ 2021 shows
    f"pair_{x}_{y}": (x, y)
    for x, others in (("NMD", "NVD RNSS JSD RNOD"), ("RNOD", "NVD RNSS JSD"))
    for y in others.split()
}


def findings_of(versus: Versus) -> tuple[Sentence, Sentence]:
    """Return which baseline the quantity measures prefer; and all others, with what Popularity is on certain gold."""
    quantity, rest = on_all_cases(versus.preferences, both_names(versus.task.runs))
    return quantity, join_sentences([rest, popularity_is_gold(versus.task)])


def verdict(versus: Versus) -> None:
    """Say which baseline the quantity measures prefer; of the others `others` says it."""
    write.verdict(findings_of(versus)[0])


def others(cases: Cases, case: int | None) -> None:
    """Draw the line under the finding: the other measures, and the way to the strongest disagreement of two.

    `case` is the one in the card, on a phone far below; None if none is.
    """
    versus = cases.versus
    parts: list[object] = [frame_html.sentence(findings_of(versus)[1])]
    first, names = int(cases.plotted[0]), versus.task.cases
    what = strongest(cases.margins, first)
    see = f"See {what}: {names[first]}"
    if what and case == first:
        parts.append(tag("span", f"Shown: {names[first]}, {what}.", class_="oq-wide"))
        parts.append(tag("button", see, type="button", class_="oq-choose oq-narrow", data_back=case_card.TOP))
    elif what and case is not None:
        parts.append(tag("button", see, type="button", class_="oq-choose", data_choice=str(first)))
    write.because(join(filter(None, parts), " "), id="rest")

    def choose(case: int) -> None:
        if case == first:
            selection.pick(names[case])

    clicks.on_number("rest", choose, on_phone=case_card.TOP)


def method(versus: Versus) -> None:
    """Say what counts how much."""
    write.because(
        f"{pair_view.MARGIN} Each of the {count(len(versus.task.cases), 'case')} counts once. The Atlas counts every "
        "possible vote count once: the cases of a task are not spread evenly over them, so preferences there can be "
        "the reverse."
    )


def on_stage(current: Current, versus: Versus) -> None:
    """Draw the finding, the table and the scatterplot for a lecture hall."""
    pair = pair_view.chosen_pair()
    case = selection.current(versus.task.cases, versus.margins(pair).ranked)
    finding, rest = findings_of(versus)
    with presenting.stage(PAGE, query(current, versus, case), shared=not current.source.own) as (top, left, right):
        with top:
            write.verdict(finding)
            write.because(join_sentences([rest, presenting.HINT]))
        with left:
            write.html(wins_table(versus.preferences, (versus.run_a, versus.run_b)))
        with right:
            pair_view.scatter(versus, pair, key="focus", stretched=True)
            current_mark.show("case", points={"focus": pair_view.point_of(versus, pair, case)})


def query(current: Current, versus: Versus, case: int | None) -> dict[str, str]:
    """Return what a link must say to open the same view."""
    x, y = pair_view.chosen_pair()
    return (
        current.query()
        | {"x": x, "y": y}
        | ({} if case is None else {"case": versus.task.cases[case]})
        | state.query(current)
        | working_view.query()
    )


def table(current: Current, versus: Versus) -> None:
    """Draw wins, ties and losses."""
    n_cases = count(len(versus.task.cases), "case")
    title = write.styled(f"On how many of {n_cases} is each baseline better?", style="title")
    how = write.styled(f"Dotted: half of the cases. {AMBER}.", style="description")
    write.html(title, how, cached.build(wins_table, versus.preferences, (versus.run_a, versus.run_b)))
    usual = (versus.run_a, versus.run_b) == current.baselines
    write.note(same_as_printed(versus.task, versus.preferences) if usual else "", id="printed_too")


def pairs(versus: Versus) -> None:
    """Draw the pairs of measures that LQ 2021 shows."""
    st.header("NMD against four measures, RNOD against three", anchor=False)
    st.caption("As in LQ 2021, Figures 1 and 2. Click a point to open its case.")
    with st.grid(min_column_width=220, gap="small"):
        for key, pair in PLOTS.items():
            pair_view.scatter(versus, pair, key=key, small=True)


def of_tasks(current: Current) -> None:
    """Draw the table of several tasks, or say where they are chosen."""
    every = several.chosen_tasks(current)
    if len(every) < 2:
        write.because("Settings: “Also include” adds further tasks.")
        return
    by_task = []
    for task in every:
        preferences = task_scores.score_two_runs(task.key, *task.baselines, task.task).preferences
        by_task.append((several.name(task), of_measures(preferences, MEASURES_OF_LQ_2021)))
    paper_tables.show(wins_and_losses(by_task), [note for task in every for note in task.task.notes])


def downloads(current: Current, versus: Versus) -> None:
    """Draw the buttons of what can be downloaded."""
    every = partial(case_scores_to_frame, versus.scores, *versus.task.runs)
    own: Tables = [
        ("Wins and losses", versus.preferences_to_frame, f"{PAGE}.csv"),
        ("Every case", every, f"{PAGE}-cases.csv"),
    ]
    exports.show(current, tables=own)
