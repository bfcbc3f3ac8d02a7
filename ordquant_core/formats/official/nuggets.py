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
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE, read_rows
from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.files import check_size
from ordquant_core.formats.json.strict import JsonObject, load
from ordquant_core.formats.official.cases import FaultError, listed, named, numbers_by_key
from ordquant_core.formats.rows import Problems, renormalised
from ordquant_core.formats.text import label, shown
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
_KEYS = {"customer": "customer_types", "helpdesk": "helpdesk_types"}  # in a file


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
                raise OrdquantError(f"{shown(wrong[0])} is no nugget type; give 1 to {LONGEST_TYPE} characters.")
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

    def sides_of(self, kind: str) -> tuple[str, ...]:
        """Return the sides that have a type."""
        return tuple(side for side in SIDES if self.named(side, kind) in self.of(side))

    @property
    def width(self) -> int:
        """The larger number of types."""
        return max(len(self.customer), len(self.helpdesk))


OFFICIAL = NuggetTypes()


@dataclass(frozen=True, slots=True, eq=False)
class Nuggets:
    """The nugget distributions of one file, gold or run: the blocks of all dialogues, one after the other."""

    name: str
    dialogues: tuple[str, ...]
    senders: tuple[tuple[str, ...], ...]  # per dialogue, of each of its blocks: a key of SIDES
    probabilities: FloatArray  # (blocks, types): those of the block's side in their order, then zeros
    votes: IntArray | None = None  # likewise, where the file holds labels or votes
    notes: tuple[str, ...] = ()  # what was repaired on the user's word
    types: NuggetTypes = OFFICIAL

    @property
    def starts(self) -> IntArray:
        """The number of each dialogue's first block: shape (dialogues,)."""
        lengths = [len(sides) for sides in self.senders]
        return np.cumsum(lengths, dtype=np.int64) - lengths


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


class _BlockFaultError(FaultError):
    """What is wrong with one block: its place, then `seen` and `action` of its Problem."""

    def __init__(self, block: int, sender: str, seen: str, action: str) -> None:
        super().__init__(seen, action)
        self.block, self.sender = block, sender


def dialogue_place(dialogue: str, block: int | None = None, sender: str = "") -> str:
    """Return the words for a dialogue, or for one of its blocks (counted from 1), in a `Problem`."""
    of_block = "" if block is None else f", block {block}{f' ({sender})' if sender else ''}"
    return f"dialogue {label(dialogue)}{of_block}"


def types_of(sender: str, types: NuggetTypes) -> str:
    """Return the words for the nugget types of one side."""
    return f"the types of a {sender} block are {', '.join(types.of(sender))}"


def blocks_of(number: int) -> str:
    """Return the words for a number of blocks."""
    return f"{number} block{'s' * (number != 1)}"


def _parse(data: bytes, name: str, *, annotated: bool, renormalise: bool, types: NuggetTypes | None) -> Nuggets:
    check_size(data, name)
    entries, kinds = _opened(data, name, types)
    labelled = annotated and any(isinstance(entry, dict) and "annotations" in entry for entry in entries)
    problems = Problems(name, offered=("renormalise",))
    positions: dict[str, int] = {}
    senders: list[tuple[str, ...]] = []
    rows: list[list[float]] = []
    for case in named(entries, problems):
        try:
            sides, blocks = (_labels if labelled else _distributions)(case.value, kinds)
        except _BlockFaultError as fault:
            problems.add(case.position, dialogue_place(case.id, fault.block, fault.sender), *fault.args)
        except FaultError as fault:
            problems.add(case.position, dialogue_place(case.id), *fault.args)
        else:
            positions[case.id] = case.position
            senders.append(sides)
            rows += [row + [0.0] * (kinds.width - len(row)) for row in blocks]
    values = np.array(rows, dtype=np.float64).reshape(len(rows), kinds.width)
    file = Nuggets(PurePath(name).stem, tuple(positions), tuple(senders), values, types=kinds)
    if not labelled:
        return _read(file, list(positions.values()), problems, renormalise)
    problems.raise_if_any()
    shares = values / values.sum(axis=1, keepdims=True)
    return replace(file, probabilities=shares, votes=values.astype(np.int64))


def _opened(data: bytes, name: str, known: NuggetTypes | None) -> tuple[list[object], NuggetTypes]:
    """Return the dialogues of a file, and its nugget types: those `known`, those that it names, or the official."""
    value = load(data, name)
    if not isinstance(value, dict) or "dialogues" not in value:
        return listed(value, name), known or OFFICIAL
    said = {side: value[key] for side, key in _KEYS.items() if key in value}
    for side, kinds in said.items():
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            action = f"give a list of names, such as {json.dumps(SIDES[side])}"
            raise InputError([Problem(name, "", f'"{_KEYS[side]}" is {shown(kinds)}', action)])
    try:
        found = NuggetTypes(**{side: tuple(kinds) for side, kinds in said.items()})
    except OrdquantError as problem:
        raise InputError([Problem(name, "", str(problem).rstrip("."), "correct the types")]) from None
    for side in said:
        if known is not None and known.of(side) != found.of(side):
            seen = f"the types of the {side} are {', '.join(found.of(side))}"
            raise InputError([Problem(name, "", seen, f"expected {', '.join(known.of(side))}")])
    return listed(value["dialogues"], name), known or found


def _read(file: Nuggets, positions: Sequence[int], problems: Problems, renormalise: bool) -> Nuggets:
    """Read the numbers of the blocks as distributions; add what is wrong with them, raise or return."""
    blocks = [(d, b, sender) for d, sides in enumerate(file.senders) for b, sender in enumerate(sides, start=1)]
    off = _off(file.probabilities)
    values = file.probabilities
    if renormalise:
        with np.errstate(all="ignore"):  # the result for other rows is not used
            values = np.where(off[:, None], values / values.sum(axis=1, keepdims=True), values)
    shares, votes = np.zeros((2, *values.shape))
    all_votes = True
    for side in SIDES:
        width = len(file.types.of(side))
        places = np.flatnonzero([sender == side for _, _, sender in blocks])
        rows = read_rows(values[places, :width])
        for fault in rows.faults:
            dialogue, block, sender = blocks[places[fault.row]]
            place, divisible = dialogue_place(file.dialogues[dialogue], block, sender), bool(off[places[fault.row]])
            action = "probabilities must sum to 1: correct the block" if divisible else fault.action
            problems.add(positions[dialogue], place, fault.seen, action, ["renormalise"] if divisible else ())
        shares[places, :width] = rows.probabilities
        if rows.votes is not None:
            votes[places, :width] = rows.votes
        all_votes = all_votes and (rows.votes is not None or len(places) == 0)
    problems.raise_if_any()
    divided = [f"{file.dialogues[blocks[place][0]]}/{blocks[place][1]}" for place in np.flatnonzero(off)]
    notes = renormalised(problems.file, divided, noun="block")
    return replace(file, probabilities=shares, votes=votes.astype(np.int64) if all_votes else None, notes=notes)


def _off(values: FloatArray) -> NDArray[np.bool_]:
    """Return which rows are probabilities but for their sum, which is off by more than rounding and up to MOST_OFF."""
    with np.errstate(over="ignore", invalid="ignore"):  # finite numbers may still have an infinite sum
        distance = np.abs(values.sum(axis=1) - 1)
    most, least = MOST_OFF + ROUNDING, SUM_TOLERANCE + ROUNDING
    return np.asarray((values >= 0).all(axis=1) & (distance > least) & (distance <= most))


def _labels(entry: JsonObject, types: NuggetTypes) -> tuple[tuple[str, ...], list[list[float]]]:
    """Count the labels that the annotators gave to each block of one dialogue."""
    senders = _senders(entry)
    if senders is None:
        raise FaultError('there are no "turns"', 'expected [{"sender": "customer"}, …], one per utterance block')
    annotations = entry.get("annotations")
    if not isinstance(annotations, list) or not annotations:
        seen = f'"annotations" is {shown(annotations)}' if "annotations" in entry else 'there are no "annotations"'
        raise FaultError(seen, "every dialogue of this gold needs a list with one annotation or more")
    counts = [[0.0] * len(types.of(sender)) for sender in senders]
    for number, annotation in enumerate(annotations, start=1):
        labels = _nuggets(annotation, f"annotation {number}", "a label per utterance block")
        _same_number(f"annotation {number} labels", len(labels), senders)
        for block, (sender, kind) in enumerate(zip(senders, labels, strict=True), start=1):
            known, of_side = types.named(sender, kind), types.of(sender)
            if known not in of_side:
                seen = f"annotation {number} says {_odd(kind, types)}"
                raise _BlockFaultError(block, sender, seen, types_of(sender, types))
            counts[block - 1][of_side.index(str(known))] += 1
    return senders, counts


def _distributions(entry: JsonObject, types: NuggetTypes) -> tuple[tuple[str, ...], list[list[float]]]:
    """Return sides and numbers of the blocks of one dialogue."""
    if "annotations" in entry and "nugget" not in entry:
        raise FaultError("holds annotations", 'this is a gold file; a run has a "nugget" list of distributions')
    blocks = _nuggets(entry, "the dialogue", "a distribution per utterance block")
    known = _senders(entry)
    if known is not None:
        _same_number("the dialogue estimates", len(blocks), known)
    elif not blocks:
        raise FaultError('the list "nugget" is empty', "every dialogue needs one utterance block or more")
    senders, rows = [], []
    for number, values in enumerate(blocks, start=1):
        sender = known[number - 1] if known else ""
        try:
            if not isinstance(values, dict) or not values:
                raise FaultError(f"the distribution is {shown(values)}", 'expected {"CNUG0": p, …} or {"HNUG": p, …}')
            sender = sender or _side_of(values, types)
            rows.append(_numbers(values, sender, types))
        except FaultError as fault:
            raise _BlockFaultError(number, sender, *fault.args) from None
        senders.append(sender)
    return tuple(senders), rows


def _numbers(values: JsonObject, sender: str, types: NuggetTypes) -> list[float]:
    """Return the numbers of a block in the order of the types of its side."""
    of_side = types.of(sender)
    odd = next((key for key in values if types.named(sender, key) not in of_side), None)
    if odd is not None:
        raise FaultError(f"there is {_odd(odd, types)}", types_of(sender, types))
    if NAN in values and NAN not in of_side and of_side[-1] in values:
        raise FaultError(f"there are {NAN} and {of_side[-1]}", "they are the same type: give one of them")
    spelled = {str(types.named(sender, key)): number for key, number in values.items()}
    return numbers_by_key(spelled, of_side, "nugget type", "nugget types")


def _senders(entry: JsonObject) -> tuple[str, ...] | None:
    """Return who speaks in each block, None where the entry has no turns."""
    if "turns" not in entry:
        return None
    turns = entry["turns"]
    if not isinstance(turns, list) or not turns:
        raise FaultError(f'"turns" is {shown(turns)}', "every dialogue needs a list with one utterance block or more")
    for block, turn in enumerate(turns, start=1):
        sender = turn.get("sender") if isinstance(turn, dict) else None
        if not isinstance(sender, str) or sender not in SIDES:
            seen = f"the sender is {shown(sender)}" if isinstance(turn, dict) else f"the turn is {shown(turn)}"
            raise _BlockFaultError(block, "", seen, 'expected {"sender": "customer"} or {"sender": "helpdesk"}')
    return tuple(turn["sender"] for turn in turns)


def _nuggets(holder: object, whose: str, what: str) -> list[object]:
    if not isinstance(holder, dict):
        raise FaultError(f"{whose} is {shown(holder)}", 'expected an object with "nugget"')
    if "nugget" not in holder:
        raise FaultError(f'{whose} has no "nugget"', f"expected {what}")
    nuggets = holder["nugget"]
    if not isinstance(nuggets, list):
        raise FaultError(f'the "nugget" of {whose} is {shown(nuggets)}', f"expected a list, {what}")
    return nuggets


def _same_number(whose: str, found: int, senders: Sequence[str]) -> None:
    if found != len(senders):
        raise FaultError(f"{whose} {blocks_of(found)}", f'its "turns" are {blocks_of(len(senders))}')


def _side_of(values: JsonObject, types: NuggetTypes) -> str:
    """Return the side whose types the first key of one side only belongs to; every other key must then be of it."""
    known = [sides for key in values if (sides := types.sides_of(key))]
    if not known:
        kinds = ", ".join(kind for side in SIDES for kind in types.of(side))
        raise FaultError(f"there is {_odd(next(iter(values)), types)}", f"the nugget types are {kinds}")
    alone = [sides[0] for sides in known if len(sides) == 1]
    fitting = [side for side in SIDES if {types.named(side, key) for key in values} == set(types.of(side))]
    if not alone and len(fitting) != 1:
        action = 'add "turns": [{"sender": "customer"}, …] to the dialogue, one per utterance block'
        raise FaultError("its types are those of both sides", action)
    return alone[0] if alone else fitting[0]


def _odd(kind: object, types: NuggetTypes) -> str:
    """Describe a value that is not a nugget type of this block."""
    if isinstance(kind, str) and types.sides_of(kind):
        return f"{kind}, a type of the {types.sides_of(kind)[0]}"
    return f"the unknown nugget type {shown(kind)}" if isinstance(kind, str) else shown(kind)
