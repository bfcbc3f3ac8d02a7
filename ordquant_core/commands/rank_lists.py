"""`rank-lists`: relevance information correlation and the usual measures of TREC runs."""

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ordquant_core.analysis.list_results import all_together, information_by_topic
from ordquant_core.analysis.retrieval import (
    PairInformation,
    alike_pairs,
    close_pairs,
    leading_pairs,
    same_team,
    score_lists,
    similar_pairs_to_frame,
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
    number,
    refuse_together,
    seed,
)
from ordquant_core.commands.output import progress, write_message, write_notes, write_table
from ordquant_core.commands.task_folder import lists_of
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.findings.ranked_lists import few_documents, permutations, within_bins
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official.trec import parse_subtopics
from ordquant_core.formats.official.trec_files import read_first_ranks
from ordquant_core.formats.teams import parse_teams, teams_of
from ordquant_core.glossary import stacked
from ordquant_core.ranked_lists.collection import TOPICS, Collection, mean_over_topics
from ordquant_core.ranked_lists.diversity import KEYS as DIVERSITY
from ordquant_core.ranked_lists.diversity import USUAL, diversity_measure, is_diversity_measure
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.information import (
    PERMUTATIONS,
    information_difference,
    pairwise_information,
    permuted_grades,
)
from ordquant_core.ranked_lists.measures import HELP_ON_KEYS, KEYS, list_measure
from ordquant_core.tasks.published.contents import is_described

COLUMNS = ("RIC", "AP", "nDCG")
PARTS: Parts = {
    "difference": {"bins": None, "within": None, "teams": None},
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
    pairs = added.add_argument_group("with --difference")
    words = "compare only runs with a similar AP: those whose AP differs by at most D; most similar pairs first"
    pairs.add_argument("--within", type=number, metavar="D", help=words)
    words = (
        "the same as in Golbus and Aslam (2013): sort the runs by AP into N bins of equal size, compare those in the "
        "same bin; with few runs, AP may differ much within a bin"
    )
    pairs.add_argument("--bins", type=count, metavar="N", help=words)
    pairs.add_argument("--teams", metavar="FILE", help="a table with the columns run, team; adds the column same_team")
    joint = added.add_argument_group("with --joint")
    words = f"seed of the {PERMUTATIONS} permutations of the grades of each topic that show what is chance (default: 1)"
    joint.add_argument("--seed", type=seed, metavar="SEED", help=words)
    tau = added.add_argument_group("with --information-tau")
    tau.add_argument("--given", metavar="KEYS", help="the bits that remain, given the rankings by these measures")
    tau.add_argument("--by-topic", action="store_true", help="add a row per topic")
    words = (
        "topics that the means of a run go over: all that are judged (judged, the default, as in trec_eval -c; a run "
        "without a list scores 0), those of them that the run retrieves (both, as in trec_eval without -c), or all "
        "that the run retrieves (retrieved; one that is not judged scores 0)"
    )
    added.add_argument("--topics", choices=TOPICS, default=TOPICS[0], help=words)
    added.add_argument("--binary", action="store_true", help="count every grade above 0 as 1: relevant or not")
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
            raise OrdquantError(
                f"{options.qrels}: RIC is not defined: no topic that counts has judged documents of two grades"
            )
        if options.difference:
            _difference(options, collection, asked, executor)
        elif not options.joint:
            scores = _scores(options, collection, asked, executor)
            if options.information_tau:
                information = [information_by_topic(scores, *pair, asked.given) for pair in combinations(asked.keys, 2)]
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
    permuted = permuted_grades(collection, np.random.default_rng(options.seed))
    with progress("Permuting grades", "topics") as step:
        information = all_together(collection, permuted, progress=step)
    write_message(f"note: by chance: mean over {permutations(permuted)}, seed {options.seed}")
    few = few_documents(collection, len(collection.runs))
    if few:
        write_message(f"note: {few}")
    write_table(information.to_frame(), options.format)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    for name in ("joint", "bins", "within"):
        refuse_together(options, name, OF_SCORES)
    refuse_together(options, "within", ("bins",))
    fill_in_parts(options, PARTS)


def _choices(options: argparse.Namespace) -> Decisions:
    choices = Decisions(topics=options.topics, binary=options.binary)
    return choices.with_mapping(TableMapping(encoding=options.encoding)) if options.encoding else choices


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
    with progress("Scoring runs", "steps") as step:
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
    teams = None
    if options.teams is not None:
        known = parse_teams(read_bytes(options.teams), options.teams)
        teams = teams_of(collection.runs, known, options.teams)
    scores = None
    if options.measures is not None or asked.diverse:
        scores = _scores(options, collection, asked, executor)
    with progress("Comparing runs", "topics") as step:
        joint = mean_over_topics(pairwise_information(collection, progress=step, executor=executor), axis=0)
    difference = information_difference(joint)
    if options.bins is None and options.within is None:
        information = PairInformation(collection.runs, joint, difference)
        table = information.to_frame(scores, measures=asked.keys, teams=teams)
    else:
        means = _scores(options, collection, asked._replace(computed=("AP",)), executor).means[1]
        if options.bins is None:
            pairs = close_pairs(means, difference, within=options.within)
        else:
            pairs = alike_pairs(means, difference, n_bins=options.bins)
            write_message(f"note: {within_bins(pairs)}")
        table = similar_pairs_to_frame(collection.runs, pairs, teams, binned=options.bins is not None)
        if teams is not None:
            leading = leading_pairs(same_team(pairs, teams))
            write_message(f"note: {leading} of {len(pairs)} pairs come before the first one of two teams")
    write_table(table, options.format)
