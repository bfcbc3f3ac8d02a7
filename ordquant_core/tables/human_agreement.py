"""Agreement of people with measures, and the answers it comes from, as tables."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.human_agreement import EyeAgreement, EyeComparison
from ordquant_core.formats.human_judgements import CHOICES, COLUMNS, HumanJudgements
from ordquant_core.tables.table import Table, of_rows


def agreement_of_people(agreements: Sequence[EyeAgreement]) -> Table:
    """Return a row per measure: how often people prefer what it prefers, with the interval over persons."""
    names = ("measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed")
    return of_rows(
        names,
        [
            (one.measure, one.agreement, one.low, one.high, one.answers, one.persons, one.judges_needed)
            for one in agreements
        ],
    )


def comparison_of_measures(comparisons: Sequence[EyeComparison]) -> Table:
    """Return a row per pair of measures: the difference of the agreements, its interval and its test."""
    names = (
        *("measure_1", "measure_2", "agreement_difference", "low", "high", "p_persons", "p_holm"),
        *("answers", "differing_answers", "judges_needed"),
    )
    return of_rows(
        names,
        [
            (
                *(one.measure_1, one.measure_2, one.difference, one.low, one.high, one.p_value, one.p_holm),
                *(one.answers, one.differing, one.judges_needed),
            )
            for one in comparisons
        ],
    )


def answers_of_people(judgements: HumanJudgements) -> Table:
    """Return a row per answer, as `human-agreement` reads it."""
    names = {side: name for name, side in CHOICES.items()}
    return of_rows(
        COLUMNS,
        [
            (person, item, *map(written_side, sides), names[int(side)])
            for person, item, *sides, side in zip(
                judgements.persons,
                judgements.items,
                judgements.gold,
                judgements.a,
                judgements.b,
                judgements.sides.tolist(),
                strict=True,
            )
        ],
    )


def written_side(values: object) -> str:
    """Return the numbers of a gold or an estimate, with spaces between them."""
    return " ".join(f"{value:.17g}" for value in np.asarray(values, dtype=np.float64).tolist())
