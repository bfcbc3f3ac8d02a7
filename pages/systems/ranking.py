"""The ranking of the runs: by one measure, with intervals and groups, or their means by all measures."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from ordquant_core.findings import runs as findings
from ordquant_core.findings.second_panel import allowed_for, range_of, second_panel
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid, Html, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import interval
from pages.shared import cached, clicks, write
from pages.shared.result_cache import compute_once
from pages.systems.state import RunComparison, show_run

FAR = 5  # places between two ranks of a run that are pointed out
FADING = 100  # runs up to which those that differ from one fade


def draw(compared: RunComparison, *, by_all: bool) -> None:
    """Draw the ranking of the runs: by the chosen measure, or their means by all measures."""
    name, make = ("means", _by_all) if by_all else ("standings", _by_one)
    cached.write_table((name, *compared.key), partial(make, compared), id=name, styles="oq-ranking")
    write.html(compute_once(("fading", name, *compared.key), lambda: _fading(compared, name)))
    notes = [f"Bold: the smallest mean of the runs. Amber: {FAR} places or more from the rank by {compared.label}."]
    write.small(*(notes if by_all else _notes(compared)), id="ranking_notes")
    b, a = (partial(show_run, letter, compared.runs) for letter in "ba")
    clicks.on_choice(name, b, shifted=a)


def _by_one(compared: RunComparison) -> Grid:
    frame = compared.ranked(compared.official.only(compared.measure))
    band = _band(compared)
    of_band: str = ""
    if compared.panel and band:
        panel, measure = compared.panel, compared.measure
        said = f"{second_panel(panel, measure)} {allowed_for(panel)}"
        of_band = tag("span", f"second panel {range_of(panel, measure)}", title=said)
    unseen = tag("span", "95% interval", class_="oq-unseen")
    intervals = column("interval", unseen, band=band, of_band=of_band)
    return _grid(compared, frame, [intervals, "mean", column("group", "groups")])


def _by_all(compared: RunComparison) -> Grid:
    by_measure = dict(tuple(compared.ranked(compared.official).groupby("measure")))
    wide = by_measure[compared.measure].set_index("run")
    columns = []
    for key in compared.test.measures:
        own = by_measure[key].set_index("run").loc[wide.index]
        far, best = (own["rank"] - wide["rank"]).abs() >= FAR, own["rank"] == 1  # neither where there is no rank
        marks = zip(far.fillna(False).tolist(), best.fillna(False).tolist(), strict=True)
        label = MEASURES[key].label
        head = tag("span", label, class_="oq-gold") if key == compared.measure else label
        styles = [" ".join(["oq-dissent"] * is_far + ["oq-best"] * is_best) for is_far, is_best in marks]
        hover = list(map(_at_full_precision, own.itertuples()))
        columns.append(column(f"mean_{key}", head, hover=hover, styles=styles))
        wide[f"mean_{key}"] = own["mean"]
    return _grid(compared, wide.reset_index(), columns)


def _grid(compared: RunComparison, frame: pd.DataFrame, columns: Sequence[str | Column]) -> Grid:
    """Return the table; a row makes its run B. Runs that are not tested are quiet, those of the visitor stand out."""
    run, team = drawn_as(Kind.RUN, "run", pair=compared.pair), ["team"] * ("team" in frame)
    numbers = {run: str(number) for number, run in enumerate(compared.runs)}
    apart, yours = compared.apart, compared.yours
    styles: dict[object, str] = {run: "oq-yours" if run in yours else "oq-muted" for run in (*apart, *yours)}
    rows = Rows(
        data="run",
        choice="number",
        chosen=[numbers[run] for run in compared.pair],
        styles=styles,
        badges=dict.fromkeys(yours, "yours"),
    )
    return grid(frame.assign(number=[numbers.get(run) for run in frame["run"]]), ["rank", run, *team, *columns], rows)


def _fading(compared: RunComparison, table: str) -> Html:
    """Return the style sheet by which the runs fade that differ significantly from the one that is pointed at."""
    order, rules = compared.order, []
    alike = compared.test.p_values[compared.layer][np.ix_(order, order)] >= compared.alpha
    for row, same in enumerate(alike[:FADING] if len(order) <= FADING else [], start=1):
        first, last = np.flatnonzero(same)[[0, -1]]
        others = f"tr:is(:nth-child(-n + {first}), :nth-child(n + {last + 2}):nth-child(-n + {len(order)}))"
        rules.append(f"#{table} tbody:has(> tr:nth-child({row}):is(:hover, :focus-within)) > {others}")
    return tag("style", Html(f"{', '.join(rules)} {{ opacity: 0.35; }}" if rules else ""))


def _notes(compared: RunComparison) -> list[object]:
    """Return what bars, letters and the band mean."""
    panel, band = compared.panel, _band(compared)
    said = "Bars and blue band: 95% intervals of the means. " if band else "Bars: 95% intervals of the means. "
    notes: list[object] = [said, findings.sharing(compared.test, compared.measure, compared.alpha)]
    if panel is not None:
        of_band = [tag("span", "Blue band:", class_="oq-gold"), " "] if band else []
        if band:
            persons = "" if panel.n_persons else "; too narrow if the same persons labelled all cases"
            why = f" Extrapolated{persons}."
        elif panel.unanimous[0]:
            why = ""
        else:
            why = " No band: not of all cases." if panel.single else " A band is drawn only where its ends are close."
        notes += [" ", *of_band, f"{second_panel(panel, compared.measure)}{why}"]
    seeing = "; Popularity sees the gold" * ("Popularity" in compared.apart)
    return [*notes, f" Baselines: not tested{seeing}." if compared.apart else ""]


def _band(compared: RunComparison) -> tuple[float, float] | None:
    """Return the ends of the range of a second panel, where they are close, and of the cases of the means."""
    bounds = None if compared.panel is None or compared.panel.single else compared.panel.bounds()
    return None if bounds is None or not bounds.narrow[0] else (float(bounds.low[0]), float(bounds.high[0]))


def _at_full_precision(row: Any) -> str:
    rank = "" if pd.isna(row.rank) else f", rank {row.rank}"
    return f"{row.mean!r}, 95% interval {interval(row.low, row.high)}{rank}"
