import streamlit as st

st.set_page_config(page_title="OrdQuant", page_icon="assets/icon.png", layout="wide", initial_sidebar_state=210)
dark = st.context.theme.type == "dark"
st.logo(f"assets/logo_{'dark' if dark else 'light'}.svg", icon_image="assets/icon.png", size="large")
start = st.Page("pages/start/page.py", title="Start", url_path="start", default=True)
lessons = st.Page("pages/lessons/page.py", title="Lessons", url_path="lessons")
data = st.Page("pages/data/page.py", title="Data", url_path="data")
compare = st.Page("pages/compare/page.py", title="Compare", url_path="compare")
atlas = st.Page("pages/atlas/page.py", title="Atlas", url_path="atlas")
popularity = st.Page("pages/popularity/page.py", title="Popularity vs Uniform", url_path="popularity-vs-uniform")
cases = st.Page("pages/cases/page.py", title="Cases", url_path="cases")
nuggets = st.Page("pages/nuggets/page.py", title="Nuggets", url_path="nuggets")
systems = st.Page("pages/systems/page.py", title="Systems", url_path="systems")
measures = st.Page("pages/measures/page.py", title="Measures", url_path="measures")
plan = st.Page("pages/plan/page.py", title="Plan", url_path="plan")
which = st.Page("pages/which_measure/page.py", title="Which measure?", url_path="which-measure")
ranked = st.Page("pages/ranked_lists/page.py", title="Ranked lists", url_path="ranked-lists")
papers = st.Page("pages/papers/page.py", title="Papers", url_path="papers")
sections = {
    "": [start],
    "Learn": [lessons, compare, atlas],
    "Your task": [data, popularity, cases, systems, measures, plan],
    "Other tasks": [nuggets, ranked],
    "Reference": [which, papers],
}
st.navigation(sections, expanded=True).run()  # more than a dozen pages: none is folded away
