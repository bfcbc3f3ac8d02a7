"""Agreement of people with measures as tables."""

from collections.abc import Sequence

import pandas as pd

from ordquant_core.analysis.human_agreement import AgreementComparison, HumanAgreement
from ordquant_core.glossary import of_rows


def agreement_of_people(agreements: Sequence[HumanAgreement]) -> pd.DataFrame:
    """Return a row per measure: how often people prefer what it prefers, with the interval over persons."""
    names = ("measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed")
    return of_rows(
        names,
        [
            (one.measure, one.agreement, one.low, one.high, one.answers, one.persons, one.judges_needed)
            for one in agreements
        ],
    )


def comparison_of_measures(comparisons: Sequence[AgreementComparison]) -> pd.DataFrame:
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
