"""What all commands say alike: the parser, and the options and texts that several of them take."""

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.errors import InvalidDistributionError, OrdquantError
from ordquant_core.formats.text import is_number, numbers, shown
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.records import FloatArray

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

PROGRAM = "python -m ordquant_core"
BASELINE = "baseline:"
A_RUN = f"a file, or {' or '.join(BASELINE + key for key in BASELINES)}"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are as short as all the others, and to which `-1,2` is a value, not an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-[\d.]")

    def error(self, message: str) -> NoReturn:
        """Raise instead of leaving the process."""
        raise OrdquantError(f"{message} (see {self.prog} -h)")


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], None],
    words: str,
    example: str,
    *,
    keys: str = "NMD,RNOD",
    default: str = "all",
) -> argparse.ArgumentParser:
    """Add a command with its help text and `--measures`, such as `keys`; it is carried out by `run`."""
    added = commands.add_parser(
        name,
        help=words,
        description=f"{words[0].upper()}{words[1:]}.",
        epilog=f"example:\n  {PROGRAM} {name} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    added.add_argument("--measures", metavar="KEYS", help=f"such as {keys} (default: {default})")
    added.set_defaults(command=run)
    return added


def add_files(added: argparse.ArgumentParser) -> None:
    """Add the gold and how files are read: all that `inputs.read_task` looks at, but the runs."""
    added.add_argument("gold", metavar="GOLD", help="a file of votes or distributions: NTCIR JSON or CSV")
    added.add_argument("--scale", help="which scale to read, where a file has several")
    added.add_argument("--renormalise", action="store_true", help="divide rows that sum to 0.98 … 1.02 by their sum")


def add_runs(added: argparse.ArgumentParser) -> None:
    """Add the runs, one or more."""
    added.add_argument("runs", nargs="+", metavar="RUN", help=A_RUN)


def measure_keys(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the keys of `--measures`, all of them known, or those of all measures."""
    if options.measures is None:
        return tuple(MEASURES)
    keys = chosen(options.measures)
    get_measures(keys)
    return keys


def chosen(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas, each once."""
    return tuple(dict.fromkeys(key.strip() for key in text.split(",")))


def number_list(option: str, text: str) -> FloatArray:
    """Return the numbers of `0,1,2,9,8`; `option` is named where they are none."""
    cells = text.split(",")
    values = numbers(cells)
    if values is None:
        wrong = next(cell for cell in cells if not is_number(cell))
        raise InvalidDistributionError(f"{option}: {shown(wrong)} is not a number; give numbers, such as 0,1,2,9,8")
    return values


def number(text: str) -> float:
    """Return the number that an option is, for argparse."""
    value = numbers([text])
    if value is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number")
    return float(value[0])
