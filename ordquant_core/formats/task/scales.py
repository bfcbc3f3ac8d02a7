"""The scales of a task: those of its gold."""

from collections.abc import Callable

from ordquant_core.formats.task.reading import TaskRead


def scales_of_gold(read: TaskRead, again: Callable[[str], TaskRead]) -> tuple[str, ...]:
    """Return the scales to choose from, () where there is only one.

    `read` was read on no scale, or on the one that the task prefers, `again` on one. Where nothing says which file is
    the gold, the votes do, and they show only on a scale.
    """
    asking = next((problem.file for problem in read.problems if problem.asks == "scale"), None)
    every = {found.file: found.scales for found in read.recognised}
    gold = read.gold_file
    if gold is None and every.get(asking or ""):
        gold = again(every[asking or ""][0]).gold_file
    scales = every.get(gold or "", ())
    return scales if len(scales) > 1 else ()
