"""All options of all commands, each by what it changes in the output: whoever adds one adds a line here.

What an option of one command changes stands in test_options.txt, as it was reviewed; options of several commands stand
in `SHARED`. Options for reading files: test_reading; those of figures: test_figure.
"""

import argparse
import html
import json
import re
import zipfile
from contextlib import chdir, contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from ordquant_core.__main__ import parsers
from ordquant_core.commands.reading_options import add_reading
from tests.commands.files import FILES, SAMPLES, done, ended, table, write_task
from tests.reviewed import reviewed, rows, said

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


@contextmanager
def world():
    """Be in a folder with a task and what other commands read; nothing is drawn."""
    with (
        TemporaryDirectory() as place,
        chdir(place),
        patch("ordquant_core.ranked_lists.chance.MOST", 40),  # permutations of grades
        patch("ordquant_core.documents.browser", lambda: None),
        patch("ordquant_core.figure_files._drawn", lambda figures, form: json.dumps(figures, default=str).encode()),
    ):
        write_world(Path())
        yield


def write_world(folder):
    (folder / "tasks" / "one").mkdir(parents=True)
    write_task(folder / "tasks" / "one", 8)
    write_task(folder)
    for name, text in {
        "@run.csv": (folder / "run3.csv").read_text(),
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


KEYS = "--measures NMD,RNOD"
ON_RUNS = f"{FILES.replace('run3', '@run')}"  # the name of a run is a formula
LISTS = "rank-lists qrels.txt bm25.run bert.run"
LINES = {  # by the names that they have in the text
    "measure": "measure --gold 0,1,2,9,8 --estimate 0,0,0,1,0",
    "score": f"score {ON_RUNS} {KEYS}",
    "results": f"results {ON_RUNS} {KEYS} --trials 300",
    "compare": "compare gold.csv run0.csv run1.csv",
    "template": "template gold.csv",
    "check": "check gold.csv off.csv",
    "check nuggets": "check nuggets.json off.json",
    "check lists": "check qrels.txt bm25.run",
    "agreement": f"agreement {ON_RUNS}",
    "consistency": f"consistency {ON_RUNS} {KEYS}",
    "discriminative-power": f"discriminative-power {ON_RUNS} {KEYS}",
    "overlap": f"overlap {ON_RUNS} --measures NMD,RNOD,JSD",
    "contradictions": "contradictions wide.csv spread.csv @near.csv --measures NMD,NVD",
    "information-tau": f"information-tau {ON_RUNS} --measures NMD,RNOD,JSD",
    "plan": f"plan gold.csv --noise {KEYS}",
    "plan design": f"plan {FILES} --measures NMD --design",
    "plan split": f"plan {FILES} --measures NMD --split --cases 5,10 --annotators 2,4 --resamples 20",
    "atlas": "atlas --votes 4 --classes 3",
    "report": f"report {FILES} {KEYS} --trials 30",
    "figure": "figure --list",
    "study": f"study tasks --out out {KEYS} --trials 20 --splits 6 --size 3",
    "export": "export gold.csv --codabench --out out.zip",
    "export tira": "export gold.csv --tira --out out.zip",
    "nuggets": f"nuggets {SAMPLES / 'nuggets'}",
    "rank-lists": LISTS,
    "rank-lists err": f"{LISTS} --measures ERR",
    "rank-lists joint": f"{LISTS} --joint",
    "rank-lists tau": f"{LISTS} --information-tau --measures AP,GAP",
    "human-agreement": "human-agreement answers.csv",
    "human-agreement pairs": "human-agreement answers.csv --measures NMD,NVD,DNKT --pairs",
    "lessons": "lessons",
}


@cache
def before(line):
    return done(line)


def with_option(line, words):
    """Return the answer of a command with an option, or of a line of its own."""
    return ended(words if words.startswith(f"{line.split()[0]} ") else f"{line} {words}")


def options_in(line):
    return {*re.findall(r"(?<![\w-])--[a-z-]+", line)}


# --- what an option of one command changes ---


def changed(name, words):
    """Return what an option changes: columns and rows of the table, the cells that differ first, and what is noted."""
    with world():
        old, new = before(LINES[name]), with_option(LINES[name], words)
    found = [f"exit {new.code}"] * bool(new.code)
    found += [f"+ {column}" for column in new.columns if column not in old.columns]
    found += [f"- {column}" for column in old.columns if column not in new.columns]
    if len(new.rows) != len(old.rows) or {*found}:
        found.append(f"{len(old.rows)} to {len(new.rows)} rows")
        found += [" | ".join(short(row[name]) for name in new.columns if name != "file_notes") for row in new.rows[:2]]
    else:
        found += [differing(column, old, new) for column in new.columns]
    notes = [note for note in new.notes if note not in old.notes]
    return "; ".join([one for one in found if one] + notes)


def differing(column, old, new):
    pairs = [*zip(map(short, old.column(column, str)), map(short, new.column(column, str)), strict=True)]
    first = next((f"{one} to {other}" for one, other in pairs if one != other), "")
    return first and f"{column}: {first} ({sum(one != other for one, other in pairs)} of {len(pairs)})"


def short(cell):
    try:
        return f"{float(cell):.4g}"
    except ValueError:
        return cell


def told(line):
    """Return the table of a command, or what it says."""
    with world():
        found = ended(line.format(TYPES=TYPES))
    return found.err if found.code else [[short(cell) for cell in row.values()] for row in found.rows]


def repeated(name, words):
    """Return the command that a report with an option names."""
    with world():
        return re.search(r"ordquant_core report [^<\n]*", html.unescape(with_option(LINES[name], words).out))[0]


def pairs_in(place, name, words):
    """Return which words follow each other in a file that a command writes only with an option."""
    old, new = written(place, name), written(place, name, words)
    return sorted({*map(" ".join, pairwise(new))} - {*map(" ".join, pairwise(old))})


@cache
def written(place, name, words=""):
    with world():
        assert with_option(LINES[name], words).code == 0
        if Path("out.zip").exists():
            with zipfile.ZipFile("out.zip") as file:
                return file.read(place).decode().split()
        return re.split(r"[\s,]+", Path(place).read_text(encoding="utf-8")) if Path(place).exists() else []


@reviewed(__file__)
def test_an_option_of_one_command_changes_what_was_reviewed(made, words):
    assert said(made, globals()) == words


# --- options of several commands: functions of the answers before and after ---


def says(words, instead=""):
    return lambda old, new: words in new.err and words not in old.err and instead in old.err


def only(*keys):
    return lambda old, new: new.named("measure") == {*keys} and {*keys} < old.named("measure")


def in_groups(old, new):
    of = {group: [row for row in new.rows if row["case_group"] == group] for group in ("all cases", "en", "zh")}
    whole = [{name: row[name] for name in old.columns} for row in of["all cases"]]
    cases = [[int(row["cases"]) for row in of[group]] for group in ("en", "zh")]
    return whole == old.rows and [*map(sum, zip(*cases, strict=True))] == [20] * len(whole)


SHARED = {  # of every command that has the option, unless it has a line of its own
    "--measures NMD,JSD": only("NMD", "JSD"),
    "--out x.out": lambda old, new: (new.out, new.err, Path("x.out").read_bytes()) == ("", old.err, old.out.encode()),
    "--format json": lambda old, new: (
        [[*row] for row in json.loads(new.out)] == [[one for one in old.columns if one != "file_notes"]] * len(old.rows)
    ),
    "--format markdown": lambda old, new: len(re.findall(r"(?m)^\|", new.out)) == len(old.rows) + 2,
    "--format latex": lambda old, new: new.out.count(r" \\") == len(old.rows) + 1 and r"\bottomrule" in new.out,
    "--raw": lambda old, new: "'@" not in new.out and ("'@" in old.out) == (new.out != old.out),
    "--baselines": says(" and the baselines Popularity and Uniform", ", without baselines"),
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
READING = argparse.ArgumentParser(add_help=False)
add_reading(READING)


def known(command):
    return {*parsers()[1][command]._option_string_actions} - {*READING._option_string_actions} - {"-h", "--help"}


def of_one_command(command):
    """Return the options of a command that have lines in the text."""
    return options_in(" ".join(made for made, _ in rows(__file__) if re.search(rf"'{command}\b", made)))


def shared(command):
    """Return the options of `SHARED` that a command has."""
    own = known(command) - of_one_command(command) if command not in FILES_ALONE else ()
    return [words for words in SHARED if words.split()[0] in own]


COMMANDS = sorted({line.split()[0] for line in LINES.values()})


@pytest.mark.parametrize(("command", "words"), [(command, words) for command in COMMANDS for words in shared(command)])
def test_an_option_of_several_commands_changes_what_it_says_in_each(command, words):
    line = LINES[command]
    if "--measures" in words:
        line = re.sub(r" --measures \S+", "", line)
    with world():
        old, new = before(line), with_option(line, words)
        assert new.code == 0, new.err
        assert SHARED[words](old, new), (new.out[:1000], new.err)


def test_every_option_has_a_line():
    """Those for reading files are in test_reading.py, those of a figure in test_figure.py."""
    for command in {*parsers()[1]} - {"figure"}:
        lines = " ".join(line for line in LINES.values() if line.split()[0] == command)
        tested = options_in(" ".join([lines, *shared(command)])) | of_one_command(command)
        assert known(command) - tested - {*ELSEWHERE} == set(), command


NO_VALUES = r"all|halves|as on the page|those of|the largest|that |stdout|one step apart|1,2,3,…|codalab"


@pytest.mark.parametrize("command", parsers()[1])
def test_the_defaults_are_those_that_the_help_names(command):
    for action in parsers()[1][command]._actions:
        named = re.search(r"\(default: ([^;)]+)\)", action.help or "")
        if named is None or re.match(NO_VALUES, named[1]) or not action.option_strings:
            continue
        option = action.option_strings[0]
        if action.default is not None:
            assert (action.type or str)(named[1]) == action.default, option
            continue
        bare = (re.sub(rf" {option} \S+", "", line) for line in LINES.values() if line.split()[0] == command)
        with world():
            both = ((line, ended(*line.split(), option, named[1])) for line in bare)
            line, new = next((line, new) for line, new in both if new.code == 0)
            assert before(line) == new, option
