"""`--provenance FILE`: what a table on stdout rests on, in a file of its own."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ordquant_core.commands.options import PLUGIN, PROGRAM, is_given
from ordquant_core.commands.output import collecting_messages
from ordquant_core.formats.files import File, digests_of_reading, read_bytes, write_file
from ordquant_core.measures.own.loading import named_files
from ordquant_core.tables.writing.provenance import digests, provenance

NO_SETTINGS = ("command", "name", "provenance")


@contextmanager
def writing_provenance(options: argparse.Namespace, arguments: Sequence[str]) -> Iterator[None]:
    """Write the file, if it is asked for, when the command has done its work; `arguments` are those of the command."""
    path = getattr(options, "provenance", None)
    if path is None:
        yield
        return
    with digests_of_reading() as inputs, collecting_messages() as said:
        yield
    settings = {
        name: value for name, value in sorted(vars(options).items()) if name not in NO_SETTINGS and is_given(value)
    }
    notes = {"notes": [line.removeprefix("note: ") for line in said]} if said else {}
    own = named_files()
    inputs |= digests(File(Path(path).name, read_bytes(path)) for path in own)
    plugins = [word for path in own for word in (PLUGIN, Path(path).name)]
    command = [*PROGRAM.split(), *arguments, *plugins]
    write_file(path, provenance(dict(sorted(inputs.items())), settings, notes, command=command).encode())
