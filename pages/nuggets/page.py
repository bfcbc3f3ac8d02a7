import streamlit as st

from ordquant_core.tables.nuggets import results as tables
from ordquant_core.tables.nuggets.findings import facts
from pages.nuggets import dialogue, ranking, source, state
from pages.shared import downloads, exports, links, look

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading(
    "Nuggets",
    "For every block of a dialogue, systems estimate how annotators vote over nugget types. The types are nominal: "
    "no type is nearer to another, so RNSS, JSD and NVD apply, and the ordinal measures (NMD, RNOD, …) do not. "
    "Smaller is better.",
)
state.follow(query)
opened = source.choose()
task = opened.found
tools = opened.data.facts(*facts(task))
measure, alpha, runs = state.choose(task, opened.data.beside)
found = ranking.ranking(opened.key, alpha, task)
shown = state.show(task, found, measure, runs)

left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True):
    ranking.table(shown)
with right.container(border=True):
    ranking.over_alpha(shown)

left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True, key="nugget_card"):
    dialogue.card(shown)
with right.container(border=True):
    dialogue.scatter(shown)
with right.container(border=True):
    dialogue.worst(shown)

with tools:
    links.bar(PAGE, state.STATE.query())
    with downloads.menu() as is_open:
        if is_open:
            scores, values = found.averages.scores, found.averages.values
            every: list[exports.Labelled] = [
                ("Runs: means, intervals, groups (CSV)", lambda: tables.run_table(found), "nuggets-runs.csv"),
                ("Pairs of runs: p-values (CSV)", lambda: tables.pair_table(found, ranking.SEED), "nuggets-pairs.csv"),
                ("Every dialogue (CSV)", lambda: tables.dialogue_table(scores, values), "nuggets-dialogues.csv"),
                ("Every block (CSV)", lambda: tables.block_table(scores, task), "nuggets-blocks.csv"),
            ]
            exports.show_tables(every, task.notes)
