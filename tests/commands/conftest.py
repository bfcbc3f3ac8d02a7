"""The command line in a folder with small files: what it writes, what it refuses."""

import csv
import io

import pytest

from ordquant_core.__main__ import main
from tests.commands.files import GOLD, RUN


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "run.csv").write_text(RUN)
    (tmp_path / "off.csv").write_text("case,a,b,c\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n")
    return tmp_path


@pytest.fixture
def ended(capsys):
    """Run a command, however it ends; return its exit code, and what it writes to stdout and stderr."""
    return lambda *arguments: (main([str(argument) for argument in arguments]), *capsys.readouterr())


@pytest.fixture
def refused(ended):
    """Run a command that must be refused; return the one line that says why."""

    def call(*arguments):
        code, out, err = ended(*arguments)
        assert code == 2
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        return err

    return call


@pytest.fixture
def run(ended):
    """Run a command that ends well; return what it writes to stdout and stderr."""

    def call(*arguments):
        code, out, err = ended(*arguments)
        assert code == 0, err
        return out, err

    return call


@pytest.fixture
def table(run):
    """Run a command that ends well; return the header and the rows of its table, and what it writes to stderr."""

    def call(*arguments):
        out, err = run(*arguments)
        assert "\r" not in out
        header, *rows = csv.reader(io.StringIO(out))
        return header, rows, err

    return call


@pytest.fixture
def call(ended):
    """Run a command, however it ends; return its exit code, the rows on stdout, and what is on stderr."""

    def run(*arguments):
        code, out, err = ended(*arguments)
        return code, list(csv.reader(io.StringIO(out))), err

    return run


@pytest.fixture
def records(run):
    """Run a command that ends well; return the rows of its table as dictionaries."""
    return lambda *arguments: list(csv.DictReader(io.StringIO(run(*arguments)[0])))
