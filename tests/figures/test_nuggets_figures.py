"""Means over alpha, points per dialogue and the blocks of a dialogue are drawn as they are given."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.dialogue import ROW, Block, dialogue_figure
from ordquant_core.figures.nuggets import NuggetView, draw_dialogues, draw_over_alpha
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.nuggets import NUGGET_MEASURES
from tests.test_nugget_frames import ranking_of, task_of

CUSTOMER, HELPDESK = ("CNUG0", "CNUG", "CNUG*", "CNaN"), ("HNUG", "HNUG*", "HNaN")


ENDS = {"x": (0.1, 0.3), "y": (0.3, 0.1), "z": (0.2, 0.25)}  # helpdesk alone, customer alone
TASK = task_of(runs=("x", "y", "z"))
RANKING = ranking_of(TASK)
VIEW = NuggetView(TASK, RANKING, "RNSS", (0, 1), 0)


def over_alpha(alpha=0.25, ends=None):
    helpdesk, customer = np.array(ends or list(ENDS.values())).T[:, None].repeat(len(RANKING.helpdesk), axis=1)
    averages = replace(RANKING.averages, alpha=alpha)
    return draw_over_alpha(replace(RANKING, averages=averages, helpdesk=helpdesk, customer=customer), "RNSS", (0, 1))


def block(sender="customer", scores=(0.1, 0.2), **more):
    kinds = CUSTOMER if sender == "customer" else HELPDESK
    gold = np.arange(1, len(kinds) + 1) / sum(range(1, len(kinds) + 1))
    return Block(sender, kinds, gold, [gold[::-1], gold][: len(scores)], list(scores), **more)


def dialogue(*blocks, runs=("x", "y"), look=LIGHT, **more):
    return dialogue_figure(blocks, runs=runs, title="t", **more, look=look)


def trace(figure, name):
    (found,) = (one for one in figure.data if one.name == name)
    return found


# Means over alpha


def test_every_run_is_a_line_from_helpdesk_alone_to_customer_alone():
    for name, ends in ENDS.items():
        line = trace(over_alpha(), name)
        assert (list(line.x), list(line.y)) == ([0, 1], list(ends))
    with pytest.raises(OrdquantError, match="micro"):
        over_alpha(alpha=None)


def test_the_dots_stand_at_alpha_and_carry_the_ranks():
    for alpha, ranks in ((0, {"x": "1", "z": "2", "y": "3"}), (1, {"y": "1", "z": "2", "x": "3"})):
        dots = trace(over_alpha(alpha), "rank")
        assert set(dots.x) == {alpha}
        assert dict(zip((name for name, _ in dots.customdata), dots.text, strict=True)) == ranks
        assert dict(dots.customdata) == {name: f"{ends[alpha]:.3f}" for name, ends in ENDS.items()}
    assert sorted(trace(over_alpha(ends=[(0.2, 0.2)] * 3), "rank").text) == ["1", "1", "1"]


def test_numbers_of_close_runs_are_lines_of_text_apart_and_do_not_lie_on_the_names():
    for alpha in (0.5, 1):
        figure = over_alpha(alpha, [(0.1, 0.3), (0.2, 0.201), (0.19, 0.2105)])
        numbers = {one.text: one for one in figure.layout.annotations if one.xref != "paper"}
        low, high = figure.layout.yaxis.range
        pixel = (high - low) / (380 - figure.layout.margin.t - figure.layout.margin.b)
        heights = [numbers[rank].y / pixel for rank in "123"]
        assert np.diff(heights).min() >= 12
        assert numbers["1"].xanchor == ("left" if alpha == 0.5 else "right")


# Dialogues as points


@pytest.mark.parametrize("of_runs", [True, False])
def test_every_dialogue_is_a_point_named_by_its_number(of_runs):
    figure = draw_dialogues(VIEW, of_runs=of_runs, selected=2)
    values = RANKING.averages.values
    layers = [NUGGET_MEASURES.index(key) for key in ("RNSS", "JSD")]
    x, y = values[layers[0], :2] if of_runs else values[layers, 0]
    dots = trace(figure, "dialogues")
    assert list(dots.customdata) == list(range(len(TASK.dialogues)))
    assert (list(dots.x), list(dots.y)) == (list(x), list(y))
    assert [text.split("<br>")[0] for text in dots.text[:2]] == ["dialogue d0", "dialogue d1"]
    assert f"{x[0]:.3f}" in dots.text[0]
    assert f"{y[0]:.3f}" in dots.text[0]
    assert (trace(figure, "chosen").x[0], trace(figure, "chosen").y[0]) == (x[2], y[2])
    assert not of_runs or figure.layout.xaxis.range == figure.layout.yaxis.range
    assert len(figure.layout.shapes) == of_runs


def test_a_run_alone_is_compared_with_none():
    with pytest.raises(OrdquantError, match="two runs"):
        draw_dialogues(replace(VIEW, runs=(0,)), of_runs=True)


# A dialogue


def test_the_customer_is_on_the_left_and_the_helpdesk_beside_it_in_order():
    figure = dialogue(block(), block("helpdesk"), block())
    bars = trace(figure, "Gold")
    places = list(
        zip(np.asarray(bars.x) > 3.5, np.round(np.asarray(bars.base, dtype=float) / -ROW).astype(int), strict=True)
    )
    assert places == [(False, 0)] * 4 + [(True, 0)] * 3 + [(False, 1)] * 4
    heads = [note.text for note in figure.layout.annotations]
    assert [head.split("<br>")[0] for head in heads] == ["<b>1</b> customer", "<b>2</b> helpdesk", "<b>3</b> customer"]
    assert list(trace(figure, "types").text) == [*CUSTOMER, *HELPDESK, *CUSTOMER]


def test_gold_is_a_filled_bar_and_runs_are_outlines_of_their_colour():
    figure = dialogue(block(), look=DARK)
    top = 0.4
    assert np.asarray(trace(figure, "Gold").y) == pytest.approx(np.array([0.1, 0.2, 0.3, 0.4]) / top)
    for name, colour, values in (("x", DARK.run_a, [0.4, 0.3, 0.2, 0.1]), ("y", DARK.run_b, [0.1, 0.2, 0.3, 0.4])):
        dots = trace(figure, name)
        assert np.asarray(dots.y) == pytest.approx(np.array(values) / top)
        assert list(dots.customdata) == [f"{value:.3f}" for value in values]
        assert dots.marker.line.color == trace(figure, f"{name}, outline").line.color == colour


def test_every_block_shows_the_score_of_both_runs_and_votes_where_there_are_any():
    figure = dialogue(block(scores=(0.1234, 0.5), annotators=10))
    (head,) = figure.layout.annotations
    assert "A 0.123" in head.text
    assert "B 0.500" in head.text
    bars = trace(figure, "Gold")
    assert list(bars.customdata) == ["0.100 (1 vote)", "0.200 (2 votes)", "0.300 (3 votes)", "0.400 (4 votes)"]
    assert list(trace(dialogue(block()), "Gold").customdata) == ["0.100", "0.200", "0.300", "0.400"]


def test_the_chosen_block_is_marked():
    assert len(dialogue(block(), block("helpdesk")).layout.shapes) == 0
    layout = dialogue(block(), block("helpdesk"), selected=1, selected_as="A’s worst").layout
    assert layout.shapes[0].x0 > 3.5
    assert LIGHT.disagreement not in str(layout.shapes)  # amber is for disagreement
    assert ["A’s worst" in head.text for head in layout.annotations] == [False, True]
