"""What can be read: the formats of files, and in which forms."""

import pandas as pd

from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import tag
from pages.shared import controls, write
from pages.shared.common import COMMON

_TABLE = "CSV, TSV, Excel, Parquet, JSON"
FORMATS = (
    ("NTCIR STC-3, DialEval", "JSON", "annotators' quality labels per scale", "a distribution per case and scale"),
    ("DBDC", "JSON, a file per dialogue", "*.log.json with labels O, T, X", "*.labels.json, zipped per run"),
    ("SemEval Task 4 E", "TSV without header", "topic and a number per class", "the same"),
    ("LeWiDi 2023, 2025", "JSON, TSV", "labels of every annotator", "id and [p0, p1, …]"),
    ("A column per class (LeQua, too)", _TABLE, "id, then votes or probabilities", "id, then probabilities"),
    ("A row per vote", _TABLE, "case, annotator, label, in any order", "–"),
    ("A row per case and class", _TABLE, "item, class, count", "item, class, prob"),
    ("Any other table", _TABLE, "once you say what its columns hold", "the same"),
)
VARIANTS = (
    "Any of them in a zip or as .gz; a folder per team is named after the team.",
    "Text in UTF-8 or UTF-16; other encodings are asked about.",
    "Decimal commas with semicolons or tabs, a sign for percent; percentages (rows that sum to 100) once you say so.",
    "A workbook with one table; of several sheets you choose one.",
    "JSON: a list of records, a record in each line (JSON Lines), an object of records, or what pandas writes.",
    "A column per annotator, a row per person, lists in cells, codes for no answer, rejected work: the page asks.",
)


def show() -> None:
    """Draw the list of what can be read, folded away until a visitor wonders what to drop."""
    controls.folded(COMMON, "formats", "What can be read?", _draw)


def _draw() -> None:
    names = ["format", "file", "gold", "run"]
    write.frame(
        pd.DataFrame(FORMATS, columns=names), [drawn_as(Kind.TEXT, name) for name in names], styles="oq-printed"
    )
    write.html(tag("ul", *(tag("li", line) for line in VARIANTS), class_="oq oq-muted"))
    write.muted(
        "Files are detected from their content, whatever their names; a run is named after its file. Cases are matched "
        "by id, classes by label."
    )
