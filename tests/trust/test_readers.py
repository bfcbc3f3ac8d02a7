"""Files made to use up time or memory: each is read in a process of its own, which is stopped at the limits.

`ORDQUANT_BOMBS=full` reads those of millions of rows in full; otherwise it is a tenth of them, in a tenth of the time.
"""

import json
import os
from functools import partial

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.limits import XLSX_STYLES
from ordquant_core.formats.rows import MOST_PROBLEMS, Problems
from tests.trust import bombs
from tests.trust.limited import run
from tests.zips import zipped

pytestmark = pytest.mark.slow

FULL = os.environ.get("ORDQUANT_BOMBS") == "full"
SHARE = 1.0 if FULL else 0.1
ROWS = int(bombs.ROWS * SHARE)


def as_said(**fields):
    """Return what writes a mapping of the gold."""
    return lambda path: path.write_text(json.dumps(fields))


BY_CLASS, BY_ID = as_said(layout="class-columns", case="case"), as_said(layout="class-columns", case="id")
BY_RATER = as_said(layout="annotator-columns", case="case")


def read(folder, how, makers, *, seconds, mebibytes):
    """Write the files and return what a process within these limits says about them."""
    paths = []
    for name, make in makers.items():
        paths.append(folder / name)
        make(paths[-1])
    return run(f"tests.trust.readers:{how}", *paths, seconds=seconds, mebibytes=mebibytes).answer


@pytest.mark.parametrize("make", [bombs.overlapping, bombs.nested_overlap])
def test_a_zip_whose_members_share_bytes_is_refused_at_once(tmp_path, make):
    said = read(tmp_path, "upload", {"z.zip": make}, seconds=1, mebibytes=50)
    assert said["problems"] == 1
    assert "members of the archive overlap" in said["first"]


def test_ordinary_archives_are_read_as_before(tmp_path):
    files = {"gold.csv": b"case,1,2\nx,0,4\ny,3,1\n", "runs/a.csv": b"case,1,2\nx,.5,.5\ny,1,0\n"}
    (tmp_path / "z.zip").write_bytes(zipped(files))
    said = run("tests.trust.readers:upload", tmp_path / "z.zip", seconds=1, mebibytes=50).answer
    assert (said["problems"], said["cases"], said["runs"]) == (0, 2, 1)


def test_of_the_problems_of_a_task_ten_thousand_are_kept(tmp_path):
    said = read(tmp_path, "upload", {"z.zip": bombs.many_problems}, seconds=4, mebibytes=200)
    assert MOST_PROBLEMS < said["problems"] <= MOST_PROBLEMS + 10
    assert "further problem" in said["last"]
    assert said["verdicts"] <= MOST_PROBLEMS + 2 * 20


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


def test_thousands_of_tiny_files_are_read_in_seconds(tmp_path):
    make = partial(bombs.tiny_files, members=9998 if FULL else 3000)
    said = read(tmp_path, "upload", {"z.zip": make}, seconds=13 if FULL else 4, mebibytes=200)
    assert (said["problems"], said["runs"], said["outcomes"]) == (0, *((9998, 9999) if FULL else (3000, 3001)))


def test_thousands_of_files_that_cannot_be_read_are_listed_in_seconds(tmp_path):
    members = 9998 if FULL else 3000
    seconds = members / 750
    makers = {"z.zip": partial(bombs.bad_files, members=members)}
    said = read(tmp_path, "upload", makers, seconds=seconds, mebibytes=200)
    assert (said["problems"], said["outcomes"]) == (members, members + 1)


@pytest.mark.parametrize("run_of", [bombs.ranked_lists, bombs.ties])
def test_judgements_and_a_run_of_many_lines(tmp_path, run_of):
    makers = {"q.txt": partial(bombs.judgements, rows=ROWS), "run.txt": partial(run_of, rows=ROWS)}
    said = read(tmp_path, "lists", makers, seconds=15 * SHARE + 1, mebibytes=1000 * SHARE + 100)
    assert (said["problems"], said["judged"]) == (0, ROWS)


def test_a_run_of_too_many_topics_is_refused(tmp_path):
    makers = {"q.txt": partial(bombs.judgements, rows=3000), "run.txt": partial(bombs.many_topics, rows=300_000)}
    said = read(tmp_path, "lists", makers, seconds=2, mebibytes=200)
    assert "more than 100,000 topics" in said["first"]


def test_many_votes_a_row_each(tmp_path):
    said = read(
        tmp_path, "task", {"v.csv": partial(bombs.votes, rows=ROWS)}, seconds=10 * SHARE, mebibytes=200 * SHARE + 40
    )
    assert (said["problems"], said["gold"], said["votes"]) == (0, ROWS // 19 + (ROWS % 19 > 0), ROWS)


def test_many_cases(tmp_path):
    makers = {"c.csv": partial(bombs.cases, rows=ROWS)}
    assert read(tmp_path, "task", makers, seconds=4 * SHARE + 0.4, mebibytes=340 * SHARE + 40)["cases"] == ROWS


def test_many_columns(tmp_path):
    rows = int(20_000 * SHARE)
    makers = {"c.csv": partial(bombs.columns, rows=rows), "mapping.json": BY_CLASS}
    assert read(tmp_path, "task", makers, seconds=5 * SHARE + 0.5, mebibytes=400 * SHARE + 40)["cases"] == rows


@pytest.mark.parametrize("make", [bombs.deep, bombs.deep_objects])
def test_json_nested_deeply_is_a_problem(tmp_path, make):
    said = read(tmp_path, "task", {"d.json": make}, seconds=1, mebibytes=100)
    assert "nested too deeply" in said["first"]


def test_records_of_few_keys_each_do_not_become_a_huge_table(tmp_path):
    said = read(tmp_path, "task", {"d.json": bombs.sparse_records}, seconds=2, mebibytes=200)
    assert "more than 3,000,000 cells" in said["first"]


def test_many_lines_of_json(tmp_path):
    rows = ROWS // 10
    makers = {"d.jsonl": partial(bombs.json_lines, rows=rows), "mapping.json": BY_ID}
    assert read(tmp_path, "task", makers, seconds=8 * SHARE + 0.4, mebibytes=400 * SHARE + 40)["cases"] == rows


def test_many_votes_in_lists(tmp_path):
    rows = ROWS // 100
    said = as_said(layout="votes", case="id", label="votes")
    makers = {"d.json": partial(bombs.votes_in_lists, rows=rows), "mapping.json": said}
    assert read(tmp_path, "task", makers, seconds=12 * SHARE + 0.4, mebibytes=700 * SHARE + 40)["cases"] == rows


def test_labels_that_would_all_be_cases_are_too_many(tmp_path):
    said = read(tmp_path, "task", {"d.json": bombs.labels_of_labels}, seconds=2, mebibytes=200)
    assert "90 labels for 20,000 items" in said["first"]


@pytest.mark.parametrize(
    ("make", "words"),
    [(bombs.own_labels, "30,001 classes"), (bombs.wide_distribution, "200,000 classes"), (bombs.own_words, "'w0'")],
)
def test_json_with_a_class_for_each_case_takes_no_more_time_than_others(tmp_path, make, words):
    assert words in read(tmp_path, "task", {"d.json": make}, seconds=3, mebibytes=250)["first"]


def test_thousands_of_dialogues_in_deep_folders_are_put_together_in_seconds(tmp_path):
    said = read(tmp_path, "upload", {"d.zip": bombs.dialogues}, seconds=3, mebibytes=200)
    assert (said["problems"], said["cases"]) == (0, 9000)


def test_many_rows_of_single_classes(tmp_path):
    rows = ROWS // 10 * 10
    mapping = as_said(layout="values", case="item", label="class", value="prob", system="system")
    makers = {"d.csv": partial(bombs.long_table, rows=rows), "mapping.json": mapping}
    said = read(tmp_path, "task", makers, seconds=10 * SHARE, mebibytes=500 * SHARE + 40)
    assert "nothing identifies this file as the gold" in said["first"]


BY_LABEL = as_said(layout="votes", case="item", label="predicted")
ONE_CLASS = as_said(layout="votes", case="item", label="predicted", classes=["label0", "label1"])
BY_VALUE = as_said(layout="values", case="item", label="class", value="prob")


@pytest.mark.parametrize(
    ("make", "said", "words"),
    [
        (bombs.many_labels, BY_LABEL, f"{ROWS:,} classes; the limit is 1,000"),
        (bombs.many_labels, ONE_CLASS, "label label2: it is not among the classes (1 time, in case2)"),
        (bombs.many_labels_and_cases, BY_VALUE, "20,000,000 numbers"),
        (bombs.odd_cells, BY_CLASS, "case case0: b is 'odd0'"),
    ],
)
def test_tables_with_a_problem_in_every_row_are_refused(tmp_path, make, said, words):
    makers = {"d.csv": partial(make, rows=ROWS), "mapping.json": said}
    said = read(tmp_path, "task", makers, seconds=10 * SHARE, mebibytes=500 * SHARE + 40)
    assert words in said["first"] + said["last"]


def test_many_votes_in_columns_of_annotators(tmp_path):
    makers = {"r.csv": partial(bombs.raters, rows=ROWS), "mapping.json": BY_RATER}
    said = read(tmp_path, "task", makers, seconds=15 * SHARE, mebibytes=1000 * SHARE + 60)
    assert (said["cases"], said["votes"]) == (ROWS, 9 * ROWS)


def test_of_a_parquet_file_equal_cells_are_kept_once_and_long_lists_are_refused(tmp_path):
    makers = {"p.parquet": partial(bombs.parquet, rows=ROWS), "mapping.json": BY_CLASS}
    said = read(tmp_path, "task", makers, seconds=30 * SHARE, mebibytes=1000 * SHARE + 150)
    assert "sums to 0" in said["first"]
    said = read(tmp_path, "task", {"l.parquet": bombs.parquet_lists}, seconds=1, mebibytes=60)
    assert "the lists in the table hold 19,000,000 values; the limit is 3,000,000" in said["first"]


def test_a_line_of_very_many_pairs_is_a_problem_at_once(tmp_path):
    said = read(tmp_path, "task", {"d.tsv": bombs.broken_pairs}, seconds=1, mebibytes=50)
    assert "not three pairs" in said["last"]


def test_a_long_first_line_of_blanks_is_passed_over_at_once(tmp_path):
    said = read(tmp_path, "upload", {"c.csv": bombs.blank_line}, seconds=0.5, mebibytes=50)
    assert (said["problems"], said["gold"]) == (0, 2)


def test_a_member_that_lies_about_its_size_is_refused_before_it_is_unpacked(tmp_path):
    said = read(tmp_path, "upload", {"z.zip": bombs.lying}, seconds=0.5, mebibytes=50)
    assert "is compressed in a way" in said["first"]


def test_of_a_workbook_that_lies_about_a_size_no_more_is_unpacked_than_it_declares(tmp_path):
    said = read(tmp_path, "task", {"w.xlsx": bombs.lying_workbook}, seconds=0.6, mebibytes=50)
    assert (said["problems"], said["gold"]) == (0, 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (bombs.entities, "its part xl/sharedStrings.xml defines XML entities"),
        (bombs.number_format, "a format of numbers has 130,000 characters"),
        (bombs.cell_styles, "the workbook has 190,001 styles of cells"),
    ],
)
def test_a_workbook_that_takes_long_to_open_is_refused_before_it_is_opened(tmp_path, make, words):
    said = read(tmp_path, "task", {"w.xlsx": make}, seconds=0.6, mebibytes=60)
    assert words in said["first"]


def test_the_longest_formats_of_as_many_styles_as_there_may_be_are_read_in_a_second(tmp_path):
    make = partial(bombs.cell_styles, number=XLSX_STYLES - 1)
    said = read(tmp_path, "task", {"w.xlsx": make}, seconds=2, mebibytes=60)
    assert (said["problems"], said["gold"]) == (0, 2)


def test_a_cell_longer_than_a_spreadsheet_holds_is_refused(tmp_path):
    said = read(tmp_path, "task", {"c.csv": bombs.apostrophes}, seconds=0.5, mebibytes=50)
    assert "a cell has 50,000 characters; the limit is 32,767" in said["last"]


FIRST = {"done": True}


def test_five_hundred_runs_have_a_first_answer_in_seconds_and_in_bounded_memory(tmp_path):
    bombs.many_runs(tmp_path / "runs.zip")
    assert run("tests.trust.readers:first_tests", tmp_path / "runs.zip", seconds=5, mebibytes=400).answer == FIRST
