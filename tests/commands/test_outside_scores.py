"""`--scores FILE`: scores that were computed elsewhere, in the commands on all runs of a task."""

import json
from html import unescape

import pytest

from tests.commands.files import RUN

FILES = ("gold.csv", "run.csv", "other.csv", "baseline:uniform")
COMMANDS = {
    "results": ("--trials", "100"),
    "agreement": (),
    "consistency": ("--splits", "5", "--size", "1"),
    "discriminative-power": ("--trials", "100"),
    "overlap": ("--trials", "100"),
    "information-tau": (),
}


@pytest.fixture
def scores(folder, table):
    """A file with the scores by NMD, called `mine`, and with 1 minus them, called `turned`."""
    (folder / "other.csv").write_text(RUN.replace(".5,.25,.25", ".1,.1,.8"))
    _, rows, _ = table("score", *FILES, "--per-case", "--measures", "NMD")
    lines = [f"{run},{case},mine,{score}," for run, case, _, score in rows]
    lines += [f"{run},{case},turned,{1 - float(score)!r},larger" for run, case, _, score in rows]
    path = folder / "scores.csv"
    path.write_text("\n".join(["run,case,measure,score,better", *lines]) + "\n")
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_on_all_runs_has_the_outside_scores(name, scores, table):
    header, rows, err = table(name, *FILES, "--measures", "NMD,NVD", "--scores", scores, *COMMANDS[name])
    assert f"note: {scores}: for turned, larger is better: these scores are negated" in err
    assert f"note: {scores}: for mine, smaller is better" in err
    columns = [number for number, column in enumerate(header) if column.startswith("measure")]
    assert {row[number] for row in rows for number in columns} >= {"NMD", "NVD", "outside:mine", "outside:-turned"}


def test_a_file_that_lacks_a_run_is_refused(scores, folder, refused):
    kept = [line for line in scores.read_text().splitlines() if not line.startswith("other,")]
    scores.write_text("\n".join(kept) + "\n")
    assert "scores.csv, run other: no score by mine on 3 cases" in refused("agreement", *FILES, "--scores", scores)


@pytest.mark.parametrize("name", ["agreement", "results"])
def test_scores_are_of_one_scale(name, folder, scores, refused, table):
    assert table(name, *FILES, "--scores", scores, "--scale", "all")  # it has one
    entries = [
        {"id": case, "annotations": [{"quality": {"A": vote, "S": vote}} for vote in (-2, -1, 0, 1, 2)]}
        for case in "xy"
    ]
    (folder / "gold.json").write_text(json.dumps(entries))
    runs = ("baseline:uniform", "baseline:popularity")
    message = refused(name, "gold.json", *runs, "--scores", scores, "--scale", "all")
    assert message == "error: --scores: the file holds scores for one scale; name it with --scale SCALE\n"


def test_a_measure_that_is_not_computed_here_needs_a_file(folder, refused):
    assert "outside:mine is not computed here" in refused("score", "gold.csv", "run.csv", "--measures", "outside:mine")


@pytest.mark.parametrize("name", [*COMMANDS, "report"])
def test_the_command_line_says_by_which_measures_larger_is_better(name, scores, table, refused, run):
    unsaid = "\n".join(line.rpartition(",")[0] for line in scores.read_text().splitlines())
    scores.write_text(unsaid + "\n")
    more = ("--trials", "20") if name == "report" else COMMANDS[name]
    words = (name, *FILES, "--measures", "NMD,NVD", "--scores", scores, *more)
    out, err = run(*words, "--larger", "turned")
    assert "for turned, larger is better: these scores are negated" in err
    assert "for mine, smaller is better" in err
    assert ("−turned (outside)" if name == "report" else "outside:-turned") in out
    assert "it has no scores by 'other'; choose from mine, turned" in refused(*words, "--larger", "turned,other")
    without = [word for word in words if word not in ("--scores", scores)]
    assert refused(*without, "--larger", "mine").endswith("give --scores FILE\n")


def test_the_report_marks_the_scores_and_says_how_to_repeat_it(scores, run):
    out, err = run("report", *FILES, "--measures", "NMD", "--scores", scores, "--trials", "20")
    text = unescape(out)
    assert f"mine (outside) and −turned (outside): from {scores}, as they stand there." in text
    assert f"--scores {scores}" in text
    assert "--larger" not in text.partition("<script")[0]  # the file says it
    assert "Outside: scores computed elsewhere" in text
    assert "note: " in err
