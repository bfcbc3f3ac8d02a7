"""What the tests of pages share that no test asks for."""

import pytest

from ordquant_core.ranked_lists import chance
from pages.plan import computed
from tests.pages.apps import FEW_PERMUTATIONS, FEW_RESAMPLES
from tests.valid_figures import every_figure_is_valid

__all__ = ["every_figure_is_valid", "pages_draw_at_random_a_few_times"]


@pytest.fixture(autouse=True)
def pages_draw_at_random_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is the page, not how sure its numbers are."""
    monkeypatch.setattr(computed, "RESAMPLES", FEW_RESAMPLES)
    monkeypatch.setattr(chance, "MOST", FEW_PERMUTATIONS)
