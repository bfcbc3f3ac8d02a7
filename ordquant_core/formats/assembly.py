"""Gold and runs, each in the order of its own file, put together as a task in the order of the gold."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import FloatArray, Gold, Run, Task


def assemble(gold: Gold, runs: Sequence[Run], name: str | None = None) -> Task:
    """Align the cases and classes of every run with those of the gold, by id and label.

    Nothing is dropped and nothing filled in: a missing or surplus case or class, or two runs of one name, raise
    `InputError` with a problem each, named after the run.
    """
    problems = same_names([run.name for run in runs])
    cases = {case: row for row, case in enumerate(gold.cases)}
    classes = {text: column for column, text in enumerate(gold.classes)}
    estimates = np.empty((len(runs), len(gold.cases), len(gold.classes)))
    for number, run in enumerate(runs):
        found = _differences(gold, run, cases, classes)
        if found:
            problems.extend(found)
        else:
            estimates[number] = _aligned(gold, run)
    if problems:
        raise InputError(problems)
    return Task(
        name=gold.name if name is None else name,
        scale=gold.scale,
        classes=gold.classes,
        cases=gold.cases,
        gold=gold.probabilities,
        votes=gold.votes,
        runs=tuple(run.name for run in runs),
        estimates=estimates,
        notes=gold.notes + tuple(note for run in runs for note in run.notes),
    )


def same_names(names: Sequence[str]) -> list[Problem]:
    """Return a problem for every name that several runs have."""
    repeated = dict.fromkeys(name for name in names if names.count(name) > 1)
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    return [Problem(name, "", seen, action) for name in repeated]


def _differences(gold: Gold, run: Run, cases: Mapping[str, int], classes: Mapping[str, int]) -> list[Problem]:
    """Return a problem for every class and case that only one side has."""
    problems = Problems(run.place)
    order = f"the gold has the classes {', '.join(map(label, gold.classes))}"
    if run.classes != gold.classes:
        own_classes = set(run.classes)
        for text in gold.classes:
            if text not in own_classes:
                problems.add(0, f"class {label(text)}", "this class is missing", order)
        for text in run.classes:
            if text not in classes:
                problems.add(1, f"class {label(text)}", "this class is unknown", order)
    if run.cases != gold.cases:
        own_cases = set(run.cases)
        for case in gold.cases:
            if case not in own_cases:
                problems.add(2, case_place(case), "this case is missing", "a run needs every case of the gold")
        for case in run.cases:
            if case not in cases:
                action = "remove it, or choose the gold it belongs to"
                problems.add(3, case_place(case), "the gold has no such case", action)
    return [problem for _, problem in sorted(problems.found, key=lambda pair: pair[0])]


def _aligned(gold: Gold, run: Run) -> FloatArray:
    values = run.probabilities
    if run.cases != gold.cases:
        values = values[_order(gold.cases, run.cases)]
    if run.classes != gold.classes:
        values = values[:, _order(gold.classes, run.classes)]
    return values


def _order(wanted: Sequence[str], given: Sequence[str]) -> NDArray[np.intp]:
    places = {key: place for place, key in enumerate(given)}
    return np.array([places[key] for key in wanted], dtype=np.intp)
