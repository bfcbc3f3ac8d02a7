"""Cards of cases for a slide: one HTML file that needs nothing else, without scripts."""

import html
from collections.abc import Sequence
from dataclasses import fields

from ordquant_core import numerals
from ordquant_core.figures.card import distribution_svg
from ordquant_core.figures.distributions import Estimate
from ordquant_core.figures.style import FONT, LIGHT, Palette
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from pages.shared import case_card
from pages.shared.cached import Versus
from pages.shared.pair_view import Pair

STYLE = """
*{box-sizing:border-box}
body{font-family:FONT;color:var(--ink);background:var(--background);margin:24px;font-variant-numeric:tabular-nums}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 12px;color:var(--muted);font-size:14px}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:20px}
article{border:1px solid var(--line);border-radius:8px;padding:16px;break-inside:avoid;overflow-wrap:anywhere}
h2{font-size:16px;margin:0 0 8px}svg{width:100%;height:auto;display:block}
table{border-collapse:collapse;width:100%;font-size:13px}td,th{padding:2px 6px;text-align:right;font-weight:400}
th[scope=row]{text-align:left;font-weight:600}tbody tr{border-top:1px solid var(--line)}
.a{color:var(--run-a-text);font-weight:600}.b{color:var(--run-b-text);font-weight:600}
.odd{background:var(--disagreement-fill)}.gold{color:var(--gold);font-weight:600}
""".replace("FONT", FONT)


def page(versus: Versus, cases: Sequence[int], pair: Pair) -> bytes:
    """Return a document with a card for each of the cases; names from files are escaped."""
    colours = "".join(f"--{field.name.replace('_', '-')}:{getattr(LIGHT, field.name)};" for field in fields(Palette))
    task = versus.task
    scale = f", scale {task.scale}" if task.scale else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{html.escape(task.name)}: cases</title><style>:root{{{colours}}}{STYLE}</style></head><body>"
        f"<h1>{html.escape(task.name + scale)}</h1>"
        f'<p><span class="gold">Gold</span> as bars, <span class="a">A {html.escape(versus.run_a)}</span> and '
        f'<span class="b">B {html.escape(versus.run_b)}</span> as outlines. Smaller is better.</p>'
        f"{''.join(f'<p>Repaired: {html.escape(note)}</p>' for note in task.notes)}"
        f"<main>{''.join(_card(versus, case, pair) for case in cases)}</main></body></html>"
    ).encode(errors="replace")


def _card(versus: Versus, case: int, pair: Pair) -> str:
    task = versus.task
    estimates = [Estimate(letter, row) for letter, row in zip("AB", task.estimates[:, case], strict=True)]
    votes = None if task.votes is None else int(task.votes[case].sum())
    picture = distribution_svg(task.classes, task.gold[case], estimates, LIGHT, votes=votes)
    return (
        f"<article><h2>Case {html.escape(task.cases[case])}: "
        f"{html.escape(case_card.tell(versus, case, pair))}.</h2>{picture}{_table(versus, case, pair)}</article>"
    )


def _table(versus: Versus, case: int, pair: Pair) -> str:
    """All main measures, and the two of the title if they are raw forms."""
    keys = [key for family in FAMILIES for key in (*MAIN_MEASURES, *pair) if MEASURES[key].family == family]
    sides = case_card.sides_of(versus, case)
    rows = []
    for key in dict.fromkeys(keys):
        a, b = (float(score) for score in versus.scores.values[versus.scores.measures.index(key), :, case])
        prefers = {-1: '<span class="a">A</span>', 0: "tie", 1: '<span class="b">B</span>'}[sides[key]]
        rows.append(
            f'<tr{" class=odd" if key in pair else ""}><th scope="row">{MEASURES[key].label}</th>'
            f"<td>{numerals.score(a)}</td><td>{numerals.score(b)}</td><td>{prefers}</td></tr>"
        )
    return (
        '<table><thead><tr><th scope="row">Measure</th><th class="a">A</th><th class="b">B</th><th>prefers</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table>"
    )
