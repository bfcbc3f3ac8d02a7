"""Which run is best: the ranking, computed once for all visitors, its table, and how it moves with alpha."""

from ordquant_core.analysis.agreement import runs_over_cases
from ordquant_core.figures.nuggets import draw_over_alpha
from ordquant_core.findings import nuggets as findings
from ordquant_core.findings import runs
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid, Html, tag
from ordquant_core.nuggets import LEVEL, Ranking, ranked_runs
from ordquant_core.numerals import count, setting
from ordquant_core.statistics.superlatives import Resampled
from pages.nuggets.state import STATE
from pages.shared import cached, controls, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.sample_or_own import FilesKey

TRIALS, SEED = 5000, 1
MEAN_AND_ENDS = ("mean", "low", "high")
SIDES = {  # of the average over dialogues
    "customer": "mean score with alpha = 1: the customer’s blocks; of a dialogue without any, the helpdesk’s",
    "helpdesk": "mean score with alpha = 0: the helpdesk’s blocks; of a dialogue without any, the customer’s",
}


def rank(key: FilesKey, alpha: float | None, task: NuggetTask) -> Ranking:
    """Score, test and rank the runs, once for all visitors; `alpha` None is the micro average."""
    of = ("nuggets", "ranked", key, alpha)
    return compute_with_bar(of, "", lambda progress: ranked_runs(task, alpha, n_trials=TRIALS, seed=SEED))


def over_cases(key: Key, ranked: Ranking, measure: str) -> Resampled:
    """Return the means of the runs over resampled dialogues, computed once for all visitors."""
    of = ranked.results.scores, measure
    return compute_once(("nuggets over dialogues", *key, measure), runs_over_cases, *of, seed=SEED)


def table(key: Key, ranked: Ranking, measure: str, pair: tuple[str, ...]) -> None:
    """Draw the table of runs."""
    micro = ranked.averages.alpha is None
    over = "over all blocks (micro)" if micro else "over the dialogues (waM)"
    sides = [
        drawn_as(
            *(Kind.SCORE, side, side, f"mean score over all blocks of the {side}" if micro else one_sided),
            over="mean by side",
            class_="oq-wide",
        )
        for side, one_sided in SIDES.items()
    ]
    head = tag("span", "95% interval", class_="oq-unseen")
    columns: list[str | Column] = [
        column("rank", ""),
        drawn_as(Kind.RUN, "run", "Run", pair=pair),
        drawn_as(Kind.INTERVAL, "interval", head, f"of the mean {over}", parts=MEAN_AND_ENDS),
        drawn_as(Kind.SCORE, "mean", "mean", f"mean score {over}"),
        "group",
        *sides,
    ]

    write.title(findings.of_means(ranked, measure))

    def make() -> Grid:
        frame = ranked.to_frame()
        frame = frame[frame["measure"] == measure].sort_values("mean", kind="stable")
        return grid(frame, columns, Rows(data="run"))

    cached.write_table(("nuggets", *key, measure, pair), make, id="runs", styles="oq-ranking")
    if ranked.results.tested:
        said = runs.sharing(ranked.results.test, measure, LEVEL)
        write.paragraph(f"Bars: 95% intervals of each mean alone. {said}", style="small")


def over_alpha(ranked: Ranking, measure: str, chosen: tuple[int, ...]) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    if ranked.averages.alpha is None:
        write.note(
            "The micro average has no alpha. Choose the average over dialogues (macro) to see how the ranking changes "
            "between helpdesk alone and customer alone."
        )
        return
    figure = look.draw(draw_over_alpha, ranked, measure, chosen, title="")
    sides = f"padding: 0 {figure.layout.margin.r}px 0 {figure.layout.margin.l}px"  # the slider is as wide as the axis
    write.html(tag("style", Html(f".st-key-nugget_alpha {{ {sides} }}")))
    look.plot(figure, "nugget_over_alpha", "nuggets-alpha", name=f"Mean {measure} by alpha")


def method(ranked: Ranking) -> None:
    """Draw the section, folded until it is asked for."""
    test = f"{count(TRIALS, 'trial')}", f"level {setting(LEVEL)}", f"seed {SEED}"
    label, words = look.method_label("randomised Tukey HSD", *test), findings.method(ranked)
    controls.folded(STATE, "how", label, lambda: write.note(words, id="method"))


def downloads(ranked: Ranking, task: NuggetTask) -> Tables:
    """Return the tables to download."""
    return [
        ("Runs: means, intervals, groups", ranked.to_frame, "nuggets-runs.csv"),
        ("Pairs of runs: p-values", lambda: ranked.to_frame(pairs=True).assign(seed=SEED), "nuggets-pairs.csv"),
        ("Every dialogue", ranked.averages.dialogues_to_frame, "nuggets-dialogues.csv"),
        ("Every block", lambda: ranked.averages.scores.to_frame(task), "nuggets-blocks.csv"),
    ]
