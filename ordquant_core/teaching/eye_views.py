"""Tables of "Your eye": measure by measure, pair by pair, and those of a class."""

from collections.abc import Callable, Sequence
from math import isnan

from ordquant_core.analysis.human_agreement import EyeAgreement, EyeComparison
from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import Cell, Html, Numbers, Row, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, interval, p_cell, p_exact, percent, score
from ordquant_core.teaching.eye_result import LEVEL, EyeResult
from ordquant_core.teaching.readings import TAUGHT

_OF_SIDE = {-1: "A", 0: "tie", 1: "B"}
_OF_ANSWER = {"a": "A", "b": "B", "neither": "neither", None: "–"}


def duel_table(result: EyeResult) -> Html:
    """Return a row per two measures: with which of them the person sided where they prefer different estimates."""
    rows = [
        Row(
            [
                Cell(" and ".join(MEASURES[key].label for key in one.measures), heads=True),
                f"{one.sided[0]} : {one.sided[1]}",
                _strong(p_exact(one.p_holm), one.p_holm),
            ],
            data={"duel": "-".join(one.measures)},
        )
        for one in result.duels
    ]
    return table(
        [
            "Where they disagree",
            Numbers("you sided with"),
            Numbers("p (Holm)", f"exact binomial test, adjusted for {count(len(result.duels), 'test')}"),
        ],
        rows,
        id="duels",
        class_="oq oq-table",
    )


def pairs_table(result: EyeResult, link: Callable[[str, Picture], Html]) -> Html:
    """Return a row per pair of estimates: the answer, and what each measure prefers; `link` opens the pair."""
    rows = []
    for number, one in enumerate(result.pairs, start=1):
        answer = _OF_ANSWER[one.answer]
        cells: list[object] = [Cell(link(count(number), one.pair.picture), heads=True), Cell(answer)]
        for side in one.prefers:
            same = answer in ("A", "B") and _OF_SIDE[side] == answer
            cells.append(Cell(_OF_SIDE[side] + (" ✓" if same else ""), class_="oq-one-line"))
        rows.append(Row(cells, data={"pair": number}))
    columns = ["Pair", "You", *(MEASURES[key].label for key in TAUGHT)]
    return table(columns, rows, id="judged", class_="oq oq-table")


def agreement_table(agreements: Sequence[EyeAgreement]) -> Html:
    """Return a row per measure: how often people prefer what it prefers, and how many persons would say it well."""
    rows = [
        Row(
            [
                Cell(MEASURES[one.measure].label, heads=True),
                percent(one.agreement) if one.answers else NOT_DEFINED,
                _shares(one.low, one.high),
                count(one.answers),
                NOT_DEFINED if one.judges_needed is None else count(one.judges_needed),
            ],
            data={"measure": one.measure},
        )
        for one in agreements
    ]
    columns = [
        "Measure",
        Numbers("agreement"),
        Numbers("95% interval", "persons are the clusters"),
        Numbers("answers"),
        Numbers("for ±5 points", "persons who narrow the interval so far"),
    ]
    return table(columns, rows, id="agreement", class_="oq oq-table")


def comparison_table(comparisons: Sequence[EyeComparison], n_trials: int) -> Html:
    """Return a row per two measures: how much more often people agree with one, its test, and the persons needed."""
    rows = [
        Row(
            [
                Cell(f"{MEASURES[one.measure_1].label} − {MEASURES[one.measure_2].label}", heads=True),
                score(one.difference, sign=True),
                interval(one.low, one.high, sign=True),
                _p_of_trials(one.p_holm, n_trials),
                NOT_DEFINED if one.judges_needed is None else count(one.judges_needed),
            ],
            data={"pair": f"{one.measure_1}-{one.measure_2}"},
        )
        for one in comparisons
    ]
    columns = [
        "Measures",
        Numbers("difference", "of the agreement with both"),
        Numbers("95% interval"),
        Numbers("p (Holm)", "randomisation test with persons as clusters, adjusted for all tests"),
        Numbers("for 80% power", "persons who find this difference in 8 of 10 studies"),
    ]
    return table(columns, rows, id="comparison", class_="oq oq-table")


def _strong(words: str, p_value: float) -> object:
    return tag("b", words) if p_value < LEVEL else words


def _p_of_trials(p_value: float, n_trials: int) -> object:
    return NOT_DEFINED if isnan(p_value) else _strong(p_cell(p_value, n_trials), p_value)


def _shares(low: float, high: float) -> str:
    return NOT_DEFINED if isnan(low) else f"{percent(low)} to {percent(high)}"
