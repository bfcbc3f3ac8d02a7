# PYTHON_ARGCOMPLETE_OK
"""The command line: CSV on stdout; 0 on success; on bad input exit code 2 and one line on stderr."""

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from ordquant_core.commands import (
    all_runs,
    atlas,
    check,
    compare,
    export,
    figure,
    human_agreement,
    lessons,
    measure,
    nuggets,
    plan,
    rank_lists,
    report,
    results,
    score,
    study,
    template,
)
from ordquant_core.commands.options import PLUGIN, PROGRAM, Parser, add_plugin
from ordquant_core.commands.output import stdout_to
from ordquant_core.commands.plugins import named_plugins, start_again
from ordquant_core.errors import OrdquantError, UnclearVotesError, extra
from ordquant_core.measures.own.loading import VARIABLE
from ordquant_core.measures.registry import PLUGIN_PROBLEM
from ordquant_core.terminal import write_message
from ordquant_core.version import VERSION

SUBJECTS = (
    measure,
    score,
    results,
    compare,
    template,
    check,
    all_runs,
    plan,
    atlas,
    report,
    figure,
    study,
    export,
    nuggets,
    rank_lists,
    human_agreement,
    lessons,
)
BAD_INPUT = 2
INTERRUPTED = 130  # as a shell says it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Without `arguments`, those of the process are taken."""
    if sys.stdout is None:
        return _refuse("there is no standard output to write to")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _drop_output()
        return 0
    except OSError as problem:
        _drop_output()
        return _refuse(f"the output cannot be written ({problem.strerror or problem})")
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        with np.errstate(all="ignore"):  # what is not finite is written as such: no warning beside the output
            options = _options(_without_plugins(arguments))
            with stdout_to(getattr(options, "stdout", None)):
                options.command(options)
    except SystemExit as stop:  # argparse, after it has shown a help text
        return int(stop.code or 0)
    except UnclearVotesError as problem:
        return _refuse(f"{problem.seen} To say which: --numbers counts or shares, with --layout.")
    except OrdquantError as problem:
        return _refuse(str(problem))
    return 0


def _without_plugins(arguments: Sequence[str] | None) -> Sequence[str]:
    """Return the arguments without `--plugin`; with it, this process starts again. Raises on a broken plug-in."""
    files, others = named_plugins(sys.argv[1:] if arguments is None else arguments)
    if PLUGIN_PROBLEM:
        raise OrdquantError(PLUGIN_PROBLEM)
    if files and arguments is not None:
        raise OrdquantError(
            f"{PLUGIN} works on the command line only; in a program, set {VARIABLE} before importing ordquant_core"
        )
    if files:
        start_again(files, others)
    return others


def _refuse(message: str) -> int:
    write_message(f"error: {message}")
    return BAD_INPUT


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or the interpreter complains about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@cache
def parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Return the parser of the command line, and that of every command by its name."""
    parser = Parser(
        prog=PROGRAM,
        description="Score ordinal quantification; CSV on stdout. COMMAND -h describes a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"OrdQuant {VERSION}")
    add_plugin(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="name")
    for subject in SUBJECTS:
        subject.add(commands)
    return parser, commands.choices


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser, _ = parsers()
    if "_ARGCOMPLETE" in os.environ:  # a shell asks how a line may go on
        with extra("completion", "Shell completion"):
            import argcomplete
        argcomplete.autocomplete(parser, print_suppressed=True)
    options, rest = parser.parse_known_args(arguments)
    if "runs" in options and not any(argument.startswith("-") for argument in rest):
        options.runs = [*options.runs, *rest]  # argparse takes no more of a list once an option has interrupted it
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return options


def run() -> None:
    """Run the command line of this process, `ordquant` or `python -m ordquant_core`."""
    for stream in (sys.stdout, sys.stderr):  # ids of any script, whatever the terminal is set to
        if isinstance(stream, io.TextIOWrapper):  # None where it was closed
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())


if __name__ == "__main__":
    run()
