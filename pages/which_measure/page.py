import streamlit as st

from pages.shared import links, look
from pages.which_measure import choosing, scorers
from pages.which_measure.state import STATE

PAGE = "which-measure"

query = links.incoming(PAGE)
look.heading(
    "Which measure?",
    "Answer what you know about your task. Each answer greys out the measures that contradict it. Once some are greyed "
    "out, two of those that contradict the fewest answers are shown on a gold distribution on which they disagree. "
    "Smaller scores are better.",
)
STATE.follow(query)
tools = st.container(horizontal=True, horizontal_alignment="right").container(horizontal=True, width="content")
choosing.show()
scorers.recommended()
scorers.show()
with tools:
    links.bar(PAGE, STATE.query())
