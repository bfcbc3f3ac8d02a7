"""How robust preferences are in simulated panels of as many annotators, in words, and which least change flips each."""

from collections.abc import Sequence

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import PREFERRED
from ordquant_core.analysis.robustness import LEAST, MOSTLY_KEPT, OPEN, ROBUST, UNKNOWN, Robustness, Stability
from ordquant_core.analysis.smallest_flip import Flip
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.findings.sentence import RunName, Sentence, Strong, Styled, join, say
from ordquant_core.findings.words import labels, some
from ordquant_core.numerals import class_label, count, listed, percent, setting
from ordquant_core.statistics.vote_prior import FEWEST_CASES, VotePrior

WORDS = (ROBUST, MOSTLY_KEPT, OPEN)
MOST_MOVES = 2  # that a sentence lists; more of them on demand
ASSUMED = "Assumed: votes vary as in a typical task."
PANELS = "Simulated panels of as many annotators"


def robust(robustness: Robustness, pair: Pair) -> str:
    """Say how many disagreements of two measures are robust, mostly kept and open."""
    both, apart = " and ".join(label_pair(pair)), robustness.disagreements(*pair)
    n = int(apart.sum())
    if not n:
        return f"{both} prefer different runs on no case: no disagreement that could be robust."
    words = robustness.together_in_words(*pair)[apart].tolist()
    known = [f"{count(words.count(word))} {word}" for word in WORDS if word in words]
    known += [f"{count(words.count(UNKNOWN))} on too few votes"] * (UNKNOWN in words)
    bounds = [f"a {word} one in {percent(share)} or more" for word, share in LEAST.items() if word in words]
    bounds += [f"an {OPEN} one in fewer than {percent(LEAST[MOSTLY_KEPT])}"] * (OPEN in words)
    meaning = f" {PANELS} keep {listed(bounds)}." if bounds else ""
    few = f"Fewer than {FEWEST_CASES} cases with two votes do not show it."
    assumed = "" if robustness.prior.fitted else f" {ASSUMED} {few}"
    return f"{count(n, 'disagreement')} of {both}: {listed(known)}.{meaning}{assumed}"


def of_case(robustness: Robustness, pair: Pair, case: int, name: str) -> str:
    """Say how robust the preferences of two measures are on one case."""
    rows = [robustness.measures.index(key) for key in pair]
    first, second = (str(robustness.words[row, case]) for row in rows)
    if first == UNKNOWN:
        return f"Case {name}: {_too_few(int(robustness.n_votes[case]))}"
    kept = ["tie" if robustness.preference[row, case] == 0 else "preference" for row in rows]
    x, y = label_pair(pair)
    together = robustness.together_in_words(*pair)[case]
    other = "that" if kept[0] == kept[1] else f"the {kept[1]}"
    return f"Case {name}: the {kept[0]} of {x} is {first}, {other} of {y} {second}, both at once {together}."


def simulated(robustness: Robustness, seed: int) -> str:
    """Say what was simulated, and how well that agrees with real panels."""
    known = (
        " Means over cases were within 6 percentage points of what real second panels kept (two data sets, seven "
        "made-up truths). Of the preferences called robust these kept 98% (at least 93%), of those mostly kept 86% "
        "(on STC-3 only 55% to 69%)."
    )
    return (
        f"{count(robustness.n_panels, 'panel')} of as many annotators for each case, seed {seed}, the same for all "
        f"measures. {drawn(robustness.prior)} A disagreement is robust where both measures keep their preference in "
        f"the same panel.{known if robustness.prior.fitted else ''}"
    )


def drawn(prior: VotePrior) -> str:
    """Say what panels are drawn from."""
    whole = "as in the whole task" if prior.fitted else "the same for all classes"
    known = "fitted to all cases" if prior.fitted else "assumed"
    return (
        "A true distribution is drawn from what the votes leave likely, and as many votes from it. Beside the votes of "
        f"the case, it rests on {setting(prior.weight)} more ({known}): {percent(prior.pull)} of them {whole}, the "
        "rest near the votes of the case. Annotators are taken to be exchangeable."
    )


def kept(stability: Stability, n_votes: int, classes: Sequence[str]) -> Sentence:
    """Say how robust the preferences on one case are; of too few votes, which least change flips one."""
    panels, words = stability.panels, stability.words
    if UNKNOWN in words:
        return say(_too_few(n_votes), _least_change(stability.flips, classes))
    keys = {word: [key for key, its in zip(panels.measures, words, strict=True) if its == word] for word in WORDS}
    every = f"all {len(words)} measures" if len(words) > 1 else labels(panels.measures)
    parts = [
        say(Strong(word), f" by {every if len(by) == len(words) else some(by)}") for word, by in keys.items() if by
    ]
    what = "preference" if panels.preference.all() else "preference or tie"
    assumed = "" if panels.prior.fitted else f" {ASSUMED}"
    panel = f"In simulated panels of {count(n_votes, 'annotator')}, the {what} is "
    return say(panel, join(parts, ", "), f".{assumed}")


def _too_few(n_votes: int) -> str:
    return f"With {count(n_votes, 'vote')}, other panels cannot be simulated."


def _least_change(flips: Sequence[Flip], classes: Sequence[str]) -> str:
    """Say which move of the fewest votes flips the preference of a measure; nothing where none was found."""
    flip = min((flip for flip in flips if flip.votes), key=lambda flip: flip.votes or 0, default=None)
    if flip is None:
        return ""
    moved = moves(flip, classes) if len(flip.moves) <= MOST_MOVES else count(flip.votes or 0, "vote")
    return f" Moving {moved} flips {labels([flip.measure])}."


def smallest_change(flip: Flip, classes: Sequence[str]) -> Sentence:
    """Describe a flip, 'move 3 votes from 1 to −2: B', or say that there is none. Many moves: only their number."""
    if flip.votes is None:
        most = flip.at_least
        return ("no move of these votes flips it" if most is None else f"more than {count(most - 1, 'vote')}",)
    moved = moves(flip, classes) if len(flip.moves) <= MOST_MOVES else count(flip.votes, "vote")
    after = RunName("", PREFERRED[flip.after]) if flip.after else "tie"
    surely = flip.at_least in (None, flip.votes)
    doubt = "" if surely else Styled(f" (none below {count(flip.at_least or 0, 'vote')})", "muted")
    return say(f"move {moved}: ", after, doubt)


def moves(flip: Flip, classes: Sequence[str]) -> str:
    """List what moves where: '3 votes from 1 to −2, 1 vote from 1 to 0'."""
    names = [class_label(label) for label in classes]
    return ", ".join(
        f"{count(move.votes, 'vote')} from {names[move.source]} to {names[move.target]}" for move in flip.moves
    )
