"""The commands whose output, notes and help are kept: on samples, and on data of shared tasks if it is there."""

import contextlib
import io
import shutil
import zipfile
from argparse import SUPPRESS
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ordquant_core.__main__ import main, parsers
from ordquant_core.tasks import File, TaskRead, read_task
from tests.golden.summaries import summarise_table

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "ordquant_core" / "samples"
SHARED = ROOT.parent / "shared" / "data"
FEW = ["--trials", "200"]
ALL_RUNS = {
    "score": ["score"],
    "score-per-case": ["score", "--per-case"],
    "check": ["check"],
    "results": ["results", *FEW],
    "results-pairs": ["results", "--pairs", *FEW],
    "agreement": ["agreement"],
    "consistency": ["consistency", "--splits", "20"],
    "consistency-small": ["consistency", "--splits", "20", "--size", "10"],
    "discriminative-power": ["discriminative-power", *FEW],
    "overlap": ["overlap", *FEW],
    "contradictions": ["contradictions", *FEW],
    "information-tau": ["information-tau"],
    "information-tau-given": ["information-tau", "--given", "NMD"],
    "plan-design": ["plan", "--design", "--difference", "0.05"],
    "plan-split": ["plan", "--split", "--cases", "50,100", "--annotators", "5,10", "--resamples", "5"],
}
READ = ("score", "check", "results", "agreement", "baselines")  # what depends on how files are read
LISTS = {
    "score": [],
    "measures": ["--measures", "RIC,AP,GAP,nDCG,nDCG@10,ERR@20,RBP(p=0.95),P@10,recall@100"],
    "joint": ["--joint"],
    "difference": ["--difference"],
    "information-tau": ["--information-tau", "--measures", "AP,nDCG,ERR"],
    "information-tau-by-topic": ["--information-tau", "--measures", "AP,nDCG,ERR", "--by-topic"],
}
HUMANS = "person,gold,estimate_a,estimate_b,choice\n" + "".join(
    f"p{person},{gold},{a},{b},{'AB'[(person * pair + person) % 3 % 2]}\n"
    for person in range(1, 7)
    for pair, (gold, a, b) in enumerate(
        [
            ("0 1 2 9 8", "0 0 0 1 0", "1 1 1 1 1"),
            ("5 5 5 5 0", "0 5 10 5 0", "10 0 0 10 0"),
            ("1 0 0", "0 1 0", "0 0 1"),
            ("3 4 3", "4 3 3", "3 3 4"),
        ],
        start=1,
    )
)


_read_once = cache(read_task)


def _read_as_before(files: list[File], *, runs: list[str] | None, **choices: Any) -> TaskRead:
    """Return what `read_task` returns: most calls read the same files in the same way."""
    return _read_once(tuple(files), runs=None if runs is None else tuple(runs), **choices)


def answer_of(*arguments: object) -> tuple[str, str]:
    """Return what a command writes to stdout and to stderr. Raises `AssertionError` where it fails."""
    out, err = io.StringIO(), io.StringIO()
    reading = patch("ordquant_core.commands.inputs.read_task", _read_as_before)
    with reading, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    assert code == 0, f"{arguments}: {err.getvalue()}"
    return out.getvalue(), err.getvalue()


def output_of(*arguments: object) -> str:
    """Return what a command writes to stdout."""
    return answer_of(*arguments)[0]


def _on_task(gold: Path, runs: list[object], *more: object) -> dict[str, list[object]]:
    calls: dict[str, list[object]] = {
        name: [*words, *more, gold, *runs] for name, words in ALL_RUNS.items() if not name.startswith("plan")
    }
    calls["compare"] = ["compare", *more, gold, *runs[:2]]
    calls["baselines"] = ["compare", *more, gold, "baseline:popularity", "baseline:uniform"]
    return calls


def _plans(gold: Path, runs: list[object], *more: object) -> dict[str, list[object]]:
    calls = {name: [*words, *more, gold, *runs] for name, words in ALL_RUNS.items() if name.startswith("plan")}
    return {**calls, "plan-noise": ["plan", "--noise", *more, gold]}


def sample_calls(folder: Path) -> dict[str, list[object]]:
    """Return the calls on the bundled samples, and on numbers alone; `folder` takes the files they read."""
    dialogue, breakdown = SAMPLES / "dialogue-quality", SAMPLES / "breakdown-labels"
    humans = folder / "humans.csv"
    humans.write_text(HUMANS)
    runs = sorted((dialogue / "runs").glob("*.csv"))
    found: dict[str, list[object]] = {
        "measure": ["measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0"],
        "atlas": ["atlas", "--votes", "6", "--classes", "4"],
        "atlas-estimators": ["atlas", "--votes", "5", "--classes", "3", "--a", "median", "--b", "smoothed"],
        "atlas-disagreements": ["atlas", "--votes", "6", "--classes", "4", "--table", "disagreements"],
        "plan-variance": ["plan", "--design", "--variance", "0.02", "--difference", "0.05"],
        "template": ["template", dialogue / "gold.csv"],
        "human-agreement": ["human-agreement", humans],
        "human-agreement-pairs": ["human-agreement", humans, "--pairs"],
        "nuggets": ["nuggets", SAMPLES / "nuggets"],
        "nuggets-per-case": ["nuggets", SAMPLES / "nuggets", "--per-case"],
        "nuggets-micro": ["nuggets", SAMPLES / "nuggets", "--micro", "--alpha", "0.3"],
    }
    on_dialogue = _on_task(dialogue / "gold.csv", runs)
    for name, call in ({name: on_dialogue[name] for name in READ} | _plans(dialogue / "gold.csv", runs)).items():
        found[f"dialogue-{name}"] = call
    header, *rows = (dialogue / "gold.csv").read_text().splitlines()
    grouped = folder / "grouped.csv"
    languages = ("English", "German", "Japanese")
    lines = (f"{row},{languages[at * at % 3]}" for at, row in enumerate(rows))
    grouped.write_text("\n".join([f"{header},language", *lines]))
    found["groups"] = ["results", grouped, *runs[:4], "--by", "language", *FEW]
    found["groups-pairs"] = ["results", grouped, *runs[:4], "--pairs", "--by", "language", *FEW]
    for name, call in _on_task(breakdown / "gold.csv", sorted((breakdown / "runs").glob("*.csv"))).items():
        found[f"breakdown-{name}"] = call
    lists = SAMPLES / "ranked-lists"
    for name, words in LISTS.items():
        found[f"lists-{name}"] = ["rank-lists", lists / "qrels.txt", *sorted((lists / "runs").iterdir()), *words]
    return found


def shared_calls() -> dict[str, list[object]]:
    """Return the calls on the data of shared tasks."""
    stc3, semeval, lewidi = SHARED / "stc3", SHARED / "semeval2016", SHARED / "lewidi2025"
    quality = [path for path in sorted((stc3 / "runs_quality").glob("*.json")) if "ND" not in path.name]
    baselines: list[object] = ["baseline:popularity", "baseline:uniform"]
    ours = {
        "stc3-A": (stc3 / "gold_test.json", [*quality, *baselines], ["--scale", "A"]),
        "stc3-E": (stc3 / "gold_test.json", [*quality, *baselines], ["--scale", "E"]),
        "semeval2016": (
            semeval / "SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt",
            [semeval / "PotTS.SubtaskE.res.official.txt", *baselines],
            ["--repair", "renormalise"],
        ),
        "dbdc3": (SHARED / "dbdc3" / "original_json", [*baselines, "baseline:O"], []),
        "lewidi2025": (
            lewidi / "paraphrase_test.json",
            [*sorted((lewidi / "runs").glob("*_test_*.tsv")), *baselines],
            ["--repair", "by-position"],
        ),
    }
    tasks = {name: _on_task(gold, runs, *more) for name, (gold, runs, more) in ours.items()}
    for name in ours:  # each command on one task, on the others what depends on how their files are read
        if name != "stc3-A":
            tasks[name] = {part: tasks[name][part] for part in READ}
    nuggets = [stc3 / "gold_test.json", *sorted((stc3 / "runs_nugget").glob("*.json"))]
    tasks["stc3-nuggets"] = {"all": ["nuggets", "--repair", "renormalise", *nuggets]}
    covid = SHARED / "trec_covid_round1"
    lists = ["rank-lists", covid / "qrels.txt", *sorted((covid / "runs").iterdir())]
    tasks["trec_covid"] = {name: [*lists, *words] for name, words in LISTS.items() if name != "joint"}  # of the sample
    return {f"{task}-{name}": call for task, calls in tasks.items() for name, call in calls.items()}


def study_tables(folder: Path, out: Path) -> dict[str, str]:
    """Return the tables that `study` writes of the tasks in a folder, by their names."""
    with patch("ordquant_core.documents.browser", lambda: None):  # figures are kept by their arrays
        output_of("study", folder, "--out", out, *FEW, "--splits", "20")
    return {path.stem: path.read_text() for path in sorted(out.glob("*.csv"))}


def sample_outputs(folder: Path) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return what every call on the samples writes, with the tables of a study of them, and its notes."""
    answers = {name: answer_of(*call) for name, call in sample_calls(folder).items()}
    tasks = folder / "tasks"
    for name in ("breakdown-labels", "dialogue-quality"):
        shutil.copytree(SAMPLES / name, tasks / name)
    study = {f"study-{name}": text for name, text in study_tables(tasks, folder / "study").items()}
    outputs = {name: out for name, (out, _) in answers.items()} | study
    notes = {
        name: err.replace(f"{folder}/", "").replace(f"{ROOT}/", "").splitlines() for name, (_, err) in answers.items()
    }
    return outputs, notes


def shared_summaries() -> dict[str, Any]:
    """Return the summary of every call on the data of shared tasks."""
    return {name: summarise_table(output_of(*call)) for name, call in shared_calls().items()}


def helps() -> dict[str, list[str]]:
    """Return what the help of every command says, a line each: of the command, of its groups, of each option."""
    found = {}
    for name, parser in parsers()[1].items():
        lines = [parser.description, *str(parser.epilog).splitlines()]
        for group in parser._action_groups:
            lines += [f"{group.title}: {group.description}"] if group.description else []
        for action in parser._actions:
            names = f"{' '.join(action.option_strings) or action.dest} {action.metavar or ''}".strip()
            lines.append(f"{names}: {'' if action.help == SUPPRESS else action.help}")
        found[name] = [line for text in lines for line in str(text).splitlines() if line]
    return found


TEXTS = ("competition.yaml", "terms.md", "overview.md", "evaluation.md", "README.md", "evaluator/Dockerfile")


def exports(folder: Path) -> dict[str, list[str]]:
    """Return what people read in the bundles for other platforms, line by line."""
    found = {}
    for platform in ("codabench", "tira"):
        output_of("export", SAMPLES / "breakdown-labels", f"--{platform}", "--out", folder / f"{platform}.zip")
        with zipfile.ZipFile(folder / f"{platform}.zip") as archive:
            for name in sorted({*TEXTS} & {*archive.namelist()}):
                found[f"{platform}/{name}"] = archive.read(name).decode().splitlines()
    return found
