"""Tables as HTML, as they were reviewed in test_frame_html.txt: cells of every kind, whole tables, texts escaped."""

# ruff: noqa: F401 - the text uses what is imported

import math
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.findings.sentence import Link, RunName, Strong, Styled, say
from ordquant_core.frame_html import Rows, across, grid, in_families, sentence
from ordquant_core.glossary import Kind, as_text, column, drawn_as
from ordquant_core.markup import Band, Cell, Head, NumberHead, Row, plain, table, tag
from ordquant_core.measure_tables import measure_table, wins_table
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Preferences
from ordquant_core.writing.paper_table import Mark
from tests.reviewed import reviewed, rows, said

EVIL, MADE = "<b onclick='x'>&", "totals.squared.distance.all"
FRAME = pd.DataFrame(
    {"family": ["f", "f", "g"], "run": ["r", EVIL, "t"], "mean": [0.1, 0.2, np.nan], "p": [0.04, 0.06, np.nan]}
)
HEADS = [Head("Measure"), Head(tag("b", "A & B"), span=1), Head("two", span=2), "end"]
CARDS = [Band("family"), Row([Cell("NMD", heads=True), 1, Cell("wide", span=2), "<last>"])]


def drawn(kind, *values, **options):
    """Return the cell of one column of a kind, as HTML: its attributes, and what stands in it."""
    parts = [f"part_{number}" for number in range(len(values))]
    frame = pd.DataFrame({"name": ["x"], **{part: [value] for part, value in zip(parts, values, strict=True)}})
    built = whole(frame, [drawn_as(Kind.TEXT, "name"), drawn_as(kind, "cell", "head", parts=parts, **options)])
    return built.rpartition("<td")[2].removesuffix("</td></tr></tbody></table>")


def whole(frame, columns, *rows):
    return table(*grid(frame, columns, *rows))


def of_case(a, b, names=("x", "y"), **options):
    return measure_table(CaseScores(a, b, names), **options)


def wins(*counts, runs=("Popularity", "Uniform"), **options):
    keys, *numbers = zip(*counts, strict=True)
    return wins_table(Preferences(keys, *map(np.array, numbers)), runs, **options)


def bars(*, few=False, **margins):
    """Return the ends of the axis, and the bars with their lengths, some beyond the axis."""
    a, b = ({key: max(sign * margin, 0.0) for key, margin in margins.items()} for sign in (1, -1))
    built = of_case(a, b, plain=few)
    ends = re.findall(r"(◂ [\d.]+|[\d.]+ ▸)</span>(?:<span>0<|</div>)", built)
    return ", ".join([*ends, *re.findall(r'class="oq-((?:left|right)(?: oq-beyond)?" style="width:[\d.]+%)"', built)])


@reviewed(__file__)
def test_tables_are_those_that_were_reviewed_and_their_texts_are_escaped(made, words):
    assert said(made, globals()) == words
    assert EVIL not in words


def test_every_kind_is_drawn_there():
    assert {*re.findall(r"drawn\(Kind\.(\w+)", " ".join(made for made, _ in rows(__file__)))} == {*Kind.__members__}


@given(st.floats(-2, 2), st.sampled_from([Kind.SCORE, Kind.DELTA, Kind.SHARE, Kind.MARGIN]))
def test_numbers_are_drawn_as_they_are_written_elsewhere(value, kind):
    assert plain(drawn(kind, value).partition(">")[2]) == as_text(kind, value)


@given(st.floats(-1, 1), st.floats(0.001, 2))
def test_lines_behind_intervals_stand_below_the_ticks_in_the_head(low, wide):
    built = whole(pd.DataFrame({"run": ["x"], "mean": [low], "low": [low], "high": [low + wide]}), ["run", "interval"])
    ticks = [float(left) for left in re.findall(r'<span style="left:(-?[\d.]+)%"', built)]
    first, step = (float(number) for number in re.findall(r"--(?:first|step):(-?[\d.]+)%", built))
    assert 3 <= len(ticks) <= 8
    assert ticks == pytest.approx([first + step * place for place in range(len(ticks))], abs=0.5)
