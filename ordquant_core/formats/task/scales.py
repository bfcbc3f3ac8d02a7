"""The scales of a task: those of its gold."""

from collections.abc import Callable

from ordquant_core.formats.task.reading import TaskRead


def scales_of_gold(read: TaskRead, read_on: Callable[[str], TaskRead]) -> tuple[str, ...]:
    """Return the scales to choose from, () where there is only one.

    `read` is the task without a scale, or on the one that it prefers; `read_on` reads it on a scale. If only votes can
    tell which file is the gold, a scale has to be read to see them: the first one is.
    """
    asking = next((problem.file for problem in read.problems if problem.asks == "scale"), None)
    every = {found.file: found.scales for found in read.recognised}
    gold = read.gold_file
    if gold is None and every.get(asking or ""):
        gold = read_on(every[asking or ""][0]).gold_file
    scales = every.get(gold or "", ())
    return scales if len(scales) > 1 else ()
