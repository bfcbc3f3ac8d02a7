"""Every builder makes figures that Plotly accepts as they are, and none is forgotten here."""

import importlib
import inspect
import pkgutil
from functools import partial

import numpy as np
import plotly.graph_objects as go
import pytest

from ordquant_core import figures
from ordquant_core.analysis.human_agreement import HumanAgreement
from ordquant_core.analysis.list_results import information_by_topic, rankings_alike
from ordquant_core.analysis.paths import interpolate
from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import options
from ordquant_core.analysis.retrieval import merge_sets, ranking_agreement
from ordquant_core.errors import OrdquantError
from ordquant_core.figures import (
    atlas,
    colour_table,
    deltas,
    dialogue,
    distributions,
    effects,
    measure_workings,
    measuring,
    nuggets,
    paths,
    planning,
    propriety,
    ranked_lists,
    report,
    scores,
    small_workings,
    standalone,
    subtasks,
    systems,
    ternary,
    venn,
    workings,
)
from ordquant_core.figures.template import DARK, LIGHT, figure_of
from ordquant_core.measures.workings import short_working
from ordquant_core.papers.artificial import MEASURES_OF_TABLE
from ordquant_core.papers.subtasks import SUBTASKS
from ordquant_core.records import Correlation, Quadrants, ShareBin
from ordquant_core.spaces.artificial import artificial_study
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.pairs import POPULARITY, UNIFORM
from ordquant_core.spaces.propriety import propriety as best_report
from ordquant_core.spaces.propriety_map import propriety_map
from tests.figures import small
from tests.valid_figures import check

AB = ["a", "b"]
ABC = ["a", "b", "c"]
X, Y = np.array([0.1, -0.2, 0.3]), np.array([-0.1, -0.2, 0.5])
SQUARE = np.array([[1, 0.5], [0.5, 1]])
CORNERS = np.eye(3)[[0, 2, 1]]  # the three distributions of the coarsest grid
GOLD = np.array([0.2, 0.3, 0.5])
COUNTS = Quadrants(1, 2, 3, 4, 5)
MEASURES = ("NMD", "RNOD")
BLOCKS = [dialogue.Block(sender, AB, [0.5, 0.5], [[1, 0]], [0.25], 2) for sender in ("customer", "helpdesk")]
KIND = {("a", "b"): "concordant", ("a", "c"): "tied in the gold", ("b", "c"): "discordant"}
KINDS = [[KIND.get((one, other), "") for other in ABC] for one in ABC]
CURVES = interpolate(GOLD, [0, 1, 0], [0.4, 0.3, 0.3], ["NMD", "DNKT"], steps=2).curves
T = {"title": "t"}
BUILDERS = [
    partial(deltas.delta_scatter, X, Y, ABC, X * Y < 0, COUNTS, measures=MEASURES, runs=AB, **T),
    partial(dialogue.dialogue_figure, BLOCKS, runs=["a"], selected=1, **T),
    partial(distributions.distribution_figure, ABC, GOLD, [distributions.Estimate("a", GOLD)], votes=10),
    partial(paths.paths_figure, CURVES),
    partial(ternary.ternary_figure, CORNERS, X**2, labels=ABC, colours={"zmin": 0}, gold=GOLD, line=CORNERS[:2], **T),
    partial(measure_workings.short_figure, short_working("RNOD", GOLD, [0, 0.5, 0.5], ABC), run="a", name="a"),
    partial(small_workings.small_cumulative, ABC, GOLD, [0, 1, 0], ABC, run="a", name="a"),
    partial(small_workings.small_gaps, ABC, GOLD, [0, 1, 0], ABC, run="b", name="b"),
    partial(small_workings.small_order, ABC, GOLD, [0, 1, 0], run="b", name="b"),
    partial(small_workings.small_terms, AB, [0.2, 0.4], AB, run="a", name="a", mean=0.3),
    partial(workings.cumulative_figure, ABC, [0.2, 0.5, 1], [0, 1, 1], run="a", name="a", **T),
    partial(workings.pairs_figure, ABC, KINDS, **T),
    partial(workings.terms_figure, ABC, X, run="b", name="b", signed=True, counted=[True, False, True], **T),
]
BITS = information_by_topic(small.LISTS.scores, "AP", "nDCG")
MERGED, OWN = (merge_sets(small.LISTS.collection, sets) for sets in ([(0, 1), (2, 3)], [(0, 2)]))
COMPARED = compare_estimators(5, 3, POPULARITY, UNIFORM, MEASURES)
REPORTS = [best_report((0.1, 0.3, 0.6), annotators, ("NMD",))[0] for annotators in (1, 2)]
DRAWN = [
    partial(
        scores.draw_scores,
        X**2,
        Y**2,
        small.TASK.cases[:3],
        MEASURES,
        "a",
        small.PAIR[0],
        Correlation(0.5, 0.2, 0.7, 3),
    ),
    partial(effects.draw_effects, small.ASSOCIATIONS),
    partial(effects.draw_shares, "annotators", (ShareBin(1, 2, 10, 5, 0.3, 0.7),)),
    partial(effects.draw_human_agreement, [HumanAgreement("NMD", 0.7, 0.5, 0.9, 9, 3, None)]),
    partial(measuring.draw_consistency, small.CONSISTENCY, [1, 0, 2], 0),
    partial(measuring.draw_growth, small.CURVE, 0.9, 2, (0, 1)),
    partial(measuring.draw_matrix, SQUARE, MEASURES, str, "{} {}".format, title="t", pair=(0, 1), odd=1),
    partial(measuring.draw_p_values, small.RESULTS.test, 0.05, (0, 1)),
    partial(report.draw_score_boxes, small.REPORT, "NMD"),
    partial(planning.draw_split, small.SPLIT, options(small.SPLIT, "NMD", 4000), 4000, "NMD"),
    partial(planning.draw_noise_floor, small.SPLIT.annotators, np.array([0.1, 0.05, 0.02]), small.SPLIT, (), "NMD"),
    partial(planning.draw_cases_needed, Variance("NMD", 0.01, 20), 50, "NMD", alpha=0.05, power=0.8),
    partial(systems.draw_groups, small.RESULTS, "NMD", pair=small.PAIR),
    partial(systems.draw_ranks, small.TWO),
    partial(colour_table.draw_agreement, small.LISTS, rankings_alike(small.LISTS, None), None),
    partial(colour_table.draw_information_difference, small.LISTS),
    partial(ranked_lists.draw_systems, small.LISTS, (0, 1), "AP", ranking_agreement(*small.LISTS.means[:2])),
    partial(ranked_lists.draw_pair_differences, small.LISTS, "AP", teams=list("xxyyzzww")),
    partial(ranked_lists.draw_topics, small.LISTS, (0, 1), selected=1),
    partial(ranked_lists.draw_topic, small.LISTS, (0, 1), 0),
    partial(ranked_lists.draw_topic_information, *[BITS] * 2, small.LISTS.scores.topics),
    partial(ranked_lists.draw_merging, MERGED, "CombMNZ", small.LISTS.runs, own=OWN),
    partial(venn.draw_knowledge, small.LISTS, (0, 1)),
    *(partial(subtasks.draw_subtask, one) for one in SUBTASKS),
    partial(atlas.draw_disagreements, COMPARED),
    partial(atlas.draw_preferences, COMPARED, "NMD"),
    partial(atlas.draw_artificial, artificial_study(3, MEASURES_OF_TABLE, range(2), n_votes=5), 2),
    partial(nuggets.draw_over_alpha, small.NUGGETS.ranking, "RNSS", (0, 1)),
    partial(nuggets.draw_dialogues, small.NUGGETS, of_runs=True, selected=1),
    partial(nuggets.draw_dialogue, small.NUGGETS),
    partial(propriety.draw_gap, REPORTS, 2),
    partial(propriety.draw_best_reports, REPORTS[1], propriety_map("NMD", 2)),
]
EXAMPLES = BUILDERS + DRAWN


def builders():
    """Every public function of the room that draws numbers; those that draw results stand in the list of figures."""
    for entry in pkgutil.iter_modules(figures.__path__):
        module = importlib.import_module(f"ordquant_core.figures.{entry.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            public = function.__module__ == module.__name__ != "ordquant_core.figures.template" and name[0] != "_"
            drawn_by_name = name.startswith("draw_")
            if public and not drawn_by_name and function.__annotations__.get("return") is go.Figure:
                yield name


def test_no_builder_is_forgotten():
    assert sorted(example.func.__name__ for example in BUILDERS) == sorted(builders())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.func.__name__)
def test_a_figure_is_valid_and_differs_in_colours_alone_between_light_and_dark(example):
    light, dark = example(look=LIGHT), example(look=DARK)  # conftest.py checks both
    assert standalone.data(light, dark)


def numbers(values):
    """Return the finite numbers among some values; none where they are names or dates."""
    try:
        found = np.ravel(np.array([] if values is None else values, dtype=np.float64))
    except (TypeError, ValueError):
        return np.empty(0)
    return found[np.isfinite(found)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.func.__name__)
def test_an_axis_shows_all_that_is_drawn_and_notes_stand_beside_it(example):
    figure = example(look=LIGHT)
    for letter in "xy":
        for name, axis in figure.layout.to_plotly_json().items():
            if not name.startswith(f"{letter}axis"):
                continue
            own = name.replace("axis", "")
            traces = [one for one in figure.data if (one[f"{letter}axis"] or letter) == own and one.name != "covers"]
            drawn = np.concatenate([numbers(one[letter]) for one in traces if one.type != "heatmap"] or [[]])
            low, high = sorted(axis.get("range") or (-np.inf, np.inf))
            assert all(low <= drawn)
            assert all(drawn <= high)
            if axis.get("type") == "log":  # notes count in powers of ten there, shapes do not
                lines = [shape[f"{letter}{end}"] for shape in figure.layout.shapes for end in (0, 1)]
                refs = [shape[f"{letter}ref"] for shape in figure.layout.shapes for _ in (0, 1)]
                ends = np.log10([*drawn, *(line for line, ref in zip(lines, refs, strict=True) if ref != "paper")])
                notes = [note for note in figure.layout.annotations if note[f"{letter}ref"] != "paper"]
                assert all(ends.min() <= note[letter] <= ends.max() for note in notes)


def test_what_a_builder_makes_is_checked():
    with pytest.raises(ValueError, match="makrer"):
        check([{"type": "scatter", "makrer": {}}], {})
    with pytest.raises(ValueError, match="colour"):
        check([{"type": "bar", "marker": {"color": "no colour"}}], {})


@pytest.mark.parametrize(
    ("trace", "layout"),
    [
        ({"type": "scatter"}, {"xaxis": {"title": "a text"}}),
        ({"type": "heatmap", "colorscale": "Cividis"}, {}),
        ({"type": "scatter", "marker": {"size": None}}, {}),
        ({"type": "scatter", "marker_size": 5}, {"xaxis": {"title_text": "a"}}),
    ],
)
def test_what_plotly_would_repair_is_refused(trace, layout):
    with pytest.raises(ValueError, match=r"instead of|Invalid"):
        check([trace], layout)


def test_the_look_that_figures_share_stays_as_it_is():
    first = figure_of([], LIGHT, title="first", height=100)
    first.layout.xaxis.title.text = first.layout.hoverlabel.font.color = "red"
    second = figure_of([], LIGHT, title="second", height=100)
    assert (second.layout.xaxis.title.text, second.layout.hoverlabel.font.color) == ("", LIGHT.ink)
    assert second.layout.title.text == "second"


def with_markup(value):
    """Return an argument with markup in the names that stand in it: those of one letter."""
    if isinstance(value, str):
        return f"<img src=x onerror=alert(1)>%{{x}}{value}" if len(value) == 1 else value
    if isinstance(value, list | tuple):
        parts = map(with_markup, value)
        return type(value)._make(parts) if hasattr(value, "_make") else type(value)(parts)
    return value


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.func.__name__)
def test_names_are_text_and_never_markup(example):
    own = ("run", "title")  # a letter that means a side, and HTML by contract
    named = {name: value if name in own else with_markup(value) for name, value in example.keywords.items()}
    drawn = example in DRAWN  # whose records have markup in all names
    figure = example(look=LIGHT) if drawn else example.func(*map(with_markup, example.args), look=LIGHT, **named)
    assert "<img" not in figure.to_json().replace("\\u003c", "<")
    if "ranked_lists" in example.func.__module__:  # names of topics, documents and runs
        assert all("img" not in (trace.hovertemplate or "") for trace in figure.data if "hovertemplate" in trace)


# What these are given belongs together already, or is one number each.
WHOLE = ("dialogue", "paths", "short", "mode", "delta_scatter")
PARTS = [example for example in BUILDERS if example.func.__name__.removesuffix("_figure") not in WHOLE]


@pytest.mark.parametrize("example", PARTS, ids=lambda example: example.func.__name__)
def test_numbers_that_do_not_belong_together_are_refused(example):
    place = next((n for n, value in enumerate(example.args) if isinstance(value, np.ndarray)), 0)
    shorter = [value[:-1] if n == place else value for n, value in enumerate(example.args)]
    with pytest.raises(OrdquantError):
        example.func(*shorter, look=LIGHT, **example.keywords)
