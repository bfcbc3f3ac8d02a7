"""The kinds of files that are not NTCIR's and not plain tables: what is read, and what is said of the rest."""

import io
import json

import pytest

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.formats import Choices, File, parse_gold, parse_run, read_task, recognise


def as_bytes(value):
    return json.dumps(value).encode()


def problems_of(read, data, name="file", **options):
    with pytest.raises(InputError) as caught:
        read(data, name, **options)
    return caught.value.problems


# --- SemEval: no header ---


def test_a_table_without_a_header_has_the_five_points_of_semeval():
    run = parse_run(b"\xef\xbb\xbfst. louis, mo\t0\t.5\t.25\t.25\t0\r\nthor\t1\t0\t0\t0\t0\r\n", "dir/team.txt")
    assert (run.name, run.classes, run.labelled) == ("team", ("-2", "-1", "0", "1", "2"), True)
    assert run.cases == ("st. louis, mo", "thor")
    assert run.probabilities.tolist() == [[0, 0.5, 0.25, 0.25, 0], [1, 0, 0, 0, 0]]


def test_a_quote_in_a_topic_is_a_quote():
    run = parse_run(b'"the x\t.5\t.5\ny"\t1\t0\n', "team.txt")
    assert run.cases == ('"the x', 'y"')


def test_counts_without_a_header_are_votes():
    gold = parse_gold(b"thor\t3\t1\nloki\t0\t2\n", "gold.tsv")
    assert (gold.classes, gold.votes.tolist()) == (("1", "2"), [[3, 1], [0, 2]])


def test_a_short_line_without_a_header_is_measured_by_the_first():
    (problem,) = problems_of(parse_run, b"x\t.5\t.5\ny\t1\n")
    assert (problem.case, problem.seen, problem.action[:25]) == ("line 2", "2 columns", "the first line has 3, or ")


@pytest.mark.parametrize("line", [b"1,2,3", b"tag,3,2,1", b"tag,1,2,3,4,5"])
def test_numbers_in_a_row_may_be_classes_so_a_header_is_asked_for(line):
    assert "expected a header" in str(problems_of(parse_gold, line + b"\nx,1,2,3,4,5\n")[0])


# --- wide tables ---


def test_columns_before_the_classes_that_are_called_as_ids_make_the_id():
    gold = parse_gold(b"split,System,dialogue-id,turn index,O,T,X\ndev,A,d1,2,5,10,15\ndev,A,d1,4,8,10,12\n", "v.csv")
    assert (gold.classes, gold.cases) == (("O", "T", "X"), ("dev/A/d1/2", "dev/A/d1/4"))


def test_a_column_of_ids_may_have_any_name_if_they_are_no_numbers():
    assert parse_gold(b"film,bad,good\nAlien,1,2\n", "v.csv").cases == ("Alien",)
    assert "expected a header" in str(problems_of(parse_gold, b"x,bad,good\n1,1,2\n2,2,2\n")[0])


def test_texts_and_links_stay_with_their_cases():
    gold = parse_gold(b'id,Tweet Text,a,b,link\n1,"so, so",1,2,http://x\n2,,2,1,\n', "v.csv")
    assert gold.classes == ("a", "b")
    assert gold.extras == {"Tweet Text": ("so, so", ""), "link": ("http://x", "")}


def test_a_column_without_numbers_is_a_problem_once_and_a_text_on_the_users_word():
    data = b"case,a,b,who\nx,1,2,me\ny,2,1,you\n"
    (problem,) = problems_of(parse_gold, data)
    assert (problem.case, problem.choices) == ("column who", ("drop-classes",))
    assert problem.seen == "holds no numbers, but 'me'"
    gold = parse_gold(data, "v.csv", choices=Choices(drop_classes=True))
    assert (gold.classes, gold.extras) == (("a", "b"), {"who": ("me", "you")})
    assert gold.notes == ("v.csv: column who is no class: it holds no numbers, but 'me'",)


@pytest.mark.parametrize("name", ["Total", "n", "N annotators", "count"])
def test_a_column_of_totals_is_no_class(name):
    data = f"case,a,b,{name}\nx,1,2,3\ny,2,1,3\n".encode()
    (problem,) = problems_of(parse_gold, data)
    assert (problem.case, problem.seen) == (f"column {name}", "is called as a number of votes")
    gold = parse_gold(data, "v.csv", choices=Choices(drop_classes=True))
    assert (gold.classes, gold.votes.tolist(), gold.extras) == (("a", "b"), [[1, 2], [2, 1]], {name: ("3", "3")})


@pytest.mark.parametrize("columns", [1001, 100_000])
def test_a_thousand_columns_are_the_limit(columns):
    header = b"case," + b",".join(b"%d" % n for n in range(columns)) + b"\n"
    assert "the limit is 1,000" in str(problems_of(parse_gold, header + b"x,1\n")[0])


# --- a row per vote ---

VOTES = b"case,annotator,label\nx,ann,2\nx,bob,1\ny,ann,2.0\nx,cy,2\n"


def test_votes_one_by_one_are_counted():
    gold = parse_gold(VOTES, "votes.csv")
    assert (gold.classes, gold.cases) == (("1", "2"), ("x", "y"))
    assert gold.votes.tolist() == [[1, 2], [0, 1]]


def test_a_single_vote_a_case_is_still_a_vote():
    gold = parse_gold(b"case,annotator,label\nx,ann,no\ny,ann,yes\n", "votes.csv")
    assert (gold.classes, gold.votes.tolist()) == (("no", "yes"), [[1, 0], [0, 1]])


def test_labels_that_are_no_numbers_stand_in_the_order_of_their_appearance_unless_told():
    data = b"item_id;rater;rating\nx;1;mid\nx;2;low\ny;1;high\n"
    assert parse_gold(data, "v.csv").classes == ("mid", "low", "high")
    choices = Choices(classes=("low", "mid", "high", "huge"))
    assert parse_gold(data, "v.csv", choices=choices).votes.tolist() == [[1, 1, 0, 0], [0, 0, 1, 0]]
    with pytest.raises(InputError, match="class high: it is not among the classes you chose"):
        parse_gold(data, "v.csv", choices=Choices(classes=("low", "mid")))


def test_a_number_that_nobody_voted_for_is_told_and_may_be_added():
    data = b"case,annotator,label\nx,a,-2\nx,b,0\nx,c,1\n"
    gold = parse_gold(data, "v.csv")
    assert gold.classes == ("-2", "0", "1")
    assert "nobody votes for -1" in gold.notes[0]
    full = parse_gold(data, "v.csv", choices=Choices(classes=("-2", "-1", "0", "1", "2")))
    assert full.votes.tolist() == [[1, 0, 1, 1, 0]]


def test_what_is_wrong_with_a_vote_is_told():
    data = b"case,annotator,label\nx,ann,1\nx,ann,2\n,bob,1\ny,bob, \nz,1\nw,cy,2\n"
    problems = problems_of(parse_gold, data, "v.csv")
    assert [(problem.case, problem.seen, problem.choices) for problem in problems] == [
        ("case x", "annotator ann votes in lines 2 and 3", ("keep-first", "drop-faulty")),
        ("line 4", "the id is empty", ("drop-faulty",)),
        ("line 5 (case y)", "column label is empty", ("drop-faulty",)),
        ("line 6", "2 columns", ("drop-faulty",)),
    ]
    gold = parse_gold(data, "v.csv", choices=Choices(keep_first=True, drop_faulty=True))
    assert (gold.cases, gold.votes.tolist()) == (("x", "w"), [[1, 0], [0, 1]])
    assert "3 cases with a fault left out (line 4, y, z)" in gold.notes[-1]


def test_texts_of_a_case_are_those_of_its_first_vote():
    gold = parse_gold(b"case,annotator,label,text\nx,a,1,hey\nx,b,2,ho\n", "v.csv")
    assert gold.extras == {"text": ("hey",)}


# --- several systems in a table ---

SYSTEMS = b"system,query,0,1,2\nA,q1,1,1,2\nGold,q1,0,3,1\ngold,q2,4,0,0\nA,q2,0,0,4\nB,q2,4,0,0\nB,q1,0,0,4\n"


def test_the_rows_of_gold_are_the_gold_and_all_others_are_runs():
    data = SYSTEMS.replace(b"gold", b"Gold")
    read = read_task([File("all.csv", data)])
    assert read.problems == ()
    assert (read.task.name, read.task.runs, read.task.cases) == ("all", ("A", "B"), ("q1", "q2"))
    assert read.task.votes.tolist() == [[0, 3, 1], [4, 0, 0]]
    assert read.task.estimates.tolist() == [[[0.25, 0.25, 0.5], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]]
    assert parse_gold(data, "all.csv").cases == ("q1", "q2")
    with pytest.raises(UnknownNameError, match=r"all\.csv has 2 runs: A, B"):
        parse_run(data, "all.csv")
    (seen,) = read.recognised
    assert (seen.kind, seen.role, seen.n_cases, seen.run_names) == ("system-counts", "task", 2, ("A", "B"))


def test_problems_of_one_system_are_told_under_its_name():
    data = b"system,query,0,1\nGOLD,q,1,3\nGOLD,r,1,1\nA,q,x,1\nA,r,1,1\nA,r,1,1\nB,q,1,1\n,q,1,1\nC,q\n"
    read = read_task([File("all.csv", data)])
    assert [(problem.file, problem.case) for problem in read.problems] == [
        ("all.csv", "line 8"),
        ("all.csv:A", "line 4 (case q)"),
        ("all.csv:A", "case r"),
        ("all.csv:C", "line 9"),
        ("all.csv:B", "case r"),
        ("all.csv:C", "case r"),
    ]


def test_a_column_called_system_is_part_of_the_id_where_there_is_no_gold():
    assert parse_gold(SYSTEMS.replace(b"old", b"one"), "v.csv").cases[0] == "A/q1"


# --- LeWiDi ---


def lewidi(labels, soft=None, **more):
    return {"annotations": {f"Ann{n}": label for n, label in enumerate(labels)}, "soft_label": soft or {}} | more


SOFT = {"1": 0.5, "0": 0.0, "-1": 0.5}


def test_annotations_are_counted_and_classes_stand_in_the_order_of_their_numbers():
    gold = parse_gold(
        as_bytes({"7": lewidi(["1", "-1"], SOFT), "3": lewidi(["1", -1.0, "1.0", -1], SOFT)}), "par_test.json"
    )
    assert (gold.classes, gold.cases) == (("-1", "0", "1"), ("7", "3"))
    assert gold.votes.tolist() == [[1, 0, 1], [2, 0, 2]]


def test_soft_labels_alone_are_probabilities():
    gold = parse_gold(as_bytes({"7": {"soft_label": {"0.0": 0.25, "1.0": 0.75}}}), "g.json")
    assert (gold.classes, gold.votes, gold.probabilities.tolist()) == (("0", "1"), None, [[0.25, 0.75]])


def test_annotations_without_soft_labels_know_the_classes_that_somebody_chose():
    data = as_bytes({"7": {"annotations": {"a": "1", "b": "3"}}})
    assert parse_gold(data, "g.json").classes == ("1", "3")
    assert parse_gold(data, "g.json", choices=Choices(classes=("1", "2", "3"))).votes.tolist() == [[1, 0, 1]]


def test_texts_of_the_cases_are_kept():
    entries = {
        "1": lewidi(["1", "-1"], SOFT, text={"q1": "How?", "q2": "Why?"}),
        "2": lewidi(["1", "-1"], SOFT, text={}),
    }
    assert parse_gold(as_bytes(entries), "g.json").extras == {"q1": ("How?", ""), "q2": ("Why?", "")}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (lewidi(["1", "2"], SOFT), "annotator Ann1 says '2'; the classes are -1, 0, 1"),
        (lewidi(["1", None], SOFT), "annotator Ann1 says null"),
        (lewidi(["1", True], SOFT), "annotator Ann1 says true"),
        (lewidi([], SOFT), '"annotations" is an empty object'),
        ({"soft_label": SOFT}, 'there are no "annotations"'),
        (lewidi(["1", "1"], SOFT), '"soft_label" and "annotations" differ by 0.5'),
        (lewidi(["1", "-1"], {"1": "x", "-1": 0.5}), "class 1 holds 'x'"),
        (lewidi(["1", "-1"], {"1": 0.5, "1.0": 0.5, "-1": 0.5}), "class 1.0 occurs twice"),
        (7, "this is 7"),
        (lewidi(["1", "-1"], "x"), "\"soft_label\" is 'x'"),
    ],
)
def test_a_faulty_case_of_lewidi_is_told(entry, words):
    (problem,) = problems_of(parse_gold, as_bytes({"7": lewidi(["1", "-1"], SOFT), "8": entry}), "g.json")
    assert problem.case == "case 8"
    assert words in str(problem)
    assert problem.choices == ("drop-faulty",)


def test_missing_soft_labels_are_not_zeros():
    entries = {"7": {"soft_label": {"0": 0.25, "1": 0.75}}, "8": {"soft_label": {"1": 1.0}}}
    (problem,) = problems_of(parse_gold, as_bytes(entries), "g.json")
    assert str(problem).startswith("g.json, case 8: class 0 is missing")


def test_a_run_of_arrays_takes_the_classes_of_the_gold_by_position():
    run = parse_run(b"7\t[0.25, 0.5,0.25]\r\n\r\n3\t[1e-1,.9 , 0]\n", "runs/team_soft.tsv")
    assert (run.name, run.classes, run.labelled) == ("team_soft", ("1", "2", "3"), False)
    assert run.cases == ("7", "3")
    assert run.probabilities.tolist() == [[0.25, 0.5, 0.25], [0.1, 0.9, 0]]
    gold = as_bytes({"3": lewidi(["1", "-1"], SOFT), "7": lewidi(["1", "-1"], SOFT)})
    read = read_task([File("g.json", gold), File("r.tsv", b"7\t[0.25,0.5,0.25]\n3\t[.1,.9,0]\n")])
    assert (read.problems, read.task.estimates.tolist()) == ((), [[[0.1, 0.9, 0], [0.25, 0.5, 0.25]]])


def test_five_numbers_of_a_run_of_arrays_have_no_labels_either():
    assert not parse_run(b"7\t[.2,.2,.2,.2,.2]\n", "r.tsv").labelled


def test_what_is_wrong_with_an_array_is_told():
    data = b"1\t[.5,.5]\n2\t[.5]\n3 [.5,.5]\n4\t.5,.5\n5\t[.5,x]\n\t[1,0]\n1\t[1,0]\n6\t[.5,.49]\n"
    problems = problems_of(parse_run, data, "r.tsv")
    assert [(problem.case, problem.seen) for problem in problems] == [
        ("line 2", "1 number"),
        ("line 3", "0 numbers"),
        ("line 4", "0 numbers"),
        ("line 5 (case 5)", "column 2 holds 'x'"),
        ("line 6", "the id is empty"),
        ("case 1", "this id stands in lines 1 and 7"),
        ("case 6", "(0.5, 0.49) sums to 0.99"),
    ]
    assert "expected id<TAB>[p1,p2,…] with 2" in problems[0].action


# --- DBDC ---


def turn(index, *votes, speaker="S"):
    return {"turn-index": index, "speaker": speaker, "annotations": [{"breakdown": vote} for vote in votes]}


def labelled(index, o, t, x):
    return {"turn-index": index, "labels": [{"breakdown": "O", "prob-O": o, "prob-T": t, "prob-X": x}]}


def dialogue(name, *turns):
    return as_bytes({"dialogue-id": name, "turns": list(turns)})


LOGS = [
    File("dev/log/d1.log.json", dialogue("d1", turn(0, speaker="U"), turn(1, "O", "O", "X"), turn(3, "T", "T", "T"))),
    File("dev/log/d2.log.json", dialogue("d2", turn(1, "X", "X", "O"))),
]
LABELS = [
    File("dev/team/d1.labels.json", dialogue("d1", labelled(1, 0.5, 0.25, 0.25), labelled(3, 0, 1, 0))),
    File("dev/team/d2.labels.json", dialogue("d2", {"turn-index": 0, "labels": []}, labelled(1, 1, 0, 0))),
]


def test_dialogues_are_one_gold_and_those_of_a_folder_one_run():
    read = read_task([*LABELS, *LOGS, *(File(name.replace("team", "other.v2"), data) for name, data in LABELS)])
    assert read.problems == ()
    task = read.task
    assert (task.name, task.classes, task.cases) == ("log", ("O", "T", "X"), ("d1/1", "d1/3", "d2/1"))
    assert task.votes.tolist() == [[2, 0, 1], [0, 3, 0], [1, 0, 2]]
    assert task.runs == ("team", "other.v2")
    assert task.estimates[0].tolist() == [[0.5, 0.25, 0.25], [0, 1, 0], [1, 0, 0]]
    assert {seen.kind for seen in read.recognised} == {"dbdc-log", "dbdc-labels"}


def test_one_dialogue_alone_is_a_gold_or_a_run_as_well():
    assert parse_gold(LOGS[1].data, LOGS[1].name).name == "d2"
    run = parse_run(LABELS[0].data, "d1.labels.json")
    assert (run.name, run.cases) == ("d1", ("d1/1", "d1/3"))


def test_utterances_are_kept():
    spoken = {"turn-index": 1, "utterance": "Hi!", "annotations": [{"breakdown": "O"}, {"breakdown": "X"}]}
    assert parse_gold(dialogue("d", spoken), "d.log.json").extras == {"utterance": ("Hi!",)}


@pytest.mark.parametrize(
    ("faulty", "case", "words"),
    [
        (turn(1, "O", "Z"), "case d/1", "annotation 2 says 'Z'; the classes are O, T, X"),
        ({"turn-index": 1, "annotations": 3}, "case d/1", '"annotations" is 3'),
        ({"annotations": []}, "turn 2", 'there is no "turn-index"'),
        ({"turn-index": None, "annotations": []}, "turn 2", 'the "turn-index" is null'),
        (7, "turn 2", "this is 7"),
        (turn(0, "O", "T"), "case d/0", "this turn occurs twice"),
    ],
)
def test_a_faulty_turn_of_a_gold_is_told(faulty, case, words):
    problems = problems_of(parse_gold, dialogue("d", turn(0, "O", "X"), faulty), "d.log.json")
    assert [(problem.file, problem.case) for problem in problems] == [("d.log.json", case)]
    assert words in str(problems[0])


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        ({"turn-index": 1, "labels": [{}, {}]}, '"labels" holds 2 labels'),
        ({"turn-index": 1, "labels": [{"prob-O": 1, "prob-T": 0}]}, 'there is no "prob-X"'),
        ({"turn-index": 1, "labels": [{"prob-O": "1", "prob-T": 0, "prob-X": 0}]}, "\"prob-O\" is '1'"),
        (labelled(1, 0.5, 0.25, 0.24), "sums to 0.99"),
    ],
)
def test_a_faulty_turn_of_a_run_is_told(faulty, words):
    (problem,) = problems_of(parse_run, dialogue("d", labelled(0, 1, 0, 0), faulty), "d.labels.json")
    assert problem.case == "case d/1"
    assert words in str(problem)


def test_dialogues_nobody_labelled_are_no_gold():
    (problem,) = problems_of(parse_gold, dialogue("d", turn(0), turn(1)), "d.log.json")
    assert 'there is no turn with "annotations"' in problem.seen


# --- Excel ---


def workbook(**sheets):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_is_a_table():
    data = workbook(votes=[["case", "text", -1, 0, 1], ["x", "so", 1, 2, 3], ["7", None, 0, 4, 0]])
    gold = parse_gold(data, "votes.xlsx")
    assert (gold.classes, gold.cases, gold.votes.tolist()) == (("-1", "0", "1"), ("x", "7"), [[1, 2, 3], [0, 4, 0]])
    assert gold.extras == {"text": ("so", "")}
    seen = recognise(File("votes.xlsx", data))
    assert (seen.kind, seen.n_cases, seen.has_votes) == ("xlsx", 2, True)


def test_sheets_are_scales_and_empty_ones_are_none():
    rows = [["case", "a", "b"], ["x", 0.25, 0.75]]
    data = workbook(A=rows, empty=[], E=[rows[0], ["x", 1, 0]])
    with pytest.raises(UnknownNameError, match="choose one: A, E"):
        parse_run(data, "run.xlsx")
    assert parse_run(data, "run.xlsx", scale="A").probabilities.tolist() == [[0.25, 0.75]]
    assert read_task([File("g.xlsx", data)], scale="E").task.gold.tolist() == [[1, 0]]


def test_votes_one_by_one_may_stand_in_a_workbook():
    data = workbook(s=[["case", "annotator", "label"], ["x", "a", 1], ["x", "b", 2.0]])
    assert parse_gold(data, "v.xlsx").votes.tolist() == [[1, 1]]


def test_a_number_with_more_digits_than_excel_keeps_is_no_id():
    data = workbook(s=[["case", "a", "b"], [3718912216646049, 1, 2]])
    (problem,) = problems_of(parse_gold, data, "v.xlsx")
    assert (problem.case, problem.seen) == (
        "line 2",
        "the number 3718912216646049 in sheet s has more digits than Excel keeps",
    )
    assert parse_gold(workbook(s=[["case", "a", "b"], ["3718912216646049", 1, 2]]), "v.xlsx").cases == (
        "3718912216646049",
    )


def test_an_empty_workbook_and_a_broken_one_are_refused():
    assert "all sheets are empty" in str(problems_of(parse_gold, workbook(s=[]), "v.xlsx")[0])
    data = workbook(s=[["case", "a", "b"], ["x", 1, 2]])
    for cut in (len(data) // 2, len(data) - 10):
        problems_of(parse_gold, data[:cut], "v.xlsx")


def test_a_cell_far_to_the_right_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.workbook.XLSX_CELLS", 10_000)
    data = workbook(s=[["case", "a", "b"], ["x", 1, 2, *[None] * 16_000, 1]])
    assert "cells; the limit is 10,000" in str(problems_of(parse_gold, data, "v.xlsx")[0])
