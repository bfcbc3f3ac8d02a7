"""What a calculation comes to, in words."""

from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.sentence import A, B, RunName, Sentence, Styled, say
from ordquant_core.findings.words import exactly
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import ShortWorking, Working, short_working

DRAWN = {  # what a contribution is: what the small figure beside it shows
    "difference": "shaded area = match distance",
    "absolute error": "shaded area = absolute errors",
    "½\u00a0(C\u00a0−\u00a0D)": "lines cross: discordant; lines meet: tied",
    "score": "dotted line = harmonic mean",
    "p\u00a0−\u00a0p*": "the steps of this measure are not known",
}


def of_both(key: str, picture: Picture) -> Sentence:
    """Return the result for both runs: 'NMD is 0.150 for A and 0.300 for B'."""
    a, b = (short_working(key, *picture.compared(side)).value for side in "ab")
    return Styled(MEASURES[key].label, "measure"), " is ", exactly(a), " for ", A, " and ", exactly(b), " for ", B


def of_one(working: Working, run: RunName) -> Sentence:
    """Return the result for one run: 'NMD of A Popularity is 0.150'."""
    return (f"{MEASURES[working.key].label} of ", run, " is ", exactly(working.value))


def contributor(working: ShortWorking, run: RunName) -> Sentence:
    """Say whose contributions these are, and what they are."""
    return (run, Styled(f": {working.row.about}", "muted"))


def last_step(working: ShortWorking, run: RunName) -> Sentence:
    """Return the last step in numbers, its result in the colour of the run: '0.60 ÷ (5 − 1) = 0.150'."""
    return say(working.last_step, " = ", exactly(working.value, run.letter.lower()))


def how_to_read(working: ShortWorking) -> str:
    """Say what is not counted, what the figure beside the contributions shows, or what the last step starts from."""
    if working.row.left_out:
        return f"–: not counted ({working.row.left_out})"
    return DRAWN.get(working.row.unit) or (f"last step: {working.last.names}" if working.last.names else "")
