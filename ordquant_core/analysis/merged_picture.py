"""A picture with neighbouring classes merged into one."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.picture import SIDES, Entry, Picture, checked, with_entries
from ordquant_core.formats.task.merging import Merge, groups_of, merged_labels, merged_positions, merged_shares


def with_merged_classes(picture: Picture, merge: Merge) -> Picture:
    """Add up the votes and probabilities of merged classes; baselines follow the merged gold.

    A merged class stands in the middle of those that it is made of, where the classes have positions. Raises
    `OrdquantError` for classes that are no neighbours, and where one class would be left.

    >>> from ordquant_core.analysis.picture import DEFAULT
    >>> found = with_merged_classes(DEFAULT, (("-2", "-1"),))
    >>> found.classes, found.gold, found.a
    (('-2+-1', '0', '1', '2'), (1.0, 2.0, 9.0, 8.0), 'popularity')
    """
    groups = groups_of(picture.classes, merge)

    def added(entry: Entry) -> Entry:
        return entry if isinstance(entry, str) else tuple(merged_shares(np.array(entry, dtype=float), groups).tolist())

    positions = None if picture.positions is None else merged_positions(picture.positions, groups)
    sides = with_entries(picture, {side: added(picture.entry(side)) for side in SIDES})
    return checked(replace(sides, classes=merged_labels(picture.classes, groups), positions=positions))
