"""How robust preferences are, as a sentence and a table: shares of panels, and the least change that flips each."""

from collections.abc import Sequence

from ordquant_core.analysis.robustness import Flip, Robustness
from ordquant_core.findings.words import some
from ordquant_core.markup import Cell, Html, Row, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, distinct, percent
from ordquant_core.tables.two_runs.disagreement import share_bar

MOST_MOVES = 2  # that a cell lists; more of them on demand


def sentence(robustness: Robustness, votes: Sequence[int]) -> Html:
    """Say in which share of simulated panels measures keep their preference, with the least and most robust."""
    same = dict(zip(robustness.measures, robustness.same.tolist(), strict=True))
    least, most = min(same.values()), max(same.values())
    n_votes = sum(votes)
    panels = f"of {count(robustness.n_resamples, 'panel')} of {count(n_votes, 'annotator')} simulated from these votes"
    alike = f" All {count(n_votes)} votes agree: that others may differ is assumed, not seen." * (max(votes) == n_votes)
    what = "preference" if robustness.preference.all() else "preference or tie"
    if least == most:
        if len(same) == 1:
            said = f"{MEASURES[robustness.measures[0]].label} keeps its {what} in "
        elif robustness.preference.any():
            said = f"Each of the {len(same)} measures keeps its {what} in "
        else:
            said = f"Each of the {len(same)} measures sees a tie in "
        return join([said, tag("b", percent(most)), f" {panels}.{alike}"])
    ends = []
    for end, shown in zip((least, most), distinct([least, most], percent, 0), strict=True):
        keys = [key for key, share in same.items() if share == end]
        ends.append(join([tag("b", shown), f" ({some(keys)})"]))
    return join([f"Each of the {len(same)} measures keeps its {what} in ", join(ends, " to "), f" {panels}.{alike}"])


def robustness_table(found: Robustness | None, flips: Sequence[Flip], classes: Sequence[str]) -> Html:
    """Return a row per measure: its preference, the share of panels that keep it (if any), what flips it."""
    columns = ["Measure", "prefers", "keeps its preference in", "smallest change that flips it"]
    shares: Sequence[float | None] = [None] * len(flips) if found is None else found.same.tolist()
    rows = [
        Row(
            [
                Cell(MEASURES[flip.measure].label, heads=True),
                _preferred(flip.before),
                Cell("–", class_="oq-muted") if same is None else share_bar(same, 0),
                flip_words(flip, classes),
            ],
            data={"measure": flip.measure},
        )
        for same, flip in zip(shares, flips, strict=True)
    ]
    return table(columns, rows, id="robustness", class_="oq oq-table")


def flip_words(flip: Flip, classes: Sequence[str]) -> Html:
    """Describe a flip, 'move 3 votes from 1 to −2: B', or say that there is none."""
    if flip.votes is None:
        return Html(
            "no move of these votes flips it"
            if flip.at_least is None
            else f"more than {count(flip.at_least - 1, 'vote')}"
        )
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
