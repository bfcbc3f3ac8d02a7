"""What a session holds of its visitor's files: equal ones are held once, and all together are bounded.

Items that keep files are limited together; what would go beyond the limit is refused in words, nothing is dropped.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE
from ordquant_core.numerals import decimals
from ordquant_core.tasks import File
from ordquant_core.tasks.published.source import Changes, Source
from pages.shared import room
from pages.shared.session import Held, Item, session_id

MOST = MAX_UNPACKED  # one large task fits in
KEPT: dict[str, int] = {}  # bytes of files by the session that holds them, until it is forgotten
IN_CONTROLS: set[str] = set()  # uploads that a control lists, and a page uses
_LIMITED: dict[str, Item[Any]] = {}


def limit_files_in(item: Item[Held]) -> Item[Held]:
    """Count all that an item of files or tasks, in dictionaries or tuples, holds towards the limit; return the item."""
    _LIMITED[item.key] = item
    return item


def held(state: Any = None) -> list[bytes]:
    """Return the contents of all files that a session holds: this one, or the one with that state."""
    if state is None:
        return [data for item in _LIMITED.values() for data in _contents(item.get())]
    return [data for key in _LIMITED if key in state for data in _contents(state[key])]


def _contents(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, Source | Changes):
        yield from _contents(value.load() if isinstance(value, Source) else value.added)
    elif isinstance(value, dict | tuple):
        for part in list(value.values()) if isinstance(value, dict) else value:
            yield from _contents(part)


def size_of(contents: Iterable[bytes]) -> int:
    """Return the bytes of contents, the same one counted once."""
    return sum(map(len, {id(data): data for data in contents}.values()))


def reuse_contents(files: Sequence[File]) -> tuple[File, ...]:
    """Return files with the contents that the session holds already, where they are equal: each is in memory once."""
    known = {data: data for data in held()}
    return tuple(File(file.name, known.setdefault(file.data, file.data)) for file in files)


def note() -> None:
    """Note for the server what this session holds."""
    KEPT[session_id()] = size_of(held())


@contextmanager
def within_limit() -> Iterator[None]:
    """Let files be kept; where the session would hold too much, all is as before, and `OrdquantError` says so."""
    before = {key: copy(item.get()) for key, item in _LIMITED.items()}
    size = size_of(held())
    yield
    wanted = size_of(held())
    others = sum(KEPT.values()) - KEPT.get(session_id(), 0)
    if wanted > max(MOST, size) or wanted > max(room.files() - others, size):  # whoever removes a file is never refused
        for key, value in before.items():
            _LIMITED[key].set(value)
        raise OrdquantError(refusal(size, wanted) if wanted > MOST else room.NO_ROOM)
    note()


def refusal(size: int, wanted: int) -> str:
    """Say why files are not added: what the session holds, what it would hold, and what to do."""
    now, then, most = (f"{decimals(one / MEBIBYTE, 1)} MiB" for one in (size, wanted, MOST))
    return (
        f"The files were not added: your session would hold {then}, and the limit is {most}. It now holds {now}. "
        "Remove files or a task on the page Data, or files on the page where you uploaded them. Then try again."
    )
