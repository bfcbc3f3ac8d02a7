"""Labels of classes: which are equal, how they are ordered, and which do not name a class."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from ordquant_core.formats.missing import is_never_class, missing_among, without_missing
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, case_place, label
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import significant

NO_CLASSES = frozenset({"other", "others", "invalid"})  # where out-of-range answers are counted: no place in an order


def names_no_class(text: str) -> bool:
    """Return whether a label names no point on a scale.

    >>> names_no_class("Other"), names_no_class("NaN"), names_no_class("low")
    (True, True, False)
    """
    return text.strip().casefold() in NO_CLASSES or is_never_class(text)


def spelled(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels in canonical spelling, or as they are if two of them would become the same."""
    found = tuple(canonical(text) for text in labels)
    return found if len(set(found)) == len(found) else tuple(labels)


def match(wanted: Sequence[str], given: Sequence[str]) -> tuple[list[int | None], list[int]]:
    """Return where each wanted label stands among the given ones (None: nowhere), and which others there are."""
    if len(set(wanted)) == len(set(given)) and set(wanted) == set(given):
        places = {text: place for place, text in enumerate(given)}
    else:
        wanted, given = spelled(wanted), spelled(given)
        places = {text: place for place, text in enumerate(given)}
    found = [places.get(text) for text in wanted]
    known = set(found)
    return found, [place for place in range(len(given)) if place not in known]


def ascending(labels: Sequence[str]) -> list[int] | None:
    """Return the places of the labels in the order of their numbers; None where one is none, or two are the same."""
    found = spelled(labels)
    if not all(PLAIN_NUMBER.fullmatch(text) for text in found) or len(set(map(Decimal, found))) < len(found):
        return None
    return sorted(range(len(found)), key=lambda place: Decimal(found[place]))


def arrange(content: Content, problems: Problems) -> Content:
    """Put the classes of a gold in their order: the user's, that of their numbers or of a known scale, or the file's.

    A class that is none (`other`), or that the user did not name, is a problem, or left out if the user says so.
    Where the file names only the classes that it happens to need, the user may name more.
    """
    chosen = problems.choices.classes
    if content.labelled:
        content = without_missing(content, problems, spelled(chosen or ()), named=not content.open_ended)
    if chosen is None:
        return _arrange_by_label(content, problems)
    if not content.labelled:
        if len(chosen) != len(content.classes):
            seen = f"the file has {len(content.classes)} classes, you chose {len(chosen)}"
            problems.add(0, "", seen, "give a label for each of them, in order")
            return content
        return replace(content, classes=tuple(chosen), labelled=True, ordered_by="chosen")
    places, others = match(chosen, content.classes)
    if content.open_ended:
        content, places = _widened(content, chosen, places)
    unknown = [text for text, place in zip(chosen, places, strict=True) if place is None]
    if unknown or len(set(spelled(chosen))) < max(2, len(chosen)):
        listed = ", ".join(map(label, content.classes))
        seen = (
            f"there is no class {label(unknown[0])}"
            if unknown
            else "fewer than two classes are chosen, or one is chosen twice"
        )
        problems.add(0, "", seen, f"the classes of the file are {listed}", asks="classes")
        return content
    kept = [place for place in places if place is not None]
    if others and not problems.choices.drop_classes:
        for place in others:
            where = f"class {label(content.classes[place])}"
            seen = "it is not among the classes you chose"
            problems.add(0, where, seen, "choose it as well", ["drop-classes"], "classes")
        return content
    return replace(take_classes(content, kept, problems), ordered_by="chosen")


def _arrange_by_label(content: Content, problems: Problems) -> Content:
    none = [place for place, text in enumerate(content.classes) if names_no_class(text)]
    none = sorted({*none, *missing_among(content.classes, named=not content.open_ended)})  # those of probabilities
    kept = [place for place in range(len(content.classes)) if place not in none]
    if none and len(kept) >= 2:
        if not problems.choices.drop_classes:
            for place in none:
                action = "name all classes in their order if it is one"
                where = f"class {label(content.classes[place])}"
                seen = "its label does not name a point on the scale"
                problems.add(0, where, seen, action, ["drop-classes"], "classes")
            return content
        content = take_classes(content, kept, problems)
    if not content.labelled:
        return replace(content, ordered_by="format")
    basis, whose, order = content.ordered_by, "numbers", ascending(content.classes)
    if order is not None:
        basis = "numbers"
    elif basis == "file":
        whose, order = "scale", rank_words(content.classes)
        if order is not None:
            basis = "known scale"
        elif len(content.classes) == 2:  # either order is the reverse of the other
            basis = "format"
    content = replace(content, ordered_by=basis)
    if order is None or order == list(range(len(order))):
        return content
    ordered = take_classes(content, order, problems)
    if order != list(range(len(order)))[::-1]:
        given = ", ".join(map(label, content.classes))
        problems.notes.append(
            f"{problems.file}: classes put in the order of their {whose}, {', '.join(map(label, ordered.classes))} "
            f"(the file has {given})"
        )
    return ordered


def _widened(content: Content, chosen: Sequence[str], places: list[int | None]) -> tuple[Content, list[int | None]]:
    """Add the chosen classes without votes."""
    new = [text for text, place in zip(chosen, places, strict=True) if place is None]
    if not new or len(set(chosen)) < len(chosen):
        return content, places
    width = len(content.classes)
    more = iter(range(width, width + len(new)))
    return add_classes(content, new), [next(more) if place is None else place for place in places]


def add_classes(content: Content, new: Sequence[str]) -> Content:
    """Return the content with further classes of probability 0 after its own."""
    zeros = np.zeros((len(content.cases), len(new)))
    votes = content.votes
    return replace(
        content,
        classes=(*content.classes, *new),
        probabilities=np.hstack([content.probabilities, zeros]),
        votes=None if votes is None else np.hstack([votes, zeros.astype(np.int64)]),
    )


def take_classes(content: Content, kept: Sequence[int], problems: Problems) -> Content:
    """Return the content with these classes in this order; a case with mass in any other is a fault."""
    dropped = [place for place in range(len(content.classes)) if place not in set(kept)]
    rows = np.arange(len(content.cases))
    if dropped:
        mass = content.probabilities[:, dropped].sum(axis=1) > 0
        names = ", ".join(label(content.classes[place]) for place in dropped)
        for row in np.flatnonzero(mass):
            case = content.cases[row]
            seen = f"{significant(content.probabilities[row, dropped].sum())} of it is in {names}, which is left out"
            problems.fault(int(row), case_place(case), seen, "correct the case", case=case)
        rows = np.flatnonzero(~mass)
        problems.notes.append(f"{problems.file}: class{'es' * (len(dropped) > 1)} {names} left out")
    columns = list(kept)
    return replace(
        content,
        classes=tuple(content.classes[place] for place in columns),
        cases=tuple(content.cases[row] for row in rows),
        probabilities=content.probabilities[rows][:, columns],
        votes=None if content.votes is None else content.votes[rows][:, columns],
        extras={column: tuple(texts[row] for row in rows) for column, texts in content.extras.items()},
    )
