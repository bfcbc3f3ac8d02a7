"""What a second panel says of runs: every branch of every sentence."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.findings import second_panel as findings
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.records import Task
from ordquant_core.statistics.mean_interval import MeanInterval
from tests.findings.claims import every_branch

RUNS = ("a<", "b", "c", "d")
EACH = " Each run has an interval of its own, not corrected for their number."
GAPS = {"closer": (-0.03, -0.01), "further": (0.01, 0.03), "open": (-0.02, 0.02), "equal": (np.nan, np.nan)}


def panel(*votes, gaps=("open",), measure="NMD", **more):
    """Return a second panel of 30 cases with each of these numbers of votes; the differences of runs are made up."""
    chance = np.random.default_rng(1)
    counted = np.concatenate([chance.multinomial(number, [0.2] * 5, 30) for number in votes])
    cases, classes = (tuple(map(str, range(size))) for size in counted.shape)
    gold = counted / counted.sum(axis=1, keepdims=True)
    found = compare_with_panel(Task("", None, classes, cases, gold, counted, (), np.empty((0, *gold.shape))), [measure])
    low, high = np.array([GAPS[gap] for gap in gaps]).T[:, None]
    middle = np.array([[0.0 if gap in ("open", "equal") else sum(GAPS[gap]) / 2 for gap in gaps]])
    return replace(found, runs=RUNS[: len(gaps)], differences=MeanInterval(middle, low, high, 30, 0.95), **more)


def against(*votes, gap="open", measure="NMD"):
    return findings.against_annotators(panel(*votes, gaps=(gap,), measure=measure), measure, "a<")


def several(*gaps):
    return findings.against_annotators(panel(9, gaps=gaps), "NMD", "a<")


def agreed():
    """Return the panel of 30 cases on each of which 9 annotators agree."""
    votes = 9 * np.eye(5, dtype=np.int64)[np.arange(30) % 5]
    cases, classes = (tuple(map(str, range(size))) for size in votes.shape)
    return compare_with_panel(Task("", None, classes, cases, votes / 9, votes, (), np.empty((0, 30, 5))), ["NMD"])


def listed(*gaps):
    found = panel(9, gaps=gaps)
    return findings.runs_against_annotators(found, "NMD", found.runs)


def scored(*votes, measure="NMD"):
    return findings.second_panel(panel(*votes, measure=measure), measure)


def how(*votes, measure="NMD"):
    return findings.how_panels(panel(*votes, measure=measure), measure)


FOUND = panel(9)
HALF = FOUND.half.means[0]
NINE, FOUR_OR_NINE, THREE = (panel(*votes).bounds() for votes in ((9,), (4, 9), (3,)))
JSD = {votes: panel(*votes, measure="JSD").bounds() for votes in ((4,), (3,), (2, 3))}


def beside(gap):
    return f"Against 4 of the 9 votes, a< scores {HALF + gap:.3f} and 4 … {HALF:.3f} by NMD"


def ends(bounds):
    """The ends of a range: with two digits of the half width, and three decimals at most."""
    places = 3 if (bounds.high[0] - bounds.low[0]) / 2 < 0.0995 else 2
    return f"{bounds.low[0]:.{places}f} to {bounds.high[0]:.{places}f}"


test_every_branch_holds_its_claim = every_branch(
    (
        against(9),
        f"{beside(0)} (difference 0.000, 95% interval −0.020 to +0.020): the votes do not show ….",
    ),
    (against(9, gap="closer"), f"{beside(-0.02)} (difference −0.020, 95% … −0.030 to −0.010): a< is closer."),
    (against(9, gap="further"), f"{beside(0.02)} (difference +0.020, 95% … +0.010 to +0.030): the annotators …."),
    (against(9, gap="equal"), f"{beside(0)} (difference 0.000): there is no interval, … do not show …."),
    (listed("closer", "open", "further", "open"), f"Closer …: a<; less close: c; not shown …: b and d.{EACH}"),
    (listed("equal", "open"), f"Not shown …: b; without an interval, … do not vary: a<.{EACH}"),
    (listed("further"), "Less close: a<."),
    (listed(*["open"] * 4), f"Not shown …: a<, b, c and 1 more.{EACH}"),
    (scored(9), f"A second panel of 9 would score {ends(NINE)} by NMD."),
    (scored(4, 9), f"A second panel of as many annotators would score {ends(FOUR_OR_NINE)} by NMD."),
    (scored(3), f"A second panel of 3 would score {ends(THREE)} by NMD."),
    (scored(4, measure="JSD"), f"A second panel of 4 would score {ends(JSD[4,])} by JSD."),
    (scored(3, measure="JSD"), f"With 3 votes …, the JSD of … 3 is not known: {ends(JSD[3,])}."),
    (scored(2, 3, measure="JSD"), f"With 2 to 3 votes …, the JSD … is not known: {ends(JSD[2, 3])}."),
    (findings.second_panel(agreed(), "NMD"), "All annotators of a case agree: … no difference between two … by NMD."),
    (several("closer", "open"), f"{beside(-0.02)} (difference −0.020, 95% … −0.030 to −0.010): a< is closer.{EACH}"),
    (scored(9, measure="DNKT"), "What … 9 would score by DNKT is not known."),
    (findings.allowed_for(panel(9, n_persons=9)), "… for other persons than these 9."),
    (findings.allowed_for(FOUND), f"{findings.UNKNOWN_PERSONS}"),
    (findings.allowed_for(panel(9, some_persons=True)), f"… did not label every …. {findings.UNKNOWN_PERSONS}"),
    (findings.allowed_for(panel(1, 9)), f"{findings.UNKNOWN_PERSONS} 30 cases with one vote left out."),
    (findings.allowed_for(panel(1, 9, n_persons=9)), "… than these 9. 30 cases with one vote left out."),
    (how(19), "Disjoint parts …; panels of 1 to 9, extended to 19 with fixed weights (… 4.4%)."),
    (how(3, measure="JSD"), "…; panels of 1, extended to 3 with fixed weights (… 30.7%)."),
    (how(3), f"…; panels of 1, extended to 3 by bounds (… {THREE.error[0]:.1%})."),
    (how(9, measure="DNKT"), "…; panels of 1 to 4."),
    (how(1, 9), "…; panels of 1 to 4, extended to 9 … (… 4.8%)."),
    (how(4, 9), f"…; panels of up to half …, extended to all … with fixed weights (… {FOUR_OR_NINE.error[0]:.1%})."),
)


def test_the_votes_are_named_as_they_are():
    assert "Against 1 of the 3 votes, a<" in plain(against(3))
    assert " and 1 other annotator " in plain(against(3))
    assert plain(against(4, 9)).startswith("Against half of the votes, a< scores ")
    assert " and as many other annotators " in plain(against(4, 9))


def test_names_of_runs_stay_names():
    assert RunName("a<") in against(9, gap="closer")
    assert RunName("a<") in findings.runs_against_annotators(FOUND, "NMD", [RunName("a<")])


def test_without_runs_nothing_is_said_of_them():
    none = np.empty((1, 0))
    alone = replace(FOUND, runs=(), differences=MeanInterval(none, none, none, 30, 0.95))
    assert findings.runs_against_annotators(alone, "NMD", ()) == ()
