"""The Python of a picture gives the scores of the picture."""

import contextlib
import io

from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.registry import MEASURES
from ordquant_core.report.snippet import snippet


def test_the_python_of_a_picture_prints_its_scores():
    picture = Picture(("a", "b, c", "d"), (1 / 3,) * 3, (1.0, 0.0, 0.0), "popularity")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(snippet(picture, list(MEASURES)), {})
    lines = {key: (float(a), float(b)) for key, a, b in map(str.split, out.getvalue().splitlines())}
    for key, measure in MEASURES.items():
        expected = [float(measure(picture.gold, picture.probabilities(side))) for side in ("a", "b")]
        assert lines[key] == tuple(expected)
