"""What the documentation is made of: pages in Markdown, whose links to other files of the project keep working."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "assets" / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.ipynb"))
# Pages that stand elsewhere in the project, by the names that they have on the site.
ELSEWHERE = {
    "index.md": Path(__file__).with_name("index.md"),
    "contributing.md": ROOT / "CONTRIBUTING.md",
    "security.md": ROOT / "SECURITY.md",
    "changelog.md": ROOT / "CHANGELOG.md",
    "samples.md": ROOT / "ordquant_core" / "samples" / "README.md",
    "simulations.md": ROOT / "tests" / "statistics" / "simulations" / "RESULTS.md",
}
STATIC = (
    *(Path(__file__).with_name(name) for name in ("site.css", "figures.js")),
    *(ROOT / "assets" / name for name in ("icon.svg", "logo_light.svg", "logo_dark.svg")),
)
_LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:)([^)\s#]+)(#[^)\s]*)?(?=\))")
_FENCED = re.compile(r"^(```.*?^```$)", re.DOTALL | re.MULTILINE)


def pages() -> dict[str, Path]:
    """Return the pages that people wrote, by their names on the site."""
    return {path.name: path for path in sorted(DOCS.glob("*.md"))} | ELSEWHERE


def write(folder: Path) -> None:
    """Write all pages that people wrote, and what they show, into a folder."""
    (folder / "files").mkdir()
    for name, path in pages().items():
        (folder / name).write_text(relinked(path.read_text(encoding="utf-8"), path, folder), encoding="utf-8")
    static = folder / "_static"
    static.mkdir()
    for path in STATIC:
        shutil.copy(path, static)


def relinked(text: str, path: Path, folder: Path) -> str:
    """Return the text of a page: what it links to is a page of the site, or a file that comes along in `files/`."""
    named = {path: name for name, path in pages().items()}
    named |= {path: f"tutorials/{path.stem}.md" for path in TUTORIALS}
    up = "../" if path in TUTORIALS else ""

    def lead(found: re.Match[str]) -> str:
        target = (path.parent / found[1]).resolve()
        if target in named:
            return f"{up}{named[target]}{found[2] or ''}"
        if target.is_file():
            shutil.copy(target, folder / "files")
            return f"{up}files/{target.name}"
        return found[0]  # to a page that is made

    pieces = _FENCED.split(text)  # code is left alone
    return "".join(piece if piece.startswith("```") else _LINK.sub(lead, piece) for piece in pieces)
