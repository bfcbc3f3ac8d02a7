"""The gallery: what comes out, drawn by the builders of the pages from the sample tasks while the site is built."""

from collections.abc import Iterator

import ordquant_core as oq
from assets.site.results import both, result
from assets.site.sources import ROOT
from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.analysis.scoring import choose
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.systems import draw_groups, draw_ranks
from ordquant_core.measures.registry import MAIN_MEASURES

TRIALS = 1000
MEASURES = ("NMD", "RNOD", "NVD", "JSD", "DNKT")


def page() -> str:
    """Return the gallery as a page in Markdown."""
    intro = (
        "Every figure here is made of the [sample tasks](samples.md) while this site is built; "
        "the pages of the dashboard draw the same."
    )
    return "\n".join(["# Gallery", f"{intro}\n", *_sections()])


def _sections() -> Iterator[str]:
    task = oq.load_task(ROOT / "assets" / "samples" / "dialogue-quality")
    runs = task.runs[:8]
    found = oq.results(oq.with_baselines(task.only(runs)), MEASURES, n_trials=TRIALS)
    scores = found.scores
    nmd, rnod = scores.measures.index("NMD"), scores.measures.index("RNOD")

    yield "## Two estimates of one case\n\nCompare: the gold as bars, the estimates as outlines."
    case = 0
    estimates = [Estimate(run, task.estimates[n, case]) for n, run in enumerate(runs[:2])]
    yield both(distribution_figure, task.classes, task.gold[case], estimates, title=f"Case {task.cases[case]}")

    yield "## Runs with groups\n\nSystems: means with 95% intervals; no two runs of a group differ significantly."
    yield both(draw_groups, found, "NMD")

    yield "## Two rankings\n\nMeasures: where lines cross, two measures rank runs differently."
    yield both(draw_ranks, choose(scores, ["NMD", "RNOD"]))

    yield "## Disagreement\n\nPopularity vs Uniform: each dot is a case; in the shaded parts, the measures disagree."
    first, second = oq.deltas(scores, "Popularity", "Uniform")[[nmd, rnod]]
    told = {"measures": ("NMD", "RNOD"), "runs": ("Popularity", "Uniform"), "title": "Popularity minus Uniform"}
    yield both(delta_scatter, first, second, task.cases, disagreement(first, second), quadrants(first, second), **told)

    yield "## Tables\n\nEvery result is a table for pandas, CSV, Markdown or LaTeX with the same columns."
    frame = found.to_frame()
    yield result(frame[frame["measure"] == "NMD"].sort_values("rank")[["run", "rank", "mean", "low", "high", "group"]])
    yield f"The measures of the papers are {', '.join(MAIN_MEASURES)}: [all measures](catalogue.rst).\n"
