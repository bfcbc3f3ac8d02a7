"""Evaluation of ordinal quantification: measures, tasks, analyses. No user interface, no global state."""

from ordquant_core.analysis.baselines import popularity, uniform
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES

__all__ = ["MEASURES", "OrdquantError", "popularity", "uniform"]
__version__ = "0.1.0"
