"""What a study rests on: versions, files, settings, repairs, and the command that repeats it."""

import hashlib
import json
import platform
import shlex
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

from ordquant_core.formats.files import File
from ordquant_core.version import VERSION

LIBRARIES = ("numpy", "scipy", "openpyxl", "plotly")


def digests(files: Iterable[File]) -> dict[str, str]:
    """Return the SHA-256 of every file, by its name."""
    return {file.name: hashlib.sha256(file.data).hexdigest() for file in sorted(files)}


def provenance(
    inputs: Mapping[str, str],
    settings: Mapping[str, object],
    repairs: Mapping[str, Sequence[str]],
    *,
    command: Sequence[str],
    outputs: Mapping[str, str],
) -> str:
    """Return it as JSON; `inputs` are digests, `outputs` those of the files that the command writes with it.

    Nothing in it depends on the day or the place: the same input gives the same text.
    """
    record = {
        "product": {"name": "OrdQuant", "version": VERSION},
        "python": platform.python_version(),
        "libraries": {name: library_version(name) for name in LIBRARIES},
        "inputs": dict(inputs),
        "settings": dict(settings),
        "repairs_and_notes": {name: list(lines) for name, lines in repairs.items()},
        "command": shlex.join(command),
        "outputs": dict(outputs),
    }
    return json.dumps(record, indent=2, ensure_ascii=False, default=str) + "\n"


def library_version(name: str) -> str | None:
    """Return the version of an installed package, None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
