"""The command line: columns, full precision, exit codes, and one line for every error."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.measures.views import VIEWS

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "../shared/data/stc3"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")
GOLD = "case,a,b,c\nx,0,1,3\ny,2,2,0\nz,1,1,2\n"
RUN = "case,c,b,a\nz,.4,.3,.3\nx,.5,.25,.25\ny,0,1,0\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "run.csv").write_text(RUN)
    (tmp_path / "off.csv").write_text("case,a,b,c\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n")
    return tmp_path


@pytest.fixture
def table(capsys):
    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert code == 0, err
        assert "\r" not in out
        header, *rows = csv.reader(io.StringIO(out))
        return header, rows, err

    return call


@pytest.fixture
def refused(capsys):
    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert code == 2
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        return err

    return call


def shell(*arguments, **options):
    command = [sys.executable, "-W", "error", "-m", "ordquant_core", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", **options)


# --- measure ---


def test_measure_scores_one_pair_by_every_measure_in_full_precision(table):
    header, rows, _ = table("measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0")
    assert header == ["measure", "score"]
    assert [key for key, _ in rows] == list(oq.MEASURES)
    for key, value in rows:
        assert float(value) == oq.MEASURES[key]([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])


def test_measure_takes_a_choice_of_measures_in_the_order_given(table):
    _, rows, _ = table("measure", "--gold", "1,0", "--estimate", "0,1", "--measures", "RNOD, NMD,RNOD")
    assert rows == [["RNOD", "1.0"], ["NMD", "1.0"]]


def test_infinite_scores_are_written_as_inf(table):
    assert table("measure", "--gold", "1,0", "--estimate", ".5,.5", "--measures", "KLD")[1] == [["KLD", "inf"]]


@pytest.mark.parametrize(
    ("gold", "estimate", "words"),
    [
        ("0.5,0.3,0,0,0", "0,0,0,0,1", "(0.5, 0.3, 0, 0, 0) sums to 0.8"),
        ("1,0", "1,0,0", "2 classes"),
        ("a,b", "1,0", "--gold: 'a' is not a number"),
        ("1,0", "1,nan", "--estimate: 'nan' is not a number"),
        ("1,0", "1,1_0", "--estimate: '1_0'"),
        ("1,", "1,0", "--gold: '' is not a number"),
        ("-1,2", "1,0", "negative number -1"),
        ("-.5,1.5", "1,0", "negative number -0.5"),
        ("1", "1", "two or more classes"),
        ("0,0", "1,0", "sums to 0"),
        ("1e308,1e308", "1,0", "gold"),
    ],
)
def test_measure_refuses_what_is_no_distribution(refused, gold, estimate, words):
    assert words in refused("measure", "--gold", gold, "--estimate", estimate)


# --- score ---


def test_score_writes_the_mean_of_every_run_and_measure(table, folder):
    header, rows, err = table("score", "gold.csv", "run.csv", "baseline:popularity", "baseline:uniform")
    assert header == ["run", "measure", "mean", "cases"]
    assert [row[:2] for row in rows] == [[run, key] for run in ("run", "Popularity", "Uniform") for key in oq.MEASURES]
    assert {row[3] for row in rows} == {"3"}
    assert err == ""
    gold = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]])
    run = np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])
    means = {(name, key): float(mean) for name, key, mean, _ in rows}
    for key, measure in oq.MEASURES.items():
        assert means["run", key] == pytest.approx(measure(gold, run).mean(), abs=1e-15)
        assert means["Popularity", key] == pytest.approx(measure(gold, oq.popularity(gold)).mean(), abs=1e-15)


def test_score_per_case_writes_a_row_per_run_case_and_measure(table, folder):
    header, rows, _ = table("score", "gold.csv", "run.csv", "--per-case", "--measures", "NMD,NVD")
    assert header == ["run", "case", "measure", "score"]
    assert [row[:3] for row in rows] == [["run", case, key] for case in "xyz" for key in ("NMD", "NVD")]
    assert float(rows[0][3]) == oq.MEASURES["NMD"]([0, 1, 3], [0.25, 0.25, 0.5])


def test_score_adds_views_only_when_they_are_asked_for(table, folder):
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD,MD,SS")
    assert [row[1] for row in rows] == ["NMD", "MD", "SS"]
    header, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD,MD,SS", "--views")
    assert header == ["run", "measure", "mean", "cases"]
    means = {row[1]: float(row[2]) for row in rows}
    assert list(means) == ["NMD", "MD", "SS", *VIEWS]
    assert means["EMD"] == means["MD"]
    assert means["MSE"] == pytest.approx(means["SS"] / 3, abs=1e-15)
    assert means["NEG_LOG2_NMD"] == -np.log2(means["NMD"])
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "EMD,NMD,NEG_LOG2_NMD")
    assert [row[1] for row in rows] == ["EMD", "NMD", "NEG_LOG2_NMD"]
    assert {row[3] for row in rows} == {"3"}


def test_views_of_means_have_no_row_per_case(table, refused, folder):
    header, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD", "--views", "--per-case")
    assert header == ["run", "case", "measure", "score"]
    assert [row[2] for row in rows] == ["NMD", "EMD", "MSE", "RSNOD_ALL", "KLD_NATS"] * 3
    err = refused("score", "gold.csv", "run.csv", "--measures", "NEG_LOG2_NMD", "--per-case")
    assert "NEG_LOG2_NMD is made of the mean over all cases: a case has none." in err
    assert "Unknown measure 'EMD'" in refused("compare", "gold.csv", "run.csv", "baseline:uniform", "--measures", "EMD")


def test_options_may_stand_between_the_runs(table, folder):
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD", "baseline:uniform")
    assert [row[0] for row in rows] == ["run", "Uniform"]


def test_renormalised_rows_are_noted_beside_the_output(table, refused, folder):
    err = refused("score", "gold.csv", "off.csv")
    assert "off.csv, case x: (0.5, 0.495, 0) sums to 0.995" in err
    _, rows, err = table("score", "gold.csv", "off.csv", "--measures", "NMD", "--renormalise")
    assert err == "note: off.csv: 1 row divided by its sum (case x)\n"
    assert len(rows) == 1


def test_a_scale_is_for_the_files_that_have_scales(table, refused, folder):
    classes = ("-2", "-1", "0", "1", "2")
    gold = [{"id": "x", "annotations": [{"quality": {"A": 1, "E": 0}}]}]
    (folder / "gold.json").write_text(json.dumps(gold))
    (folder / "run5.csv").write_text(f"case,{','.join(classes)}\nx,0,0,0,1,0\n")
    _, rows, _ = table("score", "gold.json", "run5.csv", "--scale", "A", "--measures", "NMD")
    assert rows == [["run5", "NMD", "0.0", "1"]]
    assert "choose one: A, E" in refused("score", "gold.json", "run5.csv")
    assert "has no scale 'S'; choose one: A, E" in refused("score", "gold.json", "run5.csv", "--scale", "S")
    assert "gold.csv: has no scale 'A'" in refused("score", "gold.csv", "run.csv", "--scale", "A")


# --- compare ---


def test_compare_counts_preferences_and_correlates_deltas(table, folder):
    header, rows, _ = table("compare", "gold.csv", "run.csv", "baseline:uniform", "--measures", "NMD,NVD,KLD")
    assert header == [
        *("measure", "prefers_a", "prefers_b", "ties", "mean_delta"),
        *("pearson_NMD", "pearson_NVD", "pearson_KLD"),
    ]
    values = {row[0]: row[1:] for row in rows}
    assert values["NMD"][:3] == ["2", "0", "1"]
    assert float(values["NMD"][4]) == pytest.approx(1)
    assert values["NMD"][5] == values["NVD"][4]  # the correlation is symmetric
    assert float(values["NVD"][3]) < 0


def test_compare_leaves_what_is_not_defined_empty(table, folder):
    (folder / "gold.csv").write_text("case,a,b\nx,1,0\ny,0,1\n")
    (folder / "p.csv").write_text("case,a,b\nx,.5,.5\ny,0,1\n")
    (folder / "q.csv").write_text("case,a,b\nx,1,0\ny,.5,.5\n")
    _, rows, _ = table("compare", "gold.csv", "p.csv", "q.csv", "--measures", "KLD,NMD")
    assert rows[0] == ["KLD", "1", "1", "0", "", "", ""]
    assert rows[1][:5] == ["NMD", "1", "1", "0", "0.0"]
    assert rows[1][5] == ""
    assert float(rows[1][6]) == pytest.approx(1)


@real
@pytest.mark.parametrize(
    ("scale", "published"),  # (prefer uniform, prefer popularity), LQ 2021, Table 7 (STC-3)
    [
        (
            "A",
            {
                **{"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125)},
                **{"NVD": (274, 116), "RNSS": (297, 93), "JSD": (301, 89)},
            },
        ),
        ("E", {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)}),
    ],
)
def test_compare_gives_the_published_wins_and_losses_on_the_official_gold(table, scale, published):
    gold = SHARED / "gold_test.json"
    _, rows, _ = table("compare", gold, "baseline:popularity", "baseline:uniform", "--scale", scale)
    assert [row[0] for row in rows] == list(oq.MEASURES)
    counts = {key: (int(prefers_b), int(prefers_a)) for key, prefers_a, prefers_b, *_ in rows}
    assert {key: counts[key] for key in published} == published
    assert all(sum(map(int, row[1:4])) == 390 for row in rows)


@real
@pytest.mark.parametrize("scale", ["A", "E"])
def test_every_real_run_is_scored_as_the_definition_says(table, scale):
    paths = sorted((SHARED / "runs_quality").glob("*.json"))
    _, rows, _ = table("score", SHARED / "gold_test.json", *paths, "--scale", scale, "--measures", "NVD,NMD")
    means = {(run, key): float(mean) for run, key, mean, _ in rows}
    assert {run for run, _ in means} == {path.stem for path in paths}
    gold = {case["id"]: [a["quality"][scale] for a in case["annotations"]] for case in load(SHARED / "gold_test.json")}
    for path in paths:
        nvd, nmd = [], []
        for case in load(path):
            p, labels = case["quality"][scale], gold[case["id"]]
            total = sum(p.values())
            gaps = [p[str(label)] / total - labels.count(label) / len(labels) for label in range(-2, 3)]
            nvd.append(sum(map(abs, gaps)) / 2)
            nmd.append(sum(abs(sum(gaps[:end])) for end in range(1, 5)) / 4)
        assert means[path.stem, "NVD"] == pytest.approx(sum(nvd) / len(nvd), abs=1e-12)
        assert means[path.stem, "NMD"] == pytest.approx(sum(nmd) / len(nmd), abs=1e-12)


def load(path):
    return json.loads(path.read_bytes())


# --- nuggets ---

NUGGET_SAMPLE = ROOT / "assets" / "samples" / "nuggets"


def nugget_files():
    return [NUGGET_SAMPLE / "gold.json", *sorted((NUGGET_SAMPLE / "runs").glob("*.json"))]


def test_nuggets_writes_the_mean_of_every_run_and_measure(table):
    header, rows, err = table("nuggets", *nugget_files())
    assert header == ["run", "measure", "mean", "dialogues"]
    runs = [f"system-0{number}" for number in range(1, 5)]
    assert [row[:2] for row in rows] == [[run, key] for run in runs for key in ("RNSS", "JSD", "NVD")]
    assert {row[3] for row in rows} == {"60"}
    assert err == "note: 2 dialogues of one side (2 with customer blocks only): scored on that side alone\n"


def test_nuggets_adds_the_logarithms_of_means_when_asked_to(table):
    _, rows, _ = table("nuggets", *nugget_files(), "--measures", "JSD,RNSS", "--views")
    means = {(row[0], row[1]): float(row[2]) for row in rows}
    runs = {run for run, _ in means}
    assert {key for _, key in means} == {"JSD", "RNSS", "NEG_LOG2_JSD", "NEG_LOG2_RNSS"}
    for run in runs:
        for key in ("JSD", "RNSS"):
            assert means[run, f"NEG_LOG2_{key}"] == pytest.approx(-np.log2(means[run, key]), abs=1e-12)
    _, rows, err = table("nuggets", *nugget_files(), "--measures", "JSD", "--views", "--per-case")
    assert {row[2] for row in rows} == {"JSD"}
    assert "--per-case has none" in err


def test_nuggets_per_case_writes_the_scores_its_means_are_made_of(table):
    means = {tuple(row[:2]): float(row[2]) for row in table("nuggets", *nugget_files(), "--alpha", "0.3")[1]}
    header, rows, _ = table("nuggets", *nugget_files(), "--alpha", "0.3", "--per-case")
    assert header == ["run", "dialogue", "measure", "score"]
    assert len(rows) == 4 * 60 * 3
    for (run, key), mean in means.items():
        scores = [float(row[3]) for row in rows if (row[0], row[2]) == (run, key)]
        assert sum(scores) / len(scores) == pytest.approx(mean, abs=1e-15)


def test_nuggets_with_alpha_0_and_1_bound_every_mean_between(table):
    low, middle, high = (
        [float(row[2]) for row in table("nuggets", *nugget_files(), "--alpha", alpha)[1]] for alpha in (0, 0.25, 1)
    )
    assert middle == pytest.approx([0.75 * a + 0.25 * b for a, b in zip(low, high, strict=True)], abs=1e-15)


def test_nuggets_micro_has_no_alpha_and_says_so(table):
    _, rows, err = table("nuggets", *nugget_files(), "--micro", "--measures", "JSD")
    assert err == ""
    _, again, err = table("nuggets", *nugget_files(), "--micro", "--alpha", "1", "--measures", "JSD")
    assert again == rows
    assert "--alpha has no effect" in err
    assert rows != table("nuggets", *nugget_files(), "--measures", "JSD")[1]


@real
def test_nuggets_on_the_real_runs_asks_before_it_divides_and_then_says_what(table, refused):
    files = [SHARED / "gold_test.json", *sorted((SHARED / "runs_nugget").glob("*.json"))]
    assert "dialogue 3718912216646049, block 1 (customer)" in refused("nuggets", *files)
    _, rows, err = table("nuggets", *files, "--renormalise")
    assert {row[3] for row in rows} == {"390"}
    assert err.count("note: ") == 3
    assert "1,755 rows divided by their sum" in err
    means = {(run, key): float(mean) for run, key, mean, _ in rows}
    assert means["WIDM-bestND190116", "RNSS"] == pytest.approx(0.0987, abs=5e-5)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda run: run.pop(5), "dialogue N06: this dialogue is missing"),
        (lambda run: run[5]["nugget"].pop(), "dialogue N06: the run has 1 block; the gold has 2"),
        (lambda run: run[5]["nugget"][1].update({"NUG": 0}), "dialogue N06, block 2 (helpdesk): there is the unknown"),
        (lambda run: run[5]["nugget"][1].update({"CNUG": 0}), "dialogue N06, block 2 (helpdesk): there is CNUG"),
        (lambda run: run[5]["nugget"].reverse(), "dialogue N06, block 1 (customer): holds types of the helpdesk"),
    ],
    ids=["missing dialogue", "wrong number of blocks", "unknown type", "a customer's type", "sides exchanged"],
)
def test_nuggets_names_dialogue_and_block_of_what_is_wrong(refused, tmp_path, change, words):
    gold, run, *_ = nugget_files()
    entries = load(run)
    change(entries)
    (tmp_path / "run.json").write_text(json.dumps(entries))
    assert words in refused("nuggets", gold, tmp_path / "run.json")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--alpha", "1.5"], "alpha is 1.5: it must lie between 0"),
        (["--alpha", "-.1"], "alpha is -0.1"),
        (["--alpha", "half"], "--alpha: 'half' is not a number"),
        (["--alpha", "nan"], "--alpha: 'nan' is not a number"),
        (["--measures", "RNSS,NMD"], "NMD is not for nugget types, which are nominal classes"),
        (["--measures", "XYZ"], "Unknown measure 'XYZ'"),
    ],
)
def test_nuggets_refuses_an_alpha_or_measure_that_does_not_fit(refused, options, words):
    assert words in refused("nuggets", *nugget_files(), *options)


# --- errors ---

WRONG = {
    "no command": ([], "COMMAND"),
    "unknown command": (["scroe"], "'scroe'"),
    "no gold": (["score"], "GOLD, RUN"),
    "unknown option": (["score", "gold.csv", "run.csv", "--bogus"], "--bogus"),
    "three runs to compare": (["compare", "gold.csv", "run.csv", "off.csv", "more.csv"], "more.csv"),
    "no number": (["measure", "--gold"], "--gold"),
    "missing file": (["score", "gold.csv", "nothing.csv"], "nothing.csv: there is no such file"),
    "a line break in a name": (["score", "gold.csv", "no\nthing.csv"], "no such file"),
    "missing gold": (["compare", "nothing.csv", "run.csv", "off.csv"], "nothing.csv: there is no such file"),
    "a baseline as gold": (["score", "baseline:uniform", "run.csv"], "baseline:uniform: there is no such file"),
    "no name": (["score", "", "run.csv"], "'': there is no such file"),
    "an empty folder": (["score", "nothing", "run.csv"], "nothing: there is no file in this folder"),
    "no run": (["score", "gold.csv"], "gold.csv brings no runs of its own"),
    "a run that is not there": (["score", "gold.csv", "gold.csv:x"], "gold.csv:x: there is no such run"),
    "empty": (["score", "empty.csv", "run.csv"], "empty.csv: the file is empty"),
    "binary": (["score", "gold.csv", "binary.csv"], "binary.csv"),
    "300 MB": (["score", "gold.csv", "big.csv"], "big.csv: the file has 286.1 MiB"),
    "not JSON": (["score", "gold.csv", "cut.json"], "cut.json, line 1, column 2: not JSON"),
    "unknown baseline": (["score", "gold.csv", "baseline:best"], "baseline:popularity or baseline:uniform"),
    "unknown measure": (
        ["score", "gold.csv", "run.csv", "--measures", "NMD,XYZ"],
        "Unknown measure 'XYZ'; choose from NMD",
    ),
    "no measure": (["score", "gold.csv", "run.csv", "--measures", ""], "Unknown measure ''"),
    "one run twice": (["score", "gold.csv", "run.csv", "run.csv"], "run: two runs have this name"),
    "a run compared with itself": (["compare", "gold.csv", "run.csv", "run.csv"], "run: two runs have this name"),
    "a missing case": (["score", "gold.csv", "short.csv"], "short.csv, case z: this case is missing"),
    "a wrong sum": (
        ["score", "gold.csv", "wrong.csv", "--renormalise"],
        "wrong.csv, case x: (0.5, 0.3, 0) sums to 0.8",
    ),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
def test_an_error_is_one_line_that_names_what_was_wrong(refused, folder, arguments, words):
    (folder / "nothing").mkdir()
    (folder / "empty.csv").touch()
    (folder / "binary.csv").write_bytes(bytes(range(256)))
    (folder / "cut.json").write_text("[")
    (folder / "short.csv").write_text(RUN.replace("z,.4,.3,.3\n", ""))
    (folder / "wrong.csv").write_text("case,a,b,c\nx,.5,.3,0\ny,1,0,0\nz,1,0,0\n")
    with (folder / "big.csv").open("wb") as file:
        file.truncate(300_000_000)
    assert words in refused(*arguments)


@pytest.mark.parametrize(
    "arguments", [["-h"], ["measure", "-h"], ["score", "-h"], ["compare", "-h"], ["check", "-h"], ["nuggets", "-h"]]
)
def test_help_is_short_and_has_an_example(capsys, arguments):
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out.splitlines()) <= 40
    assert "python -m ordquant_core" in out
    assert len(arguments) == 1 or "example:" in out


# --- as a process ---


def test_the_process_writes_csv_and_succeeds():
    done = shell("measure", "--gold", "1,0", "--estimate", "0,1", "--measures", "NMD")
    assert (done.returncode, done.stdout, done.stderr) == (0, "measure,score\nNMD,1.0\n", "")


def test_the_process_fails_with_one_line():
    done = shell("score", "nothing.json", "baseline:uniform")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: nothing.json: there is no such file; check the path\n"


def test_ids_of_any_script_are_written_whatever_the_terminal(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text('case,a,b\nحوار,1,2\n"x,y",0,3\n', encoding="utf-8")
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = shell("score", path, "baseline:uniform", "--per-case", "--measures", "NMD", env=environment)
    assert done.returncode == 0, done.stderr
    assert [row[1] for row in csv.reader(io.StringIO(done.stdout))] == ["case", "حوار", "x,y"]


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("case,a,b\n" + "".join(f"case{number},1,2\n" for number in range(5000)))
    command = [sys.executable, "-m", "ordquant_core", "score", path, "baseline:uniform", "--per-case"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"run,case,measure,score\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line():
    command = [sys.executable, "-m", "ordquant_core", "measure", "--gold", "1,0", "--estimate", "0,1"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("error: the output cannot be written")
    assert done.stderr.count("\n") == 1


def test_the_command_line_starts_without_the_heavy_libraries():
    heavy = ["pandas", "scipy", "streamlit", "plotly"]
    code = f"import sys, ordquant_core.__main__; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
