"""The visual language: one set of colours in theme, figures and components, readable everywhere."""

import dataclasses
import itertools
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.figures.template import DARK, LIGHT, Look, mix
from pages.shared import look
from tests.figures.reading import THEMES, contrast

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
TEXT_ON = {  # a colour of text: all grounds it stands on
    "ink": ("background", "panel", "disagreement_fill", "line"),
    "muted": ("background",),  # on a tint the style sheet turns it into ink
    "run_a_text": ("background", "panel", "disagreement_fill"),
    "run_b_text": ("background", "panel", "disagreement_fill"),
    "gold": ("background", "disagreement_fill"),
}


@pytest.mark.parametrize(("theme", "palette"), THEMES)
def test_the_theme_has_the_colours_of_the_figures(theme, palette):
    colours = CONFIG["theme"][theme]
    assert colours["primaryColor"] == palette.gold
    assert colours["backgroundColor"] == palette.background
    assert colours["secondaryBackgroundColor"] == palette.panel
    assert colours["textColor"] == palette.ink
    assert colours["borderColor"] == palette.line
    assert colours["chartCategoricalColors"][:4] == [palette.gold, palette.run_a, palette.run_b, palette.disagreement]
    assert palette.muted in colours["chartCategoricalColors"]
    assert palette.ink in colours["chartCategoricalColors"]


@pytest.mark.parametrize(("theme", "palette"), THEMES)
def test_text_is_readable_on_every_ground_it_stands_on_and_marks_stand_out(theme, palette):
    for text, grounds in TEXT_ON.items():
        for ground in grounds:
            assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5, (text, ground)
    (deepest,) = set(re.findall(r"calc\(0\.(\d\d) \* var\(--share\)\)", look.style_sheet()))
    for mark in (palette.gold, palette.run_a, palette.run_b):
        assert contrast(mark, palette.background) >= 3  # WCAG 1.4.11, graphical objects
        if mark != palette.gold:  # contributions of a run
            assert contrast(palette.ink, mix(palette.background, mark, int(deepest) / 100)) >= 4.5
    assert len({palette.gold, palette.run_a, palette.run_b, palette.disagreement, palette.muted}) == 5


SEEN = {  # Machado, Oliveira and Fernandes 2009, table 1, severity 1: linear RGB as colour-blind people see it
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
ROLES = ("gold", "run_a", "run_b", "disagreement")
FAR, VISIBLE = 20, 7  # CIE76: seen at a glance; three times the smallest difference that is seen at all (2.3)
# These need more than their colours, see tests/figures/test_without_colour.py. Gold is filled bars, B dashed outlines
# with square dots. Amber is a ground, or marks points in figures that have no A; A is outlines and its letter.
CLOSE = {
    ("light", "deuteranopia"): {("run_a", "disagreement")},
    ("light", "tritanopia"): {("gold", "run_b")},
    ("dark", "protanopia"): {("run_a", "disagreement")},
    ("dark", "deuteranopia"): {("run_a", "disagreement")},
    ("dark", "tritanopia"): {("gold", "run_b"), ("run_a", "disagreement")},
}


def lab(colour, seen=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
    """CIE L*a*b* (D65) of an sRGB colour, as it is seen."""
    shares = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    xyz = np.array(to_xyz) @ np.clip(np.array(seen) @ linear, 0, 1) / (0.95047, 1, 1.08883)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize(("theme", "palette"), THEMES)
@pytest.mark.parametrize("blindness", SEEN)
def test_colour_blind_people_see_roles_as_different(theme, palette, blindness):
    seen = {role: lab(getattr(palette, role), SEEN[blindness]) for role in ROLES}
    distances = {
        (one, other): float(np.linalg.norm(seen[one] - seen[other])) for one, other in itertools.combinations(ROLES, 2)
    }
    assert {pair for pair, distance in distances.items() if distance < FAR} == CLOSE.get((theme, blindness), set())
    assert min(distances.values()) > VISIBLE
    assert distances["run_a", "run_b"] > 35
    assert distances["gold", "run_a"] > 90


def test_the_style_sheet_uses_only_colours_of_the_palette():
    sheet = look.style_sheet()
    known = {f"--oq-{field.name.replace('_', '-')}" for field in dataclasses.fields(Look)}
    sizes = {f"--oq-{name}" for name in ("finding", "card", "gap", "bar", "menus")}
    assert set(re.findall(r"var\((--oq-[\w-]+)\)", sheet)) <= known | sizes
    for field in dataclasses.fields(Look):
        light, dark = getattr(LIGHT, field.name), getattr(DARK, field.name)
        assert f"--oq-{field.name.replace('_', '-')}: light-dark({light}, {dark});" in sheet
    own = (ROOT / "pages" / "shared" / "ordquant.css").read_text(encoding="utf-8")
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", own)
    assert ":is(.oq-dissent, [data-choice]:hover) .oq-muted { color: var(--oq-ink); }" in own


def test_nothing_leaves_the_machine_errors_show_no_code_and_re_runs_stay_fast():
    assert CONFIG["runner"]["postScriptGC"] is CONFIG["runner"]["fastReruns"] is False
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "localhost"  # without one a public address is looked up
    assert CONFIG["server"].get("enableXsrfProtection", True) is True
    assert CONFIG["server"].get("enableAgentApi", False) is False
    assert (CONFIG["client"]["showErrorDetails"], CONFIG["client"]["toolbarMode"]) == ("type", "minimal")
