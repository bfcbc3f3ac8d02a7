"""The sample of ranked lists is what its generator writes, and shows what it is meant to show."""

import pytest

from assets.samples import generate_ranked_lists
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec import parse_run
from ordquant_core.formats.official.trec_files import read_named_lists, sort_files
from ordquant_core.ranked_lists.information import information_difference, pairwise_information
from ordquant_core.tasks.loading import SAMPLES

SAMPLE = SAMPLES / "ranked-lists"
FILES = sorted(SAMPLE.rglob("*.txt"))


@pytest.fixture(scope="module")
def collection():
    judgements, runs, notes = sort_files([File(path.name, path.read_bytes()) for path in FILES])
    assert notes == []
    return read_named_lists(judgements, runs).collection


def test_generating_again_gives_the_same_bytes(tmp_path):
    generate_ranked_lists.write(tmp_path)
    written = sorted((tmp_path / "ranked-lists").rglob("*.txt"))
    assert [path.name for path in written] == [path.name for path in FILES]
    assert [a.name for a, b in zip(written, FILES, strict=True) if a.read_bytes() != b.read_bytes()] == []
    assert (tmp_path / "ranked-lists" / "task.json").read_bytes() == (SAMPLE / "task.json").read_bytes()


def test_ranks_written_are_those_that_trec_eval_would_give():
    for path in FILES[1:]:
        run = parse_run(path.read_bytes(), path.name)
        written = [line.split()[2] for line in path.read_text().splitlines()]
        assert [document for documents in run.documents for document in documents] == written


def test_systems_of_a_family_resemble_each_other_more_than_systems_that_score_alike(collection):
    difference = information_difference(pairwise_information(collection).mean(axis=0))
    precision = dict(zip(collection.runs, score_lists(collection).values[1].mean(axis=1), strict=True))

    def between(one, other):
        return difference[collection.runs.index(one), collection.runs.index(other)]

    assert between("keyword-1", "keyword-2") < 0.05 < 0.35 < between("neural-1", "hybrid-2")
    assert abs(precision["neural-1"] - precision["hybrid-2"]) < 0.005 < precision["keyword-1"] - precision["keyword-2"]
