import streamlit as st

st.set_page_config(page_title="OrdQuant", page_icon="assets/icon.png", layout="wide", initial_sidebar_state=210)
dark = st.context.theme.type == "dark"
st.logo(f"assets/logo_{'dark' if dark else 'light'}.svg", icon_image="assets/icon.png", size="large")
start = st.Page("pages/start/page.py", title="Start", url_path="start", default=True)
data = st.Page("pages/data/page.py", title="Data", url_path="data")
compare = st.Page("pages/compare/page.py", title="Compare", url_path="compare")
atlas = st.Page("pages/atlas/page.py", title="Atlas", url_path="atlas")
popularity = st.Page("pages/popularity/page.py", title="Popularity vs Uniform", url_path="popularity-vs-uniform")
cases = st.Page("pages/cases/page.py", title="Cases", url_path="cases")
nuggets = st.Page("pages/nuggets/page.py", title="Nuggets", url_path="nuggets")
systems = st.Page("pages/systems/page.py", title="Systems", url_path="systems")
measures = st.Page("pages/measures/page.py", title="Measures", url_path="measures")
plan = st.Page("pages/plan/page.py", title="Plan", url_path="plan")
ranked = st.Page("pages/ranked_lists/page.py", title="Ranked lists", url_path="ranked-lists")
task = [data, popularity, cases, systems, measures, plan, nuggets, ranked]
st.navigation({"": [start], "Play": [compare, atlas], "Your task": task}).run()
