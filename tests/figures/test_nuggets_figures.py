"""Means over alpha, points per dialogue and the blocks of a dialogue are drawn as they are given."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.dialogue import ROW, draw_dialogue
from ordquant_core.figures.nuggets import NuggetView, draw_dialogues, draw_over_alpha
from ordquant_core.figures.template import LIGHT
from ordquant_core.nuggets import NUGGET_MEASURES
from tests.test_nugget_frames import ranking_of, task_of

ENDS = {"x": (0.1, 0.3), "y": (0.3, 0.1), "z": (0.2, 0.25)}  # helpdesk alone, customer alone
LONG, SENDERS = 1, ("customer", "helpdesk", "helpdesk", "customer")
TASK = task_of(runs=("x", "y", "z"), senders=(("customer",), SENDERS, ("helpdesk",), ("customer", "helpdesk")) * 6)
RANKING = ranking_of(TASK)
VIEW = NuggetView(TASK, RANKING, "RNSS", (0, 1), 0)


def over_alpha(alpha=0.25, ends=None):
    helpdesk, customer = np.array(ends or list(ENDS.values())).T[:, None].repeat(len(RANKING.helpdesk), axis=1)
    averages = replace(RANKING.averages, alpha=alpha)
    return draw_over_alpha(replace(RANKING, averages=averages, helpdesk=helpdesk, customer=customer), "RNSS", (0, 1))


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


def test_the_dots_stand_at_alpha_and_say_the_ranks():
    for alpha, ranks in ((0, {"x": "1", "z": "2", "y": "3"}), (1, {"y": "1", "z": "2", "x": "3"})):
        dots = trace(over_alpha(alpha), "rank")
        assert set(dots.x) == {alpha}
        assert dict(zip((name for name, _ in dots.customdata), dots.text, strict=True)) == ranks
        assert dict(dots.customdata) == {name: f"{ends[alpha]:.3f}" for name, ends in ENDS.items()}
    assert sorted(trace(over_alpha(ends=[(0.2, 0.2)] * 3), "rank").text) == ["1", "1", "1"]


def test_names_of_close_runs_are_lines_of_text_apart():
    figure = over_alpha(0.5, [(0.1, 0.3), (0.2, 0.201), (0.19, 0.2025)])
    layout, (low, high) = figure.layout, figure.layout.yaxis.range
    pixel = (high - low) / (layout.height - layout.margin.t - layout.margin.b)
    heights = sorted(one.y / pixel for one in layout.annotations)
    assert np.diff(heights).min() >= 12


# Dialogues as points


def test_every_dialogue_is_a_point_named_by_its_number():
    figure = draw_dialogues(VIEW, selected=2)
    x, y = RANKING.averages.values[NUGGET_MEASURES.index("RNSS"), :2]
    dots = trace(figure, "dialogues")
    assert list(dots.customdata) == list(range(len(TASK.dialogues)))
    assert (list(dots.x), list(dots.y)) == (list(x), list(y))
    assert [text.split("<br>")[0] for text in dots.text[:2]] == ["dialogue d0", "dialogue d1"]
    assert f"{x[0]:.3f}" in dots.text[0]
    assert f"{y[0]:.3f}" in dots.text[0]
    assert (trace(figure, "chosen").x[0], trace(figure, "chosen").y[0]) == (x[2], y[2])
    assert figure.layout.xaxis.range == figure.layout.yaxis.range
    assert len(figure.layout.shapes) == 1


def test_a_run_alone_is_compared_with_none():
    with pytest.raises(OrdquantError, match="two runs"):
        draw_dialogues(replace(VIEW, runs=(0,)))


# A dialogue


def dialogue(n, **more):
    return draw_dialogue(replace(VIEW, dialogue=n, **more))


def test_the_customer_is_on_the_left_and_the_helpdesk_beside_it_in_order():
    figure = dialogue(LONG)
    bars = trace(figure, "Gold")
    places = list(
        zip(np.asarray(bars.x) > 3.5, np.round(np.asarray(bars.base, dtype=float) / -ROW).astype(int), strict=True)
    )
    rows = [0, 0, 1, 2]  # where the helpdesk speaks on, a row of its own
    kinds = [TASK.types.of(sender) for sender in SENDERS]
    assert places == [
        (sender == "helpdesk", row)
        for sender, row, of_block in zip(SENDERS, rows, kinds, strict=True)
        for _ in of_block
    ]
    heads = [note.text.split("<br>")[0] for note in figure.layout.annotations]
    assert heads == [f"<b>{number}</b> {sender}" for number, sender in enumerate(SENDERS, start=1)]
    assert list(trace(figure, "types").text) == [kind for of_block in kinds for kind in of_block]
    assert figure.layout.height == 62 + 200 * 3


@pytest.mark.parametrize(("number", "bars"), [(0, 4 + 2), (1, 4 + 3), (2, 2 + 3)])  # a side that is silent has two
def test_both_sides_have_room_for_their_types(number, bars):
    low, high = dialogue(number).layout.xaxis.range
    assert (low, high) == (-0.65, pytest.approx(bars + 0.7 - 0.35))


def test_gold_is_a_filled_bar_and_runs_are_outlines_of_their_colour():
    figure = dialogue(LONG)
    sizes = [len(TASK.types.of(sender)) for sender in SENDERS]
    of_dialogue = slice(TASK.starts[LONG], TASK.starts[LONG] + len(SENDERS))
    gold, *runs = (
        np.concatenate([row[:size] for row, size in zip(values[of_dialogue], sizes, strict=True)])
        for values in (TASK.gold, *TASK.estimates[:2])
    )
    top = max(gold.max(), *(values.max() for values in runs))
    bars = trace(figure, "Gold")
    assert np.asarray(bars.y) == pytest.approx(gold / top)
    for name, colour, values in zip("xy", (LIGHT.run_a, LIGHT.run_b), runs, strict=True):
        dots = trace(figure, name)
        assert np.asarray(dots.y) - bars.base == pytest.approx(values / top)
        assert list(dots.customdata) == [f"{value:.3f}" for value in values]
        assert dots.marker.line.color == trace(figure, f"{name}, outline").line.color == colour


def test_every_block_shows_the_score_of_both_runs_and_votes_where_there_are_any():
    head = dialogue(LONG).layout.annotations[1]
    scores = RANKING.averages.scores.blocks[0, :2, TASK.starts[LONG] + 1]
    assert f"A {scores[0]:.3f}" in head.text
    assert f"B {scores[1]:.3f}" in head.text
    shares = TASK.gold[TASK.starts[LONG]].tolist()
    assert list(trace(dialogue(LONG), "Gold").customdata[:2]) == [f"{share:.3f}" for share in shares[:2]]
    votes = np.rint(10 * TASK.gold).astype(int)
    counted = replace(TASK, votes=votes, probabilities=votes / votes.sum(axis=1, keepdims=True))
    texts = trace(draw_dialogue(replace(VIEW, task=counted, dialogue=LONG)), "Gold").customdata
    first = int(votes[TASK.starts[LONG], 0])
    assert texts[0] == f"{first / votes[TASK.starts[LONG]].sum():.3f} ({first} vote{'s' * (first != 1)})"


def test_the_chosen_block_is_marked():
    assert len(dialogue(LONG).layout.shapes) == 0
    of_run = RANKING.averages.scores.blocks[0, 0]
    worst = int(of_run.argmax())
    of_dialogue = int(TASK.dialogue_of[worst])
    for block in range(len(TASK.senders[of_dialogue])):
        layout = dialogue(of_dialogue, block=block).layout
        word = "A’s worst" if of_run[TASK.starts[of_dialogue] + block] == of_run.max() else "chosen"
        assert [f" · {word}<br>" in head.text for head in layout.annotations] == [
            number == block for number in range(len(layout.annotations))
        ]
        (frame,) = layout.shapes
        assert (frame.x0 > 3) == (TASK.senders[of_dialogue][block] == "helpdesk")
        assert frame.y0 < layout.annotations[block].y - 1.04 < frame.y1
    assert LIGHT.disagreement not in str(layout.shapes)  # amber is for disagreement
