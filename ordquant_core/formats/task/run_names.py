"""Names of runs: a run is named after its file, with as much of the path as distinguishes it from the others."""

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple


class Named(NamedTuple):
    """A run, or a file that should hold one: its own name, and its file."""

    name: str
    file: str


def distinct_names(runs: Sequence[Named]) -> list[str]:
    """Return one name per run: its own if it is unique, else the shortest unique end of its path.

    `teamA/run.csv` and `teamB/run.csv` are `teamA/run` and `teamB/run`, `run.csv` and `run.json` are named after
    their files. Runs with the same path keep their name: nothing distinguishes them.
    """
    names = [run.name for run in runs]
    numbers: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        numbers.setdefault(name, []).append(number)
    for alike in numbers.values():
        if len(alike) > 1 and len({runs[number].file for number in alike}) == len(alike):
            for number, text in zip(alike, _shortest([runs[number] for number in alike]), strict=True):
                names[number] = text
    return names


def _shortest(runs: Sequence[Named]) -> list[str]:
    paths = [PurePath(run.file) for run in runs]
    folders = [path.parts[:-1] for path in paths]
    depths = range(1, max(map(len, folders), default=0) + 1)
    # What distinguishes them at one depth does so at every greater one.
    depth = bisect_left(depths, True, key=lambda depth: len({parts[-depth:] for parts in folders}) == len(folders)) + 1
    if depth in depths:
        return ["/".join((*parts[-depth:], run.name)) for parts, run in zip(folders, runs, strict=True)]
    if len({path.name for path in paths}) == len(paths):
        return [path.name for path in paths]
    return [run.file for run in runs]
