"""What makes them disagree? Which properties of a case go with a disagreement, by means and ranks only."""

import pandas as pd
import streamlit as st

from ordquant_core import numerals
from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import PROPERTIES, Association, Properties, shares_along
from ordquant_core.figures.effects import effects_figure, shares_figure
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from pages.cases import computed, state
from pages.shared import downloads, look, pair_view
from pages.shared.cached import TaskKey, Versus

WHOLE = ("occurring", "annotators")


def show(key: TaskKey, versus: Versus, shown: state.View, described: Properties) -> None:
    """Draw the finding, the effects, and the shares along one property."""
    apart = comparison.disagreement(*pair_view.deltas_of(versus, shown.pair))
    found = computed.associations_of(key, versus.run_a, versus.run_b, shown.pair, versus, described)
    n = int(apart.sum())
    st.html(f'<p class="oq oq-verdict" id="causes">{verdict(found, shown, n, len(apart))}</p>')
    if n == 0 or n == len(apart):
        return
    left, right = st.columns(2, gap="medium")
    with left:
        st.plotly_chart(
            effects_figure(
                [PROPERTIES[entry.key].label for entry in found],
                [entry.effect for entry in found],
                look.palette(),
                title="Filled: the interval leaves 50% out",
            ),
            theme=None,
            config=look.plot_config("what-goes-with-a-disagreement"),
            key="cases_effects",
        )
        st.html(_table(found))
        label, file_name = "What goes with a disagreement (CSV)", "disagreement-properties.csv"
        downloads.button(label, lambda: frame(found), file_name, versus.task.notes)
    with right:
        defined = [entry.key for entry in found if entry.effect.value is not None]
        if defined:
            chosen = st.selectbox(
                "Along",
                defined,
                key=f"{state.key('along')}_{'_'.join(defined)}",
                format_func=lambda name: PROPERTIES[name].label,
                help="  \n".join(f"**{PROPERTIES[name].label}** {PROPERTIES[name].meaning}" for name in defined),
            )
            bins = shares_along(described.of(chosen), apart)
            smallest, largest = (entry.apart / entry.n for entry in (bins[0], bins[-1]))
            name = PROPERTIES[chosen].label.lower()
            st.plotly_chart(
                shares_figure(
                    bins,
                    PROPERTIES[chosen].label,
                    look.palette(),
                    title=f"Disagreements along {name}<br><span style='font-size:11px'>{percent(smallest)} in the "
                    f"first bar, {percent(largest)} in the last</span>",
                    whole=chosen in WHOLE,
                ),
                theme=None,
                config=look.plot_config(f"disagreements-along-{chosen}"),
                key="cases_along",
            )
    st.caption(
        "A property goes with a disagreement; that does not make it its reason. Intervals: Cliff's delta, 95%, one a "
        "property, not corrected for their number; the bars have Wilson intervals."
    )


def verdict(found: tuple[Association, ...], shown: state.View, n: int, of: int) -> str:
    """Name the property that tells disagreements best from the other cases."""
    first, second = (MEASURES[measure].label for measure in shown.pair)
    if n == 0:
        return f"{first} and {second} prefer different runs on no case: there is nothing to explain."
    if n == of:
        return f"{first} and {second} prefer different runs on every case: there is nothing to compare them with."
    best = found[0]
    if best.chance is None or best.effect.low is None or best.effect.high is None:
        return f"{n:,} of {of:,} cases are disagreements; no property that is looked at tells them apart."
    label = PROPERTIES[best.key].label.lower()
    if best.effect.low <= 0 <= best.effect.high:
        return (
            f"No property tells the {n:,} disagreements of {first} and {second} clearly from the other cases; closest "
            f"comes {label}."
        )
    more = "larger" if best.chance > 0.5 else "smaller"
    share = max(best.chance, 1 - best.chance)
    return (
        f"Where {first} and {second} disagree, {label} is {more}: in {percent(share)} of all pairs of a disagreement "
        f"and another case."
    )


def frame(found: tuple[Association, ...]) -> pd.DataFrame:
    """One row a property, at full precision."""
    return pd.DataFrame(
        {
            "property": [PROPERTIES[entry.key].label for entry in found],
            "mean with a disagreement": [entry.mean_with for entry in found],
            "mean without": [entry.mean_without for entry in found],
            "chance of the larger value": [entry.chance for entry in found],
            "Cliff's delta": [entry.effect.value for entry in found],
            "low": [entry.effect.low for entry in found],
            "high": [entry.effect.high for entry in found],
            "note": [entry.effect.undefined for entry in found],
        }
    )


def _table(found: tuple[Association, ...]) -> str:
    rows = []
    for entry in found:
        known = PROPERTIES[entry.key]
        means = "".join(
            f'<td class="oq-number" title="{mean!r}">{"–" if mean is None else numerals.score(mean)}</td>'
            for mean in (entry.mean_with, entry.mean_without)
        )
        told = entry.effect.undefined.partition(":")[0] if entry.chance is None else _chance(entry.chance, entry)
        rows.append(
            f'<tr data-property="{entry.key}"><th scope=row><abbr title="{known.meaning}">{known.label}</abbr></th>'
            f'{means}<td class="oq-number">{told}</td></tr>'
        )
    return (
        '<div class="oq-scroll"><table class="oq oq-table" id="properties"><thead><tr><th scope=col>mean of</th>'
        '<th scope=col class="oq-number">disagreements</th><th scope=col class="oq-number">others</th>'
        '<th scope=col class="oq-number">larger value</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _chance(chance: float, entry: Association) -> str:
    low, high = entry.effect.low, entry.effect.high
    interval = "" if low is None or high is None else f" [{percent((low + 1) / 2)}, {percent((high + 1) / 2)}]"
    return f"{percent(chance)}{interval}"
