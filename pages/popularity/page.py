import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from ordquant_core.tables.cases import case_scores
from ordquant_core.tables.disagreement import label_pair
from ordquant_core.tables.preferences import preference_table
from pages.shared import (
    cached,
    case_card,
    case_list,
    downloads,
    exports,
    links,
    look,
    pair_view,
    selection,
    tasks,
    write,
)
from pages.shared.common import COMMON

PAGE = "popularity-vs-uniform"
PAPER_PAIRS = [("NMD", other) for other in ("NVD", "RNSS", "JSD", "RNOD")] + [
    ("RNOD", other) for other in ("NVD", "RNSS", "JSD")
]  # LQ 2021, Figures 1 and 2

query = links.incoming(PAGE)
look.heading(
    "Popularity vs Uniform",
    "Popularity puts all its probability on the gold's mode, Uniform ignores the data. Which of them does each measure "
    "prefer, case by case? Smaller scores are better; Δ is the score of Popularity minus the score of Uniform.",
)
COMMON.follow(query, "x", "y", "case")  # first: the page may stop at the question for a file
current = tasks.current(query, while_waiting=pair_view.preview)
versus = cached.versus(current.key, *current.baselines, current.task)
runs = (versus.run_a, versus.run_b)
tools = tasks.facts(current, versus.task)

left, right = st.columns([1, 1.1], gap="medium")
with left.container(border=True):
    names = [sentences.lettered(run, letter, alone=True) for run, letter in zip(runs, "AB", strict=True)]
    write.verdict(sentences.tally(versus.preferences, *names))
    write.html(measure_tables.wins_table(versus.preferences, *runs))
with right.container(border=True):
    pair_view.choose_pair()
    pair = pair_view.pair()
    order = comparison.rank_by_difference(*pair_view.deltas_of(versus, pair))
    case = selection.current(versus.task.cases, order)
    pair_view.scatter(versus, pair, case, key="focus")

left, right = st.container(key="cases_row").columns([1, 1.1], gap="medium")
with left.container(border=True):
    first, second = label_pair(pair)
    st.subheader(f"Cases with the largest difference between {first} and {second}", anchor=False)
    case_list.show(versus, pair, order, case)
with right.container(border=True):
    case_card.show(versus, case, pair)
    with st.container(horizontal=True, vertical_alignment="center"):
        case_card.open_in_compare(case_card.picture(versus, case))
        pair_view.step(versus, order, case)
    case_card.working(versus, case)

st.subheader("Measure pairs of LQ 2021, Figures 1 and 2", anchor=False)
st.caption("NMD against four measures, RNOD against three. Click a point to open its case.")
with st.grid(min_column_width=250, gap="small"):
    for one in PAPER_PAIRS:
        pair_view.scatter(versus, one, case, key=f"pair_{one[0]}_{one[1]}", small=True)

with tools:
    links.bar(PAGE, current.query() | {"x": pair[0], "y": pair[1], "case": versus.task.cases[case]})
    with st.popover("Download"):
        name, notes = "popularity-vs-uniform", current.task.notes
        wins = lambda: preference_table(versus.preferences, runs=runs)  # noqa: E731
        downloads.table_button("Wins and losses (CSV)", wins, f"{name}.csv", notes)
        every = lambda: case_scores(versus.scores, *runs)  # noqa: E731
        downloads.table_button("Every case (CSV)", every, f"{name}-cases.csv", notes)
        exports.show(current)
