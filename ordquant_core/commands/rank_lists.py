"""`rank-lists`: relevance information correlation and the usual measures of TREC runs."""

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ordquant_core.analysis.retrieval import (
    all_together,
    compare_lists,
    information_by_topic,
    score_lists,
    with_diversity,
)
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import (
    Commands,
    Parts,
    add_command,
    add_format,
    count,
    fill_in_parts,
    names_in,
    refuse_together,
    seed,
)
from ordquant_core.commands.output import write_table
from ordquant_core.commands.task_folder import lists_of
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.findings.ranked_lists import all_runs, information_tau
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official.trec import parse_subtopics
from ordquant_core.formats.official.trec_files import read_first_ranks
from ordquant_core.glossary import stacked
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.diversity import KEYS as DIVERSITY
from ordquant_core.ranked_lists.diversity import USUAL, diversity_measure, is_diversity_measure
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.measures import HELP_ON_KEYS, KEYS, list_measure
from ordquant_core.tasks.published.contents import is_described
from ordquant_core.terminal import progress, write_message, write_notes

COLUMNS = ("RIC", "AP", "nDCG")
PARTS: Parts = {
    "information_tau": {"given": None, "by_topic": False},
    "joint": {"seed": 1},
}
OF_SCORES = ("measures", "subtopics", "largest_grade")  # what says which scores are written, and of what


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "relevance information of ranked lists, in bits, with AP and nDCG"
    example, keys, default = "qrels.txt bm25.run bert.run", "RIC,AP,P@10", ",".join(COLUMNS)
    added = add_command(commands, "rank-lists", _rank_lists, words, example, keys=keys, default=default, plugin=False)
    add_format(added)
    added.usage = f"{added.prog} [options] QRELS RUN…"
    added.description = (
        f"{words[0].upper()}{words[1:]}. Measures: RIC, {KEYS}.\n{HELP_ON_KEYS}. Larger is better.\n"
        "nDCG, ERR and RBP are those of Golbus and Aslam (2013)."
    )
    words = "relevance judgements (topic, round, document, grade), or the folder of a published task"
    added.add_argument("qrels", metavar="QRELS", help=words)
    words = "a TREC run: topic, Q0, document, rank, score, tag (default: the runs of the folder)"
    added.add_argument("runs", nargs="*", metavar="RUN", help=words)
    words = "the largest grade of the scale (default: the largest in QRELS)"
    added.add_argument("--largest-grade", type=count, metavar="D", help=words)
    words = f"judgements of subtopics (topic, subtopic, document, grade), for measures of diversity: {DIVERSITY}"
    added.add_argument("--subtopics", metavar="FILE", help=words)
    either = added.add_mutually_exclusive_group()
    words = "information that all runs carry together, topic by topic, beside that of lists that say nothing"
    either.add_argument("--joint", action="store_true", help=words)
    either.add_argument("--difference", action="store_true", help="information difference of every pair of runs")
    words = "bits that the rankings of the runs by two measures share"
    either.add_argument("--information-tau", action="store_true", help=words)
    joint = added.add_argument_group("with --joint")
    words = "seed of the permutations of the grades of each topic that show what is chance (default: 1)"
    joint.add_argument("--seed", type=seed, metavar="SEED", help=words)
    tau = added.add_argument_group("with --information-tau")
    tau.add_argument("--given", metavar="KEYS", help="the bits that remain, given the rankings by these measures")
    tau.add_argument("--by-topic", action="store_true", help="add a row per topic")
    added.add_argument("--encoding", metavar="NAME", default="", help="of text that is not Unicode, such as latin-1")
    add_elsewhere(added)


class _Asked(NamedTuple):
    """The measures that are asked for, and where each comes from."""

    keys: tuple[str, ...]
    given: tuple[str, ...]  # by whose rankings information is known
    computed: tuple[str, ...]  # those of all of these that are computed from the lists, but RIC
    diverse: tuple[str, ...]  # those of subtopics


def _rank_lists(options: argparse.Namespace) -> None:
    _check(options)
    asked = _asked(options)
    with executor_of(options) as executor:
        collection = _collection(options, executor)
        if (options.joint or options.difference) and not collection.distinguishing.any():
            raise OrdquantError(f"{options.qrels}: RIC is not defined: no topic has judged documents of two grades")
        if options.difference:
            _difference(options, collection, asked, executor)
        elif not options.joint:
            scores = _scores(options, collection, asked, executor)
            if options.information_tau:
                information = [information_by_topic(scores, *pair, asked.given) for pair in combinations(asked.keys, 2)]
                write_message(f"note: {information_tau(len(collection.runs), asked.given)}")
                topics = scores.topics if options.by_topic else ()
                write_table(stacked([pair.to_frame(topics) for pair in information]), options.format)
            else:
                tables = [scores.to_frame(asked.keys), scores.means_to_frame(asked.keys)]
                write_table(stacked(tables), options.format)
    if options.joint:
        _joint(options, collection)


def _asked(options: argparse.Namespace) -> _Asked:
    """Return the measures of the options. Raises on unknown ones, and where there are no subtopics for them."""
    if options.measures is not None:
        keys = names_in(options.measures)
    else:
        keys = (*COLUMNS, *(() if options.subtopics is None else USUAL))
    given = () if options.given is None else names_in(options.given)
    wanted = tuple(dict.fromkeys((*keys, *given)))
    diverse = tuple(key for key in wanted if is_diversity_measure(key))
    for key in diverse:
        diversity_measure(key)
        if options.subtopics is None:
            raise OrdquantError(f"{key} needs judgements of subtopics: --subtopics FILE")
    computed = tuple(key for key in wanted if key != "RIC" and key not in diverse)
    for key in computed:
        list_measure(key)
    return _Asked(keys, given, computed, diverse)


def _joint(options: argparse.Namespace, collection: Collection) -> None:
    with progress("Permuting grades", "topics") as step:
        together = all_together(collection, np.random.default_rng(options.seed), progress=step)
    write_message(f"note: {all_runs(together, len(collection.runs))} Seed {options.seed}.")
    write_table(together.to_frame(), options.format)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    refuse_together(options, "joint", OF_SCORES)
    fill_in_parts(options, PARTS)


def _choices(options: argparse.Namespace) -> Decisions:
    return Decisions().with_mapping(TableMapping(encoding=options.encoding)) if options.encoding else Decisions()


def _collection(options: argparse.Namespace, executor: Executor | None) -> Collection:
    choices = _choices(options)
    with progress("Reading runs", "runs") as step:
        read = lists_of(options.qrels, options.runs, choices, progress=step, executor=executor)
    if read.collection is None:
        raise InputError(read.problems)
    if not read.collection.runs:
        raise OrdquantError(f"{options.qrels} contains no runs; name at least one")
    write_notes(read.collection.notes)
    return read.collection


def _scores(
    options: argparse.Namespace, collection: Collection, asked: _Asked, executor: Executor | None
) -> Evaluation:
    with progress("Scoring runs", "topics") as step:
        scores = score_lists(
            collection, asked.computed, largest_grade=options.largest_grade, progress=step, executor=executor
        )
    if asked.diverse:
        scores = _with_diversity(options, scores, asked.diverse)
    write_notes(scores.notes)
    return scores


def _with_diversity(options: argparse.Namespace, scores: Evaluation, diverse: Sequence[str]) -> Evaluation:
    choices = _choices(options)
    if is_described(options.qrels):
        raise OrdquantError("--subtopics: name the files of QRELS and the runs, not a folder")
    files = [File(path, read_bytes(path)) for path in options.runs]
    subtopics = parse_subtopics(read_bytes(options.subtopics), options.subtopics, choices=choices)
    depth = max(diversity_measure(key)[1] for key in diverse)
    with progress("Reading the first ranks", "runs") as step:
        runs = read_first_ranks(files, choices, depth=depth, progress=step)
    return with_diversity(scores, subtopics, runs, diverse)


def _difference(options: argparse.Namespace, collection: Collection, asked: _Asked, executor: Executor | None) -> None:
    scores = None
    if options.measures is not None or asked.diverse:
        scores = _scores(options, collection, asked, executor)
    with progress("Comparing runs", "topics") as step:
        pairs = compare_lists(collection, progress=step, executor=executor)
    write_table(pairs.to_frame(scores, measures=asked.keys), options.format)
