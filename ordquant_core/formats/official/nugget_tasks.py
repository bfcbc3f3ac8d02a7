"""Nugget files as one task: gold and runs, each in the order of its own file, aligned in the order of the gold."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import File
from ordquant_core.formats.official.nuggets import (
    OFFICIAL,
    Nuggets,
    NuggetTypes,
    blocks_of,
    dialogue_place,
    parse_gold,
    parse_run,
    types_of,
)
from ordquant_core.formats.rows import Problems
from ordquant_core.records import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class NuggetTask:
    """The utterance blocks of all dialogues under gold and runs, all in the order of the gold."""

    name: str
    dialogues: tuple[str, ...]
    senders: tuple[tuple[str, ...], ...]  # per dialogue, of each of its blocks
    starts: IntArray  # (dialogues,): the number of each dialogue's first block
    gold: FloatArray  # (blocks, types): those of the block's side in their order, then zeros
    votes: IntArray | None  # likewise, where the gold is made of labels
    runs: tuple[str, ...]
    estimates: FloatArray  # (runs, blocks, types)
    notes: tuple[str, ...] = ()
    types: NuggetTypes = OFFICIAL

    @property
    def customer(self) -> NDArray[np.bool_]:
        """Return for every block whether it is the customer's: shape (blocks,)."""
        return np.array([sender == "customer" for sides in self.senders for sender in sides])

    @property
    def dialogue_of(self) -> IntArray:
        """The number of the dialogue that each block belongs to: shape (blocks,)."""
        return np.repeat(np.arange(len(self.dialogues)), [len(sides) for sides in self.senders])


class NuggetsRead(NamedTuple):
    """All that was found in the files of a nugget task. `task` is there when there is no problem."""

    task: NuggetTask | None
    problems: tuple[Problem, ...]


def read_nuggets(
    gold: File, runs: Sequence[File], *, renormalise: bool = False, types: NuggetTypes | None = None
) -> NuggetsRead:
    """Read gold and runs. Never raises for what they hold: every problem names its file.

    `renormalise`: divide blocks whose sum is off by up to 0.05 by it, and note that. `types`: the nugget types; None:
    those that the gold names, else the official ones.
    """
    problems: list[Problem] = []
    the_gold: Nuggets | None = None
    read: list[Nuggets] = []
    files: dict[str, str] = {}
    try:
        the_gold = parse_gold(gold.data, gold.name, renormalise=renormalise, types=types)
    except InputError as error:
        problems += error.problems
    kinds = types if the_gold is None else the_gold.types
    for run in runs:
        try:
            read.append(parse_run(run.data, run.name, renormalise=renormalise, types=kinds))
            files.setdefault(read[-1].name, run.name)
        except InputError as error:
            problems += error.problems
    task = None
    if the_gold is not None:
        try:
            task = assemble(the_gold, read)
        except InputError as error:  # it knows the runs by their names only
            problems += [replace(one, file=files.get(one.file, one.file)) for one in error.problems]
    return NuggetsRead(None if problems else task, tuple(problems))


def assemble(gold: Nuggets, runs: Sequence[Nuggets]) -> NuggetTask:
    """Align the dialogues of every run with those of the gold, by id, and their blocks, by position.

    Nothing is dropped and nothing filled in: a missing or surplus dialogue, another number of blocks, a block with
    the types of the other side, or two runs of one name raise `InputError` with a problem each.
    """
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    times = Counter(run.name for run in runs)
    problems = [Problem(name, "", seen, action) for name in times if times[name] > 1]
    estimates = np.empty((len(runs), *gold.probabilities.shape))
    for number, run in enumerate(runs):
        found = Problems(run.name, offered=())
        order = _aligned(gold, run, found)
        if run.types != gold.types:
            found.add(0, "", "its nugget types are others than those of the gold", "read both with the same types")
        problems.extend(problem for _, problem in found.found)
        if not found.found:
            estimates[number] = run.probabilities[order]
    if problems:
        raise InputError(problems)
    return NuggetTask(
        name=gold.name,
        dialogues=gold.dialogues,
        senders=gold.senders,
        starts=gold.starts,
        gold=gold.probabilities,
        votes=gold.votes,
        runs=tuple(run.name for run in runs),
        estimates=estimates,
        notes=gold.notes + tuple(note for run in runs for note in run.notes),
        types=gold.types,
    )


def _aligned(gold: Nuggets, run: Nuggets, problems: Problems) -> list[int]:
    """Return the numbers of the run's blocks in the order of the gold; note what does not fit."""
    places = dict(zip(run.dialogues, zip(run.senders, run.starts.tolist(), strict=True), strict=True))
    order: list[int] = []
    for dialogue, expected in zip(gold.dialogues, gold.senders, strict=True):
        if dialogue not in places:
            action = "a run needs every dialogue of the gold"
            problems.add(0, dialogue_place(dialogue), "this dialogue is missing", action)
            continue
        senders, start = places.pop(dialogue)
        order += range(start, start + len(senders))
        if len(senders) != len(expected):
            action = f"the gold has {len(expected)}: {', '.join(expected)}"
            problems.add(0, dialogue_place(dialogue), f"the run has {blocks_of(len(senders))}", action)
            continue
        for block, (sender, right) in enumerate(zip(senders, expected, strict=True), start=1):
            if sender != right:
                seen = f"holds types of the {sender} ({', '.join(gold.types.of(sender))})"
                problems.add(0, dialogue_place(dialogue, block, right), seen, types_of(right, gold.types))
    for dialogue in places:
        action = "remove it, or choose the gold it belongs to"
        problems.add(0, dialogue_place(dialogue), "the gold has no such dialogue", action)
    return order
