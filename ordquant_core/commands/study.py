"""`study`: the tables of the papers for all tasks in a folder, in all forms, with a report and its provenance."""

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.study import Settings, TaskResults, examine
from ordquant_core.commands.all_runs import level
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import PROGRAM, Commands, add_command, count, seed
from ordquant_core.commands.output import write_message
from ordquant_core.commands.progress import progress
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.published.description import FACTS
from ordquant_core.formats.published.study import MANIFEST, Member, OnScale, on_every_scale, read_study
from ordquant_core.numerals import setting
from ordquant_core.records import Task
from ordquant_core.statistics.progress import Progress
from ordquant_core.tables.papers.every import paper_tables
from ordquant_core.tables.tasks.results import family
from ordquant_core.tables.writing.paper_tables import latex, latex_document, markdown
from ordquant_core.tables.writing.provenance import digests, provenance
from ordquant_core.tables.writing.renderings import csv_text

LOOK = f"""\
Every folder or file in FOLDER is a task, as for ORDQUANT_TASKS; all scales of its files are studied. {MANIFEST} in
FOLDER may list the tasks in order, with name, venue, language and annotators:
  {{"title": "My study", "tasks": [
    {{"folder": "sem16", "name": "Sem16T4E", "venue": "SemEval-2016", "language": "E", "annotators": "5"}}]}}
DIR then holds every table as CSV (exact), Markdown and LaTeX, study.tex with all of them, report.html and
provenance.json. DIR/figures holds Figures 1 and 2 of LQ 2021 (deltas of Popularity and Uniform by two measures): each
panel by itself and both figures as a whole, as SVG and as PDF with embedded fonts, 85 mm per panel.
A task that cannot be studied is reported and skipped; the exit code is then 2."""

FAMILIES = (
    "In the tables of LQ 2021, Popularity and Uniform count as runs, as in its NTCIR tasks; its SemEval tasks do not "
    "have them. In the tables of the variants study, the runs are those of each task, with the baselines only on "
    "request (--baselines). Every caption says which runs are compared. Printed numbers follow only where both or none "
    "of these baselines are among the runs, as among those printed."
)


@dataclass(slots=True)
class _Found:
    """What is known so far."""

    results: list[TaskResults] = field(default_factory=list)
    facts: list[tuple[str, str, str]] = field(default_factory=list)  # venue, language, annotators
    notes: dict[str, list[str]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    files: list[File] = field(default_factory=list)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "tables of the papers for all tasks in a folder, as CSV, Markdown and LaTeX"
    added = add_command(commands, "study", _run, words, "tasks --out tables", measures=False, provenance=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("folder", metavar="FOLDER", help="a folder with a task per folder or file")
    added.add_argument(
        "--out", metavar="DIR", required=True, help="where the files are written; created if it does not exist"
    )
    added.add_argument("--baselines", action="store_true", help="add Popularity and Uniform to the runs of every task")
    added.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
    added.add_argument("--splits", type=count, default=1000, metavar="B", help="random splits (default: 1000)")
    added.add_argument("--size", type=count, default=10, metavar="N", help="cases in each small set (default: 10)")
    added.add_argument("--alpha", type=level, default=0.05, help="significance level (default: 0.05)")
    added.add_argument("--seed", type=seed, default=1, help="seed of the random numbers (default: 1)")
    add_elsewhere(added)


def _run(options: argparse.Namespace) -> None:
    _note_signs("")  # what is not installed is reported before anything is computed
    study = read_study(options.folder)
    settings = Settings(
        alpha=options.alpha,
        n_trials=options.trials,
        n_splits=options.splits,
        size=options.size,
        seed=options.seed,
    )
    found = _Found(files=_manifest(options.folder))
    with executor_of(options) as executor:
        for number, member in enumerate(study.members, start=1):
            with progress(f"Task {number} of {len(study.members)}: permuting runs") as line:
                found.files += _files(member, options.folder)
                for name, task in _tasks(member, found, baselines=options.baselines):
                    _examine(name, task, member, found, settings, line, executor)
    if not found.results:
        raise OrdquantError(f"{options.folder}: none of its tasks could be studied; {found.left_out[0]}")
    _write(study.title, found, settings, options)
    if found.left_out:
        raise OrdquantError(
            f"{options.folder}: {len(found.left_out)} could not be studied, all others were; {found.left_out[0]}"
        )


def _manifest(folder: str) -> list[File]:
    place = Path(folder) / MANIFEST
    return [File(MANIFEST, read_bytes(place))] if place.exists() else []


def _tasks(member: Member, found: _Found, *, baselines: bool) -> Iterator[tuple[str, Task]]:
    """Yield the task of a member on each of its scales, with its name; report what cannot be read."""
    read = on_every_scale(member.source)
    for one in read:
        name = _name(member, one, len(read))
        if one.read.task is None:
            more = f" (and {len(one.read.problems) - 1} more)" if len(one.read.problems) > 1 else ""
            _leave_out(found, name, f"{one.read.problems[0]}{more}")
            continue
        task = one.read.task
        notes = [*task.notes, *one.read.notes]
        if notes:
            found.notes[name] = notes
        yield name, with_baselines(task) if baselines else task


def _name(member: Member, one: OnScale, n_scales: int) -> str:
    name = member.name or member.source.title
    return f"{name} {one.scale}" if n_scales > 1 else name


def _files(member: Member, folder: str) -> list[File]:
    """Return the files of a task and its task.json, named by their paths in the study."""
    try:
        files = list(member.source.load()) if not member.source.problems else []
        facts = Path(folder) / member.folder / FACTS
        files += [File(FACTS, read_bytes(facts))] if facts.is_file() else []
    except InputError:
        return []
    single = [member.folder] == [file.name for file in files]
    return files if single else [File(f"{member.folder}/{file.name}", file.data) for file in files]


def _examine(
    name: str,
    task: Task,
    member: Member,
    found: _Found,
    settings: Settings,
    line: Progress | None,
    executor: Executor | None,
) -> None:
    try:
        found.results.append(examine(name, task, settings, progress=line, executor=executor))
    except OrdquantError as problem:
        _leave_out(found, name, str(problem))
    else:
        _note_signs(name)
        found.facts.append((member.venue, member.language, member.annotators))


def _note_signs(name: str) -> None:
    from ordquant_core.report.print_pdf import not_in_font  # plotly takes half a second to be imported

    if missing := not_in_font(name):
        write_message(f"note: {name}: the font of the PDF figures lacks {missing}; the SVG figures are complete")


def _leave_out(found: _Found, name: str, reason: str) -> None:
    found.left_out.append(f"{name}: {reason}")
    write_message(f"note: left out: {name}: {reason}")


def _write(title: str, found: _Found, settings: Settings, options: argparse.Namespace) -> None:
    from ordquant_core.figures.print_drawing import svg  # plotly takes half a second to be imported
    from ordquant_core.report.print_pdf import pdf
    from ordquant_core.report.study import study_page
    from ordquant_core.report.study_figures import is_whole, panels

    tables = paper_tables(found.results, found.facts, settings)
    said = {
        "tasks": [one.name for one in found.results],
        "left out": found.left_out,
        "seed": settings.seed,
        "trials": settings.n_trials,
        "splits": settings.n_splits,
        "size": settings.size,
        "alpha": settings.alpha,
        "baselines added": options.baselines,
        "compared in the tables of LQ 2021": {one.name: family(one.tested) for one in found.results},
        "compared in the other tables": {one.name: family(one.task) for one in found.results},
        "measures": list(settings.measures.every),
    }
    command = _command(options)
    how = {
        "Command": shlex.join(command),
        "Seed": setting(settings.seed),
        "Trials": setting(settings.n_trials),
        "Splits": setting(settings.n_splits),
        "Significance level": setting(settings.alpha),
        "Runs compared": FAMILIES,
    }
    notes = [f"{name}: {note}" for name, lines in found.notes.items() for note in lines]
    pages: dict[str, Callable[[], str | bytes]] = {}
    for table in tables:
        pages[f"{table.key}.csv"] = partial(csv_text, table.data)
        pages[f"{table.key}.md"] = partial(markdown, table)
        pages[f"{table.key}.tex"] = partial(latex, table)
    drawings = list(panels(found.results))
    for name, drawing in drawings:
        pages[f"figures/{name}.svg"] = partial(svg, drawing)
        pages[f"figures/{name}.pdf"] = partial(pdf, drawing)
    captions = {f"figures/{name}": drawing.words for name, drawing in drawings if is_whole(name)}
    pages["study.tex"] = partial(latex_document, title, [table.key for table in tables], captions)
    pages["report.html"] = partial(study_page, title, tables, left_out=found.left_out, notes=notes, how=how)
    pages["provenance.json"] = partial(provenance, digests(found.files), said, found.notes, command=command)
    _write_files(Path(options.out), pages)


def _command(options: argparse.Namespace) -> Sequence[str]:
    """Return the command that repeats the study; where FOLDER and DIR lie does not matter to it."""
    words = [*PROGRAM.split(), "study", Path(options.folder).resolve().name, "--out", "DIR"]
    words += ["--baselines"] if options.baselines else []
    for name in ("trials", "splits", "size", "alpha", "seed"):
        words += [f"--{name}", str(getattr(options, name))]
    return words


def _write_files(folder: Path, pages: dict[str, Callable[[], str | bytes]]) -> None:
    try:
        (folder / "figures").mkdir(parents=True, exist_ok=True)
        for name, make in pages.items():
            content = make()
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as problem:
        raise OrdquantError(f"{folder} cannot be written ({problem.strerror or problem}); name another --out") from None
