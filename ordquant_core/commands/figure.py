"""`figure`: a figure of the pages as a file for a paper, SVG or PDF."""

import argparse
from collections.abc import Callable
from functools import partial

from ordquant_core.commands.all_runs import note_family
from ordquant_core.commands.options import (
    Commands,
    add_baselines,
    add_command,
    add_files,
    add_runs,
    add_settings,
    count,
    is_given,
    level,
    number,
    written,
)
from ordquant_core.commands.output import write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.figure_files import MISSING, browser, form_of, save_figure
from ordquant_core.glossary import of_rows
from ordquant_core.terminal import waiting, write_message

LOOK = "What no option names is as the page opens. Chromium or Chrome draws it."
WRITTEN = {
    "numbers": "--gold",
    "source": "--from",
    "target": "--to",
    "case": "--case-id",
}  # options that argparse calls otherwise


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "a figure of the pages as SVG, or as PDF with its fonts inside"
    example = "deltas gold.csv run-1.csv run-2.csv --x NMD --y RNOD --out deltas.pdf"
    added = add_command(commands, "figure", _figure, words, example, default="as on the page", out=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("name", metavar="NAME", nargs="?", help="the figure, see --list")
    added.add_argument("--list", action="store_true", help="write the names of all figures")
    added.add_argument("--out", metavar="FILE", help="where it is written: a name that ends in .pdf or .svg")
    words = "run A, by its name; of Atlas an estimator, of Compare numbers, popularity or uniform"
    words = "names of runs; of Atlas estimators, of Compare numbers"
    added.add_argument("--a", metavar="RUN, --b RUN", help=words)
    added.add_argument("--b", metavar="RUN", help=argparse.SUPPRESS)
    added.add_argument("--x", metavar="KEY, --y KEY", help="the measure of each axis")
    added.add_argument("--y", metavar="KEY", help=argparse.SUPPRESS)
    added.add_argument("--case-id", dest="case", metavar="ID", help="the case, by its id")
    added.add_argument("--width", type=count, default=640, metavar="PIXELS", help="96 are an inch (default: 640)")
    add_settings(added, "trials", "splits")
    added.add_argument("--size", type=count, metavar="N", help="cases in each of two small sets (default: halves)")
    add_settings(added, "alpha", "seed")
    added.add_argument("--property", metavar="KEY", help="of cases, such as entropy")
    added.add_argument("--step", type=count, metavar="N", help="the step of a calculation (default: 1)")
    words = "measures whose rankings are known (figure information)"
    added.add_argument("--given", metavar="KEYS", help=words)
    _add_others(added)
    add_files(added, optional=True)
    add_runs(added)
    add_baselines(added)
    added.usage = f"{added.prog} [options] [NAME [GOLD RUN…]]"
    added.set_defaults(compared=None)


def _add_others(added: argparse.ArgumentParser) -> None:
    """Add the options of the figures of single pages, listed page by page."""

    def group(title: str, words: str) -> Callable[..., argparse.Action]:
        return partial(added.add_argument_group(title, words).add_argument, help=argparse.SUPPRESS)

    add = group("figures of Plan", "--budget VOTES (default: 4000), --power POWER (default: 0.8)")
    add("--budget", type=count)
    add("--power", type=level)
    words = "--gold A,B,…, --votes N, --seeds N, --moves a|b, --from CLASS, --to CLASS"
    add = group("figures of Compare and Atlas, without files", words)
    add("--gold", dest="numbers")
    add("--votes", type=count)
    add("--seeds", type=count)
    add("--moves", choices=("a", "b"))
    add("--from", dest="source")
    add("--to", dest="target")
    add = group("figures of Nuggets", "--nugget-alpha A (default: 0.5), --dialogue ID (default: the worst of run A)")
    add("--nugget-alpha", type=number)
    add("--dialogue")
    words = "--method NAME (default: CombMNZ), --sets N (40), --runs-per-set N (3)"
    add = group("figures of Ranked lists, GOLD is QRELS there", words)
    add("--method")
    add("--sets", type=count)
    add("--runs-per-set", type=count)


def _figure(options: argparse.Namespace) -> None:
    from ordquant_core.commands.figure_subjects import read_subject  # imports plotly: half a second
    from ordquant_core.drawing.listing import FIGURES
    from ordquant_core.figures.template import LIGHT

    if options.list:
        rows = [(name, entry.page, entry.shows) for name, entry in FIGURES.items()]
        write_table(of_rows(("figure", "page", "shows"), rows), "csv")
        return
    check_options(options)
    form_of(options.out or "", "--out")
    if browser() is None:  # before anything is computed
        raise OrdquantError(MISSING)
    about = read_subject(options)
    with waiting("Drawing"):
        save_figure(FIGURES[options.name].draw(about.subject, LIGHT), options.out, width=options.width)
    if options.compared is not None:
        note_family(options, about.more)
    write_message(f"note: {options.out}: {about.note}")


def check_options(options: argparse.Namespace) -> None:
    """Raise `OrdquantError` for a figure that there is not, and for files and options that it does not take."""
    from ordquant_core.drawing.listing import FIGURES

    if options.name not in FIGURES:
        raise OrdquantError(f"Unknown figure {options.name!r}; the figures are {', '.join(FIGURES)}.")
    entry = FIGURES[options.name]
    of_others = frozenset[str]().union(*(other.options for other in FIGURES.values())) - entry.options
    for name, value in vars(options).items():
        if name in of_others and is_given(value):
            raise OrdquantError(f"{WRITTEN.get(name, written(name))} has no effect on the figure {options.name}")
    if entry.kind.of_files and options.gold is None:
        raise OrdquantError("name the task: figure NAME GOLD RUN… --out FILE")
    if not entry.kind.of_files and options.gold is not None:
        raise OrdquantError(f"the figure {options.name} is about no file; {options.gold} was given")
