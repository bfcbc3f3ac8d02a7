"""The eight lessons. Numbers in their texts are fields that are computed, see `words`."""

from collections.abc import Mapping
from types import MappingProxyType

from ordquant_core.analysis.picture import Entry, Picture, from_example
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.teaching.lesson import Lesson, lesson
from ordquant_core.teaching.questions import ChangesItsMind, Larger, Prefers, StaysEqual

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
        reveal="NVD adds up what is in a wrong class: {wrong a} for {A}, {wrong b} for {B}. NMD also counts how many "
        "classes they are off: {NMD a} against {NMD b}.",
        attempt="Drag the votes of {B} closer to class {highest gold}. NMD falls with each class; NVD does not.",
        take_away="Bin-by-bin measures cannot see near misses.",
        marks="misplaced",
    ),
    lesson(
        "moving-earth",
        "Moving earth",
        source=_after("lq2021-figure-3a"),
        pictures=(_DIALOGUE,),
        question=Larger("NMD"),
        measures=("NMD",),
        look="Popularity ({A}) puts everything on the highest class of the {gold}. Uniform ({B}) gives every class the "
        "same.",
        asked="Cumulate each distribution from the first class on. For which estimate is the area between its curve "
        "and that of the {gold} larger?",
        reveal="Each vote that must move counts once for every class it passes. The area is {MD a} for {A} and {MD b} "
        "for {B}; divided by {steps} steps, NMD is {NMD a} and {NMD b}.",
        attempt="Drag a bar and watch the shaded area and NMD change together.",
        take_away="NMD is the area between the cumulative curves, divided by the number of steps.",
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
        look="{A} has {wrong a} in a wrong class, {B} has {wrong b}. Those of {B} are farther away.",
        asked="NVD {NVD prefers}. Which estimate does RNOD prefer?",
        reveal="RNOD multiplies each squared error by its distance from the classes of the {gold}. NVD is {NVD a} for "
        "both; RNOD is {RNOD a} for {A} and {RNOD b} for {B}.",
        attempt="In the {gold}, {RNOD flip}. Try it.",
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
        look="All {votes} of the {gold} are in class {highest gold}. {A} gives every class the same.",
        asked="Swap the {gold} and {A}. Which score stays the same?",
        reveal="RNOD averages over the classes that occur in the {gold}: {occurring} before, {occurring then} after. "
        "RNOD was {RNOD a} and is now {RNOD a then}; NMD is {NMD a} both ways.",
        attempt="Empty the classes of the {gold} one after the other. RNOD changes each time.",
        take_away="RNOD needs to know which one is the gold.",
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
        question=ChangesItsMind("NMD", "RNOD"),
        measures=("NMD", "RNOD"),
        predict_on=1,
        look="{A} is Popularity, {B} is Uniform. One person votes again: {moved}.",
        asked="Which measure now prefers another estimate than before?",
        reveal="The vote adds a class to the average of RNOD, and {A} is far from it. RNOD was {RNOD a} and {RNOD b}; "
        "it is now {RNOD a then} and {RNOD b then}. NMD still {NMD prefers then}.",
        attempt="Drag the vote back, then to other classes. When does RNOD change its preference?",
        take_away="One vote can add a gold class to the average.",
        marks="gold classes",
    ),
    lesson(
        "the-ends",
        "The ends",
        source=_after("lq2021-section-3"),
        pictures=(from_example(EXAMPLES["lq2021-section-3"]),),
        question=Larger("RNOD"),
        measures=("RNOD", "NMD"),
        look="Both estimates move {wrong a} of the probability to the class beside it: {A} in the middle, {B} at the "
        "end.",
        asked="Which error costs more by RNOD?",
        reveal="The class at the end is farther from all the others, so its error weighs more: RNOD is {RNOD a} for "
        "{A} and {RNOD b} for {B}. NMD is {NMD a} and {NMD b}.",
        attempt="Move the error of {B} towards the middle. RNOD falls; NMD stays.",
        take_away="Errors at the ends can cost more.",
        marks="errors",
    ),
    lesson(
        "popularity",
        "Popularity",
        source=f"{_after('lq2021-figure-3a')}, then {OURS}",
        pictures=(_DIALOGUE, Picture(_DIALOGUE.classes, (9, 1, 0, 2, 8), "popularity", "uniform")),
        question=Prefers("NMD"),
        measures=("NMD",),
        predict_on=1,
        look="The votes of the {gold} change from {numbers gold} to {numbers gold then}. {A} is Popularity: it "
        "follows the highest class. {B} is Uniform.",
        asked="At first NMD {NMD prefers}. Which estimate does it prefer after the change?",
        reveal="NMD was {NMD a} and {NMD b}; it is now {NMD a then} and {NMD b then}. It changes its "
        "preference after {NMD turn} of the way: with votes at both ends, a single end is far from "
        "the other.",
        attempt="Drag the {gold} back towards {numbers gold}. When does NMD prefer {A} again?",
        take_away="The shape of the gold decides what a baseline is worth.",
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
        reveal="The bars of {A} are in the order of the {gold}: DNKT is {DNKT a}, and {DNKT b} for {B}. NMD {NMD "
        "prefers}: {NMD a} against {NMD b}.",
        attempt="Drag the bars of {A} without changing their order. DNKT stays the same.",
        take_away="DNKT ignores heights.",
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
