"""Run a function in a process of its own, with limits of time and memory that it cannot exceed.

Python's server for new processes imports this file once, with all readers, and divides itself for every call: the
limits count from there.
"""

import multiprocessing
import re
import resource
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.elsewhere import ONE_THREAD
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.mapping import mappings_of
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.opening import open_file
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, Decisions, File, read_task
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.published.source import of_upload

MEBIBYTE = 2**20
SLOWER = 10  # times the CPU that was measured: what a bomb takes is far more, and what a slow machine does is less
STARTING = 60  # seconds that a busy machine may take beyond those that count
_STATUS, _SIZES = Path("/proc/self/status"), Path("/proc/self/statm")  # of Linux
_DIVIDING = multiprocessing.get_context("forkserver")
_DIVIDING.set_forkserver_preload([__name__])


def run(function: Callable[..., object], *arguments: object, seconds: float, mebibytes: float) -> Any:
    """Return the answer of a function; fails beyond the limits. `seconds`: of CPU, on an ordinary machine."""
    receiver, sender = _DIVIDING.Pipe(duplex=False)
    with pytest.MonkeyPatch.context() as patched:  # threads that wait for others would count as well
        for name, value in ONE_THREAD.items():
            patched.setenv(name, value)
        process = _DIVIDING.Process(target=_answer, args=(sender, function, arguments, seconds, mebibytes))
        process.start()
    sender.close()
    called = f"{function.__name__} with at most {seconds:g} s and {mebibytes:g} MiB"
    try:
        assert receiver.poll(STARTING + 10 * SLOWER * seconds), f"{called} does not answer"
        answer, wrong, took = receiver.recv()
    except EOFError:
        answer, wrong, took = None, "it was ended", 0.0
    finally:
        process.kill()
        process.join()
    assert not wrong, f"{called}: {wrong}"
    assert took <= mebibytes, f"{called} took {took:.0f} MiB"
    return answer


def _answer(
    sender: Connection, function: Callable[..., object], arguments: Sequence[object], seconds: float, mebibytes: float
) -> None:
    """Call the function within the limits; send its answer or what went wrong, and the memory that it took."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + SLOWER * seconds) + 2,) * 2)
    if _SIZES.exists():  # addresses are more than memory that is in use
        mapped = int(_SIZES.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (mapped + int((2 * mebibytes + 256) * MEBIBYTE),) * 2)
    before = _most_memory()
    try:
        sender.send((function(*arguments), "", _most_memory() - before))
    except BaseException:  # noqa: BLE001 - the other side says what it was
        sender.send((None, traceback.format_exc(limit=-8)[-2000:], 0.0))


def _most_memory() -> float:
    """Return how many MiB this process has had at the most; what `getrusage` says begins with its parent's."""
    if _STATUS.exists():
        return int(re.findall(r"^VmHWM:\s*(\d+) kB$", _STATUS.read_text(), re.MULTILINE)[0]) * 1024 / MEBIBYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (MEBIBYTE / 1024)


# What is called: files are read as a page does, and what is found is said in a few words


def upload(paths: Sequence[Path]) -> dict[str, object]:
    """Take files as a visitor's task, unpacked and read."""
    try:
        return _read(of_upload(_files(paths)).load())
    except InputError as error:
        return _said(error.problems)


def task(paths: Sequence[Path]) -> dict[str, object]:
    """Read files as a task; a last one called mapping.json says how."""
    if paths[-1].name != "mapping.json":
        return _read(_files(paths))
    return _read(_files(paths[:-1]), Decisions(mappings=mappings_of(paths[-1].read_text(), "mapping.json")))


def lists(paths: Sequence[Path]) -> dict[str, object]:
    """Read judgements and runs."""
    read = read_lists(_files(paths))
    judged = sum(len(topic.grades) for topic in read.collection.topics) if read.collection else 0
    return _said(read.problems) | {"judged": judged}


def opening(paths: Sequence[Path]) -> dict[str, object]:
    """Open one file, whatever is in it."""
    (file,) = _files(paths)
    try:
        opened = open_file(file)
    except InputError as error:
        return _said(error.problems)
    return _said(()) | {"rows": 0 if opened.table is None else len(opened.table.cells)}


def first_tests(path: Path) -> bool:
    """Read a task, score it, and test its runs; return whether the first portion of trials is reached."""

    def end(done: int, of: int) -> None:
        raise LookupError(done)

    read = read_task(of_upload(_files([path])).load())
    assert read.task is not None
    try:
        separate_runs(score(read.task, MAIN_MEASURES), n_trials=5000, rng=np.random.default_rng(1), progress=end)
    except LookupError as ended:
        return ended.args[0] > 0
    return False


def _read(files: tuple[File, ...], choices: Decisions = NOTHING) -> dict[str, object]:
    read = read_task(files, choices=choices)
    held = {} if read.task is None else {"cases": len(read.task.cases), "runs": len(read.task.runs)}
    votes = None if read.gold is None else read.gold.votes
    gold = (
        {} if read.gold is None else {"gold": len(read.gold.cases), "votes": 0 if votes is None else int(votes.sum())}
    )
    shown = {"outcomes": len(outcomes(read)), "mistakes": len(mistakes(read))}  # as the page writes them
    kept = sum(len(one.problems) for one in read.submissions)
    return _said(read.problems) | held | gold | shown | {"verdicts": kept}


def _files(paths: Sequence[Path]) -> tuple[File, ...]:
    return tuple(File(path.name, path.read_bytes()) for path in paths)


def _said(problems: Sequence[Problem]) -> dict[str, object]:
    return {"problems": len(problems), "said": [str(one) for one in (*problems[:1], *problems[-1:])]}
