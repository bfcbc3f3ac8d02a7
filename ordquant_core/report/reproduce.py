"""How to reproduce the numbers: the command line, and Python that needs only this library."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from ordquant_core.formats.mapping import in_list
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.report.snippet import comment_on_own
from ordquant_core.tasks import NOTHING, Decisions
from ordquant_core.tasks.merging import write_merge
from ordquant_core.tasks.published.contents import is_described

MODULE = ("python", "-m", "ordquant_core")
PLUGIN = "--plugin"  # the option of the command line that names custom measures
_WITHOUT = """\
left_out = {left_out!r}
files = [file for file in unpack(files).files if file.name not in left_out]
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, and how: enough to read it again."""

    paths: tuple[str, ...]  # files, archives and folders, as their reader called them
    gold: str | None = None  # the one that is the gold; None: the one that looks like it
    runs: tuple[str, ...] | None = None  # which runs, as on the command line without baselines; None: all
    scale: str | None = None
    choices: Decisions = NOTHING
    left_out: tuple[str, ...] = ()  # files of archives that were not used


def command(name: str, reading: Reading, runs: Sequence[str], measures: Sequence[str], *more: str) -> str:
    """Return a command line; `runs` are written as given: files, FILE:NAME or baselines."""
    gold = reading.gold or reading.paths[0]
    words = [
        *MODULE,
        name,
        gold,
        *runs,
        "--measures",
        ",".join(measures),
        *reading_options(reading.scale, reading.choices),
    ]
    own = dict.fromkeys(MEASURES[key].origin for key in measures if MEASURES[key].family == OWN)
    words += [word for origin in own if origin.endswith(".py") for word in (PLUGIN, origin)]
    return shlex.join([*words, *more])


def python(reading: Reading, runs: Sequence[str], measures: Sequence[str]) -> str:
    """Return a program that prints the mean of every run (by its name, baselines included) by every measure."""
    published = reading.gold is not None and is_described(reading.gold)
    arguments = [repr(reading.gold), "files"] if published else ["files"]
    arguments += [f"gold={reading.gold!r}"] if reading.gold is not None and not published else []
    arguments += [f"{name}={value!r}" for name, value in (("runs", reading.runs), ("scale", reading.scale)) if value]
    names = ["File", "folder", "read_bytes", "read_task"]
    if reading.choices != NOTHING:
        arguments.append(f"choices={reading.choices!r}")
        names = ["Decisions", *names, *(["TableMapping"] if reading.choices.mappings else [])]
    more = ", ".join([*names, *(["unpack"] if reading.left_out else [])])
    more += "\nfrom ordquant_core.tasks.published.reading import read_published" if published else ""
    own = "".join(f"{line}\n" for line in comment_on_own(measures))
    return f"""\
{own}from pathlib import Path

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.scoring import score
from ordquant_core.tasks import {more}

files = []
for path in {[path for path in reading.paths if not (published and path == reading.gold)]!r}:
    files += folder(path) if Path(path).is_dir() else [File(path, read_bytes(path))]
{_WITHOUT.format(left_out=list(reading.left_out)) if reading.left_out else ""}\
read = {"read_published" if published else "read_task"}({", ".join(arguments)})
if read.task is None:
    raise SystemExit("\\n".join(map(str, read.problems)))
runs = {list(runs)!r}
task = with_baselines(read.task, runs).only(runs)
scores = score(task, {list(measures)!r})
for key, means in zip(scores.measures, scores.values.mean(axis=2)):
    for run, mean in zip(scores.runs, means):
        print(key, run, float(mean), sep="\\t")
"""


def reading_options(scale: str | None, choices: Decisions) -> list[str]:
    """Return the words of a command line that read files with these decisions."""
    options = [] if scale is None else ["--scale", scale]
    options += _how_tables_are_read(choices)
    options += ["--repair", ",".join(choices.made)] if choices.made else []
    for option, value in (
        ("--classes", None if choices.classes is None else in_list(choices.classes)),
        ("--run-scale", choices.run_scale),
        ("--missing", choices.missing),
    ):
        options += [] if value is None else [option, value]
    options += ["--merge", write_merge(choices.merge)] if choices.merge else []
    options += (
        []
        if choices.positions is None
        else ["--positions", ",".join(repr(x).removesuffix(".0") for x in choices.positions)]
    )
    return options


def _how_tables_are_read(choices: Decisions) -> list[str]:
    """Return the options of a mapping of the gold, or all mappings in one option, where options are no match for them.

    With `--layout`, `--classes` belongs to the mapping: an order of the classes beside one cannot be said otherwise.
    """
    mappings = dict(choices.mappings)
    if not mappings:
        return []
    if [*mappings] == [""] and choices.classes is None:
        return mappings[""].words()
    mapping = {name: mapping.to_json() for name, mapping in mappings.items()}
    return ["--mapping", json.dumps(mapping, ensure_ascii=False)]
