"""The sample tasks are what their generators write, and show what they are meant to show."""

import pytest

import ordquant_core as oq
from assets.samples import generate, generate_nuggets, generate_ranked_lists
from ordquant_core.tasks.loading import SAMPLES

GENERATORS = {
    "dialogue-quality": generate,
    "breakdown-labels": generate,
    "nuggets": generate_nuggets,
    "ranked-lists": generate_ranked_lists,
}


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
