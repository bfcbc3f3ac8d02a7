"""A task as a competition of Codabench: a bundle with the gold and a scoring program, and what that program does.

The program is this library: it reads the submission with the files and decisions of the task, so its numbers are those
of `results`. It needs Python 3.11, NumPy and pandas in the image of the competition, and no network.
"""

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.tasks import announced
from ordquant_core.formats.archive import folder
from ordquant_core.formats.decisions import NOTHING, Decisions, decisions_of
from ordquant_core.formats.files import File
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import get_measures
from ordquant_core.numerals import count
from ordquant_core.records import Task
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.published.description import NOTHING_ANNOUNCED, Announcement
from ordquant_core.tasks.reading import TaskRead, read_task
from ordquant_core.terminal import write_message, write_notes

IMAGE = "codalab/codalab-legacy:py312"
START = "2020-01-01 00:00:00"  # open from the upload on; organisers set their dates in the editor
DIGITS = 4
REFERENCE, GOLD = "reference.json", "gold"  # what the scoring program finds in its reference data
SUBMISSIONS_A_DAY = 3  # every score that a team sees says something about the gold
_OPTION = re.compile(r" \(--[^)]*\)")
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_BESIDE = ("metadata", "metadata.yaml")  # what the platform puts beside a submission
_PROGRAM = """\
\"""Score a submission: python3 score.py INPUT OUTPUT.\"""

import sys

from ordquant_core.commands.codabench import score_submission

try:
    score_submission(*sys.argv[1:3])
except ValueError as problem:  # what the library says about the files
    sys.exit(f"error: {problem}")
"""
_TERMS = "The organisers have not written terms of participation yet.\n"
_COLOUR = bytes([0x00, 0x72, 0xB2])  # of the gold, on all pages


@dataclass(frozen=True, slots=True)
class Competition:
    """What the bundle is made of."""

    title: str
    description: str
    gold: tuple[File, ...]  # the files of the gold, by their paths in its folder
    classes: tuple[str, ...]
    measures: tuple[str, ...]  # keys, the primary one first
    sample: File  # a run that can be submitted as it is
    scales: tuple[str | None, ...] = (None,)
    choices: Decisions = NOTHING
    announced: Announcement = NOTHING_ANNOUNCED
    image: str = IMAGE


def bundle(competition: Competition) -> bytes:
    """Return the zip that organisers upload to Codabench.

    Raises `OrdquantError` for measures that the program cannot compute: those of plug-ins and of files of scores.
    """
    columns = _columns(competition)
    return zipped(
        [
            ("competition.yaml", _dump(_facts(competition, columns))),  # JSON is YAML, too
            ("logo.png", _logo()),
            ("terms.md", _TERMS.encode()),
            ("overview.md", _overview(competition).encode()),
            ("evaluation.md", _evaluation(competition).encode()),
            *((f"reference_data/{name}", data) for name, data in reference_files(competition)),
            ("scoring_program/metadata.yaml", b"command: python3 /app/program/score.py /app/input /app/output\n"),
            ("scoring_program/score.py", _PROGRAM.encode()),
            *((f"scoring_program/{name}", data) for name, data in library()),
            (f"starting_kit/{competition.sample.name}", competition.sample.data),
            (f"solution/{competition.sample.name}", competition.sample.data),
        ]
    )


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files, by their paths, as a zip; all have one date, so that the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def reference_files(competition: Competition) -> list[tuple[str, bytes]]:
    """Return what the scoring program reads: the gold, and how it is to be read and scored.

    Raises `OrdquantError` for measures that the program cannot compute.
    """
    for measure in get_measures(competition.measures):
        if measure.family == OWN:
            raise OrdquantError(
                f"{measure.key} is not part of the library, which the scoring program is; leave it out."
            )
    reference = {
        "gold": [file.name for file in competition.gold],
        "scales": competition.scales,
        "measures": competition.measures,
        "columns": _columns(competition),
        "choices": competition.choices.to_json(),
        "template": competition.sample.name,
    }
    return [(REFERENCE, _dump(reference)), *((f"{GOLD}/{file.name}", file.data) for file in competition.gold)]


def score_submission(given: str, written: str) -> None:
    """Score the run in `given`/res against the gold in `given`/ref, and write `scores.json` into `written`.

    Raises as `scores_of`.
    """
    scores = scores_of(Path(given) / "ref", Path(given) / "res")
    (Path(written) / "scores.json").write_text(json.dumps(scores), encoding="utf-8")


def scores_of(place: Path, submission: Path) -> dict[str, float]:
    """Return the means of the run in a folder, by the columns of `reference_files`, which stand in `place`.

    A mean that is infinite is left out, with a note. Raises `OrdquantError`, in words for participants, with all that
    is wrong with the run, and where the submission is not one run.
    """
    reference = json.loads((place / REFERENCE).read_text(encoding="utf-8"))
    choices = decisions_of(reference["choices"])
    gold = [File(f"{GOLD}/{name}", (place / GOLD / name).read_bytes()) for name in reference["gold"]]
    inside = [File(file.name.removeprefix(f"{submission}/"), file.data) for file in folder(submission)]
    submitted = [file for file in inside if file.name not in _BESIDE]
    scores: dict[str, float] = {}
    for scale, columns in zip(reference["scales"], reference["columns"], strict=True):
        task = _read(gold, submitted, scale, choices, reference["template"])
        means = score(task, reference["measures"]).values[:, 0].mean(axis=1)
        for (key, label), mean in zip(columns, means.tolist(), strict=True):
            if np.isfinite(mean):
                scores[key] = mean
            else:
                write_message(f"note: {label} is infinite on some case: it has no mean")
        write_notes(_OPTION.sub("", note) for note in task.notes)
    return scores


def _read(
    gold: Sequence[File], submitted: Sequence[File], scale: str | None, choices: Decisions, template: str
) -> Task:
    if not submitted:
        raise OrdquantError("The submission holds no file; submit a zip with one run.")
    name = gold[0].name if len(gold) == 1 else GOLD
    read = read_task([*gold, *submitted], gold=name, scale=scale, choices=choices)
    if read.task is None:
        raise OrdquantError("\n".join([*_said_to_participants(read), f"Start from the template, {template}."]))
    if len(read.task.runs) != 1:
        raise OrdquantError(f"The submission has {count(len(read.task.runs), 'run')}; submit a zip with one run.")
    return read.task


def _said_to_participants(read: TaskRead) -> Iterator[str]:
    """Yield what is wrong, as pages say it: who submits has no shell, and no option to answer a question with."""
    found = mistakes(read)
    explained = {mistake.file for mistake in found}
    others = (one for one in read.problems if one.asks == "reading" or one.file not in explained)
    for words in (*map(str, found), *(f"{one.file}: {one.seen}" for one in others)):
        yield _OPTION.sub("", words)


def _columns(competition: Competition) -> list[list[tuple[str, str]]]:
    """Return the key and the label of every column of the leaderboard, for each scale."""
    measures = get_measures(competition.measures)
    return [
        [
            (measure.key if scale is None else f"{measure.key}_{number}", _labelled(measure.label, scale))
            for measure in measures
        ]
        for number, scale in enumerate(competition.scales, start=1)
    ]


def _labelled(label: str, scale: str | None) -> str:
    return label if scale is None else f"{label} ({scale})"


def _facts(competition: Competition, columns: Sequence[Sequence[tuple[str, str]]]) -> dict[str, Any]:
    listed = [
        {"title": label, "key": key, "index": index, "sorting": "asc", "precision": DIGITS}
        for index, (key, label) in enumerate(column for of_scale in columns for column in of_scale)
    ]
    return {
        "version": 2,
        "title": competition.title,
        "description": competition.description,
        "image": "logo.png",
        "terms": "terms.md",
        "docker_image": competition.image,
        "make_programs_available": False,
        **({"contact_email": contact} if _ADDRESS.fullmatch(contact := competition.announced.contact.strip()) else {}),
        "pages": [{"title": "Overview", "file": "overview.md"}, {"title": "Evaluation", "file": "evaluation.md"}],
        "tasks": [
            {
                "index": 0,
                "name": competition.title,
                "reference_data": "reference_data",
                "scoring_program": "scoring_program",
            }
        ],
        "solutions": [{"index": 0, "path": "solution", "tasks": [0]}],
        "phases": [
            {
                "index": 0,
                "name": "Evaluation",
                "description": "Submit a zip with one run.",
                "start": START,
                **({"end": _utc(competition.announced.deadline)} if competition.announced.deadline else {}),
                "max_submissions_per_day": SUBMISSIONS_A_DAY,
                "starting_kit": "starting_kit",
                "accepts_only_result_submissions": True,
                "tasks": [0],
            }
        ],
        "leaderboards": [
            {"index": 0, "title": "Results", "key": "main", "submission_rule": "Add_And_Delete", "columns": listed}
        ],
    }


def _overview(competition: Competition) -> str:
    announcements = "".join(f"- **{name}:** {text}\n" for name, text in announced(competition.announced))
    parts = f"# {competition.title}", competition.description, announcements
    return "\n\n".join(filter(None, parts)) + "\n"


def _utc(deadline: str) -> str:
    """Return a deadline as the platform takes it, in UTC; a day ends with its last second."""
    if "T" not in deadline and " " not in deadline:
        return f"{deadline} 23:59:59"
    return datetime.fromisoformat(deadline).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _evaluation(competition: Competition) -> str:
    measures = get_measures(competition.measures)
    rows = "\n".join(f"- **{measure.label}**, {measure.name}: {measure.summary}" for measure in measures)
    classes = ", ".join(competition.classes)
    return (
        f"# Evaluation\n\nSubmit a zip with one file: your run. `{competition.sample.name}` in the starting kit is "
        f"a run that can be submitted as it is: it gives every class the same probability. The classes, in order: "
        f"{classes}.\n\nThe leaderboard shows means over all cases. 0 is perfect; smaller is better.\n\n{rows}\n"
    )


def _dump(facts: object) -> bytes:
    return json.dumps(facts, indent=2, ensure_ascii=False).encode()


def library() -> Iterator[tuple[str, bytes]]:
    """Yield the files of this library that its scoring needs, with its licence."""
    here = Path(__file__).parents[1]
    for place in sorted([*here.rglob("*.py"), here / "papers" / "references.csv"]):  # read when it is imported
        yield f"{here.name}/{place.relative_to(here).as_posix()}", place.read_bytes()
    yield f"{here.name}/LICENSE", _licence(here)


def _licence(here: Path) -> bytes:
    place = here.parent / "LICENSE"
    if place.is_file():
        return place.read_bytes()
    try:
        return (distribution("ordquant").read_text("licenses/LICENSE") or "").encode()
    except PackageNotFoundError:
        return b""


def _logo() -> bytes:
    """Return a plain square: the platform asks for an image."""
    size = 64
    rows = (b"\0" + _COLOUR * size) * size

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def inside(files: Sequence[File], gold: str) -> tuple[File, ...]:
    """Return the files of a gold, a file or a folder, by their paths in it."""
    below = [file for file in files if file.name == gold or file.name.startswith(f"{gold}/")]
    single = [gold] == [file.name for file in below]
    return tuple(
        File(PurePosixPath(file.name).name if single else file.name.removeprefix(f"{gold}/"), file.data)
        for file in below
    )
