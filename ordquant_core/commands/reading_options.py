"""The options for reading files: how a table is read, what files do not say, and the repairs."""

import argparse
import csv
import io
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, get_args

from ordquant_core.errors import REPAIRS, Repair
from ordquant_core.formats.mapping import HINTS, LAYOUTS, SPLITS, Empty
from ordquant_core.formats.text import brief
from ordquant_core.numerals import listed

POSITIONS = "--positions"
FIELD = "table_"  # how the destination of an option begins that is a field of a mapping
_ON_MAPPINGS = """\
--layout LAYOUT       class-columns, votes, values, annotator-columns, people
--case A,B            columns that together name the case
--label, --annotator, --value, --system COLUMN
                      of the labels, annotators, numbers, runs
--columns A,B         the columns of classes, annotators or cases
--keep, --ignore A,B  columns that go with each case; columns to leave out
--where, --drop C=V   rows to keep, rows to leave out: value V in column C
--no-vote A,B         labels that are no vote
--empty RULE          empty cells: refuse, 0 (no vote), missing
--numbers KIND        counts or shares, where both are possible
--split SIGN          a cell holds a list, separated by this sign
--header LINE, --encoding NAME, --decimal SIGN, --sheet NAME, --turned
                      how the file is opened; these need no --layout
--mapping FILE        the same as JSON, in a file or as text"""
_ON_REPAIRS = """\
renormalise           divide rows that sum to 0.98 … 1.02 by their sum
percentages           divide rows that sum to 98 … 102 by their sum
by-position           match row numbers or other labels by their order
drop-surplus          leave out cases of a run that the gold does not have
drop-missing          leave out cases that some run lacks, from all files
accept-gold-copies    score runs whose estimates equal the gold"""


def add_reading(added: argparse.ArgumentParser, *, without: Sequence[str] = (), listed: bool = False) -> None:
    """Add the options for reading files: all that `decisions.choices_of` uses, and the scale.

    `without`: fields of a mapping whose option has another meaning in this command; there, `--mapping` takes them.
    `listed`: the help lists how tables are read, and the repairs; otherwise it says which help does.
    """
    added.add_argument("--scale", help="the scale to read")
    group = added.add_argument_group("information missing from the files")
    group.add_argument("--classes", metavar="A,B,…", help="the classes, from one end to the other")
    group.add_argument("--run-scale", metavar="SCALE", help="the scale of the runs, if not that of the gold")
    words = "how cases that a run lacks count: uniform or end"
    group.add_argument("--missing", choices=("uniform", "end"), metavar="RULE", help=words)
    group.add_argument("--merge", metavar="A,B", help="neighbouring classes to merge, such as A,B;C,D")
    group.add_argument(POSITIONS, metavar="NUMBERS", help="positions of the classes (default: 1,2,3,…)")
    if listed:
        title = "how tables are read (the gold and all files with its columns)"
        _add_mapping(added.add_argument_group(title, _ON_MAPPINGS), without)
        title = "repairs, only on request and noted (--repair NAME,…)"
        add_repair(added.add_argument_group(title, _ON_REPAIRS), REPAIRS, argparse.SUPPRESS)
    else:
        words = "--layout, --mapping, --repair and others: check -h lists them"
        _add_mapping(added.add_argument_group("how tables are read, and repairs", words), without)
        add_repair(added, REPAIRS, argparse.SUPPRESS)


def add_repair(added: "argparse.ArgumentParser | argparse._ArgumentGroup", known: Sequence[Repair], words: str) -> None:
    """Add the option that allows some of the repairs."""

    def repairs(text: str) -> list[Repair]:
        return [_repair(name, known) for name in text.split(",")]

    added.add_argument("--repair", metavar="NAME,…", type=repairs, action="extend", default=[], help=words)


def _repair(name: str, known: Sequence[Repair]) -> Repair:
    for repair in known:
        if repair == name.strip():
            return repair
    near = get_close_matches(name.strip().casefold(), known, n=1)
    meant = f"did you mean {near[0]}? " if near else ""
    raise argparse.ArgumentTypeError(f"there is no repair {brief(name)}; {meant}The repairs are {listed(known)}")


def _add_mapping(group: "argparse._ArgumentGroup", without: Sequence[str]) -> None:
    """Add an option for each field of a mapping; the description of the group has their help, in few lines."""
    takes: dict[str, dict[str, Any]] = {
        **{name: {"type": _names} for name in ("case", "columns", "keep", "ignore", "no_vote")},
        **{name: {"type": _row, "action": "append"} for name in ("where", "drop")},
        "layout": {"choices": LAYOUTS},
        "empty": {"choices": get_args(Empty)},
        "numbers": {"choices": ("counts", "shares")},
        "split": {"choices": tuple(SPLITS)},
        "decimal": {"choices": (".", ",")},
        "header": {"type": _line},
    }
    for name, hint in HINTS.items():
        if name in without or name == "classes":
            continue
        more = {"metavar": hint, **takes.get(name, {})} if name != "turned" else {"action": "store_true"}
        group.add_argument(f"--{name.replace('_', '-')}", dest=f"{FIELD}{name}", help=argparse.SUPPRESS, **more)
    group.add_argument("--mapping", metavar="FILE", help=argparse.SUPPRESS)


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in a line with commas; one with a comma stands in quotes.

    >>> split_names('Writer,"Smith, J."'), split_names("")
    (('Writer', 'Smith, J.'), ())
    """
    cells = next(csv.reader(io.StringIO(text, newline=""), skipinitialspace=True), [])
    return tuple(cell.strip() for cell in cells)


def _names(text: str) -> tuple[str, ...]:
    names = split_names(text)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise argparse.ArgumentTypeError(f"{brief(twice[0])} is named twice")
    return names


def _row(text: str) -> tuple[str, str]:
    column, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"expected COLUMN=VALUE; found {brief(text)}")
    return column.strip(), value.strip()


def _line(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{brief(text)} is not the number of a line")
    return int(text)
