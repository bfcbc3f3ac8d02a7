"""The gallery: the example of every figure of the list, drawn while the site is built, as `figure` draws it."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import ordquant_core as oq
from assets.site.results import figure, result
from ordquant_core.__main__ import PROGRAM, parsers
from ordquant_core.commands.figure_subjects import read_subject
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MAIN_MEASURES

TRIALS = 1000
MEASURES = ("NMD", "RNOD", "NVD", "JSD", "DNKT")


def page() -> str:
    """Return the gallery as a page in Markdown."""
    intro = (
        "Every figure here is made of the [sample tasks](samples.md) while this site is built, by the command above. "
        "The pages of the dashboard draw the same. With `--out FILE` the command writes it as PDF or SVG."
    )
    return "\n".join(["# Gallery", f"{intro}\n", *_figures(), *_tables()])


def subject_of_example(name: str) -> Any:
    """Return what the example of a figure is about. Its files are looked for below the root of the project."""
    return read_subject(parsers()[1]["figure"].parse_args([name, *FIGURES[name].example])).subject


def _figures() -> Iterator[str]:
    for of_page, names in groupby(FIGURES, lambda name: FIGURES[name].page):
        yield f"## {of_page}\n"
        for name in names:
            entry, subject = FIGURES[name], subject_of_example(name)
            yield f"{entry.shows}.\n\n```\n{PROGRAM} figure {name} {' '.join(entry.example)}\n```\n"
            yield figure(*(entry.draw(subject, look) for look in (LIGHT, DARK)))


def _tables() -> Iterator[str]:
    task = oq.load_sample()
    frame = oq.results(oq.with_baselines(task.only(task.runs[:8])), MEASURES, n_trials=TRIALS).to_frame()
    yield "## Tables\n\nEvery result is a table for pandas, CSV, Markdown or LaTeX with the same columns."
    yield result(frame[frame["measure"] == "NMD"].sort_values("rank")[["run", "rank", "mean", "low", "high", "group"]])
    yield f"The measures of the papers are {', '.join(MAIN_MEASURES)}: [all measures](catalogue.rst).\n"
