"""Every worked value of the papers that can be computed, to the last digit that was printed."""

import numpy as np
import pytest

from ordquant_core import popularity, uniform
from ordquant_core.measures.order_aware import dw
from ordquant_core.measures.registry import MEASURES

FLAT_3, FLAT_4, FLAT_5 = (1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1, 1)
X, Y = (0.3, 0.3, 0.2, 0.1, 0.1), (0.4, 0.2, 0.2, 0.1, 0.1)
X_MIDDLE, Y_MIDDLE = (0.25, 0.25, 0.2, 0.15, 0.15), (0.3, 0.2, 0.2, 0.15, 0.15)
A, B = (0.25, 0.35, 0.15, 0.25), (0.25, 0.25, 0.35, 0.15)
LEFT = (1, 0, 0)  # the gold of EVIA 2017, Figure 2

ROWS = [  # key, gold, estimated, value (text = as printed; number = exact), where it was printed
    ("VD", FLAT_5, X, "0.4", "EVIA 2017, section 3.2.1 and SIGIR 2018, section 3.1"),
    ("VD", FLAT_5, Y, "0.4", "EVIA 2017, section 3.2.1 (SIGIR 2018 prints the vector of X for Y)"),
    ("NVD", FLAT_5, X, "0.2", "EVIA 2017, section 3.2.1"),
    ("NVD", FLAT_5, Y, "0.2", "EVIA 2017, section 3.2.1"),
    ("RNSS", FLAT_5, X, "0.1414", "EVIA 2017, section 3.2.1 and SIGIR 2018, section 3.1"),
    ("RNSS", FLAT_5, Y, "0.1732", "EVIA 2017, section 3.2.1 and SIGIR 2018, section 3.1"),
    ("JSD", FLAT_5, X, "0.0390", "EVIA 2017, section 3.2.1 and SIGIR 2018, section 3.1"),
    ("JSD", FLAT_5, Y, "0.0490", "EVIA 2017, section 3.2.1 and SIGIR 2018, section 3.1"),
    ("KLD", X_MIDDLE, X, "0.0408", "EVIA 2017, section 3.2.1: the first half of the JSD of (X)"),
    ("KLD", X_MIDDLE, FLAT_5, "0.0372", "EVIA 2017, section 3.2.1: the second half of the JSD of (X)"),
    ("KLD", Y_MIDDLE, Y, "0.0490", "EVIA 2017, section 3.2.1: the first half of the JSD of (Y)"),
    ("KLD", Y_MIDDLE, FLAT_5, "0.0490", "EVIA 2017, section 3.2.1: the second half of the JSD of (Y)"),
    ("RNSS", LEFT, (0, 0, 1), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (a)"),
    ("JSD", LEFT, (0, 0, 1), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (a)"),
    ("NOD", LEFT, (0, 0, 1), 1.0, "EVIA 2017, Figure 2 (a)"),
    ("SNOD", LEFT, (0, 0, 1), 1.0, "EVIA 2017, Figure 2 (a)"),
    ("NOD", (0, 0, 1), LEFT, 1.0, "EVIA 2017, Figure 2 (a')"),
    ("RNSS", LEFT, (0, 1 / 3, 2 / 3), "0.8819", "EVIA 2017, section 3.2.2, Figure 2 (b)"),
    ("JSD", LEFT, (0, 1 / 3, 2 / 3), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (b)"),
    ("NOD", LEFT, (0, 1 / 3, 2 / 3), "0.5000", "EVIA 2017, Figure 2 (b)"),
    ("SNOD", LEFT, (0, 1 / 3, 2 / 3), "0.6944", "EVIA 2017, Figure 2 (b)"),
    ("NOD", (0, 1 / 3, 2 / 3), LEFT, "0.8889", "EVIA 2017, Figure 2 (b')"),
    ("RNSS", LEFT, (0, 2 / 3, 1 / 3), "0.8819", "EVIA 2017, section 3.2.2, Figure 2 (c)"),
    ("JSD", LEFT, (0, 2 / 3, 1 / 3), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (c)"),
    ("NOD", LEFT, (0, 2 / 3, 1 / 3), "0.3333", "EVIA 2017, Figure 2 (c)"),
    ("SNOD", LEFT, (0, 2 / 3, 1 / 3), "0.6111", "EVIA 2017, Figure 2 (c)"),
    ("NOD", (0, 2 / 3, 1 / 3), LEFT, "0.8889", "EVIA 2017, Figure 2 (c')"),
    ("RNSS", LEFT, (0, 1, 0), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (d)"),
    ("JSD", LEFT, (0, 1, 0), 1.0, "EVIA 2017, section 3.2.2, Figure 2 (d)"),
    ("NOD", LEFT, (0, 1, 0), "0.5000", "EVIA 2017, Figure 2 (d)"),
    ("SNOD", LEFT, (0, 1, 0), "0.5000", "EVIA 2017, Figure 2 (d)"),
    ("NOD", (0, 1, 0), LEFT, "0.5000", "EVIA 2017, Figure 2 (d')"),
    ("RNSS", FLAT_3, (1, 0, 0), "0.5774", "EVIA 2017, section 3.2.2, Figure 3 (I)"),
    ("JSD", FLAT_3, (1, 0, 0), "0.4591", "EVIA 2017, section 3.2.2, Figure 3 (I)"),
    ("NOD", FLAT_3, (1, 0, 0), "0.3148", "EVIA 2017, Figure 3 (I)"),
    ("SNOD", FLAT_3, (1, 0, 0), "0.2407", "EVIA 2017, Figure 3 (I)"),
    ("NOD", (1, 0, 0), FLAT_3, "0.1667", "EVIA 2017, Figure 3 (I')"),
    ("RNSS", FLAT_3, (0, 1, 0), "0.5774", "EVIA 2017, section 3.2.2, Figure 3 (II)"),
    ("JSD", FLAT_3, (0, 1, 0), "0.4591", "EVIA 2017, section 3.2.2, Figure 3 (II)"),
    ("NOD", (0, 1, 0), FLAT_3, "0.1111", "EVIA 2017, Figure 3 (II'); for (II) itself see MISPRINTS"),
    ("RNSS", FLAT_3, (2 / 3, 1 / 3, 0), "0.3333", "EVIA 2017, section 3.2.2, Figure 3 (III)"),
    ("JSD", FLAT_3, (2 / 3, 1 / 3, 0), "0.2075", "EVIA 2017, section 3.2.2, Figure 3 (III)"),
    ("NOD", FLAT_3, (2 / 3, 1 / 3, 0), "0.1111", "EVIA 2017, Figure 3 (III)"),
    ("SNOD", FLAT_3, (2 / 3, 1 / 3, 0), "0.1111", "EVIA 2017, Figure 3 (III)"),
    ("NOD", (2 / 3, 1 / 3, 0), FLAT_3, "0.1111", "EVIA 2017, Figure 3 (III')"),
    ("RNSS", FLAT_3, (1 / 3, 2 / 3, 0), "0.3333", "EVIA 2017, section 3.2.2, Figure 3 (IV)"),
    ("JSD", FLAT_3, (1 / 3, 2 / 3, 0), "0.2075", "EVIA 2017, section 3.2.2, Figure 3 (IV)"),
    ("NOD", FLAT_3, (1 / 3, 2 / 3, 0), "0.0926", "EVIA 2017, Figure 3 (IV)"),
    ("SNOD", FLAT_3, (1 / 3, 2 / 3, 0), "0.1019", "EVIA 2017, Figure 3 (IV)"),
    ("NOD", (1 / 3, 2 / 3, 0), FLAT_3, "0.1111", "EVIA 2017, Figure 3 (IV')"),
    ("NMD", (1, 0, 0), (0, 0, 1), 1.0, "SIGIR 2018, section 3.2: the worst case, Figure 1 (b)"),
    ("NMD", (1, 0, 0), (0, 1, 0), 0.5, "SIGIR 2018, Figure 1 (a), by hand: half as far as (b)"),
    ("OD", FLAT_4, A, "0.020", "LQ 2021, section 3, System A"),
    ("OD", FLAT_4, B, "0.025", "LQ 2021, section 3, System B"),
    ("NMD", FLAT_4, A, 0.1 / 3, "LQ 2021, section 3, by hand: the cumulative gaps are (0, .1, 0)"),
    ("NMD", FLAT_4, B, 0.1 / 3, "LQ 2021, section 3, by hand: the cumulative gaps are (0, 0, .1)"),
    ("DNKT", (0.4, 0.3, 0.2, 0.1), (0.31, 0.30, 0.20, 0.19), 0.0, "variants study 2022, section 2.3"),
    ("DNKT", FLAT_5, X, 0.5, "variants study 2022, section 2.3: either side uniform"),
    ("DNKT", X, FLAT_5, 0.5, "variants study 2022, section 2.3: either side uniform"),
    ("DNKT", FLAT_5, FLAT_5, 0.5, "variants study 2022, footnote 3: both sides uniform"),
    ("DNKT_JSD", FLAT_5, FLAT_5, 0.0, "variants study 2022, Eq. 17 with JSD = 0"),
    ("DNKT_NMD", (0.4, 0.3, 0.2, 0.1), (0.4, 0.3, 0.2, 0.1), 0.0, "variants study 2022, below Eq. 17: both are 0"),
]

MISPRINTS = [  # key, gold, estimated, printed, by the paper's own definition, where, what seems to have happened
    ("NOD", FLAT_3, (0, 1, 0), "0.3148", 7 / 27, "EVIA 2017, Figure 3 (II)", "the value of (I), copied"),
    ("SNOD", FLAT_3, (0, 1, 0), "0.2130", 5 / 27, "EVIA 2017, Figure 3 (II)", "follows from the NOD above"),
    ("NOD", FLAT_5, X, "0.0227", 0.017, "EVIA 2017, Figure 4 (X)", "OD = 0.068 divided by 3 instead of L - 1 = 4"),
    ("NOD", X, FLAT_5, "0.0227", 0.017, "EVIA 2017, Figure 4 (X')", "OD = 0.068 divided by 3 instead of L - 1 = 4"),
    ("SNOD", FLAT_5, X, "0.0227", 0.017, "EVIA 2017, Figure 4 (X)", "SOD = 0.068 divided by 3 instead of 4"),
    ("NOD", FLAT_5, Y, "0.0380", 0.0285, "EVIA 2017, Figure 4 (Y)", "OD = 0.114 divided by 3 instead of L - 1 = 4"),
    ("NOD", Y, FLAT_5, "0.0380", 0.0285, "EVIA 2017, Figure 4 (Y')", "OD = 0.114 divided by 3 instead of L - 1 = 4"),
    ("SNOD", FLAT_5, Y, "0.0380", 0.0285, "EVIA 2017, Figure 4 (Y)", "SOD = 0.114 divided by 3 instead of 4"),
]


def half_a_unit(printed: str) -> float:
    return 0.5 * 10 ** -len(printed.partition(".")[2])


def ids(rows):
    return [f"{row[0]}: {row[-2] if rows is MISPRINTS else row[-1]}" for row in rows]


@pytest.mark.parametrize(("key", "gold", "estimated", "value", "source"), ROWS, ids=ids(ROWS))
def test_value_is_reproduced_to_its_last_printed_digit(key, gold, estimated, value, source):
    tolerance = half_a_unit(value) if isinstance(value, str) else 1e-12
    assert float(MEASURES[key](gold, estimated)) == pytest.approx(float(value), abs=tolerance, rel=0), source


@pytest.mark.parametrize(
    ("key", "gold", "estimated", "printed", "defined", "source", "story"), MISPRINTS, ids=ids(MISPRINTS)
)
def test_where_a_figure_departs_from_the_papers_own_formula_the_formula_holds(
    key, gold, estimated, printed, defined, source, story
):
    value = float(MEASURES[key](gold, estimated))
    assert value == pytest.approx(defined, abs=1e-12, rel=0), (source, story)
    assert abs(value - float(printed)) > half_a_unit(printed), f"{source} is no misprint: move it to ROWS"


@pytest.mark.parametrize(("estimated", "printed"), [(X, "0.0227"), (Y, "0.0380")], ids=["(X)", "(Y)"])
def test_the_printed_values_of_evia_figure_4_are_od_divided_by_3(estimated, printed):
    assert float(MEASURES["OD"](FLAT_5, estimated)) / 3 == pytest.approx(float(printed), abs=half_a_unit(printed))


def test_the_misprinted_snod_of_evia_figure_3_ii_is_the_mean_of_the_two_printed_nods():
    assert (float(MEASURES["NOD"](FLAT_3, (1, 0, 0))) + 1 / 9) / 2 == pytest.approx(0.2130, abs=0.5e-4)


def test_snod_still_falls_from_one_to_four_in_evia_figure_3_as_the_paper_says():
    values = MEASURES["SNOD"](FLAT_3, [(1, 0, 0), (0, 1, 0), (2 / 3, 1 / 3, 0), (1 / 3, 2 / 3, 0)])
    assert np.all(np.diff(values) < 0)


@pytest.mark.parametrize(
    ("estimated", "printed"),
    [(A, ("0.03", "0.01", "0.01", "0.03")), (B, ("0.05", "0.03", "0.01", "0.01"))],
    ids=["System A", "System B"],
)
def test_dw_of_every_class_is_as_printed_in_lq_2021_section_3(estimated, printed):
    assert dw(FLAT_4, estimated).tolist() == pytest.approx([float(value) for value in printed], abs=1e-12)


@pytest.mark.parametrize("key", ["NVD", "RNSS", "JSD"])
def test_nominal_measures_call_near_and_far_misses_utter_failures_alike_as_lq_2021_says(key):
    """Section 1: all tweets are highly positive, the systems say highly negative and positive."""
    assert MEASURES[key]((0, 0, 0, 0, 1), [(1, 0, 0, 0, 0), (0, 0, 0, 1, 0)]).tolist() == pytest.approx([1, 1])


@pytest.mark.parametrize("key", ["NMD", "RSNOD", "RNOD"])
@pytest.mark.parametrize(("near", "far"), [((0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 2))], ids=["a-b", "c-d"])
def test_ordinal_measures_rate_the_nearer_case_of_sigir_2018_figure_1_better(key, near, far):
    measure = MEASURES[key]
    assert measure(LEFT, near) < measure(LEFT, far) - 0.01


@pytest.mark.parametrize(
    ("votes", "delta_nmd", "delta_rnod"),
    [((0, 1, 2, 9, 8), "-0.150", "0.115"), ((8, 7, 3, 1, 1), "0", "0.263")],
    ids=["Figure 3 (a), 181th dialogue", "Figure 3 (b), 18th dialogue"],
)
def test_popularity_minus_uniform_on_two_dialogues_is_as_printed_in_lq_2021_figure_3(votes, delta_nmd, delta_rnod):
    def delta(key):
        return float(MEASURES[key](votes, popularity(votes)) - MEASURES[key](votes, uniform(votes)))

    exact_tie = float(delta_nmd) == 0
    assert delta("NMD") == pytest.approx(float(delta_nmd), abs=1e-12 if exact_tie else 0.5e-3, rel=0)
    assert delta("RNOD") == pytest.approx(float(delta_rnod), abs=0.5e-3, rel=0)
    for key in ("RSNOD", "NVD", "RNSS", "JSD", "RNOD2", "RNADW", "RNADW2"):
        assert delta(key) > 0.001, f"{key} prefers Uniform, as all of the paper's measures but NMD"


def test_rmse_orders_estimates_as_rnss_does_and_is_smaller_from_three_classes_on():
    """EVIA 2017 compares RNSS with RMSE: they differ by the root of 2/L."""
    gold, estimates = (0.1, 0.2, 0.4, 0.2, 0.1), [(0.3, 0.2, 0.2, 0.2, 0.1), (0.1, 0.1, 0.4, 0.2, 0.2), (0, 0, 0, 0, 1)]
    rmse, rnss = (MEASURES[key](gold, estimates) for key in ("RMSE", "RNSS"))
    assert rmse.tolist() == pytest.approx([(0.08 / 5) ** 0.5, (0.02 / 5) ** 0.5, (1.06 / 5) ** 0.5])
    assert rmse == pytest.approx(rnss * (2 / 5) ** 0.5)
