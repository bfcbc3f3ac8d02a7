"""One character many times over, in every place of what is read and written: the time grows with the length, no faster.

Nothing is measured by the clock: what takes more CPU than the floor is done again with an eighth of the characters, and
may take no more than three times what is proportional. What is quadratic takes eight times that.
"""

import re
import time
import timeit
from contextlib import suppress
from functools import partial
from html import escape as in_xml

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.teams import parse_teams
from ordquant_core.glossary import frame_of
from ordquant_core.records import Run
from ordquant_core.tasks import File, parse_gold, read_task
from ordquant_core.tasks.writing.runs import WRITERS, template
from ordquant_core.writing import latex, markdown, spreadsheets
from pages.shared.escaping import escape
from tests.depth import matrix
from tests.fuzz.fuzz_formats import CHOICES, target
from tests.fuzz.test_fuzz import QRELS, RUN, SEEDS
from tests.trust import bombs
from tests.zips import zipped

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")]

TIMES = 20_000
CHARACTERS = [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\v\f0aé١＝\u00a0\u0085\u3000\u2066\ufeff"]
SOME = ' "[0'  # blanks, quotes, brackets and digits have been the slow ones; before a release all are tried
PLACES, MORE = 2, 12  # of a seed, the same distance apart; more of them before a release
FLOOR, FASTER = 0.1, 24.0  # seconds of CPU; eight times the characters may take so many times as long
GOLD = SEEDS["files"][1][0]


def teams(data):
    with suppress(OrdquantError):
        parse_teams(data, "file")


def in_archive(data):
    """Read data as a member of an archive, and as a part of the name of one."""
    called = data[:30_000].decode("utf-8", "replace")
    read_task([File("t.zip", zipped(("gold.csv", GOLD), ("runs/run.csv", data)))])
    read_task([File("t.zip", zipped((called, GOLD), (f"runs/{called}.csv", GOLD)))])
    read_task([File(called, GOLD), File(f"{called}.csv", GOLD)])


def in_workbook(part, data):
    """Read data as a part of a workbook."""
    with suppress(OrdquantError):
        parse_gold(bombs.workbook({part: data}), "w.xlsx")


def written(data):
    """Write data as a text in every form that there is."""
    text = data.decode("utf-8", "replace")
    table = frame_of({"run": [text, "b"], "case": ["x", text], "mean": [0.5, None]})
    for form in (spreadsheets.spreadsheet_csv, spreadsheets.csv_text, markdown.markdown, latex.latex):
        form(table)
    spreadsheets.spreadsheet_csv(table, [text])
    assert restored(guarded(text)) == text
    escape(text)
    with suppress(OrdquantError):
        template([text, "x"], ["a", text])
    run = Run(text, ("a", "b"), (text, "y"), np.full((2, 2), 0.5))
    for writer in WRITERS.values():
        with suppress(OrdquantError):
            writer.write(run, "A")


READERS = {kind: SEEDS[kind] for kind in ("nuggets", "task", "link")}
READERS["files"] = partial(target, chosen=CHOICES[1::5]), [seed for seed in SEEDS["files"][1] if seed[:2] != b"PK"]
WAYS = {
    **{f"{kind} {n}": (seed, read) for kind, (read, seeds) in READERS.items() for n, seed in enumerate(seeds)},
    "judgements": (QRELS, lambda data: read_lists([File("q", data), File("r", RUN)])),
    "ranked lists": (RUN, lambda data: read_lists([File("q", QRELS), File("r", data)])),
    "teams": (b"run\tteam\nr\tt\n", teams),
    "archive": (GOLD, in_archive),
    "sheet": (bombs.PARTS[bombs.SHEET], partial(in_workbook, bombs.SHEET)),
    "styles": (bombs.styles("0.0", 2), partial(in_workbook, "xl/styles.xml")),
    "text": (b";", written),
}
OFTEN = [way for way in WAYS if way[-1].isalpha() or way in ("files 0", "files 4", "files 8", "files 13", "files 18")]
OFTEN += ["nuggets 0", "task 0", "link 0"]


def seconds(read, data):
    """Return the CPU time that reading takes, without that for the garbage of other tests, as `timeit` does."""
    return timeit.timeit(partial(read, data), timer=time.process_time, number=1)


def slower(read, seed, place, character, after=b""):
    """Return how many times as long eight times the characters take; 1 where they take no time worth speaking of."""
    longer, shorter = (seed[:place] + character * number + after + seed[place:] for number in (TIMES, TIMES // 8))
    long, short = [seconds(read, longer)], []
    if long[0] < FLOOR:
        return 1.0
    while True:  # a busy machine takes longer at times: what seems slow is looked at three times more
        short.append(seconds(read, shorter))
        times = min(long) / max(min(short), FLOOR / FASTER**2)
        if times <= FASTER or len(short) > 3:
            return times
        long.append(seconds(read, longer))


def places(seed, number):
    """Return where texts begin and end in a seed: some of these places, and those between lines."""
    found = sorted({match.start() for match in re.finditer(rb"\b|(?<=\W)(?=\W)|$", seed)})
    lines = {0, len(seed), *(match.end() for match in re.finditer(rb"\n", seed))}
    return sorted({*found[:: -(-len(found) // number)], *lines})


@pytest.mark.parametrize(
    ("way", "characters", "number"),
    matrix(
        [(way, *some) for way in WAYS for some in ((SOME, PLACES), (CHARACTERS, MORE))],
        *((way, SOME, PLACES) for way in OFTEN),
    ),
)
def test_the_time_that_a_long_text_takes_grows_no_faster_than_its_length(way, characters, number):
    seed, read = WAYS[way]
    found = []
    for character in characters:
        text = in_xml(character) if seed.startswith(b"<") and character != "\f" != "\v" else character
        for place in places(seed, number):
            for after in (b"", b"\n") if place in (0, len(seed)) else (b"",):
                times = slower(read, seed, place, text.encode(), after)
                if times > FASTER:
                    found.append(f"{character!a} at {place} of {seed!r}: eight times as long takes {times:.0f} times")
    assert found == []
