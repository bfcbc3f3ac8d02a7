"""The sample tasks are what their generators write; what they show is kept in tests/golden."""

import pytest

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
