"""The style sheet and the script (report.js) of a report. It is one file: both are written into it."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from ordquant_core.figures.template import DARK, FONT, LIGHT, Look

SCRIPT = Path(__file__).with_name("report.js").read_text(encoding="utf-8")


def _variables(look: Look) -> str:
    return " ".join(f"--{role.replace('_', '-')}: {colour};" for role, colour in asdict(look).items())


# A row as a card: its heading, then every cell with the name of its column.
_CARD = """
@container (max-width: WIDTHem) {
  .below-WIDTH :is(table, tbody) { display: block; }
  .below-WIDTH thead { display: none; }
  .below-WIDTH tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(var(--card), 100%), 1fr));
    gap: 0 1.2em; padding: 6px 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
  .below-WIDTH th[scope=row] { grid-column: 1 / -1; max-width: none; position: static; }
  .below-WIDTH :is(td, th[scope=row]) { border: 0; padding: 1px 0; white-space: normal; min-width: 0; }
  .below-WIDTH td { display: flex; justify-content: end; gap: 0.5em; overflow-wrap: anywhere; }
  .below-WIDTH td::before { content: attr(data-column); margin-right: auto; flex: none;
    color: var(--muted); font: inherit; font-weight: 400; }
  .below-WIDTH :is(td.oq-best, td > b)::after { position: static; transform: none; align-self: center; }
  .below-WIDTH td > b { display: flex; gap: 0.5em; }
  .below-WIDTH td.oq-sentence { grid-column: 1 / -1; justify-content: start; text-align: left; }
  .below-WIDTH td.oq-sentence::before { margin-right: 0; flex: none; min-width: 7em; }
}
"""

STYLE = f"""
:root {{ color-scheme: light dark; {_variables(LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}
""" + """
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink); font: 16px/1.5 FONT;
  font-variant-numeric: tabular-nums; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 40px 0 6px; }
p, li { max-width: 75ch; overflow-wrap: anywhere; }
.finding { font-size: 18px; margin: 12px 0 20px; }
figure { margin: 0; }
figcaption { color: var(--muted); max-width: 75ch; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 16px; margin: 28px 0 4px; overflow-wrap: anywhere; }
.description { color: var(--muted); margin: 4px 0 0; white-space: pre-line; }
.wide { overflow-x: auto; margin: 8px 0; }
.fitted { container-type: inline-size; font-size: 13px; margin: 8px 0 14px; }
table { border-collapse: collapse; max-width: 100%; font-size: inherit; }
th, td { padding: 0.3em 0.35em; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; }
thead th { white-space: normal; vertical-align: bottom; }
th[scope=row], th.oq-sentence, .oq-sentence { text-align: left; white-space: normal; overflow-wrap: anywhere;
  min-width: 9em; }
th[scope=row] { position: sticky; left: 0; background: var(--background); max-width: 16em; }
.oq-best { font-weight: 700; }
td.oq-best, .fitted td:has(> b) { position: relative; }
.oq-best::after, .fitted td > b::after { content: "●"; font-size: 0.65em; position: absolute; right: 0; top: 50%;
  transform: translateY(-50%); }
.oq-muted { color: var(--muted); }
label { display: inline-flex; max-width: 100%; flex-wrap: wrap; gap: 8px; align-items: center; margin: 6px 0; }
select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  padding: 6px 10px; min-height: 44px; max-width: 100%; }
.figure { min-height: 200px; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow-x: auto;
  font: 13px/1.5 ui-monospace, monospace; }
details summary { cursor: pointer; color: var(--muted); min-height: 32px; }
footer { margin-top: 48px; color: var(--muted); font-size: 14px; }
@media (max-width: 600px) { main { padding: 16px 14px 48px; } th[scope=row] { max-width: 9em; min-width: 7em; } }
@page { size: A4; margin: 12mm 10mm; }
@media print {
  main { max-width: none; padding: 0; }
  body { font-size: 13px; }
  .fitted { font-size: 10px; }
  h2, h3, figcaption { break-after: avoid; }
  tr, .figure, label { break-inside: avoid; }
  .wide { overflow: hidden; } /* else a browser shrinks the page to what a figure was on the screen */
  .figure { min-width: 0 !important; }
  th[scope=row] { position: static; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  select { border: 0; appearance: none; padding: 0; min-height: 0; }
}
""".replace("FONT", FONT)


def style(widths: Iterable[int]) -> str:
    """Return the style sheet; `widths`: where tables turn into cards, in em."""
    return STYLE + "".join(_CARD.replace("WIDTH", str(width)) for width in widths)
