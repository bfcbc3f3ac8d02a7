"""The README quotes the table that `make bench` wrote, and nothing else."""

from tests.benchmarks.speed_table import BEGIN, END, README, TABLE, quoted, ratio, table


def test_the_readme_quotes_the_written_table():
    readme = README.read_text(encoding="utf-8")
    assert quoted(readme, TABLE.read_text(encoding="utf-8")) == readme


def test_a_table_holds_the_range_over_all_runs():
    runs = [{"NMD": {"plain NumPy": 2.04, "SciPy loop": 771.2}}, {"NMD": {"plain NumPy": 1.96, "SciPy loop": 900.0}}]
    lines = table(runs).splitlines()
    assert lines[2:] == ["| NMD | plain NumPy | 2.0 |", "| NMD | SciPy loop | 771 to 900 |"]
    assert quoted(f"a\n{BEGIN}old{END}b\n", "new\n") == f"a\n{BEGIN}\nnew\n\n{END}b\n"


def test_ratios_below_one_keep_two_decimals():
    assert [ratio(value) for value in (0.487, 1.96, 19.99, 1234.5)] == ["0.49", "2.0", "20.0", "1,234"]
