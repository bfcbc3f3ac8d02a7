"""The official JSON of NTCIR STC-3 and DialEval, nugget detection: gold with annotators' labels, and runs.

Gold is a list of `{"id": …, "turns": [{"sender": "customer"}, …], "annotations": [{"nugget": ["CNUG0", …]}, …]}`, a
label per utterance block and annotator; a run (or a gold of distributions) is a list of
`{"id": …, "nugget": [{"CNUG0": p, "CNUG": p, "CNUG*": p, "CNaN": p}, {"HNUG": p, "HNUG*": p, "HNaN": p}, …]}`.
Other keys, such as those of dialogue quality, are left alone: one file may hold both. `NaN`, as [sakai2017] has it on
both sides, is CNaN or HNaN.

Other nugget types, any number per side, are named by the file, which then is an object:
`{"customer_types": ["ask", "none"], "helpdesk_types": ["answer", "none"], "dialogues": […]}`, or by whoever reads it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import PurePath
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE, read_rows
from ordquant_core.errors import InputError, OrdquantError, Problem, collected
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.json.strict import JsonObject, load
from ordquant_core.formats.official.cases import FaultError, each, listed, named, numbers_by_key
from ordquant_core.formats.rows import Problems, renormalised
from ordquant_core.formats.text import brief, label
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

SIDES: Mapping[str, tuple[str, ...]] = {
    "customer": ("CNUG0", "CNUG", "CNUG*", "CNaN"),
    "helpdesk": ("HNUG", "HNUG*", "HNaN"),
}
# A system may spread one distribution over the types of both sides: what is left in a block of one side sums to less
# than 1. In an official run of NTCIR-14 that is 0.977, so more may be divided away here than elsewhere, if the user
# says so.
MOST_OFF = 0.05
NAN = "NaN"  # of both sides in the paper
MOST_TYPES, LONGEST_TYPE = 50, 40  # per side; characters
Block = tuple[str, list[float]]  # whose it is, and the numbers of its types


@dataclass(frozen=True, slots=True)
class NuggetTypes:
    """The nugget types of both sides, T_C and T_H of them: nominal classes, the last one means no nugget.

    Raises `OrdquantError` for fewer than two types of a side, or one that occurs twice.
    """

    customer: tuple[str, ...] = SIDES["customer"]
    helpdesk: tuple[str, ...] = SIDES["helpdesk"]

    def __post_init__(self) -> None:
        for side in SIDES:
            kinds = self.of(side)
            if not 2 <= len(kinds) <= MOST_TYPES:
                raise OrdquantError(f"The {side} has {len(kinds)} nugget types; give 2 to {MOST_TYPES}.")
            wrong = [kind for kind in kinds if not kind.strip() or len(kind) > LONGEST_TYPE or not kind.isprintable()]
            if wrong:
                raise OrdquantError(f"{brief(wrong[0])} is no nugget type; give 1 to {LONGEST_TYPE} characters.")
            twice = [kind for at, kind in enumerate(kinds) if kind in kinds[:at]]
            if twice:
                raise OrdquantError(f"The {side} has the nugget type {label(twice[0])} twice; give each once.")

    def of(self, side: str) -> tuple[str, ...]:
        """Return the types of a side, a key of `SIDES`."""
        return self.customer if side == "customer" else self.helpdesk

    def named(self, side: str, kind: object) -> object:
        """Return how a type of a side is written here: the paper's NaN is the official CNaN or HNaN."""
        kinds = self.of(side)
        return kinds[-1] if kind == NAN and NAN not in kinds and kinds[-1] in ("CNaN", "HNaN") else kind

    def sides_of(self, kind: object) -> tuple[str, ...]:
        """Return the sides that have a type."""
        return tuple(side for side in SIDES if self.named(side, kind) in self.of(side))


OFFICIAL = NuggetTypes()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Nuggets:
    """The nugget distributions of one file, gold or run: the blocks of all dialogues, one after the other."""

    file: str
    dialogues: tuple[str, ...]
    senders: tuple[tuple[str, ...], ...]  # per dialogue, of each of its blocks: a key of SIDES
    probabilities: FloatArray  # (blocks, types): those of the block's side in their order, then zeros
    votes: IntArray | None = None  # likewise, where the file holds labels or votes
    notes: tuple[str, ...] = ()
    types: NuggetTypes = OFFICIAL

    @property
    def name(self) -> str:
        """The name of the file, without folder and extension."""
        return PurePath(self.file).stem

    @property
    def starts(self) -> IntArray:
        """The number of each dialogue's first block: shape (dialogues,)."""
        lengths = [len(sides) for sides in self.senders]
        return np.cumsum(lengths, dtype=np.int64) - lengths

    @property
    def dialogue_of(self) -> IntArray:
        """The number of the dialogue that each block belongs to: shape (blocks,)."""
        return np.repeat(np.arange(len(self.dialogues)), [len(sides) for sides in self.senders])

    @property
    def customer(self) -> NDArray[np.bool_]:
        """Return for every block whether it is the customer's: shape (blocks,)."""
        return np.array([sender == "customer" for sides in self.senders for sender in sides])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NuggetTask(Nuggets):
    """A gold, and the estimates of runs for its blocks, in its order."""

    runs: tuple[str, ...]
    estimates: FloatArray  # (runs, blocks, types)

    @property
    def gold(self) -> FloatArray:
        """The distributions of the gold: shape (blocks, types)."""
        return self.probabilities


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
    problems, others, the_gold, task = list[Problem](), list[Nuggets](), None, None
    with collected(problems):
        the_gold = parse_gold(gold.data, gold.name, renormalise=renormalise, types=types)
    known = types if the_gold is None else the_gold.types
    for run in runs:
        with collected(problems):
            others.append(parse_run(run.data, run.name, renormalise=renormalise, types=known))
    if the_gold is not None:
        with collected(problems):
            task = assemble(the_gold, others)
    return NuggetsRead(None if problems else task, tuple(problems))


def parse_gold(data: bytes, name: str, *, renormalise: bool = False, types: NuggetTypes | None = None) -> Nuggets:
    """Read a gold: annotators' labels, or distributions as in a run. Labels are kept as votes.

    `renormalise`: divide blocks of probabilities whose sum is off by up to 0.05 by it, and note that. `types`: where
    they are known; None: those that the file names, else the official ones. Raises `InputError` with every problem of
    the file, the first of each dialogue.
    """
    return _parse(data, name, annotated=True, renormalise=renormalise, types=types)


def parse_run(data: bytes, name: str, *, renormalise: bool = False, types: NuggetTypes | None = None) -> Nuggets:
    """Read a run, as `parse_gold` does; it is named after the file, without the extension."""
    return _parse(data, name, annotated=False, renormalise=renormalise, types=types)


def assemble(gold: Nuggets, runs: Sequence[Nuggets]) -> NuggetTask:
    """Align the dialogues of every run with those of the gold, by id, and their blocks, by position.

    Nothing is dropped and nothing filled in: a missing or surplus dialogue, another number of blocks, a block with
    the types of the other side, or two runs of one name raise `InputError` with a problem each.
    """
    names = [run.name for run in runs]
    seen, action = "two runs have this name", "rename one of them (a run is named after its file)"
    twice = [run.file for at, run in enumerate(runs) if run.name in names[:at]]
    problems = [Problem(file, "", seen, action) for file in twice]
    estimates = np.empty((len(runs), *gold.probabilities.shape))
    for number, run in enumerate(runs):
        unaligned = Problems(run.file, offered=())
        order = _aligned(gold, run, unaligned)
        if run.types != gold.types:
            unaligned.add(0, "", "its nugget types are others than those of the gold", "read both with the same types")
        problems += [problem for _, problem in unaligned.kept]
        if not unaligned.kept:
            estimates[number] = run.probabilities[order]
    if problems:
        raise InputError(problems)
    notes = gold.notes + tuple(note for run in runs for note in run.notes)
    of_gold = {one.name: getattr(gold, one.name) for one in fields(Nuggets)}
    return NuggetTask(**(of_gold | {"notes": notes}), runs=tuple(names), estimates=estimates)


def _aligned(gold: Nuggets, run: Nuggets, problems: Problems) -> list[int]:
    """Return the numbers of the run's blocks in the order of the gold; note what does not fit."""
    places = dict(zip(run.dialogues, zip(run.senders, run.starts.tolist(), strict=True), strict=True))
    order: list[int] = []
    for dialogue, expected in zip(gold.dialogues, gold.senders, strict=True):
        senders, start = places.pop(dialogue, ((), 0))
        order += range(start, start + len(senders))
        if not senders:
            problems.add(0, _dialogue(dialogue), "this dialogue is missing", "a run needs every dialogue of the gold")
        elif len(senders) != len(expected):
            action = f"the gold has {len(expected)}: {', '.join(expected)}"
            problems.add(0, _dialogue(dialogue), f"the run has {count(len(senders), 'block')}", action)
        for block, (sender, right) in enumerate(zip(senders, expected, strict=False), start=1):
            if sender != right and len(senders) == len(expected):
                seen = f"holds types of the {sender} ({', '.join(gold.types.of(sender))})"
                problems.add(0, _dialogue(dialogue) + _block(block, right), seen, _types_of(right, gold.types))
    for dialogue in places:
        action = "remove it, or choose the gold it belongs to"
        problems.add(0, _dialogue(dialogue), "the gold has no such dialogue", action)
    return order


def _parse(data: bytes, name: str, *, annotated: bool, renormalise: bool, types: NuggetTypes | None) -> Nuggets:
    check_size(data, name)
    entries, kinds = _opened(data, name, types)
    labelled = annotated and any(isinstance(entry, dict) and "annotations" in entry for entry in entries)
    problems = Problems(name, offered=("renormalise",))
    cases = each(named(entries, problems), partial(_blocks, types=kinds, labelled=labelled), problems, _dialogue)
    width = max(len(kinds.customer), len(kinds.helpdesk))
    rows = [row + [0.0] * (width - len(row)) for case in cases for _, row in case.value]
    values = np.array(rows, dtype=np.float64).reshape(len(rows), width)
    senders = tuple(tuple(side for side, _ in case.value) for case in cases)
    file = Nuggets(name, tuple(case.id for case in cases), senders, values, types=kinds)
    if labelled:
        problems.raise_if_any()
        return replace(file, probabilities=values / values.sum(axis=1, keepdims=True), votes=values.astype(np.int64))
    return _read(file, [case.position for case in cases], problems, renormalise)


def _opened(data: bytes, name: str, known: NuggetTypes | None) -> tuple[list[object], NuggetTypes]:
    """Return the dialogues of a file, and its nugget types: those `known`, those that it names, or the official."""
    value = load(data, name)
    if not isinstance(value, dict) or "dialogues" not in value:
        return listed(value, name), known or OFFICIAL
    named_types = {side: value[f"{side}_types"] for side in SIDES if f"{side}_types" in value}
    for side, kinds in named_types.items():
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            action = f"give a list of names, such as {json.dumps(SIDES[side])}"
            raise InputError([Problem(name, "", f'"{side}_types" is {brief(kinds)}', action)])
    try:
        types = NuggetTypes(**{side: tuple(kinds) for side, kinds in named_types.items()})
    except OrdquantError as problem:
        raise InputError([Problem(name, "", str(problem).rstrip("."), "correct the types")]) from None
    for side in named_types:
        if known is not None and known.of(side) != types.of(side):
            seen = f"the types of the {side} are {', '.join(types.of(side))}"
            raise InputError([Problem(name, "", seen, f"expected {', '.join(known.of(side))}")])
    return listed(value["dialogues"], name), known or types


def _read(file: Nuggets, positions: Sequence[int], problems: Problems, renormalise: bool) -> Nuggets:
    """Read the numbers of the blocks as probabilities or votes. Raises for all problems; `positions` of dialogues."""
    values, of = file.probabilities, file.dialogue_of
    numbers = np.arange(len(of)) - file.starts[of] + 1  # of the blocks, in their dialogues
    with np.errstate(all="ignore"):  # finite numbers may have an infinite sum; the result for other rows is not used
        distance = np.abs(values.sum(axis=1) - 1)
        off = (values >= 0).all(axis=1) & (distance > SUM_TOLERANCE + ROUNDING) & (distance <= MOST_OFF + ROUNDING)
        if renormalise:
            values = np.where(off[:, None], values / values.sum(axis=1, keepdims=True), values)
    shares, votes = np.zeros((2, *values.shape))
    all_votes = True
    for side in SIDES:
        places, width = np.flatnonzero(file.customer == (side == "customer")), len(file.types.of(side))
        rows = read_rows(values[places, :width])
        for fault in rows.faults:
            at = int(places[fault.row])
            action = "probabilities must sum to 1: correct the block" if off[at] else fault.action
            place = _dialogue(file.dialogues[of[at]]) + _block(numbers[at], side)
            problems.add(positions[of[at]], place, fault.seen, action, ["renormalise"] if off[at] else ())
        shares[places, :width] = rows.probabilities
        votes[places, :width] = 0 if rows.votes is None else rows.votes
        all_votes &= rows.votes is not None or not len(places)
    problems.raise_if_any()
    divided = [f"{file.dialogues[of[at]]}/{numbers[at]}" for at in np.flatnonzero(off)]
    notes = renormalised(problems.file, divided, noun="block")
    return replace(file, probabilities=shares, votes=votes.astype(np.int64) if all_votes else None, notes=notes)


def _blocks(entry: JsonObject, types: NuggetTypes, *, labelled: bool) -> list[Block]:
    """Return of every block of a dialogue whose it is, and the numbers of its types: labels counted, or estimates."""
    if "annotations" in entry and "nugget" not in entry and not labelled:
        raise FaultError("holds annotations", 'this is a gold file; a run has a "nugget" list of distributions')
    senders = _senders(entry) if labelled or "turns" in entry else []
    holders: dict[str, object] = {"the dialogue": entry}
    if labelled:
        action = "every dialogue of this gold needs a list with one annotation or more"
        every = _list_in(entry, "annotations", "the dialogue", action)
        holders = {f"annotation {number}": one for number, one in enumerate(every, start=1)}
    does, what = ("labels", "a label") if labelled else ("estimates", "a distribution")
    lists: list[list[object]] = []
    for whose, holder in holders.items():
        lists.append(_list_in(holder, "nugget", whose, f"expected a list, {what} per utterance block"))
        if senders and len(lists[-1]) != len(senders):
            seen, action = f"{whose} {does} {count(len(lists[-1]), 'block')}", count(len(senders), "block")
            raise FaultError(seen, f'its "turns" are {action}')
    blocks: list[Block] = []
    for number, given in enumerate(zip(*lists, strict=True), start=1):
        side = senders[number - 1] if senders else ""
        try:
            side = side or _side_of(given[0], types)
            blocks.append((side, (_counted if labelled else _estimated)(given, side, types)))
        except FaultError as fault:
            seen, action = fault.args
            raise FaultError(seen, action, _block(number, side)) from None
    return blocks


def _counted(labels: Sequence[object], side: str, types: NuggetTypes) -> list[float]:
    """Return how often annotators gave each type of a side to a block."""
    of_side, kinds = types.of(side), [types.named(side, kind) for kind in labels]
    odd = next((place for place, kind in enumerate(kinds) if kind not in of_side), None)
    if odd is not None:
        raise FaultError(f"annotation {odd + 1} says {_odd(labels[odd], types)}", _types_of(side, types))
    return [float(kinds.count(kind)) for kind in of_side]


def _estimated(given: Sequence[object], side: str, types: NuggetTypes) -> list[float]:
    """Return the numbers of the only distribution that a block has, in the order of the types of its side."""
    values, of_side = _distribution(given[0]), types.of(side)
    odd = next((key for key in values if types.named(side, key) not in of_side), None)
    if odd is not None:
        raise FaultError(f"there is {_odd(odd, types)}", _types_of(side, types))
    if NAN in values and NAN not in of_side and of_side[-1] in values:
        raise FaultError(f"there are {NAN} and {of_side[-1]}", "they are the same type: give one of them")
    spelled = {str(types.named(side, key)): number for key, number in values.items()}
    return numbers_by_key(spelled, of_side, "nugget type", "nugget types")


def _distribution(value: object) -> JsonObject:
    if not isinstance(value, dict) or not value:
        raise FaultError(f"the distribution is {brief(value)}", 'expected {"CNUG0": p, …} or {"HNUG": p, …}')
    return value


def _side_of(value: object, types: NuggetTypes) -> str:
    """Return the side whose types these are: that of the first key which one side alone has."""
    values = _distribution(value)
    sides = [types.sides_of(key) for key in values]
    if not any(sides):
        kinds = ", ".join(kind for side in SIDES for kind in types.of(side))
        raise FaultError(f"there is {_odd(next(iter(values)), types)}", f"the nugget types are {kinds}")
    alone = [some[0] for some in sides if len(some) == 1]
    fitting = [side for side in SIDES if {types.named(side, key) for key in values} == {*types.of(side)}]
    if not alone and len(fitting) != 1:
        action = 'add "turns": [{"sender": "customer"}, …] to the dialogue, one per utterance block'
        raise FaultError("its types are those of both sides", action)
    return (alone or fitting)[0]


def _senders(entry: JsonObject) -> list[str]:
    """Return who speaks in each block."""
    action = 'expected [{"sender": "customer"}, …], one per utterance block'
    senders: list[str] = []
    for turn in _list_in(entry, "turns", "the dialogue", action):
        sender = turn.get("sender") if isinstance(turn, dict) else None
        if not isinstance(sender, str) or sender not in SIDES:
            seen = f"the sender is {brief(sender)}" if isinstance(turn, dict) else f"the turn is {brief(turn)}"
            action = 'expected {"sender": "customer"} or {"sender": "helpdesk"}'
            raise FaultError(seen, action, _block(len(senders) + 1))
        senders.append(sender)
    return senders


def _list_in(holder: object, key: str, whose: str, action: str) -> list[object]:
    """Return the list of one value or more that an object has under a key. Raises `FaultError`."""
    if not isinstance(holder, dict):
        raise FaultError(f"{whose} is {brief(holder)}", f'expected an object with "{key}"')
    value = holder.get(key)
    if not isinstance(value, list) or not value:
        seen = f'the "{key}" of {whose} is {brief(value)}' if key in holder else f'{whose} has no "{key}"'
        raise FaultError(seen, action)
    return value


def _odd(kind: object, types: NuggetTypes) -> str:
    """Describe a value that is not a nugget type of this block."""
    if sides := types.sides_of(kind):
        return f"{kind}, a type of the {sides[0]}"
    return f"the unknown nugget type {brief(kind)}" if isinstance(kind, str) else brief(kind)


def _dialogue(dialogue: str) -> str:
    """Return the words for a dialogue in a `Problem`."""
    return f"dialogue {label(dialogue)}"


def _block(block: int, sender: str = "") -> str:
    """Return the words for one of the blocks of a dialogue, counted from 1, after those for the dialogue."""
    return f", block {block}{f' ({sender})' if sender else ''}"


def _types_of(sender: str, types: NuggetTypes) -> str:
    """Return the words for the nugget types of one side."""
    return f"the types of a {sender} block are {', '.join(types.of(sender))}"
