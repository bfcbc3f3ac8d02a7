"""The sections of a report as HTML."""

from collections.abc import Sequence

from ordquant_core.analysis.outside_scores import notes_on
from ordquant_core.formats.outside_scores import OutsideScores
from ordquant_core.formats.task.repair_notes import split_notes
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.views import VIEWS
from ordquant_core.numerals import count, listed
from ordquant_core.records import Task
from ordquant_core.report.findings import Findings, headline
from ordquant_core.report.labels import BOXES, NOTHING, TAU, label
from ordquant_core.report.parts import choice, facts, figure, section, table
from ordquant_core.tables import report as tables
from ordquant_core.tables.tasks.results import family


def title(task: Task) -> str:
    """Return the title of a report."""
    return f"Report on {task.name}{f', scale {task.scale}' if task.scale else ''}"


def opening(found: Findings, description: str = "") -> Html:
    """The description of the task, the finding, and the facts about the task."""
    task = found.task
    annotators = "probabilities"
    if task.votes is not None:
        counts = task.votes.sum(axis=1)
        few, many = int(counts.min()), int(counts.max())
        annotators = f"votes of {'' if few == many else f'{few} to '}{count(many, 'annotator')}"
    about: dict[str, object] = {
        "Cases": count(len(task.cases)),
        "Classes": f"{len(task.classes)}, in this order: {', '.join(task.classes)}",
        "Gold": annotators,
        "Runs": f"{len(task.runs)}: {', '.join(task.runs)}",
        "Measures": ", ".join(map(label, found.scores.measures)),
    }
    if found.separated is not None:
        about["Test"] = f"{found.separated.method}, {count(found.separated.n_trials, 'trial')}, seed {found.seed}"
        about["Tested together"] = family(task)
    described = tag("p", description, class_="description") if description else NOTHING
    return join([described, tag("p", headline(found), class_="finding"), facts(about)])


def repairs(notes: Sequence[str]) -> Html:
    """What was repaired on request, and what was noted as the files were read."""
    made, others = split_notes(notes)
    words = "Applied on request only; nothing else was changed." if made else "None: all files were used as they are."
    noted = (tag("p", "Notes on the files:"), _listed(others)) if others else ()
    return section("Repairs and choices", tag("p", words), _listed(made) if made else NOTHING, *noted)


def _listed(notes: Sequence[str]) -> Html:
    return tag("ul", join(tag("li", note) for note in notes))


def elsewhere(outside: OutsideScores | None) -> Html:
    """Where the scores come from that were not computed here, and how they count."""
    if outside is None:
        return NOTHING
    names = listed([label(key) for key in outside.scores])
    words = f"{names}: from {outside.file}, as they stand there. OrdQuant has not computed these scores."
    return section(
        "Scores computed elsewhere",
        tag("p", words),
        tag("ul", join(tag("li", f"{note[0].upper()}{note[1:]}.") for note in notes_on(outside))),
    )


def cases(found: Findings) -> Html:
    """How scores spread over the cases."""
    options = {key: f"{label(key)}: {MEASURES[key].name}" for key in found.scores.measures}
    words = "Box plots of the scores of all cases, one row per run; the table above has the means."
    key = tag("figcaption", "About 90% of the cases lie between the whiskers, half of them in the box; ◆ is the mean.")
    return section(
        "Scores of the cases", choice("Measure", BOXES, options), tag("figure", join([key, figure(BOXES, words)]))
    )


def agreement(found: Findings) -> Html:
    """How similarly the measures rank the runs."""
    if found.tau is None:
        return NOTHING
    words = "Heatmap of Kendall's tau between the rankings of the runs by every two measures."
    width = 130 + 44 * len(found.scores.measures)
    return section("How similarly the measures rank the runs", figure(TAU, words, least_width=width))


def views(found: Findings) -> Html:
    """The variants that other scorers print."""
    grid = tables.means(found.scores.runs, [view.label for view in VIEWS.values()], found.views)
    listed = table("For comparison only; of −log2, larger is better.", *grid)
    summaries = (
        tag("li", tag("b", view.label), f": {view.summary} Printed by {view.printed_by}.") for view in VIEWS.values()
    )
    return section("As other scorers print it", listed, tag("ul", *summaries))


def measures(found: Findings) -> Html:
    """What the measures are."""
    listed = table("0 is perfect.", *tables.descriptions(found.scores.measures))
    return section("The measures", tag("details", join([tag("summary", "What each measure compares"), listed])))


def reproduction(commands: Sequence[str], program: str) -> Html:
    """How to reproduce the numbers."""
    if not commands and not program:
        return NOTHING
    parts = []
    if commands:
        parts += [tag("p", "On the command line, beside the files:"), tag("pre", "\n".join(commands))]
    if program:
        parts += [tag("p", "In Python:"), tag("pre", program)]
    return section("How to reproduce the numbers", *parts)
