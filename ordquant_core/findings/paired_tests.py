"""Whether two runs differ significantly, by how many measures, and which is better."""

from collections.abc import Sequence

from ordquant_core.analysis.paired_tests import PairedTest
from ordquant_core.findings.pairs import Names
from ordquant_core.findings.sentence import Sentence, join, say
from ordquant_core.findings.words import labels, some
from ordquant_core.numerals import all_of, count, setting, significant

ROUNDING = 1e-12  # means that differ less are equal


def better_run(tests: Sequence[PairedTest], names: Names, *, level: float, test: str) -> Sentence:
    """Say how many measures find a significant difference, and for which run; `test` says by what."""
    by = f"({test}, p < {setting(level)})"
    tested = [entry for entry in tests if entry.p_value is not None]
    both = say(names[0], " and ", names[1])
    n, untested = len(tested), len(tests) - len(tested)
    left_out = f"; {untested} could not be tested" if untested else ""
    if not tested:
        return say("By no measure could ", both, " be tested: a score is infinite.")
    if all(abs(entry.mean or 0) <= ROUNDING for entry in tested):
        by_all = "the measure" if n == 1 else f"each of the {n} measures"
        return say("The means of ", both, f" are equal by {by_all} tested{left_out}.")
    least = min(entry.smallest_p for entry in tested)
    if least >= level:
        few = f"With {count(tested[0].n_cases, 'case')} and this number of trials, no p-value of "
        return say(few, both, f" can be below {significant(least)}: no difference can be significant {by}.")
    sure = [entry for entry in tested if (entry.p_value or 0) < level and abs(entry.mean or 0) > ROUNDING]
    if not sure:
        none = f"None of {n} measures finds" if n > 1 else f"{labels([tested[0].measure])} does not find"
        return say(f"{none} a significant difference between ", both, f" {by}{left_out}.")
    sides = (
        ([entry.measure for entry in sure if (entry.mean or 0) * side > 0], name)
        for side, name in zip((-1, 1), names, strict=True)
    )
    better = [
        say(f"{_some(keys, n)} find{'s' * (len(keys) == 1)} ", name, " significantly better")
        for keys, name in sides
        if keys
    ]
    rest = n - len(sure)
    tail = f"; {rest} find{'s' * (rest == 1)} no significant difference" if rest else ""
    return say(join(better, ", but "), f" {by}{tail}{left_out}.")


def of_pair_alone(better: Sentence, n_pairs: int) -> Sentence:
    """Put before a finding on the test of one pair alone that nothing corrects for how the pair was chosen."""
    among = f" among {count(n_pairs, 'pair')}" if n_pairs > 1 else ""
    return say(f"This pair alone, not corrected for having chosen it{among}: ", better)


def _some(keys: Sequence[str], of: int) -> str:
    if len(keys) == of > 1:
        return all_of(of, "measure").capitalize()
    return some(keys, f"of {of} ")
