"""The numbers that each section of a page shows, a line each: `python -m tests.pages.kept` writes numbers.txt anew.

Of sentences, tables, pills and plots with few numbers these stand there, of others how many there are and a digest.
What they should be is tested elsewhere; here, that they stand where they stood. The commit says why they changed.
"""

import hashlib
import json
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from tests.pages import hostile
from tests.pages.apps import FEW_PERMUTATIONS, FEW_RESAMPLES, app_at, numbers, text_of

FILE = Path(__file__).with_name("numbers.txt")
NUMBER, MANY = re.compile(r"[−-]?\d[\d.,/]*"), 8
DRAWN = ("x", "y", "z", "text", "base", "customdata")


def key_of(page, query):
    return f"{page}?{urlencode(query)}"


def numbers_of(app):
    """Return {what has any: its numbers}."""
    found = {}
    for block in app.html:
        if "<style" not in block.value:
            name, *_ = [*re.findall(r'\bid="([\w-]+)"', block.value), "others"]
            found.setdefault(name, []).extend(NUMBER.findall(text_of(block.value)))
            found[name] += [f"{block.value.count('oq-dissent')} amber"] * ("oq-dissent" in block.value)
    for group in app.button_group:
        found[f"options of {group.key}"] = NUMBER.findall(" ".join(group.options))
    for chart in app.get("plotly_chart"):
        drawn = json.loads(chart.proto.spec)
        shapes = [list(shape.values()) for shape in drawn["layout"].get("shapes", ())]
        found[f"plot {chart.key}"] = [*_rounded([[[one.get(name) for name in DRAWN] for one in drawn["data"]], shapes])]
    return {name: _few(of) for name, of in found.items() if of}


def _rounded(value):
    value = numbers(value) if isinstance(value, dict) and "bdata" in value else value
    if isinstance(value, list):
        for one in value:
            yield from _rounded(one)
    elif isinstance(value, int | float):
        yield f"{value:.4g}"
    elif isinstance(value, str):
        yield from NUMBER.findall(re.sub("<[^>]*>", "", value))


def _few(of):
    words = " ".join(of)
    return words if len(of) <= MANY else f"{len(of)}·{hashlib.sha256(words.encode()).hexdigest()[:6]}"


def kept():
    """Return {section: {what has any: its numbers}} as the file has them."""
    lines = (line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines())
    return {key: dict(one.split(": ", 1) for one in of) for key, *of in lines}


def main():
    """Open every section, and write the file anew."""
    from ordquant_core.ranked_lists import chance
    from pages.plan import computed
    from pages.shared import sources
    from tests.pages.test_pages import OPENED

    computed.RESAMPLES, chance.MOST = FEW_RESAMPLES, FEW_PERMUTATIONS
    with TemporaryDirectory() as folder:
        os.environ[sources.FOLDER] = str(hostile.publish(Path(folder)))
        lines = []
        for page, query in OPENED:
            found = numbers_of(app_at(f"pages/{page}/page.py", **query))
            lines.append("\t".join([key_of(page, query), *(f"{name}: {of}" for name, of in found.items())]))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
