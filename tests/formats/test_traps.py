"""The traps (tests/formats/traps/*.yaml): read rightly, asked about or refused, in Python and on the command line."""

import csv
import io
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.formats.mapping import mapping_of
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tasks import Decisions
from tests.depth import matrix
from tests.formats.files import assert_words_are_known
from tests.formats.traps.entries import ALL

NMD = MEASURES["NMD"]


def named(trap):
    return f"{trap.family}-" + re.sub(r"\W+", "-", trap.name)[:90]


def test_each_trap_has_a_name_of_its_own():
    assert [name for name, count in Counter((trap.family, trap.name) for trap in ALL).items() if count > 1] == []


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


@pytest.mark.parametrize("trap", matrix(ALL, *ALL[::5]), ids=named)  # what it reads is what is read above
def test_the_command_line_scores_what_is_read_and_asks_or_refuses_the_rest(trap, tmp_path, monkeypatch, capsys):
    arguments = on_disk(trap, tmp_path)
    monkeypatch.chdir(tmp_path)
    read = trap.read()
    assert_scores(arguments, read.task, capsys)
    if trap.by is not None and trap.gold is not None:
        assert_scores([*arguments, *options_of(trap)], trap.read(trap.decisions).task, capsys)
    code = main(["check", *arguments])
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert code in ((0,) if read.task is not None else (0, 2)), err


def assert_scores(arguments, task, capsys):
    """Check that a command gives the scores of this task; without one that it ends with 2, and says why."""
    code = main(["score", *arguments, "--per-case", "--measures", "NMD"])
    out, err = capsys.readouterr()
    if task is None or not task.runs:
        assert (code, out) == (2, "")
        assert re.match(r"error: \S", err), err
        return
    assert code == 0, err
    _, *rows = csv.reader(io.StringIO(out))
    scores = {(run, case): float(score) for run, case, _, score in rows}
    assert scores == pytest.approx(
        {
            (run, case): float(NMD(gold, row))
            for run, rows in zip(task.runs, task.estimates, strict=True)
            for case, gold, row in zip(task.cases, task.gold, rows, strict=True)
        }
    )


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


def on_disk(trap, folder):
    """Write the files of a trap into a folder; return the arguments that read them as the trap does."""
    root = folder if trap.gold else folder / "task"
    for file in trap.files:
        (root / file.name).parent.mkdir(parents=True, exist_ok=True)
        (root / file.name).write_bytes(file.data)
    others = [file.name for file in trap.files if file.name != trap.gold]
    files = [trap.gold, *(trap.runs or others)] if trap.gold else ["task"]
    return [*files, *(["--scale", trap.scale] if trap.scale else [])]


def options_of(trap):
    """Return the options that say what `by` says."""
    choices, mappings = trap.decisions, trap.mappings
    options = ["--repair", ",".join(choices.made)] if choices.made else []
    if choices.run_scale:
        options += ["--run-scale", choices.run_scale]
    if choices.classes:
        options += ["--classes", ",".join(choices.classes)]
    if mappings:
        said = {name or trap.gold: one.to_json() for name, one in mappings.items()}
        Path("mapping.json").write_text(json.dumps(said), encoding="utf-8")
        options += ["--mapping", "mapping.json"]
    return options
