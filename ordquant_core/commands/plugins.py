"""`--plugin FILE`: start the command line once more, with a custom measure.

The registry reads custom measures when it is imported, before any option is; worker processes do the same. They all
share the environment, so the option sets it.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ordquant_core.commands.options import PLUGIN
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.own.loading import VARIABLE


def named_plugins(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the files that `--plugin` names, and the other arguments. Raises `OrdquantError` where a file is missing.

    >>> named_plugins(["measure", "--plugin", "mine.py", "--gold", "1,2", "--plugin=other.py"])
    (['mine.py', 'other.py'], ['measure', '--gold', '1,2'])
    """
    files, others, rest = list[str](), list[str](), list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            others += [argument, *rest]
            break
        if argument == PLUGIN:
            if not rest or rest[0].startswith("-"):
                raise OrdquantError(f"{PLUGIN}: no file is named; give a Python file")
            files.append(rest.pop(0))
        elif argument.startswith(f"{PLUGIN}="):
            files.append(argument.partition("=")[2])
        else:
            others.append(argument)
    return files, others


def start_again(files: Sequence[str], arguments: Sequence[str]) -> NoReturn:
    """Run the program of this process with these arguments, and with the files as custom measures."""
    before = [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]
    paths = [str(Path(part).absolute()) for file in files for part in file.split(os.pathsep)]
    environment = os.environ | {VARIABLE: os.pathsep.join([*before, *paths])}
    program = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv) + 1]  # -m ordquant_core, or the script's path
    command = [sys.executable, *program, *arguments]
    if os.name == "nt":  # there, a shell would not wait for what replaces a process
        sys.exit(subprocess.call(command, env=environment))
    os.execve(sys.executable, command, environment)
