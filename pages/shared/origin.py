"""What the tables of a page rest on: the tasks it has opened, its settings and its link, as a file to download."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

from ordquant_core.formats import Decisions, File
from ordquant_core.tables.writing.provenance import digests, provenance
from pages.shared.session import Item

LABEL = "How this was computed (JSON)"
HELP = "Versions, checksums of all files, settings, repairs, and the link that repeats the tables of this page."


@dataclass(slots=True)
class _Origin:
    """What is known of the page so far."""

    page: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)
    loads: dict[str, Callable[[], tuple[File, ...]]] = field(default_factory=dict)
    notes: dict[str, Sequence[str]] = field(default_factory=dict)


_CURRENT: Item[_Origin] = Item("origin", _Origin)


def begin(page: str) -> None:
    """Forget what the page before rested on."""
    _CURRENT.set(_Origin(page))


def rests_on(title: str, load: Callable[[], tuple[File, ...]], choices: Decisions, notes: Sequence[str] = ()) -> None:
    """Note a task of the page: what returns its files, the decisions about them, and what was repaired in them."""
    found = _CURRENT.get()
    found.loads[title] = load
    found.settings |= {f"{title}: {name}": value for name, value in asdict(choices).items() if value}
    if notes:
        found.notes[title] = notes


def computed_with(settings: Any) -> None:
    """Note settings, a dataclass, that the tables of the page depend on."""
    _CURRENT.get().settings |= asdict(settings)


def compares(title: str, runs: str) -> None:
    """Note which runs of a task are compared with each other, in words."""
    _CURRENT.get().settings[f"{title}: runs compared"] = runs


def stands_at(query: Mapping[str, str]) -> None:
    """Note what the link of the page says."""
    _CURRENT.get().query = dict(query)


def is_known() -> bool:
    """Return whether the page has said anything of what it rests on."""
    return bool(_CURRENT.get().page)


def file_name() -> str:
    """Return the name of the file."""
    return f"{_CURRENT.get().page}-provenance.json"


def document() -> Callable[[], bytes]:
    """Return what makes the file when it is asked for, outside the session: files of megabytes are hashed."""
    return partial(_document, _CURRENT.get())


def _document(found: _Origin) -> bytes:
    inputs = {f"{title}/{name}": text for title, load in found.loads.items() for name, text in digests(load()).items()}
    link = f"/{found.page}{'?' if found.query else ''}{urlencode(found.query)}"
    return provenance(inputs, dict(found.query) | found.settings, found.notes, link=link).encode()
