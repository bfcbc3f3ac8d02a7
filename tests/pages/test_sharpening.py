"""Systems by what is tested so far: the numbers say of how many trials they are, stop, go on, and end as ever."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.formats import File, read_task
from ordquant_core.numerals import p_cell
from ordquant_core.statistics import resampling
from pages.systems import sharpening
from tests.pages.apps import ROOT, app_at, shown, text_of, verdict
from tests.pages.test_systems_page import table

pytestmark = pytest.mark.slow

PAGE = "pages/systems/page.py"
TRIALS = 3000
FEW = ("NMD", "RNOD", "JSD")  # of all measures the portions would take longer


@pytest.fixture(scope="module")
def scores():
    folder = ROOT / "assets" / "samples" / "dialogue-quality"
    paths = [folder / "gold.csv", *sorted((folder / "runs").glob("*.csv"))]
    files = [File(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
    return score(read_task(files).task, FEW)


@pytest.fixture
def slow(monkeypatch):
    """Make every computer so slow that the page is drawn after each portion, and these small."""
    monkeypatch.setattr(resampling, "STEP", 2**20)  # about four portions
    monkeypatch.setattr(sharpening, "FIRST", 0)
    monkeypatch.setattr(sharpening, "FEW", 0)
    monkeypatch.setattr(sharpening, "AGAIN", (0, 0))


@pytest.fixture
def drawn_once(slow, monkeypatch):
    """Stop after the first drawing, as long as the fixture's list is empty."""
    go_on, released = sharpening.Sharpening.go_on, []
    monkeypatch.setattr(sharpening.Sharpening, "go_on", lambda self: go_on(self) if released else None)
    return released


def systems(seed):
    """Open the page with a seed of its own: results are remembered from test to test."""
    return app_at(
        PAGE,
        task="dialogue-quality",
        trials=str(TRIALS),
        seed=str(seed),
        measures=",".join(FEW),
        a="system-03",
        b="system-04",
    )


def done_of(app):
    """Return how many trials the line speaks of."""
    return int(re.search(r"([\d,]+) of 3,000 trials", text_of(shown(app, 'id="progress"')))[1].replace(",", ""))


def expect_test(app, scores, trials, seed):
    """Everything that depends on trials is that of a test with so many."""
    found = separate_runs(scores, n_trials=trials, rng=np.random.default_rng(seed))
    assert f"B = {trials:,} trials, seed {seed}" in text_of(shown(app, 'id="because"'))
    assert f"{found.error_at(0.05):.4f}" in text_of(shown(app, 'id="because"'))
    pairs = f"{found.significant()[0].sum()} of 153 pairs"
    assert pairs in text_of(shown(app, 'id="because"'))
    finding = text_of(shown(app, 'id="differ"'))
    assert finding.startswith(pairs)
    assert finding.endswith(f" So far: {trials:,} of 3,000 trials.") == (trials < TRIALS)
    a, b = scores.runs.index("system-03"), scores.runs.index("system-04")
    cells = [row[2] for row in table(app, "pair_table")]
    assert cells == [p_cell(found.p_values[m, a, b], trials) for m in range(len(scores.measures))]


def test_the_first_answer_is_a_whole_page_by_the_trials_so_far(scores, drawn_once):
    app = systems(801)
    assert not app.exception
    done = done_of(app)
    assert 0 < done < TRIALS
    assert re.search(r"p-values from .* so far; about .* left", text_of(shown(app, 'id="progress"')))
    assert verdict(app).startswith("By mean NMD")
    expect_test(app, scores, done, 801)


def test_it_stops_keeps_what_there_is_and_goes_on_to_the_same_end(scores, drawn_once):
    app = systems(802)
    drawn_once.append("go")
    app.button(key="sharpening_cancel").click().run()
    done = done_of(app)
    assert text_of(shown(app, 'id="progress"')) == f"Stopped at {done:,} of 3,000 trials."
    expect_test(app, scores, done, 802)
    app.run()
    assert done_of(app) == done  # nothing goes on by itself
    app.selectbox(key="systems_measure").set_value("JSD").run()
    assert done_of(app) == done
    assert verdict(app).startswith("By mean JSD")
    app.selectbox(key="systems_measure").set_value("NMD").run()
    app.button(key="sharpening_continue").click().run()
    assert not app.exception
    assert 'id="progress"' not in " ".join(block.value for block in app.html)
    assert not [button for button in app.button if button.key and button.key.startswith("sharpening")]
    expect_test(app, scores, TRIALS, 802)


def test_drawn_again_and_again_it_ends_with_all_trials(scores, slow, monkeypatch):
    monkeypatch.setattr(resampling, "STEP", 2**19)  # twice as many
    app = systems(803)
    assert not app.exception
    expect_test(app, scores, TRIALS, 803)
    assert "1,000 samples" in " ".join(block.value for block in app.html)


def test_another_visitor_goes_on_where_the_first_one_stopped(scores, drawn_once):
    done = done_of(systems(804))
    assert done_of(systems(804)) >= done
    drawn_once.append("go")
    app = systems(804)
    expect_test(app, scores, TRIALS, 804)
    assert 'id="progress"' not in " ".join(block.value for block in systems(804).html)  # known: no line


def test_measures_goes_on_with_what_systems_began(scores, drawn_once, monkeypatch):
    done = done_of(systems(807))
    begun = []
    real = resampling.TukeyTrials.__init__
    monkeypatch.setattr(
        resampling.TukeyTrials,
        "__init__",
        lambda self, *args, **options: (begun.append(1), real(self, *args, **options))[1],
    )
    app = app_at(
        "pages/measures/page.py",
        task="dialogue-quality",
        trials=str(TRIALS),
        seed="807",
        measures=",".join(FEW),
        view="power",
    )
    assert not app.exception
    assert begun == []
    found = separate_runs(scores, n_trials=TRIALS, rng=np.random.default_rng(807))
    rows = {row[0]: row[1] for row in table(app, "power")}
    assert rows["NMD"] == f"{found.significant()[0].sum()}"
    assert done < TRIALS


def test_a_short_task_has_no_line_at_all():
    app = AppTest.from_file(ROOT / PAGE, default_timeout=60)
    app.query_params["trials"] = "100"
    app.run()
    assert 'id="progress"' not in " ".join(block.value for block in app.html)
