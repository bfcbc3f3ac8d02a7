"""The tables of numbers, as HTML: a canvas (st.dataframe) can be read neither by a screen reader nor by a test."""

import html
from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.comparison import signs
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.records import FloatArray, Preferences
from ordquant_core.statistics.p_values import p_cell
from pages.shared.words import dissenters


def number(value: float, *, sign: bool = False) -> str:
    """Show three decimals; infinity as a word mark, never NaN."""
    if np.isnan(value):
        return "n/a"
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    value = round(value, 12) + 0.0  # what differs in the last bit alone is shown alike, and zero has no sign
    text = f"{value:+.3f}" if sign else f"{value:.3f}"
    return text.replace("-", "−")


def p_value(value: float, n_trials: int) -> str:
    """Show a p-value that was counted in random trials, as HTML: three decimals, or the bound that it lies at."""
    return html.escape(p_cell(value, n_trials))


def preference_sides(scores_a: Mapping[str, float], scores_b: Mapping[str, float]) -> dict[str, int]:
    """Tell for each measure which run scores better: -1 (A), 0 (tie), 1 (B)."""
    return {key: 0 if a == scores_b[key] else int(signs(np.array(a - scores_b[key]))) for key, a in scores_a.items()}


def measure_table(
    scores_a: Mapping[str, float],
    scores_b: Mapping[str, float],
    name_a: str,
    name_b: str,
    n_classes: int,
    *,
    chosen: str | None = None,
) -> str:
    """The table of measures: scores of A and B over hairline bars, and which run each measure prefers.

    With `chosen` (a measure's key) the rows can be chosen, see clicks.py, and that row is marked.
    """
    sides = preference_sides(scores_a, scores_b)
    odd = dissenters(sides)
    finite = [abs(a - scores_b[key]) for key, a in scores_a.items() if np.isfinite(a - scores_b[key])]
    reach = max([*finite, 1e-12])
    rows = []
    for family, title in FAMILIES.items():
        keys = [key for key in scores_a if MEASURES[key].family == family]
        if keys:
            rows.append(f'<tr class="oq-family"><th colspan="5" scope="colgroup">{html.escape(title)}</th></tr>')
        for key in keys:
            a, b, side = scores_a[key], scores_b[key], sides[key]
            rows.append(
                f'<tr data-measure="{key}" class="{_row_class(key, odd, chosen)}"{_choice(key, chosen)}>'
                f"<th scope=row>{_abbreviation(key)}</th>"
                f"{_score(key, a, 'a', n_classes)}{_score(key, b, 'b', n_classes)}"
                f"<td class=oq-side>{_balance(a, b, side, reach)}</td>"
                f"<td class=oq-prefers>{_prefers(a, b, side)}</td></tr>"
            )
    return (
        '<table class="oq oq-table" id="measures"><thead><tr><th scope=col>Measure</th>'
        f'<th scope=col><span class=oq-a title="{html.escape(name_a)}">A</span></th>'
        f'<th scope=col><span class=oq-b title="{html.escape(name_b)}">B</span></th>'
        "<th scope=col colspan=2>prefers, by how much</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def wins_table(preferences: Preferences, name_a: str, name_b: str) -> str:
    """Wins, ties and losses per measure as one bar, with the mean delta."""
    a, b = html.escape(name_a), html.escape(name_b)
    rows = []
    for family, title in FAMILIES.items():
        members = [i for i, key in enumerate(preferences.measures) if MEASURES[key].family == family]
        if members:
            rows.append(f'<tr class="oq-family"><th colspan="3" scope="colgroup">{html.escape(title)}</th></tr>')
        for i in members:
            key = preferences.measures[i]
            counts = (int(preferences.prefers_a[i]), int(preferences.ties[i]), int(preferences.prefers_b[i]))
            words = f"{a} {counts[0]}, tie {counts[1]}, {b} {counts[2]}"
            mean = float(preferences.mean_delta[i])
            rows.append(
                f'<tr data-measure="{key}"><th scope=row>{_abbreviation(key)}</th>'
                f'<td title="{words}" style="width:100%">{_shares(counts)}</td>'
                f'<td title="{mean!r}" style="text-align:right">{number(mean, sign=True)}</td></tr>'
            )
    return (
        '<table class="oq oq-table" id="wins"><thead><tr><th scope=col>Measure</th>'
        f"<th scope=col>cases on which it prefers <span class=oq-a>{a}</span>, neither, "
        f"<span class=oq-b>{b}</span></th>"
        '<th scope=col style="text-align:right">mean Δ</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def measure_list() -> str:
    """Every main measure with its full name and what it looks at."""
    rows = []
    for family, title in FAMILIES.items():
        rows.append(f'<tr class="oq-family"><th colspan="3" scope="colgroup">{html.escape(title)}</th></tr>')
        rows += [
            f"<tr><th scope=row>{measure.label}</th><td>{html.escape(measure.name)}</td>"
            f'<td class="oq-muted oq-wide">{html.escape(measure.summary)}</td></tr>'
            for measure in (MEASURES[key] for key in MAIN_MEASURES)
            if measure.family == family
        ]
    return f'<table class="oq oq-table"><tbody>{"".join(rows)}</tbody></table>'


def scores_by_key(measures: Sequence[str], values: FloatArray) -> dict[str, float]:
    """Turn scores of shape (measures,) into a mapping by measure key."""
    return {key: float(value) for key, value in zip(measures, values, strict=True)}


def _row_class(key: str, odd: Sequence[str], chosen: str | None) -> str:
    return " ".join(name for name, on in (("oq-dissent", key in odd), ("oq-chosen", key == chosen)) if on)


def _choice(key: str, chosen: str | None) -> str:
    if chosen is None:
        return ""
    return f' data-choice="{key}" tabindex="0" aria-selected="{str(key == chosen).lower()}"'


def _abbreviation(key: str) -> str:
    measure = MEASURES[key]
    return f'<abbr title="{html.escape(measure.name)}. {html.escape(measure.summary)}">{measure.label}</abbr>'


def _score(key: str, value: float, side: str, n_classes: int) -> str:
    worst = MEASURES[key].bounds(n_classes)[1]
    share = 1.0 if np.isinf(value) else 0.0 if np.isinf(worst) else min(value / worst, 1.0)
    return (
        f'<td class="oq-score oq-of-{side}" title="{value!r}">{number(value)}'
        f'<i style="width:{100 * share:.1f}%"></i></td>'
    )


def _balance(a: float, b: float, side: int, reach: float) -> str:
    gap = abs(a - b) if a != b else 0.0
    width = 50 * min(gap / reach, 1.0)
    bar = f'<i class="oq-{"left" if side < 0 else "right"}" style="width:{width:.1f}%"></i>' if side else ""
    return f"<div class=oq-balance>{bar}</div>"


def _prefers(a: float, b: float, side: int) -> str:
    if side == 0:
        return '<span class="oq-muted">tie</span>'
    gap = number(abs(a - b))
    if side < 0:
        return f'<span class=oq-a title="{a - b!r}">◀ A {gap}</span>'
    return f'<span class=oq-b title="{a - b!r}">B ▶ {gap}</span>'


def _shares(counts: tuple[int, int, int]) -> str:
    parts = zip(("oq-wins-a", "oq-ties", "oq-wins-b"), counts, strict=True)
    spans = [f'<span class="{name}" style="flex:{count} 0 0">{count}</span>' for name, count in parts if count]
    return f"<div class=oq-shares>{''.join(spans)}</div>"
