"""A filter of cases in words."""

from collections.abc import Sequence

from ordquant_core.analysis.case_filters import Filter
from ordquant_core.numerals import count, percent
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair


def in_words(asked: Filter, robust: float, pair: Pair, classes: Sequence[str], *, group: str | None = None) -> str:
    """Return what a filter asks for; `robust` is the least share of simulated panels in which two measures disagree."""
    first, second = label_pair(pair)
    parts = [] if group is None else [f"group {group}"]
    if asked.disagreements_only:
        parts.append(f"{first} and {second} disagree")
    if robust:
        parts.append(f"they disagree in {percent(robust)} of the simulated panels or more")
    if asked.majority is not None:
        parts.append(f"most frequent class {classes[asked.majority]}")
    if asked.fewest is not None:
        parts.append(f"{count(asked.fewest, 'annotator')} or more")
    if asked.most is not None:
        parts.append(f"{count(asked.most, 'annotator')} or fewer")
    if asked.shapes:
        parts.append(f"gold {' or '.join(asked.shapes)}")
    return ", ".join(parts)
