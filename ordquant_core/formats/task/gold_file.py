"""Which of the files is the gold: the one that was named, or the only one that says so itself."""

from collections.abc import Sequence
from pathlib import PurePath

from ordquant_core.errors import Problem
from ordquant_core.formats.rows import listing
from ordquant_core.formats.task.file_read import FileRead


def choose_gold(
    reads: Sequence[FileRead], name: str | None, unreadable: Sequence[str], known: Sequence[str]
) -> tuple[FileRead | None, list[Problem]]:
    """Return the file that is the gold, None (and a problem that asks) where nothing says which.

    A file says so by its format, by votes where others have probabilities, or by its name. A run is never promoted:
    where nothing says so, or where files are `unreadable` (their names) that might be the gold, it is a question.
    `known`: the names of files that have problems of their own.
    """
    candidates = [one for one in reads if one.role not in ("other", "run")]
    if name is not None:
        return _named(reads, name, unreadable, known)
    return _by_itself(reads, candidates, unreadable)


def _named(
    reads: Sequence[FileRead], name: str, unreadable: Sequence[str], known: Sequence[str]
) -> tuple[FileRead | None, list[Problem]]:
    """Return the file of this name, or the only one that can be the gold in the folder of this name."""
    named = [one for one in reads if one.name == name or one.name.startswith(f"{name}/")]
    candidates = [one for one in named if one.role != "other"]
    if not candidates:
        if any(f"{file}/".startswith(f"{name}/") for file in (*unreadable, *known)):
            return None, []
        seen = "holds no gold" if named else "is not among the files"
        return None, [Problem(name, "", seen, "name a file that can be the gold", asks="gold")]
    inside = any(file.startswith(f"{name}/") for file in unreadable)
    if candidates[0].name == name or (len(candidates) == 1 and not inside):
        return candidates[0], []
    return _by_itself(reads, [one for one in candidates if one.role != "run"], unreadable)


def _by_itself(
    reads: Sequence[FileRead], candidates: Sequence[FileRead], unreadable: Sequence[str]
) -> tuple[FileRead | None, list[Problem]]:
    declared = [one for one in candidates if one.role in ("gold", "task")]  # by their format
    if len(declared) == 1:
        return declared[0], []
    fitting: Sequence[FileRead] = declared
    if not declared:
        with_votes = [one for one in candidates if one.role == "either" and one.has_votes]
        named_gold = [one for one in candidates if _is_named_gold(one.name)]
        unclear = [one for one in candidates if one.reasons]
        ways = ((with_votes, bool(unreadable or unclear)), (named_gold, any(map(_is_named_gold, unreadable))))
        for fitting, has_rival in ways:
            if len(fitting) == 1 and not has_rival:
                return fitting[0], []
    if len(reads) == 1 and len(candidates) == 1 and candidates[0].reasons:
        return candidates[0], []  # what is asked about the only file comes first
    fitting = fitting or candidates
    if not reads:
        return None, []
    if not fitting:
        return None, [Problem(reads[0].name, "", "no file here can be the gold", "add the gold", asks="gold")]
    several = len(fitting) > 1
    names = listing([one.name for one in fitting])
    seen = f"{len(fitting)} files can be the gold: {names}" if several else "nothing identifies this file as the gold"
    action = "choose one of them" if several else "choose it as the gold, or add the gold"
    return None, [Problem(fitting[0].name, "", seen, action, asks="gold")]


def _is_named_gold(name: str) -> bool:
    return "gold" in name.casefold() and "gold" in PurePath(name).name.casefold()
