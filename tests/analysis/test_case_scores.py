"""The scores of one case: those of both runs by the measures that are asked for, whoever is preferred."""

import numpy as np

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.records import Scores


def test_the_scores_of_a_case_are_those_of_the_task():
    values = np.arange(12.0).reshape(3, 2, 2)  # (measures, runs, cases)
    values[1, :, 1] = 0.5
    scores = Scores(("NMD", "RNOD", "JSD"), ("x", "y"), ("c", "d"), values)
    of_case = CaseScores.of_case(scores, 1, ("JSD", "RNOD"))
    assert of_case == CaseScores({"JSD": 9.0, "RNOD": 0.5}, {"JSD": 11.0, "RNOD": 0.5}, ("x", "y"))
    assert of_case.sides == {"JSD": -1, "RNOD": 0}
    assert of_case.to_frame()["delta"].tolist() == [-2.0, 0.0]
