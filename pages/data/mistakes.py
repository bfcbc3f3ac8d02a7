"""What is wrong with runs, in a message for each kind of mistake."""

from collections.abc import Sequence

from ordquant_core.formats import TaskRead
from ordquant_core.formats.task.mistakes import Mistake, mistakes
from ordquant_core.markup import tag
from ordquant_core.numerals import count, listed
from pages.shared import write


def show_checked(reads: Sequence[tuple[str | None, TaskRead]]) -> None:
    """Say on which scales nothing is missing, and in a message each what is wrong on the others."""
    ready = {scale: read for scale, read in reads if read.runs and not read.problems}
    others = [scale for scale, _ in reads if scale is not None and scale not in ready]
    names = [scale for scale in ready if scale is not None]
    if len(ready) == len(reads):
        runs, on = count(len(reads[0][1].runs), "run"), f" on scales {listed(names)}" if len(names) > 1 else ""
        write.paragraph(tag("b", "Ready to submit: "), f"{runs}, nothing is missing{on}.", id="ready")
    elif ready:
        on, missing = f"nothing is missing on {_scales(names)}", f"{_scales(others)} of the task"
        write.paragraph(tag("b", "Not complete: "), f"{on}; see below for {missing}.", id="ready")
    found: dict[Mistake, list[str]] = {}
    for scale, read in reads:
        for one in mistakes(read):
            found.setdefault(one, []).append(scale or "")
    every = [one if len(on) == len(reads) else one.on(on) for one, on in found.items()]
    list_mistakes([(one.file, one.words) for one in every])


def list_mistakes(found: Sequence[tuple[str, str]]) -> None:
    """Draw a line for each file and what is to be said about it."""
    if found:
        lines = [tag("li", tag("b", file), f": {words}") for file, words in found]
        write.html(tag("ul", *lines, class_="oq", id="mistakes"))


def _scales(names: Sequence[str]) -> str:
    return f"scale{'s' * (len(names) > 1)} {listed(names)}"
