"""The board on a page of its own (`served_app.py`); `?lesson=` says which."""

import streamlit as st

from ordquant_core.teaching.lessons import LESSONS
from pages.shared import look
from pages.shared.board import board

look.prepare()
board(LESSONS[st.query_params.get("lesson", "average")], back=("← Back", "back"), following=("Next →", "next"))
