"""Match the columns of a run with the classes of the gold: by label, or by position if user or format say so."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ordquant_core.errors import Problem, Repair
from ordquant_core.formats.labels import ascending, match, names_no_class
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import OTHER_FORM, in_one_form, label
from ordquant_core.known_scales import rank_words
from ordquant_core.records import Gold, Run

# For each class of the gold its column in the run, None if the run lacks it; and the columns of other classes.
ColumnMatch = tuple[list[int | None], list[int]]
# Problems of a run with its gold are reported in this order, and those of each kind as they are found.
OWN_CLASSES = "its classes are"  # words that `mistakes` looks for
AT_CLASSES, AT_OTHER_CLASSES, AT_CASES, AT_OTHER_CASES, AT_FAULTS = range(5)


def align_classes(gold: Gold, run: Run, problems: Problems) -> ColumnMatch:
    """Return the columns of the gold's classes in the run, and its other columns; note what is wrong."""
    if gold.labelled and run.labelled:
        return _by_label(gold, run, problems)
    n_gold, n_run = len(gold.classes), len(run.classes)
    order = gold.order if len(gold.order) == n_run else gold.classes  # positions are those of the file
    if len(order) != n_run:
        unlabelled = "run" if gold.labelled else "gold"
        seen = f"the run has {n_run} classes, the gold {n_gold}, and those of the {unlabelled} have no labels"
        if n_run > n_gold and gold.labelled:
            names = ", ".join(map(label, gold.classes))
            action = f"the gold has the classes {names}: name all {n_run} in their order"
            problems.add(AT_CLASSES, "", seen, action, asks="classes")
        else:
            problems.add(AT_CLASSES, "", seen, _classes_of(gold))
        return _in_order(n_gold), []
    if not run.labelled:
        ambiguous = gold.labelled and not run.positional  # nobody has said that positions are those of the gold
        if ambiguous and not _may_match_by_position(problems, f"its {n_run} classes have no labels", gold):
            return _in_order(n_gold), []
        if ambiguous:
            names = ", ".join(map(label, order))
            problems.notes.append(f"{run.place}: classes without labels taken by position ({names})")
        return match(gold.classes, order)
    names = ", ".join(map(label, run.classes))
    if not _may_match_by_position(problems, f"the gold has no labels for its classes, the run has {names}", gold):
        return _in_order(n_gold), []
    return _by_position(gold, run, problems)


def is_on_classes(problem: Problem) -> bool:
    """Return whether a problem says that the classes of run and gold differ."""
    return problem.case.startswith("class ") or "classes" in problem.seen


def with_union(gold: Gold, runs: Sequence[Run]) -> Gold:
    """Return the gold with the classes that only runs have, without votes."""
    if not gold.labelled:
        return gold
    new: list[str] = []
    for run in runs:
        if run.labelled:
            _, surplus = match([*gold.classes, *new], run.classes)
            new += [run.classes[column] for column in surplus]
    if not new:
        return gold
    zeros = np.zeros((len(gold.cases), len(new)))
    classes = (*gold.classes, *new)
    order, basis = ascending(classes), gold.ordered_by
    if order is None and basis != "chosen":
        order = rank_words(classes)
        basis = "known scale" if order is not None else "file"
    columns = list(range(len(classes))) if order is None else order
    votes = None if gold.votes is None else np.hstack([gold.votes, zeros.astype(np.int64)])[:, columns]
    names = ", ".join(map(label, new))
    return replace(
        gold,
        classes=tuple(classes[column] for column in columns),
        probabilities=np.hstack([gold.probabilities, zeros])[:, columns],
        votes=votes,
        notes=(*gold.notes, f"{gold.place}: class{'es' * (len(new) > 1)} {names} added, which only runs have"),
        ordered_by=basis,
    )


def _by_label(gold: Gold, run: Run, problems: Problems) -> ColumnMatch:
    if run.classes == gold.classes:
        return _in_order(len(gold.classes)), []
    columns, surplus = match(gold.classes, run.classes)
    missing = [column for column, run_column in enumerate(columns) if run_column is None]
    if not missing and not surplus:
        return columns, []
    offered: list[Repair] = []
    if len(run.classes) == len(gold.classes):
        if problems.choices.by_position:
            return _by_position(gold, run, problems)
        offered = ["by-position"]
    if problems.choices.union_classes and not surplus:  # the gold has all classes of all runs by now
        names = ", ".join(label(gold.classes[column]) for column in missing)
        problems.notes.append(
            f"{run.place}: nothing for class{'es' * (len(missing) > 1)} {names}, which it does not have"
        )
        return columns, []
    drop, order = problems.choices.drop_classes, _classes_of(gold)
    shared = len(missing) < len(gold.classes)  # without a class in common, all classes of both are no scale
    lookalikes = not {in_one_form(text) for text in gold.classes}.isdisjoint(map(in_one_form, run.classes))
    if not shared and not lookalikes:  # one cause: one problem
        own = ", ".join(map(label, run.classes))
        problems.add(AT_CLASSES, "", f"{OWN_CLASSES} {own}, none of which the gold has", order, offered)
        return columns, surplus
    unused = [column for column in missing if not gold.probabilities[:, column].any()]
    for column in missing:
        if not drop or column not in unused:
            more: list[Repair] = ["drop-classes"] if column in unused else []
            more += ["union-classes"] if shared and not names_no_class(gold.classes[column]) else []
            problems.add(
                AT_CLASSES, _class_place(gold.classes[column]), "this class is missing", order, [*offered, *more]
            )
    if not drop:
        for run_column in surplus:
            other_form = in_one_form(run.classes[run_column]) in {
                in_one_form(gold.classes[column]) for column in missing
            }
            seen = f"the gold has {OTHER_FORM}" if other_form else "this class is unknown"
            is_class = not names_no_class(run.classes[run_column])
            some: list[Repair] = ["union-classes"] if shared and is_class else []
            problems.add(
                AT_OTHER_CLASSES, _class_place(run.classes[run_column]), seen, order, [*offered, "drop-classes", *some]
            )
    elif surplus:
        names = ", ".join(label(run.classes[run_column]) for run_column in surplus)
        problems.notes.append(f"{run.place}: class{'es' * (len(surplus) > 1)} {names} left out")
    return columns, surplus


def _by_position(gold: Gold, run: Run, problems: Problems) -> ColumnMatch:
    """Pair the classes one by one: numbers with numbers in their order, others in that of their files."""
    ranks = ascending(run.classes) or list(range(len(run.classes)))
    order: Sequence[str] = gold.order if len(gold.order) == len(gold.classes) else gold.classes
    if ascending(run.classes) is not None:
        sorted_gold = ascending(order)
        if sorted_gold is not None:
            order = [order[column] for column in sorted_gold]
        elif gold.labelled:
            ranks = list(range(len(run.classes)))
    column_of = dict(zip(order, ranks, strict=True))
    pairs = ", ".join(f"{label(run.classes[column_of[text]])} as {label(text)}" for text in gold.classes)
    problems.notes.append(f"{run.place}: classes taken by position ({pairs})")
    return [column_of[text] for text in gold.classes], []


def _may_match_by_position(problems: Problems, seen: str, gold: Gold) -> bool:
    """Return whether classes may be taken by position; if not, note a problem."""
    if not problems.choices.by_position:
        problems.add(AT_CLASSES, "", seen, _classes_of(gold), ["by-position"])
    return problems.choices.by_position


def _classes_of(gold: Gold) -> str:
    return f"give the classes of the gold ({', '.join(map(label, gold.classes))})"


def _class_place(text: str) -> str:
    return f"class {label(text)}"


def _in_order(count: int) -> list[int | None]:
    return list(range(count))
