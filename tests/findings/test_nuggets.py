"""What is said of nuggets: which run is best, at which alpha, on a dialogue, and how it was computed."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from ordquant_core.analysis.official import official
from ordquant_core.findings import nuggets as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.nuggets import Averages, NuggetScores, Ranking
from ordquant_core.records import Scores
from tests.findings.claims import every_branch
from tests.findings.resamples import resampled

NOTE = "2 dialogues of one side (2 with customer blocks only): scored on that side alone"


def ranking(means, *, alike=(), alpha=0.25, ends=None, dialogues=30, note=""):
    """Rank runs x, y, z, … by RNSS; they differ significantly but for the pairs that are `alike`."""
    runs, nothing = "xyzuvw"[: len(means)], np.empty(0)
    names = tuple(f"d{number}" for number in range(dialogues))
    scores = NuggetScores(("RNSS",), tuple(runs), names, nothing, nothing, nothing, nothing, nothing)
    means = np.array([means], dtype=float)
    values = np.repeat(means[:, :, None], dialogues, axis=2)
    averages = Averages(scores, alpha, values, np.ones(dialogues, dtype=int), means, note)
    results = official(Scores(("RNSS",), tuple(runs), names, values), n_trials=200, seed=1)
    if results.tested:
        p_values = np.where(np.eye(len(runs)), 1.0, 0.001)[None]
        for pair in alike:
            one, other = map(runs.index, pair)
            p_values[0, one, other] = p_values[0, other, one] = 0.5
        results = replace(results, test=replace(results.test, p_values=p_values))
    helpdesk, customer = (np.array([side], dtype=float) for side in ends or (means[0], means[0]))
    return Ranking(averages, results, helpdesk, customer)


def best_run(means, *, share=1.0, **options):
    ranked = ranking(means, **options)
    return findings.best_run(ranked, "RNSS", resampled(ranked.results.test.runs, means, low=share))


def how_often(means, share=1.0, **options):
    ranked = ranking(means, **options)
    return findings.how_often(ranked, resampled(ranked.results.test.runs, means, low=share))


def over_alpha(*ends, alpha=0.25):
    return findings.over_alpha(ranking(ends[0], ends=ends, alpha=alpha), "RNSS", ("x", "y"))


def dialogue(senders, alpha=0.25, pair=("x", "y")):
    return findings.of_dialogue(ranking([0.1, 0.2], alpha=alpha), "RNSS", pair, 0, senders)


def method(means=(0.1, 0.2), **options):
    return findings.method(ranking(means, **options))


def facts(votes):
    customer = np.array([True, True, False])
    task = SimpleNamespace(customer=customer, votes=votes, dialogues=("d", "e"), runs=("x",))
    return " · ".join([*findings.facts(task), findings.blocks_by_side(task)])


BOTH = ("customer", "helpdesk")
BY = "By mean RNSS, "
MEAN = "RNSS at alpha 0.25: "
OVER, HSD = "Intervals: 95%, Student's t …, Willink 2005, over", "Randomised Tukey HSD: n ="
TEST = "dialogue…, significance level = 0.05, B = 200 trials, seed 1; … 0.0154."

test_every_branch_holds_its_claim = every_branch(
    (best_run([0.1]), "Mean RNSS at alpha 0.25 of x: 0.100."),
    (best_run([0.1, 0.2], dialogues=1), "Smallest mean RNSS at alpha 0.25 of x: 0.100."),
    (best_run([0.1, 0.2], alpha=None), "By mean RNSS over all blocks, x leads and differs …."),
    (best_run([0.1, 0.2, 0.3], alike=["xz"]), f"{BY}x leads and does not … from z."),
    (how_often([0.1, 0.2, 0.3], 0.7), "At alpha 0.25, it leads in 70% of resamples of dialogues."),
    (how_often([0.1, 0.1, 0.3], 0.7), "At alpha 0.25, they lead in 70% of resamples of dialogues."),
    (how_often([0.1, 0.2, 0.3], 0.7, alpha=None), "It leads in 70% of resamples of dialogues."),
    (how_often([0.1, 0.2, 0.3]), "Alpha is 0.25."),
    (how_often([0.1, 0.2, 0.3], 0.3), "Alpha is 0.25."),
    (how_often([0.1, 0.2, 0.3], alpha=None), ""),
    (how_often([0.1]), ""),
    (over_alpha([0.1, 0.2], [0.1, 0.2], alpha=None), "Every block counts the same: … no alpha."),
    (over_alpha([0.1], [0.2]), ""),
    (over_alpha([0.1, 0.2], [0.1, 0.2]), "A x has the smallest mean at every alpha."),
    (over_alpha([0.1, 0.1], [0.3, 0.3]), "A x and B y have the smallest mean at every alpha."),
    (over_alpha([0.1, 0.3, 0.5], [0.4, 0.2, 0.5]), "A x has the smallest mean up to alpha 0.50, then B y."),
    (over_alpha([0.1, 0.1, 0.2], [0.3, 0.3, 0.2]), "A x and B y have the smallest mean up to alpha 0.50, then z."),
    (
        over_alpha([0.1, 0.2, 0.4], [0.5, 0.3, 0.2]),
        "A x has the smallest mean up to alpha 0.33, B y up to alpha 0.67, then z.",
    ),
    (over_alpha([0.1, 0.2], [2.6, 0.2]), "A x has the smallest mean up to alpha 0.04, then B y."),
    (over_alpha([0.1, 0.2], [0.3083, 0.2], alpha=0.5), "A x has the smallest mean up to alpha 0.48, then B y."),
    (over_alpha([0.1, 0.2], [0.3012, 0.2], alpha=0.5), "A x has the smallest mean up to alpha 0.497, then B y."),
    (over_alpha([0.1, 0.2], [0.3, 0.2], alpha=0.5), "A x has the smallest mean up to alpha 0.50, then B y."),
    (
        findings.better_dialogues(ranking([0.1, 0.2]), "RNSS", 0, 1),
        "A x is better on 30 of 30 dialogues, B y on 0.",
    ),
    (dialogue(BOTH), f"{MEAN}A x 0.100 · B y 0.200"),
    (dialogue(BOTH, None), "RNSS, mean over its blocks: A x 0.100 · B y 0.200"),
    (dialogue(BOTH, pair=("y", "y")), f"{MEAN}A y 0.200 · B y 0.200"),
    (
        dialogue(("helpdesk",) * 2, pair=("x",)),
        "RNSS at alpha 0.25 (only the helpdesk speaks and is scored): A x 0.100",
    ),
    (
        findings.depends_on_alpha(ranking([0.1, 0.2], ends=([0.1, 0.2], [0.4, 0.3])), "RNSS"),
        "Who leads depends on alpha",
    ),
    (findings.depends_on_alpha(ranking([0.1, 0.2], ends=([0.1, 0.2], [0.3, 0.4])), "RNSS"), "Means by alpha"),
    (method(), f"{OVER} 30 dialogues. Runs … not …. {HSD} 30 {TEST}"),
    (method(alpha=None), f"{OVER} 30 dialogues, each weighed by … blocks. Runs … not …. {HSD} 30 {TEST}"),
    (method(note=NOTE), f"{OVER} 30 dialogues. Runs … not …. {HSD} 30 {TEST} {NOTE}."),
    (
        method(dialogues=5),
        f"{OVER} 5 dialogues. … 20 dialogues …; here there are 5. Runs … not …. {HSD} 5 {TEST} With 2 runs and 5 "
        "… no … HSD … 0.0625: no difference … significance level = 0.05.",
    ),
    (method([0.1], dialogues=1), f"{OVER} 1 dialogue. One dialogue: no interval. Runs … not …. {HSD} 1 {TEST}"),
    (facts(np.full((2, 3), 1)), "2 dialogues · 3 blocks · 3 annotators · 1 run · 2 customer and 1 helpdesk blocks."),
    (facts(None), "2 dialogues · 3 blocks · probabilities · 1 run · 2 customer and 1 helpdesk blocks."),
)


def test_names_stay_names():
    named = [part for part in best_run([0.1, 0.2, 0.3], alike=["xy"]) if isinstance(part, RunName)]
    assert named == [RunName("x"), RunName("y")]
