"""Nuggets: what it says of the sample, links, the choice of a dialogue and a block, downloads."""

import json
import re

import numpy as np
import pytest

from ordquant_core.formats.official.nuggets import assemble, parse_gold, parse_run
from ordquant_core.nuggets import LEVEL, NUGGET_MEASURES, average
from ordquant_core.numerals import score
from ordquant_core.statistics.resampling import randomised_tukey_hsd, significance_groups
from ordquant_core.tasks import NOTHING
from pages.nuggets import ranking as page
from pages.nuggets.state import STATE
from pages.shared.sample_or_own import FilesKey
from tests.html_tables import rows_of
from tests.pages.apps import annotations, marked, messages, plot, shown, text_of, verdict
from tests.pages.grammar import check_round_trips
from tests.pages.on_nuggets import PAGE, RUNS, SAMPLE, nuggets, numbers, ranking, sample_scores, trace


def test_the_page_opens_on_the_synthetic_sample_with_one_computed_sentence():
    app = nuggets()
    assert not app.exception
    assert not messages(app)
    assert text_of(shown(app, 'id="facts"')).startswith("60 dialogues · ")
    assert "Synthetic data: " in text_of(shown(app, 'id="notes"'))
    best = min(ranking(app).items(), key=lambda item: item[1][1])
    assert f"{best[0]} leads" in verdict(app)


@pytest.mark.parametrize("measure", NUGGET_MEASURES)
@pytest.mark.parametrize("alpha", [0.0, 0.35, 1.0])
def test_means_and_ranks_are_those_of_the_core(measure, alpha):
    app = nuggets(measure=measure, alpha=str(alpha))
    layer = NUGGET_MEASURES.index(measure)
    found = average(sample_scores(), alpha=alpha)
    expected = dict(zip(found.scores.runs, found.means[layer].tolist(), strict=True))
    assert {run: mean for run, (_, mean, _) in ranking(app).items()} == expected
    assert list(ranking(app)) == sorted(expected, key=expected.get)
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 2, 3, 4]


def test_groups_are_those_of_the_randomised_tukey_hsd_and_the_method_is_stated():
    app = nuggets(measure="JSD", alpha="0.7", how="yes")
    found = average(sample_scores(), alpha=0.7)
    rng = np.random.default_rng(page.SEED)
    test = randomised_tukey_hsd(found.values, n_trials=page.TRIALS, rng=rng)
    groups = significance_groups(found.means[1], test.p_values[1], LEVEL)
    letters = {
        run: "".join("abcd"[i] for i, group in enumerate(groups) if number in group)
        for number, run in enumerate(found.scores.runs)
    }
    assert {run: row[2] for run, row in ranking(app).items()} == letters
    assert len(groups) > 1
    method = text_of(shown(app, 'id="method"'))
    for words in (
        "significance level = 0.05",
        "n = 60 dialogues",
        "B = 5,000 trials",
        "seed 1",
        "standard error",
        "0.0031",
    ):
        assert words in method


def worst_rows(app):
    return [row for row in rows_of(shown(app, 'id="worst"'), "worst") if not row.head]


def test_it_opens_on_the_worst_block_of_run_a_and_marks_it():
    app = nuggets()
    scores = sample_scores()
    worst = int(scores.blocks[0, 0].argmax())
    assert worst_rows(app)[0].data["choice"] == str(worst)
    assert marked(app, "worst") == [str(worst)]
    assert len(plot(app, "nugget_dialogue_plot")["layout"]["shapes"]) == 1


def test_the_dialogue_shows_gold_and_both_runs_as_they_are():
    app = nuggets(dialogue="N02", a="system-03", b="system-04")
    figure = plot(app, "nugget_dialogue_plot")
    entry = next(entry for entry in json.loads(RUNS[2].read_bytes()) if entry["id"] == "N02")
    expected = [value for block in entry["nugget"] for value in block.values()]
    assert trace(figure, "system-03")["customdata"] == [score(value) for value in expected]
    scores = re.findall(r"\d\.\d{3}", " ".join(annotations(figure)))
    assert len(scores) == 2 * len(entry["nugget"])


def test_the_plot_of_dialogues_compares_two_runs():
    found = average(sample_scores(), alpha=0.5).values
    dots = trace(plot(nuggets(), "nugget_points"), "dialogues")
    np.testing.assert_allclose([numbers(dots["x"]), numbers(dots["y"])], found[0, :2])


# Downloads


def test_downloads_hold_every_measure_run_dialogue_and_block():
    gold = parse_gold((SAMPLE / "gold.json").read_bytes(), "gold.json")
    task = assemble(gold, [parse_run(path.read_bytes(), path.name) for path in RUNS])
    found = page.rank(FilesKey((("gold", "x"),), None, NOTHING), 0.5, task)
    averages = found.averages
    runs, pairs, cases, blocks = (
        table
        for table in (
            found.to_frame(),
            found.to_frame(pairs=True).assign(seed=page.SEED),
            averages.dialogues_to_frame(),
            averages.scores.to_frame(task),
        )
    )
    assert [len(table["measure"]) for table in (runs, pairs, cases, blocks)] == [3 * 4, 3 * 6, 3 * 4 * 60, 3 * 4 * 262]
    assert {(run, key): mean for run, key, mean in zip(runs["run"], runs["measure"], runs["mean"], strict=True)} == {
        (run, key): averages.means[layer, number]
        for number, run in enumerate(task.runs)
        for layer, key in enumerate(NUGGET_MEASURES)
    }
    of_one = [pair == ("JSD", "system-02") for pair in zip(cases["measure"], cases["run"], strict=True)]
    assert cases["score"][of_one].mean() == pytest.approx(averages.means[1, 1])
    places = list(zip(blocks["dialogue"], blocks["block"].tolist(), blocks["sender"], strict=True))
    assert {sender for name, block, sender in places if (name, block) == ("N02", 2)} == {"helpdesk"}
    one = places.index(("N02", 2, "helpdesk"))
    number = int(task.starts[task.dialogues.index("N02")]) + 1
    assert blocks["score"][one : one + 3].tolist() == averages.scores.blocks[:, 0, number].tolist()


OTHER = {"measure": "JSD", "average": "micro", "alpha": 0.25, "a": "system-03", "b": "system-04"}
OTHER |= {"dialogue": "N33", "block": 2, "how": True}


def test_every_parameter_makes_the_round_trip():
    assert {*OTHER, "data"} == set(STATE)
    check_round_trips(PAGE, STATE, OTHER)
