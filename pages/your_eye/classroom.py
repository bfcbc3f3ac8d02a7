"""For a class or a study: result codes become agreement per measure, with intervals over persons. Nothing is stored."""

from functools import partial
from urllib.parse import urlencode

import numpy as np
import streamlit as st

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.human_agreement import agreement_figure
from ordquant_core.formats.human_judgements import HumanJudgements
from ordquant_core.numerals import count, listed, percent
from ordquant_core.tables.human_agreement import agreement_of_people, answers_of_people, comparison_of_measures
from ordquant_core.teaching.eye_result import CHOSEN
from ordquant_core.teaching.eye_views import agreement_table, comparison_table
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.result_codes import split_codes
from ordquant_core.teaching.views import refused_table
from ordquant_core.teaching.your_eye import FORM, judgements_of, sort_codes
from pages.shared import downloads, look, presenting, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once
from pages.your_eye.state import STATE

SEED, TRIALS = 1, 5000  # of the command, so that both say the same
HOW = (
    "Everybody who opens this link judges the same 24 pairs. Each result ends with a code: paste the codes here. "
    "Nothing is stored, and no code contains a name. Where each person takes a link of their own, the result speaks "
    "for more pairs."
)
CLUSTERS = "Intervals and tests take persons as clusters: answers of one person are alike. "


def show(_top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the field for codes, and what their answers say."""
    with left:
        write.because(HOW)
        if st.context.url:
            address = f"{st.context.url}?{urlencode({'seed': STATE['seed']})}"
            with st.container(key="class_address", horizontal=True, vertical_alignment="center"):
                write.html(*presenting.code_and_address(address, "Judge these pairs on your phone"), width="content")
        text = st.text_area(
            "Result codes",
            key="eye_codes",
            height=200,
            placeholder=f"{FORM.example}\n{FORM.example}",
            persist_state="session",
        )
        st.button("Count the answers", key="count_codes", width="stretch")
    with right.container(border=True, height="stretch"):
        try:
            _count(split_codes(text or ""))
        except OrdquantError as problem:
            st.error(escape(str(problem)))


def _count(codes: list[str]) -> None:
    found = sort_codes(codes)
    if not found.codes:
        write.verdict("No code yet." if not codes else "None of these is a result code.")
    else:
        _agreement(judgements_of(found.codes), found.codes)
    if found.repeated:
        write.note(f"{count(found.repeated, 'code')} given more than once: the same answers count once.")
    if found.refused:
        write.title(f"{count(len(found.refused), 'code')} not counted")
        write.scrolling(refused_table(found.refused))


def _agreement(judged: HumanJudgements, codes: tuple[str, ...]) -> None:
    persons = len(set(judged.persons))
    agreement, compared = compute_once(
        ("your eye of a class", codes),
        lambda: (
            human_agreement(judged, TAUGHT),
            compare_agreement(judged, TAUGHT, n_trials=TRIALS, rng=np.random.default_rng(SEED)),
        ),
    )
    neither = int((judged.sides == 0).sum())
    if neither == len(judged.sides):
        write.verdict("Nobody preferred an estimate: there is nothing to compare with.")
        return
    ordered = sorted(agreement, key=lambda one: -one.agreement if one.answers else 1.0)  # last: no answer counts
    share = ordered[0].agreement
    most = listed([one.measure for one in ordered if one.agreement == share])
    who = f"{count(persons, 'person')} agree{'s' if persons == 1 else ''}"
    write.verdict(f"{who} most often with {most}: in {percent(share)} of the answers that count.")
    left = (
        f"{count(neither, 'answer')} of {count(len(judged.sides))} prefer neither and do not count. " if neither else ""
    )
    write.because(CLUSTERS, left, CHOSEN)
    every = ((one.measure, one.agreement, one.low, one.high) for one in ordered)
    measures, shares, lows, highs = zip(*every, strict=True)
    title = "Answers that agree with each measure"
    figure = partial(agreement_figure, measures, shares, lows, highs, title=title)
    look.plot(figure, "class_agreement", "human-agreement")
    write.scrolling(agreement_table(ordered))
    write.scrolling(comparison_table(compared, TRIALS))
    with st.container(horizontal=True):
        downloads.table_button("Answers", lambda: answers_of_people(judged), "answers.csv")
        downloads.table_button("Agreement", lambda: agreement_of_people(agreement), "human-agreement.csv")
        downloads.table_button("Tests", lambda: comparison_of_measures(compared), "human-agreement-pairs.csv")
    write.muted("human-agreement reads the answers: with --measures it compares any measures on them.")
