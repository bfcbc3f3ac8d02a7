import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from ordquant_core.tables.cases import case_scores
from ordquant_core.tables.preferences import preference_table
from pages.shared import cached, case_card, case_list, downloads, exports, links, look, pair_view, tasks

PAGE = "popularity-vs-uniform"
PAPER_PAIRS = [("NMD", other) for other in ("NVD", "RNSS", "JSD", "RNOD")] + [
    ("RNOD", other) for other in ("NVD", "RNSS", "JSD")
]  # LQ 2021, Figures 1 and 2

query = links.incoming(PAGE)
look.heading(
    "Popularity vs Uniform",
    "A baseline that peeks at the most frequent gold class against one that knows nothing: which of them does each "
    "measure prefer, case by case? Smaller scores are better; Δ is Popularity minus Uniform.",
)
pair_view.follow(query)  # first: the page may stop at the question for a file
current = tasks.current(query, while_waiting=pair_view.preview)
versus = cached.versus(current.key, *current.baselines, current.task)
tools = tasks.facts(current, versus.task)

left, right = st.columns([1, 1.1], gap="medium")
with left.container(border=True):
    names = [sentences.lettered(run, letter, alone=True) for run, letter in ((versus.run_a, "A"), (versus.run_b, "B"))]
    st.html(f'<p class="oq oq-verdict" id="verdict">{sentences.tally(versus.preferences, *names)}</p>')
    st.html(measure_tables.wins_table(versus.preferences, versus.run_a, versus.run_b))
with right.container(border=True):
    pair = pair_view.choose_pair()
    x, y = (versus.deltas[versus.scores.measures.index(measure)] for measure in pair)
    order = comparison.rank_by_difference(x, y)
    case = pair_view.chosen_case(versus, order)
    pair_view.scatter(versus, pair, case, key="focus")

left, right = st.container(key="cases_row").columns([1, 1.1], gap="medium")
with left.container(border=True):
    st.subheader(f"Cases on which {MEASURES[pair[0]].label} and {MEASURES[pair[1]].label} differ most", anchor=False)
    case_list.show(versus, pair, order, case)
with right.container(border=True):
    case_card.show(versus, case, pair)
    with st.container(horizontal=True, vertical_alignment="center"):
        case_card.open_in_compare(case_card.picture(versus, case))
        pair_view.step(versus, order, case)
    case_card.working(versus, case)

st.subheader("The pairs of the paper", anchor=False)
st.caption("LQ 2021, Figures 1 and 2: NMD against four measures, RNOD against three. Click a point to open its case.")
with st.grid(min_column_width=250, gap="small"):
    for first, second in PAPER_PAIRS:
        pair_view.scatter(versus, (first, second), case, key=f"pair_{first}_{second}", small=True)

with tools:
    links.bar(PAGE, current.query() | {"x": pair[0], "y": pair[1], "case": versus.task.cases[case]})
    with st.popover("Download"):
        runs, notes = (versus.run_a, versus.run_b), current.task.notes
        wins = lambda: preference_table(versus.preferences, runs=runs)  # noqa: E731
        downloads.table_button("Wins and losses (CSV)", wins, "popularity-vs-uniform.csv", notes)
        every = lambda: case_scores(versus.scores, *runs)  # noqa: E731
        downloads.table_button("Every case (CSV)", every, "popularity-vs-uniform-cases.csv", notes)
        exports.show(current)
