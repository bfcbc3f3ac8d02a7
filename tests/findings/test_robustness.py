"""How robust preferences are, in words: shares that are never rounded to certainty, moves in the plural they need."""

import numpy as np

from ordquant_core.analysis.robustness import Flip, Move, Robustness, Stability
from ordquant_core.findings.robustness import kept, moves, smallest_change
from tests.findings.claims import every_branch

CLASSES = ("-1", "<0>", "1")
EACH = "Each of the"
PANELS = "of 2,000 panels of 20 annotators …."
MANY = Flip("NMD", 1, -1, 6, (Move(2, 0, 2), Move(2, 1, 3), Move(0, 1, 1)), 6)


def robustness(same, preference):
    n = len(same)
    shares = np.zeros(n)
    return Robustness(("NMD", "JSD", "DNKT")[:n], np.array(preference), shares, shares, shares, np.array(same), 2000)


def kept_by(same, preference, votes=(0, 1, 2, 9, 8)):
    return kept(robustness(same, preference), votes)


def change(*flip):
    return smallest_change(Flip("NMD", *flip), CLASSES)


test_every_branch_holds_its_claim = every_branch(
    (
        kept_by([0.5, 0.9995, 0.8], [-1, 1, 0]),
        f"{EACH} 3 measures keeps its preference or tie in 50% (NMD) to 99.95% (JSD) {PANELS}",
    ),
    (kept_by([0.5, 0.6], [0, 0]), f"{EACH} 2 measures keeps its preference or tie in 50% (NMD) to 60% (JSD) {PANELS}"),
    (kept_by([1.0, 1.0], [-1, 1]), f"{EACH} 2 measures keeps its preference in 100% {PANELS}"),
    (kept_by([1.0, 1.0], [-1, 0]), f"{EACH} 2 measures keeps its preference or tie in 100% {PANELS}"),
    (kept_by([1.0, 1.0], [0, 0]), f"{EACH} 2 measures sees a tie in 100% {PANELS}"),
    (kept_by([0.75], [1]), f"NMD keeps its preference in 75% {PANELS}"),
    (
        kept_by([0.75], [0], (0, 20, 0)),
        f"NMD keeps its preference or tie in 75% {PANELS} All 20 votes agree: … not seen.",
    ),
    (change(-1, 1, 1, (Move(0, 1, 1),), 1), "move 1 vote from −1 to <0>: B"),
    (change(-1, 0, 2, (Move(2, 0, 2),), 2), "move 2 votes from 1 to −1: tie"),
    (change(-1, 1, 2, (Move(2, 0, 1), Move(1, 0, 1)), None), "move 1 vote from 1 to −1, 1 vote from <0> to −1: B"),
    (change(1, -1, 5, (Move(2, 0, 5),), 3), "move 5 votes from 1 to −1: A (none below 3 votes)"),
    (smallest_change(MANY, CLASSES), "move 6 votes: A"),
    (change(1, None, None, (), None), "no move of these votes flips it"),
    (change(1, None, None, (), 4), "more than 3 votes"),
    (change(1, None, None, (), 2), "more than 1 vote"),
    (moves(MANY, CLASSES), "2 votes from 1 to −1, 3 votes from 1 to <0>, 1 vote from −1 to <0>"),
)


def test_the_frame_has_what_is_preferred_and_the_share_of_panels_if_there_are_any():
    flips = (Flip("NMD", -1, 1, 1, (Move(1, 0, 1),), 1), Flip("JSD", 0, None, None, (), None))
    rows = Stability(flips, robustness([0.5, 1.0], [-1, 0])).to_frame().to_dict("list")
    assert rows == {"measure": ["NMD", "JSD"], "preference": ["A", "tie"], "kept": [0.5, 1.0]}
    assert Stability(flips, None).to_frame()["kept"].isna().all()
