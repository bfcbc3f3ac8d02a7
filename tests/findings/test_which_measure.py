"""What five answers leave: every measure is counted."""

from functools import cache
from itertools import product

from ordquant_core.findings import which_measure as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.spaces.which_measure import QUESTIONS, Outcome, RowOfMeasure, apply_answers, gather_facts
from tests.findings.claims import every_branch

KEYS = [question.key for question in QUESTIONS]
facts = cache(gather_facts)


@cache
def outcome(*answers):
    """Return what the answers leave, each written as a key, or as "not key"."""
    given = {answer.removeprefix("not "): not answer.startswith("not ") for answer in answers}
    return apply_answers(given, facts())


def conflicting(**answers):
    """Say who the candidates are, the first two of some measures that contradict so many answers each."""
    rows = tuple(RowOfMeasure(key, (), (None,) * number) for key, number in answers.items())
    return findings.candidates(Outcome(rows, facts().compared, tuple(answers)[:2]))


test_every_branch_holds_its_claim = every_branch(
    (findings.candidates(outcome()), "Your answers rule out no measure."),
    (conflicting(NMD=0, RNOD=0), "NMD and RNOD fit all your answers."),
    (conflicting(NMD=0, RNOD=0, JSD=0), "3 measures fit all your answers: NMD, RNOD and JSD."),
    (
        conflicting(NMD=0, RNOD=0, JSD=0, NVD=0, RNSS=0, DNKT=0),
        "6 measures fit all your answers, among them NMD and RNOD.",
    ),
    (conflicting(JSD=1, DNKT=0, NMD=1, NVD=2), "Only DNKT fits all …. JSD contradicts 1 …; so does 1 other measure."),
    (conflicting(NMD=1, JSD=1), "No measure fits all your answers. NMD and JSD contradict 1 of them each."),
    (conflicting(NMD=2, JSD=1, NVD=2), "No measure fits …. JSD contradicts 1 of them, NMD 2; so does 1 other measure."),
    (
        findings.disagreement_of_candidates(outcome("large", "order only")),
        "… on 8,191 … of 10,626 (77%), all of 20 votes over 5 classes; most strongly on 3, 3, 3, 3, 8: "
        "RNADW2 prefers B Uniform and DNKT prefers A Popularity.",
    ),
    (findings.disagreement_of_candidates(outcome()), ""),
    (findings.how_many_fit(outcome()), "13 of 13 measures fit; …"),
    (findings.how_many_fit(outcome("order only")), "1 of 13 measures fits; …"),
)


def test_the_finding_counts_every_measure_that_fits_as_well_as_a_candidate():
    for answers in product((True, False, None), repeat=len(KEYS)):
        left = apply_answers(dict(zip(KEYS, answers, strict=True)), facts())
        if not left.candidates:
            continue
        greyed = {row.measure: len(row.conflicts) for row in left.rows}
        most = max(greyed[key] for key in left.candidates)
        alike = [key for key, number in greyed.items() if number == most and key not in left.candidates]
        sentence = findings.candidates(left)
        if not most:
            fit = len(alike) + len(left.candidates)
            assert sentence.startswith(f"{fit} measures fit") == bool(alike), sentence
            continue
        assert ("other measure" in sentence) == bool(alike), (answers, sentence)
        if alike:
            assert f"{len(alike)} other measure" in sentence
        assert "No measure fits" not in sentence or min(greyed.values()) > 0
        assert not sentence.startswith("Only") or sorted(greyed.values())[:2] == [0, most]


def test_names_have_their_colours():
    both = {RunName("Popularity", "A", alone=False), RunName("Uniform", "B", alone=False)}
    assert both <= set(findings.disagreement_of_candidates(outcome("ordered")))
