"""Downloads: files with notes beside them, the program, the report, the plots of a page.

That tables are exact, and safe in a spreadsheet: tests/writing; that they are those of the commands: test_pages.py.
"""

import io
import json
import re
import zipfile

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, File
from ordquant_core.tasks.published.source import Source
from pages.shared import downloads, exports, plots, sources, task_files, tasks
from tests.pages.apps import ROOT, app_at, popularity
from tests.report.test_report import Page
from tests.report.test_reproduce import run_program


def test_a_file_to_be_read_again_comes_with_its_repairs_beside_it_in_a_zip(monkeypatch):
    made = {}
    monkeypatch.setattr(downloads, "file_button", lambda label, data, file_name, mime: made.update({file_name: data}))
    downloads.table_with_notes("Run A", lambda: b"case", "run.csv", ("one", "1 row divided by its sum"))
    downloads.table_with_notes("Run A", lambda: b"case", "run.csv", ())
    assert list(made) == ["run.csv.zip", "run.csv"]
    with zipfile.ZipFile(io.BytesIO(made["run.csv.zip"]())) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert held == {"run.csv": "case", "repairs.txt": "1 row divided by its sum\n", "notes.txt": "one\n"}


# The program and the report of a task

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
    choices, digest = NOTHING.with_(["renormalise"]), f"test-exports-{request.param}"
    return current_of(Source("own-x", "x", digest, lambda: files, gold=request.param, choices=choices))


def means_of(current, measures):
    scores = score(current.task, measures)
    means = scores.values.mean(axis=2)
    return {(key, run): means[m, r] for m, key in enumerate(measures) for r, run in enumerate(scores.runs)}


def test_the_program_and_the_report_of_an_uploaded_task_have_its_means_and_repairs(uploaded, tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    keys = ("NMD", "DNKT_JSD")
    program = exports.reproduce(uploaded, keys)
    assert "renormalise=True" in program
    assert run_program(program) == pytest.approx(means_of(uploaded, keys), abs=1e-15)
    page = Page(exports.report_of(uploaded, keys, n_trials=300, seed=7))
    assert {row[0]["text"] for row in page.tables[0][1:]} == {"one", "off"}
    assert any("divided by its sum" in text for text in page.texts["li"])
    assert exports.reproduce(uploaded.tested(baselines=False), keys) in page.texts["pre"]
    commands = [text for text in page.texts["pre"] if "--trials 300 --seed 7" in text]
    assert len(commands) == (uploaded.source.gold is not None)
    assert not [text for text in commands if "baseline" in text]
    if commands:
        joined = Page(exports.report_of(uploaded, keys, baselines=True))
        assert any("baseline:popularity baseline:uniform" in text for text in joined.texts["pre"])


def test_the_program_of_a_sample_gives_its_means_and_names_no_machine(monkeypatch):
    current = current_of(sources.samples()["breakdown-labels"])
    program = exports.reproduce(current, MAIN_MEASURES)
    assert str(ROOT) not in program
    monkeypatch.chdir(ROOT / "ordquant_core/samples/breakdown-labels")
    assert run_program(program) == pytest.approx(means_of(current, MAIN_MEASURES), abs=1e-15)


def test_what_is_too_large_is_said_before_and_is_not_offered(monkeypatch):
    monkeypatch.setattr(exports, "MOST", 1_000)
    app = popularity(task="breakdown-labels")
    labels = [button.proto.label for button in app.get("download_button")]
    assert "Every score (CSV)" not in labels
    assert "The means in Python" in labels
    (said,) = (box.value for box in app.info if "not offered" in box.value)
    assert "1,000 are written" in said


# The plots of a page


@pytest.mark.parametrize(
    ("page", "query", "further"),
    [
        ("measures", {"task": "breakdown-labels", "trials": "100", "measures": "NMD,RNOD"}, 0),
        ("compare", {}, 1),  # the canvas is no plot of Plotly's
    ],
)
def test_the_plots_of_a_page_are_offered_as_one_pdf(monkeypatch, page, query, further):
    made, drawn = {}, []
    keep = lambda label, make, name, *more, **options: made.__setitem__(name, make)  # noqa: E731
    monkeypatch.setattr(downloads, "file_button", keep)
    monkeypatch.setattr(plots, "browser", lambda: "a browser")
    monkeypatch.setattr(plots, "sheets", lambda figures, background: drawn.extend(figures) or b"%PDF")
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    assert made["plots.pdf"]() == b"%PDF"
    on_page = {json.loads(chart.proto.spec)["layout"]["title"]["text"] for chart in app.get("plotly_chart")}
    assert {figure.to_dict()["layout"]["title"]["text"] for figure in drawn} >= on_page
    assert len(drawn) == len(app.get("plotly_chart")) + further
    monkeypatch.setattr(plots, "browser", lambda: None)
    monkeypatch.undo()
    monkeypatch.setattr(plots, "browser", lambda: None)
    buttons = app_at(f"pages/{page}/page.py", **query).get("download_button")
    (button,) = (one for one in buttons if one.proto.label == plots.LABEL)
    assert button.proto.disabled
    assert "install Chromium" in button.proto.help


def test_only_one_place_draws_figures_one_downloads_and_none_tables_with_a_tool_bar():
    pages = ROOT / "pages"
    texts = {str(path.relative_to(pages)): path.read_text("utf-8") for path in sorted(pages.rglob("*.py"))}
    assert [name for name, text in texts.items() if ".plotly_chart(" in text] == ["shared/look.py"]
    assert [name for name, text in texts.items() if ".download_button(" in text] == ["shared/downloads.py"]
    assert [name for name, text in texts.items() if re.search(r"\bst\.(dataframe|table)\b", text)] == []
