"""Pictures of reasons, and tables of results: the score of a quiz, how sure and how right, the answers of a class."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from ordquant_core.markup import Cell, Column, Html, Numbers, Row, join, length, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, percent, score
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.answers import CONFIDENCES, KEYS
from ordquant_core.teaching.code_letters import Refused
from ordquant_core.teaching.explanations import Kind, Reason, Shown
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.quiz import Quiz, Result
from ordquant_core.teaching.result_codes import Histogram, QuestionCounts

SHADES = {"guess": 0.35, "fairly": 0.65, "sure": 1.0}  # of the bars of a class
NAMES = {"a": "A", "tie": "Tie", "b": "B"}


CAPTIONS: dict[Kind, str] = {
    "steps": "Votes that must cross each boundary to reach the gold. One vote across one boundary is one step.",
    "eyes": "What each class with a gold vote sees: the squared errors, each weighted by its distance from that class.",
    "bins": "Votes that each class has too many (+) or too few (−).",
    "order": "Pairs of classes: = in the gold's order, ≠ in the opposite order, · equal in gold or estimate.",
}
TOTALS: dict[Kind, str] = {
    "steps": "steps",
    "eyes": "average",
    "bins": "votes in a wrong class",
    "order": "in the gold's order",
}


def reason_table(reason: Reason, classes: tuple[str, ...], *, id: str = "reason") -> Html:
    """Return the picture of a reason: a row per estimate, a mark per class, boundary or pair, and the total."""
    labels = [class_label(label) for label in classes]
    if reason.kind == "steps":
        labels = [f"{low}|{high}" for low, high in pairwise(labels)]
    elif reason.kind == "order":
        labels = [f"{low},{high}" for low, high in combinations(labels, 2)]
    most = max(abs(value or 0.0) for side in (reason.a, reason.b) for value in side.values) or 1.0
    rows = [
        Row(
            [
                Cell(lettered("", letter), heads=True),
                *(Cell(_mark(reason.kind, value, most, letter), class_="oq-reason") for value in side.values),
                _write_total(reason.kind, side),
            ],
            data={"side": letter.lower()},
        )
        for letter, side in (("A", reason.a), ("B", reason.b))
    ]
    columns = [
        "",
        *(Column(label, class_="oq-reason") for label in labels),
        Numbers(TOTALS[reason.kind]),
    ]
    return table(columns, rows, id=id, class_="oq oq-table oq-reasons")


def _write_total(kind: Kind, side: Shown) -> str:
    return score(side.total) if kind == "eyes" else count(round(side.total))


def _mark(kind: Kind, value: float | None, most: float, letter: str) -> object:
    if kind == "order":
        return {1.0: "=", -1.0: "≠"}.get(value or 0.0, "·")
    if value is None:
        return tag("span", "–", title="no gold vote")
    if not value:
        return "0"
    words = score(value) if kind == "eyes" else count(round(abs(value)))
    if kind == "steps":
        words = f"{words} →" if value > 0 else f"← {words}"
    elif kind == "bins":
        words = f"+{words}" if value > 0 else f"−{words}"
    bar = tag("i", class_=f"oq-of-{letter.lower()}", style=f"height:{length(2.2 * abs(value) / most, 'rem')}")
    return join([bar, tag("span", words)])


def profile_table(result: Result) -> Html:
    """Return how many of the answers are those of each reading, the most frequent first."""
    rows = [
        Row(
            [
                Cell(one.reading.name, heads=True),
                tag("div", tag("i", style=f"width:{length(100 * one.same / one.given)}"), class_="oq-share"),
                f"{one.same} of {one.given}",
            ],
            data={"reading": one.reading.key},
        )
        for one in result.profile
        if one.given
    ]
    columns = ["Reading", Column("", class_="oq-side"), Numbers("your answers agree")]
    return table(columns, rows, id="profile", class_="oq oq-table")


def score_by_measure(result: Result) -> Html:
    """Return how many questions on each measure were answered right, and which lesson explains the measure."""
    rows = [
        Row(
            [
                Cell(MEASURES[one.measure].label, heads=True),
                tag("span", _squares(one.right, one.asked), class_="oq-squares", aria_hidden="true"),
                f"{one.right} of {one.asked}",
                Cell(LESSONS[one.read_again].title if one.read_again else "–"),
            ],
            data={"measure": one.measure},
        )
        for one in result.by_measure
    ]
    rows.append(Row([Cell("All", heads=True), "", f"{result.right} of {result.asked}", ""]))
    columns = ["Measure", "right, wrong", Numbers("score"), "lesson to repeat"]
    return table(columns, rows, id="by_measure", class_="oq oq-table")


def calibration_table(result: Result) -> Html:
    """Return how many answers of each confidence were right, beside the share that it stands for."""
    rows = []
    for one in result.calibration:
        share = one.right / one.given if one.given else 0.0
        bar = tag(
            "div",
            tag("i", style=f"width:{length(100 * share)}"),
            tag("b", style=f"left:{length(100 * one.expected)}"),
            class_="oq-share",
        )
        rows.append(
            Row(
                [
                    Cell(CONFIDENCES[one.confidence], heads=True),
                    f"{one.right} of {one.given}" if one.given else "–",
                    Cell(bar, class_="oq-side", title=f"expected: {percent(one.expected)}"),
                    percent(share) if one.given else "–",
                ]
            )
        )
    columns = [
        "You were",
        Numbers("right"),
        Column("share right (line: expected)", class_="oq-side"),
        Numbers(""),
    ]
    return table(columns, rows, id="calibration", class_="oq oq-table")


def class_table(histogram: Histogram, of: Quiz) -> Html:
    """Return how a class answered: per question and choice the answers by confidence, the correct choice marked."""
    most = max((sum(one.counts[key].values()) for one in histogram.questions for key in KEYS), default=0)
    rows = [
        Row(
            [
                Cell(count(number), heads=True),
                MEASURES[item.measure].label,
                f"{one.right} of {histogram.counted}",
                *(_answers(one, key, max(1, most)) for key in KEYS),
                count(one.not_answered),
            ],
            data={"question": number},
        )
        for number, (one, item) in enumerate(zip(histogram.questions, of.items, strict=True), start=1)
    ]
    columns = [
        "Question",
        "Measure",
        Numbers("right"),
        *NAMES.values(),
        Numbers("no answer"),
    ]
    return table(columns, rows, id="class", class_="oq oq-table")


def refused_table(refused: Sequence[Refused]) -> Html:
    """Return the codes that were not counted, with the reasons."""
    rows = [Row([Cell(one.code, heads=True, class_="oq-id"), one.why]) for one in refused]
    return table(["Code", "Why it is not counted"], rows, id="refused", class_="oq oq-table")


def duplicates_table(histogram: Histogram) -> Html:
    """Return the codes that were given more than once, and how often."""
    rows = [Row([Cell(code, heads=True, class_="oq-id"), count(times)]) for code, times in histogram.duplicates.items()]
    return table(["Code", Numbers("times")], rows, id="duplicates", class_="oq oq-table")


def _answers(one: QuestionCounts, key: str, most: int) -> Cell:
    counts = one.counts[key]  # type: ignore[index]
    total = sum(counts.values())
    parts = [
        tag("i", style=f"width:{length(100 * number / most)};opacity:{SHADES[name]}")
        for name, number in counts.items()
        if number
    ]
    words = ", ".join(f"{number} {CONFIDENCES[name].lower()}" for name, number in counts.items() if number)
    mark = "✓ " if key == one.correct else ""
    shown = tag("b", mark, count(total)) if mark else count(total)
    return Cell(join([tag("div", *parts, class_="oq-counts"), shown]), title=words or None)


def _squares(right: int, asked: int) -> str:
    return "■" * right + "□" * (asked - right)
