"""The figures of the pages in one call: of a task, by name."""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ordquant_core.analysis.scoring import require_task, score
from ordquant_core.errors import OrdquantError, UnknownNameError, extra
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.records import Task

if TYPE_CHECKING:
    import plotly.graph_objects as go  # plotly takes half a second to be imported


def draw_figure(
    task: Task,
    name: str,
    *,
    measures: Sequence[str] | None = None,
    a: str | None = None,
    b: str | None = None,
    x: str | None = None,
    y: str | None = None,
    case: str | None = None,
    given: Sequence[str] | None = None,
    alpha: float = 0.05,
    n_trials: int = 5000,
    n_splits: int = 1000,
    size: int | None = None,
    seed: int = 1,
) -> go.Figure:
    """Return a figure of the pages, made from a task: a Plotly figure, which a notebook shows.

    `name` is one of `ordquant figure --list`, such as "groups" (means, intervals and significance groups of the runs),
    "deltas" (two measures on the cases of two runs) or "case". Of two runs, A and B are the best two by NMD where `a`
    and `b` name no others; `x` is the measure or that of the x-axis, by default the first of `measures` (those of the
    pages), and `y` that of the y-axis. `case` is an id, and `given` are the measures beyond whose rankings
    "information" is shown. The test of all pairs of runs draws `n_trials` permutations with `seed`, rankings are
    compared over `n_splits` splits of the cases, in halves or in sets of `size`. Measures that are infinite on some
    case are left out unless `x` or `y` names one. Raises `OrdquantError` for names that are not known, for choices that
    do not change this figure, more `measures` than it shows, what it needs and the task has not, and where an extra is
    missing: `figures`, and for tests `statistics`.

    >>> import ordquant_core as oq
    >>> task = oq.with_baselines(oq.load_sample("breakdown-labels"))
    >>> oq.draw_figure(task, "case", case="U03", a="Popularity", b="Uniform").layout.title.text
    'Gold as bars, A and B as outlines'
    """
    with extra("figures", "draw_figure"):
        from ordquant_core.drawing.tasks import ON_TASK, check_choices, subject_of
        from ordquant_core.figures.template import LIGHT
    require_task(task, "draw_figure")
    if name not in ON_TASK.figures:
        raise UnknownNameError(f"There is no figure {name!r} of a task; there are {', '.join(ON_TASK.figures)}.")
    choices = {"a": a, "b": b, "x": x, "y": y, "case": case, "size": size, "given": given, "measures": measures}
    for keys in (measures, given):
        if keys is not None:
            get_measures(keys)
    check_choices(name, [key for key, value in choices.items() if value is not None], measures or ())
    if not task.runs:
        raise OrdquantError("The task has no runs: add some, or oq.with_baselines(task).")
    wanted = (*(measures or MAIN_MEASURES), *filter(None, (x, y)), *(given or ()))
    settings = {"alpha": alpha, "n_trials": n_trials, "n_splits": n_splits, "size": size, "seed": seed}
    scores = score(task, tuple(dict.fromkeys(wanted)))
    subject = subject_of(task, scores, a=a, b=b, x=x, y=y, case=case, given=tuple(given or ()), **settings)
    return ON_TASK.figures[name].draw(subject, LIGHT)
