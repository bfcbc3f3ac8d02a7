"""Read files again beside the others: the classes of the gold by plain runs, the runs by the gold, on its scale."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.labels import order_of, spelled
from ordquant_core.formats.mapping import OF_FILES, TableMapping
from ordquant_core.formats.plain import Known
from ordquant_core.formats.task.file_read import FileRead, read_again, read_official
from ordquant_core.formats.text import label


def read_beside(
    reads: Sequence[FileRead], gold: FileRead, scale: str | None, choices: Decisions
) -> tuple[list[FileRead], FileRead, list[str]]:
    """Return all files, and the gold among them, read with what the others say; and notes on other scales."""
    others = [one for one in reads if one is not gold]
    said = choices.mapping_for(gold.name, is_gold=True)
    as_said = gold if said is None or said == gold.opened.said else read_again(gold, choices, said)  # known only now
    new_gold = _with_classes_of_runs(as_said, others, scale, choices)
    others, notes = _on_scale_of(new_gold, others, scale, choices)
    known = _known_from(new_gold)
    beside = iter([_beside(one, new_gold, known, choices) for one in others])
    return [new_gold if one is gold else next(beside) for one in reads], new_gold, notes


def _with_classes_of_runs(
    gold: FileRead, others: Sequence[FileRead], scale: str | None, choices: Decisions
) -> FileRead:
    """If it is unclear which classes the gold has, take those that all plain runs name, and read it again."""
    said = _mapping_of(gold)
    unclear = gold.asks_for_classes if said is None else not said.classes and gold.orders_by_file
    named = [one.named_classes for one in others if one.role in ("either", "run") and one.named_classes]
    classes = _agreed(named, gold.header or ()) if unclear and choices.classes is None else None
    if classes is None:
        return gold
    if gold.opened.official is not None:
        return read_official(gold.opened, gold.scale or scale, replace(choices, classes=classes))
    if said is None:
        return read_again(gold, choices, known=Known(classes))
    return read_again(gold, choices, replace(said, classes=classes)) if _has_classes(gold, classes) else gold


def _mapping_of(gold: FileRead) -> TableMapping | None:
    """Return the mapping that a person gave for the gold."""
    return None if gold.plain else gold.mapping


def _has_classes(gold: FileRead, classes: Sequence[str]) -> bool:
    """Return whether these are the classes of a gold, beside which others may be those that nobody voted for."""
    if gold.main is None:
        return False
    own, wanted = {*spelled(gold.main.content.classes)}, {*spelled(classes)}
    return own <= wanted if gold.main.content.open_ended else own == wanted


def _agreed(of_runs: Sequence[tuple[str, ...]], columns: Sequence[str]) -> tuple[str, ...] | None:
    """Return the classes that all runs name, in their order, None where they differ.

    Words of no known scale have an order only where all runs have them in it, and the columns of the gold, too.
    """
    if not of_runs or len({frozenset(classes) for classes in of_runs}) != 1:
        return None
    places, basis = order_of(of_runs[0])
    in_gold = tuple(name for name in columns if name in of_runs[0])
    if basis == "file" and len({*of_runs, *([in_gold] if len(in_gold) == len(places) else [])}) != 1:
        return None
    return tuple(of_runs[0][place] for place in places)


def _known_from(gold: FileRead) -> Known | None:
    """Return what the gold says about the runs."""
    the_gold, _ = gold.gold()
    if the_gold is None or not the_gold.labelled or the_gold.numbered or not the_gold.cases:
        return None
    return Known(the_gold.classes, frozenset({*the_gold.cases, *the_gold.faulty}))


def _beside(one: FileRead, gold: FileRead, known: Known | None, choices: Decisions) -> FileRead:
    """Read a table beside the gold: with its mapping where it has its columns, else by its classes and cases."""
    if one.header is None or (one.mapping is not None and not one.plain):
        return one
    said = _mapping_of(gold)
    if said is not None and {*one.header} == {*(gold.header or ())}:
        own = one.opened.said or TableMapping()  # a run is opened as it is
        said = replace(said, **{name: getattr(own, name) for name in OF_FILES})
        return read_again(one, choices, said, of_gold=False)
    return one if known is None else with_known(one, known, choices)


def with_known(one: FileRead, known: Known, choices: Decisions) -> FileRead:
    """Return a table read with what the gold says of its runs, if it was not read so without."""
    return one if one.header is None or _fits(one, known) else read_again(one, choices, known=known)


def _fits(one: FileRead, known: Known) -> bool:
    """Return whether a table that was read plainly has the gold's classes, and some of its cases."""
    return (
        len(one.parts) == 1
        and {*one.parts[0].content.classes} == {*known.classes}
        and not known.cases.isdisjoint(one.parts[0].content.cases)
    )


def _on_scale_of(
    gold: FileRead, others: Sequence[FileRead], scale: str | None, choices: Decisions
) -> tuple[list[FileRead], list[str]]:
    """Read the runs on the scale of the gold, or on the one chosen for runs; never silently on another one."""
    wanted = choices.run_scale or gold.scale or scale
    reason = "" if choices.run_scale else f", which is the gold's ({gold.name})"
    scaled = [one for one in others if one.scales and one.role != "gold"]
    if wanted is None:
        first = next((one for one in scaled if one.scale is not None), None)
        if first is None:
            return list(others), []
        wanted, reason = first.scale, f" as {first.name} has"
    found = [
        read_official(one.opened, wanted, choices, asks="run-scale", reason=reason, gold_scales=gold.scales)
        if one in scaled and one.scale != wanted
        else one
        for one in others
    ]
    if not choices.run_scale or gold.scale == wanted or gold.needs_scale:
        return found, []
    against = f"scale {label(gold.scale)} of the gold" if gold.scale else "the gold, which names no scale"
    scored = [one.name for one in found if one.scales and one.parts]
    return found, [f"{name}: scale {label(choices.run_scale)} is scored against {against}" for name in scored]
