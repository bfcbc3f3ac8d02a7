"""One question has one answer: the page, its downloads, the command and the report, on real and made-up tasks."""

import csv
import io

import pytest

from ordquant_core.__main__ import main
from ordquant_core.tables.writing.spreadsheets import spreadsheet_csv
from pages.shared import downloads
from tests.pages.apps import ROOT, app_at, shown, text_of

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "assets" / "samples" / "dialogue-quality"
STC3 = ROOT.parent / "shared" / "data" / "stc3"
NUMBERS = {"results.csv": (), "results-pairs.csv": ("--pairs",)}
TESTED = ("--measures", "NMD,RNOD,JSD", "--trials", "300", "--seed", "1")


@pytest.fixture
def made(monkeypatch):
    """The tables of the Download menu, by the names of their files."""
    found = {}
    keep = lambda label, make, name, notes=(): found.__setitem__(name, spreadsheet_csv(make()))  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    return found


def rows_of(capsys, *arguments):
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 0
    out, err = capsys.readouterr()
    return list(csv.DictReader(io.StringIO(out))), err


def of_page(made, name):
    return list(csv.DictReader(io.StringIO(made[name].decode("utf-8-sig"))))


def uploaded(page, **query):
    app = app_at(page, task="own", trials="300", measures="NMD,RNOD,JSD", **query)
    files = [STC3 / "gold_test.json", *sorted((STC3 / "runs_quality").iterdir())]
    app.file_uploader(key="files_0").set_value([(one.name, one.read_bytes(), "text/plain") for one in files]).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("baselines", [False, True])
def test_systems_and_results_give_the_same_numbers_on_the_sample(made, capsys, baselines):
    query = {"baselines": "yes"} if baselines else {}
    app = app_at("pages/systems/page.py", task="dialogue-quality", trials="300", measures="NMD,RNOD,JSD", **query)
    assert not app.exception
    for name, more in NUMBERS.items():
        options = (*more, *(["--baselines"] if baselines else []))
        rows, err = rows_of(capsys, "results", SAMPLE / "gold.csv", SAMPLE / "runs", *TESTED, *options)
        assert of_page(made, name) == rows
        assert ("Popularity and Uniform" in err) == baselines


@pytest.mark.skipif(not STC3.is_dir(), reason="needs ../shared/data")
@pytest.mark.parametrize("scale", ["A", "E"])
def test_systems_and_results_give_the_same_numbers_on_stc_3(made, capsys, scale):
    uploaded("pages/systems/page.py", scale=scale)
    for name, more in NUMBERS.items():
        files = STC3 / "gold_test.json", STC3 / "runs_quality"
        rows, err = rows_of(capsys, "results", *files, "--scale", scale, *TESTED, *more)
        assert of_page(made, name) == rows
        assert "note: compared: 9 runs, without baselines" in err


@pytest.mark.skipif(not STC3.is_dir(), reason="needs ../shared/data")
def test_measures_and_the_commands_give_the_same_numbers_on_stc_3(made, capsys):
    uploaded("pages/measures/page.py", scale="A", view="agreement")
    keys = TESTED[:2]
    rows, _ = rows_of(capsys, "agreement", STC3 / "gold_test.json", STC3 / "runs_quality", "--scale", "A", *keys)
    page = of_page(made, "measures-agreement.csv")
    assert [{key: row[key] for key in rows[0]} for row in page] == rows
    uploaded("pages/measures/page.py", scale="A", view="power")
    files = STC3 / "gold_test.json", STC3 / "runs_quality"
    rows, _ = rows_of(capsys, "discriminative-power", *files, "--scale", "A", *TESTED)
    page = [row for row in of_page(made, "measures-power.csv") if "Tukey" in row["test"]]
    assert [{key: row[key] for key in rows[0]} for row in page] == rows


def test_a_link_that_names_a_baseline_as_a_or_b_tests_the_baselines_and_another_one_does_not():
    app = app_at("pages/systems/page.py", task="breakdown-labels", trials="100", a="Popularity", b="Uniform")
    assert [app.selectbox(key=f"systems_{letter}").value for letter in "ab"] == ["Popularity", "Uniform"]
    assert "Tested together: 4 runs, Popularity and Uniform." in because(app)
    assert "Tested together: 4 runs, without baselines." in because(
        app_at("pages/systems/page.py", task="breakdown-labels", trials="100")
    )


def test_baselines_are_tested_where_a_task_has_fewer_than_two_runs():
    gold = ("gold.csv", b"case,a,b,c\nx,3,1,0\ny,0,2,2\nz,1,1,2\n", "text/csv")
    app = app_at("pages/systems/page.py", task="own", trials="100")
    app.file_uploader(key="files_0").set_value([gold]).run()
    assert "Tested together: Popularity and Uniform; a test needs two runs." in because(app)


def because(app):
    return text_of(shown(app, 'id="because"'))
