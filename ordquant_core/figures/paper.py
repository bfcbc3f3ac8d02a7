"""Figures on paper: those of the dark theme get the colours of the light one."""

from dataclasses import fields

from ordquant_core.figures.template import DARK, LIGHT, Look

PARTS = ("fill", "stroke")


def rules_on_paper() -> str:
    """Return the rules that print figures of the dark theme in the colours of the light one, role by role.

    Plotly writes a colour into every element, and knows no variables. A heatmap is an image: that figure is inverted.
    """
    words = ":is(text, tspan)"
    rules = [f"text {{ fill: {LIGHT.ink} !important; }}"]  # of a colour between two roles
    for field in fields(Look):
        dark, light = getattr(DARK, field.name), getattr(LIGHT, field.name)
        written = f"rgb({', '.join(str(int(dark[i : i + 2], 16)) for i in (1, 3, 5))})"
        texts = words if field.name.endswith("_text") else ""  # in the dark theme these have the colour of the bars
        rules += [f'{texts}[style*="{part}: {written}"] {{ {part}: {light} !important; }}' for part in PARTS]
        rules += [f'tspan[style*="fill:{dark}"] {{ fill: {light} !important; }}'] * bool(texts)
    plain = f".js-plotly-plot:not(:has(image)) {{ {' '.join(f'& {rule}' for rule in rules)} }}"
    return f"@media print {{ {plain} .js-plotly-plot:has(image) {{ filter: invert(1) hue-rotate(180deg); }} }}"
