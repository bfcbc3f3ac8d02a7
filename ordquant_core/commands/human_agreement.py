"""`human-agreement`: do people prefer the estimates that measures prefer?"""

import argparse
from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.human_agreement import HALF_WIDTH, EyeAgreement, compare_agreement, human_agreement
from ordquant_core.commands.options import (
    Commands,
    add_command,
    add_format,
    count,
    measure_keys,
    number,
    refuse_together,
    seed,
    settle_parts,
)
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.drawing import check_figure_name, save_figure
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.human_judgements import CHOICES, COLUMNS, HumanJudgements, parse_judgements_of_people
from ordquant_core.formats.text import text_of
from ordquant_core.numerals import count as counted
from ordquant_core.tables.human_agreement import (
    agreement_of_people,
    answers_of_people,
    comparison_of_measures,
    written_side,
)
from ordquant_core.tables.table import Table, of_rows
from ordquant_core.teaching.result_codes import MOST_CODES
from ordquant_core.teaching.your_eye import FORM, eye_pairs, judgements_of, sort_codes

SEED, TRIALS = 1, 5000


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "how often people prefer the estimates that measures prefer", "answers.csv --measures NMD,RNOD,NVD"
    added = add_command(commands, "human-agreement", _human_agreement, words, example)
    added.usage = f"{added.prog} [options] [FILE]"
    added.description = (
        f"{words[0].upper()}{words[1:]}. Intervals and tests take persons as clusters, and are about the pairs of "
        "estimates in FILE.\nPairs that were chosen because measures disagree say nothing about other pairs."
    )
    words = f"a table with the columns {', '.join(COLUMNS)} (choice: {', '.join(CHOICES)}), or a result code a line"
    added.add_argument("file", nargs="?", metavar="FILE", help=words)
    forms = added.add_mutually_exclusive_group()
    forms.add_argument("--pairs", action="store_true", help="compare every two measures, with a test")
    forms.add_argument("--answers", action="store_true", help="write the answers as a table, such as those of codes")
    forms.add_argument("--items", type=seed, metavar="SEED", help="write the 24 pairs of a seed instead, for a study")
    words = f"half-width of the interval for which judges are counted (default: {HALF_WIDTH})"
    added.add_argument("--figure", metavar="FILE", help="draw the agreement as .pdf or .svg, too (needs Chromium)")
    added.add_argument("--half-width", type=number, metavar="W", help=words)
    added.add_argument("--trials", type=count, metavar="N", help=f"of the test (default: {TRIALS})")
    added.add_argument("--seed", type=seed, metavar="SEED", help=f"of the test (default: {SEED})")
    add_format(added)


def _human_agreement(options: argparse.Namespace) -> None:
    if (options.file is None) == (options.items is None):
        raise OrdquantError("give a FILE of answers, or --items SEED")
    for form in ("pairs", "answers", "items"):
        refuse_together(options, form, ("figure", "half_width", *(() if form == "pairs" else ("measures",))))
    settle_parts(options, {"pairs": {"trials": TRIALS, "seed": SEED}})
    if options.items is not None:
        write_table(_items(options.items), options.format)
        return
    keys = measure_keys(options)
    judgements = _read(options.file)
    persons = len(set(judgements.persons))
    if persons == 1:
        write_message("note: one person: there are no intervals, and a test cannot find anything")
    undecided = int((judgements.sides == 0).sum())
    if undecided:
        write_message(
            f"note: {counted(undecided, 'answer')} of {len(judgements.sides)} prefer neither, and do not count"
        )
    if options.answers:
        write_table(answers_of_people(judgements), options.format)
    elif options.pairs:
        rng = np.random.default_rng(options.seed)
        found = compare_agreement(judgements, keys, n_trials=options.trials, rng=rng)
        write_table(comparison_of_measures(found), options.format)
    else:
        half_width = HALF_WIDTH if options.half_width is None else options.half_width
        agreement = human_agreement(judgements, keys, half_width=half_width)
        if options.figure is not None:
            _draw(agreement, options.figure)
        write_table(agreement_of_people(agreement), options.format)


def _draw(found: Sequence[EyeAgreement], path: str) -> None:
    check_figure_name(path)
    from ordquant_core.figures.human_agreement import agreement_figure  # plotly takes half a second to be imported
    from ordquant_core.figures.style import LIGHT

    columns = zip(*((one.measure, one.agreement, one.low, one.high) for one in found), strict=True)
    measures, agreement, low, high = columns
    title = "Answers that agree with each measure"
    save_figure(agreement_figure(measures, agreement, low, high, LIGHT, title=title), path)


def _read(path: str) -> HumanJudgements:
    data = read_bytes(path)
    lines = [line.strip() for line in text_of(data, path).splitlines() if line.strip()]
    if not lines or not all(line.upper().startswith(FORM.prefix) for line in lines[:1]):
        return parse_judgements_of_people(data, path)
    if len(lines) > MOST_CODES:
        raise OrdquantError(f"{path}: {counted(len(lines), 'code')}; at most {counted(MOST_CODES)} are read")
    found = sort_codes(lines)
    if found.refused:
        raise OrdquantError(f"{path}: {found.refused[0].why}")
    if found.repeated:
        write_message(f"note: {counted(found.repeated, 'code')} repeated: the same answers count once")
    try:
        return judgements_of(found.codes)
    except OrdquantError as problem:
        raise OrdquantError(f"{path}: {problem}") from None


def _items(drawn: int) -> Table:
    rows = []
    for place, one in enumerate(eye_pairs(drawn), start=1):
        sides = (written_side(side) for side in (one.picture.gold, one.picture.a, one.picture.b))
        rows.append((f"{drawn}/{place}", *sides, *one.measures))
    return of_rows(("pair", "gold", "estimate_a", "estimate_b", "measure_1", "measure_2"), rows)
