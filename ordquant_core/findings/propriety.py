"""Whether measures reward the truth: which report has the smallest expected score against some annotators."""

from collections.abc import Sequence

from ordquant_core.findings.words import some
from ordquant_core.glossary import Kind, as_text
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score, significant
from ordquant_core.spaces.propriety import GRID, Propriety, report_text


def rewarded_reports(results: Sequence[Propriety]) -> str:
    """Say which measures reward the truth."""
    proper = [result.measure for result in results if result.proper]
    by = f"by {some(proper)}" if proper else "by no measure"
    others = len(results) - len(proper)
    rest = f"; by {others} of the {count(len(results), 'measure')}, another prediction scores better" if others else ""
    first = results[0]
    who = f"{count(first.annotators, 'annotator')} {'votes' if first.annotators == 1 else 'vote'}"
    truth = report_text(first.truth)
    return f"Where {who} with probabilities {truth}, predicting just these has the best mean score {by}{rest}."


def best_report(result: Propriety) -> str:
    """Say what a measure rewards: 'NMD is best at 0, 0.333, 0.667: 0.156, where the truth scores 0.188.'"""
    label = MEASURES[result.measure].label
    if result.proper:
        return f"By {label}, no report found is better than the truth: {score(result.truth_score)}."
    report = as_text(Kind.VOTES, result.best)
    shares = {*report.split(", ")}
    # rounding must not tie classes that do not tie: a measure of their order jumps there
    at = f"at {report}" if len(shares) == len({*result.best}) else f"close to {report}, with its tie broken"
    best, truth = score(result.best_score), score(result.truth_score)
    if best == truth:
        return f"{label} is best {at}: {significant(result.best_score)}, {significant(result.gap)} less than the truth."
    return f"{label} is best {at}: {best}, where the truth scores {truth}."


def how_rewarded(results: Sequence[Propriety]) -> str:
    """Say what the expected score is, which reports are compared, and what a proper measure is."""
    searched = sum(not result.exhaustive for result in results)
    visited = f" (for {searched} of the measures, of those that a search visits)" if searched else ""
    return (
        "Annotators draw their votes from the true distribution p. The expected score of a report is its mean score "
        "over all votes that this many annotators can give. The best report has the smallest expected score of all "
        f"reports on a grid of {GRID}ths{visited}, and then of those around it and around p in steps down to "
        f"1/{count(round(1 / results[0].step))}, and of those that break the ties of good reports. A measure is "
        "proper here if no report scores better than p; others may score the same. Smaller is better."
    )
