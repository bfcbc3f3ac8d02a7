"""The list of all options of all commands, each by what it changes in the output: whoever adds one adds a line here.

A line is a command that ends well, with what may be added to it (or a whole line) and what must then be true of the
answers before and after. Options of several commands stand in `SHARED` once. Options for reading files: test_reading.
"""

import argparse
import json
import re
import zipfile
from functools import cache
from math import comb
from pathlib import Path

import pytest

from ordquant_core.__main__ import parsers
from ordquant_core.commands.reading_options import add_reading
from ordquant_core.formats.formulas import restored
from ordquant_core.measures.registry import MEASURES
from tests.commands.files import FILES, RUNS, SAMPLES, done, ended, refused, table, write_task

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 c 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"
PAIRS = ("10 0 0 0,0 10 0 0,5 0 0 5", "10 0 0 0,5 5 0 0,0 0 0 10", "0 10 0 0,0 0 10 0,0 5 0 5")
ANSWERS = "person,gold,estimate_a,estimate_b,choice\n" + "".join(
    f"p{person},{pair},{'neither' if person == place else 'b' if (person + place) % 5 == 0 else 'a'}\n"
    for person in range(12)
    for place, pair in enumerate(PAIRS)
)
DIALOGUE = {"id": "d", "turns": [{"sender": "customer"}, {"sender": "helpdesk"}]}
WIDE = {"wide": [7, 1, 0, 0, 0], "@near": [0, 1, 0, 0, 0], "spread": [0.5, 0, 0, 0, 0.5]}  # near by order alone
NUGGETS = [DIALOGUE | {"annotations": [{"nugget": ["ask", "none"]}, {"nugget": ["none", "none"]}]}]
ESTIMATES = [{"id": "d", "nugget": [{"ask": 1, "none": 0}, {"none": 0.99, "yes": 0, "no": 0}]}]
TYPES = "--customer-types ask,none --helpdesk-types yes,no,none"


@pytest.fixture(scope="module")
def world(made):
    """Beside the task, what other commands read."""
    folder, _ = made
    write_task(folder, 8)  # first: it writes the same files
    for name in ("gold.csv", *(f"{run}.csv" for run in RUNS)):
        (folder / "tasks" / "one").mkdir(parents=True, exist_ok=True)
        (folder / name).rename(folder / "tasks" / "one" / name)
    write_task(folder)
    for name, text in {
        **{"@run.csv": (folder / "run3.csv").read_text(), "tasks/one/@run.csv": (folder / "run3.csv").read_text()},
        "tasks/one/@run.csv": (folder / "tasks/one/run2.csv").read_text(),
        **{f"{name}.csv": table(range(30), [row] * 30, "abcde") for name, row in WIDE.items()},
        "off.csv": re.sub(r"(?m)^c1,.*$", "c1,.5,.495,0", (folder / "run0.csv").read_text()),
        **{"ids.txt": "".join(f"c{n}\n" for n in range(20)), "teams.csv": "run,team\nrun0,Red\nrun1,Red\nrun2,Blue\n"},
        **{"qrels.txt": QRELS, "bm25.run": BM25, "bert.run": BERT, "subtopics.txt": "1 1 a 1\n1 2 c 1\n"},
        **{"answers.csv": ANSWERS, "nuggets.json": json.dumps(NUGGETS), "off.json": json.dumps(ESTIMATES)},
        "fine.json": json.dumps(ESTIMATES).replace("0.99", "1"),
    }.items():
        (folder / name).write_text(text)
    (folder / "latin.txt").write_bytes(QRELS.replace("b", "é").encode("latin-1"))
    return folder


@pytest.fixture(autouse=True)
def nothing_is_drawn(world, monkeypatch):
    monkeypatch.chdir(world)
    monkeypatch.setattr("ordquant_core.ranked_lists.chance.MOST", 40)  # permutations of grades
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)
    monkeypatch.setattr(
        "ordquant_core.figure_files._drawn", lambda figures, form: json.dumps(figures, default=str).encode()
    )


@cache
def before(line):
    return done(line)


# --- what options change: functions of the answers before and after ---


def adds(*columns):
    """There are these columns more, and what was there is still there."""

    def change(old, new):
        kept = [{name: row[name] for name in old.columns} for row in new.rows]
        return {*new.columns} == {*old.columns, *columns} and all(row in kept for row in old.rows)

    return change


def says(words, instead=""):
    return lambda old, new: words in new.err and words not in old.err and instead in old.err


def among_runs(old, new):
    """The two baselines are compared, both of them, and said to be."""
    return says(" and the baselines Popularity and Uniform", ", without baselines")(old, new)


def in_groups(old, new):
    of = {group: [row for row in new.rows if row["case_group"] == group] for group in ("all cases", "en", "zh")}
    whole = [{name: row[name] for name in old.columns} for row in of["all cases"]]
    cases = [[int(row["cases"]) for row in of[group]] for group in ("en", "zh")]
    return (
        whole == old.rows
        and len(new.rows) == 3 * len(old.rows)
        and [*map(sum, zip(*cases, strict=True))] == [20] * len(whole)
    )


def per_case(old, new):
    means = {}
    for row in new.rows:
        means.setdefault((row["run"], row["measure"]), []).append(float(row["score"]))
    return all(
        abs(sum(scores := means[row["run"], row["measure"]]) / len(scores) - float(row["mean"])) < 1e-12
        for row in old.rows
    )


def only(*keys):
    return lambda old, new: new.named("measure") == {*keys} and {*keys} < old.named("measure")


def to_file(old, new):
    return (new.out, new.err, Path("x.out").read_bytes()) == ("", old.err, old.out.encode())


def as_json(old, new):
    """The same rows, undefined cells as null."""
    rows = json.loads(new.out)
    return (
        [{name: number(cell) for name, cell in row.items()} for row in rows]
        == [{name: number(cell) for name, cell in row.items()} for row in without_guards(old)]
        != []
    )


def without_guards(answer):
    """Return rows as they are for programs: a name that a spreadsheet would run has no apostrophe, and no note."""
    return [{name: restored(cell) for name, cell in row.items() if name != "file_notes"} for row in answer.rows]


def number(cell):
    try:
        return float(cell)
    except (TypeError, ValueError):
        return cell or None


def as_markdown(old, new):
    return len(re.findall(r"(?m)^\|", new.out)) == len(old.rows) + 2


def as_latex(old, new):
    return new.out.count(r" \\") == len(old.rows) + 1 and r"\bottomrule" in new.out


def unguarded(old, new):
    return (
        new.rows == without_guards(old)
        and ("file_notes" in old.columns) == (new.out != old.out)
        and "'@" not in new.out
    )


def smaller(column, factor=1.0):
    def change(old, new):
        both = zip(old.column(column, str), new.column(column, str), strict=True)
        pairs = [tuple(map(float, pair)) for pair in both if all(pair)]
        return all(after <= factor * first for first, after in pairs) and any(after < first for first, after in pairs)

    return change


def larger(column):
    return lambda old, new: smaller(column)(new, old)


def other(column):
    """Numbers of a column change, and those of no other but with them."""
    return lambda old, new: new.columns == old.columns and new.column(column, str) != old.column(column, str)


def holds(*words):
    return lambda old, new: all(word in new.out and word not in old.out for word in words)


def unchanged(old, new):
    return (new.out, new.err) == (old.out, old.err)


def named_in(column, *names):
    return lambda old, new: {*new.column(column, str)} == {*names} != {*old.column(column, str)}


def written_by_study(name, words):
    """What a study writes into the folder `other` holds words that the one before does not."""

    def change(old, new):
        return words in Path("other", name).read_text() and words not in Path("study", name).read_text()

    return change


def in_zip(name, words, archive="bundle.zip"):
    def change(old, new):
        with zipfile.ZipFile(archive) as file:
            return words in file.read(name).decode()

    return change


def no_longer_refused(line, words):
    return lambda old, new: words in refused(line)


def total(answer):
    return {sum(int(row[side]) for side in ("prefers_a", "prefers_b", "ties")) for row in answer.rows}


SHARED = {  # of every command that has the option, unless it has a line of its own
    "--measures NMD,JSD": only("NMD", "JSD"),
    "--out x.out": to_file,
    "--format json": as_json,
    "--format markdown": as_markdown,
    "--format latex": as_latex,
    "--raw": unguarded,
    "--baselines": among_runs,
    "--trials 70": says("70 trials"),
    "--splits 30": says("30 splits"),
    "--alpha .4": says("0.4"),
    "--seed 9": says("seed 9", "seed 1"),
    "--by language": in_groups,
}
ELSEWHERE = {  # options that need other processes, and the test of every command that has them
    **dict.fromkeys(("--workers", "--dask"), "test_elsewhere"),
    "--plugin": "test_process",
}
FILES_ALONE = ("study", "export", "figure")  # what they write is not on stdout
KEYS = "--measures NMD,RNOD"
ON_RUNS = f"{FILES.replace('run3', '@run')}"  # the name of a run is a formula
OF_PLAN = f"plan {FILES} --measures NMD"
LISTS = "rank-lists qrels.txt bm25.run bert.run"
STUDY = "study tasks --out {} --measures NMD,RNOD --trials 20 --splits 6 --size 3"
CODABENCH = "export gold.csv --codabench --out bundle.zip"
COMMANDS = {
    "measure --gold 0,1,2,9,8 --estimate 0,0,0,1,0": {
        "--gold 8,9,2,1,0": lambda old, new: new.column("score") == of_pair([8, 9, 2, 1, 0], [0, 0, 0, 1, 0]),
        "--estimate 1,0,0,0,0": lambda old, new: new.column("score") == of_pair([0, 1, 2, 9, 8], [1, 0, 0, 0, 0]),
        "--positions 1,2,4,5,6": lambda old, new: (
            {one["measure"] for one, two in zip(old.rows, new.rows, strict=True) if one != two}
            <= {key for key in MEASURES if MEASURES[key].takes_positions}
            and old.rows != new.rows
        ),
    },
    f"score {ON_RUNS} {KEYS}": {"--per-case": per_case},
    f"results {ON_RUNS} {KEYS} --trials 300": {
        "--measures NMD": only("NMD"),
        "--table wide": lambda old, new: (
            {(row["run"], key, row[f"mean_{key}"]) for row in new.rows for key in ("NMD", "RNOD")}
            == {(row["run"], row["measure"], row["mean"]) for row in old.rows}
        ),
        "--pairs": lambda old, new: len(new.rows) == 2 * 6 and "p" in new.columns,
        "--teams teams.csv": lambda old, new: (
            adds("team")(old, new)
            and [row["team"] for row in new.rows][:4] == ["Red", "Red", "Blue", ""]
            and "no team is named for @run" in new.err
        ),
        "--alpha .4": lambda old, new: says("0.4")(old, new) and other("group")(old, new),
    },
    "compare gold.csv run0.csv run1.csv": {},
    "template gold.csv": {
        "template --cases ids.txt --classes a,b,c": lambda old, new: new.out == old.out,
        "--form lequa": lambda old, new: new.out.count("\n") == old.out.count("\n") and new.out != old.out,
    },
    "check gold.csv off.csv": {
        "--strict": lambda old, new: (new.code, new.out) == (1, old.out),
        "check --cases ids.txt --classes a,b,c off.csv": lambda old, new: (
            new.rows == old.rows and "gold.csv" not in new.err
        ),
        "--raw": unchanged,
    },
    "check nuggets.json off.json": {
        f"--nuggets {TYPES}": lambda old, new: [row["case"] for row in new.rows] == ["dialogue d, block 2 (helpdesk)"],
        "--nuggets": lambda old, new: "unknown nugget type" in new.out and "unknown nugget type" not in old.out,
    },
    "check qrels.txt bm25.run": {"--ranked-lists": lambda old, new: bool(old.rows) and not new.rows},
    f"agreement {ON_RUNS}": {"--seed 9": lambda old, new: new.out == old.out},
    f"consistency {ON_RUNS} {KEYS}": {
        "--measures NMD": only("NMD"),
        "--size 3": lambda old, new: named_in("split", "3")(old, new) and smaller("tau")(old, new),
        "--pairs": lambda old, new: (
            abs(new.column("tau_difference")[0] - (old.column("tau")[0] - old.column("tau")[1])) < 1e-12
        ),
        "--also tasks/one": lambda old, new: (
            adds("task")(old, new) and {*new.column("task", str)} == {"gold.csv", "tasks/one"}
        ),
    },
    f"discriminative-power {ON_RUNS} {KEYS}": {"--measures NMD": only("NMD"), "--alpha .4": larger("significant")},
    f"overlap {ON_RUNS} --measures NMD,RNOD,JSD": {
        "--alpha .4": larger("b"),
        "--also tasks/one": lambda old, new: adds("task")(old, new) and len(new.rows) == 2 * len(old.rows),
    },
    "contradictions wide.csv spread.csv @near.csv --measures NMD,NVD": {},
    f"information-tau {ON_RUNS} --measures NMD,RNOD,JSD": {
        "--seed 9": lambda old, new: says("--seed has no effect on information-tau")(old, new) and new.out == old.out,
        "--given RNSS": smaller("information_tau"),
    },
    f"plan gold.csv --noise {KEYS}": {
        "--measures NMD": only("NMD"),
        "--seed 9": lambda old, new: "Seed 9" in new.err and "Seed 1" in old.err and other("panel_low")(old, new),
        "--per-case": lambda old, new: (
            abs(
                sum(halves := [float(row["half"]) for row in new.rows if row["measure"] == "NMD"]) / len(halves)
                - old.column("half")[0]
            )
            < 1e-12
        ),
    },
    f"{OF_PLAN} --design": {
        "--measures RNOD": named_in("measure", "RNOD"),
        "--difference .05,.2": lambda old, new: (
            new.column("difference") == [0.05, 0.2]
            and new.column("cases")[0] > old.column("cases")[0] > new.column("cases")[1]
        ),
        "--alpha .2": smaller("cases"),
        "--power .95": larger("cases"),
        "plan --variance .02": lambda old, new: new.column("variance") == [0.02],
    },
    f"{OF_PLAN} --split --cases 5,10 --annotators 2,4 --resamples 20": {
        "--cases 6": named_in("cases", "6"),
        "--annotators 8": named_in("annotators", "8"),
        "--resamples 10": says("10 resamples", "20 resamples"),
        "--seed 9": lambda old, new: says("seed 9", "seed 1")(old, new) and other("width")(old, new),
    },
    "atlas --votes 4 --classes 3": {
        "--votes 5": lambda old, new: (total(old), total(new)) == ({comb(6, 2)}, {comb(7, 2)}),
        "--classes 4": lambda old, new: total(new) == {comb(7, 3)},
        "--a uniform --b popularity": lambda old, new: new.column("prefers_a") == old.column("prefers_b"),
        "--a median": other("prefers_a"),
        "--b median": other("prefers_a"),
        "--table disagreements": lambda old, new: {"measure_1", "disagree"} < {*new.columns},
    },
    f"report {FILES} {KEYS} --trials 30": {
        "--measures JSD,RPS": lambda old, new: (
            "--measures JSD,RPS " in new.out and (">NMD<" in old.out, ">NMD<" in new.out) == (True, False)
        ),
        "--trials 40": holds("--trials 40"),
        "--seed 9": holds("--seed 9"),
        "--baselines": lambda old, new: among_runs(old, new) and holds("Popularity")(old, new),
    },
    "figure --list": {},
    STUDY.format("study"): {  # written into another folder
        f"{STUDY.format('other')} --baselines": written_by_study("provenance.json", '"baselines added": true'),
        f"{STUDY.format('other')} --measures NMD,JSD": written_by_study("results.csv", "JSD"),
        f"{STUDY.format('other')} --raw": written_by_study("results.csv", "\none,,NMD,@run"),
        f"{STUDY.format('other')} --trials 30": written_by_study("methods.txt", "B = 30 permutations"),
        f"{STUDY.format('other')} --splits 7": written_by_study("methods.txt", "at random 7 times"),
        f"{STUDY.format('other')} --size 2": written_by_study("methods.txt", "whose first 2 cases"),
        f"{STUDY.format('other')} --alpha .2": written_by_study("methods.txt", "p < 0.2 is significant"),
        f"{STUDY.format('other')} --seed 9": written_by_study("methods.txt", "seed 9."),
    },
    CODABENCH: {
        "--measures NMD,JSD": lambda old, new: "note: NMD, JSD; 20 cases" in new.err,
        "--image me/mine:1": in_zip("competition.yaml", '"docker_image": "me/mine:1"'),
        "export gold.csv --tira --out tira.zip": in_zip("README.md", "tira-run", "tira.zip"),
        "export gold.csv --tira --out tira.zip --image me/mine:1": in_zip(
            "evaluator/Dockerfile", "FROM me/mine:1\n", "tira.zip"
        ),
    },
    f"nuggets {SAMPLES / 'nuggets'}": {
        "--measures JSD": only("JSD"),
        "--alpha 1": other("mean"),
        "--micro": other("mean"),
        "--per-case": lambda old, new: len(new.rows) == 60 * len(old.rows) and "dialogue" in new.columns,
        f"nuggets nuggets.json off.json --repair renormalise {TYPES}": no_longer_refused(
            f"nuggets nuggets.json off.json {TYPES}", "sums to 0.99"
        ),
        f"nuggets nuggets.json fine.json {TYPES}": no_longer_refused(
            "nuggets nuggets.json fine.json", "unknown nugget type"
        ),
        "--raw": unchanged,
    },
    LISTS: {
        "--measures RIC,P@1": lambda old, new: new.columns == ["topic", "run", "RIC", "P@1"],
        f"{LISTS} --measures ERR --largest-grade 4": lambda old, new: smaller("ERR")(
            done(f"{LISTS} --measures ERR"), new
        ),
        "--subtopics subtopics.txt": adds("alpha-nDCG@20", "ERR-IA@20", "D#-nDCG@20"),
        "--joint": lambda old, new: [row["topic"] for row in new.rows] == ["1", "2", "all"],
        "--difference": lambda old, new: [(row["run_1"], row["run_2"]) for row in new.rows] == [("bm25", "bert")],
        "--information-tau": lambda old, new: len(new.rows) == 3 and "information_tau" in new.columns,
        "rank-lists latin.txt bm25.run --encoding latin-1": no_longer_refused(
            "rank-lists latin.txt bm25.run", "latin.txt"
        ),
        "--raw": unchanged,
    },
    f"{LISTS} --joint": {"--seed 9": says("Seed 9", "Seed 1")},
    f"{LISTS} --information-tau --measures AP,GAP": {
        "--given nDCG": lambda old, new: {row["given"] for row in new.rows} == {"nDCG"},
        "--by-topic": lambda old, new: (
            [row["topic"] for row in new.rows] == ["1", "2", "all"] and [row["topic"] for row in old.rows] == ["all"]
        ),
    },
    "human-agreement answers.csv": {
        "--pairs": lambda old, new: {"measure_1", "measure_2", "p_persons"} < {*new.columns},
        "--figure people.svg": lambda old, new: (
            new.out == old.out
            and all(row["measure"] in Path("people.svg").read_text() for row in old.rows if row["human_agreement"])
        ),
        "--half-width .4": smaller("judges_needed"),
        "--measures NMD,JSD": only("NMD", "JSD"),
    },
    "human-agreement answers.csv --measures NMD,NVD,DNKT --pairs": {
        "--trials 70": other("p_persons"),
        "--seed 9": other("p_persons"),
    },
    "lessons": {},
}


def of_pair(gold, estimate):
    return [float(MEASURES[row["measure"]](gold, estimate)) for row in before(next(iter(COMMANDS))).rows]


def command_of(line):
    return line.partition(" ")[0]


def options_in(line):
    return {*re.findall(r"(?<!\S)--[a-z-]+", line)}


def lines():
    """Yield what is called, what is added to it, and the change: of a command, then what it shares with others."""
    shared = {}
    for base, added in COMMANDS.items():
        yield from ((base, words, change) for words, change in added.items())
        shared.setdefault(command_of(base), base)
    for command, base in shared.items():
        own = options_in(
            " ".join(words for line in COMMANDS if command_of(line) == command for words in COMMANDS[line])
        )
        for words, change in SHARED.items():
            (option,) = options_in(words)
            if option in {*parsers()[1][command]._option_string_actions} - own and command not in FILES_ALONE:
                yield base, words, change


@pytest.mark.parametrize(
    ("base", "words", "change"), [*lines()], ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_option_changes_what_it_says(base, words, change):
    whole = command_of(words) == command_of(base)  # a line of its own
    if "--measures" in words and not whole:
        base = re.sub(r" --measures \S+", "", base)
    old, new = before(base), ended(words if whole else f"{base} {words}")
    assert new.code == ("--strict" in words), new.err
    assert change(old, new), (new.out[:1000], new.err)


READING = argparse.ArgumentParser(add_help=False)
add_reading(READING)


@pytest.mark.parametrize("command", sorted({*parsers()[1]} - {"figure"}))
def test_every_option_has_a_line(command):
    """Those for reading files are in test_reading.py, those of a figure in test_figure.py."""
    tested = options_in(" ".join(f"{base} {words}" for base, words, _ in lines() if command_of(base) == command))
    known = {*parsers()[1][command]._option_string_actions} - {*READING._option_string_actions} - {"-h", "--help"}
    assert known - tested - {*ELSEWHERE} == set()


NO_VALUES = r"all|halves|as on the page|those of|the largest|that |stdout|one step apart|1,2,3,…|codalab"


@pytest.mark.parametrize("command", parsers()[1])
def test_the_defaults_are_those_that_the_help_names(command):
    bases = [base for base in COMMANDS if command_of(base) == command]
    for action in parsers()[1][command]._actions:
        named = re.search(r"\(default: ([^;)]+)\)", action.help or "")
        if named is None or re.match(NO_VALUES, named[1]) or not action.option_strings:
            continue
        option = action.option_strings[0]
        if action.default is not None:
            assert (action.type or str)(named[1]) == action.default, option
        else:
            bare = (re.sub(rf" {option} \S+", "", base) for base in bases)
            both = ((base, ended(*base.split(), option, named[1])) for base in bare)
            base, new = next((base, new) for base, new in both if new.code == 0)
            assert before(base) == new, option
