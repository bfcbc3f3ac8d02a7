from pathlib import Path

import streamlit as st

from pages.shared import holding, result_cache, skeleton, terms

ASSETS = Path(__file__).parents[1] / "assets"

start = st.Page("start/page.py", title="Start", url_path="start", default=True)
lessons = st.Page("lessons/page.py", title="Lessons", url_path="lessons")
data = st.Page("data/page.py", title="Data", url_path="data")
compare = st.Page("compare/page.py", title="Compare", url_path="compare")
atlas = st.Page("atlas/page.py", title="Atlas", url_path="atlas", visibility="hidden")
popularity = st.Page("popularity/page.py", title="Popularity vs Uniform", url_path="popularity-vs-uniform")
cases = st.Page("cases/page.py", title="Cases", url_path="cases")
nuggets = st.Page("nuggets/page.py", title="Nuggets", url_path="nuggets", visibility="hidden")
systems = st.Page("systems/page.py", title="Systems", url_path="systems")
measures = st.Page("measures/page.py", title="Measures", url_path="measures")
plan = st.Page("plan/page.py", title="Plan", url_path="plan")
which = st.Page("which_measure/page.py", title="Which measure?", url_path="which-measure")
ranked = st.Page("ranked_lists/page.py", title="Ranked lists", url_path="ranked-lists", visibility="hidden")
papers = st.Page("papers/page.py", title="Papers", url_path="papers", visibility="hidden")
more = [atlas, nuggets, ranked, papers]  # folded away, unless the visitor is on one of them
sections = {
    "": [start, *more],
    "Learn": [lessons, compare, which],
    "Your task": [data, systems, popularity, cases, measures, plan],
}
with result_cache.opening():
    st.set_page_config(page_title="OrdQuant", page_icon=ASSETS / "icon.png", layout="wide", initial_sidebar_state=210)
    dark = st.context.theme.type == "dark"
    st.logo(ASSETS / f"logo_{'dark' if dark else 'light'}.svg", size="large")
    opened = st.navigation(sections, expanded=True)
    with st.sidebar.container(key="below_navigation"):
        with st.expander("More", expanded=opened in more):
            for page in more:
                with st.container(key="opened_page" if page == opened else None, gap=None):
                    st.page_link(page)
        terms.button("Terms", "terms")
    holding.note()
    with skeleton.until_drawn(opened.url_path):
        opened.run()
