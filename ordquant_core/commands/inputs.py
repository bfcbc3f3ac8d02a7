"""From the files and baselines named on the command line to a task."""

import argparse
from collections.abc import Sequence

from ordquant_core.analysis.baselines import BASELINES, baseline_run
from ordquant_core.commands.options import A_RUN, BASELINE
from ordquant_core.commands.output import tell
from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import assemble, kind_of, parse_gold, parse_run, read_bytes
from ordquant_core.records import Task


def read_task(options: argparse.Namespace, runs: Sequence[str]) -> Task:
    """Read the gold and `runs` as the options of `add_files` say; tell what was renormalised."""
    unknown = [run for run in runs if run.startswith(BASELINE) and run.removeprefix(BASELINE) not in BASELINES]
    if unknown:
        raise UnknownNameError(f"Unknown baseline {unknown[0]!r}; a run is {A_RUN}.")
    paths = [options.gold, *(run for run in runs if not run.startswith(BASELINE))]
    files = {path: read_bytes(path) for path in paths}
    # A table has no scales; the scale is for the other files, so that a table may stand beside them.
    scales = {path: None if kind_of(data) == "table" else options.scale for path, data in files.items()}
    if options.scale is not None and not any(scales.values()):
        raise UnknownNameError(f"--scale {options.scale}: {options.gold} is a table, which has no scales")
    repair = options.renormalise
    gold = parse_gold(files[options.gold], options.gold, scale=scales[options.gold], renormalise=repair)
    read = [
        baseline_run(run.removeprefix(BASELINE), gold)
        if run.startswith(BASELINE)
        else parse_run(files[run], run, scale=scales[run], renormalise=repair)
        for run in runs
    ]
    task = assemble(gold, read)
    for note in task.notes:
        tell(f"note: {note}")
    return task
