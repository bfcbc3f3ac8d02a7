"""`export`: a task for another platform."""

import argparse
from dataclasses import replace
from pathlib import Path

from ordquant_core.analysis.official import official_measures
from ordquant_core.commands import codabench, tira
from ordquant_core.commands.codabench import Competition, inside
from ordquant_core.commands.inputs import all_choices_of, read_all, read_files, scales_wanted
from ordquant_core.commands.options import Commands, add_command, add_files, names_in
from ordquant_core.commands.task_folder import official_entries
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.files import write_file
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import Decisions, File, TaskRead
from ordquant_core.tasks.writing.runs import FORMATS, WRITERS, template
from ordquant_core.terminal import write_message

LOOK = (
    "The zip of --codabench is uploaded to Codabench as it is (Benchmarks, Management, Upload). It contains the gold, "
    "which only the scoring program sees, this library as the scoring program, a run to submit as an example, and "
    "pages to complete. That of --tira holds two data sets, inputs and truths, and an evaluator with its Dockerfile; "
    "its README.md lists the steps. On both, the scores of a run are those of `results`."
)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "a task for another platform", "tasks/my-task --codabench --out competition.zip"
    default = "those of task.json, else the main ones"
    added = add_command(commands, "export", _export, words, example, default=default, out=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    add_files(added)
    added.usage = f"{added.prog} GOLD --codabench --out FILE\n       {added.prog} GOLD --tira --out FILE"
    platform = added.add_mutually_exclusive_group(required=True)
    platform.add_argument("--codabench", action="store_true", help="write a bundle for Codabench")
    platform.add_argument("--tira", action="store_true", help="write data sets and an evaluator for TIRA")
    added.add_argument("--out", metavar="FILE", required=True, help="the zip to write")
    words = (
        "the Docker image of the competition, with Python 3.11 or later, NumPy and pandas "
        f"(default: {codabench.IMAGE}), or that on which the evaluator for TIRA is built (default: {tira.IMAGE})"
    )
    added.add_argument("--image", metavar="NAME", help=words)
    added.set_defaults(runs=[])


def _export(options: argparse.Namespace) -> None:
    if Path(options.out).suffix.casefold() != ".zip":
        raise OrdquantError(f"--out: expected a file that ends in .zip; found {options.out}")
    facts = official_entries(options.gold)
    named = None if options.measures is None else names_in(options.measures)
    primary = facts.primary if named is None else None
    keys = official_measures(facts.measures if named is None else named, primary, MAIN_MEASURES)
    wanted = scales_wanted(options, []) if options.scale is not None else (None,)
    read = read_all(options, [], scale=wanted[0])
    if any(problem.asks == "scale" for problem in read.problems):
        listed = ", ".join(read.scales)
        raise OrdquantError(f"{options.gold} has the scales {listed}; choose one with --scale, or --scale all")
    if read.gold is None or read.gold_file is None:
        raise InputError(read.problems)
    files = unpack(read_files(options, [])).files
    kinds = [one.kind for one in read.recognised if one.file == read.gold_file]
    form = next((FORMATS[kind] for kind in kinds if kind in FORMATS), "csv")
    scales = tuple(scale for scale in (wanted if wanted[0] else (read.gold.scale,)) if scale is not None)
    sample = template(read.gold.cases, read.gold.classes, form, scales=scales)
    make, image = (tira.hand_over, tira.IMAGE) if options.tira else (codabench.bundle, codabench.IMAGE)
    zipped = make(
        Competition(
            title=facts.title or read.gold.name,
            description=facts.description,
            gold=inside(files, read.gold_file),
            classes=read.gold.classes,
            measures=keys,
            sample=File(f"sample{WRITERS[form].extension}", sample),
            scales=wanted,
            choices=_as_read(read, all_choices_of(options)),
            announced=facts.announced,
            image=options.image or image,
        )
    )
    write_file(options.out, zipped)
    cases, classes = len(read.gold.cases), ", ".join(read.gold.classes)
    write_message(f"note: {', '.join(keys)}; {cases} cases, classes {classes}")


def _as_read(read: TaskRead, choices: Decisions) -> Decisions:
    """Return the decisions with the mapping by which the gold was read here: there, no other run settles what it holds.

    Mappings of the runs of the task are of no use there.
    """
    choices = replace(choices, mappings=tuple(pair for pair in choices.mappings if not pair[0]))
    reading = next((one for one in read.readings if read.gold_file in one.files), None)
    if reading is None or read.gold is None:
        return choices
    classes = choices.classes or (None if reading.mapping.classes else read.gold.classes)
    return replace(choices.with_mapping(reading.mapping), classes=classes)
