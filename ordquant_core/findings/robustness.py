"""How robust preferences on one case are: in which share of panels they are kept, which least change flips each."""

from collections.abc import Sequence

from ordquant_core.analysis.comparison import PREFERRED
from ordquant_core.analysis.robustness import Flip, Robustness
from ordquant_core.findings.sentence import RunName, Sentence, Strong, Styled, join, say
from ordquant_core.findings.words import some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, distinct, percent

MOST_MOVES = 2  # that a sentence lists; more of them on demand


def kept(robustness: Robustness, votes: Sequence[int]) -> Sentence:
    """Say in which share of simulated panels measures keep their preference, with the least and most robust."""
    same = dict(zip(robustness.measures, robustness.same.tolist(), strict=True))
    ends = list(dict.fromkeys([min(same.values()), max(same.values())]))
    who = f"Each of the {len(same)} measures" if len(same) > 1 else MEASURES[robustness.measures[0]].label
    if robustness.preference.any() or len(ends) > 1 or len(same) == 1:
        does = f"keeps its {'preference' if robustness.preference.all() else 'preference or tie'}"
    else:
        does = "sees a tie"
    shares = [Strong(words) for words in distinct(ends, percent, 0)]
    if len(ends) > 1:
        named = [some([key for key, share in same.items() if share == end]) for end in ends]
        named_shares: Sentence = join(
            [say(share, f" ({keys})") for share, keys in zip(shares, named, strict=True)], " to "
        )
    else:
        named_shares = (shares[0],)
    n_votes = sum(votes)
    panels = f"of {count(robustness.n_resamples, 'panel')} of {count(n_votes, 'annotator')} simulated from these votes."
    alike = f" All {count(n_votes)} votes agree: that others may differ is assumed, not seen." * (max(votes) == n_votes)
    return say(f"{who} {does} in ", named_shares, f" {panels}{alike}")


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
