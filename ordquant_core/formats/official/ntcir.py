"""The official JSON of NTCIR STC-3 and DialEval, dialogue quality: gold with annotators' votes, and runs.

Gold is a list of `{"id": …, "annotations": [{"quality": {"A": -1, "E": 0}}, …]}`, a run (or a gold of
distributions) one of `{"id": …, "quality": {"A": {"-2": p, …, "2": p}, …}}`. Other keys are ignored.

The task's scale is -2 to 2. Distributions name their classes, so a file of distributions may have others. Votes name
only the classes that somebody chose: where those would be a scale of their own (-1 to 1, 0 to 2), it is a question
which one is meant, unless the user or the runs say so.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import is_no_vote, spelled
from ordquant_core.formats.limits import check_table
from ordquant_core.formats.official.cases import (
    SEEN,
    Case,
    FaultError,
    Vote,
    by_name,
    content_of_cases,
    count_votes,
    each,
    in_order,
    named,
    numbers_by_key,
)
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import brief, canonical, case_place, id_fault, label, spelling

WORDS = "NTCIR JSON of dialogue quality"
CLASSES = ("-2", "-1", "0", "1", "2")
_NO_LABEL = "leave out annotations without a label; the classes of another scale are named with --classes A,B,…"
_SCALES = (  # some classes of the task that could be all of a scale: alike around 0, or counting from 0
    *("-1 1", "-1 0 1", "-2 2", "-2 0 2", "-2 -1 1 2"),
    *("0 1", "0 1 2", "-1 0", "-2 -1 0"),
)
_MOST_CLASSES = 11  # that annotators choose from; more are no scale but a mistake


def recognise(value: object, name: str) -> Official | None:
    """Return a list of which some entry has quality, or nuggets, in the structure of the format.

    A file with annotations is a gold; one without any quality is for the nuggets.
    """
    entries = value if isinstance(value, list) else []
    if not any(map(_is_case, entries[:SEEN])):
        return None
    objects = [entry for entry in entries if isinstance(entry, dict)]
    annotated = any("annotations" in entry for entry in objects)
    holders = [holder.get("quality") for entry in objects for holder in (entry, *_annotations(entry))]
    scales = tuple(dict.fromkeys(scale for quality in holders if isinstance(quality, dict) for scale in quality))
    role: Role = "other" if not scales else "gold" if annotated else "either"
    return Official(name, "ntcir", WORDS, partial(_read, entries, scales, annotated), role, scales)


def _is_case(entry: object) -> bool:
    if not isinstance(entry, dict):
        return False
    quality, nuggets = entry.get("quality"), entry.get("nugget")
    held = [*(quality.values() if isinstance(quality, dict) else ()), *(nuggets if isinstance(nuggets, list) else ())]
    return any(isinstance(one, dict) for one in held) or any(
        isinstance(one.get("quality"), dict) or isinstance(one.get("nugget"), list) for one in _annotations(entry)
    )


def _annotations(entry: JsonObject) -> list[JsonObject]:
    given = entry.get("annotations")
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _read(
    entries: Sequence[object], scales: Sequence[str], annotated: bool, problems: Problems, scale: str | None
) -> Content:
    """Read one scale: annotators' votes, or distributions.

    Raises `UnknownNameError` for a scale that is not there, or if there is a choice and none was made.
    """
    scale = scales[0] if scale is None and len(scales) == 1 else scale
    if scale is None or scale not in scales:
        scales_of_file = f"{len(scales)} scales" if scale is None else f"no scale {brief(scale)}"
        raise UnknownNameError(f"{problems.file} has {scales_of_file}; choose one: {', '.join(map(label, scales))}")
    cases, annotations = named(entries, problems), None
    if annotated:
        votes = each(cases, partial(_votes, scale=scale), problems)
        classes = _classes_of_votes(votes, problems)
        rows = each(votes, partial(count_votes, classes=classes, no_label=_NO_LABEL), problems)
        kept = {case.id for case in rows}
        given = [{who: spelling(vote) for who, vote in case.value} for case in votes if case.id in kept]
        if len({*map(len, given)}) == 1:  # a place in the list is a person's
            annotations = by_name(given, classes)
    else:
        shares = each(cases, partial(_distribution, scale=scale), problems)
        classes = _classes_of_distributions([case.value for case in shares])
        check_table(problems.file, len(shares), len(classes))
        rows = each(shares, partial(numbers_by_key, keys=classes), problems)
    return content_of_cases(classes, rows, problems, votes=annotated, scale=scale, annotations=annotations)


def _on_scale(holder: object, scale: str, whose: str) -> object:
    """Return what an object with quality holds on a scale. Raises `FaultError`."""
    quality = holder.get("quality") if isinstance(holder, dict) else None
    if not isinstance(quality, dict) or scale not in quality:
        seen = f'{whose} has no "quality" on scale {label(scale)}'
        raise FaultError(seen, "every case needs the scale that is read")
    return quality[scale]


def _votes(entry: JsonObject, scale: str) -> list[Vote]:
    """Return the votes of one case's annotators, who are numbered. Raises `FaultError`."""
    annotations = entry.get("annotations")
    if not isinstance(annotations, list) or not annotations:
        action = "every case of this gold needs a list with one annotation or more"
        raise FaultError(f'"annotations" is {brief(annotations)}', action)
    numbered = ((f"annotation {number}", one) for number, one in enumerate(annotations, start=1))
    return [(who, _on_scale(one, scale, who)) for who, one in numbered]


def _distribution(entry: JsonObject, scale: str) -> JsonObject:
    """Return the numbers of one case by class. Raises `FaultError`."""
    numbers = _on_scale(entry, scale, "the case")
    if not isinstance(numbers, dict):
        raise FaultError(f"scale {label(scale)} is {brief(numbers)}", 'expected {"-2": p, "-1": p, …}')
    return numbers


def _classes_of_votes(cases: Sequence[Case[list[Vote]]], problems: Problems) -> tuple[str, ...]:
    """Return the classes that annotators chose from; ask where their votes do not show them."""
    labels = [dict.fromkeys(spelling(vote) for _, vote in case.value) for case in cases]
    used = in_order(
        dict.fromkeys(text for some in labels for text in some if not is_no_vote(text) and not id_fault(text))
    )
    chosen = problems.choices.classes
    classes = CLASSES if chosen is None else spelled(chosen)
    others = {*used} - {*CLASSES}
    foreign = [case.id for case, some in zip(cases, labels, strict=True) if not others.isdisjoint(some)]
    mostly_foreign = 2 * len(foreign) > len(labels) > 1 and 1 < len(used) <= _MOST_CLASSES
    if chosen is None and (mostly_foreign or " ".join(used) in _SCALES):
        answers = ",".join(used) if others else f"{','.join(used)} or {','.join(CLASSES)}"
        seen = f"the annotators vote for {', '.join(map(label, used))}{'' if others else ' only'}"
        action = f"name the classes that the annotators chose from: {answers} (--classes A,B,…)"
        place = case_place(foreign[0]) if foreign else ""
        problems.add(0, place, f"{seen}; the scale of the task is -2 to 2", action, asks="reading")
        return used
    unused = [label(text) for text in classes if text not in used]
    if unused and used:
        why = "; the scale of the task, -2 to 2, has all five classes; for another one, name its classes (--classes)"
        note = f"{problems.file}: nobody votes for {', '.join(unused)}{why if chosen is None else ''}"
        problems.notes.append(note)
    return classes


def _classes_of_distributions(cases: Sequence[JsonObject]) -> tuple[str, ...]:
    """Return the classes that most cases name; those of the task where there are none, or those are among them."""
    keys = Counter(frozenset(map(canonical, numbers)) for numbers in cases)
    most, times = keys.most_common(1)[0] if keys else (frozenset[str](), 0)
    if 2 * times <= len(cases) or len(most) < 2 or {*CLASSES} <= most:
        return CLASSES
    first = next(numbers for numbers in cases if {*map(canonical, numbers)} == most)
    return in_order(dict.fromkeys(map(canonical, first)))
