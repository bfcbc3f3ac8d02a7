import streamlit as st

from ordquant_core.findings import ranked_lists as findings
from ordquant_core.papers.recommendations import OF_RANKED_LISTS
from pages.ranked_lists import cards, results, source, state
from pages.ranked_lists.state import STATE, View
from pages.shared import controls, links, look, share, write

PAGE = "ranked-lists"

query = links.incoming(PAGE)
look.heading("Ranked lists")
STATE.follow(query)
opened = source.choose()
source.draw_facts(opened)
finding = look.finding()
measures = state.choose_measures()
ranked = results.of_all(opened, measures)


@st.fragment
def of_several_runs(view: View) -> None:
    """Draw what does not depend on runs A and B."""
    tables = results.downloads(view)
    if compares:
        with lower[0]:
            tables = [*tables, *cards.merging(opened, view)]
        with behind:
            controls.folded(STATE, "joint", "All runs together", lambda: cards.together(opened))
    with look.tools():
        links.bar(PAGE, STATE.query())
        share.menu(tables=tables, notes=opened.contents.notes)


@st.fragment
def body() -> None:
    view = state.view(ranked, (opened.key, ranked.scores.measures))
    with finding:
        write.verdict(findings.best_run(ranked, results.first(view)))
        if compares:
            chance = results.by_chance(opened, view.pair)
            said = findings.two_runs(ranked, view.pair, chance)
            write.choice(said, state.menus(view), id="two_runs", style="because")
        elif ranked.has_ric and not view.is_several:
            write.because(findings.all_runs(results.together(opened), 1), id="all_runs")
    with upper[0]:
        cards.runs(view)
    if compares:
        with upper[1]:
            cards.scatter(view)
        with lower[1]:
            cards.differences(view, chance)
    of_several_runs(view)


compares = ranked.has_ric and len(ranked.runs) > 1
columns = st.columns([1.25, 1], gap="medium") if compares else [st.container()]
upper = [column.container(border=True) for column in columns]
lower = [column.container(border=True, height="stretch") for column in columns if compares]
behind = st.container()
with look.method(*[f"grades permuted with seed {results.SEED}"] * ranked.has_ric):
    of_ric = [findings.CHANCE] * ranked.has_ric + [findings.INFORMATION_DIFFERENCE] * compares
    for words in (findings.means(ranked), *of_ric, findings.GAINS):
        write.note(words)
    for recommendation in OF_RANKED_LISTS if ranked.has_ric else ():
        write.note(f"{recommendation.words} ({recommendation.source})", id="recommended")
body()
