"""Files made to use up time or memory: each is read or refused within its CPU time and memory.

`ORDQUANT_BOMBS=full` reads those of millions of rows in full; otherwise it is a part of them, in a part of the time.
"""

import gc
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import InputError, ReadingTimeError
from ordquant_core.formats.limits import MEBIBYTE, for_seconds
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.opening import open_file
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, File, read_task
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.published.source import of_upload
from tests.trust.bombs import BOMBS, CASES, DIALOGUES, ITEMS, JSON, MEMBERS, ROWS, SHARE, TEXTS

pytestmark = pytest.mark.slow

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
    """Return how many MiB this process has had at the most; 0 where nobody knows."""
    found = re.search(r"^VmHWM:\s*(\d+) kB$", _STATUS.read_text(), re.MULTILINE) if _STATUS.exists() else None
    return int(found[1]) * 1024 / MEBIBYTE if found else 0.0


# What is called: files are read as a page does, and what is found is said in a few words


def task(*files, choices=NOTHING):
    """Read files as a task."""
    read = read_task(files, choices=choices)
    votes = None if read.gold is None else read.gold.votes
    return {
        "problems": read.problems,
        "gold": read.gold and len(read.gold.cases),
        "votes": None if votes is None else int(votes.sum()),
        "cases": read.task and len(read.task.cases),
        "runs": read.task and len(read.task.runs),
        "verdicts": sum(len(one.problems) for one in read.submissions),
        "shown": (len(outcomes(read)), len(mistakes(read))),  # as the page writes them
    }


def upload(*files):
    """Take files as a visitor's task, unpacked and read."""
    return task(*of_upload(files).load())


def lists(*files):
    """Read judgements and runs."""
    read = read_lists(files)
    judged = sum(len(topic.grades) for topic in read.collection.topics) if read.collection else 0
    return {"problems": read.problems, "judged": judged}


def opening(file):
    """Open one file, whatever is in it."""
    table = open_file(file).table
    return {"problems": (), "rows": 0 if table is None else len(table.cells)}


def by(layout, **columns):
    """Return what reads files as a task, as a mapping says."""
    return partial(task, choices=NOTHING.with_mapping(TableMapping(layout, **columns)))


def found_in(files, how):
    """Return what is found in files, or their problems."""
    try:
        return how(*files)
    except InputError as error:
        return {"problems": error.problems}


BY_CLASS, BY_RATER = by("class-columns", case=("case",)), by("annotator-columns", case=("case",))
BY_LABEL = by("votes", case=("item",), label="predicted")
BY_VALUE, BY_SYSTEM = (
    by("values", case=("item",), label="class", value="prob", **more) for more in ({}, {"system": "s"})
)
TAG = "sheet1.xml is too long"
READ = {"problems": ()}
TWO = READ | {"gold": 2}
TRIED = [  # a file, or several; how they are read; seconds and mebibytes; words of a problem, or what is found
    ("same bytes", upload, 1, 50, "members of the archive overlap"),
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
    ("records", by("class-columns", case=("id",)), 8 * SHARE + 0.4, 400 * SHARE + 40, {"cases": JSON}),
    (
        "a row per system, case and class",
        BY_SYSTEM,
        10 * SHARE,
        500 * SHARE + 40,
        "nothing identifies this file as the",
    ),
    ("many labels", BY_LABEL, 10 * SHARE + 0.2, 500 * SHARE + 40, f"{ROWS:,} classes; the limit is 1,000"),
    ("many labels and cases", BY_VALUE, 10 * SHARE + 0.2, 500 * SHARE + 40, "20,000,000 numbers"),
    ("raters", BY_RATER, 15 * SHARE + 0.2, 1000 * SHARE + 60, {"cases": ROWS, "votes": 9 * ROWS}),
    ("zeros", BY_CLASS, 30 * SHARE + 0.2, 1000 * SHARE + 150, "sums to 0"),
    (("judgements", "ties"), lists, 16 * SHARE + 0.2, 1000 * SHARE + 100, {"judged": ROWS}),
    (("few judgements", "topics"), lists, 2, 200, "more than 100,000 topics"),
    ("one text", opening, 4, 250, {"rows": TEXTS}),
    ("own keys", opening, 1, 100, "more than 1,000 keys"),
    ("many keys", opening, 4 * SHARE + 0.4, 700 * SHARE + 60, "the limit is 100,000"),
    ("many members", opening, 0.5, 100, "several gzip files follow each other"),
    ("attributes", opening, 0.6, 150, TAG),
    ("a long value", opening, 0.6, 60, TAG),
    ("commas", opening, 2, 114, "cells; the limit is 20,000,000"),
    ("a long number", task, 2, 154, "is '1111"),
    ("packed", opening, 1, 130, "the limit is 2,000,000"),
    ("entities", opening, 1, 130, "its part xl/sharedStrings.xml defines XML entities"),
    ("many styles", opening, 0.6, 60, "the workbook has 190,001 styles of cells"),
]


@pytest.mark.parametrize(("names", "how", "seconds", "mebibytes", "found"), TRIED, ids=[str(row[0]) for row in TRIED])
def test_a_bomb_is_read_or_refused_within_its_time_and_memory(names, how, seconds, mebibytes, found):
    files = [File(name, BOMBS[name]()) for name in ((names,) if isinstance(names, str) else names)]
    read = run(found_in, files, how, seconds=seconds, mebibytes=mebibytes)
    if isinstance(found, str):
        assert found in f"{read['problems'][0]} {read['problems'][-1]}"
    else:
        assert {key: read[key] for key in found} == found


def test_of_the_problems_of_a_task_ten_thousand_are_kept():
    read = run(upload, File("z.zip", BOMBS["many problems"]()), seconds=4, mebibytes=200)
    assert "further problem" in str(read["problems"][-1])
    assert MOST_PROBLEMS < len(read["problems"]) <= MOST_PROBLEMS + 10
    assert read["verdicts"] <= MOST_PROBLEMS + 2 * 20


def test_of_a_file_with_many_or_long_problems_so_much_is_kept():
    problems = Problems("b", room=0)
    problems.add(0, "", "odd", "correct it")
    with pytest.raises(InputError):
        problems.add(1, "", "odd", "correct it")
    assert [problem.seen for problem in problems.sorted()] == ["odd", "more than 1 problem"]
    problems = Problems("a")
    problems.add(0, "", "x" * 10**6, "y" * 10**6)
    assert len(str(problems.kept[0][1])) < 5000


def test_hundreds_of_runs_have_a_first_answer_in_seconds_and_in_bounded_memory():
    def end(done, of):
        raise LookupError(done)

    def first_trials(file):
        read = read_task(of_upload([file]).load()).task
        separate_runs(score(read, MAIN_MEASURES), n_trials=5000, rng=np.random.default_rng(1), progress=end)

    def until_they_are_done(file):
        with pytest.raises(LookupError, match=r"^[1-9]"):
            first_trials(file)

    run(until_they_are_done, File("runs.zip", BOMBS["many runs"]()), seconds=5, mebibytes=400)


def test_files_are_read_for_so_long_and_no_longer():
    many = [File(f"run{number}.csv", b"case,1,2\nx,.5,.5\ny,1,0\n") for number in range(3)]
    with for_seconds(-1.0), pytest.raises(ReadingTimeError, match="took too long to read"):
        read_task(many)
    with for_seconds(-1.0), for_seconds(60.0), pytest.raises(ReadingTimeError):  # the earlier end counts
        read_task(many)
    with for_seconds(60.0):
        assert len(read_task(many).runs) == 3
