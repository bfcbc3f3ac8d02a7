"""How to get the same numbers again: the command line, and Python that needs nothing but this library."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from ordquant_core.formats import NOTHING, Choices


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, and how: enough to read it again."""

    paths: tuple[str, ...]  # files, archives and folders, as their reader called them
    gold: str | None = None  # the one that is the gold; None: the one that looks like it
    runs: tuple[str, ...] | None = None  # which runs, as on the command line without baselines; None: all
    scale: str | None = None
    choices: Choices = NOTHING


def command(name: str, reading: Reading, runs: Sequence[str], measures: Sequence[str], *more: str) -> str:
    """Return a command line; `runs` are written as given: files, FILE:NAME or baselines."""
    gold = reading.gold or reading.paths[0]
    words = ["python", "-m", "ordquant_core", name, gold, *runs, "--measures", ",".join(measures), *_options(reading)]
    return shlex.join([*words, *more])


def python(reading: Reading, runs: Sequence[str], measures: Sequence[str]) -> str:
    """Return a program that prints the mean of every run (by its name, baselines included) by every measure."""
    arguments = [f"gold={reading.gold!r}"] if reading.gold is not None else []
    arguments += [f"{name}={value!r}" for name, value in (("runs", reading.runs), ("scale", reading.scale)) if value]
    made = {name.replace("-", "_"): True for name in reading.choices.made}
    chosen = made if reading.choices.classes is None else {**made, "classes": reading.choices.classes}
    if chosen:
        arguments.append(f"choices=Choices({', '.join(f'{name}={value!r}' for name, value in chosen.items())})")
    return f"""\
from pathlib import Path

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.scoring import score
from ordquant_core.formats import {"Choices, " if chosen else ""}File, folder, read_bytes, read_task

files = []
for path in {list(reading.paths)!r}:
    files += folder(path) if Path(path).is_dir() else [File(path, read_bytes(path))]
read = read_task({", ".join(["files", *arguments])})
if read.task is None:
    raise SystemExit("\\n".join(map(str, read.problems)))
task = with_baselines(read.task).only({list(runs)!r})
scores = score(task, {list(measures)!r})
for key, means in zip(scores.measures, scores.values.mean(axis=2)):
    for run, mean in zip(scores.runs, means):
        print(key, run, float(mean), sep="\\t")
"""


def _options(reading: Reading) -> list[str]:
    options = [] if reading.scale is None else ["--scale", reading.scale]
    options += [f"--{choice}" for choice in reading.choices.made]
    return options if reading.choices.classes is None else [*options, "--classes", ",".join(reading.choices.classes)]
