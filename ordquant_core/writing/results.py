"""The results of a task as a paper prints them: a row per run, a column per measure, letters of significance."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.official import Official
from ordquant_core.glossary import Values, by_task, frame_of, stacked
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, score, setting
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, label, row

NAMED = 5  # measures that a caption names
Teams = Mapping[str, str] | None  # of runs; None: there is no column for them


def wide_table(one: Official, alpha: float, *, primary: str, title: str = "", teams: Teams = None) -> PaperTable:
    """Return a row per run, the smallest mean by the measure `primary` first.

    A cell is the mean with the letters of its significance groups; the best mean by each measure is bold, by its text:
    means that are printed alike are equally good. `title` names the task in the caption, `teams` adds a column.
    """
    caption, data = _caption(one, alpha, primary, title), wide_data([one], alpha, primary=primary, teams=teams)
    return PaperTable(_key(one), "", "", caption, (_block("run", one, alpha, primary, teams),), data)


def of_runs(tasks: Sequence[tuple[str, Official, str]], alpha: float, compared: str) -> PaperTable:
    """Return the same of several tasks in one table: each has a name, its results, and its primary measure.

    `compared` says which runs are compared. The data are those of `results`: a row per task, measure and run.
    """
    blocks = tuple(_block(f"{name} ({MEASURES[primary].label})", one, alpha, primary) for name, one, primary in tasks)
    caption = (
        "Mean scores of the runs of each task over its cases; smaller is better. Runs are sorted by the measure in "
        f"brackets; the smallest mean by each measure is in bold. {_test(tasks[0][1], alpha)} {compared}"
    )
    data = by_task([(name, one.to_frame(alpha=alpha)) for name, one, _ in tasks])
    return PaperTable("results", "", "", caption, blocks, data)


def wide_data(results: Sequence[Official], alpha: float, *, primary: str, teams: Teams = None) -> pd.DataFrame:
    """Return the same of several scales or groups of cases, with means at full precision and letters in own columns."""
    by_group = any(one.cases != ALL for one in results)
    frames = []
    for one in results:
        order = _order(one, primary)
        runs = [one.test.runs[run] for run in order]
        columns: dict[str, Values] = {"scale": [one.scale or ""] * len(runs)}
        columns |= {"case_group": [one.cases] * len(runs)} if by_group else {}
        columns |= {"run": runs} if teams is None else {"run": runs, "team": [teams.get(run, "") for run in runs]}
        columns["cases"] = [one.test.n_cases] * len(runs)
        for m, key in enumerate(one.test.measures):
            groups = one.letters(m, alpha)
            columns |= {f"mean_{key}": one.test.means[m, order], f"group_{key}": [groups[run] for run in order]}
        frames.append(frame_of(columns))
    return stacked(frames)


def _block(title: str, one: Official, alpha: float, primary: str, teams: Teams = None) -> Block:
    tested, columns = one.test, []
    for m, means in enumerate(tested.means):
        marks = zip(best(means, list(map(score, means)), largest=False), one.letters(m, alpha), strict=True)
        columns.append([Mark(mark.text, mark.bold, above=group) for mark, group in marks])
    rows = tuple(
        row(name, [*([] if teams is None else [teams.get(name, "")]), *(column[run] for column in columns)])
        for run, name in ((run, tested.runs[run]) for run in _order(one, primary))
    )
    return Block((title, *([] if teams is None else ["team"]), *map(label, tested.measures)), rows)


def _order(one: Official, primary: str) -> list[int]:
    return np.argsort(one.test.means[one.test.measures.index(primary)], kind="stable").tolist()  # type: ignore[no-any-return]


def _caption(one: Official, alpha: float, primary: str, title: str) -> str:
    measures, runs = one.test.measures, one.test.runs
    where = ", ".join(filter(None, [title, f"scale {one.scale}" if one.scale else ""]))
    cases = count(one.test.n_cases, "case") + ("" if one.cases == ALL else f" (group {one.cases})")
    by = listed([label(key) for key in measures]) if len(measures) <= NAMED else count(len(measures), "measure")
    words = f"{where}: mean scores" if where else "Mean scores"
    words = f"{words} of {count(len(runs), 'run')} over {cases}, by {by}; smaller is better."
    words += f" Runs are sorted by {label(primary)}; the smallest mean by each measure is in bold."
    return f"{words} {_test(one, alpha)}" if one.tested else words


def _test(one: Official, alpha: float) -> str:
    return (
        "By one measure, runs that share a letter do not differ significantly (randomised Tukey HSD test of all "
        f"pairs of runs, B = {setting(one.test.n_trials)}, seed {one.seed}, α = {setting(alpha)})."
    )


def _key(one: Official) -> str:
    """Return the name of the file and of the label in LaTeX."""
    parts = ["results", one.scale or "", "" if one.cases == ALL else one.cases]
    return "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts)))
