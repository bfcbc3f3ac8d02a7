"""`human-agreement`: do people prefer the estimates that measures prefer?"""

import argparse
from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.human_agreement import (
    HALF_WIDTH,
    AgreementComparison,
    HumanAgreement,
    compare_agreement,
    human_agreement,
)
from ordquant_core.commands.options import (
    Commands,
    add_command,
    add_format,
    count,
    fill_in_parts,
    measure_keys,
    number,
    refuse_together,
    seed,
)
from ordquant_core.commands.output import write_table
from ordquant_core.figure_files import form_of, save_figure
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.human_judgements import CHOICES, COLUMNS, parse_judgements_of_people
from ordquant_core.numerals import count as counted
from ordquant_core.terminal import write_message

SEED, TRIALS = 1, 5000


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "how often people prefer the estimates that measures prefer", "answers.csv --measures NMD,RNOD,NVD"
    added = add_command(commands, "human-agreement", _human_agreement, words, example)
    added.description = (
        f"{words[0].upper()}{words[1:]}. Intervals and tests take persons as clusters, and are about the pairs of "
        "estimates in FILE.\nPairs that were chosen because measures disagree say nothing about other pairs."
    )
    words = f"a table with the columns {', '.join(COLUMNS)} (choice: {', '.join(CHOICES)})"
    added.add_argument("file", metavar="FILE", help=words)
    added.add_argument("--pairs", action="store_true", help="compare every two measures, with a test")
    added.add_argument("--figure", metavar="FILE", help="draw the agreement as .pdf or .svg, too (needs Chromium)")
    words = f"half-width of the interval for which judges are counted (default: {HALF_WIDTH})"
    added.add_argument("--half-width", type=number, metavar="W", help=words)
    added.add_argument("--trials", type=count, metavar="N", help=f"of the test (default: {TRIALS})")
    added.add_argument("--seed", type=seed, metavar="SEED", help=f"of the test (default: {SEED})")
    add_format(added)


def _human_agreement(options: argparse.Namespace) -> None:
    refuse_together(options, "pairs", ("figure", "half_width"))
    fill_in_parts(options, {"pairs": {"trials": TRIALS, "seed": SEED}})
    keys = measure_keys(options)
    judgements = parse_judgements_of_people(read_bytes(options.file), options.file)
    if len(set(judgements.persons)) == 1:
        write_message("note: one person: there are no intervals, and a test cannot find anything")
    undecided = int((judgements.sides == 0).sum())
    if undecided:
        write_message(
            f"note: {counted(undecided, 'answer')} of {len(judgements.sides)} prefer neither, and do not count"
        )
    if options.pairs:
        rng = np.random.default_rng(options.seed)
        comparisons = compare_agreement(judgements, keys, n_trials=options.trials, rng=rng)
        write_table(AgreementComparison.frame(comparisons), options.format)
    else:
        half_width = HALF_WIDTH if options.half_width is None else options.half_width
        agreement = human_agreement(judgements, keys, half_width=half_width)
        if options.figure is not None:
            _draw(agreement, options.figure)
        write_table(HumanAgreement.frame(agreement), options.format)


def _draw(agreement: Sequence[HumanAgreement], path: str) -> None:
    form_of(path, "--figure")
    from ordquant_core.figures.effects import draw_human_agreement  # plotly takes half a second to be imported

    save_figure(draw_human_agreement(agreement), path)
