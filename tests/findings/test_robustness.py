"""How robust preferences are, in words, and never more surely than is known; moves in the plural they need."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.robustness import Robustness, Stability
from ordquant_core.analysis.smallest_flip import Flip, Move
from ordquant_core.findings.robustness import (
    calibrated,
    kept,
    left_out,
    meaning,
    moves,
    of_case,
    robust,
    simulated,
    smallest_change,
)
from ordquant_core.statistics.vote_prior import VotePrior
from tests.findings.claims import every_branch

PAIR = ("NMD", "NVD")
CALLED = "… robust, … 98% (at least 93%), … kept in most panels 86% (on STC-3 only 55% to 69%)."
CLASSES = ("-1", "<0>", "1")
FITTED = VotePrior(8, 0.25, 0.5, np.array([0.2, 0.5, 0.3]))
ALONE = replace(FITTED, weight=2, pull=0.25, fitted=False)
MANY = Flip("NMD", 1, -1, 6, (Move(2, 0, 2), Move(2, 1, 3), Move(0, 1, 1)), 6)
ONE = Flip("NMD", 1, -1, 1, (Move(0, 1, 1),), 1)
OTHER = Flip("NMD", 1, -1, 1, (Move(2, 1, 1),), 1)
FAR = Flip("NMD", 1, None, None, (), 101)
NEVER = Flip("NMD", 1, None, None, (), None)
SIDES = [[-1, -1, -1, 1], [1, 1, 1, 1]]


def robustness(preference, shares, *, votes=9, prior=FITTED, measures=PAIR, equal=False):
    """Robustness of measures on cases; shares of 20 panels, the first of which keep."""
    bits = [[[n < round(20 * share) for n in range(20)] for share in row] for row in shares]
    counts, equal = (np.broadcast_to(what, len(shares[0])) for what in (votes, equal))
    return Robustness(measures, np.array(preference), np.packbits(bits, axis=2), 20, counts, equal, prior)


def apart(share, **options):
    """One disagreement."""
    return robust(robustness([[-1], [1]], [[share], [1]], **options), PAIR)


def case(preference, shares, **options):
    return of_case(robustness([[one] for one in preference], [[one] for one in shares], **options), PAIR, 0, "p")


def by(letters, *flips, preference=-1, prior=FITTED, votes=20, equal=False, moved="gold"):
    """One case, on which each of some measures keeps its preference as surely as a letter says."""
    keys = ("NMD", "JSD", "DNKT", "RNOD", "RSNOD")[: len(letters)]
    shares = [[{"r": 1.0, "m": 0.85, "o": 0.5}[letter]] for letter in letters]
    panels = robustness([[preference]] * len(keys), shares, votes=votes, prior=prior, measures=keys, equal=equal)
    of_keys = [replace(flip, measure=key) for key, flip in zip(keys, flips or [ONE] * len(keys), strict=True)]
    return kept(Stability(tuple(of_keys), panels, moved), votes, CLASSES)


def few(*flips):
    """What is said of a picture alone with three votes and these flips."""
    return by("r" * len(flips), *flips, prior=ALONE, votes=3)


def change(*flip):
    return smallest_change(Flip("NMD", *flip), CLASSES)


test_every_branch_holds_its_claim = every_branch(
    (
        robust(robustness(SIDES, [[1, 0.8, 0.5, 1], [1, 1, 1, 1]]), PAIR),
        "Of 3 disagreements of NMD and NVD, 1 is robust, 1 is kept in most panels and 1 changes in many panels.",
    ),
    (
        robust(robustness(SIDES, [[0.8, 0.5, 0.5, 1], [1, 1, 1, 1]], votes=[9, 9, 1, 9]), PAIR),
        "Of 3 … NMD and NVD, 1 is kept in most panels, 1 changes in many panels and 1 has too few votes.",
    ),
    (
        robust(robustness(SIDES, [[0.5, 0.5, 1, 1], [1, 1, 1, 1]]), PAIR),
        "Of 3 disagreements of NMD and NVD, 1 is robust and 2 change in many panels.",
    ),
    (robust(robustness(SIDES, [[1] * 4] * 2), PAIR), "All 3 disagreements of NMD and NVD are robust."),
    (apart(0.5), "The disagreement of NMD and NVD changes in many panels."),
    (robust(robustness([[1], [1]], [[1], [1]]), PAIR), "NMD and NVD prefer … on no case: no … be robust."),
    (
        robust(robustness([[1], [1]], [[1], [1]], prior=ALONE), PAIR),
        "NMD and NVD prefer … on no case: no … be robust. This assumes …. … 20 cases … do not show it.",
    ),
    (apart(1, votes=1), "The disagreement of NMD and NVD has too few votes."),
    (left_out(robustness(SIDES, [[1] * 4] * 2)), ""),
    (
        left_out(robustness(SIDES, [[1] * 4] * 2, votes=[1, 1, 2, 9], equal=[False, False, False, True])),
        "Left out …: 2 cases with one vote, … not show how far … and 1 case on which the runs are equal.",
    ),
    (
        left_out(robustness(SIDES, [[1] * 4] * 2, votes=[4, 5, 5, 9], prior=ALONE)),
        "Left out …: 1 case with fewer than 5 votes, … not show how far annotators differ.",
    ),
    (
        apart(1, prior=ALONE),
        "The disagreement of NMD and NVD is kept in most panels. This assumes …. … 20 cases … do not show it.",
    ),
    (
        apart(1, prior=ALONE, votes=4),
        "The disagreement of NMD and NVD has too few votes. This assumes …. … 20 cases … do not show it.",
    ),
    (
        case((-1, 1), (1, 0.85)),
        "Case p: the preference of NMD is robust, that of NVD is kept in most panels; both …: kept in most panels.",
    ),
    (
        case((0, 1), (0.5, 1)),
        "Case p: the tie of NMD changes in many panels, … of NVD is robust; both …: changes in many panels.",
    ),
    (
        case((-1, 1), (1, 0.85), prior=ALONE),
        "Case p: the preferences of NMD and NVD are kept in most panels, each alone and both at once.",
    ),
    (case((0, 0), (1, 1), equal=True), "Case p: tie: the runs are equal here."),
    (case((1, 1), (1, 1), votes=1), "Case p: One vote does not show how far annotators differ."),
    (case((0, 1), (1, 1), prior=ALONE, votes=2), "Case p: With 2 votes, other panels cannot be simulated."),
    (
        simulated(robustness(SIDES, [[1] * 4] * 2), 7),
        "20 panels …, seed 7, …. A … on 8 more (fitted …): 50% … whole task, … A … 6 percentage points … (250 cases, 2 "
        f"to 15 votes; …). {CALLED}",
    ),
    (
        simulated(robustness(SIDES, [[1] * 4] * 2, prior=ALONE), 7),
        "20 panels …, seed 7, …. A … on 2 more (assumed): 25% … same for all classes, … A … in the same panel.",
    ),
    (
        by("rmo"),
        "… 20 … is robust by NMD, is kept in most panels by JSD, changes … by DNKT.",
    ),
    (by("rrrrm"), "… 20 … is robust by 4 measures, is kept in most panels by RSNOD."),
    (by("oo"), "… 20 … changes in many panels by all 2 measures."),
    (by("r", preference=0), "… 20 …, the preference or tie is robust by NMD."),
    (
        by("rm", NEVER, ONE),
        "… 20 … is always kept by NMD, is kept in most panels by JSD.",
    ),
    (
        by("rm", NEVER, ONE, moved="a"),
        "… 20 … is robust by NMD, is kept in most panels by JSD.",
    ),
    (by("rr", NEVER, NEVER, preference=0, equal=True), "The runs are equal here: every measure sees a tie."),
    (meaning(FITTED), "Robust: … 95% …; kept in most panels: … 80%; changes in many panels: by fewer."),
    (meaning(ALONE), "Kept in most panels: … 80% …; changes in many panels: by fewer. This assumes …."),
    (calibrated(FITTED), CALLED),
    (calibrated(ALONE), "Of preferences kept in most panels, … 65% to 100% (9 to 15 votes)."),
    (
        by("rmo", prior=ALONE),
        "… 20 … is kept in most panels by NMD and JSD, changes in many panels by DNKT.",
    ),
    (few(NEVER, ONE), "With 3 votes, … cannot be simulated. Moving 1 vote from −1 to <0> flips JSD."),
    (few(ONE, ONE), "With 3 votes, …. Moving 1 vote from −1 to <0> flips each of the 2 measures."),
    (few(ONE, OTHER, MANY), "With 3 votes, …. Moving 1 vote flips NMD and JSD (NMD: 1 vote from −1 to <0>)."),
    (few(ONE, ONE, ONE, ONE, MANY), "With 3 votes, …. Moving 1 vote from −1 to <0> flips 4 of 5 measures."),
    (few(MANY), "With 3 votes, … cannot be simulated. Moving 6 votes flips NMD."),
    (few(NEVER), "No move of these votes flips NMD."),
    (few(NEVER, NEVER), "No move of these votes flips any of the 2 measures."),
    (few(FAR), "With 3 votes, … cannot be simulated."),
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
