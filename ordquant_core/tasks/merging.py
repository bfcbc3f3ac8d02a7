"""Neighbouring classes that become one, as DBDC merges PB with B: their votes and probabilities are added up."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import numpy as np

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import listed
from ordquant_core.records import FloatArray, IntArray, Task, renumbered

Merge = tuple[tuple[str, ...], ...]  # the labels of each group of classes that become one
Values = TypeVar("Values", FloatArray, IntArray)
Groups = tuple[tuple[int, ...], ...]  # the numbers of all classes, those of a group together
FEWEST = 2  # classes that must be left
CANNOT = "its classes cannot be merged"  # how a problem with that begins
MOST_GROUPS, LONGEST = 5, 500


def parse_merge(text: str) -> Merge:
    """Read labels of neighbouring classes with commas, and groups with semicolons between them.

    >>> parse_merge("PB,B"), parse_merge("-2,-1; 1,2")
    ((('PB', 'B'),), (('-2', '-1'), ('1', '2')))
    """
    parts = [part for part in text[:LONGEST].split(";") if part.strip()]
    try:
        groups = tuple(
            tuple(label.strip() for label in next(csv.reader([part.strip()], skipinitialspace=True))) for part in parts
        )
    except csv.Error:  # a line break between labels
        groups = ()
    if not groups or len(groups) > MOST_GROUPS or min(map(len, groups)) < 2 or len(text) > LONGEST:
        raise OrdquantError("name two or more neighbouring classes, such as PB,B, and groups with ; between them")
    return groups


def write_merge(merge: Merge) -> str:
    """Write groups of labels as `parse_merge` reads them."""
    return ";".join(",".join(f'"{label}"' if "," in label else label for label in group) for group in merge)


def groups_of(classes: Sequence[str], merge: Merge) -> Groups:
    """Return all classes in groups. Raises `OrdquantError` unless each group is of neighbours, and two are left.

    >>> groups_of(["NB", "PB", "B"], (("PB", "B"),))
    ((0,), (1, 2))
    """
    group_of: dict[int, tuple[int, ...]] = {}
    for group in merge:
        unknown = [label for label in group if label not in classes]
        if unknown:
            raise OrdquantError(f"there is no class {unknown[0][:30]!r}: the classes are {', '.join(classes)}")
        numbers = tuple(sorted(classes.index(label) for label in group))
        if len(numbers) < 2 or numbers != tuple(range(numbers[0], numbers[-1] + 1)):
            raise OrdquantError(f"{listed(group)} are not neighbours: the classes are {', '.join(classes)}")
        if group_of.keys() & {*numbers}:
            raise OrdquantError(f"a class of {listed(group)} is merged twice")
        group_of |= dict.fromkeys(numbers, numbers)
    groups = tuple(dict.fromkeys(group_of.get(number, (number,)) for number in range(len(classes))))
    if len(groups) < FEWEST:
        raise OrdquantError(f"only {len(groups)} class would be left: a scale has two or more")
    return groups


def merged_labels(classes: Sequence[str], groups: Groups) -> tuple[str, ...]:
    """Return the labels of the groups: 'PB+B'. Raises `OrdquantError` where one is taken already."""
    labels = tuple("+".join(classes[number] for number in group) for group in groups)
    if len({*labels}) < len(labels):
        raise OrdquantError("another class already has the label of the merged class")
    return labels


def merged_values(values: Values, groups: Groups) -> Values:
    """Add up votes or probabilities (..., L) within each group; other classes stay as they are, to the last bit."""
    return np.add.reduceat(values, [group[0] for group in groups], axis=-1)


def merged_positions(positions: tuple[float, ...], groups: Groups) -> tuple[float, ...]:
    """Put a merged class into the middle of those that it is made of.

    >>> merged_positions((0.0, 1.0, 3.0, 9.0), ((0,), (1, 2), (3,)))
    (0.0, 2.0, 9.0)
    """
    return tuple((positions[group[0]] + positions[group[-1]]) / 2 for group in groups)


def mergeable(classes: Sequence[str], merge: Merge) -> Merge:
    """Return the groups that one more step can make: two neighbours, of which each may be merged already.

    >>> mergeable(["1", "2", "3", "4"], (("3", "4"),)), mergeable(["NB", "PB", "B"], (("PB", "B"),))
    ((('1', '2'), ('2', '3', '4')), ())
    """
    groups = groups_of(classes, merge)
    if len(groups) <= FEWEST:
        return ()
    merged = (tuple(classes[number] for number in (*one, *other)) for one, other in pairwise(groups))
    return tuple(group for group in merged if len(merged_with(merge, group)) <= MOST_GROUPS)


def merged_with(merge: Merge, group: tuple[str, ...]) -> Merge:
    """Return the groups with a further one, which may hold some of them.

    >>> merged_with((("3", "4"), ("6", "7")), ("2", "3", "4"))
    (('6', '7'), ('2', '3', '4'))
    """
    return (*(one for one in merge if not {*one} & {*group}), group)


def with_merged(task: Task, merge: Merge) -> Task:
    """Return the task with classes merged, and a note. Raises `OrdquantError` as `groups_of` does."""
    groups = groups_of(task.classes, merge)
    votes = None if task.votes is None else merged_values(task.votes, groups)
    positions = None if task.positions is None else merged_positions(task.positions, groups)
    group_of = np.repeat(np.arange(len(groups)), [*map(len, groups)]).tolist()
    gold = merged_values(task.gold, groups) if votes is None else votes / votes.sum(axis=-1, keepdims=True)
    return replace(
        task,
        classes=merged_labels(task.classes, groups),
        gold=gold,
        votes=votes,
        annotations=renumbered(task.annotations, group_of),
        estimates=merged_values(task.estimates, groups),
        notes=(*task.notes, note_on(task.classes, groups)),
        positions=positions,
    )


def note_on(classes: Sequence[str], groups: Groups) -> str:
    """Say which classes are merged: 'PB and B are merged into one class'."""
    several = [listed([classes[number] for number in group]) for group in groups if len(group) > 1]
    return "; ".join(f"the classes {names} are merged into one" for names in several)
