"""`--provenance FILE`: what the table on stdout rests on, without a change of the table."""

import hashlib
import io
import json
import sys

import numpy as np
import pytest

from ordquant_core.__main__ import main, parsers
from ordquant_core.measures.own.loading import VARIABLE
from ordquant_core.version import VERSION


def written(folder, *arguments):
    assert main([*map(str, arguments), "--provenance", "how.json"]) == 0
    return json.loads((folder / "how.json").read_text(encoding="utf-8"))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_table_is_the_same_and_the_file_names_what_it_rests_on(folder, capsys):
    assert main(["score", "gold.csv", "run.csv"]) == 0
    alone = capsys.readouterr().out
    found = written(folder, "score", "gold.csv", "run.csv")
    assert capsys.readouterr().out == alone
    assert found["product"] == {"name": "OrdQuant", "version": VERSION}
    assert found["libraries"]["numpy"] == np.__version__
    assert found["inputs"] == {name: digest(folder / name) for name in ("gold.csv", "run.csv")}
    assert found["command"] == "python -m ordquant_core score gold.csv run.csv --provenance how.json"
    assert "repairs_and_notes" in found


def test_settings_and_repairs_are_in_it(folder):
    found = written(
        *(folder, "discriminative-power", "gold.csv", "off.csv", "run.csv"),
        *("--renormalise", "--trials", 20, "--seed", 0, "--measures", "NMD"),
    )
    assert (found["settings"]["trials"], found["settings"]["seed"], found["settings"]["renormalise"]) == (20, 0, True)
    assert found["settings"]["measures"] == "NMD"
    assert "keep_first" not in found["settings"]
    assert any("off.csv" in note for note in found["repairs_and_notes"]["notes"])
    assert not any(note.startswith("note:") for note in found["repairs_and_notes"]["notes"])


def test_all_files_of_a_folder_and_standard_input_are_in_it(folder, monkeypatch):
    (folder / "runs").mkdir()
    (folder / "runs" / "a.csv").write_bytes((folder / "run.csv").read_bytes())
    found = written(folder, "score", "gold.csv", "runs")
    assert set(found["inputs"].values()) == {digest(folder / "gold.csv"), digest(folder / "run.csv")}
    assert {name.replace("\\", "/").rpartition("/")[2] for name in found["inputs"]} == {"gold.csv", "a.csv"}
    content = (folder / "run.csv").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    found = written(folder, "score", "gold.csv", "-")
    assert hashlib.sha256(content).hexdigest() in found["inputs"].values()
    assert len(found["inputs"]) == 2


def test_a_command_that_fails_writes_none(folder):
    assert main(["score", "gold.csv", "off.csv", "--provenance", "how.json"]) == 2
    assert not (folder / "how.json").exists()


def test_a_file_that_cannot_be_written_is_reported(folder, capsys):
    assert main(["score", "gold.csv", "run.csv", "--provenance", "missing/how.json"]) == 2
    assert "missing/how.json cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in parsers()[1] if name != "study"])
def test_every_command_that_writes_to_stdout_takes_it(name):
    assert "--provenance FILE" in " ".join(parsers()[1][name].format_help().split())


def test_own_measures_are_in_it(folder, monkeypatch):
    own = folder / "mine.py"
    own.write_text("# a measure\n")
    monkeypatch.setenv(VARIABLE, str(own))
    found = written(folder, "score", "gold.csv", "run.csv")
    assert found["inputs"]["mine.py"] == digest(own)
    assert found["command"].endswith("--plugin mine.py")
    assert str(folder) not in json.dumps(found)
