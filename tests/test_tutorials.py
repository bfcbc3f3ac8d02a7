"""The tutorials run from their first cell to their last, without Jupyter."""

import pytest

from assets.site.notebooks import cells, run
from assets.site.sources import TUTORIALS

every_tutorial = pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)


@pytest.mark.slow
@every_tutorial
def test_a_tutorial_runs(path, own_measures_forgotten):
    assert [source for kind, source, results in run(path) if results]


@every_tutorial
def test_a_tutorial_has_a_title_and_no_outputs(path):
    kind, source = cells(path)[0]
    assert kind == "markdown"
    assert source.startswith("# ")
    assert "ordquant_core." not in path.read_text(encoding="utf-8")  # what it imports is public
    assert '"output_type"' not in path.read_text(encoding="utf-8")
