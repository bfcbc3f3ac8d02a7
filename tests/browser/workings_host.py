"""The workings of measures for one picture, a page of `served_app.py`: `?classes=11&key=RNOD`."""

import streamlit as st

from ordquant_core.analysis.picture import DEFAULT, Picture
from ordquant_core.measures.registry import MEASURES
from pages.shared import look, working_view

query = st.query_params
look.heading("Workings")
size = int(query.get("classes", "5"))
eleven = Picture(tuple(map(str, range(size))), tuple(map(float, range(1, size + 1))), "popularity", "uniform")
picture = DEFAULT if size == len(DEFAULT.classes) else eleven
key = st.segmented_control("Measure", list(MEASURES), default=query.get("key", "NMD"), required=True)
with st.container(key="docked", width=int(query["width"]) if "width" in query else "stretch"):
    working_view.side_by_side(key, picture)
st.html(f"<p id='shown'>{key}</p>")
