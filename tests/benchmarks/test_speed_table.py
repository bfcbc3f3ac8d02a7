"""The documentation holds the table that `make bench` writes."""

from tests.benchmarks.speed_table import BEGIN, END, PAGE, table, with_table


def test_the_documentation_has_one_place_for_the_table():
    assert with_table(PAGE.read_text(encoding="utf-8"), "| NMD |\n").count("| NMD |") == 1


def test_a_table_holds_the_range_over_all_runs():
    runs = [{"NMD": {"plain NumPy": 2.04, "SciPy loop": 771.2}}, {"NMD": {"plain NumPy": 1.96, "SciPy loop": 900.0}}]
    lines = table(runs).splitlines()
    assert lines[2:] == ["| NMD | plain NumPy | 2.0 |", "| NMD | SciPy loop | 771 to 900 |"]
    assert with_table(f"a\n{BEGIN}old{END}b\n", "new\n") == f"a\n{BEGIN}\nnew\n\n{END}b\n"
