"""Shared by all commands: the parser, and the options and texts that several of them use."""

import argparse
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.commands.reading_options import POSITIONS, add_reading
from ordquant_core.errors import InvalidDistributionError, OrdquantError
from ordquant_core.formats.text import brief, is_number, numbers
from ordquant_core.measures.registry import DEFAULT_MEASURES, MEASURES, get_measures
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.records import FloatArray
from ordquant_core.writing.forms import FORMS, RAW

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run = Callable[[argparse.Namespace], None]  # what a command does

MODULE = "python -m ordquant_core"
SCRIPT = "ordquant"
PROGRAM = SCRIPT if Path(sys.argv[0]).stem == SCRIPT else MODULE  # as this process was called
COLUMNS = "assets/docs/command-line.md explains the columns."
BASELINE = "baseline:"
PLUGIN = "--plugin"
OUT = "--out"
A_CLASS = f"{BASELINE}CLASS"
A_BASELINE = f"{', '.join(BASELINE + key for key in BASELINES)} or {A_CLASS} (all probability on this class)"
A_RUN = f"a file, a folder, - for standard input, FILE:NAME for one run of several, or {A_BASELINE}"
A_RUN_LISTED = f"a file, a folder, -, FILE:NAME, {', '.join(BASELINE + key for key in BASELINES)} or {A_CLASS}"
A_RUN_IN_SHORT = "a file, a folder, FILE:NAME or baseline:NAME"
A_GOLD = "JSON, CSV, TSV, XLSX; a folder or zip, runs included"


class _Help(argparse.RawDescriptionHelpFormatter):
    """Wraps the lines of descriptions, and leaves examples and lines in columns, with two spaces, as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = textwrap.TextWrapper(width, break_on_hyphens=False).fill
        lines = "\n".join(line if "  " in line else fill(line) for line in text.splitlines())
        return textwrap.indent(lines, indent)


class Parser(argparse.ArgumentParser):
    """A parser with one-line errors, which takes `-1,2` as a value, not an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-[\d.]")

    def error(self, message: str) -> NoReturn:
        """Raise instead of ending the process."""
        raise OrdquantError(f"{message} (see {self.prog} -h)")


def add_command(
    commands: Commands,
    name: str,
    run: Run,
    words: str,
    example: str,
    *,
    keys: str = "NMD,RNOD",
    default: str = "all",
    measures: bool = True,
    plugin: bool = True,
    out: bool = True,
) -> argparse.ArgumentParser:
    """Add a command with its help text; `run` executes it.

    If it has measures, it takes `--measures`, such as `keys`, and if they are those of the registry, `--plugin`.
    `out`: it writes to stdout, or to the file of `--out`; others have an option of this name for what they write.
    """
    added = commands.add_parser(
        name,
        help=words,
        description=f"{words[0].upper()}{words[1:]}.",
        epilog=f"example:\n  {PROGRAM} {name} {example}",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    if measures:
        added.add_argument("--measures", metavar="KEYS", help=f"such as {keys} (default: {default})")
    if measures and plugin:
        add_plugin(added)
    if out:
        added.add_argument(OUT, dest="stdout", metavar="FILE", help="a file to write to (default: stdout)")
    added.set_defaults(command=run)
    return added


def add_plugin(added: argparse.ArgumentParser) -> None:
    """Add the option that names custom measures; `plugins.named_plugins` takes it away before arguments are parsed."""
    added.add_argument(PLUGIN, metavar="FILE", help="a Python file with a measure of your own")


def add_files(
    added: argparse.ArgumentParser, *, optional: bool = False, without: Sequence[str] = (), listed: bool = False
) -> None:
    """Add the gold and the options for reading files.

    `optional`: the command can do without the gold. `without`, `listed`: as in `add_reading`.
    """
    added.usage = f"{added.prog} [options] {'[GOLD [RUN…]]' if optional else 'GOLD RUN…'}"
    words = A_GOLD if listed else "votes or distributions: a file, folder or zip"
    added.add_argument("gold", metavar="GOLD", help=words, nargs="?" if optional else None)
    add_reading(added, without=without, listed=listed)


def add_cases(added: argparse.ArgumentParser) -> None:
    """Add the list of cases that stands for a gold which is not at hand."""
    words = "instead of the gold: an id per line; needs --classes"
    added.add_argument("--cases", metavar="FILE", help=words)


def add_scales(added: argparse.ArgumentParser) -> None:
    """Say in the help of `--scale` that `all` is understood."""
    for action in added._actions:
        if action.dest == "scale":
            action.help = f"{action.help}; all: each in turn"


def add_by(added: argparse.ArgumentParser, words: str) -> None:
    """Add the breakdown by groups of cases; `words`: what it adds."""
    added.add_argument("--by", metavar="COLUMN", help=f"{words} grouped by a column of the gold")


def add_runs(added: argparse.ArgumentParser, *, listed: bool = False) -> None:
    """Add the runs; none need be named if the gold file or folder contains some. `listed`: as in `add_reading`."""
    words = A_RUN_LISTED if listed else f"{A_RUN_IN_SHORT} (default: those of GOLD)"
    added.add_argument("runs", nargs="*", metavar="RUN", help=words)


def add_baselines(added: argparse.ArgumentParser) -> None:
    """Add the baselines to the runs that are compared."""
    words = "compare Popularity and Uniform with the runs, too"
    added.add_argument("--baselines", action="store_true", help=words)


def add_format(added: argparse.ArgumentParser) -> None:
    """Add the format in which `output.write_table` writes: exact for programs, or rounded for people."""
    either = added.add_mutually_exclusive_group()
    words = "csv (default), json; rounded: markdown, latex"
    either.add_argument("--format", choices=FORMS, default=FORMS[0], metavar="FORM", help=words)
    add_raw(either, dest="format", const=RAW)


def add_raw(added: "argparse._ActionsContainer", **stored: Any) -> None:
    """Add the option for CSV that programs read; `stored`: what it stores and where (default: True as `raw`)."""
    words = "CSV without apostrophes before formulas"
    added.add_argument("--raw", action="store_const", help=words, **({"const": True} | stored))


def add_settings(added: argparse.ArgumentParser, *names: str) -> None:
    """Add some of the settings of tests: `trials`, `splits`, `alpha`, `seed`, which have one meaning everywhere."""
    for name in names:
        added.add_argument(written(name), **_SETTINGS[name])


def add_positions(added: argparse.ArgumentParser) -> None:
    """Add where the classes stand on a line."""
    words = (
        "positions of the classes, such as 1,2,4,5, for the measures that use distances between them "
        f"({', '.join(key for key in MEASURES if MEASURES[key].takes_positions)}; default: one step apart)"
    )
    added.add_argument(POSITIONS, metavar="NUMBERS", help=words)


def positions_of(options: argparse.Namespace, keys: Sequence[str]) -> FloatArray | None:
    """Return the numbers of `--positions`."""
    check_positions(options, keys)
    return None if options.positions is None else number_list(POSITIONS, options.positions)


def check_positions(options: argparse.Namespace, keys: Sequence[str]) -> None:
    """Raise `OrdquantError` where `--positions` is given, and none of the measures `keys` uses them."""
    if getattr(options, "positions", None) is None:  # not all commands take them
        return
    if not any(key in MEASURES and MEASURES[key].takes_positions for key in keys):
        raise OrdquantError(f"{POSITIONS}: no distances between classes are used by {', '.join(keys)}")


def measure_keys(
    options: argparse.Namespace, default: tuple[str, ...] = DEFAULT_MEASURES, *, more: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the keys of `--measures`, all of them known, or those of the default; `more` are used beside them."""
    keys = default if options.measures is None else names_in(options.measures)
    get_measures((*keys, *more))
    check_positions(options, (*keys, *more))
    return keys


def keys_on_request(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the keys of `--measures`, which may be on smoothed distributions, all of them known, or the default."""
    keys = DEFAULT_MEASURES if options.measures is None else names_in(options.measures)
    of_registry = [key for key in keys if key not in SMOOTHED]
    if of_registry or not keys:
        get_measures(of_registry)
    return keys


Parts = Mapping[str, Mapping[str, Any]]  # of a command: an option, and those that only it uses, with their defaults


def is_given(value: object) -> bool:
    """Return whether the value of an option is not the one that it has where it is left out: None, False or []."""
    return value is not None and value is not False and value != []


def written(name: str) -> str:
    """Return an option as it is written on the command line."""
    return f"--{name.replace('_', '-')}"


def fill_in_parts(options: argparse.Namespace, parts: Parts) -> None:
    """Fill in the defaults of the options of those parts that are asked for; refuse options of the others."""
    for part, defaults in parts.items():
        for name, default in defaults.items():
            if is_given(getattr(options, name)):
                if not is_given(getattr(options, part)):
                    raise OrdquantError(f"{written(name)} needs {written(part)}")
            elif is_given(getattr(options, part)):
                setattr(options, name, default)


def refuse_together(options: argparse.Namespace, name: str, others: Sequence[str]) -> None:
    """Raise `OrdquantError` where an option is given, and with it one of others, which would have no effect."""
    for other in others if is_given(getattr(options, name)) else ():
        if is_given(getattr(options, other)):
            raise OrdquantError(f"{written(name)} cannot be combined with {written(other)}")


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas, each once."""
    return tuple(dict.fromkeys(key.strip() for key in text.split(",")))


def number_list(option: str, text: str) -> FloatArray:
    """Return the numbers of `0,1,2,9,8`; the error names `option`."""
    cells = text.split(",")
    values = numbers(cells)
    if values is None:
        wrong = next(cell for cell in cells if not is_number(cell))
        raise InvalidDistributionError(f"{option}: {brief(wrong)} is not a number; give numbers, such as 0,1,2,9,8")
    return values


def number(text: str) -> float:
    """Return the number that an option gives, for argparse."""
    value = numbers([text])
    if value is None:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a number")
    return float(value[0])


def level(text: str) -> float:
    """Return the share between 0 and 1 that an option gives, for argparse."""
    value = number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} does not lie between 0 and 1")
    return value


def count(text: str) -> int:
    """Return the count that an option gives, one or more, for argparse."""
    return _whole(text, 1)


def seed(text: str) -> int:
    """Return the seed that an option gives, for argparse."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 15 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "trials": {"type": count, "default": 5000, "metavar": "B", "help": "permutations (default: 5000)"},
    "splits": {"type": count, "default": 1000, "metavar": "B", "help": "random splits (default: 1000)"},
    "alpha": {"type": level, "default": 0.05, "help": "significance level (default: 0.05)"},
    "seed": {"type": seed, "default": 1, "help": "seed of the random numbers (default: 1)"},
}
