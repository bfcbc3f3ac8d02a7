"""What a result rests on: versions, files, settings, repairs, and the command that repeats it."""

import hashlib
import json
import platform
import shlex
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

from ordquant_core.formats.files import File
from ordquant_core.version import VERSION

LIBRARIES = ("numpy", "scipy", "openpyxl", "reportlab")


def provenance(
    files: Iterable[File], settings: Mapping[str, object], repairs: Mapping[str, Sequence[str]], command: Sequence[str]
) -> str:
    """Return it as JSON. Nothing in it depends on the day or the place: the same input gives the same text."""
    found = {
        "product": {"name": "OrdQuant", "version": VERSION},
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "inputs": {file.name: hashlib.sha256(file.data).hexdigest() for file in sorted(files)},
        "settings": dict(settings),
        "repairs_and_notes": {name: list(lines) for name, lines in repairs.items()},
        "command": shlex.join(command),
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
