"""Ranked lists of one topic, one run, equal runs, no relevant document, …: texts by the names of their files."""

import re

TIED = "1 Q0 a 1 1 x\n1 Q0 b 2 1 x\n1 Q0 c 3 1 x\n"
BEST = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n"
WORST = "1 Q0 c 1 3 y\n1 Q0 b 2 2 y\n1 Q0 a 3 1 y\n"
ELSEWHERE = "1 Q0 p 1 3 z\n1 Q0 q 2 2 z\n"
ONE_TOPIC = "1 0 a 1\n1 0 b 0\n1 0 c 0\n"


def twice(text, names="12"):
    """Return the lines of topic 1 for each of these topics."""
    return "".join(re.sub("^1", name, text, flags=re.MULTILINE) for name in names)


def with_runs(qrels, *runs):
    return {"qrels": qrels, **{f"run{number}": run for number, run in enumerate(runs, 1)}}


LISTS = {
    "one topic and one run": with_runs(ONE_TOPIC, BEST),
    "one topic and two runs": with_runs(ONE_TOPIC, BEST, WORST),
    "two equal runs": with_runs(twice(ONE_TOPIC), twice(BEST), twice(BEST)),
    "all scores tied": with_runs(twice(ONE_TOPIC), twice(TIED), twice(BEST)),
    "no run": with_runs(ONE_TOPIC),
    "no relevant document": with_runs(twice("1 0 a 0\n1 0 b 0\n"), twice(BEST)),
    "no relevant document of one topic": with_runs(ONE_TOPIC + "2 0 a 0\n2 0 b 0\n", twice(BEST)),
    "relevant documents only": with_runs(twice("1 0 a 1\n1 0 b 1\n"), twice(BEST)),
    "nothing judged is retrieved": with_runs(twice(ONE_TOPIC), twice(ELSEWHERE)),
    "a run without one of the topics": with_runs(twice(ONE_TOPIC), twice(BEST), WORST),
    "a run without all of the topics": with_runs(ONE_TOPIC, twice(BEST, "7"), BEST),
    "negative grades": with_runs(twice("1 0 a 1\n1 0 b -2\n1 0 c 0\n"), twice(BEST)),
    "one document": with_runs("1 0 a 1\n", "1 Q0 a 1 1 x\n"),
    "huge scores": with_runs(ONE_TOPIC, BEST.replace(" 3 x", " 1e300 x"), WORST.replace(" 1 y", " -1e300 y")),
}
CORNERS = ("one topic and one run", "two equal runs", "no relevant document", "one document")
