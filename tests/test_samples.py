"""The sample tasks are what their generators write, and show what they are meant to show."""

import pytest

import ordquant_core as oq
from assets.samples import generate, generate_nuggets, generate_ranked_lists
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec import parse_run
from ordquant_core.formats.official.trec_files import read_named_lists, sort_files
from ordquant_core.ranked_lists.information import information_difference, pairwise_information
from ordquant_core.tasks.loading import SAMPLES

GENERATORS = {
    "dialogue-quality": generate,
    "breakdown-labels": generate,
    "nuggets": generate_nuggets,
    "ranked-lists": generate_ranked_lists,
}
LISTS = sorted((SAMPLES / "ranked-lists").rglob("*.txt"))


@pytest.mark.parametrize("name", GENERATORS)
def test_generating_again_gives_the_same_bytes(name, tmp_path):
    assert {path.parent.name for path in SAMPLES.glob("*/task.json")} == {*GENERATORS}
    GENERATORS[name].write(tmp_path)
    written, kept = (
        {path.relative_to(place / name): path.read_bytes() for path in (place / name).rglob("*") if path.is_file()}
        for place in (tmp_path, SAMPLES)
    )
    assert {path: kept.get(path) for path in written} == written
    assert {*map(str, kept.keys() - written.keys())} <= {"README.md"}


def test_nmd_prefers_popularity_on_most_dialogues_and_the_others_uniform():
    task = oq.with_baselines(oq.load_sample("dialogue-quality"))
    found = oq.preferences(oq.score(task, ["NMD", "RNOD", "NVD", "RNSS", "JSD"]), "Popularity", "Uniform")
    popularity, uniform, half = found.prefers_a, found.prefers_b, len(task.cases) / 2
    assert popularity[0] > half > uniform[0]
    assert (uniform[1:] > half).all()


def test_ranks_written_are_those_that_trec_eval_would_give():
    for path in LISTS[1:]:
        run = parse_run(path.read_bytes(), path.name)
        written = [line.split()[2] for line in path.read_text().splitlines()]
        assert [document for documents in run.documents for document in documents] == written


def test_systems_of_a_family_resemble_each_other_more_than_systems_that_score_alike():
    judgements, runs, notes = sort_files([File(path.name, path.read_bytes()) for path in LISTS])
    assert notes == []
    collection = read_named_lists(judgements, runs).collection
    difference = information_difference(pairwise_information(collection).mean(axis=0))
    precision = dict(zip(collection.runs, score_lists(collection).values[1].mean(axis=1), strict=True))

    def between(one, other):
        return difference[collection.runs.index(one), collection.runs.index(other)]

    assert between("keyword-1", "keyword-2") < 0.05 < 0.35 < between("neural-1", "hybrid-2")
    assert abs(precision["neural-1"] - precision["hybrid-2"]) < 0.005 < precision["keyword-1"] - precision["keyword-2"]
