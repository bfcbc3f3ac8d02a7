"""The listed cases to take away: tables, the task's own files, cards for a slide."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.properties import SHAPES, Properties
from ordquant_core.formats.writing.cases import form_of, gold_json, run_json, table_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import IntArray
from pages.cases import computed, significance, slides, state
from pages.shared import downloads, exports
from pages.shared.cached import Versus
from pages.shared.tasks import Current

MOST_CARDS = 24


def show(current: Current, versus: Versus, shown: state.View, described: Properties, order: IntArray) -> None:
    """Draw the downloads. Nothing is made before it is asked for."""
    with st.popover("Download"):
        n, notes = len(order), current.task.notes
        st.caption(f"The {n:,} listed case{'s' * (n != 1)}, in their order:" if n else "No case is listed.")
        if n:
            cases = order.tolist()
            _file(
                "Cases with all scores (CSV)",
                "cases.csv",
                "text/csv",
                partial(_cases, versus, described, order),
                downloads.GUARDED,
            )
            _task_file("Gold (CSV)", "gold.csv", "text/csv", partial(table_of, current.task, cases), notes)
            form = form_of(current.task)
            gold = partial(gold_json, current.task, cases)
            _task_file(f"Gold ({form.name})", f"gold{form.gold_ending}", form.gold_type, gold, notes)
            for letter, run in (("A", versus.run_a), ("B", versus.run_b)):
                data = partial(run_json, current.task, run, cases)
                _task_file(f"Run {letter} ({form.name})", f"run-{letter}{form.run_ending}", form.run_type, data, notes)
            cards = f"Cards for a slide (HTML{'' if n <= MOST_CARDS else f', the first {MOST_CARDS}'})"
            _file(cards, "cases.html", "text/html", partial(slides.page, versus, cases[:MOST_CARDS], shown.pair))
        st.caption("All cases:")
        exports.show(current)
        wins = partial(downloads.preference_frame, versus.preferences, versus.run_a, versus.run_b)
        downloads.button("Wins and losses (CSV)", wins, "wins.csv", current.task.notes)
        tests = partial(computed.tests, current.key, versus, MAIN_MEASURES, shown.seed)
        downloads.button(
            "Paired tests (CSV)", lambda: significance.frame(tests()), "paired-tests.csv", current.task.notes
        )


def _task_file(label: str, file_name: str, mime: str, data: "partial[bytes]", notes: Sequence[str]) -> None:
    """Draw the button of a file in the task's own format, which comes with the repairs beside it, if there are any."""
    made = downloads.beside_notes(file_name, data, mime, notes)
    _file(label, made.file_name, made.mime, made.data)


def _file(label: str, file_name: str, mime: str, data: Callable[[], bytes], help_: str | None = None) -> None:
    st.download_button(
        label,
        data=data,
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        width="stretch",
        key=f"download_cases_{file_name}",
        help=help_,
    )


def _cases(versus: Versus, described: Properties, order: IntArray) -> bytes:
    return downloads.to_csv(case_frame(versus, described, order), versus.task.notes)


def case_frame(versus: Versus, described: Properties, order: IntArray) -> pd.DataFrame:
    """The listed cases with gold, estimates, properties, every score and delta, one row a case."""
    task = versus.task
    frame = downloads.case_frame(versus)
    columns: dict[str, object] = {"case": frame.pop("case")}
    if task.votes is not None:
        columns |= {f"votes {label}": task.votes[:, place] for place, label in enumerate(task.classes)}
    else:
        columns |= {f"gold {label}": task.gold[:, place] for place, label in enumerate(task.classes)}
    for letter, run in (("A", 0), ("B", 1)):
        columns |= {f"{letter} {label}": task.estimates[run, :, place] for place, label in enumerate(task.classes)}
    columns["gold is"] = np.array(SHAPES)[described.shapes]
    columns |= dict(zip(described.keys, described.values, strict=True))
    described_frame = pd.DataFrame(columns)
    return pd.concat([described_frame, frame], axis=1).iloc[order]
