"""The material for a class as one HTML file to print, a sheet each: plan and notes, worksheet, solutions, and a story:
two real dialogues, first without and then with their scores.
"""

from collections.abc import Callable

from ordquant_core.analysis.picture import SIDES, Picture
from ordquant_core.markup import Cell, Html, Numbers, Row, document, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, score, setting
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.answers import WHICH
from ordquant_core.teaching.explanations import reason, reason_in_words
from ordquant_core.teaching.lesson import NAMES
from ordquant_core.teaching.material import Exercise, Printed, notes, story, worksheet
from ordquant_core.teaching.questions import verdict
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.views import CAPTIONS, reason_table

_TITLE = "Carry the votes: 45 minutes with a class"
_STEP, _PANEL, _TALLEST = 20, 120, 46  # of a picture: px of a class, of a side, of its highest bar
_MINUTES = Numbers("Minutes")
_STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { background: #fff; color: #1f2933; font: 15px/1.4 "Source Sans 3", "Source Sans Pro", "Segoe UI", sans-serif;
  font-variant-numeric: tabular-nums; margin: 0 auto; max-width: 1000px; padding: 16px; }
section + section { border-top: 1px solid #6b7785; margin-top: 40px; }
h1 { font-size: 24px; } h2 { font-size: 20px; } h3 { font-size: 16px; margin: 0 0 4px; }
p { margin: 4px 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccd2d9; padding: 4px 8px; text-align: left; vertical-align: top; }
.oq-number { text-align: right; } td.oq-number { white-space: nowrap; }
@media (max-width: 500px) { th, td { padding: 4px; } }
#notes th[scope] { min-width: 6em; }
.both { display: grid; gap: 0 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 310px), 1fr)); }
.both > div { min-width: 0; } #story :is(th, td) { padding: 3px 4px; }
.exercises { display: grid; gap: 14px 28px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)); }
.exercise, tr { break-inside: avoid; }
.exercises .exercise { position: relative; } .exercises h3 { position: absolute; top: -5px; }
.dialogues { display: grid; gap: 28px; margin-top: 14px; } .dialogues svg { max-width: 640px; }
.solution { break-inside: avoid; margin-bottom: 22px; }
.line { border-bottom: 1px dotted #6b7785; height: 26px; }
.box { border: 1px solid #1f2933; display: inline-block; height: 12px; margin: 0 4px 0 14px; width: 12px; }
svg { display: block; height: auto; max-width: 360px; width: 100%; }
svg text { fill: #1f2933; font-size: 11px; text-anchor: middle; }
.gold { fill: #0072b2; } .a { fill: none; stroke: #d55e00; stroke-width: 2; }
.b { fill: none; stroke: #009e73; stroke-dasharray: 3 2; stroke-width: 2; }
.oq-a { color: #b04d00; font-weight: 650; } .oq-b { color: #00785a; font-weight: 650; }
.oq-reasons { font-size: 13px; } .oq-reasons th.oq-number { max-width: 6em; }
.oq-reasons .oq-reason { padding: 2px 3px; text-align: center; vertical-align: bottom; white-space: nowrap; }
.oq-reason i { display: block; margin: 0 auto 2px; width: 14px; }
.oq-of-a { background: #d55e00; } .oq-of-b { background: #009e73; }
.small { color: #5c6773; font-size: 13px; }
@media print {
  body { font-size: 10.5pt; max-width: none; padding: 0; }
  section + section { border: 0; break-before: page; margin: 0; }
  .exercises { gap: 10px 24px; grid-template-columns: 1fr 1fr; }
  .both { gap: 0 24px; grid-template-columns: 1fr 1fr; }
  .wide { overflow: visible; } .oq-reasons { font-size: 8.5pt; }
}
"""


def material_file() -> str:
    """Return the file."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", _TITLE),
        tag("style", Html(_STYLE)),
    ]
    sheets = [_plan(), _worksheet(), _solutions(), _story(), _story_told()]
    return document(head, tag("main", *sheets))


def plan_table(address: Callable[[str], str] | None = None) -> Html:
    """Return the plan: minutes, steps, questions. `address` of a lesson's key: its slide, to which the title leads."""
    rows = [
        Row(
            [
                f"{one.start}–{one.end}",
                _linked(one.title, address(one.lesson)) if address and one.lesson else one.title,
                one.ask,
            ],
            data={"minutes": one.end - one.start},
        )
        for one in notes()
    ]
    columns = [_MINUTES, "Step", "Question to the class"]
    return table(columns, rows, id="plan", class_="oq oq-table")


def _linked(words: str, address: str) -> Html:
    return tag("a", words, href=address, target="_self", style="color:var(--oq-gold)", data_inside=True)


def _plan() -> Html:
    steps = notes()
    rows = [
        Row(
            [
                f"{one.start}–{one.end}",
                Cell(one.title, heads=True),
                join(
                    [
                        tag("p", tag("b", name), " ", words)
                        for name, words in zip(_NOTES, one[-len(_NOTES) :], strict=True)
                    ]
                ),
            ],
            data={"minutes": one.end - one.start},
        )
        for one in steps
    ]
    return tag(
        "section",
        tag("h1", _TITLE),
        tag(
            "p",
            "For the teacher. The screen shows the lessons (page Lessons, Present, or lessons.html); the class answers "
            "with hands. Each lesson: picture, vote, then the task. Leave out the questions on new "
            "pictures behind the lessons: they are on the worksheet.",
        ),
        table([_MINUTES, "Step", "Notes"], rows, id="notes"),
        id="plan_and_notes",
    )


_NOTES = ("Say:", "Ask:", "Expect:")


def _worksheet() -> Html:
    asked = worksheet()
    keys = [key for key in TAUGHT if any(key in one.measures for one in asked)]
    return tag(
        "section",
        tag("h2", "Worksheet: which estimate does each measure prefer?"),
        tag("p", f"Gold: the votes of {_people(asked[0].picture)}. A and B: two estimates. Tick, and write down why."),
        tag("p", join([join([tag("b", key), ": ", NAMES[key][1]]) for key in keys], " "), class_="small"),
        tag("div", *(_exercise(count(number), one) for number, one in enumerate(asked, start=1)), class_="exercises"),
        id="worksheet",
    )


def _people(shown: Picture) -> str:
    return count(shown.votes or 0, "person", "people")


def _exercise(title: str, one: Exercise) -> Html:
    asked = [
        join(
            [
                tag("p", tag("b", key), *(join([tag("span", class_="box"), each.label]) for each in WHICH)),
                tag("div", class_="line"),
            ]
        )
        for key in one.measures
    ]
    return tag("div", tag("h3", title), draw_bars(one.picture), *asked, class_="exercise")


def _solutions() -> Html:
    parts = [
        tag(
            "div",
            tag("h3", count(number)),
            draw_bars(one.picture),
            tag("div", *(_solved(f"solution_{number}_{key}", key, one.picture) for key in one.measures), class_="both"),
            class_="solution",
        )
        for number, one in enumerate(worksheet(), start=1)
    ]
    return tag("section", tag("h2", "Solutions"), *parts, id="solutions")


def _solved(id: str, key: str, shown: Picture) -> Html:
    found = reason(key, shown)
    return tag(
        "div",
        tag("p", tag("b", verdict(key, shown)), " ", reason_in_words(found), id=id),
        tag("div", reason_table(found, shown.classes, id=f"{id}_drawn"), class_="wide"),
        tag("p", CAPTIONS[found.kind], class_="small"),
    )


def _story() -> Html:
    told = story()
    asked = [(one.example.title.partition(":")[0], Exercise(one.picture, tuple(one.deltas))) for one in told]
    return tag(
        "section",
        tag("h2", "Two real dialogues: which estimate is nearer to the people?"),
        tag(
            "p",
            f"Gold: the votes of {_people(told[0].picture)}. A: Popularity, all votes on the most frequent class. "
            "B: Uniform, equally many votes on each class.",
        ),
        tag("div", *(_exercise(title, one) for title, one in asked), class_="dialogues"),
        id="dialogues",
    )


def _story_told() -> Html:
    told = story()
    paper = REFERENCES[told[0].example.source_key]
    return tag(
        "section",
        tag("h2", f"Two real dialogues ({paper.short}, Figure 3)"),
        tag(
            "p",
            f"{_people(told[0].picture)} judged each dialogue. The paper prints how far apart two scores are, not the "
            "votes; these are the only votes with the printed numbers and the printed most frequent class. On Compare "
            "both are among the examples.",
        ),
        *(_dialogue(one) for one in told),
        tag(
            "p",
            "To discuss: is it worse to miss many people by one class, or a few by the whole scale? Answer that first; "
            "then choose the measure that charges it.",
        ),
        tag("p", paper.citation, class_="small"),
        id="story",
    )


def _dialogue(one: Printed) -> Html:
    shown = one.picture
    of_a, of_b = shown.scores_of_both(TAUGHT)
    rows = [
        Row(
            [
                Cell(MEASURES[key].label, heads=True),
                *map(score, (of_a[key], of_b[key])),
                score(of_a[key] - of_b[key], sign=True),
                score(float(one.deltas[key]), sign=True) if key in one.deltas else "–",
            ],
            data={"measure": key},
        )
        for key in TAUGHT
    ]
    heads = (lettered("Popularity", "A"), lettered("Uniform", "B"), "A − B", "printed")
    scores = table(["Measure", *map(Numbers, heads)], rows, id=one.example.key)
    return tag(
        "div",
        tag("h3", one.example.title),
        tag("div", draw_bars(shown), tag("div", scores, class_="wide"), class_="both"),
        *(tag("p", tag("b", verdict(key, shown)), " ", reason_in_words(reason(key, shown))) for key in TAUGHT),
        tag("p", one.example.look),
        class_="solution",
    )


def draw_bars(shown: Picture) -> Html:
    """Return gold, A and B side by side as bars with their votes, as SVG; it is read aloud as three lists of votes."""
    n_votes, labels = shown.votes or 100, [class_label(label) for label in shown.classes]
    sides = {side: (shown.probabilities(side) * n_votes).round(6) for side in SIDES}
    most = max(votes.max() for votes in sides.values())
    parts, said = [], []
    for panel, (side, votes) in enumerate(sides.items()):
        name, left = "gold" if side == "gold" else side.upper(), panel * _PANEL
        parts.append(tag("text", name, x=left + _STEP * len(labels) / 2, y=12, font_weight=700))
        for place, (label, number) in enumerate(zip(labels, votes.tolist(), strict=True)):
            x, height = left + _STEP * place, _TALLEST * number / most
            middle, top = x + _STEP / 2, 32 + _TALLEST - height
            if number:
                parts.append(tag("rect", x=x + 3, y=round(top, 1), width=14, height=round(height, 1), class_=side))
            parts.append(tag("text", setting(number), x=middle, y=round(top - 4, 1)))
            parts.append(tag("text", label, x=middle, y=32 + _TALLEST + 14))
        line = 32 + _TALLEST
        parts.append(tag("line", x1=left, x2=left + _STEP * len(labels), y1=line, y2=line, stroke="#6b7785"))
        said.append(f"{name} {', '.join(map(setting, votes.tolist()))}")
    width, height = 2 * _PANEL + _STEP * len(labels), 32 + _TALLEST + 20
    return tag("svg", *parts, viewBox=f"0 0 {width} {height}", role="img", aria_label="; ".join(said))
