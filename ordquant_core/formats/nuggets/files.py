"""Read several nugget files as one task, with all their problems."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import File
from ordquant_core.formats.nuggets.assembly import NuggetTask, assemble
from ordquant_core.formats.nuggets.ntcir import Nuggets, NuggetTypes, parse_gold, parse_run


class NuggetsRead(NamedTuple):
    """All that was found in the files of a nugget task. `task` is there when there is no problem."""

    task: NuggetTask | None
    problems: tuple[Problem, ...]


def read_nuggets(
    gold: File, runs: Sequence[File], *, renormalise: bool = False, types: NuggetTypes | None = None
) -> NuggetsRead:
    """Read gold and runs. Never raises for what they hold: every problem names its file.

    `renormalise`: divide blocks whose sum is off by up to 0.05 by it, and note that. `types`: the nugget types; None:
    those that the gold names, else the official ones.
    """
    problems: list[Problem] = []
    the_gold: Nuggets | None = None
    read: list[Nuggets] = []
    files: dict[str, str] = {}
    try:
        the_gold = parse_gold(gold.data, gold.name, renormalise=renormalise, types=types)
    except InputError as error:
        problems += error.problems
    kinds = types if the_gold is None else the_gold.types
    for run in runs:
        try:
            read.append(parse_run(run.data, run.name, renormalise=renormalise, types=kinds))
            files.setdefault(read[-1].name, run.name)
        except InputError as error:
            problems += error.problems
    task = None
    if the_gold is not None:
        try:
            task = assemble(the_gold, read)
        except InputError as error:  # it knows the runs by their names only
            problems += [replace(one, file=files.get(one.file, one.file)) for one in error.problems]
    return NuggetsRead(None if problems else task, tuple(problems))
