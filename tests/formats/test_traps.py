"""The traps (tests/formats/traps/*.yaml): read rightly, asked about or refused."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.formats.mapping import mapping_of
from ordquant_core.tasks import Decisions
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import outcomes
from tests.formats.files import assert_words_are_known
from tests.formats.traps.entries import ALL


def named(trap):
    return f"{trap.family}-" + re.sub(r"\W+", "-", trap.name)[:90]


@pytest.mark.parametrize("trap", ALL, ids=named)
def test_it_is_read_as_it_is_meant_or_not_at_all_and_a_person_leads_to_the_values(trap):
    read = trap.read()
    assert outcome(read) in trap.silent, described(read)
    if read.task is not None:
        assert read.problems == ()
        assert_gives(trap, read)
        assert_notes(trap, read)
    else:
        assert any(all(says(str(one), word) for word in trap.words) for one in read.problems), described(read)
        assert_names_file_what_is_seen_and_what_to_do(trap, read)
    assert_repairs_fit(trap, read)
    if trap.by is not None:
        assert_repairs_are_offered(trap)
        led = trap.read(trap.decisions)
        assert led.task is not None, described(led)
        assert_gives(trap, led)
        assert_notes(trap, led)
        proposed = trap.read(completed(trap, read))
        if proposed.task is not None:
            assert_gives(trap, proposed)
    assert all(question.open for question in read.questions)
    assert all(one.verdict for one in outcomes(read))
    assert all(one.words for one in mistakes(read))


def assert_names_file_what_is_seen_and_what_to_do(trap, read):
    names = [file.name for file in trap.files] + [trap.gold or "", *(trap.runs or ())]
    for problem in read.problems:
        assert any(re.match(rf"{re.escape(name)}($|[/:])", problem.file) for name in names), problem
        assert problem.seen.strip(), problem
        assert problem.action.strip(), problem
        assert_words_are_known(str(problem), *(part for file in trap.files for part in file))


def assert_repairs_fit(trap, read):
    """Check that a repair leads to a task or to other words, and fits all that it is offered for."""
    for problem in read.problems:
        assert len(problem.choices) <= 1
        for choice in problem.choices:
            again = trap.read(Decisions().with_([choice]))
            assert [str(one) for one in again.problems if one.file == problem.file and choice in one.choices] == []
            assert str(problem) not in map(str, again.problems)
            assert again.task is not None or again.problems


def assert_repairs_are_offered(trap):
    """Check that one of the repairs that lead to the values is offered, once all else is said."""
    made = trap.decisions.made
    read = trap.read(replace(trap.decisions, **{repair.replace("-", "_"): False for repair in made}))
    offered = {repair for problem in read.problems for repair in problem.choices}
    assert not made or offered & {*made}, described(read)


def completed(trap, read):
    """Return the choices of somebody who leaves what is certain as it stands, and for the rest says what is true."""
    choices = Decisions().with_(trap.decisions.made)
    for question in read.questions:
        for file in question.files:
            true = trap.mappings.get(file) or trap.mappings.get("" if file == trap.gold else file)
            if true is not None:
                said = true.to_json() | question.certain.to_json()
                choices = choices.with_mapping(mapping_of(said, file), file)
    return choices


def assert_notes(trap, read):
    said = "\n".join([*read.notes, *read.task.notes, *(note for one in read.submissions for note in one.notes)])
    assert [word for word in trap.notes if word.casefold() not in said.casefold()] == [], said
    assert_words_are_known(said, *(part for file in trap.files for part in file))


def outcome(read):
    return "read" if read.task is not None else "ask" if any(one.asks for one in read.problems) else "refuse"


def described(read):
    return "\n".join([outcome(read), *(f"{one} [{one.asks}] {one.choices}" for one in read.problems[:5])])


def says(text, word):
    """Return whether a text says a word; a short one, such as a case or a class, stands for itself."""
    if len(word) < 4 and re.fullmatch(r"[\w.-]+", word):
        return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-]|\.\d)", text) is not None
    return word.casefold() in text.casefold()


def assert_gives(trap, read):
    """Check classes, cases, runs and numbers; votes as they are, shares up to their sum."""
    task, gives = read.task, trap.gives
    found = (list(task.classes), list(task.cases), sorted(task.runs))
    assert found == (gives["classes"], gives["cases"], sorted(gives["runs"]))
    if "votes" in gives:
        assert task.votes is not None
        assert task.votes.tolist() == [[int(number) for number in row] for row in gives["votes"]]
    assert_shares(task.gold, gives.get("votes") or gives["shares"])
    for name, rows in gives["runs"].items():
        assert_shares(task.estimates[task.runs.index(name)], rows)


def assert_shares(found, rows):
    expected = np.array(rows, dtype=float)
    np.testing.assert_allclose(found, expected / expected.sum(axis=1, keepdims=True), rtol=0, atol=1e-12)
