"""The documentation as a site of its own: `make docs` builds it, `python -m assets.site FOLDER` does the work.

People write the pages in `assets/docs/`; the rest is made from the code. Any warning of Sphinx fails the build.
"""

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main

from assets.site import gallery, notebooks, reference, sources
from assets.site.results import result
from ordquant_core.figures.standalone import script


def build(folder: Path) -> int:
    """Build the site into a folder, and return the exit code."""
    source = folder.with_name(f"{folder.name}-source")
    for made in (folder, source):
        shutil.rmtree(made, ignore_errors=True)
    source.mkdir(parents=True)
    sources.write(source)
    reference.write(source)
    (source / "gallery.md").write_text(gallery.page(), encoding="utf-8")
    (source / "_static" / "plotly.js").write_text(script(), encoding="utf-8")
    (source / "tutorials").mkdir()
    for path in sources.TUTORIALS:
        text = notebooks.page(path, result)
        (source / "tutorials" / f"{path.stem}.md").write_text(sources.relinked(text, path, source), encoding="utf-8")
        shutil.copy(path, source / "files")
    shutil.copy(Path(__file__).with_name("conf.py"), source)
    kept = ["-d", str(source / ".doctrees")]  # what Sphinx keeps for itself is no part of the site
    return main(["-b", "html", "-W", "--keep-going", "-q", *kept, str(source), str(folder)])


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")))
