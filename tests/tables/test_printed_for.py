"""What the papers print of a recognised task: its gold, the numbers of every table, the column and the note."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.discrimination import Overlap
from ordquant_core.analysis.printed import from_gold
from ordquant_core.analysis.printed.everything import recomputed
from ordquant_core.analysis.printed.from_gold import data_set_of, digest_of
from ordquant_core.formats import File, read_bytes, read_task
from ordquant_core.markup import Cell, Row, plain
from ordquant_core.records import Task
from ordquant_core.tables.papers import beside, printed_for
from ordquant_core.tables.papers.printed import same_as_printed
from tests.pages.apps import REAL_GOLD

pytestmark = pytest.mark.slow

SEMEVAL = REAL_GOLD.parents[1] / "semeval2016"
KEYS = ("NMD", "RSNOD", "RNOD", "NVD", "DNKT")


def task(scale="A", cases=390, classes=5):
    chance = np.random.default_rng(5)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(classes)), size=cases)
    names = tuple(map(str, range(cases)))
    none = np.empty((0, cases, classes))
    return with_baselines(
        Task("t", scale, tuple("abcdefg"[:classes]), names, votes / 19, votes.astype(np.int64), (), none)
    )


@pytest.fixture
def semeval(monkeypatch):
    return as_semeval(task(None, 100), monkeypatch)


def as_semeval(one, monkeypatch):
    """Let a task be recognised by its digest as one of SemEval-2016, whose gold is not part of the project."""
    known = tuple(
        replace(each, digest=digest_of(one.gold)) if each.name == "Sem16T4E" else each for each in from_gold.DATA_SETS
    )
    monkeypatch.setattr(from_gold, "DATA_SETS", known)
    return one


@pytest.mark.parametrize(
    "name", ["SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt", "SemEval2016_subtaskCE_test_topic_counts.tsv"]
)
def test_the_real_gold_of_semeval_is_recognised_as_shares_and_as_counts(name):
    if not SEMEVAL.exists():
        pytest.skip("the shared task's files are not here")
    gold = read_task([File(name, read_bytes(SEMEVAL / name))]).gold
    assert data_set_of(gold).name == "Sem16T4E"
    swapped = gold.probabilities.copy()
    swapped[0] = swapped[0, ::-1]
    assert data_set_of(replace(gold, probabilities=swapped)) is None


def test_a_gold_without_a_scale_is_recognised_by_its_distributions_alone(semeval):
    assert data_set_of(semeval).name == "Sem16T4E"
    order = np.random.default_rng(1).permutation(100)
    assert data_set_of(replace(semeval, gold=semeval.gold[order])).name == "Sem16T4E"
    assert data_set_of(replace(semeval, gold=semeval.gold + 1e-12)).name == "Sem16T4E"
    other = semeval.gold.copy()
    other[7] = [1, 0, 0, 0, 0]
    assert data_set_of(replace(semeval, gold=other)) is None
    assert data_set_of(replace(semeval, scale="A")) is None
    assert data_set_of(task(None, 125)) is None  # nobody has given us the gold of SemEval-2017


def test_a_gold_with_other_classes_is_none_of_them():
    assert data_set_of(task()).name == "STC-3 DQ-A"
    assert data_set_of(task(classes=4)) is None


def test_powers_are_those_of_table_3():
    said = printed_for.power(task(), KEYS)
    assert said.texts == {
        "NMD": "71 of 171 (41.5%)",
        "RSNOD": "67 of 171 (39.2%)",
        "RNOD": "68 of 171 (39.8%)",
        "NVD": "68 of 171 (39.8%)",
    }
    assert printed_for.power(task(), ["DNKT"]) is None
    assert printed_for.power(task(cases=391), KEYS) is None


def test_overlaps_are_those_of_table_4_whichever_measure_stands_first():
    said = printed_for.overlap(task("S", 300), "NMD", "RNOD")
    assert (said.place, list(said.texts.values())) == ("Table 4 (h)", ["11", "71", "54", "52.2%"])
    turned = printed_for.overlap(task("S", 300), "RNOD", "NMD")
    assert list(turned.texts.values()) == ["54", "71", "11", "52.2%"]
    assert printed_for.overlap(task(), "NMD", "DNKT") is None


def test_taus_are_those_of_the_measure_alone_and_of_combined_ones():
    said = printed_for.tau(task(), "RNOD", "NMD")
    assert (said.place, *said.texts.values()) == ("Table 7", "0.830 [0.693, 0.909]")
    combined = printed_for.tau(task("E"), "DNKT", "DNKT_NMD")
    assert combined.place == "Table 22 (b)"
    assert printed_for.tau(task(), "NMD", "RSNOD") is None  # the study leaves RSNOD out


def test_similarity_and_consistency_are_those_of_the_study(semeval):
    said = printed_for.similarity(semeval, KEYS)
    assert (said.place, said.texts) == ("Table 4", {"NMD": "0.845", "RNOD": "0.871", "NVD": "0.852", "DNKT": "0.599"})
    halves, ten = (printed_for.consistency(semeval, KEYS, halves=which) for which in (True, False))
    assert halves.place == "Table 25 (a)"
    assert (halves.texts["NMD"], ten.texts["NMD"]) == ("0.7881", "0.6743")
    assert "RSNOD" not in halves.texts


def test_contradictions_have_their_part_or_are_said_to_be_none(semeval):
    assert printed_for.contradictions(task("S")).place == "Table 5 (II)"
    for one in (task("E"), semeval):
        said = printed_for.contradictions(one)
        assert "no contradictions" in said.settings
        assert said.query == {"paper": "sakai2021lq"}  # no table lists them
    assert printed_for.contradictions(task(cases=10)) is None


@pytest.mark.parametrize(
    "said",
    [
        printed_for.power(task("E"), ("RNOD",)),
        printed_for.overlap(task(), "JSD", "NVD"),
        printed_for.tau(task("S"), "NVD", "NMD"),
        printed_for.similarity(task("E", 300), ("JSD",)),
        printed_for.consistency(task(), KEYS, halves=True),
    ],
    ids=lambda said: said.place,
)
def test_a_link_opens_the_rows_of_the_page_papers(said):
    numbers = [one for one in recomputed().of(said.query["paper"]) if one.key.place == said.query["table"]]
    first = numbers[int(said.query.get("row", 1)) - 1]
    assert first.key.name.startswith(said.start)
    assert said.start or said.place.startswith("Table 26")


def test_the_note_says_where_what_differs_and_how_the_gold_was_recognised(semeval):
    note = beside.note(
        [(printed_for.power(task(), KEYS), 11), (None, 3)],
        beside.tested(SimpleNamespace(alpha=0.01, trials=500, seed=7)),
    )
    assert plain(note) == (
        "Printed: LQ 2021, table 3 for STC-3 DQ-A: 19 runs, level 0.05, 5,000 trials. Here: 11 runs, level 0.01, "
        "500 trials, seed 7. The gold is recognised by scale A and 390 cases; the runs may differ."
    )
    assert 'href="papers?paper=sakai2021lq&amp;table=Table+3&amp;row=' in note
    assert "recognised by its distributions" in beside.note([(printed_for.power(semeval.only([]), KEYS), 8)])
    assert beside.note([(None, 3)]) == ""


def test_a_printed_number_that_is_a_slip_is_called_one():
    slip = beside.note([(printed_for.overlap(task("S", 300), "NVD", "RNSS"), 22)])
    assert "A slip in the paper: a + b is 125" in slip
    assert "slip" not in beside.note([(printed_for.overlap(task("S", 300), "NVD", "NMD"), 22)])


def test_a_column_is_added_by_measure_and_nothing_where_nothing_is_printed():
    rows = [Row([Cell(key, heads=True), "1"], data={"measure": key}) for key in ("DNKT", "RNOD")]
    columns, wider = beside.by_measure((("Measure", "own"), rows), 1, printed_for.power(task(), ("DNKT", "RNOD")))
    assert [getattr(column, "name", column) for column in columns] == ["Measure", "printed", "own"]
    assert columns[1].title == "LQ 2021, table 3, STC-3 DQ-A"
    assert [[getattr(cell, "content", cell) for cell in row.cells] for row in wider] == [
        ["DNKT", "", "1"],
        ["RNOD", "68 of 171 (39.8%)", "1"],
    ]
    assert beside.by_measure((("Measure", "own"), rows), 1, None) == (("Measure", "own"), rows)
    assert beside.by_task((("task",), rows), 1, [None, None]) == (("task",), rows)


def test_the_overlap_of_a_pair_gets_a_row_for_its_share():
    found = Overlap("NMD", "RNOD", 1, 3, 0)
    rows = [Row([Cell(letter, heads=True), "who", "n"]) for letter in "abc"]
    columns, wider = beside.of_overlap(((), rows), found, printed_for.overlap(task(), "NMD", "RNOD"))
    texts = [[getattr(cell, "content", cell) for cell in row.cells] for row in wider]
    assert [row[-1] for row in texts] == ["3", "68", "0", "95.8%"]
    assert texts[-1][:3] == ["SSO", "b / (a + b + c)", "75.0%"]
    assert len(columns) == 4
    assert beside.of_overlap(((), rows), found, None) == ((), rows)


def test_matrices_of_a_study_are_followed_by_the_printed_ones():
    measures = ("RNOD", "NMD", "RSNOD")
    (overlaps,) = beside.overlaps(task(), measures)
    assert overlaps.heads[0] == "printed in LQ 2021, table 4 (c), STC-3 DQ-A (19 runs)"
    assert [(cell.text, cell.after) for cell in overlaps.rows[0][1:]] == [("95.8", "(0/68/3)"), ("90.1", "(4/64/3)")]
    (taus,) = beside.taus(task(), measures)
    assert [[cell.text for cell in row] for row in taus.rows] == [
        ["RNOD", "0.830", ""],
        ["", "[0.693, 0.909]", ""],
        ["NMD", "–", ""],
    ]
    assert beside.taus(task(), ("NMD", "RSNOD")) == []
    assert beside.overlaps(task(cases=7), measures) == []


def test_the_task_without_a_row_in_table_7_is_named(semeval):
    said = same_as_printed(semeval, None)
    assert (
        said == "The gold is recognised as that of Sem16T4E by its distributions; LQ 2021, table 7 has no row for it."
    )
    assert "Sem16T4E of LQ 2021 and Variants study 2022 by its distributions. Systems and M" in beside.recognised(
        semeval
    )
    assert "Popularity vs Uniform show" in beside.recognised(task())
    assert beside.recognised(task(cases=9)) == ""
