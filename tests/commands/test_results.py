"""The official results: their columns, and that every number is the one that other commands and Systems show."""

import csv
import io
import json
import re
import subprocess

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Task
from ordquant_core.statistics.group_interaction import interaction_test
from ordquant_core.statistics.mean_interval import mean_interval
from ordquant_core.statistics.resampling import letters_of_runs, significance_groups
from tests.commands.files import SHARED, real
from tests.commands.test_study import needs_latex

pytestmark = pytest.mark.slow

CLASSES = ("a", "b", "c", "d")
RUNS = tuple(f"run{r}" for r in range(4))
FILES = tuple(f"{run}.csv" for run in RUNS)
FEW = ("--measures", "NMD,RNOD", "--trials", "300", "--seed", "7")


@pytest.fixture
def task(tmp_path, monkeypatch):
    """Four runs on 24 cases of two languages; one run is good on one language only."""
    chance = np.random.default_rng(5)
    cases = tuple(f"c{i}" for i in range(24))
    votes = chance.multinomial(10, [0.1, 0.3, 0.4, 0.2], size=24)
    languages = ["zh" if i % 3 else "en" for i in range(24)]
    estimates = np.stack([[chance.dirichlet(0.5 + (4 - r) ** 2 * row / 3) for row in votes] for r in range(4)])
    estimates[3, ::3] = votes[::3] / 10
    monkeypatch.chdir(tmp_path)
    lines = [",".join(map(str, (c, *row, word))) for c, row, word in zip(cases, votes.tolist(), languages, strict=True)]
    (tmp_path / "gold.csv").write_text("\n".join([",".join(("case", *CLASSES, "language")), *lines]) + "\n")
    for name, table in zip(RUNS, estimates, strict=True):
        lines = [",".join(map(str, (case, *row))) for case, row in zip(cases, table.tolist(), strict=True)]
        (tmp_path / f"{name}.csv").write_text("\n".join([",".join(("case", *CLASSES)), *lines]) + "\n")
    estimates /= estimates.sum(axis=2, keepdims=True)
    extras = {"language": tuple(languages)}
    return Task("gold", None, CLASSES, cases, votes / 10, votes, RUNS, estimates, extras=extras)


@pytest.fixture
def call(task, run):
    def rows(*arguments):
        out, err = run(*arguments)
        return list(csv.DictReader(io.StringIO(out))), err

    return rows


def column(rows, name, kind=float):
    return [kind(row[name]) for row in rows]


def test_the_columns_are_those_of_the_contract(call, capsys):
    rows, _ = call("results", "gold.csv", *FILES, *FEW)
    assert list(rows[0]) == ["scale", "measure", "run", "rank", "mean", "low", "high", "group", "cases"]
    pairs, _ = call("results", "gold.csv", *FILES, *FEW, "--pairs")
    assert list(pairs[0]) == [*("scale", "measure", "run_1", "run_2", "difference", "p", "effect_size", "low", "high")]
    assert (len(rows), len(pairs)) == (2 * 4, 2 * 6)


def test_means_are_those_of_score_and_the_rest_that_of_the_test_with_the_seed(task, call):
    rows, err = call("results", "gold.csv", *FILES, *FEW)
    scored, _ = call("score", "gold.csv", *FILES, "--measures", "NMD,RNOD")
    means = {(row["run"], row["measure"]): row["mean"] for row in scored}
    assert [row["mean"] for row in rows] == [means[row["run"], row["measure"]] for row in rows]  # digit by digit
    scores = score(task, ("NMD", "RNOD"))
    found = separate_runs(scores, n_trials=300, rng=np.random.default_rng(7))
    interval = mean_interval(scores.values, bounds=(0, 2))
    assert column(rows, "low") == interval.low.ravel().tolist()
    assert column(rows, "high") == interval.high.ravel().tolist()
    letters = [
        letters_of_runs(significance_groups(m, p, 0.05)) for m, p in zip(found.means, found.p_values, strict=True)
    ]
    assert [row["group"] for row in rows] == [*letters[0], *letters[1]]
    assert len(set(letters[0])) > 1
    order = np.argsort(np.argsort(found.means[0])) + 1
    assert column(rows[:4], "rank", int) == order.tolist()
    assert "300 trials, seed 7" in err
    pairs, _ = call("results", "gold.csv", *FILES, *FEW, "--pairs")
    first, second = np.triu_indices(4, 1)
    assert column(pairs, "p") == found.p_values[:, first, second].ravel().tolist()
    assert column(pairs, "difference") == found.differences[:, first, second].ravel().tolist()
    assert column(pairs, "effect_size") == found.effect_sizes[:, first, second].ravel().tolist()


def test_intervals_of_differences_exclude_zero_exactly_where_the_pair_differs_significantly(call):
    for alpha in ("0.05", "0.2", "0.5"):
        pairs, _ = call("results", "gold.csv", *FILES, *FEW, "--pairs", "--alpha", alpha)
        excluded = [float(row["low"]) > 0 or float(row["high"]) < 0 for row in pairs]
        assert excluded == [float(row["p"]) < float(alpha) for row in pairs]
        middles = [(float(row["low"]) + float(row["high"])) / 2 for row in pairs]
        assert middles == pytest.approx(column(pairs, "difference"), abs=1e-12)
        assert any(excluded)
        halves = {round(float(row["high"]) - float(row["low"]), 9) for row in pairs if row["measure"] == "NMD"}
        assert len(halves) == 1


def test_what_no_test_of_so_few_trials_or_cases_can_find_is_said(call, tmp_path):
    pairs, err = call("results", "gold.csv", *FILES, "--measures", "NMD", "--pairs", "--trials", "15")
    assert "note: With 15 trials no p-value of the randomised Tukey HSD test can be below 0.0625" in err
    assert {(row["low"], row["high"]) for row in pairs} == {("", "")}
    for name in ("gold.csv", "run0.csv", "run1.csv"):
        (tmp_path / f"few-{name}").write_text("\n".join((tmp_path / name).read_text().splitlines()[:6]) + "\n")
    few = ("results", "few-gold.csv", "few-run0.csv", "few-run1.csv", "--measures", "NMD")
    (row,), err = call(*few, "--pairs")
    assert "With 2 runs and 5 cases no p-value of the randomised Tukey HSD test can be below 0.0625" in err
    assert (row["low"], row["high"]) == ("", "")
    _, err = call(*few)
    assert "note: Intervals of means on fewer than 20 cases may be too narrow; here there are 5." in err


def test_one_run_is_a_result_of_its_own(call):
    ((row,), _) = call("results", "gold.csv", "run0.csv", "--measures", "NMD")
    assert (row["rank"], row["group"], row["cases"]) == ("1", "a", "24")
    pairs, _ = call("results", "gold.csv", "run0.csv", "--measures", "NMD", "--pairs")
    assert pairs == []


def test_teams_of_a_table_and_of_the_description(task, call, tmp_path):
    (tmp_path / "teams.csv").write_text("team,run\nRed,run0\nRed,run1\nBlue,run2\n")
    rows, err = call("results", "gold.csv", *FILES, *FEW, "--teams", "teams.csv")
    assert list(rows[0])[2:5] == ["run", "team", "rank"]
    assert [row["team"] for row in rows[:4]] == ["Red", "Red", "Blue", ""]
    assert "no team is named for run3" in err
    said = {"gold": "gold.csv", "runs": list(FILES), "measures": ["NMD", "RNOD"], "primary": "RNOD"}
    (tmp_path / "task.json").write_text(json.dumps(said | {"teams": "teams.csv"}))
    rows, _ = call("results", tmp_path, "--trials", "300", "--seed", "7")
    assert [row["measure"] for row in rows] == ["RNOD"] * 4 + ["NMD"] * 4
    assert [row["team"] for row in rows[:4]] == ["Red", "Red", "Blue", ""]
    (tmp_path / "task.json").write_text(json.dumps({"gold": "gold.csv", "teams": "teams.csv"}))
    rows, _ = call("results", tmp_path, *FEW)  # all files are runs, but for the gold and the teams
    assert {row["run"] for row in rows} == set(RUNS)


def test_groups_of_cases_are_scored_and_tested_on_their_own(task, call):
    rows, _ = call("results", "gold.csv", *FILES, *FEW, "--by", "language")
    assert list(rows[0])[:3] == ["scale", "case_group", "measure"]
    assert [(row["case_group"], row["cases"]) for row in rows[::8]] == [
        *(("all cases", "24"), ("en", "8"), ("zh", "16"))
    ]
    chinese = np.flatnonzero(np.array(task.extras["language"]) == "zh")
    alone = score(task.at(chinese), ("NMD", "RNOD"))
    assert column(rows[16:], "mean") == pytest.approx(alone.values.mean(axis=2).ravel().tolist(), abs=1e-15)
    scored, _ = call("score", "gold.csv", *FILES, "--measures", "NMD,RNOD", "--by", "language")
    means = {(row["case_group"], row["run"], row["measure"]): row["mean"] for row in scored}
    assert [row["mean"] for row in rows] == [means[row["case_group"], row["run"], row["measure"]] for row in rows]


def test_what_groups_add_sums_to_the_difference_and_the_group_that_decides_is_named(task, call):
    scores = score(task, ("NMD", "RNOD"))
    places = np.array(task.extras["language"])
    groups = [np.flatnonzero(places == name) for name in ("en", "zh")]
    tested = interaction_test(scores.values, groups, n_trials=300, rng=np.random.default_rng(7))
    rows, _ = call("results", "gold.csv", *FILES, *FEW, "--by", "language", "--pairs")
    whole, english, chinese = rows[:12], rows[12:24], rows[24:]
    assert list(whole[0])[-4:] == ["decides", "interaction", "p_interaction", "sign_changes"]
    assert list(whole[0])[-7:-4] == ["adds", "difference_without", "p_without"]
    sums = np.add(column(english, "adds"), column(chinese, "adds"))
    assert sums == pytest.approx(column(whole, "difference"), abs=1e-12)
    assert column(english, "difference_without") == pytest.approx(column(chinese, "difference"), abs=1e-12)
    assert column(english, "p_without") == column(chinese, "p")  # the other language alone, with the same seed
    pair = next(number for number, row in enumerate(whole) if (row["run_1"], row["run_2"]) == ("run0", "run3"))
    assert {row["decides"] for row in whole} == {""}
    significant = [float(rows[at + pair]["p"]) < 0.05 for at in (0, 24)]
    signs = np.sign([float(rows[at + pair]["difference"]) for at in (0, 24)])
    changes = significant[0] != significant[1] or (significant[0] and signs[0] != signs[1])
    for number, rows in enumerate((english, chinese)):
        assert column(rows, "interaction") == pytest.approx(tested.differences[:, number].ravel().tolist())
        assert column(rows, "p_interaction") == tested.p_values[:, number].ravel().tolist()
    expected = changes and float(english[pair]["p_interaction"]) < 0.05
    assert english[pair]["decides"] == ("yes" if expected else "no")
    assert {row["decides"] for row in (*english, *chinese)} == {"yes", "no"}
    for row in (*english, *chinese):
        opposite = float(row["difference"]) * float(row["difference_without"]) < 0
        sure = all(float(row[name]) < 0.05 for name in ("p", "p_without", "p_interaction"))
        assert row["sign_changes"] == ("yes" if opposite and sure else "no")


def test_groups_of_the_description(task, call, tmp_path, capsys):
    groups = dict(zip(task.cases, ["early"] * 10 + ["late"] * 14, strict=True))
    (tmp_path / "task.json").write_text(json.dumps({"gold": "gold.csv", "groups": groups}))
    rows, _ = call("results", tmp_path, *FEW, "--by", "groups")
    assert {(row["case_group"], row["cases"]) for row in rows} == {
        *(("all cases", "24"), ("early", "10"), ("late", "14"))
    }
    del groups["c3"]
    (tmp_path / "task.json").write_text(json.dumps({"gold": "gold.csv", "groups": groups}))
    assert main(["results", str(tmp_path), *FEW]) == 2
    assert "1 case of the gold has no group: c3; give each case a group" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--by", "topic"], "no column 'topic' that groups its cases; the columns are language"),
        (["--measures", "XYZ"], "Unknown measure"),
        (["--teams", "run0.csv"], "no column run"),
        (["--measures", "KLD"], "KLD is infinite on some case"),
    ],
)
def test_what_is_refused(task, refused, arguments, words):
    assert words in refused("results", "gold.csv", *FILES, *arguments)


def test_a_text_of_each_case_groups_nothing(task, tmp_path, refused):
    lines = (tmp_path / "gold.csv").read_text().splitlines()
    more = [f"{line},{'utterance' if number == 0 else f'text {number}'}" for number, line in enumerate(lines * 3)]
    body = [line.replace("c", f"c{k}x", 1) for k in range(3) for line in more[1 + 25 * k : 25 + 25 * k]]
    (tmp_path / "many.csv").write_text("\n".join([more[0], *body]) + "\n")
    said = refused("score", "many.csv", "baseline:uniform", "--by", "utterance")
    assert "groups nothing: it has 72 different entries; expected 50 or fewer" in said


def test_the_table_of_a_paper_has_the_means_and_letters_of_the_test_sorted_by_the_primary_measure(call, tmp_path):
    said = {"title": "50% & more", "gold": "gold.csv", "runs": list(FILES), "measures": ["NMD", "JSD"]}
    (tmp_path / "task.json").write_text(json.dumps(said | {"primary": "RNOD", "teams": {"run0": "Red"}}))
    few = ("--trials", "300", "--seed", "7")
    long, _ = call("results", tmp_path, *few)
    wide, _ = call("results", tmp_path, *few, "--table", "wide")
    of = {(row["measure"], row["run"]): row for row in long}
    assert [row["run"] for row in wide] == sorted(RUNS, key=lambda run: float(of["RNOD", run]["mean"]))
    assert list(wide[0])[:4] == ["scale", "run", "team", "cases"]
    for row in wide:
        assert row["team"] == ("Red" if row["run"] == "run0" else "")
        for key in ("RNOD", "NMD", "JSD"):
            expected = of[key, row["run"]]
            assert (row[f"mean_{key}"], row[f"group_{key}"]) == (expected["mean"], expected["group"])


def test_the_table_of_a_paper_in_markdown_and_latex_marks_the_best_and_says_which_test(call, task, run):
    rows, _ = call("results", "gold.csv", *FILES, *FEW, "--table", "wide")
    markdown, latex = (
        run("results", "gold.csv", *FILES, *FEW, "--table", "wide", "--format", form)[0]
        for form in ("markdown", "latex")
    )
    for key in ("NMD", "RNOD"):
        best = min(float(row[f"mean_{key}"]) for row in rows)
        for row in rows:
            mean, letters = f"{float(row[f'mean_{key}']):.3f}", row[f"group_{key}"]
            bold = mean == f"{best:.3f}"
            assert (f"**{mean}**" if bold else f" {mean}") + f"<sup>{letters}</sup>" in markdown
            assert (f"\\textbf{{{mean}}}" if bold else f" {mean}") + f"\\textsuperscript{{{letters}}}" in latex
    for text in (markdown, latex):
        assert "of 4 runs over 24 cases, by NMD and RNOD" in text
        assert "B = 300, seed 7" in text
    assert r"$\alpha$ = 0.05" in latex
    assert re.search(r"\\label\{tab:results\}", latex)
    found = oq.results(oq.load_task(["gold.csv", *FILES]), [oq.nmd, "RNOD"], n_trials=300, seed=7)
    assert (found.to_markdown(), found.to_latex()) == (markdown, latex)
    with pytest.raises(oq.UnknownNameError, match="not scored by 'JSD'"):
        found.to_latex(primary="JSD")
    alone = run("results", "gold.csv", "run0.csv", *FEW, "--table", "wide", "--format", "markdown")[0]
    assert "share a letter" not in alone  # nothing was tested


def test_the_paragraph_on_methods_says_what_was_done_and_no_more(call):
    task = oq.load_task(["gold.csv", *FILES])
    tested = oq.methods(oq.results(oq.with_baselines(task), ["NMD"], n_trials=300, seed=7), alpha=0.01)
    for words in (
        "24 cases with 10 votes each",
        "Of the baselines",
        "B = 300",
        "from seed 7",
        "p < 0.01 is significant",
        "Werman et al.",
    ):
        assert words in tested
    alone = oq.results(task.only(["run0"]), ["RNOD"])
    assert not any(word in oq.methods(alone) for word in ("aseline", "Tukey", "Carterette", "seed"))
    keys = re.findall(r"@\w+\{(\w+),", oq.methods(alone, form="bibtex"))
    cited = re.findall(r"\\cite\{([\w,]+)\}", oq.methods(alone, form="latex"))
    assert set(keys) == set(",".join(cited).split(","))
    with pytest.raises(oq.OrdquantError, match="no form 'html'"):
        oq.methods(alone, form="html")


def test_a_baseline_named_alone_joins_the_runs_of_the_folder(call, tmp_path, capsys):
    (tmp_path / "task.json").write_text(json.dumps({"gold": "gold.csv", "runs": list(FILES)}))
    few = ("--measures", "NMD", "--trials", "100")
    joined, err = call("results", tmp_path, "baseline:uniform", *few)
    named, _ = call("results", "gold.csv", *FILES, "baseline:uniform", *few)
    assert joined == named
    assert "compared: 4 runs and the baseline Uniform" in err
    (tmp_path / "task.json").unlink()
    assert call("results", tmp_path, "--classes", "a,b,c,d", "baseline:uniform", *few)[0] == named
    alone, _ = call("results", "gold.csv", "baseline:uniform", *few)  # a file without runs
    assert [row["run"] for row in alone] == ["Uniform"]
    (wins,), _ = call("compare", tmp_path, "baseline:popularity", "baseline:uniform", "--measures", "NMD")
    assert sum(int(wins[side]) for side in ("prefers_a", "prefers_b", "ties")) == 24


@real
def test_all_scales_of_the_real_task(records):
    runs = sorted(map(str, (SHARED / "runs_quality").glob("WIDM-m*.json")))[:3]
    files = [str(SHARED / "gold_test.json"), *runs]
    rows = records("results", *files, "--scale", "all", "--measures", "NMD", "--trials", "100")
    assert [row["scale"] for row in rows] == ["A"] * 3 + ["E"] * 3
    for command in ("score", "agreement", "discriminative-power"):
        measures = ("--measures", "NMD,RNOD")
        every = records(command, *files, "--scale", "all", *measures)
        assert next(iter(every[0])) == "scale"
        alone = [row for scale in "AE" for row in records(command, *files, "--scale", scale, *measures)]
        assert [{k: v for k, v in row.items() if k != "scale"} for row in every] == alone
        assert "scale" not in alone[0]


@needs_latex
@pytest.mark.parametrize("measures", ["NMD,RNOD", "NMD,RNOD,RSNOD,NVD,RNSS,JSD,DNKT", ""])
def test_the_table_of_a_paper_fits_the_text_of_an_article(task, run, tmp_path, measures):
    names = [*FILES[:3], "a-run-with-a-rather-long-name-as-teams-like-them.csv"]
    (tmp_path / names[-1]).write_text((tmp_path / FILES[3]).read_text())
    keys = ("--measures", measures) if measures else ()
    form = ("--table", "wide", "--format", "latex")
    table = run("results", "gold.csv", *names, "--trials", "300", *keys, *form)[0]
    document = (
        "\\documentclass{article}\n\\usepackage{amssymb,booktabs,graphicx}\n\\begin{document}\n%s\\end{document}\n"
    )
    (tmp_path / "paper.tex").write_text(document % table, encoding="utf-8")
    call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    said = subprocess.run(call, cwd=tmp_path, check=True, capture_output=True, text=True, errors="replace").stdout
    assert "Overfull" not in said
