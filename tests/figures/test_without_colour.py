"""Runs A and B differ in more than their colours: for print in grey, and for colour-blind readers."""

import json
import re

import pytest

from ordquant_core.figures.card import distribution_svg
from ordquant_core.figures.dialogue import Block, dialogue_figure
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.template import DARK, LIGHT
from tests.figures.test_every_figure import AB, ABC, EXAMPLES, GOLD

TWO = [Estimate("a", GOLD), Estimate("b", GOLD[::-1])]
BLOCK = Block("customer", AB, [0.5, 0.5], [[1, 0], [0, 1]], [0.25, 0.3])
NAMED = {"paths_figure", "draw_topic"}  # both runs are named where they stand, in words
ON_A_SCALE = {"draw_preferences", "map_figure"}  # ends of one scale of colours, named beside it; lines part them
ALONE = ("small_cumulative", "small_gaps", "small_order", "cumulative_figure")


def figure_of(example, **more):
    return json.loads(example(look=LIGHT, **more).to_json())


def marks(part, colour, found):
    """Collect what the lines and markers of that colour look like apart from it: their symbol, their dashes."""
    if isinstance(part, dict):
        line = part.get("line") if isinstance(part.get("line"), dict) else {}
        for colours, dash in ((part.get("color"), "solid"), (line.get("color"), line.get("dash", "solid"))):
            symbols = part.get("symbol", "circle")
            for number, one in enumerate(colours if isinstance(colours, list) else [colours]):
                if one == colour:
                    found.add((symbols[number] if isinstance(symbols, list) else symbols, dash))
        for name, value in part.items():
            if name != "line":
                marks(value, colour, found)
    elif isinstance(part, list):
        for value in part:
            marks(value, colour, found)
    return found


def both(figure):
    drawn = [figure["data"], figure["layout"].get("shapes", [])]
    return marks(drawn, LIGHT.run_a, set()), marks(drawn, LIGHT.run_b, set())


OF_TWO = [example for example in EXAMPLES if example.func.__name__ not in NAMED | ON_A_SCALE]


@pytest.mark.parametrize("example", OF_TWO, ids=lambda example: example.func.__name__)
def test_a_and_b_of_one_figure_differ_in_more_than_colour(example):
    a, b = both(figure_of(example))
    assert not (a and b) or (a - b and b - a), (a, b)


@pytest.mark.parametrize(
    "drawn",
    [distribution_figure(ABC, GOLD, TWO, look=LIGHT), dialogue_figure([BLOCK], runs=AB, title="t", look=LIGHT)],
    ids=["distributions", "dialogue"],
)
def test_outlines_of_b_are_dashed_and_its_dots_are_squares(drawn):
    a, b = both(json.loads(drawn.to_json()))
    assert {dash for _, dash in a} == {"solid"}
    assert {symbol for symbol, _ in a} == {"circle"}
    assert any(dash != "solid" for _, dash in b)
    assert any(symbol == "square" for symbol, _ in b)


@pytest.mark.parametrize("name", ALONE)
def test_so_they_do_where_each_has_a_figure_of_its_own(name):
    (example,) = (example for example in EXAMPLES if example.func.__name__ == name)
    a, b = both(figure_of(example, run="a"))[0], both(figure_of(example, run="b"))[1]
    assert a
    assert a != b


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_so_they_do_in_the_report(look):
    drawn = distribution_svg(ABC, GOLD, TWO, look=look)
    assert len(re.findall(f"<circle [^>]*{look.run_a}", drawn)) == len(ABC)
    assert len(re.findall(f"<rect [^>]*{look.run_b}", drawn)) == len(ABC)
    dashed = re.findall("<path [^>]*dasharray[^>]*>", drawn)
    assert len(dashed) == len(ABC)
    assert all(look.run_b in path for path in dashed)
    assert not any(look.run_a in path for path in dashed)
