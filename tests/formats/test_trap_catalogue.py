"""The catalogue of traps (tests/formats/traps/): from files and on the command line, nothing is read wrongly."""

import csv
import io
import re
from collections import Counter

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.errors import REPAIRS, OrdquantError
from ordquant_core.formats.task.outcomes import outcomes
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.measures.registry import MEASURES
from tests.formats.traps.catalogue import TRAPS
from tests.formats.traps.trap import Asked, Read, faults, words_of

NAMES = [f"{number:03}-{re.sub(r'[^a-z0-9]+', '-', trap.name.lower())[:70]}" for number, trap in enumerate(TRAPS)]


@pytest.fixture(params=TRAPS, ids=NAMES)
def trap(request):
    return request.param


def the_files_are_read_asked_about_or_refused_as_they_must_be(trap):
    wrong = faults(trap, trap.read())
    if wrong:
        pytest.fail("\n".join([trap.name, *wrong]), pytrace=False)


def test_each_trap_has_a_name_of_its_own():
    assert [name for name, count in Counter(trap.name for trap in TRAPS).items() if count > 1] == []


def each_choice_that_is_offered_is_known_and_leads_to_a_task_or_to_words(trap):
    read = trap.read()
    for choice in dict.fromkeys(choice for problem in read.problems for choice in problem.choices):
        assert choice in REPAIRS
        try:
            again = trap.read([choice])
        except OrdquantError:  # words, and the only exception there may be
            continue
        assert again.task is not None or again.problems, f"{trap.name}: {choice} leaves neither a task nor a problem"
        for problem in again.problems:
            assert problem.seen.strip()
            assert problem.action.strip()


def only_what_was_asked_for_is_a_repair_and_all_of_it_is(trap):
    read = trap.read()
    if read.task is None:
        return
    made = [note for note in words_of(read) if is_repair(note)]
    if not trap.choices:
        assert made == []
        assert "accepted with repairs" not in [one.verdict for one in (*outcomes(read), *read.submissions)]
    elif {*trap.choices} & {choice.replace("-", "_") for choice in REPAIRS} - {"no_ids"}:
        assert made, trap.choices


def a_choice_that_is_offered_for_a_problem_removes_it(trap):
    read = trap.read()
    for problem in read.problems:
        for choice in problem.choices:
            left = [str(other) for other in trap.read([choice]).problems if _same(other, problem)]
            assert not left, f"{trap.name}: {choice} is offered, and leaves {left[0]}"


def a_button_says_what_it_leads_to(trap):
    for button in trap.repair_buttons(trap.read()):
        again, place = trap.read_with(button.choices), f"{trap.name}: {button.words}"
        if again.task is None:
            assert button.left.startswith(f"{len(again.problems):,} problem"), place
        else:
            cases, runs = len(again.task.cases), len(again.task.runs)
            assert cases, place
            assert runs or not again.submissions, place
            assert (
                "all" in button.left or "both" in button.left or "the " in button.left or f"{cases} of" in button.left
            )


def what_each_offer_leads_to_passes_the_checks_that_a_person_would_make(trap):
    read = trap.read()
    for choice in dict.fromkeys(choice for problem in read.problems for choice in problem.choices):
        again = trap.read([choice])
        if again.task is not None:
            _passes(trap, read, [choice])
        elif again.gold is not None:  # other files wait for other answers
            assert np.abs(again.gold.probabilities.sum(axis=1) - 1).max(initial=0) < 1e-9, f"{trap.name}: {choice}"
            _loses_nothing_in_silence(trap, read, again, again.gold, choice)


def _passes(trap, read, choices):
    """Check the task that choices lead to: sums, scale, and that all that is lost is counted; return it."""
    again, place = trap.read(choices), f"{trap.name}: {', '.join(choices)}"
    task = again.task
    for values in (task.gold, *task.estimates):
        assert np.abs(values.sum(axis=1) - 1).max() < 1e-9, place
        assert values.min() >= 0, place
    used = task.gold.any(axis=0)
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        assert (used & estimates.any(axis=0)).any(), f"{place}: gold and {name} have no class in common"
    _loses_nothing_in_silence(trap, read, again, task, ", ".join(choices))
    return task


def _loses_nothing_in_silence(trap, read, again, left, words):
    """Check that cases, and votes of a case that stays, are counted in some note where they are lost."""
    place = f"{trap.name}: {words}"
    notes = [*words_of(again), *(again.gold.notes if again.gold is not None else ())]
    lost = _cases(read) - len(left.cases)
    counted = _counted(notes)
    assert lost <= 0 or lost in counted or sum(counted) >= lost, f"{place}: {lost} cases, {notes}"
    before = read.gold
    if before is None or before.votes is None or left.votes is None:
        return
    votes = dict(zip(left.cases, left.votes.sum(axis=1).tolist(), strict=True))
    gone = sum(
        max(0, n - votes[case])
        for case, n in zip(before.cases, before.votes.sum(axis=1).tolist(), strict=True)
        if case in votes
    )
    assert gone == 0 or any(f"{gone:,} " in note and "vote" in note for note in notes), f"{place}: {gone} votes"


def _cases(read):
    """Return how many cases the gold has, those with a fault included."""
    if read.gold is not None:
        return len(read.gold.cases) + len(read.gold.faulty)
    return next((one.n_cases for one in read.recognised if one.file == read.gold_file), 0)


def _counted(notes):
    """Return the numbers of cases that notes say are left out."""
    found = (re.findall(r"(\d[\d,]*) cases? ", note) for note in dict.fromkeys(notes))
    return [int(number.replace(",", "")) for some in found for number in some]


CHECKS = (
    the_files_are_read_asked_about_or_refused_as_they_must_be,
    each_choice_that_is_offered_is_known_and_leads_to_a_task_or_to_words,
    only_what_was_asked_for_is_a_repair_and_all_of_it_is,
    a_choice_that_is_offered_for_a_problem_removes_it,
    a_button_says_what_it_leads_to,
    what_each_offer_leads_to_passes_the_checks_that_a_person_would_make,
)


def test_from_files_and_on_the_command_line_nothing_is_read_wrongly(trap, tmp_path, monkeypatch, capsys):
    for check in CHECKS:  # all of one trap in one test: its files are read once for each way to read them
        check(trap)
    arguments = _on_disk(trap, tmp_path)
    monkeypatch.chdir(tmp_path)
    the_command_line_scores_what_is_read_and_refuses_the_rest(trap, arguments, capsys)
    the_command_line_checks_every_trap_with_a_row_for_each_problem(trap, arguments, capsys)


def the_command_line_scores_what_is_read_and_refuses_the_rest(trap, arguments, capsys):
    code = main(["score", *arguments, "--per-case", "--measures", "NMD"])
    out, err = capsys.readouterr()
    must = _reading(trap, out.count("\n") > 1)
    if must is None or not must.runs:
        assert (code, out) == (2, ""), trap.name
        assert re.fullmatch(r"error: [^\n]+\n", err), err
        return
    assert code == 0, f"{trap.name}: {err}"
    header, *rows = csv.reader(io.StringIO(out))
    assert header == ["run", "case", "measure", "score"]
    scores = {(run, case): float(score) for run, case, _, score in rows}
    assert len(rows) == len(must.runs) * len(must.cases)
    nmd = MEASURES["NMD"]
    expected = {
        (name, case): float(nmd(list(map(float, gold)), list(map(float, row))))
        for name, estimates in must.runs.items()
        for case, gold, row in zip(must.cases, _shares(must.gold), estimates, strict=True)
    }
    assert scores == pytest.approx(expected, abs=1e-9)
    notes = err.casefold()
    assert [word for word in must.notes if word.casefold() not in notes] == []


def the_command_line_checks_every_trap_with_a_row_for_each_problem(trap, arguments, capsys):
    code = main(["check", *arguments])
    out, err = capsys.readouterr()
    must = _reading(trap, out.count("\n") == 1)
    if code == 2:  # an option that no file can meet
        assert must is None
        assert re.fullmatch(r"error: [^\n]+\n", err), err
        return
    assert code == 0
    header, *rows = csv.reader(io.StringIO(out))
    assert header[:4] == ["file", "case", "problem", "action"]
    if must is None:
        alone = trap.gold is None and len(trap.files) == 1  # the folder was named as the gold: there is no question
        asks = {problem.asks for problem in trap.read().problems}
        on_all = asks == {"scale"} and trap.scale is None and len(re.findall(r"note: scale ", err)) > 1
        assert rows or alone or on_all, trap.name
        assert all(row[0] and row[2] and row[3] for row in rows)
    else:
        assert rows == [], trap.name


@pytest.mark.parametrize(
    "asked", [trap for trap in TRAPS if trap.gold is None and isinstance(trap.must, Asked) and len(trap.files) > 1]
)
def test_the_command_line_never_takes_a_run_for_the_gold(asked, tmp_path, monkeypatch, capsys):
    arguments = _on_disk(asked, tmp_path)
    monkeypatch.chdir(tmp_path)
    code = main(["score", *arguments, "baseline:uniform", "--measures", "NMD"])
    out, err = capsys.readouterr()
    assert (code, out) == (2, ""), asked.name
    assert re.fullmatch(r"error: [^\n]+\n", err), err


def _same(one, other):
    return (one.file, one.case, one.seen) == (other.file, other.case, other.seen)


def _reading(trap, was_read):
    """Return what must be read, None where nothing must; where both would be right, what was done decides."""
    outcomes = (trap.must, *trap.instead)
    readings = [outcome for outcome in outcomes if isinstance(outcome, Read)]
    if not readings or (len(readings) < len(outcomes) and not was_read):
        return None
    task = trap.read().task if len(readings) > 1 else None
    return next((one for one in readings if task is not None and _fits(one, task)), readings[0])


def _fits(reading, task):
    return sorted(reading.runs) == sorted(task.runs) and list(reading.cases) == list(task.cases)


def _shares(rows):
    return [[number / sum(row) for number in row] for row in rows]


def _on_disk(trap, folder):
    """Write the files of a trap into a folder and return the arguments that read them as the trap does."""
    root = folder if trap.gold else folder / "task"
    for name, data in trap.files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if trap.command is not None:
        files = list(trap.command)
    elif trap.gold is None:
        files = ["task"]
    else:
        files = [trap.gold, *(trap.runs or [name for name in trap.files if name != trap.gold])]
    return [*files, *_flags(trap)]


def _flags(trap):
    flags = ["--scale", trap.scale] if trap.scale else []
    for name, value in trap.choices.items():
        if value is True:
            flags.append(f"--{name.replace('_', '-')}")
        elif name == "classes":
            flags += ["--classes", ",".join(value)]
        elif name == "id_columns":
            flags += ["--id", ",".join(value)]
        elif name in ("annotator_column", "label_column"):
            flags += [f"--{name.removesuffix('_column')}", value]
        else:
            flags += [f"--{name.replace('_', '-')}", value]
    return flags
