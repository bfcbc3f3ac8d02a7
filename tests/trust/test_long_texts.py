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

from ordquant_core.analysis.picture import parse_entry, parse_labels, parse_numbers, parse_positions
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.formats.headed import headed_rows
from ordquant_core.formats.official.nuggets import read_nuggets
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.teams import parse_teams
from ordquant_core.glossary import frame_of
from ordquant_core.records import Run
from ordquant_core.tasks import Decisions, File, parse_gold, parse_run, read_task
from ordquant_core.tasks.published.description import parse_description
from ordquant_core.tasks.writing.runs import WRITERS, template
from ordquant_core.writing import latex, markdown, spreadsheets
from pages.shared.escaping import escape
from tests.depth import matrix
from tests.fuzz.fuzz_formats import MAPPINGS, SEEDS, as_bytes
from tests.trust import bombs
from tests.zips import zipped

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")]

TIMES = 20_000
CHARACTERS = [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\v\f0aé١＝\u00a0\u0085\u3000\u2066\ufeff"]
SOME = ' "[0'  # blanks, quotes, brackets and digits have been the slow ones; before a release all are tried
PLACES, MORE = 2, 12  # of a seed, the same distance apart; more of them before a release
FLOOR, FASTER = 0.1, 24.0  # seconds of CPU; eight times the characters may take so many times as long
GOLD = File("gold.csv", SEEDS[0])
QRELS, LISTS = b"t1 0 a 1\nt1 0 b 0\nt2 0 a 2\n", b"t1 Q0 a 1 .5 run\nt1 Q0 b 2 .25 run\nt2 Q0 c 1 1e-3 run\n"
NUGGETS = as_bytes([{"id": "x", "turns": [], "nugget": [{"sender": "customer", "CNUG": 1.0}]}])
FACTS = as_bytes(
    {"title": "t", "gold": "g*.csv", "runs": ["r/**/*.csv"], "classes": ["a", "b"], "teams": {"r": "x"}, "by": "text"}
)


def every_way(data):
    """Read data as whatever a task may hold."""
    for read in (partial(parse_gold, name="file"), partial(parse_run, name="file")):
        with suppress(OrdquantError):
            read(data)
    read_task([GOLD, File("file", data)])
    for mapping in MAPPINGS[::3]:
        read_task([File("file", data)], choices=Decisions().with_mapping(mapping))


def in_archive(data):
    """Read data as a member of an archive, and as a part of the name of one."""
    called = data[:30_000].decode("utf-8", "replace")
    read_task([File("t.zip", zipped(("gold.csv", SEEDS[0]), ("runs/run.csv", data)))])
    read_task([File("t.zip", zipped((called, SEEDS[0]), (f"runs/{called}.csv", SEEDS[0])))])
    read_task([File(called, SEEDS[0]), File(f"{called}.csv", SEEDS[0])])


def in_workbook(part, data):
    """Read data as a part of a workbook."""
    with suppress(OrdquantError):
        parse_gold(bombs.workbook({part: data}), "w.xlsx")


def of_lines(data):
    """Read data as any of the tables with a header."""
    with suppress(OrdquantError):
        parse_teams(data, "file")
    with suppress(OrdquantError):
        list(headed_rows(data, "file", ["a"], Problems("file")))


def of_link(data):
    """Read data as a text that a visitor types, or that stands in a link."""
    text = data.decode("utf-8", "replace")
    for read in (parse_labels, parse_positions, partial(parse_numbers, what="gold"), partial(parse_entry, what="a")):
        with suppress(OrdquantError, ValueError):
            read(text)


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


WAYS = {
    **{f"seed {number}": (seed, every_way) for number, seed in enumerate(SEEDS) if not seed.startswith(b"PK")},
    "records": (b'{"id": "x", "a": 0.5, "b": 0.5}\n{"id": "y", "a": 1, "b": 0}\n', every_way),
    "archive": (SEEDS[0], in_archive),
    "sheet": (bombs.SHEET, partial(in_workbook, "xl/worksheets/sheet1.xml")),
    "styles": (bombs.styles("0.0", 2), partial(in_workbook, "xl/styles.xml")),
    "judgements": (QRELS, lambda data: read_lists([File("q", data), File("run", LISTS)])),
    "ranked lists": (LISTS, lambda data: read_lists([File("q", QRELS), File("run", data)])),
    "nuggets": (NUGGETS, lambda data: read_nuggets(File("g", data), [File("r", data)])),
    "description": (FACTS, partial(parse_description, title="t")),
    "teams": (b"run\tteam\nr\tt\n", of_lines),
    "link": (b"1,2,3;a=.5", of_link),
    "text": (b";", written),
}


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


OFTEN = [way for way in WAYS if "seed" not in way or way in ("seed 0", "seed 4", "seed 8", "seed 18")]


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


def test_what_is_quadratic_is_found():
    """The measure itself: a pattern that looks again at every character from every character."""

    def quadratic(data):
        re.search(rb"[^\n]*x[^\n]*y", data)

    assert slower(quadratic, b"\n", 0, b" ") > FASTER
