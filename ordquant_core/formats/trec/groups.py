"""Files of group-fair relevance: the group membership of documents, and the shares that a fair list gives to groups.

A membership is a line `topic document p_1 … p_L`, a target one share per line, as the FairWeb tasks of NTCIR have them.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

import numpy as np

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.limits import check_lines
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import beginning, label, numbers, text_of
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.group_fairness import Attribute, Membership
from ordquant_core.records import FloatArray

MEMBERSHIP_COLUMNS = "topic, document, and a share for every group"
NOMINAL = "nominal"  # in the name of a file: the groups have no order
ALIKE = "give both files the same name, such as age.membership and age.target"
_GENERAL = {"txt", "tsv", "dat", "csv", "membership", "memberships", "target", "targets", "gmemb", "golddistr", NOMINAL}
_SNIFFED = 4096  # bytes


def kind_of_groups(data: bytes) -> Literal["membership", "target"] | None:
    """Recognise a file by its first line: a target has one number, a membership numbers from its third column on."""
    for line in beginning(data, _SNIFFED).splitlines():
        cells = line.split()
        if len(cells) == 1 and numbers(cells) is not None:
            return "target"
        if cells:
            return "membership" if len(cells) >= 4 and numbers(cells[2:]) is not None else None
    return None


def read_attributes(files: Sequence[File]) -> tuple[Attribute, ...]:
    """Read memberships and targets, detected from their content, as attributes in the order of the memberships.

    A target belongs to the membership whose file name has a part in common, such as `age.membership` and `age.target`,
    or `toy.AGE.gmemb` and `AGE.golddistr`; the attribute is named after it. Groups have no order where the name of
    either file holds `nominal`. Raises `InputError` with the problems of all files.
    """
    problems = []
    memberships, targets = {}, {}
    for file in files:
        kind = kind_of_groups(file.data)
        try:
            if kind == "membership":
                memberships[file.name] = parse_membership(file.data, file.name)
            elif kind == "target":
                targets[file.name] = parse_target(file.data, file.name)
            else:
                action = f"memberships have {MEMBERSHIP_COLUMNS}; targets have one share per line"
                problems.append(Problem(file.name, "", "neither group memberships nor a target", action))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    paired, problems = _paired(list(memberships), list(targets))
    if problems:
        raise InputError(problems)
    return tuple(
        Attribute(name, memberships[one], targets[other], NOMINAL in {*_parts(one), *_parts(other)})
        for name, one, other in paired
    )


def _paired(memberships: list[str], targets: list[str]) -> tuple[list[tuple[str, str, str]], list[Problem]]:
    """Return the name of every attribute with its two files, and the files without another."""
    shared = {(one, other): _in_common(one, other) for one in memberships for other in targets}
    if len(shared) == 1:
        ((one, other),) = shared
        return [(shared[one, other] or _named(one), one, other)], []
    best = {one: max(targets, key=lambda other: len(shared[one, other]), default="") for one in memberships}
    found = [(shared[one, other], one, other) for one, other in best.items() if other and shared[one, other]]
    used = {other for _, _, other in found}
    problems = [
        Problem(one, "", "there is no target for its groups", ALIKE)
        for one in memberships
        if one not in {membership for _, membership, _ in found}
    ]
    problems += [
        Problem(other, "", "there are no memberships for this target", ALIKE) for other in targets if other not in used
    ]
    for other in used:
        several = [one for _, one, target in found if target == other]
        if len(several) > 1:
            problems.append(Problem(other, "", f"it is the target of {' and of '.join(several)}", ALIKE))
    return found, problems


def _in_common(one: str, other: str) -> str:
    parts = {part.lower() for part in _parts(other)}
    return " ".join(part for part in _parts(one) if part.lower() in parts and part.lower() not in _GENERAL)


def _named(file: str) -> str:
    return " ".join(part for part in _parts(file) if part.lower() not in _GENERAL) or "groups"


def _parts(file: str) -> list[str]:
    """Return the parts of a file's name: `toy.R-AGE.gmemb` has toy, R-AGE and gmemb."""
    return [part for part in re.split(r"[._\s]+", PurePath(file).name) if part]


def parse_membership(data: bytes, name: str) -> Membership:
    """Read lines of topic, document and the shares of two groups or more, which sum to 1 (within 1e-6).

    Raises `InputError` with every problem of the file, which is called `name`.
    """
    problems = Problems(name)
    rows: dict[str, dict[str, int]] = {}
    shares: list[FloatArray] = []
    width = 0
    for number, cells in _lines(data, name):
        width = width or max(len(cells), 4)
        if len(cells) != width:
            seen = f"{count(len(cells), 'column')} where others have {width}" if shares else count(len(cells), "column")
            problems.add(number, f"line {number}", seen, f"expected {MEMBERSHIP_COLUMNS}")
            continue
        topic, document, *values = cells
        place = f"line {number}, topic {label(topic)}"
        row, fault = _distribution(values)
        if row is None:
            action = "give shares that sum to 1; a document without a line counts as all groups evenly"
            problems.add(number, place, f"the shares of {label(document)} {fault}", action)
            continue
        known = rows.setdefault(topic, {})
        if document in known and not np.array_equal(shares[known[document]], row):
            problems.add(number, place, f"{label(document)} has other shares further up", "give it one line")
        if document not in known:
            known[document] = len(shares)
            shares.append(row)
    problems.raise_if_any()
    if not shares:
        raise InputError([Problem(name, "", "it contains no membership", f"expected {MEMBERSHIP_COLUMNS}")])
    return Membership(name, rows, np.array(shares))


def parse_target(data: bytes, name: str) -> FloatArray:
    """Read the shares of two groups or more, one per line, which sum to 1 (within 1e-6): shape (groups,).

    Raises `InputError` for anything else.
    """
    lines = list(_lines(data, name))
    wide = next((number for number, cells in lines if len(cells) != 1), None)
    expected = "expected one share per line, for two groups or more"
    if wide is not None:
        raise InputError([Problem(name, f"line {wide}", "more than one number", expected)])
    if len(lines) < 2:
        raise InputError([Problem(name, "", f"{count(len(lines), 'line')}", expected)])
    row, fault = _distribution([cells[0] for _, cells in lines])
    if row is None:
        raise InputError([Problem(name, "", f"the shares of the target {fault}", "a target sums to 1: correct it")])
    return row


def _distribution(cells: Sequence[str]) -> tuple[FloatArray | None, str]:
    """Return shares, or what is wrong with them."""
    values = numbers(cells)
    if values is None:
        return None, "are not all numbers"
    total = float(values.sum())
    if (values < 0).any():
        return None, f"are not all at least 0 ({setting(float(values.min()))})"
    if not abs(total - 1) <= SUM_TOLERANCE + ROUNDING:
        return None, f"sum to {setting(total)}"
    return values / total, ""


def _lines(data: bytes, name: str) -> list[tuple[int, list[str]]]:
    check_size(data, name)
    check_lines(data, name)
    lines = text_of(data, name).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(number, cells) for number, line in enumerate(lines, start=1) if (cells := line.split())]
