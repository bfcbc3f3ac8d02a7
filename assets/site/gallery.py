"""The gallery: every figure of the list with the code that draws it, run while the site is built."""

import shlex
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from assets.site.notebooks import results_of
from assets.site.results import figure, result
from ordquant_core.__main__ import PROGRAM, parsers
from ordquant_core.commands.figure_subjects import read_subject
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.drawing.tasks import ON_TASK
from ordquant_core.figures.template import DARK, LIGHT

INTRO = """# Gallery

Every figure is drawn while this site is built, by the code above it, from the [sample tasks](samples.md).
Figures of a task come from Python or from the command line; all others come from the command line alone.
In Python, `oq.save_figure(figure, "groups.pdf")` writes a figure as PDF or SVG. Run the commands in a checkout.
"""
TABLE = """import ordquant_core as oq

frame = oq.results(oq.load_sample(), [oq.nmd]).to_frame()
frame.sort_values("rank")[["run", "rank", "mean", "low", "high", "group"]]"""


def page() -> str:
    """Return the gallery as a page in Markdown."""
    tables = "## Tables\n\nEvery result is a table for pandas, CSV, Markdown or LaTeX with the same columns.\n"
    (frame,) = results_of(TABLE, {}, "gallery")
    return "\n".join([INTRO, *_figures(), tables, f"```python\n{TABLE}\n```\n", result(frame)])


def python(name: str) -> str:
    """Return the Python that draws a figure of a task, with the options of its example as arguments."""
    folder, *options = FIGURES[name].example
    sample = f'oq.load_sample("{Path(folder).name}")'
    chosen = "".join(f', {option[2:]}="{value}"' for option, value in zip(options[::2], options[1::2], strict=True))
    return f'import ordquant_core as oq\n\noq.draw_figure({sample}, "{name}"{chosen})'


def arguments(name: str) -> list[str]:
    """Return what follows the name of a figure in the command that writes it."""
    return [*FIGURES[name].example, "--out", f"{name}.pdf"]


def subject_of_example(name: str) -> Any:
    """Return what the command is about. Its files are looked for below the root of the project."""
    return read_subject(parsers()[1]["figure"].parse_args([name, *arguments(name)])).subject


def _figures() -> Iterator[str]:
    for of_page, names in groupby(FIGURES, lambda name: FIGURES[name].page):
        yield f"## {of_page}\n"
        for name in names:
            entry, subject = FIGURES[name], subject_of_example(name)
            light, dark = (entry.draw(subject, look) for look in (LIGHT, DARK))
            yield f"{entry.shows}.\n"
            if entry.kind is ON_TASK:
                (light,) = results_of(python(name), {}, name)
                yield f"```python\n{python(name)}\n```\n"
            yield f"```sh\n{PROGRAM} figure {name} \\\n    {shlex.join(arguments(name))}\n```\n"
            yield figure(light, dark)
