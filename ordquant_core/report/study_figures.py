"""The figures of a study, as files for print: figures 1 and 2 of LQ 2021 of every task, one panel each."""

import re
from collections.abc import Iterator, Sequence

from ordquant_core.analysis.comparison import quadrants
from ordquant_core.analysis.study import TaskResults
from ordquant_core.figures.print_scatter import delta_svg
from ordquant_core.markup import Html
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.statistics.correlation import pearson

PANELS = (  # figure 1, then figure 2
    *(("NMD", key) for key in ("NVD", "RNSS", "JSD", "RNOD")),
    *(("RNOD", key) for key in ("NVD", "RNSS", "JSD")),
)


def panels(found: Sequence[TaskResults]) -> Iterator[tuple[str, Html]]:
    """Yield the panels of every task, each with the name of its file without the ending."""
    for number, one in enumerate(found, start=1):
        measures = one.wins.measures
        for first, second in PANELS:
            if first not in measures or second not in measures:
                continue
            x, y = (one.deltas[measures.index(key)] for key in (first, second))
            counts, r = quadrants(x, y), pearson(x, y)
            notes = [] if r.value is None else [f"r = {score(r.value)}"]
            if r.low is not None and r.high is not None:
                notes.append(f"[{score(r.low)}, {score(r.high)}]")
            drawing = delta_svg(
                x,
                y,
                (MEASURES[first].label, MEASURES[second].label),
                title=one.name,
                second=counts.second,
                fourth=counts.fourth,
                notes=notes,
            )
            yield f"{_file_name(one.name, number)}-{first}-{second}", drawing


def _file_name(name: str, number: int) -> str:
    """Return the name of a task as part of the name of a file; its number keeps names apart.

    >>> _file_name("STC-3 DQ-A", 3), _file_name("…/..", 1)
    ('3-STC-3-DQ-A', '1-task')
    """
    return f"{number}-{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')[:40] or 'task'}"
