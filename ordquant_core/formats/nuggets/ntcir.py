"""The official JSON of NTCIR STC-3 and DialEval, nugget detection: gold with annotators' labels, and runs.

Gold is a list of `{"id": …, "turns": [{"sender": "customer"}, …], "annotations": [{"nugget": ["CNUG0", …]}, …]}`, a
label per utterance block and annotator; a run (or a gold of distributions) is a list of
`{"id": …, "nugget": [{"CNUG0": p, "CNUG": p, "CNUG*": p, "CNaN": p}, {"HNUG": p, "HNUG*": p, "HNaN": p}, …]}`.
Other keys, such as those of dialogue quality, are left alone: one file may hold both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE, read_rows
from ordquant_core.formats.files import check_size
from ordquant_core.formats.json.cases import FaultError, entries, named, numbers_by_key
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.rows import Problems, renormalised
from ordquant_core.formats.text import label, shown
from ordquant_core.records import FloatArray, IntArray

SIDES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"customer": ("CNUG0", "CNUG", "CNUG*", "CNaN"), "helpdesk": ("HNUG", "HNUG*", "HNaN")}
)
# A system may spread one distribution over the types of both sides: what is left in a block of one side sums to less
# than 1. In an official run of NTCIR-14 that is 0.977, so more may be divided away here than elsewhere, if the user
# says so.
MOST_OFF = 0.05
WIDTH = max(map(len, SIDES.values()))
_DIVIDE = "probabilities must sum to 1: correct the block"
_SIDE_OF = {kind: side for side, kinds in SIDES.items() for kind in kinds}


@dataclass(frozen=True, slots=True, eq=False)
class Nuggets:
    """The nugget distributions of one file, gold or run: the blocks of all dialogues, one after the other."""

    name: str
    dialogues: tuple[str, ...]
    senders: tuple[tuple[str, ...], ...]  # per dialogue, of each of its blocks: a key of SIDES
    probabilities: FloatArray  # (blocks, 4), the types in the order of SIDES; the last is 0 in a helpdesk block
    votes: IntArray | None = None  # likewise, where the file holds labels or votes
    notes: tuple[str, ...] = ()  # what was repaired on the user's word


class _BlockFaultError(FaultError):
    """What is wrong with one block: its place, then `seen` and `action` of its Problem."""

    def __init__(self, block: int, sender: str, seen: str, action: str) -> None:
        super().__init__(seen, action)
        self.place = _block(block, sender)


def parse_gold(data: bytes, name: str, *, renormalise: bool = False) -> Nuggets:
    """Read a gold: annotators' labels, or distributions as in a run. Labels are kept as votes.

    `renormalise`: divide blocks of probabilities whose sum is off by up to 0.05 by it, and note that. Raises
    `InputError` with every problem of the file, the first of each dialogue.
    """
    return _parse(data, name, annotated=True, renormalise=renormalise)


def parse_run(data: bytes, name: str, *, renormalise: bool = False) -> Nuggets:
    """Read a run, as `parse_gold` does; it is named after the file, without the extension."""
    return _parse(data, name, annotated=False, renormalise=renormalise)


def dialogue_place(dialogue: str, block: int | None = None, sender: str = "") -> str:
    """Return the words for a dialogue, or for one of its blocks (counted from 1), in a `Problem`."""
    return f"dialogue {label(dialogue)}{'' if block is None else _block(block, sender)}"


def types_of(sender: str) -> str:
    """Return the words for the nugget types of one side."""
    return f"the types of a {sender} block are {', '.join(SIDES[sender])}"


def _block(block: int, sender: str) -> str:
    return f", block {block}{f' ({sender})' if sender else ''}"


def _parse(data: bytes, name: str, *, annotated: bool, renormalise: bool) -> Nuggets:
    check_size(data, name)
    listed = entries(data, name)
    labelled = annotated and any(isinstance(entry, dict) and "annotations" in entry for entry in listed)
    problems = Problems(name, offered=("renormalise",))
    dialogues: list[str] = []
    positions: list[int] = []
    senders: list[tuple[str, ...]] = []
    rows: list[list[float]] = []
    for case in named(listed, problems):
        try:
            sides, found = _labels(case.entry) if labelled else _distributions(case.entry)
        except FaultError as fault:
            seen, action = fault.args
            place = dialogue_place(case.id) + (fault.place if isinstance(fault, _BlockFaultError) else "")
            problems.add(case.position, place, seen, action)
        else:
            dialogues.append(case.id)
            positions.append(case.position)
            senders.append(sides)
            rows += [row + [0.0] * (WIDTH - len(row)) for row in found]
    values = np.array(rows, dtype=np.float64).reshape(len(rows), WIDTH)
    if labelled:
        problems.raise_if_any()
        shares = values / values.sum(axis=1, keepdims=True)
        return Nuggets(_stem(name), tuple(dialogues), tuple(senders), shares, values.astype(np.int64))
    return _read(Nuggets(_stem(name), tuple(dialogues), tuple(senders), values), positions, problems, renormalise)


def _read(file: Nuggets, positions: Sequence[int], problems: Problems, renormalise: bool) -> Nuggets:
    """Read the numbers of the blocks as distributions; add what is wrong with them, raise or return."""
    blocks = [(d, b, sender) for d, sides in enumerate(file.senders) for b, sender in enumerate(sides, start=1)]
    off = _off(file.probabilities)
    values = np.where(off[:, None], _divided(file.probabilities), file.probabilities) if renormalise else None
    shares, votes = np.zeros((2, *file.probabilities.shape))
    all_votes = True
    for side, kinds in SIDES.items():
        places = np.flatnonzero([sender == side for _, _, sender in blocks])
        rows = read_rows((file.probabilities if values is None else values)[places, : len(kinds)])
        for fault in rows.faults:
            dialogue, block, sender = blocks[places[fault.row]]
            repairable = bool(off[places[fault.row]])
            place = dialogue_place(file.dialogues[dialogue], block, sender)
            action = _DIVIDE if repairable else fault.action
            problems.add(positions[dialogue], place, fault.seen, action, ["renormalise"] if repairable else ())
        shares[places, : len(kinds)] = rows.probabilities
        if rows.votes is not None:
            votes[places, : len(kinds)] = rows.votes
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


def _divided(values: FloatArray) -> FloatArray:
    with np.errstate(all="ignore"):  # of other rows nobody reads the result
        return np.asarray(values / values.sum(axis=1, keepdims=True))


def _labels(entry: JsonObject) -> tuple[tuple[str, ...], list[list[float]]]:
    """Count the labels that the annotators gave to each block of one dialogue."""
    senders = _senders(entry)
    if senders is None:
        raise FaultError('there are no "turns"', 'expected [{"sender": "customer"}, …], one per utterance block')
    annotations = entry.get("annotations")
    if not isinstance(annotations, list) or not annotations:
        seen = f'"annotations" is {shown(annotations)}' if "annotations" in entry else 'there are no "annotations"'
        raise FaultError(seen, "every dialogue of this gold needs a list with one annotation or more")
    counts = [[0.0] * len(SIDES[sender]) for sender in senders]
    for number, annotation in enumerate(annotations, start=1):
        labels = _nuggets(annotation, f"annotation {number}", "a label per utterance block")
        _same_number(f"annotation {number} labels {_blocks(len(labels))}", len(labels), len(senders))
        for block, (sender, kind) in enumerate(zip(senders, labels, strict=True), start=1):
            if kind not in SIDES[sender]:
                raise _BlockFaultError(block, sender, f"annotation {number} says {_odd(kind)}", types_of(sender))
            counts[block - 1][SIDES[sender].index(str(kind))] += 1
    return senders, counts


def _distributions(entry: JsonObject) -> tuple[tuple[str, ...], list[list[float]]]:
    """Return sides and numbers of the blocks of one dialogue."""
    if "annotations" in entry and "nugget" not in entry:
        raise FaultError("holds annotations", 'this is a gold file; a run has a "nugget" list of distributions')
    blocks = _nuggets(entry, "the dialogue", "a distribution per utterance block")
    known = _senders(entry)
    if known is not None:
        _same_number(f"the dialogue estimates {_blocks(len(blocks))}", len(blocks), len(known))
    elif not blocks:
        raise FaultError('the list "nugget" is empty', "every dialogue needs one utterance block or more")
    senders, rows = [], []
    for number, values in enumerate(blocks, start=1):
        sender = known[number - 1] if known else ""
        try:
            if not isinstance(values, dict) or not values:
                raise FaultError(f"the distribution is {shown(values)}", 'expected {"CNUG0": p, …} or {"HNUG": p, …}')
            sender = sender or _side_of(values)
            odd = next((key for key in values if key not in SIDES[sender]), None)
            if odd is not None:
                raise FaultError(f"there is {_odd(odd)}", types_of(sender))
            rows.append(numbers_by_key(values, SIDES[sender], "nugget type", "nugget types"))
        except FaultError as fault:
            raise _BlockFaultError(number, sender, *fault.args) from None
        senders.append(sender)
    return tuple(senders), rows


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


def _same_number(seen: str, found: int, expected: int) -> None:
    if found != expected:
        raise FaultError(seen, f'its "turns" are {_blocks(expected)}')


def _blocks(number: int) -> str:
    return f"{number} block{'s' * (number != 1)}"


def _side_of(values: JsonObject) -> str:
    """Return the side whose types the first known key belongs to; every other key must then be of it."""
    known = [key for key in values if key in _SIDE_OF]
    if not known:
        kinds = ", ".join(kind for kinds in SIDES.values() for kind in kinds)
        raise FaultError(f"there is {_odd(next(iter(values)))}", f"the nugget types are {kinds}")
    return _SIDE_OF[known[0]]


def _odd(kind: object) -> str:
    """Describe a value that is not a nugget type of this block."""
    if isinstance(kind, str) and kind in _SIDE_OF:
        return f"{kind}, a type of the {_SIDE_OF[kind]}"
    return f"the unknown nugget type {shown(kind)}" if isinstance(kind, str) else shown(kind)


def _stem(name: str) -> str:
    return PurePath(name).stem
