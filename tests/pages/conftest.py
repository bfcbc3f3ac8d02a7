"""What the tests of pages share that no test asks for."""

import pytest

from pages.plan import computed
from tests.pages.apps import FEW_RESAMPLES
from tests.valid_figures import every_figure_is_valid

__all__ = ["every_figure_is_valid", "plan_resamples_a_few_times"]


@pytest.fixture(autouse=True)
def plan_resamples_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is the page, not how sure its numbers are."""
    monkeypatch.setattr(computed, "RESAMPLES", FEW_RESAMPLES)
