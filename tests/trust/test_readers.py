"""Files made to use up time or memory: each is read in a process of its own, which is stopped at the limits.

`ORDQUANT_BOMBS=full` reads those of millions of rows in full; otherwise it is a tenth of them, in a tenth of the time.
"""

import json
import os
from functools import partial

import pytest

from ordquant_core.errors import InputError, ReadingTimeError
from ordquant_core.formats.limits import XLSX_STYLES, for_seconds
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems
from ordquant_core.tasks import File, read_task
from tests.trust import bombs
from tests.trust.limited import run
from tests.zips import zipped

pytestmark = pytest.mark.slow

FULL = os.environ.get("ORDQUANT_BOMBS") == "full"
SHARE = 1.0 if FULL else 0.1
ROWS = int(bombs.ROWS * SHARE)
WIDE, JSON, LISTS = int(20_000 * SHARE), ROWS // 10, ROWS // 100
MEMBERS = 9998 if FULL else 3000


def sized(make, **sizes):
    return partial(make, **sizes)


def of(rows, make):
    return partial(make, rows=rows)


def mapped(make, **fields):
    """Return a file, and the mapping by which it is read as a gold."""
    return {"d.csv": make, "mapping.json": lambda path: path.write_text(json.dumps(fields))}


def judged(rows, run_of):
    """Return so many judgements, and a run for them."""
    return {"run": run_of, "judgements": of(rows, bombs.judgements)}


BY_CLASS = {"layout": "class-columns", "case": "case"}
BY_LABEL = {"layout": "votes", "case": "item", "label": "predicted"}
BY_VALUE = {"layout": "values", "case": "item", "label": "class", "value": "prob"}
GOOD = {"problems": 0}
TWO = {"problems": 0, "gold": 2}
KEYS, TAG = "the limit is 100,000", "a tag in its part xl/worksheets/sheet1.xml is too long"
ENTITIES = "its part xl/sharedStrings.xml defines XML entities"
FORMAT, STYLES = "a format of numbers has 60,000 characters", "the workbook has 190,001 styles of cells"
CELL = "a cell has 50,000 characters; the limit is 32,767"
BOMBS = [  # how it is read, what it is, seconds, mebibytes, words of a problem or what is found
    ("upload", bombs.overlapping, 1, 50, "members of the archive overlap"),
    ("upload", bombs.nested_overlap, 1, 50, "members of the archive overlap"),
    ("upload", sized(bombs.tiny_files, members=MEMBERS), 13 if FULL else 4, 200, GOOD | {"runs": MEMBERS}),
    ("upload", sized(bombs.bad_files, members=MEMBERS), MEMBERS / 750, 200, {"problems": MEMBERS}),
    ("upload", bombs.many_problems, 4, 200, "further problem"),
    ("upload", bombs.dialogues, 3, 200, GOOD | {"cases": 9000}),
    ("upload", bombs.lying, 0.5, 50, "is compressed in a way"),
    ("upload", bombs.blank_line, 0.5, 50, TWO),
    ("task", bombs.lying_workbook, 0.6, 50, TWO),
    ("task", sized(bombs.cell_styles, number=XLSX_STYLES - 1), 2, 60, TWO),
    ("task", of(ROWS, bombs.votes), 10 * SHARE, 200 * SHARE + 40, GOOD | {"votes": ROWS}),
    ("task", of(ROWS, bombs.cases), 4 * SHARE + 0.4, 340 * SHARE + 40, {"cases": ROWS}),
    ("task", bombs.deep, 1, 100, "nested too deeply"),
    ("task", bombs.deep_objects, 1, 100, "nested too deeply"),
    ("task", bombs.sparse_records, 2, 200, "more than 3,000,000 cells"),
    ("task", bombs.labels_of_labels, 2, 200, "90 labels for 20,000 items"),
    ("task", bombs.own_labels, 3, 250, "30,001 classes"),
    ("task", bombs.wide_distribution, 3, 250, "90,000 classes"),
    ("task", bombs.own_words, 3, 250, "'w0'"),
    ("task", bombs.parquet_lists, 1, 60, "the lists in the table hold 19,000,000 values; the limit is 3,000,000"),
    ("task", bombs.broken_pairs, 1, 50, "not three pairs"),
    ("task", mapped(of(WIDE, bombs.columns), **BY_CLASS), 5 * SHARE + 0.5, 400 * SHARE + 40, {"cases": WIDE}),
    (
        "task",
        mapped(of(JSON, bombs.json_lines), layout="class-columns", case="id"),
        *(8 * SHARE + 0.4, 400 * SHARE + 40, {"cases": JSON}),
    ),
    (
        "task",
        mapped(of(LISTS, bombs.votes_in_lists), layout="votes", case="id", label="votes"),
        *(12 * SHARE + 0.4, 700 * SHARE + 40, {"cases": LISTS}),
    ),
    (
        "task",
        mapped(of(JSON * 10, bombs.long_table), **BY_VALUE, system="system"),
        *(10 * SHARE, 500 * SHARE + 40, "nothing identifies this file as the gold"),
    ),
    (
        "task",
        mapped(of(ROWS, bombs.many_labels), **BY_LABEL),
        *(10 * SHARE, 500 * SHARE + 40, f"{ROWS:,} classes; the limit is 1,000"),
    ),
    (
        "task",
        mapped(of(ROWS, bombs.many_labels), **BY_LABEL, classes=["label0", "label1"]),
        *(10 * SHARE, 500 * SHARE + 40, "label label2: it is not among the classes (1 time, in case2)"),
    ),
    (
        "task",
        mapped(of(ROWS, bombs.many_labels_and_cases), **BY_VALUE),
        *(10 * SHARE, 500 * SHARE + 40, "20,000,000 numbers"),
    ),
    (
        "task",
        mapped(of(ROWS, bombs.odd_cells), **BY_CLASS),
        10 * SHARE,
        500 * SHARE + 40,
        "case case0: column b is 'odd0'",
    ),
    (
        "task",
        mapped(of(ROWS, bombs.raters), layout="annotator-columns", case="case"),
        *(15 * SHARE, 1000 * SHARE + 60, {"cases": ROWS, "votes": 9 * ROWS}),
    ),
    ("task", mapped(of(ROWS, bombs.parquet), **BY_CLASS), 30 * SHARE, 1000 * SHARE + 150, "sums to 0"),
    (
        "lists",
        {"q": of(ROWS, bombs.judgements), "run": of(ROWS, bombs.ranked_lists)},
        *(16 * SHARE, 1000 * SHARE + 100, {"judged": ROWS}),
    ),
    (
        "lists",
        {"q": of(ROWS, bombs.judgements), "run": of(ROWS, bombs.ties)},
        *(16 * SHARE, 1000 * SHARE + 100, {"judged": ROWS}),
    ),
    (
        "lists",
        {"q": of(3000, bombs.judgements), "run": of(300_000, bombs.many_topics)},
        *(2, 200, "more than 100,000 topics"),
    ),
    ("opening", of(ROWS, bombs.votes), 4 * SHARE + 0.2, 240 * SHARE + 40, {"rows": ROWS}),
    ("opening", of(ROWS, bombs.cases), 4 * SHARE + 0.2, 340 * SHARE + 40, {"rows": ROWS}),
    ("opening", of(ROWS, bombs.long_table), 4 * SHARE + 0.2, 260 * SHARE + 40, {"rows": ROWS}),
    ("opening", of(ROWS, bombs.many_labels), 4 * SHARE + 0.2, 500 * SHARE + 40, {"rows": ROWS}),
    ("opening", of(WIDE, bombs.columns), 5 * SHARE + 0.2, 400 * SHARE + 40, {"rows": WIDE, "columns": 1000}),
    ("opening", of(int(1e6 * SHARE), bombs.one_text), 4, 250, {"rows": int(1e6 * SHARE)}),
    ("opening", bombs.own_keys, 1, 100, "more than 1,000 keys"),
    (
        "opening",
        sized(bombs.many_keys, keys=2_900_000 if FULL else 290_000),
        4 * SHARE + 0.4,
        700 * SHARE + 60,
        KEYS[-20:],
    ),
    (
        "opening",
        sized(bombs.many_members, members=int(4_500_000 * SHARE)),
        0.5,
        100,
        "several gzip files follow each other",
    ),
    ("opening", sized(bombs.attributes, number=int(1e6 * SHARE)), 0.6, 150, TAG),
    ("opening", sized(bombs.long_value, length=int(4e6 * SHARE)), 0.6, 60, TAG),
    ("opening", bombs.gzipped, 1, 130, "3,351,001 rows"),
    ("opening", bombs.apostrophes, 0.5, 50, CELL),
    ("opening", bombs.entities, 1, 130, ENTITIES),
    ("opening", bombs.number_format, 0.6, 60, FORMAT),
    ("opening", bombs.cell_styles, 0.6, 60, STYLES),
]


def name_of(value):
    """Return what a bomb is called among the tests."""
    make = next(iter(value.values())) if isinstance(value, dict) else value
    return getattr(
        getattr(make, "func", make), "__name__", make if value in ("upload", "task", "lists", "opening") else ""
    )


@pytest.mark.parametrize(("how", "makers", "seconds", "mebibytes", "found"), BOMBS, ids=name_of)
def test_a_bomb_is_read_or_refused_within_its_time_and_memory(tmp_path, how, makers, seconds, mebibytes, found):
    paths = []
    for name, make in (makers if isinstance(makers, dict) else {"file": makers}).items():
        paths.append(tmp_path / name)
        make(paths[-1])
    said = run(f"tests.trust.readers:{how}", *paths, seconds=seconds, mebibytes=mebibytes).answer
    if isinstance(found, str):
        assert found in said["first"] + said.get("last", "")
    else:
        assert {key: said[key] for key in found} == found


def test_of_the_problems_of_a_task_ten_thousand_are_kept(tmp_path):
    bombs.many_problems(tmp_path / "z.zip")
    said = run("tests.trust.readers:upload", tmp_path / "z.zip", seconds=4, mebibytes=200).answer
    assert MOST_PROBLEMS < said["problems"] <= MOST_PROBLEMS + 10
    assert said["verdicts"] <= MOST_PROBLEMS + 2 * 20


def test_ordinary_archives_are_read_as_before(tmp_path):
    files = {"gold.csv": b"case,1,2\nx,0,4\ny,3,1\n", "runs/a.csv": b"case,1,2\nx,.5,.5\ny,1,0\n"}
    (tmp_path / "z.zip").write_bytes(zipped(files))
    said = run("tests.trust.readers:upload", tmp_path / "z.zip", seconds=1, mebibytes=50).answer
    assert (said["problems"], said["cases"], said["runs"]) == (0, 2, 1)


def test_where_there_is_no_room_a_file_says_its_first_problem_and_how_many_were_found():
    problems = Problems("b", room=0)
    problems.add(0, "", "odd", "correct it")
    with pytest.raises(InputError):
        problems.add(1, "", "odd", "correct it")
    assert [problem.seen for problem in problems.sorted()] == ["odd", "more than 1 problem"]


def test_what_a_problem_says_is_cut_where_a_file_makes_it_long():
    problems = Problems("a")
    problems.add(0, "", "x" * 10**6, "y" * 10**6)
    assert len(str(problems.kept[0][1])) < 5000


def test_five_hundred_runs_have_a_first_answer_in_seconds_and_in_bounded_memory(tmp_path):
    bombs.many_runs(tmp_path / "runs.zip")
    ran = run("tests.trust.readers:first_tests", tmp_path / "runs.zip", seconds=5, mebibytes=400)
    assert ran.answer == {"done": True}


def test_files_are_read_for_so_long_and_no_longer():
    many = [File(f"run{number}.csv", b"case,1,2\nx,.5,.5\ny,1,0\n") for number in range(3)]
    with for_seconds(-1.0), pytest.raises(ReadingTimeError, match="took too long to read"):
        read_task(many)
    with for_seconds(-1.0), for_seconds(60.0), pytest.raises(ReadingTimeError):  # the earlier end counts
        read_task(many)
    with for_seconds(60.0):
        assert len(read_task(many).runs) == 3
