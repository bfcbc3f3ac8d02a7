"""TREC's judgements and runs: what is read, in which order, and what is said of the rest; their traps."""

# ruff: noqa: F401 - the text uses what is imported

import csv
import io
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.formats.archive import gunzip
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec import kind_of, parse_judgements, parse_run, run_name
from ordquant_core.formats.official.trec_files import read_first_ranks, read_lists, read_named_lists, sort_files
from ordquant_core.formats.text import text_of
from ordquant_core.tasks.published.description import REPAIRS_OF
from tests.formats.files import assert_words_are_known, problems_of
from tests.formats.traps.entries import Texts, data_of
from tests.reviewed import reviewed, said
from tests.source_files import ROOT
from tests.zips import zipped

# ---- one file ----

ODD = "001|1.0|1e5|NA|nan|null|None|True|inf|\"a|b\"|'c'|2024-01-02|a,b|é|\\".split("|")  # noqa: SIM905
SCORES = ["1", "2.50", "-1e-3", ".5", "7", "-0.5", "100000001", "1e300"]


SPACES = {"spaces": (" ", "\n"), "tabs": ("\t", "\r\n"), "ragged": ("  ", "\n\n "), "old": (" \t", "\r")}


def written(rows, columns, layout):
    """Return lines as a layout has them: columns with some space between them, or below a header in another order."""
    if layout == "header":
        text, order = io.StringIO(), sorted(columns)  # of their names, which is not that of TREC
        found = [[row[columns.index(name)] for name in order] for row in (columns, *rows)]
        csv.writer(text, lineterminator="\n").writerows(found)
        return text.getvalue().encode()
    space, end = SPACES[layout]
    return "".join(space.join(row) + end for row in rows).encode()


layouts = st.sampled_from([*SPACES, "header"])


@given(st.dictionaries(st.tuples(st.sampled_from(ODD), st.sampled_from(ODD)), st.integers(-2, 3), min_size=1), layouts)
def test_judgements_are_read_in_every_layout_and_ids_stay_as_they_are(graded, layout):
    rows = [(topic, "0", document, f"{grade}") for (topic, document), grade in graded.items()]
    repeated = [*rows, rows[0]]  # the same judgement twice is one
    found = parse_judgements(written(repeated, ("qid", "iter", "docno", "rel"), layout), "dir/qrels.txt")
    assert found.name == "qrels"
    assert found.topics == tuple(dict.fromkeys(topic for topic, _ in graded))
    lists = zip(found.topics, found.documents, found.grades, strict=True)
    assert {
        (topic, document): grade
        for topic, documents, grades in lists
        for document, grade in zip(documents, grades.tolist(), strict=True)
    } == graded


@given(
    st.dictionaries(st.tuples(st.sampled_from(ODD[:9]), st.sampled_from(ODD)), st.sampled_from(SCORES), min_size=1),
    layouts,
)
def test_lists_are_in_the_order_of_scores_then_of_descending_ids_and_that_is_noted(scored, layout):
    rows = [(topic, "Q0", document, "1", score, "t") for (topic, document), score in scored.items()]
    found = parse_run(written(rows, ("qid", "q0", "docno", "place", "score", "tag"), layout), "runs/bm25.run")
    assert (found.name, found.file) == ("bm25", "runs/bm25.run")
    assert found.topics == tuple(dict.fromkeys(topic for topic, _ in scored))
    ties = disordered = 0
    for topic, documents, scores in zip(found.topics, found.documents, found.scores, strict=True):
        own = [(float(score), document) for (of, document), score in scored.items() if of == topic]
        assert list(zip(scores.tolist(), documents, strict=True)) == sorted(own, reverse=True)
        ties += len(own) - len({score for score, _ in own})
        disordered += any(after > before for (before, _), (after, _) in pairwise(own))
    notes = [note for note in found.notes if "its header" not in note]
    lists, some = ("list" if disordered == 1 else "lists"), ("tie" if ties == 1 else "ties")
    assert notes == [
        *[f"runs/bm25.run: {disordered} {lists} not in the order of scores; the scores decide"] * (disordered > 0),
        *[f"runs/bm25.run: {ties} {some} of scores, in descending order of document ids"] * (ties > 0),
    ]


LISTS = yaml.load((ROOT / "tests/formats/tables/ranked_lists.yaml").read_text(encoding="utf-8"), Texts)
READ = {"judgements": parse_judgements, "run": parse_run}


@pytest.mark.parametrize("fault", LISTS["faults"], ids=lambda fault: fault["said"][0][:50])
def test_every_problem_of_a_file_is_reported_in_the_order_of_its_lines(fault):
    problems = problems_of(READ[fault["read"]], data_of(fault["file"]), "lists.txt")
    assert [str(one).removeprefix("lists.txt").lstrip(",: ") for one in problems] == fault["said"]


KINDS = [(kind, text) for kind, texts in LISTS["kinds"].items() for text in texts]


@pytest.mark.parametrize(("kind", "text"), [*KINDS, ("run", f"<SYSDESC>{'long ' * 2000}</SYSDESC>\n1 0 a 1 5 t")])
def test_a_file_is_known_by_its_columns_in_every_encoding_with_a_mark(kind, text):
    encodings = ["utf-8", *["utf-8-sig", "utf-16", "utf-32"] * (0 < len(text) < 1000 and text.isascii())]
    assert {kind_of(text.encode(encoding)) or "neither" for encoding in encodings} == {kind}


def test_a_file_is_known_wherever_its_beginning_is_cut():
    data = "".join(f"1 0 \U0001d538{number} 1\n" for number in range(2000)).encode("utf-16")
    assert {kind_of(data[:size]) for size in range(3000, 3016)} == {"judgements"}
    assert kind_of("1 0 é 1\n1 0 b 0\n".encode("utf-16") + b"\0") == "judgements"  # the reader says what is wrong


# ---- several files ----

QRELS = File("qrels", b"1 0 a 1\n1 0 b 0\n")
BM25 = File("bm25.run", b"1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
OTHER = File("other", b"1 Q0 b 1 2 t\n")


def test_the_first_ranks_are_read_and_all_files_together_have_a_limit(monkeypatch):
    heard = []
    first, second = read_first_ranks([BM25, OTHER], depth=1, progress=lambda *step: heard.append(step))
    assert (first.documents, first.scores[0].tolist(), second.documents) == ((("a",),), [2.0], (("b",),))
    assert heard == [(1, 2), (2, 2)]
    monkeypatch.setattr("ordquant_core.formats.official.trec_files.MAX_UNPACKED", 30)
    assert "the files have" in str(read_named_lists(QRELS, [BM25]).problems[0])


TIED, TWICE = File("t", b"1 Q0 b 1 2 t\n1 Q0 a 1 2 t\n"), File("twice", b"1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n")
SHORT, README, MORE = File("short", b"1 Q0 a 1 2\n"), File("README.md", b"# What this is\n"), File("qrels2", QRELS.data)
PACKED = File("all.zip", zipped({"q": QRELS.data, "t": TIED.data, ".x": b"1"}))


def collected(read):
    """Return runs, ranks and notes of a collection, or what is wrong."""
    if (found := read.collection) is None:
        return [*map(str, read.problems)]
    return [*found.runs], found.topics[0].ranks.tolist(), [*found.notes]


@reviewed(__file__)
def test_files_of_lists_are_read_as_was_reviewed(made, words):
    assert said(made, globals()) == words


# ---- traps ----

TRAPS = LISTS["traps"]
UNKNOWN = {"A run of MS MARCO with ranks from 0 and spaces"}  # it could be judgements that lack a column


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: re.sub(r"[^a-z0-9]+", "-", trap["name"].lower())[:70])
def test_files_are_read_or_refused_as_they_must_be_also_where_nobody_says_which_are_judgements(trap):
    files = [File(name, data_of(file)) for name, file in trap["files"].items()]
    judgements, *runs = files
    named, found = read_named_lists(judgements, runs), read_lists(files[::-1])
    for read in (named, found) if trap["name"] not in UNKNOWN else (named,):
        if "refused" in trap:
            assert read.collection is None
            said = list(map(str, read.problems))
            assert read is found or any(all(word in text for word in trap["refused"]) for text in said), said
            assert {choice for problem in read.problems for choice in problem.choices} <= {*REPAIRS_OF["ranked lists"]}
            assert_words_are_known(" ".join(said), str(trap))
            continue
        assert read.problems == ()
        scores = score_lists(read.collection, ["AP"])
        assert dict(zip(scores.runs, scores.means[1].tolist(), strict=True)) == expected(trap)
        assert_notes(trap, " | ".join(read.collection.notes))
        check_that_nothing_is_lost(judgements.data, read.collection)


def expected(trap):
    return pytest.approx({run: float(Fraction(mean)) for run, mean in trap["ap"].items()})


def assert_notes(trap, said):
    assert [word for word in trap.get("notes", ()) if word not in said] == []
    assert [word for word in trap.get("never", ()) if word in said] == []
    assert_words_are_known(said, str(trap))


def check_that_nothing_is_lost(data, collection):
    """Check that each judged document counts, and that what several subtopics say of one is never one grade."""
    text = text_of(gunzip(File("", data)).data, "")
    rows = [line.split() for line in text.splitlines() if line.strip() and line.strip()[0] != "#"]
    kept = sum(len(topic.documents) for topic in collection.topics)
    if re.search("rel|score|grade", " ".join(rows[0])):
        assert kept == len(rows) - 1  # a document in each line below a header
        return
    turns = Counter(
        (topic, document) for topic, document, _ in {(row[0], row[-2], row[1] * (len(row) == 4)) for row in rows}
    )
    assert (kept, max(turns.values())) == (len(turns), 1)
