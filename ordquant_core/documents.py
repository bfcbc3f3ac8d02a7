"""Documents about tasks: the report of one, and the folder of a study of several.

A study writes the tables of the papers in every form, with figures, a report, the paragraph on methods and their
provenance. The files of an earlier study in the folder are replaced, and nothing else there is touched: the provenance
lists what a study wrote, with checksums, and files that are still the same are its own.
"""

from __future__ import annotations  # help() shows types as they are written

import hashlib
import json
import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.errors import InputError, OrdquantError, extra
from ordquant_core.figure_files import MISSING, browser
from ordquant_core.findings.tasks import family
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.own.loading import named_files
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, MeasureLike, keys_of
from ordquant_core.numerals import setting
from ordquant_core.records import Task
from ordquant_core.reproduction.study import Measures, Settings, TaskResults, examine
from ordquant_core.statistics.progress import Progress
from ordquant_core.tasks.published.description import FACTS, OverviewFacts
from ordquant_core.tasks.published.study import MANIFEST, Member, OnScale, on_every_scale, read_study
from ordquant_core.terminal import progress, waiting, write_message
from ordquant_core.writing import forms
from ordquant_core.writing.bibtex import bibtex
from ordquant_core.writing.latex import latex, latex_document
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.methods import cited, latex_text, methods_of_study, plain_text
from ordquant_core.writing.provenance import digests, provenance
from ordquant_core.writing.study import paper_tables

if TYPE_CHECKING:
    from ordquant_core.report.study import StudyFigure

PROVENANCE = "provenance.json"
NAMED = 3  # files that an error names
FEWEST_RUNS = 2
TWO_RUNS = (
    "with two runs, Kendall's tau of two rankings is 1 or -1, and consistency and the letters of the results "
    "rest on one pair"
)
FAMILIES = (
    "In the tables of LQ 2021, Popularity and Uniform count as runs, as in its NTCIR tasks; its SemEval tasks do not "
    "have them. In the tables of the variants study, the runs are those of each task, with the baselines only on "
    "request (--baselines). Every caption says which runs are compared."
)


def write_report(
    task: Task,
    path: str | os.PathLike[str],
    measures: Sequence[MeasureLike] = MAIN_MEASURES,
    *,
    description: str = "",
    n_trials: int = 5000,
    seed: int = 1,
) -> None:
    """Write everything about a task into one HTML file, as the command `report` does; it needs no network.

    `measures` are those of `oq.score`, and `description` says what the task is about. Raises `OrdquantError` for a task
    without cases or runs, and a file that cannot be written; needs the extras `figures` and `statistics`.

    >>> import ordquant_core as oq
    >>> oq.write_report(oq.load_sample("breakdown-labels"), "report.html")  # doctest: +SKIP
    """
    with extra("figures", "write_report"):
        from ordquant_core.report import report  # plotly takes half a second to be imported
    page = report(task, keys_of(measures), description=description, n_trials=n_trials, seed=seed)
    try:
        Path(path).write_text(page, encoding="utf-8")
    except OSError as problem:
        raise OrdquantError(f"{path} cannot be written ({problem.strerror or problem}).") from None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a study was asked for."""

    folder: Path
    out: Path
    measures: tuple[str, ...] | None  # that were named; None: those of the papers, with measures of one's own
    baselines: bool
    raw: bool
    scale: str | None
    choices: Decisions
    settings: Settings


@dataclass(slots=True)
class _Collected:
    """What is known so far."""

    results: list[TaskResults] = field(default_factory=list)
    facts: list[OverviewFacts] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    files: list[File] = field(default_factory=list)


def study(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str],
    measures: Sequence[MeasureLike] | None = None,
    *,
    baselines: bool = False,
    raw: bool = False,
    scale: str | None = None,
    choices: Decisions = NOTHING,
    n_trials: int = 5000,
    n_splits: int = 1000,
    size: int = 10,
    alpha: float = 0.05,
    seed: int = 1,
    executor: Executor | None = None,
) -> None:
    """Write the tables of the papers for all tasks in a folder, as the command `study` does, whose help says what.

    `measures` are those of `oq.score`, by default those of the papers; `baselines` adds Popularity and Uniform to the
    runs of every task. `scale` and `choices` are those of `oq.load_task`. All pairs of runs are tested with `n_trials`
    permutations, and rankings compared over `n_splits` splits of the cases, in halves and in sets of `size`. With
    `raw`, texts in CSV that a spreadsheet would run are not guarded. An `executor` does the heavy work. Notes go to
    stderr. Raises `OrdquantError` where a file in `out` was not written by a study, and at the end for tasks that could
    not be studied; needs the extras `figures` and `statistics`.

    >>> import ordquant_core as oq
    >>> oq.study("tasks", "tables", ["NMD", "RNOD"])  # doctest: +SKIP
    """
    with extra("figures", "study"):  # what is not installed is reported before anything is computed
        import plotly  # noqa: F401
    if Path(out).resolve().is_relative_to(Path(folder).resolve()):
        raise OrdquantError(f"--out {out} lies among the tasks of {folder}: name a folder elsewhere")
    named = None if measures is None else keys_of(measures)
    own = [key for key in MEASURES if MEASURES[key].family == OWN]
    tables = Measures().joined(own) if named is None else Measures.of(named)
    settings = Settings(tables, alpha=alpha, n_trials=n_trials, n_splits=n_splits, size=size, seed=seed)
    asked = _Asked(Path(folder), Path(out), named, baselines, raw, scale, choices, settings)
    tasks = read_study(os.fspath(folder))
    before = _files_to_replace(asked.out)
    plugins = [File(Path(path).name, read_bytes(path)) for path in named_files()]
    collected = _Collected(files=[*_manifest(asked.folder), *plugins])
    if browser() is None:
        write_message(f"note: no figures. {MISSING}")
    for number, member in enumerate(tasks.members, start=1):
        with progress(f"Task {number} of {len(tasks.members)}: permuting runs") as line:
            collected.files += _files(member, asked.folder)
            for name, task in _tasks(member, collected, asked):
                _examine(name, task, member, collected, settings, line, executor)
    if not collected.results:
        raise OrdquantError(f"{folder}: none of its tasks could be studied; {collected.left_out[0]}")
    _write(tasks.title, collected, asked, before)
    if collected.left_out:
        raise OrdquantError(
            f"{folder}: {len(collected.left_out)} could not be studied, all others were; {collected.left_out[0]}"
        )


def _files_to_replace(folder: Path) -> tuple[str, ...]:
    """Return the files of an earlier study that the new one replaces."""
    try:
        return written_before(folder)
    except OSError as problem:
        raise OrdquantError(f"{folder} cannot be read ({problem.strerror or problem}); name another --out") from None


def _manifest(folder: Path) -> list[File]:
    place = folder / MANIFEST
    return [File(MANIFEST, read_bytes(place))] if place.exists() else []


def _tasks(member: Member, collected: _Collected, asked: _Asked) -> Iterator[tuple[str, Task]]:
    """Yield the task of a member on each of its scales, with its name; report what cannot be read."""
    read = on_every_scale(member.source, scale=asked.scale, choices=asked.choices)
    for on_scale in read:
        name = _name(member, on_scale, len(read))
        if on_scale.read.task is None:
            more = f" (and {len(on_scale.read.problems) - 1} more)" if len(on_scale.read.problems) > 1 else ""
            _leave_out(collected, name, f"{on_scale.read.problems[0]}{more}")
            continue
        task = on_scale.read.task
        notes = [*task.notes, *on_scale.read.notes]
        task = with_baselines(task) if asked.baselines else task
        if len(task.runs) == FEWEST_RUNS:
            notes.append(TWO_RUNS)
            write_message(f"note: {name}: {TWO_RUNS}")
        if notes:
            collected.notes[name] = notes
        yield name, task


def _name(member: Member, on_scale: OnScale, n_scales: int) -> str:
    name = member.name or member.source.title
    return f"{name} {on_scale.scale}" if n_scales > 1 else name


def _files(member: Member, folder: Path) -> list[File]:
    """Return the files of a task and its task.json, named by their paths in the study."""
    try:
        files = list(member.source.load()) if not member.source.problems else []
        facts = folder / member.folder / FACTS
        files += [File(FACTS, read_bytes(facts))] if facts.is_file() else []
    except InputError:
        return []
    single = [member.folder] == [file.name for file in files]
    return files if single else [File(f"{member.folder}/{file.name}", file.data) for file in files]


def _examine(
    name: str,
    task: Task,
    member: Member,
    collected: _Collected,
    settings: Settings,
    line: Progress | None,
    executor: Executor | None,
) -> None:
    try:
        primary = member.source.primary
        result = examine(name, task, settings, primary=primary, progress=line, executor=executor)
        collected.results.append(result)
    except OrdquantError as problem:
        _leave_out(collected, name, str(problem))
    else:
        collected.facts.append(member.facts)


def _leave_out(collected: _Collected, name: str, reason: str) -> None:
    collected.left_out.append(f"{name}: {reason}")
    write_message(f"note: left out: {name}: {reason}")


def _write(title: str, collected: _Collected, asked: _Asked, before: tuple[str, ...]) -> None:
    from ordquant_core.report.study import study_page  # plotly takes half a second to be imported

    settings = asked.settings
    tables = paper_tables(collected.results, collected.facts, settings)
    used = {
        "tasks": [one.name for one in collected.results],
        "left out": collected.left_out,
        "seed": settings.seed,
        "trials": settings.n_trials,
        "splits": settings.n_splits,
        "size": settings.size,
        "alpha": settings.alpha,
        "baselines added": asked.baselines,
        "compared in the tables of LQ 2021": {one.name: family(one.tested) for one in collected.results},
        "compared in the other tables": {one.name: family(one.task) for one in collected.results},
        "measures": list(settings.measures.every),
        **asked.choices.to_json(),
    }
    command = _command(asked)
    how = {
        "Command": shlex.join(command),
        "Seed": setting(settings.seed),
        "Trials": setting(settings.n_trials),
        "Splits": setting(settings.n_splits),
        "Significance level": setting(settings.alpha),
        "Runs compared": FAMILIES,
    }
    notes = [f"{name}: {note}" for name, lines in collected.notes.items() for note in lines]
    as_csv = forms.RAW if asked.raw else "csv"
    pages: dict[str, Callable[[], str]] = {}
    in_latex = {table.key: latex(table) for table in tables}
    for table in tables:
        pages[f"{table.key}.csv"] = partial(forms.written, table, as_csv)
        pages[f"{table.key}.md"] = partial(markdown, table)
        pages[f"{table.key}.tex"] = partial(str, in_latex[table.key])
    figures = _figures(collected.results)
    panels = {f"figures/{one.name}": one.panels for one in figures}
    pages["study.tex"] = partial(latex_document, title, in_latex, panels)
    pages["report.html"] = partial(study_page, title, tables, left_out=collected.left_out, notes=notes, how=how)
    sentences = methods_of_study(collected.results, settings, figures=bool(figures))
    pages["methods.txt"] = partial(plain_text, sentences)
    pages["methods.tex"] = partial(latex_text, sentences)
    pages["references.bib"] = partial(bibtex, [*cited(sentences), *(table.source for table in tables if table.source)])
    written = {name: make().encode() for name, make in pages.items()}
    written |= {f"figures/{one.name}.pdf": one.pdf for one in figures}
    rests_on = provenance(digests(collected.files), used, collected.notes, command=command, outputs=digests_of(written))
    try:
        replace_files(asked.out, before, {PROVENANCE: rests_on.encode(), **written})
    except OSError as problem:
        why = problem.strerror or problem
        raise OrdquantError(f"{asked.out} cannot be written ({why}); name another --out") from None


def _figures(results: Sequence[TaskResults]) -> list[StudyFigure]:
    """Return the figures; where they cannot be drawn, the tables are written all the same."""
    from ordquant_core.report.study import study_figures

    if browser() is None:
        return []
    try:
        with waiting("Drawing figures"):
            return list(study_figures(results))
    except OrdquantError as problem:
        write_message(f"note: no figures. {problem}")
        return []


def _command(asked: _Asked) -> Sequence[str]:
    """Return the command that repeats the study; where FOLDER and DIR lie does not matter to it."""
    from ordquant_core.report.reproduce import MODULE, PLUGIN, reading_options  # plotly takes half a second

    settings = asked.settings
    words = [*MODULE, "study", asked.folder.resolve().name, "--out", "DIR"]
    words += ["--baselines"] * asked.baselines + ["--raw"] * asked.raw
    words += [] if asked.measures is None else ["--measures", ",".join(asked.measures)]
    words += [word for path in named_files() for word in (PLUGIN, Path(path).name)]
    words += reading_options(asked.scale, asked.choices)
    numbers = {"trials": settings.n_trials, "splits": settings.n_splits, "size": settings.size}
    for name, value in (numbers | {"alpha": settings.alpha, "seed": settings.seed}).items():
        words += [f"--{name}", str(value)]
    return words


def written_before(folder: Path) -> tuple[str, ...]:
    """Return the files of an earlier study in a folder, its provenance included, which may be replaced.

    Raises `OrdquantError` where somebody has changed one of them since, or where the study does not list its files.
    """
    place = folder / PROVENANCE
    if not place.is_file():
        return ()
    try:
        provenance = json.loads(place.read_bytes())
        outputs = provenance["outputs"] if provenance["product"]["name"] == "OrdQuant" else None
    except (ValueError, KeyError, TypeError):
        outputs = None
    if not isinstance(outputs, dict) or not all(map(_is_inside, outputs)):
        raise OrdquantError(
            f"{place} does not list the files that were written with it; move them, or name another --out"
        )
    there = [name for name in outputs if (folder / name).is_file()]
    changed = [name for name in there if _digest((folder / name).read_bytes()) != outputs[name]]
    if changed:
        raise OrdquantError(f"{_named(folder, changed)} changed since the study that wrote it; {_ADVICE}")
    return (*there, PROVENANCE)


def replace_files(folder: Path, before: tuple[str, ...], files: Mapping[str, bytes]) -> None:
    """Write files in place of those of an earlier study; `before`: as `written_before` returned them.

    Raises `OrdquantError` before anything is changed where a file of that name is not one of them.
    """
    strange = [name for name in files if name not in before and (folder / name).exists()]
    if strange:
        raise OrdquantError(f"{_named(folder, strange)} not written by a study; {_ADVICE}")
    for name in before:
        (folder / name).unlink(missing_ok=True)
    for name, content in files.items():  # the provenance comes first: whatever is there is listed in it
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of every file."""
    return {name: _digest(content) for name, content in files.items()}


_ADVICE = "move it, or name another --out"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_inside(name: object) -> bool:
    path = PurePosixPath(str(name))
    return isinstance(name, str) and not path.is_absolute() and ".." not in path.parts


def _named(folder: Path, names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(str(folder / name) for name in names[:NAMED])}{more} {'was' if len(names) == 1 else 'were'}"
