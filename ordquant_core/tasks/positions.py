"""Where the classes of a task stand on a line, for the measures that use how far classes are apart."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.distributions import widths_of
from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.formats.decisions import Decisions
from ordquant_core.numerals import class_label, count, listed, setting
from ordquant_core.records import Task
from ordquant_core.tasks.merging import with_merged

Positions = tuple[float, ...]
FARTHEST = 1_000_000
_SAID_BY = "task.json"  # as messages say where no option gave the positions


def checked_positions(positions: Positions) -> Positions | None:
    """Return positions of classes that increase; None for 1, 2, 3, …. Raises `OrdquantError` with what was found.

    >>> checked_positions((1, 2, 4.5)), checked_positions((1, 2, 3))
    ((1.0, 2.0, 4.5), None)
    """
    try:
        widths_of(positions, len(positions))
    except OrdquantError:
        raise OrdquantError(f"({written(positions)}) must increase from class to class") from None
    if max(map(abs, positions), default=0) > FARTHEST:
        raise OrdquantError(f"give numbers from −{count(FARTHEST)} to {count(FARTHEST)}")
    return unless_default(tuple(map(float, positions)))


def unless_default(positions: Positions) -> Positions | None:
    """Return positions; None where they are 1, 2, 3, …, which is how classes stand if nothing is said."""
    return None if positions == tuple(range(1, len(positions) + 1)) else positions


def reordered(positions: Positions | None, before: Sequence[str], after: Sequence[str]) -> Positions | None:
    """Return positions for classes in another order: mirrored in the reverse order, None in any other.

    >>> reordered((1.0, 2.0, 5.0), "abc", "cba"), reordered((1.0, 2.0, 5.0), "abc", "bca")
    ((1.0, 4.0, 5.0), None)
    """
    if positions is None or tuple(before) == tuple(after):
        return positions
    if tuple(before) != tuple(after)[::-1]:
        return None
    return tuple(positions[0] + positions[-1] - position for position in reversed(positions))


def positions_for_order(
    published: Decisions, chosen: Decisions, before: Sequence[str], after: Sequence[str] | None
) -> Positions | None:
    """Return the positions of a published task once its classes are in the order `after` (None: that of the files).

    `before` is the order until now, in which the positions of `chosen` stand; those of `published` have its classes.
    """
    if after is None:
        return published.positions if published.classes is None else None
    if published.classes is not None:
        return reordered(published.positions, published.classes, after)
    return reordered(chosen.positions, before, after)


def with_positions(task: Task, choices: Decisions) -> Task:
    """Return the task with its classes merged and placed as was decided, and a note on both.

    There are positions for the classes of the files, or for those that are left when some are merged. Raises
    `OrdquantError` where classes cannot be merged, and `PositionsError` where there is no position for each.
    """
    merged, positions = with_merged(task, choices.merge) if choices.merge else task, choices.positions
    if positions is None:
        return merged
    if choices.merge and len(positions) == len(task.classes):
        merged = with_merged(replace(task, positions=positions), choices.merge)
    elif len(positions) == len(merged.classes):
        merged = replace(merged, positions=positions)
    else:
        raise PositionsError(task.classes, choices)
    stand = unless_default(merged.positions or ())
    notes = merged.notes if stand is None else (*merged.notes, note_on(stand, choices.positions_from or _SAID_BY))
    return replace(merged, positions=stand, notes=notes)


def note_on(positions: Positions, origin: str) -> str:
    """Say where classes stand, and who says so."""
    return f"classes stand at {written(positions)} ({origin}): the measures with distances between classes use them"


def written(positions: Positions) -> str:
    """Write positions for people.

    >>> written((1.0, 2.0, 4.5, -3.0))
    '1, 2, 4.5, −3'
    """
    return ", ".join(map(setting, positions))


class PositionsError(OrdquantError):
    """There is no position for each class."""

    def __init__(self, classes: Sequence[str], choices: Decisions) -> None:
        positions = choices.positions or ()
        super().__init__(
            f"{count(len(positions), 'number')} ({written(positions)}) for {count(len(classes), 'class', 'classes')}"
        )
        action = f"give one number for each class, in the order {listed(list(map(class_label, classes)))}"
        self.problem = Problem(choices.positions_from or _SAID_BY, "positions", str(self), action)
