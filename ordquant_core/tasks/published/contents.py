"""The folder of a published task: the files of gold and runs, with or without a `task.json`.

No path leaves the folder: its publisher may not have written every file and link in it.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.limits import MAX_MEMBERS, MAX_UNPACKED, MEBIBYTE
from ordquant_core.formats.teams import parse_teams
from ordquant_core.formats.text import brief
from ordquant_core.numerals import count, decimals
from ordquant_core.tasks.published.description import (
    FACTS,
    TaskDescription,
    is_description,
    parse_description,
)

_LINK = "leads out of the folder"
_COPY = "put the file itself into the folder"
_ASIDE = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class TaskFolder:
    """A folder, what its `task.json` says, and the files of gold and runs: paths in the folder, with / between."""

    path: Path
    description: TaskDescription
    gold: tuple[str, ...]  # () where no file is named as the gold
    runs: tuple[str, ...]
    problems: tuple[Problem, ...]  # of task.json, and of files that cannot be used wherever they are read

    @property
    def files(self) -> tuple[str, ...]:
        """All files of the task, those of the gold first."""
        return (*self.gold, *self.runs)

    @property
    def gold_name(self) -> str | None:
        """The gold of `task.json`, as its files are named: `./gold.csv` is `gold.csv`."""
        name = PurePosixPath(self.description.gold or ".").as_posix()
        return None if name == "." else name

    def trouble(self, name: str) -> str:
        """Return the sentence on why the folder, called `name`, is not a task; "" if it is one."""
        if self.problems:
            more = len(self.problems) - 1
            tail = f" (and {count(more, 'more problem')})" if more else ""
            return f"The folder {name} cannot be used as a task. {self.problems[0]}{tail}"
        return next((f"{Path(file).name} cannot be read" for file in self.files if not self._is_readable(file)), "")

    def _is_readable(self, file: str) -> bool:
        try:
            (self.path / file).stat()
        except OSError:
            return False
        return True

    def fingerprint(self) -> str:
        """Return a key that identifies the files and changes when one of them changes."""
        seen = sha256()
        for place in map(self.path.joinpath, self.files):
            with suppress(OSError):
                status = place.stat()
                seen.update(f"{place}:{status.st_size}:{status.st_mtime_ns};".encode(errors="replace"))
        return seen.hexdigest()


def readable(name: str) -> str:
    r"""Return a name as it can be shown: bytes that are not UTF-8, which the system hands on, are replaced.

    >>> readable("caf\udce9.csv") == "caf\ufffd.csv", readable("gold.csv")
    (True, 'gold.csv')
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def is_described(path: str | os.PathLike[str]) -> bool:
    """Return whether this is a folder with a `task.json`, or with a file that was meant to be one."""
    return os.path.isdir(path) and bool(_descriptions(Path(path)))  # noqa: PTH112 - "" is no folder


def _descriptions(folder: Path) -> list[str]:
    """Return the files of a folder that are, or were meant to be, its `task.json`, that itself first."""
    try:
        descriptions = [name for name in os.listdir(folder) if is_description(name)]  # noqa: PTH208 - names, also of links
    except OSError:
        return []
    return sorted(descriptions, key=lambda name: (name != FACTS, name))


def _mappings_of_nothing(folder: Path, description: TaskDescription) -> list[Problem]:
    """Return a problem for each mapping of a file that is not there, neither itself nor in an archive."""
    problems = []
    for name in filter(None, (name for name, _ in description.choices.mappings)):
        places = [name, *map(str, PurePosixPath(name).parents)]
        if not any((folder / place).is_file() for place in places):
            seen = f"there is no {brief(name)} in the folder"
            problems.append(Problem(FACTS, "mapping", seen, "correct the path, or add the file"))
    return problems


def read_folder(path: str | os.PathLike[str]) -> TaskFolder:
    """Find the files of a task. Never raises: what is wrong is a problem, of `task.json` and one of its keys.

    Hidden files are ignored, and links to folders that are not named in `task.json`.
    """
    folder = Path(path)
    listing = _Listing(folder)
    description = TaskDescription(readable(folder.resolve().name))
    if names := _descriptions(folder):
        try:
            if names[0] != FACTS:
                raise InputError([Problem("", "", f"is called {brief(readable(names[0]))}", f"rename it to {FACTS}")])
            listing.check_inside(FACTS)
            if not (folder / FACTS).is_file():  # a pipe would keep its reader waiting
                raise InputError([Problem(FACTS, "", "is not a regular file", _COPY)])
            parsed, listing.problems = parse_description(read_bytes(folder / FACTS), title=description.title)
        except InputError as error:
            parsed, listing.problems = None, [Problem(FACTS, "", one.seen, one.action) for one in error.problems]
        if parsed is None:
            return TaskFolder(folder, description, (), (), tuple(listing.problems))
        description = parsed
    if description.kind == "quantification":
        listing.problems += _mappings_of_nothing(folder, description)
    try:
        description = _with_teams(listing, description)
        gold, runs = _files(listing, description)
        listing.check_size([*gold, *runs])
        if not (gold or runs or listing.problems):
            listing.problems.append(Problem(folder.name, "", "there is no file in this folder", "add gold and runs"))
        if (
            gold
            and description.kind != "quantification"
            and not (folder / gold[0]).samefile(folder / str(description.gold))
        ):
            seen = f"{brief(description.gold)} is a folder"
            listing.problems.append(
                Problem(FACTS, "gold", seen, f"name one file: {description.kind} have a single one")
            )
    except OSError as problem:
        seen = f"cannot be read ({problem.strerror or problem})"
        listing.problems.append(Problem(folder.name, "", seen, "check names and permissions of its files"))
        gold, runs = (), ()
    return TaskFolder(folder, description, gold, runs, tuple(listing.problems))


def _files(listing: "_Listing", description: TaskDescription) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files of the gold and those of the runs."""
    gold = () if description.gold is None else listing.named("gold", description.gold)
    runs: dict[str, None] = {}
    if description.runs is not None:
        for number, text in enumerate(description.runs, start=1):
            runs |= dict.fromkeys(listing.runs(f"runs, entry {number}", text, set(gold)))
    elif not any(problem.file == FACTS and problem.case == "gold" for problem in listing.problems):
        aside = {*gold, *([] if description.teams_file is None else listing.named("teams", description.teams_file))}
        candidates = (name for name in listing.below(listing.folder) if name not in aside)
        runs = dict.fromkeys(name for name in candidates if listing.is_usable(name))
    return gold, tuple(runs)


def _with_teams(listing: "_Listing", description: TaskDescription) -> TaskDescription:
    """Read the table of teams that a description names; what is wrong with it is a problem."""
    if description.teams_file is None:
        return description
    for name in listing.named("teams", description.teams_file):
        try:
            return replace(description, teams=parse_teams(read_bytes(listing.folder / name), name))
        except InputError as error:
            listing.problems += [replace(one, file=name) for one in error.problems]
    return description


def load_files(folder: TaskFolder, *, prefix: str = "") -> tuple[File, ...]:
    """Read the files of a task, each named by `prefix` and its path in the folder, not by the folder's location.

    An empty file is left to the reader of its format. Raises `InputError` with a problem per file that cannot be read.
    """
    loaded: list[File] = []
    problems: list[Problem] = []
    for name in folder.files:
        place = folder.path / name
        try:
            _Listing(folder.path).check_inside(name)
            if place.exists() and not place.is_file():
                raise InputError([Problem(name, "", "is not a regular file", _COPY)])
            empty = place.is_file() and place.stat().st_size == 0
            loaded.append(File(f"{prefix}{name}", b"" if empty else read_bytes(place)))
        except InputError as error:
            problems += [Problem(f"{prefix}{name}", "", one.seen, one.action) for one in error.problems]
    if problems:
        raise InputError(problems)
    return tuple(loaded)


class _Listing:
    """The files of a folder, and the problems met while looking for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = _real(folder)
        self.problems: list[Problem] = []

    def named(self, key: str, text: str) -> tuple[str, ...]:
        """Return the file that an entry names, or the files of the folder that it names."""
        place = self.folder / text
        if not place.exists():
            self._add(key, f"there is no {brief(text)} in the folder", "correct the path, or add the file")
        elif not self._is_inside(place):
            self._add(key, f"{brief(text)} {_LINK}", _COPY)
        elif place.is_file():
            return (self._name(place),)
        elif place.is_dir():
            names = tuple(name for name in self.below(place) if self.is_usable(name, key))
            if not names:
                self._add(key, f"there is no file in the folder {brief(text)}", "add the files")
            return names
        else:
            self._add(key, f"{brief(text)} is neither a file nor a folder", "name a file")
        return ()

    def runs(self, key: str, text: str, gold: set[str]) -> list[str]:
        """Return the files of a run, a folder of runs, or a pattern; the gold is not a run."""
        if (self.folder / text).exists() or not any(sign in text for sign in "*?["):
            named = self.named(key, text)
            if named and gold.issuperset(named):
                self._add(key, f"{brief(text)} is the gold", "name the files of the runs")
            return [name for name in named if name not in gold]
        try:
            places = sorted(self.folder.glob(text))
        except ValueError as problem:  # such as ** inside a name
            self._add(key, f"{brief(text)} is not a pattern ({problem})", 'give a pattern such as "runs/*.csv"')
            return []
        names = [name for place in places if not self._is_aside(place) for name in self._at(place)]
        files = [name for name in dict.fromkeys(names) if name not in gold and not is_description(name)]
        if not files:
            self._add(key, f"no file matches {brief(text)}", "correct the pattern, or add the files")
        return [name for name in files if self.is_usable(name, key)]

    def below(self, start: Path) -> Iterator[str]:
        """Yield all files below a folder in the order of their paths, without hidden ones."""
        paths: list[PurePosixPath] = []
        for place, folders, names in os.walk(start, onerror=self._note):
            folders[:] = [name for name in folders if not name.startswith((".", "__"))]
            here = [Path(place) / name for name in names]
            paths += [PurePosixPath(self._name(file)) for file in here if file.is_file() and not self._is_aside(file)]
            if len(paths) > MAX_MEMBERS:  # reported by check_size
                break
        yield from (path.as_posix() for path in sorted(paths) if not is_description(path.as_posix()))

    def is_usable(self, name: str, key: str = "") -> bool:
        """Return whether a file that was found lies in the folder; a link that leads out of it is a problem."""
        if readable(name) != name:
            seen = f"the name {brief(name)} is not UTF-8"
            self.problems.append(Problem(readable(name), "", seen, "rename the file"))
            return False
        if self._is_inside(self.folder / name):
            return True
        file, place, seen = (FACTS, key, f"{brief(name)} {_LINK}") if key else (name, "", f"this link {_LINK}")
        self.problems.append(Problem(file, place, seen, _COPY))
        return False

    def _note(self, problem: OSError) -> None:
        """Note a folder that cannot be listed."""
        where = os.path.relpath(problem.filename or self.folder, self.folder)
        place = self.folder.name if where == "." else where
        seen = f"this folder cannot be read ({problem.strerror or problem})"
        self.problems.append(Problem(readable(place), "", seen, "check its permissions"))

    def check_inside(self, name: str) -> None:
        """Raise `InputError` for a link that leads out of the folder."""
        if not self._is_inside(self.folder / name):
            raise InputError([Problem(name, "", f"this link {_LINK}", _COPY)])

    def check_size(self, names: list[str]) -> None:
        """Report more files, or more bytes, than a task may have."""
        if len(names) > MAX_MEMBERS:
            seen = f"the task has more than {count(MAX_MEMBERS)} files"
            self.problems.append(Problem(self.folder.name, "", seen, f"the limit is {count(MAX_MEMBERS)} files"))
            return
        size = sum(place.stat().st_size for place in map(self.folder.joinpath, names) if place.is_file())
        if size > MAX_UNPACKED:
            seen = f"the files have {decimals(size / MEBIBYTE, 0)} MiB together"
            limit = f"the limit is {MAX_UNPACKED // MEBIBYTE} MiB"
            self.problems.append(Problem(self.folder.name, "", seen, limit))

    def _at(self, place: Path) -> Iterator[str]:
        if place.is_dir():
            yield from self.below(place)
        elif place.is_file():
            yield self._name(place)

    def _add(self, key: str, seen: str, action: str) -> None:
        self.problems.append(Problem(FACTS, key, seen, action))

    def _name(self, place: Path) -> str:
        return place.relative_to(self.folder).as_posix()

    def _is_inside(self, place: Path) -> bool:
        return _real(place).is_relative_to(self.root)

    def _is_aside(self, place: Path) -> bool:
        parts = place.relative_to(self.folder).parts
        return parts[-1].casefold() in _ASIDE or any(part.startswith((".", "__")) for part in parts)


def _real(place: Path) -> Path:
    """Follow all links; a link to itself raises nothing here, and is no file when it is read."""
    return Path(os.path.realpath(place))
