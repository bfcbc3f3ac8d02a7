"""The results of a task as a paper prints them: a row per run, a column per measure, letters of significance."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.official import Official
from ordquant_core.glossary import Values, by_task, frame_of, stacked
from ordquant_core.numerals import count, listed, score, setting
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, label, row

NAMED = 5  # measures that a caption names
Teams = Mapping[str, str] | None  # of runs; None: there is no column for them


def wide_table(results: Official, alpha: float, *, primary: str, title: str = "", teams: Teams = None) -> PaperTable:
    """Return a row per run, the smallest mean by the measure `primary` first.

    A cell is the mean with the letters of its significance groups; the best mean by each measure is bold, by its text:
    means that are printed alike are equally good. `title` names the task in the caption, `teams` adds a column.
    """
    caption, data = _caption(results, alpha, primary, title), wide_data([results], alpha, primary=primary, teams=teams)
    return PaperTable(_key(results), "", "", caption, (_block("run", results, alpha, primary, teams),), data)


def of_runs(tasks: Sequence[tuple[str, Official, str]], alpha: float, compared: str) -> PaperTable:
    """Return the same of several tasks in one table: each has a name, its results, and its primary measure.

    `compared` says which runs are compared. The data are those of `results`: a row per task, measure and run.
    """
    blocks = tuple(_block(f"{name} ({label(primary)})", results, alpha, primary) for name, results, primary in tasks)
    caption = (
        "Mean scores of the runs of each task over its cases; smaller is better. Runs are sorted by the measure in "
        f"brackets; the smallest mean by each measure is in bold. {_test(tasks[0][1], alpha)} {compared}"
    )
    data = by_task([(name, results.to_frame(alpha=alpha)) for name, results, _ in tasks])
    return PaperTable("results", "", "", caption, blocks, data)


def wide_data(every: Sequence[Official], alpha: float, *, primary: str, teams: Teams = None) -> pd.DataFrame:
    """Return the same of several scales or groups of cases, with means at full precision and letters in own columns."""
    by_group = any(results.cases != ALL for results in every)
    frames = []
    for results in every:
        order = _order(results, primary)
        runs = [results.test.runs[run] for run in order]
        columns: dict[str, Values] = {"scale": [results.scale or ""] * len(runs)}
        columns |= {"case_group": [results.cases] * len(runs)} if by_group else {}
        columns |= {"run": runs} if teams is None else {"run": runs, "team": [teams.get(run, "") for run in runs]}
        columns["cases"] = [results.test.n_cases] * len(runs)
        for m, key in enumerate(results.test.measures):
            groups = results.letters(m, alpha)
            columns |= {f"mean_{key}": results.test.means[m, order], f"group_{key}": [groups[run] for run in order]}
        frames.append(frame_of(columns))
    return stacked(frames)


def _block(title: str, results: Official, alpha: float, primary: str, teams: Teams = None) -> Block:
    tested, columns = results.test, []
    for m, means in enumerate(tested.means):
        marks = zip(best(means, list(map(score, means)), largest=False), results.letters(m, alpha), strict=True)
        columns.append([Mark(mark.text, mark.bold, above=group) for mark, group in marks])
    rows = tuple(
        row(name, [*([] if teams is None else [teams.get(name, "")]), *(column[run] for column in columns)])
        for run, name in ((run, tested.runs[run]) for run in _order(results, primary))
    )
    return Block((title, *([] if teams is None else ["team"]), *map(label, tested.measures)), rows)


def _order(results: Official, primary: str) -> list[int]:
    return np.argsort(results.test.means[results.test.measures.index(primary)], kind="stable").tolist()  # type: ignore[no-any-return]


def _caption(results: Official, alpha: float, primary: str, title: str) -> str:
    measures, runs = results.test.measures, results.test.runs
    where = ", ".join(filter(None, [title, f"scale {results.scale}" if results.scale else ""]))
    cases = count(results.test.n_cases, "case") + ("" if results.cases == ALL else f" (group {results.cases})")
    by = listed([label(key) for key in measures]) if len(measures) <= NAMED else count(len(measures), "measure")
    words = f"{where}: mean scores" if where else "Mean scores"
    words = f"{words} of {count(len(runs), 'run')} over {cases}, by {by}; smaller is better."
    words += f" Runs are sorted by {label(primary)}; the smallest mean by each measure is in bold."
    return f"{words} {_test(results, alpha)}" if results.tested else words


def _test(results: Official, alpha: float) -> str:
    return (
        "By one measure, runs that share a letter do not differ significantly (randomised Tukey HSD test of all "
        f"pairs of runs, B = {setting(results.test.n_trials)}, seed {results.seed}, α = {setting(alpha)})."
    )


def _key(results: Official) -> str:
    """Return the name of the file and of the label in LaTeX."""
    parts = ["results", results.scale or "", "" if results.cases == ALL else results.cases]
    return "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts)))
