"""One line for every error, and help that is short."""

import pytest

from ordquant_core.__main__ import main, parsers
from ordquant_core.version import VERSION
from tests.commands.files import RUN

WRONG = {
    "no command": ([], "COMMAND"),
    "unknown command": (["scroe"], "'scroe'"),
    "no gold": (["score"], "GOLD"),
    "unknown option": (["score", "gold.csv", "run.csv", "--bogus"], "--bogus"),
    "three runs to compare": (["compare", "gold.csv", "run.csv", "off.csv", "more.csv"], "more.csv"),
    "no number": (["measure", "--gold"], "--gold"),
    "missing file": (["score", "gold.csv", "nothing.csv"], "nothing.csv: there is no such file"),
    "a line break in a name": (["score", "gold.csv", "no\nthing.csv"], "no such file"),
    "missing gold": (["compare", "nothing.csv", "run.csv", "off.csv"], "nothing.csv: there is no such file"),
    "a baseline as gold": (["score", "baseline:uniform", "run.csv"], "baseline:uniform: there is no such file"),
    "no name": (["score", "", "run.csv"], "'': there is no such file"),
    "an empty folder": (["score", "nothing", "run.csv"], "nothing: there is no file in this folder"),
    "no run": (["score", "gold.csv"], "gold.csv contains no runs"),
    "a run that is not there": (["score", "gold.csv", "gold.csv:x"], "gold.csv:x: there is no such run"),
    "empty": (["score", "empty.csv", "run.csv"], "empty.csv: the file is empty"),
    "binary": (["score", "gold.csv", "binary.csv"], "binary.csv"),
    "300 MB": (["score", "gold.csv", "big.csv"], "big.csv: the file has 286.1 MiB"),
    "not JSON": (["score", "gold.csv", "cut.json"], "cut.json, line 1, column 2: not JSON"),
    "unknown baseline": (
        ["score", "gold.csv", "baseline:best"],
        "expected baseline:popularity, baseline:uniform or baseline:CLASS",
    ),
    "unknown measure": (
        ["score", "gold.csv", "run.csv", "--measures", "NMD,XYZ"],
        "Unknown measure 'XYZ'; choose from NMD",
    ),
    "no measure": (["score", "gold.csv", "run.csv", "--measures", ""], "Unknown measure ''"),
    "one run twice": (["score", "gold.csv", "run.csv", "run.csv"], "run: two runs have this name"),
    "a run compared with itself": (["compare", "gold.csv", "run.csv", "run.csv"], "run: two runs have this name"),
    "a missing case": (["score", "gold.csv", "short.csv"], "short.csv, case z: this case is missing"),
    "a wrong sum": (
        ["score", "gold.csv", "wrong.csv", "--repair", "renormalise"],
        "wrong.csv, line 2, case x: (0.5, 0.3, 0) sums to 0.8",
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
    ("line", "words"),
    [
        ("plan gold.csv --noise --alpha .1", "--alpha needs --design"),
        ("score gold.csv --by language --per-case", "--by cannot be combined with --per-case"),
        ("results gold.csv --measures JSD --positions 1,2,4", "--positions: no distances between classes are used by"),
        ("human-agreement answers.csv --pairs --figure a.svg", "--pairs cannot be combined with --figure"),
        ("human-agreement answers.csv --pairs --half-width .1", "--pairs cannot be combined with --half-width"),
        ("human-agreement answers.csv --seed 0", "--seed needs --pairs"),
        ("results gold.csv --pairs --teams teams.csv", "--pairs cannot be combined with --teams"),
        ("check --cases ids.txt run.csv --nuggets", "--cases cannot be combined with --nuggets"),
        ("rank-lists qrels a b --joint --subtopics s", "--joint cannot be combined with --subtopics"),
        ("rank-lists qrels a b --difference --seed 0", "--seed needs --joint"),
        ("figure deltas gold.csv --nugget-alpha 0", "--nugget-alpha has no effect on the figure deltas"),
    ],
)
def test_an_option_that_would_have_no_effect_is_refused(refused, line, words):
    assert words in refused(*line.split())


@pytest.mark.parametrize("arguments", [["-h"], *([name, "-h"] for name in parsers()[1])])
def test_help_has_an_example_and_leaves_the_options_of_reading_to_check(capsys, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert max(map(len, out.partition("example:")[0].splitlines())) < 80
    assert ("--layout LAYOUT" in out) == (arguments[0] == "check")
    assert arguments[0] == "check" or "how tables are read" not in out or "check -h" in out
    assert "python -m ordquant_core" in out
    assert len(arguments) == 1 or "example:" in out


def test_the_version_that_one_cites_is_printed(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"OrdQuant {VERSION}\n"
