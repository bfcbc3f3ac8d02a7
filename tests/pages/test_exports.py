"""What one can take along from a page that works on a task gives the numbers of the page."""

import contextlib
import io

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.formats import NOTHING, File
from ordquant_core.measures.registry import MAIN_MEASURES
from pages.shared import cached, exports, sources, tasks
from tests.pages.apps import ROOT, popularity
from tests.report.test_report import Page

FILES = {
    "gold.csv": "case,a,b\n007,1,3\n=x,2,2\nz,0,4\n",
    "one.csv": "case,b,a\n007,.5,.5\n=x,.25,.75\nz,1,0\n",
    "sub/off.csv": "case,a,b\n007,.5,.495\n=x,0,1\nz,1,0\n",
}


def current_of(source):
    key = cached.TaskKey(source.digest, source.gold, None, source.choices)
    read = cached.read.__wrapped__(key, source.title, source.load)
    assert read.task is not None, read.problems
    return tasks.finished(source, read.task, key)


@pytest.fixture(params=[None, "gold.csv"], ids=["gold not named", "gold named"])
def uploaded(request):
    files = tuple(File(name, text.encode()) for name, text in FILES.items())
    choices = NOTHING.with_(["renormalise"])
    digest = f"test-exports-{request.param}"
    return current_of(sources.Source("own-x", "x", digest, lambda: files, gold=request.param, choices=choices))


def run_program(text):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, "program", "exec"), {})
    return {tuple(line.split("\t")[:2]): float(line.split("\t")[2]) for line in printed.getvalue().splitlines()}


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
    monkeypatch.chdir(ROOT / "assets/samples" / sample)
    assert run_program(program) == pytest.approx(means_of(current, MAIN_MEASURES), abs=1e-15)


def test_the_report_of_a_page_has_the_runs_the_repairs_and_the_program(uploaded):
    page = Page(exports.whole_report(uploaded, ("NMD", "RNOD")))
    assert {row[0]["text"] for row in page.tables[0][1:]} == set(uploaded.task.runs) >= {"one", "off", "Uniform"}
    assert any("divided by its sum" in text for text in page.texts["li"])
    assert exports.reproduce(uploaded, ("NMD", "RNOD")) in page.texts["pre"]
    assert (len(page.texts["pre"]) == 2) == (uploaded.source.gold is not None)


def test_the_page_offers_scores_report_and_program():
    app = popularity(task="breakdown-labels")
    labels = [button.label for button in app.get("download_button")]
    assert {"Every score (CSV)", "Every score (Parquet)", "Report (HTML)", "The means in Python"} <= set(labels)
