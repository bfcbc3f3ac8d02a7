"""`group-fairness`: relevance of TREC runs, and how fair what they show is to groups."""

import argparse
from collections.abc import Sequence

from ordquant_core.analysis.group_fairness import ORDINAL, by_rank, fairness
from ordquant_core.commands.options import (
    Commands,
    add_command,
    add_format,
    add_list_reading,
    count,
    list_choices,
    number_list,
    settle_parts,
)
from ordquant_core.commands.output import progress, write_notes, write_table
from ordquant_core.drawing import check_figure_name, save_figure
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.trec.files import read_raw
from ordquant_core.formats.trec.groups import parse_membership, parse_target
from ordquant_core.numerals import listed
from ordquant_core.ranked_lists.group_fairness import CUTOFF, Attribute, FairLists, prepare
from ordquant_core.tables.ranked_lists.fairness import fairness_table, rank_table
from ordquant_core.tables.table import stacked

SYNTAX = "NAME=MEMBERSHIP,TARGET[,nominal]"


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "group-fair relevance of ranked lists: ERR, iRBU, GF, GFR"
    example = "qrels.txt a.run --attribute GENDER=gender.txt,target.txt,nominal"
    added = add_command(commands, "group-fairness", _group_fairness, words, example, measures=False)
    added.description = f"{words[0].upper()}{words[1:]} (Sakai et al. 2022). Larger is better."
    add_format(added)
    added.add_argument("qrels", metavar="QRELS", help="relevance judgements: topic, round, document, grade")
    added.add_argument("runs", nargs="*", metavar="RUN", help="a TREC run: topic, Q0, document, rank, score, tag")
    words = (
        "an attribute and its files: memberships (topic, document, p_1 … p_L), target (L lines with a share each); add "
        "nominal if the groups have no order"
    )
    added.add_argument("--attribute", action="append", default=[], metavar=SYNTAX, help=f"{words} (repeatable)")
    words = f"divergence of ordered groups: {', '.join(ORDINAL)} (default: {ORDINAL[0]}); nominal groups use JSD"
    added.add_argument("--divergence", choices=ORDINAL, default=ORDINAL[0], metavar="KEY", help=words)
    words = f"how many ranks count (default: {CUTOFF})"
    added.add_argument("--cutoff", type=count, default=CUTOFF, metavar="N", help=words)
    words = "gains of the grades 0, 1, … (default: 2^grade - 1)"
    added.add_argument("--gains", metavar="A,B,…", help=words)
    either = added.add_mutually_exclusive_group()
    either.add_argument("--means", action="store_true", help="add the means over topics, in rows whose topic is all")
    either.add_argument("--by-rank", action="store_true", help="write every list rank by rank instead")
    words = "draw the list of the first RUN, the groups of the first attribute, as .pdf or .svg, too (needs Chromium)"
    added.add_argument("--figure", metavar="FILE", help=words)
    added.add_argument("--topic", metavar="ID", help="the topic of --figure (default: the first one)")
    add_list_reading(added)


def _group_fairness(options: argparse.Namespace) -> None:
    if not options.runs:
        raise OrdquantError(f"{options.qrels}: name a RUN or more")
    if not options.attribute:
        raise OrdquantError(f"give an attribute: --attribute {SYNTAX}")
    gains = None if options.gains is None else number_list("--gains", options.gains).tolist()
    choices = list_choices(options)
    settle_parts(options, {"figure": {"topic": None}})
    if options.figure is not None:
        check_figure_name(options.figure)
    attributes = [_attribute(text) for text in options.attribute]
    files = [File(path, read_bytes(path)) for path in (options.qrels, *options.runs)]
    with progress("Reading runs", "runs") as step:
        judgements, runs, problems = read_raw(files[0], files[1:], choices, progress=step)
    if judgements is None or problems:
        raise InputError(problems)
    lists = prepare(judgements, runs, attributes, cutoff=options.cutoff, choices=choices.made)
    write_notes(lists.notes)
    if options.figure is not None:
        _draw(lists, options, gains)
    if options.by_rank:
        pairs = [(run, topic) for topic in range(len(lists.topics)) for run in range(len(lists.runs))]
        tables = [rank_table(by_rank(lists, *pair, divergence=options.divergence, gains=gains)) for pair in pairs]
        write_table(stacked(tables), options.format)
    else:
        with progress("Scoring runs", "attributes") as step:
            found = fairness(lists, divergence=options.divergence, gains=gains, progress=step)
        write_table(fairness_table(found, means=options.means), options.format)


def _draw(lists: FairLists, options: argparse.Namespace, gains: Sequence[float] | None) -> None:
    from ordquant_core.figures.style import LIGHT  # plotly takes half a second to be imported
    from ordquant_core.report.figures_of_lists import groups

    topics = [topic for topic, known in zip(lists.topics, lists.known[0], strict=True) if known]
    topic = topics[0] if options.topic is None and topics else options.topic
    if topic not in topics:
        named = f"{lists.attributes[0].name}; there are {listed(topics, at_most=9)}"
        raise OrdquantError(f"--topic: {topic!r} is no judged topic with groups of {named}")
    seen = by_rank(lists, 0, lists.topics.index(topic), divergence=options.divergence, gains=gains)
    save_figure(groups(seen, 0)(palette=LIGHT), options.figure)


def _attribute(text: str) -> Attribute:
    """Read the files that `NAME=MEMBERSHIP,TARGET[,nominal]` names."""
    name, equals, rest = text.partition("=")
    membership, *others = rest.split(",")
    nominal = len(others) == 2 and others[1] == "nominal"
    if not (equals and name and membership and others and others[0]) or len(others) > 1 + nominal:
        raise OrdquantError(f"--attribute: {text!r} is not {SYNTAX}")
    read = parse_membership(read_bytes(membership), membership)
    return Attribute(name, read, parse_target(read_bytes(others[0]), others[0]), nominal)
