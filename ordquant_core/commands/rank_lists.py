"""`rank-lists`: relevance information correlation and standard measures of TREC runs."""

import argparse

from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import Commands, add_command, add_format, chosen
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.commands.task_folder import lists_of
from ordquant_core.errors import InputError, OrdquantError, UnknownNameError
from ordquant_core.formats.decisions import Decisions
from ordquant_core.ranked_lists.evaluator import MEASURES
from ordquant_core.ranked_lists.information import information_difference, joint_ric, pairwise_joint_ric
from ordquant_core.tables.ranked_lists.results import joint_table, pair_table, score_table

COLUMNS = ("RIC", "AP", "nDCG")


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "relevance information of ranked lists, in bits, with AP and nDCG"
    example, default = "qrels.txt bm25.run bert.run", ",".join(COLUMNS)
    added = add_command(commands, "rank-lists", _rank_lists, words, example, keys="RIC,AP,RBP", default=default)
    add_format(added)
    added.description = f"{words[0].upper()}{words[1:]}. Measures: RIC, {', '.join(MEASURES)}. Larger is better."
    words = "relevance judgements (topic, round, document, grade), or the folder of a published task"
    added.add_argument("qrels", metavar="QRELS", help=words)
    words = "a TREC run: topic, Q0, document, rank, score, tag (default: the runs of the folder)"
    added.add_argument("runs", nargs="*", metavar="RUN", help=words)
    either = added.add_mutually_exclusive_group()
    either.add_argument("--joint", action="store_true", help="information that all runs carry together, topic by topic")
    either.add_argument("--difference", action="store_true", help="information difference of every pair of runs")
    added.add_argument("--keep-first", action="store_true", help="keep the first of documents listed or judged twice")
    added.add_argument("--skip-files", action="store_true", help="leave out runs that answer no judged topic")
    add_elsewhere(added)


def _rank_lists(options: argparse.Namespace) -> None:
    keys = COLUMNS if options.measures is None else chosen(options.measures)
    for key in keys:
        if key != "RIC" and key not in MEASURES:
            raise UnknownNameError(f"Unknown measure {key!r}; choose from RIC, {', '.join(MEASURES)}.")
    if options.measures is not None and (options.joint or options.difference):
        raise OrdquantError("--measures: --joint and --difference apply to RIC only")
    choices = Decisions(keep_first=options.keep_first, skip_files=options.skip_files)
    read = lists_of(options.qrels, options.runs, choices)
    if read.collection is None:
        raise InputError(read.problems)
    collection = read.collection
    if not collection.runs:
        raise OrdquantError(f"{options.qrels} contains no runs; name at least one")
    for note in collection.notes:
        write_message(f"note: {note}")
    if options.joint:
        write_table(joint_table([topic.name for topic in collection.topics], joint_ric(collection)), options.format)
    elif options.difference:
        with executor_of(options) as executor:
            joint = pairwise_joint_ric(collection, executor=executor).mean(axis=0)
        write_table(pair_table(collection.runs, joint, information_difference(joint)), options.format)
    else:
        scores = score_lists(collection)
        missing = [key for key in keys if key not in scores.measures]
        if missing:
            raise OrdquantError("; ".join(scores.notes))
        write_table(score_table(scores, keys), options.format)
