"""Decoding of text, strict parsing of numbers, and the way ids and odd values look in messages."""

import codecs
import math
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_ID, check_time
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
EXPECTED_NUMBER = "expected a finite number such as 0.25"
_PERCENT = re.compile(r"[^%eE]*[0-9][.,]? ?%")
_GROUPED = {  # a number with marks of thousands; percentages are written with an exponent by then
    ",": re.compile(r" *[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?(e-2)? *"),
    ".": re.compile(r" *[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]*)?(e-2)? *"),
}
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
ENCODINGS = (  # that are offered for text which is not Unicode, as Python calls them
    *("cp1252", "latin-1", "cp1250", "cp1251", "koi8-r"),
    *("gbk", "gb18030", "big5", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949"),
)
_ALSO = ("utf-8", "utf-16-le", "utf-16-be", "cp437", "cp850", "cp1253", "iso8859-2", "iso8859-15", "mac-roman")
_WORD = re.compile(r"[^\s,;|\"]+")
_LONGEST_WORD, _LOOKED_AT = 30, 16_384
_MARKS = {  # the longer ones first: that of UTF-16 LE starts the one of UTF-32 LE
    **dict.fromkeys((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"),
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-16"),
}
_AS_UTF8, _AS_CSV = "save the file as text in UTF-8", "give the table as .xlsx or CSV"
_NO_TEXT = {  # how files start that hold something else
    rb"\xd0\xcf\x11\xe0": "an Excel file of the old kind (.xls), or one with a password",
    rb"%PDF": "a PDF document",
    rb"\s*<(!DOCTYPE |!doctype )?(html|HTML)": "a web page",
    rb"\x89PNG|\xff\xd8\xff|GIF8": "a picture",
    rb"BZh\d|\xfd7zXZ|7z\xbc\xaf|Rar!|\(\xb5/\xfd": "an archive of another kind than zip and gzip",
    rb"\x93NUMPY": "a NumPy array",
    rb"\x80[\x02-\x05]": "a Python pickle",
    rb"MATLAB [5-9]|\x89HDF": "a file of MATLAB or HDF5",
    rb"\$FL[23]": "a file of SPSS",
    rb"<stata_dta>|[\x69-\x73][\x01\x02]\x01\0": "a file of Stata",
    rb"RD[AX]\d\n|[XB]\n\0\0|A\n[23]\n": "a file of R",
    rb"PAR1|ARROW1|FEA1|SQLite format 3": "a Feather, Arrow or SQLite file",
}


def beginning(data: bytes, size: int) -> str:
    """Return the first bytes of a file as text, to recognise it: what cannot be decoded is replaced."""
    encoding = next((encoding for mark, encoding in _MARKS.items() if data.startswith(mark)), "utf-8-sig")
    return data[:size].decode(encoding, errors="replace")


class NotUnicodeError(InputError):
    """A file may be text in another encoding, and nobody has said in which."""


def text_of(data: bytes, name: str, encoding: str | None = None) -> str:
    """Return the text of a file, with line feeds between its lines. Raises `InputError`.

    UTF-8 needs no mark, UTF-16 and UTF-32 do; `encoding` is for all other text: "" where nobody has said it, None where
    nobody can.
    """
    check_time(name)
    for start, seen in _NO_TEXT.items():
        if re.match(start, data):
            raise InputError([Problem(name, "", f"this is {seen}", _AS_CSV)])
    marked = [code for mark, code in _MARKS.items() if data.startswith(mark)]
    encodings = [_encoding(encoding, name)] if encoding else []
    codes = marked[:1] or (encodings if encodings and b"\0" in data else ["utf-8-sig", *encodings])
    for code in codes:
        try:
            text = data.decode(code)
            break
        except UnicodeDecodeError as problem:
            fault = problem
    else:
        raise _not_decoded(data, name, encoding, fault, marked=bool(marked))
    if "\0" in text:
        raise _with_zeros(data, name)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _not_decoded(
    data: bytes, name: str, encoding: str | None, fault: UnicodeDecodeError, *, marked: bool
) -> InputError:
    if b"\0" in data and not marked:
        return InputError([Problem(name, "", "this is no text", _AS_CSV)])
    place = f"line {data.count(10, 0, fault.start) + 1}"
    seen = f"not {fault.encoding.upper()} text (byte 0x{data[fault.start]:02x})"
    if encoding and not marked:
        return InputError([Problem(name, place, seen, "choose another encoding")])
    if encoding is None or marked:
        return InputError([Problem(name, place, seen, _AS_UTF8)])
    return NotUnicodeError([Problem(name, place, seen, f"{_AS_UTF8}, or name its encoding (--encoding NAME)")])


def _with_zeros(data: bytes, name: str) -> InputError:
    sample, at = data[:4096], f"(byte {data.find(0) + 1} is zero)"
    if max(sample[::2].count(0), sample[1::2].count(0)) > len(sample) // 4:
        action = f"{_AS_UTF8}, or name the encoding (utf-16-le or utf-16-be)"
        return InputError([Problem(name, "", f"looks like UTF-16 text without a byte order mark {at}", action)])
    return InputError([Problem(name, "", f"this is no text {at}", _AS_CSV)])


def _encoding(encoding: str, name: str) -> str:
    """Return an encoding that somebody named, as Python calls it. Raises `InputError` for one that is not read here."""
    try:
        known = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        known = ""
    if known not in {codecs.lookup(one).name for one in (*ENCODINGS, *_ALSO)}:  # others may take quadratic time
        seen = f"{brief(encoding)} is no encoding that is read here"
        raise InputError([Problem(name, "", seen, f"choose one of {', '.join(ENCODINGS)}")])
    return known


def encodings_of(data: bytes) -> dict[str, str]:
    """Return the encodings in which bytes may be text, each with three words of the file in it; alike ones once.

    >>> encodings_of("id,mäßig,gut,für".encode("cp1252"))["cp1252"]
    'mäßig, für'
    """
    lines = (line for line in data[: 1 << 20].split(b"\n") if not line.isascii())
    sample = b"\n".join(islice(lines, 50))[:_LOOKED_AT]
    sample = sample[: sample.rfind(b"\n") + 1] or sample
    words_of: dict[str, str] = {}
    for encoding in ENCODINGS:
        try:
            words = dict.fromkeys(word for word in _WORD.findall(sample.decode(encoding)) if not word.isascii())
        except UnicodeDecodeError:
            continue
        some = ", ".join(word[:_LONGEST_WORD] for word in islice(words, 3))
        if words and all(map(str.isprintable, words)) and some not in words_of.values():
            words_of[encoding] = some
    return words_of


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


def column_numbers(cells: Iterable[str], decimal: str = ".") -> FloatArray | None:
    """Return the numbers of a column that writes its decimals with this sign; None if any cell is not a number.

    Marks of thousands are the other sign. Percentages are parts of 1 where all cells have the sign for percent.

    >>> column_numbers(["0,5", "1.000", "2"], ",").tolist(), column_numbers(["12.3%", "5 %"]).tolist()
    ([0.5, 1000.0, 2.0], [0.123, 0.05])
    >>> column_numbers(["1,000", "0.5"]).tolist(), column_numbers(["0,5"]), column_numbers(["5%", "5"])
    ([1000.0, 0.5], None, None)
    """
    cells = cells.tolist() if isinstance(cells, np.ndarray) else list(cells)
    joined = "\n".join(cells)
    if "%" in joined:
        if not all(map(_PERCENT.fullmatch, cells)):
            return None
        cells = [f"{cell.rstrip(' %')}e-2" for cell in cells]  # exact, which a division is not
    mark = "," if decimal == "." else "."
    if mark in joined:
        if any(mark in cell and not _GROUPED[mark].fullmatch(cell) for cell in cells):
            return None
        cells = [cell.replace(mark, "") for cell in cells]
    return numbers([cell.replace(",", ".") for cell in cells] if decimal == "," and "," in joined else cells)


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


def brief(value: object) -> str:
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
    return text if plain else brief(text)


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
        return f"{brief(text)} holds a character that cannot be printed"
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
