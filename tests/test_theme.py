"""The theme is read once, and sent as Streamlit sends it."""

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from pages.shared import theme
from tests.test_architecture import ROOT

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar", "theme.dark.sidebar")


@pytest.fixture(autouse=True)
def streamlits_own(monkeypatch):
    """Undo the change after each test."""
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    monkeypatch.chdir(ROOT)
    config.get_config_options(force_reparse=True)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_sent_as_before(section):
    before, first, second = (CustomThemeConfig() for _ in range(3))
    app_session._populate_theme_msg(before, section)
    theme.read_once()
    for message in (first, second):
        app_session._populate_theme_msg(message, section)
    assert first == second == before


def test_a_section_without_settings_is_not_sent():
    theme.read_once()
    whole = CustomThemeConfig()
    app_session._populate_theme_msg(whole.light.sidebar, "theme.light.sidebar")
    assert not whole.light.HasField("sidebar")


def test_settings_are_read_once(monkeypatch):
    asked = []
    read = config.get_options_for_section
    monkeypatch.setattr(config, "get_options_for_section", lambda section: asked.append(section) or read(section))
    theme.read_once()
    for _ in range(3):
        app_session._populate_theme_msg(CustomThemeConfig(), "theme.light")
    assert asked == ["theme.light"]
