"""Which run is best: the sentence, the table of runs, and how the ranking moves with alpha."""

import html

import numpy as np
import streamlit as st

from ordquant_core.figures.nuggets import alpha_figure
from ordquant_core.nuggets import leaders
from ordquant_core.numerals import score as number
from ordquant_core.tables import sentences
from pages.nuggets.results import LEVEL, RESAMPLES, SEED, TRIALS, Results
from pages.nuggets.source import Current
from pages.nuggets.state import Settings
from pages.shared import look, tasks

NAMED = 3  # runs, in a sentence
MOST_COLUMNS = 6  # of group letters: more would not fit beside the rest


def facts(current: Current) -> st.delta_generator.DeltaGenerator:
    """Draw the line of facts about the task; returns the place beside it, for the page's own tools."""
    task = current.task
    customer = int(task.customer.sum())
    parts = ["<b>synthetic sample</b>"] if current.data.synthetic else []
    parts += [
        f"{len(task.dialogues):,} dialogues",
        f"{customer:,} customer and {len(task.customer) - customer:,} helpdesk blocks",
    ]
    if task.votes is None:
        parts.append("probabilities")
    else:
        votes = task.votes.sum(axis=1)
        few, many = int(votes.min()), int(votes.max())
        parts.append(f"{few} annotators" if few == many else f"{few} to {many} annotators")
    parts.append(f"{len(task.runs)} run{'s' * (len(task.runs) != 1)}")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(f'<p class="oq oq-muted" id="facts">{" · ".join(parts)}</p>', width="content")
        place = st.container(horizontal=True, width="content")
    tasks.show_description(current.data.description)
    return place


def verdict(shown: Results, settings: Settings) -> None:
    """Say which run is best, how sure that is, and how it hangs on alpha."""
    names, layer = shown.task.runs, settings.layer
    means = shown.averages.means[layer]
    order = np.argsort(means, kind="stable").tolist()
    best = order[0]
    how = "the micro average of" if settings.alpha is None else "mean"
    at = "" if settings.alpha is None else f" at alpha {settings.alpha:g}"
    said = f"By {how} {settings.measure}{at}, {_marked(shown, settings, best)} is best ({number(means[best])})"
    alike = [run for run in order[1:] if shown.test.p_values[layer, best, run] >= LEVEL]
    if len(names) == 1:
        said = f"{how.capitalize()} {settings.measure} of {_marked(shown, settings, best)}{at} is {number(means[best])}"
    elif not alike:
        said += "; it differs significantly from every other run"
    elif len(alike) == len(names) - 1 > 1:
        said += f"; the test cannot tell it from any of the other {len(alike)}"
    else:
        told = [_marked(shown, settings, run) for run in alike[:NAMED]]
        more = len(alike) - NAMED
        last = [f"{more} more"] if more > 0 else []
        said += f"; the test cannot tell it from {_joined(told + last)}"
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{said}.</p><p class="oq oq-because">{_because(shown, settings)}</p>'
    )


def _because(shown: Results, settings: Settings) -> str:
    if settings.alpha is None:
        return "Every block counts the same: long dialogues weigh more, and there is no alpha."
    if len(shown.task.runs) == 1:
        return ""
    first = leaders(shown.helpdesk[settings.layer], shown.customer[settings.layer])
    if len(first) == 1:
        return f"{_marked(shown, settings, first[0][0])} is first whatever alpha."
    parts = [f"{_marked(shown, settings, run)} up to alpha {upto:.2f}" for run, upto in first[:-1]]
    return f"First is {', '.join(parts)}, then {_marked(shown, settings, first[-1][0])}."


def table(shown: Results, settings: Settings) -> None:
    """Draw runs by their means, with intervals and groups."""
    layer, task = settings.layer, shown.task
    means, low, high = (part[layer] for part in (shown.averages.means, shown.interval.low, shown.interval.high))
    letters, start = shown.letters(layer), float(low.min())
    room = max(float(high.max()) - start, 1e-9)
    groups = max(len(shown.groups(layer)), 1)
    rows = []
    for run in np.argsort(means, kind="stable").tolist():
        rank = 1 + int((means < means[run] - 1e-12).sum())
        letter = dict(zip(settings.runs, "ab", strict=False)).get(run)
        colour = f"var(--oq-run-{letter})" if letter else "var(--oq-muted)"
        whisker = _whisker([float(bound[run] - start) / room for bound in (means, low, high)], colour)
        wrap = "white-space:normal; overflow-wrap:anywhere" if len(task.runs[run]) > 16 else ""
        rows.append(
            f'<tr data-run="{html.escape(task.runs[run])}"><td>{rank}</td>'
            f'<th scope=row style="{wrap}">{_marked(shown, settings, run)}</th>'
            f'<td title="{float(means[run])!r}"><b>{number(means[run])}</b></td>'
            f'<td style="width:30%" title="95% interval {low[run]:.4f} to {high[run]:.4f}">{whisker}'
            f'<span class="oq-muted" style="font-size:0.8rem; white-space:nowrap">{number(low[run])} – '
            f"{number(high[run])}</span></td>"
            f'<td class="oq-wide">{number(shown.customer[layer, run])}</td>'
            f'<td class="oq-wide">{number(shown.helpdesk[layer, run])}</td>'
            f'<td style="white-space:nowrap">{_columns(letters[run], groups)}</td></tr>'
        )
    mean = "micro" if settings.alpha is None else "waM"
    st.html(
        '<table class="oq oq-table" id="runs"><thead><tr><th scope=col></th><th scope=col>Run</th>'
        f"<th scope=col>mean {mean}</th><th scope=col>95% interval</th>"
        '<th scope=col class="oq-wide" title="mean over dialogues with alpha = 1">customer</th>'
        '<th scope=col class="oq-wide" title="mean over dialogues with alpha = 0">helpdesk</th>'
        f"<th scope=col>group</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f'<p class="oq oq-note" id="method" style="margin-top:0.6rem">{_method(shown)}</p>'
    )


def over_alpha(shown: Results, settings: Settings) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    if settings.alpha is None:
        st.html(
            '<p class="oq oq-note">The micro average has no alpha. Choose the average over dialogues (macro) to see '
            "how the ranking moves between helpdesk alone and customer alone.</p>"
        )
        return
    layer = settings.layer
    figure = alpha_figure(
        shown.helpdesk[layer],
        shown.customer[layer],
        shown.task.runs,
        look.palette(),
        alpha=settings.alpha,
        measure=settings.measure,
        title=f"Ranks at alpha {settings.alpha:g}",
        pair=settings.names(shown.task),
        height=max(380, 120 + 20 * len(shown.task.runs)),
    )
    st.plotly_chart(figure, theme=None, key="nugget_over_alpha", config=look.plot_config("nuggets-alpha"))


def _method(shown: Results) -> str:
    cases = len(shown.task.dialogues)
    error = shown.test.error_at(LEVEL)
    said = (
        f"Intervals: bootstrap over {cases:,} dialogues, {RESAMPLES:,} resamples. Groups: runs that share a letter are "
        f"not told apart by the randomised Tukey HSD test (significance level {LEVEL:g}, n = {cases:,} dialogues, "
        f"B = {TRIALS:,} trials, seed {SEED}; Monte-Carlo error of a p-value near {LEVEL:g}: ±{error:.4f})."
    )
    note = shown.averages.note
    return f"{said} {html.escape(note[0].upper() + note[1:])}." if note else said


def _marked(shown: Results, settings: Settings, run: int) -> str:
    """Return the name of a run; A and B in their colours, with their letters."""
    letter = dict(zip(settings.runs, "AB", strict=False)).get(run)
    name = shown.task.runs[run]
    return sentences.lettered(name, letter) if letter else html.escape(name)


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _whisker(at: list[float], colour: str) -> str:
    """Draw mean, low and high, given as shares of the width."""
    mean, low, high = at
    bar = f"position:absolute; top:5px; height:3px; border-radius:2px; background:{colour}; opacity:0.55"
    dot = f"position:absolute; top:1px; width:11px; height:11px; border-radius:50%; background:{colour}"
    return (
        '<div style="position:relative; height:13px; min-width:4.5rem; margin:0 6px" aria-hidden="true">'
        f'<i style="{bar}; left:{100 * low:.1f}%; width:{100 * (high - low):.1f}%"></i>'
        f'<i style="{dot}; left:calc({100 * mean:.1f}% - 5px)"></i></div>'
    )


def _columns(letters: str, groups: int) -> str:
    """Give every letter a column of its own, so that a group is a line one can follow down the table."""
    if groups > MOST_COLUMNS:
        return html.escape(letters)
    places = [chr(ord("a") + i) for i in range(groups)]
    return "".join(
        f'<span style="display:inline-block; width:0.75em">{letter if letter in letters else ""}</span>'
        for letter in places
    )
