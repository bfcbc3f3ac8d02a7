"""Encodings, compression, separators and decimal signs."""

from tests.formats.traps.build import (
    CASES,
    CLASSES,
    OTHER,
    RUN,
    VOTES,
    as_json,
    gzipped,
    ntcir_gold,
    ntcir_run,
    sheet,
    table,
    text,
    workbook,
)
from tests.formats.traps.trap import Read, Trap, asked, refused
from tests.zips import zipped

MARK = b"\xef\xbb\xbf"
GOLD_CSV, RUN_CSV = table(VOTES), table(RUN)
CAFES = ("café", "D02", "D03")
COMMAS = table([[str(number).replace(".", ",") for number in row] for row in RUN], sep=";")
SHARES = [[n / 10 for n in row] for row in VOTES]
GOLD_COMMAS = table([[f"{number / 10:g}".replace(".", ",") for number in row] for row in VOTES], sep=";")
THOUSANDS = (("1,000", "2,000", "4,000", "2,000", "1,000"),) * 3
WITHOUT_HEADER = RUN_CSV.split(b"\n", 1)[1]
MARKDOWN = b"".join(b"| %b |\n" % line.replace(b",", b" | ") for line in RUN_CSV.splitlines()).replace(
    b"\n", b"\n|---|---|---|---:|---|---|\n", 1
)
GOLD_JSON, RUN_JSON = ntcir_gold({"A": VOTES}), ntcir_run({"A": RUN})


def _utf16(data, order, mark=True):
    marks = {"le": b"\xff\xfe", "be": b"\xfe\xff"}
    return (marks[order] if mark else b"") + data.decode().encode(f"utf-16-{order}")


def _latin_1(rows):
    return table(rows, ids=CAFES).decode().encode("latin-1")


def _pair(name, gold, run, must, **how):
    return Trap(name, {"gold.csv": gold, "run.csv": run}, must, **how)


TRAPS = (
    _pair("UTF-8 with its mark", MARK + GOLD_CSV, MARK + RUN_CSV, Read()),
    Trap("JSON in UTF-8 with its mark", {"gold.csv": MARK + GOLD_JSON, "run.csv": MARK + RUN_JSON}, Read()),
    _pair("a gold in UTF-16 LE with its mark", _utf16(GOLD_CSV, "le"), RUN_CSV, Read()),
    _pair("a gold in UTF-16 BE with its mark", _utf16(GOLD_CSV, "be"), RUN_CSV, Read()),
    _pair("a run in UTF-16 LE with its mark", GOLD_CSV, _utf16(RUN_CSV, "le"), Read()),
    _pair("a run in UTF-16 BE with its mark, with tabs", GOLD_CSV, _utf16(table(RUN, sep="\t"), "be"), Read()),
    _pair(
        "an id with an accent in UTF-16",
        table(VOTES, ids=CAFES),
        _utf16(table(RUN, ids=CAFES), "le"),
        Read(cases=CAFES),
    ),
    Trap("JSON in UTF-16 with its mark", {"gold.csv": GOLD_JSON, "run.csv": _utf16(RUN_JSON, "le")}, Read()),
    _pair("UTF-16 LE without its mark", GOLD_CSV, _utf16(RUN_CSV, "le", mark=False), refused("run.csv", "UTF-16")),
    _pair("UTF-16 BE without its mark", _utf16(GOLD_CSV, "be", mark=False), RUN_CSV, refused("gold.csv", "UTF-16")),
    _pair(
        "UTF-16 that ends in the middle of a character",
        GOLD_CSV,
        _utf16(RUN_CSV, "le")[:-1],
        refused("run.csv", "UTF-16"),
    ),
    _pair(
        "Latin-1 is read only on request",
        table(VOTES, ids=CAFES),
        _latin_1(RUN),
        refused("run.csv", "line 2", "0xe9", choices=["latin-1"]),
    ),
    _pair(
        "Latin-1 is read on request, and matched with UTF-8",
        table(VOTES, ids=CAFES),
        _latin_1(RUN),
        Read(cases=CAFES, notes=("run.csv", "Latin-1")),
        choices={"latin_1": True},
    ),
    _pair(
        "gold and run in Latin-1",
        _latin_1(VOTES),
        _latin_1(RUN),
        refused("gold.csv", "line 2", "0xe9", choices=["latin-1"]),
    ),
    *(
        _pair(
            f"{code} is not offered to be read as Latin-1",
            GOLD_CSV,
            table(RUN, ids=words).decode().encode(code),
            refused("run.csv", "line 2", "another script", never=["latin-1"]),
        )
        for code, words in (("shift-jis", ("悪い事例", "b", "c")), ("cp1251", ("плохо", "хорошо", "мало")))
    ),
    _pair("bytes that are no text at all", GOLD_CSV, bytes(range(256)), refused("run.csv")),
    _pair("a picture", GOLD_CSV, b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", refused("run.csv")),
    _pair("a page in HTML", GOLD_CSV, b"<!DOCTYPE html><html><body>404</body></html>\n", refused("run.csv")),
    _pair("an empty file", GOLD_CSV, b"", refused("run.csv", "empty")),
    _pair("a header without rows", GOLD_CSV, table((), ids=()), refused("run.csv", "no row")),
    # --- gzip ---
    Trap("CSV in gzip", {"gold.csv.gz": gzipped(GOLD_CSV), "run.csv.gz": gzipped(RUN_CSV)}, Read(), gold="gold.csv.gz"),
    Trap(
        "JSON in gzip",
        {"gold.json.gz": gzipped(GOLD_JSON), "run.json.gz": gzipped(RUN_JSON)},
        Read(),
        gold="gold.json.gz",
    ),
    _pair("gzip is known from its content, not from its name", gzipped(GOLD_CSV), gzipped(RUN_CSV), Read()),
    _pair("gzip of UTF-16", GOLD_CSV, gzipped(_utf16(RUN_CSV, "le")), Read()),
    Trap(
        "gzip in a zip",
        {"task.zip": zipped({"gold.csv": GOLD_CSV, "runs/run.csv.gz": gzipped(RUN_CSV)})},
        Read(),
        gold=None,
    ),
    _pair("gzip that breaks off", GOLD_CSV, gzipped(RUN_CSV)[:-9], refused("run.csv", "gzip")),
    _pair("gzip of nothing", GOLD_CSV, gzipped(b""), refused("run.csv", "empty")),
    # --- separators and decimal signs ---
    _pair("tabs", table(VOTES, sep="\t"), table(RUN, sep="\t"), Read()),
    _pair("semicolons", table(VOTES, sep=";"), table(RUN, sep=";"), Read()),
    _pair("bars as separators", GOLD_CSV, table(RUN, sep="|"), Read()),
    _pair("bars around every cell", GOLD_CSV, MARKDOWN, Read()),
    *(
        _pair(f"{above!r} above the header", GOLD_CSV, above.encode() + run, Read(notes=said))
        for above, run, said in (
            ("sep=;\r\n", COMMAS, ("run.csv", "what separates")),
            ('"sep=,"\n', RUN_CSV, ("run.csv", "what separates")),
            ("#made 2024, by us\n# team: A\n", RUN_CSV, ("line 1 is left out", "# team: A")),
            ("Team A,,,,,\n,,,,,\n", RUN_CSV, ("line 1 is left out: Team A",)),
            ("Pilot\nof team A\n\n", table(RUN, sep="\t"), ("line 2 is left out: of team A",)),
            (
                "# five points: the probabilities for every topic\n",
                table(RUN, sep="\t").split(b"\n", 1)[1],
                ("line 1 is left out",),
            ),
        )
    ),
    *(
        Trap(
            f"a sheet with {what}",
            {"gold.xlsx": workbook({"v": rows}), "run.csv": RUN_CSV},
            Read(gold=gold, notes=said),
            gold="gold.xlsx",
        )
        for what, rows, gold, said in (
            ("a title", [["Votes 2024"], [], *sheet(VOTES)], VOTES, ("line 1 of sheet v is left out: Votes 2024",)),
            ("merged cells above the classes", [[None, "Rating"], *sheet(VOTES)], VOTES, ("left out: Rating",)),
            ("a table that begins in column C", [[], *([None, None, *row] for row in sheet(VOTES))], VOTES, ()),
            ("percentages as texts", sheet([[f"{10 * n} %" for n in row] for row in VOTES]), SHARES, ()),
        )
    ),
    _pair("a comma at the end of every line", GOLD_CSV.replace(b"\n", b",\n"), RUN_CSV, Read(notes=("last column",))),
    _pair(
        "decimal commas in numbers with exponents",
        GOLD_CSV,
        table([[f"{number:.1e}".replace(".", ",") for number in row] for row in RUN], sep=";"),
        Read(),
    ),
    *(
        _pair(
            f"{first} is a header, separated otherwise",
            GOLD_CSV,
            f"{first}\n".encode() + WITHOUT_HEADER,
            refused(*said),
        )
        for first, said in (
            ("case -2 -1 0 1 2", ("run.csv", "case -2 -1 0 1 2", "6 columns")),
            ("# case bad poor fair good best", ("run.csv", "# case bad", "6 columns")),
            ("id", ("run.csv", "id")),
            (",,,,,", ("run.csv", "line 1")),
        )
    ),
    _pair("decimal commas between semicolons in the run", table(VOTES, sep=";"), COMMAS, Read()),
    _pair(
        "decimal commas between semicolons in gold and run",
        GOLD_COMMAS,
        COMMAS,
        Read(gold=[[n / 10 for n in row] for row in VOTES]),
    ),
    _pair(
        "decimal commas with three digits each are no thousands",
        GOLD_CSV,
        table([["0,125", "0,125", "0,250", "0,250", "0,250"]] * 3, sep=";"),
        Read({"run": [[0.125, 0.125, 0.25, 0.25, 0.25]] * 3}),
    ),
    _pair(
        "decimal commas between tabs",
        GOLD_CSV,
        COMMAS.replace(b";", b"\t"),
        Read(),
        instead=(refused("run.csv", "line 2", "0,1"),),
    ),
    _pair(
        "decimal commas in quotes between commas",
        GOLD_CSV,
        table([[f'"{number}"'.replace(".", ",") for number in row] for row in RUN]),
        refused("run.csv", "line 2", "0,1"),
        instead=(Read(),),
    ),
    _pair(
        "commas for thousands between semicolons are no decimal commas",
        table(THOUSANDS, sep=";"),
        RUN_CSV,
        refused("gold.csv", "1,000"),
    ),
    _pair(
        "commas for thousands in quotes",
        table([[f'"{number}"' for number in row] for row in THOUSANDS]),
        RUN_CSV,
        refused("gold.csv", "1,000"),
    ),
    _pair(
        "points for thousands are no decimal points",
        table(
            (("1.000", "2.000", "500", "0", "500"), ("2.000", "0", "500", "500", "1.000"), *[("1.000",) * 5]), sep=";"
        ),
        RUN_CSV,
        refused("gold.csv", "1.000"),
    ),
    _pair(
        "decimal commas and points in one file",
        GOLD_CSV,
        COMMAS.replace(b"D02;0,5;0,2", b"D02;0.5;0.2"),
        Read(),
        instead=(refused("run.csv", "line"), asked("classes", words=["run.csv", "0,2"])),
    ),
    # --- lines ---
    _pair("lines that end as on Windows", table(VOTES, end="\r\n"), table(RUN, end="\r\n"), Read()),
    _pair("lines that end as on an old Mac", GOLD_CSV, table(RUN, end="\r"), Read(), instead=(refused("run.csv"),)),
    _pair("blank lines before, between and after", GOLD_CSV, b"\n" + RUN_CSV.replace(b"\n", b"\n\n") + b"\n", Read()),
    _pair(
        "every cell in quotes",
        GOLD_CSV,
        text(
            [f'"{name}"' for name in ("case", *CLASSES)],
            [[f'"{cell}"' for cell in (case, *row)] for case, row in zip(CASES, RUN, strict=True)],
        ).encode(),
        Read(),
    ),
    _pair("a quote is not closed", GOLD_CSV, RUN_CSV.replace(b"D02", b'"D02'), refused("run.csv", "quotes")),
    _pair(
        "a separator at the end of every line",
        GOLD_CSV,
        RUN_CSV.replace(b"\n", b",\n"),
        refused("run.csv", "column 7"),
        instead=(Read(), asked("classes", words=["run.csv"])),
    ),
    _pair(
        "the separator is announced in the first line, as Excel does",
        table(VOTES, sep=";"),
        b"sep=;\n" + table(RUN, sep=";"),
        refused("run.csv", "sep="),
        instead=(Read(),),
    ),
    _pair("a title stands above the header", GOLD_CSV, b"Run of team A\n" + RUN_CSV, Read(notes=("Run of team A",))),
    _pair(
        "a minus that is a typographic one",
        GOLD_CSV,
        table(RUN, classes=("\u22122", "\u22121", "0", "1", "2")),
        refused("run.csv", "\u22122"),
        instead=(Read(), asked("classes", words=["run.csv", "\u22122"])),
    ),
    # --- JSON ---
    Trap("JSON breaks off", {"gold.csv": GOLD_JSON, "run.csv": RUN_JSON[:-9]}, refused("run.csv")),
    Trap(
        "JSON lines are no list of cases",
        {"gold.csv": GOLD_JSON, "run.csv": b'{"id": "D01"}\n{"id": "D02"}\n'},
        refused("run.csv"),
    ),
    Trap(
        "a class has a text for its number",
        {"gold.csv": GOLD_JSON, "run.csv": RUN_JSON.replace(b"0.4", b'"0.4"', 1)},
        refused("run.csv", "D01", "0.4"),
    ),
    Trap("JSON of a single number", {"gold.csv": GOLD_JSON, "run.csv": as_json(7)}, refused("run.csv")),
    Trap(
        "two runs, one in UTF-16, one in gzip",
        {"gold.csv": GOLD_CSV, "run.csv": _utf16(RUN_CSV, "be"), "other.csv.gz": gzipped(table(OTHER))},
        Read({"run": RUN, "other": OTHER}),
    ),
)
