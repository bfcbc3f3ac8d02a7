"""Which system knows most: the sentence, the table of systems, RIC against the other measures."""

import html
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis.retrieval import best, ranking_agreement
from ordquant_core.figures.ranked_lists import system_scatter
from ordquant_core.numerals import percent
from ordquant_core.numerals import score as number
from ordquant_core.ranked_lists.evaluator import MEASURES
from ordquant_core.records import Correlation
from ordquant_core.tables import sentences
from pages.ranked_lists import state
from pages.ranked_lists.results import Results
from pages.ranked_lists.source import Current
from pages.ranked_lists.state import Settings
from pages.shared import clicks, look, tasks

RIC = "relevance information correlation: bits that a list tells of which of two judged documents has the higher grade"


def facts(current: Current) -> st.delta_generator.DeltaGenerator:
    """Draw the line of facts about the lists; returns the place beside it, for the page's own tools."""
    collection = current.collection
    judged = [topic.grades for topic in collection.topics]
    relevant = sum(int((grades > 0).sum()) for grades in judged)
    parts = ["<b>synthetic sample</b>"] if current.data.synthetic else []
    parts += [
        f"{len(collection.topics):,} topics",
        f"{sum(map(len, judged)):,} judged documents, {relevant:,} relevant",
        "binary grades" if len(collection.levels) == 1 else f"grades 0, {', '.join(map(str, collection.levels[:8]))}",
        f"{len(collection.runs):,} runs",
    ]
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(f'<p class="oq oq-muted" id="facts">{" · ".join(parts)}</p>', width="content")
        place = st.container(horizontal=True, width="content")
    tasks.show_description(current.data.description)
    return place


def verdict(shown: Results, settings: Settings) -> None:
    """Say who knows most, and whether A and B are similar or just equally good."""
    means, runs = shown.means, shown.scores.runs
    ap = means[shown.layer("AP")]
    first, by_ap = int(means[0].argmax()), int(ap.argmax())
    more = _also(shown, first)
    if ap[first] < ap[by_ap] - 1e-12:
        more += f"; AP puts {_marked(shown, settings, by_ap)} first"
    said = (
        f"{_marked(shown, settings, first)} knows most of the judgements: {number(means[0, first])} of 1 bit; {more}."
    )
    a, b = settings.pair
    because = ""
    if a != b:
        gap = abs(float(means[shown.layer("AP"), a] - means[shown.layer("AP"), b]))
        apart = float(shown.difference[a, b])
        others = shown.difference[np.triu_indices(len(runs), 1)]
        further, closer = float((others < apart - 1e-12).mean()), float((others > apart + 1e-12).mean())
        place = f"further apart than {percent(further)}" if further >= closer else f"closer than {percent(closer)}"
        because = (
            f"{_marked(shown, settings, a)} and {_marked(shown, settings, b)} lie {number(gap)} apart in AP and "
            f"{number(apart)} bits in what they know: {place} of all pairs. Together they know "
            f"{number(float(shown.joint[a, b]))} bits."
        )
    st.html(f'<p class="oq oq-verdict" id="verdict">{said}</p><p class="oq oq-because">{because}</p>')


def _also(shown: Results, first: int) -> str:
    """Say how many of the measures other than RIC put a run first; AP is named where it does."""
    others = {key: means for key, means in zip(shown.scores.measures, shown.means, strict=True) if key != "RIC"}
    agree = [key for key, means in others.items() if means[first] >= means.max() - 1e-12]
    if not agree:
        return f"none of the other {len(others)} measures puts it first"
    if len(agree) == len(others):
        return f"all other {len(others)} measures put it first, too"
    of = f"of the other {len(others)} measures"
    if agree == ["AP"]:
        return f"{of}, only AP puts it first, too"
    among = ", AP among them," if "AP" in agree else ""
    return f"{len(agree)} {of}{among} put{'s' * (len(agree) == 1)} it first, too"


def table(shown: Results, settings: Settings) -> None:
    """Draw runs by RIC with every other measure and its rank; a click makes a run A."""
    means, keys = shown.means, shown.scores.measures
    reach = max(float(means[0].max()), 1e-9)
    ranks = np.array([[1 + int((values > value + 1e-12).sum()) for value in values] for values in means])
    rows = []
    for run in np.argsort(-means[0], kind="stable").tolist():
        letter = dict(zip(settings.pair[::-1], "ba", strict=True)).get(run, "")
        colour = f"var(--oq-run-{letter})" if letter else "var(--oq-muted)"
        bar = f'<i style="width:{means[0, run] / reach:.1%}; background:{colour}"></i>'
        cells = "".join(
            f'<td title="{float(means[m, run])!r}, rank {ranks[m, run]}" class="oq-score{_narrow(key)}">'
            f"{number(means[m, run])}{_moved(ranks[:, run], m)}{bar if m == 0 else ''}</td>"
            for m, key in enumerate(keys)
        )
        name = shown.scores.runs[run]
        wrap = "white-space:normal; overflow-wrap:anywhere" if len(name) > 14 else ""
        rows.append(
            f'<tr data-run="{html.escape(name)}" data-choice="{run}" tabindex="0">'
            f'<th scope=row style="{wrap}">{_marked(shown, settings, run)}</th>{cells}</tr>'
        )
    words_on = {"RIC": RIC} | MEASURES
    heads = "".join(
        f'<th scope=col class="{_narrow(key).strip()}"><abbr title="{html.escape(words_on[key])}">{key}</abbr></th>'
        for key in keys
    )
    st.html(
        '<div class="oq-scroll" style="max-height:34rem; overflow-y:auto" tabindex="0">'
        '<table class="oq oq-table oq-many" id="systems"><thead><tr><th scope=col>Run</th>'
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        '<p class="oq oq-note">Means over topics. ▲ and ▼: so many ranks higher or lower than '
        "by RIC. A click makes a run A.</p>"
    )
    for note in shown.scores.notes:
        st.html(f'<p class="oq oq-note" id="missing">{html.escape(note)}.</p>')
    clicks.on_choice("systems", partial(_pick_row, shown))


def scatter(shown: Results, settings: Settings) -> None:
    """Draw RIC against another measure, with tau and rho of all systems and of the best."""
    measures = [key for key in shown.scores.measures if key != "RIC"]
    st.segmented_control("RIC against", measures, key="lists_measure", required=True, persist_state="session")
    ric, other = shown.means[0], shown.means[shown.layer(settings.measure)]
    found = ranking_agreement(ric, other)
    top = best(other).tolist()
    title = f"All {len(ric)} systems: tau {_told(found.tau)}, rho {_told(found.rho)}"
    if found.top < len(ric):
        title += f"<br>best {found.top}: tau {_told(found.tau_top)}, rho {_told(found.rho_top)}"
    figure = system_scatter(
        other,
        ric,
        shown.scores.runs,
        look.palette(),
        axes=(settings.measure, "RIC"),
        title=title,
        pair=list(dict.fromkeys(settings.pair)),
        best=top,
        height=430,
    )
    st.plotly_chart(
        figure,
        theme=None,
        key="lists_scatter",
        on_select=partial(_pick_point, shown),
        selection_mode="points",
        config=look.plot_config(f"ric-{settings.measure}"),
    )
    interval = "" if found.tau.low is None else f" 95% interval of tau: {_told(found.tau, bounds=True)}."
    filled = f" Filled: the best {found.top} by {settings.measure}." if found.top < len(ric) else ""
    st.html(
        f'<p class="oq oq-note">{settings.measure}: {html.escape(MEASURES[settings.measure])}.{interval}{filled}</p>'
    )


def _marked(shown: Results, settings: Settings, run: int) -> str:
    name = shown.scores.runs[run]
    letter = dict(zip(settings.pair[::-1], "BA", strict=True)).get(run)
    return sentences.lettered(name, letter) if letter else f"<span>{html.escape(name)}</span>"


def _moved(ranks: np.ndarray[tuple[int], np.dtype[np.int64]], measure: int) -> str:
    """Say how many ranks higher or lower a measure puts a run than RIC does."""
    up = int(ranks[0] - ranks[measure])
    return f' <small class="oq-muted">{"▲" if up > 0 else "▼"}{abs(up)}</small>' if up else ""


def _narrow(key: str) -> str:
    return "" if key in ("RIC", "AP", "nDCG") else " oq-wide"


def _told(found: Correlation, *, bounds: bool = False) -> str:
    if bounds:
        return f"{number(found.low or 0.0)} to {number(found.high or 0.0)}"
    return "n/a" if found.value is None else number(found.value)


def _pick_row(shown: Results, choice: str) -> None:
    if choice.isascii() and choice.isdecimal() and len(choice) < 9:
        state.take_run(shown, int(choice))


def _pick_point(shown: Results) -> None:
    points = st.session_state["lists_scatter"]["selection"]["points"]
    if points:
        data = points[0].get("customdata")
        run = data[0] if isinstance(data, list) and data else data
        if isinstance(run, int | float):
            state.take_run(shown, int(run))
