"""The traps of judgements and runs: from files, sorted as on the page, on the command line, none is read wrongly."""

import csv
import gzip
import io
import re

import pytest

from ordquant_core.__main__ import main
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.formats.official.trec_files import read_lists, read_named_lists
from ordquant_core.formats.text import text_of
from ordquant_core.tasks import File
from ordquant_core.tasks.published.description import REPAIRS_OF
from tests.formats.traps.ranked_lists import TRAPS, Refused


@pytest.fixture(params=TRAPS, ids=[re.sub(r"[^a-z0-9]+", "-", trap.name.lower())[:70] for trap in TRAPS])
def trap(request):
    return request.param


def test_the_files_are_read_or_refused_as_they_must_be(trap):
    judgements, *runs = [File(name, data) for name, data in trap.files.items()]
    check(trap, read_named_lists(judgements, runs))


def test_they_are_known_by_their_content_as_on_the_page(trap):
    files = [File(name, data) for name, data in reversed(trap.files.items())]
    if isinstance(trap.must, Refused):
        assert read_lists(files).collection is None
    elif trap.name not in UNKNOWN:
        check(trap, read_lists(files))


UNKNOWN = {"A run of MS MARCO with ranks from 0 and spaces"}  # it could be judgements that lack a column


def test_the_command_line_gives_the_same_with_the_same_words(trap, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, data in trap.files.items():
        (tmp_path / name).write_bytes(data)
    code = main(["rank-lists", *trap.files, "--measures", "AP"])
    out, err = capsys.readouterr()
    if isinstance(trap.must, Refused):
        assert (code, out) == (2, "")
        assert re.fullmatch(r"error: [^\n]+\n", err)
        return
    assert code == 0, err
    means = {row["run"]: float(row["AP"]) for row in csv.DictReader(io.StringIO(out)) if row["topic"] == "all"}
    assert means == pytest.approx(dict(trap.must.ap))
    assert [word for word in trap.must.notes if word not in err] == []
    assert [word for word in trap.must.never if word in err] == []


def test_no_judgement_of_a_document_or_of_a_subtopic_is_lost(trap):
    judgements, *runs = [File(name, data) for name, data in trap.files.items()]
    collection = read_named_lists(judgements, runs).collection
    if collection is None:
        return
    lines = _judged_in(judgements.data)
    kept = sum(len(topic.documents) for topic in collection.topics)
    assert kept == len(lines)
    subtopics = {(topic, document): set() for topic, document, _ in lines}
    for topic, document, turn in lines:
        subtopics[topic, document].add(turn)
    assert max(map(len, subtopics.values())) == 1  # what several subtopics say of a document is never one grade


def _judged_in(data):
    """Return topic, document and second column of each different line of judgements, read by hand."""
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    rows = [line.split() for line in text_of(data, "", "latin-1").splitlines() if line.strip()]
    rows = [row for row in rows if row[0][0] != "#"]
    if re.search("rel|score|grade", " ".join(rows[0])):
        return {(str(n), "", "") for n in range(1, len(rows))}  # a document in each line below a header
    return {(row[0], row[-2], row[1] if len(row) == 4 else "") for row in rows}


def check(trap, read):
    must = trap.must
    if isinstance(must, Refused):
        assert read.collection is None
        said = list(map(str, read.problems))
        assert any(all(word in text for word in must.words) for text in said), said
        offered = {choice for problem in read.problems for choice in problem.choices}
        assert offered <= set(REPAIRS_OF["ranked lists"])
        return
    assert read.problems == ()
    scores = score_lists(read.collection, ["AP"])
    assert dict(zip(scores.runs, scores.means[1].tolist(), strict=True)) == pytest.approx(dict(must.ap))
    notes = " | ".join(read.collection.notes)
    assert [word for word in must.notes if word not in notes] == []
    assert [word for word in must.never if word in notes] == []
