"""What others know of the runs: scores by further measures, and the teams that submitted them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ordquant_core.analysis.retrieval import AlikePair
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.trec.beside import OutsideScores
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import RankedRun
from ordquant_core.ranked_lists.diversity import SubtopicJudgements, diversity_scores
from ordquant_core.ranked_lists.evaluator import Evaluation

MOST_NAMED = 100  # scores that are missing, as problems


def with_scores(scores: Evaluation, outside: OutsideScores) -> Evaluation:
    """Add a layer per measure of a file of scores. Rows of other runs and topics are ignored, which is noted.

    Raises `InputError` where a run has no score on a topic.
    """
    pairs = [(run, topic) for run in scores.runs for topic in scores.topics]
    every = np.ones((len(scores.runs), len(scores.topics)), dtype=bool)
    counted = every if scores.counted is None else scores.counted  # no other topic of a run needs a score
    wanted = [pair for pair, counts in zip(pairs, counted.ravel().tolist(), strict=True) if counts]
    problems, surplus = [], 0
    for measure, given in outside.scores.items():
        surplus += len(given.keys() - set(pairs))
        problems += [
            Problem(outside.file, f"run {run}, topic {topic}", f"no score by {measure}", "give every run's scores")
            for run, topic in wanted
            if (run, topic) not in given
        ][:MOST_NAMED]
    if problems:
        raise InputError(problems)
    shape = (len(outside.scores), len(scores.runs), len(scores.topics))
    listed = [[given.get(pair, np.nan) for pair in pairs] for given in outside.scores.values()]
    layers = np.array(listed, dtype=np.float64).reshape(shape)
    layers[:, ~counted] = np.nan
    notes = (f"{outside.file}: {count(surplus, 'score')} of other runs or topics ignored",) if surplus else ()
    return replace(
        scores,
        measures=(*scores.measures, *outside.scores),
        values=np.concatenate([scores.values, layers]),
        notes=(*scores.notes, *notes),
    )


def with_diversity(
    scores: Evaluation, judgements: SubtopicJudgements, runs: Sequence[RankedRun], measures: Sequence[str]
) -> Evaluation:
    """Add a layer per measure of diversity, see `diversity_scores`; topics without subtopics are noted.

    `runs` are those of the scores as they are in their files, as deep as the cutoffs at least.
    """
    named = {run.name: run for run in runs}
    layers = diversity_scores(judgements, [named[run] for run in scores.runs], scores.topics, measures)
    if scores.counted is not None:
        layers[:, ~scores.counted] = np.nan
    known = {*judgements.topics}
    missing = sum(topic not in known for topic in scores.topics)
    surplus = len(known - {*scores.topics})
    notes = [*judgements.notes]
    if missing:
        notes.append(f"{judgements.name}: {count(missing, 'topic')} without subtopics, left out of means of diversity")
    if surplus:
        notes.append(f"{judgements.name}: {count(surplus, 'topic')} without judgements of whole topics ignored")
    return replace(
        scores,
        measures=(*scores.measures, *measures),
        diversity=tuple(measures),
        values=np.concatenate([scores.values, layers]),
        notes=(*scores.notes, *notes),
    )


def same_team(pairs: Sequence[AlikePair], teams: Sequence[str]) -> tuple[bool, ...]:
    """Return for every pair of runs whether one team submitted both; `teams` has that of every run."""
    return tuple(teams[pair.run_1] == teams[pair.run_2] for pair in pairs)


def leading_pairs(same: Sequence[bool]) -> int:
    """Count the pairs before the first one of two teams: 27 in table 4 of [golbus2013].

    >>> leading_pairs([True, True, False, True])
    2
    """
    return same.index(False) if False in same else len(same)
