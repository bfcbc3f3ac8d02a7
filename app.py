import streamlit as st

st.set_page_config(page_title="OrdQuant", page_icon="assets/icon.png", layout="wide")
dark = st.context.theme.type == "dark"
st.logo(f"assets/logo_{'dark' if dark else 'light'}.svg", icon_image="assets/icon.png", size="large")
start = st.Page("pages/start/page.py", title="Start", url_path="start", default=True)
compare = st.Page("pages/compare/page.py", title="Compare", url_path="compare")
popularity = st.Page("pages/popularity/page.py", title="Popularity vs Uniform", url_path="popularity-vs-uniform")
st.navigation({"": [start], "Play": [compare], "Your task": [popularity]}).run()
