"""Keep what is written and shown now: `python -m tests.golden [samples shared helps pages]`, or all of it."""

import sys
import tempfile
from pathlib import Path

from tests.golden import commands, pages
from tests.golden.summaries import KEPT

PARTS = {"samples": commands.samples, "shared": commands.shared, "helps": commands.helps, "pages": pages.first_views}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        for path in KEPT.glob(f"{part}/*"):
            path.unlink()
        with tempfile.TemporaryDirectory() as folder:
            for name, text in PARTS[part](Path(folder)).items():
                (KEPT / name).parent.mkdir(parents=True, exist_ok=True)
                (KEPT / name).write_text(text)
