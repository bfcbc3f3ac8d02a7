"""Which run is better? Wins and losses, the test of all runs, and that of the pair alone, measure by measure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.analysis.discrimination import TUKEY
from ordquant_core.analysis.paired_tests import PairedTest, among_all, compare_two_runs
from ordquant_core.errors import OrdquantError
from ordquant_core.findings import paired_tests as findings
from ordquant_core.findings.sentence import both_names
from ordquant_core.findings.tasks import made_from_gold
from ordquant_core.findings.words import ALIKE, DIFFERENCES, EFFECT_SIZE, confidence, few_cases
from ordquant_core.frame_html import Rows, in_families
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, setting
from pages.shared import evaluation_settings, run_analyses, write
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.pair.state import Method, View
from pages.shared.result_cache import compute_with_bar
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

TRIALS = 5000


@dataclass(frozen=True, slots=True)
class AllRuns:
    """The tests of a pair among all runs of the task, or why there are none."""

    settings: EvaluationSettings  # those of Systems
    n_runs: int
    tests: tuple[PairedTest, ...] | None
    why_not: str = ""

    @property
    def n_pairs(self) -> int:
        """How many pairs of runs there are, of which this is one."""
        return self.n_runs * (self.n_runs - 1) // 2


def of_pair(current: Current, versus: Versus) -> AllRuns:
    """Test all runs that Systems tests together, as it does there, and take the pair from it."""
    settings = evaluation_settings.chosen("baselines")
    pair = versus.run_a, versus.run_b
    family = current.tested(baselines=settings.baselines, with_added=True)
    outside = [run for run in dict.fromkeys(pair) if run not in family.task.runs]
    n_runs = len(family.task.runs)
    if outside:
        are = "is a baseline" if len(outside) == 1 else "are baselines"
        why = f"{' and '.join(outside)} {are} and not tested with the runs of the task"
        if set(outside) <= {*current.baselines}:
            why += "; on Systems the settings add them"
        return AllRuns(settings, n_runs, None, f"{why}.")
    try:
        finite, _ = run_analyses.select_finite((family,), MAIN_MEASURES)
        (test,) = run_analyses.test_runs((family,), finite, settings)
    except OrdquantError as problem:
        return AllRuns(settings, n_runs, None, str(problem))
    return AllRuns(settings, n_runs, among_all(test, *pair, MAIN_MEASURES, settings.alpha))


def of_pair_alone(key: TaskKey, versus: Versus, seed: int) -> tuple[PairedTest, ...]:
    """Test the two runs by every measure, whatever other runs there are."""
    rows = [versus.scores.measures.index(measure) for measure in MAIN_MEASURES]
    return compute_with_bar(
        ("paired tests", key, versus.run_a, versus.run_b, MAIN_MEASURES, seed),
        "Exchanging the two runs at random",
        lambda progress: compare_two_runs(
            versus.deltas[rows], MAIN_MEASURES, n_trials=TRIALS, rng=np.random.default_rng(seed), progress=progress
        ),
    )


def table(current: Current, versus: Versus, seed: int) -> pd.DataFrame:
    """Return both tests of the pair to download: alone, and what the test of all runs says, where there is one."""
    alone, family = of_pair_alone(current.key, versus, seed), of_pair(current, versus).tests
    frame = PairedTest.frame(alone)
    among = PairedTest.frame(family or ()).reindex(frame.index)[["low", "high", "effect", "p"]]
    return frame.assign(run_a=versus.run_a, run_b=versus.run_b, seed=seed).join(among.add_suffix("_all_runs"))


def show(current: Current, versus: Versus, view: View) -> Method:
    """Draw the findings, the table of wins and the table of tests: the answer of Systems, and the pair's own test.

    Returns how these are computed.
    """
    names = both_names((versus.run_a, versus.run_b), alone=False)
    alone = of_pair_alone(current.key, versus, view.seed)
    every = of_pair(current, versus)
    alpha, trials = every.settings.alpha, every.settings.trials
    own = findings.better_run(alone, names, level=alpha, test="paired randomisation test")
    if every.tests is None:
        write.verdict(findings.of_pair_alone(own, 1), id="significance")
        write.because(every.why_not)
    else:
        runs = "both" if every.n_runs == 2 else f"all {every.n_runs}"
        test = f"randomised Tukey HSD test of {runs} runs"
        write.verdict(findings.better_run(every.tests, names, level=alpha, test=test), id="significance")
        write.because(findings.of_pair_alone(own, every.n_pairs), id="alone")
    if from_gold := made_from_gold(versus.task):
        write.because(from_gold, id="from_gold")
    _draw(alone, every)
    joint = "p, all runs: randomised Tukey HSD test, as on Systems. " * (every.tests is not None)
    write.note(f"{joint}p, pair alone: paired randomisation test. Bold: below {setting(alpha)}.")
    n_cases = len(versus.task.cases)
    common = (
        f"All runs: as on Systems, {count(trials, 'trial')}, seed {every.settings.seed}; intervals jointly for all "
        f"pairs {ALIKE}, from the same trials. Effect size: {EFFECT_SIZE}. "
    )
    by_itself = (
        f"Intervals: {DIFFERENCES}, over {count(n_cases, 'case')}. {few_cases(n_cases)} "
        f"Effect size: {EFFECT_SIZE}: here A and B alone, standard deviation of Δ / √2. "
    )
    alone_with = "paired randomisation", TRIALS, view.seed
    used, n, seed = alone_with if every.tests is None else (TUKEY, trials, every.settings.seed)
    how = (
        f"{common * (every.tests is not None)}p, pair alone: paired randomisation test, two-sided: A and B are "
        f"exchanged at random within cases {count(TRIALS)} times, p = (k + 1) / (trials + 1), seed {view.seed}. "
        f"{by_itself * (every.tests is None)}"
        "One test per measure, not corrected for their number."
    )
    return how, [used, count(n, "trial"), f"alpha {setting(alpha)}", f"seed {seed}"]


def _draw(alone: Sequence[PairedTest], every: AllRuns) -> None:
    """Draw a row per measure: the interval of the mean A - B, effect size with the run it favours, p-values.

    Where the pair was tested among all runs, that test decides: interval and effect size are its own. The p that
    decides is bold where significant.
    """
    frame = PairedTest.frame(every.tests or alone).assign(alone=[test.p_value for test in alone])
    untested = frame["alone"].isna()
    frame = in_families(frame.assign(untested=frame["note"].where(untested, "")))
    joint = f"joint {confidence(every.settings.alpha)} interval of A − B", "for all pairs of runs of the task"
    whole = joint if every.tests else ("95% interval of A − B", "of this pair alone")
    all_runs = "p, all runs", "randomised Tukey HSD test of all runs of the task"
    by_itself = "p, pair alone", "paired randomisation test, not corrected for having chosen the pair"
    among = drawn_as(Kind.P, "p", *all_runs, trials=every.settings.trials, alpha=every.settings.alpha, missing="–")
    decides = 0.0 if every.tests else every.settings.alpha
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        drawn_as(Kind.RANGE, "interval", *whole, parts=["low", "high"], sign=True, missing=NOT_DEFINED),
        drawn_as(Kind.MARGIN, "effect", "effect size", EFFECT_SIZE, parts=["effect", "note"]),
        *([among] if every.tests else []),
        drawn_as(Kind.P, "alone", *by_itself, trials=TRIALS, alpha=decides, missing="–"),
    ]
    write.frame(frame, columns, Rows(data="measure", family="family", instead="untested"), id="tests")
