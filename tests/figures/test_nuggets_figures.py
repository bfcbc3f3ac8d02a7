"""Means over alpha, points per dialogue and the blocks of a dialogue are drawn as they are given."""

import numpy as np
import pytest

from ordquant_core.figures.dialogue import ROW, Block, dialogue_figure
from ordquant_core.figures.nuggets import alpha_figure, dialogue_scatter
from ordquant_core.figures.template import DARK, LIGHT

CUSTOMER, HELPDESK = ("CNUG0", "CNUG", "CNUG*", "CNaN"), ("HNUG", "HNUG*", "HNaN")
HOSTILE, ESCAPED = "<b>x</b>&", "&lt;b&gt;x&lt;/b&gt;&amp;"


ENDS = (("x", 0.1, 0.3), ("y", 0.3, 0.1), ("z", 0.2, 0.25))


def over_alpha(low=(0.1, 0.3, 0.2), high=(0.3, 0.1, 0.25), runs=("x", "y", "z"), look=LIGHT, **more):
    return alpha_figure(low, high, runs, measure="RNSS", title="t", **({"alpha": 0.25, "look": look} | more))


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
    figure = over_alpha()
    for name, low, high in zip("xyz", (0.1, 0.3, 0.2), (0.3, 0.1, 0.25), strict=True):
        line = trace(figure, name)
        assert (list(line.x), list(line.y)) == ([0, 1], [low, high])


def test_the_dots_stand_at_alpha_and_carry_the_ranks():
    for alpha, ranks in ((0, {"x": "1", "z": "2", "y": "3"}), (1, {"y": "1", "z": "2", "x": "3"})):
        dots = trace(over_alpha(alpha=alpha), "rank")
        assert set(dots.x) == {alpha}
        assert dict(zip((name for name, _ in dots.customdata), dots.text, strict=True)) == ranks
        means = {name: f"{(1 - alpha) * low + alpha * high:.3f}" for name, low, high in ENDS}
        assert dict(dots.customdata) == means
    assert sorted(trace(over_alpha((0.2, 0.2), (0.2, 0.2), "xy"), "rank").text) == ["1", "1"]


def test_numbers_of_close_runs_are_lines_of_text_apart_and_do_not_lie_on_the_names():
    for alpha in (0.5, 1):
        figure = over_alpha((0.1, 0.2, 0.19), (0.3, 0.201, 0.2105), alpha=alpha, height=380)
        numbers = {one.text: one for one in figure.layout.annotations if one.xref != "paper"}
        low, high = figure.layout.yaxis.range
        pixel = (high - low) / (380 - figure.layout.margin.t - figure.layout.margin.b)
        heights = [numbers[rank].y / pixel for rank in "123"]
        assert np.diff(heights).min() >= 12
        assert numbers["1"].xanchor == ("left" if alpha == 0.5 else "right")


# Dialogues as points


def points(x, y, **more):
    return dialogue_scatter(x, y, [f"d{i}" for i in range(len(x))], axes=("A", "B"), title="t", **more, look=LIGHT)


def test_every_dialogue_is_a_point_named_by_its_number():
    figure = points([0.1, 0.2, 0.3], [0.3, 0.2, 0.1], selected=2)
    dots = trace(figure, "dialogues")
    assert list(dots.customdata) == [0, 1, 2]
    assert [text.split("<br>") for text in dots.text] == [
        ["dialogue d0", "A 0.100", "B 0.300"],
        ["dialogue d1", "A 0.200", "B 0.200"],
        ["dialogue d2", "A 0.300", "B 0.100"],
    ]
    assert (list(trace(figure, "chosen").x), list(trace(figure, "chosen").y)) == ([0.3], [0.1])
    assert list(figure.layout.xaxis.range) == list(figure.layout.yaxis.range)
    assert len(figure.layout.shapes) == 1


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
