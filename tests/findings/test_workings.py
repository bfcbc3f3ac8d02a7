"""What a calculation comes to, and how its figure is read, in words."""

import pytest

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.findings.workings import contributor, how_to_read, last_step, of_both, of_one
from ordquant_core.measures.workings import short_working, working

GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]
NAME = RunName("Popularity", "A", alone=False)
SHORT = short_working("NMD", GOLD, POPULARITY)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (of_both("NMD", DEFAULT), "NMD is 0.150 for A and 0.300 for B"),
        (of_one(working("NMD", GOLD, POPULARITY), NAME), "NMD of A Popularity is 0.150"),
        (contributor(SHORT, NAME), "A Popularity: differences between the cumulative distributions"),
        (last_step(SHORT, NAME), "0.60 ÷ (5 − 1) = 0.150"),
        *(
            (how_to_read(short_working(key, GOLD, estimated)), words)
            for key, estimated, words in (
                ("NMD", POPULARITY, "shaded area = match distance"),
                ("RNOD", UNIFORM, "–: not counted (no gold)"),
                ("RSNOD", POPULARITY, "–: not counted (no gold, no estimate)"),
                ("RSNOD", UNIFORM, ""),
                ("DNKT", UNIFORM, "lines cross: discordant; lines meet: tied"),
                ("DNKT_JSD", UNIFORM, "dotted line = harmonic mean"),
                ("JSD", UNIFORM, "last step: KLD(p ‖ m) and KLD(p* ‖ m)"),
                ("SOD", UNIFORM, "last step: OD(p ‖ p*) and OD(p* ‖ p)"),
                ("KLD", UNIFORM, ""),
            )
        ),
    ],
)
def test_every_branch_has_its_words(sentence, words):
    assert plain(sentence) == words
