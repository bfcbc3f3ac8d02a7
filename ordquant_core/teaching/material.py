"""Material for a class of 45 minutes: a plan with notes, a worksheet, and a story on two real dialogues, as data.

Texts hold the `{fields}` and marks of a lesson; every number in them is computed when it is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ordquant_core.analysis.picture import Picture, from_example
from ordquant_core.analysis.spaces.pairs import classes
from ordquant_core.papers.examples import EXAMPLES, Example
from ordquant_core.papers.passages import PASSAGES
from ordquant_core.teaching.lesson_fields import plain, why
from ordquant_core.teaching.lessons import LESSONS, NEW, TRANSFERS
from ordquant_core.teaching.summary import ADVICE


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the plan. `ask` is empty where the lesson asks its own question."""

    minutes: int
    title: str = ""  # empty: that of the lesson
    lesson: str = ""  # key of the lesson on the screen
    say: str
    ask: str = ""
    expect: str


class Notes(NamedTuple):
    """A step as it is read: the minutes from and to which it lasts, and what to say, to ask and to expect."""

    start: int
    end: int
    title: str
    lesson: str
    say: str
    ask: str
    expect: str


class Exercise(NamedTuple):
    """A picture of the worksheet, and the two measures whose preferences are asked for."""

    picture: Picture
    measures: tuple[str, ...]


class Printed(NamedTuple):
    """One dialogue of the story: the example, its picture, and the deltas that the paper prints, by measure."""

    example: Example
    picture: Picture
    deltas: dict[str, str]


PLAN = (
    Step(
        minutes=4,
        lesson="average",
        say="Tell the story of the help desk. Let everybody vote before you explain a word; then do the task, and tap "
        "the five words: distribution, gold, estimate, ordinal quantification, measure.",
        expect="{right}. Who says “{choice 3}” trusts the average. Carry two votes of X: its average stays {average}.",
    ),
    Step(
        minutes=4,
        lesson="near-miss",
        say="One unit, votes, and one word for a position: class. For every measure, smaller is better. Carry the pile "
        "slowly, class by class, and let the class read out the two scores.",
        expect="{right}. Who says “{choice 3}” thinks that nearer must be better for every measure: [NVD] of [B] stays "
        "{NVD b}, while [NMD] falls from {NMD b at first} to {NMD b}.",
    ),
    Step(
        minutes=7,
        lesson="carry",
        say="One vote across one class boundary is one step. Somebody comes to the front and carries; the class counts "
        "aloud. Then carry [B], too.",
        expect="{right}: {way} steps. Who says “{choice 2}” counts votes: one of them has to cross two "
        "boundaries. NMD of [A] is {way}/{possible} = {NMD a at first}, of [B] {NMD b at first}. "
        "{NMD prefers at first}, {NVD prefers at first}.",
    ),
    Step(
        minutes=7,
        lesson="lookouts",
        say="An eye stands on every class that has a gold vote. Point at the beams: the farther and the larger an "
        "error is, the more it counts. The eyes are averaged.",
        expect="{right}. Who says “{choice 1}” counts wrong votes, as [NVD] does: {NVD b} throughout. RNOD falls from "
        "{RNOD b at first} to {RNOD b}; it is not 0, for {votes wrong b} still lie in a wrong class.",
    ),
    Step(
        minutes=4,
        lesson="one-vote",
        say="Before the question, let the class say where the eyes are. Only the gold changes; the estimates stay.",
        expect="{right}. One vote opens an eye on class 1, far from all votes of [A]. {RNOD prefers} (A {RNOD a}, "
        "B {RNOD b}); {NMD prefers} (A {NMD a}, B {NMD b}).",
    ),
    Step(
        minutes=4,
        lesson="order-only",
        say="[DNKT] sorts the bars from tallest to smallest and looks at nothing else. Let the class sort those of "
        "[A] aloud.",
        expect="{right}. Who says “{choice 1}” expects a reward for the right heights. DNKT of [A] is {DNKT a}, though "
        "it is {steps away a} away.",
    ),
    Step(
        minutes=9,
        title="Worksheet",
        say="Six minutes alone, three to compare with a neighbour. No score has to be computed: count steps, look for "
        "eyes, count wrong votes, sort bars.",
        ask="For each picture: which estimate does each of the two measures prefer, and why?",
        expect="On every picture the two measures disagree; the sheet does not say so. Take up the pictures on which "
        "neighbours disagree. Steps, eyes and scores are on the solutions.",
    ),
    Step(
        minutes=4,
        title="Two real dialogues",
        say="Show the sheet with the two pictures; their scores are on the sheet behind it. Popularity puts all votes "
        "on the most frequent class of the gold, Uniform the same number on each: neither reads dialogues.",
        ask="Which of the two is nearer to the people? First by eye, then by NMD, then by RNOD.",
        expect="NMD and RNOD agree on neither dialogue, as the paper prints. The numbers are on the last sheet.",
    ),
    Step(
        minutes=2,
        title="Take-aways",
        say=ADVICE,
        ask="What does an error cost in a task that you know: steps, far errors, wrong votes, or a wrong order?",
        expect="Steps: NMD. Far errors: RNOD. Any wrong vote: NVD. A wrong order: DNKT.",
    ),
)
ON_THE_SHEET = ("near-miss", "carry", "lookouts", "swap", "one-vote", "the-ends", "flip-hunt", "order-only")
_STORY = ("lq2021-figure-3a", "lq2021-figure-3b")


def notes(plan: Sequence[Step] = PLAN) -> tuple[Notes, ...]:
    """Return the steps of a plan, one after the other, with their numbers filled in."""
    found, start = [], 0
    for step in plan:
        end = start + step.minutes
        found.append(Notes(start, end, *_texts(step)))
        start = end
    return tuple(found)


def worksheet() -> tuple[Exercise, ...]:
    """Return the pictures of the worksheet: the questions on new pictures, on each of which two measures disagree."""
    asked = [TRANSFERS[f"{key}{NEW}"] for key in ON_THE_SHEET]
    return tuple(
        Exercise(Picture(classes(len(one.board.gold)), one.board.gold, one.board.a, one.board.b), one.measures)
        for one in asked
    )


def story() -> tuple[Printed, ...]:
    """Return the two dialogues of LQ 2021, Figure 3, with the deltas printed there: score of A minus score of B."""
    return tuple(
        Printed(
            EXAMPLES[key],
            from_example(EXAMPLES[key]),
            {one.of[1]: one.printed for one in PASSAGES if one.calculation == "delta" and one.of[0] == key},
        )
        for key in _STORY
    )


def _texts(step: Step) -> tuple[str, str, str, str, str]:
    if not step.lesson:
        return step.title, "", plain(step.say), step.ask, step.expect
    lesson = LESSONS[step.lesson]
    expected = step.expect.replace("{right}", lesson.choices[lesson.right])
    for number, choice in enumerate(lesson.choices, start=1):
        expected = expected.replace(f"{{choice {number}}}", choice)
    expected = why(replace(lesson, why=expected))
    return step.title or lesson.title, step.lesson, plain(step.say), plain(lesson.ask), plain(expected)
