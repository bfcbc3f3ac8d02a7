"""`nuggets` on the command line: its means, what it refuses."""

import json

import pytest

from tests.commands.files import ROOT, SHARED, load, real

NUGGET_SAMPLE = ROOT / "ordquant_core" / "samples" / "nuggets"


def nugget_files():
    return [NUGGET_SAMPLE / "gold.json", *sorted((NUGGET_SAMPLE / "runs").glob("*.json"))]


def test_nuggets_writes_the_mean_of_every_run_and_measure(table):
    header, rows, err = table("nuggets", *nugget_files())
    assert header == ["run", "measure", "mean", "dialogues"]
    runs = [f"system-0{number}" for number in range(1, 5)]
    assert [row[:2] for row in rows] == [[run, key] for run in runs for key in ("RNSS", "JSD", "NVD")]
    assert {row[3] for row in rows} == {"60"}
    assert err == "note: 2 dialogues of one side (2 with customer blocks only): scored on that side alone\n"


def test_nuggets_per_case_writes_the_scores_its_means_are_made_of(table):
    means = {tuple(row[:2]): float(row[2]) for row in table("nuggets", *nugget_files(), "--alpha", "0.3")[1]}
    header, rows, _ = table("nuggets", *nugget_files(), "--alpha", "0.3", "--per-case")
    assert header == ["run", "dialogue", "measure", "score"]
    assert len(rows) == 4 * 60 * 3
    for (run, key), mean in means.items():
        scores = [float(row[3]) for row in rows if (row[0], row[2]) == (run, key)]
        assert sum(scores) / len(scores) == pytest.approx(mean, abs=1e-15)


def test_nuggets_micro_has_no_alpha_and_says_so(table):
    _, rows, err = table("nuggets", *nugget_files(), "--micro", "--measures", "JSD")
    assert err == ""
    _, again, err = table("nuggets", *nugget_files(), "--micro", "--alpha", "1", "--measures", "JSD")
    assert again == rows
    assert "--alpha has no effect" in err
    assert rows != table("nuggets", *nugget_files(), "--measures", "JSD")[1]


@real
def test_nuggets_on_the_real_runs_asks_before_it_divides_and_then_says_what(table, refused):
    files = [SHARED / "gold_test.json", *sorted((SHARED / "runs_nugget").glob("*.json"))]
    assert "dialogue 3718912216646049, block 1 (customer)" in refused("nuggets", *files)
    _, rows, err = table("nuggets", *files, "--repair", "renormalise")
    assert {row[3] for row in rows} == {"390"}
    assert err.count("note: ") == 3
    assert "1,755 rows divided by their sum" in err
    means = {(run, key): float(mean) for run, key, mean, _ in rows}
    assert means["WIDM-bestND190116", "RNSS"] == pytest.approx(0.0987, abs=5e-5)


def test_nuggets_names_the_dialogue_of_what_is_wrong(refused, tmp_path):
    gold, run, *_ = nugget_files()
    entries = load(run)
    entries.pop(5)
    (tmp_path / "run.json").write_text(json.dumps(entries))
    assert "dialogue N06: this dialogue is missing" in refused("nuggets", gold, tmp_path / "run.json")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--alpha", "1.5"], "alpha is 1.5: it must lie between 0"),
        (["--alpha", "-.1"], "alpha is -0.1"),
        (["--alpha", "half"], "--alpha: 'half' is not a number"),
        (["--alpha", "nan"], "--alpha: 'nan' is not a number"),
        (["--measures", "RNSS,NMD"], "NMD is not for nugget types, which are nominal classes"),
        (["--measures", "XYZ"], "Unknown measure 'XYZ'"),
    ],
)
def test_nuggets_refuses_an_alpha_or_measure_that_does_not_fit(refused, options, words):
    assert words in refused("nuggets", *nugget_files(), *options)


def test_types_are_named_by_options_or_by_the_gold(table, refused, tmp_path):
    dialogue = {"id": "a", "turns": [{"sender": "customer"}, {"sender": "helpdesk"}]}
    gold = [dialogue | {"annotations": [{"nugget": ["ask", "none"]}, {"nugget": ["none", "none"]}]}]
    run = [{"id": "a", "nugget": [{"ask": 1, "none": 0}, {"none": 1, "yes": 0, "no": 0}]}]
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    (tmp_path / "run.json").write_text(json.dumps(run))
    types = "--customer-types", "ask,none", "--helpdesk-types", "yes, no, none"
    _, rows, _ = table("nuggets", tmp_path / "gold.json", tmp_path / "run.json", "--measures", "NVD", *types)
    assert [row[2] for row in rows] == ["0.25"]  # by hand: customer 1/2, helpdesk 0
    named = {"customer_types": ["ask", "none"], "helpdesk_types": ["yes", "no", "none"], "dialogues": gold}
    (tmp_path / "gold.json").write_text(json.dumps(named))
    assert table("nuggets", tmp_path / "gold.json", tmp_path / "run.json", "--measures", "NVD")[1] == rows
    files = tmp_path / "gold.json", tmp_path / "run.json"
    assert "The customer has 1 nugget types" in refused("nuggets", *files, types[0], "ask")
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    assert table("check", "--nuggets", *files, *types)[1] == []
    assert "unknown nugget type" in table("check", "--nuggets", *files)[1][0][2]
    assert "--customer-types needs --nuggets" in refused("check", *files, *types)
