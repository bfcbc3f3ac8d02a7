"""Evaluation of ordinal quantification: measures, tasks, analyses. No user interface, no global state.

>>> import ordquant_core as oq
>>> round(float(oq.nmd([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])), 12)
0.15
"""

from ordquant_core.analysis.agreement import agreement
from ordquant_core.analysis.baselines import popularity, uniform, with_baselines
from ordquant_core.analysis.comparison import deltas, preferences
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import (
    InputError,
    InvalidDistributionError,
    OrdquantError,
    Problem,
    ShapeMismatchError,
    UnknownNameError,
)
from ordquant_core.formats import Decisions, File, TaskRead, assemble, load_gold, load_run, read_task
from ordquant_core.measures.match_distance import md, nmd
from ordquant_core.measures.nominal import jsd, kld, nvd, rnss, ss, vd
from ordquant_core.measures.order_aware import adw, nod, od, rnadw, rnadw2, rnod, rnod2, rsnod, snod, sod
from ordquant_core.measures.other_fields import ae, canb, cheb, cjs, clark, cos, hd, nae, rps
from ordquant_core.measures.priority import dnkt, dnkt_jsd, dnkt_nmd, dnkt_rnod
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Correlation, Gold, Preferences, Run, Scores, Task
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from ordquant_core.version import VERSION as _VERSION

Choices = Decisions  # the name until 2026-11; scripts that were downloaded from the pages import it
__version__ = _VERSION
__all__ = [
    "MEASURES",
    "Choices",
    "Correlation",
    "Decisions",
    "File",
    "Gold",
    "InputError",
    "InvalidDistributionError",
    "OrdquantError",
    "Preferences",
    "Problem",
    "Run",
    "Scores",
    "ShapeMismatchError",
    "Task",
    "TaskRead",
    "UnknownNameError",
    "adw",
    "ae",
    "agreement",
    "assemble",
    "canb",
    "cheb",
    "cjs",
    "clark",
    "cos",
    "deltas",
    "dnkt",
    "dnkt_jsd",
    "dnkt_nmd",
    "dnkt_rnod",
    "hd",
    "jsd",
    "kendall",
    "kld",
    "load_gold",
    "load_run",
    "md",
    "nae",
    "nmd",
    "nod",
    "nvd",
    "od",
    "popularity",
    "preferences",
    "randomised_tukey_hsd",
    "read_task",
    "rnadw",
    "rnadw2",
    "rnod",
    "rnod2",
    "rnss",
    "rps",
    "rsnod",
    "score",
    "separate_runs",
    "snod",
    "sod",
    "ss",
    "uniform",
    "vd",
    "with_baselines",
]
