"""Tiers before ranks: the sentence, the plot of groups, the ranks by every measure, the table of means."""

import html
from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.agreement import mean_scores, ranks
from ordquant_core.analysis.discrimination import STANDARD_ERRORS, Discrimination, powers
from ordquant_core.figures.systems import bump_figure, tiers_figure
from ordquant_core.numerals import score as number
from pages.shared import look, measured
from pages.systems.state import Shown

NAMED = 3  # runs, in a sentence


def verdict(shown: Shown, unpaired: int, infinite: Sequence[str]) -> None:
    """Say which runs lead, and how many pairs of runs the test separates."""
    means, p, order = shown.found.means[shown.layer], shown.found.p_values[shown.layer], shown.order
    best, alpha = order[0], shown.settings.alpha
    alike = [run for run in order[1:] if p[best, run] >= alpha]
    label = measured.label(shown.measure)
    said = f"By mean {label}, {_name(shown, best)} leads ({number(means[best])})"
    if not alike:
        said += " and differs significantly from every other run"
    elif len(alike) == len(order) - 1:
        said += "; the test cannot tell it from any other run"
    else:
        told = [_name(shown, run) for run in alike[:NAMED]]
        told += [f"{len(alike) - NAMED} more"] if len(alike) > NAMED else []
        said += f"; the test cannot tell it from {_joined(told)}"
    power = powers(shown.found, alpha)[shown.layer]
    settings = shown.settings
    left_out = f" Left out, as infinite on some case: {', '.join(map(measured.label, infinite))}." if infinite else ""
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{said}.</p>'
        f'<p class="oq oq-because" id="because">{power.significant} of {power.pairs} pairs of runs differ '
        f"significantly, so {len(order)} runs make {len(shown.groups)} tier{'s' * (len(shown.groups) > 1)}. "
        f"Randomised Tukey HSD: n = {shown.found.n_cases:,} cases, alpha = {alpha:g}, "
        f"B = {shown.found.n_trials:,} trials, seed {settings.seed}; "
        f"the standard error of a p-value at alpha is {shown.found.error_at(alpha):.4f}."
        f"{undecided(shown.found, shown.layer, alpha)}{left_out}</p>"
        f'<p class="oq oq-because" id="lesson">{_lesson(power.significant, unpaired)}</p>'
    )


def undecided(found: Discrimination, layer: int, alpha: float) -> str:
    """Say for how many pairs the number of trials leaves open whether they differ significantly, if for any."""
    count, pairs = int(found.undecided(alpha)[layer].sum()), len(found.pairs)
    if not count:
        return ""
    have = "pair has" if pairs == 1 else "pairs has" if count == 1 else "pairs have"
    near = f"{STANDARD_ERRORS} standard errors of {alpha:g}"
    return f" {count} of {pairs:,} {have} a p within {near}: more trials would decide."


def _lesson(blocked: int, unpaired: int) -> str:
    said = f"The Tukey HSD test of general packages, unpaired, as if every run had met other cases, finds {unpaired}"
    if unpaired < blocked:
        return f"{said}: it takes for noise how much the cases differ."
    if unpaired == blocked:
        return f"{said}, as many: here cases differ about as much as runs do."
    return (
        f"{said}. It is blind to how alike the cases treat the runs; here runs differ more than cases do, which makes "
        "the permutation test the more careful one."
    )


def groups(shown: Shown) -> None:
    """Draw the runs with their intervals and the bars of the tiers."""
    layer = shown.layer
    figure = tiers_figure(
        shown.interval.means[layer],
        shown.interval.low[layer],
        shown.interval.high[layer],
        shown.runs,
        shown.groups,
        look.palette(),
        measure=measured.label(shown.measure),
        title="Runs joined by a bar do not differ significantly",
        pair=shown.names,
    )
    st.plotly_chart(figure, theme=None, key="tiers_plot", config=look.plot_config(f"tiers-{shown.measure}"))
    st.html(
        '<p class="oq oq-note">Intervals: 95%, bootstrap over cases '
        f"({shown.interval.n_resamples:,} resamples). They show how precise each mean is, not whether two runs differ: "
        "the test behind the group bars compares runs on the same cases.</p>"
    )


def bump(shown: Shown) -> None:
    """Draw the rank of every run by every measure."""
    places = ranks(mean_scores(shown.scores))
    moves = int((places.max(axis=0) - places.min(axis=0)).argmax())
    span = places[:, moves]
    figure = bump_figure(
        places,
        shown.runs,
        [measured.label(key) for key in shown.scores.measures],
        look.palette(),
        title="Rank of every run by every measure",
        pair=shown.names,
        marked=shown.layer,
    )
    st.plotly_chart(figure, theme=None, key="bump_plot", config=look.plot_config("ranks"))
    st.html(
        f'<p class="oq oq-note">{html.escape(shown.runs[moves])} moves most: rank {span.min()} by '
        f"{measured.label(shown.scores.measures[int(span.argmin())])}, {span.max()} by "
        f"{measured.label(shown.scores.measures[int(span.argmax())])}. Runs with equal means (to 12 decimals) share a "
        "rank.</p>"
    )


def means(shown: Shown) -> None:
    """Draw the table of means, a row a run."""
    measures = shown.scores.measures
    places = ranks(mean_scores(shown.scores))
    heads = "".join(
        f'<th scope=col style="text-align:right{"; color:var(--oq-gold)" if m == shown.layer else ""}">'
        f"{measured.label(key)}</th>"
        for m, key in enumerate(measures)
    )
    rows = []
    for run in shown.order:
        cells = "".join(
            f'<td style="text-align:right" title="{float(shown.interval.means[m, run])!r}, 95% interval '
            f'{shown.interval.low[m, run]:.4f} to {shown.interval.high[m, run]:.4f}, rank {places[m, run]}">'
            f"{number(shown.interval.means[m, run])}</td>"
            for m in range(len(measures))
        )
        rows.append(
            f'<tr data-run="{html.escape(shown.runs[run])}"><td>{places[shown.layer, run]}</td>'
            f"<th scope=row>{_name(shown, run)}</th>{cells}</tr>"
        )
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="means"><thead><tr>'
        f"<th scope=col></th><th scope=col>mean score of a run</th>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _name(shown: Shown, run: int) -> str:
    name = html.escape(shown.runs[run])
    letter = dict(zip(shown.pair, "ab", strict=True)).get(run)
    return f'<span class="oq-{letter}">{name}</span>' if letter else name


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
