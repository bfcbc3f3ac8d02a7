"""The calculation of a measure, as records for a page: in short for two runs, in all its steps, and its facts."""

import math
from collections.abc import Sequence

from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import Cell, Column, Grid, Html, Row, join, length, table, tag
from ordquant_core.measures.registry import MEASURES, Measure, measures_at
from ordquant_core.measures.workings import ShortWorking, Step, Working, short_working
from ordquant_core.numerals import class_label, listed, score, setting, significant
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.sentences import lettered

EQUIDISTANT = {True: "yes", False: "no", None: "not applicable: it uses no distances"}

DRAWN = {  # what a contribution is: what the small figure beside it shows
    "difference": "shaded area = match distance",
    "absolute error": "shaded area = absolute errors",
    "½\u00a0(C\u00a0−\u00a0D)": "lines cross: discordant; lines meet: tied",
    "score": "dotted line = harmonic mean",
    "p\u00a0−\u00a0p*": "the steps of this measure are not known",
}


def title(key: str, picture: Picture) -> Html:
    """Return the result for both runs in words: 'NMD is 0.150 for A and 0.300 for B'."""
    measure = tag("span", MEASURES[key].label, class_="oq-measure")
    a, b = (_exactly(short_working(key, *picture.compared(side)).value) for side in ("a", "b"))
    return join([measure, " is ", a, " for ", lettered("", "A"), " and ", b, " for ", lettered("", "B")])


def short_heading(shown: ShortWorking, name: str, letter: str) -> Html:
    """Say whose contributions these are, and what they are."""
    about = tag("span", f": {shown.row.about}", class_="oq-muted")
    return tag("p", lettered(name, letter), about, class_="oq oq-contributor", title=f"{name}: {shown.row.about}")


def short_table(shown: ShortWorking, letter: str) -> Html:
    """Return the contributions in one row, each shaded by its size in the colour of the run, and their sum or mean.

    A combined or a custom measure has no sum: nothing is added up. The line below says what is not counted, how to read
    the figure beside it, or what the last step starts from. There is always one, so that what follows does not move.
    """
    row, unsummed = shown.row, shown.row.of == "measure" or shown.row.adding == "nothing"
    shares = row.shares.tolist()
    cells = [
        Cell(
            written,
            title=repr(value) if counted else f"not counted: {row.left_out}",
            class_="oq-largest" if share == 1 else None,
            style=f"--share:{length(100 * share)}",
        )
        for written, value, counted, share in zip(
            shown.contributions, row.values.tolist(), row.counted.tolist(), shares, strict=True
        )
    ]
    columns = [row.of, *(Column(class_label(label), title=label) for label in row.labels)]
    total = Cell(shown.total, title=repr(row.total), class_="oq-total")
    built = table(
        columns if unsummed else [*columns, Column(row.adding, class_="oq-total")],
        [Row([Cell(row.unit, heads=True), *cells, *([] if unsummed else [total])])],
        class_=f"oq oq-contributions oq-of-{letter.lower()}",
    )
    below = tag("p", _said_below(shown), class_="oq oq-drawn")
    return join([tag("div", built, class_="oq-scroll", tabindex="0"), below])


def last_step(shown: ShortWorking, letter: str) -> Html:
    """Return the last step in numbers, its result emphasised: '0.60 ÷ (5 − 1) = 0.150'."""
    result = tag("strong", score(shown.value), class_=f"oq-{letter.lower()}", title=repr(shown.value))
    return tag("p", shown.last_step, " = ", result, class_="oq oq-last-step")


def finding(working: Working, name: str, letter: str) -> Html:
    """Say what came out: 'NMD of A Popularity is 0.150'."""
    return join([MEASURES[working.key].label, " of ", lettered(name, letter), " is ", _exactly(working.value)])


def heading(step: Step, number: int) -> Html:
    """Return the heading of a step."""
    return tag("p", f"{number}. {step.title}", class_="oq oq-step")


def step_table(step: Step, letter: str) -> Grid:
    """Return the columns and the rows of a step, those of the gold and of the run in their colours."""
    sides = {"gold": "gold", "estimate": letter.lower()}

    def heading(title: str) -> object:
        side = next((side for word, side in sides.items() if title.startswith(word)), None)
        return title if side is None else tag("span", title, class_=f"oq-{side}")

    rows = [
        Row([Cell(_written(first), heads=True), *map(_cell, rest)])
        for first, *rest in zip(*(column.values for column in step.columns), strict=True)
    ]
    return [Column(heading(column.title)) for column in step.columns], rows


def facts(key: str, n_classes: int, positions: Sequence[float] | None = None) -> Html:
    """Return the table of facts about a measure: its range, its symmetry, whether it uses distances, its sources."""
    (measure,) = measures_at([key], positions, n_classes)
    equidistant = EQUIDISTANT[measure.equidistant]
    if positions is not None and MEASURES[key].takes_positions:
        equidistant += f": the classes stand at {listed([setting(place) for place in positions])}"
    best, worst = measure.bounds(n_classes)
    largest = score(worst) if math.isinf(worst) else significant(worst, 4)
    symmetric = "yes" if measure.symmetric else "no: exchanging gold and estimate can change the score"
    rows = {
        f"Range over {n_classes} classes": f"{setting(best)} to {largest}, smaller is better",
        "Symmetric": symmetric,
        "Assumes equidistance": equidistant,
        "Sources": join([*(_source(*one) for one in measure.sources), *_in_words(measure)], "; "),
    }
    return table(
        [], [Row([Cell(fact, heads=True), words]) for fact, words in rows.items()], class_="oq oq-table oq-facts"
    )


def _said_below(shown: ShortWorking) -> str:
    if shown.row.left_out:
        return f"–: not counted ({shown.row.left_out})"
    return DRAWN.get(shown.row.unit) or (f"last step: {shown.last.names}" if shown.last.names else "")


def _exactly(value: float) -> Html:
    return tag("span", score(value), title=repr(value))


def _cell(value: float | str) -> Cell:
    return Cell(_written(value), title=None if isinstance(value, str) else repr(value))


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else score(value)


def _in_words(measure: Measure) -> list[str]:
    return [words for words in (measure.cited, measure.origin and f"added by {measure.origin}") if words]


def _source(key: str, location: str) -> Html:
    reference = REFERENCES[key]
    name = (
        tag("a", reference.short, href=reference.url, title=reference.citation)
        if reference.url
        else tag("abbr", reference.short, title=reference.citation)
    )
    return join([name, location], ", ") if location else name
