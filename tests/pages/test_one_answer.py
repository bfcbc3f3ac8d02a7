"""One question has one answer: the page, the command and the report, on real and made-up tasks."""

import csv
import io

import pytest

from ordquant_core.__main__ import main
from ordquant_core.writing.spreadsheets import spreadsheet_csv
from pages.shared import downloads
from tests.depth import matrix
from tests.html_tables import cells_of
from tests.pages.apps import ROOT, app_at, chosen, shown, text_of
from tests.report.test_report import Page

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality"
STC3 = ROOT.parent / "shared" / "data" / "stc3"
TESTED = ("--measures", "NMD,RNOD,JSD", "--trials", "100", "--seed", "1")


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


def report_numbers(text):
    """Return {(measure, run): (mean, letters)} and {(measure, run, run): p} as a report has them."""
    page = Page(text)
    of_runs, letters, p_values = {}, {}, {}
    for table in page.tables:
        heads = [cell["text"] for cell in table[0]]
        for row in table[1:]:
            name = row[0]["text"]
            for head, cell in zip(heads[1:], row[1:], strict=True):
                if heads[0] == "Pair of runs":
                    p_values[head, frozenset(name.split(" – "))] = float(cell["title"])
                elif table is page.tables[0]:
                    of_runs[head, name] = float(cell["title"])
                elif heads[0] == "Run" and cell["text"].isalpha():
                    letters[head, name] = cell["text"]
    return of_runs, letters, p_values


@pytest.mark.parametrize(
    ("data", "baselines"),
    [
        ("sample", False),
        ("stc3", True),
        *(pytest.param(*rest, marks=pytest.mark.thorough) for rest in (("sample", True), ("stc3", False))),
    ],
)
def test_the_report_and_the_study_give_the_numbers_of_results(data, baselines, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)  # tables alone
    if data == "stc3" and not STC3.is_dir():
        pytest.skip("needs ../shared/data")
    folder = SAMPLE if data == "sample" else STC3
    files = (
        folder / ("gold.csv" if data == "sample" else "gold_test.json"),
        folder / ("runs" if data == "sample" else "runs_quality"),
    )
    scale = () if data == "sample" else ("--scale", "E")
    more = (*scale, *(["--baselines"] if baselines else []))
    runs, _ = rows_of(capsys, "results", *files, *TESTED, *more)
    pairs, _ = rows_of(capsys, "results", *files, *TESTED, *more, "--pairs")
    assert main(list(map(str, ["report", *files, *TESTED, *more]))) == 0
    text, err = capsys.readouterr()
    assert ("and the baselines Popularity and Uniform" in err) == baselines
    means, letters, p_values = report_numbers(text)
    for row in runs:
        assert means[row["measure"], row["run"]] == float(row["mean"])
        assert letters[row["measure"], row["run"]] == row["group"]
    assert p_values == {(row["measure"], frozenset((row["run_1"], row["run_2"]))): float(row["p"]) for row in pairs}

    tasks = tmp_path / "tasks" / "one"
    tasks.mkdir(parents=True)
    (tasks / files[0].name).write_bytes(files[0].read_bytes())
    for run in files[1].iterdir():
        (tasks / run.name).write_bytes(run.read_bytes())
    settings = ("--trials", "100", "--splits", "10", *(["--baselines"] if baselines else []))
    assert main(["study", str(tmp_path / "tasks"), "--out", str(tmp_path / "out"), *settings]) == 0
    capsys.readouterr()
    name = "one E" if scale else "one"
    powers, _ = rows_of(capsys, "discriminative-power", *files, *TESTED, *scale, "--baselines")
    taus, _ = rows_of(capsys, "agreement", *files, *TESTED[:2], *more)
    for file_name, expected in (("discriminative-power", powers), ("ranking-agreement", taus)):
        written = list(csv.DictReader(io.StringIO((tmp_path / "out" / f"{file_name}.csv").read_text())))
        found = [{key: row[key] for key in expected[0]} for row in written if row["task"] == name]
        assert all(row in found for row in expected), file_name
    caption = " ".join(Page((tmp_path / "out" / "report.html").read_text()).texts["p"])
    for tables, joined in (("System ranking agreement: ", baselines), ("Discriminative power ", True)):
        said = caption[caption.index(tables) :]
        assert ("and the baselines Popularity and Uniform" in said[: said.index("As ")]) == joined


@pytest.mark.parametrize("baselines", matrix([False, True], True))
def test_the_differences_that_one_measure_finds_are_those_of_results_and_say_which_runs_are_compared(made, baselines):
    query = {"baselines": "yes"} if baselines else {}
    app_at("pages/systems/page.py", task="dialogue-quality", trials="100", measures="NMD,RNOD,JSD", **query)
    of_results, lone = of_page(made, "results-pairs.csv"), of_page(made, "systems-one-measure.csv")
    every = {(row["measure"], row["p"], frozenset((row["run_1"], row["run_2"]))) for row in of_results}
    assert lone
    assert {(row["measure"], row["p"], frozenset((row["run_1"], row["run_2"]))) for row in lone} <= every
    expected = f"18 runs{' and the baselines Popularity and Uniform' if baselines else ', without baselines'}"
    assert {row["compared"] for row in lone} == {expected}


def test_baselines_that_are_not_compared_have_the_means_and_intervals_that_they_have_among_the_runs(capsys):
    app = app_at("pages/systems/page.py", task="dialogue-quality", trials="100", measures="NMD,KLD,JSD", measure="JSD")
    expected, _ = rows_of(capsys, "results", SAMPLE / "gold.csv", SAMPLE / "runs", *TESTED, "--baselines")
    of = {row["run"]: row for row in expected if row["measure"] == "JSD"}
    for row in cells_of(shown(app, 'id="standings"'), "standings")[-2:]:
        rank, run, bounds, mean, group = row
        assert (rank, group) == ("", "")
        assert mean == f"{float(of[run]['mean']):.3f}"
        assert bounds == f"{float(of[run]['low']):.3f} to {float(of[run]['high']):.3f}"
    assert run == "Uniform"


def test_a_baseline_with_an_infinite_mean_has_no_interval():
    """KLD of Uniform is infinite where the gold has no vote; that of a run with no probability there is not."""
    gold = ("gold.csv", b"case,a,b,c\nx,3,1,0\ny,0,2,2\nz,1,0,2\n", "text/csv")
    runs = [
        (f"{name}.csv", f"case,a,b,c\nx,{p},{1 - p},0\ny,0,{p},{1 - p}\nz,{p},0,{1 - p}\n".encode(), "text/csv")
        for name, p in (("one", 0.5), ("two", 0.25))
    ]
    app = app_at("pages/systems/page.py", task="own", trials="100", measures="KLD")
    app.file_uploader(key="files_0").set_value([gold, *runs]).run()
    assert not app.exception
    rows = cells_of(shown(app, 'id="standings"'), "standings")
    assert [row[1] for row in rows[:2]] == ["A one", "B two"]
    assert rows[-1] == ["", "Uniform", "n/a", "∞", ""]


def test_plan_says_that_the_runs_of_its_pilot_are_without_baselines():
    plan = app_at("pages/plan/page.py", task="breakdown-labels", baselines="yes")
    assert "Runs of the pilot: 4 runs, without baselines." in text_of(shown(plan, 'id="pilot_runs"'))


def test_a_link_that_names_a_baseline_as_a_or_b_tests_the_baselines_and_another_one_does_not():
    app = app_at("pages/systems/page.py", task="breakdown-labels", trials="100", a="Popularity", b="Uniform")
    assert [chosen(app, letter, "pair").split()[0] for letter in "ab"] == ["Popularity", "Uniform"]
    assert "Runs compared: 4 runs and the baselines Popularity and Uniform." in because(app)
    assert "Runs compared: 4 runs, without baselines." in because(
        app_at("pages/systems/page.py", task="breakdown-labels", trials="100")
    )


def test_baselines_are_tested_where_a_task_has_fewer_than_two_runs():
    gold = ("gold.csv", b"case,a,b,c\nx,3,1,0\ny,0,2,2\nz,1,1,2\n", "text/csv")
    app = app_at("pages/systems/page.py", task="own", trials="100")
    app.file_uploader(key="files_0").set_value([gold]).run()
    assert "Runs compared: the baselines Popularity and Uniform; a test needs two runs." in because(app)


def because(app):
    return text_of(shown(app, 'id="because"'))


@pytest.mark.parametrize(
    "page", ["atlas", "cases", "measures", "nuggets", "plan", "popularity", "ranked_lists", "systems"]
)
def test_each_download_of_a_page_is_another_table(page, made):
    app = app_at(f"pages/{page}/page.py", trials="100", splits="10", n="6", l="4")
    assert not app.exception
    assert len(made) > 1
    assert len({*made.values()}) == len(made)
    for name in made:  # of runs, cases or measures
        assert name.endswith("-pairs.csv") <= (b"_1," in made[name].splitlines()[0]), name
