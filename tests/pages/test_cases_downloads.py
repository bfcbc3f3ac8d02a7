"""What Cases gives away: the table of cases, cards for a slide."""

import dataclasses
import re

import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import properties
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.report import cards
from ordquant_core.tasks import assemble, parse_gold, parse_run
from pages.shared.task_scores import Versus
from tests.pages.on_cases import GOLD, ONE, TWO, cases, own


@pytest.fixture(scope="module")
def parts():
    gold = parse_gold(GOLD.encode(), "gold.csv")
    runs = [parse_run(ONE.encode(), "one.csv"), parse_run(TWO.encode(), "<b>two</b>.csv")]
    task = assemble(gold, runs)
    found = score(task, tuple(MEASURES))
    versus = Versus(
        task,
        *task.runs,
        found,
        comparison.deltas(found, *task.runs),
        comparison.preferences(found, *task.runs),
        ("two runs", *task.runs),
    )
    return versus, properties(task.gold, *task.estimates, task.votes)


def test_cards_for_a_slide_need_nothing_from_outside_and_no_script(parts):
    versus, _ = parts
    page = cards.page(versus.task, versus.scores, [1, 3], ("NMD", "RNOD")).decode()
    assert page.count("<article>") == 2
    assert page.count("<svg") == 2
    assert "Case q:" in page
    assert "<script" not in page
    assert "<b>two" not in page
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    for key in MAIN_MEASURES:
        assert f">{MEASURES[key].label}<" in page


def test_cards_for_a_slide_say_what_was_repaired(parts):
    versus, _ = parts
    repaired = dataclasses.replace(versus, task=dataclasses.replace(versus.task, notes=("<one> row divided",)))
    pages = [cards.page(one.task, one.scores, [1], ("NMD", "RNOD")).decode() for one in (repaired, versus)]
    assert "Repaired: &lt;one&gt; row divided" in pages[0]
    assert "Repaired" not in pages[1]


def test_downloads_are_offered_for_what_is_listed():
    def labels(app):
        return [button.label for button in app.get("download_button")]

    offered = labels(cases(a="Popularity", b="Uniform", only="disagreements"))
    assert {"Cases with all scores (CSV)", "Gold (CSV)", "Run A (CSV)"} <= set(offered)
    offered = labels(own())
    assert {"Gold (CSV)", "Run B (CSV)", "Cards for a slide (HTML)"} <= set(offered)
    assert not any("Gold" in label for label in labels(own(votes="900-")))


def test_wins_and_losses_are_what_the_command_writes_with_the_names_of_the_runs(parts):
    versus, _ = parts
    command = versus.preferences.to_frame(correlations=comparison.delta_correlations(versus.deltas))
    assert versus.preferences_to_frame().equals(command.assign(run_a=versus.run_a, run_b=versus.run_b))
    assert command["pearson_NMD"][0] == pytest.approx(1)
