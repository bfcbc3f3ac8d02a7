"""`template`: a run for participants to fill in."""

import argparse
import sys

from ordquant_core.commands.inputs import read_all, read_cases, scales_wanted
from ordquant_core.commands.options import Commands, add_cases, add_command, add_files
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.numerals import count
from ordquant_core.tasks.writing.runs import FORMATS, WRITERS, template
from ordquant_core.terminal import write_message

LOOK = (
    "Every class has the same probability, so the file is already a valid run. It contains only the ids and classes of "
    "the gold."
)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "a run for participants to fill in", "gold.json --scale A --out my-run.json"
    added = add_command(commands, "template", _template, words, example, measures=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    add_files(added, optional=True)
    added.usage = f"{added.prog} [options] GOLD\n       {added.prog} [options] --cases FILE --classes A,B,…"
    add_cases(added)
    words = f"the format: {', '.join(WRITERS)} (default: that of the gold, else csv)"
    added.add_argument("--form", choices=tuple(WRITERS), metavar="FORM", help=words)
    added.set_defaults(runs=[])


def _template(options: argparse.Namespace) -> None:
    form = options.form
    scales: tuple[str, ...] = ()
    if options.cases is not None:
        if options.gold is not None:
            raise OrdquantError("give either GOLD or --cases with --classes, not both")
        cases, classes = read_cases(options)
        scales = () if options.scale is None else (options.scale,)
    elif options.gold is None:
        raise OrdquantError("give GOLD, or --cases with --classes")
    else:
        wanted = scales_wanted(options, [])
        read = read_all(options, [], scale=wanted[0])
        if read.gold is None:
            raise InputError(read.problems)
        cases, classes = read.gold.cases, read.gold.classes
        own = (read.gold.scale,) if wanted == (None,) else wanted
        scales = tuple(scale for scale in own if scale is not None)
        kinds = [one.kind for one in read.recognised if one.file == read.gold_file]
        form = form or next((FORMATS[kind] for kind in kinds if kind in FORMATS), None)
    data = template(cases, classes, form or "csv", scales=scales)
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode("utf-8", "surrogateescape"))
    write_message(f"note: {count(len(cases), 'case')}, classes {', '.join(classes)}")
