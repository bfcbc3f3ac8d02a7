"""What a calculation comes to, and how its figure is read, in words."""

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.sentence import RunName
from ordquant_core.findings.workings import contributor, how_to_read, last_step, of_both, of_one
from ordquant_core.measures.workings import short_working, working
from tests.findings.claims import every_branch

GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]
NAME = RunName("Popularity", "A", alone=False)
SHORT = short_working("NMD", GOLD, POPULARITY)


def reading(key, estimated=UNIFORM):
    return how_to_read(short_working(key, GOLD, estimated))


test_every_branch_holds_its_claim = every_branch(
    (of_both("NMD", DEFAULT), "NMD is 0.150 for A and 0.300 for B"),
    (of_one(working("NMD", GOLD, POPULARITY), NAME), "NMD of A Popularity is 0.150"),
    (contributor(SHORT, NAME), "A Popularity: differences between the cumulative distributions"),
    (last_step(SHORT, NAME), "0.60 ÷ (5 − 1) = 0.150"),
    (reading("NMD", POPULARITY), "shaded area = match distance"),
    (reading("RNOD"), "–: not counted (no gold)"),
    (reading("RSNOD", POPULARITY), "–: not counted (no gold, no estimate)"),
    (reading("RSNOD"), ""),
    (reading("DNKT"), "lines cross: discordant; lines meet: tied"),
    (reading("DNKT_JSD"), "dotted line = harmonic mean"),
    (reading("JSD"), "last step: KLD(p ‖ m) and KLD(p* ‖ m)"),
    (reading("SOD"), "last step: OD(p ‖ p*) and OD(p* ‖ p)"),
    (reading("KLD"), ""),
)
