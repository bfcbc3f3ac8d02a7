"""Open every page, on every section, by AppTest in this process, and write what each shows as JSON.

Run as a process of its own, `python -m tests.pages.every_page`: custom measures are read when the registry is imported.
"""

import json
import sys
from typing import Any

from tests.pages.apps import ROOT, app_at

PAGES = sorted(path.parent.name for path in (ROOT / "pages").glob("*/page.py"))
SECTIONS: dict[str, list[dict[str, str]]] = {  # of pages that have more than they open with
    "lessons": [{}, {"lesson": "make"}, {"lesson": "judges"}, {"show": "page"}],
    "compare": [
        {"measure": "{key}", "steps": "yes"},
        {"card": "robust"},
        {"card": "path", "measure": "{key}"},
    ],
    "atlas": [{"view": view, "x": "{key}", "y": "NMD", "n": "6", "l": "4"} for view in ("every", "by_score")],
    "cases": [
        {"show": show, "x": "NMD", "y": "{key}"} for show in ("tests", "robustness", "properties", "scores", "groups")
    ],
    "systems": [{"measure": "{key}", "trials": "100"}, {"measures": "NMD,{key}", "trials": "100"}],
    "measures": [
        {"view": view, "x": "NMD", "y": "RNOD", "given": "{key}", "splits": "20", "trials": "100"}
        for view in ("agreement", "consistency", "power", "overlap", "information")
    ],
    "papers": [{}, {"show": "artificial", "study_seeds": "2"}],
    "which_measure": [
        {"show": show, "property": "{key}.zero", "n": "4"} for show in ("questions", "properties", "recommended")
    ],
    "plan": [{"measure": "{key}", "trials": "100"}],
}


def shown(name: str, query: dict[str, str]) -> dict[str, Any]:
    """Open a page by a link and return what went wrong and all it shows."""
    app = app_at(f"pages/{name}/page.py", **query)
    boxes = [box.value for kind in (app.error, app.warning) for box in kind]
    texts = [box.value for kind in (app.html, app.markdown, app.caption) for box in kind]
    options = [str(one) for kind in (app.selectbox, app.multiselect) for box in kind for one in box.options]
    charts = [chart.proto.spec for chart in app.get("plotly_chart")]
    return {
        "page": name,
        "query": query,
        "exceptions": [f"{one.message}\n{''.join(one.stack_trace)}" for one in app.exception],
        "boxes": boxes,
        "texts": " ".join([*texts, *options, *charts]),
    }


def main(key: str, names: list[str]) -> None:
    """Write a line per page and section."""
    for name in names or PAGES:
        for query in SECTIONS.get(name, [{}]):
            found = shown(name, {name: text.format(key=key) for name, text in query.items()})
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
