"""What says that a gold shows nothing of how annotators differ, and groups of cases that are none."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import ordquant_core as oq
from ordquant_core.analysis.case_filters import case_groups
from ordquant_core.analysis.official import official, on_groups
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.scoring import score_on_request
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.statistics.group_interaction import interaction_test
from ordquant_core.tasks.published.reading import with_groups

ONE_EACH = pd.DataFrame([[1, 0, 0], [0, 0, 1]] * 6, columns=[1, 2, 3], index=list("abcdefghijkl"))
RUNS = dict.fromkeys(("r", "s"), ONE_EACH * 0.4 + 0.2)


@pytest.mark.parametrize(
    ("gold", "votes", "words"),
    [
        (ONE_EACH, None, "the vote of one annotator, or a probability that is certain.*: votes=True"),
        (ONE_EACH, False, "the vote of one annotator, or a probability that is certain"),
        (ONE_EACH, True, "Every case has a single vote"),
        (ONE_EACH * 0.4 + 0.2, None, "The gold holds probabilities, not votes"),
    ],
)
def test_an_analysis_that_needs_votes_says_what_the_gold_may_be(gold, votes, words):
    task = oq.from_frames(gold, RUNS, votes=votes)
    with pytest.raises(oq.OrdquantError, match=words):
        votes_of(task)


def test_measures_on_votes_say_so_too_and_count_single_votes_once_they_are_said_to_be_votes():
    key = next(iter(SMOOTHED))
    with pytest.raises(oq.OrdquantError, match="the vote of one annotator, or a probability that is certain"):
        score_on_request(oq.from_frames(ONE_EACH, RUNS), [key])
    with pytest.raises(oq.OrdquantError, match=r"has no votes\.$"):
        score_on_request(oq.from_frames(ONE_EACH * 0.4 + 0.2, RUNS), [key])
    assert np.isfinite(score_on_request(oq.from_frames(ONE_EACH, RUNS, votes=True), [key]).values).all()


def test_groups_as_an_array_are_refused_with_what_makes_them():
    whole = official(oq.score(oq.from_frames(ONE_EACH, RUNS), ["NMD"]), n_trials=20)
    labels = ["x", "y"] * 6
    with pytest.raises(oq.OrdquantError, match=r"expected a list of `CaseGroup`.*case_groups\({'group': labels}"):
        on_groups(whole, np.array(labels))
    with pytest.raises(oq.OrdquantError, match="expected a list of `CaseGroup`"):
        on_groups(whole, labels)
    assert [part.results.cases for part in on_groups(whole, case_groups({"group": labels}, "group"))] == ["x", "y"]
    with pytest.raises(oq.OrdquantError, match="expected the group of each case"):
        with_groups(SimpleNamespace(task=whole), labels)


@pytest.mark.parametrize("groups", [[0, 1, 0, 1], np.array([0, 1, 0, 1]), [["x"]], [[4]], [[-1]], [[True, False]]])
def test_a_test_takes_groups_as_numbers_of_cases(groups):
    scores = np.random.default_rng(1).random((1, 2, 4))
    with pytest.raises(oq.ShapeMismatchError, match=r"numbers of its cases, 0 to 3.*np\.flatnonzero"):
        interaction_test(scores, groups, n_trials=5, rng=np.random.default_rng(1))
