"""The traps of FAMILY.yaml: files as they reach us, what must come of them, and the mapping a person would give.

An entry has a `name`; `files`, or `instead` the files that differ from the usual ones of its family; `gold` (the
name of its file, "" where nobody says; default gold.csv), `runs` and `scale` as `read_task` takes them. Without a
choice it is `silent: read | ask | refuse`, or one of several; `words` stand in one problem, `notes` in the notes of
every task. `by` leads to the values `gives`: fields of a mapping for the gold, of mappings by the names of files,
`repair` (one, or a list), `classes` or `run_scale`; without `by`, `gives` is what is read silently. Votes and shares
are rows of numbers, shares up to their sum. `for` lists values: the entry stands for each of them, in place of <name>;
or for each combination of several such lists.

A file is a text, or how its bytes are made: `base64`; the `first` bytes `of` another; `encoding`, `mark` and `text`;
`gzip`; `zip` of files; `workbook` of sheets as one types them ('5 is a text, =A1 a formula); `from` another table with
some words replaced, columns beside it (`with`), `columns` in another order, another `separator`, another sign for its
`decimal` points, lines `above` it and to `add`. `common.yaml` stands before each family.
"""

import base64
import csv
import gzip
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import yaml

from ordquant_core.formats.mapping import TableMapping, mapping_of
from ordquant_core.tasks import Decisions, File, TaskRead, read_task
from tests.zips import zipped

FOLDER = Path(__file__).parent
FAMILIES = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem != "common")
GENERAL = ("repair", "run_scale")  # of `by`, and `classes` without a layout: they are about all files


class Texts(yaml.CSafeLoader):
    """YAML in which every value is a text: 001, NA and no stay what they are."""

    yaml_implicit_resolvers: Mapping[str, Any] = {"<": [("tag:yaml.org,2002:merge", re.compile("^<<$"))]}


@dataclass(frozen=True)
class Trap:
    """An entry."""

    family: str
    name: str
    files: tuple[File, ...]
    silent: tuple[str, ...]
    gold: str | None = "gold.csv"
    runs: tuple[str, ...] | None = None
    scale: str | None = None
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    by: Mapping[str, Any] | None = None
    gives: Mapping[str, Any] | None = None
    _readings: dict[Decisions, TaskRead] = field(default_factory=dict, repr=False, compare=False)

    def read(self, choices: Decisions = Decisions()) -> TaskRead:  # noqa: B008 (it is frozen)
        """Read the files, once for the same choices."""
        if choices not in self._readings:
            self._readings[choices] = read_task(
                self.files, gold=self.gold, runs=self.runs, scale=self.scale, choices=choices
            )
        return self._readings[choices]

    @property
    def mappings(self) -> Mapping[str, TableMapping]:
        """Return the mappings of `by`, by the names of files ("" for the gold)."""
        general = GENERAL if "layout" in (self.by or {}) else (*GENERAL, "classes")
        said = {name: value for name, value in (self.by or {}).items() if name not in general}
        of_files = said if any("." in name for name in said) else {"": said} if said else {}
        return {name: mapping_of(_typed_fields(one), self.name) for name, one in of_files.items()}

    @property
    def decisions(self) -> Decisions:
        """Return the choices of `by`."""
        said = self.by or {}
        repairs = said.get("repair", [])
        repairs = [repairs] if isinstance(repairs, str) else repairs
        general: dict[str, Any] = {name.replace("-", "_"): True for name in repairs}
        if "run_scale" in said:
            general["run_scale"] = said["run_scale"]
        if "classes" in said and "layout" not in said:
            general["classes"] = tuple(said["classes"])
        return Decisions(mappings=tuple(self.mappings.items()), **general)


def traps(family: str) -> list[Trap]:
    """Return the entries of a family."""
    text = "".join((FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in ("common", family))
    found = yaml.load(text, Texts)
    usual = found["usual"]
    return [_trap(family, usual, entry) for template in found["traps"] for entry in _each(template)]


def _trap(family: str, usual: Mapping[str, Any], entry: Mapping[str, Any]) -> Trap:
    said = dict(entry)
    files = said.pop("files", None) or {**usual["files"], **said.pop("instead", {})}
    silent = _several(said.pop("silent"))
    gold = said.pop("gold", "gold.csv") or None
    runs = tuple(said.pop("runs")) if "runs" in said else None
    gives = said.pop("gives", usual["gives"] if "read" in silent or "by" in said else None)
    made = tuple(File(name, data_of(file)) for name, file in files.items())
    words, notes = (tuple(said.pop(key, ())) for key in ("words", "notes"))
    return Trap(family, said.pop("name"), made, silent, gold, runs, gives=gives, words=words, notes=notes, **said)


def _typed_fields(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return fields of a mapping with a number and a truth value where those are meant."""
    typed: Mapping[str, Any] = {"header": int, "turned": bool}
    return {name: typed.get(name, lambda one: one)(value) for name, value in said.items()}


def _several(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _each(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield an entry for each of the values that `for` lists, or for all combinations of several lists."""
    lists = entry.get("for", [])
    rest = {name: value for name, value in entry.items() if name != "for"}
    groups = [
        [
            {f"<{name}>": one for name, one in zip(group, values, strict=True)}
            for values in zip(*group.values(), strict=True)
        ]
        for group in ([lists] if isinstance(lists, Mapping) else lists)
    ]
    for chosen in itertools.product(*groups):
        yield _filled(rest, {name: one for group in chosen for name, one in group.items()})


def _filled(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {_filled(name, words): _filled(one, words) for name, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, words) for one in value]
    for old, new in words.items():
        value = value.replace(old, new)
    return value


def data_of(file: str | Mapping[str, Any]) -> bytes:
    """Return the bytes of a file."""
    if isinstance(file, str):
        return file.encode()
    match file:
        case {"base64": text}:
            return base64.b64decode(text)
        case {"encoding": encoding, "text": text}:
            return (("\ufeff" if "mark" in file else "") + data_of(text).decode()).encode(encoding)
        case {"first": number, "of": whole}:
            return data_of(whole)[: int(number)]
        case {"gzip": inner}:
            return gzip.compress(data_of(inner), mtime=0)
        case {"zip": members}:
            return zipped({name: data_of(member) for name, member in members.items()})
        case {"workbook": sheets}:
            return workbook_of({title: _rows(data_of(sheet).decode()) for title, sheet in sheets.items()})
        case {"from": text, **changes}:
            return _changed(text, **changes).encode()
    raise AssertionError(file)


def _changed(
    text: str,
    *,
    columns: str = "",
    separator: str = ",",
    decimal: str = ".",
    above: str = "",
    add: str = "",
    **words: Any,
) -> str:
    """Return a table that differs from another in what is said."""
    new = words.pop("with", {})
    for old, word in words.items():
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, word)
    if new or columns or separator != ",":
        rows = [line.split(",") for line in text.splitlines()]
        for name, cells in new.items():
            rows = [[*row, cell] for row, cell in zip(rows, [name, *cells], strict=True)]
        places = [rows[0].index(name) for name in (columns.split(",") if columns else rows[0])]
        text = "".join(separator.join(row[at].replace(".", decimal) for at in places) + "\n" for row in rows)
    return (f"{above}\n" if above else "") + text + (f"{add}\n" if add else "")


def workbook_of(sheets: Mapping[str, Iterable[Iterable[object]]], **formats: str) -> bytes:
    """Return a workbook of sheets; `formats` of numbers are those of cells of the last one."""
    workbook, file = openpyxl.Workbook(), io.BytesIO()
    workbook.remove(workbook.active)
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    for cell, form in formats.items():
        sheet[cell].number_format = form
    workbook.save(file)
    return file.getvalue()


def _rows(sheet: str) -> list[list[object]]:
    """Return the cells of a sheet as if somebody had typed them."""
    return [[_typed(cell) for cell in row] for row in csv.reader(io.StringIO(sheet))]


def _typed(cell: str) -> object:
    if cell.startswith("'"):
        return cell[1:]
    if cell in ("", "TRUE", "FALSE"):
        return {"": None}.get(cell, cell == "TRUE")
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell


ALL = tuple(itertools.chain.from_iterable(map(traps, FAMILIES)))
