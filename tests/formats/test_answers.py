"""The file that counts answers about a blind task: whoever asks, however often, in whatever form."""

import multiprocessing
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.analysis import blind
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.blind import budget_of, official_equations
from ordquant_core.analysis.scoring import mean_intervals, score
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.formats.published import answers
from ordquant_core.formats.published.description import BlindTerms
from ordquant_core.formats.published.source import of_path
from tests.analysis.blind_task import CLASSES, as_csv, draw_gold, publish, tokens

CASES = tuple(f"c{number:03}" for number in range(60))


def run(seed):
    return np.random.default_rng(seed).dirichlet(np.ones(len(CLASSES)), len(CASES))


@pytest.fixture
def task(tmp_path):
    return made(tmp_path / "task")


def made(folder, **terms):
    return publish(folder, draw_gold(np.random.default_rng(1), len(CASES)), CASES, **({"answers": 2} | terms))


def ask(source, *runs, team="", day=0, new=True, file=None):
    files = [
        File(f"r{number}.csv", one if isinstance(one, bytes) else as_csv(one, CASES)) for number, one in enumerate(runs)
    ]
    read, results = blind.check_own_runs(blind.blind_outline(source), files), blind.blind_results(source)
    return blind.answer(source, read, results, team, file or blind.answers_file(source, None), day, new=new)


def remaining(source, team="", day=0):
    return blind.left(source, blind.blind_results(source), team, blind.answers_file(source, None), day)


def test_runs_are_counted_and_not_uploads(tmp_path):
    source = made(tmp_path / "task", answers=4)
    assert len(ask(source, run(1), run(2), run(3))) == 3
    assert remaining(source).ever == 1
    with pytest.raises(OrdquantError, match="more new runs than answers left"):
        ask(source, run(4), run(5))
    assert remaining(source).ever == 1  # none of the two was scored
    assert len(ask(source, run(4))) == 1
    assert remaining(source).ever == 0


def test_the_same_run_takes_no_answer_whatever_its_file_looks_like(task):
    estimates = run(1)
    (first,) = ask(task, estimates)
    rows, columns = np.random.default_rng(2).permutation(len(CASES)), [3, 1, 0, 2, 4]
    turned = as_csv(estimates[rows][:, columns], [CASES[row] for row in rows], [CLASSES[column] for column in columns])
    with_blanks = as_csv(estimates, CASES).replace(b"\n", b"\r\n")
    for data in (turned, with_blanks):
        assert ask(task, data) == ask(task, data, new=False) == (first,)
    assert remaining(task).ever == 1


def few(estimates):
    changed = estimates.copy()
    changed[:2] = changed[:2, ::-1]
    return changed


@pytest.mark.parametrize(
    "change", [few, lambda one: 0.95 * one + 0.01, lambda one: one.round(2) + (1 - one.round(2).sum(1))[:, None] / 5]
)
def test_a_nearly_equal_run_is_answered_with_the_figures_of_the_one_scored_before(task, change):
    (first,) = ask(task, run(1))
    (second,) = ask(task, change(run(1)))
    assert (second.mean, second.rank, second.near) == (first.mean, first.rank, True)
    assert remaining(task).ever == 1
    (third,) = ask(task, run(2))
    assert not third.near
    assert remaining(task).ever == 0


def test_what_is_said_of_a_nearly_equal_run_does_not_depend_on_the_gold(task, tmp_path):
    """Runs are compared with each other only."""
    votes = draw_gold(np.random.default_rng(5), len(CASES))
    other = publish(tmp_path / "other", votes, CASES, answers=2)
    for source in (task, other):
        ask(source, run(1))
    assert ask(task, few(run(1)))[0].near == ask(other, few(run(1)))[0].near


def test_each_team_has_answers_of_its_own_and_nobody_else_any(tmp_path):
    source = made(tmp_path / "task", tokens=tokens(["A", "B"]), answers=1)
    assert [blind.team_of(source, token) for token in ("A", " B ", "C", "")] == ["A", "B", None, None]
    ask(source, run(1), team="A")
    for seed in range(2, 9):
        with pytest.raises(OrdquantError, match="more new runs than answers left"):
            ask(source, run(seed), team="A")
    assert remaining(source, "B").ever == 1
    assert len(ask(source, run(9), team="B")) == 1
    for nobody in ("", "C"):
        with pytest.raises(OrdquantError, match="a team with a token"):
            ask(source, run(10), team=nobody)


def test_a_team_is_not_told_what_another_was_answered(tmp_path):
    source = made(tmp_path / "task", tokens=tokens(["A", "B"]))
    ask(source, run(1), team="A")
    assert ask(source, run(1), team="B", new=False) == ()


def test_a_team_with_a_new_token_takes_no_answer_of_another(tmp_path):
    source = made(tmp_path / "task", tokens=tokens(["A", "B"]), answers=1)
    ask(source, run(1), team="A")
    text = (tmp_path / "task" / "task.json").read_text().replace(*(tokens([key])[key] for key in ("A", "new A")))
    (tmp_path / "task" / "task.json").write_text(text)
    renewed = of_path(tmp_path / "task")
    assert blind.team_of(renewed, "new A") == "A"
    with pytest.raises(OrdquantError, match="more new runs than answers left"):
        ask(renewed, run(2), team="A")
    assert remaining(renewed, "B").ever == 1


def test_new_tokens_give_no_more_answers_in_all(tmp_path):
    source = made(tmp_path / "task", tokens=tokens(["A", "B"]), answers=1)
    ask(source, run(1), team="A")
    ask(source, run(2), team="B")
    text = (tmp_path / "task" / "task.json").read_text()
    for team, token in tokens(["A", "B"]).items():
        text = text.replace(token, tokens([f"new {team}"])[f"new {team}"])
    (tmp_path / "task" / "task.json").write_text(text)
    assert remaining(of_path(tmp_path / "task"), "A").ever == 0


def test_a_day_has_its_limit_and_a_clock_that_is_set_back_begins_no_new_one(tmp_path):
    source = made(tmp_path / "task", answers=20)
    for seed in range(blind.A_DAY):
        ask(source, run(seed), day=10)
    for day in (10, 9, 0):
        assert remaining(source, day=day).today == 0
        with pytest.raises(OrdquantError, match="answers left today"):
            ask(source, run(99), day=day)
    assert remaining(source, day=11).today == blind.A_DAY
    assert remaining(source, day=11).ever == 20 - blind.A_DAY


def ask_often(folder):
    """Ask from another process, again and again, and return how many runs were answered."""
    source, answered = of_path(Path(folder)), 0
    for seed in range(8):
        with suppress(OrdquantError):
            answered += len(ask(source, run(100 * os.getpid() + seed)))
    return answered


def test_processes_share_one_count_and_a_restart_keeps_it(tmp_path):
    source = made(tmp_path / "task", answers=4)
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert sum(pool.map(ask_often, [str(tmp_path / "task")] * 3)) == 4
    assert remaining(of_path(tmp_path / "task")).ever == 0
    with pytest.raises(OrdquantError, match="more new runs than answers left"):
        ask(source, run(1))


def test_the_count_goes_with_the_folder_and_lies_elsewhere_where_the_organiser_says_so(task, tmp_path):
    ask(task, run(1))
    (tmp_path / "task").rename(tmp_path / "renamed")
    assert remaining(of_path(tmp_path / "renamed")).ever == 1
    assert blind.answers_file(task, str(tmp_path)) == tmp_path / "task.answers.sqlite"
    assert [file.name for file in of_path(tmp_path / "renamed").sealed.load()] == ["gold.csv", "one.csv"]


@pytest.mark.parametrize("broken", ["folder", "other file", "locked"])
def test_where_answers_cannot_be_counted_none_is_given(task, tmp_path, monkeypatch, broken):
    file, held = tmp_path / "file", None
    if broken == "folder":
        file = tmp_path / "none" / "file"
    elif broken == "other file":
        file.write_bytes(b"no database " * 100)
    else:
        monkeypatch.setattr(answers, "_PATIENCE", 0.05)
        held = sqlite3.connect(file, isolation_level=None)
        held.execute("BEGIN EXCLUSIVE")
    with pytest.raises(OrdquantError, match="cannot count its answers now") as raised:
        ask(task, run(1), file=file)
    assert str(tmp_path) not in str(raised.value)
    if held is not None:
        held.close()


def test_another_gold_is_asked_about_anew(task, tmp_path):
    """The figures of a run are those of the gold as it is, and they are counted again."""
    ask(task, run(1))
    (tmp_path / "task" / "gold.csv").write_bytes(as_csv(draw_gold(np.random.default_rng(7), len(CASES)), CASES))
    corrected = of_path(tmp_path / "task")
    assert ask(corrected, run(1), new=False) == ()
    ask(corrected, run(1))
    assert remaining(corrected).ever == 0


def test_more_than_five_runs_are_not_looked_at(task):
    with pytest.raises(OrdquantError, match="At most 5 runs are scored together, and these are 6"):
        ask(task, *map(run, range(6)), new=False)


@pytest.mark.parametrize(
    ("n_cases", "measure", "terms", "why"),
    [
        (20, "NMD", {}, "fewer than 30"),
        (20, "NMD", {"answers": 5}, "fewer than 30"),
        (
            90,
            "NMD",
            {"tokens": tokens(), "anyone": False},
            "90 cases are too few for 10 teams: beside the official results",
        ),
        (300, "KLD", {}, "one case can change the mean of KLD"),
        (300, "NMD", {"answers": 0}, "the organisers have decided so"),
        (300, "NMD", {"anyone": False}, "the organisers have given no tokens to teams"),
        (300, "NMD", {"anyone": False, "answers": 3}, "the organisers have given no tokens to teams"),
    ],
)
def test_where_nothing_is_answered_it_is_said_why(n_cases, measure, terms, why):
    budget = budget_of(BlindTerms(**({"anyone": True} | terms)), n_cases, measure, 2.0)
    assert (budget.everybody, budget.team) == (0, 0)
    assert why in budget.why_none


def test_what_official_results_say_is_taken_from_the_answers():
    """As many official runs as the budget holds equations leave none; copies of one run say little more than it."""
    scores = np.random.default_rng(1).random((14, 420))
    left = [
        budget_of(BlindTerms(anyone=True), 420, "NMD", official_equations(one, len(one))).everybody
        for one in (scores[:2], scores[:7], scores, np.repeat(scores[:1], 14, axis=0))
    ]
    assert left[0] > left[1] > left[2] == 0
    assert left[3] > left[1]


def test_the_interval_of_an_official_run_holds_the_exact_one_and_shows_nothing_of_its_rounding(task, tmp_path):
    results = blind.blind_results(task)
    exact = mean_intervals(score(with_baselines(task.sealed.task(None)), [results.measure]))
    assert (results.low <= exact.low[0] + 1e-9).all()
    assert (results.high >= exact.high[0] - 1e-9).all()
    assert ((results.low + results.high) / 2)[results.low > 0] == pytest.approx(results.means[results.low > 0])
    alike = np.repeat(draw_gold(np.random.default_rng(1), 1), len(CASES), axis=0)
    equal = blind.blind_results(publish(tmp_path / "equal", alike, CASES))  # scores of a baseline that do not vary
    assert np.isfinite([equal.low, equal.high]).all()


def test_results_on_few_cases_are_only_coarse_means(tmp_path):
    cases = CASES[:20]
    source = publish(tmp_path / "few", draw_gold(np.random.default_rng(1), 20), cases)
    results = blind.blind_results(source)
    assert (results.ranks, results.groups) == (None, ())
    assert np.isnan([results.low, results.high]).all()
    assert results.means / 0.05 == pytest.approx((results.means / 0.05).round(), abs=1e-9)
    with pytest.raises(OrdquantError, match="fewer than 30"):
        blind.answer(
            source,
            blind.check_own_runs(blind.blind_outline(source), [File("r.csv", as_csv(run(1)[:20], cases))]),
            *(results, "", blind.answers_file(source, None), 0),
            new=True,
        )


def test_the_cases_that_are_kept_for_the_end_change_nothing_that_is_shown(tmp_path):
    rng = np.random.default_rng(1)
    votes = draw_gold(rng, len(CASES))
    shown = blind.shown_cases(CASES, 0.5)
    assert len(shown) == 30
    others = np.setdiff1d(np.arange(len(CASES)), shown)
    changed = votes.copy()
    changed[others] = changed[others, ::-1]
    found = []
    for name, gold in (("one", votes), ("two", changed)):
        source = publish(tmp_path / name, gold, CASES, shown=0.5, answers=1)
        results = blind.blind_results(source)
        numbers = (results.means, results.low, results.high)
        found.append([*map(np.ndarray.tolist, numbers), ask(source, run(1)), results.n_cases, results.n_all])
    assert found[0] == found[1]
    assert found[0][-2:] == [30, 60]
    whole = blind.blind_results(publish(tmp_path / "all", votes, CASES))
    assert whole.means.tolist() != found[0][0] or whole.low.tolist() != found[0][1]


def test_which_cases_are_shown_does_not_depend_on_their_order():
    order = np.random.default_rng(3).permutation(len(CASES))
    turned = [CASES[number] for number in order]
    assert [turned[row] for row in blind.shown_cases(turned, 0.3)] == [
        CASES[row] for row in blind.shown_cases(CASES, 0.3)
    ]
