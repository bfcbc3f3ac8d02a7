"""`figure`: a figure of the pages as a file for a paper, SVG or PDF."""

import argparse

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
from ordquant_core.commands.output import waiting, write_message, write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.figure_files import MISSING, browser, form_of, save_figure
from ordquant_core.glossary import of_rows

LOOK = """\
figure --list names the figures and the page of each. What no option names is what the page opens with: runs A and B
are the best two by NMD, x is the primary measure of the task or its first, the case is the first one. Figures of Atlas
and Compare need no files. Chromium or Chrome draws them; a program that is not found may be named in the environment
variable BROWSER_PATH."""
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
    added = add_command(commands, "figure", _figure, words, example, default="those of the task, or of the pages")
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("name", metavar="NAME", nargs="?", help="the figure, see --list")
    added.add_argument("--list", action="store_true", help="write the names of all figures")
    added.add_argument("--out", metavar="FILE", help="where it is written: a name that ends in .pdf or .svg")
    words = "run A, by its name; of Atlas an estimator, of Compare numbers, popularity or uniform"
    added.add_argument("--a", metavar="RUN", help=words)
    added.add_argument("--b", metavar="RUN", help="run B, in the same way")
    added.add_argument("--x", metavar="KEY", help="the measure, or that of the x-axis")
    added.add_argument("--y", metavar="KEY", help="the measure of the y-axis")
    added.add_argument("--case-id", dest="case", metavar="ID", help="the case, by its id")
    added.add_argument("--width", type=count, default=640, metavar="PIXELS", help="96 are an inch (default: 640)")
    add_settings(added, "trials", "splits")
    added.add_argument("--size", type=count, metavar="N", help="cases in each of two small sets (default: halves)")
    add_settings(added, "alpha", "seed")
    words = "of cases, such as entropy (default: what goes with disagreement most)"
    added.add_argument("--property", metavar="KEY", help=words)
    added.add_argument(
        "--step", type=count, metavar="N", help="which figure of all steps of a calculation (default: 1)"
    )
    words = "measures beyond whose rankings the figure information shows what two measures share"
    added.add_argument("--given", metavar="KEYS", help=words)
    _add_others(added)
    add_files(added, optional=True)
    add_runs(added)
    add_baselines(added)
    added.usage = f"{added.prog} [options] [NAME [GOLD RUN…]]"
    added.set_defaults(compared=None)


def _add_others(added: argparse.ArgumentParser) -> None:
    """Add the options of the figures of single pages."""
    group = added.add_argument_group("figures of Plan")
    group.add_argument("--budget", type=count, metavar="VOTES", help="of the next round (default: 4000)")
    group.add_argument("--power", type=level, help="probability of detecting a difference (default: 0.8)")
    group = added.add_argument_group("figures of Compare and Atlas, without files")
    words = "the gold distribution, or for reports the true one: votes or probabilities"
    group.add_argument("--gold", dest="numbers", metavar="A,B,…", help=words)
    group.add_argument("--votes", type=count, metavar="N", help="annotators of each case; --classes is a number there")
    group.add_argument("--seeds", type=count, metavar="N", help="of artificial distributions (default: 20)")
    group.add_argument("--moves", choices=("a", "b"), metavar="RUN", help="the run in which probability moves, a or b")
    group.add_argument("--from", dest="source", metavar="CLASS", help="the class that it leaves")
    group.add_argument("--to", dest="target", metavar="CLASS", help="the class to which it moves")
    group = added.add_argument_group("figures of Nuggets")
    words = "weight of the customer's blocks, from 0 to 1 (default: 0.5)"
    group.add_argument("--nugget-alpha", type=number, metavar="A", help=words)
    group.add_argument("--dialogue", metavar="ID", help="the dialogue (default: that with the worst block of A)")
    group = added.add_argument_group("figures of Ranked lists, GOLD is QRELS there")
    group.add_argument("--method", metavar="NAME", help="how lists are merged (default: CombMNZ)")
    group.add_argument("--sets", type=count, metavar="N", help="random sets of runs to merge (default: 40)")
    group.add_argument("--runs-per-set", type=count, metavar="N", help="runs in each (default: 3)")


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
