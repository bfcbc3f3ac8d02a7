"""What can be downloaded from a page that works on a task gives the numbers of the page."""

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, File
from ordquant_core.tasks.published.source import Source
from pages.shared import evaluation_settings, exports, run_analyses, sources, task_files, tasks
from tests.pages.apps import ROOT, popularity
from tests.report.test_report import Page
from tests.report.test_reproduce import run_program

FILES = {
    "gold.csv": "case,a,b\n007,1,3\n=x,2,2\nz,0,4\n",
    "one.csv": "case,b,a\n007,.5,.5\n=x,.25,.75\nz,1,0\n",
    "sub/off.csv": "case,a,b\n007,.5,.495\n=x,0,1\nz,1,0\n",
}


def current_of(source):
    read, key = task_files.read_source(source)
    assert read.task is not None, read.problems
    return tasks.make_current(source, read.task, key)


@pytest.fixture(params=[None, "gold.csv"], ids=["gold not named", "gold named"])
def uploaded(request):
    files = tuple(File(name, text.encode()) for name, text in FILES.items())
    choices = NOTHING.with_(["renormalise"])
    digest = f"test-exports-{request.param}"
    return current_of(Source("own-x", "x", digest, lambda: files, gold=request.param, choices=choices))


def means_of(current, measures):
    scores = score(current.task, measures)
    return {
        (key, run): float(scores.values[m, r].mean())
        for m, key in enumerate(measures)
        for r, run in enumerate(scores.runs)
    }


def test_the_program_of_an_uploaded_task_gives_its_means(uploaded, tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    keys = ("NMD", "DNKT_JSD")
    program = exports.reproduce(uploaded, keys)
    assert "renormalise=True" in program
    assert run_program(program) == pytest.approx(means_of(uploaded, keys), abs=1e-15)


@pytest.mark.parametrize("sample", ["dialogue-quality", "breakdown-labels"])
def test_the_program_of_a_sample_gives_its_means_and_names_no_machine(sample, monkeypatch):
    current = current_of(sources.samples()[sample])
    program = exports.reproduce(current, MAIN_MEASURES)
    assert str(ROOT) not in program
    monkeypatch.chdir(ROOT / "ordquant_core/samples" / sample)
    assert run_program(program) == pytest.approx(means_of(current, MAIN_MEASURES), abs=1e-15)


def test_the_report_of_a_page_has_the_runs_the_repairs_and_the_program(uploaded):
    page = Page(exports.report_of(uploaded, ("NMD", "RNOD")))
    assert {row[0]["text"] for row in page.tables[0][1:]} == set(uploaded.runs_without_baselines) == {"one", "off"}
    assert any("divided by its sum" in text for text in page.texts["li"])
    assert exports.reproduce(uploaded.tested(baselines=False), ("NMD", "RNOD")) in page.texts["pre"]
    assert (len(page.texts["pre"]) == 2) == (uploaded.source.gold is not None)


def test_the_report_has_the_intervals_and_p_values_of_systems_for_the_same_seed(uploaded):
    settings = evaluation_settings.EvaluationSettings(("NMD", "RNOD"), 0.05, 300, 1000, 7)
    page = Page(exports.report_of(uploaded, settings.measures, n_trials=settings.trials, seed=settings.seed))
    family = uploaded.tested(baselines=False)
    tested = run_analyses.test_runs((family,), settings.measures, settings)[0]
    interval = run_analyses.compute_intervals(family, settings.measures)
    pairs = next(table for table in page.tables if table[0][0]["text"] == "Pair of runs")
    for row in pairs[1:]:
        a, b = (tested.runs.index(run) for run in row[0]["text"].split(" – "))
        assert [float(cell["title"]) for cell in row[1:]] == tested.p_values[:, a, b].tolist()
    bounds = next(table for table in page.tables if " to " in table[1][1]["text"])
    for row in bounds[1:]:
        run = tested.runs.index(row[0]["text"])
        for m, cell in enumerate(row[1:]):
            assert [float(end) for end in cell["title"].split(" to ")] == pytest.approx(
                [interval.low[m, run], interval.high[m, run]], abs=1e-12
            )


def test_what_is_too_large_is_said_before_and_is_not_offered(monkeypatch):
    monkeypatch.setattr(exports, "MOST", 1_000)
    app = popularity()
    labels = [button.proto.label for button in app.get("download_button")]
    assert "Every score (CSV)" not in labels
    assert "The means in Python" in labels
    (said,) = (box.value for box in app.info if "not offered" in box.value)
    assert "1,000 are written" in said
    assert "fewer runs or measures" in said
