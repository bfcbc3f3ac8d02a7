"""Files made to use up time or memory: each is read or refused within its CPU time and memory.

`ORDQUANT_BOMBS=full` reads those of millions of rows in full; otherwise it is a part of them, in a part of the time.
"""

import gc
import json
import re
import resource
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import InputError, Problem, ReadingTimeError
from ordquant_core.formats.limits import for_seconds
from ordquant_core.formats.mapping import mappings_of
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.opening import open_file
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, Decisions, File, read_task
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.published.source import of_upload
from tests.trust.bombs import CASES, DIALOGUES, ITEMS, JSON, MEMBERS, ROWS, SHARE, TEXTS, bomb

pytestmark = pytest.mark.slow

MEBIBYTE = 2**20
SLOWER = 10  # times the CPU that was measured: what a bomb takes is far more, and what a slow machine does is less
_STATUS, _FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")  # of Linux


def run(function: Callable[..., object], *arguments: object, seconds: float, mebibytes: float) -> Any:
    """Return the answer of a function; fails beyond the limits. `seconds`: of CPU, on an ordinary machine."""
    gc.collect()
    if _FORGET.exists():
        _FORGET.write_text("5")  # the most memory is that from here on
    before, begun = _most_memory(), time.process_time()
    answer = function(*arguments)
    assert time.process_time() - begun <= SLOWER * seconds + 1
    assert _most_memory() - before <= mebibytes
    return answer


def _most_memory() -> float:
    """Return how many MiB this process has had at the most."""
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


BY_CLASS = {"layout": "class-columns", "case": "case"}
BY_LABEL = {"layout": "votes", "case": "item", "label": "predicted"}
BY_VALUE = {"layout": "values", "case": "item", "label": "class", "value": "prob"}
OVERLAP, TAG = "members of the archive overlap", "sheet1.xml is too long"
READ = {"problems": 0}
TWO = READ | {"gold": 2}
FEW = 3000  # judgements of a run of very many topics
BOMBS = [  # a file, or several; how they are read; seconds and mebibytes; words of a problem, or what is found
    ("same bytes", upload, 1, 50, OVERLAP),
    ("parts of each other", upload, 1, 50, OVERLAP),
    ("tiny files", upload, 13 * SHARE + 1, 200, READ | {"runs": MEMBERS}),
    ("dialogues", upload, 3, 200, READ | {"cases": DIALOGUES}),
    ("a blank line", upload, 0.5, 50, TWO),
    ("a workbook that lies", task, 0.6, 50, TWO),
    ("styles of cells", task, 2, 60, TWO),
    ("votes", task, 10 * SHARE + 0.2, 200 * SHARE + 40, READ | {"votes": ROWS}),
    ("cases", task, 4 * SHARE + 0.4, 340 * SHARE + 40, {"cases": ROWS}),
    ("sparse", task, 2, 200, "more than 3,000,000 cells"),
    ("labels of labels", task, 2, 200, f"91 labels for {ITEMS:,} items"),
    ("own labels", task, 3, 250, f"{ITEMS + 1:,} classes"),
    ("a wide distribution", task, 3, 250, f"{ITEMS:,} classes"),
    ("own words", task, 3, 250, "'w0'"),
    ("long lists", task, 1, 60, "the lists in the table hold 3,800,000 values; the limit is 3,000,000"),
    ("broken pairs", task, 1, 50, "not three pairs"),
    ("columns", BY_CLASS, 5 * SHARE + 0.5, 400 * SHARE + 40, {"cases": CASES}),
    ("records", BY_CLASS | {"case": "id"}, 8 * SHARE + 0.4, 400 * SHARE + 40, {"cases": JSON}),
    (
        *("a row per system, case and class", BY_VALUE | {"system": "s"}),
        *(10 * SHARE, 500 * SHARE + 40, "nothing identifies this file as the gold"),
    ),
    ("many labels", BY_LABEL, 10 * SHARE + 0.2, 500 * SHARE + 40, f"{ROWS:,} classes; the limit is 1,000"),
    ("many labels and cases", BY_VALUE, 10 * SHARE + 0.2, 500 * SHARE + 40, "20,000,000 numbers"),
    (
        *("raters", {"layout": "annotator-columns", "case": "case"}),
        *(15 * SHARE + 0.2, 1000 * SHARE + 60, {"cases": ROWS, "votes": 9 * ROWS}),
    ),
    ("zeros", BY_CLASS, 30 * SHARE + 0.2, 1000 * SHARE + 150, "sums to 0"),
    (("judgements", "ties"), lists, 16 * SHARE + 0.2, 1000 * SHARE + 100, {"judged": ROWS}),
    (("judgements", "topics"), lists, 2, 200, "more than 100,000 topics"),
    ("one text", opening, 4, 250, {"rows": TEXTS}),
    ("own keys", opening, 1, 100, "more than 1,000 keys"),
    ("many keys", opening, 4 * SHARE + 0.4, 700 * SHARE + 60, "the limit is 100,000"),
    ("many members", opening, 0.5, 100, "several gzip files follow each other"),
    ("attributes", opening, 0.6, 150, TAG),
    ("a long value", opening, 0.6, 60, TAG),
    ("a long line", opening, 2, 164, "line 1 has more than 1,048,576 bytes"),
    ("commas", opening, 2, 164, "cells; the limit is 20,000,000"),
    ("a long number", task, 2, 184, "is '1111"),
    ("a workbook of nothing", opening, 1, 64, "times its packed size; the limit is 250"),
    ("packed", opening, 1, 130, "the limit is 2,000,000"),
    ("entities", opening, 1, 130, "its part xl/sharedStrings.xml defines XML entities"),
    ("many styles", opening, 0.6, 60, "the workbook has 190,001 styles of cells"),
]


@pytest.mark.parametrize(("names", "how", "seconds", "mebibytes", "found"), BOMBS, ids=[str(row[0]) for row in BOMBS])
def test_a_bomb_is_read_or_refused_within_its_time_and_memory(tmp_path, names, how, seconds, mebibytes, found):
    paths = []
    for name in (names,) if isinstance(names, str) else names:
        paths.append(tmp_path / name)
        number = {"columns": CASES, "topics": 220_000, "judgements": FEW if "topics" in names else ROWS}.get(name, ROWS)
        paths[-1].write_bytes(bomb(name, number))
    if isinstance(how, dict):  # a mapping by which it is read
        paths.append(tmp_path / "mapping.json")
        paths[-1].write_text(json.dumps(how))
    said = run(task if isinstance(how, dict) else how, paths, seconds=seconds, mebibytes=mebibytes)
    if isinstance(found, str):
        assert found in " ".join(said["said"])
    else:
        assert {key: said[key] for key in found} == found


def test_of_the_problems_of_a_task_ten_thousand_are_kept(tmp_path):
    (tmp_path / "z.zip").write_bytes(bomb("many problems"))
    said = run(upload, [tmp_path / "z.zip"], seconds=4, mebibytes=200)
    assert "further problem" in " ".join(said["said"])
    assert MOST_PROBLEMS < said["problems"] <= MOST_PROBLEMS + 10
    assert said["verdicts"] <= MOST_PROBLEMS + 2 * 20


def test_of_a_file_with_many_or_long_problems_so_much_is_kept():
    problems = Problems("b", room=0)
    problems.add(0, "", "odd", "correct it")
    with pytest.raises(InputError):
        problems.add(1, "", "odd", "correct it")
    assert [problem.seen for problem in problems.sorted()] == ["odd", "more than 1 problem"]
    problems = Problems("a")
    problems.add(0, "", "x" * 10**6, "y" * 10**6)
    assert len(str(problems.kept[0][1])) < 5000


def test_hundreds_of_runs_have_a_first_answer_in_seconds_and_in_bounded_memory(tmp_path):
    (tmp_path / "runs.zip").write_bytes(bomb("many runs"))
    assert run(first_tests, tmp_path / "runs.zip", seconds=5, mebibytes=400)


def test_files_are_read_for_so_long_and_no_longer():
    many = [File(f"run{number}.csv", b"case,1,2\nx,.5,.5\ny,1,0\n") for number in range(3)]
    with for_seconds(-1.0), pytest.raises(ReadingTimeError, match="took too long to read"):
        read_task(many)
    with for_seconds(-1.0), for_seconds(60.0), pytest.raises(ReadingTimeError):  # the earlier end counts
        read_task(many)
    with for_seconds(60.0):
        assert len(read_task(many).runs) == 3
