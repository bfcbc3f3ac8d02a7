"""Which system carries most information: the sentence, the table of systems, RIC against the other measures."""

from functools import partial

from ordquant_core.analysis.retrieval import best, ranking_agreement
from ordquant_core.figures.ranked_lists import system_scatter
from ordquant_core.tables.ranked_lists import findings
from ordquant_core.tables.ranked_lists.definitions import CHANGED
from pages.ranked_lists import state
from pages.ranked_lists.state import STATE, Shown
from pages.shared import cached, clicks, controls, look, memory, write
from pages.shared.session import selected_numbers


def table(shown: Shown) -> None:
    """Say which run carries most information and how A and B differ, above the table of runs; a click makes a run A."""
    write.verdict(findings.best_run(shown.results, shown.pair))
    write.because(findings.two_runs(shown.results, shown.pair), id="two_runs")
    key = ("systems", shown.key, shown.pair)
    make = partial(findings.run_table, shown.results, shown.pair)
    cached.table(key, make, id="systems", styles="oq-many", height="34rem")
    write.note("Means over topics. ▲ and ▼: ranks gained and lost against RIC. Click a run to make it run A.")
    write.note(CHANGED, id="definitions")
    for note in shown.results.scores.notes:
        write.note(f"{note}.", id="missing")
    clicks.on_choice("systems", partial(_pick_row, shown.results.runs))


def scatter(shown: Shown) -> None:
    """Draw RIC against another measure, with tau and rho of all systems and of the best."""
    results, measure = shown.results, shown.measure
    others = [key for key in results.scores.measures if key != "RIC"]
    controls.segments(STATE, "measure", "RIC against", others)
    ric, other = results.mean("RIC"), results.mean(measure)
    found = memory.remembered(
        ("ranked lists", "rankings", shown.key, measure), "", lambda _: ranking_agreement(ric, other)
    )
    figure = cached.figure(
        system_scatter,
        other,
        ric,
        results.runs,
        look.palette(),
        axes=(measure, "RIC"),
        title=findings.title(found, len(ric)),
        pair=list(dict.fromkeys(shown.pair)),
        best=best(other).tolist(),
        height=430,
    )
    look.plot(figure, "lists_scatter", f"ric-{measure}", on_select=partial(_pick_point, results.runs))
    write.note(findings.remark(measure, found, len(ric)))


def _pick_row(runs: tuple[str, ...], choice: str) -> None:
    for run in clicks.numbers(choice)[:1]:
        state.take_run(runs, run)


def _pick_point(runs: tuple[str, ...]) -> None:
    for run in selected_numbers("lists_scatter")[:1]:
        state.take_run(runs, run)
