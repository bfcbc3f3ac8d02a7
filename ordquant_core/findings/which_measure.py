"""What five answers leave: the measures that fit, two candidates, and where these two disagree."""

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.findings.pairs import of_two
from ordquant_core.findings.sentence import Sentence, both_names, say
from ordquant_core.findings.words import labels
from ordquant_core.numerals import count, percent
from ordquant_core.spaces.measure_properties import USUALLY
from ordquant_core.spaces.which_measure import CLASSES, VOTES, Outcome

LISTED = 5  # measures that fit; of more, the candidates are named
HOW_DECIDED = (
    f"Decided on all pairs of distributions of {count(VOTES, 'vote')} over {CLASSES} classes, one step apart. Class "
    "order, spacing, heights of the bars: ✓ an example shows it, – no pair does. Symmetric: ✓ on every pair, – not "
    "on every pair. n/a: without distances between classes there is no spacing to learn. Large errors: one estimate "
    "has the same votes in wrong classes, moved as far in total as those of the other, but in fewer, larger errors; ✓ "
    f"where it scores worse in {percent(USUALLY)} or more of all such comparisons."
)


def candidates(outcome: Outcome) -> str:
    """Say which two measures contradict the fewest answers, and how many other measures contradict as few."""
    if not outcome.candidates:
        return "Your answers rule out no measure."
    conflicts_of = {row.measure: len(row.conflicts) for row in outcome.rows}
    first, second = sorted(outcome.candidates, key=conflicts_of.__getitem__)
    fewest, more = conflicts_of[first], conflicts_of[second]
    alike = sum(conflicts == more for conflicts in conflicts_of.values()) - [fewest, more].count(more)
    also = f"; so {'does' if alike == 1 else 'do'} {count(alike, 'other measure')}" if alike else ""
    both, of_answers = labels(outcome.candidates), f"{count(more)} of them"
    if not more:
        fit = [key for key, conflicts in conflicts_of.items() if not conflicts]
        if len(fit) == len(outcome.candidates):
            return f"{both} fit all your answers."
        which = f": {labels(fit)}" if len(fit) <= LISTED else f", among them {both}"
        return f"{count(len(fit))} measures fit all your answers{which}."
    if not fewest:
        return f"Only {labels([first])} fits all your answers. {labels([second])} contradicts {of_answers}{also}."
    if fewest == more:
        return f"No measure fits all your answers. {both} contradict {of_answers} each{also}."
    return (
        f"No measure fits all your answers. {labels([first])} contradicts {count(fewest)} of them, {labels([second])} "
        f"{count(more)}{also}."
    )


def disagreement_of_candidates(outcome: Outcome) -> Sentence:
    """Say on how many gold distributions the candidates disagree, and on which most; nothing without candidates."""
    if outcome.picture is None:
        return ()
    first, second = outcome.candidates
    compared, picture = outcome.compared, outcome.picture
    number = int(compared.disagreements()[compared.index(first), compared.index(second)])
    share = percent(number / compared.n_distributions)
    sides = sides_of(*picture.scores_of_both((first, second)))
    return say(
        f"Between Popularity and Uniform, they disagree on {count(number, 'gold distribution')} of "
        f"{count(compared.n_distributions)} ({share}), all of {count(compared.n_votes, 'vote')} over "
        f"{compared.n_classes} classes; most strongly on {picture.text_of('gold')}: ",
        of_two(sides, (first, second), *both_names(("Popularity", "Uniform"), alone=False)),
        ".",
    )


def how_many_fit(outcome: Outcome) -> str:
    """Say how many measures contradict no answer."""
    fitting = sum(not row.conflicts for row in outcome.rows)
    fit = "fits" if fitting == 1 else "fit"
    return f"{fitting} of {count(len(outcome.rows), 'measure')} {fit}; what each of them does"
