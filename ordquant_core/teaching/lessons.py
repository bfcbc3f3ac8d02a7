"""The nine lessons on the board: one help desk, two systems, and votes that are carried.

Texts that stay while votes are carried say when they hold ("at first"), or hold on every board.
"""

from collections.abc import Mapping
from typing import Any

from ordquant_core.analysis.picture import Picture
from ordquant_core.spaces.pairs import classes
from ordquant_core.teaching.lesson import Board, Lesson, Sentence, Tick, Votes
from ordquant_core.teaching.lesson_pictures import asked_about

_EVEN, _ALL_ON_4 = (4, 4, 4, 4, 4), (0, 0, 0, 20, 0)
_LESSONS = (
    Lesson(
        key="average",
        title="What the average hides",
        dialogue="Two dialogues",
        kind="average",
        board=Board((0, 2, 16, 2, 0), (0, 4, 11, 4, 1), (0, 4, 11, 4, 1), "gold"),
        other=(10, 0, 0, 0, 10),
        sides=("a",),
        below="words",
        story="A help desk shows each dialogue to 20 people and asks: how satisfied was the customer? Each gives one "
        "vote, from 1 (very unhappy) to 5 (very happy).",
        ask="Both dialogues average 3.0. A human agent has time for one. Which?",
        choices=("Dialogue X", "Dialogue Y", "Either: the averages are equal"),
        right=1,
        answered=(
            "You chose X: nobody was very unhappy; in Y 10 of 20 were.",
            "You chose Y: 10 of 20 were very unhappy; in X nobody was.",
            "You chose either: in X nobody was very unhappy, in Y 10 of 20 were.",
            "You were not sure: in X nobody was very unhappy, in Y 10 of 20 were.",
        ),
        task="In X, carry votes to the left, and as many as far to the right.",
        tick=Tick(side="gold", average=3.0, moved=True),
        goal=(0, 3, 14, 3, 0),
        live=(Sentence("X now has {votes below} below class 3 and {above} above it. Its average is {average}."),),
        why="What went to the left and what went to the right balance: another picture, and its average is {average} "
        "as before. The agent is needed in Y: half of its votes say “very unhappy”, and the average hides that, too.",
        take_away="The average hides disagreement; all 20 votes together show it.",
        words=("distribution", "gold", "estimate", "quantification", "measure"),
    ),
    Lesson(
        key="near-miss",
        title="A near miss",
        dialogue="Dialogue 1",
        board=Board((20, 0, 0, 0, 0), (0, 20, 0, 0, 0), (0, 0, 0, 0, 20), "b"),
        measures=("NVD", "NMD"),
        below="traffic",
        story="All 20 people chose class 1. System [A] said class 2 for all of them, system [B] said class 5. Both "
        "miss every vote.",
        meet="[NVD] counts the votes in a wrong class. [NMD] also counts how far they have to go.",
        ask="You carry [B]’s pile from class 5 to class 2. Which score of [B] falls?",
        choices=("Only NVD", "Only NMD", "Both"),
        right=1,
        task="Carry the whole pile of [B] to class 2.",
        tick=Tick(side="b", votes=((0, 20, 0, 0, 0),)),
        goal=(0, 20, 0, 0, 0),
        live=(
            Sentence(
                "[B] has {votes wrong b} in a wrong class: [NVD] = {wrong b}/{votes} = {NVD b}. {are wrong b} "
                "{steps away b} from home, out of {possible}: [NMD] = {NMD b}."
            ),
        ),
        why="On the way from class 5 to class 2, NMD falls at every class, from {NMD b at first} to {NMD b}. NVD "
        "stays at {NVD b}: for it, a miss is a miss.",
        take_away="A measure that compares class by class cannot see a near miss.",
    ),
    Lesson(
        key="carry",
        title="Carry the votes",
        dialogue="Dialogue 2",
        board=Board((0, 1, 2, 9, 8), _ALL_ON_4, _EVEN, "a"),
        measures=("NVD", "NMD"),
        below="traffic",
        both=True,
        curves=True,
        covered=True,
        story="Most people chose 4 or 5. [A] bet all 20 votes on class 4. [B] gave every class 4 votes.",
        meet="One vote carried across one class boundary is one ((step)).",
        ask="[A] has 11 votes in a wrong class. How many steps bring them home?",
        choices=("Fewer than 11", "Exactly 11", "More than 11"),
        right=2,
        task="Carry [A]’s votes until they fill the gold.",
        tick=Tick(side="carried", home=True),
        goal=(0, 1, 2, 9, 8),
        live=(
            Sentence(
                "You walked {steps walked}; the shortest way is {way}, of {possible} possible: at first, [NMD] was "
                "{way}/{possible} = {NMD way}.",
                "detour",
            ),
            Sentence(
                "All {way} steps are walked. At first, [NMD] was {way}/{possible} = {NMD way}; now it is 0.", "home"
            ),
            Sentence(
                "{carried}: {steps walked} walked, {left} to go. From here, [NMD] = {left}/{possible} = {NMD left}.",
                "walked",
            ),
            Sentence(
                "{carried} is {left} steps from the gold, out of {possible} possible ({votes} votes × 4 boundaries). "
                "[NMD] = {left}/{possible} = {NMD left}."
            ),
        ),
        why="Of [A]’s votes, ten have to cross one boundary and one has to cross two: {way} steps, so NMD is "
        "{way}/{possible} = {NMD a at first}. [B]’s need {steps b at first}: {steps b at first}/{possible} = "
        "{NMD b at first}.",
        take_away="NMD is the number of steps that bring the votes home, out of all possible steps.",
    ),
    Lesson(
        key="lookouts",
        title="The lookouts",
        dialogue="Dialogue 3",
        board=Board((10, 10, 0, 0, 0), (0, 10, 10, 0, 0), (10, 0, 0, 0, 10), "b"),
        measures=("NVD", "RNOD"),
        below="lookouts",
        widest=0.5,
        story="Ten people chose 1, ten chose 2. At first, [A] and [B] each have 10 votes in a wrong class, so [NVD] is "
        "0.500 for both.",
        meet="[RNOD] puts an eye on every class that has a gold vote. The ((error|error)) of every class, as a share "
        "of the votes, is squared. Each eye multiplies it by how many classes away it is, and adds all up. RNOD "
        "averages the eyes, divides by the longest distance, 4, and takes the root.",
        ask="You carry [B]’s ten far votes from class 5 to class 3. What does RNOD of [B] do?",
        choices=("Stays: 10 votes are still wrong", "Falls with every class", "Falls to 0"),
        right=1,
        task="Carry [B]’s ten votes from class 5 to class 3.",
        tick=Tick(side="b", votes=((10, 0, 10, 0, 0),)),
        goal=(10, 0, 10, 0, 0),
        live=(
            Sentence(
                "For [B], {seen b}: {mean b} on average. [RNOD] = √({mean b} ÷ 4, the longest distance) = {RNOD b}. "
                "[NVD] is {NVD b}."
            ),
        ),
        why="Where all ten move together from class 5 to class 3, both eyes see the error come closer: RNOD falls at "
        "every class, from {RNOD b at first} to {RNOD b}, as low as [A]’s. Halved between two classes they weigh less: "
        "errors are squared. NVD stays at {NVD b}.",
        take_away="RNOD weighs every error by its distance from the classes that people chose.",
    ),
    Lesson(
        key="swap",
        title="Swap",
        dialogue="Dialogue 4",
        kind="swap",
        board=Board((0, 0, 20, 0, 0), _EVEN, _EVEN, "a"),
        measures=("NMD", "RNOD", "RSNOD"),
        below="lookouts",
        sides=("a",),
        widest=0.8,
        story="Two teams rated this dialogue. Team 1: all 20 votes on class 3. Team 2: 4 votes on every class. How far "
        "apart are the teams? Neither is the truth; at first, team 1 is the gold and team 2 the estimate [A].",
        meet="[RSNOD] looks both ways: it averages what the eyes see with either team as the gold, and then takes the "
        "root.",
        ask="Now swap: team 2 is the gold and team 1 the estimate. Which score changes?",
        choices=("NMD", "RNOD", "Neither: the same two pictures"),
        right=1,
        task="Press Swap.",
        tick=Tick(side="gold", votes=(_EVEN,)),
        goal=_EVEN,
        live=(
            Sentence(
                "Team 1 is the gold: {eyes open}. The largest error lies on its own class, at distance 0, and does not "
                "count. [RNOD] = {RNOD a}, [NMD] = {NMD a}.",
                "one eye",
            ),
            Sentence(
                "Team 2 is the gold: {eyes open}, and 4 of them see the large error on class 3. [RNOD] = {RNOD a}, "
                "[NMD] = {NMD a}."
            ),
        ),
        why="With team 1 as the gold one eye is open, with team 2 five: RNOD goes from {RNOD a at first} to {RNOD a}. "
        "NMD is {NMD a} both ways: carrying there is as far as carrying back. RSNOD, which looks both ways, is "
        "{RSNOD a} each time.",
        take_away="RNOD must know which of the two is the gold; NMD does not care.",
    ),
    Lesson(
        key="one-vote",
        title="One vote",
        dialogue="Dialogue 5",
        board=Board((0, 0, 0, 11, 9), _ALL_ON_4, _EVEN, "gold"),
        measures=("NMD", "RNOD"),
        below="lookouts",
        widest=0.5,
        story="[A] bets all votes on class 4, [B] gives every class 4 votes. At first, eleven people chose 4 and nine "
        "chose 5, and [NMD] and [RNOD] both prefer [A].",
        ask="One person changes her vote from 4 to 1. Which measure changes its preference to [B]?",
        choices=("NMD", "RNOD", "Both"),
        right=1,
        task="Carry one gold vote from class 4 to class 1.",
        tick=Tick(side="gold", votes=((1, 0, 0, 10, 9),)),
        goal=(1, 0, 0, 10, 9),
        live=(
            Sentence(
                "{eyes open}: on {eyes}. {RNOD prefers} ([A] {RNOD a}, [B] {RNOD b}); {NMD prefers} ([A] {NMD a}, "
                "[B] {NMD b})."
            ),
        ),
        why="With that one vote a new eye opens on class 1, and [A]’s errors are 3 and 4 classes away from it. RNOD of "
        "[A] jumps from {RNOD a at first} to {RNOD a}; that of [B] goes only from {RNOD b at first} to {RNOD b}. "
        "NMD prefers [A] before and after.",
        take_away="One vote can open a new eye and turn RNOD’s preference around.",
    ),
    Lesson(
        key="the-ends",
        title="The ends",
        dialogue="Dialogue 6",
        kind="mistake",
        board=Board((4, 4, 5, 4, 3), (4, 4, 1, 8, 3), (4, 4, 5, 0, 7), "b"),
        measures=("NMD", "RNOD"),
        below="lookouts",
        widest=0.08,
        highest=10,
        story="People chose every class, so five eyes are open. At first, [A] and [B] make the same mistake, 4 votes "
        "one class too high: [A] from 3 to 4, [B] from 4 to 5, at the end.",
        ask="You slide [B]’s mistake from the end to the middle. What falls?",
        choices=("NMD and RNOD", "Only RNOD", "Nothing: the same mistake elsewhere"),
        right=1,
        task="Slide [B]’s mistake to the middle of the scale.",
        tick=Tick(side="b", votes=((4, 0, 9, 4, 3), (4, 4, 1, 8, 3))),
        goal=(4, 4, 1, 8, 3),
        live=(
            Sentence(
                "[B] has 4 votes too many on class {extra b} and 4 too few on class {lacking b}: {steps away b}, [NMD] "
                "= {NMD b}. From the five eyes to these two errors there are ten distances, together {far b}: [RNOD] = "
                "{RNOD b}."
            ),
        ),
        why="The distances to the five eyes add up to {far b at first} classes at the end and to {far b} in the "
        "middle: RNOD is {RNOD b at first} there and {RNOD b} here, as low as [A]’s. NMD is {NMD b} everywhere.",
        take_away="Under RNOD the same error can cost more at the end of the scale: it is far from most eyes. Its "
        "size counts, too: errors are squared.",
    ),
    Lesson(
        key="flip-hunt",
        title="Flip hunt",
        dialogue="Dialogue 7",
        kind="flips",
        board=Board((0, 0, 0, 11, 9), _ALL_ON_4, _EVEN, "gold"),
        measures=("RNOD", "NVD", "NMD"),
        below="flips",
        most=9,
        story="This dialogue goes wrong. One after the other, people move their vote from 4 to 1. [A] keeps betting on "
        "class 4, [B] keeps 4 votes everywhere. At first all three measures prefer [A].",
        ask="Which measure is the last to change its preference to [B]?",
        choices=("RNOD", "NVD", "NMD"),
        right=2,
        task="Move the slider until all three prefer [B].",
        tick=Tick(all_prefer="B"),
        goal=(4, 0, 0, 7, 9),
        live=(Sentence("{moved}: {RNOD prefers}, {NVD prefers} and {NMD prefers}."),),
        why="RNOD changes with the 1st vote, because an eye opens; NVD with the 2nd; NMD with the 4th, because only "
        "then [A] needs more steps than [B] ({steps a} against {steps b}).",
        take_away="The shape of the gold decides which estimate is better, and each measure draws the line elsewhere.",
    ),
    Lesson(
        key="order-only",
        title="Order only",
        dialogue="Dialogue 8",
        board=Board((11, 5, 3, 1, 0), (6, 5, 4, 3, 2), (11, 5, 3, 0, 1), "b"),
        measures=("DNKT", "NMD"),
        below="order",
        highest=12,
        story="The gold falls from class 1 to class 5. [A] falls, too, but far too flat: it is 16 steps away. At "
        "first, [B] is 1 step away; only its two smallest bars are swapped.",
        meet="[DNKT] asks of every pair of bars whether the estimate has it in the gold’s order. 0: every pair; 1: "
        "every pair the other way round; 0.5: no order at all. A pair that is equal in one picture only is neither in "
        "order nor opposite: it pulls DNKT towards 0.5. One that is equal in both does not count.",
        ask="Carry one vote, and [B] equals the gold. What does DNKT say then?",
        choices=("It prefers B, which is perfect", "It sees a tie", "It still prefers A"),
        right=1,
        task="Carry one vote of [B] from class 5 to class 4.",
        tick=Tick(side="b", home=True),
        goal=(11, 5, 3, 1, 0),
        live=(
            Sentence(
                "[B] is {steps away b} away; {pairs equal b} equal in [B] only: neither in order nor opposite. "
                "{DNKT prefers} ([A] {DNKT a}, [B] {DNKT b}).",
                "equal bars",
            ),
            Sentence(
                "[A] is {steps away a} away, [B] {steps b}: {NMD prefers} ([A] {NMD a}, [B] {NMD b}). {DNKT prefers} "
                "([A] {DNKT a}, [B] {DNKT b})."
            ),
        ),
        why="All bars of [A] are in the right order, so DNKT is {DNKT a} for [A], {steps away a} away, and {DNKT b} "
        "for an estimate that equals the gold.",
        further=("Make two bars equal", (11, 5, 2, 2, 0)),
        take_away="DNKT sees the order of the bars and nothing of their heights.",
    ),
)
LESSONS: Mapping[str, Lesson] = {one.key: one for one in _LESSONS}
NEW = "-new"  # behind the key of a lesson: its question on a new picture


def _fields_of_new(lesson: str) -> dict[str, Any]:
    """Return what a question on a new picture has from the lesson that it follows."""
    of = LESSONS[lesson]
    return {
        "key": f"{lesson}{NEW}",
        "title": "Question on a new picture",
        "dialogue": f"After “{of.title}”",
        "take_away": of.take_away,
    }


def _transfer(lesson: str, asks: str, beside: str, gold: Votes, a: Votes, b: Votes) -> Lesson:
    """Return a question at the end of a lesson, on a picture on which another measure disagrees."""
    scores_of_both = f"{{{beside} prefers at first}} ([A] {{{beside} a at first}}, [B] {{{beside} b at first}})."
    return asked_about(
        Picture(classes(len(gold)), gold, a, b),
        asks,
        (asks, beside),
        beside=f"{scores_of_both} {_ALSO.get(lesson, '')}".strip(),
        hidden=(asks, beside),
        classes=(),
        **_fields_of_new(lesson),
    )


_AVERAGES = Lesson(  # before any measure is known
    **_fields_of_new("average"),
    board=Board((8, 2, 0, 2, 8), (0, 0, 20, 0, 0), (9, 2, 0, 2, 7), "a"),
    below="nothing",
    story="Here are the gold of another dialogue and two estimates, [A] and [B].",
    ask="Somebody looks at the averages alone. Which estimate seems perfect to them?",
    choices=("A", "Both", "B"),
    right=0,
    task="",
    tick=Tick(),
    goal=(8, 2, 0, 2, 8),
    live=(Sentence("The average of the gold is {average}, that of [A] {average a} and that of [B] {average b}."),),
    why="At first, the gold’s average is {average at first}, and so is that of [A]; that of [B] is "
    "{average b at first}. Yet [A] puts all its votes on a class that nobody chose, and [B] has "
    "{votes wrong b at first} in a wrong class. An estimate has to predict the distribution, not its average.",
    free=True,
)
_ALSO = {  # what else the reason says
    "swap": "With gold and estimate swapped, RNOD would prefer [A].",
    "the-ends": "The largest errors of [A], {largest a at first}, lie at both ends, but those of [B] are "
    "{largest b at first}: squared, that costs more than the ends.",
}
_NEW = (
    ("near-miss", "NVD", "NMD", (1, 1, 0, 14, 4), (0, 1, 1, 0, 18), (4, 4, 4, 4, 4)),
    ("carry", "NMD", "NVD", (0, 7, 1, 7, 5), (0, 10, 0, 10, 0), (5, 7, 1, 7, 0)),
    ("lookouts", "RNOD", "NVD", (0, 0, 10, 10, 0), (3, 17, 0, 0, 0), (18, 0, 2, 0, 0)),
    ("swap", "RNOD", "NMD", (0, 20, 0, 0, 0), (0, 0, 20, 0, 0), (8, 4, 0, 4, 4)),
    ("one-vote", "RNOD", "NMD", (11, 0, 1, 0, 8), (0, 11, 0, 1, 8), (4, 4, 4, 4, 4)),
    ("the-ends", "RNOD", "NMD", (10, 0, 5, 2, 3), (3, 2, 5, 0, 10), (0, 10, 0, 5, 5)),
    ("flip-hunt", "NMD", "RNOD", (0, 3, 3, 10, 4), (4, 10, 3, 3, 0), (0, 0, 3, 3, 14)),
    ("order-only", "DNKT", "NMD", (3, 1, 6, 1, 9), (4, 6, 1, 9, 0), (9, 1, 6, 1, 3)),
)
TRANSFERS: Mapping[str, Lesson] = {one.key: one for one in (_AVERAGES, *(_transfer(*row) for row in _NEW))}
READ_AGAIN: Mapping[str, str] = {  # which lesson is about a measure
    "NMD": "carry",
    "RNOD": "lookouts",
    "NVD": "near-miss",
    "DNKT": "order-only",
}
