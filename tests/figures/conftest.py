"""What the tests of figures share that no test asks for."""

from tests.valid_figures import every_figure_is_valid

__all__ = ["every_figure_is_valid"]
