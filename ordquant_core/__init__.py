"""Evaluation of ordinal quantification: measures, tasks, analyses. No user interface.

A measure compares estimated distributions with gold ones, votes or probabilities; 0 is perfect, smaller is better:

>>> import ordquant_core as oq
>>> round(float(oq.nmd([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])), 12)
0.15

`oq.MEASURES` holds all measures by key; `help(oq.rnod)` shows formula, shapes, errors and an example, as the help of
every function does. A task is made of pandas frames (`oq.from_votes`, `oq.from_predictions`, `oq.from_frames`) or read
from files (`oq.load_task`). `oq.score` scores its runs, `oq.results` ranks and tests them, `oq.preferences`,
`oq.agreement` and `oq.separate_runs` compare runs and measures. `oq.load_sample()` is a task to try them on. Every
result has `to_frame()`, `oq.methods` writes the paragraph on methods, `oq.write_report` everything about a task,
`oq.draw_figure` draws it, and `oq.save_figure` writes a figure as PDF or SVG. The command `ordquant -h` lists what a
shell can do.

>>> import numpy as np
>>> votes, run = np.array([[3, 1, 0], [0, 2, 2]]), np.array([[0.5, 0.5, 0], [0, 0, 1]])
>>> oq.rnod(votes, run).round(3).tolist()
[0.177, 0.354]
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

from ordquant_core.analysis.agreement import agreement
from ordquant_core.analysis.baselines import popularity, uniform, with_baselines
from ordquant_core.analysis.comparison import deltas, preferences
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.documents import study, write_report
from ordquant_core.drawing import draw_figure
from ordquant_core.errors import (
    InputError,
    InvalidDistributionError,
    OrdquantError,
    Problem,
    ShapeMismatchError,
    UnknownNameError,
)
from ordquant_core.figure_files import save_figure
from ordquant_core.frames import from_frames, from_predictions, from_votes
from ordquant_core.measures.built import make_measure
from ordquant_core.measures.match_distance import md, nmd
from ordquant_core.measures.nominal import jsd, kld, nvd, rnss, ss, vd
from ordquant_core.measures.order_aware import adw, nod, od, rnadw, rnadw2, rnod, rnod2, rsnod, snod, sod
from ordquant_core.measures.other_fields import ae, canb, cheb, cjs, clark, cos, hd, nae, rps
from ordquant_core.measures.priority import dnkt, dnkt_jsd, dnkt_nmd, dnkt_rnod
from ordquant_core.measures.registry import MEASURES, Measure, register
from ordquant_core.records import Correlation, Gold, Preferences, Run, Scores, Task, to_frame
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from ordquant_core.tasks import Decisions, File, TableMapping, TaskRead, assemble, load_gold, load_run, read_task
from ordquant_core.tasks.loading import load_sample, load_task, sample_path
from ordquant_core.version import VERSION as _VERSION
from ordquant_core.writing.methods import methods
from ordquant_core.writing.results import Results, results

__version__ = _VERSION
__all__ = [
    "MEASURES",
    "Correlation",
    "Decisions",
    "File",
    "Gold",
    "InputError",
    "InvalidDistributionError",
    "Measure",
    "OrdquantError",
    "Preferences",
    "Problem",
    "Results",
    "Run",
    "Scores",
    "ShapeMismatchError",
    "TableMapping",
    "Task",
    "TaskRead",
    "UnknownNameError",
    "adw",
    "ae",
    "agreement",
    "assemble",
    "canb",
    "cheb",
    "cjs",
    "clark",
    "cos",
    "deltas",
    "dnkt",
    "dnkt_jsd",
    "dnkt_nmd",
    "dnkt_rnod",
    "draw_figure",
    "from_frames",
    "from_predictions",
    "from_votes",
    "hd",
    "jsd",
    "kendall",
    "kld",
    "load_gold",
    "load_run",
    "load_sample",
    "load_task",
    "make_measure",
    "md",
    "methods",
    "nae",
    "nmd",
    "nod",
    "nvd",
    "od",
    "popularity",
    "preferences",
    "randomised_tukey_hsd",
    "read_task",
    "register",
    "results",
    "rnadw",
    "rnadw2",
    "rnod",
    "rnod2",
    "rnss",
    "rps",
    "rsnod",
    "sample_path",
    "save_figure",
    "score",
    "separate_runs",
    "snod",
    "sod",
    "ss",
    "study",
    "to_frame",
    "uniform",
    "vd",
    "with_baselines",
    "write_report",
]


_A_TASK = "oq.load_task(path) reads a folder, a zip, a file or a list of files as a task"
_FRAMES = (
    "oq.from_frames(gold, {name: run}) makes a task of pandas frames, oq.from_votes and oq.from_predictions frames"
)
_SCORES = "oq.score(task) gives the scores of every run, oq.MEASURES[key](gold, estimated) those of two distributions"
_TESTS = "oq.results(task) ranks the runs and tests all pairs of them"
_FIGURES = "oq.draw_figure(task, name) draws a figure of the pages, oq.save_figure(figure, path) writes it"
_ASKED_FOR = {  # first guesses, by what they begin with
    "load": _A_TASK,
    "read": _A_TASK,
    "open": _A_TASK,
    "from": _FRAMES,
    "frame": _FRAMES,
    "data": _FRAMES,
    "task": f"{_A_TASK}; {_FRAMES}",
    "eval": _SCORES,
    "metric": _SCORES,
    "measure": _SCORES,
    "compute": _SCORES,
    "emd": "oq.md is Earth Mover's Distance on a line, oq.nmd the same from 0 to 1",
    "wasserstein": "oq.md is Earth Mover's Distance on a line, oq.nmd the same from 0 to 1",
    "plot": _FIGURES,
    "fig": _FIGURES,
    "test": _TESTS,
    "signif": _TESTS,
    "compare": f"oq.preferences counts the cases on which each measure prefers a run; {_TESTS}",
}


def __dir__() -> list[str]:
    """Return the public names alone."""
    return __all__


def _answer(name: str) -> NoReturn:
    """Answer a first guess with what to call."""
    guess = name.casefold()
    answers = [words for start, words in _ASKED_FOR.items() if guess.startswith(start) and not name.startswith("_")]
    near = [] if name.startswith("_") else get_close_matches(guess, [one.casefold() for one in __all__], n=1)
    answers += [f"did you mean oq.{one}?" for one in __all__ if near and one.casefold() == near[0]]
    raise AttributeError(f"ordquant_core has no {name!r}{f': {answers[0]}' if answers else ''}")


if not TYPE_CHECKING:  # a type checker finds a misspelt name by itself
    __getattr__ = _answer
