"""Group-fair relevance: by hand, against plain loops over documents, and on the toy files of the FairWeb tasks."""

from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.group_fairness import by_rank, divergence_key, fairness
from ordquant_core.errors import InputError, OrdquantError, UnknownNameError
from ordquant_core.formats.trec import lines as trec
from ordquant_core.formats.trec.groups import parse_membership, parse_target
from ordquant_core.measures.registry import MEASURES
from ordquant_core.ranked_lists.group_fairness import Attribute, prepare
from tests.strategies import examples

TOY = Path(__file__).parents[2] / "../shared/data/fairweb_toy"
QRELS = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 1\n2 0 d 0\n3 0 e 1\n"
LIST = "1 Q0 a 1 9 t\n1 Q0 x 2 8 t\n1 Q0 c 3 7 t\n2 Q0 d 1 9 t\n2 Q0 a 2 8 t\n3 Q0 e 1 1 t\n"
AGE = "1 a 1 0 0\n1 c 0 0.5 0.5\n2 a 0 0 1\n"
PLACE = "1 a 1 0\n"


def attribute(name, text, target, nominal=False):
    return Attribute(name, parse_membership(text.encode(), f"{name}.txt"), np.array(target), nominal)


AGES = attribute("AGE", AGE, [0.2, 0.3, 0.5])
PLACES = attribute("PLACE", PLACE, [0.5, 0.5], nominal=True)


def prepared(qrels=QRELS, runs=(("r", LIST),), attributes=(AGES, PLACES), **more):
    read = [trec.parse_run(text.encode(), name) for name, text in runs]
    return prepare(trec.parse_judgements(qrels.encode(), "qrels"), read, attributes, **more)


def layer(found, key):
    return found.values[found.measures.index(key)]


def test_one_list_by_hand():
    found = fairness(prepared())
    assert (found.runs, found.topics) == (("r",), ("1", "2"))  # no attribute knows topic 3
    s1, s3 = 3 / 4, 1 / 4 * 1 / 4  # grades 2, none, 1, of at most 2
    assert layer(found, "ERR")[0, 0] == pytest.approx(s1 + s3 / 3)
    assert layer(found, "iRBU")[0, 0] == pytest.approx(0.99 * s1 + 0.99**3 * s3)
    # up to rank 1: (1, 0, 0); up to rank 3: the mean of (1, 0, 0), a third each, and (0, 0.5, 0.5)
    first, third = (0.8 + 0.5) / 2, (abs(4 / 9 - 0.2) + abs(4 / 9 + 5 / 18 - 0.5)) / 2
    ages = s1 * (1 - first) + s3 * (1 - third)
    assert layer(found, "GF-NMD:AGE")[0, 0] == pytest.approx(ages)
    half = lambda p: (p * log2(p / ((p + 0.5) / 2)) if p else 0) / 2 + 0.5 * log2(0.5 / ((p + 0.5) / 2)) / 2  # noqa: E731
    places = s1 * (1 - half(1) - half(0)) + s3 * (1 - half(2 / 3) - half(1 / 3))
    assert layer(found, "GF-JSD:PLACE")[0, 0] == pytest.approx(places)
    assert layer(found, "GFR-ERR")[0, 0] == pytest.approx((s1 + s3 / 3 + ages + places) / 3)
    assert np.isnan(layer(found, "GF-JSD:PLACE")[0, 1])  # it does not know topic 2
    second = (layer(found, "iRBU") + layer(found, "GF-NMD:AGE"))[0, 1] / 2
    assert layer(found, "GFR-iRBU")[0, 1] == pytest.approx(second)


@st.composite
def cases(draw):
    n, length, groups = draw(st.integers(1, 6)), draw(st.integers(0, 6)), draw(st.integers(2, 4))
    names = [f"d{number}" for number in range(n)]
    grades = dict(zip(names, draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), strict=True))
    votes = st.lists(st.integers(0, 4), min_size=groups, max_size=groups).filter(any)
    rows = {name: draw(votes) for name in draw(st.sets(st.sampled_from(names), min_size=1))}
    return grades, draw(st.permutations([*names, "x", "y"]))[:length], rows, draw(votes)


@examples(40)
@given(cases(), st.sampled_from(["NMD", "RNOD", "DNKT", "DNKT_NMD", "DNKT_RNOD", "DNKT_JSD", "JSD"]), st.integers(1, 7))
def test_scores_are_the_sums_of_the_definition(case, key, cutoff):
    grades, listed, rows, target = case
    share = lambda votes: [vote / sum(votes) for vote in votes]  # noqa: E731
    qrels = "".join(f"1 0 {name} {grade}\n" for name, grade in grades.items())
    text = "".join(f"1 {name} {' '.join(map(repr, share(votes)))}\n" for name, votes in rows.items())
    run = "".join(f"1 Q0 {name} 1 {-rank} t\n" for rank, name in enumerate(listed)) or "1 Q0 z 1 1 t\n"
    made = attribute("G", text, share(target), nominal=key == "JSD")
    lists = prepared(qrels, [("r", run)], [made], cutoff=cutoff)
    found = fairness(lists, divergence=key if key != "JSD" else "NMD")
    largest, goes_on, sums, met = max(grades.values()), 1.0, [0.0, 0.0, 0.0], np.zeros(len(target))
    for rank, name in enumerate(listed[:cutoff], start=1):
        q = (2 ** grades.get(name, 0) - 1) / 2**largest
        met += share(rows.get(name, [1] * len(target)))
        apart = float(MEASURES[key](np.round(share(target), 12), np.round(met / rank, 12)))
        parts = (goes_on * q / rank, 0.99**rank * goes_on * q, goes_on * q * (1 - apart))
        sums = [total + part for total, part in zip(sums, parts, strict=True)]
        goes_on *= 1 - q
    expected = [*sums, (sums[0] + sums[2]) / 2, (sums[1] + sums[2]) / 2]
    assert found.measures == ("ERR", "iRBU", f"GF-{key}:G", "GFR-ERR", "GFR-iRBU")
    assert found.values[:, 0, 0] == pytest.approx(expected, abs=1e-12)
    shown = by_rank(lists, 0, 0, divergence=key if key != "JSD" else "NMD")
    assert sum(shown.attributes[0].contribution) == pytest.approx(sums[2], abs=1e-12)


def test_shares_that_rounding_makes_unequal_are_ties_for_dnkt():
    thirds = "".join(f"1 {name} {1 / 3} {1 / 3} {1 / 3}\n" for name in "abc")
    qrels, run = "1 0 a 1\n1 0 b 1\n1 0 c 1\n", "".join(f"1 Q0 {name} 1 {-n} t\n" for n, name in enumerate("abc"))
    lists = prepared(qrels, [("r", run)], [attribute("G", thirds, [0.5, 0.3, 0.2])])
    shown = by_rank(lists, 0, 0, divergence="DNKT")
    assert shown.attributes[0].divergence.tolist() == [0.5, 0.5, 0.5]  # as of any uniform distribution


def test_gains_are_those_of_the_task():
    lists = prepared()
    assert layer(fairness(lists, gains=[0, 1, 3]), "ERR") == pytest.approx(layer(fairness(lists), "ERR"))
    linear = fairness(lists, gains=[0, 1, 2])
    assert layer(linear, "ERR")[0, 0] == pytest.approx(2 / 3 + 1 / 3 * 1 / 3 / 3)
    assert layer(fairness(lists, gains=[0, 1, 3, 7]), "ERR")[0, 0] == pytest.approx(3 / 8 + 5 / 8 * 1 / 8 / 3)
    with pytest.raises(OrdquantError, match="The grade 2 has no gain"):
        fairness(lists, gains=[0, 1])
    for gains in ([], [0, -1, 2], [0, 1, float("inf")]):
        with pytest.raises(OrdquantError, match="Gains are numbers of at least 0"):
            fairness(lists, gains=gains)


def test_only_the_divergences_of_the_framework_are_taken():
    assert [divergence_key(AGES), divergence_key(AGES, "RNOD"), divergence_key(PLACES, "RNOD")] == [
        "NMD",
        "RNOD",
        "JSD",
    ]
    with pytest.raises(UnknownNameError, match="Unknown divergence 'JSD'; choose from NMD, RNOD, DNKT"):
        fairness(prepared(), divergence="JSD")


def test_what_is_left_out_or_not_known_is_noted():
    assert prepared().notes == (
        "qrels: 1 topic without any group membership left out (3)",
        "AGE.txt: 2 of 5 ranked documents without membership count as all groups evenly, 0 of them relevant",
        "PLACE.txt: 2 of 3 ranked documents without membership count as all groups evenly, 1 of them relevant",
    )
    notes = prepared(runs=[("r", "1 Q0 a 1 1 t\n7 Q0 a 1 1 t\n")], attributes=[AGES]).notes
    assert notes[1:] == ("r: 1 topic not answered, scores 0 (2)", "r: 1 topic not judged, ignored (7)")


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            attribute("A", "9 a 1 0\n", [0.5, 0.5]),
            "A.txt, topic 9: it is not judged; leave it out, or judge it in qrels",
        ),
        (attribute("A", "1 a 1 0\n", [0.2] * 5), "A.txt: 2 groups, but the target of A has 5; give both for the same"),
    ],
)
def test_memberships_that_do_not_fit_are_refused(made, words):
    with pytest.raises(InputError) as caught:
        prepared(attributes=[made])
    assert str(caught.value).startswith(words)


def test_attributes_and_runs_are_checked():
    for attributes in ([], [AGES, AGES]):
        with pytest.raises(OrdquantError, match="Give one attribute or more, each with a name of its own"):
            prepared(attributes=attributes)
    with pytest.raises(OrdquantError, match="cutoff is one rank or more, got 0"):
        prepared(cutoff=0)
    with pytest.raises(InputError, match="another run is called r"):
        prepared(runs=[("r", LIST), ("r", LIST)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 a 0.5 0.4\n", "line 1, topic 1: the shares of a sum to 0.9; give shares that sum to 1; a document without"),
        ("1 a 1 1 0\n", "line 1, topic 1: the shares of a sum to 2"),
        ("1 a 1.5 -0.5\n", "line 1, topic 1: the shares of a are not all at least 0 (−0.5)"),
        ("1 a 1 high\n", "line 1, topic 1: the shares of a are not all numbers"),
        ("1 a 1 0\n1 b 1 0 0\n", "line 2: 5 columns where others have 4"),
        ("1 a 1\n", "line 1: 3 columns; expected topic, document, and a share for every group"),
        ("1 a 1 0\n1 a 0 1\n", "line 2, topic 1: a has other shares further up; give it one line"),
        ("\n", "it contains no membership"),
    ],
)
def test_faulty_memberships_are_reported_with_their_line(text, words):
    with pytest.raises(InputError) as caught:
        parse_membership(text.encode(), "m.txt")
    assert str(caught.value).removeprefix("m.txt, ").removeprefix("m.txt: ").startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.5\n0.4\n", "t.txt: the shares of the target sum to 0.9; a target sums to 1: correct it"),
        ("1\n1\n", "t.txt: the shares of the target sum to 2"),
        ("0.5 0.5\n", "t.txt, line 1: more than one number; expected one share per line"),
        ("1\n", "t.txt: 1 line; expected one share per line, for two groups or more"),
        ("0.5\nhalf\n", "t.txt: the shares of the target are not all numbers"),
    ],
)
def test_targets_that_are_no_distribution_are_refused(text, words):
    with pytest.raises(InputError) as caught:
        parse_target(text.encode(), "t.txt")
    assert str(caught.value).startswith(words)


def test_shares_within_a_millionth_of_one_are_divided_by_their_sum():
    assert parse_target(b"0.333333\n0.333333\n0.333333\n", "t").tolist() == [1 / 3] * 3
    assert parse_membership(b"1 a 0.333333 0.333333 0.333333\n", "m").shares.sum() == pytest.approx(1, abs=1e-15)


@pytest.mark.skipif(not TOY.exists(), reason="the files of FairWeb are not here")
def test_the_toy_files_of_fairweb_are_scored():
    names = ["R-HINDEX", "R-GENDER", "M-RATINGS", "M-ORIGIN", "T-FOLLOWERS", "Y-SUBSCS"]
    nominal = {"R-GENDER", "M-ORIGIN"}
    read = lambda name: (TOY / name).read_bytes()  # noqa: E731
    attributes = [
        Attribute(
            name,
            parse_membership(read(f"toy.{name}.gmemb"), name),
            parse_target(read(f"{name}.golddistr"), name),
            name in nominal,
        )
        for name in names
    ]
    runs = [trec.parse_run(read(name), name) for name in ("toyrun1", "toyrun2")]
    found = fairness(prepare(trec.parse_judgements(read("toy.4topics.qrels"), "qrels"), runs, attributes))
    assert (found.topics, len(found.measures)) == (("P001", "P002", "P003", "P004"), 10)
    # toyrun1 on P001, by hand: grade 2 first, grade 1 at rank 4, with h-index groups 1 and 4, unknown in between
    scores = dict(zip(found.measures, found.values[:, 0, 0].tolist(), strict=True))
    assert scores["ERR"] == pytest.approx(3 / 4 + 1 / 16 / 4)
    assert scores["GF-NMD:R-HINDEX"] == pytest.approx(3 / 4 * 1 / 2 + 1 / 16 * 11 / 12)
    assert scores["GFR-ERR"] == pytest.approx(
        (scores["ERR"] + scores["GF-NMD:R-HINDEX"] + scores["GF-JSD:R-GENDER"]) / 3
    )
    known = ~np.isnan(found.values[2:8, 0])
    assert known.sum(axis=1).tolist() == [1] * 6
    assert known.sum(axis=0).tolist() == [2, 2, 1, 1]
