"""What the tests of pages share that no test asks for."""

import functools
from collections.abc import Iterator

import pytest
from streamlit.components.v2 import manifest_scanner

from pages.plan import computed
from tests.pages.apps import FEW_RESAMPLES
from tests.valid_figures import every_figure_is_valid

__all__ = ["every_figure_is_valid", "installed_packages_are_searched_once", "plan_resamples_a_few_times"]


@pytest.fixture(autouse=True)
def plan_resamples_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is the page, not how sure its numbers are."""
    monkeypatch.setattr(computed, "RESAMPLES", FEW_RESAMPLES)
    monkeypatch.setattr(computed, "SIMULATIONS", FEW_RESAMPLES)


@pytest.fixture(scope="session", autouse=True)
def installed_packages_are_searched_once() -> Iterator[None]:
    """Every new AppTest reads the metadata of all installed packages for components: half the time of a page's load."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            manifest_scanner, "scan_component_manifests", functools.cache(manifest_scanner.scan_component_manifests)
        )
        yield
