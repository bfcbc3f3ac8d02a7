import streamlit as st

from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import lettered
from ordquant_core.markup import tag
from ordquant_core.papers.recommendations import OF_RANKED_LISTS
from pages.ranked_lists import cards, results, source, state
from pages.ranked_lists.state import STATE
from pages.shared import controls, links, look, share, write

PAGE = "ranked-lists"
WIDTHS = 1.6, 1  # of the two cards
TOGETHER = {"two": cards.two_runs, "merged": cards.merging, "all": cards.together}

query = links.incoming(PAGE)
look.heading("Ranked lists")
STATE.follow(query)
opened = source.choose()
source.draw_facts(opened)
finding = look.finding()
ranked = results.of_all(opened, state.choose_measures())
key, compares = (opened.key, ranked.scores.measures), ranked.has_ric and len(ranked.runs) > 1
with st.container(key="lists_row"):
    columns = look.cards(*WIDTHS) if compares else [st.container(border=True)]
behind = st.container(border=compares)


@st.fragment
def body() -> None:
    view = state.view(ranked, key)
    with finding:
        first = results.first(ranked, key)
        write.verdict(lettered(findings.best_run(ranked, first), view.names))
        if compares:
            narrow = cards.on_phones([key for key in ranked.defined if key != "RIC"])
            for among, width in ((), "oq-wide"), (narrow, "oq-narrow"):
                if leads := findings.by_others(ranked, first, among=among):
                    write.html(tag("div", write.styled(lettered(leads, view.names), style="because"), class_=width))
        elif ranked.has_ric:
            write.because(findings.all_runs(results.together(opened), 1))
    tables, permuted = results.downloads(view), ""
    with columns[0]:
        cards.runs(view)
    if compares:
        with columns[1]:
            cards.scatter(view)
        with behind:
            shown = controls.sections(STATE, "show", "What runs carry together", state.TOGETHER)
            more, permuted = TOGETHER[shown](opened, view)
            tables = [*tables, *more]
    elif ranked.has_ric:
        permuted = findings.permuted([("RIC", results.together(opened).mean)])
    with look.tools():
        links.bar(PAGE, STATE.query())
        share.menu(tables=tables, notes=opened.contents.notes)
    others = [key for key in ranked.defined if key != "RIC"]
    of_ric = (
        [findings.IN_BRIEF, findings.DIRECTION, findings.CHANCE, findings.AS_MUCH, permuted, findings.DIFFERENCE]
        if ranked.has_ric
        else []
    )
    with look.method(*[f"grades permuted with seed {results.SEED}"] * ranked.has_ric):
        for words in (findings.names(others), findings.means(ranked), *of_ric, findings.GAINS):
            write.note(words)
        for recommendation in OF_RANKED_LISTS if ranked.has_ric else ():
            write.note(f"{recommendation.words} ({recommendation.source})", id="recommended")


body()
