"""Files made to use up time or memory: each is read in a process of its own, which is stopped at the limits.

`ORDQUANT_BOMBS=full` reads those of millions of rows in full; otherwise it is a part of them, in a part of the time.
"""

import json

import pytest

from ordquant_core.errors import InputError, ReadingTimeError
from ordquant_core.formats.limits import for_seconds
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems
from ordquant_core.tasks import File, read_task
from tests.trust.bombs import CASES, DIALOGUES, ITEMS, JSON, MEMBERS, ROWS, SHARE, TEXTS, bomb
from tests.trust.limited import first_tests, lists, opening, run, task, upload

pytestmark = pytest.mark.slow

BY_CLASS = {"layout": "class-columns", "case": "case"}
BY_LABEL = {"layout": "votes", "case": "item", "label": "predicted"}
BY_VALUE = {"layout": "values", "case": "item", "label": "class", "value": "prob"}
OVERLAP, DEEP, TAG = "members of the archive overlap", "nested too deeply", "sheet1.xml is too long"
READ = {"problems": 0}
TWO = READ | {"gold": 2}
FEW = 3000  # judgements of a run of very many topics
BOMBS = [  # a file, or several; how they are read; seconds and mebibytes; words of a problem, or what is found
    ("same bytes", upload, 1, 50, OVERLAP),
    ("parts of each other", upload, 1, 50, OVERLAP),
    ("tiny files", upload, 13 * SHARE + 1, 200, READ | {"runs": MEMBERS}),
    ("bad files", upload, 13 * SHARE + 1, 200, {"problems": MEMBERS}),
    ("dialogues", upload, 3, 200, READ | {"cases": DIALOGUES}),
    ("a blank line", upload, 0.5, 50, TWO),
    ("a workbook that lies", task, 0.6, 50, TWO),
    ("styles of cells", task, 2, 60, TWO),
    ("votes", task, 10 * SHARE + 0.2, 200 * SHARE + 40, READ | {"votes": ROWS}),
    ("cases", task, 4 * SHARE + 0.4, 340 * SHARE + 40, {"cases": ROWS}),
    ("deep", task, 1, 100, DEEP),
    ("deep objects", task, 1, 100, DEEP),
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
        *("votes in lists", {"layout": "votes", "case": "id", "label": "votes"}),
        *(12 * SHARE + 0.4, 700 * SHARE + 40, {"cases": JSON // 10}),
    ),
    (
        *("a row per system, case and class", BY_VALUE | {"system": "s"}),
        *(10 * SHARE, 500 * SHARE + 40, "nothing identifies this file as the gold"),
    ),
    ("many labels", BY_LABEL, 10 * SHARE + 0.2, 500 * SHARE + 40, f"{ROWS:,} classes; the limit is 1,000"),
    (
        *("many labels", BY_LABEL | {"classes": ["label0", "label1"]}),
        *(10 * SHARE + 0.2, 500 * SHARE + 40, "label label2: it is not among the classes (1 time, in case2)"),
    ),
    ("many labels and cases", BY_VALUE, 10 * SHARE + 0.2, 500 * SHARE + 40, "20,000,000 numbers"),
    ("odd cells", BY_CLASS, 10 * SHARE + 0.2, 500 * SHARE + 40, "case case0: column b is 'odd0'"),
    (
        *("raters", {"layout": "annotator-columns", "case": "case"}),
        *(15 * SHARE + 0.2, 1000 * SHARE + 60, {"cases": ROWS, "votes": 9 * ROWS}),
    ),
    ("zeros", BY_CLASS, 30 * SHARE + 0.2, 1000 * SHARE + 150, "sums to 0"),
    (("judgements", "ranked"), lists, 16 * SHARE + 0.2, 1000 * SHARE + 100, {"judged": ROWS}),
    (("judgements", "ties"), lists, 16 * SHARE + 0.2, 1000 * SHARE + 100, {"judged": ROWS}),
    (("judgements", "topics"), lists, 2, 200, "more than 100,000 topics"),
    ("cases", opening, 4 * SHARE + 0.2, 340 * SHARE + 40, {"rows": ROWS}),
    ("one text", opening, 4, 250, {"rows": TEXTS}),
    ("own keys", opening, 1, 100, "more than 1,000 keys"),
    ("many keys", opening, 4 * SHARE + 0.4, 700 * SHARE + 60, "the limit is 100,000"),
    ("many members", opening, 0.5, 100, "several gzip files follow each other"),
    ("attributes", opening, 0.6, 150, TAG),
    ("a long value", opening, 0.6, 60, TAG),
    ("packed", opening, 1, 130, "the limit is 2,000,000"),
    ("apostrophes", opening, 0.5, 50, "a cell has 50,000 characters; the limit is 32,767"),
    ("entities", opening, 1, 130, "its part xl/sharedStrings.xml defines XML entities"),
    ("a format of numbers", opening, 0.6, 60, "a format of numbers has 60,000 characters"),
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
