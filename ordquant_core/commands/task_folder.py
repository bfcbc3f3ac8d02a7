"""The folder of a published task on the command line, and the other kinds of tasks: nuggets and ranked lists."""

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.commands.decisions import fields_given
from ordquant_core.commands.options import written
from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.archive import is_zip
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.official.nuggets import NuggetsRead, NuggetTask, NuggetTypes, read_nuggets
from ordquant_core.formats.official.trec_files import ListsRead, read_lists, read_named_lists
from ordquant_core.statistics.progress import Progress
from ordquant_core.tasks.published.contents import is_described, read_folder
from ordquant_core.tasks.published.description import FACTS, KINDS, OFFICIAL, REPAIRS_OF, TaskDescription, TaskKind
from ordquant_core.tasks.published.reading import combined, files_of, problems_of


class Checked(NamedTuple):
    """The problems of the files of a task, and the notes on reading them."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def add_kinds(added: argparse.ArgumentParser) -> None:
    """Add the options for the kind of the files; a folder with a task.json states its kind."""
    kinds = added.add_mutually_exclusive_group()
    kinds.add_argument("--nuggets", action="store_true", help="GOLD and RUN hold nuggets (NTCIR JSON)")
    kinds.add_argument("--ranked-lists", action="store_true", help="GOLD holds qrels, RUN ranked lists (TREC)")
    add_nugget_types(added)


def check_other_kind(options: argparse.Namespace, choices: Decisions) -> Checked | None:
    """Return what is wrong with nuggets or ranked lists; None for a task of quantification."""
    kind, types = _kind(options), nugget_types_of(options)
    if types is not None and kind != "nuggets":
        side = "customer" if options.customer_types is not None else "helpdesk"
        raise OrdquantError(f"--{side}-types needs --nuggets")
    if kind == "quantification":
        return None
    known = REPAIRS_OF[kind]
    unknown = [choice for choice in choices.made if choice not in known]
    if unknown:
        repairs = f"the repairs are {', '.join(known)}" if known else "there are no repairs"
        raise OrdquantError(f"--repair {unknown[0]} does not apply to {kind}; {repairs}")
    of_tables = [name for name in fields_given(options) if not (name == "encoding" and kind == "ranked lists")]
    given = [name for name in ("scale", "classes", "mapping") if getattr(options, name) is not None]
    if given or of_tables:
        raise OrdquantError(f"{written([*given, *of_tables][0])} does not apply to {kind}")
    if kind == "nuggets":
        nuggets = nuggets_of(options.gold, options.runs, choices, types)
        return Checked(nuggets.problems, nuggets.task.notes if nuggets.task else ())
    lists = lists_of(options.gold, options.runs, choices)
    return Checked(lists.problems, lists.collection.notes if lists.collection else ())


def add_nugget_types(added: argparse.ArgumentParser) -> None:
    """Add the options that name the nugget types of both sides."""
    metavar, words = "A,B,…, --helpdesk-types A,B,…", "nugget types of a side, the last for no nugget"
    added.add_argument("--customer-types", metavar=metavar, help=words)
    added.add_argument("--helpdesk-types", metavar="A,B,…", help=argparse.SUPPRESS)


def nugget_types_of(options: argparse.Namespace) -> NuggetTypes | None:
    """Return the types that options name, None: none. Raises `OrdquantError` for what cannot be types."""
    given = {side: getattr(options, f"{side}_types") for side in ("customer", "helpdesk")}
    kinds = {side: tuple(kind.strip() for kind in text.split(",")) for side, text in given.items() if text is not None}
    return NuggetTypes(**kinds) if kinds else None


def nuggets_of(
    gold: str, runs: Sequence[str], choices: Decisions = NOTHING, types: NuggetTypes | None = None
) -> NuggetsRead:
    """Read a nugget task: files, or a folder with a `task.json`, which may name runs of its own."""
    files, problems, choices, _ = _read("nuggets", gold, runs, choices)
    if not files:
        return NuggetsRead(None, tuple(problems))
    read = read_nuggets(files[0], files[1:], renormalise=choices.renormalise, types=types)
    return NuggetsRead(None if problems else read.task, (*problems, *read.problems))


def nugget_task(
    gold: str, runs: Sequence[str], choices: Decisions = NOTHING, types: NuggetTypes | None = None
) -> NuggetTask:
    """Read a nugget task with runs. Raises `InputError` with all its problems, and `OrdquantError` without runs."""
    read = nuggets_of(gold, runs, choices, types)
    if read.task is None:
        raise InputError(read.problems)
    if not read.task.runs:
        raise OrdquantError(f"{gold} contains no runs; name at least one")
    return read.task


def lists_of(
    gold: str,
    runs: Sequence[str],
    choices: Decisions = NOTHING,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> ListsRead:
    """Read ranked lists: files, or a folder with a `task.json`, which may name runs of its own.

    `progress` hears how many runs are read, of how many; an `executor` reads run by run.
    """
    files, problems, choices, name = _read("ranked lists", gold, runs, choices)
    if not files:
        return ListsRead(None, tuple(problems))
    if is_described(gold) or any(is_zip(file.data) for file in files):
        read = read_lists(files, choices, gold=name, progress=progress, executor=executor)
    else:
        read = read_named_lists(files[0], files[1:], choices, progress=progress, executor=executor)
    return ListsRead(None if problems else read.collection, (*problems, *read.problems))


def official_entries(gold: str) -> TaskDescription:
    """Return what a folder with a `task.json` says about the official results; the defaults for anything else.

    Raises `InputError` where that cannot be read.
    """
    if not is_described(gold):
        return TaskDescription("")
    folder = read_folder(gold)
    wrong = [problem for problem in problems_of(folder, gold.rstrip("/") or gold) if problem.case in OFFICIAL]
    if wrong:
        raise InputError(wrong)
    return folder.description


def description_of(gold: str) -> str:
    """Return how a folder with a `task.json` describes its task, "" for anything else."""
    return read_folder(gold).description.description if is_described(gold) else ""


def _kind(options: argparse.Namespace) -> TaskKind:
    kind: TaskKind = KINDS[0]
    if options.nuggets or options.ranked_lists:
        kind = "nuggets" if options.nuggets else "ranked lists"
    elif is_described(options.gold):
        kind = read_folder(options.gold).description.kind
    return kind


def _read(
    kind: TaskKind, gold: str, runs: Sequence[str], choices: Decisions
) -> tuple[list[File], list[Problem], Decisions, str | None]:
    """Return the files (the gold's first), what is wrong with their folder, the repairs, and the name of the gold."""
    named = [File(path, read_bytes(path)) for path in runs]
    if not is_described(gold):
        first = File(gold, read_bytes(gold))
        if not runs and not (kind == "ranked lists" and is_zip(first.data)):
            raise OrdquantError(f"{gold}: name a RUN or more, or give a folder with a {FACTS}")
        return [first, *named], [], choices, gold
    folder = read_folder(gold)
    here = gold.rstrip("/") or gold
    if folder.description.kind != kind:
        raise OrdquantError(f"{here}/{FACTS} says that the kind is {folder.description.kind}, not {kind}")
    folder = replace(folder, runs=()) if runs and folder.gold else folder
    problems = problems_of(folder, here)
    files = files_of(folder, here, problems)
    name = None if folder.gold_name is None else f"{here}/{folder.gold_name}"
    return [*files, *named] if files else [], problems, combined(folder.description.choices, choices), name
