"""Decoding of text, strict parsing of numbers, and the way ids and odd values look in messages."""

import math
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_ID
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray

LONGEST_SHOWN = 60
NUMERIC = b"0123456789+-.eE "  # float() also takes nan, inf, 1_000 and other scripts' digits: not numbers here
PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?")  # exact as a Decimal
_OTHER_DIGITS = {0x2212: "-", 0xFF0D: "-", **{0xFF10 + digit: str(digit) for digit in range(10)}}  # minus, full width
_SEVERAL = re.compile(
    r"\w{1,30}\([\[{].{0,999}[\]}]\)|\[[\d.eE+\-\s]{3,999}\]|"
    r"[^|]{1,99}(\|[^|]{1,99}){1,999}|[+-]?[\d.]{1,24}([ ,;/]{1,3}[+-]?[\d.]{1,24}){2,999}"
)  # values in a cell
_MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DATE = re.compile(rf"\d\d?[-. ]{_MONTH}|{_MONTH}[-. ]\d\d?|\d{{4}}-\d\d-\d\d([ T]00:00(:00)?)?", re.IGNORECASE)
DATE = "a date, as spreadsheets make of ranges such as 1-2"
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_MARKS = (  # the longer ones first: that of UTF-16 LE starts the one of UTF-32 LE
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_NO_TEXT = (  # how files start that hold something else, and what to do with them
    (b"\xd0\xcf\x11\xe0", "an Excel file of the old kind (.xls), or one with a password", "save it as .xlsx or CSV"),
    (b"%PDF", "a PDF document", "give the table itself, as CSV"),
    (b"PAR1", "a Parquet file", "save it as CSV"),
    (b"BZh", "a bzip2 archive", "unpack it, or make a zip"),
    (b"\xfd7zXZ", "an xz archive", "unpack it, or make a zip"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it, or make a zip"),
    (b"Rar!", "a RAR archive", "unpack it, or make a zip"),
    (b"(\xb5/\xfd", "a Zstandard archive", "unpack it, or make a zip"),
    (b"\x80\x04\x95", "a Python pickle", "save the table as CSV"),
)
_AS_UTF8 = "save the file as text in UTF-8"


def beginning(data: bytes, size: int) -> str:
    """Return the first bytes of a file as text, to recognise it: what cannot be decoded is replaced."""
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "utf-8-sig")
    return data[:size].decode(encoding, errors="replace")


def as_utf8(data: bytes, name: str, *, latin_1: bool) -> tuple[bytes, str]:
    """Return text in UTF-8, and a note on what was converted ("" if nothing was).

    UTF-16 and UTF-32 are known by their byte order mark. Bytes that are not UTF-8 are read as Latin-1 (with the signs
    that Windows adds to it) only if the user says so; otherwise they stay as they are, and `decode` refuses them.
    Raises `InputError` for what is known to be something else.
    """
    for start, seen, action in _NO_TEXT:
        if data.startswith(start):
            raise InputError([Problem(name, "", f"this is {seen}", action)])
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding).encode(), f"{name}: read as {encoding.upper()} text"
            except UnicodeError:
                seen = f"the file starts as {encoding.upper()} text, but is damaged"
                raise InputError([Problem(name, "", seen, _AS_UTF8)]) from None
    if not latin_1 or b"\0" in data:
        return data, ""
    try:
        data.decode()
    except UnicodeDecodeError:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        return text.encode(), f"{name}: read as Latin-1 text"
    return data, ""


def decode(data: bytes, name: str) -> str:
    """Return the text of UTF-8 bytes, without its byte order mark. Raises `InputError` for anything else."""
    zero = data.find(b"\0")
    if zero >= 0:
        sample = data[:4096]
        wide = max(sample[::2].count(0), sample[1::2].count(0)) > len(sample) // 4
        what = "looks like UTF-16 text without a byte order mark" if wide else "not a text file"
        raise InputError([Problem(name, "", f"{what} (byte {zero + 1} is zero)", _AS_UTF8)])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        seen = f"not UTF-8 text (byte 0x{data[problem.start]:02x})"
        western = _is_western(data[problem.start :])
        seen += "" if western else ", and no Latin-1 text: that of another script, such as Shift-JIS, GBK or Cyrillic"
        raise InputError([Problem(name, f"line {line}", seen, _AS_UTF8, ("latin-1",) if western else ())]) from None


def _is_western(data: bytes) -> bool:
    """Return whether bytes that are not UTF-8 may be Latin-1: most words with letters beyond ASCII have others, too.

    >>> [_is_western(some) for some in ("mäßig".encode("latin-1"), "良い".encode("shift-jis"), "мало".encode("koi8-r"))]
    [True, False, False]
    """
    words = re.findall(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*", data[:65536])
    own = sum(len(word) < 3 or re.search(rb"[A-Za-z]", word) is not None for word in words)
    return 2 * own > len(words) and not re.search(rb"[\x81\x8d\x8f\x90\x9d]", b"".join(words))


def text_of(data: bytes, name: str) -> str:
    """Return the text of a small table: UTF-8, or UTF-16 or UTF-32 with a byte order mark. Raises `InputError`."""
    return decode(as_utf8(data, name, latin_1=False)[0], name)


def numbers(cells: Iterable[str]) -> FloatArray | None:
    """Convert cells to floats in one go; None if any of them is not a plain finite decimal number.

    >>> numbers(["0.5", " 1e-3"]).tolist(), numbers(["1_000"]), numbers(["nan"]), numbers([""])
    ([0.5, 0.001], None, None, None)
    """
    cells = list(cells)
    if "".join(cells).encode("utf-8", "surrogatepass").translate(None, NUMERIC):  # something else is left
        return None
    try:
        values = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def expected_number(cell: str) -> str:
    """Return what a message says was expected where a cell holds this, and no number.

    >>> expected_number("1 234"), expected_number("1 (10%)")
    ('write whole numbers without marks of thousands', 'give one number in each cell')
    >>> expected_number("many")
    'expected a finite number such as 0.25'
    """
    cell = cell.strip()
    if re.fullmatch(r"\d{1,3}([,.'’\s]\d{3})+", cell):
        return "write whole numbers without marks of thousands"
    if re.fullmatch(r"[+-]?\d+,\d+", cell):
        return "write a decimal point, or separate the columns by semicolons"
    if re.fullmatch(r"\d+ ?/ ?\d+", cell):
        return "write fractions as decimal numbers, or give the votes"
    if re.fullmatch(r"[\d.,]+ ?%?[\s(/|±]+[\d.,]+ ?%?\)?", cell):
        return "give one number in each cell"
    return "expected a finite number such as 0.25"


def is_number(cell: str) -> bool:
    """Return whether `numbers` takes this cell."""
    if not cell.isascii() or cell.encode().translate(None, NUMERIC):
        return False
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def is_list(text: str) -> bool:
    """Return whether a cell holds several values, or an object, where a label or a number should be.

    >>> [is_list(text) for text in ("[1, 2]", '[{"rating": 5}]', "1|2|2", "0.1 0.2 0.7", "1", "not 1 2 3", "1/2")]
    [True, True, True, True, False, False, False]
    """
    text = text.strip()
    nested = text[:1] in {"[", "{", "("} and text[-1:] in {"]", "}", ")"} and ("," in text or ":" in text)
    return nested or _SEVERAL.fullmatch(text) is not None


def shown(value: object) -> str:
    """Return a value as a message shows it: short and on one line."""
    if isinstance(value, dict):
        return "an object {…}" if value else "an empty object {}"
    if isinstance(value, list):
        return "a list […]" if value else "an empty list []"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    words = repr(value)
    return words if len(words) <= LONGEST_SHOWN else f"{words[:LONGEST_SHOWN]}…"


def canonical(text: str) -> str:
    """Return the canonical spelling of a label: a number is the same class however it is written.

    >>> [canonical(text) for text in ("1", "1.0", "+1", " 01", "-0.50", "B ", "1e0", "−1")]
    ['1', '1', '1', '1', '-0.5', 'B', '1e0', '-1']
    """
    text = text.strip()
    plain = text if text.isascii() else text.translate(_OTHER_DIGITS)
    if not PLAIN_NUMBER.fullmatch(plain):
        return text
    number = Decimal(plain)
    return "0" if number == 0 else f"{number.normalize():f}"


def spelling(value: object) -> str:
    """Return the canonical spelling of a label given as text or number, "" for anything else.

    >>> spelling("1.0"), spelling(1), spelling(1.0), spelling(True), spelling(None)
    ('1', '1', '1', '', '')
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return canonical(value if isinstance(value, str) else repr(value))


def label(text: str) -> str:
    """Return an id or label as it is, or quoted if it could be misread otherwise."""
    plain = text.isprintable() and text == text.strip() and 0 < len(text) <= LONGEST_SHOWN
    return text if plain else shown(text)


def case_place(case: str) -> str:
    """Return the words for a case in a `Problem`."""
    return f"case {label(case)}"


def id_fault(text: str) -> str | None:
    """Return why a text cannot be an id or the label of a class, or None if it can."""
    if not text.strip():
        return "is empty"
    if len(text) > MAX_ID:
        return f"has {count(len(text))} characters, the limit is {count(MAX_ID)}"
    if not text.isprintable() and _UNPRINTABLE.search(text):
        return f"{shown(text)} holds a character that cannot be printed"
    return None


OTHER_FORM = "it in another Unicode form: letters with marks that look alike are written with other characters"
SAME_FORM = "write it with the same characters in all files, such as in the form NFC"


def looks(text: str) -> str:
    """Return the same for texts that differ only by capital letters, by how their characters are written, or dashes.

    >>> looks("Non\u2010Toxic") == looks("non-toxic")
    True
    """
    text = text.strip()
    if not text.isascii():
        text = re.sub("[\u2010-\u2015\u2212]", "-", unicodedata.normalize("NFKC", text))
    return text.casefold()


def is_date(text: str) -> bool:
    """Return whether a text is a date, as spreadsheets make them of `1-2`.

    >>> [is_date(text) for text in ("2-Jan", "Mar 4", "2024-01-02 00:00:00", "1-2", "May", "2 may be")]
    [True, True, True, False, False, False]
    """
    return _DATE.fullmatch(text.strip()) is not None


def in_one_form(text: str) -> str:
    """Return a text with its letters in one form: é is one character, or two that look like it."""
    return unicodedata.normalize("NFC", text)
