"""TREC's files: what is read, in which order, and what is said of the rest."""

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.official.trec import kind_of, parse_judgements, parse_run, run_name
from tests.ranked_lists.field_evaluators import in_single_precision

SHARED = Path(__file__).parents[2] / "../shared/data"
real = pytest.mark.skipif(not SHARED.exists(), reason="the files of TREC are not here")


def judgements(text, **options):
    return parse_judgements(text.encode(), "qrels.txt", **options)


def run(text, **options):
    return parse_run(text.encode(), "runs/bm25.txt", **options)


def as_dict(found):
    return {
        topic: dict(zip(documents, grades.tolist(), strict=True))
        for topic, documents, grades in zip(found.topics, found.documents, found.grades, strict=True)
    }


def problems(read, text, **options):
    with pytest.raises(InputError) as caught:
        read(text, **options)
    return [str(problem) for problem in caught.value.problems]


def test_judgements_are_read_whatever_the_space_between_columns():
    found = judgements("1 0  a 2\n1\t1\tb\t0\r\n\n  2 0.5 a  -1 \n")
    assert as_dict(found) == {"1": {"a": 2, "b": 0}, "2": {"a": -1}}
    assert (found.name, found.notes) == ("qrels", ())


def test_grades_of_ntcir_are_read_with_and_without_the_second_column():
    assert as_dict(judgements("1 0 a L2\n1 0 b L0")) == {"1": {"a": 2, "b": 0}}
    short = judgements("1 a L2\n1 b L0")
    assert (as_dict(short), short.notes) == ({"1": {"a": 2, "b": 0}}, ())


ODD = [
    "001",
    "1.0",
    "1e5",
    "NA",
    "nan",
    "null",
    "None",
    "True",
    "inf",
    '"a',
    'b"',
    "'c'",
    "2024-01-02",
    "a,b",
    "é",
    "\\",
]


@pytest.mark.parametrize("numbers_alone", [True, False])
def test_ids_stay_as_they_are_written(numbers_alone):
    ids = ODD[:3] if numbers_alone else ODD
    found = judgements("".join(f"{topic} 0 {document} 1\n" for topic in ids for document in ids))
    assert (found.topics, found.documents) == (tuple(ids), (tuple(ids),) * len(ids))
    ranked = run("".join(f"{topic} Q0 {topic} 1 2 t\n" for topic in ids))
    assert lists(ranked) == {topic: (topic,) for topic in ids}


def test_a_byte_order_mark_is_no_part_of_the_first_topic():
    assert judgements("\ufeff1 0 a 1").topics == ("1",)


def test_the_same_judgement_twice_is_one():
    assert as_dict(judgements("1 0 a 2\n1 0 a 2")) == {"1": {"a": 2}}


def test_a_document_judged_in_two_ways_is_a_problem():
    text = "1 0 a 2\n1 0 b 0\n1 0 a 1\n"
    assert problems(judgements, text) == [
        "qrels.txt, line 3, topic 1: a has grade 2 in line 1 and 1 here; judge it once"
    ]


def test_every_problem_of_judgements_is_reported_with_its_line():
    text = "1 0 a good\n1 0 b\n1 0 c 1.5\n1 Q0 d 1 0.3 tag\n1 0 e 1\n1 0 \x01 1"
    assert problems(judgements, text) == [
        "qrels.txt, line 1: the grade 'good' is not a whole number; give a whole number, such as 0 or 1",
        "qrels.txt, line 2: 3 columns; expected topic, round, document, grade",
        "qrels.txt, line 3: the grade '1.5' is not a whole number; give a whole number, such as 0 or 1",
        "qrels.txt, line 4: 6 columns; expected topic, round, document, grade; columns separated by tabs or spaces",
        "qrels.txt, line 6: a character that cannot be printed; remove it",
    ]


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_a_file_without_lines_is_a_problem(text):
    assert len(problems(judgements, text)) == len(problems(run, text)) == 1


def lists(found):
    return dict(zip(found.topics, found.documents, strict=True))


def test_a_list_is_ordered_by_score_whatever_its_ranks_say():
    found = run("1 Q0 a 1 0.5 t\n2\tQ0\tc\t1\t-1e-3\tt\n1  Q0 b  2  7 t\n")
    assert lists(found) == {"1": ("b", "a"), "2": ("c",)}
    assert [scores.tolist() for scores in found.scores] == [[7, 0.5], [-0.001]]
    assert (found.name, found.file) == ("bm25", "runs/bm25.txt")
    assert found.notes == ("runs/bm25.txt: 1 list not in the order of scores; the scores decide",)


def test_ties_stand_in_descending_order_of_documents():
    found = run("1 Q0 b 1 3 t\n1 Q0 c 2 3 t\n1 Q0 B 3 3 t\n1 Q0 a 4 3 t\n")
    assert lists(found) == {"1": ("c", "b", "a", "B")}
    assert found.notes == ("runs/bm25.txt: 3 ties of scores, in descending order of document ids",)


def test_the_description_that_a_run_of_ntcir_begins_with_is_ignored():
    for words in ("a toy run", "two\nlines", "long " * 2000):
        text = f"<SYSDESC>{words}</SYSDESC>\n1 0 a 1 5 t\n1 0 b 2 4 t\n"
        assert kind_of(text.encode()) == "run"
        assert lists(run(text)) == {"1": ("a", "b")}
    assert problems(run, "<SYSDESC>two\nlines</SYSDESC>\n1 0 a 1 5\n")[0].startswith("runs/bm25.txt, line 3: 5 columns")
    assert problems(run, "<SYSDESC>without an end\n")


@pytest.mark.parametrize("read", [parse_judgements, parse_run])
def test_of_text_that_is_not_utf_8_it_is_said_what_the_page_can_do(read):
    with pytest.raises(InputError, match=r"line 1: not UTF-8 text \(byte 0xe9\); save the file as text in UTF-8$"):
        read("1 0 é 1\n".encode("latin-1"), "lists.txt")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_files_in_utf_16_with_a_mark_are_read(encoding):
    data = "1 0 é 1\n1 0 b 0\n".encode(encoding)
    assert kind_of(data) == "judgements"
    found = parse_judgements(data, "qrels.txt")
    assert as_dict(found) == {"1": {"é": 1, "b": 0}}
    assert kind_of("1 Q0 é 1 2 t\n".encode(encoding)) == "run"
    assert kind_of(data + b"\0") == "judgements"  # damaged at its end: the reader says so
    long = "".join(f"1 0 \U0001d538{number} 1\n" for number in range(2000)).encode(encoding)
    assert {kind_of(long[:size]) for size in range(3000, 3016)} == {"judgements"}


def test_trec_eval_orders_documents_alike():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    for scores in ((1.0000001, 1.0), (1.00000001, 1.0), (2.0, 2.0)):
        rounded = map(in_single_precision, scores)  # it is version 9
        text = "".join(f"1 Q0 {document} 1 {score!r} t\n" for document, score in zip("ab", rounded, strict=True))
        first = lists(run(text))["1"][0]
        found = pytrec_eval.RelevanceEvaluator({"1": {"a": 1}}, {"map"}).evaluate(
            {"1": dict(zip("ab", scores, strict=True))}
        )
        assert found["1"]["map"] == (1.0 if first == "a" else 0.5)


def test_a_document_listed_twice_is_a_problem():
    text = "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n1 Q0 a 3 3 t\n2 Q0 a 1 1 t\n"
    assert problems(run, text) == ["runs/bm25.txt, line 1, topic 1: a is listed more than once; list it once"]


def test_every_problem_of_a_run_is_reported_with_its_line():
    text = "1 Q0 a 1 nan t\n1 Q0 b 2 0.5\n1 Q0 c 3 1,5 t\n1 Q0 d 4 2 t"
    assert problems(run, text) == [
        "runs/bm25.txt, line 1: the score 'nan' is not a number; give a finite number",
        "runs/bm25.txt, line 2: 5 columns; expected topic, Q0, document, rank, score, tag; "
        "columns separated by tabs or spaces",
        "runs/bm25.txt, line 3: the score '1,5' is not a number; give a finite number",
    ]


def test_the_name_of_a_run_is_that_of_its_file():
    assert run_name("10x20.prf.unipd.it") == "10x20.prf.unipd.it"
    assert run_name("folder/BM25.RUN") == "BM25"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1 0 a 2", "judgements"),
        ("\n\n1\t0.5  a\t2\r\n", "judgements"),
        ("1 a L2", "judgements"),
        ("1 Q0 a 1 0.5 t", "run"),
        ("\ufeff1 Q0 a 1 -2e-5 t", "run"),
        ("case,1,2", None),
        ("1 0 a good", None),
        ("1 Q0 a 1 high t", None),
        ("1 0 a", None),
        ("", None),
        ('[{"id": 1}]', None),
    ],
)
def test_a_file_is_known_by_its_columns(text, kind):
    assert kind_of(text.encode()) == kind


@given(st.binary(max_size=200) | st.text("1 \n\tL2.-a\x00\r", max_size=60).map(str.encode))
def test_whatever_the_bytes_there_is_an_answer_or_an_error_of_ours(data):
    kind_of(data)
    for read in (parse_judgements, parse_run):
        with suppress(OrdquantError):
            read(data, "file")


@given(st.permutations(range(12)))
def test_the_order_of_lines_does_not_matter(order):
    lines = [f"{n % 2} Q0 d{n} 1 {n // 3} t" for n in range(12)]
    found, shuffled = run("\n".join(lines)), run("\n".join(lines[n] for n in order))
    assert lists(found) == lists(shuffled)


@real
def test_the_files_of_trec_are_read():
    folder = SHARED / "trec_covid_round1"
    gold = parse_judgements((folder / "qrels.txt").read_bytes(), "qrels.txt")
    assert (len(gold.topics), sum(map(len, gold.documents)), gold.notes) == (30, 8691, ())
    assert sum(int((grades > 0).sum()) for grades in gold.grades) == 1237 + 1115
    for path in sorted((folder / "runs").iterdir()):
        data = path.read_bytes()
        assert kind_of(data) == "run"
        found = parse_run(data, path.name)
        assert found.name == path.name
        assert sum(map(len, found.documents)) == data.count(b"\n")
        assert all((np.diff(scores) <= 0).all() for scores in found.scores) or path.name == "BERT"


@given(st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("abcdef"), st.sampled_from(["1", "2", "-0.5"]))))
def test_a_run_of_plain_text_is_read_as_any_other(rows):
    text = "".join(f"{topic} Q0\t{document}  1 {score} t\n\n" for topic, document, score in rows)
    strange = "".join(f"{topic} Q0 {document} 1 {score} é\n\n" for topic, document, score in rows)
    found = []
    for one in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), strange):
        try:
            read = run(one)
            found.append((lists(read), [scores.tolist() for scores in read.scores], read.notes))
        except InputError as error:
            found.append(error.problems)
    assert found[1:] == found[:1] * 3


def test_whole_grades_with_a_point_are_read_and_others_refused():
    assert as_dict(judgements("1 0 a 1.0\n1 0 b 0.\n1 0 c -2.000\n")) == {"1": {"a": 1, "b": 0, "c": -2}}
    assert kind_of(b"1 0 a 1.0\n") == kind_of(b"1 0 a 1.5\n") == "judgements"
    assert "the grade '1.5' is not a whole number" in problems(judgements, "1 0 a 1.5\n")[0]
