"""Cards of cases for a slide: one HTML file that needs nothing else, without scripts."""

from collections.abc import Sequence
from dataclasses import fields

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import PREFERRED
from ordquant_core.figures.card import draw_card
from ordquant_core.figures.template import FONT, LIGHT, Look
from ordquant_core.findings.one_case import preferences
from ordquant_core.frame_html import Rows, grid, sentence
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Html, join, table, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Scores, Task
from ordquant_core.report.parts import page as whole_page

STYLE = """
*{box-sizing:border-box}
body{font-family:FONT;color:var(--ink);background:var(--background);margin:24px;font-variant-numeric:tabular-nums}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 12px;color:var(--muted);font-size:14px}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:20px}
article{border:1px solid var(--line);border-radius:8px;padding:16px;break-inside:avoid;overflow-wrap:anywhere}
h2{font-size:16px;margin:0 0 8px}svg{width:100%;height:auto;display:block}
table{border-collapse:collapse;width:100%;font-size:13px}td,th{padding:2px 6px;text-align:right;font-weight:400}
:is(th[scope=row],th:first-child){text-align:left;font-weight:600}tbody tr{border-top:1px solid var(--line)}
.oq-a{color:var(--run-a-text);font-weight:600}.oq-b{color:var(--run-b-text);font-weight:600}
.oq-dissent{background:var(--disagreement-fill)}.gold{color:var(--gold);font-weight:600}
""".replace("FONT", FONT)


def page(task: Task, scores: Scores, cases: Sequence[int], pair: Pair) -> bytes:
    """Return a document with a card for each of the cases of a task of two runs.

    The title of a card says what the two measures of `pair` prefer.
    """
    colours = "".join(f"--{field.name.replace('_', '-')}:{getattr(LIGHT, field.name)};" for field in fields(Look))
    heading = f"{task.name}, scale {task.scale}" if task.scale else task.name
    a, b = (
        tag("span", f"{letter} {run}", class_=f"oq-{letter.lower()}")
        for letter, run in zip("AB", task.runs, strict=True)
    )
    parts = [
        tag("h1", heading),
        tag("p", tag("span", "Gold", class_="gold"), " as bars, ", a, " and ", b, " as outlines. Smaller is better."),
        *(tag("p", f"Repaired: {note}") for note in task.notes),
        tag("main", *(_card(task, scores, case, pair) for case in cases)),
    ]
    written = whole_page(f"{task.name}: cases", f":root{{{colours}}}{STYLE}", join(parts, "\n"))
    return written.encode(errors="replace")


def _card(task: Task, scores: Scores, case: int, pair: Pair) -> Html:
    keys = [key for family in FAMILIES for key in (*MAIN_MEASURES, *pair) if MEASURES[key].family == family]
    of_case = CaseScores.of_case(scores, case, keys)
    frame = of_case.to_frame().assign(prefers=[PREFERRED[side] for side in of_case.sides.values()])
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        drawn_as(Kind.SCORE, "score_a", tag("span", "A", class_="oq-a")),
        drawn_as(Kind.SCORE, "score_b", tag("span", "B", class_="oq-b")),
        drawn_as(Kind.SIDE, "prefers"),
    ]
    words = sentence(preferences(task, case, pair, of_case.sides))
    return tag("article", tag("h2", words), draw_card(task, case), table(*grid(frame, columns, Rows(amber=pair))))
