"""Read files beside each other: which is the gold, its classes by plain runs, the runs by the gold and on its scale."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.errors import Problem
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.labels import order_of, spelled
from ordquant_core.formats.mapping import OF_FILES, TableMapping
from ordquant_core.formats.plain import Known
from ordquant_core.formats.rows import listing
from ordquant_core.formats.text import label
from ordquant_core.tasks.file_read import FileRead, read_again, read_official


def choose_gold(
    reads: Sequence[FileRead], name: str | None, unreadable: Sequence[str]
) -> tuple[FileRead | None, list[Problem]]:
    """Return the file that is the gold, None (and a problem that asks) where nothing says which.

    A file says so by its format, by votes where others have probabilities, or by its name. A run is never promoted:
    where nothing says so, or where files are `unreadable` (their names) that might be the gold, it is a question.
    """
    if name is None:
        return _by_itself(reads, [read for read in reads if read.role not in ("other", "run")], unreadable)
    named = [read for read in reads if f"{read.name}/".startswith(f"{name}/")]
    candidates = [read for read in named if read.role != "other"]
    inside = [file for file in unreadable if file.startswith(f"{name}/")]
    if not candidates and (inside or name in unreadable):
        return None, []
    if not candidates:
        seen = "holds no gold" if named else "is not among the files"
        return None, [Problem(name, "", seen, "name a file that can be the gold", asks="gold")]
    if candidates[0].name == name or (len(candidates) == 1 and not inside):
        return candidates[0], []
    return _by_itself(reads, [read for read in candidates if read.role != "run"], unreadable)


def _by_itself(
    reads: Sequence[FileRead], candidates: Sequence[FileRead], unreadable: Sequence[str]
) -> tuple[FileRead | None, list[Problem]]:
    """Return the only file that says of itself that it is the gold, else the question which one is."""
    declared = [read for read in candidates if read.role in ("gold", "task")]  # by their format
    with_votes = [read for read in candidates if read.main is not None and read.main.content.votes is not None]
    named_gold = [read for read in candidates if is_named_gold(read.name)]
    has_rival = bool(unreadable) or any(read.reasons for read in named_gold)
    ways = [(with_votes, has_rival), (named_gold, any(map(is_named_gold, unreadable)))]
    ways = [(declared, False)] if declared else ways
    gold = next((fitting[0] for fitting, has_rival in ways if len(fitting) == 1 and not has_rival), None)
    if gold is None and len(reads) == len(candidates) == 1 and candidates[0].reasons:
        gold = candidates[0]  # what is asked about the only file comes first
    if gold is not None or not reads:
        return gold, []
    fitting = declared or named_gold or candidates
    if not fitting:
        return None, [Problem(reads[0].name, "", "no file here can be the gold", "add the gold", asks="gold")]
    seen, action = "nothing identifies this file as the gold", "choose it as the gold, or add the gold"
    if len(fitting) > 1:
        names = listing([read.name for read in fitting])
        seen, action = f"{len(fitting)} files can be the gold: {names}", "choose one of them"
    return None, [Problem(fitting[0].name, "", seen, action, asks="gold")]


def is_named_gold(name: str) -> bool:
    """Return whether a file says by its name that it is the gold."""
    return "gold" in name.rpartition("/")[2].casefold()


def read_beside(
    reads: Sequence[FileRead], gold: FileRead, scale: str | None, choices: Decisions
) -> tuple[list[FileRead], FileRead, list[str]]:
    """Return all files, and the gold among them, read with what the others say; and notes on other scales."""
    others = [read for read in reads if read is not gold]
    mapping = choices.mapping_for(gold.name, is_gold=True)
    is_new = mapping is not None and mapping != gold.opened.given  # known only now
    as_given = read_again(gold, choices, mapping) if is_new else gold
    new_gold = _with_classes_of_runs(as_given, others, scale, choices)
    first = next((read for read in others if read.scale is not None and read.role != "gold"), None)
    wanted, reason = choices.run_scale or new_gold.scale or scale, ""
    if wanted is None and first is not None:
        wanted, reason = first.scale, f" as {first.name} has"
    elif not choices.run_scale:
        reason = f", which is the gold's ({new_gold.name})"
    known = _known_from(new_gold)
    files = []
    for read in reads:
        if read is gold:
            files.append(new_gold)
        elif read.opened.official is None:
            files.append(_table_beside(read, new_gold, known, choices))
        elif not read.scales or read.role == "gold" or wanted in (None, read.scale):
            files.append(read)
        else:
            of_gold = new_gold.scales
            files.append(read_official(read.opened, wanted, choices, "run-scale", reason=reason, gold_scales=of_gold))
    if not choices.run_scale or new_gold.scale == wanted or new_gold.needs_scale:
        return files, new_gold, []
    against = f"scale {label(new_gold.scale)} of the gold" if new_gold.scale else "the gold, which names no scale"
    scored = [read.name for read in files if read is not new_gold and read.scales and read.parts]
    words = f"scale {label(choices.run_scale)} is scored against {against}"
    return files, new_gold, [f"{name}: {words}" for name in scored]


def _with_classes_of_runs(
    gold: FileRead, others: Sequence[FileRead], scale: str | None, choices: Decisions
) -> FileRead:
    """If it is unclear which classes the gold has, take those that all plain runs name, and read it again."""
    content = gold.main.content if gold.main is not None else None
    unclear = gold.asks_for_classes
    if gold.given is not None:
        in_order_of_file = content is not None and content.labelled and order_of(content.classes)[1] == "file"
        unclear = not gold.given.classes and in_order_of_file
    named = [names for read in others if read.role in ("either", "run") and (names := _named_classes(read))]
    classes = _agreed(named, gold.header or ()) if unclear and choices.classes is None else None
    if classes is None:
        return gold
    if gold.opened.official is not None:
        return read_official(gold.opened, gold.scale or scale, replace(choices, classes=classes))
    if gold.given is None:
        return read_again(gold, choices, known=Known(classes))
    # Beside its own classes, others may be those that nobody voted for.
    own, wanted = {*spelled(content.classes if content else ())}, {*spelled(classes)}
    if own == wanted or (content is not None and content.open_ended and own < wanted):
        return read_again(gold, choices, replace(gold.given, classes=classes))
    return gold


def _named_classes(run: FileRead) -> tuple[str, ...]:
    """Return the labels of distributions whose classes are clear, () of anything else."""
    if not run.parts or run.asks_for_classes:
        return ()
    content = run.parts[0].content
    known = content.labelled and content.votes is None and bool(content.cases) and not content.open_ended
    return spelled(content.classes) if known else ()


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


def _table_beside(read: FileRead, gold: FileRead, known: Known | None, choices: Decisions) -> FileRead:
    """Read a table beside the gold: with its mapping where it has its columns, else by its classes and cases."""
    if read.header is None or read.given is not None:
        return read
    if gold.given is not None and {*read.header} == {*(gold.header or ())}:
        own = read.opened.given or TableMapping()  # a run is opened as it is
        mapping = replace(gold.given, **{name: getattr(own, name) for name in OF_FILES})
        return read_again(read, choices, mapping, of_gold=False)
    return read if known is None else with_known(read, known, choices)


def with_known(read: FileRead, known: Known, choices: Decisions) -> FileRead:
    """Return a table read with what the gold says of its runs, if it was not read so without."""
    content = read.parts[0].content if len(read.parts) == 1 else None
    fits = content is not None and {*content.classes} == {*known.classes} and not known.cases.isdisjoint(content.cases)
    return read if read.header is None or fits else read_again(read, choices, known=known)
