"""Long work in pieces, with a bar."""

from collections.abc import Callable
from typing import TypeVar

from ordquant_core.statistics.divided_work import DividedWork
from ordquant_core.statistics.progress import Progress
from pages.shared.result_cache import Key, compute_with_bar

Result = TypeVar("Result")


def finish_shared(key: Key, bar: str | Progress, begin: Callable[[], DividedWork[Result]]) -> Result:
    """Return the result with that key."""
    return compute_with_bar(key, bar, lambda progress: begin().finish(progress))
