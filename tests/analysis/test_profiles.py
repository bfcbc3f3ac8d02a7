"""Profiles of official scorers: each figure from its definition, a case at a time, in plain Python."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy, wasserstein_distance

from ordquant_core.analysis.profiles import PROFILES, get_profile, lequa_groups
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.formats import File, read_bytes, read_task
from ordquant_core.records import Task
from ordquant_core.teaching.other_scorers import macro_nmd
from tests.strategies import votes_tables

SHARED = Path(__file__).parents[2] / "../shared/data"
shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared tasks' files are not here")


def task_of(votes, estimates, *, keep=True):
    votes, estimates = np.asarray(votes), np.asarray(estimates, dtype=np.float64)
    names = [
        tuple(f"{letter}{i}" for i in range(n))
        for letter, n in zip("kcr", (votes.shape[1], *estimates.shape[1::-1]), strict=False)
    ]
    gold = votes / votes.sum(axis=-1, keepdims=True)
    shares = estimates / estimates.sum(axis=-1, keepdims=True)
    return Task("t", None, names[0], names[1], gold, votes if keep else None, names[2], shares)


def tasks(size):
    return st.tuples(votes_tables(size, 6), votes_tables(size, 12).map(lambda t: t.reshape(2, 6, size))).map(
        lambda pair: task_of(*pair)
    )


def emd(gold, estimated):
    places = np.arange(len(gold))
    return wasserstein_distance(places, places, gold, estimated)


def printed(value, digits):
    """A number as `printf` writes it with so many digits."""
    return float(f"{value:.{digits}f}")


@given(task=tasks(5))
def test_lequa_averages_groups_by_the_mean_of_the_gold(task):
    """Step by step as evaluate.py of LeQua 2024 goes: a group without a case is 0, and cases beyond 5 are in none."""
    stars = np.arange(5) + 1
    of_case = np.digitize((stars * task.gold).sum(axis=1), bins=stars)
    profile = get_profile("lequa2024-t3")
    exact, figures = {name: figure(task) for name, figure in profile.figures.items()}, profile.score(task)
    for place, run in enumerate(task.estimates):
        nmd = np.array([emd(g, p) / 4 for g, p in zip(task.gold, run, strict=True)])
        means = np.zeros(4)
        for star in (1, 2, 3, 4):
            if (of_case == star).any():
                means[star - 1] = nmd[of_case == star].mean()
        expected = {"macro-NMD": means.mean(), "macro-NMD-sd": means.std(), "MNMD": nmd.mean(), "MNMD-sd": nmd.std()}
        for name, value in expected.items():
            assert exact[name][place] == pytest.approx(value, abs=1e-9), name
            assert figures[f"lequa2024-t3:{name}"][place] == printed(exact[name][place], 5), name
        if means.all():
            assert exact["macro-NMD"][place] == pytest.approx(macro_nmd(task.gold, run), abs=1e-12)


def test_lequa_says_where_its_code_drops_cases_and_counts_empty_groups():
    task = task_of([[0, 0, 0, 0, 3], [0, 0, 0, 1, 1], [4, 0, 0, 0, 0]], [[[1, 1, 1, 1, 1]] * 3])
    notes = PROFILES["lequa2024-t3"].notes(task)
    assert [note.split(":")[0] for note in notes] == [
        "no gold has a mean from 2 to 3",
        "no gold has a mean from 3 to 4",
        "1 of 3 cases have a gold distribution with a mean of exactly 5",
    ]
    assert lequa_groups(task.gold).tolist() == [5, 4, 1]
    assert PROFILES["lequa2024-t3"].score(task)["lequa2024-t3:macro-NMD"] == [
        # NMD of Uniform: (.2 + .4 + .6 + .3) / 4 for the second gold, (.8 + .6 + .4 + .2) / 4 for the third
        round((0.375 + 0.5) / 4, 5)
    ]


def test_lequa_says_where_the_last_bit_of_a_mean_decides():
    gold = [[0.1, 0.2, 0.4, 0.2, 0.1], [0.0, 0.1, 0.8, 0.1, 0.0], [0.5, 0.25, 0.25, 0, 0], [1, 0, 0, 0, 0]]
    task = replace(task_of([[1, 1, 1, 1, 1]] * 4, [[[1, 1, 1, 1, 1]] * 4]), gold=np.array(gold))
    assert (
        lequa_groups(task.gold).tolist() == np.digitize((np.arange(1, 6) * gold).sum(axis=1), np.arange(1, 6)).tolist()
    )
    (note,) = [note for note in PROFILES["lequa2024-t3"].notes(task) if "last bit" in note]
    assert note.startswith("2 of 4 cases have a gold distribution with a mean of 2, 3 or 4")


@given(task=tasks(7))
def test_lewidi_prints_undivided_wasserstein_distances_with_5_digits(task):
    for key in ("lewidi2025-csc", "lewidi2025-par"):
        for run, found in zip(task.estimates, PROFILES[key].score(task)[f"{key}:wasserstein"], strict=True):
            expected = np.mean([emd(g, p) for g, p in zip(task.gold, run, strict=True)])
            assert found == pytest.approx(expected, abs=0.6e-5)
            assert found == round(found, 5)


@given(task=tasks(7))
def test_lewidi_divides_published_soft_labels_of_two_decimals_by_their_sum(task):
    """Their scorer calls SciPy's `wasserstein_distance` with the soft labels of the file as weights."""
    published = np.round(task.gold, 2)
    for key in ("lewidi2025-csc", "lewidi2025-par"):
        for run, found in zip(task.estimates, PROFILES[key].score(task)[f"{key}:wasserstein-published"], strict=True):
            places = range(len(task.classes))
            each = [wasserstein_distance(places, places, p, g) for g, p in zip(published, run, strict=True)]
            assert found == pytest.approx(np.mean(each), abs=0.6e-5)


def test_three_annotators_of_seven_classes_show_what_published_digits_change():
    """By hand: votes for classes 1, 1, 7, published as .67 and .33; an estimate on class 1 is 6/3 = 2 away, or 1.98."""
    task = task_of([[2, 0, 0, 0, 0, 0, 1]], [[[1, 0, 0, 0, 0, 0, 0]]])
    found = PROFILES["lewidi2025-csc"].score(task)
    assert found["lewidi2025-csc:wasserstein"].tolist() == [2.0]
    assert found["lewidi2025-csc:wasserstein-published"].tolist() == [1.98]


def average_manhattan(golds, estimates):
    """As `average_MD` of the organisers goes: every distance has 5 digits, and so has their mean."""
    each = [
        round(sum(abs(p - g) for p, g in zip(*pair, strict=True)), 5) for pair in zip(estimates, golds, strict=True)
    ]
    return round(sum(each) / len(each), 5)


@given(task=tasks(2))
def test_lewidi_prints_manhattan_distances_of_two_classes(task):
    golds = {"manhattan": task.gold.tolist(), "manhattan-published": np.round(task.gold, 2).tolist()}
    for name, gold in golds.items():
        found = PROFILES["lewidi2025-mp"].score(task)[f"lewidi2025-mp:{name}"].tolist()
        assert found == [average_manhattan(gold, run.tolist()) for run in task.estimates]
        alone = PROFILES["lewidi2025-ven"].score(task)[f"lewidi2025-ven:{name}"].tolist()
        assert alone == found  # ids that name no item: each is one


@given(task=tasks(2), items=st.lists(st.sampled_from("abc"), min_size=6, max_size=6))
def test_lewidi_rounds_the_mean_of_every_item_before_the_mean_of_all(task, items):
    cases = tuple(f"x/{item}/{number}" for number, item in enumerate(items))
    found = PROFILES["lewidi2025-ven"].score(replace(task, cases=cases))["lewidi2025-ven:manhattan"]
    for run, value in zip(task.estimates, found, strict=True):
        each = []
        for item in dict.fromkeys(items):
            rows = [row for row, one in enumerate(items) if one == item]
            each.append(average_manhattan(task.gold[rows].tolist(), run[rows].tolist()))
        assert value == round(sum(each) / len(each), 5)


@given(task=tasks(2))
def test_semeval_d_smooths_by_half_an_item(task):
    figures = {name: figure(task) for name, figure in PROFILES["semeval2016-d"].figures.items()}
    rounded = PROFILES["semeval2016-d"].score(task)
    for r, run in enumerate(task.estimates):
        kld, ae, rae = [], [], []
        for votes, estimated in zip(task.votes, run, strict=True):
            size = votes.sum()
            g, p = ((side + 1 / (2 * size)) / (1 + 2 / (2 * size)) for side in (votes / size, estimated))
            kld.append(entropy(g, p))
            ae.append(np.mean(np.abs(votes / size - estimated)))
            rae.append(np.mean(np.abs(g - p) / g))
        for name, each in (("KLD", kld), ("AE", ae), ("RAE", rae)):
            assert figures[name][r] == pytest.approx(np.mean(each), rel=1e-7, abs=1e-9), name
            assert rounded[f"semeval2016-d:{name}"][r] == printed(figures[name][r], 3), name


def test_semeval_prints_three_digits():
    task = task_of([[2, 2, 3, 1, 1]] * 3, [[[1, 2, 3, 1, 1]] * 3] * 2)
    (found,) = {value for values in PROFILES["semeval2016-e"].score(task).values() for value in values.tolist()}
    # The cumulated shares differ by 7/72, 5/72, 1/36, 1/72
    assert found == round((7 + 5 + 2 + 1) / 72, 3)


def ratio(part, whole):
    return part / whole if whole else 0.0


@given(task=tasks(3))
def test_dbdc_is_the_published_definition_turn_by_turn(task):
    """Labels by majority (of equals, the first of O, T, X), precision and recall by counting turns, two groupings."""
    figures = {name: figure(task) for name, figure in get_profile("dbdc").figures.items()}

    def label(shares):
        return "OTX"[max(range(3), key=lambda number: (shares[number], -number))]

    for run, estimates in enumerate(task.estimates):
        said, true = [label(one) for one in estimates.tolist()], [label(one) for one in task.gold.tolist()]
        assert figures["accuracy"][run] == pytest.approx(sum(map(str.__eq__, said, true)) / len(true))
        broken = [gold[1] + gold[2] > gold[0] for gold in task.gold.tolist()]
        for name, found, wanted in (
            ("B", [one == "X" for one in said], [one == "X" for one in true]),
            ("PB+B", [one != "O" for one in said], broken),
        ):
            right = sum(x and y for x, y in zip(found, wanted, strict=True))
            precision, recall = ratio(right, sum(found)), ratio(right, sum(wanted))
            expected = precision, recall, ratio(2 * precision * recall, precision + recall)
            for figure, value in zip(("precision", "recall", "F"), expected, strict=True):
                assert figures[f"{figure}-{name}"][run] == pytest.approx(value), (figure, name)
        for name, groups in (("NB-PB-B", [[0], [1], [2]]), ("NB-(PB+B)", [[0], [1, 2]]), ("(NB+PB)-B", [[0, 1], [2]])):
            golds, shares = (
                [[sum(one[i] for i in group) for group in groups] for one in side.tolist()]
                for side in (task.gold, estimates)
            )
            pairs = list(zip(golds, shares, strict=True))
            mse = np.mean([sum((x - y) ** 2 for x, y in zip(*pair, strict=True)) / len(groups) for pair in pairs])
            middle = [[(x + y) / 2 for x, y in zip(*pair, strict=True)] for pair in pairs]
            jsd = np.mean(
                [(entropy(g, m, base=2) + entropy(p, m, base=2)) / 2 for (g, p), m in zip(pairs, middle, strict=True)]
            )
            assert figures[f"MSE-{name}"][run] == pytest.approx(mse, abs=1e-12), name
            assert figures[f"JSD-{name}"][run] == pytest.approx(jsd, abs=1e-12), name


def test_what_does_not_fit_a_profile_is_refused():
    task = task_of([[1, 2, 3]], [[[1, 1, 1]]])
    with pytest.raises(OrdquantError, match="lequa2024-t3 is for tasks with 5 classes; this one has 3"):
        get_profile("lequa2024-t3").score(task)
    with pytest.raises(OrdquantError, match="needs the number of votes"):
        get_profile("semeval2016-d").score(task_of([[1, 2]], [[[1, 1]]], keep=False))
    with pytest.raises(
        UnknownNameError, match="Unknown profile 'lequa'; choose from dbdc, lequa2024-t3, lewidi2025-csc"
    ):
        get_profile("lequa")


def read(gold, run, **options):
    read = read_task([File(str(path), read_bytes(str(path))) for path in (gold, run)], gold=str(gold), **options)
    assert read.task is not None, read.problems
    return read.task


@shared
@pytest.mark.parametrize("run", ["most_freq_baseline_par_dev_soft", "AadiSanghani-v2_0710a_Paraphrase_DEV_soft"])
def test_lewidi_from_the_files_themselves(run):
    """As the official scorer goes: `wasserstein_distance(range(11), range(11), estimate, gold)` of each item."""
    gold, path = SHARED / "lewidi2025/paraphrase_dev.json", SHARED / f"lewidi2025/runs/{run}.tsv"
    soft = {case: list(entry["soft_label"].values()) for case, entry in json.loads(gold.read_text()).items()}
    labels = [list(map(int, entry["soft_label"])) for entry in json.loads(gold.read_text()).values()]
    assert all(one == list(range(-5, 6)) for one in labels)
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    estimates = {case: json.loads(array) for case, array in lines}
    distances = [emd(soft[case], estimates[case]) for case in soft]
    found = PROFILES["lewidi2025-par"].score(read(gold, path))["lewidi2025-par:wasserstein"]
    assert found.tolist() == [pytest.approx(round(np.mean(distances), 5), abs=1.1e-5)]


@shared
@pytest.mark.parametrize("scale", ["A", "E"])
def test_ntcir_from_the_files_themselves(scale):
    gold, path = SHARED / "stc3/gold_test.json", SHARED / "stc3/runs_quality/WIDM-mem0.json"
    task = read(gold, path, scale=scale)
    nmd, of_all, of_gold = [], [], []
    for g, p in zip(task.gold, task.estimates[0], strict=True):
        dw = [sum(abs(i - j) * (p[j] - g[j]) ** 2 for j in range(5)) for i in range(5)]
        nmd.append(emd(g, p) / 4)
        of_all.append(math.sqrt(np.mean(dw) / 4))
        of_gold.append(
            math.sqrt(
                (
                    np.mean([w for w, x in zip(dw, g, strict=True) if x])
                    + np.mean([w for w, x in zip(dw, p, strict=True) if x])
                )
                / 2
                / 4
            )
        )
    older, newer = PROFILES["ntcir-stc3-2018"].score(task), PROFILES["ntcir-2020"].score(task)
    assert [one[0] for one in older.values()] == pytest.approx([np.mean(nmd), np.mean(of_all)], abs=1e-9)
    assert [one[0] for one in newer.values()] == pytest.approx(
        [-math.log2(np.mean(nmd)), -math.log2(np.mean(of_gold))], abs=1e-9
    )
