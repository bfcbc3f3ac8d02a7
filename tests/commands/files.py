"""How tests call the command line, in their process, and the small files that it reads."""

import contextlib
import csv
import io
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pypdf
import pytest

from ordquant_core.__main__ import main
from ordquant_core.records import Task

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "ordquant_core" / "samples"
GOLD = "case,a,b,c\nx,0,1,3\ny,2,2,0\nz,1,1,2\n"
RUN = "case,c,b,a\nz,.4,.3,.3\nx,.5,.25,.25\ny,0,1,0\n"
CLASSES = ("a", "b", "c")
RUNS = ("run0", "run1", "run2", "run3")
FILES = " ".join(("gold.csv", *(f"{run}.csv" for run in RUNS)))


class Answer(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def rows(self):
        return list(csv.DictReader(io.StringIO(self.out)))

    @property
    def columns(self):
        return next(csv.reader(io.StringIO(self.out)), [])

    def column(self, name, kind=float):
        return [kind(row[name]) for row in self.rows]

    def named(self, *names):
        """Return what stands in columns whose name begins so, such as `measure`, `measure_1`."""
        return {cell for row in self.rows for name, cell in row.items() if name.startswith(names)}

    @property
    def notes(self):
        return [line.removeprefix("note: ") for line in self.err.splitlines()]


def ended(*words):
    """Run a command in this process, however it ends; a single text is split at its spaces."""
    arguments = words[0].split() if len(words) == 1 and isinstance(words[0], str) else [*map(str, words)]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = main(arguments)
    return Answer(code, out.getvalue(), err.getvalue())


def done(*words):
    """Run a command that ends well."""
    answer = ended(*words)
    assert answer.code == 0, answer.err
    assert "\r" not in answer.out
    return answer


def refused(*words):
    """Run a command that must be refused; return the one line that says why, which stands last."""
    code, out, err = ended(*words)
    assert (code, out) == (2, ""), (out, err)
    *notes, said = err.splitlines(keepends=True)
    assert said.startswith("error: ")
    assert all(note.startswith("note: ") for note in notes)
    return said


def table(names, rows, header=CLASSES):
    """Return a table with a column per class."""
    lines = [",".join(map(str, (name, *row))) for name, row in zip(names, rows, strict=True)]
    return "\n".join([",".join(("case", *header)), *lines]) + "\n"


def write_task(folder, n_cases=20, n_runs=4, seed=3, classes=CLASSES):
    """Write gold.csv, 8 votes a case, cases of two languages, and runs, each worse than the one before; return both.

    On some case a class has no vote: KLD is infinite. The last run is good on one language only.
    """
    rng = np.random.default_rng(seed)
    cases = tuple(f"c{number}" for number in range(n_cases))
    votes = rng.multinomial(8, rng.dirichlet(np.ones(len(classes)) * 4), size=n_cases)
    votes[0] = [8, *[0] * (len(classes) - 1)]
    languages = tuple("en" if number % 3 else "zh" for number in range(n_cases))
    estimates = np.stack(
        [[rng.dirichlet(0.6 + (n_runs - run) ** 2 * row / 3) for row in votes] for run in range(n_runs)]
    )
    if n_runs > 1:
        estimates[-1, ::3] = votes[::3] / 8 * 0.9 + 0.1 / len(classes)
    gold = [(*row, word) for row, word in zip(votes.tolist(), languages, strict=True)]
    (folder / "gold.csv").write_text(table(cases, gold, (*classes, "language")))
    names = tuple(f"run{run}" for run in range(n_runs))
    for name, rows in zip(names, estimates.tolist(), strict=True):
        (folder / f"{name}.csv").write_text(table(cases, rows, classes))
    estimates /= estimates.sum(axis=2, keepdims=True)
    extras = {"language": languages}
    return Task("gold", None, tuple(classes), cases, votes / 8, votes, names, estimates, extras=extras)


def of_scales(n_cases=12, scales=("A", "E"), votes=False, seed=5):
    """Return NTCIR JSON of dialogue quality on some scales: the gold with 6 annotators, or a run."""
    rng = np.random.default_rng(seed)
    classes = ("-2", "-1", "0", "1", "2")

    def quality(make):
        return {"quality": {scale: make() for scale in scales}}

    def entry(number):
        if votes:
            return {"annotations": [quality(lambda: int(rng.integers(-2, 3))) for _ in range(6)]}
        return quality(lambda: dict(zip(classes, rng.dirichlet(np.ones(5)).tolist(), strict=True)))

    return json.dumps([{"id": f"d{number}", **entry(number)} for number in range(n_cases)])


def describe(folder, **facts):
    (folder / "task.json").write_text(json.dumps(facts))


needs_latex = pytest.mark.skipif(
    shutil.which("pdflatex") is None and os.environ.get("REQUIRE_LATEX") != "1", reason="no LaTeX is installed"
)


def compiled(path):
    """Return the texts of the pages that LaTeX makes of a document; twice, since references need it."""
    call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
    for _ in range(2):
        done = subprocess.run(call, cwd=path.parent, check=True, capture_output=True, text=True, errors="replace")
    assert "Overfull" not in done.stdout
    assert "Rerun" not in done.stdout
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(path.with_suffix(".pdf")).pages]
