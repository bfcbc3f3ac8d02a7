"""Labels of classes: which are equal, how they are ordered, and which do not name a class."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from ordquant_core.formats.names import names_no_class
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, label
from ordquant_core.known_scales import rank_words
from ordquant_core.records import Order, renumbered

MOST_GAPS = 1_000  # numbers between two labels
_NO_VOTE = re.compile(  # what people and programs write where there is no vote
    r"|nan|n\.?/?a\.?|#n/?a|<na>|\(?null\)?|nil|nat|\(?missing\)?|missing[ _]value|unlabell?ed"
    r"|skip(ped)?|not[ _]applicable|\?+|undefined|nonetype|\[\]|\{\}|#null!|\(?blank\)?|dk|abstain(ed)?|other|invalid"
    r"|(no|without)[ _]?(answer|label|rating|vote|judge?ment|response)"
    r"|(did )?not[ _](answer(ed)?|rated|judged|labell?ed)|.*prefer not to.*|-9{1,5}"
    r"|(i )?(don['’]?t|do not|cannot|can['’]t)[ _](know|say|tell|judge|decide)"
    r"|k\.? ?a\.?|keine (angabe|antwort)|wei(ß|ss) nicht|nicht (bewertet|beurteilbar)"
    r"|sans (r[ée]ponse|avis)|ne sait pas|sin (respuesta|dato)|ns/nc|no sabe|無回答|わからない|不明|没有回答"
)
_CODE = re.compile(r"-?(9{1,5}|8{1,3}|7{1,3})")  # as in questionnaires


def is_no_vote(text: str) -> bool:
    """Return whether a label stands for no vote, whatever the others are.

    >>> is_no_vote("n/a"), is_no_vote("Did not answer"), is_no_vote("-99"), is_no_vote("none")
    (True, True, True, False)
    """
    return _NO_VOTE.fullmatch(text.strip().casefold()) is not None


def far_labels(labels: Sequence[str]) -> list[str]:
    """Return the labels that stand for no vote, or that may: codes with a gap between them and all other numbers.

    >>> far_labels(["1", "2", "nan", "99"]), far_labels(["98", "99", "100"]), far_labels(["1", "2", "3", "8"])
    (['nan', '99'], [], ['8'])
    """
    far = [text for text in labels if is_no_vote(text)]
    numbers = {text: Decimal(text) for text in labels if text not in far and PLAIN_NUMBER.fullmatch(text)}
    near = {number for text, number in numbers.items() if not _CODE.fullmatch(text)}
    codes = sorted((text for text in numbers if _CODE.fullmatch(text)), key=lambda text: abs(numbers[text]))
    for text in codes:
        if near and all(abs(numbers[text] - other) > 1 for other in near):
            far.append(text)
        else:
            near.add(numbers[text])
    return far


def spelled(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels in canonical spelling, or as they are if two of them would become the same."""
    texts = tuple(canonical(text) for text in labels)
    return texts if len(set(texts)) == len(texts) else tuple(labels)


def match(wanted: Sequence[str], given: Sequence[str]) -> tuple[list[int | None], list[int]]:
    """Return where each wanted label stands among the given ones (None: nowhere), and which others there are."""
    if len(set(wanted)) == len(set(given)) and set(wanted) == set(given):
        places = {text: place for place, text in enumerate(given)}
    else:
        wanted, given = spelled(wanted), spelled(given)
        places = {text: place for place, text in enumerate(given)}
    found_at = [places.get(text) for text in wanted]
    known = set(found_at)
    return found_at, [place for place in range(len(given)) if place not in known]


def ascending(labels: Sequence[str]) -> list[int] | None:
    """Return the places of the labels in the order of their numbers; None where one is none, or two are the same."""
    texts = spelled(labels)
    if not all(PLAIN_NUMBER.fullmatch(text) for text in texts) or len(set(map(Decimal, texts))) < len(texts):
        return None
    return sorted(range(len(texts)), key=lambda place: Decimal(texts[place]))


def order_of(labels: Sequence[str]) -> tuple[list[int], Order]:
    """Return the places of labels in their order, and what it rests on: numbers, a known scale, or only the file.

    >>> order_of(["2", "1"]), order_of(["good", "bad"]), order_of(["b", "c", "x"])
    (([1, 0], 'numbers'), ([1, 0], 'known scale'), ([0, 1, 2], 'file'))
    """
    by_number = ascending(labels)
    if by_number is not None:
        return by_number, "numbers"
    by_scale = rank_words(labels)
    if by_scale is not None:
        return by_scale, "known scale"
    return list(range(len(labels))), "file"


def has_no_order(labels: Sequence[str], *, as_columns: bool) -> bool:
    """Return whether nothing says in which order labels stand: words, as they happen to come or in alphabetical order.

    >>> has_no_order(["good", "bad"], as_columns=False), has_no_order(["x", "c", "b"], as_columns=True)
    (False, False)
    """
    alphabetical = list(labels) == sorted(labels, key=str.casefold)
    return len(labels) > 2 and order_of(labels)[1] == "file" and (alphabetical or not as_columns)


def arrange_by_label(labels: Sequence[str]) -> tuple[str, ...]:
    """Return labels in their order."""
    places, _ = order_of(labels)
    return tuple(labels[place] for place in places)


def gaps_in(labels: Sequence[str]) -> list[str]:
    """Return the whole numbers that are missing between labels.

    >>> gaps_in(["1", "3", "6"]), gaps_in(["1.5", "2"]), gaps_in(["bad", "good"])
    (['2', '4', '5'], [], [])
    """
    if not all(re.fullmatch(r"-?\d{1,9}", text) for text in labels):
        return []
    numbers = sorted(map(int, labels))
    if not numbers or numbers[-1] - numbers[0] > MOST_GAPS:
        return []
    return [str(number) for number in range(numbers[0], numbers[-1] + 1) if number not in {*numbers}]


def arrange(content: Content, problems: Problems) -> Content:
    """Put the classes of a gold in their order: the user's, that of their numbers or of a known scale, or the file's.

    Where the file names only the classes that it happens to need, the user may name more.
    """
    chosen = problems.choices.classes
    if chosen is not None and content.ordered_by != "chosen":
        return _arrange_as_chosen(content, chosen, problems)
    if len(content.classes) == 1:
        seen, action = f"its only class is {label(content.classes[0])}", "name all classes in their order (--classes)"
        problems.add(0, "", seen, action, asks="reading")
        return content
    if not content.labelled:
        return replace(content, ordered_by="format")
    if content.ordered_by != "file":
        return content
    none = [text for text in content.classes if names_no_class(text) and len(content.classes) > 2]
    for text in none:
        seen = "its label does not name a point on the scale"
        problems.add(0, f"class {label(text)}", seen, "name all classes in their order (--classes)", asks="reading")
    places, basis = order_of(content.classes)
    if basis == "file" and len(content.classes) == 2:
        basis = "format"  # either order is the reverse of the other
    if none or places == list(range(len(places))):
        return replace(content, ordered_by=basis)
    ordered = take_classes(content, places)
    if places != list(range(len(places)))[::-1]:
        whose = "numbers" if basis == "numbers" else "scale"
        given = ", ".join(map(label, content.classes))
        problems.notes.append(
            f"{problems.file}: classes put in the order of their {whose}, {', '.join(map(label, ordered.classes))} "
            f"(the file has {given})"
        )
    return replace(ordered, ordered_by=basis)


def _arrange_as_chosen(content: Content, chosen: Sequence[str], problems: Problems) -> Content:
    """Put the classes in the order that the user names; a class that is not named, or not there, is a problem."""
    if not content.labelled:
        if len(chosen) != len(content.classes):
            seen = f"the file has {len(content.classes)} classes, you chose {len(chosen)}"
            problems.add(0, "", seen, "give a label for each of them, in order")
            return content
        return replace(content, classes=tuple(chosen), labelled=True, ordered_by="chosen")
    if content.open_ended:
        content = add_classes(content, [text for text in chosen if match([text], content.classes)[0] == [None]])
    places, others = match(chosen, content.classes)
    unknown = [text for text, place in zip(chosen, places, strict=True) if place is None]
    listed = ", ".join(map(label, content.classes))
    if unknown or len(set(spelled(chosen))) < max(2, len(chosen)):
        twice = "fewer than two classes are chosen, or one is chosen twice"
        seen = f"there is no class {label(unknown[0])}" if unknown else twice
        problems.add(0, "", seen, f"the classes of the file are {listed}", asks="reading")
        return content
    for place in others:
        seen = "it is not among the classes you chose"
        problems.add(0, f"class {label(content.classes[place])}", seen, "choose it as well", asks="reading")
    kept = [place for place in places if place is not None]
    return content if others else replace(take_classes(content, kept), ordered_by="chosen")


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


def take_classes(content: Content, places: Sequence[int]) -> Content:
    """Return the content with its classes in another order."""
    columns = list(places)
    number_of = {place: number for number, place in enumerate(columns)}
    return replace(
        content,
        classes=tuple(content.classes[place] for place in columns),
        probabilities=content.probabilities[:, columns],
        votes=None if content.votes is None else content.votes[:, columns],
        annotations=renumbered(
            content.annotations, [number_of.get(place, -1) for place in range(len(content.classes))]
        ),
    )
