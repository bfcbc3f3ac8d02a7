import streamlit as st

from pages.nuggets import dialogue, ranking, results, source, state
from pages.shared import downloads, links, look

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading(
    "Nuggets",
    "For every block of a dialogue, systems estimate how annotators vote over nugget types. The types are nominal: "
    "no type is nearer to another, so RNSS, JSD and NVD apply, and the ordinal measures (NMD, RNOD, …) do not. "
    "Smaller is better.",
)
state.remember(query)
current = source.current(query)
state.follow(query, current.task)
tools = ranking.facts(current)
settings = state.choose(current.task, current.data.beside)
shown = results.results(current.key, settings.alpha, current.task)
place = state.place(shown, settings)

left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True):
    ranking.verdict(shown, settings)
    ranking.table(shown, settings)
with right.container(border=True):
    ranking.over_alpha(shown, settings)

left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True, key="nugget_card"):
    dialogue.show(shown, settings, place)
with right.container(border=True):
    dialogue.scatter(shown, settings, place)
with right.container(border=True):
    dialogue.worst(shown, settings, place)

with tools:
    links.bar(PAGE, {"data": current.data.choice} | state.query(settings, current.task, place))
    with st.popover("Download"):
        for label, table, file_name in (
            ("Runs: means, intervals, groups (CSV)", lambda: results.run_frame(shown), "nuggets-runs.csv"),
            ("Pairs of runs: p-values (CSV)", lambda: results.pair_frame(shown), "nuggets-pairs.csv"),
            ("Every dialogue (CSV)", lambda: results.dialogue_frame(shown), "nuggets-dialogues.csv"),
            ("Every block (CSV)", lambda: results.block_frame(shown), "nuggets-blocks.csv"),
        ):
            downloads.button(label, table, file_name, current.task.notes)
