"""What measures do on all gold distributions of a size: where two of them disagree, what properties they have."""

from collections.abc import Sequence

from ordquant_core.findings.sentence import MeasureName, RunName, Sentence, both_names, say
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, percent
from ordquant_core.records import Quadrants
from ordquant_core.spaces.by_score import Matches
from ordquant_core.spaces.compare_estimators import Comparison
from ordquant_core.spaces.gold_distributions import Estimator, count_distributions, estimate_alike, votes_text
from ordquant_core.spaces.measure_properties import (
    AS_A_DISTANCE,
    HOLDS,
    ORDERED,
    PROPERTIES,
    USUALLY,
    Finding,
    ordinal_distances,
    shown_by,
)

SMALLER = "Smaller is better."
RESTS_ON = {"witness": ", by an example", "counterexample": ", by a counterexample", None: ""}


def same_estimates(a: Estimator, b: Estimator, n_votes: int, n_classes: int) -> Sentence:
    """Say that two estimators give the same estimate for every gold distribution; nothing where they do not."""
    if not estimate_alike(a, b, n_votes, n_classes):
        return ()
    name_a, name_b = both_names((a.name, b.name), alone=False)  # they may have one name
    space = f"{count(count_distributions(n_votes, n_classes))} gold distributions"
    space = f"{space} ({count(n_votes, 'annotator')}, {n_classes} classes)"
    return say(name_a, " and ", name_b, f" give the same estimate for all {space}, so no measure prefers either.")


def disagreement(compared: Comparison, first: str, second: str) -> Sentence:
    """Say on how many gold distributions two measures disagree."""
    counts, n = compared.quadrants(first, second), compared.n_distributions
    x, y = MeasureName(first, "x"), MeasureName(second, "y")
    a, b = both_names((compared.a.name, compared.b.name))
    space, total = f"{count(n)} gold distributions", counts.second + counts.fourth
    if counts.on_axis == n:
        return say("No preference to compare: ", x, " or ", y, f" sees a tie on all {space}.")
    if first == second:
        return say(
            x, " prefers ", a, f" on {count(counts.third)} and ", b, f" on {count(counts.first)} of all {space}."
        )
    if not total:
        return say(x, " and ", y, f" disagree on none of the {space}.")
    return say(x, " and ", y, f" disagree on {count(total)} of all {space} ({percent(total / n, 1)}).")


def how_counted(compared: Comparison, first: str, second: str) -> Sentence:
    """Say in which way two measures disagree, what is counted, how many ties there are, which estimator is the gold."""
    counts, names = compared.quadrants(first, second), both_names((compared.a.name, compared.b.name))
    by = " for one or both" if counts.on_axis and first != second else ""
    tied = (
        f"; {count(counts.on_axis)} {'is a tie' if counts.on_axis == 1 else 'are ties'}{by}" if counts.on_axis else ""
    )
    perfect = [
        say(name, " equals the gold on each. ")
        for name, side in zip(names, (compared.a, compared.b), strict=True)
        if estimate_alike(side, None, compared.n_votes, compared.n_classes)
    ]
    return say(
        _size(compared.n_votes, compared.n_classes),
        _ways(counts, (first, second), names) if first != second else "",
        f"Each counts once{tied}. ",
        *perfect,
        SMALLER,
    )


def _ways(counts: Quadrants, pair: tuple[str, str], names: tuple[RunName, RunName]) -> Sentence:
    """Say in which way two measures disagree how often; nothing where they never do."""
    if not counts.second + counts.fourth:
        return ()
    (a, b), (x, y) = names, (MEASURES[key].label for key in pair)
    reverse = f"; on {count(counts.fourth)}, the reverse" if counts.fourth else ""
    return say(f"On {count(counts.second)}, {x} prefers ", a, f" and {y} ", b, f"{reverse}. ")


def how_searched(a: Estimator, b: Estimator, n_votes: int, n_classes: int) -> Sentence:
    """Say what is searched, what Δ is, and that it is exact."""
    same = same_estimates(a, b, n_votes, n_classes)
    return say(
        _size(n_votes, n_classes),
        "Scores are computed from whole votes, so ties are exact: Δ = 0 ± 0 finds all of them. Smaller is better: Δ, "
        "A minus B, is negative where A is preferred.",
        " " if same else "",
        same,
    )


def meeting_conditions(matches: Matches, n_conditions: int) -> str:
    """Say how many gold distributions meet the conditions."""
    space = f"{count(matches.n_distributions)} gold distributions"
    listed = f"; the first {count(len(matches.votes))} are listed" if len(matches.votes) < matches.n_found else ""
    if not n_conditions:
        return f"Without conditions, all {space} are found{listed}."
    if matches.n_found == matches.n_distributions:
        return f"All {space} meet the conditions{listed}."
    if matches.n_found == 1:
        return f"Exactly one of the {space} meets the conditions: {votes_text(matches.votes[0].tolist())}."
    if matches.n_found:
        share = percent(matches.n_found / matches.n_distributions, 2)
        return f"{count(matches.n_found)} of the {space} meet the conditions ({share}){listed}."
    return f"None of the {space} meets the conditions."


def ordinal_measures(findings: Sequence[Finding], n_votes: int, n_classes: int) -> str:
    """Say how many measures are shown to use the order of the classes, and which may be distances on it."""
    if n_classes < ORDERED:
        return "With two classes, nothing shows whether a measure considers their order; take three or more."
    of_order = [finding for finding in findings if finding.property == "order"]
    proved, distances = sum(bool(finding.holds) for finding in of_order), ordinal_distances(findings)
    start = (
        f"{proved or 'None'} of {count(len(of_order), 'measure')} {'is' if proved <= 1 else 'are'} shown to use the "
        "class order; "
    )
    if n_votes == 1:
        return f"{start}one vote is too few for the checks of a distance."
    which = ("only " * (len(distances) == 1) + labels(distances)) if distances else "none of them"
    return f"{start}{which} passed every check of a distance."


def checks() -> str:
    """Say what a distance on ordered classes is checked for."""
    return f"Checks of a distance: {listed([PROPERTIES[key].name.lower() for key in AS_A_DISTANCE])}."


def how_checked(n_votes: int, n_classes: int) -> str:
    """Say what a distance on ordered classes is, and on what properties are checked."""
    return (
        "A distance on ordered classes, here: farther is always worse, moving probability away from the gold always "
        "hurts, and the triangle inequality holds; it need not be symmetric. Checked on all distributions of "
        f"{count(n_votes, 'vote')} over {n_classes} classes, not proved for others. {SMALLER} "
        "Considers magnitude, considers class order, symmetric, and learns the spacing of the classes are (a) to (d) "
        "of Table 1 of the variants study 2022; a tick is not always an advantage. Large errors cost more where that "
        f"is so in {percent(USUALLY)} of all comparisons or more."
    )


def has_property(finding: Finding) -> str:
    """Say whether a measure has a property, and what that rests on: 'RNOD, symmetric: no, by a counterexample'."""
    basis = shown_by(finding)
    if basis == "not found":
        answer = f"no {'counterexample' if finding.holds else 'example'} found at this size"
    elif basis == "share":
        usually = f"{percent(USUALLY)} of the comparisons"
        answer = f"yes, in {usually} or more" if finding.holds else f"no, in fewer than {usually}"
    else:
        answer = f"{HOLDS[finding.holds]}{RESTS_ON[basis]}"
    return f"{MEASURES[finding.measure].label}, {PROPERTIES[finding.property].name.lower()}: {answer}"


def _size(n_votes: int, n_classes: int) -> str:
    return f"{count(n_votes, 'annotator')}, {n_classes} classes. "
