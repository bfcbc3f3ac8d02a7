"""`figure`: every option changes the figures that take it; a figure is that of its page, of Python, and a file."""

import base64
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
from ordquant_core.__main__ import parsers
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.figure import WRITTEN
from ordquant_core.commands.options import written
from ordquant_core.drawing import tasks
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.drawing.others import ON_LISTS, ON_NUGGETS, ON_PICTURE, ON_SPACE
from ordquant_core.drawing.tasks import ON_TASK
from ordquant_core.errors import OrdquantError
from pages.plan import computed
from tests.commands.files import FILES, SAMPLES, done
from tests.commands.test_options import READING
from tests.depth import matrix
from tests.pages.apps import FEW_RESAMPLES, app_at, plot
from tests.valid_figures import plain

SAMPLE, LISTS, NUGGETS = (SAMPLES / name for name in ("breakdown-labels", "ranked-lists", "nuggets"))
needs_browser = pytest.mark.skipif(figure_files.browser() is None, reason="no Chromium is installed")


@pytest.fixture(autouse=True)
def plans_are_resampled_a_few_times(monkeypatch):
    for module in (tasks, computed):
        monkeypatch.setattr(module, "RESAMPLES", FEW_RESAMPLES)


@pytest.fixture
def figure(monkeypatch):
    """Run the command; return the figure that it makes, in place of a file: no Chromium draws it."""
    found = []
    monkeypatch.setattr("ordquant_core.commands.figure.browser", lambda: "none")
    monkeypatch.setattr(
        "ordquant_core.commands.figure.save_figure", lambda one, _, *, width: found.append((one.to_dict(), width))
    )

    def make(name, *arguments):
        answer = done("figure", name, *arguments, "--out", "one.svg")
        make.note = answer.notes[-1]
        assert make.note.startswith("one.svg: ")
        return found[-1][0]

    make.found = found
    return make


# --- what options change ---

GOLD = {"numbers": ("1,3,6", "3,3,4")}
VALUES = {  # of a kind: what stands after the name, and two values of each option that its figures use
    id(ON_TASK): (
        (*FILES.split(), "--trials", 20, "--splits", 6),
        {
            **{"a": ("run2", "run0"), "b": ("run3", "run1"), "x": ("NMD", "RNOD"), "y": ("JSD", "RNOD")},
            **{"measures": ("NMD,RNOD,JSD", "NMD,RNOD,RNSS"), "given": ("NVD", "DNKT"), "size": (3, 5)},
            **{"case": ("c1", "c2"), "property": ("entropy", "variance"), "step": (1, 2)},
            **{"budget": (100, 200), "power": (0.8, 0.5)},
        },
    ),
    id(ON_NUGGETS): ((NUGGETS, "--trials", 20), {
        **{"a": ("system-01", "system-02"), "b": ("system-03", "system-04"), "x": ("RNSS", "JSD")},
        **{"nugget_alpha": (0.5, 0.2), "dialogue": ("N01", "N02")},
    }),
    id(ON_LISTS): ((LISTS,), {
        **{"a": ("keyword-1", "keyword-2"), "b": ("neural-1", "hybrid-2"), "x": ("AP", "nDCG")},
        **{"method": ("CombMNZ", "CombANZ"), "sets": (3, 5), "runs_per_set": (2, 3)},
    }),
    id(ON_SPACE): ((), {
        **{"a": ("popularity", "median"), "b": ("uniform", "smoothed"), "x": ("NMD", "JSD"), "y": ("RNOD", "RNSS")},
        **{"votes": (4, 5), "classes": (3, 4), "seeds": (1, 2), **GOLD},
    }),
    id(ON_PICTURE): ((), {
        **{"a": (".2,.3,.5", "0,0,1"), "b": (".5,.25,.25", "1,0,0"), "x": ("NMD", "RNOD")},
        **{"classes": ("1,2,3", "3,2,1"), "positions": ("1,2,3", "1,2,9"), "moves": ("a", "b")},
        **{"source": (3, 2), "target": (1, 2), **GOLD},
    }),
}  # fmt: skip
SETTINGS = {  # of all figures: one that they change
    ("p-values", "--trials"): (20, 50),
    ("p-values", "--alpha"): (0.05, 0.4),
    ("p-values", "--seed"): (1, 2),
    ("consistency", "--splits"): (6, 9),
    ("groups", "--positions"): ("1,2,3", "1,2,9"),
    ("groups", "--classes"): ("a,b,c", "b,a,c"),
}


def option(name):
    return WRITTEN.get(name, written(name))


def make_note(note):
    """Return what a note says of a figure of a task: A and B, x and y, the case; of one on all measures nothing."""
    return {key.lower(): word for key, word in re.findall(r"(?:: |, )(A|B|x|y|case) (\S+?)(?=,|$)", note)}


OWN = {  # of single figures: some values are no use to them
    "steps-a": {"x": ("RSNOD", "NMD")},
    "steps-b": {"x": ("RSNOD", "NMD")},
    "artificial": {"votes": (6, 9)},
    "second-panel": {"budget": (100, 7)},  # none is resampled with 7 votes
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_option_that_a_figure_uses_changes_it(figure, task, name):
    files, values = VALUES[id(FIGURES[name].kind)]
    values = {use: (values | OWN.get(name, {}))[use] for use in FIGURES[name].uses}
    chosen = {option(use): first for use, (first, _) in values.items()}

    def drawn(**changed):
        return to_json(
            figure(name, *files, *(part for pair in (chosen | changed).items() for part in pair)), validate=False
        )

    first = drawn()
    of_task, names = FIGURES[name].kind is ON_TASK, [use for use in ("a", "b", "x", "y", "case") if use in values]
    said = make_note(figure.note)
    assert of_task <= (said == {use: values[use][0] for use in names}), figure.note
    assert "click" not in first.lower().partition('"layout"')[2]  # nobody can, on paper
    for use, (_, other) in values.items():
        assert drawn(**{option(use): other}) != first, use


@pytest.mark.parametrize(("name", "option"), SETTINGS)
def test_settings_of_all_figures_change_one(figure, task, name, option):
    files = VALUES[id(ON_TASK)][0]
    first, second = (points(figure(name, *files, option, value)) for value in SETTINGS[name, option])
    assert first != second


def test_baselines_and_the_width_are_taken(figure, task):
    whole = json.dumps(figure("groups", *VALUES[id(ON_TASK)][0], "--baselines", "--width", 480), default=str)
    assert "Popularity" in whole
    assert "Uniform" in whole
    assert [width for _, width in figure.found] == [480]
    assert "Popularity" not in json.dumps(figure("groups", *VALUES[id(ON_TASK)][0]), default=str)
    assert figure.found[-1][1] == 640


def test_every_option_is_tested_here():
    used = {option(use) for entry in FIGURES.values() for use in entry.uses} | {name for _, name in SETTINGS}
    known = {*parsers()[1]["figure"]._option_string_actions} - {*READING._option_string_actions}
    assert known - used == {"-h", "--help", "--list", "--out", "--plugin", "--width", "--baselines"}
    assert {use for entry in FIGURES.values() for use in entry.uses} == set().union(*(of for _, of in VALUES.values()))
    assert done("figure --list").column("figure", str) == [*FIGURES]


# --- the same on pages, in Python, as files ---

THREE = ("--gold", "1,3,6")
TRIALS = {"task": "breakdown-labels", "trials": "100"}
PAIR = {"task": "breakdown-labels", "x": "JSD", "y": "RNOD"}
AXES = ("--x", "JSD", "--y", "RNOD")
ON_PAGES = [  # page, its link, the figure of each plot
    ("plan", {"task": "breakdown-labels", "measure": "NMD"}, {
        f"{plot}_plot": (name, SAMPLE, "--x", "NMD")
        for plot, name in {"split": "split", "panel": "second-panel", "needed": "cases-needed"}.items()
    }),
    ("measures", {"view": "power", **TRIALS}, {"power_plot": ("p-values", SAMPLE, "--trials", 100)}),
    ("measures", {"view": "consistency", **TRIALS}, {
        "consistency_plot": ("consistency", SAMPLE), "growth_plot": ("growth", SAMPLE),
    }),
    *(
        ("measures", {"view": view, **TRIALS}, {f"matrix_{view}": (view, SAMPLE, *more)})
        for view, *more in (("agreement",), ("overlap", "--trials", 100), ("information", "--given", "NVD"))
    ),
    ("cases", {**PAIR, "case": "U03"}, {
        "cases_focus": ("deltas", SAMPLE, *AXES), "case_picture": ("case", SAMPLE, "--case-id", "U03"),
    }),
    ("popularity", PAIR, {"cases_focus": ("baselines", SAMPLE, *AXES)}),
    ("atlas", {"n": "5", "l": "3", "gold": "0,2,3"}, {
        "atlas_scatter": ("atlas", "--votes", 5, "--classes", 3),
        "atlas_card": ("distributions", "--gold", "0,2,3", "--a", "popularity", "--b", "uniform"),
    }),
    ("which_measure", {"show": "properties", "truth": "1,3,6", "k": "2", "property": "RNOD.proper"}, {
        "propriety_report": ("best-report", *THREE, "--votes", 2, "--x", "RNOD"),
        "propriety_gap": ("gap", *THREE, "--votes", 2, "--x", "RNOD"),
    }),
    (
        "compare",
        {"classes": "1,2,3", "gold": "1,3,6", "a": "popularity", "b": "0,1,0", "card": "path", "measure": "RNOD"},
        {"path": ("path", *THREE, "--b", "0,1,0", "--x", "RNOD")},
    ),
    ("nuggets", {"alpha": "0.5"}, {
        "nugget_over_alpha": ("nuggets-alpha", NUGGETS), "nugget_points": ("nuggets-runs", NUGGETS),
    }),
    ("ranked_lists", {}, {"lists_scatter": ("lists", LISTS), "lists_differences": ("lists-pairs", LISTS)}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("page", "query", "shown"), matrix(ON_PAGES, ON_PAGES[2], ON_PAGES[6], ON_PAGES[-1]))
def test_a_figure_is_that_of_its_page(figure, page, query, shown):
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    for key, (name, *arguments) in shown.items():
        of_page = points(plot(app, key))  # where the page also marks what is selected
        assert [trace for trace in points(figure(name, *arguments)) if trace not in of_page] == []


def points(figure):
    """Return what stands where in a figure, rounded: what its colours and its size do not change."""
    found = []
    whole = plain(json.loads(to_json(figure, validate=False)))
    for trace in whole["data"]:
        sides = [decoded(trace.get(side)) for side in ("x", "y", "z")]
        found.append([[repr(round(one, 9)) if isinstance(one, float) else str(one) for one in side] for side in sides])
    return found


def decoded(values):
    """Return the values of a trace, which may be written as bytes, as a flat list."""
    if isinstance(values, dict):
        values = np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    flat = np.ravel(np.array(values or [], dtype=object)).tolist()
    return [np.nan if one is None else float(one) if isinstance(one, int) else one for one in flat]


def test_one_call_in_python_gives_the_figure_of_the_command(figure):
    task = oq.load_task(SAMPLE)
    a, b = task.runs[2], task.runs[1]
    whole = figure("deltas", SAMPLE, "--a", a, "--b", b, "--x", "JSD", "--y", "DNKT")
    assert points(oq.draw_figure(task, "deltas", a=a, b=b, x="JSD", y="DNKT").to_dict()) == points(whole)
    for name, options, words in (
        ("deltas", {"x": "KLD"}, "KLD: infinite"),
        ("deltas", {"measures": ["NMD", "JSD", "RPS"]}, "on two measures, and 3 are named"),
        ("agreement", {"measures": "NMD"}, "a list of names"),
        ("property", {"x": "NMD", "y": "NMD"}, "the measures disagree on no case or on all cases"),
    ):
        with pytest.raises(oq.OrdquantError, match=words):
            oq.draw_figure(oq.with_baselines(task), name, **options)
    for call, words in (
        (lambda: oq.draw_figure(task.only([]), "groups"), "no runs"),
        (lambda: oq.save_figure(oq.draw_figure(task, "case"), "one.png"), "found one"),
        (lambda: oq.save_figure(task, "one.pdf"), "not an object of the type Task"),
        (lambda: figure_files.sheets([]), "no figure"),
    ):
        with pytest.raises(OrdquantError, match=words):
            call()


@pytest.mark.browser
@needs_browser
def test_an_svg_has_a_dot_per_case_of_the_runs_and_measures_asked_for_and_asks_for_nothing(task, tmp_path):
    a, b = task.runs[2], task.runs[3]
    done("figure", "deltas", *FILES.split(), "--a", a, "--b", b, *AXES, "--out", tmp_path / "deltas.svg")
    data = (tmp_path / "deltas.svg").read_text()
    said = " ".join(ET.fromstring(data).itertext())
    x, y = (np.subtract(*score(task.only([a, b]), (key,)).values[0]).round(12) for key in ("JSD", "RNOD"))
    assert f"Each dot is a case; amber: JSD and RNOD disagree ({(x * y < 0).sum()})" in said
    assert "◂ A better by JSD B better ▸" in re.sub(r"\s+", " ", said)
    assert f"A {a}, B {b} · r = " in said
    assert len(re.findall(r'class="point\b', data)) == len(task.cases)
    assert "<image" not in data
    assert not re.search(r"(?:href|src|url\()\s*=?\s*[\"']?https?://", data)


@pytest.mark.browser
@needs_browser
def test_several_figures_are_pages_of_one_pdf_each_of_its_own_size_with_their_fonts_inside():
    task = oq.load_task(SAMPLE)
    figures = [oq.draw_figure(task, "groups", n_trials=50), oq.draw_figure(task, "case")]
    pages = pypdf.PdfReader(io.BytesIO(figure_files.sheets(figures, background="#0e1318", width=480))).pages
    assert [float(page.mediabox.width) for page in pages] == pytest.approx([480 * 0.75] * 2, abs=1)
    heights = [float(page.mediabox.height) / 0.75 for page in pages]
    assert heights == pytest.approx([one.to_dict()["layout"]["height"] for one in figures], abs=1)
    fonts = [font.get_object() for font in pages[0]["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)
    assert all(run in pages[0].extract_text() for run in task.runs)
