"""Keep what is written and shown now: `python -m tests.golden [samples shared helps pages]`, or all of it."""

import sys
import tempfile
from pathlib import Path

from tests.golden import commands, pages
from tests.golden.summaries import dump, dump_lines, summarise_table

KEPT = Path(__file__).parent / "kept"
LONGEST = 5000  # characters of a table that is kept whole


def keep_samples() -> None:
    """Keep the tables of the samples: short ones whole, of the others a summary."""
    with tempfile.TemporaryDirectory() as folder:
        outputs, notes = commands.sample_outputs(Path(folder))
    (KEPT / "samples").mkdir(parents=True, exist_ok=True)
    for path in (KEPT / "samples").iterdir():
        path.unlink()
    for name, text in outputs.items():
        if len(text) <= LONGEST:
            (KEPT / "samples" / f"{name}.csv").write_text(text)
    long = {name: summarise_table(text) for name, text in outputs.items() if len(text) > LONGEST}
    (KEPT / "samples.json").write_text(dump(long))
    (KEPT / "notes.json").write_text(dump_lines(notes))


def keep_shared() -> None:
    """Keep summaries of the tables of shared tasks."""
    (KEPT / "shared.json").write_text(dump(commands.shared_summaries()))


def keep_helps() -> None:
    """Keep what the helps of all commands say, and what people read in bundles for other platforms."""
    (KEPT / "helps.json").write_text(dump_lines(commands.helps()))
    with tempfile.TemporaryDirectory() as folder:
        (KEPT / "exports.json").write_text(dump_lines(commands.exports(Path(folder))))


def keep_pages() -> None:
    """Keep the first view of every page."""
    (KEPT / "pages").mkdir(parents=True, exist_ok=True)
    for path in (KEPT / "pages").iterdir():
        path.unlink()
    for name in pages.names():
        (KEPT / "pages" / f"{name}.txt").write_text("\n".join(pages.first_view(name)) + "\n")


if __name__ == "__main__":
    every = {"samples": keep_samples, "shared": keep_shared, "helps": keep_helps, "pages": keep_pages}
    KEPT.mkdir(exist_ok=True)
    for part in sys.argv[1:] or every:
        every[part]()
