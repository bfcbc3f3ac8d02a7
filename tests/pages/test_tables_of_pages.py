"""On all pages: the numbers of a table stand in a download of its page, and a download is what its command writes."""

import io
import math
import re
import shlex
from itertools import product

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from ordquant_core import frame_html
from ordquant_core.__main__ import main
from ordquant_core.analysis.planning.design import DIFFERENCES
from ordquant_core.analysis.planning.split import usual_cases
from ordquant_core.glossary import Kind
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.writing.spreadsheets import csv_text
from pages.ranked_lists.state import DEFAULT
from pages.shared import downloads
from tests.depth import matrix
from tests.pages.apps import FEW_RESAMPLES, ROOT, app_at
from tests.pages.every_page import PAGES, SECTIONS
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

MORE = {  # sections that `every_page` does not open
    "systems": [{"ranking": "all", "trials": "100"}, {"show": "tasks", "also": "breakdown-labels", "trials": "100"}],
    "popularity": [{"show": "cases"}, {"show": "tasks", "also": "breakdown-labels"}],
    "ranked_lists": [{"show": "merged"}, {"show": "all"}],
    "atlas": [{"view": "by_score"}],
    "which_measure": [{"show": "properties", "truth": "1,1", "k": "2", "property": "NMD.proper"}],
}
OPENED = [
    (page, {name: text.format(key="RNOD") for name, text in query.items()})
    for page in PAGES
    for query in (*SECTIONS.get(page, [{}]), *MORE.get(page, ()))
]
IN_NO_DOWNLOAD = {  # parts of columns, kinds of columns, pages
    "largest": "where a bar ends",
    Kind.VALUE: "a step of a calculation",
    Kind.CONTRIBUTION: "a step of a calculation",
    "data": "the preview of one's own files",
}


@pytest.fixture
def offered(monkeypatch):
    """The tables that can be downloaded, by the names of their files, as they are read from these."""
    frames = {}
    keep = lambda label, make, name, notes=(): frames.update({name: read(csv_text(make()))})  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    begin_afresh()
    yield frames
    begin_afresh()


@pytest.fixture
def drawn(monkeypatch):
    """The columns of all tables that are drawn, each with its frame."""
    columns, cells = [], frame_html._cells
    monkeypatch.setattr(frame_html, "_cells", lambda *column: [columns.append(column), cells(*column)][1])
    return columns


def read(text):
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


def numbers_in(values):
    """Return the numbers that are not whole, to twelve digits and without their signs."""
    words = re.findall(r"\d+\.\d+(?:e[+-]\d+)?", " ".join(map(str, values)))
    return {f"{value:.11e}" for value in map(float, words) if math.isfinite(value) and value % 1}


@pytest.mark.parametrize(("page", "query"), OPENED)
def test_every_number_of_a_table_can_be_downloaded(drawn, offered, page, query):
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    known = numbers_in(cell for frame in offered.values() for name in frame for cell in frame[name])
    left = {
        f"{column.name}: {part}": numbers_in(cell for cell in frame[part] if not isinstance(cell, str)) - known
        for column, frame in drawn
        for part in column.parts
        if IN_NO_DOWNLOAD.keys().isdisjoint((page, part, column.kind))
    }
    assert {name: numbers for name, numbers in left.items() if numbers} == {}


SAMPLES = shlex.quote((ROOT / "ordquant_core" / "samples").as_posix())
QUALITY, RUNS = f"{SAMPLES}/dialogue-quality/gold.csv", f"{SAMPLES}/dialogue-quality/runs"
STC3 = ROOT.parent / "shared" / "data" / "stc3"
OPTIONS = "--measures NMD,RNOD,JSD --trials 300 --seed 1"
ADDED = {"task", "runs", "given", "compared", "alpha", "trials", "seed", "run_a", "run_b"}  # no file else says them
OF_RUNS = [  # page, how it is opened, {download: what the command writes}; FILES: gold and runs
    (
        "systems",
        {},
        {
            "results.csv": f"results FILES {OPTIONS}",
            "results-pairs.csv": f"results FILES {OPTIONS} --pairs",
            "results-wide.csv": f"results FILES {OPTIONS} --table wide",
        },
    ),
    ("measures", {"view": "agreement"}, {"measures-agreement.csv": "agreement FILES --measures NMD,RNOD,JSD"}),
    ("measures", {"view": "power"}, {"measures-power.csv": f"discriminative-power FILES {OPTIONS}"}),
    (
        "measures",
        {"view": "overlap"},
        {
            "measures-overlaps.csv": f"overlap FILES {OPTIONS}",
            "contradictions.csv": f"contradictions FILES {OPTIONS}",
        },
    ),
    (
        "measures",
        {"view": "information", "given": ""},
        {"measures-information.csv": "information-tau FILES --measures NMD,RNOD,JSD"},
    ),
]
SPACE = "atlas --votes 6 --classes 4"
SIZES = ",".join(map(str, usual_cases((3, 5, 10, 20))))
PLAN = f"plan {QUALITY} {RUNS} --seed 1"
COMPARE = f"compare --measures {','.join(MAIN_MEASURES)} {QUALITY}"
LISTS = f"rank-lists {SAMPLES}/ranked-lists"
OTHERS = [
    ("popularity", {}, {"wins.csv": f"{COMPARE} baseline:popularity baseline:uniform"}),
    ("cases", {"a": "system-02", "b": "Uniform"}, {"wins.csv": f"{COMPARE} {RUNS}/system-02.csv baseline:uniform"}),
    (
        "plan",
        {"measure": "RNOD", "measures": "NMD,RNOD,JSD"},
        {
            "plan-split.csv": f"{PLAN} --split --measures RNOD --resamples {FEW_RESAMPLES} --cases {SIZES}",
            "plan-noise.csv": f"{PLAN} --noise --measures NMD,RNOD,JSD",
            "plan-noise-cases.csv": f"{PLAN} --noise --per-case --measures NMD,RNOD,JSD",
            "plan-cases.csv": f"{PLAN} --design --measures NMD,RNOD,JSD --difference {','.join(map(str, DIFFERENCES))}",
        },
    ),
    (
        "atlas",
        {"n": "6", "l": "4", "x": "NMD", "y": "RNOD"},
        {
            "atlas-preferences.csv": f"{SPACE} --measures {','.join(MAIN_MEASURES)}",
            "atlas-all-disagreements.csv": f"{SPACE} --table disagreements --measures {','.join(MAIN_MEASURES)}",
        },
    ),
    ("nuggets", {}, {"nuggets-dialogues.csv": f"nuggets {SAMPLES}/nuggets --per-case"}),
    ("ranked_lists", {}, {"ranked-lists-pairs.csv": f"{LISTS} --difference --measures RIC,{','.join(DEFAULT)}"}),
    ("ranked_lists", {"show": "all"}, {"ranked-lists-together.csv": f"{LISTS} --joint"}),
]


def assert_written(capsys, offered, commands):
    """Check that downloads are what commands write, but for what a file alone cannot say; return the notes of these."""
    notes = []
    for name, command in commands.items():
        capsys.readouterr()
        assert main(shlex.split(command)) == 0
        out, err = capsys.readouterr()
        written, page = read(out), offered[name]
        assert_frame_equal(page.drop(columns=[*(ADDED - {*written}) & {*page}]), written, obj=name)
        notes.append(err)
    return notes


@pytest.mark.parametrize(("page", "query", "commands"), OTHERS)
def test_a_download_is_what_its_command_writes(offered, capsys, page, query, commands):
    assert not app_at(f"pages/{page}/page.py", **query).exception
    assert_written(capsys, offered, commands)


@pytest.mark.parametrize(("page", "query", "commands"), OF_RUNS)
@pytest.mark.parametrize(
    ("scale", "baselines"), matrix([*product(["", "A", "E"], [False, True])], ("", True), ("E", False))
)
def test_what_is_said_of_all_runs_is_what_its_command_writes(offered, capsys, page, query, commands, scale, baselines):
    """On the sample, and on the two scales of STC-3 as files of a visitor."""
    if scale and not STC3.is_dir():
        pytest.skip("needs ../shared/data")
    files = f"{QUALITY} {RUNS}"
    query = {"measures": "NMD,RNOD,JSD", "trials": "300", **query}
    query |= {"baselines": "yes"} if baselines else {}
    if scale:
        gold, runs = STC3 / "gold_test.json", STC3 / "runs_quality"
        files = f"{shlex.join([gold.as_posix(), runs.as_posix()])} --scale {scale}"
        query |= {"task": "own", "scale": scale}
    app = app_at(f"pages/{page}/page.py", **query)
    if scale:
        of_visitor = [(path.name, path.read_bytes(), "text/plain") for path in (gold, *sorted(runs.iterdir()))]
        app.file_uploader(key="files_0").set_value(of_visitor).run()
    assert not app.exception
    files += " --baselines" * baselines
    notes = assert_written(capsys, offered, {name: text.replace("FILES", files) for name, text in commands.items()})
    for note in notes:
        assert ("and the baselines Popularity and Uniform" in note) == baselines
