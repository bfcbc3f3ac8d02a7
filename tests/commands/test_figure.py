"""`figure`: every figure as PDF and SVG, of the runs and measures that are asked for."""

import base64
import csv
import io
import json
import re
from xml.etree import ElementTree as ET

import numpy as np
import pypdf
import pytest
from plotly.io import to_json

import ordquant_core as oq
from ordquant_core import figure_files
from ordquant_core.__main__ import main
from ordquant_core.analysis.scoring import score
from ordquant_core.drawing import tasks
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.drawing.tasks import ON_TASK
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.template import LIGHT
from ordquant_core.tasks.published.reading import read_published
from pages.plan import computed
from tests.pages.apps import FEW_RESAMPLES, app_at, plot
from tests.source_files import ROOT
from tests.valid_figures import check, plain

SAMPLE = ROOT / "ordquant_core" / "samples" / "breakdown-labels"
KEYS = ("NMD", "RNOD", "JSD")
needs_browser = pytest.mark.skipif(figure_files.browser() is None, reason="no Chromium is installed")


TASK = (SAMPLE, "--trials", 50, "--splits", 20, "--seed", 2)
CHOICES = {"measures": ",".join(KEYS), "x": "RNOD", "y": "NMD", "step": 1}  # of those figures that take them
LISTS, NUGGETS = (ROOT / "ordquant_core" / "samples" / name for name in ("ranked-lists", "nuggets"))
THREE = ("--gold", "1,3,6")
TRIALS = {"task": "breakdown-labels", "trials": "100"}
OF_PLAN = {"split_plot": "split", "panel_plot": "second-panel", "needed_plot": "cases-needed"}
ARGUMENTS = {  # what a figure takes besides its name; those of a task where nothing stands here
    "lists-merging": (LISTS, "--sets", 4),
    "atlas": ("--votes", 5, "--x", "NMD", "--y", "DNKT"),
    "artificial": ("--seeds", 2),
    "best-report": (*THREE, "--votes", 2),
    "gap": ("--gold", ".2,.8"),
    "distributions": (*THREE, "--a", "0,0,1", "--b", ".5,.25,.25"),
    "subtask-a": (),
    "subtask-b": (),
    "path": ("--gold", "0,1,2,9,8", "--moves", "a", "--from", 4, "--to", 1, "--x", "RNOD"),
}


def arguments_of(name):
    if name in ON_TASK.figures:
        taken = ON_TASK.figures[name].options
        return (*TASK, *(part for key, value in CHOICES.items() if key in taken for part in (f"--{key}", value)))
    others = {"nuggets": (NUGGETS, "--trials", 50), "lists": (LISTS,)}
    return ARGUMENTS.get(name, others.get(name.partition("-")[0]))


@pytest.fixture(autouse=True)
def plans_are_resampled_a_few_times(monkeypatch):
    for module in (tasks, computed):
        monkeypatch.setattr(module, "RESAMPLES", FEW_RESAMPLES)


@pytest.fixture
def figures(monkeypatch):
    """The figures that the command makes, in place of files: no Chromium draws them."""
    found = []
    monkeypatch.setattr("ordquant_core.commands.figure.browser", lambda: "none")
    monkeypatch.setattr("ordquant_core.commands.figure.save_figure", lambda figure, *_, **__: found.append(figure))
    return found


def made(figures, tmp_path, name, *arguments):
    assert main(["figure", name, *map(str, arguments), "--out", str(tmp_path / "one.svg")]) == 0
    return figures[-1].to_dict()


def drawn(tmp_path, *arguments):
    assert main(["figure", *map(str, arguments), "--out", str(tmp_path)]) == 0
    return tmp_path.read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_one_that_plotly_accepts(figures, tmp_path, name):
    whole = made(figures, tmp_path, name, *arguments_of(name))
    check(whole["data"], whole["layout"])
    assert "click" not in json.dumps(whole["layout"], default=str)  # nobody can, on paper


@pytest.mark.parametrize("name", [one for one in ON_TASK.figures if one != "baselines"])  # on other runs
def test_a_figure_takes_the_options_of_what_it_looks_at_and_no_others(monkeypatch, name):
    fields = {"runs": "a", "measures": "x", "property_key": "property"}  # of a subject: the options that fill them
    options = {**fields, **{one: one for one in ("case", "size", "budget", "power", "step", "given")}}
    seen = set()

    class Recorded(tasks.OfTask):
        def __getattribute__(self, field):
            seen.add(field)
            return super().__getattribute__(field)

    task = oq.load_task(SAMPLE)
    monkeypatch.setattr(tasks, "OfTask", Recorded)
    one = tasks.subject_of(task, score(task, KEYS), n_trials=20, n_splits=4)
    seen.clear()
    ON_TASK.figures[name].draw(one, LIGHT)
    of_both = {"b": "a", "y": "x"}  # of two runs, or two measures
    uses = {of_both.get(option, option) for option in ON_TASK.figures[name].uses}
    assert {options[field] for field in seen & set(options)} == uses - {"measures"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query", "shown"),
    [
        (
            "plan",
            {"task": "breakdown-labels", "measure": "NMD"},
            {name: (one, SAMPLE, "--x", "NMD") for name, one in OF_PLAN.items()},
        ),
        ("measures", {"view": "power", **TRIALS}, {"power_plot": ("p-values", SAMPLE, "--trials", 100)}),
        (
            "measures",
            {"view": "consistency", **TRIALS},
            {"consistency_plot": ("consistency", SAMPLE), "growth_plot": ("growth", SAMPLE)},
        ),
        *(
            ("measures", {"view": view, **TRIALS}, {f"matrix_{view}": (view, SAMPLE, *more)})
            for view, *more in (("agreement",), ("overlap", "--trials", 100), ("information", "--given", "NVD"))
        ),
        (
            "cases",
            {"task": "breakdown-labels", "x": "JSD", "y": "RNOD", "case": "U03"},
            {
                "cases_focus": ("deltas", SAMPLE, "--x", "JSD", "--y", "RNOD"),
                "case_picture": ("case", SAMPLE, "--case-id", "U03"),
            },
        ),
        (
            "popularity",
            {"task": "breakdown-labels", "x": "JSD", "y": "RNOD"},
            {"cases_focus": ("baselines", SAMPLE, "--x", "JSD", "--y", "RNOD")},
        ),
        (
            "atlas",
            {"n": "5", "l": "3", "gold": "0,2,3"},
            {
                "atlas_scatter": ("atlas", "--votes", 5, "--classes", 3),
                "atlas_card": ("distributions", "--gold", "0,2,3", "--a", "popularity", "--b", "uniform"),
            },
        ),
        (
            "which_measure",
            {"show": "properties", "truth": "1,3,6", "k": "2", "property": "RNOD.proper"},
            {
                "propriety_report": ("best-report", *THREE, "--votes", 2, "--x", "RNOD"),
                "propriety_gap": ("gap", *THREE, "--votes", 2, "--x", "RNOD"),
            },
        ),
        (
            "compare",
            {"classes": "1,2,3", "gold": "1,3,6", "a": "popularity", "b": "0,1,0", "card": "path", "measure": "RNOD"},
            {"path_narrow": ("path", *THREE, "--b", "0,1,0", "--x", "RNOD")},
        ),
        (
            "nuggets",
            {"alpha": "0.5"},
            {"nugget_over_alpha": ("nuggets-alpha", NUGGETS), "nugget_points": ("nuggets-runs", NUGGETS)},
        ),
        (
            "ranked_lists",
            {},
            {"lists_scatter": ("lists", LISTS), "lists_differences": ("lists-pairs", LISTS)},
        ),
    ],
)
def test_a_figure_is_that_of_its_page(figures, tmp_path, page, query, shown):
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    for key, (name, *arguments) in shown.items():
        of_page = drawn_points(plot(app, key))  # where the page also marks what is selected
        assert [
            trace for trace in drawn_points(made(figures, tmp_path, name, *arguments)) if trace not in of_page
        ] == []


def test_one_call_in_python_gives_the_figure_of_the_command(figures, tmp_path):
    task = oq.load_task(SAMPLE)
    a, b = task.runs[2], task.runs[1]
    whole = made(figures, tmp_path, "deltas", SAMPLE, "--a", a, "--b", b, "--x", "JSD", "--y", "DNKT")
    assert drawn_points(oq.draw_figure(task, "deltas", a=a, b=b, x="JSD", y="DNKT").to_dict()) == drawn_points(whole)
    for name, options, words in (
        ("group", {}, "no figure 'group'"),
        ("case", {"a": "nobody"}, "no run 'nobody'"),
        ("case", {"x": "NMD"}, "x has no effect on the figure case; it uses a, b, case"),
        ("deltas", {"x": "EMD"}, "Unknown measure 'EMD'"),
        ("deltas", {"x": "KLD"}, "KLD: infinite"),
        ("groups", {"measures": ["NMD", "JSD"]}, "on one measure, and 2 are named: NMD, JSD"),
        ("deltas", {"measures": KEYS}, "on two measures, and 3 are named"),
        ("agreement", {"measures": "NMD"}, "a list of names"),
        ("property", {"x": "NMD", "y": "NMD"}, "the measures disagree on no case or on all cases"),
    ):
        with pytest.raises(oq.OrdquantError, match=words):
            oq.draw_figure(oq.with_baselines(task), name, **options)
    with pytest.raises(oq.OrdquantError, match="no runs"):
        oq.draw_figure(task.only([]), "groups")
    with pytest.raises(oq.OrdquantError, match="found one"):
        oq.save_figure(oq.draw_figure(task, "case"), "one.png")
    with pytest.raises(oq.OrdquantError, match="not an object of the type Task"):
        oq.save_figure(task, "one.pdf")


def drawn_points(figure):
    """Return where the traces of a figure stand, rounded: what its colours and its size do not change."""
    found = []
    for trace in plain(json.loads(to_json(figure, validate=False))["data"]):
        sides = [decoded(trace.get(side)) for side in ("x", "y", "z")]
        found.append([[repr(round(one, 9)) if isinstance(one, float) else str(one) for one in side] for side in sides])
    return found


def decoded(values):
    """Return the values of a trace, which may be written as bytes, as a flat list."""
    if isinstance(values, dict):
        values = np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    flat = np.ravel(np.array(values or [], dtype=object)).tolist()
    return [np.nan if one is None else float(one) if isinstance(one, int) else one for one in flat]


def test_the_figures_are_listed(capsys):
    assert main(["figure", "--list"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["figure"] for row in rows] == list(FIGURES)
    pages = ["Systems", "Measures", "Cases", "Plan", "Compare", "Atlas", "Nuggets", "Data"]
    assert {row["page"] for row in rows} == {
        *pages,
        "Popularity vs Uniform",
        "Ranked lists",
        "Papers",
        "Which measure?",
    }


@pytest.mark.browser
@needs_browser
def test_a_pdf_has_one_page_of_the_size_asked_for_and_its_fonts_inside(tmp_path, capsys):
    drawn(tmp_path / "groups.pdf", "groups", SAMPLE, "--measures", "NMD", "--trials", 100, "--width", 480)
    (page,) = pypdf.PdfReader(tmp_path / "groups.pdf").pages
    assert float(page.mediabox.width) == pytest.approx(480 * 0.75, abs=1)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)
    text = page.extract_text()
    for run in read_published(SAMPLE).task.runs:
        assert run in text
    assert "mean NMD" in text


@pytest.mark.browser
@needs_browser
def test_an_svg_has_a_dot_per_case_of_the_runs_and_measures_asked_for_and_asks_for_nothing(tmp_path, capsys):
    task = read_published(SAMPLE).task
    a, b = task.runs[2], task.runs[0]
    options = ("--a", a, "--b", b, "--x", "JSD", "--y", "RNOD")
    data = drawn(tmp_path / "deltas.svg", "deltas", SAMPLE, *options).decode()
    root = ET.fromstring(data)
    said = " ".join(root.itertext())
    x, y = (np.subtract(*score(task.only([a, b]), (key,)).values[0]).round(12) for key in ("JSD", "RNOD"))
    disagree = int((x * y < 0).sum())
    assert f"Each dot is a case; amber: JSD and RNOD disagree ({disagree})" in said
    assert "◂ A better by JSD B better ▸" in re.sub(r"\s+", " ", said)
    assert f"A {a}, B {b} · r = " in said
    assert len(re.findall(r'class="point\b', data)) == len(task.cases)
    assert "<image" not in data
    assert not re.search(r"(?:href|src|url\()\s*=?\s*[\"']?https?://", data)


@pytest.mark.browser
@needs_browser
def test_several_figures_are_pages_of_one_pdf_each_of_its_own_size(figures, tmp_path, monkeypatch):
    for name in ("groups", "case"):
        made(figures, tmp_path, name, *arguments_of(name))
    monkeypatch.undo()
    pages = pypdf.PdfReader(io.BytesIO(figure_files.sheets(figures, background="#0e1318"))).pages
    heights = [float(page.mediabox.height) / 0.75 for page in pages]
    assert heights == pytest.approx([figure.to_dict()["layout"]["height"] for figure in figures], abs=1)


def test_what_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", "no-such-browser")
    out = tmp_path / "x.pdf"
    for arguments, words in (
        (["nothing", SAMPLE, "--out", out], "Unknown figure 'nothing'; the figures are groups, "),
        (["groups", "--out", out], "name the task"),
        (["groups", SAMPLE], "expected a file that ends in .pdf or .svg"),
        (["groups", SAMPLE, "--out", tmp_path / "x.png"], "expected a file that ends in .pdf or .svg"),
        (["deltas", SAMPLE, "--out", out, "--a", "nobody"], "no run 'nobody'"),
        (["deltas", SAMPLE, "--out", out, "--x", "XYZ"], "Unknown measure 'XYZ'"),
        (["case", SAMPLE, "--out", out, "--case-id", "none"], "no case 'none'"),
        (["groups", SAMPLE, "--out", out, "--dialogue", "D1"], "--dialogue has no effect on the figure groups"),
        (["agreement", SAMPLE, "--out", out, "--case-id", "U01"], "--case-id has no effect on the figure agreement"),
        (["groups", SAMPLE, "--out", out, "--measures", "NMD,JSD"], "on one measure, and 2 are named"),
        (["atlas", SAMPLE, "--out", out], "is about no file"),
        (["atlas", "--classes", "a,b", "--out", out], "not a number of classes"),
        (["path", "--out", out], "--gold 0,1,2,9,8"),
        (["path", *THREE, "--moves", "a", "--out", out], "go together"),
        (["path", *THREE, "--moves", "a", "--from", "9", "--to", "1", "--out", out], "no class '9'"),
        (["lists-merging", LISTS, "--out", out, "--method", "none"], "no method 'none'"),
        (["lists", LISTS, "--out", out, "--method", "Naive"], "--method has no effect on the figure lists"),
        (["lists", SAMPLE, "--out", out], "says that the kind is quantification"),
        (["nuggets-runs", NUGGETS, "--out", out, "--a", "nobody"], "no run 'nobody'"),
        (["case", SAMPLE, "--out", out], "no-such-browser cannot be started"),
    ):
        assert main(["figure", *map(str, arguments)]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.delenv("BROWSER_PATH")
    monkeypatch.setenv("PATH", "")
    assert main(["figure", "groups", str(SAMPLE), "--out", str(out)]) == 2
    assert "install Chromium or Chrome" in capsys.readouterr().err
    assert not out.exists()


def test_no_figure_makes_no_sheet():
    with pytest.raises(OrdquantError, match="no figure"):
        figure_files.sheets([])
