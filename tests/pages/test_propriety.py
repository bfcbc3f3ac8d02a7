"""Propriety on Which measure?: the figures of the definition, any truth and number of annotators, the downloads."""

import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, OTHER_MEASURES
from ordquant_core.spaces.propriety import Propriety, proprieties, propriety
from pages.which_measure.state import parse_truth
from tests.html_tables import rows_of
from tests.pages.apps import app_at, messages, plot, shown, text_of, verdict

TRUTH = (0.1, 0.3, 0.6)


def propriety_page(**query):
    return app_at("pages/which_measure/page.py", show="propriety", **query)


def table(app):
    return {row.data["measure"]: row for row in rows_of(shown(app, 'id="propriety"'), "propriety") if row.data}


def test_the_figures_of_the_definition_are_shown_first():
    app = propriety_page()
    assert not app.exception
    found = table(app)
    assert set(found) == {*MAIN_MEASURES, *OTHER_MEASURES}
    for keys, best, scores in (
        ("NMD", "0, 0.333, 0.667", ("0.155", "0.188")),
        ("NVD", "0, 0.333, 0.667", ("0.253", "0.291")),
        ("RSNOD", "0, 0.333, 0.667", ("0.206", "0.234")),
        ("RNOD RNADW RNSS RNOD2 RNADW2", "0, 0.333, 0.667", None),
        ("JSD", "0.042, 0.285, 0.673", None),
        ("RPS", "0.1, 0.3, 0.6", ("0.055", "0.055")),
    ):
        for key in keys.split():
            assert found[key].cells[1].endswith(best), key
            assert scores is None or tuple(found[key].cells[2:4]) == scores
            assert found[key].cells[5] == ("✓" if key == "RPS" else "–")
    proper = [key for key, row in found.items() if row.cells[5] == "✓"]
    assert proper == ["DNKT", "RPS"]
    others = f"{len(found) - len(proper)} of the {len(found)} "
    assert verdict(app).startswith(f"Against 3 annotators, the truth is a best report by DNKT and RPS; by {others}")
    assert verdict(app).endswith("NMD is best at 0, 0.333, 0.667: 0.155, where the truth scores 0.188.")


def test_a_gap_that_three_decimals_hide_is_written_out():
    said = verdict(propriety_page(truth="0.69,0.31", k="16", report="NMD"))
    assert said.endswith("NMD is best at 0.688, 0.312: 0.0906, 0.000423 less than the truth.")
    assert table(propriety_page(truth="0.69,0.31", k="16"))["NMD"].cells[4] == "0.000423"


def test_another_truth_number_of_annotators_and_measure_come_from_a_link():
    app = propriety_page(truth="1,1,2", k="5", report="RPS")
    assert not app.exception
    assert not messages(app)
    (rps,) = propriety((1, 1, 2), 5, ["RPS"])
    assert verdict(app).endswith(f"By RPS, no report found is better than the truth: {rps.truth_score:.3f}.")
    assert text_of(table(app)["RPS"].cells[1]).endswith("0.25, 0.25, 0.5")


def test_the_gap_is_drawn_by_the_number_of_annotators():
    drawn = plot(propriety_page(k="4"), "propriety_gap")["data"][0]
    assert [text.split(":")[0] for text in drawn["customdata"]][:4] == [
        "1 annotator", "2 annotators", "3 annotators", "4 annotators",
    ]  # fmt: skip


def test_where_a_search_is_needed_the_page_says_for_how_many_measures():
    keys = (*MAIN_MEASURES, *OTHER_MEASURES)
    searched = sum(not found.exhaustive for found in propriety((1, 2, 3, 4), 10, keys))
    assert searched
    assert f"(for {searched} of the measures, of those that a search visits)" in str(
        [block.value for block in propriety_page(truth="1,2,3,4", k="10").html]
    )
    assert "that a search visits" not in str([block.value for block in propriety_page().html])


@pytest.mark.parametrize("text", ["", "1", "1,2,3,4,5,6,7", "x", "0,0", "-1,2", "1e999,1"])
def test_what_is_no_distribution_is_refused(text):
    with pytest.raises(OrdquantError):
        parse_truth(text)


def test_the_search_in_pieces_is_that_of_the_library_for_all_numbers():
    found = proprieties(TRUTH, (2, 3), ("NMD", "RPS"))
    assert found == propriety(TRUTH, 2, ["NMD", "RPS"]) + propriety(TRUTH, 3, ["NMD", "RPS"])
    rows = Propriety.frame(found).itertuples(index=False, name=None)
    assert [row[:4] for row in rows][2] == (3, "NMD", "0.1 0.3 0.6", "0 0.3333333333 0.6666666667")
    with pytest.raises(OrdquantError):
        proprieties(TRUTH, (10_000,), ("NMD",))
