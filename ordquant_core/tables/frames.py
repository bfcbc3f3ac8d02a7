"""Every result as a DataFrame of pandas: with the columns, names and order of the table that the command writes."""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any, get_args, get_type_hints

import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.records import Gold, Run, Scores, Task, written_by

GOLD = "gold"  # what the gold of a task is called beside its runs
LEVEL = 0.05
_Writer = Callable[..., pd.DataFrame]


def to_frame(result: Any, **options: Any) -> Any:
    """Return a result, or a list of results of one kind, as the DataFrame of the table that its command writes.

    So do the results themselves: `oq.agreement(scores).to_frame()`. The columns have the names and the meaning of
    `ordquant_core.glossary`. Options are those of the table: `alpha` (0.05) where groups or intervals depend on
    it, `pairs=True` for the pairs of runs of `oq.results`, what belongs to a second result (`pair=` and
    `cases=` of robustness), `tidy=False` for scores with a column per measure. A task
    gives a row per case, its columns the runs, with the gold first as "gold", and their classes:
    `task.to_frame()["gold"]` is a frame for measures, and so is that of a gold or a run. Raises `OrdquantError` for
    anything that is no result, and for options that its table does not have.

    >>> import numpy as np, ordquant_core as oq
    >>> scores = oq.Scores(("NMD",), ("r", "s"), ("a",), np.array([[[0.25], [0.5]]]))
    >>> scores.to_frame().to_csv(index=False).split()
    ['run,case,measure,score', 'r,a,NMD,0.25', 's,a,NMD,0.5']
    """
    wide = isinstance(result, Scores) and not options.pop("tidy", True)
    if options and (wide or isinstance(result, Task | Gold | Run)):
        raise OrdquantError(f"The frame of {type(result).__name__} has no option {next(iter(options))!r}.")
    if isinstance(result, Task):
        return _task(result)
    if isinstance(result, Gold | Run):
        votes = result.votes if isinstance(result, Gold) else None
        return _distributions(result, result.probabilities if votes is None else votes)
    if wide:
        return _wide(result)
    return table_of(result, **options)


def table_of(result: Any, **options: Any) -> pd.DataFrame:
    """Return the table of a result, or of several of one kind."""
    several = isinstance(result, Sequence) and not isinstance(result, str)
    if several and not result:
        raise OrdquantError("The list is empty: it does not say which table it is.")
    kinds = {type(one) for one in (result if several else [result])}
    kind = kinds.pop()
    if kinds or kind not in _writers():
        known = ", ".join(sorted({one.__name__ for one in _writers()}))
        raise OrdquantError(f"{kind.__name__} is no result with a table, or the list mixes several; there are {known}.")
    named = _writers()[kind]
    write, of_several = named["pairs" if options.pop("pairs", False) and "pairs" in named else ""]
    arguments = signature(write).parameters
    if "alpha" in arguments:
        options.setdefault("alpha", LEVEL)
    unknown = [name for name in options if name not in arguments]
    missing = [name for name, one in list(arguments.items())[1:] if one.default is one.empty and name not in options]
    if unknown or missing:
        takes = ", ".join(list(arguments)[1:]) or "none"
        what = f"no option {unknown[0]!r}" if unknown else f"to be given {missing[0]!r}"
        raise OrdquantError(f"The table of {kind.__name__} has {what}; its options are {takes}.")
    if of_several:
        return write(result if several else [result], **options)
    if several:
        raise OrdquantError(f"A table holds one {kind.__name__}; take them one by one.")
    return write(result, **options)


def _task(task: Task) -> Any:
    if GOLD in task.runs:
        raise OrdquantError(f"A run of the task is called {GOLD!r}, as its gold is here: rename it.")
    sides = [task.gold if task.votes is None else task.votes, *task.estimates]
    frames = [_distributions(task, side) for side in sides]
    return pd.concat(frames, axis=1, keys=[GOLD, *task.runs], names=["run", "class"])


def _distributions(whose: Task | Gold | Run, values: Any) -> Any:
    classes = pd.CategoricalIndex(whose.classes, categories=whose.classes, ordered=True, name="class")
    return pd.DataFrame(values, index=pd.Index(whose.cases, name="case"), columns=classes)


def _wide(scores: Scores) -> Any:
    rows = pd.MultiIndex.from_product([scores.runs, scores.cases], names=["run", "case"])
    values = scores.values.transpose(1, 2, 0).reshape(len(rows), len(scores.measures))
    return pd.DataFrame(values, index=rows, columns=pd.Index(scores.measures, name="measure"))


@cache
def _writers() -> Mapping[type, Mapping[str, tuple[_Writer, bool]]]:
    """Return the functions that write tables, by the kind of result that each takes first, and whether several."""
    from ordquant_core.tables import human_agreement
    from ordquant_core.tables.nuggets import results as nuggets
    from ordquant_core.tables.planning import results as planning
    from ordquant_core.tables.ranked_lists import results as ranked_lists
    from ordquant_core.tables.runs import official, significance
    from ordquant_core.tables.scores import every_score
    from ordquant_core.tables.spaces import proprieties, results
    from ordquant_core.tables.tasks.results import problem_table
    from ordquant_core.tables.two_runs import associations, paired_tests, robustness

    plain = (
        *(significance.agreement_table, significance.consistency_table, significance.experiment_table),
        *(significance.growth_table, official.official_table, significance.tested_pairs),
        *(significance.power_table, significance.overlap_table, significance.contradiction_table),
        *(significance.lone_table, every_score, paired_tests.preference_table, paired_tests.paired_test_table),
        *(associations.association_table, planning.noise_table, planning.design_table, planning.split_table),
        *(results.preferences, results.every_tau, results.properties),
        *(proprieties.map_table, proprieties.propriety_table, problem_table),
        *(robustness.robustness_table, human_agreement.agreement_of_people),
        *(human_agreement.comparison_of_measures, ranked_lists.list_means),
        *(significance.correlation_table, significance.tukey_table),
        *(nuggets.run_table, ranked_lists.topic_table, ranked_lists.set_table),
    )
    found: dict[type, dict[str, tuple[_Writer, bool]]] = {}
    pairs = official.official_pair_table, nuggets.pair_table, ranked_lists.list_pairs
    for name, functions in (("", plain), ("pairs", pairs)):
        for write in functions:
            taken = next(iter(get_type_hints(write).values()))
            found.setdefault(*((get_args(taken) or (taken,))[0], {}))[name] = (write, bool(get_args(taken)))
    return found


written_by(to_frame)
