"""Names of runs: a run is named after its file, with as much of the path as distinguishes it from the others."""

from collections.abc import Sequence
from pathlib import PurePath

from ordquant_core.records import Run


def distinct_names(runs: Sequence[Run]) -> list[str]:
    """Return one name per run: its own if it is unique, else the shortest unique end of its path.

    `teamA/run.csv` and `teamB/run.csv` are `teamA/run` and `teamB/run`, `run.csv` and `run.json` are named after
    their files. Runs with the same path keep their name: nothing distinguishes them.
    """
    names = [run.name for run in runs]
    for name in dict.fromkeys(names):
        alike = [number for number, other in enumerate(names) if other == name]
        if len(alike) > 1 and len({runs[number].file for number in alike}) == len(alike):
            for number, text in zip(alike, _shortest([runs[number] for number in alike]), strict=True):
                names[number] = text
    return names


def _shortest(runs: Sequence[Run]) -> list[str]:
    paths = [PurePath(run.file) for run in runs]
    folders = [path.parts[:-1] for path in paths]
    for depth in range(1, max(map(len, folders), default=0) + 1):
        ends = [parts[-depth:] for parts in folders]
        if len(set(ends)) == len(ends):
            return ["/".join((*end, run.name)) for end, run in zip(ends, runs, strict=True)]
    if len({path.name for path in paths}) == len(paths):
        return [path.name for path in paths]
    return [run.file for run in runs]
