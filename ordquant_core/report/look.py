"""The style sheet and the script of a report. It is one file: both are written into it."""

from dataclasses import asdict

from ordquant_core.figures.style import DARK, FONT, LIGHT, Palette


def _variables(palette: Palette) -> str:
    return " ".join(f"--{role.replace('_', '-')}: {colour};" for role, colour in asdict(palette).items())


STYLE = f"""
:root {{ color-scheme: light dark; {_variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}
""" + """
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink); font: 16px/1.5 FONT;
  font-variant-numeric: tabular-nums; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 40px 0 6px; }
p, li { max-width: 75ch; overflow-wrap: anywhere; }
.finding { font-size: 18px; margin: 12px 0 20px; }
figure { margin: 0; }
figcaption { color: var(--muted); max-width: 75ch; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 8px 0; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; }
th[scope=row], .text { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 9em; }
th[scope=row] { position: sticky; left: 0; background: var(--background); max-width: 16em; }
.best { font-weight: 700; }
.best::before { content: "● "; }
.tied { color: var(--muted); }
label { display: inline-flex; max-width: 100%; flex-wrap: wrap; gap: 8px; align-items: center; margin: 6px 0; }
select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  padding: 6px 10px; min-height: 44px; max-width: 100%; }
.figure { min-height: 200px; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow-x: auto;
  font: 13px/1.5 ui-monospace, monospace; }
details summary { cursor: pointer; color: var(--muted); min-height: 32px; }
footer { margin-top: 48px; color: var(--muted); font-size: 14px; }
@media (max-width: 600px) { main { padding: 16px 14px 48px; } th[scope=row] { max-width: 9em; min-width: 7em; } }
@media print { .wide { overflow: visible; } select { border: 0; } }
""".replace("FONT", FONT)

# Figures come as light ones, with the places that have another colour where the reader's system is dark.
SCRIPT = """
(() => {
  const figures = JSON.parse(document.getElementById("figures").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const put = (figure, path, colour) => {
    const last = path[path.length - 1];
    path.slice(0, -1).reduce((place, step) => place[step], figure)[last] = colour;
  };
  const draw = place => {
    const chosen = document.querySelector(`select[data-figure="${place.id}"]`);
    const figure = structuredClone(figures[chosen ? `${place.id} ${chosen.value}` : place.id]);
    if (dark.matches) figure.dark.forEach(([path, colour]) => put(figure, path, colour));
    Plotly.react(place, figure.data, figure.layout, { responsive: true, displaylogo: false,
      toImageButtonOptions: { format: "svg", filename: place.id } });
  };
  const all = () => document.querySelectorAll(".figure").forEach(draw);
  document.querySelectorAll("select[data-figure]").forEach(choice =>
    choice.addEventListener("change", () => draw(document.getElementById(choice.dataset.figure))));
  dark.addEventListener("change", all);
  all();
})();
"""
