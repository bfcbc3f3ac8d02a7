"""`measure`: the scores of one estimate, from numbers on the command line."""

import argparse

from ordquant_core.commands.options import (
    Commands,
    add_command,
    add_format,
    add_positions,
    keys_on_request,
    number_list,
    positions_of,
)
from ordquant_core.commands.output import write_table
from ordquant_core.glossary import frame_of
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "score one estimate", "--gold 0,1,2,9,8 --estimate 0,0,0,1,0 --measures NMD,RNOD"
    added = add_command(commands, "measure", _measure, words, example)
    added.add_argument(
        "--gold", required=True, metavar="NUMBERS", help="votes or probabilities of the gold, such as 0,1,2,9,8"
    )
    added.add_argument("--estimate", required=True, metavar="NUMBERS", help="votes or probabilities of the estimate")
    add_positions(added)
    add_format(added)


def _measure(options: argparse.Namespace) -> None:
    gold, estimated = number_list("--gold", options.gold), number_list("--estimate", options.estimate)
    keys = keys_on_request(options)
    positions = positions_of(options, keys)
    scores = []
    for key in keys:
        if key in SMOOTHED:
            scores.append(float(SMOOTHED[key](gold, estimated)))
        else:
            measure = MEASURES[key]
            scores.append(float(measure(gold, estimated, positions if measure.takes_positions else None)))
    write_table(frame_of({"measure": keys, "score": scores}), options.format)
