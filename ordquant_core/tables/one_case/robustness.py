"""How robust preferences are, as a sentence and a table: shares of resamples, and the least change that flips each."""

from collections.abc import Sequence

from ordquant_core.analysis.robustness import Flip, Robustness
from ordquant_core.markup import Cell, Html, Row, join, length, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, percent
from ordquant_core.tables.sentences import some

MOST_MOVES = 2  # that a cell lists; more of them on demand


def sentence(found: Robustness, n_votes: int) -> Html:
    """Say in which share of the resamples the measures have the same preference, with the least and most robust."""
    same = dict(zip(found.measures, found.same.tolist(), strict=True))
    least, most = min(same.values()), max(same.values())
    resamples = f"of {count(found.n_resamples, 'resample')} of the {count(n_votes, 'vote')}"
    if least == most:
        what = "has the same preference" if found.preference.any() else "sees a tie"
        return join([f"Each of the {len(same)} measures {what} in ", tag("b", percent(most)), f" {resamples}."])
    ends = []
    for end in (least, most):
        keys = [key for key, share in same.items() if share == end]
        ends.append(join([tag("b", percent(end)), f" ({some(keys)})"]))
    return join([f"The {len(same)} measures have the same preference in ", join(ends, " to "), f" {resamples}."])


def robustness_table(found: Robustness, flips: Sequence[Flip], classes: Sequence[str]) -> Html:
    """Return a row per measure: its preference, the share of resamples with the same one, what flips it."""
    columns = ["Measure", "prefers", "same preference in", "smallest change that flips it"]
    rows = [
        Row(
            [
                Cell(MEASURES[key].label, heads=True),
                _preferred(side),
                Cell(
                    join([percent(same), tag("i", style=f"width:{length(100 * same)}")]),
                    title=repr(same),
                    class_="oq-score oq-of-gold",
                ),
                flip_words(flip, classes),
            ],
            data={"measure": key},
        )
        for key, side, same, flip in zip(
            found.measures, found.preference.tolist(), found.same.tolist(), flips, strict=True
        )
    ]
    return table(columns, rows, id="robustness", class_="oq oq-table")


def flip_words(flip: Flip, classes: Sequence[str]) -> Html:
    """Describe a flip, 'move 3 votes from 1 to −2: B', or say that there is none."""
    if flip.votes is None:
        return Html("no change flips it" if flip.at_least is None else f"more than {count(flip.at_least - 1, 'vote')}")
    names = [class_label(label) for label in classes]
    moves = [f"{count(move.votes, 'vote')} from {names[move.source]} to {names[move.target]}" for move in flip.moves]
    parts: list[object] = [": ", _preferred(int(flip.after or 0))]
    if flip.at_least != flip.votes:
        parts.append(tag("span", f" (none below {count(flip.at_least or 0, 'vote')})", class_="oq-muted"))
    if len(moves) > MOST_MOVES:
        summary = tag("summary", f"move {count(flip.votes, 'vote')}", *parts)
        return tag("details", summary, ", ".join(moves))
    return join([f"move {', '.join(moves)}", *parts])


def _preferred(side: int) -> Html:
    return tag("span", "A" if side < 0 else "B", class_=f"oq-{'a' if side < 0 else 'b'}") if side else Html("tie")
