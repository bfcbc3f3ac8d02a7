"""Tables in the form of LQ 2021."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np

import ordquant_core as oq
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.writing import lq2021
from tests.source_files import ROOT
from tests.statistics.test_resampling import p_table


def test_a_power_of_half_is_bold_and_one_below_40_percent_is_underlined():
    task = oq.load_task(ROOT / "ordquant_core" / "samples" / "breakdown-labels")
    pairs, means = list(combinations(range(5), 2)), np.arange(5)[None] / 10
    gaps = means[:, :, None] - means[:, None, :]
    results = []
    for number in (5, 4, 3):
        p = p_table(5, *pairs[:number])[None]
        test = Discrimination(("NMD",), tuple("xyzuv"), 30, means, p, gaps, gaps, 1000)
        results.append(SimpleNamespace(name="t", discrimination=test, tested=task, copies=()))
    blocks = lq2021.discriminative_power(results, 0.05).blocks
    marks = [(row[3].text, row[3].bold, row[3].underlined) for block in blocks for row in block.rows]
    assert marks[:3] == [("50.0", True, False), ("40.0", False, False), ("30.0", False, True)]
