"""How robust preferences are in simulated panels of as many annotators, in words, and which least change flips each."""

from collections.abc import Sequence

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import PREFERRED
from ordquant_core.analysis.robustness import (
    ALWAYS,
    EQUAL,
    LEAST,
    MOSTLY_KEPT,
    OPEN,
    ROBUST,
    UNKNOWN,
    Robustness,
    Stability,
)
from ordquant_core.analysis.smallest_flip import Flip
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.findings.sentence import RunName, Sentence, Strong, Styled, join, say
from ordquant_core.findings.words import labels, some
from ordquant_core.numerals import class_label, count, listed, percent, setting
from ordquant_core.statistics.vote_prior import FEWEST_CASES, VotePrior

WORDS = (ROBUST, MOSTLY_KEPT, OPEN)
MOST_MOVES = 2  # that a sentence lists; more of them on demand
ASSUMED = "This assumes that annotators disagree as much as in a typical task."
CALLED = (
    "Of the preferences called robust, real second panels kept 98% (at least 93%), of those kept in most panels 86% "
    "(on STC-3 only 55% to 69%)."
)


def robust(robustness: Robustness, pair: Pair) -> str:
    """Say how many disagreements of two measures are robust, are kept in most panels, and change in many."""
    both, apart = " and ".join(label_pair(pair)), robustness.disagreements(*pair)
    n = int(apart.sum())
    few = f"Fewer than {FEWEST_CASES} cases with two votes do not show it."
    assumed = "" if robustness.prior.fitted else f" {ASSUMED} {few}"
    if not n:
        return f"{both} prefer different runs on no case: no disagreement that could be robust.{assumed}"
    words = robustness.together_in_words(*pair)[apart].tolist()
    known = {word: words.count(word) for word in (*WORDS, UNKNOWN) if word in words}
    if len(known) == 1:
        which = f"All {count(n)} disagreements" if n > 1 else "The disagreement"
        return f"{which} of {both} {_does(words[0], n)}.{assumed}"
    parts = [f"{count(number)} {_does(word, number)}" for word, number in known.items()]
    return f"Of {count(n)} disagreements of {both}, {listed(parts)}.{assumed}"


def _does(word: str, n: int = 1) -> str:
    """Say what one or several preferences are or do, as a word for their robustness has it."""
    several = n > 1
    if word == OPEN:
        return f"change{OPEN.removeprefix('changes')}" if several else OPEN
    if word == UNKNOWN:
        return f"{'have' if several else 'has'} too few votes"
    return f"{'are' if several else 'is'} {word}"


def left_out(robustness: Robustness) -> str:
    """Say how many cases are left out of means and counts, and why; nothing where none is."""
    few, equal = robustness.n_votes < robustness.fewest_votes, robustness.equal
    votes = "one vote" if robustness.fewest_votes == 2 else f"fewer than {robustness.fewest_votes} votes"
    unclear = f"with {votes}, since that does not show how far annotators differ"
    whys = [
        f"{count(int(cases.sum()), 'case')} {why}"
        for cases, why in ((few, unclear), (equal, "on which the runs are equal"))
        if cases.any()
    ]
    return f"Left out of means and counts: {listed(whys)}." if whys else ""


def of_case(robustness: Robustness, pair: Pair, case: int, name: str) -> str:
    """Say how robust the preferences of two measures are on one case."""
    rows = [robustness.measures.index(key) for key in pair]
    first, second = (str(robustness.words[row, case]) for row in rows)
    if first == EQUAL:
        return f"Case {name}: {EQUAL}."
    if first == UNKNOWN:
        return f"Case {name}: {_too_few(int(robustness.n_votes[case]))}"
    kept = ["tie" if robustness.preference[row, case] == 0 else "preference" for row in rows]
    x, y = label_pair(pair)
    together = str(robustness.together_in_words(*pair)[case])
    if first == second == together and kept[0] == kept[1]:
        return f"Case {name}: the {kept[0]}s of {x} and {y} {_does(first, 2)}, each alone and both at once."
    other = "that" if kept[0] == kept[1] else f"the {kept[1]}"
    return (
        f"Case {name}: the {kept[0]} of {x} {_does(first)}, {other} of {y} {_does(second)}; both at once: {together}."
    )


def simulated(robustness: Robustness, seed: int) -> str:
    """Say what was simulated, and how well that agrees with real panels."""
    known = (
        " Means over cases were within 6 percentage points of what real second panels kept (250 cases, 2 to 15 votes; "
        f"two data sets, seven made-up truths). {CALLED}"
    )
    return (
        f"{count(robustness.n_panels, 'panel')} of as many annotators for each case, seed {seed}, the same for all "
        f"measures. {drawn(robustness.prior)} A disagreement is robust where both measures keep their preference in "
        f"the same panel.{known if robustness.prior.fitted else ''}"
    )


def meaning(prior: VotePrior) -> str:
    """Say what the words stand for."""
    bounds = {
        word: f"at least {percent(LEAST[word])}" for word in (ROBUST, MOSTLY_KEPT) if prior.fitted or word != ROBUST
    }
    (first, least), *rest = [*bounds.items(), (OPEN, "fewer")]
    more = "; ".join(f"{word}: by {share}" for word, share in rest)
    assumed = "" if prior.fitted else f" {ASSUMED}"
    return f"{first.capitalize()}: kept by {least} of the simulated panels of as many annotators; {more}.{assumed}"


def calibrated(prior: VotePrior) -> str:
    """Say how many preferences called so real second panels kept."""
    if prior.fitted:
        return CALLED
    return f"Of preferences {MOSTLY_KEPT}, real second panels kept 65% to 100% (9 to 15 votes)."


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
    if EQUAL in words:
        return ("The runs are equal here: every measure sees a tie.",)
    every = f"{len(words)} measures" if len(words) > 1 else labels(panels.measures)
    all_of = "all " * (len(words) > 1)
    if {*words} == {ALWAYS}:
        return (f"No move of these votes flips {'any of the ' * (len(words) > 1)}{every}.",)
    if UNKNOWN in words:
        return say(_too_few(n_votes), _least_change(stability.flips, classes))
    keys = {
        word: [key for key, its in zip(panels.measures, words, strict=True) if its == word] for word in (ALWAYS, *WORDS)
    }
    parts = [
        say("" if word == OPEN else "is ", Strong(word), f" by {all_of + every if len(by) == len(words) else some(by)}")
        for word, by in keys.items()
        if by
    ]
    what = "preference" if panels.preference.all() else "preference or tie"
    return say(f"In simulations with {count(n_votes, 'other annotator')}, the {what} ", join(parts, ", "), ".")


def _too_few(n_votes: int) -> str:
    if n_votes == 1:
        return "One vote does not show how far annotators differ."
    return f"With {count(n_votes, 'vote')}, other panels cannot be simulated."


def _least_change(flips: Sequence[Flip], classes: Sequence[str]) -> str:
    """Say how many measures the fewest votes flip, and by which move; nothing where no flip is known."""
    fewest = min((flip.votes for flip in flips if flip.votes), default=0)
    least = [flip for flip in flips if flip.votes == fewest]
    if not fewest:
        return ""
    keys, n = [flip.measure for flip in least], len(flips)
    which = f"each of the {n} measures" if len(keys) == n > 1 else some(keys, f"of {n} ")
    moved, first = moves(least[0], classes), labels(keys[:1])
    if len(least[0].moves) > MOST_MOVES:
        return f" Moving {count(fewest, 'vote')} flips {which}."
    if len({flip.moves for flip in least}) == 1:
        return f" Moving {moved} flips {which}."
    return f" Moving {count(fewest, 'vote')} flips {which} ({first}: {moved})."


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
