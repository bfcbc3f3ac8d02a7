"""Things in groups, in the order in which they are met: a task may have thousands, none of which is searched for."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)


def grouped(things: Iterable[Thing], key: Callable[[Thing], Key]) -> dict[Key, list[Thing]]:
    """Return the things of each key.

    >>> grouped(["a.csv", "b", "c.csv"], lambda name: name.endswith(".csv"))
    {True: ['a.csv', 'c.csv'], False: ['b']}
    """
    groups: dict[Key, list[Thing]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups
