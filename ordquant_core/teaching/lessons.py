"""The eight lessons. Numbers in their texts are fields that are computed, see `words`."""

from collections.abc import Mapping
from types import MappingProxyType

from ordquant_core.analysis.picture import Entry, Picture, from_example
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.teaching.lesson import Lesson, lesson
from ordquant_core.teaching.questions import ChangesPreference, DragUntil, Larger, Prefers, StaysEqual

OURS = "our own example"


def _picture(gold: tuple[float, ...], a: Entry, b: Entry) -> Picture:
    return Picture(classes(len(gold)), gold, a, b, "System A", "System B")


def _after(source: str) -> str:
    example = EXAMPLES[source]
    return f"{REFERENCES[example.source_key].short}, {example.place}"


_DIALOGUE = from_example(EXAMPLES["lq2021-figure-3a"])
_LESSONS = (
    lesson(
        "near-miss",
        "A near miss",
        source=OURS,
        pictures=(_picture((20, 0, 0, 0, 0), (0, 20, 0, 0, 0), (0, 0, 0, 0, 20)),),
        question=Prefers("NVD"),
        measures=("NVD", "NMD"),
        look="All {votes} of the {gold} are in class {highest gold}. {A} predicts class {highest a} for all of them, "
        "{B} class {highest b}.",
        asked="NVD compares bin by bin. Which estimate does it prefer?",
        reveal="NVD counts what is in a wrong class: {wrong a} for {A} and {wrong b} for {B}. NMD also counts how many "
        "classes away they are: {NMD a} for {A} and {NMD b} for {B}.",
        attempt="Drag the votes of {B} closer to class {highest gold}. NMD falls with each class; NVD does not.",
        take_away="Bin-by-bin measures cannot see near misses.",
        marks="distances",
    ),
    lesson(
        "moving-earth",
        "Moving earth",
        source=_after("lq2021-figure-3a"),
        pictures=(_DIALOGUE,),
        question=Larger("NMD"),
        measures=("NMD",),
        look="{A} is Popularity: it puts all votes on the most frequent class of the {gold}. {B} is Uniform: it gives "
        "every class the same share.",
        asked="Cumulate each distribution from the first class. Which estimate has the larger area between its curve "
        "and the curve of the {gold}?",
        reveal="A vote counts once for every class that it must move. The area is {MD a} for {A} and {MD b} for {B}. "
        "There are {steps} steps between the classes, and NMD is the area divided by {steps}: {NMD a} and {NMD b}.",
        attempt="Drag a bar and watch the shaded area and NMD change together.",
        take_away="NMD is the area between the cumulative curves, divided by the number of steps between the classes.",
        marks="area",
    ),
    lesson(
        "far-errors",
        "Far errors",
        source=OURS,
        pictures=(_picture((10, 10, 0, 0, 0), (0, 10, 10, 0, 0), (10, 0, 0, 0, 10)),),
        question=Prefers("RNOD"),
        measures=("NVD", "RNOD"),
        given=("NVD",),
        look="{A} puts {wrong a} in a wrong class. {B} puts {wrong b} in a wrong class, too, but farther away.",
        asked="NVD {NVD prefers}. Which estimate does RNOD prefer?",
        reveal="RNOD multiplies each squared error by its distance from each class that occurs in the {gold}. NVD is "
        "{NVD a} for both; RNOD is {RNOD a} for {A} and {RNOD b} for {B}.",
        attempt="In the {gold}, {RNOD flip}: now RNOD {RNOD flipped}.",
        take_away="RNOD weights errors by their distance from the classes that occur in the gold.",
        marks="distances",
    ),
    lesson(
        "swap",
        "Swap",
        source=OURS,
        pictures=(
            _picture((0, 0, 20, 0, 0), "uniform", "uniform"),
            _picture((4, 4, 4, 4, 4), (0, 0, 20, 0, 0), (0, 0, 20, 0, 0)),
        ),
        sides=("a",),
        question=StaysEqual("NMD", "RNOD"),
        measures=("NMD", "RNOD"),
        look="All {votes} of the {gold} are in class {highest gold}. {A} gives every class the same share.",
        asked="Swap the {gold} and {A}. Which score stays the same?",
        reveal="RNOD averages over the classes that occur in the {gold}: {occurring} before the swap, {occurring then} "
        "after it. RNOD was {RNOD a} and is now {RNOD a then}; NMD is {NMD a} both ways.",
        attempt="Empty the classes of the {gold} one after the other. RNOD changes each time.",
        take_away="For RNOD it matters which of two distributions is the gold.",
        marks="gold classes",
    ),
    lesson(
        "one-vote",
        "One vote",
        source=f"{OURS}, close to {_after('lq2021-figure-3a')}",
        pictures=(
            _picture((0, 0, 0, 11, 9), "popularity", "uniform"),
            _picture((1, 0, 0, 10, 9), "popularity", "uniform"),
        ),
        question=ChangesPreference("NMD", "RNOD"),
        measures=("NMD", "RNOD"),
        predict_on=1,
        look="{A} is Popularity, {B} is Uniform. One annotator votes differently: {moved}.",
        asked="Which measure changes its preference?",
        reveal="The vote adds a class to RNOD's average, and {A} is far from that class. RNOD was {RNOD a} for {A} and "
        "{RNOD b} for {B}; now it is {RNOD a then} and {RNOD b then}. NMD still {NMD prefers then}.",
        attempt="Drag the vote back, then to other classes. When does RNOD change its preference?",
        take_away="One vote can add a class to RNOD's average and change its preference.",
        marks="gold classes",
    ),
    lesson(
        "the-ends",
        "The ends",
        source=_after("lq2021-section-3"),
        pictures=(from_example(EXAMPLES["lq2021-section-3"]),),
        question=Larger("RNOD"),
        measures=("RNOD", "NMD"),
        look="Both estimates move {wrong a} of the probability to a neighbouring class: {A} in the middle of the "
        "scale, {B} at its end.",
        asked="Which estimate has the larger RNOD?",
        reveal="The class at the end is farther from all the others, so its error weighs more: RNOD is {RNOD a} for "
        "{A} and {RNOD b} for {B}. NMD is {NMD a} for both.",
        attempt="Move the error of {B} towards the middle. RNOD falls; NMD stays the same.",
        take_away="Under RNOD, errors at the ends of the scale can cost more.",
        marks="errors",
    ),
    lesson(
        "popularity",
        "Popularity",
        source=f"{_after('lq2021-figure-3a')}, then {OURS}",
        pictures=(_DIALOGUE, Picture(_DIALOGUE.classes, (9, 1, 0, 2, 8), "popularity", "uniform")),
        question=DragUntil("NMD", "b"),
        measures=("NMD",),
        reveal_on=0,
        look="{A} is Popularity: it follows the most frequent class of the {gold}. {B} is Uniform: it stays the same.",
        asked="NMD {NMD prefers}. Drag the bars of the {gold} until NMD prefers {B}.",
        reveal="With votes at both ends, a single class is far from half of the votes. On the way from {numbers gold} "
        "to {numbers gold then}, NMD changes its preference after {NMD turn}; its scores go from {NMD a} and {NMD b} "
        "to {NMD a then} and {NMD b then}.",
        attempt="Keep dragging the {gold}: for which shapes does NMD prefer {A} again?",
        take_away="Under NMD, the gold decides which baseline is better.",
        marks="area",
    ),
    lesson(
        "order-only",
        "Order only",
        source=_after("variants-section-2-3"),
        pictures=(from_example(EXAMPLES["variants-section-2-3"]),),
        question=Prefers("DNKT"),
        measures=("DNKT", "NMD"),
        look="The bars of the {gold} fall from left to right. {A} is flatter. {B} is closer in height, but its two "
        "smallest bars are in the opposite order.",
        asked="DNKT compares only the order of the bars. Which estimate does it prefer?",
        reveal="The bars of {A} are in the same order as those of the {gold}: DNKT is {DNKT a} for {A} and {DNKT b} "
        "for {B}. NMD {NMD prefers}: it is {NMD a} for {A} and {NMD b} for {B}.",
        attempt="Drag the bars of {A} without changing their order. DNKT stays the same.",
        take_away="DNKT ignores heights: only the order of the bars counts.",
        marks="order",
    ),
)
LESSONS: Mapping[str, Lesson] = MappingProxyType({one.key: one for one in _LESSONS})
READ_AGAIN: Mapping[str, str] = MappingProxyType(  # which lesson is about a measure
    {
        "NMD": "moving-earth",
        "RNOD": "far-errors",
        "RSNOD": "swap",
        "RNADW": "one-vote",
        "RNOD2": "far-errors",
        "RNADW2": "far-errors",
        "NVD": "near-miss",
        "RNSS": "near-miss",
        "JSD": "near-miss",
        "DNKT": "order-only",
    }
)
