"""What holds for every figure: of the list, drawn of their examples with hostile names, and of some that vary them."""

import json
import re
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest

from assets.site.gallery import python, subject_of_example
from assets.site.notebooks import results_of
from ordquant_core.drawing import tasks
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.figures.paper import rules_on_paper
from ordquant_core.figures.template import DARK, LIGHT, figure_of, title_of
from tests.depth import matrix
from tests.figures.reading import HOSTILE, contrast, marks, names_in, numbers_of, renamed, texts_of
from tests.figures.variants import VARIANTS
from tests.source_files import ROOT

COLOURS = re.compile(r"#[0-9a-fA-F]{6}|rgba?\([^)]*\)")
ENOUGH, ENOUGH_IF_LARGE, LARGE = 4.5, 3.0, 24  # WCAG 2.2, 1.4.3; pixels. axe does not look into plots
TITLED_BY_PAGES = ("ranks", "calculation", "path")  # above the figure
IN_WORDS = ("path",)  # A and B are named where they stand, or at the ends of one scale
FEW = {"n_trials": 200, "n_splits": 20, "n_sets": 5, "n_seeds": 2}


@pytest.fixture(autouse=True)
def plans_are_resampled_a_few_times(monkeypatch):
    monkeypatch.setattr(tasks, "RESAMPLES", 6)


@cache
def subject_of(name):
    subject = subject_of_example(name)
    few = {field.name: FEW[field.name] for field in fields(subject) if field.name in FEW}
    return renamed(replace(subject, **few), names_in(subject, set()))


def drawn(name, look):
    """Return a figure of hostile names; conftest.py asks whether it is valid."""
    return VARIANTS[name](look=look) if name in VARIANTS else FIGURES[name].draw(subject_of(name), look)


def test_figures_are_of_pages_of_the_app():
    titles = re.findall(r'st\.Page\(.*title="([^"]*)"', (ROOT / "pages" / "dashboard.py").read_text(encoding="utf-8"))
    assert {entry.page for entry in FIGURES.values()} <= set(titles)


@pytest.mark.parametrize("name", [*FIGURES, *VARIANTS])
def test_what_holds_for_every_figure(name):
    light, dark = (drawn(name, look) for look in (LIGHT, DARK))
    assert bool(title_of(light)) == (not name.startswith(TITLED_BY_PAGES))
    text = json.dumps(light.to_plotly_json(), default=str)
    assert HOSTILE[:4] not in text
    assert f"&gt;{HOSTILE[-4:]}" not in text  # in a hover, Plotly would put a coordinate into the name
    assert not any(np.isinf(values).any() for values in numbers_of(light))  # NaN: left out on purpose
    assert COLOURS.sub("", light.to_json()) == COLOURS.sub("", dark.to_json())
    check_axes(light)
    for figure, look in ((light, LIGHT), (dark, DARK)):
        for text, colour, size, grounds in texts_of(figure, look):
            least = ENOUGH_IF_LARGE if size >= LARGE else ENOUGH
            assert not text or min(contrast(colour, ground) for ground in grounds) >= least, (text, colour, grounds)
    a, b = (marks_of(light, colour) for colour in (LIGHT.run_a, LIGHT.run_b))  # differ in more than colour
    assert name.startswith(IN_WORDS) or not (a and b) or (a - b and b - a), (a, b)


def check_axes(figure):
    """An axis shows all that is drawn, and notes stand within what is drawn."""
    for axis_name, axis in figure.layout.to_plotly_json().items():
        if axis_name[1:5] != "axis":
            continue
        letter, own = axis_name[0], axis_name.replace("axis", "")
        traces = [one for one in figure.data if (one[f"{letter}axis"] or letter) == own and one.name != "covers"]
        values = [np.ravel(one[letter]) for one in traces if one.type != "heatmap" and one[letter] is not None]
        numbers = np.array([value for value in np.concatenate([*values, []]) if isinstance(value, int | float)], float)
        low, high = sorted(axis.get("range") or (-np.inf, np.inf))
        if axis.get("type") == "log":  # whose range and notes count in powers of ten
            low, high = 10.0**low, 10.0**high
            notes = [note[letter] for note in figure.layout.annotations if note[f"{letter}ref"] != "paper"]
            assert all(np.log10(numbers.min()) - 1 <= note <= np.log10(numbers.max()) + 1 for note in notes)
        assert ((low - 1e-9 <= numbers) & (numbers <= high + 1e-9) | np.isnan(numbers)).all()


def marks_of(figure, colour):
    whole = json.loads(figure.to_json())
    return marks([whole["data"], whole["layout"].get("shapes", [])], colour, set())


@pytest.mark.parametrize("name", matrix(tasks.ON_TASK.figures, "ranks", "deltas", "scores-b", "case", "steps-a"))
def test_the_python_of_the_gallery_draws_what_its_command_draws(name):
    (figure,) = results_of(python(name), {}, name)
    assert figure.to_json() == FIGURES[name].draw(subject_of_example(name), LIGHT).to_json()


def test_the_look_that_figures_share_stays_as_it_is():
    first = figure_of([], LIGHT, title="first", height=100)
    first.layout.xaxis.title.text = first.layout.hoverlabel.font.color = "red"
    second = figure_of([], LIGHT, title="second", height=100)
    assert (second.layout.xaxis.title.text, second.layout.hoverlabel.font.color) == ("", LIGHT.ink)
    assert second.layout.title.text == "second"


def test_on_paper_every_role_has_its_light_colour_and_texts_that_of_texts():
    rules = rules_on_paper()
    for role, of_texts in (("gold", ""), ("run_a", ""), ("run_a_text", ":is(text, tspan)"), ("panel", "")):
        red, green, blue = bytes.fromhex(getattr(DARK, role)[1:])
        rule = (
            f'& {of_texts}[style*="fill: rgb({red}, {green}, {blue})"] {{ fill: {getattr(LIGHT, role)} !important; }}'
        )
        assert rule in rules
