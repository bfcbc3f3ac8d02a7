"""The official results of a task as tables: a row per measure and run, or per measure and pair of runs."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.official import Official, Part, changes_sign, decides, of_pairs
from ordquant_core.glossary import frame_of, in_front, stacked
from ordquant_core.records import FloatArray
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.runs.significance import letters_of_runs, tested_pairs


def official_table(
    results: Sequence[Official], alpha: float, *, teams: Mapping[str, str] | None = None, by_group: bool = False
) -> pd.DataFrame:
    """Return a row per scale, measure and run: rank, mean with its 95% interval, significance groups.

    `teams` adds the team of each run (empty where there is none), `by_group` the group of cases.
    """
    tables = []
    for one in results:
        found, interval, runs = one.found, one.interval, one.found.runs
        places = ranks(found.means)
        for m, key in enumerate(found.measures):
            table = frame_of(
                {
                    "run": runs,
                    **({} if teams is None else {"team": [teams.get(run, "") for run in runs]}),
                    "rank": places[m],
                    "mean": found.means[m],
                    "low": interval.low[m],
                    "high": interval.high[m],
                    "group": letters(one, m, alpha),
                }
            )
            about = _about(one, by_group=by_group)
            tables.append(in_front(table, **about, measure=key).assign(cases=found.n_cases))
    return stacked(tables)


def official_pair_table(results: Sequence[Official], alpha: float) -> pd.DataFrame:
    """Return a row per scale, measure and pair of runs: difference, p, effect size, simultaneous interval.

    The intervals of all pairs hold jointly with the confidence 1 - alpha, and exclude 0 exactly where p < alpha.
    """
    return stacked([_pairs(one, alpha, by_group=False) for one in results])


def group_pair_table(results: Sequence[tuple[Official, Sequence[Part]]], alpha: float) -> pd.DataFrame:
    """Return the same for all cases and for every group of them, with what the group does to the difference."""
    tables = []
    for whole, parts in results:
        adds = of_pairs(whole.found.differences)
        none = np.full(adds.shape, np.nan)
        columns = _of_group(adds, none, none, none, none, none, none)
        tables.append(_pairs(whole, alpha, by_group=True).assign(**columns))
        for part in parts:
            rest = part.without
            columns = _of_group(
                part.adds,
                none if rest is None else of_pairs(rest.differences),
                none if rest is None else of_pairs(rest.p_values),
                decides(whole.found, part, alpha),
                changes_sign(part, alpha),
                part.interaction,
                part.p_interaction,
            )
            tables.append(_pairs(part.results, alpha, by_group=True).assign(**columns))
    return stacked(tables)


def _of_group(
    adds: FloatArray,
    without: FloatArray,
    p_without: FloatArray,
    deciding: FloatArray,
    turning: FloatArray,
    interaction: FloatArray,
    p_interaction: FloatArray,
) -> dict[str, FloatArray | list[str]]:
    return {
        "adds": adds.ravel(),
        "difference_without": without.ravel(),
        "p_without": p_without.ravel(),
        "decides": _words(deciding),
        "interaction": interaction.ravel(),
        "p_interaction": p_interaction.ravel(),
        "sign_changes": _words(turning),
    }


def _words(flags: FloatArray) -> list[str]:
    return ["" if np.isnan(flag) else "yes" if flag else "no" for flag in flags.ravel().tolist()]


def _pairs(one: Official, alpha: float, *, by_group: bool) -> pd.DataFrame:
    return in_front(tested_pairs(one.found, alpha), **_about(one, by_group=by_group))


def _about(one: Official, *, by_group: bool) -> dict[str, str]:
    return {"scale": one.scale or ""} | ({"case_group": one.cases} if by_group else {})


def letters(one: Official, m: int, alpha: float) -> list[str]:
    """Return the groups of every run; a run alone is in group a, and runs that cannot be tested are in none."""
    if len(one.found.runs) == 1:
        return ["a"]
    if not one.tested:
        return [""] * len(one.found.runs)
    return letters_of_runs(significance_groups(one.found.means[m], one.found.p_values[m], alpha))
