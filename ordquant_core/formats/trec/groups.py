"""Files of group-fair relevance: the group membership of documents, and the shares that a fair list gives to groups.

A membership is a line `topic document p_1 … p_L`, a target one share per line, as the FairWeb tasks of NTCIR have them.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import check_size
from ordquant_core.formats.limits import check_lines
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import decode, label, numbers
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.group_fairness import Membership
from ordquant_core.records import FloatArray

MEMBERSHIP_COLUMNS = "topic, document, and a share for every group"


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
    lines = decode(data, name).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(number, cells) for number, line in enumerate(lines, start=1) if (cells := line.split())]
