"""The list of cases and the card: rankings, filters, selections, texts that came with a case."""

import numpy as np
import pytest

from pages.shared import sources
from tests.pages.apps import plot, rings, shown
from tests.pages.on_cases import (
    card,
    cases,
    choose_section,
    everything,
    has_list,
    list_all,
    list_of,
    listed,
    numbers_of,
    own,
    upload,
)

pytestmark = pytest.mark.slow

SAMPLE = sources.samples()["dialogue-quality"].digest

# Rankings and filters


def test_every_ranking_lists_all_cases_and_shows_what_it_ranks_by():
    for rank in ("difference", "disagreement", "entropy", "variance", "dip"):
        app = cases(rank=rank, a="Popularity", b="Uniform")
        first = listed(app)
        assert len(listed(list_all(app))) == 300
        assert listed(app)[: len(first)] == first
        by = np.abs(numbers_of(app, list_of(app)[0][-1]))
        assert (np.diff(by) <= 0).all(), rank


def test_disagreements_are_amber_only_where_other_cases_are_listed_with_them():
    app = cases(a="Popularity", b="Uniform", only="disagreements")
    n_disagreements = len(listed(list_all(app)))
    assert "oq-dissent" not in shown(app, 'id="cases"')
    app = list_all(cases(a="Popularity", b="Uniform"))
    assert shown(app, 'id="cases"').count("oq-dissent") == n_disagreements > 0


def test_filters_leave_the_cases_that_pass_and_the_plot_shows_these():
    app = own()
    app.pills(key="cases_shape").set_value(["bimodal"]).run()
    assert listed(app) == ["q"]
    assert "1 of 5 cases match the filter: gold bimodal" in everything(app).replace("\\", "")
    drawn = [case for trace in plot(app, "cases_focus")["data"] for case in trace.get("text") or []]
    assert drawn == ["q"]
    assert card(app).startswith("Case q:")
    app.button(key="cases_clear_filter").click().run()
    assert sorted(listed(app)) == ["p", "q", "r", "s", "t"]


def test_robust_disagreements_become_fewer_the_more_is_asked_for():
    sizes = []
    for word in ("", "kept in most panels", "robust"):
        app = cases(a="Popularity", b="Uniform", only="disagreements", **({"robust": word} if word else {}))
        sizes.append(len(listed(app)) if has_list(app) else 0)
        assert not app.exception
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_a_gold_of_probabilities_offers_no_robustness():
    app = upload(("gold.csv", "case,a,b,c\n1,.5,.25,.25\n2,0,0,1\n"), show="robustness")
    assert not app.exception
    assert "how far another panel of annotators would differ from it cannot be" in everything(app)
    choose_section(app, "cases")
    assert app.select_slider(key="cases_robust").disabled
    assert not [field for field in app.number_input if "votes" in field.key]


# The card, the selection


def test_next_and_previous_walk_along_the_list_that_is_shown():
    app = cases(a="Popularity", b="Uniform", only="disagreements", rank="variance")
    names = listed(app)
    app.button(key="step_next").click().run()
    assert card(app).startswith(f"Case {names[1]}:")
    app.button(key="step_previous").click().run()
    assert card(app).startswith(f"Case {names[0]}:")
    assert app.button(key="step_previous").disabled


def test_cases_selected_together_are_listed_alone_until_the_selection_is_cleared():
    app = list_all(cases(a="Popularity", b="Uniform"))
    ranked = listed(app)
    numbers = np.array([5, 0, 17])
    app.session_state["marked"] = (SAMPLE, tuple(f"D{number:03}" for number in range(1, 301))), numbers
    app.run()
    assert listed(app) == [name for name in ranked if name in ("D006", "D001", "D018")]
    assert "3 cases selected." in everything(app)
    assert len(rings(app, "together_cases_focus", "cases_focus")) == 3
    assert card(app).startswith(f"Case {listed(app)[0]}:")
    app.button(key="cases_clear_selection").click().run()
    assert rings(app, "together_cases_focus", "cases_focus") == []
    assert listed(list_all(app)) == ranked


@pytest.mark.parametrize("of", ["another digest", (SAMPLE, ("its files", "had", "other cases"))])
def test_a_selection_of_another_task_or_of_other_cases_means_nothing_here(of):
    app = cases(a="Popularity", b="Uniform")
    app.session_state["marked"] = of, np.array([1, 400])
    app.run()
    assert len(listed(list_all(app))) == 300


def test_texts_and_links_that_came_with_a_case_are_shown_as_text_and_only_web_links_are_links():
    markup = {case: shown(own(case=case), 'id="reasons"') for case in "pqrs"}
    assert '<a href="https://example.org/p"' in markup["p"]
    assert "a first text" in markup["p"]
    assert "javascript:alert(1)" in markup["q"]
    assert "&lt;script&gt;" in markup["q"]
    assert "<a" not in markup["q"]
    assert "<script" not in markup["q"]
    assert "<a" not in markup["r"]
    assert "oq-extras" not in markup["s"]


# The same value reads the same everywhere
