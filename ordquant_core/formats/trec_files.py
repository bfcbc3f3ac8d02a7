"""Several of TREC's files to one collection: which are judgements, which are runs, and all problems of all at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ordquant_core.errors import InputError, Problem, offer
from ordquant_core.formats import trec
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.choices import NOTHING, Choices
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.ranked_lists.collection import Collection, Judgements, RankedRun, assemble


def sort_files(files: Sequence[File], choices: Choices = NOTHING) -> tuple[File, list[File], list[str]]:
    """Tell judgements from runs by their content: the file of judgements, the runs, notes on files left out.

    Zip archives are opened. Raises `InputError` for files that are neither or cannot be opened, and unless exactly one
    holds judgements.
    """
    files, told, broken = unpack(files)
    kinds = [trec.kind_of(file.data) for file in files]
    judgements = [file for file, kind in zip(files, kinds, strict=True) if kind == "judgements"]
    notes, problems = list(told), []
    for problem in broken:
        if choices.skip_files:
            notes.append(f"{problem.file}: left out, {problem.seen}")
        else:
            problems.append(replace(problem, action=offer(problem.action, ["skip-files"]), choices=("skip-files",)))
    for file, kind in zip(files, kinds, strict=True):
        if kind is None and choices.skip_files:
            notes.append(f"{file.name}: left out, neither judgements nor a run")
        elif kind is None:
            action = f"judgements have {trec.JUDGEMENT_COLUMNS}; runs have {trec.RUN_COLUMNS}"
            seen = "neither judgements (qrels) nor a run"
            problems.append(Problem(file.name, "", seen, offer(action, ["skip-files"]), ("skip-files",)))
    for file in judgements[1:]:
        if choices.keep_first:
            notes.append(f"{file.name}: left out, {judgements[0].name} holds the judgements")
        else:
            seen, action = f"{judgements[0].name} holds judgements, too", offer("give one file", ["keep-first"])
            problems.append(Problem(file.name, "", seen, action, ("keep-first",)))
    if not judgements:
        seen = f"no judgements (qrels) among {len(files)} file{'s' * (len(files) != 1)}"
        action = f"add a file with the columns {trec.JUDGEMENT_COLUMNS}"
        problems.append(Problem(files[0].name if files else "files", "", seen, action))
    if problems:
        raise InputError(problems)
    return judgements[0], [file for file, kind in zip(files, kinds, strict=True) if kind == "run"], notes


def read_collection(
    judgements: File,
    runs: Sequence[File],
    choices: Choices = NOTHING,
    notes: Sequence[str] = (),
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Collection:
    """Read judgements and runs and put them together. Raises `InputError` with the problems of all files.

    `notes` are put before those of the collection; `progress` is told how many runs are read, of how many.
    """
    size = sum(len(file.data) for file in (judgements, *runs))
    if size > MAX_UNPACKED:
        limit = f"{MAX_UNPACKED // MEBIBYTE} MiB in all"
        raise refuse(judgements.name, f"the files have {size / MEBIBYTE:,.0f} MiB together", limit)
    problems: list[Problem] = []
    gold: Judgements | None = None
    read: list[RankedRun] = []
    try:
        gold = trec.parse_judgements(judgements.data, judgements.name, choices=choices)
    except InputError as error:
        problems += error.problems
    for number, run in enumerate(runs, start=1):
        if progress:
            progress(number, len(runs))
        try:
            read.append(trec.parse_run(run.data, run.name, choices=choices))
        except InputError as error:
            problems += error.problems
    if problems or gold is None:
        raise InputError(problems)
    found = assemble(gold, read, choices.made)
    return Collection(found.name, found.runs, found.topics, (*notes, *found.notes))
