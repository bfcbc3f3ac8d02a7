"""`figure`: a figure of the pages as a file for a paper, SVG or PDF with its fonts inside."""

import argparse
from pathlib import Path

from ordquant_core.analysis.comparison import opening_pair
from ordquant_core.analysis.official import first_measure, official_measures
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.all_runs import finite, level, note_family
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import (
    Commands,
    add_baselines,
    add_command,
    add_files,
    add_runs,
    chosen,
    count,
    seed,
)
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.commands.progress import progress, waiting
from ordquant_core.commands.task_folder import official_entries
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.records import Scores, Task
from ordquant_core.tables.table import of_rows
from ordquant_core.tables.tasks.results import family

ENDINGS = {".pdf": "pdf", ".svg": "svg"}
LOOK = """\
Runs A and B are the best two by NMD, x is the primary measure of the task or its first, and the case is the first one,
where no option names others. figure --list names the figures. Chromium or Chrome draws them; a program that is not
found may be named in the environment variable BROWSER_PATH."""


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "a figure of the pages as SVG or PDF, with its fonts inside"
    example = "deltas gold.csv run-1.csv run-2.csv --x NMD --y RNOD --out deltas.pdf"
    added = add_command(commands, "figure", _figure, words, example, default="those of the task, or of the pages")
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("name", metavar="NAME", nargs="?", help="the figure, see --list")
    added.add_argument("--list", action="store_true", help="write the names of all figures")
    added.add_argument("--out", metavar="FILE", help="where it is written: a name that ends in .pdf or .svg")
    added.add_argument("--a", metavar="RUN", help="run A, by its name")
    added.add_argument("--b", metavar="RUN", help="run B, by its name")
    added.add_argument("--x", metavar="KEY", help="the measure, or that of the x-axis")
    added.add_argument("--y", metavar="KEY", help="the measure of the y-axis")
    added.add_argument("--case", metavar="ID", help="the case, by its id")
    added.add_argument("--width", type=count, default=640, metavar="PIXELS", help="96 are an inch (default: 640)")
    added.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
    added.add_argument("--splits", type=count, default=1000, metavar="B", help="random splits (default: 1000)")
    added.add_argument("--size", type=count, metavar="N", help="cases in each of two small sets (default: halves)")
    added.add_argument("--alpha", type=level, default=0.05, help="significance level (default: 0.05)")
    added.add_argument("--seed", type=seed, default=1, help="seed of the random numbers (default: 1)")
    add_files(added, optional=True)
    add_runs(added)
    add_baselines(added)
    added.usage = f"{added.prog} [options] [NAME GOLD RUN…]"


def _figure(options: argparse.Namespace) -> None:
    from ordquant_core.figures.picture import MISSING, browser, picture  # plotly takes half a second to be imported
    from ordquant_core.report.figures_of_tasks import FIGURES, Subject

    if options.list:
        rows = [(name, one.page, one.words) for name, one in FIGURES.items()]
        write_table(of_rows(("figure", "page", "shows"), rows), "csv")
        return
    if options.name not in FIGURES:
        raise OrdquantError(f"Unknown figure {options.name!r}; the figures are {', '.join(FIGURES)}.")
    if options.gold is None:
        raise OrdquantError("name the task: figure NAME GOLD RUN… --out FILE")
    form = ENDINGS.get(Path(options.out or "").suffix.casefold())
    if form is None:
        raise OrdquantError(f"--out: expected a file that ends in .pdf or .svg; found {options.out or 'none'}")
    if browser() is None:  # before anything is computed
        raise OrdquantError(MISSING)
    said = official_entries(options.gold)
    keys = official_measures(said.measures, said.primary, MAIN_MEASURES)
    if options.measures is not None:
        keys = chosen(options.measures)
        get_measures(keys)
    more = [key for key in (options.x, options.y) if key is not None]
    if more:
        get_measures(more)
    with waiting("Reading the files"):
        task = load_task(options, options.runs)
    options.compared = family(task)
    with progress("Scoring", "cases") as line:
        scores = score(task, tuple(dict.fromkeys((*keys, *more))), progress=line)
    scores, left_out = finite(scores, options)
    x, y = _measures(options, scores, said.primary)
    a, b = _runs(options, task)
    one = Subject(
        task,
        scores,
        (options.a or a, options.b or b),
        (x, y),
        options.case or task.cases[0],
        alpha=options.alpha,
        n_trials=options.trials,
        n_splits=options.splits,
        size=options.size,
        seed=options.seed,
    )
    with waiting("Drawing"):
        data = picture(FIGURES[options.name].make(one), form, width=options.width)  # type: ignore[arg-type]
    try:
        Path(options.out).write_bytes(data)
    except OSError as problem:
        raise OrdquantError(f"{options.out} cannot be written ({problem.strerror or problem})") from None
    note_family(options, left_out)
    write_message(f"note: {options.out}: A {one.runs[0]}, B {one.runs[1]}; x {x}, y {y}; case {one.case}")


def _measures(options: argparse.Namespace, scores: Scores, primary: str | None) -> tuple[str, str]:
    """Return the measures of both axes: the primary one and RNOD, or NMD beside RNOD, where none are named."""
    x = options.x or first_measure(scores.measures, primary)
    others = [key for key in ("RNOD", "NMD", *scores.measures) if key in scores.measures and key != x]
    return x, options.y or (others[0] if others else x)


def _runs(options: argparse.Namespace, task: Task) -> tuple[str, str]:
    """Return the best two runs by NMD, as pages open with them; of one run alone, that run twice."""
    if len(task.runs) < 2:
        return task.runs[0], task.runs[0]
    first, second = opening_pair(score(task, ("NMD",)).values[0].mean(axis=1), task.estimates)
    return task.runs[first], task.runs[second]
