"""A page around work that takes as long on every machine: `streamlit run tests/browser/sharpening_host.py`.

With `?look=` it does none of the work and says how much of it has been done.
"""

import time
from collections.abc import Iterator

import streamlit as st

from ordquant_core.statistics.divided_work import DividedWork
from pages.shared import links, look
from pages.shared.shared_work import join_shared
from pages.systems import sharpening

PORTION = 0.05  # seconds


class Sleeping(DividedWork[int]):
    """Trials that sleep."""

    def _pieces(self) -> Iterator[None]:
        yield None

    def advance(self) -> None:
        time.sleep(PORTION)
        self.done += 1

    def result(self) -> int:
        return self.done


sharpening.FIRST, sharpening.FEW, sharpening.AGAIN = 1.0, 0, (0.5, 0.5)
query = st.query_params
total, name = int(query.get("total", "100000")), query.get("name", "")
links.incoming("long")
look.heading("Long work", "Trials that sleep.")
work = join_shared(("sleeping", total, name), lambda: Sleeping(total), total=total)
if "look" in query:
    st.html(f'<p id="done">{work.done}</p>')
    st.stop()
sharp = sharpening.Sharpening([work], [], sharpening.row())
(answer,) = sharp.begin()
st.html(f'<p class="oq oq-verdict" id="verdict">{answer}</p>')
st.slider("Anything", 0, 9, key="anything")
st.html(f'<p id="anything">{st.session_state["anything"]}</p><p id="last">the end of the page</p>')
sharp.go_on()
