"""Find the custom measures of this process: files named by an environment variable, and installed packages.

Only whoever starts the process names them. Nothing that a visitor uploads is ever looked at here.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from ordquant_core.errors import PluginError
from ordquant_core.measures.measure import Measure
from ordquant_core.measures.own.function import described
from ordquant_core.measures.own.record import measure_of
from ordquant_core.measures.own.required import check_properties

VARIABLE = "ORDQUANT_MEASURES"  # files, separated as the paths of PATH are
GROUP = "ordquant.measures"  # of the entry points of installed packages; each names a record
RECORD = "MEASURE"  # what a file calls its record


def own_measures(taken: Mapping[str, str]) -> tuple[Measure, ...]:
    """Return the custom measures, files first. `taken` says, for each key that cannot be used, what has it.

    Raises `PluginError` for the first that cannot be used.
    """
    measures: list[Measure] = []
    for origin, record in _records():
        used = dict(taken) | {measure.key: measure.origin for measure in measures}
        measure, scorer = measure_of(record, origin, used)
        check_properties(measure, scorer)
        measures.append(measure)
    return tuple(measures)


def named_files() -> list[str]:
    """Return the files that hold custom measures of this process, each once."""
    return list(dict.fromkeys(path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path))


def _records() -> Iterator[tuple[str, object]]:
    """Yield where each record comes from, as people may read it, and the record."""
    for number, path in enumerate(named_files(), start=1):
        yield Path(path).name, _from_file(Path(path), f"ordquant_own_{number}")
    for entry in sorted(entry_points(group=GROUP), key=lambda entry_point: entry_point.name):
        origin = f"package {entry.dist.name}" if entry.dist is not None else f"package {entry.module}"
        with _reported(origin):
            record = entry.load()
        yield origin, record


def _from_file(path: Path, name: str) -> object:
    try:
        source = path.read_bytes()
    except OSError as problem:
        reason = problem.strerror or problem
        raise PluginError(f"{path}: it cannot be read ({reason}); correct {VARIABLE} or --plugin") from None
    try:
        code = compile(source, str(path), "exec")
    except (SyntaxError, ValueError) as problem:  # ValueError: bytes that no text has
        raise PluginError(f"{path.name}: it is not Python: {described(problem)}; give a Python file") from None
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # some look their module up, such as dataclasses
    with _reported(path.name):
        exec(code, module.__dict__)
    if not hasattr(module, RECORD):
        raise PluginError(f"{path.name}: it defines no {RECORD}; start from the template in assets/docs/own-measure.md")
    return getattr(module, RECORD)


@contextmanager
def _reported(origin: str) -> Iterator[None]:
    """Raise `PluginError` instead of whatever somebody else's module raises."""
    try:
        yield
    except (Exception, SystemExit) as problem:
        own = isinstance(problem, ImportError) and "ordquant_core" in str(problem)
        advice = "import measures from their modules, such as ordquant_core.measures.nominal" if own else "correct it"
        raise PluginError(f"{origin}: running it raises {described(problem)}; {advice}") from problem
