"""The commands whose output, notes and help are kept: on samples, and on data of shared tasks if it is there."""

import contextlib
import io
import shlex
import shutil
import zipfile
from argparse import SUPPRESS
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ordquant_core.__main__ import main, parsers
from ordquant_core.tasks import File, TaskRead, read_task
from tests.golden.summaries import dump, dump_lines, summarise_table

ROOM, ROOT = Path(__file__).parent, Path(__file__).parents[2]
SAMPLES = ROOT / "ordquant_core" / "samples"
SHARED = ROOT.parent / "shared" / "data"
LONGEST = 5000  # characters of a table that is kept whole
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


def calls(place: Path, made: Path | None = None) -> dict[str, list[str]]:
    """Return the calls of calls.txt that read files of a place, or none; `made` has files that are made for them."""
    places = {"samples": SAMPLES, "shared": SHARED, "made": made}
    found = {}
    for line in (ROOM / "calls.txt").read_text(encoding="utf-8").splitlines():
        name, _, call = line.partition(": ")
        if not line.startswith("#") and (" shared/" in call) == (place == SHARED):
            words = [file for word in shlex.split(call) for file in _files(word, places)]
            found[name] = words
    return found


def _files(word: str, places: dict[str, Path | None]) -> list[str]:
    """Return the files that a word of a call stands for, or the word."""
    first, _, rest = word.partition("/")
    folder = places.get(first) if rest else None
    return [word] if folder is None else [str(file) for file in sorted(folder.glob(rest))]


def make_files(folder: Path) -> None:
    """Write the choices of people, and a gold with a language of each case."""
    shutil.copy(ROOM / "humans.csv", folder)
    header, *rows = (SAMPLES / "dialogue-quality" / "gold.csv").read_text().splitlines()
    languages = ("English", "German", "Japanese")
    lines = (f"{row},{languages[at * at % 3]}" for at, row in enumerate(rows))
    (folder / "grouped.csv").write_text("\n".join([f"{header},language", *lines]))


def samples(folder: Path) -> dict[str, str]:
    """Return the tables of every call on the samples and of a study of them, long ones as summaries, and all notes."""
    make_files(folder)
    answers = {name: answer_of(*call) for name, call in calls(SAMPLES, folder).items()}
    outputs = {name: out for name, (out, _) in answers.items()}
    tasks, study = folder / "tasks", folder / "study"
    for name in ("breakdown-labels", "dialogue-quality"):
        shutil.copytree(SAMPLES / name, tasks / name)
    with patch("ordquant_core.documents.browser", lambda: None):  # figures are kept by their arrays
        answer_of("study", tasks, "--out", study, "--trials", "200", "--splits", "20")
    outputs |= {f"study-{path.stem}": path.read_text() for path in sorted(study.glob("*.csv"))}
    notes = {
        name: err.replace(f"{folder}/", "").replace(f"{ROOT}/", "").splitlines() for name, (_, err) in answers.items()
    }
    short = {f"samples/{name}.csv": text for name, text in outputs.items() if len(text) <= LONGEST}
    long = {name: summarise_table(text) for name, text in outputs.items() if len(text) > LONGEST}
    return {**short, "samples.json": dump(long), "notes.json": dump_lines(notes)}


def shared(_: Path) -> dict[str, str]:
    """Return the summary of every call on the data of shared tasks."""
    return {"shared.json": dump({name: summarise_table(answer_of(*call)[0]) for name, call in calls(SHARED).items()})}


def helps(folder: Path) -> dict[str, str]:
    """Return what the help of every command says, a line each, and what people read in bundles for other platforms."""
    found = {}
    for name, parser in parsers()[1].items():
        lines = [parser.description, *str(parser.epilog).splitlines()]
        for group in parser._action_groups:
            lines += [f"{group.title}: {group.description}"] if group.description else []
        for action in parser._actions:
            names = f"{' '.join(action.option_strings) or action.dest} {action.metavar or ''}".strip()
            lines.append(f"{names}: {'' if action.help == SUPPRESS else action.help}")
        found[name] = [line for text in lines for line in str(text).splitlines() if line]
    return {"helps.json": dump_lines(found), "exports.json": dump_lines(exports(folder))}


TEXTS = ("competition.yaml", "terms.md", "overview.md", "evaluation.md", "README.md", "evaluator/Dockerfile")


def exports(folder: Path) -> dict[str, list[str]]:
    """Return what people read in the bundles for other platforms, line by line."""
    found = {}
    for platform in ("codabench", "tira"):
        answer_of("export", SAMPLES / "breakdown-labels", f"--{platform}", "--out", folder / f"{platform}.zip")
        with zipfile.ZipFile(folder / f"{platform}.zip") as archive:
            for name in sorted({*TEXTS} & {*archive.namelist()}):
                found[f"{platform}/{name}"] = archive.read(name).decode().splitlines()
    return found
