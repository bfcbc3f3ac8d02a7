"""A good task in disguise: its files as they reach us, and what a right reading finds in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from hypothesis import strategies as st

from ordquant_core.formats import File
from tests.formats.traps.disguises import Work, further_sheet, other_scale
from tests.formats.traps.good import KEYS, Good, good_tasks
from tests.zips import zipped


@dataclass(frozen=True)
class Disguised:
    """The files, and what a right reading finds in them."""

    good: Good
    gold: str  # the name of its file
    files: tuple[File, ...]
    runs: tuple[str, ...]  # the path of each run of the good task, without its ending
    scale: str | None
    by_row: bool  # the gold has no ids any more
    how: tuple[str, ...]
    answers: Mapping[str, Any]  # what a user who knows the good task would choose
    answered_scale: str | None  # and which scale
    key: str  # the name of the column of ids

    def _repr_pretty_(self, printer, cycle: bool) -> None:  # what Hypothesis asks for
        printer.text(repr(self))

    def __repr__(self) -> str:
        lines = [
            "",
            f"  classes {', '.join(self.good.classes)}; {len(self.good.ids)} cases; runs {', '.join(self.runs)}",
        ]
        lines += [f"  disguise: {one}" for one in self.how] or ["  no disguise"]
        lines.append(f"  gold={self.gold!r} scale={self.scale!r}; true answers: {self.answers} {self.answered_scale}")
        for file in self.files:
            shown = file.data[:700].decode("utf-8", "backslashreplace").rstrip()
            lines += [f"  --- {file.name}", *(f"  {line}" for line in shown.splitlines())]
        return "\n".join(lines)


@st.composite
def disguised(draw: st.DrawFn, disguises: Sequence[Callable[[Work], None]], least: int = 1, most: int = 3) -> Disguised:
    """Draw a good task and some disguises for it."""
    good = draw(good_tasks())
    work = Work(draw, good, good.drafts(draw(st.sampled_from(KEYS))), [], [])
    chosen = draw(st.lists(st.sampled_from(range(len(disguises))), min_size=least, max_size=most, unique=True))
    made = {disguises[number] for number in chosen}
    if further_sheet in disguises and good.form == "xlsx":  # rare: what takes time is reading them
        made.add(further_sheet)
    if other_scale in disguises and good.form == "json" and draw(st.booleans()):
        made.add(other_scale)
    for disguise in disguises:
        if disguise in made:
            disguise(work)
    gold, *runs = work.drafts
    files = [File(draft.path, draft.data()) for draft in (*work.drafts, *work.more)]
    names, gold_file = [draft.name for draft in runs], gold.path
    if work.zips:
        inside = [file for file in files if work.zips == "task.zip" or file.name != gold.path]
        files = [file for file in files if file not in inside]
        files.append(File(work.zips, zipped(dict(inside))))
        names = [f"{work.zips}/{name}" for name in names]
        gold_file = f"{work.zips}/{gold.path}" if work.zips == "task.zip" else gold.path
    return Disguised(
        good,
        gold_file,
        tuple(files),
        tuple(names),
        work.scale,
        gold.ids is None,
        tuple(work.how),
        work.answers,
        work.answered_scale,
        gold.key,
    )


def is_named(name: str, path: str) -> bool:
    """Return whether a run of this name may be the one of this path: its last parts, or the folder of its team."""
    parts = PurePath(path).parts
    return any(name == "/".join(parts[start:]) for start in range(len(parts))) or name in parts[-2:-1]
