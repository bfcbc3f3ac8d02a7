"""The files of an earlier study in a folder: they are replaced, and nothing else in the folder is touched.

The provenance of a study lists what it wrote, with checksums. Files that are still the same are its own.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ordquant_core.errors import OrdquantError

PROVENANCE = "provenance.json"
NAMED = 3  # files that an error names


def written_before(folder: Path) -> tuple[str, ...]:
    """Return the files of an earlier study in a folder, its provenance included, which may be replaced.

    Raises `OrdquantError` where somebody has changed one of them since, or where the study does not list its files.
    """
    place = folder / PROVENANCE
    if not place.is_file():
        return ()
    try:
        said = json.loads(place.read_bytes())
        outputs = said["outputs"] if said["product"]["name"] == "OrdQuant" else None
    except (ValueError, KeyError, TypeError):
        outputs = None
    if not isinstance(outputs, dict) or not all(map(_is_inside, outputs)):
        raise OrdquantError(
            f"{place} does not list the files that were written with it; move them, or name another --out"
        )
    there = [name for name in outputs if (folder / name).is_file()]
    changed = [name for name in there if _digest((folder / name).read_bytes()) != outputs[name]]
    if changed:
        raise OrdquantError(f"{_some(folder, changed)} changed since the study that wrote it; {_ADVICE}")
    return (*there, PROVENANCE)


def replace_files(folder: Path, before: tuple[str, ...], files: Mapping[str, bytes]) -> None:
    """Write files in place of those of an earlier study; `before`: as `written_before` returned them.

    Raises `OrdquantError` before anything is changed where a file of that name is not one of them.
    """
    strange = [name for name in files if name not in before and (folder / name).exists()]
    if strange:
        raise OrdquantError(f"{_some(folder, strange)} not written by a study; {_ADVICE}")
    for name in before:
        (folder / name).unlink(missing_ok=True)
    for name, content in files.items():  # the provenance comes first: whatever is there is listed in it
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of every file."""
    return {name: _digest(content) for name, content in files.items()}


_ADVICE = "move it, or name another --out"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_inside(name: object) -> bool:
    path = PurePosixPath(str(name))
    return isinstance(name, str) and not path.is_absolute() and ".." not in path.parts


def _some(folder: Path, names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(str(folder / name) for name in names[:NAMED])}{more} {'was' if len(names) == 1 else 'were'}"
