"""All files of a task at once: which is the gold, what is recognised, what waits for a choice, what a visitor adds."""

import json
import unicodedata
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from ordquant_core.formats.opening import open_file
from ordquant_core.formats.preview import preview
from ordquant_core.tasks import Decisions, File, TableMapping, TaskRead, read_task, recognise
from ordquant_core.tasks.additions import digest_of, is_yours, put_beside
from ordquant_core.tasks.repair_buttons import repair_buttons
from tests.formats.files import CLASS_COLUMNS
from tests.zips import zipped

VOTES = File("votes.csv", b"case,1,2\nw,0,4\nx,1,3\ny,2,2\n")
RUN = File("run.csv", b"case,1,2\nw,.5,.5\nx,.5,.5\ny,1,0\n")
LONG = File("long.csv", b"case,annotator,label\nw,p,2\nx,p,1\nx,q,2\ny,p,2\n")


WESTERN = File("gold.csv", "Votes\nid,ok,mäßig,bad\nä,1,2,9\nö,2,3,1\n".encode("cp1252"))
OPENED = TableMapping("class-columns", case=("id",), header=2, encoding="cp1252")


@pytest.mark.parametrize("gold", ["gold.csv", None])
@pytest.mark.parametrize("named", ["", "gold.csv"])
def test_a_mapping_is_of_the_gold_and_its_runs_are_opened_as_they_are(gold, named):
    text = "id,ok,mäßig,bad\nä,.1,.2,.7\nö,.5,.25,.25\n"
    alike = [WESTERN, File("unicode.csv", text.encode()), File("same.csv", text.encode("cp1252"))]
    choices = Decisions().with_mapping(OPENED, named)
    assert read_task(alike[:2], gold=gold, choices=choices).task.runs == ("unicode",)
    if gold or named:  # it is known which file has answered the question that both ask
        assert read_task(alike, gold=gold, choices=choices).task.runs == ("unicode", "same")
    lost = read_task(alike[:2], gold=gold, choices=Decisions().with_mapping(replace(OPENED, header=9), named))
    assert any(str(problem).startswith("gold.csv, line 9: is empty or not there") for problem in lost.problems)


def ntcir(name, scales, *, votes):
    value = 1 if votes else dict.fromkeys(("-2", "-1", "0", "1", "2"), 0.2)
    quality = dict.fromkeys(scales, value)
    case = {"id": "x", "annotations": [{"quality": quality}]} if votes else {"id": "x", "quality": quality}
    return File(name, json.dumps([case]).encode())


def test_runs_are_chosen_by_name_file_or_folder():
    files = [VOTES, RUN._replace(name="t/one.csv"), RUN._replace(name="t/two.csv"), RUN._replace(name="three.csv")]
    for wanted, names in [
        (["one"], ["one"]),
        (["t/two.csv"], ["two"]),
        (["t"], ["one", "two"]),
        (["three", "t:one"], ["one", "three"]),
        ([], []),
    ]:
        read = read_task(files, gold="votes.csv", runs=wanted)
        assert (list(read.task.runs), read.problems) == (names, ())
    assert read_task([]) == TaskRead(None, None, (), (), ())
    (problem,) = read_task(files, gold="votes.csv", runs=["four"]).problems
    assert str(problem).startswith("four: there is no such run")


def test_a_sentence_says_what_a_file_is():
    assert recognise(VOTES).words == "a column per class, 3 cases, 2 classes (1, 2), 4 votes each"
    assert recognise(LONG).words == "a row per vote, 3 cases, 2 classes (1, 2), 1 to 2 votes each"
    assert recognise(File("r.tsv", b"x\t[.5,.5]\n")).words == (
        "a LeWiDi run (an id and an array in each line), 1 case, 2 classes without labels, probabilities"
    )
    seen = recognise(ntcir("g.json", "AE", votes=True))
    assert (seen.kind, seen.role, seen.scales, seen.classes) == ("ntcir", "gold", ("A", "E"), ())


def buttons_of(*files):
    def again(choices):
        return read_task(files, gold="gold.csv", choices=choices)

    return {one.words: one.left for one in repair_buttons(again(CLASS_COLUMNS), CLASS_COLUMNS, again, size=0)}


def test_each_repair_is_a_button_of_its_own_that_says_what_it_leads_to():
    gold = File("gold.csv", b"case,a,b\nx,1,2\ny,1,4\nz,2,1\n")
    off = File("off.csv", b"case,a,b\nx,.5,.49\ny,1,0\nz,0,1\n")
    short = File("short.csv", b"case,a,b\nx,1,0\nz,0,1\n")
    assert buttons_of(gold, off) == {"Divide rows by their sum": "the run and all 3 cases remain"}
    end = "Score missing cases as the end of the scale farther from the gold"
    assert buttons_of(gold, off, short) == {
        "Divide rows by their sum": "1 problem remains",
        "Leave out cases that a run lacks": "1 problem remains",
        "Score missing cases as Uniform": "1 problem remains",
        end: "1 problem remains",
    }
    assert buttons_of(gold, short) == {
        "Leave out cases that a run lacks": "the run and 2 of 3 cases remain",
        "Score missing cases as Uniform": "the run and all 3 cases remain",
        end: "the run and all 3 cases remain",
    }
    assert buttons_of(gold, File("neg.csv", b"case,a,b\nx,-1,2\ny,1,0\nz,0,1\n")) == {}


def test_of_files_too_large_to_be_read_again_the_repairs_are_offered_as_they_are():
    files = [File("gold.csv", b"case,a,b\nx,1,2\n"), File("off.csv", b"case,a,b\nx,.5,.49\n")]
    read = read_task(files, gold="gold.csv", choices=CLASS_COLUMNS)
    (button,) = repair_buttons(read, Decisions(), None, size=21 * 2**20)
    assert (button.words, button.choices, button.left) == ("Divide rows by their sum", Decisions(renormalise=True), "")


@pytest.mark.parametrize(
    ("table", "layout", "still_open"),
    [
        (b"id,calm,glad,mild\nx,1,2,3\ny,3,2,1\n", {"layout": "class-columns"}, ("classes",)),
        (b"id,tense,glad,mild\nx,1,2,3\ny,3,2,1\n", {"layout": "class-columns"}, ()),
        (b"id,w\nx,tense\nx,glad\ny,mild\n", {"layout": "votes", "label": "w", "annotator": ""}, ("classes",)),
    ],
)
def test_a_preview_leaves_the_order_of_words_open_until_somebody_says_it(table, layout, still_open):
    opened = open_file(File("gold.csv", table)).table
    said = layout | {"case": ("id",)}
    assert preview(opened, said).open == still_open
    assert preview(opened, said | {"classes": ("tense", "calm", "glad", "mild")[-3:]}).open == ()


def test_a_preview_shows_the_first_cases_as_they_would_be_read():
    table = open_file(File("gold.csv", b"id,n,bad,ok,good\nx,7,1,2,3\ny,8,3,2,1\nz,9,0,0,4\nw,5,1,1,1\n")).table
    shown = preview(table, {"layout": "class-columns", "case": ("id",), "columns": ("bad", "ok", "good")})
    assert (shown.sentence, shown.ordered_by) == ("4 cases, classes bad to good, 3 to 6 votes each", "known scale")
    assert (shown.classes, shown.problems) == (("bad", "ok", "good"), ())
    assert shown.notes == ("not used: n (its numbers sum to 29)",)
    assert [(one.case, one.numbers, one.total, one.has_votes) for one in shown.cases] == [
        ("x", (1, 2, 3), 6, True),
        ("y", (3, 2, 1), 6, True),
        ("z", (0, 0, 4), 4, True),
    ]
    assert preview(table, {"layout": "votes"}).open == ("case", "label", "annotator")
    wrong = preview(table, {"layout": "class-columns", "case": ("no",)})
    assert [one.seen for one in wrong.problems] == ["there is no column no"]


def test_ids_and_classes_in_another_unicode_form_look_alike_and_are_told_apart():
    texts = ("case,schlecht,schön\né1,1,2\né2,2,1\n", "case,schlecht,schön\né1,.3,.7\né2,.5,.5\n")
    both = CLASS_COLUMNS.with_mapping(CLASS_COLUMNS.mappings[0][1], "run.csv")

    def told(gold, run):
        files = [File("gold.csv", gold.encode()), File("run.csv", run.encode())]
        problems = read_task(files, gold="gold.csv", choices=both).problems
        return [problem for problem in problems if "Unicode form" in problem.seen]

    for forms in product(("NFC", "NFD"), repeat=2):
        found = told(*map(unicodedata.normalize, forms, texts))
        assert {problem.file for problem in found} == ({"run.csv"} if forms[0] != forms[1] else set())
    (problem,) = told(texts[0], unicodedata.normalize("NFC", texts[1]).replace("é2", "e\u03012"))
    assert problem.action == "write it with the same characters in all files, such as in the form NFC"


@pytest.mark.parametrize(("name", "gold"), [("ratings.csv", "votes.csv"), ("gold.csv", "gold.csv")])
def test_the_only_plain_votes_are_the_gold_beside_a_table_that_is_unclear_but_not_called_gold(name, gold):
    rows = "".join(f"c{n},{n},{n % 3},{12 - n - n % 3}\n" for n in range(6))
    votes = File("votes.csv", f"case,1,2,3\n{rows}".encode())
    unclear = File(name, b"thing,x1,y2\nc0,3,4\nc1,2,5\nc2,1,3\n")
    read = read_task([votes, unclear])
    assert (read.gold_file, [question.files for question in read.questions]) == (gold, [(name,)])


def test_columns_whose_numbers_may_be_ratings_are_asked_about_also_where_their_order_is():
    (question,) = read_task([File("a.csv", b"id,AB,CD,EF\na,1,2,5\nb,4,4,3\nc,1,1,1\nd,2,5,5\n")]).questions
    assert {"layout", "classes"} <= {reason.field for reason in question.reasons}
    assert "layout" not in question.certain.to_json()


@pytest.mark.parametrize(("parts", "is_certain"), [("pqpqpq", False), ("pppqqq", True)])
def test_the_case_is_certain_only_where_no_other_column_varies_within_it(parts, is_certain):
    rows = "".join(f"{item},{n % 2 + 1},{part},9\n" for n, (item, part) in enumerate(zip("aaabbb", parts, strict=True)))
    (question,) = read_task([File("a.csv", f"item,rating,part,batch\n{rows}".encode())]).questions
    assert [reason.field for reason in question.reasons] == ["annotator"]
    assert ("case" in question.certain.to_json()) == is_certain


BY_CASE = partial(TableMapping, case=("id",))
FORGETFUL = {  # a table and its mapping: what is missing
    (b"id,q1,q2\n118001,1,2\n118002,5,4\n", TableMapping("people")): "which is no scale",
    (b"id,r1,r2\na,1,NA\nb,3,2\n", BY_CASE("annotator-columns")): "it may stand for no vote",
    (b'id,s\na,"[0.5, 0.5]"\n', BY_CASE("class-columns")): "(--split)",
    (b"id,r\na,1\na,2\n", BY_CASE("votes")): "which column is the label: name it (--label COLUMN)",
    (b"id,s,r\na,ok,1\na,no,2\n", BY_CASE("votes", label="r", where=(("s", "yes"),))):
        "no row has 'yes' in s: the values there are ok and no",
    (b"id,r\na,1|2\nb,2|2\n", BY_CASE("votes", label="r")):
        "it seems to hold several votes (1 time, in a): say what stands between them (--split)",
}  # fmt: skip


@pytest.mark.parametrize(("given", "words"), FORGETFUL.items())
def test_a_mapping_that_forgets_something_says_what_is_missing(given, words):
    table, mapping = given
    problems = read_task([File("a.csv", table)], choices=Decisions().with_mapping(mapping)).problems
    assert any(words in str(problem) for problem in problems)


UNCLEAR = {  # rows below item,class,count: the field that is asked for first, and how
    "a,1,2\na,2,\nb,1,1\n": ("empty", "A cell is empty (line 3, column count): what does it mean?"),
    "a,1,2\na,1,3\nb,1,1\n": ("case", "item and class are a, 1 in line 2 and line 3"),
    "a,1,2\na,2,many\nb,1,1\n": ("value", "count is 'many' in line 3: which column holds the number?"),
}


@pytest.mark.parametrize("rows", UNCLEAR)
def test_a_row_per_case_and_class_is_asked_about_where_its_columns_are_not_clear(rows):
    (question,) = read_task([File("a.csv", f"item,class,count\n{rows}".encode())]).questions
    field, words = UNCLEAR[rows]
    assert (question.reasons[0].field, question.seen[: len(words)]) == (field, words)


# ---- what a visitor puts beside the official files ----

OFFICIAL = File("gold.csv", b"case,1,2\nx,0,4\ny,2,2\n")
OF_RUN, OF_OTHER = b"case,1,2\nx,.5,.5\ny,.25,.75\n", b"case,1,2\nx,.4,.6\ny,.25,.75\n"


@pytest.mark.parametrize(
    ("official", "added", "name"),
    [
        ("runs/a.csv", "b.csv", "your runs/b.csv"),
        ("runs/a.csv", "a.csv", "your runs/a (yours).csv"),
        ("runs/a.csv", "a.tsv", "your runs/a (yours).tsv"),
        ("runs/a.csv", "a.csv.gz", "your runs/a (yours).csv.gz"),
        ("runs/a.v2.csv", "a.v2.json", "your runs/a.v2 (yours).json"),
        ("a (yours).csv", "a.csv", "your runs/a.csv"),
        ("team/d1.labels.json", "d1.labels.json", "your runs/d1.labels (yours).json"),
    ],
)
def test_a_file_that_is_called_as_an_official_one_is_renamed(official, added, name):
    files = put_beside([File(official, OF_RUN)], [File(added, OF_OTHER)])
    assert [file.name for file in files] == [official, name]
    assert [is_yours(file.name) for file in files] == [False, True]


def test_a_name_that_is_taken_twice_gets_a_number():
    files = put_beside([File("a.csv", OF_RUN), File("a (yours).csv", OF_RUN)], [File("a.csv", OF_OTHER)])
    assert files[-1].name == "your runs/a (yours 2).csv"


def test_archives_are_looked_into_on_both_sides():
    official = File("all.zip", zipped({"task/gold.csv": OFFICIAL.data, "task/a.csv": OF_RUN}))
    added = File("mine.zip", zipped({"a.csv": OF_OTHER, "b.csv": OF_OTHER}))
    files = put_beside([official], [added])
    assert [file.name for file in files] == ["all.zip", "your runs/mine.zip/a (yours).csv", "your runs/mine.zip/b.csv"]
    assert files[0] is official


def test_an_archive_that_cannot_be_opened_is_left_to_the_reader():
    files = put_beside([OFFICIAL], [File("bad.zip", b"PK\x03\x04broken")])
    assert files[-1] == File("your runs/bad.zip", b"PK\x03\x04broken")
    assert [problem.file for problem in read_task(files, gold="gold.csv").problems] == ["your runs/bad.zip"]


def test_the_digest_covers_names_and_bytes():
    one, other = File("a", b"bc"), File("ab", b"c")
    assert digest_of([one]) != digest_of([other])
    assert digest_of([one, other]) != digest_of([other, one])
    assert digest_of([one]) == digest_of([File("a", b"bc")])
