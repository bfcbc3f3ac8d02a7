"""A ranking of runs on nuggets in sentences, with the table of runs and the list of worst blocks.

`layer` is the number of a measure, `pair` the numbers of runs A and, if there is one, B.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.findings.runs import too_little
from ordquant_core.findings.words import MEANS, few_cases, span
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.markup import NOTHING, Cell, Column, Grid, Html, Numbers, Row, join, length, tag
from ordquant_core.nuggets import LEVEL, TIE, Ranking, block_numbers, leaders
from ordquant_core.numerals import count, decimals, interval, letters, p_error, score, setting
from ordquant_core.tables.sentences import letter_of, lettered, listed_names, named, named_runs

NAMED = 3  # runs, in a sentence
MOST_COLUMNS = 6  # of group letters: more would not fit beside the rest
WORST = 12
ONE_SIDED = "dialogues in which only one side speaks are scored on that side"
LONG = 16  # characters of a name that may be broken


def facts(task: NuggetTask) -> list[str]:
    """Return the facts about a task, a few words each."""
    customer = int(task.customer.sum())
    annotators = "probabilities" if task.votes is None else span(task.votes.sum(axis=1), "annotator")
    blocks = f"{count(customer)} customer and {count(len(task.customer) - customer)} helpdesk blocks"
    return [count(len(task.dialogues), "dialogue"), blocks, annotators, count(len(task.runs), "run")]


def best_run(ranking: Ranking, layer: int, pair: Sequence[int]) -> Html:
    """Say which runs have the smallest mean, and from which others they differ significantly.

    The test depends on the means alone: what it says of one of several equal means it says of all of them.
    """
    averages, scores = ranking.averages, ranking.averages.scores
    first = [run for run, rank in enumerate(ranking.ranks(layer)) if rank == 1]
    mean, name = score(float(averages.means[layer, first[0]])), named_runs(scores.runs, pair, first)
    how = "the micro average of" if averages.alpha is None else "mean"
    at = "" if averages.alpha is None else f" at alpha {setting(averages.alpha)}"
    if len(scores.runs) == 1:
        return join([f"{how[0].upper()}{how[1:]} {scores.measures[layer]} of ", name, f"{at} is {mean}."])
    level = [run for run in ranking.level_with_best(layer) if run not in first]
    alone = len(first) == 1
    best = "is best" if alone else "are best with equal means"
    does_not = "it does not" if alone else "they do not"
    if len(first) == len(scores.runs):
        said = Html("")
    elif not level:
        said = Html(f"; {'it differs' if alone else 'they differ'} significantly from every other run")
    elif len(level) == len(scores.runs) - len(first) > 1:
        said = Html(f"; {does_not} differ significantly from any of the other {len(level)}")
    else:
        others = listed_names([named(scores.runs, pair, run) for run in level], at_most=NAMED)
        said = join([f"; {does_not} differ significantly from ", others])
    return join([f"By {how} {scores.measures[layer]}{at}, ", name, f" {best} ({mean})", said, "."])


def of_dialogue(ranking: Ranking, senders: Sequence[str], layer: int, pair: Sequence[int], dialogue: int) -> Html:
    """Say how the runs of a pair score on a dialogue, and how its blocks, which have these senders, are drawn."""
    averages, alpha = ranking.averages, ranking.averages.alpha
    values, runs = averages.values[layer, :, dialogue], averages.scores.runs
    each = (lettered(f"{runs[run]} {score(values[run])}", letter) for letter, run in zip("AB", pair, strict=False))
    how = "mean over its blocks" if alpha is None else f"waM, alpha {setting(alpha)}"
    sides = set(senders)
    alone = f" Only the {next(iter(sides))} speaks: only that side is scored." if len(sides) == 1 else ""
    order = "Blocks are in order, the customer's on the left, the helpdesk's on the right."
    return join([f"{averages.scores.measures[layer]} ({how}): ", join(each, " · "), f".{alone} {order}"])


def over_alpha(ranking: Ranking, layer: int, pair: Sequence[int]) -> Html:
    """Say which run is first at which alpha."""
    runs = ranking.averages.scores.runs
    if ranking.averages.alpha is None:
        return Html("Every block counts the same: long dialogues weigh more, and there is no alpha.")
    if len(runs) == 1:
        return NOTHING
    ends = ranking.helpdesk[layer], ranking.customer[layer]

    def equal(run: int) -> list[int]:
        """Return a run and those whose means equal its own at every alpha."""
        near = [np.abs(means - means[run]) <= TIE for means in ends]
        return [int(one) for one in np.flatnonzero(np.logical_and(*near))]

    def name(run: int) -> Html:
        return named_runs(runs, pair, equal(run))

    *first, (last, _) = leaders(*ends)
    if not first:
        return join([name(last), f" {'is' if len(equal(last)) == 1 else 'are'} first at every alpha."])
    steps = [join([name(run), f" up to alpha {decimals(upto, 2)}"]) for run, upto in first]
    start = "First is " if len(equal(first[0][0])) == 1 else "First are "
    return join([start, join(steps, ", "), ", then ", name(last), "."])


def method(ranking: Ranking, seed: int) -> str:
    """Say how intervals and groups were computed."""
    n, note = len(ranking.averages.scores.dialogues), ranking.averages.note
    level, error = setting(LEVEL), p_error(ranking.test.error_at(LEVEL))
    said = (
        f"Intervals: 95%, {MEANS}, over {count(n, 'dialogue')}. {few_cases(n, 'dialogue')} Groups: "
        "runs that share a letter do not differ significantly by the randomised Tukey HSD test (significance level "
        f"{level}, n = {count(n, 'dialogue')}, B = {count(ranking.test.n_trials)} trials, seed {seed}; Monte-Carlo "
        f"error of a p-value near {level}: ±{error})."
    )
    of = f"{count(len(ranking.averages.scores.runs), 'run')} and {count(n, 'dialogue')}"
    if len(ranking.averages.scores.runs) > 1:
        said = f"{said} {too_little(of, ranking.test.smallest_p, ranking.test.n_trials, LEVEL)}".rstrip()
    return f"{said} {note[0].upper()}{note[1:]}." if note else said


def run_table(ranking: Ranking, layer: int, pair: Sequence[int]) -> Grid:
    """Return the runs by their means, with intervals and significance groups."""
    runs = ranking.averages.scores.runs
    means = ranking.averages.means[layer]
    bounds = ranking.interval.low[layer], ranking.interval.high[layer]
    low, high = (np.where(np.isnan(bound), means, bound) for bound in bounds)  # a dot alone where there are none
    start, room = float(low.min()), max(float(high.max() - low.min()), 1e-9)
    ranks, groups, every = ranking.ranks(layer), ranking.letters(layer), len(ranking.groups(layer))
    rows = []
    for run in ranking.order(layer):
        letter = letter_of(pair, run).lower()
        colour = f"var(--oq-run-{letter})" if letter else "var(--oq-muted)"
        at = [(float(end[run]) - start) / room for end in (means, low, high)]
        ends = interval(*(bound[run] for bound in bounds))
        below = tag("small", ends, class_="oq-muted")
        wrap = "white-space:normal; overflow-wrap:anywhere" if len(runs[run]) > LONG else None
        cells = [
            count(ranks[run]),
            Cell(named(runs, pair, run), heads=True, style=wrap),
            Cell(tag("b", score(means[run])), title=repr(float(means[run]))),
            join([_whisker(colour, *at), below]),
            Cell(_in_columns(groups[run], every), style="white-space:nowrap"),
            score(ranking.customer[layer, run]),
            score(ranking.helpdesk[layer, run]),
        ]
        rows.append(Row(cells, data={"run": runs[run]}))
    columns: list[object] = [
        "",
        "Run",
        Numbers(f"mean {'micro' if ranking.averages.alpha is None else 'waM'}"),
        "95% interval",
        Column("group", title="Significance groups: runs that share a letter do not differ significantly"),
        Numbers("customer", title=f"mean over dialogues with alpha = 1; {ONE_SIDED}"),
        Numbers("helpdesk", title=f"mean over dialogues with alpha = 0; {ONE_SIDED}"),
    ]
    return columns, rows


def worst_table(
    ranking: Ranking, task: NuggetTask, layer: int, pair: Sequence[int], chosen: tuple[int, int | None]
) -> Grid:
    """Return the blocks with the largest scores of run A; `chosen`: a dialogue, a block of it counted from 0."""
    scores = ranking.averages.scores
    of, numbers = task.dialogue_of, block_numbers(task)
    rows = []
    for block in scores.worst_blocks(layer, pair[0])[:WORST].tolist():
        dialogue, number = int(of[block]), int(numbers[block])
        cells = [
            Cell(task.dialogues[dialogue], heads=True),
            count(number),
            task.senders[dialogue][number - 1],
            *(
                Cell(tag("span", score(value), class_=f"oq-{letter}"), title=repr(value))
                for letter, value in zip("ab", scores.blocks[layer, list(pair), block].tolist(), strict=False)
            ),
        ]
        rows.append(Row(cells, choice=str(block), chosen=(dialogue, number - 1) == chosen))
    runs = [Numbers(lettered("", letter), title=scores.runs[run]) for letter, run in zip("AB", pair, strict=False)]
    return ["dialogue", Numbers("block"), "side", *runs], rows


def _whisker(colour: str, mean: float, low: float, high: float) -> Html:
    """Draw mean, low and high, given as shares of the width."""
    bar = f"background:{colour}; left:{length(100 * low)}; width:{length(100 * (high - low))}"
    dot = f"background:{colour}; left:{length(100 * mean)}"
    return tag("div", tag("i", style=bar), tag("i", style=dot), class_="oq-whisker", aria_hidden="true")


def _in_columns(groups: Sequence[str], every: int) -> Html:
    """Give every letter its own column, so that a group can be followed down the table."""
    if every > MOST_COLUMNS:
        return join(groups, " ")
    labels = map(letters, range(every))
    style = "display:inline-block; width:0.75em"
    return join(tag("span", letter if letter in groups else "", style=style) for letter in labels)
