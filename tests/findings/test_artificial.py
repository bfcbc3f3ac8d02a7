"""What the study with artificial distributions says: every branch of every sentence."""

import numpy as np
import pytest

from ordquant_core.findings import artificial as findings
from ordquant_core.papers.artificial import PrintedTau
from ordquant_core.spaces.artificial import NEAR, Study, TauSpread, artificial_study, spreads

KEYS = ("NVD", "NMD", "JSD", "DNKT")


def study(tau=np.nan):
    """Return a study of two seeds whose taus are those above the diagonal."""
    return Study(3, 30, 20, (0, 1), KEYS, 60, 1770, np.broadcast_to(tau, (2, len(KEYS), len(KEYS))))


def spread(*values, printed):
    return TauSpread(("NVD", "NMD"), values, PrintedTau("NVD", "NMD", printed, printed - 0.1, printed + 0.1))


INSIDE, OUTSIDE = spread(0.49, 0.51, printed=0.5), spread(0.501, 0.502, printed=0.5)
FAR = spread(0.7, 0.9, printed=0.5)


def taus(**of_pair):
    tau = np.full((len(KEYS), len(KEYS)), 0.9)
    for pair, value in of_pair.items():
        first, second = map(KEYS.index, pair.split("_"))
        tau[first, second] = value
    return tau


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            findings.reproduced_taus(study(), [INSIDE, INSIDE]),
            f"All 2 published taus lie within {NEAR} of our mean; all lie within the range over 2 seeds.",
        ),
        (
            findings.reproduced_taus(study(), [INSIDE, OUTSIDE]),
            f"All 2 published taus lie within {NEAR} of our mean; NVD–NMD lies outside the range over 2 seeds.",
        ),
        (
            findings.reproduced_taus(study(), [FAR, OUTSIDE]),
            f"1 of the 2 published taus lie within {NEAR} of our mean; NVD–NMD and NVD–NMD lie outside the range over "
            "2 seeds.",
        ),
        (findings.reproduced_taus(study(), []), "No mean tau is defined."),
        (
            findings.reproduced_taus(study(taus(NMD_DNKT=0.4)), []),
            "Of the 4 measures, NMD and DNKT rank pairs of distributions least similarly: mean tau 0.400.",
        ),
        (
            findings.reproduced_taus(study(taus(NMD_DNKT=0.4, NVD_JSD=0.4)), []),
            "Of the 4 measures, NVD and JSD rank pairs of distributions least similarly: mean tau 0.400; 1 other pair "
            "has the same.",
        ),
        (
            findings.reproduced_taus(study(taus()), []),
            "Of the 4 measures, NVD and NMD rank pairs of distributions least similarly: mean tau 0.900; 5 other pairs "
            "have the same.",
        ),
    ],
)
def test_every_sentence_of_the_study(sentence, words):
    assert sentence == words


def test_the_line_below_names_the_paper_and_says_where_no_table_is_printed():
    unprinted = " A table is published for 3 and for 7 classes, with 30 votes."
    printed = findings.how_repeated(study(), [INSIDE])
    assert printed.startswith("60 distributions of 30 votes, 1,770 pairs. SIGIR 2018, section 4.1: ")
    assert findings.how_repeated(study(), []) == printed + unprinted


def test_the_least_similar_measures_are_those_of_all_that_are_shown():
    result = artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD", "DNKT"], [0, 1])
    mean = result.tau.mean(axis=0)
    first, second = np.unravel_index(mean.argmin(), mean.shape)
    sentence = findings.reproduced_taus(result, spreads(result))
    assert result.measures[first] in sentence
    assert result.measures[second] in sentence
    assert sentence.endswith(f"mean tau {mean.min():.3f}.")
