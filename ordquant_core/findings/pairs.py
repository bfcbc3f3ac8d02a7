"""What measures prefer of two runs, in sentences."""

from ordquant_core.analysis.comparison import Sides
from ordquant_core.findings.sentence import RunName, Sentence, say
from ordquant_core.measures.registry import MEASURES


def of_two(sides: Sides, measures: tuple[str, str], name_a: RunName, name_b: RunName) -> Sentence:
    """Say which runs two measures prefer: 'NMD prefers X and RNOD sees a tie'."""
    one, other = (MEASURES[key].label for key in measures)
    first, second = (sides[key] for key in measures)
    names = {-1: name_a, 1: name_b}
    prefers = {side: ("prefers ", names[side]) if side else ("sees a tie",) for side in (first, second)}
    if one == other:
        return say(f"{one} ", prefers[first])
    if first == second:
        return say(f"{one} and {other} both ", ("prefer ", names[first]) if first else "see a tie")
    return say(f"{one} ", prefers[first], f" and {other} ", prefers[second])
