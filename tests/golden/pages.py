"""What the first view of every page says: its sentences, tables and numbers, in the order of the page."""

import html
import re
from pathlib import Path
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from pages.shared import result_cache

ROOT = Path(__file__).parents[2]
WORDS = ("html", "markdown", "caption", "heading", "title", "header", "subheader", "text", "error", "warning", "info")


def names() -> list[str]:
    """Return the pages."""
    return sorted(path.parent.name for path in (ROOT / "pages").glob("*/page.py"))


def first_views(_: Path) -> dict[str, str]:
    """Return what every page says, by the name of the file that keeps it."""
    return {f"pages/{name}.txt": first_view(name) for name in names()}


def first_view(name: str) -> str:
    """Return what a page says when it is opened without a link, a block a line; figures by their titles and names."""
    result_cache.clear()  # other tests of this process permute and resample fewer times
    with patch("pages.plan.computed.RESAMPLES", 12):
        app = AppTest.from_file(ROOT / "pages" / name / "page.py", default_timeout=120).run()
    assert not app.exception, [one.message for one in app.exception]
    lines = [line for element in app.main if element.type in WORDS for line in _lines(str(element.value))]
    return "\n".join(lines) + "\n"


def _lines(text: str) -> list[str]:
    text = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", text, flags=re.DOTALL)
    text = re.sub(r"</(p|h\d|li|tr|div|figcaption|caption|table)>", "\n", text)
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line]
