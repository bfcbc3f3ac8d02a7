"""The visual language: one set of colours in theme, figures and components, readable everywhere."""

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest

from ordquant_core.figures.style import DARK, LIGHT, Palette, mix
from pages.shared import look

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
THEMES = [("light", LIGHT), ("dark", DARK)]
PAPER = {  # the palette of the design, light and dark
    "gold": ("#0072B2", "#56B4E9"),
    "run_a": ("#D55E00", "#F28E2B"),
    "run_b": ("#009E73", "#2fbf8f"),
    "disagreement": ("#E69F00", "#E69F00"),
    "disagreement_fill": ("#fff6e5", "#2b2412"),
    "ink": ("#1f2933", "#e8edf2"),
    "muted": ("#6b7785", "#93a1b0"),
    "line": ("#e3e6ea", "#2a333d"),
    "panel": ("#f7f8fa", "#171e26"),
}
TEXT_ON = {  # a colour of text: all grounds it stands on
    "ink": ("background", "panel", "disagreement_fill", "line"),
    "muted": ("background",),  # on a tint the style sheet turns it into ink
    "run_a_text": ("background", "panel", "disagreement_fill"),
    "run_b_text": ("background", "panel", "disagreement_fill"),
    "gold": ("background", "disagreement_fill"),
}
BAR_TEXT = "#10151b"  # the counts on the bars of wins, in both themes


def contrast(first, second):
    """WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances."""

    def luminance(colour):
        shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(("theme", "palette"), THEMES)
def test_the_theme_has_the_colours_of_the_figures(theme, palette):
    colours = CONFIG["theme"][theme]
    assert colours["primaryColor"] == palette.gold
    assert colours["backgroundColor"] == palette.background
    assert colours["secondaryBackgroundColor"] == palette.panel
    assert colours["textColor"] == palette.ink
    assert colours["borderColor"] == palette.line
    assert colours["chartCategoricalColors"][:4] == [
        palette.gold,
        palette.run_a,
        palette.run_b,
        palette.disagreement,
    ]
    assert palette.muted in colours["chartCategoricalColors"]
    assert palette.ink in colours["chartCategoricalColors"]


@pytest.mark.parametrize("role", PAPER)
def test_the_palette_is_that_of_the_design(role):
    assert (getattr(LIGHT, role), getattr(DARK, role)) == PAPER[role]


@pytest.mark.parametrize(("theme", "palette"), THEMES)
@pytest.mark.parametrize(("text", "ground"), [(text, ground) for text in TEXT_ON for ground in TEXT_ON[text]])
def test_text_is_readable_on_every_ground_it_stands_on(theme, palette, text, ground):
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize(("theme", "palette"), THEMES)
@pytest.mark.parametrize("bar", ["run_a", "run_b"])
def test_counts_on_the_bars_are_readable(theme, palette, bar):
    assert f"color: {BAR_TEXT};" in (ROOT / "pages" / "shared" / "ordquant.css").read_text(encoding="utf-8")
    assert contrast(BAR_TEXT, getattr(palette, bar)) >= 4.5


@pytest.mark.parametrize(("theme", "palette"), THEMES)
@pytest.mark.parametrize("run", ["run_a", "run_b"])
def test_contributions_are_readable_on_the_deepest_shade(theme, palette, run):
    (deepest,) = set(re.findall(r"calc\(0\.(\d\d) \* var\(--share\)\)", look._style()))
    assert contrast(palette.ink, mix(palette.background, getattr(palette, run), int(deepest) / 100)) >= 4.5


@pytest.mark.parametrize(("theme", "palette"), THEMES)
def test_marks_stand_out_from_the_ground_and_gold_from_both_runs(theme, palette):
    for mark in (palette.gold, palette.run_a, palette.run_b):
        assert contrast(mark, palette.background) >= 3  # WCAG 1.4.11, graphical objects
    assert len({palette.gold, palette.run_a, palette.run_b, palette.disagreement, palette.muted}) == 5


def test_the_style_sheet_uses_only_colours_of_the_palette():
    sheet = look._style()
    known = {f"--oq-{field.name.replace('_', '-')}" for field in dataclasses.fields(Palette)}
    assert set(re.findall(r"var\((--oq-[\w-]+)\)", sheet)) <= known
    for field in dataclasses.fields(Palette):
        light, dark = getattr(LIGHT, field.name), getattr(DARK, field.name)
        assert f"--oq-{field.name.replace('_', '-')}: light-dark({light}, {dark});" in sheet
    own = (ROOT / "pages" / "shared" / "ordquant.css").read_text(encoding="utf-8")
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", own)) == {BAR_TEXT}
    assert ":is(.oq-dissent, [data-choice]:hover) .oq-muted { color: var(--oq-ink); }" in own


def test_nothing_leaves_the_machine_and_re_runs_stay_fast():
    assert CONFIG["runner"]["postScriptGC"] is False
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "localhost"  # without one a public address is looked up
    assert CONFIG["server"]["maxUploadSize"] == 100
    assert CONFIG["server"].get("enableXsrfProtection", True) is True
    assert CONFIG["server"].get("enableAgentApi", False) is False
    assert CONFIG["client"]["showErrorDetails"] == "type"
    assert CONFIG["client"]["toolbarMode"] == "minimal"


def test_the_page_icon_and_the_logos_are_local_files():
    app = (ROOT / "app.py").read_text(encoding="utf-8")
    icon = re.search(r'page_icon="([^"]+)"', app)[1]
    for name in (icon, "assets/logo_light.svg", "assets/logo_dark.svg"):
        assert (ROOT / name).is_file()
    assert ":material/" not in icon
