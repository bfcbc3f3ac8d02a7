"""`study`: the tables of the papers for all tasks in a folder, in all forms, with a report and its provenance."""

import argparse

from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import Commands, add_command, add_raw, add_settings, count, measure_keys
from ordquant_core.commands.reading_options import add_reading
from ordquant_core.documents import study
from ordquant_core.tasks.published.study import MANIFEST

LOOK = (
    f"Every folder or file in FOLDER is a task; {MANIFEST} in FOLDER may list and name them. Another study into DIR "
    "replaces the files of the one before. A task that cannot be studied is reported and skipped; the exit code is "
    "then 2. assets/docs/command-line.md describes all files."
)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "tables of the papers for all tasks in a folder, as CSV, Markdown and LaTeX"
    added = add_command(commands, "study", _run, words, "tasks --out tables", default="those of the papers", out=False)
    added.usage = f"{added.prog} [options] FOLDER --out DIR"
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("folder", metavar="FOLDER", help="a folder with a task per folder or file")
    added.add_argument(
        "--out", metavar="DIR", required=True, help="where the files are written; created if it does not exist"
    )
    added.add_argument("--baselines", action="store_true", help="add Popularity and Uniform to the runs of every task")
    add_raw(added)
    add_reading(added)
    add_settings(added, "trials", "splits")
    added.add_argument("--size", type=count, default=10, metavar="N", help="cases in each small set (default: 10)")
    add_settings(added, "alpha", "seed")
    add_elsewhere(added)


def _run(options: argparse.Namespace) -> None:
    measures = None if options.measures is None else measure_keys(options)
    with executor_of(options) as executor:
        study(
            options.folder,
            options.out,
            measures,
            baselines=options.baselines,
            raw=bool(options.raw),
            scale=options.scale,
            choices=choices_of(options),
            n_trials=options.trials,
            n_splits=options.splits,
            size=options.size,
            alpha=options.alpha,
            seed=options.seed,
            executor=executor,
        )
